/**
 * Which of a seller's tax numbers go with a parcel: those that the customs it leaves or enters can use, and a number of a collection
 * scheme only where the scheme covers the parcel. Decision 0199.
 */
import { type Money, sum, times } from '../money/money.ts';
import { inUnionCustoms, inUnionVat, isNorthernIreland, type Place } from '../addresses/european-union.ts';
import type { ShipmentRequest } from '../shipping/shipment.ts';
import { scopeOf, TAX_ID_KINDS, type TaxId, type TaxIdKind } from './tax-id-kinds.ts';

/** VAT on sales from abroad that the seller collects: its number says to customs that nothing is owed any more. */
export interface CollectionScheme {
  readonly kind: Extract<TaxIdKind, 'IOSS' | 'VOEC'>;
  /** Currency of the limit. */
  readonly currency: string;
  /** The most the goods may be worth, without transport and insurance. */
  readonly limit: Money;
  readonly of: 'shipment' | 'unit';
}

/**
 * Article 369l of Directive 2006/112/EC (as of Directive (EU) 2017/2455): goods sold from outside the Union in consignments of an
 * intrinsic value of at most EUR 150; intrinsic value by Article 1(48) of Delegated Regulation (EU) 2015/2446.
 */
const IOSS: CollectionScheme = {
  kind: 'IOSS',
  currency: 'EUR',
  limit: { minor: 15_000, currency: 'EUR' },
  of: 'shipment',
};

/** skatteetaten.no, "Sending goods under the VOEC scheme": below NOK 3,000, "per item and not per consignment". */
const VOEC: CollectionScheme = {
  kind: 'VOEC',
  currency: 'NOK',
  limit: { minor: 299_999, currency: 'NOK' },
  of: 'unit',
};

export const COLLECTION_SCHEMES: readonly CollectionScheme[] = [IOSS, VOEC];

type Journey = Pick<ShipmentRequest, 'from' | 'to' | 'customs' | 'return'>;

/** Whether any tax number could go with it: inside a country none does, but for India's (the carrier's waybill names the GSTIN). */
export const mayBearTaxIds = ({ from, to }: Journey): boolean =>
  from.countryCode !== to.countryCode || from.countryCode === 'IN';

/** The scheme a shipment could go by, as far as its way and purpose tell; a scheme is for sales, and for what comes from outside. */
export function schemeOf({ from, to, customs, return: back }: Journey): CollectionScheme | undefined {
  if (customs?.purpose !== 'Sale' || back) return undefined;
  if (inUnionVat(to) && !inUnionVat(from)) return IOSS;
  return to.countryCode === 'NO' && from.countryCode !== 'NO' ? VOEC : undefined;
}

/**
 * Whether the goods are worth little enough.
 * @param convert an amount in the scheme's currency, in minor units; undefined when no rate is known: then the scheme is not claimed
 */
export function isCovered(
  scheme: CollectionScheme,
  { customs }: Journey,
  convert: (amount: Money) => number | undefined,
): boolean {
  if (!customs || customs.items.length === 0) return false;
  if (customs.items.some(({ unitValue }) => unitValue.currency !== customs.currency)) return false;
  const amounts =
    scheme.of === 'unit'
      ? customs.items.map(({ unitValue }) => unitValue)
      : [
          sum(
            customs.items.map(({ unitValue, quantity }) => times(unitValue, quantity)),
            customs.currency,
          ),
        ];
  return amounts.every((amount) => {
    const worth = amount.currency === scheme.currency ? amount.minor : convert(amount);
    return worth !== undefined && worth <= scheme.limit.minor;
  });
}

/** Whether the authority at a place of the journey can use the number. */
function countsAt(id: TaxId, place: Place, other: Place): boolean {
  if (id.kind === 'EORI' && scopeOf(id) === 'EU') {
    // Inside the Union nobody declares anything.
    const inside = inUnionCustoms(place) || isNorthernIreland(place);
    return inside && !(inUnionCustoms(other) || isNorthernIreland(other));
  }
  if (id.kind === 'VAT' && id.number.startsWith('XI')) return isNorthernIreland(place);
  const country = place.countryCode === 'MC' ? 'FR' : place.countryCode;
  return id.countryCode === country;
}

/**
 * The numbers that go along, in the order in which carriers that take one only are to have them: of the scheme, then those of the
 * place it goes to, then of the place it leaves.
 * @param covered the scheme that covers the shipment (`schemeOf`, `isCovered`)
 */
export function taxIdsFor(
  ids: readonly TaxId[],
  shipment: Journey,
  covered: CollectionScheme['kind'] | undefined,
): readonly TaxId[] {
  const { from, to } = shipment;
  if (!mayBearTaxIds(shipment)) return [];
  if (from.countryCode === to.countryCode)
    return ids.filter(({ kind, countryCode }) => kind === 'GST' && countryCode === to.countryCode);
  const ranked = ids.flatMap((id) => {
    if (id.kind === 'IOSS' || id.kind === 'VOEC') return id.kind === covered ? [{ id, rank: 0 }] : [];
    if (countsAt(id, to, from)) return [{ id, rank: 1 }];
    return countsAt(id, from, to) ? [{ id, rank: 2 }] : [];
  });
  return ranked
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        TAX_ID_KINDS.indexOf(a.id.kind) - TAX_ID_KINDS.indexOf(b.id.kind) ||
        (a.id.number < b.id.number ? -1 : 1),
    )
    .map(({ id }) => id);
}
