/** Waybills (nine digits and their remainder modulo 7), piece ids and confirmation numbers of pickups. */
import { randomInt } from 'node:crypto';
import { mod7CheckDigit } from '@scanship/domain/tracking/tracking-numbers';

const digits = (count: number): string =>
  Array.from({ length: count }, (_d, index) => (index === 0 ? randomInt(1, 10) : randomInt(10))).join('');

export function waybillNumber(): string {
  const serial = digits(9);
  return `${serial}${mod7CheckDigit(serial)}`;
}

export const isWaybill = (text: string): boolean =>
  /^\d{10}$/.test(text) && mod7CheckDigit(text.slice(0, -1)) === Number(text.at(-1));

export const pieceId = (): string => `JD0146${digits(14)}`;

/** "PRG" with the day and six digits. */
export const confirmationNumber = (now: Date): string =>
  `PRG${now.toISOString().slice(2, 10).replaceAll('-', '')}${digits(6)}`;
