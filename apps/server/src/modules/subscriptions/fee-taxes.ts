/**
 * Sales taxes on a fee: the place and registrations of the seller, the place and certificates of the buyer, as the taxes module
 * keeps them. Read within the transaction that charges the fee, where `taxesBetween` would open others.
 */
import type { Money } from '@scanship/domain/money';
import { taxesOn, taxLines, type TaxPlace } from '@scanship/domain/sales-tax';
import type { PriceLine } from '@scanship/domain/shipment';
import { actAs, type Tx } from '../../platform/database/database.ts';

const textOf = (address: unknown, field: 'countryCode' | 'provinceCode'): string => {
  const value = (address as Partial<Record<typeof field, unknown>> | null)?.[field];
  return typeof value === 'string' ? value.toUpperCase() : '';
};

/** Where the customer ships from, for a seller that wrote no other place down. Runs as the customer. */
const shipsFrom = async (tx: Tx, customerId: string): Promise<TaxPlace | undefined> => {
  const row = await tx
    .selectFrom('locations')
    .select('address')
    .where('tenant_id', '=', customerId)
    .where('archived_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const place = {
    countryCode: textOf(row?.address, 'countryCode'),
    provinceCode: textOf(row?.address, 'provinceCode'),
  };
  return place.countryCode === '' ? undefined : place;
};

/**
 * Tax lines of what a seller charges a customer for its plan; none where the seller is not registered, or where nobody knows
 * where it or the customer is. Runs as the customer and ends so.
 * @param day it is charged on, YYYY-MM-DD
 */
export async function feeTaxes(
  tx: Tx,
  of: { readonly sellerId: string; readonly customerId: string },
  net: Money,
  day: string,
): Promise<readonly PriceLine[]> {
  const home = await shipsFrom(tx, of.customerId);
  await actAs(tx, { role: 'app_tenant', tenantId: of.sellerId });
  const places = await tx
    .selectFrom('tax_places')
    .select(['party_id', 'country_code', 'province_code'])
    .where('tenant_id', '=', of.sellerId)
    .where('party_id', 'in', [of.sellerId, of.customerId])
    .execute();
  const registrations = await tx
    .selectFrom('tax_registrations')
    .select(['authority', 'number'])
    .where('tenant_id', '=', of.sellerId)
    .execute();
  const exemptions = await tx
    .selectFrom('tax_exemptions')
    .select(['authority', 'certificate', 'valid_to'])
    .where('tenant_id', '=', of.sellerId)
    .where('party_id', '=', of.customerId)
    .execute();
  await actAs(tx, { role: 'app_tenant', tenantId: of.customerId });
  const placeOf = (partyId: string): TaxPlace | undefined => {
    const row = places.find((each) => each.party_id === partyId);
    return row && { countryCode: row.country_code, provinceCode: row.province_code };
  };
  const sellerPlace = placeOf(of.sellerId);
  const buyerPlace = placeOf(of.customerId) ?? home;
  if (!sellerPlace || !buyerPlace) return [];
  const { taxes } = taxesOn({
    sellerPlace,
    buyerPlace,
    day,
    supply: 'software',
    registrations,
    exemptions: exemptions.map(({ authority, certificate, valid_to }) => ({
      authority,
      certificate,
      validTo: valid_to ?? undefined,
    })),
  });
  return taxLines(net, taxes);
}
