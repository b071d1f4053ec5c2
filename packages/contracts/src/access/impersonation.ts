/**
 * Acting as somebody below (product-spec section 4 "Impersonation"; decisions 4, 5 and 8). The server holds the truth:
 * a chain of sessions. The history entry that the client stores names a parked session and carries no usable token.
 *
 * Super admin: anyone below, naming the franchise. Franchise admin and support: users of the franchise's customers.
 * Refused: upwards, sideways, customer admins (`forbidden`), a person or company that is switched off (`cannot_impersonate`).
 */
import * as z from 'zod/mini';
import { tokenPair } from './auth.ts';
import { defineCall, ROLES } from '../call.ts';
import { id, required } from '../common.ts';

/** What goes onto `impersonate_history` (product-spec section 3). `token` and `refreshToken` are references, not tokens. */
export const historyEntry = z.object({
  /** "session:<id>" of the parked session; what revert is asked for. */
  token: z.string(),
  /** Always empty: a parked session is not refreshed. */
  refreshToken: z.string(),
  user: z.object({ fullName: z.string(), userName: z.string(), roles: z.array(z.enum(ROLES)) }),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const impersonate = defineCall({
  id: 'impersonate',
  method: 'POST',
  path: '/admin/login/impersonate',
  summary: 'Act as a user below: new tokens; the current session is parked until revert',
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN', 'ROLE_SUPPORT'],
  right: 'customers.impersonate',
  audited: false,
  query: z.object({ username: required(254) }),
  body: z.object({
    /** Why; the customer reads it. */
    reason: required(500),
    /** Of a super admin only: in which franchise the user name is meant. */
    franchiseId: z.optional(id),
  }),
  data: z.object({
    /** Oneself was named: nothing happened, and there are no tokens. */
    ignored: z.boolean(),
    tokens: z.nullable(tokenPair),
    history: z.nullable(historyEntry),
  }),
});

export const revert = defineCall({
  id: 'revertImpersonation',
  method: 'POST',
  path: '/admin/login/revert',
  summary: 'Back to the chosen session of the chain (else the last), with fresh tokens; later ones end',
  auth: 'access',
  audited: false,
  body: z.object({
    /** `token` of a history entry, or the id of a session of the chain. Absent: one step back. */
    to: z.optional(z.string().check(z.maxLength(60))),
  }),
  data: z.object({
    /** There was no history: the session is ended. */
    loggedOut: z.boolean(),
    tokens: z.nullable(tokenPair),
    /** What is left of the history, oldest first. */
    history: z.array(historyEntry),
  }),
});
