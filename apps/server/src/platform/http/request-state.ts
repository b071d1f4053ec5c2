/** What the fixed order of a request works out on its way, kept on the request. */
import type { OpenSpan } from '@scanship/connector-kit/spans';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config/config.ts';
import type { RequestContext } from '../context.ts';
import type { AgentContext } from './agent-context.ts';
import type { UploadedFile } from './handler.ts';
import { claimOf, type ClaimedOrigin } from './named-host.ts';
import type { SessionToken } from './session-token.ts';

export interface RequestState {
  /** Nonce of this answer's content security policy. */
  readonly nonce: string;
  readonly startedAt: bigint;
  readonly abort: AbortController;
  readonly bearer: string | undefined;
  /** What the bearer token says, where it is one of ours for a session: genuine, which does not say that it lives. */
  readonly token: SessionToken | undefined;
  /** Characters of its JSON body, once that is read. */
  bodyLength: number;
  ctx: RequestContext | undefined;
  agent: AgentContext | undefined;
  file: UploadedFile | undefined;
  /** Reason of a failure that the person saw only as a reference. */
  failure: unknown;
  /** Undefined where nothing is traced. */
  span: OpenSpan | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook of every request. */
    state: RequestState;
  }
}

/** Where the request says it came to, by the trusted proxy or itself; undefined where that is no host. */
export const claimedBy = (request: FastifyRequest): ClaimedOrigin | undefined =>
  claimOf(request.protocol, request.host);

/** Host the browser used: lower case, without port; empty where what is named is no host. Good for a look-up only. */
export const hostOf = (request: FastifyRequest): string => claimedBy(request)?.host ?? '';

/** What proxies add; whoever comes through one may be anywhere. */
const OF_PROXIES = ['forwarded', 'via', 'x-real-ip'];

/** The connection comes over loopback, and nothing says that a proxy or a tunnel passed it on. */
export const isFromHere = (request: FastifyRequest): boolean =>
  isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
  Object.keys(request.headers).every((name) => !OF_PROXIES.includes(name) && !name.startsWith('x-forwarded-'));

/**
 * Asked by a program on this very machine by one of its own names, so that no foreign page can have asked (a name made to
 * lead here). For what must not be shown to the network; never a proof of who asks.
 */
export const isLocal = (request: FastifyRequest): boolean => isFromHere(request) && isLoopback(hostOf(request));

/** The token of `Authorization: Bearer ...`, or undefined. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Path of the request without the query; neither belongs into a log, where `routeOf` stands for them. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? request.url;

/**
 * The pattern that the request met ("/api/user/reset-password/:x"), for logs: an address holds tokens of mailed links,
 * e-mail addresses and secrets of callbacks. "none" is an address without a route, a page of the web application or nothing.
 */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none';
