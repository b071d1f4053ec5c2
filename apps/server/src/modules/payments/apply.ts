/**
 * What the card provider has, brought into our rows and the books: by the answer to a call, by a webhook, by a look-up, in any
 * order and any number of times. A row only moves forward under its lock, so each is booked once.
 */
import { money, negate } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { bookPayment } from '../billing/index.ts';
import type { DisputeSnapshot, IntentSnapshot, RefundSnapshot } from './card-connector-registry.ts';

/** Stops charging by itself, and says why; in the caller's transaction, as the seller. */
export type PauseAuto = (tx: Tx, sellerId: string, buyerId: string, why: string) => Promise<void>;

const lockPayment = (tx: Tx, sellerId: string, by: { readonly id: string } | { readonly providerId: string }) =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('tenant_id', '=', sellerId)
    .where('id' in by ? 'id' : 'provider_id', '=', 'id' in by ? by.id : by.providerId)
    .forUpdate()
    .executeTakeFirst();

type PaymentRow = NonNullable<Awaited<ReturnType<typeof lockPayment>>>;

/** Writes money in (negative: out) for a payment into both books. */
const book = (tx: Tx, payment: PaymentRow, kind: string, sourceId: string, minor: number, by: string | null) =>
  bookPayment(
    tx,
    { homeTenantId: payment.tenant_id, kind, source: { kind: 'payment', id: sourceId, createdBy: by } },
    { buyer: payment.buyer_id, seller: payment.tenant_id, amount: money(minor, payment.currency) },
  );

const RANK = { open: 0, action: 1, processing: 2, failed: 3, succeeded: 4 } as const;

/** A payment that succeeded without a card (transfer, cheque). */
export async function bookReceived(tx: Tx, sellerId: string, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, sellerId, { id: paymentId });
  if (!payment || payment.state === 'succeeded') return;
  await book(tx, payment, 'payment', payment.id, payment.amount_minor, payment.created_by);
  await tx
    .updateTable('payments')
    .set({ state: 'succeeded', settled_at: sql<Date>`clock_timestamp()` })
    .where('tenant_id', '=', sellerId)
    .where('id', '=', paymentId)
    .execute();
}

/** @throws Error where the provider took another amount than we asked for: then nothing is booked and a person must look */
export async function applyIntent(
  tx: Tx,
  sellerId: string,
  paymentId: string,
  intent: IntentSnapshot,
  pauseAuto: PauseAuto,
): Promise<void> {
  const payment = await lockPayment(tx, sellerId, { id: paymentId });
  if (!payment || RANK[intent.status] <= RANK[payment.state]) return;
  if (payment.provider_id !== null && payment.provider_id !== intent.id)
    throw new Error(`payment ${paymentId} is ${payment.provider_id} at the card provider, not ${intent.id}`);
  if (intent.minor !== payment.amount_minor || intent.currency !== payment.currency)
    throw new Error(`payment ${paymentId} was taken as ${intent.minor} ${intent.currency}`);
  if (intent.status === 'succeeded')
    await book(tx, payment, 'payment', payment.id, payment.amount_minor, payment.created_by);
  const over = intent.status === 'succeeded' || intent.status === 'failed';
  await tx
    .updateTable('payments')
    .set({
      state: intent.status,
      provider_id: intent.id,
      receipt_url: intent.receiptUrl,
      why: intent.why,
      ...(over ? { settled_at: sql<Date>`clock_timestamp()` } : {}),
    })
    .where('tenant_id', '=', sellerId)
    .where('id', '=', paymentId)
    .execute();
  if (payment.purpose === 'auto' && intent.status === 'failed')
    await pauseAuto(tx, sellerId, payment.buyer_id, intent.why ?? 'The charge did not go through.');
}

/** It came to nothing before the provider had it, or was declined. What a webhook has booked meanwhile stays. */
export async function failPayment(
  tx: Tx,
  sellerId: string,
  paymentId: string,
  why: string,
  pauseAuto: PauseAuto,
): Promise<void> {
  const payment = await lockPayment(tx, sellerId, { id: paymentId });
  if (!payment || RANK[payment.state] >= RANK.failed) return;
  await tx
    .updateTable('payments')
    .set({ state: 'failed', why, settled_at: sql<Date>`clock_timestamp()` })
    .where('tenant_id', '=', sellerId)
    .where('id', '=', paymentId)
    .execute();
  if (payment.purpose === 'auto') await pauseAuto(tx, sellerId, payment.buyer_id, why);
}

const addRefunded = (tx: Tx, payment: PaymentRow, minor: number): Promise<unknown> =>
  tx
    .updateTable('payments')
    .set((eb) => ({ refunded_minor: eb('refunded_minor', '+', minor) }))
    .where('tenant_id', '=', payment.tenant_id)
    .where('id', '=', payment.id)
    .execute();

const REFUND_RANK = { open: 0, pending: 1, succeeded: 2, failed: 3 } as const;

/** One refund as the provider has it; one made at the provider itself gets a row here. */
export async function applyRefund(tx: Tx, sellerId: string, paymentId: string, refund: RefundSnapshot): Promise<void> {
  const payment = await lockPayment(tx, sellerId, { id: paymentId });
  if (!payment) return;
  const find = () =>
    tx
      .selectFrom('refunds')
      .selectAll()
      .where('tenant_id', '=', sellerId)
      .where('payment_id', '=', paymentId)
      .where((eb) =>
        eb.or([
          eb('provider_id', '=', refund.id),
          ...(refund.refundId === undefined ? [] : [eb('id', '=', refund.refundId)]),
        ]),
      )
      .forUpdate()
      .executeTakeFirst();
  let row = await find();
  if (!row) {
    await tx
      .insertInto('refunds')
      .values({
        tenant_id: sellerId,
        id: newId(),
        payment_id: paymentId,
        amount_minor: refund.minor,
        currency: refund.currency,
        provider_id: refund.id,
        reason: 'Made at the card provider',
      })
      .execute();
    row = await find();
  }
  if (!row || REFUND_RANK[refund.status] <= REFUND_RANK[row.state]) return;
  const booked = row.state === 'pending' || row.state === 'succeeded';
  if (!booked && refund.status !== 'failed') {
    await book(tx, payment, 'refund', row.id, -row.amount_minor, row.created_by);
    await addRefunded(tx, payment, row.amount_minor);
  }
  if (booked && refund.status === 'failed') {
    await book(tx, payment, 'refund-failed', row.id, row.amount_minor, null);
    await addRefunded(tx, payment, -row.amount_minor);
  }
  await tx
    .updateTable('refunds')
    .set({ state: refund.status, provider_id: refund.id })
    .where('tenant_id', '=', sellerId)
    .where('id', '=', row.id)
    .execute();
}

/** The provider did not do it: nothing was booked. */
export async function failRefund(tx: Tx, sellerId: string, refundId: string, why: string): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: 'failed', why })
    .where('tenant_id', '=', sellerId)
    .where('id', '=', refundId)
    .where('state', '=', 'open')
    .execute();
}

/** Money given back without a provider (a transfer sent back by hand): booked at once. */
export async function bookHandedBack(tx: Tx, sellerId: string, paymentId: string, refundId: string): Promise<void> {
  const payment = await lockPayment(tx, sellerId, { id: paymentId });
  const refund = await tx
    .selectFrom('refunds')
    .select(['amount_minor', 'created_by', 'state'])
    .where('tenant_id', '=', sellerId)
    .where('id', '=', refundId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!payment || refund.state !== 'open') return;
  await book(tx, payment, 'refund', refundId, -refund.amount_minor, refund.created_by);
  await addRefunded(tx, payment, refund.amount_minor);
  await tx
    .updateTable('refunds')
    .set({ state: 'succeeded' })
    .where('tenant_id', '=', sellerId)
    .where('id', '=', refundId)
    .execute();
}

/** A bank took the money back (at once), or gave it back again when the dispute was won. */
export async function applyDispute(
  tx: Tx,
  sellerId: string,
  dispute: DisputeSnapshot,
  pauseAuto: PauseAuto,
): Promise<'applied' | 'unknown'> {
  if (dispute.intentId === undefined) return 'unknown';
  const payment = await lockPayment(tx, sellerId, { providerId: dispute.intentId });
  // The bank may be quicker than the answer to our own call.
  if (payment?.state !== 'succeeded') return 'unknown';
  const before = await tx
    .selectFrom('chargebacks')
    .select(['id', 'state', 'amount_minor'])
    .where('tenant_id', '=', sellerId)
    .where('provider_id', '=', dispute.id)
    .forUpdate()
    .executeTakeFirst();
  const id = before?.id ?? newId();
  const was = before?.state ?? 'inquiry';
  const to = was === 'won' || (was === 'lost' && dispute.state !== 'won') ? was : dispute.state;
  const after = to === 'inquiry' && was !== 'inquiry' ? was : to;
  const taken = negate(money(dispute.minor, payment.currency));
  if (was === 'inquiry' && after !== 'inquiry') {
    await book(tx, payment, 'chargeback', id, taken.minor, null);
    await pauseAuto(tx, sellerId, payment.buyer_id, 'A bank took a card payment back.');
  }
  if (after === 'won' && was !== 'won') await book(tx, payment, 'chargeback-won', id, dispute.minor, null);
  const change = {
    state: after,
    reason: dispute.reason,
    evidence_due_at: dispute.evidenceDueAt === null ? null : new Date(dispute.evidenceDueAt),
  };
  if (before)
    await tx
      .updateTable('chargebacks')
      .set({ ...change, updated_at: sql<Date>`now()` })
      .where('tenant_id', '=', sellerId)
      .where('id', '=', id)
      .execute();
  else
    await tx
      .insertInto('chargebacks')
      .values({
        tenant_id: sellerId,
        id,
        payment_id: payment.id,
        provider_id: dispute.id,
        amount_minor: dispute.minor,
        currency: dispute.currency,
        ...change,
      })
      .execute();
  await sql`UPDATE payments SET disputed_minor = coalesce((SELECT sum(amount_minor) FROM chargebacks AS c
      WHERE c.tenant_id = ${sellerId} AND c.payment_id = payments.id AND c.state IN ('open', 'lost')), 0)::int8
    WHERE tenant_id = ${sellerId} AND id = ${payment.id}`.execute(tx);
  return 'applied';
}
