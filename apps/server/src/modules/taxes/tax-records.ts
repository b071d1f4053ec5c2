/** What a level keeps for sales taxes: its own place and numbers, and places and exemptions of those it sells to. */
import {
  type TaxAuthority,
  type TaxExemption,
  type TaxPlace,
  type TaxRegistration,
} from '@scanship/domain/taxes/sales-tax';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface TaxRecord {
  readonly place: TaxPlace | undefined;
  readonly registrations: readonly TaxRegistration[];
}

const placeRow = async (tx: Tx, tenantId: string, partyId: string): Promise<TaxPlace | undefined> => {
  const row = await tx
    .selectFrom('tax_places')
    .select(['country_code', 'province_code'])
    .where('tenant_id', '=', tenantId)
    .where('party_id', '=', partyId)
    .executeTakeFirst();
  return row && { countryCode: row.country_code, provinceCode: row.province_code };
};

/** Of the level itself. Runs as the level. */
export async function readTaxRecord(tx: Tx, tenantId: string): Promise<TaxRecord> {
  const registrations = await tx
    .selectFrom('tax_registrations')
    .select(['authority', 'number'])
    .where('tenant_id', '=', tenantId)
    .orderBy('authority')
    .execute();
  return { place: await placeRow(tx, tenantId, tenantId), registrations };
}

export interface BuyerTaxRecord {
  /** Typed by the seller. */
  readonly place: TaxPlace | undefined;
  readonly exemptions: readonly TaxExemption[];
}

/** What the seller keeps of a buyer. Runs as the seller. */
export async function readBuyerRecord(tx: Tx, sellerId: string, buyerId: string): Promise<BuyerTaxRecord> {
  const rows = await tx
    .selectFrom('tax_exemptions')
    .select(['authority', 'certificate', 'valid_to'])
    .where('tenant_id', '=', sellerId)
    .where('party_id', '=', buyerId)
    .orderBy('authority')
    .execute();
  return {
    place: await placeRow(tx, sellerId, buyerId),
    exemptions: rows.map(({ authority, certificate, valid_to: validTo }) => ({
      authority,
      certificate,
      validTo: validTo ?? undefined,
    })),
  };
}

/**
 * Where a buyer says it is: its own place for taxes (a franchise), else its default ship-from address. Runs as the buyer.
 */
export async function ownPlaceOf(tx: Tx, buyerId: string): Promise<TaxPlace | undefined> {
  const said = await placeRow(tx, buyerId, buyerId);
  if (said) return said;
  const { rows } = await sql<{ country: string | null; province: string | null }>`
    SELECT upper(address->>'countryCode') AS country, upper(address->>'provinceCode') AS province FROM locations
    WHERE tenant_id = ${buyerId} AND archived_at IS NULL ORDER BY is_default DESC, id LIMIT 1`.execute(tx);
  const found = rows[0];
  return found?.country ? { countryCode: found.country, provinceCode: found.province ?? '' } : undefined;
}

/** Buyers whose place the seller wrote down. Runs as the seller. */
export async function typedPlaces(tx: Tx, sellerId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('tax_places').select('party_id').where('tenant_id', '=', sellerId).execute();
  return new Set(rows.map(({ party_id: partyId }) => partyId));
}

/** Null takes the place away. Runs as the level that keeps it. */
export async function writePlace(tx: Tx, tenantId: string, partyId: string, place: TaxPlace | null): Promise<void> {
  await tx.deleteFrom('tax_places').where('tenant_id', '=', tenantId).where('party_id', '=', partyId).execute();
  if (place)
    await tx
      .insertInto('tax_places')
      .values({
        tenant_id: tenantId,
        party_id: partyId,
        country_code: place.countryCode,
        province_code: place.provinceCode,
      })
      .execute();
}

export async function writeRegistrations(
  tx: Tx,
  tenantId: string,
  registrations: readonly TaxRegistration[],
): Promise<void> {
  await tx.deleteFrom('tax_registrations').where('tenant_id', '=', tenantId).execute();
  if (registrations.length > 0)
    await tx
      .insertInto('tax_registrations')
      .values(registrations.map(({ authority, number }) => ({ tenant_id: tenantId, authority, number })))
      .execute();
}

export async function writeExemptions(
  tx: Tx,
  tenantId: string,
  partyId: string,
  exemptions: readonly { authority: TaxAuthority; certificate: string; validTo: string | null }[],
): Promise<void> {
  await tx.deleteFrom('tax_exemptions').where('tenant_id', '=', tenantId).where('party_id', '=', partyId).execute();
  if (exemptions.length > 0)
    await tx
      .insertInto('tax_exemptions')
      .values(
        exemptions.map(({ authority, certificate, validTo }) => ({
          tenant_id: tenantId,
          party_id: partyId,
          authority,
          certificate,
          valid_to: validTo,
        })),
      )
      .execute();
}
