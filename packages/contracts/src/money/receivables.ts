/** What a level is owed by those it sells to: balances, payments by other ways than a card, refunds, chargebacks. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, id, idParams, minor, money, optionalText, required } from '../common.ts';
import { accountBalance, MOST_TOP_UP_MINOR, paged, payment, PAYMENT_CURRENCIES } from './payments.ts';

export const RECEIVABLE_SORTS = ['owed', 'available', 'name'] as const;

/**
 * Why somebody has to act on what is overdue, because nothing goes on by itself. unanswered: a payment has been under way for
 * too long; broken: a promise was; paused: it is not reminded; nobody:
 * none of its people gets mails about money; off: reminders are switched off; last: no step is left.
 */
export const ACT_REASONS = ['unanswered', 'broken', 'paused', 'nobody', 'off', 'last'] as const;

export const receivable = z.object({
  id,
  name: z.string(),
  balance: accountBalance,
  termsDays: z.nullable(z.int()),
  /** When the oldest charge that is not paid for was made. */
  oldestUnpaidAt: z.nullable(z.iso.datetime()),
  /** Some of it stands in invoices whose due day is over (docs/money.md). */
  overdue: z.boolean(),
  /** How much of it. */
  overdueMinor: minor,
  /** The due day of the oldest invoice of this currency that is overdue. */
  overdueSince: z.nullable(day),
  /** Of what is overdue, what a payment that is under way covers. */
  payingMinor: minor,
  lastReminder: z.nullable(z.object({ day, stopped: z.boolean() })),
  /** What is promised in this currency, or was and is still overdue. */
  promise: z.nullable(z.object({ promisedOn: day, amount: z.nullable(money), state: z.enum(['open', 'broken']) })),
  /** Not reminded, as somebody decided. */
  notReminded: z.boolean(),
  /** Overdue, and none of its people gets mails about money. */
  nobodyToTell: z.boolean(),
  toAct: z.nullable(z.enum(ACT_REASONS)),
  autoTopUp: z.enum(['on', 'off', 'paused']),
});
export type Receivable = z.infer<typeof receivable>;

const seller = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'money.view',
} as const;

const pages = {
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
};

export const listReceivables = defineCall({
  id: 'listReceivables',
  method: 'GET',
  path: '/receivables',
  summary: 'Everybody one sells to: owed, available, oldest unpaid, terms',
  ...seller,
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(100))),
    sort: z.optional(z.enum(RECEIVABLE_SORTS)),
    /** `act`: only those where somebody has to act. */
    show: z.optional(z.enum(['all', 'act'])),
    ...pages,
  }),
  data: z.object({ receivables: z.array(receivable), ...paged }),
});

/** With who paid, for the seller. */
export const receivedPayment = z.extend(payment, { buyerId: id, buyerName: z.string() });
export type ReceivedPayment = z.infer<typeof receivedPayment>;

export const listReceived = defineCall({
  id: 'listReceivedPayments',
  method: 'GET',
  path: '/receivables/payments',
  summary: 'Payments received, newest first; of one buyer or all',
  ...seller,
  query: z.object({ buyerId: z.optional(id), ...pages }),
  data: z.object({ payments: z.array(receivedPayment), ...paged }),
});

export const setFranchiseCredit = defineCall({
  id: 'setFranchiseCredit',
  method: 'PUT',
  path: '/receivables/{id}/credit',
  summary: 'Credit limit of a franchise at the operator (null: none); a label over the limit is refused from then on',
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN'],
  right: 'money.credit',
  audited: true,
  params: idParams,
  body: z.object({ limitMinor: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000_00))) }),
  data: z.object({ limitMinor: z.nullable(minor), currency }),
});

export const recordPayment = defineCall({
  id: 'recordPayment',
  method: 'POST',
  path: '/receivables/{id}/payments',
  summary: 'Enter a payment that came by transfer, cheque or cash',
  ...seller,
  right: 'money.credit',
  audited: true,
  params: idParams,
  body: z.object({
    method: z.enum(['transfer', 'cheque', 'cash', 'other']),
    amountMinor: minor.check(z.minimum(1), z.maximum(MOST_TOP_UP_MINOR * 100)),
    currency: z.enum(PAYMENT_CURRENCIES),
    reference: required(100),
    /** The day it came in; absent: today. Not in the future, and not more than two years ago. */
    receivedOn: z.optional(z.iso.date()),
  }),
  data: receivedPayment,
  idempotent: true,
});

/** Problems: `not_found`, `validation` with what is left to refund. */
export const refundPayment = defineCall({
  id: 'refundPayment',
  method: 'POST',
  path: '/receivables/payments/{id}/refund',
  summary: 'Give a payment back, wholly or partly: to the card it came from, or noted where it came otherwise',
  ...seller,
  right: 'money.refund',
  audited: true,
  params: idParams,
  body: z.object({
    amountMinor: minor.check(z.minimum(1), z.maximum(MOST_TOP_UP_MINOR * 100)),
    reason: optionalText(200),
  }),
  data: receivedPayment,
  idempotent: true,
});

export const chargeback = z.object({
  id,
  paymentId: id,
  buyerId: id,
  buyerName: z.string(),
  amountMinor: minor,
  currency,
  reason: z.string(),
  /** `inquiry`: no money has moved. `open`: taken back until it is decided. */
  state: z.enum(['inquiry', 'open', 'won', 'lost']),
  evidenceDueAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});
export type Chargeback = z.infer<typeof chargeback>;

export const listChargebacks = defineCall({
  id: 'listChargebacks',
  method: 'GET',
  path: '/receivables/chargebacks',
  summary: 'Card payments that banks took back or ask about, newest first',
  ...seller,
  query: z.object(pages),
  data: z.object({ chargebacks: z.array(chargeback), ...paged }),
});
