/** Countries of ISO 3166-1 with English and French names (CLDR-based, from `i18n-iso-countries`); about 20 kB of data. */
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import { usesProvince } from './address-format.ts';

export interface Country {
  /** ISO 3166-1 numeric code (Canada 124); Kosovo, which has none, keeps the customary 383. */
  readonly countryId: number;
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  readonly nameFr: string;
  /** Addresses of this country name a province or state. */
  readonly hasProvinces: boolean;
}

const first = (name: string | readonly string[] | undefined): string =>
  (typeof name === 'string' ? name : name?.[0]) ?? '';

function readCountries(): Country[] {
  const names: Readonly<Record<string, string | readonly string[]>> = english.countries;
  const namesFr: Readonly<Record<string, string | readonly string[]>> = french.countries;
  return codes
    .map(([code = '', , numeric = '']) => ({
      countryId: Number(numeric),
      code,
      name: first(names[code]),
      nameFr: first(namesFr[code]),
      hasProvinces: usesProvince(code) && !NO_SUBDIVISION_CODES.has(code),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Countries whose address format has a province line while ISO 3166-2 lists no subdivision. */
const NO_SUBDIVISION_CODES: ReadonlySet<string> = new Set(['AS', 'CC', 'CX', 'HK', 'HM', 'KY', 'MP', 'NF', 'PF', 'VI']);

/** All countries in the order of their English names. */
export const COUNTRIES: readonly Country[] = readCountries();

const byCode = new Map(COUNTRIES.map((country) => [country.code, country]));

const byAlpha3 = new Map(codes.map(([code = '', alpha3 = '']) => [alpha3, code]));

/** The alpha-2 code of an alpha-3 code in upper case ("CAN" is "CA"), or undefined. */
export const alpha2Of = (alpha3: string): string | undefined => byAlpha3.get(alpha3);

const byAlpha2 = new Map(codes.map(([code = '', alpha3 = '']) => [code, alpha3]));

/** The alpha-3 code of an alpha-2 code in upper case ("CA" is "CAN"), or undefined. */
export const alpha3Of = (alpha2: string): string | undefined => byAlpha2.get(alpha2);

/** The country of an alpha-2 code in upper case, or undefined. */
export const countryOf = (code: string): Country | undefined => byCode.get(code);

/** Name in the given language; the code itself for a country that does not exist. */
export function countryName(code: string, language: 'en' | 'fr'): string {
  const country = byCode.get(code);
  if (country === undefined) return code;
  return language === 'fr' ? country.nameFr : country.name;
}
