/** Who works on a batch: the row's lease and its attempt as fence, so that two processes never write over each other. */
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { type BatchRow, readBatch } from '../batch-rows.ts';

export interface BatchRef {
  readonly tenantId: string;
  readonly id: string;
}

/** Thrown where somebody else works on the batch now; whatever was about to be written is not. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export interface BatchLease extends BatchRef {
  readonly attempt: number;
  /** The batch as it is now. @throws LeaseLost */
  look(): Promise<BatchRow>;
  /** A transaction that ends without effect when the lease is not ours any more. @throws LeaseLost */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Writes which shipment an item's label is bought as, in whatever transaction stores it. @throws LeaseLost */
  keepShipment(tx: Tx, position: number, shipmentId: string): Promise<void>;
  /**
   * Gives the lease back; a command that came since the last look makes the batch due at once.
   * @param dueInMs when there is work again; null: when somebody asks for it
   */
  release(dueInMs: number | null): Promise<void>;
}

/** Batches of one company that are worked on at once, in all processes together. Two leases at the same moment may both be given. */
const OF_ONE_TENANT = 2;

const BY_KEY = { byKey: true } as const;

/** Batches that are due and that nobody works on, the companies taking turns. */
export const dueBatches = (db: Database, most: number): Promise<readonly BatchRef[]> =>
  db.system(async (tx) => {
    const { rows } = await sql<BatchRef>`SELECT tenant_id AS "tenantId", id FROM (
        SELECT tenant_id, id, due_at, row_number() OVER (PARTITION BY tenant_id ORDER BY due_at, id) AS turn FROM batches
        WHERE due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until < clock_timestamp())
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
): Promise<(BatchLease & { stopBeating(): void }) | 'later' | undefined> {
  const { tenantId, id } = ref;
  const until = sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;
  const taken = await db.tenant({ tenantId }, (tx) =>
    sql<{ attempt: number | null; due: string | null; held: number }>`WITH others AS (
        SELECT count(*)::int AS held FROM batches
        WHERE tenant_id = ${tenantId} AND id <> ${id} AND due_at IS NOT NULL AND lease_until > clock_timestamp()
      ), taken AS (
        UPDATE batches SET attempt = attempt + 1, lease_until = ${until}
        WHERE tenant_id = ${tenantId} AND id = ${id} AND due_at <= clock_timestamp()
          AND (lease_until IS NULL OR lease_until < clock_timestamp())
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
  const beat = setInterval(() => {
    db.tenant(
      { tenantId },
      (tx) => sql`UPDATE batches SET lease_until = ${until} WHERE ${mine}`.execute(tx),
      BY_KEY,
    ).catch(() => undefined);
  }, leaseMs / 3);
  beat.unref();
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
    attempt,
    stopBeating: () => clearInterval(beat),
    look: () =>
      db.tenant(
        { tenantId },
        async (tx) => {
          seen = await hold(tx);
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
        WHERE tenant_id = ${tenantId} AND batch_id = ${id} AND position = ${position}
          AND EXISTS (SELECT 1 FROM batches WHERE ${mine})`.execute(tx);
      if (kept.numAffectedRows !== 1n) throw new LeaseLost();
    },
    async release(dueInMs) {
      clearInterval(beat);
      const due = dueInMs === null ? sql`NULL` : sql`clock_timestamp() + ${dueInMs} * interval '1 millisecond'`;
      await db.tenant({ tenantId }, (tx) =>
        sql`UPDATE batches SET lease_until = NULL,
          due_at = CASE WHEN due_at::text IS DISTINCT FROM ${seen} THEN due_at ELSE ${due} END WHERE ${mine}`.execute(
          tx,
        ),
      );
    },
  };
}
