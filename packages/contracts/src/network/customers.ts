/**
 * Customers of a franchise (issue 4, line 4). The franchise admin runs them; a sales agent sees those assigned to them,
 * read only; support sees all, without margin. Figures are roll-ups kept under the franchise, at most minutes old.
 */
import * as z from 'zod/mini';
import { PLAN_NAMES } from '../access/auth.ts';
import { defineCall } from '../call.ts';
import { currency, day, id, idParams, minor, money, recordVersion, required } from '../common.ts';

export const CUSTOMER_STATES = ['active', 'suspended'] as const;
/** `restricted` ones are active, and may not ship. */
export const CUSTOMER_FILTERS = [...CUSTOMER_STATES, 'restricted'] as const;
export const CUSTOMER_SORTS = ['name', 'newest', 'labels', 'spend', 'lastLabel'] as const;

export const customerFigures = z.object({
  /** Labels that stand, of the last 30 days. */
  labels30: z.int(),
  /** What they paid for them, in the franchise's currency or their own where all is in one. */
  spend30: money,
  /** Of the franchise; null for who may not see costs. */
  margin30: z.nullable(money),
  lastLabelAt: z.nullable(z.iso.datetime()),
  /** Unfulfilled orders past their ship-by date. */
  lateOrders: z.int(),
  unfulfilledOrders: z.int(),
  /** Purchases and voids whose outcome is unknown or disputed. */
  openOutcomes: z.int(),
  /** When the figures were made. */
  asOf: z.nullable(z.iso.datetime()),
});

/** It may sign in, look and pay, and may not ship. */
export const customerRestriction = z.object({
  since: z.iso.datetime(),
  reason: z.string(),
  /** Lifted by itself when what was owed then is paid. */
  untilPaid: z.boolean(),
});

export const customerSummary = z.object({
  id,
  name: z.string(),
  state: z.enum(CUSTOMER_STATES),
  restriction: z.nullable(customerRestriction),
  plan: z.enum(PLAN_NAMES),
  people: z.int(),
  /** An administrator has been invited and nobody signed up yet. */
  invited: z.boolean(),
  /** Assigned sales agent. */
  agent: z.nullable(z.object({ id, name: z.string() })),
  /** What it is priced with. */
  group: z.nullable(z.object({ id, name: z.string() })),
  createdAt: z.iso.datetime(),
  figures: customerFigures,
});
export type CustomerSummary = z.infer<typeof customerSummary>;

/** What the customer may owe. */
export const customerCredit = z.object({
  /** Null: billed later without a limit. */
  limitMinor: z.nullable(minor),
  currency,
  /** Owed now, and set aside for labels on their way. */
  owedMinor: minor,
  reservedMinor: minor,
  /** Days until a statement is due. */
  termsDays: z.int(),
  note: z.string(),
});

export const customerDetail = z.extend(customerSummary, {
  timeZone: z.string(),
  locale: z.enum(['en-CA', 'fr-CA']),
  currency,
  /** Null for who may not see money. */
  credit: z.nullable(customerCredit),
  note: z.string(),
  suspendedReason: z.nullable(z.string()),
  /** The sales agent by whose link the customer signed up, whoever looks after it now; for who manages customers. */
  referredBy: z.nullable(z.object({ name: z.string() })),
  /** People by state and role; whom support may act as. */
  users: z.array(
    z.object({
      userName: z.string(),
      fullName: z.string(),
      email: z.string(),
      roleName: z.string(),
      state: z.enum(['active', 'suspended', 'unverified', 'invited']),
      lastSignInAt: z.nullable(z.iso.datetime()),
      /** They sign in with an authenticator app or a passkey, too. */
      secondFactor: z.boolean(),
      /** The caller may act as them. */
      canImpersonate: z.boolean(),
    }),
  ),
  /** Labels and spend per day, oldest first; days without any are left out. */
  days: z.array(z.object({ day, labels: z.int(), spendMinor: minor, marginMinor: z.nullable(minor) })),
  version: recordVersion,
});
export type CustomerDetail = z.infer<typeof customerDetail>;

const viewers = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SALES_AGENT', 'ROLE_SUPPORT'],
  right: 'customers.view',
} as const;
const manager = { auth: 'access', roles: ['ROLE_FRANCHISE_ADMIN'], right: 'customers.manage', audited: true } as const;

const sought = {
  search: z.optional(z.string().check(z.maxLength(100))),
  state: z.optional(z.enum(CUSTOMER_FILTERS)),
  plan: z.optional(z.enum(PLAN_NAMES)),
  agentId: z.optional(id),
  groupId: z.optional(id),
  sort: z.optional(z.enum(CUSTOMER_SORTS)),
};

export const listCustomers = defineCall({
  id: 'listCustomers',
  method: 'GET',
  path: '/franchise/customers',
  summary: 'Customers with their volumes; search is by name, e-mail of an administrator or id',
  ...viewers,
  query: z.object({
    ...sought,
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  data: z.object({
    customers: z.array(customerSummary),
    totalRecords: z.int(),
    totalPage: z.int(),
    currentPage: z.int(),
    /** Staff a customer can be assigned to. */
    agents: z.array(z.object({ id, name: z.string() })),
    groups: z.array(z.object({ id, name: z.string() })),
  }),
});

export const exportCustomers = defineCall({
  id: 'exportCustomers',
  method: 'GET',
  path: '/franchise/customers/export',
  summary: 'All customers that match, with what the list shows of them',
  ...viewers,
  query: z.object(sought),
  produces: 'text/csv',
});

export const getCustomer = defineCall({
  id: 'getCustomer',
  method: 'GET',
  path: '/franchise/customers/{id}',
  summary: 'One customer with people, credit and the last 90 days',
  ...viewers,
  params: idParams,
  data: customerDetail,
});

export const createCustomer = defineCall({
  id: 'createCustomer',
  method: 'POST',
  path: '/franchise/customers',
  summary: 'A new customer on a plan; with an address its administrator gets an invitation',
  ...manager,
  idempotent: true,
  body: z.object({
    name: required(120),
    plan: z.enum(PLAN_NAMES),
    administratorEmail: z.optional(z.email().check(z.maxLength(254))),
    timeZone: z.optional(z.string().check(z.maxLength(60))),
    locale: z.optional(z.enum(['en-CA', 'fr-CA'])),
    agentId: z.optional(id),
  }),
  data: customerDetail,
});

export const updateCustomer = defineCall({
  id: 'updateCustomer',
  method: 'PUT',
  path: '/franchise/customers/{id}',
  summary: 'Rename, note, time zone and language',
  ...manager,
  params: idParams,
  body: z.object({
    name: required(120),
    note: z.string().check(z.trim(), z.maxLength(2_000)),
    timeZone: required(60),
    locale: z.enum(['en-CA', 'fr-CA']),
    version: recordVersion,
  }),
  data: customerDetail,
});

export const inviteCustomerAdmin = defineCall({
  id: 'inviteCustomerAdmin',
  method: 'POST',
  path: '/franchise/customers/{id}/invite',
  summary: 'Mail an invitation to administer the customer; sent again, the old link is void',
  ...manager,
  params: idParams,
  body: z.object({ email: z.email().check(z.maxLength(254)) }),
  data: customerDetail,
});

/** Problems: `not_found` (the customer, or the person there), `validation` (verified already), `wait_to_resend`, `rate_limited`. */
export const sendCustomerCode = defineCall({
  id: 'sendCustomerCode',
  method: 'POST',
  path: '/franchise/customers/{id}/verification',
  summary: 'Mail a customer’s person another code to verify their account; the one before stops working',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPPORT'],
  right: 'customers.impersonate',
  audited: true,
  params: idParams,
  body: z.object({ username: required(254) }),
  data: z.object({ email: z.string() }),
});

export const suspendCustomer = defineCall({
  id: 'suspendCustomer',
  method: 'POST',
  path: '/franchise/customers/{id}/suspend',
  summary: 'Nobody of the customer can sign in or go on working; nothing is lost',
  ...manager,
  params: idParams,
  body: z.object({ reason: required(500) }),
  data: customerDetail,
});

export const resumeCustomer = defineCall({
  id: 'resumeCustomer',
  method: 'POST',
  path: '/franchise/customers/{id}/resume',
  summary: 'Let the customer work again',
  ...manager,
  params: idParams,
  data: customerDetail,
});

export const restrictCustomer = defineCall({
  id: 'restrictCustomer',
  method: 'POST',
  path: '/franchise/customers/{id}/restrict',
  summary: 'The customer may sign in, look, export and pay, and may not ship; told by mail with the reason',
  ...manager,
  params: idParams,
  body: z.object({
    reason: required(500),
    /** Lift it when what is owed now is paid; refused (validation) where nothing is. */
    untilPaid: z.boolean(),
  }),
  data: customerDetail,
});

export const liftRestriction = defineCall({
  id: 'liftCustomerRestriction',
  method: 'POST',
  path: '/franchise/customers/{id}/lift-restriction',
  summary: 'Let the customer ship again; told by mail',
  ...manager,
  params: idParams,
  data: customerDetail,
});

export const setCustomerCredit = defineCall({
  id: 'setCustomerCredit',
  method: 'PUT',
  path: '/franchise/customers/{id}/credit',
  summary: 'Credit limit (null: none) and payment terms; a label over the limit is refused from then on',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN'],
  right: 'money.credit',
  audited: true,
  params: idParams,
  body: z.object({
    limitMinor: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000_00))),
    termsDays: z.int().check(z.minimum(0), z.maximum(180)),
    note: z.string().check(z.trim(), z.maxLength(500)),
  }),
  data: customerDetail,
});

export const assignAgent = defineCall({
  id: 'assignCustomerAgent',
  method: 'PUT',
  path: '/franchise/customers/{id}/agent',
  summary: 'Assign a sales agent, or none',
  ...manager,
  params: idParams,
  body: z.object({ agentId: z.nullable(id) }),
  data: customerDetail,
});
