/** Everything about one order that rating, buying and its documents need, in one read. */
import type { AddressDto, AutoPopupTag } from '@scanship/contracts/common';
import type { AddressProblem } from '@scanship/domain/addresses/address-check';
import type { Fulfillment, Tab } from '@scanship/domain/orders/order';
import { crossesBorder, type CustomsGap, proposeCustoms } from '@scanship/domain/customs/order-customs';
import { orderWeight } from '@scanship/domain/orders/order-items';
import { SAMPLE_NUMBER, SAMPLE_TAG } from '@scanship/domain/orders/sample-order';
import type { DangerousProduct } from '@scanship/domain/shipping/dangerous-goods';
import type { Customs } from '@scanship/domain/shipping/shipment';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { executeFixed } from '../../../platform/database/transaction.ts';
import type { OrderContext } from '../commands/order-context.ts';
import { whyNotShippable } from '../commands/fulfillment.ts';
import type { OrderSource } from '../commands/new-order.ts';
import { locationOf, shipFromOf, type ShipFrom } from './ship-from.ts';

export interface OrderLine {
  readonly line: number;
  readonly sku: string | null;
  readonly title: string;
  readonly quantity: number;
  /** In live purchases, shipped ones included. */
  readonly allocated: number;
  readonly shipped: number;
  readonly cancelled: number;
  /** Of the cancelled ones, units that somebody else has shipped. */
  readonly shippedElsewhere: number;
  readonly unitMinor: number;
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  /** What it is for customs, where a person said so. */
  readonly customsDescription: string | null;
  /** Declared value of one unit, where a person set one. */
  readonly declaredMinor: number | null;
  /** As its product says now, or a part of it. */
  readonly dangerousGoods?: DangerousProduct | null | undefined;
}

export interface OrderForShipping {
  readonly id: string;
  readonly number: string;
  readonly source: OrderSource;
  readonly storeId: string;
  /** Of its store; 'manual' and 'file' are ours. */
  readonly platformCode: string;
  readonly placedAt: Date;
  readonly tab: Tab;
  readonly fulfillment: Fulfillment;
  /** To try a label with: it takes labels of test carriers only. */
  readonly sample: boolean;
  readonly cancelled: boolean;
  readonly archived: boolean;
  readonly holdCode: string | null;
  /** Why a person holds it. */
  readonly holdReason: string | null;
  /** The day on which the hold ends by itself, YYYY-MM-DD. */
  readonly holdUntil: string | null;
  /** When a person wants it to ship, YYYY-MM-DD. */
  readonly shipDate: string | null;
  readonly importFailed: boolean;
  readonly currency: string;
  readonly totalMinor: number;
  readonly requestedService: string | null;
  readonly version: number;
  /** Effective address: what was imported, or the correction. */
  readonly shipTo: AddressDto;
  readonly shipToImported: AddressDto | null;
  /** Errors stop a label, warnings do not. */
  readonly shipToProblems: readonly AddressProblem[];
  /** A person corrected it. */
  readonly shipToEdited: boolean;
  /** A person chose where it leaves from. */
  readonly shipFromChosen: boolean;
  /** Null while the customer has no ship-from address. */
  readonly shipFrom: ShipFrom | null;
  readonly lines: readonly OrderLine[];
  /** Of the units no purchase holds (of all when every one is held); null when a line has no weight. */
  readonly weightGrams: number | null;
  readonly customerNote: string | null;
  readonly internalNote: string | null;
  readonly crossesBorder: boolean;
  /** Proposed declaration of the same units; null when no border is crossed or nothing can be declared. */
  readonly customs: Customs | null;
  readonly customsGaps: readonly CustomsGap[];
  readonly autoPopupTag: AutoPopupTag;
  /** Why no label may be bought as it stands, in one sentence. */
  readonly obstacle: string | null;
}

interface OrderRecord {
  readonly number: string;
  readonly source: OrderSource;
  readonly store_id: string;
  readonly platform_code: string;
  readonly location_id: string | null;
  readonly placed_at: Date;
  readonly tab: Tab;
  readonly fulfillment: Fulfillment;
  readonly sample: boolean;
  readonly cancelled: boolean;
  readonly archived: boolean;
  readonly hold_code: string | null;
  readonly import_failed: boolean;
  readonly currency: string;
  readonly total_minor: number;
  readonly requested_key: string | null;
  readonly version: number;
  readonly ship_to: AddressDto;
  readonly ship_to_imported: AddressDto | null;
  readonly address_check: AddressProblem[] | null;
  readonly hold_reason: string | null;
  readonly hold_until: string | null;
  readonly ship_date: string | null;
  readonly overrides: { readonly shipTo?: AddressDto; readonly shipFrom?: AddressDto; readonly locationId?: string };
  readonly notes: { readonly customer?: string | null; readonly internal?: string | null };
}

/** Of a product `p`, else of what it is made of. */
const itsGoods = sql`coalesce(p.dangerous_goods, (SELECT min(q.dangerous_goods) FROM product_parts t
  JOIN products q ON q.tenant_id = t.tenant_id AND q.id = t.part_id WHERE t.tenant_id = p.tenant_id AND t.product_id = p.id))`;

/** Found by the store's own id of the item, else by SKU, as facts of products are. */
const dangerousGoods = sql`coalesce(
  (SELECT min(${itsGoods}) FROM product_aliases a JOIN products p ON p.tenant_id = a.tenant_id AND p.id = a.product_id
    WHERE a.tenant_id = order_items.tenant_id AND a.external_id = order_items.external_product_id
      AND a.store_id = (SELECT o.store_id FROM orders o WHERE o.tenant_id = order_items.tenant_id AND o.id = order_items.order_id)),
  (SELECT ${itsGoods} FROM products p
    WHERE p.tenant_id = order_items.tenant_id AND p.sku_key = order_items.sku_key AND order_items.sku_key <> ''))`;

/**
 * Reads one order of the tenant, or undefined when it has none with this id.
 * @param locationId ship from there instead of the order's own place; an unknown one makes `shipFrom` null
 */
export async function loadOrderForShipping(
  _ctx: OrderContext,
  tx: Tx,
  orderId: string,
  { locationId }: { readonly locationId?: string | null | undefined } = {},
): Promise<OrderForShipping | undefined> {
  // None of these waits for another: one round trip.
  const [found, { rows: lines }, autoPopupTag] = await Promise.all([
    executeFixed(
      tx,
      'order-for-shipping',
      sql<OrderRecord>`SELECT o.number, o.source, o.store_id, o.platform_code, o.location_id, o.placed_at, o.tab, o.fulfillment,
      o.source = 'manual' AND o.external_id ^@ ${SAMPLE_NUMBER.toLowerCase()} AND EXISTS (SELECT 1 FROM order_tags t
        WHERE t.tenant_id = o.tenant_id AND t.order_id = o.id AND t.tag = ${SAMPLE_TAG}) AS sample,
      o.cancelled_at IS NOT NULL AS cancelled, o.archived_at IS NOT NULL AS archived, o.hold_code,
      o.import_state = 'failed' AS import_failed, o.currency, o.total_minor, o.requested_key, o.version,
      o.hold_reason, o.hold_until::text AS hold_until, o.ship_date::text AS ship_date, d.ship_to, d.ship_to_imported, d.address_check, d.notes, d.overrides
    FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    WHERE o.id = ${orderId}`,
    ),
    executeFixed(
      tx,
      'order-lines',
      sql<OrderLine>`SELECT line, nullif(sku, '') AS sku, title, qty AS quantity,
      qty_allocated AS allocated, qty_shipped AS shipped, qty_cancelled AS cancelled,
      qty_elsewhere AS "shippedElsewhere", unit_minor AS "unitMinor",
      weight_g AS "weightGrams", hs_code AS "hsCode", origin AS "originCountry",
      customs_text AS "customsDescription", declared_minor AS "declaredMinor", ${dangerousGoods} AS "dangerousGoods"
    FROM order_items WHERE order_id = ${orderId} ORDER BY line`,
    ),
    autoPopupTagOf(tx, orderId),
  ]);
  const order = found.rows[0];
  if (!order) return undefined;
  const shipFrom = locationId
    ? await locationOf(tx, locationId)
    : await shipFromOf(tx, {
        locationId: order.location_id,
        storeId: order.store_id,
        oneOff: order.overrides.shipFrom,
      });
  const open = openUnits(lines);
  const border = crossesBorder(shipFrom?.address.countryCode, order.ship_to.countryCode);
  const { customs, gaps } = border
    ? proposeCustoms({
        number: order.number,
        currency: order.currency,
        items: open.map(declared),
        signer: shipFrom?.address.name,
      })
    : { customs: null, gaps: [] };
  return {
    id: orderId,
    number: order.number,
    source: order.source,
    sample: order.sample,
    storeId: order.store_id,
    platformCode: order.platform_code,
    placedAt: order.placed_at,
    tab: order.tab,
    fulfillment: order.fulfillment,
    cancelled: order.cancelled,
    archived: order.archived,
    holdCode: order.hold_code,
    holdReason: order.hold_reason,
    holdUntil: order.hold_until,
    shipDate: order.ship_date,
    importFailed: order.import_failed,
    currency: order.currency,
    totalMinor: order.total_minor,
    requestedService: order.requested_key,
    version: order.version,
    shipTo: order.ship_to,
    shipToImported: order.ship_to_imported,
    shipToProblems: order.address_check ?? [],
    shipToEdited: order.overrides.shipTo !== undefined,
    shipFromChosen: order.overrides.shipFrom !== undefined || order.overrides.locationId !== undefined,
    shipFrom,
    lines,
    weightGrams: orderWeight(open),
    customerNote: order.notes.customer ?? null,
    internalNote: order.notes.internal ?? null,
    crossesBorder: border,
    customs,
    customsGaps: gaps,
    autoPopupTag,
    obstacle:
      whyNotShippable({
        cancelled: order.cancelled,
        archived: order.archived,
        holdCode: order.hold_code,
        holdReason: order.hold_reason,
        holdUntil: order.hold_until,
        importFailed: order.import_failed,
        fulfillment: order.fulfillment,
      }) ?? null,
  };
}

/** A line as customs are told of it. */
export const declared = <L extends Pick<OrderLine, 'title' | 'unitMinor' | 'customsDescription' | 'declaredMinor'>>(
  line: L,
): L => ({
  ...line,
  title: line.customsDescription ?? line.title,
  unitMinor: line.declaredMinor ?? line.unitMinor,
});

/** Lines with the units still to ship; when none are left, all that were not cancelled (for another label). */
function openUnits(lines: readonly OrderLine[]): OrderLine[] {
  const open = lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled - line.allocated }));
  return open.some((line) => line.quantity > 0)
    ? open
    : lines.map((line) => ({ ...line, quantity: line.quantity - line.cancelled }));
}

/** The defaults of decisions 29, while nothing is set. */
export const USUAL_POPUP: AutoPopupTag = { SHIPPING_LABEL: true, PACKAGING_SLIPS: false, CUSTOM_INVOICE: true };

/** SQL of the customer's setting as JSON of `AutoPopupTag`; null while nothing is set. */
const CUSTOMER_POPUP: RawBuilder<AutoPopupTag | null> = sql`(SELECT json_build_object('SHIPPING_LABEL', c.popup_shipping_label,
  'PACKAGING_SLIPS', c.popup_packaging_slips, 'CUSTOM_INVOICE', c.popup_custom_invoice) FROM customer_settings c)`;

/** The same for an order of the store `s`, whose own setting wins (decisions 29). */
export const AUTO_POPUP: RawBuilder<AutoPopupTag | null> = sql`coalesce(
  nullif(s.settings -> 'autoPopupTag', 'null'::jsonb)::json, ${CUSTOMER_POPUP})`;

/** Which documents open after shipping an order: as its store says, else the customer, else the defaults. */
export async function autoPopupTagOf(tx: Tx, orderId: string): Promise<AutoPopupTag> {
  const { rows } = await executeFixed(
    tx,
    'auto-popup',
    sql<{ popup: AutoPopupTag | null }>`SELECT ${AUTO_POPUP} AS popup FROM orders o
      JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id WHERE o.id = ${orderId}::uuid`,
  );
  return rows[0]?.popup ?? USUAL_POPUP;
}
