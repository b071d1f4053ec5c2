/** What to take off the shelves: the open units of orders by bin location, then SKU. */
import { MOST_PICKED, type PickLineDto } from '@scanship/contracts/shipping/dispatch';
import { cutOffOf } from '@scanship/domain/calendar/ship-date';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface PickedLines {
  readonly orders: number;
  readonly units: number;
  readonly capped: boolean;
  readonly lines: PickLineDto[];
}

/** Orders that wait and can be shipped, those due first; one more than a list takes. */
export async function waitingOrders(
  ctx: { readonly timeZone: string },
  tx: Tx,
  which: { readonly due: 'today' | 'all'; readonly locationId: string | null },
  now: Date,
): Promise<string[]> {
  // The end of today where the customer is: the cut-off "midnight" of the day after.
  const { day } = cutOffOf(now, { timeZone: ctx.timeZone, cutOff: '00:00', workingDays: 0, holidays: [] });
  const due =
    which.due === 'today'
      ? sql`AND (o.ship_by IS NULL OR o.ship_by < ((${day}::date + 1)::timestamp AT TIME ZONE ${ctx.timeZone}::text))`
      : sql``;
  const place =
    which.locationId === null
      ? sql``
      : sql`AND coalesce(o.location_id, s.location_id, (SELECT l.id FROM locations l WHERE l.is_default)) = ${which.locationId}::uuid`;
  const { rows } = await sql<{ id: string }>`SELECT o.id FROM orders o
      JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    WHERE o.tab = 'unfulfilled' AND o.hold_code IS NULL AND o.import_state = 'ok' ${due} ${place}
    ORDER BY o.ship_by, o.id LIMIT ${MOST_PICKED + 1}`.execute(tx);
  return rows.map((row) => row.id);
}

interface LineRow {
  readonly bin: string;
  readonly sku: string;
  readonly name: string;
  readonly order_id: string;
  readonly number: string;
  readonly qty: number;
}

/** Bins with numbers in them sort as people walk: A-2 before A-10. */
const byShelf = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** @param orderIds the first `MOST_PICKED` of them count */
export async function pickLines(tx: Tx, orderIds: readonly string[]): Promise<PickedLines> {
  const ids = orderIds.slice(0, MOST_PICKED);
  // A product is the item's own, else the one with its SKU.
  const { rows } =
    await sql<LineRow>`SELECT coalesce(btrim(p.bin_location), '') AS bin, i.sku, i.title AS name, o.id AS order_id,
      o.number, (i.qty - i.qty_cancelled - i.qty_shipped)::int AS qty
    FROM order_items i JOIN orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
      LEFT JOIN LATERAL (SELECT bin_location FROM products WHERE tenant_id = i.tenant_id
        AND (id = i.product_id OR (i.product_id IS NULL AND i.sku_key <> '' AND sku_key = i.sku_key)) LIMIT 1) AS p ON true
    WHERE i.order_id = ANY (${ids}::uuid[]) AND i.qty - i.qty_cancelled - i.qty_shipped > 0
      AND o.tab IN ('unfulfilled')`.execute(tx);
  const lines = new Map<string, PickLineDto>();
  const orders = new Set<string>();
  const place = new Map(ids.map((id, index) => [id, index]));
  for (const row of rows.toSorted((a, b) => (place.get(a.order_id) ?? 0) - (place.get(b.order_id) ?? 0))) {
    orders.add(row.order_id);
    // Without a SKU the name is all there is to go by.
    const key = JSON.stringify([row.bin, row.sku.toLowerCase(), row.sku === '' ? row.name : '']);
    const line = lines.get(key) ?? { bin: row.bin, sku: row.sku, name: row.name, quantity: 0, orders: [] };
    lines.set(key, line);
    line.quantity += row.qty;
    const same = line.orders.find((each) => each.orderId === row.order_id);
    if (same) same.quantity += row.qty;
    else line.orders.push({ orderId: row.order_id, number: row.number, quantity: row.qty });
  }
  const sorted = [...lines.values()].toSorted(
    (a, b) =>
      // What has no bin comes last: it has to be looked for.
      Number(a.bin === '') - Number(b.bin === '') ||
      byShelf.compare(a.bin, b.bin) ||
      byShelf.compare(a.sku, b.sku) ||
      byShelf.compare(a.name, b.name),
  );
  return {
    orders: orders.size,
    units: sorted.reduce((n, line) => n + line.quantity, 0),
    capped: orderIds.length > MOST_PICKED,
    lines: sorted,
  };
}
