/** How much of each product buyers sent back in two spans of days, and why. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { firstIdAt } from '../../platform/database/ids.ts';

const FIELDS = ['returned', 'received', 'faulty'] as const;
/**
 * Units: buyers asked to send back, less what was refused; that came; that came damaged or are not what was sent.
 */
export type ReturnSums = Readonly<Record<(typeof FIELDS)[number], number>>;

export interface ReturnGroup {
  /** The SKU, or the title of what has none; upper and lower case are one. */
  readonly product: string;
  readonly sku: string;
  readonly title: string;
  /** Code of the rules and its words when it was last given; null: of all reasons. */
  readonly reason: { readonly code: string; readonly words: string } | null;
  readonly now: ReturnSums;
  readonly before: ReturnSums;
}

/** From a moment until just before another one. */
export interface Between {
  readonly from: Date;
  readonly until: Date;
}

interface Row extends Readonly<Record<`${'now' | 'before'}_${(typeof FIELDS)[number]}`, number>> {
  readonly product: string;
  readonly sku: string;
  readonly title: string;
  readonly reason: string | null;
  readonly words: string;
}

/**
 * By product, and by product and reason, by the moment they were asked for. Runs as the seller.
 * @param ask.withTest returns of simulators' labels count where simulators are offered
 */
export async function readReturnSums(
  tx: Tx,
  ask: { readonly tenantId: string; readonly now: Between; readonly before: Between; readonly withTest: boolean },
): Promise<readonly ReturnGroup[]> {
  // Ids begin with the moment they were made in.
  const within = ({ from, until }: Between) => sql`(r.id >= ${firstIdAt(from)} AND r.id < ${firstIdAt(until)})`;
  const sums = (['now', 'before'] as const).map(
    (span) => sql`
      coalesce(sum(i.qty) FILTER (WHERE ${within(ask[span])}), 0)::int AS ${sql.ref(`${span}_returned`)},
      coalesce(sum(i.received) FILTER (WHERE ${within(ask[span])}), 0)::int AS ${sql.ref(`${span}_received`)},
      coalesce(sum(i.received) FILTER (WHERE ${within(ask[span])} AND i.condition IN ('damaged', 'wrong_item')), 0)::int
        AS ${sql.ref(`${span}_faulty`)}`,
  );
  const { rows } = await sql<Row>`
    SELECT p.product, max(o.sku) AS sku, (array_agg(o.title ORDER BY r.id DESC))[1] AS title, r.reason,
      (array_agg(r.reason_words ORDER BY r.id DESC))[1] AS words, ${sql.join(sums)}
    FROM returns AS r
    JOIN shipments AS w ON w.tenant_id = r.tenant_id AND w.id = r.return_of AND (${ask.withTest} OR NOT w.test)
    JOIN return_items AS i ON i.tenant_id = r.tenant_id AND i.return_id = r.id
    JOIN order_items AS o ON o.tenant_id = r.tenant_id AND o.order_id = r.order_id AND o.line = i.line
    CROSS JOIN LATERAL (SELECT coalesce(nullif(o.sku_key, ''), lower(o.title)) AS product) AS p
    WHERE r.tenant_id = ${ask.tenantId} AND r.state <> 'refused' AND (${within(ask.now)} OR ${within(ask.before)})
    GROUP BY GROUPING SETS ((p.product), (p.product, r.reason))`.execute(tx);
  return rows.map((row) => ({
    product: row.product,
    sku: row.sku,
    title: row.title,
    reason: row.reason === null ? null : { code: row.reason, words: row.words },
    now: { returned: row.now_returned, received: row.now_received, faulty: row.now_faulty },
    before: { returned: row.before_returned, received: row.before_received, faulty: row.before_faulty },
  }));
}
