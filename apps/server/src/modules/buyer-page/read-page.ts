/** What a buyer is shown of an order: the least that answers where it is. No name, no street, no price. */
import type { ShipmentTracking, TrackedParcelDto } from '@scanship/contracts/shipping/tracking';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { hasReturns } from '../returns/index.ts';
import { readTracking } from '../tracking/index.ts';
import type { BuyerLinks, LinkedOrder } from './links.ts';
import { lookOf, type PageLook, readSettings } from './look.ts';
import { reportedParcels } from './report.ts';

const DAY_MS = 86_400_000;
/** Orders of more shipments are rare; a page stays a page. */
const MOST_SHIPMENTS = 20;

export interface PageParcel {
  /** "shipment.parcel", for a report. */
  readonly key: string;
  readonly shipmentId: string;
  readonly number: number;
  readonly carrierName: string;
  readonly tracking: TrackedParcelDto;
  /** YYYY-MM-DD */
  readonly promisedDay: string | null;
  /** City and the beginning of the postal code. */
  readonly place: string;
  readonly items: readonly { readonly title: string; readonly quantity: number }[];
  readonly test: boolean;
  readonly lost: boolean;
  /** The buyer said that it did not arrive. */
  readonly reported: boolean;
  /** What the carrier says of the delivery, and the document of it; null: none, or not to be shown. */
  readonly proof: { readonly said: string | null; readonly paper: string | null } | null;
}

export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
}

export interface BuyerPage {
  /** Of the seller: the page is good on its hosts alone. */
  readonly franchiseId: string;
  readonly number: string;
  readonly sellerName: string;
  readonly contact: Contact;
  readonly cancelled: boolean;
  readonly parcels: readonly PageParcel[];
  /** Something may be sent back, or was. */
  readonly returns: boolean;
  /** Origins that may frame it. */
  readonly framedBy: readonly string[];
  readonly look: PageLook;
}

interface OrderRecord {
  readonly franchise_id: string;
  readonly number: string;
  readonly created_at: Date;
  readonly cancelled: boolean;
  readonly erased: boolean;
  readonly seller: string;
  readonly brand: string | null;
  readonly store: string;
  readonly platform_code: string;
  /** As long as a return may be asked for; null: not at all. */
  readonly return_days: number | null;
  readonly papers: {
    readonly displayName?: string | null;
    readonly email?: string | null;
    readonly phone?: string | null;
    readonly website?: string | null;
  };
}

interface ShipmentRecord {
  readonly id: string;
  readonly lost: boolean;
  readonly promised_day: string | null;
  readonly delivered_at: Date | null;
  readonly created_at: Date;
  readonly city: string | null;
  readonly zipcode: string | null;
}

/** Places where orders come from that are no shop's name. */
const NAMELESS = new Set(['manual', 'file']);

const placeOf = ({ city, zipcode }: ShipmentRecord): string =>
  [city?.trim(), zipcode?.trim().slice(0, 3)].filter((part) => part).join(', ');

/** Undefined where there is no such order, its seller is closed, its buyer was erased, or its time is over. */
export const readPage = (
  db: Database,
  { tenantId, orderId }: LinkedOrder,
  nameOf: (slug: string) => string | null,
  links: Pick<BuyerLinks, 'shopKey'>,
  now: Date,
): Promise<BuyerPage | undefined> =>
  db.tenant(
    { tenantId },
    async (tx) => {
      const order = await readOrder(tx, { tenantId, orderId });
      if (!order || order.erased) return undefined;
      const settings = await readSettings(tx, tenantId);
      const shipments = await readShipments(tx, { tenantId, orderId });
      const last = Math.max(
        order.created_at.getTime(),
        ...shipments.map((each) => (each.delivered_at ?? each.created_at).getTime()),
      );
      // Counted from the last arrival, or from when it was sent where it never did.
      if (last + Math.max(settings.lifeDays, order.return_days ?? 0) * DAY_MS < now.getTime()) return undefined;
      const items = settings.contents ? await readItems(tx, { tenantId, orderId }) : undefined;
      const papers = settings.proof ? await readProofs(tx, tenantId, shipments) : undefined;
      const reported = await reportedParcels(tx, tenantId, shipments);
      const parcels: Omit<PageParcel, 'number'>[] = [];
      for (const shipment of shipments) {
        const tracking = await readTracking(tx, tenantId, shipment.id, nameOf);
        for (const parcel of tracking ? standing(tracking) : []) {
          const key = `${shipment.id}.${parcel.number}`;
          parcels.push({
            key,
            shipmentId: shipment.id,
            carrierName: tracking?.carrierName ?? '',
            tracking: parcel,
            promisedDay: shipment.promised_day,
            place: placeOf(shipment),
            items: items?.get(key) ?? [],
            test: tracking?.test === true,
            lost: shipment.lost,
            reported: reported.has(key),
            proof:
              papers && parcel.status === 'delivered' ? { said: saidOf(parcel), paper: papers.get(key) ?? null } : null,
          });
        }
      }
      const { papers: own } = order;
      return {
        franchiseId: order.franchise_id,
        number: order.number,
        sellerName:
          own.displayName || order.brand || (NAMELESS.has(order.platform_code) ? '' : order.store) || order.seller,
        contact: {
          email: settings.supportEmail || own.email || null,
          phone: settings.supportPhone || own.phone || null,
          website: own.website || null,
        },
        cancelled: order.cancelled,
        parcels: parcels.map((parcel, at) => ({ ...parcel, number: at + 1 })),
        returns: parcels.length > 0 && (await hasReturns(tx, { tenantId, orderId })),
        framedBy: settings.shops,
        look: lookOf(settings, links.shopKey(tenantId)),
      };
    },
    { readOnly: true, isolation: 'repeatable read' },
  );

/** Parcels whose label was cancelled never went anywhere. */
const standing = (tracking: ShipmentTracking): readonly TrackedParcelDto[] =>
  tracking.parcels.filter((parcel) => parcel.stopped !== 'voided');

/** The carrier's own words for the delivery. */
const saidOf = ({ events }: TrackedParcelDto): string | null =>
  events.find(({ status }) => status === 'delivered')?.text.trim() || null;

/** Documents by "shipment.parcel": the first of each. */
async function readProofs(
  tx: Tx,
  tenantId: string,
  shipments: readonly ShipmentRecord[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`
    SELECT DISTINCT ON (shipment_id, parcel_no) shipment_id || '.' || parcel_no AS key, id FROM documents
    WHERE tenant_id = ${tenantId} AND shipment_id = ANY (${shipments.map(({ id }) => id)}::uuid[])
      AND kind = 'proof_of_delivery' AND parcel_no IS NOT NULL ORDER BY shipment_id, parcel_no, id`.execute(tx);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

async function readOrder(tx: Tx, { tenantId, orderId }: LinkedOrder): Promise<OrderRecord | undefined> {
  const { rows } = await sql<OrderRecord>`
    SELECT t.realm_id AS franchise_id, o.number, o.created_at, o.cancelled_at IS NOT NULL AS cancelled, d.imported ->> 'erasedAt' IS NOT NULL AS erased,
      t.name AS seller, b.brand_name AS brand, s.name AS store, s.platform_code, s.branding AS papers,
      (SELECT (rules ->> 'windowDays')::int + 1 FROM return_rules WHERE tenant_id = o.tenant_id AND (rules ->> 'open')::boolean) AS return_days
    FROM orders AS o
    JOIN order_details AS d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    JOIN stores AS s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    JOIN tenants AS t ON t.id = o.tenant_id AND t.kind = 'customer' AND t.state <> 'closed'
    LEFT JOIN branding AS b ON b.tenant_id = o.tenant_id
    WHERE o.tenant_id = ${tenantId} AND o.id = ${orderId}`.execute(tx);
  return rows[0];
}

async function readShipments(tx: Tx, { tenantId, orderId }: LinkedOrder): Promise<readonly ShipmentRecord[]> {
  const { rows } = await sql<ShipmentRecord>`
    SELECT s.id, s.state = 'lost' AS lost, s.promised_day, s.delivered_at, s.created_at,
      s.to_address ->> 'city' AS city, s.to_address ->> 'zipcode' AS zipcode
    FROM shipments AS s
    WHERE s.tenant_id = ${tenantId} AND s.direction = 'outbound'
      AND s.state IN ('partly_bought', 'bought', 'handed_over', 'delivered', 'returned', 'lost')
      AND s.id IN (SELECT i.shipment_id FROM shipment_items AS i WHERE i.tenant_id = ${tenantId} AND i.order_id = ${orderId})
    ORDER BY s.created_at, s.id LIMIT ${MOST_SHIPMENTS}`.execute(tx);
  return rows;
}

/** Of this order alone: what else is in the box belongs to another one. */
async function readItems(
  tx: Tx,
  { tenantId, orderId }: LinkedOrder,
): Promise<ReadonlyMap<string, { readonly title: string; readonly quantity: number }[]>> {
  const { rows } = await sql<{ key: string; title: string; quantity: number }>`
    SELECT i.shipment_id || '.' || i.parcel_no AS key, coalesce(nullif(l.title, ''), l.sku) AS title, i.qty AS quantity
    FROM shipment_items AS i
    JOIN order_items AS l ON l.tenant_id = i.tenant_id AND l.order_id = i.order_id AND l.line = i.line
    WHERE i.tenant_id = ${tenantId} AND i.order_id = ${orderId} ORDER BY i.shipment_id, i.parcel_no, i.line`.execute(
    tx,
  );
  const found = new Map<string, { title: string; quantity: number }[]>();
  for (const { key, title, quantity } of rows) found.set(key, [...(found.get(key) ?? []), { title, quantity }]);
  return found;
}
