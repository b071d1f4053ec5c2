import type { Address } from '@scanship/domain/addresses/address';

/** An address in one line for people who choose a place. */
export const formatAddressLine = ({ address1, city, provinceCode, zipcode }: Address): string =>
  [address1, [city, provinceCode, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
