/** One text, looked for in everything that orders are found by. */
import {
  endKey,
  fold,
  LEAST_PHONE_DIGITS,
  LEAST_TRACKING_END,
  nameWords,
  phoneEnd,
  PREFIX_LENGTH,
  type SearchTerm,
  searchTerms,
  type TokenField,
} from './order-search.ts';

/** Fields of which a person types words in any order ("tremblay montreal"); words of titles are looked for beside them. */
export const WORD_FIELDS = ['name', 'postal'] as const satisfies readonly TokenField[];

export interface SoughtAnywhere {
  /** The text as one thing (a number, an address, a telephone): an order that has any of these is found. */
  readonly whole: readonly SearchTerm[];
  /** An order is found, too, when each of these begins one of its words. */
  readonly words: readonly string[];
  /** Words of one or two characters: too many orders have them, so they only narrow what the others find. */
  readonly shortWords: readonly string[];
}

const PHONE = /^[\d\s()+./-]+$/;
const lettersAndDigits = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** What to look for; nothing in it when the text holds no letter or digit. */
export function soughtAnywhere(text: string): SoughtAnywhere {
  const words = nameWords(text);
  const long = words.filter((word) => word.length >= PREFIX_LENGTH);
  return {
    whole: words.length === 0 ? [] : wholeTerms(text),
    words: long,
    shortWords: words.filter((word) => word.length < PREFIX_LENGTH),
  };
}

/** Finds nothing, whatever there is. */
export const isNothing = ({ whole, words }: SoughtAnywhere): boolean => whole.length === 0 && words.length === 0;

function wholeTerms(text: string): SearchTerm[] {
  const key = lettersAndDigits(text);
  const digits = text.replace(/\D+/g, '');
  const hasDigit = digits !== '';
  const prefix = (field: TokenField, token: string): SearchTerm => ({ field, token, match: 'prefix' });
  return [
    ...searchTerms('orderNumber', text),
    ...(/\s/.test(text.trim()) ? [] : searchTerms('email', text)),
    ...(fold(text).length >= PREFIX_LENGTH ? searchTerms('sku', text) : []),
    ...(hasDigit && key.length >= PREFIX_LENGTH && key.length <= 10 ? [prefix('postal', key)] : []),
    ...(hasDigit && key.length >= LEAST_TRACKING_END ? [prefix('tracking', key), prefix('tracking', endKey(key))] : []),
    ...(PHONE.test(text) && digits.length >= LEAST_PHONE_DIGITS ? [prefix('phone', phoneEnd(digits))] : []),
  ];
}
