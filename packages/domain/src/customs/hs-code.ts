/**
 * HS codes as countries write them. The first six digits are the Harmonized System and mean the same everywhere; countries
 * add their own behind. What a code means is never guessed here.
 */
export const HS_LENGTHS: Readonly<Record<string, readonly number[]>> = {
  /** Exports by HS with two more digits, imports by the ten of the customs tariff. */
  CA: [6, 8, 10],
  /** Schedule B and HTSUS have ten. */
  US: [6, 8, 10],
  /** CN has eight, TARIC ten; the same in all member states. */
  EU: [6, 8, 10],
  GB: [6, 8, 10],
  AU: [6, 8, 10],
  /** Nine in the statistical list. */
  JP: [6, 9],
  MX: [6, 8, 10],
};

export type HsProblem = 'digits' | 'short' | 'long' | 'chapter';

/**
 * What is wrong with a code, or undefined. Dots, blanks and hyphens do not count.
 * - digits: there is something else in it; short: fewer than six digits; long: more than ten
 * - chapter: the first two digits are no chapter of the system (00, and 77, which is kept free)
 */
export function hsProblem(text: string): HsProblem | undefined {
  const digits = text.replace(/[\s.-]+/g, '');
  if (!/^\d*$/.test(digits)) return 'digits';
  if (digits.length < 6) return 'short';
  if (digits.length > 10) return 'long';
  return digits.startsWith('00') || digits.startsWith('77') ? 'chapter' : undefined;
}

/** Whether a country counts codes of this many digits; a country that is not listed takes six to ten. */
export const fitsCountry = (digits: string, country: string): boolean =>
  HS_LENGTHS[country]?.includes(digits.length) ?? (digits.length >= 6 && digits.length <= 10);
