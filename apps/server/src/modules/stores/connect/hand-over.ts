/**
 * Stores of a customer that goes to another franchise. Access goes from the one customer to the other in one transaction, so that a store
 * is never asked or told by both.
 */
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/services.ts';
import type { AppRegistrations } from '../app-registrations.ts';
import type { StoreAccess, StoreKey } from '../store-access.ts';
import { isTakenElsewhere } from './save-store.ts';
import { findStore } from '../store-registry.ts';
import { readStore, readStores, type StoreState } from '../store-rows.ts';
import { setState, startStreams, stopStreams } from '../store-state.ts';

export interface StoreToHandOver {
  readonly id: string;
  readonly name: string;
  readonly platform: string;
  readonly state: StoreState;
  /** Its access is good below the other franchise as well: keys of the customer's own, or an app that both work with. */
  readonly keeps: boolean;
}

export async function storesToHandOver(
  { db, apps }: Pick<Services, 'db'> & { readonly apps: Pick<AppRegistrations, 'of'> },
  from: { readonly tenantId: string },
  franchiseId: string,
): Promise<readonly StoreToHandOver[]> {
  const stores = await db.tenant(from, (tx) => readStores(tx, from.tenantId), { readOnly: true });
  const sameApp = async (platformCode: string, mode: ConnectorMode): Promise<boolean> => {
    const manifest = findStore(platformCode)?.manifest;
    if (!manifest) return false;
    const [was, will] = [await apps.of(from.tenantId, manifest, mode), await apps.of(franchiseId, manifest, mode)];
    return was !== undefined && will !== undefined && was.tenantId === will.tenantId;
  };
  return Promise.all(
    stores.map(async ({ id, name, platformCode, mode, state }) => ({
      id,
      name,
      platform: findStore(platformCode)?.manifest.name ?? platformCode,
      state,
      keeps: await sameApp(platformCode, mode),
    })),
  );
}

/** Somebody renews its access at this moment. */
export class AccessInUse extends Error {
  override readonly name = 'AccessInUse';
}

/**
 * Ends a store at one customer and connects it at another, whose row of it is there. Orders are read from the start: what changed since
 * the one asked last must not be missing at the other. Again it does nothing. Ends as whoever gets it.
 * @param hookOrigin where notifications reach the franchise of whoever gets it; absent: as it was
 */
export async function handOver(
  tx: Tx,
  { access, clock }: Pick<Services, 'clock'> & { readonly access: StoreAccess },
  from: StoreKey,
  to: StoreKey,
  hookOrigin: string | undefined,
): Promise<void> {
  await actAs(tx, { role: 'app_tenant', tenantId: from.tenantId });
  const store = await readStore(tx, from.tenantId, from.id, { lock: true });
  await actAs(tx, { role: 'app_tenant', tenantId: to.tenantId });
  const there = await readStore(tx, to.tenantId, to.id, { evenDeleted: true, lock: true });
  if (!there) throw new Error(`the store ${to.id} is not there to be handed over`);
  if (!store) return;
  await actAs(tx, { role: 'app_tenant', tenantId: from.tenantId });
  const credentials = await access.take(tx, from);
  if (credentials === 'in use') throw new AccessInUse();
  await stopStreams(tx, from.id);
  await setState(tx, from.id, 'disconnected');
  await sql`UPDATE stores SET deleted_at = now() WHERE id = ${from.id}`.execute(tx);
  await actAs(tx, { role: 'app_tenant', tenantId: to.tenantId });
  const { platformCode, externalAccount, mode } = store;
  const taken = await isTakenElsewhere(tx, to.tenantId, { platformCode, externalAccount, mode });
  const state =
    store.state === 'disconnected' ? 'disconnected' : credentials && !taken ? openState(store.state) : 'needs_consent';
  await sql`UPDATE stores SET deleted_at = NULL, connected_at = ${clock.now()}, registration_tenant_id = ${store.registrationTenantId},
      settings = CASE WHEN settings ? 'hookOrigin' AND ${hookOrigin ?? null}::text IS NOT NULL
        THEN settings || jsonb_build_object('hookOrigin', ${hookOrigin ?? null}::text) ELSE settings END
    WHERE id = ${to.id}`.execute(tx);
  await setState(tx, to.id, state);
  if (!credentials || taken) return;
  await access.put(tx, to, credentials);
  const manifest = findStore(platformCode)?.manifest;
  const given = await readStore(tx, to.tenantId, to.id);
  if (!manifest || !given || state !== 'connected') return;
  await startStreams(tx, given, manifest, { now: clock.now(), wanted: 'manual' });
  await sql`UPDATE sync_streams SET high_water = NULL, cursor = NULL WHERE store_id = ${to.id} AND stream = 'orders'`.execute(
    tx,
  );
}

const openState = (state: StoreState): StoreState => (state === 'stale' ? 'connected' : state);

/** A store whose access was ended with the platform: its owner consents again at the other customer. Ends as whoever gets it. */
export async function awaitConsent(tx: Tx, to: StoreKey): Promise<void> {
  await actAs(tx, { role: 'app_tenant', tenantId: to.tenantId });
  await sql`UPDATE stores SET state = 'needs_consent', version = version + 1
    WHERE id = ${to.id} AND state = 'disconnected' AND deleted_at IS NULL`.execute(tx);
}
