/**
 * Last month (or any days, up to a year) under other mark-ups: every sale of the level priced again by its own facts. Read
 * only; nothing of another level's book is in it.
 */
import * as z from 'zod/mini';
import { NOT_REPLAYABLE, WHAT_IF_DIMENSIONS } from '@scanship/domain/pricing/what-if';
import { defineCall } from '../call.ts';
import { currency, day, id, minor } from '../common.ts';
import { MARKUP_MOST_RULES, markupRuleInput } from './markups.ts';

export const WHAT_IF_MOST_DAYS = 366;

const sums = z.object({
  labels: z.int(),
  /** Before taxes. */
  costMinor: minor,
  thenMinor: minor,
  newMinor: minor,
  /** With taxes. */
  billThenMinor: minor,
  billNewMinor: minor,
  /** Labels that cost more than they would be sold for. */
  belowCost: z.int(),
  currency,
});

/** A label that would be sold for less than it cost. */
export const belowCostLabel = z.object({
  purchaseId: id,
  at: z.string(),
  buyerName: z.string(),
  carrierName: z.string(),
  service: z.string(),
  zone: z.string(),
  costMinor: minor,
  thenMinor: minor,
  newMinor: minor,
  currency,
});

export const whatIfResult = z.object({
  totals: z.array(sums),
  groups: z.array(
    z.extend(sums, {
      dimension: z.enum(WHAT_IF_DIMENSIONS),
      key: z.string(),
      /** Of a buyer, carrier or service; the key elsewhere. */
      name: z.string(),
    }),
  ),
  groupsLeftOut: z.int(),
  belowCost: z.array(belowCostLabel),
  notReplayable: z.array(z.object({ reason: z.enum(NOT_REPLAYABLE), labels: z.int() })),
  voided: z.int(),
  /** Labels of the totals that rules of other mark-ups priced when they were bought. */
  pricedByOthers: z.int(),
});
export type WhatIfResultDto = z.infer<typeof whatIfResult>;

export const whatIfEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ type: z.literal('result'), result: whatIfResult }),
]);
export type WhatIfEvent = z.infer<typeof whatIfEvent>;

export const whatIfBody = z.object({
  /** Days the labels were bought, both included. */
  from: day,
  to: day,
  /** Whose mark-ups the rules stand for; null: the default. */
  buyerId: z.nullable(id),
  rules: z.array(markupRuleInput).check(z.maxLength(MARKUP_MOST_RULES)),
  /** False: the mark-ups are switched off, so that buyers are charged the next ones that are for them; `rules` says nothing then. */
  used: z.optional(z.boolean()),
  /** Of mark-ups for several: also to buyers with mark-ups that count before them. */
  everyone: z.boolean(),
});

export const replayWhatIf = defineCall({
  id: 'replayWhatIf',
  method: 'POST',
  path: '/pricing/what-if',
  summary: 'What past labels would have brought under other mark-ups: lines of progress, then the result',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'rates.see-cost',
  readOnly: true,
  body: whatIfBody,
  data: whatIfEvent,
  produces: 'application/x-ndjson',
});
