/** What packing slips and summaries say of orders, read for many at once. */
import type { AddressDto } from '@scanship/contracts/common';
import type { PackingSlipOrder } from '@scanship/documents/paperwork/packing-slip';
import type { Address } from '@scanship/domain/addresses/address';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { toAddress } from '../orders/index.ts';
import { senderOf, type StorePapers } from './branding.ts';

interface SlipRecord {
  readonly id: string;
  readonly number: string;
  readonly placed: string;
  readonly ship_to: AddressDto;
  readonly note: string | null;
  readonly store_id: string;
  readonly papers: StorePapers | null;
  readonly ship_from: AddressDto | null;
  readonly items: readonly {
    readonly line: number;
    readonly sku: string;
    readonly title: string;
    readonly qty: number;
  }[];
  readonly shipment: {
    readonly service: string | null;
    readonly day: string | null;
    readonly tracking: string | null;
  } | null;
}

export interface SlipOrders {
  readonly orders: readonly (PackingSlipOrder & { readonly id: string })[];
  /** What each store of theirs puts on its papers. */
  readonly papers: readonly StorePapers[];
}

/**
 * Packing slips of orders, in the given order, each once; two statements whatever their number. Problems: `not_found` when
 * one is not the tenant's, `no_ship_from` when nothing says where one ships from.
 * @param timeZone in which the order's day is printed
 */
export async function readSlips(
  tx: Tx,
  tenantId: string,
  orderIds: readonly string[],
  timeZone: string,
): Promise<Outcome<SlipOrders>> {
  const wanted = [...new Set(orderIds)];
  const { rows } =
    await sql<SlipRecord>`SELECT o.id, o.number, to_char(o.placed_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS placed,
      d.ship_to, d.notes ->> 'customer' AS note, o.store_id, s.branding AS papers,
      (SELECT l.address FROM locations l WHERE l.tenant_id = o.tenant_id AND l.archived_at IS NULL
          AND (l.id = o.location_id OR l.id = s.location_id OR l.is_default)
        ORDER BY (l.id = o.location_id) DESC NULLS LAST, (l.id = s.location_id) DESC NULLS LAST, l.id LIMIT 1) AS ship_from,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('line', i.line, 'sku', i.sku, 'title', i.title, 'qty', i.qty - i.qty_cancelled)
          ORDER BY i.line) FILTER (WHERE i.qty > i.qty_cancelled), '[]'::jsonb)
        FROM order_items i WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id) AS items,
      (SELECT jsonb_build_object('service', h.service_name, 'day', h.ship_date, 'tracking',
          (SELECT string_agg(c.tracking_number, ', ' ORDER BY c.no) FROM parcels c
            WHERE c.tenant_id = h.tenant_id AND c.shipment_id = h.id))
        FROM shipments h WHERE h.tenant_id = o.tenant_id AND h.state IN ('bought', 'handed_over', 'delivered')
          AND h.id IN (SELECT x.shipment_id FROM shipment_items x WHERE x.tenant_id = o.tenant_id AND x.order_id = o.id)
        ORDER BY h.created_at DESC LIMIT 1) AS shipment
    FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
      JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    WHERE o.tenant_id = ${tenantId} AND o.id = ANY (${wanted}::uuid[])`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const papers = new Map<string, StorePapers>();
  const orders: (PackingSlipOrder & { readonly id: string })[] = [];
  for (const id of wanted) {
    const row = byId.get(id);
    if (!row) return problem('not_found', { message: 'One of these orders was not found.' });
    if (!row.ship_from) return problem('no_ship_from');
    papers.set(row.store_id, row.papers ?? {});
    orders.push({ ...toSlip(row, toAddress(row.ship_from)), id });
  }
  return ok({ orders, papers: [...papers.values()] });
}

const toSlip = (row: SlipRecord, from: Address): PackingSlipOrder => ({
  orderNumber: row.number,
  orderDate: row.placed,
  shipDate: row.shipment?.day ?? undefined,
  from: senderOf(from, row.papers ?? {}),
  to: toAddress(row.ship_to),
  service: row.shipment?.service ?? undefined,
  trackingNumber: row.shipment?.tracking ?? undefined,
  items: row.items.map(({ line, sku, title, qty }) => ({
    name: title || sku || `Line ${line}`,
    sku: sku || undefined,
    quantity: qty,
  })),
  note: row.note ?? undefined,
});
