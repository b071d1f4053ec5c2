/**
 * How mark-ups change: kept as a draft, compared with what holds, looked at for prices below cost, published at once or from a day
 * on, taken back. The calls that write log what was and what is themselves.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, id, minor, recordVersion } from '../common.ts';
import { changeNote, confirmCode, MARKUP_MOST_RULES, markupPlan, markupRuleInput, pricing } from './markups.ts';
import { belowCostLabel } from './what-if.ts';

/** Days whose labels are priced again before mark-ups are published. */
export const GUARD_DAYS = 30;

/** Whose plan; null: the default. */
const buyerId = z.nullable(id);
const rules = z.array(markupRuleInput).check(z.maxLength(MARKUP_MOST_RULES));
const changes = { ...pricing, audited: false } as const;

export const saveMarkupDraft = defineCall({
  id: 'saveMarkupDraft',
  method: 'PUT',
  path: '/pricing/draft',
  summary: 'Keep a change of mark-ups as a draft; no price changes by it',
  ...pricing,
  body: z.object({
    buyerId,
    rules,
    used: z.boolean(),
    note: changeNote,
    /** Version of the plan it was begun on. */
    basedOn: recordVersion,
    /** The draft the person saw; 0: there was none. */
    version: recordVersion,
  }),
  data: markupPlan,
});

export const discardMarkupDraft = defineCall({
  id: 'discardMarkupDraft',
  method: 'POST',
  path: '/pricing/draft/discard',
  summary: 'Throw a draft of mark-ups away',
  ...pricing,
  body: z.object({ buyerId, version: recordVersion }),
  data: markupPlan,
});

export const markupCheck = z.object({
  /** Labels of the last days that were priced again, and those of them below cost. */
  labels: z.int(),
  belowCost: z.int(),
  /** The worst first. */
  worst: z.array(belowCostLabel),
  /** A purchase nobody made yet that the rules price below its cost; by index, from 0, the rules that do. */
  byDefinition: z.nullable(
    z.object({
      rules: z.array(z.int()),
      carrier: z.nullable(z.string()),
      service: z.nullable(z.string()),
      zone: z.nullable(z.string()),
      grams: z.int(),
      day,
      costMinor: minor,
      /** The list price it was tried with; null: none. */
      listMinor: z.nullable(minor),
      priceMinor: minor,
      currency,
    }),
  ),
  /** What publishing these mark-ups wants where anything is below cost. */
  confirm: z.string(),
});
export type MarkupCheck = z.infer<typeof markupCheck>;

const change = {
  buyerId,
  /** The version of the plan the person saw. */
  version: recordVersion,
  /** First day, in the level's time zone; null: at once. */
  startsOn: z.nullable(day),
};

export const checkMarkups = defineCall({
  id: 'checkMarkups',
  method: 'POST',
  path: '/pricing/check',
  summary: 'What mark-ups would sell below cost: labels of the last 30 days, and what the rules say by themselves',
  noScreen: 'programs that keep mark-ups elsewhere; screens check a draft when it is published',
  ...pricing,
  right: 'rates.see-cost',
  readOnly: true,
  body: z.object({ ...change, rules, used: z.boolean() }),
  data: markupCheck,
});

export const publishMarkups = defineCall({
  id: 'publishMarkups',
  method: 'POST',
  path: '/pricing/publish',
  summary: 'Publish the draft, at once or from a day on. Problem `below_cost` asks for its code first',
  ...changes,
  body: z.object({
    ...change,
    /** The draft the person saw. */
    draft: recordVersion,
    confirm: z.optional(confirmCode),
  }),
  data: markupPlan,
});

export const restoreMarkups = defineCall({
  id: 'restoreMarkups',
  method: 'POST',
  path: '/pricing/restore',
  summary: 'Publish a former version again: undo',
  ...changes,
  body: z.object({
    ...change,
    /** The former version. */
    of: recordVersion,
    note: changeNote,
    confirm: z.optional(confirmCode),
  }),
  data: markupPlan,
});

export const withdrawMarkups = defineCall({
  id: 'withdrawMarkups',
  method: 'POST',
  path: '/pricing/withdraw',
  summary: 'Take a version back that waits for its day',
  ...changes,
  body: z.object({ buyerId, /** The version that waits. */ waiting: recordVersion }),
  data: markupPlan,
});
