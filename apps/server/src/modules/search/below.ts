/**
 * Orders and shipments of the customers below a tenant, for staff who may act for them. The system role sees keys and the
 * lines of the answer only; each customer's index is entered by itself, so what is not below is never read.
 */
import type { SearchTerm } from '@scanship/domain/orders/order-search';
import { type RawBuilder, sql } from 'kysely';
import { trackingEnds } from '../shipments/index.ts';
import type { Sought } from '../../platform/sought.ts';

interface OfCustomer {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly franchise_id: string;
}
export interface OrderBelowRow extends OfCustomer {
  readonly id: string;
  readonly number: string;
  readonly fulfillment: 'unfulfilled' | 'partial' | 'fulfilled' | 'manual_fulfilled';
  readonly cancelled: boolean;
  readonly archived: boolean;
  readonly placed_at: Date;
}
export interface ShipmentBelowRow extends OfCustomer {
  readonly id: string;
  readonly order_id: string | null;
  readonly tracking_number: string;
  readonly slug: string | null;
  readonly state: string;
  readonly tracking_status: string | null;
  readonly created_at: Date;
}

const customersBelow = (
  tenantId: string,
): RawBuilder<unknown> => sql`SELECT t.id, t.name, t.realm_id FROM tenant_closure b
  JOIN tenants t ON t.id = b.descendant_id AND t.kind = 'customer' AND t.state <> 'closed' WHERE b.ancestor_id = ${tenantId}::uuid`;

/** Numbers of orders and parcels, and a buyer's whole e-mail or telephone: what a person who calls can name. */
const forStaff = ({ field, token }: SearchTerm): boolean =>
  field === 'number' || field === 'tracking' || field === 'phone' || (field === 'email' && token.includes('@'));

/** The newest orders below that the text finds, those with exactly this number first. */
export function ordersBelowSql(
  tenantId: string,
  { orders }: Sought,
  limit: number,
): RawBuilder<OrderBelowRow> | undefined {
  const terms = orders.whole.filter(forStaff);
  if (terms.length === 0) return undefined;
  const keys = sql.join(
    terms.map(
      ({
        field,
        token,
        match,
      }) => sql`(SELECT k.order_id, ${field === 'number' ? sql`k.token = ${token}` : sql`true`} AS exact
        FROM order_tokens k WHERE k.tenant_id = c.id AND k.field = ${field}
          AND ${match === 'prefix' ? sql`k.token ^@ ${token}` : sql`k.token = ${token}`} LIMIT ${sql.lit(limit)})`,
    ),
    sql` UNION ALL `,
  );
  return sql<OrderBelowRow>`WITH found AS MATERIALIZED (
      SELECT c.id AS tenant_id, c.name, c.realm_id, k.order_id, bool_or(k.exact) AS exact
      FROM (${customersBelow(tenantId)}) c CROSS JOIN LATERAL (${keys}) k
      GROUP BY c.id, c.name, c.realm_id, k.order_id ORDER BY exact DESC, k.order_id DESC LIMIT ${sql.lit(limit)})
    SELECT f.tenant_id, f.name AS tenant_name, f.realm_id AS franchise_id, o.id, o.number, o.fulfillment,
      o.cancelled_at IS NOT NULL AS cancelled, o.archived_at IS NOT NULL AS archived, o.placed_at
    FROM found f JOIN orders o ON o.tenant_id = f.tenant_id AND o.id = f.order_id
    ORDER BY f.exact DESC, o.placed_at DESC, o.id DESC`;
}

/** The newest labels below whose tracking number begins or ends like the text. */
export function shipmentsBelowSql(
  tenantId: string,
  text: string,
  limit: number,
): RawBuilder<ShipmentBelowRow> | undefined {
  const ends = trackingEnds(text);
  if (!ends) return undefined;
  return sql<ShipmentBelowRow>`WITH found AS MATERIALIZED (
      SELECT c.id AS tenant_id, c.name, c.realm_id, p.shipment_id, min(p.tracking_number) AS tracking_number
      FROM (${customersBelow(tenantId)}) c CROSS JOIN LATERAL (
        (SELECT q.shipment_id, q.tracking_number FROM parcels q
          WHERE q.tenant_id = c.id AND q.tracking_key ^@ ${ends.start} LIMIT ${sql.lit(limit)})
        UNION (SELECT q.shipment_id, q.tracking_number FROM parcels q
          WHERE q.tenant_id = c.id AND q.tracking_end ^@ ${ends.end} LIMIT ${sql.lit(limit)})) p
      GROUP BY c.id, c.name, c.realm_id, p.shipment_id ORDER BY p.shipment_id DESC LIMIT ${sql.lit(limit)})
    SELECT f.tenant_id, f.name AS tenant_name, f.realm_id AS franchise_id, s.id, f.tracking_number, s.slug, s.state,
      s.tracking_status, s.created_at, (SELECT i.order_id FROM shipment_items i
        WHERE i.tenant_id = s.tenant_id AND i.shipment_id = s.id ORDER BY i.order_id LIMIT 1) AS order_id
    FROM found f JOIN shipments s ON s.tenant_id = f.tenant_id AND s.id = f.shipment_id WHERE s.state <> 'draft'
    ORDER BY s.created_at DESC, s.id DESC`;
}
