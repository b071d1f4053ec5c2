/**
 * Sentences of the error catalogue for display. The server's English is compared first; only a sentence that is exactly
 * the catalogue's is translated, so what a server says more precisely is shown as it is (decisions 1).
 */
import type { I18n, MessageDescriptor } from '@lingui/core';
import { ERRORS, TRANSPORT_ERRORS } from '@scanship/contracts/errors';
import { ApiError, TransportError } from './api-errors.ts';
import { ADVICE_WORDS, ERROR_WORDS, TRANSPORT_WORDS } from './error-catalogue.ts';

export interface SpokenError {
  readonly title: string;
  /** What to do next, translated where known. */
  readonly advice?: string | undefined;
  readonly reference?: string | undefined;
}

const isCode = (code: string | undefined): code is keyof typeof ERRORS => code !== undefined && code in ERRORS;
const STATUS_PREFIX = TRANSPORT_ERRORS.status(0).slice(0, -1);

export function sayError(error: unknown, i18n: Pick<I18n, '_'>): SpokenError {
  const say = (descriptor: MessageDescriptor | undefined, fallback: string) =>
    descriptor ? i18n._(descriptor) : fallback;
  const fill = (descriptor: MessageDescriptor, values: Record<string, unknown>) => {
    const translate = i18n._.bind(i18n);
    return translate(descriptor.id, values, { message: descriptor.message });
  };
  if (error instanceof TransportError)
    return { title: say(TRANSPORT_WORDS[error.kind], error.message), advice: say(ADVICE_WORDS.transport, '') };
  if (error instanceof ApiError) {
    const entry = isCode(error.code) ? ERRORS[error.code] : undefined;
    const known = isCode(error.code) && entry?.message === error.message ? ERROR_WORDS[error.code] : undefined;
    const byStatus = error.message.startsWith(STATUS_PREFIX) ? TRANSPORT_WORDS.status : undefined;
    const title = byStatus
      ? fill(byStatus, { status: error.status })
      : say(known ?? ERROR_BY_SENTENCE.get(error.message), error.message);
    const stock =
      entry && 'advice' in entry && entry.advice === error.advice && isCode(error.code) ? error.code : undefined;
    return {
      title,
      advice: stock ? say(ADVICE_WORDS[stock], error.advice ?? '') : error.advice,
      reference: error.reference,
    };
  }
  return {
    title: say(ERROR_WORDS.internal, ERRORS.internal.message),
    advice: say(ADVICE_WORDS.internal, ERRORS.internal.advice),
  };
}

const ERROR_BY_SENTENCE: ReadonlyMap<string, MessageDescriptor> = new Map(
  Object.entries(ERRORS).flatMap(([code, entry]) => {
    const words = ERROR_WORDS[code];
    return words ? [[entry.message, words] as const] : [];
  }),
);
