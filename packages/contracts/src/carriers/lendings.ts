/**
 * Whom a franchise lends its carrier accounts to, and without which of their services (decision 0023). Of what is said of an account the
 * line for the fewest counts, alone, as with mark-ups: the customer's own, else its group's, else its plan's, else everybody's; without
 * a line it is lent with all services.
 */
import * as z from 'zod/mini';
import { MARKUP_LISTS } from '@scanship/domain/pricing/markup-lists';
import { defineCall } from '../call.ts';
import { id, idParams, money } from '../common.ts';

/** Codes of services that are not lent. */
const leftOut = z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(500));
const service = z.object({ code: z.string(), name: z.string() });
const named = z.object({ id, name: z.string() });

export const lendingLine = z.object({
  kind: z.enum(MARKUP_LISTS),
  /** Null: everybody. */
  id: z.nullable(id),
  /** Of the customer, group or plan; empty for everybody. */
  name: z.string(),
  lent: z.boolean(),
  leftOut: z.array(z.string()),
});
export type LendingLine = z.infer<typeof lendingLine>;

const accountLendings = z.object({
  services: z.array(service),
  /** Everybody's first, then plans, groups and customers by name. */
  lines: z.array(lendingLine),
  plans: z.array(named),
  groups: z.array(named),
});
export type AccountLendings = z.infer<typeof accountLendings>;

export const customerLending = z.object({
  accountId: id,
  carrier: z.string(),
  carrierName: z.string(),
  name: z.string(),
  services: z.array(service),
  lent: z.boolean(),
  leftOut: z.array(z.string()),
  /** Which line counts; `none`: nothing is said, so it is lent. */
  from: z.enum([...MARKUP_LISTS, 'none']),
  /** Of the group or plan. */
  fromName: z.string(),
  /** What its labels of this calendar month cost the customer; null for who may not see money. */
  month: z.nullable(z.array(money)),
});
export type CustomerLending = z.infer<typeof customerLending>;

const keeper = { auth: 'access', roles: ['ROLE_FRANCHISE_ADMIN'], right: 'carriers.manage' } as const;

export const getAccountLendings = defineCall({
  id: 'getAccountLendings',
  method: 'GET',
  path: '/franchise/carriers/{id}/lendings',
  summary: 'Whom an account of the franchise is lent to, and without which services',
  ...keeper,
  params: idParams,
  data: accountLendings,
});

/** Problems: `not_found`; `validation` for a customer, group, plan or service that is not there, and where no service would be left. */
export const putAccountLending = defineCall({
  id: 'putAccountLending',
  method: 'PUT',
  path: '/franchise/carriers/{id}/lendings',
  summary: 'Lend an account to everybody, a plan, a group or customers, or not; it holds from the next quote on',
  ...keeper,
  audited: true,
  params: idParams,
  body: z.object({
    kind: z.enum(MARKUP_LISTS),
    /** Customers, one group or one plan; empty for everybody. */
    ids: z.array(id).check(z.maxLength(200)),
    /** Null: takes the line back, so that the next one counts. */
    lending: z.nullable(z.object({ lent: z.boolean(), leftOut })),
  }),
  data: accountLendings,
});

export const getCustomerLendings = defineCall({
  id: 'getCustomerLendings',
  method: 'GET',
  path: '/franchise/customers/{id}/lendings',
  summary: 'The accounts of the franchise as one customer ships with them, and why',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPPORT'],
  right: 'customers.view',
  params: idParams,
  data: z.object({ accounts: z.array(customerLending) }),
});
