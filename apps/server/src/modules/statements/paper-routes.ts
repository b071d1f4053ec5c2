/** The calls that read invoices and statements. */
import {
  downloadInvoice,
  downloadStatement,
  getAging,
  getInvoice,
  getStatement,
  listInvoiceLines,
  listInvoices as listInvoicesCall,
  listStatementLines,
} from '@scanship/contracts/money/statements';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { readAging } from './closing-view.ts';
import { type Between, type InvoicePapers, linesFor, paperOf, readInvoiceLines } from './invoice-papers.ts';
import type { DetailWish } from './line-details.ts';
import { type PageWish, spanLines } from './line-sources.ts';
import { type Paper, paperFile, paperWorkbook, pdfAnswer } from './papers.ts';
import { listInvoices, readInvoice, sellerOfInvoice } from './read-invoices.ts';
import { type OpenedSpan, openSpan, readStatement, type SpanWish } from './read-statement.ts';

const PAGE = 100;
const FILE_PAGE = 500;

export interface PaperRouteDeps extends Pick<Services, 'db' | 'clock'> {
  readonly renderer: TypstRenderer;
  readonly carrierName: DetailWish['carrierName'];
  readonly papers: Pick<InvoicePapers, 'pdfOf'>;
}

export function paperRoutes(deps: PaperRouteDeps): readonly Route[] {
  const { db, clock, papers } = deps;

  const ofInvoice = async (ctx: RequestContext, invoiceId: string, between: Between, wish: PageWish) =>
    linesFor(deps, ctx.tenantId, between, await readInvoiceLines(db, between.sellerId, invoiceId, wish));
  const ofSpan = async (ctx: RequestContext, { span }: OpenedSpan, wish: PageWish) =>
    linesFor(
      deps,
      ctx.tenantId,
      span,
      await db.tenant({ tenantId: span.sellerId }, (tx) => spanLines(tx, span, wish), { readOnly: true }),
    );
  const invoiceFor = async (ctx: RequestContext, invoiceId: string) => {
    const sellerId = await sellerOfInvoice(db, ctx, invoiceId);
    const invoice = sellerId && (await readInvoice(db, ctx, sellerId, invoiceId, clock.now()));
    return sellerId && invoice ? { sellerId, invoice } : undefined;
  };
  const wishOf = (query: {
    readonly after?: string | undefined;
    readonly size?: number | undefined;
    readonly section?: PageWish['section'];
  }): PageWish => ({ after: query.after ?? null, size: query.size ?? PAGE, section: query.section });
  const spanFor = (ctx: RequestContext, query: SpanWish): Promise<Outcome<OpenedSpan>> => openSpan(db, ctx, query);

  return [
    route(listInvoicesCall, async ({ ctx, query }) => data(await listInvoices(db, ctx, query, clock.now()))),
    route(getInvoice, async ({ ctx, params }) => {
      const found = await invoiceFor(ctx, params.id);
      return found ? data(found.invoice) : problem('not_found');
    }),
    route(listInvoiceLines, async ({ ctx, params, query }) => {
      const found = await invoiceFor(ctx, params.id);
      if (!found) return problem('not_found');
      const { sellerId, invoice } = found;
      const between = { sellerId, buyerId: invoice.buyerId, currency: invoice.charges.currency };
      return data(await ofInvoice(ctx, invoice.id, between, wishOf(query)));
    }),
    route(downloadInvoice, async ({ ctx, params, query, signal }) => {
      const sellerId = await sellerOfInvoice(db, ctx, params.id);
      const found = sellerId && (await paperOf(db, sellerId, params.id, clock.now()));
      if (!sellerId || !found) return problem('not_found');
      const { paper, between } = found;
      if (query.format === 'xlsx') {
        const read = (after: string | null) => ofInvoice(ctx, params.id, between, { after, size: FILE_PAGE });
        return { ok: true, value: paperWorkbook(paper, read, signal) };
      }
      const bytes = await papers.pdfOf(sellerId, params.id, signal);
      return bytes ? { ok: true, value: pdfAnswer(paper, bytes) } : problem('not_found');
    }),
    route(getStatement, async ({ ctx, query }) => {
      const opened = await spanFor(ctx, query);
      return opened.ok ? data(await readStatement(db, opened.value, query)) : opened;
    }),
    route(listStatementLines, async ({ ctx, query }) => {
      const opened = await spanFor(ctx, query);
      return opened.ok ? data(await ofSpan(ctx, opened.value, wishOf(query))) : opened;
    }),
    route(downloadStatement, async ({ ctx, query, signal }) => {
      const opened = await spanFor(ctx, query);
      if (!opened.ok) return opened;
      const { seller, buyer } = opened.value;
      const totals = await readStatement(db, opened.value, query);
      const paper: Paper = {
        seller,
        buyer,
        buyerName: buyer.name,
        number: '',
        fromDay: query.from,
        toDay: query.to,
        issuedDay: dayIn(clock.now(), seller.timeZone),
        dueDay: null,
        totals,
      };
      const read = (after: string | null) => ofSpan(ctx, opened.value, { after, size: FILE_PAGE });
      const value =
        query.format === 'xlsx' ? paperWorkbook(paper, read, signal) : await paperFile(deps, paper, read, signal);
      return { ok: true, value };
    }),
    route(getAging, async ({ ctx }) => data(await readAging(db, ctx.tenantId, clock.now()))),
  ];
}
