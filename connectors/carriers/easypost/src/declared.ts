/**
 * What only some carriers behind EasyPost act on (EasyPost, "Options": `hazmat` for USPS, FedEx and DHL eCommerce, `dry_ice` for UPS and
 * FedEx, `duty_payment` for FedEx and UPS). The others would carry the parcel as if nothing had been said, so they are not offered. Pure.
 */
import type { CarriedBy } from '@scanship/connector-kit/rates/carried-by';
import { fail } from '@scanship/connector-kit/errors';
import type { DangerousGoodsKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ounces } from './ounces.ts';

/** Primary cells are lithium metal, secondary ones lithium ion; "contained" is inside equipment, "packed" beside it. */
const HAZMAT: Readonly<Record<Exclude<DangerousGoodsKind, 'dry-ice'>, string>> = {
  'lithium-ion-in-equipment': 'SECONDARY_CONTAINED',
  'lithium-ion-with-equipment': 'SECONDARY_PACKED',
  'lithium-metal-in-equipment': 'PRIMARY_CONTAINED',
  'lithium-metal-with-equipment': 'PRIMARY_PACKED',
  'limited-quantity': 'LIMITED_QUANTITY',
};

const BATTERIES = ['fedex', 'dhl-ecommerce'];
const TAKERS: Readonly<Record<DangerousGoodsKind, readonly string[]>> = {
  'lithium-ion-in-equipment': BATTERIES,
  'lithium-ion-with-equipment': BATTERIES,
  'lithium-metal-in-equipment': BATTERIES,
  'lithium-metal-with-equipment': BATTERIES,
  'limited-quantity': ['usps', ...BATTERIES],
  'dry-ice': ['ups', 'fedex'],
};
const BILLERS: readonly string[] = ['ups', 'fedex'];

/** Part of EasyPost's options. @throws ConnectorError `invalid-input` naming our field */
export function declaredOptions({ options, customs }: ShipmentRequest) {
  const goods = options.dangerousGoods;
  const account = customs?.dutiesAccount;
  const grams = goods?.kind === 'dry-ice' ? (goods.dryIceGrams ?? 0) : undefined;
  if (grams !== undefined && grams <= 0)
    throw fail('invalid-input', 'How much dry ice is in each parcel?', { field: 'options.dangerousGoods.dryIceGrams' });
  if (account?.holder === 'third-party' && !(account.countryCode && account.postalCode))
    throw fail('invalid-input', 'EasyPost needs country and postal code of the account that pays the duties.', {
      field: account.countryCode ? 'customs.dutiesAccount.postalCode' : 'customs.dutiesAccount.countryCode',
    });
  return {
    hazmat: goods && goods.kind !== 'dry-ice' ? HAZMAT[goods.kind] : undefined,
    dry_ice: grams === undefined ? undefined : true,
    dry_ice_weight: grams === undefined ? undefined : String(ounces(grams)),
    duty_payment: account && {
      type: account.holder === 'receiver' ? 'RECEIVER' : 'THIRD_PARTY',
      account: account.number,
      country: account.countryCode,
      postal_code: account.postalCode,
    },
  };
}

/** Why a carrier is not offered for what was declared; undefined where it is. */
export function ignores(
  { carrier, carrierName }: CarriedBy,
  { options, customs }: ShipmentRequest,
): string | undefined {
  const goods = options.dangerousGoods;
  if (goods && !TAKERS[goods.kind].includes(carrier))
    return `${carrierName} cannot be told of these dangerous goods through EasyPost.`;
  if (customs?.dutiesAccount && !BILLERS.includes(carrier))
    return `${carrierName} cannot bill duties to another account through EasyPost.`;
  return undefined;
}
