/** The server's error catalogue in another language than its own, by code or, where none came, by sentence. */
import { ERRORS } from '@scanship/contracts/errors';
import type { ApiError } from './api-errors.ts';
import { ADVICE_WORDS, ERROR_WORDS } from './error-catalogue.ts';
import { setSentenceTranslation } from './error-sentence.ts';
import { setErrorTranslation, type Translate } from './error-words.ts';

const CODE_BY_SENTENCE: ReadonlyMap<string, string> = new Map(
  Object.entries(ERRORS).map(([code, entry]) => [entry.message, code]),
);
const CODE_BY_ADVICE: ReadonlyMap<string, string> = new Map(
  Object.entries(ERRORS).flatMap(([code, entry]) => ('advice' in entry ? [[entry.advice, code] as const] : [])),
);
const isCode = (code: string | undefined): code is keyof typeof ERRORS => code !== undefined && code in ERRORS;

export const translateError: Translate = (error: ApiError, i18n) => {
  const code = isCode(error.code) ? error.code : undefined;
  const entry = code === undefined ? undefined : ERRORS[code];
  const stock = entry?.message === error.message ? code : CODE_BY_SENTENCE.get(error.message);
  const words = stock === undefined ? undefined : ERROR_WORDS[stock];
  const advice =
    code !== undefined && entry && 'advice' in entry && entry.advice === error.advice ? ADVICE_WORDS[code] : undefined;
  return { title: words ? i18n._(words) : error.message, advice: advice ? i18n._(advice) : error.advice };
};

setSentenceTranslation((text, i18n) => {
  const words = ERROR_WORDS[CODE_BY_SENTENCE.get(text) ?? ''] ?? ADVICE_WORDS[CODE_BY_ADVICE.get(text) ?? ''];
  return words ? i18n._(words) : text;
});
setErrorTranslation(translateError);
