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
  type StatementLineDto,
} from '@scanship/contracts/money/statements';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { money } from '@scanship/domain/money/money';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { readAging } from './closing-view.ts';
import { type DetailedLine, detailLines } from './line-details.ts';
import { invoiceLines, type LinePage, type PageWish, spanLines } from './line-sources.ts';
import { type Paper, paperFile } from './papers.ts';
import { listInvoices, readInvoice, sellerOfInvoice } from './read-invoices.ts';
import { type OpenedSpan, openSpan, readStatement, type SpanWish } from './read-statement.ts';
import { readCompany } from './seller.ts';

const PAGE = 100;
const FILE_PAGE = 500;

export interface PaperDeps extends Pick<Services, 'db' | 'clock'> {
  readonly renderer: TypstRenderer;
  readonly carrierName: (slug: string) => string;
}

const toLine = (line: DetailedLine, currency: string, viewerId: string): StatementLineDto => ({
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

interface Between {
  readonly sellerId: string;
  readonly buyerId: string;
  readonly currency: string;
}
interface LineAnswer {
  readonly lines: StatementLineDto[];
  readonly next: string | null;
}

export function paperRoutes(deps: PaperDeps): readonly Route[] {
  const { db, clock, carrierName } = deps;

  const detailed = async (ctx: RequestContext, between: Between, page: LinePage): Promise<LineAnswer> => {
    const { sellerId, buyerId, currency } = between;
    const lines = await detailLines(db, { sellerId, buyerId, viewerId: ctx.tenantId, carrierName }, page.lines);
    return { lines: lines.map((line) => toLine(line, currency, ctx.tenantId)), next: page.next };
  };
  const ofInvoice = async (ctx: RequestContext, invoiceId: string, between: Between, wish: PageWish) =>
    detailed(
      ctx,
      between,
      await db.tenant({ tenantId: between.sellerId }, (tx) => invoiceLines(tx, between.sellerId, invoiceId, wish), {
        readOnly: true,
      }),
    );
  const ofSpan = async (ctx: RequestContext, { span }: OpenedSpan, wish: PageWish) =>
    detailed(
      ctx,
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
      const found = await invoiceFor(ctx, params.id);
      if (!found) return problem('not_found');
      const { sellerId, invoice } = found;
      const seller = await readCompany(db, sellerId);
      const buyer = await readCompany(db, invoice.buyerId);
      if (!seller || !buyer) return problem('not_found');
      const between = { sellerId, buyerId: buyer.id, currency: invoice.charges.currency };
      const paper: Paper = {
        seller,
        buyer,
        buyerName: invoice.buyerName,
        number: invoice.number,
        fromDay: invoice.fromDay,
        toDay: invoice.toDay,
        issuedDay: invoice.issuedDay,
        dueDay: invoice.dueDay,
        totals: invoice,
      };
      const read = (after: string | null) => ofInvoice(ctx, invoice.id, between, { after, size: FILE_PAGE });
      return { ok: true, value: await paperFile(deps, paper, read, query.format, signal) };
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
      return { ok: true, value: await paperFile(deps, paper, read, query.format, signal) };
    }),
    route(getAging, async ({ ctx }) => data(await readAging(db, ctx.tenantId, clock.now()))),
  ];
}
