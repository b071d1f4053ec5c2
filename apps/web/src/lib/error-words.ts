/**
 * Sentences of failures for display. The server's English is compared first; only a sentence that is exactly the
 * catalogue's is translated, so what a server says more precisely is shown as it is (decisions 1). The catalogue loads with
 * a language other than its own (`error-translation.ts`): in English there is nothing to translate.
 */
import type { I18n } from '@lingui/core';
import { TRANSPORT_ERRORS } from '@scanship/contracts/transport-errors';
import { ApiError, TransportError } from './api-errors.ts';
import { STATUS_WORDS, TRANSPORT_ADVICE, TRANSPORT_WORDS, UNFORESEEN, UNFORESEEN_ADVICE } from './transport-words.ts';

export interface SpokenError {
  readonly title: string;
  /** What to do next, translated where known. */
  readonly advice?: string | undefined;
  readonly reference?: string | undefined;
}

export type Translate = (error: ApiError, i18n: Pick<I18n, '_'>) => Pick<SpokenError, 'title' | 'advice'>;
let translate: Translate | undefined;
/** Called by the catalogue when it has loaded. */
export const setErrorTranslation = (loaded: Translate): void => {
  translate = loaded;
};

const STATUS_PREFIX = TRANSPORT_ERRORS.status(0).slice(0, -1);

export function sayError(error: unknown, i18n: Pick<I18n, '_'>): SpokenError {
  if (error instanceof TransportError) {
    const title = i18n._(TRANSPORT_WORDS[error.kind]);
    // Who pressed Cancel needs no advice.
    return error.kind === 'cancelled' ? { title } : { title, advice: i18n._(TRANSPORT_ADVICE) };
  }
  if (error instanceof ApiError) {
    const { reference, advice } = error;
    if (error.message.startsWith(STATUS_PREFIX)) {
      const fill = i18n._.bind(i18n);
      return {
        title: fill(STATUS_WORDS.id, { status: error.status }, { message: STATUS_WORDS.message }),
        advice,
        reference,
      };
    }
    return { ...(translate ? translate(error, i18n) : { title: error.message, advice }), reference };
  }
  return { title: i18n._(UNFORESEEN), advice: i18n._(UNFORESEEN_ADVICE) };
}
