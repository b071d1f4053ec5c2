/** Payments that came without a card: entered by a person, or read from a bank statement that a person confirmed. */
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { bookHandedBack, bookReceived } from './apply.ts';

const DAY_MS = 86_400_000;
/** Where a day begins first it is fourteen hours ahead of UTC. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;
/** Today or a day of the last two years, in some time zone. */
export const isPastDay = (day: string, now: Date): boolean => {
  const begun = now.getTime() - Date.parse(day) + EARLIEST_ZONE_MS;
  return begun >= 0 && begun < 732 * DAY_MS;
};
/** Today, where it begins first. */
export const latestDay = (now: Date): string => new Date(now.getTime() + EARLIEST_ZONE_MS).toISOString().slice(0, 10);

export interface EnteredPayment {
  readonly buyerId: string;
  readonly method: 'transfer' | 'cheque' | 'cash' | 'other';
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string;
  /** Absent: today. */
  readonly receivedOn?: string | undefined;
}

/** Writes it down and books it, in the seller's transaction. @returns its id */
export async function enterPayment(
  tx: Tx,
  { tenantId, userId }: Pick<RequestContext, 'tenantId' | 'userId'>,
  given: EnteredPayment,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('payments')
    .values({
      tenant_id: tenantId,
      id,
      buyer_id: given.buyerId,
      method: given.method,
      purpose: 'manual',
      amount_minor: given.amountMinor,
      currency: given.currency,
      reference: given.reference,
      received_on: given.receivedOn ?? null,
      created_by: userId,
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
  await bookReceived(tx, tenantId, id);
  return id;
}

/**
 * Books a payment back whole, because it was not what it was taken for. Problem `validation` where something was given
 * back or taken back already. @returns the refund
 */
export async function takePaymentBack(
  tx: Tx,
  { tenantId, userId }: Pick<RequestContext, 'tenantId' | 'userId'>,
  paymentId: string,
  reason: string,
): Promise<Outcome<string>> {
  const payment = await tx
    .selectFrom('payments')
    .select(['state', 'amount_minor', 'currency', 'disputed_minor'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
  if (!payment) return problem('not_found');
  const refunds = await tx
    .selectFrom('refunds')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'failed')
    .execute();
  if (payment.state !== 'succeeded' || payment.disputed_minor !== 0 || refunds.length > 0)
    return problem('validation', {
      message: 'A part of this payment was refunded, so it cannot be undone.',
      advice: 'Refund the rest under Receivables, and match the bank line of that refund when it comes.',
      errors: [{ field: 'id', message: 'Refunded in part.' }],
    });
  const id = newId();
  await tx
    .insertInto('refunds')
    .values({
      tenant_id: tenantId,
      id,
      payment_id: paymentId,
      amount_minor: payment.amount_minor,
      currency: payment.currency,
      reason,
      created_by: userId,
    })
    .execute();
  await bookHandedBack(tx, tenantId, paymentId, id);
  return ok(id);
}
