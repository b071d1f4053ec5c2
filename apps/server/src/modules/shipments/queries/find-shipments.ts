/** Labels by a tracking number: whole, its beginning, or its end. */
import { LEAST_TRACKING_END } from '@scanship/domain/orders/order-search';
import { type RawBuilder, sql } from 'kysely';
import { trackingKey } from '../purchase-handler.ts';

/** Both ends of a tracking number as they are kept; undefined where the text is too short to be either. */
export function trackingEnds(text: string): { readonly start: string; readonly end: string } | undefined {
  const key = trackingKey(text);
  if (key.length < LEAST_TRACKING_END || !/\d/.test(key)) return undefined;
  return { start: key, end: Array.from(key).toReversed().join('') };
}

export interface FoundShipmentRow {
  readonly id: string;
  readonly order_id: string | null;
  readonly tracking_number: string;
  readonly slug: string | null;
  readonly state: string;
  readonly tracking_status: string | null;
  readonly created_at: Date;
}

/** Parcels that are looked at before the newest of them are chosen. */
const MOST_PARCELS = 200;

/** The newest shipments of the tenant that the text finds, each once. */
export function findShipmentsSql(text: string, limit: number): RawBuilder<FoundShipmentRow> | undefined {
  const ends = trackingEnds(text);
  if (!ends) return undefined;
  return sql<FoundShipmentRow>`SELECT f.*, (SELECT i.order_id FROM shipment_items i WHERE i.shipment_id = f.id
      ORDER BY i.order_id, i.line, i.parcel_no LIMIT 1) AS order_id
    FROM (SELECT s.id, min(p.tracking_number) AS tracking_number, s.slug, s.state, s.tracking_status, s.created_at
      FROM (
        (SELECT c.shipment_id, c.tracking_number FROM parcels c WHERE c.tracking_key ^@ ${ends.start} LIMIT ${sql.lit(MOST_PARCELS)})
        UNION (SELECT c.shipment_id, c.tracking_number FROM parcels c WHERE c.tracking_end ^@ ${ends.end} LIMIT ${sql.lit(MOST_PARCELS)})
      ) p JOIN shipments s ON s.id = p.shipment_id WHERE s.state <> 'draft'
      GROUP BY s.tenant_id, s.id ORDER BY s.created_at DESC, s.id DESC LIMIT ${sql.lit(limit)}) f
    ORDER BY f.created_at DESC, f.id DESC`;
}
