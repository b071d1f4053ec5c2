/**
 * Postal codes of Canada and the United States in detail, their usual spelling elsewhere. Light: safe for the browser.
 *
 * Sources: Canada Post "Addressing guidelines" (form A1A 1A1, letters D F I O Q U never, W and Z not first; first letter =
 * province or part of one); USPS Domestic Mail Manual, labelling list L002 (three-digit ZIP prefixes by state).
 */
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

/** First letter of a Canadian postal code to the provinces it serves. */
const CANADA_LETTERS: Readonly<Record<string, readonly string[]>> = {
  A: ['NL'],
  B: ['NS'],
  C: ['PE'],
  E: ['NB'],
  G: ['QC'],
  H: ['QC'],
  J: ['QC'],
  K: ['ON'],
  L: ['ON'],
  M: ['ON'],
  N: ['ON'],
  P: ['ON'],
  R: ['MB'],
  S: ['SK'],
  T: ['AB'],
  V: ['BC'],
  X: ['NT', 'NU'],
  Y: ['YT'],
};

/** X0A, X0B and X0C are Nunavut, every other X is the Northwest Territories. K1A is the federal government, on both shores. */
function provincesOfCanadianCode(code: string): readonly string[] {
  const area = code.slice(0, 3);
  if (area === 'K1A') return ['ON', 'QC'];
  if (area.startsWith('X')) return /^X0[ABC]/.test(area) ? ['NU'] : ['NT'];
  return CANADA_LETTERS[code.charAt(0)] ?? [];
}

/** Three-digit ZIP prefixes, first and last, to the states they serve. */
const ZIP3: readonly (readonly [number, number, ...string[]])[] = [
  [5, 5, 'NY'],
  [6, 7, 'PR'],
  [8, 8, 'VI'],
  [9, 9, 'PR'],
  [10, 27, 'MA'],
  [28, 29, 'RI'],
  [30, 38, 'NH'],
  [39, 49, 'ME'],
  [50, 54, 'VT'],
  [55, 55, 'MA'],
  [56, 59, 'VT'],
  [60, 62, 'CT'],
  [63, 63, 'CT', 'NY'],
  [64, 69, 'CT'],
  [70, 89, 'NJ'],
  [90, 99, 'AE'],
  [100, 149, 'NY'],
  [150, 196, 'PA'],
  [197, 199, 'DE'],
  [200, 200, 'DC'],
  [201, 201, 'VA'],
  [202, 205, 'DC'],
  [206, 219, 'MD'],
  [220, 246, 'VA'],
  [247, 268, 'WV'],
  [270, 289, 'NC'],
  [290, 299, 'SC'],
  [300, 319, 'GA'],
  [320, 339, 'FL'],
  [340, 340, 'AA'],
  [341, 349, 'FL'],
  [350, 369, 'AL'],
  [370, 385, 'TN'],
  [386, 397, 'MS'],
  [398, 399, 'GA'],
  [400, 427, 'KY'],
  [430, 459, 'OH'],
  [460, 479, 'IN'],
  [480, 499, 'MI'],
  [500, 528, 'IA'],
  [530, 549, 'WI'],
  [550, 567, 'MN'],
  [569, 569, 'DC'],
  [570, 577, 'SD'],
  [580, 588, 'ND'],
  [590, 599, 'MT'],
  [600, 629, 'IL'],
  [630, 658, 'MO'],
  [660, 679, 'KS'],
  [680, 693, 'NE'],
  [700, 714, 'LA'],
  [716, 729, 'AR'],
  [730, 732, 'OK'],
  [733, 733, 'TX'],
  [734, 749, 'OK'],
  [750, 799, 'TX'],
  [800, 816, 'CO'],
  [820, 831, 'WY'],
  [832, 838, 'ID', 'WY'],
  [840, 847, 'UT'],
  [850, 865, 'AZ'],
  [870, 884, 'NM'],
  [885, 885, 'TX'],
  [889, 898, 'NV'],
  [900, 961, 'CA'],
  [962, 966, 'AP'],
  [967, 967, 'HI', 'AS'],
  [968, 968, 'HI'],
  [969, 969, 'GU', 'MP', 'FM', 'MH', 'PW'],
  [970, 979, 'OR'],
  [980, 994, 'WA'],
  [995, 999, 'AK'],
];

/** States that a ZIP code's first three digits serve; empty for a prefix that is not in use. */
export function statesOfZip(zip: string): readonly string[] {
  const prefix = Number(zip.slice(0, 3));
  const [, , ...states] = ZIP3.find(([low, high]) => prefix >= low && prefix <= high) ?? [0, 0];
  return states;
}

/**
 * Provinces or states that a normalised postal code can belong to; undefined where we have no rule for the country.
 */
export function provincesOfPostalCode(countryCode: string, postalCode: string): readonly string[] | undefined {
  if (countryCode === 'CA') return provincesOfCanadianCode(postalCode);
  if (countryCode === 'US') return statesOfZip(postalCode);
  return undefined;
}

/** How a country writes the bare characters of its code; the pattern's groups are joined with the separator. */
const SPELLING: Readonly<Record<string, readonly [RegExp, string]>> = {
  CA: [/^([A-Z]\d[A-Z])(\d[A-Z]\d)$/, ' '],
  US: [/^(\d{5})(\d{4})?$/, '-'],
  GB: [/^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/, ' '],
  NL: [/^(\d{4})([A-Z]{2})$/, ' '],
  IE: [/^([A-Z]\d[\dW])([A-Z\d]{4})$/, ' '],
  JP: [/^(\d{3})(\d{4})$/, '-'],
  BR: [/^(\d{5})(\d{3})$/, '-'],
  PL: [/^(\d{2})(\d{3})$/, '-'],
  PT: [/^(\d{4})(\d{3})$/, '-'],
};

/**
 * A postal code in its country's spelling: "m5v2t6" becomes "M5V 2T6", "100011234" becomes "10001-1234". A text that
 * does not fit is only trimmed and put in capitals, so that the person still sees what was typed.
 */
export function normalisePostalCode(countryCode: string, text: string): string {
  const upper = text.trim().replace(/\s+/g, ' ').toUpperCase().normalize('NFC');
  const spelling = SPELLING[countryCode];
  if (spelling === undefined) return upper;
  const match = spelling[0].exec(upper.replace(/[\s-]/g, ''));
  return match === null ? upper : match.slice(1).filter(Boolean).join(spelling[1]);
}

/** True when the normalised code has its country's form; undefined for a country whose form is not known. */
export function isPostalCode(countryCode: string, postalCode: string): boolean | undefined {
  return postcodeValidatorExistsForCountry(countryCode) ? postcodeValidator(postalCode, countryCode) : undefined;
}
