/**
 * People of the caller's own tenant (a customer's users, a franchise's or the operator's staff): list, invite, role,
 * suspend, remove (issue 4, lines 1 and 4). An invited person opens `/auth/register?invitation=<token>`, whose page asks
 * `getInvitation` (auth.ts), and signs up with the token.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams } from '../common.ts';
import { role } from './roles.ts';

export const PERSON_STATES = ['active', 'suspended', 'unverified', 'invited'] as const;

/** A person, or an invitation nobody has accepted yet (state `invited`; `id` is then the invitation's). */
export const person = z.object({
  id,
  state: z.enum(PERSON_STATES),
  /** Empty for an invitation. */
  userName: z.string(),
  fullName: z.string(),
  email: z.string(),
  role: z.object({ id, name: z.string(), baseRole: role.shape.baseRole, builtIn: z.boolean() }),
  secondFactor: z.boolean(),
  lastSignInAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  /** Of an invitation; past: it must be sent again. */
  expiresAt: z.nullable(z.iso.datetime()),
  /** The caller's own row: nobody suspends or removes themselves. */
  self: z.boolean(),
  /** Whether the caller may change this person: it holds nothing the caller lacks. */
  editable: z.boolean(),
});
export type Person = z.infer<typeof person>;

const manager = {
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN', 'ROLE_CUSTOMER_ADMIN'],
  right: 'users.manage',
} as const;

export const listPeople = defineCall({
  id: 'listPeople',
  method: 'GET',
  path: '/users',
  summary: 'People and open invitations, by name',
  ...manager,
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(100))),
    state: z.optional(z.enum(PERSON_STATES)),
    roleId: z.optional(id),
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  data: z.object({
    people: z.array(person),
    totalRecords: z.int(),
    totalPage: z.int(),
    currentPage: z.int(),
    /** Of the plan, counted with open invitations; null: no limit. */
    seats: z.object({ used: z.int(), limit: z.nullable(z.int()) }),
  }),
});

export const invitePerson = defineCall({
  id: 'invitePerson',
  method: 'POST',
  path: '/users/invite',
  summary: 'Mail an invitation; problems: validation (already here or invited), plan_limit, forbidden (role above own)',
  ...manager,
  audited: true,
  idempotent: true,
  body: z.object({
    email: z.email().check(z.maxLength(254)),
    firstName: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    lastName: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    roleId: id,
    locale: z.optional(z.enum(['en-CA', 'fr-CA'])),
  }),
  data: person,
});

export const resendInvitation = defineCall({
  id: 'resendInvitation',
  method: 'POST',
  path: '/users/invitations/{id}/resend',
  summary: 'Mail the invitation again with a new link; the old one is void. At most once a minute',
  ...manager,
  audited: true,
  params: idParams,
  data: person,
});

export const withdrawInvitation = defineCall({
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/users/invitations/{id}',
  summary: 'Take an invitation back; its link is void',
  ...manager,
  audited: true,
  params: idParams,
  data: z.object({}),
});

export const setPersonRole = defineCall({
  id: 'setPersonRole',
  method: 'PUT',
  path: '/users/{id}/role',
  summary: 'Give a person another role; holds from their next call on. Problems: forbidden, last_admin',
  ...manager,
  audited: true,
  params: idParams,
  body: z.object({ roleId: id }),
  data: person,
});

export const suspendPerson = defineCall({
  id: 'suspendPerson',
  method: 'POST',
  path: '/users/{id}/suspend',
  summary: 'Sign a person out everywhere and let them in no more',
  ...manager,
  audited: true,
  params: idParams,
  body: z.object({ reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
  data: person,
});

export const resumePerson = defineCall({
  id: 'resumePerson',
  method: 'POST',
  path: '/users/{id}/resume',
  summary: 'Let a suspended person in again',
  ...manager,
  audited: true,
  params: idParams,
  data: person,
});

export const removePerson = defineCall({
  id: 'removePerson',
  method: 'DELETE',
  path: '/users/{id}',
  summary: 'End their place here; what they did stays under their name. An account with no other place is closed',
  ...manager,
  audited: true,
  params: idParams,
  data: z.object({}),
});
