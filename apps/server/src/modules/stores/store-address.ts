/** A store's own address: kept with the store, and, once complete, as the ship-from place of its orders (decisions 28, 33). */
import type { Address } from '@scanship/domain/addresses/address';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { keepStoreLocations, STORE_ADDRESS } from '../settings/index.ts';
import { missingAddress, type StoreRow } from './store-rows.ts';

/** @returns the store as it is now */
export async function keepStoreAddress(tx: Tx, store: StoreRow, address: Partial<Address>): Promise<StoreRow> {
  await sql`UPDATE stores SET address = ${json(address)} WHERE id = ${store.id}`.execute(tx);
  const changed: StoreRow = { ...store, address };
  return { ...changed, locationId: await keepShipFrom(tx, changed) };
}

/** The place orders of the store leave from: as its settings say, else its own address, else none (the customer's default). */
export async function keepShipFrom(tx: Tx, store: StoreRow): Promise<string | null> {
  let own: string | undefined;
  if (missingAddress(store.address).length === 0) {
    const place = { externalId: STORE_ADDRESS, name: store.name, address: store.address, active: true };
    const kept = await keepStoreLocations(
      { tenantId: store.tenantId },
      tx,
      { id: store.id, timeZone: store.timeZone },
      [place],
    );
    own = kept.get(STORE_ADDRESS);
  }
  const locationId = store.settings.defaultLocationId ?? own ?? null;
  await sql`UPDATE stores SET location_id = ${locationId} WHERE id = ${store.id}`.execute(tx);
  return locationId;
}
