/**
 * A second factor that somebody lost, taken away by their franchise: support asks with a reason, and it is done when a second
 * person with the right to manage people confirms, or a day later. The person is told at once by mail and can stop it by a link.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, required } from '../common.ts';

export const FACTOR_RESET_HOURS = 24;
export const FACTOR_RESET_STATES = ['waiting', 'done', 'stopped', 'withdrawn'] as const;

export const factorReset = z.object({
  id,
  userName: z.string(),
  fullName: z.string(),
  state: z.enum(FACTOR_RESET_STATES),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  /** When it is done without a second person. */
  dueAt: z.iso.datetime(),
  /** Null: nobody did, or it is not over. */
  confirmedBy: z.nullable(z.string()),
  endedAt: z.nullable(z.iso.datetime()),
  /** The caller is a second person with the right. */
  canConfirm: z.boolean(),
});
export type FactorReset = z.infer<typeof factorReset>;

const staff = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPPORT'],
  right: 'customers.impersonate',
} as const;

export const listFactorResets = defineCall({
  id: 'listFactorResets',
  method: 'GET',
  path: '/franchise/customers/{id}/factor-resets',
  summary: 'Resets of second factors of a customer’s people, newest first',
  ...staff,
  params: idParams,
  data: z.object({ resets: z.array(factorReset) }),
});

export const askFactorReset = defineCall({
  id: 'askFactorReset',
  method: 'POST',
  path: '/franchise/customers/{id}/factor-resets',
  summary: 'Ask that the second factor of a customer’s person is taken away; they are told by mail',
  ...staff,
  audited: true,
  params: idParams,
  body: z.object({ username: required(254), reason: required(500) }),
  data: factorReset,
});

export const confirmFactorReset = defineCall({
  id: 'confirmFactorReset',
  method: 'POST',
  path: '/franchise/factor-resets/{id}/confirm',
  summary: 'As a second person: take the second factor away now, and end the person’s sessions',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN'],
  right: 'users.manage',
  audited: true,
  params: idParams,
  data: factorReset,
});

export const withdrawFactorReset = defineCall({
  id: 'withdrawFactorReset',
  method: 'DELETE',
  path: '/franchise/factor-resets/{id}',
  summary: 'Take a reset back that waits',
  ...staff,
  audited: true,
  params: idParams,
  data: factorReset,
});

export const stopFactorReset = defineCall({
  id: 'stopFactorReset',
  method: 'POST',
  path: '/user/factor-reset/stop',
  summary: 'Stop a reset by the link of the mail; the second factor stays',
  auth: 'public',
  body: z.object({ token: required(400) }),
  data: z.object({}),
});
