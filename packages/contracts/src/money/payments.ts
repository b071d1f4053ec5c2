/**
 * What a level pays to the one above it: balance, cards, top-ups, automatic top-ups, payments. A customer pays its franchise, a
 * franchise the platform; the calls are the same. Card numbers go from the browser to the card provider and never come here.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, id, idParams, minor } from '../common.ts';

/** Of one payment, in minor units of CAD or USD. */
export const LEAST_TOP_UP_MINOR = 500;
export const MOST_TOP_UP_MINOR = 500_000;
export const PAYMENT_CURRENCIES = ['CAD', 'USD'] as const;

const pages = {
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
};
export const paged = { totalRecords: z.int(), totalPage: z.int(), currentPage: z.int() };

/** `action`: the cardholder must confirm it at the bank. `processing`: nothing is to be done. */
export const PAYMENT_STATES = ['open', 'action', 'processing', 'succeeded', 'failed'] as const;
export const PAYMENT_METHODS = ['card', 'transfer', 'cheque', 'cash', 'other'] as const;
export const PAYMENT_PURPOSES = ['top-up', 'pay', 'auto', 'manual'] as const;

export const payment = z.object({
  id,
  state: z.enum(PAYMENT_STATES),
  method: z.enum(PAYMENT_METHODS),
  purpose: z.enum(PAYMENT_PURPOSES),
  /** No real money moved. */
  test: z.boolean(),
  amountMinor: minor,
  currency,
  refundedMinor: minor,
  disputedMinor: minor,
  /** "Visa 4242"; null for other methods. */
  card: z.nullable(z.string()),
  /** Of a transfer or cheque. */
  reference: z.nullable(z.string()),
  /** Why it failed, one or two sentences. */
  why: z.nullable(z.string()),
  /** The card provider's own receipt. */
  receiptUrl: z.nullable(z.string()),
  /** YYYY-MM-DD that it came in on; null where it is known by the moment it was made. */
  receivedOn: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  settledAt: z.nullable(z.iso.datetime()),
});
export type Payment = z.infer<typeof payment>;

export const savedCard = z.object({
  id,
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  expired: z.boolean(),
  isDefault: z.boolean(),
});
export type SavedCard = z.infer<typeof savedCard>;

/** In one currency. What is paid ahead is a negative `owedMinor`. */
export const accountBalance = z.object({
  currency,
  owedMinor: minor,
  reservedMinor: minor,
  /** What may be owed; null: no limit stands in this currency; 0: paid ahead. */
  limitMinor: z.nullable(minor),
  /** What can be spent now; null where the limit does not stand in this currency. */
  availableMinor: z.nullable(minor),
  /** Currency of the limit that holds what is owed here too (one limit for all currencies); null: it stands here, or none does. */
  limitedIn: z.nullable(currency),
});

/** `paused`: a charge failed, and nothing is charged until a person switches it on again. */
export const autoTopUp = z.object({
  state: z.enum(['on', 'off', 'paused']),
  currency,
  belowMinor: minor,
  amountMinor: minor,
  cardId: id,
  pausedWhy: z.nullable(z.string()),
});

export const billing = z.object({
  /** Who is paid. */
  sellerName: z.string(),
  /** `none`: the seller takes no cards. */
  cardMode: z.enum(['live', 'test', 'none']),
  /** The first is of the company's own currency. */
  balances: z.array(accountBalance),
  termsDays: z.nullable(z.int()),
  oldestUnpaidAt: z.nullable(z.iso.datetime()),
  cards: z.array(savedCard),
  autoTopUp: z.nullable(autoTopUp),
});
export type Billing = z.infer<typeof billing>;

const buyer = { auth: 'access', roles: ['ROLE_CUSTOMER_ADMIN', 'ROLE_FRANCHISE_ADMIN'] } as const;

export const getBilling = defineCall({
  id: 'getBilling',
  method: 'GET',
  path: '/billing',
  summary: 'Balance, cards and automatic top-up at the company one buys from',
  ...buyer,
  right: 'money.view',
  data: billing,
});

export const listPayments = defineCall({
  id: 'listPayments',
  method: 'GET',
  path: '/billing/payments',
  summary: 'Own payments, newest first',
  ...buyer,
  right: 'money.view',
  query: z.object(pages),
  data: z.object({ payments: z.array(payment), ...paged }),
});

/** Keys for the form of the card provider, good for this card or payment only. */
export const cardForm = z.object({
  clientSecret: z.string(),
  publishableKey: z.string(),
  /** Script that shows the form. */
  scriptUrl: z.string(),
});
export type CardForm = z.infer<typeof cardForm>;

export const beginCard = defineCall({
  id: 'beginCard',
  method: 'POST',
  path: '/billing/cards/begin',
  summary: 'Begin to add a card: keys for the form of the card provider',
  ...buyer,
  right: 'cards.manage',
  body: z.object({}),
  data: z.extend(cardForm, { setupId: z.string() }),
});

/** Problems: `validation` while the card is not confirmed at the provider. */
export const saveCard = defineCall({
  id: 'saveCard',
  method: 'POST',
  path: '/billing/cards',
  summary: 'Keep the card that was entered in the form',
  ...buyer,
  right: 'cards.manage',
  audited: true,
  body: z.object({ setupId: z.string().check(z.regex(/^[A-Za-z0-9_]{1,120}$/)) }),
  data: billing,
});

export const setDefaultCard = defineCall({
  id: 'setDefaultCard',
  method: 'PUT',
  path: '/billing/cards/{id}/default',
  summary: 'Use this card where none is chosen',
  ...buyer,
  right: 'cards.manage',
  audited: true,
  params: idParams,
  body: z.object({}),
  data: billing,
});

export const removeCard = defineCall({
  id: 'removeCard',
  method: 'DELETE',
  path: '/billing/cards/{id}',
  summary: 'Take a card away; an automatic top-up on it is switched off',
  ...buyer,
  right: 'cards.manage',
  audited: true,
  params: idParams,
  data: billing,
});

const amount = minor.check(z.minimum(LEAST_TOP_UP_MINOR), z.maximum(MOST_TOP_UP_MINOR));

/** A payment, and what the browser needs where the cardholder must confirm it. */
export const startedPayment = z.object({ payment, action: z.nullable(cardForm) });

/** Problems: `validation`, `card_declined` in words, `no_card_provider`. The answer may still be open. */
export const payByCard = defineCall({
  id: 'payByCard',
  method: 'POST',
  path: '/billing/payments',
  summary: 'Top up, or pay what is owed, with a saved card',
  ...buyer,
  right: 'money.top-up',
  audited: true,
  body: z.object({
    purpose: z.enum(['top-up', 'pay']),
    amountMinor: amount,
    currency: z.enum(PAYMENT_CURRENCIES),
    cardId: id,
  }),
  data: startedPayment,
  idempotent: true,
});

export const settlePayment = defineCall({
  id: 'settlePayment',
  method: 'POST',
  path: '/billing/payments/{id}/settle',
  summary: 'Ask the card provider what became of a payment',
  ...buyer,
  right: 'money.top-up',
  params: idParams,
  body: z.object({}),
  data: startedPayment,
});

export const setAutoTopUp = defineCall({
  id: 'setAutoTopUp',
  method: 'PUT',
  path: '/billing/auto-top-up',
  summary: 'Charge a card by itself when less than an amount is available; or stop doing so',
  ...buyer,
  right: 'cards.manage',
  audited: true,
  body: z.object({
    on: z.boolean(),
    currency: z.enum(PAYMENT_CURRENCIES),
    belowMinor: minor.check(z.minimum(0), z.maximum(MOST_TOP_UP_MINOR)),
    amountMinor: amount,
    cardId: id,
  }),
  data: billing,
});
