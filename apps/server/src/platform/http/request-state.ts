/** What the fixed order of a request works out on its way, kept on the request. */
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../context.ts';
import type { AgentContext } from './agent-context.ts';
import type { UploadedFile } from './handler.ts';

export interface RequestState {
  /** Nonce of this answer's content security policy. */
  readonly nonce: string;
  readonly startedAt: bigint;
  readonly abort: AbortController;
  bearer: string | undefined;
  ctx: RequestContext | undefined;
  agent: AgentContext | undefined;
  file: UploadedFile | undefined;
  /** Reason of a failure that the person saw only as a reference. */
  failure: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the first hook of every request. */
    state: RequestState;
  }
}

/** Host the browser used: lower case, without port, as the trusted proxy or the request itself names it. */
export const hostOf = (request: FastifyRequest): string =>
  request.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '');

/** The token of `Authorization: Bearer ...`, or undefined. */
export const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Path of the request without the query, which may hold personal data and stays out of logs. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? request.url;
