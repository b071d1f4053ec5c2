/** Orders for files, read a batch at a time in the order of their ids; each batch is one statement of its own. */
import type { AddressDto } from '@scanship/contracts/common';
import type { Fulfillment } from '@scanship/domain/orders/order';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { combinable } from '../queries/list-sql.ts';
import { type OrderShipping, shippingSql } from '../queries/order-shipping.ts';
import { originCountry } from '../queries/ship-from.ts';

export interface ExportedItem {
  readonly sku: string;
  readonly title: string;
  /** Units that were not cancelled. */
  readonly qty: number;
}

export interface ExportedOrder {
  readonly id: string;
  readonly number: string;
  /** YYYY-MM-DD HH:mm:ss in the customer's time zone, as the next. */
  readonly placed: string;
  readonly ship_by: string | null;
  readonly fulfillment: Fulfillment;
  readonly cancelled: boolean;
  readonly archived: boolean;
  readonly hold_code: string | null;
  readonly import_failed: boolean;
  readonly signs: number;
  readonly combinable: boolean;
  readonly overdue: boolean;
  readonly origin: string | null;
  readonly country: string | null;
  readonly source: string;
  readonly store_name: string | null;
  readonly platform_code: string;
  readonly weight_g: number;
  readonly total_minor: number;
  readonly currency: string;
  readonly requested_key: string | null;
  readonly ship_to: AddressDto;
  readonly notes: { readonly customer?: string | null; readonly internal?: string | null };
  readonly items: readonly ExportedItem[];
  readonly tags: readonly string[];
  readonly shipping: readonly OrderShipping[];
}

/** Parts of an order that cost a look-up each; left out, they are empty. */
export interface Wanted {
  readonly signs: boolean;
  readonly shipping: boolean;
}

const NO_SHIPPING: RawBuilder<unknown> = sql`'[]'::jsonb`;
const local = (column: RawBuilder<unknown>, timeZone: string): RawBuilder<string> =>
  sql`to_char(${column} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;

/** The tenant's orders among `ids`, in their order. */
export async function readOrders(
  tx: Tx,
  ids: readonly string[],
  timeZone: string,
  wanted: Wanted,
): Promise<readonly ExportedOrder[]> {
  const { rows } = await sql<ExportedOrder>`SELECT o.id, o.number, ${local(sql`o.placed_at`, timeZone)} AS placed,
      ${local(sql`o.ship_by`, timeZone)} AS ship_by, o.fulfillment, o.cancelled_at IS NOT NULL AS cancelled,
      o.archived_at IS NOT NULL AS archived, o.hold_code, o.import_state = 'failed' AS import_failed, o.signs,
      ${wanted.signs ? combinable : sql`false`} AS combinable,
      coalesce(o.tab = 'unfulfilled' AND o.ship_by < now(), false) AS overdue,
      ${wanted.signs ? originCountry : sql`NULL::text`} AS origin, o.country, o.source, s.name AS store_name, o.platform_code,
      o.weight_g, o.total_minor, o.currency, o.requested_key, d.ship_to, d.notes,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('sku', i.sku, 'title', i.title, 'qty', i.qty - i.qty_cancelled) ORDER BY i.line)
        FILTER (WHERE i.qty > i.qty_cancelled), '[]'::jsonb)
        FROM order_items i WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id) AS items,
      (SELECT coalesce(jsonb_agg(g.tag ORDER BY g.tag), '[]'::jsonb)
        FROM order_tags g WHERE g.tenant_id = o.tenant_id AND g.order_id = o.id) AS tags,
      ${wanted.shipping ? shippingSql : NO_SHIPPING} AS shipping
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS w(id, place)
      JOIN orders o ON o.id = w.id
      JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
      LEFT JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    ORDER BY w.place`.execute(tx);
  return rows;
}
