/** What a wish stands for: the stored label files of a shipment, or a paper that is drawn for it. */
import type { PaperSize, PrintedPaper } from '@scanship/domain/printing/printing';
import type { PrintSource } from '@scanship/documents/printing/print-ready';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { BLOB_COLUMNS, type BlobRow } from '../../platform/blobs/blobs.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { localeOf } from '../../platform/http/session-context.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type BuyerPages, customsInvoice, packingSlips } from '../documents/index.ts';

/** Who a document is drawn for; what is absent is the tenant's own. */
export type Printing = Pick<RequestContext, 'tenantId' | 'userId'> &
  Partial<Pick<RequestContext, 'realmId' | 'locale' | 'timeZone'>>;

export interface LabelSource {
  readonly documentId: string;
  readonly format: PrintSource['format'];
  readonly size: PaperSize | null;
}

/** The label of one parcel (or of several, where the carrier made one file), in all formats there are. */
export interface LabelSlot {
  readonly shipmentId: string;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly isReturn: boolean;
  /** Counted from 1 within the shipment. */
  readonly place: number;
  readonly places: number;
  readonly sources: readonly LabelSource[];
}

interface LabelRow {
  readonly shipment_id: string;
  readonly slot: string;
  readonly id: string;
  readonly format: PrintSource['format'];
  readonly size: PaperSize | null;
  readonly kind: string;
  readonly order_id: string | null;
  readonly order_number: string | null;
}

/** Labels of shipments that are not void, by shipment, parcels by their number. */
export async function readLabels(
  tx: Tx,
  tenantId: string,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LabelSlot[]>> {
  if (shipmentIds.length === 0) return new Map();
  const { rows } =
    await sql<LabelRow>`SELECT s.shipment_id, s.slot, d.id, d.format, d.size, d.kind, o.id AS order_id, o.number AS order_number
    FROM (SELECT shipment_id, label_document_id AS slot, min(no) AS no FROM parcels
        WHERE tenant_id = ${tenantId} AND shipment_id = ANY (${[...shipmentIds]}::uuid[]) AND label_document_id IS NOT NULL
        GROUP BY 1, 2) AS s
      JOIN shipments h ON h.tenant_id = ${tenantId} AND h.id = s.shipment_id AND h.state NOT IN ('voiding', 'voided')
      JOIN documents own ON own.tenant_id = ${tenantId} AND own.id = s.slot
      JOIN documents d ON d.tenant_id = ${tenantId} AND (d.id = own.id OR (d.shipment_id = own.shipment_id AND d.kind = own.kind
        AND d.parcel_no IS NOT DISTINCT FROM own.parcel_no AND d.format <> own.format))
      LEFT JOIN LATERAL (SELECT r.id, r.number FROM shipment_items i JOIN orders r ON r.tenant_id = i.tenant_id AND r.id = i.order_id
        WHERE i.tenant_id = ${tenantId} AND i.shipment_id = s.shipment_id ORDER BY r.number LIMIT 1) AS o ON true
    WHERE d.format IN ('pdf', 'zpl', 'png', 'gif', 'jpg') ORDER BY s.shipment_id, s.no, d.id`.execute(tx);
  const found = new Map<string, Map<string, LabelRow[]>>();
  for (const row of rows) {
    const slots = found.get(row.shipment_id) ?? new Map<string, LabelRow[]>();
    found.set(row.shipment_id, slots.set(row.slot, [...(slots.get(row.slot) ?? []), row]));
  }
  return new Map(
    [...found].map(([shipmentId, slots]) => [
      shipmentId,
      [...slots.values()].map((files, at) => ({
        shipmentId,
        orderId: files[0]?.order_id ?? null,
        orderNumber: files[0]?.order_number ?? null,
        isReturn: files[0]?.kind === 'return_label',
        place: at + 1,
        places: slots.size,
        sources: files.map(({ id, format, size }) => ({ documentId: id, format, size })),
      })),
    ]),
  );
}

export async function readFile(tx: Tx, tenantId: string, documentId: string): Promise<BlobRow | undefined> {
  const { rows } = await sql<BlobRow>`SELECT ${BLOB_COLUMNS} FROM documents d
    JOIN blobs b ON b.tenant_id = d.tenant_id AND b.sha256 = d.blob
    WHERE d.tenant_id = ${tenantId} AND d.id = ${documentId}`.execute(tx);
  return rows[0];
}

export const labelTitle = (slot: Pick<LabelSlot, 'isReturn' | 'orderNumber' | 'place' | 'places'>): string =>
  [
    slot.isReturn ? 'Return label' : 'Label',
    slot.orderNumber === null ? '' : `of order ${slot.orderNumber}`,
    slot.places > 1 ? `(${slot.place} of ${slot.places})` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');

export interface DrawnPaper {
  readonly bytes: Uint8Array;
  /** Sheet it was drawn for. */
  readonly size: PaperSize;
  readonly title: string;
  readonly orderId: string | null;
}

export interface PaperDeps {
  readonly db: Database;
  readonly renderer: TypstRenderer;
  readonly buyerPages: BuyerPages;
}

async function askerOf(db: Database, ctx: Printing) {
  if (ctx.realmId !== undefined && ctx.locale !== undefined && ctx.timeZone !== undefined)
    return {
      tenantId: ctx.tenantId,
      userId: ctx.userId,
      realmId: ctx.realmId,
      locale: ctx.locale,
      timeZone: ctx.timeZone,
    };
  const { rows } = await db.tenant(
    ctx,
    (tx) =>
      sql<{
        realm_id: string;
        locale: string;
        time_zone: string;
      }>`SELECT t.realm_id, coalesce(c.language, t.locale) AS locale,
          coalesce(c.time_zone, t.time_zone) AS time_zone
        FROM tenants t LEFT JOIN customer_settings c ON c.tenant_id = t.id WHERE t.id = ${ctx.tenantId}`.execute(tx),
    { readOnly: true },
  );
  const [row] = rows;
  if (!row) throw new Error(`no tenant ${ctx.tenantId}`);
  return {
    tenantId: ctx.tenantId,
    userId: ctx.userId,
    realmId: row.realm_id,
    locale: localeOf(row.locale),
    timeZone: row.time_zone,
  };
}

const numberOf = (db: Database, tenantId: string, orderId: string): Promise<string> =>
  db.tenant(
    { tenantId },
    async (tx) => {
      const { rows } = await sql<{ number: string }>`SELECT number FROM orders
        WHERE tenant_id = ${tenantId} AND id = ${orderId}`.execute(tx);
      return rows[0]?.number ?? '';
    },
    { readOnly: true },
  );

/** The sheet a paper is drawn for when it shall come out on another one. */
const slipPaper = (size: PaperSize): 'letter' | 'a4' | '4x6' => (size === 'letter' || size === 'a4' ? size : '4x6');
const invoicePaper = (size: PaperSize): 'letter' | 'a4' => (size === 'a4' || size === 'a6' ? 'a4' : 'letter');

/** Problems: those of the papers (`not_found`, `no_ship_from`, `not_cross_border`, `customs_incomplete`). */
export async function drawPaper(
  deps: PaperDeps,
  ctx: Printing,
  wish: {
    readonly kind: Exclude<PrintedPaper, 'SHIPPING_LABEL'>;
    readonly shipmentId: string | null;
    readonly orderId: string | null;
  },
  size: PaperSize,
): Promise<Outcome<DrawnPaper>> {
  const asker = await askerOf(deps.db, ctx);
  if (wish.kind === 'PACKAGING_SLIPS') {
    if (wish.orderId === null) return problem('not_found');
    const paper = slipPaper(size);
    const [file, number] = await Promise.all([
      packingSlips(deps, asker, [wish.orderId], { paper }),
      numberOf(deps.db, ctx.tenantId, wish.orderId),
    ]);
    if (!file.ok) return file;
    return ok({
      bytes: file.value.bytes,
      size: paper,
      title: `Packing slip of order ${number}`,
      orderId: wish.orderId,
    });
  }
  if (wish.shipmentId === null) return problem('not_found');
  const paper = invoicePaper(size);
  const file = await customsInvoice(deps, asker, wish.shipmentId, { paper });
  if (!file.ok) return file;
  return ok({ bytes: file.value.bytes, size: paper, title: 'Commercial invoice', orderId: null });
}
