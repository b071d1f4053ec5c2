/** Statements: invoices and their months, credit notes, commissions and royalties. */
import {
  addCommissionPlan as addPlanCall,
  endCommissionPlan as endPlanCall,
  getAccrual,
  getCommissions,
  getRoyalties,
  payCommission as payCall,
  setRoyaltyTerms,
} from '@scanship/contracts/money/commissions';
import {
  closeMonth as closeCall,
  creditInvoice as creditCall,
  getClosing,
  previewClose,
  saveStatementSettings,
} from '@scanship/contracts/money/statements';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { monthOf } from '@scanship/domain/money/statement';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { MailModule } from '../mail/index.ts';
import { carrierNamed } from '../orders/index.ts';
import { readAccrual } from './accrual.ts';
import { readClosing, previewNext } from './closing-view.ts';
import { schedule } from './close-schedule.ts';
import { type CloseWorker, createCloseWorker } from './close-worker.ts';
import { addCommissionPlan, endCommissionPlan } from './commission-plans.ts';
import { payCommission, readCommissions } from './commissions-view.ts';
import { creditInvoice } from './credit-note.ts';
import { createInvoicePapers, type InvoicePapers } from './invoice-papers.ts';
import { paperRoutes } from './paper-routes.ts';
import { readInvoice } from './read-invoices.ts';
import { readRoyalties } from './royalties-view.ts';
import { addRoyaltyTerms } from './royalty-terms.ts';
import { monthEnd, readBuyers, readCompany } from './seller.ts';
import { saveSettings } from './settings.ts';

export { unbilledPurchases } from './unbilled-purchases.ts';
export { createCloseWorker, type CloseWorker } from './close-worker.ts';
export { addCommissionPlan, readCommissionPlans } from './commission-plans.ts';
export { addRoyaltyTerms, readRoyaltyTerms } from './royalty-terms.ts';
export { debtOf, type OverdueInvoice, readOverdue, readOverdueInvoices } from './overdue.ts';
export { findInvoices, type FoundInvoice } from './find-invoices.ts';
export { readCompany } from './seller.ts';
export { type OwedInvoice, readOwedInvoices } from './owed-invoices.ts';
export { readSettings as readStatementSettings } from './settings.ts';
export { verifyInvoice } from './verify-invoice.ts';

export interface StatementsModule {
  readonly routes: readonly Route[];
  /** Runs where jobs run. */
  readonly worker: CloseWorker;
  /** The invoices of one buyer as they were issued. */
  papersOf(sellerId: string, buyerId: string): AsyncIterable<{ readonly number: string; readonly pdf: Uint8Array }>;
  /** Draws and keeps every invoice of one buyer, or throws: afterwards nothing is read of the shipments behind them. */
  keepPapers: InvoicePapers['keepOf'];
}

export function createStatementsModule(
  services: Services,
  parts: {
    readonly mail: MailModule;
    readonly renderer: TypstRenderer;
    /** For what nobody waits for. */
    readonly slowRenderer: TypstRenderer;
    readonly carriers: Pick<CarriersModule, 'registry'>;
  },
): StatementsModule {
  const { db, clock } = services;
  const carrierName = (slug: string, accountName: string | null): string =>
    carrierNamed((one) => parts.carriers.registry.find(one)?.manifest, slug, accountName);
  const papersBy = (renderer: TypstRenderer) =>
    createInvoicePapers({ db, log: services.log, now: () => clock.now(), renderer, carrierName });
  const papers = papersBy(parts.renderer);
  const slowPapers = papersBy(parts.slowRenderer);
  const worker = createCloseWorker({ ...services, mail: parts.mail, papers: slowPapers });

  const closingOf = async (ctx: RequestContext) => readClosing(db, ctx.tenantId, clock.now());
  const commissions = async (ctx: RequestContext, done: Outcome<unknown>, successMessage: string) =>
    done.ok ? data(await readCommissions(db, ctx), { successMessage }) : done;

  /** Writes the month down as due by this person. Problem: `validation` where it is not the next, or not over. */
  const beginClose = async (ctx: RequestContext, month: string): Promise<Outcome<void>> => {
    const seller = await readCompany(db, ctx.tenantId);
    if (!seller) return problem('not_found');
    const refuse = (message: string) => problem('validation', { errors: [{ field: 'month', code: 'month', message }] });
    return db.tenant(ctx, async (tx): Promise<Outcome<void>> => {
      const next = await schedule(tx, seller, clock.now());
      if (next !== month) return refuse('Months are closed one after the other. Close the one that is offered first.');
      if (monthEnd(month, seller.timeZone) > clock.now())
        return refuse('This month is not over yet. It can be closed from the first day of the next month on.');
      await tx
        .updateTable('month_closes')
        .set({ closed_by: ctx.userId, due_at: clock.now() })
        .where('tenant_id', '=', ctx.tenantId)
        .where('month', '=', month)
        .where('state', '=', 'due')
        .execute();
      return { ok: true, value: undefined };
    });
  };

  return {
    worker,
    keepPapers: (sellerId, buyerId, onEach) => slowPapers.keepOf(sellerId, buyerId, onEach),
    papersOf: async function* papersOf(sellerId, buyerId) {
      const invoices = await db.tenant(
        { tenantId: sellerId },
        (tx) =>
          tx
            .selectFrom('invoices')
            .select(['id', 'number'])
            .where('tenant_id', '=', sellerId)
            .where('party_id', '=', buyerId)
            .orderBy('id')
            .execute(),
        { readOnly: true },
      );
      for (const { id, number } of invoices) {
        const pdf = await papers.pdfOf(sellerId, id, new AbortController().signal);
        if (pdf) yield { number, pdf };
      }
    },
    routes: [
      ...paperRoutes({ db, clock, renderer: parts.renderer, carrierName, papers }),
      route(getClosing, async ({ ctx }) => data(await closingOf(ctx))),
      route(previewClose, async ({ ctx }) => data(await previewNext(db, ctx.tenantId, clock.now()))),
      route(closeCall, async ({ ctx, body }) => {
        const begun = await beginClose(ctx, body.month);
        if (!begun.ok) return begun;
        worker.wake(ctx.tenantId, body.month);
        return data(await closingOf(ctx), { successMessage: 'The month is being closed.' });
      }),
      route(saveStatementSettings, async ({ ctx, body }) => {
        const saved = await db.tenant(ctx, (tx) => saveSettings(tx, ctx, body));
        return saved.ok ? data(await closingOf(ctx), { successMessage: 'Saved.' }) : saved;
      }),
      route(creditCall, async ({ ctx, params, body }) => {
        const credited = await creditInvoice({ db, clock }, ctx, params.id, body);
        if (!credited.ok) return credited;
        const invoice = await readInvoice(db, ctx, ctx.tenantId, params.id, clock.now());
        return invoice
          ? data(invoice, { successMessage: `Credit note ${credited.value} written.` })
          : problem('not_found');
      }),
      route(getCommissions, async ({ ctx }) => data(await readCommissions(db, ctx))),
      route(getAccrual, async ({ ctx }) => data(await readAccrual(db, ctx, clock.now()))),
      route(addPlanCall, async ({ ctx, body }) =>
        commissions(ctx, await addCommissionPlan(db, ctx, body), 'Commission plan added.'),
      ),
      route(endPlanCall, async ({ ctx, params, body }) =>
        commissions(ctx, await endCommissionPlan(db, ctx, params.id, body.lastDay), 'Commission plan ended.'),
      ),
      route(payCall, async ({ ctx, body }) => commissions(ctx, await payCommission(db, ctx, body), 'Payout recorded.')),
      route(getRoyalties, async ({ ctx }) => data(await readRoyalties(db, ctx.tenantId))),
      route(setRoyaltyTerms, async ({ ctx, params, body }) => {
        if (!(await readBuyers(db, ctx.tenantId)).has(params.id)) return problem('not_found');
        const terms = { ...body, franchiseId: params.id, firstMonth: monthOf(body.firstMonth) };
        const saved = await db.tenant(ctx, (tx) => addRoyaltyTerms(tx, ctx.tenantId, terms, ctx.userId));
        return saved.ok ? data(await readRoyalties(db, ctx.tenantId), { successMessage: 'Royalty saved.' }) : saved;
      }),
    ],
  };
}
