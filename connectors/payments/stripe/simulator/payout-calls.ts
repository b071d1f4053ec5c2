/** Balance transactions and payouts (docs.stripe.com/api/payouts, balance_transactions); made when a test plays the day of a payout. */
import { jsonAnswer, type SimContext, type SimRoute } from '@scanship/simulator-kit/simulator';
import type { Stripe } from 'stripe';
import { api, eventOf, listOf, missing } from './answer.ts';
import { deliverSoon } from './deliver.ts';
import { type Account, allAccounts, find, type Held, listed, type PaidOut, write } from './state.ts';

/** Stripe's fee in Canada and the United States: 2.9 % and 30 of the smallest unit (stripe.com/en-ca/pricing). */
const feeOf = (minor: number): number => Math.round(minor * 0.029) + 30;
/** For each dispute, won or lost (stripe.com/en-ca/pricing). */
const DISPUTE_FEE = 1_500;

interface Move {
  readonly source: string;
  readonly currency: string;
  readonly amount: number;
  readonly fee: number;
  readonly type: Stripe.BalanceTransaction.Type;
  readonly category: string;
  readonly note: string | null;
  /** Into the currency of the account (docs.stripe.com/currencies/conversions). */
  readonly rate?: number;
}

/** In which currency an account is paid, and how other money is converted to it. */
interface Settle {
  readonly currency: string;
  readonly rate: number;
}
const settled = (move: Move, settle: Settle | undefined): Move => {
  if (settle === undefined || settle.currency === move.currency) return move;
  const amount = Math.round(move.amount * settle.rate);
  const fee = move.fee === 0 ? 0 : feeOf(Math.abs(amount));
  return { ...move, currency: settle.currency, amount, fee, rate: settle.rate };
};

const idOf = (source: Stripe.BalanceTransaction['source']): string =>
  typeof source === 'string' ? source : (source?.id ?? '');

/** Everything that moved money in an account, oldest first. */
function movesOf(account: Account): readonly Move[] {
  const charges = listed(account, 'charge')
    .filter(({ paid }) => paid)
    .map(
      (each): Move => ({
        source: each.id,
        currency: each.currency,
        amount: each.amount,
        fee: feeOf(each.amount),
        type: 'charge',
        category: 'charge',
        note: each.description,
      }),
    );
  const refunds = listed(account, 'refund').flatMap((each): Move[] => {
    const move = { source: each.id, currency: each.currency, fee: 0, note: 'REFUND FOR CHARGE' };
    const taken: Move = { ...move, amount: -each.amount, type: 'refund', category: 'refund' };
    return each.status === 'failed'
      ? [{ ...move, amount: each.amount, type: 'refund_failure', category: 'refund_failure' }, taken]
      : [taken];
  });
  const disputes = listed(account, 'dispute').flatMap((each): Move[] => {
    if (each.status.startsWith('warning')) return [];
    const move = {
      source: each.id,
      currency: each.currency,
      type: 'adjustment',
      note: `Chargeback withdrawal for ${typeof each.charge === 'string' ? each.charge : each.charge.id}`,
    };
    const taken: Move = { ...move, amount: -each.amount, fee: DISPUTE_FEE, category: 'dispute' };
    return each.status === 'won'
      ? [{ ...move, amount: each.amount, fee: 0, category: 'dispute_reversal' }, taken]
      : [taken];
  });
  return [...disputes, ...refunds, ...charges].toReversed();
}

const newTransaction = (id: string, created: number, move: Move): Stripe.BalanceTransaction => ({
  id,
  object: 'balance_transaction',
  amount: move.amount,
  available_on: created,
  balance_type: 'payments',
  created,
  currency: move.currency,
  description: move.note,
  exchange_rate: move.rate ?? null,
  fee: move.fee,
  fee_details:
    move.fee === 0
      ? []
      : [
          {
            amount: move.fee,
            application: null,
            currency: move.currency,
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ],
  net: move.amount - move.fee,
  reporting_category: move.category,
  source: move.source,
  status: 'available',
  type: move.type,
});

function newPayout(
  context: SimContext,
  created: number,
  given: { readonly amount: number; readonly currency: string; readonly arrival: number; readonly byHand: boolean },
): Stripe.Payout {
  return {
    id: context.newId('po_'),
    object: 'payout',
    amount: given.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: given.arrival,
    automatic: !given.byHand,
    balance_transaction: null,
    created,
    currency: given.currency,
    description: given.byHand ? null : 'STRIPE PAYOUT',
    destination: 'ba_simulated',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: given.byHand ? 'not_applicable' : 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  };
}

/** Pays out what was not paid out yet, one payout for each currency. */
function payOut(
  context: SimContext,
  account: Account,
  {
    arrival,
    byHand,
    settle,
  }: { readonly arrival: number; readonly byHand: boolean; readonly settle: Settle | undefined },
): readonly Stripe.Payout[] {
  const created = Math.floor(context.now().getTime() / 1000);
  const done = new Set(
    listed(account, 'balance_transaction').map(({ source, reporting_category: kind }) => `${idOf(source)} ${kind}`),
  );
  const moves = movesOf(account)
    .filter(({ source, category }) => !done.has(`${source} ${category}`))
    .map((move) => settled(move, settle));
  return [...new Set(moves.map(({ currency }) => currency))].flatMap((currency) => {
    const own = moves
      .filter((move) => move.currency === currency)
      .map((move) => newTransaction(context.newId('txn_'), created, move));
    const amount = own.reduce((all, { net }) => all + net, 0);
    if (amount === 0) return [];
    const payout = newPayout(context, created, { amount, currency, arrival, byHand });
    const itself = newTransaction(context.newId('txn_'), created, {
      source: payout.id,
      currency,
      amount: -amount,
      fee: 0,
      type: 'payout',
      category: 'payout',
      note: 'STRIPE PAYOUT',
    });
    const paid: Stripe.Payout = { ...payout, balance_transaction: itself.id };
    const all = [...own, itself];
    const links = all.map(({ id }): PaidOut => ({ id: `paid_${id}`, object: 'test.paid_out', payout: payout.id }));
    const objects: readonly Held[] = [...all, ...links, paid];
    write(context, account.id, { objects, events: [eventOf(context, 'payout.paid', paid)] });
    deliverSoon(context, account.id);
    return [paid];
  });
}

/** With the object it is about where that is asked for. */
const shown = (account: Account, each: Stripe.BalanceTransaction, expand: boolean): Stripe.BalanceTransaction => {
  const id = idOf(each.source);
  const source = expand
    ? (find(account, 'charge', id) ??
      find(account, 'refund', id) ??
      find(account, 'dispute', id) ??
      find(account, 'payout', id))
    : undefined;
  return source ? { ...each, source } : each;
};

export const payoutCalls: readonly SimRoute[] = [
  api('list-payouts', 'GET', '/v1/payouts', (asked) => {
    const since = Number(asked.query.get('created[gte]') ?? '0');
    return listOf(
      asked,
      '/v1/payouts',
      listed(asked.account, 'payout').filter(({ created }) => created >= since),
    );
  }),
  api('list-balance-transactions', 'GET', '/v1/balance_transactions', (asked) => {
    const { account, query } = asked;
    const payout = query.get('payout');
    if (payout !== null && !find(account, 'payout', payout)) throw missing('payout', payout);
    const expand = query.get('expand[0]') === 'data.source';
    const found = listed(account, 'balance_transaction').filter(
      ({ id }) => payout === null || find(account, 'test.paid_out', `paid_${id}`)?.payout === payout,
    );
    return listOf(
      asked,
      '/v1/balance_transactions',
      found.map((each) => shown(account, each, expand)),
    );
  }),
];

/** `{"account", "arrival": "2026-11-30", "byHand": true, "settle": {"currency": "cad", "rate": 1.4}}`, each of which may be absent. */
export const payoutAdmin: readonly SimRoute[] = [
  {
    name: 'admin-payouts',
    method: 'POST',
    path: '/payouts',
    effect: 'effect',
    handle(request, context) {
      const text = request.text();
      const given = (text === '' ? {} : JSON.parse(text)) as {
        account?: string;
        arrival?: string;
        byHand?: boolean;
        settle?: Settle;
      };
      const arrival = Math.floor((given.arrival ? Date.parse(given.arrival) : context.now().getTime()) / 1000);
      const payouts = allAccounts(context)
        .filter(({ id }) => given.account === undefined || id === given.account)
        .flatMap((account) =>
          payOut(context, account, { arrival, byHand: given.byHand === true, settle: given.settle }),
        );
      return jsonAnswer(200, { payouts: payouts.map(({ id, amount, currency }) => ({ id, amount, currency })) });
    },
  },
];
