/** Changes of a store's state, and what they mean for its streams. */
import type { StoreManifest } from '@scanship/connector-kit/store/store';
import type { SyncStream } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { hourIn } from '../../platform/time-zone.ts';
import { missingAddress, type StoredError, type StoreRow, type StoreState } from './store-rows.ts';

/** A stream that goes on failing makes its store stale; so does a time without success, whatever the reason. */
export const FAILURES_TO_STALE = 4;
/** No store is stale sooner than this. */
export const SHORTEST_STALE_MS = 30 * 60_000;
export const staleAfterMs = (manifest: StoreManifest): number =>
  Math.max(3 * manifest.sync.ordersEveryMs, SHORTEST_STALE_MS);

export interface StoreRef {
  readonly tenantId: string;
  readonly storeId: string;
}

export const storedError = (code: string, message: string, at: Date = new Date()): StoredError => ({
  code,
  message: message.slice(0, 1_000),
  at: at.toISOString(),
});

export async function setState(
  tx: Tx,
  storeId: string,
  state: StoreState,
  error: StoredError | null = null,
): Promise<void> {
  await sql`UPDATE stores SET state = ${state}, last_error = ${error === null ? null : json(error)}, version = version + 1
    WHERE id = ${storeId}`.execute(tx);
}

export const stopStreams = (tx: Tx, storeId: string): Promise<unknown> =>
  sql`UPDATE sync_streams SET due_at = NULL, wanted = NULL WHERE store_id = ${storeId}`.execute(tx);

/** What a platform offers, as streams. */
export const streamsOf = (manifest: StoreManifest): SyncStream[] => [
  ...(manifest.capabilities.orders ? (['orders', 'reconcile'] as const) : []),
  ...(manifest.capabilities.products ? (['products'] as const) : []),
  ...(manifest.capabilities.locations ? (['locations'] as const) : []),
  ...(manifest.capabilities.webhooks ? (['webhooks'] as const) : []),
];

/** Streams that bring in what is sold; they wait until the store's address is complete (decisions 33). */
const NEEDS_ADDRESS: ReadonlySet<SyncStream> = new Set(['orders', 'products', 'reconcile']);

/**
 * Makes the streams of a store due: all that may run now. Those that need the address stay off while it is incomplete.
 * @param wanted why, where a person asked for it
 */
export async function startStreams(
  tx: Tx,
  store: Pick<StoreRow, 'id' | 'tenantId' | 'address' | 'timeZone'>,
  manifest: StoreManifest,
  options: { readonly now: Date; readonly wanted?: 'manual' | undefined; readonly only?: readonly SyncStream[] },
): Promise<void> {
  const ready = missingAddress(store.address).length === 0;
  const overlap = Math.ceil(manifest.sync.overlapMs / 1000);
  for (const stream of streamsOf(manifest)) {
    if (options.only && !options.only.includes(stream)) continue;
    const due =
      NEEDS_ADDRESS.has(stream) && !ready
        ? sql`NULL::timestamptz`
        : stream === 'reconcile'
          ? sql`${nextNight(options.now, store.timeZone).toISOString()}::timestamptz`
          : sql`clock_timestamp()`;
    await sql`INSERT INTO sync_streams AS s (tenant_id, store_id, stream, overlap_s, due_at, wanted)
      VALUES (${store.tenantId}, ${store.id}, ${stream}, ${overlap}, ${due}, ${stream === 'reconcile' ? null : (options.wanted ?? null)})
      ON CONFLICT (tenant_id, store_id, stream) DO UPDATE SET overlap_s = excluded.overlap_s, due_at = excluded.due_at,
        wanted = excluded.wanted, failures = 0`.execute(tx);
  }
}

/** Three in the morning at the store's place, some minutes off so that not all stores ask at once. */
export function nextNight(now: Date, timeZone: string | null, random: () => number = Math.random): Date {
  const hour = hourAt(now, timeZone);
  const ahead = (27 - hour) % 24 || 24;
  return new Date(
    Math.floor(now.getTime() / 3_600_000) * 3_600_000 + ahead * 3_600_000 + Math.floor(random() * 59) * 60_000,
  );
}

function hourAt(now: Date, timeZone: string | null): number {
  try {
    return hourIn(now, timeZone ?? 'UTC');
  } catch (error) {
    // A platform may name a zone this system does not know.
    if (!(error instanceof RangeError)) throw error;
    return hourIn(now, 'UTC');
  }
}
