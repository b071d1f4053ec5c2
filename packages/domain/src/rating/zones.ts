/** Which zone of a rate sheet an address lies in. */
import type { Address } from '../addresses/address.ts';
import type { PostalRange, RateSheet, ZoneRow } from './rate-sheet.ts';

/** Postal code as prefixes are compared: capitals and digits only. */
export const bareCode = (zipcode: string): string => zipcode.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Length of the longest range that holds the code, 0 for none. */
export function longestPrefix(postal: readonly PostalRange[], code: string): number {
  let longest = 0;
  for (const { from, to } of postal) {
    const prefix = code.slice(0, from.length);
    if (prefix.length === from.length && prefix >= from && prefix <= to) longest = Math.max(longest, from.length);
  }
  return longest;
}

/**
 * How closely a row fits an address, undefined when it does not: the longest postal prefix first, then a named province,
 * then a named country, then `*`.
 */
function fit(row: ZoneRow, address: Address, code: string): number | undefined {
  if (row.country !== '*' && row.country !== address.countryCode) return undefined;
  if (row.provinces.length > 0 && !row.provinces.includes(address.provinceCode)) return undefined;
  const prefix = longestPrefix(row.postal, code);
  if (row.postal.length > 0 && prefix === 0) return undefined;
  return prefix * 4 + (row.provinces.length > 0 ? 2 : 0) + (row.country === '*' ? 0 : 1);
}

/** Code of the closest zone; of rows that fit alike the earlier one (an accepted sheet has none). */
export function zoneOf(sheet: RateSheet, address: Address): string | undefined {
  const code = bareCode(address.zipcode);
  let best: { readonly zone: string; readonly score: number } | undefined;
  for (const row of sheet.zones) {
    const score = fit(row, address, code);
    if (score !== undefined && (best === undefined || score > best.score)) best = { zone: row.zone, score };
  }
  return best?.zone;
}

/** Name of a zone: the first one its rows give, else its code. */
export const zoneName = (sheet: RateSheet, zone: string): string =>
  sheet.zones.find((row) => row.zone === zone && row.name !== '')?.name ?? zone;
