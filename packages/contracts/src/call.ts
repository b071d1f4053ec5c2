/**
 * One `/api` call, described once: the server validates with it, the web client is typed by it and the OpenAPI document
 * is made from it. Schemas are `zod/mini` so that the browser carries little; one file per feature, no barrel.
 */
import type * as z from 'zod/mini';
import type { PagePermission, RoleName } from './access/pages.ts';
import type { ActionRight } from './access/rights.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anybody, a signed-in person, the holder of a refresh token, or a paired print agent (agent-v1.ts). */
export type CallAuth = 'public' | 'access' | 'refresh' | 'agent';

/**
 * Why a living session may make only some calls: the lock screen is up, or the franchise requires a second factor that
 * the person has not set up yet (issue 4, line 1; decisions 13).
 */
export const SESSION_LIMITS = ['locked', 'second_factor_due'] as const;
export type SessionLimit = (typeof SESSION_LIMITS)[number];

export { PAGE_PERMISSIONS, type PagePermission, ROLES, type RoleName } from './access/pages.ts';

export interface Call {
  /** Unique operation id, verb and noun ("createShipment"). */
  readonly id: string;
  readonly method: Method;
  /** Below `/api`, with `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Who makes it, where no screen of ours does: told in the documentation of the API. */
  readonly noScreen?: string;
  readonly auth: CallAuth;
  /** Public, but whoever is signed in is named: the browser sends its token along and renews one that has expired. */
  readonly namesCaller?: boolean;
  /** Page permission the person must hold; absent means any signed-in person. */
  readonly permission?: PagePermission;
  /** Roles that may call; absent means all that hold the permission. */
  readonly roles?: readonly RoleName[];
  /** Right the person must hold beside the page. What may be done in another's name stands in acting-table.ts. */
  readonly right?: ActionRight;
  /** A question, although its method is not GET (a list with a body): nothing of the tenant's is changed. */
  readonly readOnly?: boolean;
  /** true: written to the audit log whoever calls. false: never (the call writes its own entries, or is no act). Absent: when it changes something under impersonation. */
  readonly audited?: boolean;
  /** Limits under which a session may make the call all the same; absent means none. */
  readonly openWhile?: readonly SessionLimit[];
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** A multipart upload with one file part named `file`; `body` then describes the other fields. */
  readonly upload?: boolean;
  /** Shape of `data` in the envelope. */
  readonly data?: z.ZodMiniType;
  /** Not an envelope but a file or a stream of JSON lines (each line fits `data`). */
  readonly produces?:
    | 'application/pdf'
    | 'application/zip'
    | 'application/x-ndjson'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    | 'text/csv'
    | 'application/octet-stream';
  /** A spreadsheet that comes as CSV where the request prefers it. */
  readonly orCsv?: boolean;
  /** An `Idempotency-Key` header makes a repeated request answer the first result. */
  readonly idempotent?: boolean;
}

/** Keeps the literal types of a call's description. */
export const defineCall = <const C extends Call>(call: C): C => call;

export type BodyOf<C extends Call> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined;
export type QueryOf<C extends Call> = C['query'] extends z.ZodMiniObject ? z.input<C['query']> : undefined;
export type ParamsOf<C extends Call> = C['params'] extends z.ZodMiniObject ? z.input<C['params']> : undefined;
export type DataOf<C extends Call> = C['data'] extends z.ZodMiniType ? z.output<C['data']> : undefined;
