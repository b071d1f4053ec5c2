/** Reminders of overdue invoices: steps by mail, promises to pay, and shipping that is stopped until it is paid. */
import * as calls from '@scanship/contracts/money/reminders';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type BuyerBelow, buyerBelow } from '../../platform/buyer-below.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { readStatementSettings } from '../statements/index.ts';
import { readBuyerReminders } from './buyer-view.ts';
import { aboutBuyer, checkSteps, pause, resume, saveReminderSettings, sendNext } from './commands.ts';
import { enterPromise, withdrawOpen } from './promises.ts';
import { sampleMails, viewRound } from './round.ts';
import type { SendDeps } from './send.ts';
import { type Seller, sellerOf } from './seller.ts';
import { readReminderSettings } from './settings.ts';
import { createReminderWorker, type ReminderWorker } from './worker.ts';

export type { ReminderWorker } from './worker.ts';
export { readReminderStands } from './receivable-stands.ts';
export { amountIn, dayIn as longDayIn } from './reminder-mail.ts';
export { readStandingPromises } from './promises.ts';
export { sellerOf } from './seller.ts';

export interface RemindersModule {
  readonly routes: readonly Route[];
  /** Runs where jobs run. */
  readonly worker: ReminderWorker;
}

export function createRemindersModule(deps: SendDeps & Pick<Services, 'log'>): RemindersModule {
  const { db, clock } = deps;
  const view = (seller: Seller) =>
    db.tenant(
      { tenantId: seller.id },
      async (tx) => ({
        settings: await readReminderSettings(tx, seller),
        mayStop: seller.mayStop,
        currency: seller.currency,
      }),
      { readOnly: true },
    );
  const buyerAnswer = async (ctx: RequestContext, buyer: Outcome<BuyerBelow>, successMessage?: string) =>
    buyer.ok
      ? data(
          await readBuyerReminders(db, await sellerOf(db, ctx.tenantId), buyer.value, clock.now()),
          successMessage === undefined ? {} : { successMessage, told: { name: buyer.value.name } },
        )
      : buyer;
  return {
    worker: createReminderWorker(deps),
    routes: [
      route(calls.getReminders, async ({ ctx }) => data(await view(await sellerOf(db, ctx.tenantId)))),
      route(calls.previewReminders, async ({ ctx, body }) => {
        const seller = await sellerOf(db, ctx.tenantId);
        const checked = checkSteps(seller, body);
        if (!checked.ok) return checked;
        const { paymentNote } = await db.tenant(ctx, (tx) => readStatementSettings(tx, seller.id));
        return data({
          round: await viewRound(deps, seller, clock.now(), { settings: body }),
          mails: sampleMails(seller, body, paymentNote, clock.now()),
        });
      }),
      route(calls.saveReminders, async ({ ctx, body }) => {
        const seller = await sellerOf(db, ctx.tenantId);
        const saved = await saveReminderSettings(deps, seller, body);
        return saved.ok ? data(await view(seller), { successMessage: 'Reminders saved.' }) : saved;
      }),
      route(calls.previewNextStep, async ({ ctx, body }) =>
        data(await viewRound(deps, await sellerOf(db, ctx.tenantId), clock.now(), { only: body.buyerIds })),
      ),
      route(calls.sendNextStep, async ({ ctx, body }) => {
        const sent = await sendNext(deps, await sellerOf(db, ctx.tenantId), ctx.userId, body);
        if (!sent.ok) return sent;
        const { told, ...counts } = sent.value;
        return data(counts, { told });
      }),
      route(calls.getBuyerReminders, async ({ ctx, params }) => buyerAnswer(ctx, await buyerBelow(db, ctx, params.id))),
      route(calls.promisePayment, async ({ ctx, params, body }) => {
        const seller = await sellerOf(db, ctx.tenantId);
        const done = await aboutBuyer(deps, ctx, params.id, (tx) =>
          enterPromise(tx, seller, params.id, ctx.userId, body, clock.now()),
        );
        return buyerAnswer(ctx, done, 'Promise saved.');
      }),
      route(calls.withdrawPromise, async ({ ctx, params }) => {
        const seller = await sellerOf(db, ctx.tenantId);
        const done = await aboutBuyer(deps, ctx, params.id, async (tx) => {
          const had = await withdrawOpen(tx, seller, params.id, clock.now());
          return had
            ? { ok: true, value: undefined }
            : problem('not_found', { message: 'This customer has no open promise any more.' });
        });
        return buyerAnswer(ctx, done, 'Promise withdrawn.');
      }),
      route(calls.pauseReminders, async ({ ctx, params, body }) => {
        const seller = await sellerOf(db, ctx.tenantId);
        const done = await aboutBuyer(deps, ctx, params.id, async (tx) => {
          await pause(tx, seller, params.id, ctx.userId, body.reason, clock.now());
          return { ok: true, value: undefined };
        });
        return buyerAnswer(ctx, done, 'Reminders paused.');
      }),
      route(calls.resumeReminders, async ({ ctx, params }) => {
        const seller = await sellerOf(db, ctx.tenantId);
        const done = await aboutBuyer(deps, ctx, params.id, async (tx) => {
          await resume(tx, seller, params.id);
          return { ok: true, value: undefined };
        });
        return buyerAnswer(ctx, done, 'Reminders resumed.');
      }),
    ],
  };
}
