/**
 * The append-only, hash-chained log of acts: everything changed under impersonation, and who changed people, roles,
 * customers, franchises and their settings (issue 4, line 5). A tenant reads its own: the customer its own, the
 * franchise and the operator theirs.
 */
import * as z from 'zod/mini';
import { ROLES } from './pages.ts';
import { defineCall } from '../call.ts';
import { day, id } from '../common.ts';

/** From who really signed in to the user in whose name it was done. */
export const auditActor = z.object({
  userName: z.string(),
  fullName: z.string(),
  roleName: z.nullable(z.enum(ROLES)),
  tenantName: z.string(),
});

export const auditEntry = z.object({
  id,
  at: z.iso.datetime(),
  actors: z.array(auditActor),
  /** Done by somebody acting as the last of `actors`. */
  impersonated: z.boolean(),
  /** Reason given for the impersonation. */
  reason: z.nullable(z.string()),
  /** Id of the call ("createShipment") or a named act ("impersonation.started", "outcome.decided"). */
  action: z.string(),
  /** What the call does, in English ("Buy a label"). */
  summary: z.string(),
  subject: z.nullable(z.object({ kind: z.string(), id })),
  /** done, refused by the server with a code, failed, or started (no outcome was recorded: it may have happened). */
  outcome: z.enum(['done', 'refused', 'failed', 'started']),
  /** Of a refusal: code and sentence; of a success: the sentence the person saw. */
  message: z.nullable(z.string()),
  /** Names of the fields that were sent, never their values; ids of the path. */
  details: z.record(z.string(), z.unknown()),
  ip: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Number of the seal that holds it; null: sealed within a second or two. */
  seal: z.nullable(z.int()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const reader = {
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN', 'ROLE_CUSTOMER_ADMIN'],
  right: 'audit.read',
} as const;

const filters = {
  /** Days in the tenant's time zone, both included. */
  from: z.optional(day),
  to: z.optional(day),
  /** User name of anybody in the chain. */
  userName: z.optional(z.string().check(z.maxLength(254))),
  action: z.optional(z.string().check(z.maxLength(80))),
  subjectId: z.optional(id),
  impersonated: z.optional(z.enum(['true', 'false'])),
};

export const listAudit = defineCall({
  id: 'listAudit',
  method: 'GET',
  path: '/audit',
  summary: 'Entries, newest first; `before` is the `next` of the page above',
  ...reader,
  query: z.object({
    ...filters,
    before: z.optional(id),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  data: z.object({
    entries: z.array(auditEntry),
    /** Ask again with `before` set to it; null: that was all. */
    next: z.nullable(id),
    /** Actions there are, for the filter. */
    actions: z.array(z.string()),
  }),
});

export const exportAudit = defineCall({
  id: 'exportAudit',
  method: 'GET',
  path: '/audit/export',
  summary: 'Entries as CSV, newest first, with the same filters; at most 50,000',
  ...reader,
  query: z.object(filters),
  produces: 'text/csv',
});

export const verifyAudit = defineCall({
  id: 'verifyAudit',
  method: 'GET',
  path: '/audit/verify',
  summary: 'Recompute every hash of the own log: whether anything was changed, removed or slipped in',
  ...reader,
  data: z.object({
    intact: z.boolean(),
    events: z.int(),
    seals: z.int(),
    /** Number and hash of the last seal: kept elsewhere, it shows later whether the log was made anew. */
    head: z.nullable(z.object({ no: z.int(), root: z.string() })),
    /** Events that the sealer has not come to yet. */
    unsealed: z.int(),
    /** Each in a sentence, at most a hundred. */
    problems: z.array(z.string()),
  }),
});
