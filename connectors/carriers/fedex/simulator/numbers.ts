/** FedEx numbers: 12 digits of Express (weights 3 1 7, mod 11, mod 10), 15 of Ground (mod 10, weights 3 and 1). */
import { randomInt } from 'node:crypto';
import { hasMod10CheckDigit, mod10CheckDigit, weightedCheckDigit } from '@scanship/domain/tracking/tracking-numbers';

const WEIGHTS = [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1];
const digits = (count: number): string => Array.from({ length: count }, () => String(randomInt(10))).join('');

export function expressNumber(): string {
  const serial = `79${digits(9)}`;
  return `${serial}${weightedCheckDigit(serial, WEIGHTS, 11, 10)}`;
}

export function groundNumber(): string {
  const serial = `04${digits(12)}`;
  return `${serial}${mod10CheckDigit(serial)}`;
}

export const isTrackingNumber = (number: string): boolean =>
  /^\d{12}$/.test(number)
    ? weightedCheckDigit(number.slice(0, 11), WEIGHTS, 11, 10) === Number(number.at(-1))
    : /^\d{15}$/.test(number) && hasMod10CheckDigit(number);
