/** Documents of a shipment again, for the preview of the packing table. */
import type { PrintedPaper } from '@scanship/domain/printing/printing';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { commandSheetPdf } from '@scanship/documents/paperwork/command-sheet';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../platform/database/database.ts';
import { ok } from '@scanship/domain/values/result';
import { type Outcome, problem } from '../../platform/problem.ts';
import {
  type BuyerPages,
  customsInvoice,
  documentBranding,
  mergeLabels,
  packingSlips,
  type StoredFile,
} from '../documents/index.ts';

export interface PaperDeps {
  readonly db: Database;
  readonly blobs: Blobs;
  readonly renderer: TypstRenderer;
  readonly buyerPages: BuyerPages;
}

/** Problems: `not_found`, and those of the document (`no_labels`, `not_cross_border`, `customs_incomplete`). */
export async function paperOf(
  deps: PaperDeps,
  ctx: RequestContext,
  shipmentId: string,
  paper: PrintedPaper,
): Promise<Outcome<StoredFile>> {
  const { rows } = await deps.db.tenant(
    ctx,
    (tx) =>
      sql<{ orderId: string }>`SELECT DISTINCT order_id AS "orderId" FROM shipment_items
        WHERE tenant_id = ${ctx.tenantId} AND shipment_id = ${shipmentId} ORDER BY 1`.execute(tx),
    { readOnly: true },
  );
  if (rows.length === 0) return problem('not_found', { message: 'This shipment was not found.' });
  switch (paper) {
    case 'SHIPPING_LABEL':
      return mergeLabels(deps, ctx.tenantId, [shipmentId]);
    case 'PACKAGING_SLIPS':
      return packingSlips(
        deps,
        ctx,
        rows.map(({ orderId }) => orderId),
      );
    case 'CUSTOM_INVOICE':
      return customsInvoice(deps, ctx, shipmentId);
  }
}

export async function commandSheet(
  deps: PaperDeps,
  ctx: RequestContext,
  paper: 'letter' | 'a4',
): Promise<Outcome<StoredFile>> {
  const branding = await documentBranding(deps.db, ctx);
  const bytes = await commandSheetPdf(
    { paper, language: ctx.locale === 'fr-CA' ? 'fr' : 'en', branding },
    deps.renderer,
  );
  return ok({ bytes, contentType: 'application/pdf', fileName: 'CommandBarcodes.pdf' });
}
