/** Payments: what buyers pay their seller by card or otherwise, and what sellers do about it. */
import { type CardKeys, getCardKeys } from '@scanship/contracts/money/card-keys';
import * as buying from '@scanship/contracts/money/payments';
import * as paidOut from '@scanship/contracts/money/payouts';
import * as selling from '@scanship/contracts/money/receivables';
import type { Money } from '@scanship/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../../platform/context.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { registerHook } from '../../platform/inbox/hook-route.ts';
import type { Inbox } from '../../platform/inbox/inbox.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { MailModule } from '../mail/index.ts';
import { type AutoWorker, considerAutoTopUp, createAutoWorker, pauseWith, setAutoTopUp } from './auto-top-up.ts';
import { type CardAccount, type CardSimulator, createCardAccounts } from './card-account.ts';
import { beginCard, forgetCards, removeCard, saveCard, setDefaultCard } from './cards.ts';
import { chargeHandler, refundHandler } from './journal-handlers.ts';
import { payByCard, type PayDeps, settlePayment } from './pay.ts';
import { listPayouts, readPayout, readPayoutsAnew } from './payouts.ts';
import {
  listChargebacks,
  limitFranchise,
  listReceivables,
  namesOf,
  receivedView,
  recordPayment,
  refundPayment,
} from './receivables.ts';
import { type Pair, pairOf } from './seller.ts';
import { pageWords, paymentView, readBilling, readPayments } from './views.ts';
import { eventWorker, FAMILY, HOOK_URL, receiveEvent } from './webhooks.ts';

export { type EnteredPayment, enterPayment, isPastDay, latestDay, takePaymentBack } from './enter-payment.ts';
export { readBuyers } from './receivables.ts';

export interface PaymentsModule {
  readonly routes: readonly Route[];
  readonly autoTopUps: AutoWorker;
  /** @see FundsPort of the shipments module */
  readonly funds: { whenShort(tenantId: string, short: Money): Promise<string | undefined> };
  /** Removes all cards of a buyer, here and at the provider, or throws; bears repeating. */
  forgetCards(sellerId: string, buyerId: string): Promise<void>;
  /** The address the card provider sends its events to, outside `/api`. */
  extend(app: FastifyInstance): Promise<void>;
}

export interface PaymentsDeps {
  readonly journal: Journal;
  readonly inbox: Inbox;
  readonly mail: Pick<MailModule, 'queue'>;
  /** Absent in production. */
  readonly simulator?: CardSimulator | undefined;
  /** Where the simulator reaches this installation. */
  readonly origin: () => string | undefined;
}

const PAGE_SIZE = 25;

export function createPaymentsModule(
  services: Pick<Services, 'db' | 'sealer' | 'clock' | 'config' | 'log' | 'budgets'>,
  { journal, inbox, mail, simulator, origin }: PaymentsDeps,
): PaymentsModule {
  const { db, sealer, clock, log } = services;
  const accounts = createCardAccounts(services, { simulator, origin });
  const pauseAuto = pauseWith(mail.queue, clock);
  const deps: PayDeps = { db, sealer, clock, log, journal, accounts, pauseAuto };
  const hooks = { db, clock, inbox, budgets: services.budgets, accounts, pauseAuto };
  journal.register('effects', 'card_charge', chargeHandler(deps));
  journal.register('effects', 'card_refund', refundHandler(deps));
  inbox.register(FAMILY, eventWorker(hooks));

  const noSeller = () => problem('not_found', { message: 'There is nobody above you to pay.' });

  async function view(pair: Pair, account: CardAccount | undefined) {
    const cardMode = account ? (account.mode === 'live' ? 'live' : 'test') : 'none';
    return data(await readBilling(db, pair, cardMode, account?.mode ?? '', clock.now()));
  }

  /**
   * Runs as a buyer with the seller's account, and answers the page anew.
   * @param without what is said where the seller takes no cards: a card that is named can then not exist
   */
  async function withAccount(
    ctx: RequestContext,
    work: (pair: Pair, account: CardAccount) => Promise<Outcome<void>>,
    without: 'no_card_provider' | 'not_found' = 'no_card_provider',
  ) {
    const pair = await pairOf(db, ctx);
    if (!pair) return noSeller();
    const account = await accounts.open(pair.sellerId);
    if (!account) return problem(without);
    const done = await work(pair, account);
    return done.ok ? view(pair, account) : done;
  }

  const NO_KEYS: CardKeys = { publishableKey: '', mode: 'none' };
  async function cardKeys(ctx: RequestContext): Promise<CardKeys> {
    // Support may not see card keys, and the page it looks at must not fail over that.
    if (!ctx.rights.has('cards.manage') || ctx.actors.some(({ role }) => role === 'ROLE_SUPPORT')) return NO_KEYS;
    const pair = await pairOf(db, ctx);
    const account = pair && (await accounts.open(pair.sellerId));
    return account ? { publishableKey: account.publishableKey, mode: account.mode } : NO_KEYS;
  }

  const buyerRoutes: readonly Route[] = [
    route(getCardKeys, async ({ ctx }) => data(await cardKeys(ctx))),
    route(buying.getBilling, async ({ ctx }) => {
      const pair = await pairOf(db, ctx);
      return pair ? view(pair, await accounts.open(pair.sellerId)) : noSeller();
    }),
    route(buying.listPayments, async ({ ctx, query }) => {
      const pair = await pairOf(db, ctx);
      if (!pair) return noSeller();
      const { page = 1, size = PAGE_SIZE } = query;
      const found = await db.tenant(
        { tenantId: pair.sellerId },
        (tx) => readPayments(tx, pair.sellerId, { buyerId: pair.buyerId, page, size }),
        { readOnly: true },
      );
      return data({ payments: found.rows.map(paymentView), ...pageWords(found.total, page, size) });
    }),
    route(buying.beginCard, async ({ ctx }) => {
      const pair = await pairOf(db, ctx);
      if (!pair) return noSeller();
      const account = await accounts.open(pair.sellerId);
      if (!account) return problem('no_card_provider');
      const begun = await beginCard(db, account, pair);
      return begun.ok ? data(begun.value) : begun;
    }),
    route(buying.saveCard, ({ ctx, body }) =>
      withAccount(ctx, (pair, account) => saveCard(db, account, pair, body.setupId, ctx.userId)),
    ),
    route(buying.setDefaultCard, ({ ctx, params }) =>
      withAccount(ctx, (pair, account) => setDefaultCard(db, account, pair, params.id), 'not_found'),
    ),
    route(buying.removeCard, ({ ctx, params }) =>
      withAccount(ctx, (pair, account) => removeCard(db, account, pair, params.id), 'not_found'),
    ),
    route(buying.setAutoTopUp, ({ ctx, body }) =>
      withAccount(ctx, async (pair) => {
        const set = await setAutoTopUp(deps, ctx, pair, body);
        if (set.ok && body.on) await considerAutoTopUp(deps, pair, pauseAuto);
        return set;
      }),
    ),
    route(buying.payByCard, async ({ ctx, body, idempotencyKey }) => {
      const pair = await pairOf(db, ctx);
      if (!pair) return noSeller();
      const paid = await payByCard(deps, ctx, pair, body, idempotencyKey);
      return paid.ok ? data(paid.value) : paid;
    }),
    route(buying.settlePayment, async ({ ctx, params }) => {
      const pair = await pairOf(db, ctx);
      if (!pair) return noSeller();
      const settled = await settlePayment(deps, pair, params.id);
      return settled.ok ? data(settled.value) : settled;
    }),
  ];

  const sellerRoutes: readonly Route[] = [
    route(selling.listReceivables, async ({ ctx, query }) => {
      const { page = 1, size = PAGE_SIZE, sort = 'owed', search, show } = query;
      const found = await listReceivables(db, ctx, { page, size, sort, search, show }, clock.now());
      return data({ receivables: [...found.rows], ...pageWords(found.total, page, size) });
    }),
    route(selling.listReceived, async ({ ctx, query }) => {
      const { page = 1, size = PAGE_SIZE, buyerId } = query;
      const names = await namesOf(db, ctx);
      const found = await db.tenant(ctx, (tx) => readPayments(tx, ctx.tenantId, { buyerId, page, size }), {
        readOnly: true,
      });
      return data({
        payments: found.rows.map((row) => receivedView(row, names)),
        ...pageWords(found.total, page, size),
      });
    }),
    route(selling.setFranchiseCredit, async ({ ctx, params, body }) => {
      const set = await limitFranchise(db, ctx, params.id, body.limitMinor);
      return set.ok ? data(set.value.now, { successMessage: 'Credit limit saved.', told: set.value.told }) : set;
    }),
    route(selling.recordPayment, async ({ ctx, params, body }) => {
      const made = await recordPayment(db, ctx, params.id, body, clock.now());
      return made.ok ? data(receivedView(made.value, await namesOf(db, ctx))) : made;
    }),
    route(selling.refundPayment, async ({ ctx, params, body, idempotencyKey }) => {
      const made = await refundPayment(deps, ctx, params.id, body, idempotencyKey);
      return made.ok ? data(receivedView(made.value, await namesOf(db, ctx))) : made;
    }),
    route(selling.listChargebacks, async ({ ctx, query }) => {
      const { page = 1, size = PAGE_SIZE } = query;
      const found = await listChargebacks(db, ctx, await namesOf(db, ctx), page, size);
      return data({ chargebacks: [...found.rows], ...pageWords(found.total, page, size) });
    }),
  ];

  const payoutRoutes: readonly Route[] = [
    route(paidOut.listPayouts, async ({ ctx, query }) => {
      const { page = 1, size = PAGE_SIZE } = query;
      const found = await listPayouts(db, ctx.tenantId, page, size);
      return data({
        provider: (await accounts.open(ctx.tenantId)) !== undefined,
        readAt: found.readAt?.toISOString() ?? null,
        payouts: [...found.rows],
        ...pageWords(found.total, page, size),
      });
    }),
    route(paidOut.getPayout, async ({ ctx, params }) => {
      const found = await readPayout(db, ctx.tenantId, params.id, await namesOf(db, ctx));
      return found.ok ? data(found.value) : found;
    }),
    route(paidOut.readPayouts, async ({ ctx }) => {
      const read = await readPayoutsAnew({ db, clock, accounts }, ctx.tenantId);
      return read.ok ? data(read.value) : read;
    }),
  ];

  return {
    routes: [...buyerRoutes, ...sellerRoutes, ...payoutRoutes],
    autoTopUps: createAutoWorker(deps, pauseAuto),
    forgetCards: (sellerId, buyerId) => forgetCards(db, accounts, { sellerId, buyerId }),
    funds: {
      async whenShort(tenantId, short) {
        const pair = await pairOf(db, { tenantId });
        const considered = pair && (await considerAutoTopUp(deps, pair, pauseAuto, short));
        if (considered === 'started' || considered === 'running')
          return 'Your automatic top-up is under way. Try again in a moment.';
        if (considered === 'paused')
          return 'Your automatic top-up is paused, because a charge failed. Look at it under Billing.';
        if (considered === 'too-small')
          return 'Your automatic top-up is less than what is missing. Top up under Billing, then try again.';
        return undefined;
      },
    },
    extend: (app) =>
      registerHook(app, services.budgets, { url: HOOK_URL, receive: (arrived) => receiveEvent(hooks, arrived) }),
  };
}
