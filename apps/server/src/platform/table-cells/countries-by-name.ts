/** Countries as files name them: code, English or French name, or a usual other name. */
import { COUNTRIES } from '@scanship/domain/addresses/countries';
import { fold } from '@scanship/domain/orders/order-search';

/** Names in daily use that the ISO lists do not have, without accents and punctuation. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'u s a': 'US',
  'u s': 'US',
  'united states': 'US',
  'united states of america': 'US',
  'etats unis': 'US',
  'etats unis d amerique': 'US',
  america: 'US',
  can: 'CA',
  uk: 'GB',
  'u k': 'GB',
  gbr: 'GB',
  'great britain': 'GB',
  'united kingdom': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'royaume uni': 'GB',
  angleterre: 'GB',
  ecosse: 'GB',
  'grande bretagne': 'GB',
  fra: 'FR',
  deu: 'DE',
  deutschland: 'DE',
  aus: 'AU',
  mex: 'MX',
  nld: 'NL',
  holland: 'NL',
  hollande: 'NL',
  'the netherlands': 'NL',
  'pays bas': 'NL',
  bel: 'BE',
  che: 'CH',
  suisse: 'CH',
  jpn: 'JP',
  chn: 'CN',
  china: 'CN',
  chine: 'CN',
  'south korea': 'KR',
  'republic of korea': 'KR',
  'coree du sud': 'KR',
  russia: 'RU',
  russie: 'RU',
  vietnam: 'VN',
  'viet nam': 'VN',
  iran: 'IR',
  syria: 'SY',
  syrie: 'SY',
  laos: 'LA',
  bolivia: 'BO',
  bolivie: 'BO',
  venezuela: 'VE',
  tanzania: 'TZ',
  tanzanie: 'TZ',
  moldova: 'MD',
  moldavie: 'MD',
  'czech republic': 'CZ',
  czechia: 'CZ',
  'republique tcheque': 'CZ',
  tchequie: 'CZ',
  'hong kong': 'HK',
  macau: 'MO',
  macao: 'MO',
  taiwan: 'TW',
  'ivory coast': 'CI',
  'cote d ivoire': 'CI',
  turkey: 'TR',
  turkiye: 'TR',
  turquie: 'TR',
  uae: 'AE',
  'united arab emirates': 'AE',
  'emirats arabes unis': 'AE',
  brunei: 'BN',
  'cape verde': 'CV',
  'cap vert': 'CV',
  swaziland: 'SZ',
  eswatini: 'SZ',
  burma: 'MM',
  birmanie: 'MM',
  palestine: 'PS',
  vatican: 'VA',
  'north macedonia': 'MK',
  macedonia: 'MK',
  macedoine: 'MK',
  kosovo: 'XK',
};

const key = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const byName = new Map<string, string>([
  ...COUNTRIES.flatMap(({ code, name, nameFr }): [string, string][] => [
    [key(name), code],
    [key(nameFr), code],
  ]),
  ...Object.entries(OTHER_NAMES),
]);
const codes = new Set(COUNTRIES.map((country) => country.code));

/** ISO 3166-1 alpha-2 code of what a file calls a country, or undefined. */
export function findCountry(text: string): string | undefined {
  const upper = text.trim().toUpperCase();
  return codes.has(upper) ? upper : byName.get(key(text));
}
