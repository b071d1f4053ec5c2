/** What a seller is owed, payments it enters by hand, refunds it gives and what banks took back. */
import type { Chargeback, Receivable, ReceivedPayment } from '@scanship/contracts/money/receivables';
import { money, toDecimal } from '@scanship/domain/money/money';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import { type Database, type Tx, violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { awaitEffects, requestHash, storeEffect } from '../../platform/journal/effects.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { likeText } from '../tenants/index.ts';
import { bookHandedBack } from './apply.ts';
import { enterPayment, isPastDay } from './enter-payment.ts';
import type { RefundRequest } from './journal-handlers.ts';
import type { PayDeps } from './pay.ts';
import { buyerOf } from './seller.ts';
import { oldestUnpaid, readCredit, readStandings, setCreditLimit } from '../billing/index.ts';
import { allBuyersBelow, buyerBelow } from '../../platform/buyer-below.ts';
import { readReminderStands, sellerOf } from '../reminders/index.ts';
import { balanceView, type PageOf, type PaymentRow, paymentView, readOwed } from './views.ts';

/** Everybody the caller sells to, found by name; the platform's are its franchises. */
export const readBuyers = (db: Database, ctx: Pick<RequestContext, 'tenantId' | 'tenantKind'>, search = '') =>
  allBuyersBelow(db, ctx, likeText(search.toLowerCase()));

const SORTS: Readonly<Record<'owed' | 'available' | 'name', (a: Receivable, b: Receivable) => number>> = {
  owed: (a, b) => b.balance.owedMinor - a.balance.owedMinor,
  available: (a, b) => (a.balance.availableMinor ?? Infinity) - (b.balance.availableMinor ?? Infinity),
  name: () => 0,
};

/** One row for each buyer and currency it has an account in (its own, where it has none yet). */
export async function listReceivables(
  db: Database,
  ctx: RequestContext,
  wish: {
    readonly search?: string | undefined;
    readonly sort: 'owed' | 'available' | 'name';
    readonly show?: 'all' | 'act' | undefined;
    readonly page: number;
    readonly size: number;
  },
  now: Date,
): Promise<PageOf<Receivable>> {
  const buyers = await readBuyers(db, ctx, wish.search);
  const ids = buyers.map(({ id }) => id);
  const seller = await sellerOf(db, ctx.tenantId);
  return db.tenant(
    ctx,
    async (tx) => {
      const owed = await readOwed(tx, ctx.tenantId, ids);
      const standings = await readStandings(tx, ctx.tenantId, ids);
      const standOf = await readReminderStands(tx, seller, now);
      const [terms, autos] = [await termsOf(tx, ctx.tenantId), await autosOf(tx, ctx.tenantId)];
      const rows = buyers.flatMap((buyer): Receivable[] => {
        const own = owed.filter(({ party }) => party === buyer.id);
        const balances =
          own.length > 0 ? own : [{ currency: buyer.currency, owed: 0, reserved: 0, limit: null as number | null }];
        return balances.map((balance) => ({
          id: buyer.id,
          name: buyer.name,
          balance: balanceView(balance, standings.get(buyer.id)),
          termsDays: terms.get(buyer.id) ?? null,
          oldestUnpaidAt: null,
          ...standOf(buyer.id, balance.currency, buyer.held),
          autoTopUp: autos.get(buyer.id) ?? 'off',
        }));
      });
      const shown = wish.show === 'act' ? rows.filter(({ toAct }) => toAct !== null) : rows;
      const from = (wish.page - 1) * wish.size;
      const page = shown.toSorted(SORTS[wish.sort]).slice(from, from + wish.size);
      const oldest = await oldestUnpaid(
        tx,
        ctx.tenantId,
        page.filter(({ balance }) => balance.owedMinor > 0).map(({ id }) => id),
      );
      return {
        total: shown.length,
        rows: page.map((row) => {
          const at = row.balance.owedMinor > 0 ? oldest.get(row.id) : undefined;
          return { ...row, oldestUnpaidAt: at?.toISOString() ?? null };
        }),
      };
    },
    { readOnly: true },
  );
}

const termsOf = async (tx: Tx, sellerId: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await tx
    .selectFrom('franchise_customers')
    .select(['customer_id', 'terms_days'])
    .where('tenant_id', '=', sellerId)
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row.terms_days]));
};

const autosOf = async (tx: Tx, sellerId: string): Promise<ReadonlyMap<string, 'on' | 'off' | 'paused'>> => {
  const rows = await tx
    .selectFrom('auto_top_ups')
    .select(['buyer_id', 'state'])
    .where('tenant_id', '=', sellerId)
    .execute();
  return new Map(rows.map((row) => [row.buyer_id, row.state]));
};

/** Names of the caller's buyers, for rows that hold their ids. */
export const namesOf = async (db: Database, ctx: RequestContext): Promise<ReadonlyMap<string, string>> =>
  new Map((await readBuyers(db, ctx)).map(({ id, name }) => [id, name]));

export const receivedView = (row: PaymentRow, names: ReadonlyMap<string, string>): ReceivedPayment => ({
  ...paymentView(row),
  buyerId: row.buyer_id,
  buyerName: names.get(row.buyer_id) ?? '',
});

const readPayment = (tx: Tx, sellerId: string, id: string) =>
  tx.selectFrom('payments').selectAll().where('tenant_id', '=', sellerId).where('id', '=', id).executeTakeFirst();

/** How far a franchise may owe the operator. Problem `not_found`. */
export async function limitFranchise(
  db: Database,
  ctx: RequestContext,
  franchiseId: string,
  limitMinor: number | null,
): Promise<
  Outcome<{
    readonly now: { readonly limitMinor: number | null; readonly currency: string };
    readonly told: Readonly<Record<string, string>>;
  }>
> {
  const buyer = await buyerBelow(db, ctx, franchiseId);
  if (!buyer.ok) return buyer;
  const { currency } = ctx;
  const before = await db.tenant(ctx, async (tx) => {
    const credit = await readCredit(tx, ctx.tenantId, franchiseId, currency);
    await setCreditLimit(tx, ctx.tenantId, franchiseId, currency, limitMinor);
    return credit.limitMinor;
  });
  const words = (minor: number | null): string =>
    minor === null ? '∞' : `${toDecimal(money(minor, currency))} ${currency}`;
  return ok({
    now: { limitMinor, currency },
    told: { name: buyer.value.name, creditLimit: `${words(before)} -> ${words(limitMinor)}` },
  });
}

/** Problems: `validation`, `not_found`, `key_reused`. Booked at once, once for each key. */
export async function recordPayment(
  db: Database,
  ctx: RequestContext,
  buyerId: string,
  given: {
    readonly method: 'transfer' | 'cheque' | 'cash' | 'other';
    readonly amountMinor: number;
    readonly currency: string;
    readonly reference: string;
    readonly receivedOn?: string | undefined;
  },
  now: Date,
): Promise<Outcome<PaymentRow>> {
  if (given.receivedOn !== undefined && !isPastDay(given.receivedOn, now))
    return problem('validation', {
      errors: [
        { field: 'receivedOn', message: 'Enter the day the payment came in: today or a day of the last two years.' },
      ],
    });
  const pair = await buyerOf(db, ctx.tenantId, buyerId);
  if (!pair) return problem('not_found');
  return db.tenant(ctx, async (tx): Promise<Outcome<PaymentRow>> => {
    const id = await enterPayment(tx, ctx, { ...given, buyerId });
    const row = await readPayment(tx, ctx.tenantId, id);
    return row ? ok(row) : problem('not_found');
  });
}

/** A person at the screen waits so long; the refund goes on without them. */
const WAIT_MS = 15_000;

/** Problems: `not_found`; `validation` with what is left; `card_declined` in the provider's words. */
export async function refundPayment(
  deps: PayDeps,
  ctx: RequestContext,
  paymentId: string,
  wish: { readonly amountMinor: number; readonly reason?: string | null | undefined },
  idempotencyKey: string | undefined,
): Promise<Outcome<PaymentRow>> {
  const hash = requestHash({ paymentId, ...wish });
  const intentKey = idempotencyKey === undefined ? `refund:${newId()}` : `refund:key:${idempotencyKey}`;
  const stored = await storeRefund(deps, ctx, paymentId, wish, { intentKey, hash });
  if (!stored.ok) return stored;
  const { refundId, ref } = stored.value;
  if (ref) {
    deps.journal.wake(ref);
    await awaitEffects(deps, [ref], WAIT_MS);
  }
  return deps.db.tenant(ctx, async (tx): Promise<Outcome<PaymentRow>> => {
    const refund = await tx
      .selectFrom('refunds')
      .select(['state', 'why'])
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', refundId)
      .executeTakeFirst();
    if (refund?.state === 'failed')
      return problem('card_declined', {
        message: refund.why ?? 'The card provider did not give it back.',
        advice: 'Nothing was booked. Look at the payment at the card provider.',
      });
    const row = await readPayment(tx, ctx.tenantId, paymentId);
    return row ? ok(row) : problem('not_found');
  });
}

interface StoredRefund {
  readonly refundId: string;
  readonly ref: Awaited<ReturnType<typeof storeEffect>> | undefined;
}

async function storeRefund(
  deps: PayDeps,
  ctx: RequestContext,
  paymentId: string,
  wish: { readonly amountMinor: number; readonly reason?: string | null | undefined },
  intent: { readonly intentKey: string; readonly hash: string },
): Promise<Outcome<StoredRefund>> {
  for (let round = 0; round < 3; round += 1)
    try {
      return await allOrNothing(deps.db, ctx, async (tx): Promise<Outcome<StoredRefund>> => {
        const before = await tx
          .selectFrom('effects')
          .select(['id', 'subject_id', 'request_hash'])
          .where('intent_key', '=', intent.intentKey)
          .executeTakeFirst();
        if (before)
          return before.request_hash === intent.hash
            ? ok({ refundId: before.subject_id, ref: { table: 'effects', tenantId: ctx.tenantId, id: before.id } })
            : problem('key_reused');
        const payment = await tx
          .selectFrom('payments')
          .selectAll()
          .where('tenant_id', '=', ctx.tenantId)
          .where('id', '=', paymentId)
          .forUpdate()
          .executeTakeFirst();
        if (!payment) return problem('not_found');
        const left = await refundable(tx, payment);
        if (wish.amountMinor > left)
          return problem('validation', {
            errors: [
              {
                field: 'amountMinor',
                message:
                  left > 0
                    ? `At most ${toDecimal(money(left, payment.currency))} ${payment.currency} can be refunded.`
                    : 'There is nothing left to refund of this payment.',
              },
            ],
          });
        return writeRefund(tx, deps, ctx, payment, wish, intent);
      });
    } catch (error) {
      if (violated(error) !== 'effects_intent') throw error;
    }
  return problem('request_running');
}

async function writeRefund(
  tx: Tx,
  deps: PayDeps,
  ctx: RequestContext,
  payment: PaymentRow,
  wish: { readonly amountMinor: number; readonly reason?: string | null | undefined },
  intent: { readonly intentKey: string; readonly hash: string },
): Promise<Outcome<StoredRefund>> {
  const [refundId, effectId] = [newId(), newId()];
  const { mode, provider_id: intentId } = payment;
  const byCard = mode !== null && intentId !== null;
  await tx
    .insertInto('refunds')
    .values({
      tenant_id: ctx.tenantId,
      id: refundId,
      payment_id: payment.id,
      amount_minor: wish.amountMinor,
      currency: payment.currency,
      reason: wish.reason ?? '',
      effect_id: byCard ? effectId : null,
      created_by: ctx.userId,
    })
    .execute();
  if (!byCard) {
    await bookHandedBack(tx, ctx.tenantId, payment.id, refundId);
    return ok({ refundId, ref: undefined });
  }
  const request: RefundRequest = {
    mode,
    paymentId: payment.id,
    refundId,
    intentId,
    minor: wish.amountMinor,
    plannedAt: deps.clock.now().toISOString(),
  };
  const ref = await storeEffect(tx, deps.sealer, {
    tenantId: ctx.tenantId,
    id: effectId,
    kind: 'card_refund',
    subject: { kind: 'refund', id: refundId },
    intentKey: intent.intentKey,
    requestHash: intent.hash,
    request: { ...request },
    by: ctx,
  });
  return ok({ refundId, ref });
}

/** What is left of a payment: neither refunded, being refunded, nor taken back by a bank. */
async function refundable(tx: Tx, payment: PaymentRow): Promise<number> {
  if (payment.state !== 'succeeded') return 0;
  const { rows } = await sql<{ minor: number }>`SELECT coalesce(sum(amount_minor), 0)::int8 AS minor FROM refunds
    WHERE tenant_id = ${payment.tenant_id} AND payment_id = ${payment.id} AND state <> 'failed'`.execute(tx);
  return payment.amount_minor - payment.disputed_minor - (rows[0]?.minor ?? 0);
}

export const listChargebacks = (
  db: Database,
  ctx: RequestContext,
  names: ReadonlyMap<string, string>,
  page: number,
  size: number,
): Promise<PageOf<Chargeback>> =>
  db.tenant(
    ctx,
    async (tx) => {
      const { rows } = await sql<{
        id: string;
        payment_id: string;
        buyer_id: string;
        amount_minor: number;
        currency: string;
        reason: string;
        state: Chargeback['state'];
        evidence_due_at: Date | null;
        created_at: Date;
        total: number;
      }>`SELECT c.id, c.payment_id, p.buyer_id, c.amount_minor, c.currency, c.reason, c.state, c.evidence_due_at, c.created_at,
          count(*) OVER ()::int AS total
        FROM chargebacks AS c JOIN payments AS p ON p.tenant_id = c.tenant_id AND p.id = c.payment_id
        WHERE c.tenant_id = ${ctx.tenantId} ORDER BY c.created_at DESC, c.id DESC
        LIMIT ${size} OFFSET ${(page - 1) * size}`.execute(tx);
      return {
        total: rows[0]?.total ?? 0,
        rows: rows.map((row) => ({
          id: row.id,
          paymentId: row.payment_id,
          buyerId: row.buyer_id,
          buyerName: names.get(row.buyer_id) ?? '',
          amountMinor: row.amount_minor,
          currency: row.currency,
          reason: row.reason.replaceAll('_', ' '),
          state: row.state,
          evidenceDueAt: row.evidence_due_at?.toISOString() ?? null,
          createdAt: row.created_at.toISOString(),
        })),
      };
    },
    { readOnly: true },
  );
