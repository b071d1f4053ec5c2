/** A shipment as screens see it: parcels, documents, what is open, whether Cancel is offered. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { isPaid, type PurchaseState, type ShipmentState, WENT_OUT } from '@scanship/domain/shipping/shipment-states';
import { overallStatus, type TrackingStatus } from '@scanship/domain/tracking/tracking';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { together } from '../../../platform/database/together.ts';
import type { StoredProblem } from '../../../platform/journal/handler.ts';
import { carrierBehind, sellerName } from '../carrier-names.ts';
import { cancelUntil, madeElsewhere, onCarrierPaper, whyNotCancellable } from '../commands/cancel-shipment.ts';
import type { GrantsPort } from '../ports.ts';

interface ShipmentRecord {
  readonly id: string;
  readonly state: ShipmentState;
  readonly direction: 'outbound' | 'return';
  readonly return_of: string | null;
  readonly slug: string;
  readonly service: string;
  readonly service_name: string | null;
  readonly test: boolean;
  readonly price_minor: number;
  readonly currency: string;
  readonly price_lines: PriceLine[];
  readonly ship_date: string;
  readonly created_at: Date;
  readonly grant_name: string | null;
  readonly now: Date;
  readonly closed: boolean;
  readonly elsewhere: boolean;
}

interface ParcelRecord {
  readonly shipment_id: string;
  readonly no: number;
  readonly weight_g: number;
  readonly tracking_number: string | null;
  readonly label_document_id: string | null;
  readonly purchase_id: string | null;
  readonly state: PurchaseState | null;
  readonly problem: StoredProblem | null;
  readonly vendor_ids: {
    readonly parcels?: readonly { readonly number: number; readonly trackingUrl?: string }[];
    readonly messages?: readonly string[];
  } | null;
  readonly due_at: Date | null;
  readonly sent_at: Date | null;
  readonly tracking_status: TrackingStatus | null;
  readonly scanned_at: Date | null;
}

interface VoidRecord {
  readonly id: string;
  readonly shipment_id: string;
  readonly price_minor: number | null;
  readonly currency: string | null;
  readonly refund_due_at: Date | null;
  readonly state: PurchaseState;
  readonly refund_state: ShipmentSummary['refund'];
  readonly problem: StoredProblem | null;
}

const SCANNED_ALREADY =
  'The carrier has scanned this parcel already. A second label with its number can bring another parcel into trouble.';

/** Shipments by id, in the given order; ids of other tenants are left out. */
export async function readShipments(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  grants: Pick<GrantsPort, 'describe'>,
): Promise<readonly ShipmentSummary[]> {
  if (ids.length === 0) return [];
  const list = [...ids];
  // None of these waits for the answer of another.
  const reading = sql<ShipmentRecord>`
    SELECT s.id, s.state, s.direction, s.return_of, s.slug, s.service, s.service_name, s.test, s.price_minor, s.currency, s.price_lines, s.ship_date,
      s.created_at, g.name AS grant_name, now() AS now, ${onCarrierPaper(tenantId, sql`s.id`)} AS closed, ${madeElsewhere(tenantId, sql`s.created_at`)} AS elsewhere
    FROM shipments AS s LEFT JOIN account_grants AS g ON g.tenant_id = s.tenant_id AND g.id = s.grant_id
    WHERE s.tenant_id = ${tenantId} AND s.id = ANY (${list}::uuid[])`.execute(tx);
  const readingParcels = sql<ParcelRecord>`
    SELECT c.shipment_id, c.no, c.weight_g, c.tracking_number, c.label_document_id, c.purchase_id, p.state, p.problem,
      p.vendor_ids, p.due_at, p.sent_at, t.status AS tracking_status, t.scanned_at
    FROM parcels AS c LEFT JOIN purchases AS p ON p.tenant_id = c.tenant_id AND p.id = c.purchase_id
      LEFT JOIN trackers AS t ON t.tenant_id = c.tenant_id AND t.shipment_id = c.shipment_id AND t.parcel_no = c.no
        AND t.purchase_id = c.purchase_id
    WHERE c.tenant_id = ${tenantId} AND c.shipment_id = ANY (${list}::uuid[]) ORDER BY c.no`.execute(tx);
  const readingDocuments = tx
    .selectFrom('documents')
    .select(['id', 'kind', 'format', 'parcel_no', 'copies_printed', 'shipment_id'])
    .where('tenant_id', '=', tenantId)
    .where('shipment_id', 'in', list)
    .orderBy('id')
    .execute();
  const readingVoids = sql<VoidRecord>`
    SELECT DISTINCT ON (v.purchase_id) v.id, p.shipment_id, p.price_minor, p.currency, v.state, v.refund_state,
      v.refund_due_at, v.problem FROM voids AS v
    JOIN purchases AS p ON p.tenant_id = v.tenant_id AND p.id = v.purchase_id
    WHERE p.tenant_id = ${tenantId} AND p.shipment_id = ANY (${list}::uuid[])
    ORDER BY v.purchase_id, v.created_at DESC`.execute(tx);
  const [shipments, parcels, documents, voids, contents] = await together([
    reading,
    readingParcels,
    readingDocuments,
    readingVoids,
    readContents(tx, tenantId, list),
  ]);

  const views = shipments.rows.map((row): ShipmentSummary => {
    const own = parcels.rows.filter((parcel) => parcel.shipment_id === row.id);
    const ownVoids = voids.rows.filter((each) => each.shipment_id === row.id);
    const carrier = grants.describe(row.slug);
    const label = { slug: row.slug, serviceName: row.service_name, accountName: row.grant_name };
    const carrierName = sellerName(grants, label);
    const pieces = own.flatMap((parcel) =>
      parcel.state === null ? [] : [{ state: parcel.state, sentAt: parcel.sent_at }],
    );
    // A label that is void says nothing about what still travels.
    const standing = own.filter((parcel) => parcel.state !== null && isPaid(parcel.state));
    const scans = standing.flatMap((parcel) => (parcel.scanned_at ? [parcel.scanned_at.getTime()] : []));
    const scannedAt = scans.length === 0 ? null : new Date(Math.min(...scans)).toISOString();
    const whole = {
      state: row.state,
      pieces,
      scanned: scannedAt !== null,
      closed: row.closed,
      elsewhere: row.elsewhere,
    };
    const why = whyNotCancellable(whole, carrier?.manifest, carrierName, row.now);
    const until = why === undefined ? cancelUntil(whole, carrier?.manifest) : undefined;
    return {
      id: row.id,
      state: row.state,
      direction: row.direction,
      returnOf: row.return_of,
      offers: offersOf(row, carrier?.manifest, scannedAt !== null),
      carrier: row.slug,
      carrierName,
      service: row.service,
      serviceName: row.service_name ?? row.service,
      aggregator: carrier?.manifest.aggregator === true,
      carriedBy: carrierBehind(grants, label),
      test: row.test,
      price: { minor: row.price_minor, currency: row.currency },
      priceLines: row.price_lines,
      shipDate: row.ship_date,
      createdAt: row.created_at.toISOString(),
      parcels: own.map((parcel) => ({
        number: parcel.no,
        weightGrams: parcel.weight_g,
        trackingNumber: parcel.tracking_number,
        trackingUrl: parcel.vendor_ids?.parcels?.find((each) => each.number === parcel.no)?.trackingUrl ?? null,
        purchaseState: parcel.state ?? 'planned',
        hasLabel: parcel.label_document_id !== null,
      })),
      documents: documents
        .filter((document) => document.shipment_id === row.id)
        .map((document) => ({
          id: document.id,
          kind: document.kind,
          format: document.format,
          parcelNumber: document.parcel_no,
          copiesPrinted: document.copies_printed,
        })),
      contents: contents.get(row.id) ?? [],
      problems: problemsOf(own, ownVoids, carrierName),
      remarks: [...new Set(standing.flatMap((parcel) => parcel.vendor_ids?.messages ?? []))],
      cancel: {
        allowed: why === undefined,
        reason: why ?? null,
        until: until?.toISOString() ?? null,
        refund: carrier?.manifest.voiding?.refund ?? 'unknown',
      },
      refund: refundOf(ownVoids),
      refunds: ownVoids
        .filter((each) => each.state === 'complete')
        .map((each) => ({
          voidId: each.id,
          state: each.refund_state,
          amount: { minor: each.price_minor ?? 0, currency: each.currency ?? row.currency },
          expectedBy: each.refund_state === 'pending' ? (each.refund_due_at?.toISOString() ?? null) : null,
        })),
      trackingStatus: overallStatus(standing.flatMap((parcel) => parcel.tracking_status ?? [])) ?? null,
      scannedAt,
      reprint: { warn: scannedAt !== null, reason: scannedAt === null ? null : SCANNED_ALREADY },
    };
  });
  const byId = new Map(views.map((view) => [view.id, view]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What can be asked of the carrier of a label that stands. */
function offersOf(
  { state, direction }: Pick<ShipmentRecord, 'state' | 'direction'>,
  manifest: CarrierManifest | undefined,
  scanned: boolean,
): ShipmentSummary['offers'] {
  const standing = WENT_OUT.has(state);
  return {
    returnLabel: standing && direction === 'outbound',
    proofOfDelivery: standing && scanned && (manifest?.capabilities.proofOfDelivery ?? false),
    customsDocument: standing && (manifest?.capabilities.attachDocument ?? false),
  };
}

type Contents = NonNullable<ShipmentSummary['contents']>;

/** Orders and units of each shipment, an order at a time. */
async function readContents(tx: Tx, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Contents>> {
  const { rows } = await sql<{
    shipment_id: string;
    order_id: string;
    number: string;
    line: number;
    title: string;
    parcel_no: number;
    qty: number;
  }>`SELECT i.shipment_id, i.order_id, o.number, i.line, coalesce(nullif(l.title, ''), l.sku) AS title, i.parcel_no, i.qty
    FROM shipment_items i JOIN orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
      JOIN order_items l ON l.tenant_id = i.tenant_id AND l.order_id = i.order_id AND l.line = i.line
    WHERE i.tenant_id = ${tenantId} AND i.shipment_id = ANY (${[...ids]}::uuid[])
    ORDER BY o.placed_at, o.id, i.line, i.parcel_no`.execute(tx);
  const byShipment = new Map<string, Contents>();
  for (const row of rows) {
    const contents = byShipment.get(row.shipment_id) ?? [];
    byShipment.set(row.shipment_id, contents);
    let order = contents.find((each) => each.orderId === row.order_id);
    if (!order) {
      order = { orderId: row.order_id, orderNumber: row.number, items: [] };
      contents.push(order);
    }
    order.items.push({ line: row.line, title: row.title, quantity: row.qty, parcelNumber: row.parcel_no });
  }
  return byShipment;
}

const refundOf = (voids: readonly VoidRecord[]): ShipmentSummary['refund'] =>
  (['pending', 'refused', 'received'] as const).find((state) => voids.some((each) => each.refund_state === state)) ??
  'none';

function problemsOf(
  parcels: readonly ParcelRecord[],
  voids: readonly VoidRecord[],
  carrierName: string,
): ShipmentSummary['problems'] {
  const seen = new Set<string>();
  const problems: ShipmentSummary['problems'] = [];
  const add = (code: string, message: string, vendorMessage: string | null): void => {
    if (seen.has(`${code} ${message}`)) return;
    seen.add(`${code} ${message}`);
    problems.push({ code, message, vendorMessage });
  };
  for (const parcel of parcels) {
    const said = parcel.problem;
    const words = said?.vendorMessage ?? null;
    if (parcel.state === 'unknown')
      add(
        'unknown',
        `${carrierName} has not said yet whether it made this label; it is being asked.`,
        words ?? said?.message ?? null,
      );
    else if (parcel.state === 'disputed')
      add(
        'disputed',
        `It is not known whether ${carrierName} made this label; a person has to look.`,
        words ?? said?.message ?? null,
      );
    else if (parcel.state === 'confirmed')
      add('no-file', 'The label is bought; its file has not arrived yet.', words ?? said?.message ?? null);
    else if ((parcel.state === 'refused' || parcel.state === 'absent') && said) add(said.code, said.message, words);
    else if (parcel.state === 'complete' && parcel.label_document_id === null)
      add('no-file', 'The label exists at the carrier; there is no file of it here.', null);
  }
  for (const each of voids) {
    if (each.state === 'refused' && each.problem)
      add('void-refused', each.problem.message, each.problem.vendorMessage ?? null);
    if (each.state === 'unknown' || each.state === 'disputed')
      add(
        'void-unknown',
        `${carrierName} has not said yet whether this label is cancelled.`,
        each.problem?.message ?? null,
      );
  }
  return problems;
}

/** Order the shipment belongs to (its first), with what else the purchase answer needs. */
export async function orderOfShipment(tx: Tx, tenantId: string, shipmentId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('shipment_items')
    .select('order_id')
    .where('tenant_id', '=', tenantId)
    .where('shipment_id', '=', shipmentId)
    .orderBy('order_id')
    .executeTakeFirst();
  return row?.order_id;
}
