/**
 * The PDF of an invoice as it was issued: drawn when its month is closed, before anybody is told of it, and kept. It shows what the
 * seller may see, since both sides read the same file; settings, tax numbers, logo and language of later days change nothing of it.
 */
import { money } from '@scanship/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Database } from '../../platform/database/database.ts';
import { storeBlob } from '../documents/index.ts';
import { type DetailedLine, detailLines, type DetailWish } from './line-details.ts';
import { invoiceLines, type LinePage, type PageWish } from './line-sources.ts';
import { type Paper, paperFile, type PaperDeps, type PaperLine } from './papers.ts';
import { readInvoice } from './read-invoices.ts';
import { readCompany } from './seller.ts';

const FILE_PAGE = 500;

export interface InvoicePaperDeps extends PaperDeps {
  readonly now: () => Date;
  readonly log: Logger;
  readonly carrierName: DetailWish['carrierName'];
}

export interface InvoicePapers {
  /** As issued; one that is not kept yet is drawn now, and kept. Undefined: there is no such invoice. */
  pdfOf(sellerId: string, invoiceId: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /** Draws what a month has not kept. One that cannot be drawn is logged, and drawn when it is asked for. */
  keepMonth(sellerId: string, month: string, onEach: () => Promise<void>): Promise<void>;
  /** Draws what is not kept of a buyer's invoices, or throws: what they show is about to go. */
  keepOf(sellerId: string, buyerId: string, onEach: () => void): Promise<void>;
}

export interface Between {
  readonly sellerId: string;
  readonly buyerId: string;
  readonly currency: string;
}

export const toLine = (line: DetailedLine, currency: string, viewerId: string): PaperLine => ({
  id: line.entryId,
  at: line.at.toISOString(),
  section: line.section,
  note: line.note,
  amount: money(line.minor, currency),
  tax: money(line.taxMinor, currency),
  shipmentId: line.detail?.shipperId === viewerId ? line.detail.shipmentId : null,
  carrier: line.detail?.carrier ?? null,
  service: line.detail?.service ?? null,
  orderNumbers: [...(line.detail?.orderNumbers ?? [])],
  trackingNumbers: [...(line.detail?.trackingNumbers ?? [])],
  reference: line.detail?.reference ?? null,
  lines: line.priceLines.map((each) => ({ kind: each.kind, code: each.code, label: each.label, amount: each.amount })),
});

/** Lines with what this viewer may see of the shipments behind them. */
export async function linesFor(
  { db, carrierName }: Pick<InvoicePaperDeps, 'db' | 'carrierName'>,
  viewerId: string,
  { sellerId, buyerId, currency }: Between,
  page: LinePage,
): Promise<{ readonly lines: PaperLine[]; readonly next: string | null }> {
  const lines = await detailLines(db, { sellerId, buyerId, viewerId, carrierName }, page.lines);
  return { lines: lines.map((line) => toLine(line, currency, viewerId)), next: page.next };
}

export const readInvoiceLines = (
  db: Database,
  sellerId: string,
  invoiceId: string,
  wish: PageWish,
): Promise<LinePage> =>
  db.tenant({ tenantId: sellerId }, (tx) => invoiceLines(tx, sellerId, invoiceId, wish), { readOnly: true });

/** What is printed of an invoice. Undefined: there is none, or its seller or buyer is gone. */
export async function paperOf(
  db: Database,
  sellerId: string,
  invoiceId: string,
  now: Date,
): Promise<{ readonly paper: Paper; readonly between: Between } | undefined> {
  const invoice = await readInvoice(db, { tenantId: sellerId, rights: new Set() }, sellerId, invoiceId, now);
  const seller = await readCompany(db, sellerId);
  const buyer = invoice && (await readCompany(db, invoice.buyerId));
  if (!seller || !buyer) return undefined;
  return {
    between: { sellerId, buyerId: buyer.id, currency: invoice.charges.currency },
    paper: {
      seller,
      buyer,
      buyerName: invoice.buyerName,
      number: invoice.number,
      fromDay: invoice.fromDay,
      toDay: invoice.toDay,
      issuedDay: invoice.issuedDay,
      dueDay: invoice.dueDay,
      totals: invoice,
    },
  };
}

export function createInvoicePapers(deps: InvoicePaperDeps): InvoicePapers {
  const { db, log, now } = deps;

  const kept = async (sellerId: string, invoiceId: string): Promise<Uint8Array | undefined> => {
    const { rows } = await db.tenant(
      { tenantId: sellerId },
      (tx) =>
        sql<{ bytes: Buffer }>`SELECT b.bytes FROM invoice_papers p
          JOIN blobs b ON b.tenant_id = p.tenant_id AND b.sha256 = p.blob
          WHERE p.tenant_id = ${sellerId} AND p.invoice_id = ${invoiceId}`.execute(tx),
      { readOnly: true },
    );
    return rows[0]?.bytes;
  };

  async function draw(sellerId: string, invoiceId: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const found = await paperOf(db, sellerId, invoiceId, now());
    if (!found) return undefined;
    const { bytes } = await paperFile(
      deps,
      found.paper,
      async (after) =>
        linesFor(
          deps,
          sellerId,
          found.between,
          await readInvoiceLines(db, sellerId, invoiceId, { after, size: FILE_PAGE, section: undefined }),
        ),
      signal,
    );
    await db.tenant({ tenantId: sellerId }, async (tx) => {
      const blob = await storeBlob(tx, sellerId, { bytes, type: 'application/pdf' });
      await tx
        .insertInto('invoice_papers')
        .values({ tenant_id: sellerId, invoice_id: invoiceId, blob, drawn_at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    // Of two who drew it at the same time one was first.
    return (await kept(sellerId, invoiceId)) ?? bytes;
  }

  /** Invoices that are not kept yet. */
  const undrawn = async (sellerId: string, which: RawBuilder<unknown>) => {
    const { rows } = await db.tenant(
      { tenantId: sellerId },
      (tx) =>
        sql<{ id: string; number: string }>`SELECT i.id, i.number FROM invoices i
          WHERE i.tenant_id = ${sellerId} AND ${which}
            AND NOT EXISTS (SELECT FROM invoice_papers p WHERE p.tenant_id = i.tenant_id AND p.invoice_id = i.id)
          ORDER BY i.id`.execute(tx),
      { readOnly: true },
    );
    return rows;
  };

  return {
    async keepOf(sellerId, buyerId, onEach) {
      for (const { id, number } of await undrawn(sellerId, sql`i.party_id = ${buyerId}`)) {
        if (!(await draw(sellerId, id, new AbortController().signal)))
          throw new Error(`The invoice ${number} has no seller or buyer to be drawn for`);
        onEach();
      }
    },
    pdfOf: async (sellerId, invoiceId, signal) =>
      (await kept(sellerId, invoiceId)) ?? (await draw(sellerId, invoiceId, signal)),
    async keepMonth(sellerId, month, onEach) {
      for (const { id, number } of await undrawn(sellerId, sql`i.month = ${month}`)) {
        try {
          await draw(sellerId, id, new AbortController().signal);
        } catch (error) {
          log.error(
            { err: error, tenantId: sellerId, number },
            'an invoice could not be drawn; it is when it is asked for',
          );
        }
        await onEach();
      }
    },
  };
}
