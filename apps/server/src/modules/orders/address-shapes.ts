/** Addresses as the wire, the domain and the database have them: the same fields, null or absent where empty. */
import type { AddressDto } from '@scanship/contracts/common';
import type { Address } from '@scanship/domain/addresses/address';
import { cleanOrNull, cleanText } from './commands/rows.ts';

/** From the wire or a jsonb column. */
export const toAddress = (dto: AddressDto): Address => ({
  name: cleanText(dto.name),
  companyName: cleanOrNull(dto.companyName) ?? undefined,
  address1: cleanText(dto.address1),
  address2: cleanOrNull(dto.address2) ?? undefined,
  city: cleanText(dto.city),
  provinceCode: cleanText(dto.provinceCode),
  zipcode: cleanText(dto.zipcode),
  countryCode: cleanText(dto.countryCode).toUpperCase(),
  phone: cleanOrNull(dto.phone) ?? undefined,
  email: cleanOrNull(dto.email) ?? undefined,
  residential: dto.residential ?? undefined,
});

/** To the wire. */
export const toAddressDto = (address: Address): AddressDto => ({
  name: address.name,
  companyName: address.companyName ?? null,
  address1: address.address1,
  address2: address.address2 ?? null,
  city: address.city,
  provinceCode: address.provinceCode,
  zipcode: address.zipcode,
  countryCode: address.countryCode,
  phone: address.phone ?? null,
  email: address.email ?? null,
  residential: address.residential ?? null,
});
