/** Whether a carrier's own spelling of an address is the one that was asked about. */
import type { Address } from '@scanship/domain/addresses/address';

/** Letters and digits alone, in capitals. */
const bare = (text: string | undefined): string => (text ?? '').toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Case, spaces and punctuation aside; more digits of a postal code than were asked about are no difference. */
export const sameAddress = (asked: Address, found: Address): boolean =>
  bare(`${asked.address1} ${asked.address2 ?? ''}`) === bare(`${found.address1} ${found.address2 ?? ''}`) &&
  bare(asked.city) === bare(found.city) &&
  bare(asked.provinceCode) === bare(found.provinceCode) &&
  bare(found.zipcode).startsWith(bare(asked.zipcode));

/** The postal code as it was written where the carrier's only says more ("12345-6789") or spells it otherwise. */
export const zipcodeOf = (asked: string, found: string): string =>
  bare(asked) !== '' && bare(found).startsWith(bare(asked)) ? asked : found;
