/**
 * How a country writes an address, from the metadata of Google's libaddressinput (through `localized-address-format`).
 * Light enough for the browser: no lists of countries or provinces here.
 */
import { formatAddress } from 'localized-address-format';
import type { Address } from './address.ts';

const MARK = '\u2042';

/** True when the country's address line shows a province, state or prefecture. */
export const usesProvince = (countryCode: string): boolean =>
  formatAddress({ postalCountry: countryCode, administrativeArea: MARK }).join('').includes(MARK);

/** True when the country's address shows a postal code. */
export const usesPostalCode = (countryCode: string): boolean =>
  formatAddress({ postalCountry: countryCode, postalCode: MARK }).join('').includes(MARK);

/**
 * The address as lines in the order of its country, without the country itself ("M5V 2T6" after the city in Canada,
 * before it in France). Latin script, empty parts left out.
 * @param countryName printed as last line when given; carriers want it on shipments that cross a border
 */
export function formatAddressLines(address: Address, countryName?: string): string[] {
  const lines = formatAddress(
    {
      postalCountry: address.countryCode,
      name: address.name,
      organization: address.companyName ?? '',
      addressLines: [address.address1, address.address2 ?? ''].filter((line) => line !== ''),
      locality: address.city,
      administrativeArea: address.provinceCode,
      postalCode: address.zipcode,
    },
    'latin',
  ).filter((line) => line.trim() !== '');
  return countryName === undefined || countryName === '' ? lines : [...lines, countryName.toUpperCase()];
}
