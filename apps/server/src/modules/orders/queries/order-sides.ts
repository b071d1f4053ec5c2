/** What the page of an order shows beside the order itself: pictures and shelves, the mark by hand, orders that could go along. */
import { ITEM_FACTS, type OrderDetail } from '@scanship/contracts/orders/orders';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { linePicture } from '../../../platform/outside-pictures/picture-addresses.ts';
import type { KeptFacts } from '../commands/edit-items.ts';

type Item = OrderDetail['items'][number];
export type LineSide = Pick<Item, 'bin' | 'imageUrl' | 'edited'>;

interface SideRecord {
  readonly line: number;
  readonly image_url: string | null;
  readonly product_id: string | null;
  readonly picture: string | null;
  readonly bin: string | null;
  readonly overrides: KeptFacts;
  readonly imported: KeptFacts;
}

/** Of each line: the product is found by the store's own id of the item, else by SKU. */
export async function lineSides(tx: Tx, orderId: string): Promise<ReadonlyMap<number, LineSide>> {
  const { rows } =
    await sql<SideRecord>`SELECT i.line, i.image_url, p.id AS product_id, p.picture, p.bin_location AS bin, i.overrides, i.imported
    FROM order_items i JOIN orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
    LEFT JOIN LATERAL (
      SELECT f.id, f.picture, f.bin_location FROM (
        SELECT 1 AS rank, q.id, q.picture, q.bin_location FROM product_aliases a
          JOIN products q ON q.tenant_id = a.tenant_id AND q.id = a.product_id
          WHERE a.tenant_id = i.tenant_id AND a.store_id = o.store_id AND a.external_id = i.external_product_id
        UNION ALL SELECT 2, q.id, q.picture, q.bin_location FROM products q
          WHERE q.tenant_id = i.tenant_id AND i.sku_key <> '' AND q.sku_key = i.sku_key
      ) f ORDER BY f.rank LIMIT 1
    ) p ON true
    WHERE i.order_id = ${orderId}`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.line,
      {
        bin: row.bin,
        imageUrl: linePicture({ orderId, line: row.line }, { id: row.product_id, picture: row.picture }, row.image_url),
        edited: ITEM_FACTS.filter((field) => Object.hasOwn(row.overrides, field)).map((field) => ({
          field,
          before: row.imported[field] ?? null,
        })),
      },
    ]),
  );
}

/** The address a store gave for the picture of a line. */
export async function pictureOfLine(tx: Tx, orderId: string, line: number): Promise<string | undefined> {
  const { rows } = await sql<{ address: string | null }>`SELECT image_url AS address FROM order_items
    WHERE order_id = ${orderId} AND line = ${line}`.execute(tx);
  return rows[0]?.address ?? undefined;
}

export interface Mark {
  readonly carrier: string | null;
  readonly number: string | null;
  readonly at: string;
  readonly userId: string | null;
}

/** How the order was marked as fulfilled by hand; null where no mark stands. */
export async function markOf(tx: Tx, orderId: string): Promise<Mark | null> {
  const { rows } = await sql<{
    carrier: string | null;
    number: string | null;
    at: Date;
    userId: string | null;
  }>`SELECT carrier_name AS carrier, tracking_number AS number, marked_at AS at, marked_by AS "userId"
    FROM manual_fulfilments WHERE order_id = ${orderId} AND undone_at IS NULL`.execute(tx);
  const [row] = rows;
  return row ? { ...row, at: row.at.toISOString() } : null;
}

/** Most orders that are offered for one shipment. */
const MOST_COMBINED = 20;

/** Orders that could go in one shipment with this one: same recipient and place, open, not held; oldest first. */
export async function combinableWith(tx: Tx, orderId: string): Promise<OrderDetail['combinableWith']> {
  const { rows } = await sql<{ id: string; number: string; summary: string; weight: number }>`SELECT c.id, c.number,
      c.item_summary AS summary, c.weight_g AS weight
    FROM orders o JOIN orders c ON c.tenant_id = o.tenant_id AND c.ship_to_key = o.ship_to_key AND c.id <> o.id
    WHERE o.id = ${orderId} AND o.ship_to_key <> '' AND o.tab = 'unfulfilled' AND c.ship_to_key <> ''
      AND c.tab = 'unfulfilled' AND c.hold_code IS NULL AND c.import_state = 'ok'
    ORDER BY c.placed_at, c.id LIMIT ${MOST_COMBINED}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    ecomOrderNumber: row.number,
    itemSummary: row.summary,
    weightGrams: row.weight === 0 ? null : row.weight,
  }));
}
