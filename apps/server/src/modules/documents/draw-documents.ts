/** Packing slips and commercial invoices, drawn from what is stored at the moment they are asked for. */
import type { DocumentBranding } from '@scanship/documents/paperwork/branding';
import { type CustomsInvoiceModel, customsInvoicePdf } from '@scanship/documents/paperwork/customs-invoice';
import { packingSlipPdf } from '@scanship/documents/paperwork/packing-slip';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { Address } from '@scanship/domain/addresses/address';
import { crossesBorder } from '@scanship/domain/customs/order-customs';
import { ok } from '@scanship/domain/values/result';
import type { Customs, ShipmentOptions } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { brandedFor, documentBranding } from './branding.ts';
import type { StoredFile } from './print-labels.ts';
import { readSlips } from './slip-orders.ts';

export interface DrawDeps {
  readonly db: Database;
  readonly renderer: TypstRenderer;
}

/** Addresses of the pages on which buyers see where their order is. */
export interface BuyerPages {
  /** On the seller's own host, or its franchise's; undefined where neither has one that is proved. */
  of(seller: {
    readonly tenantId: string;
    readonly franchiseId: string;
  }): Promise<((order: { readonly tenantId: string; readonly orderId: string }) => string) | undefined>;
}

export interface SlipDeps extends DrawDeps {
  readonly buyerPages: BuyerPages;
}

export type Asker = Pick<RequestContext, 'tenantId' | 'realmId' | 'userId' | 'locale' | 'timeZone'>;

export const languageOf = (asker: Asker): 'en' | 'fr' => (asker.locale === 'fr-CA' ? 'fr' : 'en');

/** YYYY-MM-DD in the customer's time zone. */
const dayIn = (moment: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);

export interface SlipShape {
  /** Absent: as the customer's settings say. */
  readonly paper?: 'letter' | 'a4' | '4x6' | undefined;
  /** Two slips stand on one sheet, beside each other; not on 4x6. */
  readonly perSheet?: 1 | 2 | undefined;
}

/**
 * Packing slips of orders in one PDF, in the given order. Problems: `not_found` when one is not the tenant's;
 * `no_ship_from` when nothing says where it ships from.
 */
export async function packingSlips(
  deps: SlipDeps,
  asker: Asker,
  orderIds: readonly string[],
  { paper: wanted, perSheet = 1 }: SlipShape = {},
): Promise<Outcome<StoredFile>> {
  const slips = await deps.db.tenant(asker, (tx) => readSlips(tx, asker.tenantId, orderIds, asker.timeZone), {
    readOnly: true,
  });
  if (!slips.ok) return slips;
  const set = await deps.db.tenant(asker, slipSettingsOf, { readOnly: true });
  const paper = wanted ?? set.paper;
  const pageOf = set.tracking
    ? await deps.buyerPages.of({ tenantId: asker.tenantId, franchiseId: asker.realmId })
    : undefined;
  const orders = slips.value.orders.map(({ id, ...order }) =>
    pageOf ? { ...order, page: pageOf({ tenantId: asker.tenantId, orderId: id }) } : order,
  );
  const branding = brandedFor(await documentBranding(deps.db, asker), slips.value.papers);
  const bytes = await packingSlipPdf({ paper, perSheet, language: languageOf(asker), branding, orders }, deps.renderer);
  return ok({ bytes, contentType: 'application/pdf', fileName: 'PackingSlip.pdf' });
}

/** What the customer's settings say of slips (`customer_settings.more`): the sheet, and whether the code of the order's page is on it. */
async function slipSettingsOf(
  tx: Tx,
): Promise<{ readonly paper: NonNullable<SlipShape['paper']>; readonly tracking: boolean }> {
  const { rows } = await sql<{ paper: string | null; tracking: boolean | null }>`
    SELECT more ->> 'slipPaper' AS paper, more -> 'slipTracking' = 'true'::jsonb AS tracking FROM customer_settings`.execute(
    tx,
  );
  const { paper, tracking } = rows[0] ?? {};
  return { paper: paper === 'a4' || paper === '4x6' ? paper : 'letter', tracking: tracking === true };
}

interface InvoiceRecord {
  readonly id: string;
  readonly parcels: readonly { readonly grams: number; readonly tracking: string | null }[];
  readonly from_address: Address;
  readonly to_address: Address;
  readonly customs: Customs | null;
  readonly options: ShipmentOptions;
  readonly service_name: string | null;
  readonly ship_date: string | null;
  readonly created_at: Date;
  readonly number: string | null;
}

export interface InvoiceShape {
  readonly paper?: 'letter' | 'a4' | undefined;
  readonly copies?: number | undefined;
}

/** Problems: `not_found`; `not_cross_border` unless the countries differ; `customs_incomplete` without a declaration. */
export function customsInvoice(
  deps: DrawDeps,
  asker: Asker,
  shipmentId: string,
  shape: InvoiceShape = {},
): Promise<Outcome<StoredFile>> {
  return customsInvoices(deps, asker, [shipmentId], shape);
}

/** The invoices of several shipments in one PDF, in the given order; problems as for one, naming the shipment. */
export async function customsInvoices(
  deps: DrawDeps,
  asker: Asker,
  shipmentIds: readonly string[],
  { paper = 'letter', copies = 1 }: InvoiceShape = {},
): Promise<Outcome<StoredFile>> {
  const wanted = [...new Set(shipmentIds)];
  const found = await deps.db.tenant(asker, (tx) => readInvoices(tx, asker.tenantId, wanted), { readOnly: true });
  const branding = await documentBranding(deps.db, asker);
  const models: CustomsInvoiceModel[] = [];
  for (const [at, id] of wanted.entries()) {
    const shipment = found.get(id);
    const refused = shipment ? whyNoInvoice(shipment) : 'not_found';
    if (refused)
      return wanted.length === 1
        ? problem(refused)
        : problem(refused, { errors: [{ field: `shipmentIds.${at}`, message: WHY_NO_INVOICE[refused] }] });
    if (shipment?.customs) models.push(toModel(shipment, shipment.customs, { asker, paper, branding }));
  }
  const files: { readonly bytes: Uint8Array }[] = [];
  for (const model of models) files.push({ bytes: await customsInvoicePdf(model, deps.renderer, copies) });
  const [only] = files;
  const { bytes } = files.length === 1 && only ? only : await deps.renderer.paper('merge', files);
  return ok({ bytes, contentType: 'application/pdf', fileName: 'CustomInvoice.pdf' });
}

const WHY_NO_INVOICE = {
  not_found: 'This shipment was not found.',
  not_cross_border: 'This shipment does not cross a border.',
  customs_incomplete: 'This shipment has no customs declaration.',
} as const;

const whyNoInvoice = (shipment: InvoiceRecord): 'not_cross_border' | 'customs_incomplete' | undefined => {
  if (!crossesBorder(shipment.from_address.countryCode, shipment.to_address.countryCode)) return 'not_cross_border';
  return shipment.customs ? undefined : 'customs_incomplete';
};

async function readInvoices(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, InvoiceRecord>> {
  const { rows } = await sql<InvoiceRecord>`
    SELECT s.id, s.from_address, s.to_address, s.customs, s.options, s.slug, s.service_name, s.ship_date, s.created_at,
      (SELECT string_agg(v.number, ', ' ORDER BY v.number) FROM (SELECT DISTINCT o.number FROM shipment_items AS i
        JOIN orders AS o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
        WHERE i.tenant_id = s.tenant_id AND i.shipment_id = s.id) v) AS number,
      (SELECT coalesce(json_agg(json_build_object('grams', c.weight_g, 'tracking', c.tracking_number) ORDER BY c.no), '[]'::json)
        FROM parcels c WHERE c.tenant_id = s.tenant_id AND c.shipment_id = s.id) AS parcels
    FROM shipments AS s WHERE s.tenant_id = ${tenantId} AND s.id = ANY (${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

function toModel(
  shipment: InvoiceRecord,
  customs: Customs,
  { asker, paper, branding }: { asker: Asker; paper: 'letter' | 'a4'; branding: DocumentBranding },
): CustomsInvoiceModel {
  const { parcels } = shipment;
  return {
    paper,
    language: languageOf(asker),
    branding,
    invoiceNumber: customs.invoiceNumber || shipment.number || shipment.id.slice(0, 8).toUpperCase(),
    invoiceDate: shipment.ship_date ?? dayIn(shipment.created_at, asker.timeZone),
    orderNumber: shipment.number ?? undefined,
    trackingNumbers: parcels.flatMap((parcel) => parcel.tracking ?? []),
    carrier: shipment.service_name ?? undefined,
    exporter: shipment.from_address,
    consignee: shipment.to_address,
    customs,
    packages: parcels.length,
    grossWeightGrams: parcels.reduce((total, parcel) => total + parcel.grams, 0),
  };
}
