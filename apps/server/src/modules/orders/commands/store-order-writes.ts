/** The statements that change orders of a store, each for many rows at once. */
import { skuKey } from '@scanship/domain/orders/order-items';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { ITEM_COLUMNS } from './item-columns.ts';
import type { OrderContext } from './order-context.ts';
import { cleanText, insertRows } from './rows.ts';
import type { KeptLine } from './store-order-rows.ts';

/** An order and its detail as they are stored after a change; times are ISO instants. */
export interface HeadRow {
  readonly id: string;
  readonly number: string;
  readonly tab: string;
  readonly fulfillment: string;
  readonly cancelled_at: string | null;
  readonly hold_code: string | null;
  readonly hold_reason: string | null;
  readonly ship_by: string | null;
  readonly location_id: string | null;
  readonly country: string | null;
  readonly province: string | null;
  readonly requested_key: string | null;
  readonly item_qty: number;
  readonly sku_count: number;
  readonly item_summary: string;
  readonly weight_g: number;
  readonly total_minor: number;
  readonly currency: string;
  readonly ship_to_name: string;
  readonly ship_to_key: string;
  readonly signs: number;
  readonly imported_hash: string;
  readonly external_updated_at: string;
  readonly ship_to: object;
  readonly ship_to_imported: object | null;
  readonly address_check: readonly object[];
  readonly notes: object;
  readonly imported: object;
}

export async function updateHeads(tx: Tx, rows: readonly HeadRow[], now: Date): Promise<void> {
  const data = toJson(rows);
  // Named beside the join, so that only their rows are read, however many orders there are.
  const ids = rows.map(({ id }) => id);
  await sql`UPDATE orders o SET number = r.number, tab = r.tab, fulfillment = r.fulfillment, cancelled_at = r.cancelled_at,
      hold_code = r.hold_code, hold_reason = r.hold_reason, ship_by = coalesce(r.ship_by, o.ship_by), location_id = coalesce(r.location_id, o.location_id), country = r.country, province = r.province,
      requested_key = r.requested_key, item_qty = r.item_qty, sku_count = r.sku_count, item_summary = r.item_summary,
      weight_g = r.weight_g, total_minor = r.total_minor, currency = r.currency, ship_to_name = r.ship_to_name,
      ship_to_key = r.ship_to_key, signs = r.signs, imported_hash = r.imported_hash,
      external_updated_at = r.external_updated_at, import_state = 'ok', version = o.version + 1,
      updated_at = ${now.toISOString()}::timestamptz
    FROM json_to_recordset(${data}::json) AS r(id uuid, number text, tab text, fulfillment text, cancelled_at timestamptz,
      hold_code text, hold_reason text, ship_by timestamptz, location_id uuid, country text, province text, requested_key text, item_qty int4,
      sku_count int4, item_summary text, weight_g int4, total_minor int8, currency text, ship_to_name text, ship_to_key text,
      signs int4, imported_hash text, external_updated_at timestamptz)
    WHERE o.id = ANY (${ids}::uuid[]) AND o.id = r.id`.execute(tx);
  await sql`UPDATE order_details d SET ship_to = r.ship_to, ship_to_imported = r.ship_to_imported,
      address_check = r.address_check, notes = r.notes, imported = r.imported
    FROM json_to_recordset(${data}::json) AS r(id uuid, ship_to jsonb, ship_to_imported jsonb, address_check jsonb,
      notes jsonb, imported jsonb)
    WHERE d.order_id = ANY (${ids}::uuid[]) AND d.order_id = r.id`.execute(tx);
}

const columns = (line: KeptLine) => ({
  line: line.line,
  external_line_id: line.externalLineId,
  external_group: line.externalGroup,
  external_product_id: line.externalProductId,
  sku: cleanText(line.sku),
  sku_key: skuKey(cleanText(line.sku)),
  title: line.title,
  qty: line.quantity,
  qty_cancelled: line.cancelled,
  qty_elsewhere: line.elsewhere,
  unit_minor: line.unitMinor,
  weight_g: line.weightGrams,
  hs_code: hsDigits(line.hsCode) ?? null,
  origin: line.originCountry,
  image_url: line.imageUrl,
  imported: line.imported,
});

/** What was allocated and shipped is not the store's to change and is left as it is. */
export async function updateLines(
  tx: Tx,
  rows: readonly { readonly orderId: string; readonly line: KeptLine }[],
): Promise<void> {
  if (rows.length === 0) return;
  const data = toJson(rows.map(({ orderId, line }) => ({ order_id: orderId, ...columns(line) })));
  await sql`UPDATE order_items i SET external_line_id = r.external_line_id, external_group = r.external_group,
      external_product_id = r.external_product_id, sku = r.sku, sku_key = r.sku_key, title = r.title, qty = r.qty,
      qty_cancelled = r.qty_cancelled, qty_elsewhere = r.qty_elsewhere, unit_minor = r.unit_minor, weight_g = r.weight_g,
      hs_code = r.hs_code, origin = r.origin, image_url = r.image_url, imported = r.imported
    FROM json_to_recordset(${data}::json) AS r(order_id uuid, line int4, external_line_id text, external_group text,
      external_product_id text, sku text, sku_key text, title text, qty int4, qty_cancelled int4, qty_elsewhere int4,
      unit_minor int8, weight_g int4, hs_code text, origin text, image_url text, imported jsonb)
    WHERE i.order_id = ANY (${rows.map(({ orderId }) => orderId)}::uuid[]) AND i.order_id = r.order_id AND i.line = r.line`.execute(
    tx,
  );
}

export async function insertLines(
  ctx: OrderContext,
  tx: Tx,
  rows: readonly { readonly orderId: string; readonly placedAt: Date; readonly line: KeptLine }[],
): Promise<void> {
  await insertRows(
    tx,
    'order_items',
    ITEM_COLUMNS,
    rows.map(({ orderId, placedAt, line }) => ({
      tenant_id: ctx.tenantId,
      order_id: orderId,
      ...columns(line),
      placed_at: placedAt.toISOString(),
    })),
  );
}

export async function deleteTags(
  tx: Tx,
  rows: readonly { readonly orderId: string; readonly tag: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`DELETE FROM order_tags t USING json_to_recordset(${toJson(rows)}::json) AS r("orderId" uuid, tag text)
    WHERE t.order_id = ANY (${rows.map(({ orderId }) => orderId)}::uuid[]) AND t.order_id = r."orderId" AND t.tag = r.tag`.execute(
    tx,
  );
}
