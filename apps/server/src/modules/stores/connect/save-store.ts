/** Stores what a platform let us into: a new store, or one that is connected again. */
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import type { ConnectedStore, StoreManifest } from '@scanship/connector-kit/store/store';
import type { Address } from '@scanship/domain/addresses/address';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import type { StoreAccess } from '../store-access.ts';
import { keepStoreAddress } from '../store-address.ts';
import { readStore, readStoreOfAccount, type StoredSettings, type StoreRow } from '../store-rows.ts';
import { startStreams } from '../store-state.ts';

export interface SaveInput {
  readonly manifest: StoreManifest;
  readonly mode: ConnectorMode;
  readonly connected: ConnectedStore;
  readonly registrationTenantId: string | null;
  /** Given by the person; absent: as the platform calls it. */
  readonly name: string | undefined;
  readonly hookOrigin: string | undefined;
}

/**
 * Whether another customer has this store; said without whose. Holds a lock on the store's name until the transaction ends,
 * so that two customers cannot connect it at once.
 */
export async function isTakenElsewhere(
  tx: Tx,
  tenantId: string,
  which: { readonly platformCode: string; readonly externalAccount: string; readonly mode: ConnectorMode },
): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`store ${which.platformCode} ${which.mode} ${which.externalAccount}`}, 0))`.execute(
    tx,
  );
  await actAs(tx, { role: 'app_system' });
  const other = await tx
    .selectFrom('stores')
    .select('id')
    .where('platform_code', '=', which.platformCode)
    .where('external_account', '=', which.externalAccount)
    .where('mode', '=', which.mode)
    .where('tenant_id', '<>', tenantId)
    .where('state', '<>', 'disconnected')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  await actAs(tx, { role: 'app_tenant', tenantId });
  return other !== undefined;
}

/** Problems: `store_taken`; `store_refused` when this customer has the store in another mode. */
export async function saveStore(
  { db, clock, access }: Pick<Services, 'db' | 'clock'> & { readonly access: StoreAccess },
  tenantId: string,
  input: SaveInput,
): Promise<Outcome<{ readonly storeId: string }>> {
  const { manifest, mode, connected } = input;
  const which = { platformCode: manifest.code, externalAccount: connected.externalAccount };
  return db.tenant({ tenantId }, async (tx): Promise<Outcome<{ readonly storeId: string }>> => {
    if (await isTakenElsewhere(tx, tenantId, { ...which, mode })) return problem('store_taken');
    const known = await readStoreOfAccount(tx, tenantId, which);
    if (known && known.mode !== mode && !known.deleted && known.state !== 'disconnected')
      return problem('store_refused', {
        message: `This shop is connected already, ${known.mode === 'live' ? 'live' : 'as a test'}.`,
      });
    const storeId = known?.id ?? newId();
    const settings: StoredSettings = {
      ...known?.settings,
      vendor: connected.settings,
      ...(input.hookOrigin ? { hookOrigin: input.hookOrigin } : {}),
    };
    const remarks = connected.problems.map((text) => ({ about: 'consent', text }));
    const row = {
      name:
        known && !known.deleted
          ? known.name
          : (input.name ?? connected.name).slice(0, 100) || connected.externalAccount,
      mode,
      state: 'connected' as const,
      settings: json(settings),
      currency: connected.currency ?? known?.currency ?? null,
      time_zone: connected.timeZone ?? known?.timeZone ?? null,
      weight_unit: connected.weightUnit ?? null,
      remarks: json(remarks),
      registration_tenant_id: input.registrationTenantId,
      connected_at: clock.now(),
      last_error: null,
      deleted_at: null,
    };
    if (known)
      await tx
        .updateTable('stores')
        .set({ ...row, version: sql<number>`version + 1` })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', storeId)
        .execute();
    else
      await tx
        .insertInto('stores')
        .values({
          ...row,
          tenant_id: tenantId,
          id: storeId,
          platform_code: which.platformCode,
          external_account: which.externalAccount,
        })
        .execute();
    await access.put(tx, { tenantId, id: storeId }, connected.credentials);
    const store = await readStore(tx, tenantId, storeId);
    if (!store) throw new Error('the store was just saved');
    // What a person entered stays; a new store begins with what the platform says.
    const address = filled(store, connected.address ?? {});
    const placed = await keepStoreAddress(tx, store, address);
    await startStreams(tx, placed, manifest, { now: clock.now(), wanted: 'manual' });
    return { ok: true, value: { storeId } };
  });
}

function filled(store: StoreRow, said: Partial<Address>): Partial<Address> {
  const known = Object.entries(store.address).filter(([, value]) => typeof value === 'string' && value.trim() !== '');
  return { ...said, ...Object.fromEntries(known) };
}
