/**
 * Check digits of carrier tracking numbers. Pure arithmetic on text; which rule belongs to which carrier is said by the
 * connector. Sources: UPU S10-12 (international items), ISO/IEC 7812-1 annex B (Luhn), ISO/IEC 7064 (hybrid system mod
 * 37,36), GS1 General Specifications 7.9 (weights 3 and 1), the carriers' own guides for mod 7 and weighted sums.
 *
 * Every function takes the text without its check digit and throws RangeError for characters the rule does not know:
 * a wrong digit must never come out of a mistyped number.
 */

function digitsOf(text: string): number[] {
  if (!/^\d+$/.test(text)) throw new RangeError(`"${text}" must be digits only`);
  return Array.from(text, Number);
}

/** Up to the next ten: the digit that makes the sum a multiple of 10. */
const toNextTen = (sum: number): number => (10 - (sum % 10)) % 10;

/**
 * Mod 10 with weights 3, 1, 3, 1 ... starting at the rightmost digit (GS1; Canada Post, USPS, FedEx Ground and our own
 * courier numbers).
 */
export function mod10CheckDigit(serial: string): number {
  const digits = digitsOf(serial).toReversed();
  return toNextTen(digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 3 : 1), 0));
}

/**
 * UPS "1Z" rule over the 15 characters after "1Z": positions counted from the left, odd x 1, even x 2; a letter counts as
 * (character code - 63) mod 10, so A is 2, B 3 ... H 9, I 0.
 */
export function upsCheckDigit(serial: string): number {
  if (!/^[0-9A-Z]+$/.test(serial)) throw new RangeError(`"${serial}" must be digits and capital letters`);
  const values = Array.from(serial, (c) => (c >= 'A' ? (c.charCodeAt(0) - 63) % 10 : Number(c)));
  return toNextTen(values.reduce((sum, value, index) => sum + value * (index % 2 === 0 ? 1 : 2), 0));
}

/** Luhn: from the rightmost digit every other one is doubled and its digits added (Purolator's 12-digit form). */
export function luhnCheckDigit(serial: string): number {
  const digits = digitsOf(serial).toReversed();
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit * 2 : digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return toNextTen(sum);
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7] as const;

/** UPU S10: eight digits, weights 8 6 4 2 3 5 9 7, 11 - sum mod 11, where 10 becomes 0 and 11 becomes 5. */
export function s10CheckDigit(serial: string): number {
  const digits = digitsOf(serial);
  if (digits.length !== 8) throw new RangeError('an S10 serial number has eight digits');
  const remainder = digits.reduce((sum, digit, index) => sum + digit * (S10_WEIGHTS[index] ?? 0), 0) % 11;
  if (remainder === 1) return 0;
  return remainder === 0 ? 5 : 11 - remainder;
}

/** The whole number modulo 7 (DHL Express waybills). */
export const mod7CheckDigit = (serial: string): number => Number(BigInt(digitsOf(serial).join('')) % 7n);

/**
 * Sum of digit x weight, modulo `modulo1` and then `modulo2` (FedEx Express: weights 3 1 7 ..., modulo 11, then 10).
 * One weight per digit.
 */
export function weightedCheckDigit(
  serial: string,
  weights: readonly number[],
  modulo1: number,
  modulo2: number,
): number {
  const digits = digitsOf(serial);
  if (digits.length !== weights.length) throw new RangeError(`expected ${weights.length} digits, got ${digits.length}`);
  return (digits.reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0) % modulo1) % modulo2;
}

const MOD_37_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** ISO/IEC 7064 hybrid system mod 37,36: one check character 0-9 A-Z over digits and capital letters (DPD). */
export function mod3736CheckCharacter(serial: string): string {
  if (!/^[0-9A-Z]+$/.test(serial)) throw new RangeError(`"${serial}" must be digits and capital letters`);
  let product = 36;
  for (const character of serial) {
    const sum = (product + MOD_37_36.indexOf(character)) % 36 || 36;
    product = (sum * 2) % 37;
  }
  return MOD_37_36.charAt((37 - product) % 36);
}

/** True when the last digit is the mod 10 (3, 1) check digit of the ones before it. */
export const hasMod10CheckDigit = (digits: string): boolean =>
  /^\d{2,}$/.test(digits) && mod10CheckDigit(digits.slice(0, -1)) === Number(digits.at(-1));

/** Whole S10 number such as "RB123456785GB": form and check digit; whether the country exists is not asked here. */
export function isS10(text: string): boolean {
  const match = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/.exec(text);
  return match !== null && s10CheckDigit(match[1] ?? '') === Number(match[2]);
}

/** Tracking number as people type it: no blanks or hyphens, upper case. */
export const normaliseTrackingNumber = (text: string): string => text.replace(/[\s\u00a0-]+/g, '').toUpperCase();

/**
 * Number of a courier that numbers its own parcels: 2 letters, a serial of 10 digits, a check digit (mod 10, weights 3
 * and 1 over the serial). The same serial always gives the same number.
 * @throws RangeError when the prefix is not two capital letters or the serial does not fit ten digits.
 */
export function courierTrackingNumber(prefix: string, serial: number): string {
  if (!/^[A-Z]{2}$/.test(prefix)) throw new RangeError(`prefix "${prefix}" must be two capital letters`);
  if (!Number.isSafeInteger(serial) || serial < 0 || serial > 9_999_999_999)
    throw new RangeError(`serial ${serial} does not fit ten digits`);
  const digits = String(serial).padStart(10, '0');
  return `${prefix}${digits}${mod10CheckDigit(digits)}`;
}

/** True for a number that `courierTrackingNumber` can have made. */
export const isCourierTrackingNumber = (text: string): boolean =>
  /^[A-Z]{2}\d{11}$/.test(text) && hasMod10CheckDigit(text.slice(2));
