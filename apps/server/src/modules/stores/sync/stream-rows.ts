/**
 * The SQL of streams and runs. A stream is work to do: due, leased, fenced by its attempt number. Every write of a page names
 * that number, so a worker whose lease lapsed writes nothing.
 */
import type { SyncStream } from '@scanship/contracts/stores/stores';
import type { JsonObject } from '@scanship/domain/values/json';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';
import type { StoredError } from '../store-rows.ts';

export interface StreamRef {
  readonly tenantId: string;
  readonly storeId: string;
  readonly stream: SyncStream;
}

export type Cause = 'poll' | 'webhook' | 'manual' | 'nightly';

/** Where a pull stands; kept in `sync_streams.cursor` until its last page is stored. */
export interface Pull {
  readonly runId: string;
  readonly cause: Cause;
  /** ISO instant the pull asks from; null: everything. The same for all its pages. */
  readonly since: string | null;
  /** The connector's own cursor; null: the first page is still to come. */
  readonly next: JsonObject | null;
  /** Latest change seen so far, in the platform's own time. */
  readonly seenUntil: string | null;
  /** Where the pull compares: ids of its pages so far; null: more than are remembered. */
  readonly shown?: readonly string[] | null | undefined;
}

export interface LeasedStream extends StreamRef {
  readonly attempt: number;
  readonly pull: Pull | null;
  readonly highWater: Date | null;
  readonly overlapMs: number;
  readonly failures: number;
  readonly wanted: 'webhook' | 'manual' | 'nightly' | null;
  readonly lastOkAt: Date | null;
}

export class StreamLost extends Error {
  override readonly name = 'StreamLost';
}

const after = (ms: number): RawBuilder<Date> => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;
const where = (ref: StreamRef) =>
  sql`tenant_id = ${ref.tenantId} AND store_id = ${ref.storeId} AND stream = ${ref.stream}`;

/** Takes the stream when it is due and nobody has it. */
export async function leaseStream(db: Database, ref: StreamRef, leaseMs: number): Promise<LeasedStream | undefined> {
  const taken = await db.tenant(ref, (tx) =>
    sql<{
      attempt: number;
      cursor: Pull | null;
      high_water: Date | null;
      overlap_s: number;
      failures: number;
      wanted: LeasedStream['wanted'];
      last_ok_at: Date | null;
    }>`WITH before AS (SELECT wanted FROM sync_streams WHERE ${where(ref)} FOR UPDATE)
      UPDATE sync_streams s SET attempt = attempt + 1, lease_until = ${after(leaseMs)}, due_at = ${after(leaseMs)}, wanted = NULL
      FROM before WHERE ${where(ref)} AND due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until <= clock_timestamp())
      RETURNING s.attempt, s.cursor, s.high_water, s.overlap_s, s.failures, before.wanted, s.last_ok_at`.execute(tx),
  );
  const row = taken.rows[0];
  return (
    row && {
      tenantId: ref.tenantId,
      storeId: ref.storeId,
      stream: ref.stream,
      attempt: row.attempt,
      pull: row.cursor,
      highWater: row.high_water,
      overlapMs: row.overlap_s * 1000,
      failures: row.failures,
      wanted: row.wanted,
      lastOkAt: row.last_ok_at,
    }
  );
}

export interface StreamChange {
  /** Undefined: as it was; null: the pull is over. */
  readonly pull?: Pull | null | undefined;
  /** Undefined: the lease goes on; null: not due again; else milliseconds from now, the lease ends. */
  readonly dueInMs?: number | null | undefined;
  readonly highWater?: Date | undefined;
  readonly failures?: number | undefined;
  readonly error?: StoredError | null | undefined;
  readonly ok?: boolean | undefined;
  readonly leaseMs: number;
}

/** Writes under the fencing number. @throws StreamLost when another worker has it now */
export async function writeStream(tx: Tx, held: LeasedStream, change: StreamChange): Promise<void> {
  const { dueInMs } = change;
  const times =
    dueInMs === undefined
      ? sql`lease_until = ${after(change.leaseMs)}, due_at = ${after(change.leaseMs)}`
      : // Somebody asked for it meanwhile: then it is due at once.
        sql`lease_until = NULL, due_at = CASE WHEN wanted IS NOT NULL THEN clock_timestamp()
            ELSE ${dueInMs === null ? sql`NULL::timestamptz` : after(dueInMs)} END`;
  const parts = [
    times,
    ...(change.pull === undefined ? [] : [sql`cursor = ${change.pull === null ? null : json(change.pull)}`]),
    ...(change.highWater === undefined
      ? []
      : [sql`high_water = greatest(high_water, ${change.highWater.toISOString()}::timestamptz)`]),
    ...(change.failures === undefined ? [] : [sql`failures = ${change.failures}`]),
    ...(change.error === undefined ? [] : [sql`last_error = ${change.error === null ? null : json(change.error)}`]),
    ...(change.ok === true ? [sql`last_ok_at = clock_timestamp(), stale_since = NULL`] : []),
  ];
  const written =
    await sql`UPDATE sync_streams SET ${sql.join(parts)} WHERE ${where(held)} AND attempt = ${held.attempt}`.execute(
      tx,
    );
  if ((written.numAffectedRows ?? 0n) === 0n) throw new StreamLost();
}

export async function insertRun(tx: Tx, ref: StreamRef, cause: Cause): Promise<string> {
  const id = newId();
  await tx
    .insertInto('sync_runs')
    .values({ tenant_id: ref.tenantId, id, store_id: ref.storeId, stream: ref.stream, cause })
    .execute();
  return id;
}

/** An item that could not be taken. */
export interface RunItem {
  readonly externalId: string | null;
  readonly message: string;
}
/** Kept with a run; more are only counted. */
export const MOST_ITEMS = 100;

export interface RunChange {
  readonly pages?: number;
  readonly seen?: number;
  readonly created?: number;
  readonly changed?: number;
  readonly items?: readonly RunItem[];
  readonly remoteCount?: number | undefined;
  readonly error?: StoredError | null;
  readonly ended?: boolean;
}

/** Adds to a run's counts. */
export async function addToRun(tx: Tx, tenantId: string, runId: string, change: RunChange): Promise<void> {
  const items = (change.items ?? []).slice(0, MOST_ITEMS).map(({ externalId, message }) => ({
    externalId,
    message: message.slice(0, 500),
  }));
  await sql`UPDATE sync_runs SET pages = pages + ${change.pages ?? 0}, seen = seen + ${change.seen ?? 0},
      created = created + ${change.created ?? 0}, changed = changed + ${change.changed ?? 0},
      failed = failed + ${change.items?.length ?? 0}
      ${items.length > 0 ? sql`, items = CASE WHEN jsonb_array_length(items) < ${MOST_ITEMS} THEN items || ${json(items)} ELSE items END` : sql``}
      ${change.remoteCount === undefined ? sql`` : sql`, remote_count = ${change.remoteCount}`}
      ${change.error === undefined ? sql`` : sql`, error = ${change.error === null ? null : json(change.error)}`}
      ${change.ended === true ? sql`, ended_at = clock_timestamp()` : sql``}
    WHERE tenant_id = ${tenantId} AND id = ${runId}`.execute(tx);
}

/**
 * What is due, of all tenants: of each store its oldest, stores and tenants taking turns, so that nobody's backlog or
 * hanging platform keeps others waiting.
 */
export function dueStreams(db: Database, limit: number): Promise<readonly StreamRef[]> {
  return db.system(async (tx) => {
    const found = await sql<{ tenant_id: string; store_id: string; stream: SyncStream }>`
      SELECT tenant_id, store_id, stream FROM (
        SELECT tenant_id, store_id, stream, due_at, row_number() OVER (PARTITION BY store_id ORDER BY due_at, stream) AS place,
          row_number() OVER (PARTITION BY tenant_id ORDER BY due_at, stream) AS turn
        FROM sync_streams
        WHERE due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until <= clock_timestamp())
      ) AS due ORDER BY turn, place, due_at LIMIT ${limit}`.execute(tx);
    return found.rows.map((row) => ({ tenantId: row.tenant_id, storeId: row.store_id, stream: row.stream }));
  });
}
