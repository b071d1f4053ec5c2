/** Ship-from places that come from stores: the store's own address, and the locations it has at its platform (decisions 28). */
import type { AddressDto } from '@scanship/contracts/common';
import { checkAddress } from '@scanship/domain/addresses/address-check';
import type { Address } from '@scanship/domain/addresses/address';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { toAddress, toAddressDto } from '../orders/index.ts';

/** `external_id` of the location that holds a store's own address; no platform uses it. */
export const STORE_ADDRESS = 'store-address';

export interface StorePlace {
  readonly externalId: string;
  readonly name: string;
  readonly address: Partial<Address>;
  readonly active: boolean;
}

const whole = (address: Partial<Address>, name: string): AddressDto =>
  toAddressDto(
    checkAddress(
      toAddress({
        name: address.name || address.companyName || name,
        companyName: address.companyName ?? null,
        address1: address.address1 ?? '',
        address2: address.address2 ?? null,
        city: address.city ?? '',
        provinceCode: address.provinceCode ?? '',
        zipcode: address.zipcode ?? '',
        countryCode: address.countryCode ?? '',
        phone: address.phone ?? null,
        email: address.email ?? null,
      }),
    ).normalized,
  );

/**
 * Keeps the places of a store up to date. New ones are added, known ones follow the store until a person edits them (their
 * version is then past 1), inactive ones are put away. Several at once; the caller's transaction.
 * @returns our id of each place by the store's
 */
export async function keepStoreLocations(
  ctx: { readonly tenantId: string },
  tx: Tx,
  store: { readonly id: string; readonly timeZone: string | null },
  places: readonly StorePlace[],
): Promise<ReadonlyMap<string, string>> {
  if (places.length === 0) return new Map();
  const timeZone = sql`coalesce(${store.timeZone}::text, (SELECT c.time_zone FROM customer_settings c),
    (SELECT t.time_zone FROM tenants t WHERE t.id = ${ctx.tenantId}::uuid))`;
  const rows = places.map((place) => ({
    id: newId(),
    external_id: place.externalId,
    name: place.name.slice(0, 80) || 'Location',
    address: whole(place.address, place.name),
    active: place.active,
  }));
  const { rows: kept } = await sql<{ id: string; external_id: string }>`
    INSERT INTO locations AS l (tenant_id, id, name, address, time_zone, store_id, external_id, archived_at)
    SELECT ${ctx.tenantId}::uuid, r.id, r.name, r.address, ${timeZone}, ${store.id}::uuid, r.external_id,
      CASE WHEN r.active THEN NULL ELSE now() END
    FROM json_to_recordset(${toJson(rows)}::json) AS r(id uuid, external_id text, name text, address jsonb, active bool)
    ON CONFLICT (tenant_id, store_id, external_id) WHERE external_id IS NOT NULL DO UPDATE SET
      name = CASE WHEN l.version = 1 THEN excluded.name ELSE l.name END,
      address = CASE WHEN l.version = 1 THEN excluded.address ELSE l.address END,
      archived_at = CASE WHEN excluded.archived_at IS NULL OR l.is_default THEN NULL ELSE coalesce(l.archived_at, now()) END
    RETURNING l.id, l.external_id`.execute(tx);
  return new Map(kept.map((row) => [row.external_id, row.id]));
}
