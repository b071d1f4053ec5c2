/**
 * How a module answers a call. Every module exports `routes(services): readonly Route[]`; the application registers them,
 * which gives each the same order: budgets, authenticate, validate, authorise, handle, present.
 */
import type { BodyOf, Call, DataOf } from '@scanship/contracts/call';
import type * as z from 'zod/mini';
import type { RequestContext } from '../context.ts';
import type { Outcome } from '../problem.ts';
import type { AgentContext } from './agent-context.ts';
import type { ClaimedOrigin } from './named-host.ts';

export interface UploadedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

export interface Incoming<C extends Call> {
  /** Absent only for calls with auth `public` or `agent`. */
  readonly ctx: C['auth'] extends 'public' | 'agent' ? RequestContext | undefined : RequestContext;
  /** The machine that asks; only for calls with auth `agent`. */
  readonly agent: C['auth'] extends 'agent' ? AgentContext : undefined;
  readonly params: Parsed<C['params']>;
  readonly query: Parsed<C['query']>;
  readonly body: Parsed<C['body']>;
  readonly file: C['upload'] extends true ? UploadedFile : undefined;
  readonly requestId: string;
  /** Host the browser used, without port, lower case. */
  readonly host: string;
  /** Scheme, host and port as the browser names them, not proved to be ours: `SiteOrigins` says what may be sent out. */
  readonly origin: ClaimedOrigin | undefined;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly ip: string;
  /** Asked by a program on this very machine, by one of its own names and with no proxy in between. */
  readonly local?: boolean | undefined;
  readonly userAgent: string;
  /** The Accept header as sent; empty when there is none. */
  readonly accept: string;
  /** Bearer token as sent; only for the calls about sessions. */
  readonly bearer: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** `Prefer: respond-async` (RFC 7240): answer 202 instead of waiting for long work. */
  readonly prefersAsync?: boolean | undefined;
  /** Fires when the client goes away. */
  readonly signal: AbortSignal;
}

/** Sent to this site only and never readable by its scripts. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
  /** Absent: `/api`. */
  readonly path?: string | undefined;
}

/** `data` must fit the call's schema. */
export interface Answer<D> {
  readonly kind: 'data';
  readonly data: D;
  readonly successMessage?: string | undefined;
  /** What the audit log tells besides what was sent: names, and what was before ("10.00 CAD -> 20.00 CAD"). */
  readonly told?: Readonly<Record<string, string>> | undefined;
  readonly status?: number | undefined;
  readonly cookies?: readonly SetCookie[] | undefined;
}

export interface FileAnswer {
  readonly kind: 'file';
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Default download name ("PackingSlip.pdf"). */
  readonly fileName: string;
  readonly inline?: boolean | undefined;
  /** What the caller should know beside the file; names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A file too large to be held: written as it comes, and given up when the client goes away. */
export interface DownloadAnswer {
  readonly kind: 'download';
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly contentType: string;
  readonly fileName: string;
}

/** JSON lines, each written as it comes; ends when the iterator ends. */
export interface StreamAnswer<D> {
  readonly kind: 'stream';
  readonly lines: AsyncIterable<D>;
}

export type AnyAnswer<C extends Call> = Answer<DataOf<C>> | FileAnswer | DownloadAnswer | StreamAnswer<DataOf<C>>;

export interface Route<C extends Call = Call> {
  readonly call: C;
  handle(incoming: Incoming<C>): Promise<Outcome<AnyAnswer<C>>>;
}

/** Ties a handler to its call with full types: `route(getOrder, async ({ ctx, params }) => ...)`. */
export const route = <const C extends Call>(
  call: C,
  handle: (incoming: Incoming<C>) => Promise<Outcome<AnyAnswer<C>>>,
): Route =>
  // The registrar only ever passes what the call's own schemas parsed, so the narrower parameter is safe here.
  ({ call, handle: handle as Route['handle'] });

export const data = <D>(value: D, more: Omit<Answer<D>, 'kind' | 'data'> = {}): Outcome<Answer<D>> => ({
  ok: true,
  value: { kind: 'data', data: value, ...more },
});

export type { BodyOf };
