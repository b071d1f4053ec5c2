/** Kinds of tax and customs numbers that a company may have, who issues them, and where one counts. */
import { EU_MEMBERS, isMember } from '../addresses/european-union.ts';

/** In the order in which carriers that take one number are to get them. */
export const TAX_ID_KINDS = ['IOSS', 'VOEC', 'EORI', 'VAT', 'GST', 'BN', 'EIN'] as const;
export type TaxIdKind = (typeof TAX_ID_KINDS)[number];

export interface TaxId {
  readonly kind: TaxIdKind;
  /** As it is sent: capitals and digits, without blanks; an EIN with its hyphen. */
  readonly number: string;
  /** ISO 3166-1 alpha-2 of the country that issued it; GB for Northern Ireland's. */
  readonly countryCode: string;
}

/** Longest number of any kind with blanks and dots as people write it. */
export const MAX_TAX_ID_LENGTH = 40;

const MEMBERS_AND_UNITED_KINGDOM: readonly string[] = [...Object.keys(EU_MEMBERS), 'GB'];

/** Countries that issue the kind; undefined where any may. */
export const ISSUING_COUNTRIES: Readonly<Record<TaxIdKind, readonly string[] | undefined>> = {
  EORI: MEMBERS_AND_UNITED_KINGDOM,
  IOSS: MEMBERS_AND_UNITED_KINGDOM,
  VOEC: ['NO'],
  VAT: undefined,
  GST: undefined,
  BN: ['CA'],
  EIN: ['US'],
};

/** Capitals and digits alone, whatever stood between them. */
export const compactTaxId = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s./\u2010-\u2015-]+/g, '');

/** Greece writes EL before VAT numbers; Northern Ireland, whose numbers the United Kingdom issues, XI. */
const PREFIXES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB', GB: 'GB' };
const countryOfPrefix = (prefix: string): string | undefined =>
  PREFIXES[prefix] ?? (isMember(prefix) ? prefix : undefined);

/** Northern Ireland's code in numbers of the one-stop shop, beside the ISO codes of the members. */
const NORTHERN_IRELAND = '900';
const byNumeric = new Map<string, string>([
  ...Object.entries(EU_MEMBERS).map(([code, numeric]) => [numeric, code] as const),
  [NORTHERN_IRELAND, 'GB'],
]);

/** The country a number names itself, or the only one that issues the kind; undefined where the number does not tell. */
export function issuerOf(kind: TaxIdKind, number: string): string | undefined {
  const text = compactTaxId(number);
  if (kind === 'EORI' || kind === 'VAT') return countryOfPrefix(text.slice(0, 2));
  if (kind === 'IOSS') return text.startsWith('IM') ? byNumeric.get(text.slice(2, 5)) : undefined;
  const [only, ...others] = ISSUING_COUNTRIES[kind] ?? [];
  return others.length === 0 ? only : undefined;
}

/**
 * Where a number counts: a company has one of each kind there. An EORI or IOSS number of one member counts in the whole Union
 * (Article 9 of Regulation (EU) 952/2013: an operator is registered once; gov.uk: an XI EORI "can also be used throughout the EU",
 * and nobody should hold both).
 */
export function scopeOf({ kind, number, countryCode }: TaxId): string {
  const northern = number.startsWith('XI');
  if (kind === 'IOSS') return 'EU';
  if (kind === 'EORI') return northern || isMember(countryCode) ? 'EU' : countryCode;
  return kind === 'VAT' && northern ? 'XI' : countryCode;
}
