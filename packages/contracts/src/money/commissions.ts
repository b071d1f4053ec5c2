/** Commissions of a franchise's sales agents, and royalties between platform and franchise. */
import { COMMISSION_BASES, ROYALTY_BASES } from '@scanship/domain/money/earnings';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, id, idParams, minor, money } from '../common.ts';

const rateBp = z.int().check(z.minimum(0), z.maximum(10_000));
const perLabelMinor = z.int().check(z.minimum(0), z.maximum(1_000_00));

export const commissionPlan = z.object({
  id,
  agentId: id,
  agentName: z.string(),
  /** Null: all customers assigned to the agent that have no plan of their own. */
  customerId: z.nullable(id),
  customerName: z.nullable(z.string()),
  basis: z.enum(COMMISSION_BASES),
  /** Hundredths of a percent. */
  rateBp,
  perLabelMinor,
  currency,
  firstDay: day,
  lastDay: z.nullable(day),
});
export type CommissionPlanDto = z.infer<typeof commissionPlan>;

/** Of one customer by one plan; several customers may have one name. */
const earnedLine = z.object({
  planId: id,
  customerId: id,
  customerName: z.string(),
  labels: z.int(),
  revenueMinor: minor,
  minor,
});
export type EarnedLine = z.infer<typeof earnedLine>;

export const commissions = z.object({
  agents: z.array(z.object({ id, name: z.string() })),
  customers: z.array(z.object({ id, name: z.string() })),
  plans: z.array(commissionPlan),
  /** Newest month first. */
  months: z.array(
    z.object({
      id,
      month: day,
      agentId: id,
      agentName: z.string(),
      amount: money,
      lines: z.array(earnedLine),
    }),
  ),
  payouts: z.array(z.object({ id, agentId: id, agentName: z.string(), day, amount: money, note: z.string() })),
  /** Earned and not paid out yet, by agent and currency; negative where more was taken back. */
  owed: z.array(z.object({ agentId: id, agentName: z.string(), amount: money })),
  canManage: z.boolean(),
});
export type CommissionData = z.infer<typeof commissions>;

export const accrual = z.object({
  /** Newest month first; a month that is over and not closed yet stands beside the one that runs. */
  months: z.array(
    z.object({
      month: day,
      over: z.boolean(),
      agentId: id,
      agentName: z.string(),
      amount: money,
      lines: z.array(earnedLine),
    }),
  ),
});
export type AccrualData = z.infer<typeof accrual>;

/** A sales agent gets their own only. */
export const getAccrual = defineCall({
  id: 'getAccrual',
  method: 'GET',
  path: '/money/commissions/accrual',
  summary: 'What each agent has earned so far in months that are not closed, as closing them now would book it',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SALES_AGENT'],
  right: 'customers.view',
  data: accrual,
});

/** A sales agent gets their own only. */
export const getCommissions = defineCall({
  id: 'getCommissions',
  method: 'GET',
  path: '/money/commissions',
  summary: 'Commission plans, what each agent earned by month, and what was paid out',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SALES_AGENT'],
  right: 'customers.view',
  data: commissions,
});

const manager = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN'],
  right: 'money.pricing',
  audited: true,
} as const;

/** Problems: `validation` with the field (days of a closed month, two plans for the same days). */
export const addCommissionPlan = defineCall({
  id: 'addCommissionPlan',
  method: 'POST',
  path: '/money/commissions/plans',
  summary: 'What a sales agent earns by, for one customer or all of theirs, from a day on',
  ...manager,
  idempotent: true,
  body: z.object({
    agentId: id,
    customerId: z.nullable(id),
    basis: z.enum(COMMISSION_BASES),
    rateBp,
    perLabelMinor,
    currency,
    firstDay: day,
    lastDay: z.nullable(day),
  }),
  data: commissions,
});

export const endCommissionPlan = defineCall({
  id: 'endCommissionPlan',
  method: 'POST',
  path: '/money/commissions/plans/{id}/end',
  summary: 'The last day a commission plan is for',
  ...manager,
  params: idParams,
  body: z.object({ lastDay: day }),
  data: commissions,
});

/** Problem: `validation` for more than is owed. */
export const payCommission = defineCall({
  id: 'payCommission',
  method: 'POST',
  path: '/money/commissions/payouts',
  summary: 'Mark commissions as paid out to an agent',
  ...manager,
  right: 'money.credit',
  idempotent: true,
  body: z.object({
    agentId: id,
    currency,
    amountMinor: z.int().check(z.minimum(1), z.maximum(1_000_000_000_00)),
    day,
    note: z.string().check(z.trim(), z.maxLength(200)),
  }),
  data: commissions,
});

const terms = {
  basis: z.enum(ROYALTY_BASES),
  rateBp,
  perLabelMinor,
  minimumMinor: z.int().check(z.minimum(0), z.maximum(1_000_000_00)),
  currency,
  firstMonth: day,
};
export const royalties = z.object({
  franchises: z.array(z.object({ id, name: z.string(), currency, terms: z.nullable(z.object(terms)) })),
  /** Newest month first; what the share is a share of stays with the franchise. */
  months: z.array(
    z.object({
      id,
      month: day,
      franchiseId: id,
      franchiseName: z.string(),
      share: money,
      labels: money,
      topUp: money,
      total: money,
    }),
  ),
});
export type RoyaltyData = z.infer<typeof royalties>;

export const getRoyalties = defineCall({
  id: 'getRoyalties',
  method: 'GET',
  path: '/money/royalties',
  summary: 'Royalty terms of every franchise and what they came to by month',
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN'],
  right: 'money.view',
  data: royalties,
});

/** Problem: `validation` for a month that is closed. */
export const setRoyaltyTerms = defineCall({
  id: 'setRoyaltyTerms',
  method: 'PUT',
  path: '/money/royalties/{id}',
  summary: 'Royalty terms of a franchise from a month on',
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN'],
  right: 'money.pricing',
  audited: true,
  params: idParams,
  body: z.object(terms),
  data: royalties,
});
