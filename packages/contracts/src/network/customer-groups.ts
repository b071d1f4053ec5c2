/**
 * Groups of customers that a franchise prices alike (decision 0370). A customer is in one group at the most, so that one list of
 * mark-ups counts. Who may set prices keeps groups and says who is in them.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, recordVersion, required } from '../common.ts';
import { confirmCode } from '../money/markups.ts';

/** More than anybody tells apart. */
export const MOST_CUSTOMER_GROUPS = 100;

export const customerGroup = z.object({
  id,
  name: z.string(),
  customers: z.int(),
  /** `used`: they count for its customers; `waits`: they begin on a day; `none`: they are charged by their plan's or the default. */
  markups: z.enum(['none', 'waits', 'used']),
  version: recordVersion,
});
export type CustomerGroup = z.infer<typeof customerGroup>;

const keeper = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN'],
  right: 'money.pricing',
} as const;
const groups = z.object({ groups: z.array(customerGroup) });
const name = required(80);

export const listCustomerGroups = defineCall({
  id: 'listCustomerGroups',
  method: 'GET',
  path: '/franchise/customer-groups',
  summary: 'The groups of customers by name, with how many are in each and whether it has mark-ups',
  ...keeper,
  data: groups,
});

export const addCustomerGroup = defineCall({
  id: 'addCustomerGroup',
  method: 'POST',
  path: '/franchise/customer-groups',
  summary: 'A new group of customers',
  ...keeper,
  audited: true,
  idempotent: true,
  body: z.object({ name }),
  data: groups,
});

export const renameCustomerGroup = defineCall({
  id: 'renameCustomerGroup',
  method: 'PUT',
  path: '/franchise/customer-groups/{id}',
  summary: 'Rename a group; its mark-ups and customers stay',
  ...keeper,
  audited: true,
  params: idParams,
  body: z.object({ name, version: recordVersion }),
  data: groups,
});

/** Problem `group_in_use`, with what to do first: nobody's price changes by a removal. */
export const removeCustomerGroup = defineCall({
  id: 'removeCustomerGroup',
  method: 'DELETE',
  path: '/franchise/customer-groups/{id}',
  summary: 'Remove a group that nobody is in and whose mark-ups are not used',
  ...keeper,
  audited: true,
  params: idParams,
  data: groups,
});

/** Problem `below_cost` where labels of the last 30 days would be sold below cost; its code confirms. */
export const putCustomersInGroup = defineCall({
  id: 'putCustomersInGroup',
  method: 'POST',
  path: '/franchise/customer-groups/members',
  summary: 'Put customers into a group, or into none; their next quotes have its prices',
  ...keeper,
  audited: true,
  body: z.object({
    customerIds: z.array(id).check(z.minLength(1), z.maxLength(200)),
    /** Null: into none. */
    groupId: z.nullable(id),
    confirm: z.optional(confirmCode),
  }),
  data: z.object({ moved: z.int() }),
});
