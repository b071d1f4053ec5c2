/**
 * Where orders leave from (decisions 28): the order's own location, else its store's (a store's address is kept as a
 * location of the customer, `stores.location_id`), else the customer's default location.
 */
import type { AddressDto } from '@scanship/contracts/common';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

interface Placed {
  readonly locationId?: string | null | undefined;
  readonly storeId: string;
}

/** Country each order leaves from, for many orders at once; null where no ship-from address is known yet. */
export async function shipFromCountries(tx: Tx): Promise<{ readonly of: (order: Placed) => string | null }> {
  const locations = await sql<{ id: string; country: string | null; is_default: boolean }>`
    SELECT id, address ->> 'countryCode' AS country, is_default FROM locations WHERE archived_at IS NULL`.execute(tx);
  const stores = await sql<{ id: string; location_id: string }>`
    SELECT id, location_id FROM stores WHERE location_id IS NOT NULL`.execute(tx);
  const byLocation = new Map(locations.rows.map((row) => [row.id, row.country]));
  const byStore = new Map(stores.rows.map((row) => [row.id, byLocation.get(row.location_id)]));
  const fallback = locations.rows.find((row) => row.is_default)?.country;
  return {
    of: (order) => byLocation.get(order.locationId ?? '') ?? byStore.get(order.storeId) ?? fallback ?? null,
  };
}

export interface ShipFrom {
  readonly locationId: string;
  readonly name: string;
  readonly address: AddressDto;
  readonly timeZone: string;
}

interface LocationRow {
  readonly id: string;
  readonly name: string;
  readonly address: AddressDto;
  readonly time_zone: string;
}

/** The location one order leaves from, or null while the customer has none. */
export async function shipFromOf(tx: Tx, order: Placed): Promise<ShipFrom | null> {
  const { rows } = await sql<LocationRow>`SELECT l.id, l.name, l.address, l.time_zone
    FROM locations l LEFT JOIN stores s ON s.tenant_id = l.tenant_id AND s.id = ${order.storeId}
    WHERE l.archived_at IS NULL AND (l.id = ${order.locationId ?? null}::uuid OR l.id = s.location_id OR l.is_default)
    ORDER BY (l.id = ${order.locationId ?? null}::uuid) DESC NULLS LAST, (l.id = s.location_id) DESC NULLS LAST, l.id
    LIMIT 1`.execute(tx);
  const row = rows[0];
  return row ? { locationId: row.id, name: row.name, address: row.address, timeZone: row.time_zone } : null;
}
