/** What Stripe has, asked anew: the truth behind answers and webhooks, in the few words we book by. */
import type { Stripe } from 'stripe';
import { calling, declineWords } from './problems.ts';

/** `action`: the cardholder must confirm it (3-D Secure). `failed`: nothing was taken and nothing will be. */
export type IntentStatus = 'succeeded' | 'action' | 'processing' | 'failed';

export interface IntentSnapshot {
  readonly id: string;
  readonly status: IntentStatus;
  /** Minor units that were asked for. */
  readonly minor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  readonly receiptUrl: string | null;
  /** Why it failed, for people. */
  readonly why: string | null;
}

const STATUS: Readonly<Record<string, IntentStatus>> = {
  succeeded: 'succeeded',
  requires_action: 'action',
  processing: 'processing',
  canceled: 'failed',
  // After a confirmation that failed; ours are confirmed when they are made (docs.stripe.com/payments/paymentintents/lifecycle).
  requires_payment_method: 'failed',
};

export function intentSnapshot(intent: Stripe.PaymentIntent): IntentSnapshot {
  const status = STATUS[intent.status] ?? 'processing';
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const error = intent.last_payment_error;
  return {
    id: intent.id,
    status,
    minor: intent.amount,
    currency: intent.currency.toUpperCase(),
    receiptUrl: charge?.receipt_url ?? null,
    why:
      status !== 'failed'
        ? null
        : error
          ? declineWords(error.code, error.decline_code, error.message ?? '')
          : 'The payment was not confirmed in time.',
  };
}

export interface FoundIntent extends IntentSnapshot {
  /** Ours, as it was given with the charge. */
  readonly paymentId: string | undefined;
  readonly clientSecret: string | null;
}

const WITH_CHARGE = ['latest_charge'];

export const readIntent = (stripe: Stripe, id: string): Promise<FoundIntent> =>
  calling(false, async () => {
    const intent = await stripe.paymentIntents.retrieve(id, { expand: WITH_CHARGE });
    return {
      ...intentSnapshot(intent),
      paymentId: intent.metadata['payment'],
      clientSecret: intent.client_secret,
    };
  });

/** `pending` has left our balance already (docs.stripe.com/refunds#tracking-refunds). */
export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export interface RefundSnapshot {
  readonly id: string;
  readonly status: RefundStatus;
  readonly minor: number;
  readonly currency: string;
  /** Ours; absent for a refund made at Stripe itself. */
  readonly refundId: string | undefined;
}

export function refundSnapshot(refund: Stripe.Refund): RefundSnapshot {
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return {
    id: refund.id,
    status: failed ? 'failed' : refund.status === 'succeeded' ? 'succeeded' : 'pending',
    minor: refund.amount,
    currency: refund.currency.toUpperCase(),
    refundId: refund.metadata?.['refund'],
  };
}

/** All refunds of a payment, newest first. */
export const readRefunds = (stripe: Stripe, intentId: string): Promise<readonly RefundSnapshot[]> =>
  calling(false, async () => {
    const found: RefundSnapshot[] = [];
    for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
      found.push(refundSnapshot(refund));
    return found;
  });

export interface DisputeSnapshot {
  readonly id: string;
  readonly intentId: string | undefined;
  readonly minor: number;
  readonly currency: string;
  readonly reason: string;
  /** `inquiry` moves no money; `open` has taken it; `won` has given it back (docs.stripe.com/disputes/how-disputes-work). */
  readonly state: 'inquiry' | 'open' | 'won' | 'lost';
  /** ISO 8601; null where nothing can be answered any more. */
  readonly evidenceDueAt: string | null;
}

/** A warning is an inquiry, and one that was prevented never became a chargeback; what is new here has taken the money. */
const DISPUTE_STATES: Readonly<Record<string, DisputeSnapshot['state']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry',
  prevented: 'inquiry',
  won: 'won',
  lost: 'lost',
};

export const readDispute = (stripe: Stripe, id: string): Promise<DisputeSnapshot> =>
  calling(false, async () => {
    const dispute = await stripe.disputes.retrieve(id);
    const { payment_intent: intent, status } = dispute;
    const due = dispute.evidence_details.due_by;
    return {
      id: dispute.id,
      intentId: typeof intent === 'string' ? intent : intent?.id,
      minor: dispute.amount,
      currency: dispute.currency.toUpperCase(),
      reason: dispute.reason,
      state: DISPUTE_STATES[status] ?? 'open',
      evidenceDueAt: due === null ? null : new Date(due * 1000).toISOString(),
    };
  });
