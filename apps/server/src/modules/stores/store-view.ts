/** Stores as their pages show them, in plain words. */
import {
  type StoreAddress,
  type StoreBranding,
  type StoreDetail,
  type StoreProblem,
  type StoreSummary,
  SYNC_STREAMS,
  type SyncStream,
  USUAL_IMPORT,
} from '@scanship/contracts/stores/stores';
import type { StoreManifest } from '@scanship/connector-kit/store/store';
import { platformOfCode } from '@scanship/domain/stores/store-platforms';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { STORE_ADDRESS } from '../settings/index.ts';
import { findStore } from './store-registry.ts';
import { missingAddress, readStore, readStores, type StoredError, type StoreRow } from './store-rows.ts';
import { staleAfterMs } from './store-state.ts';

/** Word for word in section 5 of the product's specification. */
const NO_ADDRESS = { message: 'Before syncing please add store address details in store branding' };

interface StreamRow {
  readonly store_id: string;
  readonly stream: SyncStream;
  readonly due_at: Date | null;
  readonly leased: boolean;
  readonly failures: number;
  readonly last_ok_at: Date | null;
  readonly last_error: StoredError | null;
  readonly wanted: string | null;
}

async function readStreams(tx: Tx, storeIds: readonly string[]): Promise<StreamRow[]> {
  if (storeIds.length === 0) return [];
  const { rows } =
    await sql<StreamRow>`SELECT store_id, stream, due_at, coalesce(lease_until > clock_timestamp(), false) AS leased,
      failures, last_ok_at, last_error, wanted FROM sync_streams
    WHERE store_id IN (${sql.join(storeIds.map((id) => sql`${id}::uuid`))})`.execute(tx);
  return rows;
}

/** A store that says it is well but was not heard of for long is stale, whatever kept the engine from noticing. */
export function stateNow(store: StoreRow, manifest: StoreManifest | undefined, now: Date): StoreRow['state'] {
  if (store.state !== 'connected' || !manifest || store.lastOkAt === null || missingAddress(store.address).length > 0)
    return store.state;
  return now.getTime() - store.lastOkAt.getTime() > staleAfterMs(manifest) ? 'stale' : 'connected';
}

function problemOf(store: StoreRow, state: StoreRow['state']): StoreProblem | null {
  const at = store.lastError?.at ?? null;
  const said = store.lastError?.message;
  switch (state) {
    case 'needs_consent':
      return {
        code: 'needs_consent',
        message: said ?? `${store.name} no longer lets us in.`,
        nextStep: 'Connect the store again; nothing that came in meanwhile is lost.',
        action: 'reconnect',
        at,
      };
    case 'disconnected':
      return {
        code: 'disconnected',
        message: said ?? 'The app was removed at the platform.',
        nextStep: 'Connect the store again, or delete it here; its orders stay.',
        action: 'reconnect',
        at,
      };
    case 'paused':
      return {
        code: 'paused',
        message: 'Importing is paused.',
        nextStep: 'Resume to bring in what changed meanwhile.',
        action: 'resume',
        at: null,
      };
    default:
  }
  if (missingAddress(store.address).length > 0)
    return {
      code: 'address',
      ...NO_ADDRESS,
      nextStep: 'Fill in the missing fields on the Branding tab.',
      action: 'address',
      at: null,
    };
  if (state === 'stale')
    return {
      code: 'stale',
      message: said ?? 'The store has not answered for a while, so new orders may be missing.',
      nextStep: 'It is retried automatically. Check the store, or sync now.',
      action: 'sync',
      at,
    };
  return said === undefined
    ? null
    : {
        code: store.lastError?.code ?? 'failed',
        message: said,
        nextStep: 'It is retried automatically.',
        action: 'wait',
        at,
      };
}

function summary(store: StoreRow, streams: readonly StreamRow[], now: Date): StoreSummary {
  const platform = platformOfCode(store.platformCode);
  const manifest = findStore(store.platformCode)?.manifest;
  const state = stateNow(store, manifest, now);
  return {
    id: store.id,
    name: store.name,
    platformId: platform?.id ?? 0,
    platformName: platform?.name ?? store.platformCode,
    externalAccount: store.externalAccount,
    mode: store.mode,
    test: store.mode !== 'live',
    state,
    lastOkAt: store.lastOkAt?.toISOString() ?? null,
    syncing: streams.some((stream) => isRunning(stream, now) && IMPORTS.has(stream.stream)),
    missingAddressFields: missingAddress(store.address),
    problem: problemOf(store, state),
  };
}

const IMPORTS: ReadonlySet<SyncStream> = new Set(['orders', 'products', 'reconcile']);

/** Somebody works on it, or it was asked for and is taken up at once. */
const isRunning = (stream: StreamRow, now: Date): boolean =>
  stream.leased ||
  (stream.wanted !== null && stream.due_at !== null && stream.due_at.getTime() <= now.getTime() + 1_000);

/** Stores of platforms, for lists and filters. */
export async function storeSummaries(tx: Tx, tenantId: string, now: Date): Promise<StoreSummary[]> {
  const stores = (await readStores(tx, tenantId)).filter(({ platformCode }) => platformOfCode(platformCode));
  const streams = await readStreams(
    tx,
    stores.map(({ id }) => id),
  );
  return stores.map((store) =>
    summary(
      store,
      streams.filter(({ store_id }) => store_id === store.id),
      now,
    ),
  );
}

const ADDRESS: StoreAddress = {
  companyName: null,
  address1: null,
  address2: null,
  city: null,
  provinceCode: null,
  zipcode: null,
  countryCode: null,
  name: null,
  phone: null,
  email: null,
};
const BRANDING: StoreBranding = { displayName: null, email: null, phone: null, website: null, message: null };

/** One store with everything its page shows; undefined when the tenant has none such. */
export async function storeDetail(
  db: Database,
  tenantId: string,
  storeId: string,
  now: Date,
): Promise<StoreDetail | undefined> {
  const read = await db.tenant({ tenantId }, async (tx) => {
    const store = await readStore(tx, tenantId, storeId);
    if (!store) return undefined;
    const streams = await readStreams(tx, [storeId]);
    return { store, streams, counts: await counts(tx, storeId), locations: await locations(tx, store) };
  });
  if (!read) return undefined;
  const { store, streams } = read;
  const manifest = findStore(store.platformCode)?.manifest;
  const head = summary(store, streams, now);
  return {
    ...head,
    ecommerceStoreAddress: Object.fromEntries(
      Object.keys(ADDRESS).map((field) => [field, store.address[field as keyof StoreAddress]?.trim() || null]),
    ) as StoreAddress,
    addressSentence: head.missingAddressFields.length > 0 ? NO_ADDRESS.message : null,
    settings: {
      imports: store.settings.imports ?? USUAL_IMPORT,
      autoPopupTag: store.settings.autoPopupTag ?? null,
      notifyBuyer: store.settings.notifyBuyer ?? null,
      returns: store.settings.returns ?? { refund: false, restock: false },
      defaultLocationId: store.settings.defaultLocationId ?? null,
      warehouses: Object.entries(store.settings.warehouses ?? {}).map(([externalLocationId, locationId]) => ({
        externalLocationId,
        locationId,
      })),
      branding: { ...BRANDING, ...store.branding },
    },
    currency: store.currency,
    timeZone: store.timeZone,
    streams: streams
      .toSorted((a, b) => SYNC_STREAMS.indexOf(a.stream) - SYNC_STREAMS.indexOf(b.stream))
      .map((stream) => ({
        stream: stream.stream,
        state: streamState(stream, now),
        lastOkAt: stream.last_ok_at?.toISOString() ?? null,
        nextAt: stream.leased ? null : (stream.due_at?.toISOString() ?? null),
        failures: stream.failures,
        problem: stream.last_error?.message ?? null,
      })),
    counts: { ...read.counts, eventsFailed: await failedEvents(db, store) },
    locations: read.locations,
    capabilities: Object.fromEntries(Object.entries(manifest?.capabilities ?? {})),
    historyNote: manifest?.sync.history?.note ?? null,
    remarks: store.remarks.map(({ text }) => text),
    connectedAt: store.connectedAt.toISOString(),
    version: store.version,
  };
}

function streamState(stream: StreamRow, now: Date): StoreDetail['streams'][number]['state'] {
  if (isRunning(stream, now)) return 'running';
  if (stream.due_at === null) return 'off';
  if (stream.failures > 0) return 'failing';
  return stream.last_ok_at === null ? 'waiting' : 'idle';
}

async function counts(tx: Tx, storeId: string): Promise<Omit<StoreDetail['counts'], 'eventsFailed'>> {
  const { rows } = await sql<Omit<StoreDetail['counts'], 'eventsFailed'>>`SELECT
    (SELECT coalesce(sum(n), 0)::int8 FROM order_counts WHERE store_id = ${storeId}) AS orders,
    (SELECT coalesce(sum(n), 0)::int8 FROM order_counts WHERE store_id = ${storeId} AND tab = 'unfulfilled') AS unfulfilled,
    (SELECT count(DISTINCT product_id)::int FROM product_aliases WHERE store_id = ${storeId}) AS products,
    (SELECT count(*)::int FROM orders WHERE store_id = ${storeId} AND import_state = 'failed') AS "importFailed",
    (SELECT count(*)::int FROM effects WHERE kind IN ('fulfilment_push', 'fulfilment_cancel') AND payload ->> 'storeId' = ${storeId}
      AND state IN ('planned', 'reserved', 'sending', 'unknown', 'confirmed')) AS "pushesOpen",
    (SELECT count(*)::int FROM effects WHERE kind IN ('fulfilment_push', 'fulfilment_cancel') AND payload ->> 'storeId' = ${storeId}
      AND state IN ('refused', 'absent', 'disputed') AND payload ->> 'superseded' IS NULL AND payload ->> 'handled' IS NULL
      AND coalesce(problem ->> 'code', '') NOT IN ('not-sent', 'not-needed')) AS "pushesFailed"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('counts answer one row');
  return row;
}

/** Deliveries of the platform that could not be worked off. */
async function failedEvents(db: Database, store: StoreRow): Promise<number> {
  const found = await db.system((tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM inbound_events WHERE slug = ${`store:${store.platformCode}`}
      AND external_account = ${store.externalAccount} AND mode = ${store.mode} AND state = 'failed'
      AND received_at > now() - interval '30 days'`.execute(tx),
  );
  return found.rows[0]?.n ?? 0;
}

async function locations(tx: Tx, store: StoreRow): Promise<StoreDetail['locations']> {
  const { rows } = await sql<{
    id: string;
    external_id: string;
    name: string;
  }>`SELECT id, external_id, name FROM locations
    WHERE store_id = ${store.id} AND external_id <> ${STORE_ADDRESS} AND archived_at IS NULL ORDER BY name, id`.execute(
    tx,
  );
  return rows.map((row) => ({
    externalLocationId: row.external_id,
    name: row.name,
    locationId: store.settings.warehouses?.[row.external_id] ?? row.id,
  }));
}
