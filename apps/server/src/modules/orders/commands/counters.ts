/**
 * Counters of the tabs: deltas written in the order's own transaction. A transaction always works on the shard of its
 * connection, so concurrent transactions rarely wait for one another and one never waits for itself.
 */
import type { Tab } from '@scanship/domain/orders/order';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { executeFixed } from '../../../platform/database/transaction.ts';
import type { OrderContext } from './order-context.ts';

/** Connections whose process ids follow one another count at once; the table's own limit. */
const SHARDS = 64;

export interface CountDelta {
  readonly placedAt: Date;
  readonly storeId: string;
  readonly tab: Tab;
  readonly n: number;
}

/** Day of a counter: placed_at in UTC, YYYY-MM-DD. */
const dayOf = (placedAt: Date): string => placedAt.toISOString().slice(0, 10);

/** Adds the deltas, summed by day, store and tab, in key order so that two transactions cannot wait in a circle. */
export async function addCounts(ctx: OrderContext, tx: Tx, deltas: readonly CountDelta[]): Promise<void> {
  const sums = new Map<string, { day: string; store_id: string; tab: Tab; n: number }>();
  for (const delta of deltas) {
    const day = dayOf(delta.placedAt);
    const key = `${day} ${delta.storeId} ${delta.tab}`;
    const sum = sums.get(key);
    if (sum) sum.n += delta.n;
    else sums.set(key, { day, store_id: delta.storeId, tab: delta.tab, n: delta.n });
  }
  const rows = [...sums.entries()]
    .filter(([, row]) => row.n !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
  if (rows.length === 0) return;
  const given = JSON.stringify(rows);
  await executeFixed(
    tx,
    'add-counts',
    sql`WITH days AS (INSERT INTO order_counts AS c (tenant_id, day, store_id, tab, shard, n)
      SELECT ${ctx.tenantId}::uuid, r.day, r.store_id, r.tab, pg_backend_pid() % ${SHARDS}::int, r.n
      FROM json_to_recordset(${given}::json) AS r(day date, store_id uuid, tab text, n int8)
      ON CONFLICT (tenant_id, day, store_id, tab, shard) DO UPDATE SET n = c.n + excluded.n)
    INSERT INTO order_count_months AS c (tenant_id, month, store_id, tab, shard, n)
    SELECT ${ctx.tenantId}::uuid, date_trunc('month', r.day)::date, r.store_id, r.tab, pg_backend_pid() % ${SHARDS}::int, sum(r.n)::int8
    FROM json_to_recordset(${given}::json) AS r(day date, store_id uuid, tab text, n int8)
    GROUP BY 2, 3, 4 HAVING sum(r.n) <> 0 ORDER BY 2, 3, 4
    ON CONFLICT (tenant_id, month, store_id, tab, shard) DO UPDATE SET n = c.n + excluded.n`,
  );
}

/**
 * Folds the shards of days before `day` (YYYY-MM-DD), and of months that ended before it, into shard 0; sums stay the same.
 * For the nightly job, in the tenant's own context.
 * @returns how many rows of days went away
 */
export async function foldCounts(tx: Tx, day: string): Promise<number> {
  const fold = (table: 'order_counts' | 'order_count_months', unit: 'day' | 'month', before: RawBuilder<unknown>) => {
    const [rows, column] = [sql.table(table), sql.ref(unit)];
    return sql<{ n: number }>`WITH gone AS (
      DELETE FROM ${rows} WHERE ${column} < ${before} AND shard <> 0 RETURNING tenant_id, ${column}, store_id, tab, n
    ), folded AS (
      INSERT INTO ${rows} AS c (tenant_id, ${column}, store_id, tab, shard, n)
      SELECT tenant_id, ${column}, store_id, tab, 0, sum(n)::int8 FROM gone GROUP BY tenant_id, ${column}, store_id, tab
      ON CONFLICT (tenant_id, ${column}, store_id, tab, shard) DO UPDATE SET n = c.n + excluded.n
    )
    SELECT count(*) AS n FROM gone`.execute(tx);
  };
  await fold('order_count_months', 'month', sql`date_trunc('month', ${day}::date)::date`);
  const folded = await fold('order_counts', 'day', sql`${day}::date`);
  return folded.rows[0]?.n ?? 0;
}
