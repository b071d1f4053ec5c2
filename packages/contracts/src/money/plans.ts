/**
 * A customer's plan: what it holds, what is used of it, what another one costs today, what was charged. The customer asks about
 * its own; the franchise about one of its customers. What the plans of a franchise are is in franchises.ts.
 */
import { BILLING_INTERVALS, PLAN_CODES } from '@scanship/domain/money/subscription';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, id, idParams, money, recordVersion, required } from '../common.ts';
import { planLimits } from '../network/franchises.ts';

const code = z.enum(PLAN_CODES);
const interval = z.enum(BILLING_INTERVALS);

export const feeLine = z.object({
  /** `fee` a whole term, `unused` days given back, `rest` days of the new plan, `overage` labels above the allowance. */
  kind: z.enum(['fee', 'unused', 'rest', 'overage']),
  plan: code,
  planName: z.string(),
  from: day,
  /** The last day it is for. */
  to: day,
  /** Days, or labels of an overage. */
  quantity: z.int(),
  /** Days the price is for; 1 for labels. */
  of: z.int(),
  price: money,
  amount: money,
});
export type FeeLineDto = z.infer<typeof feeLine>;
const taxLine = z.object({ code: z.string(), label: z.string(), amount: money });
const amounts = {
  lines: z.array(feeLine),
  taxes: z.array(taxLine),
  net: money,
  /** Negative: to the customer's credit. */
  total: money,
};

export const offeredPlan = z.object({
  code,
  name: z.string(),
  features: z.array(z.string()),
  limits: planLimits,
  monthlyPrice: money,
  /** Null: not sold by the year. */
  yearlyPrice: z.nullable(money),
  /** For each label above the allowance; null: none are sold. */
  overagePrice: z.nullable(money),
  trialDays: z.int(),
});
export type OfferedPlan = z.infer<typeof offeredPlan>;

export const planView = z.object({
  plan: code,
  name: z.string(),
  interval,
  currency,
  trial: z.boolean(),
  /** Of the running term, before taxes; 0 in a trial and in days that are given. */
  price: money,
  /** What is paid for. */
  term: z.object({ from: day, to: day }),
  /** The month in which labels are counted. */
  period: z.object({ from: day, to: day }),
  usage: z.object({ used: z.int(), allowance: z.nullable(z.int()), warning: z.enum(['none', 'near', 'reached']) }),
  overagePrice: z.nullable(money),
  /** From this day on another plan, as it was planned. */
  next: z.nullable(z.object({ plan: code, name: z.string(), interval, from: day })),
  /** The next fee before taxes, on what is offered now. */
  nextFee: z.object({ on: day, amount: money }),
  standing: z.object({
    state: z.enum(['good', 'past_due']),
    overdue: z.nullable(money),
    /** From then on no labels are sold until it is paid. */
    refusedFrom: z.nullable(z.iso.datetime()),
    refused: z.boolean(),
  }),
  plans: z.array(offeredPlan),
  version: recordVersion,
});
export type PlanView = z.infer<typeof planView>;

export const planQuote = z.object({
  plan: code,
  name: z.string(),
  interval,
  when: z.enum(['now', 'term-end']),
  from: day,
  ...amounts,
  /** Each term from then on, before taxes. */
  termPrice: money,
  /** Last day of the trial that goes on under the new plan. */
  trialTo: z.nullable(day),
  /** Send it with the change: what was shown is what is charged. */
  quote: z.string(),
});
export type PlanQuote = z.infer<typeof planQuote>;

export const planCharge = z.object({
  id,
  kind: z.enum(['fee', 'change', 'overage']),
  at: z.iso.datetime(),
  ...amounts,
  dueOn: day,
  /** `credit`: nothing was owed. */
  state: z.enum(['open', 'overdue', 'paid', 'credit']),
  /** Why the franchise changed the plan; empty where the customer did. */
  reason: z.string(),
});
export type PlanCharge = z.infer<typeof planCharge>;

const page = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)));
const charges = z.object({
  charges: z.array(planCharge),
  totalRecords: z.int(),
  totalPage: z.int(),
  currentPage: z.int(),
});
const wish = { plan: code, interval: z.optional(interval) };
const quoteToken = z.string().check(z.minLength(10), z.maxLength(60));

const see = { auth: 'access', roles: ['ROLE_CUSTOMER_ADMIN', 'ROLE_CUSTOMER_USER'], right: 'money.view' } as const;
const pay = { auth: 'access', roles: ['ROLE_CUSTOMER_ADMIN', 'ROLE_CUSTOMER_USER'], right: 'money.top-up' } as const;

export const getPlan = defineCall({
  id: 'getPlan',
  method: 'GET',
  path: '/account/plan',
  summary: 'The plan with its period, what is used of it, and the plans there are',
  ...see,
  data: planView,
});

export const quotePlan = defineCall({
  id: 'quotePlan',
  method: 'GET',
  path: '/account/plan/quote',
  summary: 'What another plan costs today, to the cent, before it is chosen',
  ...see,
  query: z.object(wish),
  data: planQuote,
});

export const choosePlan = defineCall({
  id: 'choosePlan',
  method: 'POST',
  path: '/account/plan',
  summary: 'Another plan as quoted: up at once, down when the time that is paid is over',
  ...pay,
  audited: true,
  body: z.object({ ...wish, quote: quoteToken }),
  data: planView,
});

export const keepPlan = defineCall({
  id: 'keepPlan',
  method: 'POST',
  path: '/account/plan/keep',
  summary: 'Take back the change that was planned',
  ...pay,
  audited: true,
  data: planView,
});

export const listPlanCharges = defineCall({
  id: 'listPlanCharges',
  method: 'GET',
  path: '/account/plan/charges',
  summary: 'What was charged for the plan, newest first',
  ...see,
  query: z.object({ page }),
  data: charges,
});

const seller = { auth: 'access', roles: ['ROLE_FRANCHISE_ADMIN'], right: 'customers.manage' } as const;

export const getCustomerPlan = defineCall({
  id: 'getCustomerPlan',
  method: 'GET',
  path: '/franchise/customers/{id}/plan',
  summary: 'The plan of a customer, as the customer sees it',
  ...seller,
  params: idParams,
  data: planView,
});

export const quoteCustomerPlan = defineCall({
  id: 'quoteCustomerPlan',
  method: 'GET',
  path: '/franchise/customers/{id}/plan/quote',
  summary: 'What another plan costs a customer; down may be at once too',
  ...seller,
  params: idParams,
  query: z.object({ ...wish, when: z.optional(z.enum(['now', 'term-end'])) }),
  data: planQuote,
});

export const setCustomerPlan = defineCall({
  id: 'setCustomerPlan',
  method: 'PUT',
  path: '/franchise/customers/{id}/plan',
  summary: 'Another plan for a customer, as quoted, with the reason',
  ...seller,
  audited: true,
  params: idParams,
  body: z.object({
    ...wish,
    when: z.optional(z.enum(['now', 'term-end'])),
    reason: required(500),
    quote: quoteToken,
  }),
  data: planView,
});

export const keepCustomerPlan = defineCall({
  id: 'keepCustomerPlan',
  method: 'POST',
  path: '/franchise/customers/{id}/plan/keep',
  summary: 'Take back the change that was planned for a customer',
  ...seller,
  audited: true,
  params: idParams,
  data: planView,
});

export const listCustomerPlanCharges = defineCall({
  id: 'listCustomerPlanCharges',
  method: 'GET',
  path: '/franchise/customers/{id}/plan/charges',
  summary: 'What a customer was charged for its plan, newest first',
  ...seller,
  params: idParams,
  query: z.object({ page }),
  data: charges,
});
