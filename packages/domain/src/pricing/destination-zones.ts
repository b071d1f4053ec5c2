/** The zones of a destination that mark-ups can be for, widest first. */
import type { Address } from '../addresses/address.ts';

/**
 * `domestic` or `international`, the country ("US") and, where the address has one, the province ("CA-BC").
 * A carrier's own zones differ by carrier and origin; these are the same for all.
 */
export function destinationZones(
  from: Pick<Address, 'countryCode'>,
  to: Pick<Address, 'countryCode' | 'provinceCode'>,
): readonly string[] {
  const province = to.provinceCode.trim().toUpperCase();
  return [
    from.countryCode === to.countryCode ? 'domestic' : 'international',
    to.countryCode,
    ...(province === '' ? [] : [`${to.countryCode}-${province}`]),
  ];
}

/** Whether one purchase can be in both zones. */
export function zonesMeet(one: string, other: string): boolean {
  if (one === other) return true;
  const wide = (zone: string): boolean => zone === 'domestic' || zone === 'international';
  if (wide(one) || wide(other)) return !(wide(one) && wide(other));
  return one.startsWith(`${other}-`) || other.startsWith(`${one}-`);
}
