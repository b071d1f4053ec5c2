/** Payouts of the card provider to the bank: what is in each, and what of it does not agree with the books. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, id, idParams, minor } from '../common.ts';
import { paged } from './payments.ts';

const viewer = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'money.view',
} as const;

export const payout = z.object({
  id,
  /** Not real money: made with test keys. */
  test: z.boolean(),
  state: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  currency: z.string(),
  /** What arrives at the bank. */
  netMinor: minor,
  arrivesOn: day,
  /** False: the card provider does not say what is in it. */
  itemised: z.boolean(),
  grossMinor: minor,
  refundsMinor: minor,
  disputesMinor: minor,
  feesMinor: minor,
  otherMinor: minor,
  /** How much of it does not agree with the books: entries, and whether it comes to the payout. */
  disagreeing: z.int(),
  /** Where a line of the bank is matched to it. */
  bankDay: z.nullable(day),
});
export type Payout = z.infer<typeof payout>;

export const listPayouts = defineCall({
  ...viewer,
  id: 'listPayouts',
  method: 'GET',
  path: '/payouts',
  summary: 'Payouts of the card provider, newest first: gross, refunds, disputes, fees, net',
  query: z.object({
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  data: z.object({
    /** Whether there is a card provider to ask. */
    provider: z.boolean(),
    readAt: z.nullable(z.iso.datetime()),
    payouts: z.array(payout),
    ...paged,
  }),
});

export const PAYOUT_ITEM_KINDS = [
  'charge',
  'refund',
  'refund-failed',
  'dispute',
  'dispute-won',
  'fee',
  'other',
] as const;
/** `missing`: not in the books. `amount`: booked with another amount. `state`: not booked as it ended. */
export const PAYOUT_DISAGREEMENTS = ['missing', 'amount', 'state'] as const;

export const payoutItem = z.object({
  kind: z.enum(PAYOUT_ITEM_KINDS),
  amountMinor: minor,
  feeMinor: minor,
  netMinor: minor,
  /** Whose payment it is about; null where it is about none of ours. */
  buyerName: z.nullable(z.string()),
  paymentId: z.nullable(id),
  /** As the books have it; null where they have nothing. */
  bookedMinor: z.nullable(minor),
  /** Of the payment; that of the payout may be another. */
  bookedCurrency: z.nullable(z.string()),
  disagrees: z.nullable(z.enum(PAYOUT_DISAGREEMENTS)),
  happenedAt: z.iso.datetime(),
  note: z.string(),
});
export type PayoutItemDto = z.infer<typeof payoutItem>;

export const getPayout = defineCall({
  ...viewer,
  id: 'getPayout',
  method: 'GET',
  path: '/payouts/{id}',
  summary: 'What is in a payout, each beside the books',
  params: idParams,
  data: z.object({
    payout,
    /** The first thousand, what disagrees first. */
    items: z.array(payoutItem),
    count: z.int(),
    /** What the entries lack to come to the payout. */
    differenceMinor: minor,
  }),
});

/** Problems: `no_card_provider`, `card_provider_unavailable`. */
export const readPayouts = defineCall({
  ...viewer,
  right: 'money.credit',
  audited: true,
  id: 'readPayouts',
  method: 'POST',
  path: '/payouts/read',
  summary: 'Ask the card provider for payouts that are new or changed',
  data: z.object({ read: z.int(), fresh: z.int() }),
});
