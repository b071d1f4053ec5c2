/**
 * Taking a live account on: staff of the operator and of franchises find accounts of their own and of those below them, keep the exact
 * traffic of one for a day at most, and export a redacted case of it.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, required } from '../common.ts';

const staff = {
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN'],
  right: 'connectors.inspect',
} as const;

export const accountKind = z.enum(['carrier', 'store']);

/** Longest a recording lasts, in hours, and how long what it kept is there, in days from its beginning. */
export const MOST_HOURS = 24;
export const KEPT_DAYS = 7;

export const liveAccount = z.object({
  kind: accountKind,
  id,
  name: z.string(),
  connector: z.string(),
  connectorName: z.string(),
  mode: z.enum(['live', 'sandbox', 'simulator']),
  state: z.string(),
  owner: z.string(),
  /** Until when exact traffic is kept; null while it is not. */
  keptUntil: z.nullable(z.string()),
});
export type LiveAccount = z.infer<typeof liveAccount>;

export const recording = z.object({
  id,
  reason: z.string(),
  startedBy: z.string(),
  startedAt: z.string(),
  until: z.string(),
  stoppedAt: z.nullable(z.string()),
  running: z.boolean(),
  /** Everything it kept is deleted then. */
  expiresAt: z.string(),
  bytes: z.int(),
  mostBytes: z.int(),
  calls: z.int(),
  /** Calls that did not fit any more. */
  dropped: z.int(),
});
export type Recording = z.infer<typeof recording>;

export const recordedCall = z.object({
  id,
  at: z.string(),
  reference: z.string(),
  operation: z.string(),
  method: z.string(),
  status: z.nullable(z.int()),
  bytes: z.int(),
});
export type RecordedCall = z.infer<typeof recordedCall>;

export const listLiveAccounts = defineCall({
  id: 'listLiveAccounts',
  method: 'GET',
  path: '/connectors/accounts',
  summary: 'Carrier and store accounts of the tenant and of those below it, by name, connector or owner',
  ...staff,
  query: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
  /** The first hundred. */
  data: z.object({ accounts: z.array(liveAccount), more: z.boolean() }),
});

export const liveAccountDetail = z.object({
  account: liveAccount,
  /** Newest first; those whose time is over are gone. */
  recordings: z.array(recording),
});
export type LiveAccountDetail = z.infer<typeof liveAccountDetail>;

export const getLiveAccount = defineCall({
  id: 'getLiveAccount',
  method: 'GET',
  path: '/connectors/accounts/{id}',
  summary: 'One account and what was kept of its traffic',
  ...staff,
  params: idParams,
  data: liveAccountDetail,
});

export const startRecording = defineCall({
  id: 'startRecording',
  method: 'POST',
  path: '/connectors/accounts/{id}/recordings',
  summary: 'Keep the exact traffic of an account from now on, encrypted and without its secrets, for a day at most',
  ...staff,
  audited: true,
  params: idParams,
  body: z.object({
    hours: z.int().check(z.minimum(1), z.maximum(MOST_HOURS)),
    /** Stands in the log of the owner too. */
    reason: required(500),
  }),
  data: liveAccountDetail,
});

export const stopRecording = defineCall({
  id: 'stopRecording',
  method: 'POST',
  path: '/connectors/recordings/{id}/stop',
  summary: 'Keep nothing more; what was kept stays until it expires',
  ...staff,
  audited: true,
  params: idParams,
  data: recording,
});

export const eraseRecording = defineCall({
  id: 'eraseRecording',
  method: 'DELETE',
  path: '/connectors/recordings/{id}',
  summary: 'Delete a recording and everything it kept',
  ...staff,
  audited: true,
  params: idParams,
  data: z.object({}),
});

export const listRecordedCalls = defineCall({
  id: 'listRecordedCalls',
  method: 'GET',
  path: '/connectors/recordings/{id}/calls',
  summary: 'Calls of a recording, newest first, two hundred at most; `before` goes on',
  ...staff,
  params: idParams,
  query: z.object({ before: z.optional(id) }),
  data: z.object({ calls: z.array(recordedCall), more: z.boolean() }),
});

export const getRecordedCall = defineCall({
  id: 'getRecordedCall',
  method: 'GET',
  path: '/connectors/recordings/{id}/calls/{callId}',
  summary: 'What went over the line in one call, without the secrets of the account',
  ...staff,
  audited: true,
  params: z.object({ id, callId: id }),
  data: z.object({
    call: recordedCall,
    address: z.string(),
    request: z.string(),
    response: z.nullable(z.string()),
  }),
});
export type ExactCall = z.infer<typeof getRecordedCall.data>;

export const exportCase = defineCall({
  id: 'exportCase',
  method: 'POST',
  path: '/connectors/recordings/{id}/case',
  summary:
    'A file a developer makes a case of: the calls with names, addresses and numbers replaced, the same everywhere',
  ...staff,
  audited: true,
  params: idParams,
  body: z.object({
    name: required(100),
    callIds: z.array(id).check(z.minLength(1), z.maxLength(20)),
  }),
  produces: 'application/octet-stream',
});
