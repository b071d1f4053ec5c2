/**
 * What a line is about: the shipment behind a label or void, and the words of an adjustment or fee. A shipment is read in its
 * shipper's own rows; order numbers are shown to the shipper and to who sells to it, and to nobody above.
 */
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { RawLine } from './line-sources.ts';

export interface LineDetail {
  readonly shipmentId: string;
  readonly shipperId: string;
  readonly carrier: string | null;
  readonly service: string | null;
  readonly orderNumbers: readonly string[];
  readonly trackingNumbers: readonly string[];
  /** Ours, at the carrier. */
  readonly reference: string;
  readonly isReturn: boolean;
}

export interface DetailedLine extends RawLine {
  readonly detail: LineDetail | null;
  /** What the price is made of; turned for a void. */
  readonly priceLines: readonly PriceLine[];
}

const ABOUT_LABELS: ReadonlySet<string> = new Set(['label', 'return', 'void']);

interface Stored {
  readonly kind: PriceLine['kind'];
  readonly code: string;
  readonly label: string;
  readonly amount: { readonly minor: number; readonly currency: string };
}

const priceLinesOf = async (
  db: Database,
  sellerId: string,
  buyerId: string,
  purchases: readonly string[],
): Promise<ReadonlyMap<string, readonly Stored[]>> => {
  const rows = await db.tenant(
    { tenantId: sellerId },
    (tx) =>
      tx
        .selectFrom('price_chain')
        .select(['purchase_id', 'lines'])
        .where('tenant_id', '=', sellerId)
        .where('from_tenant', '=', sellerId)
        .where('to_tenant', '=', buyerId)
        .where('purchase_id', 'in', [...purchases])
        .execute(),
    { readOnly: true },
  );
  // Written by `keepPriceChain` from price lines, in this form.
  return new Map(rows.map((row) => [row.purchase_id, row.lines as readonly Stored[]]));
};

/** Who shipped what: down the levels from the buyer, each level's own rows saying to whom it sold. */
const shippersOf = async (
  db: Database,
  buyerId: string,
  purchases: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const shippers = new Map<string, string[]>();
  let level = new Map<string, readonly string[]>([[buyerId, purchases]]);
  // A level below sells on, or is the shipper; the tree is not deep.
  for (let depth = 0; depth < 8 && level.size > 0; depth += 1) {
    const below = new Map<string, string[]>();
    for (const [holder, ids] of level) {
      const sold = await db.tenant(
        { tenantId: holder },
        (tx) =>
          tx
            .selectFrom('price_chain')
            .select(['purchase_id', 'to_tenant'])
            .where('tenant_id', '=', holder)
            .where('from_tenant', '=', holder)
            .where('to_tenant', '<>', holder)
            .where('purchase_id', 'in', [...ids])
            .execute(),
        { readOnly: true },
      );
      const next = new Map(sold.map((row) => [row.purchase_id, row.to_tenant]));
      for (const id of ids) {
        const to = next.get(id);
        const target = to === undefined ? shippers : below;
        target.set(to ?? holder, [...(target.get(to ?? holder) ?? []), id]);
      }
    }
    level = below;
  }
  return shippers;
};

interface ShipmentRow {
  readonly purchase_id: string;
  readonly shipment_id: string;
  readonly slug: string;
  readonly account_name: string | null;
  readonly service_name: string | null;
  readonly carrier_ref: string;
  readonly direction: 'outbound' | 'return';
  readonly orders: readonly string[];
  readonly tracking: readonly string[];
}

const shipmentsOf = async (
  db: Database,
  shipperId: string,
  ids: readonly string[],
): Promise<readonly ShipmentRow[]> => {
  const { rows } = await db.tenant(
    { tenantId: shipperId },
    (tx) =>
      sql<ShipmentRow>`
        SELECT p.id AS purchase_id, s.id AS shipment_id, p.slug,
          (SELECT g.name FROM account_grants g WHERE g.tenant_id = s.tenant_id AND g.id = s.grant_id) AS account_name, s.service_name, p.carrier_ref, s.direction,
          ARRAY(SELECT DISTINCT o.number FROM shipment_items i JOIN orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
            WHERE i.tenant_id = s.tenant_id AND i.shipment_id = s.id ORDER BY 1) AS orders,
          ARRAY(SELECT c.tracking_number FROM parcels c WHERE c.tenant_id = s.tenant_id AND c.shipment_id = s.id
            AND c.tracking_number IS NOT NULL AND (c.purchase_id IS NULL OR c.purchase_id = p.id) ORDER BY c.no) AS tracking
        FROM purchases p JOIN shipments s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
        WHERE p.tenant_id = ${shipperId} AND p.id = ANY (${sql.val(ids)}::uuid[])`.execute(tx),
    { readOnly: true },
  );
  return rows;
};

export interface DetailWish {
  readonly sellerId: string;
  readonly buyerId: string;
  /** Who reads. */
  readonly viewerId: string;
  /** An own courier goes by the name of its account. */
  readonly carrierName: (slug: string, accountName: string | null) => string;
}

/** Lines with what they are about; a few queries for a page, whatever its size. */
export async function detailLines(
  db: Database,
  wish: DetailWish,
  lines: readonly RawLine[],
): Promise<readonly DetailedLine[]> {
  const purchases = [
    ...new Set(lines.filter(({ section }) => ABOUT_LABELS.has(section)).map(({ sourceId }) => sourceId)),
  ];
  const details = new Map<string, LineDetail>();
  const prices =
    purchases.length === 0
      ? new Map<string, readonly Stored[]>()
      : await priceLinesOf(db, wish.sellerId, wish.buyerId, purchases);
  if (purchases.length > 0)
    for (const [shipperId, ids] of await shippersOf(db, wish.buyerId, purchases)) {
      const near =
        shipperId === wish.viewerId ||
        (wish.viewerId === wish.sellerId && shipperId === wish.buyerId) ||
        wish.viewerId === wish.buyerId;
      for (const row of await shipmentsOf(db, shipperId, ids))
        details.set(row.purchase_id, {
          shipmentId: row.shipment_id,
          shipperId,
          carrier: wish.carrierName(row.slug, row.account_name),
          service: row.service_name,
          orderNumbers: near ? row.orders : [],
          trackingNumbers: row.tracking,
          reference: row.carrier_ref,
          isReturn: row.direction === 'return',
        });
    }
  return lines.map((line) => {
    const sign = line.section === 'void' ? -1 : 1;
    return {
      ...line,
      detail: ABOUT_LABELS.has(line.section) ? (details.get(line.sourceId) ?? null) : null,
      priceLines: (ABOUT_LABELS.has(line.section) ? (prices.get(line.sourceId) ?? []) : []).map((each) => ({
        kind: each.kind,
        code: each.code,
        label: each.label,
        amount: { minor: sign * each.amount.minor, currency: each.amount.currency },
      })),
    };
  });
}
