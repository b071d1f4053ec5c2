/** Addresses as forms hold them, and what differs between two of them. */
import type { AddressDto } from '@scanship/contracts/common';

export const ADDRESS_FIELDS = [
  'name',
  'companyName',
  'address1',
  'address2',
  'city',
  'provinceCode',
  'zipcode',
  'countryCode',
  'phone',
  'email',
] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

export const emptyAddress = (countryCode: string): AddressDto => ({
  name: '',
  companyName: '',
  address1: '',
  address2: '',
  city: '',
  provinceCode: '',
  zipcode: '',
  countryCode,
  phone: '',
  email: '',
});

/** Empty optional texts leave as null; nothing else is changed, the server normalises. */
export function toWire(address: AddressDto): AddressDto {
  const optional = (text: string | null | undefined) => text?.trim() || null;
  return {
    ...address,
    companyName: optional(address.companyName),
    address2: optional(address.address2),
    phone: optional(address.phone),
    email: optional(address.email),
  };
}

const same = (a: string | null | undefined, b: string | null | undefined): boolean =>
  (a ?? '').trim().toLocaleLowerCase() === (b ?? '').trim().toLocaleLowerCase();

/** Fields in which `b` differs from `a`, apart from case and blanks. */
export const differences = (a: AddressDto, b: AddressDto): readonly AddressField[] =>
  ADDRESS_FIELDS.filter((field) => !same(a[field], b[field]));

/** Fields no address can do without; what else a country asks for, the address check says. */
export const missingFields = (address: AddressDto): readonly AddressField[] =>
  (['name', 'address1', 'city', 'countryCode'] as const).filter((field) => !address[field].trim());

/** The address in lines, as on an envelope. */
export const addressLines = (a: AddressDto): readonly string[] =>
  [
    a.name,
    a.companyName,
    a.address1,
    a.address2,
    [a.city, a.provinceCode, a.zipcode].filter(Boolean).join(' '),
    a.countryCode,
  ].flatMap((line) => (line?.trim() ? [line.trim()] : []));

/** What a country calls its postal code and its regions. */
export type PostalName = 'zip' | 'postal' | 'postcode' | 'pin' | 'eircode';
export function postalNameOf(countryCode: string): PostalName {
  if (['US', 'PR', 'PH'].includes(countryCode)) return 'zip';
  if (['GB', 'AU', 'NZ', 'DE', 'AT', 'NL', 'BE', 'DK', 'NO', 'SE', 'FI'].includes(countryCode)) return 'postcode';
  if (countryCode === 'IN') return 'pin';
  if (countryCode === 'IE') return 'eircode';
  return 'postal';
}
export type RegionName = 'state' | 'province' | 'county' | 'region' | 'prefecture';
export function regionNameOf(countryCode: string): RegionName {
  if (['US', 'AU', 'IN', 'BR', 'MX', 'MY', 'DE', 'AT'].includes(countryCode)) return 'state';
  if (['CA', 'CN', 'IT', 'ES', 'NL', 'BE', 'AR', 'TR', 'ZA'].includes(countryCode)) return 'province';
  if (['IE', 'GB'].includes(countryCode)) return 'county';
  return countryCode === 'JP' ? 'prefecture' : 'region';
}
