/** Payouts to the bank and what is in each (docs.stripe.com/payouts/reconciliation, docs.stripe.com/reports/balance-transaction-types). */
import type { Stripe } from 'stripe';
import { calling } from './problems.ts';

export const PAYOUT_STATES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

export interface PayoutSnapshot {
  readonly id: string;
  readonly state: PayoutState;
  /** Minor units that arrive; negative: taken from the bank. */
  readonly minor: number;
  readonly currency: string;
  /** The day it is expected at the bank, YYYY-MM-DD. */
  readonly arrivesOn: string;
  /** What is in it can be asked for: paid out by Stripe's schedule, and worked out. */
  readonly itemised: boolean;
  /** ISO 8601. */
  readonly madeAt: string;
}

/** `fee`: of Stripe alone, beside those of payments. `other`: reserves, top-ups, transfers. */
export type PayoutItemKind = 'charge' | 'refund' | 'refund-failed' | 'dispute' | 'dispute-won' | 'fee' | 'other';

export interface PayoutItem {
  /** Of the balance transaction. */
  readonly id: string;
  readonly kind: PayoutItemKind;
  /** `netMinor` is `minor` less `feeMinor`. */
  readonly minor: number;
  readonly feeMinor: number;
  readonly netMinor: number;
  /** As the buyer was charged or paid back, with the sign of `minor`: Stripe may settle it in another currency. */
  readonly charged: { readonly minor: number; readonly currency: string } | undefined;
  /** The payment it is about. */
  readonly intentId: string | undefined;
  /** The charge, refund or dispute. */
  readonly subjectId: string | undefined;
  readonly happenedAt: string;
  readonly note: string;
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** What is new at Stripe is on its way until it is known better. */
const stateOf = (status: string): PayoutState => PAYOUT_STATES.find((each) => each === status) ?? 'in_transit';

const snapshot = (payout: Stripe.Payout): PayoutSnapshot => ({
  id: payout.id,
  state: stateOf(payout.status),
  minor: payout.amount,
  currency: payout.currency.toUpperCase(),
  arrivesOn: isoOf(payout.arrival_date).slice(0, 10),
  itemised: payout.automatic && payout.reconciliation_status === 'completed',
  madeAt: isoOf(payout.created),
});

/** All that were made since a moment, newest first. */
export const readPayouts = (stripe: Stripe, since: Date): Promise<readonly PayoutSnapshot[]> =>
  calling(false, async () => {
    const found: PayoutSnapshot[] = [];
    const created = { gte: Math.floor(since.getTime() / 1000) };
    for await (const payout of stripe.payouts.list({ created, limit: 100 })) found.push(snapshot(payout));
    return found;
  });

const KINDS: Readonly<Record<string, PayoutItemKind>> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund-failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute-won',
  fee: 'fee',
  tax: 'fee',
};

function aboutOf({
  source,
  amount,
}: Stripe.BalanceTransaction): Pick<PayoutItem, 'intentId' | 'subjectId' | 'charged'> {
  if (source === null || typeof source === 'string')
    return { intentId: undefined, subjectId: source ?? undefined, charged: undefined };
  if (source.object !== 'charge' && source.object !== 'refund' && source.object !== 'dispute')
    return { intentId: undefined, subjectId: source.id, charged: undefined };
  const { payment_intent: intent, currency } = source;
  const minor = source.object === 'charge' ? source.amount_captured : source.amount;
  return {
    intentId: typeof intent === 'string' ? intent : intent?.id,
    subjectId: source.id,
    charged: { minor: amount < 0 ? -minor : minor, currency: currency.toUpperCase() },
  };
}

/** What a payout is made of, without the payout itself. Only of one that is `itemised`. */
export const readPayoutItems = (stripe: Stripe, payoutId: string): Promise<readonly PayoutItem[]> =>
  calling(false, async () => {
    const found: PayoutItem[] = [];
    const asked = { payout: payoutId, limit: 100, expand: ['data.source'] };
    for await (const each of stripe.balanceTransactions.list(asked)) {
      if (each.type === 'payout') continue;
      found.push({
        id: each.id,
        kind: KINDS[each.reporting_category] ?? 'other',
        minor: each.amount,
        feeMinor: each.fee,
        netMinor: each.net,
        ...aboutOf(each),
        happenedAt: isoOf(each.created),
        note: each.description ?? '',
      });
    }
    return found;
  });
