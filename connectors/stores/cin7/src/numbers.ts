/** Tracking numbers: Cin7 has one field for all of a shipment. */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import type { FulfilInput } from '@scanship/connector-kit/store/store';

export const plain = (number: string): string => number.replaceAll(/\s/g, '').toUpperCase();

export const splitNumbers = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map(plain)
    .filter((number) => number !== '');

export const joined = (numbers: readonly string[]): string => numbers.join(', ');

export const numbersOf = (input: FulfilInput): string[] => input.parcels.map(({ trackingNumber }) => trackingNumber);

/** All numbers of this report stand in the text; a report without any is never known by them. */
export const holdsAll = (text: string, input: FulfilInput): boolean => {
  const there = splitNumbers(text);
  return input.parcels.length > 0 && numbersOf(input).every((number) => there.includes(plain(number)));
};

export const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });
