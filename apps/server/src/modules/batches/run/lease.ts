/**
 * Who works on a batch: the row's lease and its attempt as fence, so that two processes never write over each other. Where much is left
 * to buy, other processes join the one that holds the lease, each with a row of its own as fence.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import {
  type Beat,
  beat,
  fromNow,
  GIVEN_BACK,
  HUNG_MS,
  IS_HELD,
  isFree,
  LeaseLost,
  LEFT_BEHIND,
  progressOnRenewing,
  progressOnTaking,
} from '../../../platform/jobs/leased-rows.ts';
import { type BatchRow, readBatch } from '../batch-rows.ts';

export interface BatchRef {
  readonly tenantId: string;
  readonly id: string;
}

/** What is needed to buy orders of a batch, whether as the one that holds its lease or beside it. */
export interface BatchHold extends BatchRef, Pick<Beat, 'sign' | 'during'> {
  /** Whose orders these are: the id of a process that joined, null of the one that holds the lease. */
  readonly workerId: string | null;
  /** The batch as it is now. @throws LeaseLost */
  look(): Promise<BatchRow>;
  /** A transaction that ends without effect when the lease is not ours any more. @throws LeaseLost */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Writes which shipment an item's label is bought as, in whatever transaction stores it. @throws LeaseLost */
  keepShipment(tx: Tx, position: number, shipmentId: string): Promise<void>;
}

export interface BatchLease extends BatchHold {
  readonly workerId: null;
  /**
   * Gives the lease back; a command that came since the last look makes the batch due at once.
   * @param dueInMs when there is work again; null: when somebody asks for it
   * @param broke its turn failed: what it is at has made no progress since
   */
  release(dueInMs: number | null, broke?: boolean): Promise<void>;
}

/** Batches of one company that are worked on at once, in all processes together. Two leases at the same moment may both be given. */
const OF_ONE_TENANT = 2;

/** Carriers that do not answer are not asked for more than so many labels of a batch at the same time. */
export const MOST_OPEN = 100;
/** Processes that buy for one batch beside the one that holds its lease. */
const MOST_BESIDE = 3;
/** Fewer orders than these are bought sooner than another process has begun. */
const WORTH_JOINING = 48;

const BY_KEY = { byKey: true } as const;

/** Batches that are due and that nobody works on, the companies taking turns. */
export const dueBatches = (db: Database, most: number): Promise<readonly BatchRef[]> =>
  db.system(async (tx) => {
    const { rows } = await sql<BatchRef>`SELECT tenant_id AS "tenantId", id FROM (
        SELECT tenant_id, id, due_at, row_number() OVER (PARTITION BY tenant_id ORDER BY due_at, id) AS turn FROM batches
        WHERE due_at <= clock_timestamp() AND ${isFree}
      ) AS due ORDER BY turn, due_at LIMIT ${most}`.execute(tx);
    return rows;
  });

/**
 * Takes the lease and keeps it until it is given back; undefined when it is not due or somebody has it, `later` while as many
 * batches of the company are worked on as may be.
 */
export async function leaseBatch(
  db: Database,
  ref: BatchRef,
  leaseMs: number,
  hungMs = HUNG_MS,
): Promise<(BatchLease & { stopBeating(): void }) | 'later' | undefined> {
  const { tenantId, id } = ref;
  const until = fromNow(leaseMs);
  const taken = await db.tenant({ tenantId }, (tx) =>
    sql<{ attempt: number | null; due: string | null; held: number }>`WITH others AS (
        SELECT count(*)::int AS held FROM batches
        WHERE tenant_id = ${tenantId} AND id <> ${id} AND due_at IS NOT NULL AND lease_until > clock_timestamp()
      ), taken AS (
        UPDATE batches SET attempt = attempt + 1, lease_until = ${until}, progress_at = ${progressOnTaking}
        WHERE tenant_id = ${tenantId} AND id = ${id} AND due_at <= clock_timestamp() AND ${isFree}
          AND (SELECT held FROM others) < ${OF_ONE_TENANT}
        RETURNING attempt, due_at::text AS due
      ) SELECT attempt, due, held FROM others LEFT JOIN taken ON true`.execute(tx),
  );
  const [row] = taken.rows;
  if (!row || row.attempt === null) return (row?.held ?? 0) >= OF_ONE_TENANT ? 'later' : undefined;
  const { attempt } = row;
  /** `due_at` when the batch was last looked at: another one means that a command came since. */
  let seen: string | null = row.due;
  const mine = sql`tenant_id = ${tenantId} AND id = ${id} AND attempt = ${attempt}`;
  const renew = (signed: boolean) =>
    db.tenant(
      { tenantId },
      (tx) =>
        sql`UPDATE batches SET lease_until = ${until}, progress_at = ${progressOnRenewing(signed)}
          WHERE ${mine} AND ${IS_HELD}`.execute(tx),
      BY_KEY,
    );
  const { sign, during, stop: stopBeating } = beat(leaseMs, renew, { hungMs });
  // Not locked: should the lease lapse right now, the writes that follow are still true, and purchases are guarded by their keys.
  const hold = async (tx: Tx): Promise<string | null> => {
    const { rows } = await sql<{ due: string | null }>`SELECT due_at::text AS due FROM batches WHERE ${mine}`.execute(
      tx,
    );
    if (!rows[0]) throw new LeaseLost();
    return rows[0].due;
  };
  return {
    tenantId,
    id,
    workerId: null,
    sign,
    during,
    stopBeating,
    ...writer(
      db,
      { ...ref, workerId: null },
      async (tx) => void (seen = await hold(tx)),
      hold,
      sql`SELECT 1 FROM batches WHERE ${mine}`,
    ),
    async release(dueInMs, broke = false) {
      stopBeating();
      const due = dueInMs === null ? sql`NULL` : fromNow(dueInMs);
      await db.tenant({ tenantId }, (tx) =>
        sql`UPDATE batches SET ${broke ? LEFT_BEHIND : GIVEN_BACK},
          due_at = CASE WHEN due_at::text IS DISTINCT FROM ${seen} THEN due_at ELSE ${due} END WHERE ${mine}`.execute(
          tx,
        ),
      );
    },
  };
}

/** Batches that are being bought by another process. */
export const batchesInHand = (db: Database, most: number): Promise<readonly BatchRef[]> =>
  db.system(async (tx) => {
    const { rows } = await sql<BatchRef>`SELECT tenant_id AS "tenantId", id FROM batches
      WHERE state = 'running' AND due_at IS NOT NULL AND lease_until > clock_timestamp() ORDER BY random() LIMIT ${most}`.execute(
      tx,
    );
    return rows;
  });

/**
 * Joins the process that works on a batch; undefined where too little is left for that, or enough have joined. Two that join at the same
 * moment may be one too many.
 */
export async function joinBatch(
  db: Database,
  ref: BatchRef,
  leaseMs: number,
  hungMs = HUNG_MS,
): Promise<(BatchHold & { leave(): Promise<void> }) | undefined> {
  const { tenantId, id } = ref;
  const workerId = newId();
  const until = fromNow(leaseMs);
  const joined = await db.tenant({ tenantId }, (tx) =>
    sql`INSERT INTO batch_workers (tenant_id, batch_id, id, lease_until, progress_at)
      SELECT tenant_id, id, ${workerId}::uuid, ${until}, clock_timestamp() FROM batches AS b
      WHERE tenant_id = ${tenantId} AND id = ${id} AND state = 'running' AND lease_until > clock_timestamp()
        AND (SELECT count(*) FROM batch_workers AS w WHERE w.tenant_id = b.tenant_id AND w.batch_id = b.id
          AND w.lease_until > clock_timestamp()) < ${MOST_BESIDE}
        AND (SELECT count(*) FROM batch_items AS i WHERE i.tenant_id = b.tenant_id AND i.batch_id = b.id
          AND i.state = 'open') < ${MOST_OPEN}
        AND (SELECT count(*) FROM (SELECT FROM batch_items AS i WHERE i.tenant_id = b.tenant_id AND i.batch_id = b.id
          AND (i.state = 'planned' OR (i.state = 'waiting' AND i.due_at <= clock_timestamp()))
          LIMIT ${WORTH_JOINING}) AS left_over) = ${WORTH_JOINING}`.execute(tx),
  );
  if (joined.numAffectedRows !== 1n) return undefined;
  const mine = sql`tenant_id = ${tenantId} AND batch_id = ${id} AND id = ${workerId}`;
  const renew = (signed: boolean) =>
    db.tenant(
      { tenantId },
      (tx) =>
        sql`UPDATE batch_workers SET lease_until = ${until}, progress_at = ${progressOnRenewing(signed)}
          WHERE ${mine}`.execute(tx),
      BY_KEY,
    );
  const { sign, during, stop } = beat(leaseMs, renew, { hungMs });
  const hold = async (tx: Tx): Promise<void> => {
    const { rows } = await sql`SELECT 1 FROM batch_workers WHERE ${mine}`.execute(tx);
    if (!rows[0]) throw new LeaseLost();
  };
  return {
    tenantId,
    id,
    workerId,
    sign,
    during,
    ...writer(db, { ...ref, workerId }, hold, hold, sql`SELECT 1 FROM batch_workers WHERE ${mine}`),
    async leave() {
      stop();
      await db.tenant({ tenantId }, (tx) => sql`DELETE FROM batch_workers WHERE ${mine}`.execute(tx), BY_KEY);
    },
  };
}

/** Processes beside the one that holds the lease. Takes those away that died; their orders are nobody's then. */
export async function workersBeside(tx: Tx, { tenantId, id }: BatchRef): Promise<number> {
  await sql`DELETE FROM batch_workers WHERE tenant_id = ${tenantId} AND batch_id = ${id}
    AND lease_until < clock_timestamp()`.execute(tx);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM batch_workers
    WHERE tenant_id = ${tenantId} AND batch_id = ${id}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** @param fence a query that has a row as long as the hold is ours */
function writer(
  db: Database,
  { tenantId, id, workerId }: BatchRef & { readonly workerId: string | null },
  holdToLook: (tx: Tx) => Promise<unknown>,
  hold: (tx: Tx) => Promise<unknown>,
  fence: RawBuilder<unknown>,
): Pick<BatchHold, 'look' | 'write' | 'keepShipment'> {
  return {
    look: () =>
      db.tenant(
        { tenantId },
        async (tx) => {
          await holdToLook(tx);
          const batch = await readBatch(tx, tenantId, id);
          if (!batch) throw new LeaseLost();
          return batch;
        },
        BY_KEY,
      ),
    write: (work) =>
      db.tenant(
        { tenantId },
        async (tx) => {
          await hold(tx);
          return work(tx);
        },
        BY_KEY,
      ),
    async keepShipment(tx, position, shipmentId) {
      const kept = await sql`UPDATE batch_items SET shipment_id = ${shipmentId}
        WHERE tenant_id = ${tenantId} AND batch_id = ${id} AND position = ${position} AND state = 'running'
          AND worker_id IS NOT DISTINCT FROM ${workerId} AND EXISTS (${fence})`.execute(tx);
      if (kept.numAffectedRows !== 1n) throw new LeaseLost();
    },
  };
}
