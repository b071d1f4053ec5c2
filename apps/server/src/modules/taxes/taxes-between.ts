/** The taxes a seller puts on a charge to one of its buyers: place, registrations and exemptions as they are kept. */
import {
  type TaxAnswer,
  type TaxedSupply,
  type TaxExemption,
  type TaxPlace,
  taxesOn,
  type TaxRegistration,
} from '@scanship/domain/taxes/sales-tax';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { ownPlaceOf, readBuyerRecord, readTaxRecord, typedPlaces } from './tax-records.ts';

export interface TaxesBetween extends TaxAnswer {
  readonly sellerPlace: TaxPlace | undefined;
  readonly buyerPlace: TaxPlace | undefined;
  /** The seller wrote the buyer's place down; else it is what the buyer says. */
  readonly placeTyped: boolean;
  /** All numbers of the seller, for the head of an invoice. */
  readonly registrations: readonly TaxRegistration[];
  /** All certificates of the buyer, also those that are over. */
  readonly exemptions: readonly TaxExemption[];
}

export interface TaxedCharge {
  readonly sellerId: string;
  readonly buyerId: string;
  /** Day of the invoice, YYYY-MM-DD. */
  readonly day: string;
  readonly supply: TaxedSupply;
}

/** Within the transaction that charges. Works as the buyer and the seller, and ends as the buyer. Unknown places: no tax. */
export async function taxesWithin(tx: Tx, charge: TaxedCharge): Promise<TaxesBetween> {
  const { sellerId, buyerId, day, supply } = charge;
  await actAs(tx, { role: 'app_tenant', tenantId: buyerId });
  const said = await ownPlaceOf(tx, buyerId);
  await actAs(tx, { role: 'app_tenant', tenantId: sellerId });
  const { registrations, place: sellerPlace } = await readTaxRecord(tx, sellerId);
  const { place: typed, exemptions } = await readBuyerRecord(tx, sellerId, buyerId);
  await actAs(tx, { role: 'app_tenant', tenantId: buyerId });
  const buyerPlace = typed ?? said;
  const answer =
    sellerPlace && buyerPlace
      ? taxesOn({ sellerPlace, buyerPlace, day, supply, registrations, exemptions })
      : { taxes: [], leftOut: [] };
  return { ...answer, sellerPlace, buyerPlace, placeTyped: typed !== undefined, registrations, exemptions };
}

/** The same in a transaction of its own. */
export const taxesBetween = (db: Database, charge: TaxedCharge): Promise<TaxesBetween> =>
  db.tenant({ tenantId: charge.buyerId }, (tx) => taxesWithin(tx, charge), { readOnly: true });

/** Of these buyers those whose place nobody knows, so that a seller who is registered for taxes charges them none. */
export async function untaxedOf(
  db: Database,
  sellerId: string,
  buyerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return db.tenant(
    { tenantId: sellerId },
    async (tx) => {
      const { place, registrations } = await readTaxRecord(tx, sellerId);
      if (!place || registrations.length === 0) return new Set<string>();
      const typed = await typedPlaces(tx, sellerId);
      const silent = new Set<string>();
      for (const buyerId of new Set(buyerIds)) {
        if (typed.has(buyerId)) continue;
        await actAs(tx, { role: 'app_tenant', tenantId: buyerId });
        if (!(await ownPlaceOf(tx, buyerId))) silent.add(buyerId);
      }
      return silent;
    },
    { readOnly: true },
  );
}
