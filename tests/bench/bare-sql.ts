/**
 * The list as somebody with nothing but psql would ask for it: one customer's rows, no row security, no session, the
 * tenant named in every condition. What the server's times are held against.
 */
import type { Client } from 'pg';

/** Columns a page shows, beside the keys. */
const ROW = `o.id, o.number, o.fulfillment, o.signs, o.source, o.placed_at, o.ship_by, o.ship_to_name, o.province, o.country,
  o.item_qty, o.item_summary, o.weight_g, o.total_minor, o.currency, o.version, d.ship_to ->> 'city' AS city, s.name AS store_name,
  (SELECT json_agg(g.tag) FROM order_tags g WHERE g.tenant_id = o.tenant_id AND g.order_id = o.id) AS tags`;
const JOINS = `JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
  LEFT JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id`;
const SINCE = `now() - interval '4 years'`;

/** A page of 20 rows under a condition on `orders o`, from either end of the list; `$1` is the tenant. */
export const barePage = (condition: string, direction: 'DESC' | 'ASC' = 'DESC'): string =>
  `SELECT ${ROW} FROM (SELECT * FROM orders o WHERE o.tenant_id = $1 AND o.placed_at >= ${SINCE} AND ${condition}
     ORDER BY o.placed_at ${direction}, o.id ${direction} LIMIT 20) o ${JOINS} ORDER BY o.placed_at DESC, o.id DESC`;

/** How many there are, up to what the list counts; `$1` is the tenant. */
export const bareCount = (condition: string): string =>
  `SELECT count(*) FROM (SELECT 1 FROM orders o WHERE o.tenant_id = $1 AND o.placed_at >= ${SINCE} AND o.tab <> 'archived'
     AND ${condition} LIMIT 10001) c`;

/** Counts of the tabs from the counters of months, and of days where the range cuts a month; `$1` is the tenant. */
export const BARE_COUNTS = `SELECT tab, sum(n) FROM (
    SELECT tab, n FROM order_count_months WHERE tenant_id = $1 AND month >= date_trunc('month', ${SINCE} + interval '1 month')::date
    UNION ALL SELECT tab, n FROM order_counts WHERE tenant_id = $1 AND day >= (${SINCE})::date
      AND day < date_trunc('month', ${SINCE} + interval '1 month')::date) c GROUP BY tab`;

/** The default page with its counts. Answers how many rows the page has. */
export async function bareDefaultPage(client: Client, tenantId: string): Promise<number> {
  const page = await client.query({ name: 'bare-page', text: barePage(`o.tab <> 'archived'`), values: [tenantId] });
  await client.query({ name: 'bare-counts', text: BARE_COUNTS, values: [tenantId] });
  return page.rowCount ?? 0;
}
