/**
 * Rows that are work: due at a time, taken by a lease that no two processes share. A process that dies leaves its lease to lapse, and
 * whoever takes the row then counts its `attempt` up: by that number one that lost its lease while it lived knows that it may not write
 * any more. The database's clock decides.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';

export interface Lease {
  readonly tenantId: string;
  readonly id: string;
  /** Fencing number. */
  readonly attempt: number;
}

/** Somebody else works on the row now; whatever was about to be written is not. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export const fromNow = (ms: number): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** Nobody works on it. */
export const isFree = sql<boolean>`(lease_until IS NULL OR lease_until <= clock_timestamp())`;

/** Renews a lease several times before it ends, until the answer is called. One renewal that fails is made up for by the next. */
export function beat(
  leaseMs: number,
  renew: () => Promise<unknown>,
  failed = (_error: unknown): void => undefined,
): () => void {
  const timer = setInterval(() => void renew().catch(failed), leaseMs / 4).unref();
  return () => clearInterval(timer);
}

export interface LeasedRows<More> {
  /** The row that has waited longest and nobody works on. */
  take(): Promise<(Lease & More) | undefined>;
  /** Writes `set` where the lease is still ours. @returns whether it was */
  settle(lease: Lease, set: RawBuilder<unknown>, tx?: Tx): Promise<boolean>;
  /** A transaction in which nobody takes the row over. @throws LeaseLost, which undoes it */
  write<T>(lease: Lease, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Keeps the lease until the answer is called. */
  keep(lease: Lease, failed: (error: unknown) => void): () => void;
}

export interface LeasedTable {
  /** Has `tenant_id`, `id`, `due_at`, `lease_until` and `attempt`; the system role may read the first four. */
  readonly table: string;
  readonly leaseMs: number;
  /** What `take` answers beside the lease, as columns. */
  readonly columns?: RawBuilder<unknown>;
  /** Which rows there is work on; others are neither taken nor written. */
  readonly open?: RawBuilder<boolean>;
  /** What is due by the product's clock. */
  readonly now?: () => Date;
}

/** So many that others may be quicker at. */
const LOOKED_AT = 10;

export function leasedRows<More = unknown>(db: Database, of: LeasedTable): LeasedRows<More> {
  const rowsOf = sql.table(of.table);
  const open = of.open === undefined ? sql`` : sql`AND ${of.open}`;
  const isDue = () => sql`due_at <= ${of.now?.() ?? sql`clock_timestamp()`} AND ${isFree}`;
  const ours = ({ tenantId, id, attempt }: Lease) =>
    sql`tenant_id = ${tenantId} AND id = ${id} AND attempt = ${attempt} ${open}`;

  const settle: LeasedRows<More>['settle'] = async (lease, set, tx) => {
    const write = async (at: Tx) =>
      (await sql`UPDATE ${rowsOf} SET ${set} WHERE ${ours(lease)}`.execute(at)).numAffectedRows === 1n;
    return tx ? write(tx) : db.tenant(lease, write);
  };

  return {
    async take() {
      const due = await db.system(
        (tx) =>
          sql<{ tenantId: string; id: string }>`SELECT tenant_id AS "tenantId", id FROM ${rowsOf}
            WHERE ${isDue()} ORDER BY due_at LIMIT ${LOOKED_AT}`.execute(tx),
        { readOnly: true },
      );
      for (const { tenantId, id } of due.rows) {
        const { rows } = await db.tenant({ tenantId }, (tx) =>
          sql<
            { attempt: number } & More
          >`UPDATE ${rowsOf} SET lease_until = ${fromNow(of.leaseMs)}, attempt = attempt + 1
            WHERE tenant_id = ${tenantId} AND id = ${id} AND ${isDue()} ${open}
            RETURNING attempt ${of.columns ? sql`, ${of.columns}` : sql``}`.execute(tx),
        );
        const [row] = rows;
        if (row) return { ...row, tenantId, id };
      }
      return undefined;
    },
    settle,
    write: (lease, work) =>
      db.tenant(lease, async (tx) => {
        const { rows } = await sql`SELECT FROM ${rowsOf} WHERE ${ours(lease)} FOR UPDATE`.execute(tx);
        if (rows.length === 0) throw new LeaseLost();
        return work(tx);
      }),
    keep: (lease, failed) => beat(of.leaseMs, () => settle(lease, sql`lease_until = ${fromNow(of.leaseMs)}`), failed),
  };
}
