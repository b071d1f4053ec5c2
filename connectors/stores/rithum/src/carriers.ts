/**
 * Carrier and class of a report have to stand in the account's list at Rithum, which the API does not show and to which sellers
 * add their own. Where the order asks for the carrier that was used, its pair is good; otherwise the carrier's name goes with
 * the class `Standard`, and a refusal says that the pair has to be added there.
 */
import type { FulfilInput } from '@scanship/connector-kit/store/store';

export interface CarrierPair {
  readonly ShippingCarrier: string;
  readonly ShippingClass: string;
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** @param asked the pair on the order, where there is one */
export function carrierPair(
  { name, slug }: FulfilInput['carrier'],
  asked: { readonly carrier: unknown; readonly shippingClass: unknown },
): CarrierPair {
  const { carrier, shippingClass } = asked;
  const known = typeof carrier === 'string' && typeof shippingClass === 'string';
  return known && [plain(name), plain(slug)].includes(plain(carrier))
    ? { ShippingCarrier: carrier, ShippingClass: shippingClass }
    : { ShippingCarrier: name, ShippingClass: 'Standard' };
}
