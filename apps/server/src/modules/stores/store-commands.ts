/** What people do with a connected store. */
import { runStoreQuestion, runStoreTest } from '@scanship/connector-kit/store/store-run';
import type { BodyOf } from '@scanship/contracts/call';
import { type putStoreAddress, type putStoreSettings, USUAL_IMPORT } from '@scanship/contracts/stores/stores';
import type { Address } from '@scanship/domain/addresses/address';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { allOrNothing } from '../orders/index.ts';
import { mayShip } from '../restrictions/index.ts';
import type { StoreOpener } from './open-store.ts';
import type { StoreAccess } from './store-access.ts';
import { keepShipFrom, keepStoreAddress } from './store-address.ts';
import { leavesLessOut } from './sync/wanted-orders.ts';
import { findStore } from './store-registry.ts';
import { isOpen, missingAddress, readStore, type StoredSettings, type StoreRow } from './store-rows.ts';
import { setState, startStreams, stopStreams } from './store-state.ts';

export interface StoreCommandDeps extends Pick<Services, 'db' | 'clock' | 'log'> {
  readonly opener: StoreOpener;
  readonly access: StoreAccess;
}

export interface StoreActor {
  readonly tenantId: string;
}

type Done = Outcome<void>;
const DONE: Done = { ok: true, value: undefined };

/** Locks one store of the tenant and works on it. Problem `not_found`, or `stale_version` when somebody was faster. */
function withStore(
  { db }: Pick<StoreCommandDeps, 'db'>,
  who: StoreActor,
  storeId: string,
  work: (tx: Tx, store: StoreRow) => Promise<Done>,
  version?: number,
): Promise<Done> {
  return allOrNothing(db, who, async (tx) => {
    const store = await readStore(tx, who.tenantId, storeId, { lock: true });
    if (!store) return problem('not_found');
    if (version !== undefined && version !== store.version) return problem('stale_version');
    return work(tx, store);
  });
}

const touch = (tx: Tx, storeId: string): Promise<unknown> =>
  sql`UPDATE stores SET version = version + 1 WHERE id = ${storeId}`.execute(tx);

export const renameStore = (
  deps: StoreCommandDeps,
  who: StoreActor,
  input: { readonly storeId: string; readonly name: string; readonly version: number | undefined },
): Promise<Done> =>
  withStore(
    deps,
    who,
    input.storeId,
    async (tx, store) => {
      await sql`UPDATE stores SET name = ${input.name} WHERE id = ${store.id}`.execute(tx);
      await keepShipFrom(tx, { ...store, name: input.name });
      await touch(tx, store.id);
      return DONE;
    },
    input.version,
  );

/** Saves the address as far as it is; when the six required fields are there, the first sync begins (decisions 33). */
export const saveAddress = (
  deps: StoreCommandDeps,
  who: StoreActor,
  storeId: string,
  input: BodyOf<typeof putStoreAddress>,
): Promise<Done> =>
  withStore(deps, who, storeId, async (tx, store) => {
    const country = input.countryCode?.toUpperCase() ?? '';
    if (country !== '' && !/^[A-Z]{2}$/.test(country))
      return problem('validation', { errors: [{ field: 'countryCode', message: 'Choose a country of the list.' }] });
    const given: Partial<Address> = Object.fromEntries(
      Object.entries({ ...input, countryCode: country })
        .map(([field, value]) => [field, (value ?? '').trim()])
        .filter(([, value]) => value !== ''),
    );
    const wasReady = missingAddress(store.address).length === 0;
    const saved = await keepStoreAddress(tx, store, given);
    const isReady = missingAddress(saved.address).length === 0;
    const manifest = findStore(store.platformCode)?.manifest;
    if (manifest && isOpen(store) && isReady !== wasReady)
      await startStreams(tx, saved, manifest, { now: deps.clock.now(), only: ['orders', 'products', 'reconcile'] });
    await touch(tx, storeId);
    return DONE;
  });

export const saveSettings = (
  deps: StoreCommandDeps,
  who: StoreActor,
  storeId: string,
  { version, branding, ...input }: BodyOf<typeof putStoreSettings>,
): Promise<Done> =>
  withStore(
    deps,
    who,
    storeId,
    async (tx, store) => {
      const places = [
        ...(input.defaultLocationId ? [input.defaultLocationId] : []),
        ...input.warehouses.flatMap(({ locationId }) => locationId ?? []),
      ];
      if (!(await areOwn(tx, places)))
        return problem('validation', {
          errors: [{ field: 'warehouses', message: 'This ship-from address does not exist any more.' }],
        });
      const settings: StoredSettings = {
        ...store.settings,
        ...(input.imports && { imports: input.imports }),
        autoPopupTag: input.autoPopupTag,
        notifyBuyer: input.notifyBuyer,
        ...(input.returns && { returns: input.returns }),
        defaultLocationId: input.defaultLocationId,
        warehouses: Object.fromEntries(
          input.warehouses.flatMap(({ externalLocationId, locationId }) =>
            locationId ? [[externalLocationId, locationId]] : [],
          ),
        ),
      };
      await sql`UPDATE stores SET settings = ${json(settings)}, branding = ${json(branding)} WHERE id = ${storeId}`.execute(
        tx,
      );
      await keepShipFrom(tx, { ...store, settings });
      await startImportsAnew(tx, deps, store, settings);
      await touch(tx, storeId);
      return DONE;
    },
    version,
  );

/** What was left out and comes in now has to be asked for from the start; products come as soon as they are wanted. */
async function startImportsAnew(tx: Tx, deps: StoreCommandDeps, store: StoreRow, after: StoredSettings): Promise<void> {
  const manifest = findStore(store.platformCode)?.manifest;
  if (!manifest || !isOpen(store)) return;
  const was = store.settings.imports ?? USUAL_IMPORT;
  const now = after.imports ?? USUAL_IMPORT;
  if (leavesLessOut(was, now)) {
    await sql`UPDATE sync_streams SET high_water = NULL, cursor = NULL WHERE store_id = ${store.id} AND stream = 'orders'`.execute(
      tx,
    );
    await startStreams(tx, store, manifest, { now: deps.clock.now(), wanted: 'manual', only: ['orders'] });
  }
  if (now.products && !was.products)
    await startStreams(tx, store, manifest, { now: deps.clock.now(), wanted: 'manual', only: ['products'] });
}

async function areOwn(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return true;
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM locations
    WHERE archived_at IS NULL AND id IN (${sql.join(wanted.map((id) => sql`${id}::uuid`))})`.execute(tx);
  return rows[0]?.n === wanted.length;
}

/** Makes the store due at once. Problems `shipping_restricted`, `store_address_missing` with the fields, `store_not_connected`. */
export const syncNow = (deps: StoreCommandDeps, who: StoreActor, storeId: string): Promise<Done> =>
  withStore(deps, who, storeId, async (tx, store) => {
    const free = await mayShip(tx, store.tenantId);
    if (!free.ok) return free;
    const missing = missingAddress(store.address);
    if (missing.length > 0)
      return problem('store_address_missing', {
        errors: missing.map((field) => ({ field, code: 'required', message: 'This is required.' })),
      });
    const manifest = findStore(store.platformCode)?.manifest;
    if (!manifest || !isOpen(store)) return problem('store_not_connected', { message: whyNot(store) });
    await startStreams(tx, store, manifest, {
      now: deps.clock.now(),
      wanted: 'manual',
      only: ['locations', 'products', 'orders'],
    });
    return DONE;
  });

function whyNot(store: StoreRow): string {
  if (store.state === 'paused') return 'This store is paused.';
  if (store.state === 'needs_consent') return `${store.name} has to be connected again.`;
  return 'This store is not connected.';
}

export const pauseStore = (deps: StoreCommandDeps, who: StoreActor, storeId: string): Promise<Done> =>
  withStore(deps, who, storeId, async (tx, store) => {
    if (!isOpen(store)) return problem('store_not_connected', { message: whyNot(store) });
    await setState(tx, storeId, 'paused');
    await stopStreams(tx, storeId);
    return DONE;
  });

/** Goes on where it stopped: nothing that changed meanwhile is missed, because the streams know how far they were. */
export const resumeStore = (deps: StoreCommandDeps, who: StoreActor, storeId: string): Promise<Done> =>
  withStore(deps, who, storeId, async (tx, store) => {
    const manifest = findStore(store.platformCode)?.manifest;
    if (store.state !== 'paused' || !manifest)
      return problem('store_not_connected', { message: 'This store is not paused.' });
    await setState(tx, storeId, 'connected');
    await startStreams(tx, { ...store, state: 'connected' } as StoreRow, manifest, {
      now: deps.clock.now(),
      wanted: 'manual',
    });
    return DONE;
  });

/** Asks the platform whether it lets us in, and says the answer in plain words. */
export async function testStore(
  deps: StoreCommandDeps,
  who: StoreActor,
  storeId: string,
): Promise<Outcome<{ readonly ok: boolean; readonly message: string }>> {
  const opened = await deps.opener.open(who.tenantId, storeId, { kind: 'test', id: storeId });
  if (!opened.ok) {
    const { code, message } = opened.problem;
    return code === 'not_found'
      ? opened
      : { ok: true, value: { ok: false, message: message ?? 'This store is not connected.' } };
  }
  const tested = await runStoreTest(opened.value.connector, opened.value.env);
  if (tested.ok) return { ok: true, value: { ok: true, message: tested.value.message } };
  const { message, vendorMessage } = tested.problem;
  return {
    ok: true,
    value: { ok: false, message: vendorMessage ? `${message} It said: "${vendorMessage}"` : message },
  };
}

/**
 * Disconnects: the platform is told, access is destroyed, nothing more comes in or goes out. Orders, shipments and history
 * stay. A platform that cannot be told does not keep anybody from leaving; the note says what is left to do there.
 */
export async function disconnectStore(
  deps: StoreCommandDeps,
  who: StoreActor,
  storeId: string,
): Promise<Outcome<{ readonly note: string | null }>> {
  const store = await deps.db.tenant(who, (tx) => readStore(tx, who.tenantId, storeId));
  if (!store) return problem('not_found');
  // First nothing more is asked of it; then it is told; then the keys go.
  await deps.db.tenant(who, (tx) => stopStreams(tx, storeId));
  const note = await tellPlatform(deps, who, store);
  await deps.db.tenant(who, async (tx) => {
    await endAccess(tx, deps.access, store);
    await sql`UPDATE stores SET deleted_at = now() WHERE id = ${storeId}`.execute(tx);
  });
  return { ok: true, value: { note } };
}

/** Every store of a customer that leaves. */
export async function disconnectAll(deps: StoreCommandDeps, who: StoreActor, onEach: () => void): Promise<void> {
  const stores = await deps.db.tenant(who, (tx) =>
    tx
      .selectFrom('stores')
      .select('id')
      .where('tenant_id', '=', who.tenantId)
      .where('deleted_at', 'is', null)
      .execute(),
  );
  for (const { id } of stores) {
    await disconnectStore(deps, who, id);
    onEach();
  }
}

async function tellPlatform(deps: StoreCommandDeps, who: StoreActor, store: StoreRow): Promise<string | null> {
  const name = findStore(store.platformCode)?.manifest.name ?? store.platformCode;
  const byHand = `${name} could not be told; remove the app there yourself.`;
  const opened = await deps.opener.open(who.tenantId, store.id, { kind: 'store', id: store.id });
  if (!opened.ok) return store.state === 'disconnected' ? null : byHand;
  const { connector, env, manifest } = opened.value;
  if (!manifest.capabilities.disconnect || !connector.disconnect)
    return `Remove the access at ${name} yourself as well.`;
  const told = await runStoreQuestion(
    connector,
    env,
    (watched) => connector.disconnect?.(watched) ?? Promise.resolve(),
  );
  if (told.ok || told.problem.kind === 'not-authorised') return null;
  deps.log.warn({ storeId: store.id, why: told.problem.message }, 'a platform could not be told that a store left');
  return byHand;
}

/** The seller removed us at the platform, or left here: the keys are worth nothing any more. */
export async function endAccess(tx: Tx, access: StoreAccess, store: Pick<StoreRow, 'id' | 'tenantId'>): Promise<void> {
  await stopStreams(tx, store.id);
  await access.destroy(tx, { tenantId: store.tenantId, id: store.id });
  await setState(tx, store.id, 'disconnected');
}
