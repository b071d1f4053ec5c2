/**
 * Mark-ups: what a franchise adds to the price of a label for its customers, and the operator for franchises. A level has one
 * default list of rules, and lists of a subscription plan, a group of customers or one buyer where these are needed
 * (`domain/pricing/markup-lists` says which counts). Only prices of the level itself are in here; the level above stays unknown.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, grams, id, idParams, minor, money, priceLine, recordVersion } from '../common.ts';

/** A rule may add or take away; more than the price itself cannot be taken. */
export const MARKUP_PERCENT_BP = { least: -10_000, most: 100_000 } as const;
/** Greatest fixed amount, floor or cap of a rule, minor units. */
export const MARKUP_MOST_MINOR = 100_000_000;
export const MARKUP_MOST_RULES = 100;
/** All of the list price can be given away, and no more. */
export const MARKUP_MOST_OFF_LIST_BP = 10_000;

const code = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
const amount = z.int().check(z.minimum(-MARKUP_MOST_MINOR), z.maximum(MARKUP_MOST_MINOR));

/** Why prices changed, for the history and the log. */
export const changeNote = z.string().check(z.trim(), z.maxLength(200));
/** Proves that whoever publishes was told what falls below cost. */
export const confirmCode = z.string().check(z.maxLength(100));

/** Which purchases a rule is for; every condition given has to hold, an absent one always does. */
export const markupScope = z.object({
  carriers: z.optional(z.array(code).check(z.maxLength(100))),
  services: z.optional(z.array(code).check(z.maxLength(200))),
  /** `domestic`, `international`, a country ("US") or a province ("CA-BC") of the destination. */
  zones: z.optional(
    z.array(z.string().check(z.regex(/^(domestic|international|[A-Z]{2}(-[A-Z0-9]{1,3})?)$/))).check(z.maxLength(300)),
  ),
  /** Billable weight, both ends included. */
  minGrams: z.optional(grams),
  maxGrams: z.optional(grams),
});

export const markupRuleFields = z.object({
  /** For people only ("Winter, oversize"). */
  name: z.string().check(z.trim(), z.maxLength(80)),
  scope: markupScope,
  /** Hundredths of a percent of the price before taxes so far. */
  percentBp: z.int().check(z.minimum(MARKUP_PERCENT_BP.least), z.maximum(MARKUP_PERCENT_BP.most)),
  /**
   * Hundredths of a percent off the carrier's list price, in place of a percentage: the price is then what is left of it, and the
   * rule is not applied where the carrier names no list price. Absent or null: none.
   */
  offListBp: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(MARKUP_MOST_OFF_LIST_BP)))),
  fixedMinor: amount,
  /** Least and greatest amount this rule adds; null: none. */
  floorMinor: z.nullable(amount),
  capMinor: z.nullable(amount),
  /** Days of shipping, both included; null: open. */
  firstDay: z.nullable(day),
  lastDay: z.nullable(day),
});
export const markupRuleInput = markupRuleFields.check(
  z.refine(({ percentBp, offListBp }) => percentBp === 0 || typeof offListBp !== 'number', {
    path: ['offListBp'],
    error: 'Give a percentage or a discount off the list price, not both.',
  }),
);
export type MarkupRuleInput = z.infer<typeof markupRuleInput>;
export const markupRule = z.extend(markupRuleFields, { id });
export type MarkupRuleDto = z.infer<typeof markupRule>;

/** What a person should know of a rule: two that add up, or one that can never hold. Rules by their index, from 0. */
export const markupRemark = z.object({
  kind: z.enum(['overlap', 'never', 'useless']),
  rule: z.int(),
  with: z.nullable(z.int()),
  code: z.string(),
  message: z.string(),
});
export type MarkupRemark = z.infer<typeof markupRemark>;

/** Whom mark-ups are for: a customer or franchise, or the customers of a plan or group. */
const buyer = z.object({ id, name: z.string(), kind: z.enum(['buyer', 'group', 'plan']) });
export type MarkupBuyer = z.infer<typeof buyer>;

/** A change that is being prepared; everybody of the level who may set prices sees it. */
export const markupDraft = z.object({
  version: recordVersion,
  /** Version of the plan it was begun on. */
  basedOn: recordVersion,
  used: z.boolean(),
  note: z.string(),
  rules: z.array(markupRuleInput),
  at: z.string(),
  by: z.nullable(z.string()),
});
export type MarkupDraft = z.infer<typeof markupDraft>;

export const markupVersion = z.object({
  version: recordVersion,
  used: z.boolean(),
  note: z.string(),
  /** When it was published. */
  at: z.string(),
  startsAt: z.string(),
  /** Null while no later one is known. */
  until: z.nullable(z.string()),
  /** `waits`: begins later. `withdrawn`: was taken back before it began. */
  state: z.enum(['waits', 'in-force', 'past', 'withdrawn']),
  by: z.nullable(z.string()),
  /** The former version it repeats. */
  restores: z.nullable(z.int()),
  rules: z.array(markupRule),
});
export type MarkupVersion = z.infer<typeof markupVersion>;

export const markupPlan = z.object({
  /** Null: the default, for every buyer without mark-ups of its own, its group or its plan. */
  buyer: z.nullable(buyer),
  /** Of a customer or franchise: whose mark-ups it is charged by now; null: the default's. Null for mark-ups of several. */
  counting: z.nullable(buyer),
  /** 0: never saved. */
  version: recordVersion,
  /** Mark-ups that are not used leave buyers on the next ones that are for them. */
  used: z.boolean(),
  /** Of fixed amounts, floors and caps. Prices in another currency take them at the day's exchange rate. */
  currency,
  rules: z.array(markupRule),
  remarks: z.array(markupRemark),
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
  draft: z.nullable(markupDraft),
  /** The version that waits for its day. */
  next: z.nullable(markupVersion),
});
export type MarkupPlan = z.infer<typeof markupPlan>;

/** Who sets prices. */
export const pricing = {
  auth: 'access',
  permission: 'SHIPPING_CARRIER_MANAGER',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'money.pricing',
} as const;

export const listMarkupPlans = defineCall({
  id: 'listMarkupPlans',
  method: 'GET',
  path: '/pricing/plans',
  summary: 'The default mark-ups, those of plans, groups and buyers, and what rules can be for',
  ...pricing,
  data: z.object({
    currency,
    plans: z.array(
      z.object({
        buyer: z.nullable(buyer),
        used: z.boolean(),
        ruleCount: z.int(),
        changedAt: z.nullable(z.string()),
      }),
    ),
    /** Plans and groups of customers that mark-ups can be for, those without any included. */
    choices: z.array(buyer),
    /** Carriers of accounts that buyers may be lent. */
    carriers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        services: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
  }),
});

const planBody = z.object({
  rules: z.array(markupRuleInput).check(z.maxLength(MARKUP_MOST_RULES)),
  /** False: back to the next mark-ups that are for them. Always true for the default. */
  used: z.boolean(),
  note: z.optional(changeNote),
  /** The version the person saw; 0 for a plan that was never saved. */
  version: recordVersion,
  /** Said by problem `below_cost`: a price may fall below its cost. */
  confirm: z.optional(confirmCode),
});

export const getDefaultMarkups = defineCall({
  id: 'getDefaultMarkups',
  method: 'GET',
  path: '/pricing/default',
  summary: 'The mark-ups of every buyer without a plan of its own',
  ...pricing,
  data: markupPlan,
});

export const putDefaultMarkups = defineCall({
  id: 'putDefaultMarkups',
  method: 'PUT',
  path: '/pricing/default',
  summary: 'Replace the default mark-ups at once; quotes from now on have them, prices that were given stay',
  noScreen: 'programs that keep mark-ups elsewhere; screens save a draft and publish it',
  ...pricing,
  audited: false,
  body: planBody,
  data: markupPlan,
});

export const getBuyerMarkups = defineCall({
  id: 'getBuyerMarkups',
  method: 'GET',
  path: '/pricing/buyers/{id}',
  summary: 'The mark-ups of one customer of the franchise, of one franchise, or of a plan or group',
  ...pricing,
  params: idParams,
  data: markupPlan,
});

export const putBuyerMarkups = defineCall({
  id: 'putBuyerMarkups',
  method: 'PUT',
  path: '/pricing/buyers/{id}',
  summary: 'Replace the mark-ups of one buyer at once, or send it back to the default',
  noScreen: 'programs that keep mark-ups elsewhere; screens save a draft and publish it',
  ...pricing,
  audited: false,
  params: idParams,
  body: planBody,
  data: markupPlan,
});

const versions = z.object({ currency, versions: z.array(markupVersion) });

export const defaultMarkupHistory = defineCall({
  id: 'defaultMarkupHistory',
  method: 'GET',
  path: '/pricing/default/history',
  summary: 'What was in force when, newest first',
  ...pricing,
  data: versions,
});

export const buyerMarkupHistory = defineCall({
  id: 'buyerMarkupHistory',
  method: 'GET',
  path: '/pricing/buyers/{id}/history',
  summary: 'What was in force for one buyer when, newest first',
  ...pricing,
  params: idParams,
  data: versions,
});

/** A rate of a real quote, with what it costs this level. */
export const markupExample = z.object({
  quoteId: id,
  rateId: id,
  at: z.string(),
  carrier: z.string(),
  carrierName: z.string(),
  service: z.string(),
  serviceName: z.string(),
  zones: z.array(z.string()),
  grams: z.nullable(z.int()),
  cost: money,
  costLines: z.array(priceLine),
  /** The carrier's list price before taxes; null: it names none. */
  list: z.nullable(money),
  /** What the buyer was offered then. */
  offered: money,
});
export type MarkupExample = z.infer<typeof markupExample>;

export const listMarkupExamples = defineCall({
  id: 'listMarkupExamples',
  method: 'GET',
  path: '/pricing/buyers/{id}/examples',
  summary: "Rates of a buyer's newest quotes on accounts of this level, with their cost, to try mark-ups on",
  ...pricing,
  right: 'rates.see-cost',
  params: idParams,
  data: z.object({ examples: z.array(markupExample) }),
});

export const typedExample = z.object({
  kind: z.literal('typed'),
  carrier: code,
  service: code,
  zones: z.array(z.string().check(z.maxLength(20))).check(z.maxLength(5)),
  grams: z.nullable(grams),
  /** Before taxes. */
  costMinor: minor.check(z.minimum(0), z.maximum(MARKUP_MOST_MINOR)),
  /** The carrier's list price before taxes; absent: it names none. */
  listMinor: z.optional(minor.check(z.minimum(0), z.maximum(MARKUP_MOST_MINOR))),
  currency,
  /** Tax on it, millionths; 0: none. */
  taxPpm: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  /** Day of shipping; absent: today. */
  day: z.optional(day),
});
export const quotedExample = z.object({ kind: z.literal('rate'), quoteId: id, rateId: id });

export const previewedPrice = z.object({
  costLines: z.array(priceLine),
  cost: money,
  priceLines: z.array(priceLine),
  price: money,
  /** Under the mark-ups in force now. */
  priceNow: money,
  /** Rules that were applied, by index, in order. */
  applied: z.array(z.int()),
  /** Why this example could not be priced; the amounts are then nothing. */
  problem: z.nullable(z.string()),
});
export type PreviewedPrice = z.infer<typeof previewedPrice>;

export const previewMarkups = defineCall({
  id: 'previewMarkups',
  method: 'POST',
  path: '/pricing/preview',
  summary: 'What examples would cost a buyer under rules that are not saved, and what is odd about the rules',
  ...pricing,
  readOnly: true,
  body: z.object({
    /** Whose mark-ups now are compared with; null: the default. A buyer is needed for examples of real quotes. */
    buyerId: z.nullable(id),
    rules: z.array(markupRuleInput).check(z.maxLength(MARKUP_MOST_RULES)),
    examples: z.array(z.discriminatedUnion('kind', [typedExample, quotedExample])).check(z.maxLength(20)),
  }),
  data: z.object({ prices: z.array(previewedPrice), remarks: z.array(markupRemark) }),
});
