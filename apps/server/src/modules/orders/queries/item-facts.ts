/** What orders say of their items, once for each SKU. */
import type { OrderSelection } from '@scanship/contracts/orders/order-selection';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { resolveSelection, SelectionTooSlow } from './selection.ts';

export interface FactsOfSku {
  readonly sku: string;
  readonly title: string;
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  readonly customsText: string | null;
  /** Of one unit; a declared value before a price. */
  readonly valueMinor: number | null;
  readonly currency: string;
}

interface FactsOfItems {
  readonly facts: readonly FactsOfSku[];
  readonly withoutSku: number;
}

/** Reads them of chosen orders, in the transaction of whoever asks. Problems as for every command on many. */
export async function itemsOfOrders(
  db: Database,
  ctx: Parameters<typeof resolveSelection>[1],
  now: Date,
  selection: OrderSelection,
): Promise<Outcome<(tx: Tx) => Promise<FactsOfItems>>> {
  const chosen = await resolveSelection(db, ctx, now, selection);
  if (!chosen.ok) return chosen;
  try {
    const ids = await chosen.value.ids();
    return { ok: true, value: (tx) => factsBySku(tx, ids) };
  } catch (error) {
    if (error instanceof SelectionTooSlow) return problem('search_too_slow');
    throw error;
  }
}

/** Each fact as the newest order says it that says it at all. */
async function factsBySku(tx: Tx, orderIds: readonly string[]): Promise<FactsOfItems> {
  const newest = (value: ReturnType<typeof sql>) =>
    sql`(array_agg(${value} ORDER BY i.placed_at DESC, i.order_id DESC) FILTER (WHERE ${value} IS NOT NULL))[1]`;
  const value = sql`coalesce(nullif(i.declared_minor, 0), nullif(i.unit_minor, 0))`;
  const { rows } = await sql<
    FactsOfSku & { key: string; titles: number }
  >`SELECT i.sku_key AS key, ${newest(sql`nullif(i.sku, '')`)} AS sku,
      coalesce(${newest(sql`nullif(i.title, '')`)}, '') AS title, ${newest(sql`nullif(i.weight_g, 0)`)} AS "weightGrams",
      ${newest(sql`i.hs_code`)} AS "hsCode", ${newest(sql`i.origin`)} AS "originCountry",
      ${newest(sql`nullif(i.customs_text, '')`)} AS "customsText", ${newest(value)} AS "valueMinor",
      ${newest(sql`CASE WHEN ${value} IS NOT NULL THEN o.currency::text END`)} AS currency, count(DISTINCT i.title)::int AS titles
    FROM order_items i JOIN orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
    WHERE i.order_id = ANY (${[...orderIds]}::uuid[]) GROUP BY i.sku_key ORDER BY i.sku_key`.execute(tx);
  return {
    facts: rows.filter(({ key }) => key !== ''),
    withoutSku: rows.find(({ key }) => key === '')?.titles ?? 0,
  };
}
