/** A postal address as printed lines, in the order the destination country expects. */
import type { Address } from '@scanship/domain/addresses/address';
import { formatAddress } from 'localized-address-format';
import { printableLine } from '../text/printable-text.ts';

export interface AddressLines {
  readonly name: string;
  readonly company: string;
  readonly street: readonly string[];
  /** City, province and postal code as the country writes them (Google address metadata). */
  readonly locality: readonly string[];
  /** Name of the country in capitals, in the language of the document. */
  readonly country: string;
}

/** English or French name of an ISO 3166-1 country; the code itself when there is none. */
export function countryName(code: string, language: 'en' | 'fr'): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([language], { type: 'region' }).of(code.toUpperCase()) ?? code;
}

const clean = (text: string | undefined): string => printableLine(text ?? '');

export function addressLines(address: Address, language: 'en' | 'fr'): AddressLines {
  const name = clean(address.name);
  const company = clean(address.companyName);
  const locality = formatAddress(
    {
      postalCountry: address.countryCode,
      administrativeArea: clean(address.provinceCode),
      locality: clean(address.city),
      postalCode: clean(address.zipcode),
    },
    'latin',
  );
  // Some country formats leave out a field (the Emirates have no city line): what was given is never lost.
  const printed = locality.join(' ').toLocaleLowerCase('en');
  for (const given of [clean(address.city), clean(address.provinceCode), clean(address.zipcode)])
    if (given !== '' && !printed.includes(given.toLocaleLowerCase('en'))) locality.push(given);
  return {
    name,
    company: company === name ? '' : company,
    street: [clean(address.address1), clean(address.address2)].filter((line) => line !== ''),
    locality: locality.map((line) => printableLine(line)).filter((line) => line !== ''),
    country: countryName(address.countryCode, language).toLocaleUpperCase(language),
  };
}
