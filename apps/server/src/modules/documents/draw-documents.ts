/** Packing slips and customs invoices, drawn from what is stored at the moment they are asked for. */
import { customsInvoicePdf } from '@scanship/documents/customs-invoice';
import { packingSlipPdf, type PackingSlipOrder } from '@scanship/documents/packing-slip';
import type { TypstRenderer } from '@scanship/documents/typst-renderer';
import type { Address } from '@scanship/domain/address';
import { crossesBorder } from '@scanship/domain/order-customs';
import { ok } from '@scanship/domain/result';
import type { Customs, ShipmentOptions } from '@scanship/domain/shipment';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { loadOrderForShipping, toAddress } from '../orders/index.ts';
import { brandedFor, documentBranding, senderOf, type StorePapers, storePapers } from './branding.ts';
import type { StoredFile } from './print-labels.ts';

export interface DrawDeps {
  readonly db: Database;
  readonly renderer: TypstRenderer;
}

type Asker = Pick<RequestContext, 'tenantId' | 'realmId' | 'userId' | 'locale' | 'timeZone'>;

const languageOf = (asker: Asker): 'en' | 'fr' => (asker.locale === 'fr-CA' ? 'fr' : 'en');

/** YYYY-MM-DD in the customer's time zone. */
const dayIn = (moment: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);

interface LastShipment {
  readonly tracking: string | null;
  readonly service_name: string | null;
  readonly ship_date: string | null;
}

async function lastShipment(tx: Tx, tenantId: string, orderId: string): Promise<LastShipment | undefined> {
  const found = await sql<LastShipment>`
    SELECT s.service_name, s.ship_date, (SELECT string_agg(c.tracking_number, ', ' ORDER BY c.no) FROM parcels AS c
      WHERE c.tenant_id = s.tenant_id AND c.shipment_id = s.id) AS tracking
    FROM shipments AS s WHERE s.tenant_id = ${tenantId} AND s.state IN ('bought', 'handed_over', 'delivered')
      AND s.id IN (SELECT shipment_id FROM shipment_items WHERE tenant_id = ${tenantId} AND order_id = ${orderId})
    ORDER BY s.created_at DESC LIMIT 1`.execute(tx);
  return found.rows[0];
}

/**
 * Packing slips of orders in one PDF, in the given order. Problems: `not_found` when one is not the tenant's;
 * `no_ship_from` when nothing says where it ships from.
 */
export async function packingSlips(
  deps: DrawDeps,
  asker: Asker,
  orderIds: readonly string[],
  paper: 'letter' | 'a4' | '4x6' = 'letter',
): Promise<Outcome<StoredFile>> {
  const papersOf = new Map<string, StorePapers>();
  const orders = await deps.db.tenant(asker, async (tx): Promise<Outcome<readonly PackingSlipOrder[]>> => {
    const slips: PackingSlipOrder[] = [];
    papersOf.clear();
    for (const orderId of new Set(orderIds)) {
      const order = await loadOrderForShipping({ tenantId: asker.tenantId, userId: asker.userId }, tx, orderId);
      if (!order) return problem('not_found', { message: 'One of these orders was not found.' });
      if (!order.shipFrom) return problem('no_ship_from');
      const shipment = await lastShipment(tx, asker.tenantId, orderId);
      const papers = papersOf.get(order.storeId) ?? (await storePapers(tx, asker.tenantId, order.storeId));
      papersOf.set(order.storeId, papers);
      slips.push({
        orderNumber: order.number,
        orderDate: dayIn(order.placedAt, asker.timeZone),
        shipDate: shipment?.ship_date ?? undefined,
        from: senderOf(toAddress(order.shipFrom.address), papers),
        to: toAddress(order.shipTo),
        service: shipment?.service_name ?? undefined,
        trackingNumber: shipment?.tracking ?? undefined,
        items: order.lines
          .filter((line) => line.quantity > line.cancelled)
          .map((line) => ({
            name: line.title || line.sku || `Line ${line.line}`,
            sku: line.sku ?? undefined,
            quantity: line.quantity - line.cancelled,
          })),
        note: order.customerNote ?? undefined,
      });
    }
    return ok(slips);
  });
  if (!orders.ok) return orders;
  const branding = brandedFor(await documentBranding(deps.db, asker), [...papersOf.values()]);
  const bytes = await packingSlipPdf(
    { paper, language: languageOf(asker), branding, orders: orders.value },
    deps.renderer,
  );
  return ok({ bytes, contentType: 'application/pdf', fileName: 'PackingSlip.pdf' });
}

interface InvoiceRecord {
  readonly from_address: Address;
  readonly to_address: Address;
  readonly customs: Customs | null;
  readonly options: ShipmentOptions;
  readonly service_name: string | null;
  readonly ship_date: string | null;
  readonly created_at: Date;
  readonly number: string | null;
}

/** Problems: `not_found`; `not_cross_border` unless the countries differ; `customs_incomplete` without a declaration. */
export async function customsInvoice(deps: DrawDeps, asker: Asker, shipmentId: string): Promise<Outcome<StoredFile>> {
  const found = await deps.db.tenant(asker, async (tx) => {
    const shipment = await sql<InvoiceRecord>`
      SELECT s.from_address, s.to_address, s.customs, s.options, s.service_name, s.ship_date, s.created_at,
        (SELECT min(o.number) FROM shipment_items AS i JOIN orders AS o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
          WHERE i.tenant_id = s.tenant_id AND i.shipment_id = s.id) AS number
      FROM shipments AS s WHERE s.tenant_id = ${asker.tenantId} AND s.id = ${shipmentId}`.execute(tx);
    const parcels = await tx
      .selectFrom('parcels')
      .select(['weight_g', 'tracking_number'])
      .where('tenant_id', '=', asker.tenantId)
      .where('shipment_id', '=', shipmentId)
      .orderBy('no')
      .execute();
    return { shipment: shipment.rows[0], parcels };
  });
  const { shipment, parcels } = found;
  if (!shipment) return problem('not_found');
  if (!crossesBorder(shipment.from_address.countryCode, shipment.to_address.countryCode))
    return problem('not_cross_border');
  if (!shipment.customs) return problem('customs_incomplete');
  const bytes = await customsInvoicePdf(
    {
      paper: 'letter',
      language: languageOf(asker),
      branding: await documentBranding(deps.db, asker),
      invoiceNumber: shipment.customs.invoiceNumber || shipment.number || shipmentId.slice(0, 8).toUpperCase(),
      invoiceDate: shipment.ship_date ?? dayIn(shipment.created_at, asker.timeZone),
      orderNumber: shipment.number ?? undefined,
      trackingNumbers: parcels.flatMap((parcel) => parcel.tracking_number ?? []),
      carrier: shipment.service_name ?? undefined,
      exporter: shipment.from_address,
      consignee: shipment.to_address,
      customs: shipment.customs,
      packages: parcels.length,
      grossWeightGrams: parcels.reduce((total, parcel) => total + parcel.weight_g, 0),
    },
    deps.renderer,
  );
  return ok({ bytes, contentType: 'application/pdf', fileName: 'CustomInvoice.pdf' });
}
