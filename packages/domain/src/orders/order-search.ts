/**
 * Search keys of an order. Each is a lower-case text that is compared whole or by its beginning; nothing else can use an
 * index under row security. The same functions make the keys that are stored and the keys that are looked for.
 *
 * Beside the thing itself a field holds: `phone` and `tracking` the same from its end (`endKey`), `postal` the words of the
 * city, `sku` the words of titles that no SKU stands for (`titleKey`).
 */
export const TOKEN_FIELDS = ['number', 'name', 'email', 'phone', 'postal', 'tracking', 'sku'] as const;
export type TokenField = (typeof TOKEN_FIELDS)[number];

export interface OrderToken {
  readonly field: TokenField;
  readonly token: string;
}

/** From this length on a key is looked for by its beginning; shorter ones must match whole. */
export const PREFIX_LENGTH = 3;
const MAX_TOKEN = 254;
const MAX_WORDS = 12;

// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\u0000-\u007f]*$/;

/** Lower case without accents ("Éloïse Ångström" is "eloise angstrom"), white space collapsed. */
export const fold = (text: string): string =>
  // Most texts have nothing to take apart, and a large import folds millions.
  ASCII.test(text) ? text.toLowerCase().replace(/\s+/g, ' ').trim() : foldLetters(text);

const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    // Letters that do not decompose, as the French and Nordic alphabets have them.
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .replace(/\s+/gu, ' ')
    .trim();

/** An order number as it is compared: without case, a leading "#" and doubled blanks (decisions 37). */
export const orderNumberKey = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/^[\s#]+/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

/** Words of a name in order, each once, without accents and punctuation; at most twelve. */
export const nameWords = (text: string): string[] =>
  [...new Set(fold(text).split(/[^\p{L}\p{N}]+/u))]
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map(cut);

const cut = (token: string): string =>
  token.length <= MAX_TOKEN ? token : Array.from(token).slice(0, MAX_TOKEN).join('');
const alphanumeric = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** The number itself and its last run of digits, so that "1001" finds "M-1001". */
function numberTokens(number: string): string[] {
  const key = orderNumberKey(number);
  const tail = /(?<!\d)\d{3,}$/.exec(key)?.[0];
  return [key, ...(tail && tail !== key ? [tail] : [])];
}

/** Digits of a telephone number without its extension. */
const phoneDigits = (phone: string): string =>
  phone.replace(/(?:x|ext\.?|poste)\s?\d{1,6}\s*$/i, '').replace(/\D+/g, '');

/** All digits; a North American number also without its country code. */
function phoneTokens(phone: string): string[] {
  const digits = phoneDigits(phone);
  if (digits.length < 5) return [];
  return digits.length === 11 && digits.startsWith('1') ? [digits, digits.slice(1)] : [digits];
}

/** A key from its end, so that the last characters are a beginning: "tl0019" is "<9100lt". Only these begin with "<". */
export const endKey = (key: string): string => `<${Array.from(key).toReversed().join('')}`;

/** A word of a title among SKUs. Only these begin with "~". */
export const titleKey = (word: string): string => `~${word}`;

/** The fewest digits a telephone number is found by, and the fewest characters of the end of a tracking number. */
export const LEAST_PHONE_DIGITS = 7;
export const LEAST_TRACKING_END = 4;
/** Digits that tell a number apart whatever stands before them: a country's code, a 0, or nothing. */
const NATIONAL_DIGITS = 9;

/**
 * The end of a number as it is looked for, from its last digit on. The same telephone is written with and without the code
 * of its country or a 0 in front, so only what stands behind them counts.
 */
export function phoneEnd(digits: string): string {
  const national = /^1?([2-9]\d{9})$/.exec(digits)?.[1];
  return endKey(national ?? digits.slice(-NATIONAL_DIGITS));
}

export interface Searchable {
  readonly number: string;
  readonly name: string;
  readonly companyName?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly postal?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly skus: readonly string[];
  /** Of lines without a SKU. */
  readonly titles?: readonly string[] | undefined;
}

/** Keys of the recipient only: what an edit of the address replaces. */
export function recipientTokens(order: Omit<Searchable, 'number' | 'skus' | 'titles'>): OrderToken[] {
  const phones = phoneTokens(order.phone ?? '');
  return unique([
    ...of('name', nameWords(`${order.name} ${order.companyName ?? ''}`)),
    ...of('email', [fold(order.email ?? '')]),
    ...of('phone', [...phones, ...phones.slice(0, 1).map(endKey)]),
    ...of('postal', [alphanumeric(order.postal ?? ''), ...nameWords(order.city ?? '')]),
  ]);
}

/** Every key of a new order, each once. */
export function orderTokens(order: Searchable): OrderToken[] {
  return unique([
    ...of('number', numberTokens(order.number)),
    ...recipientTokens(order),
    ...of('sku', [...order.skus.map(fold), ...(order.titles ?? []).flatMap(titleWords).map(titleKey)]),
  ]);
}

/** Keys of the tracking numbers of an order's shipments, also from their end: letters and digits only. */
export const trackingTokens = (numbers: readonly string[]): OrderToken[] => {
  const keys = numbers.map(alphanumeric).filter((key) => key !== '');
  return unique(of('tracking', [...keys, ...keys.map(endKey)]));
};

/** What a title is found by: words of three characters and more. */
export const titleWords = (title: string): string[] => nameWords(title).filter((word) => word.length >= PREFIX_LENGTH);

const of = (field: TokenField, tokens: readonly string[]): OrderToken[] =>
  tokens.filter((token) => token !== '').map((token) => ({ field, token: cut(token) }));

const unique = (tokens: readonly OrderToken[]): OrderToken[] => [
  ...new Map(tokens.map((token) => [`${token.field} ${token.token}`, token])).values(),
];

/** The keys a person can search by (decisions 25). */
export type SearchKey = 'orderNumber' | 'recipient' | 'email' | 'sku' | 'trackingNumber';

export interface SearchTerm extends OrderToken {
  /** Whole key, or its beginning. */
  readonly match: 'whole' | 'prefix';
}

/** What to look for: all terms must match one order. Empty when the text holds nothing to look for. */
export const searchTerms = (key: SearchKey, value: string): SearchTerm[] =>
  SOUGHT[key](value).map((token) => ({ ...token, match: token.token.length < PREFIX_LENGTH ? 'whole' : 'prefix' }));

const SOUGHT: Readonly<Record<SearchKey, (value: string) => OrderToken[]>> = {
  orderNumber: (value) => of('number', [orderNumberKey(value)]),
  recipient: (value) => of('name', nameWords(value)),
  email: (value) => of('email', [fold(value)]),
  sku: (value) => of('sku', [fold(value)]),
  trackingNumber: (value) => of('tracking', [alphanumeric(value)]),
};
