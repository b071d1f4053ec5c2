/** What a simulator is made of: routes that speak the vendor's protocol, accounts, books, a clock. */
import { randomBytes } from 'node:crypto';
import type { Json } from '@scanship/domain/values/json';
import type { Books } from './books.ts';
import type { DrawLabel } from './test-label.ts';

export interface SimRequest {
  readonly method: string;
  /** Path below the simulator's own address, without the query. */
  readonly path: string;
  /** Values of `:name` segments, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  text(): string;
}

export interface SimAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
}

export interface SimAccount {
  /** Who it is in the books. */
  readonly id: string;
  readonly name: string;
  /** The vendor's credential fields ("clientId", "secret", "customer" ...). */
  readonly credentials: Readonly<Record<string, string>>;
}

export interface SimContext {
  readonly books: Books;
  readonly accounts: readonly SimAccount[];
  /** The simulator's clock: real time plus the offset set over the admin API. */
  now(): Date;
  /** Base address as the caller used it, for links in answers. */
  readonly address: string;
  readonly drawLabel: DrawLabel;
  /** A fresh id: prefix and 12 hexadecimal digits. */
  newId(prefix: string): string;
}

export interface SimRoute {
  /** Unique in the simulator; faults name it. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** "/v1/shipments/:id" */
  readonly path: string;
  readonly effect: 'read' | 'effect' | 'auth';
  /** Tells calls of one address apart (SOAP actions). */
  readonly when?: ((request: SimRequest) => boolean) | undefined;
  handle(request: SimRequest, context: SimContext): SimAnswer | Promise<SimAnswer>;
}

/** A push and how it was received; status 0 where nobody answered. */
export interface SimPush {
  readonly account: string;
  readonly status: number;
}

export interface Simulator {
  readonly slug: string;
  readonly name: string;
  readonly accounts: readonly SimAccount[];
  readonly routes: readonly SimRoute[];
  /** Sends what the vendor would push by now to whoever subscribed; answers what each was answered. `PUT _admin/<slug>/push`. */
  readonly push?: ((context: SimContext) => Promise<readonly SimPush[]>) | undefined;
  /**
   * Calls for tests and judges only, below `/_admin/<slug>`: to play a buyer, to send a delivery again. No fault touches
   * them, and they are not behind the simulator's own address, which other servers may pass on to browsers.
   */
  readonly admin?: readonly SimRoute[] | undefined;
  /** How the vendor answers an address it does not have; plain text where nothing is known of that. */
  readonly unknown?: ((request: SimRequest) => SimAnswer) | undefined;
  /** Calls allowed per account key (Authorization header or address); unlimited when absent. */
  readonly throttle?: { readonly calls: number; readonly perMs: number } | undefined;
}

/** @throws RangeError for a slug or route list that cannot work, so that a mistake shows when the simulator is loaded. */
export function createSimulator(simulator: Simulator): Simulator {
  if (!/^[a-z][a-z0-9-]*$/.test(simulator.slug)) throw new RangeError(`slug "${simulator.slug}" is not a slug`);
  const names = [...simulator.routes, ...(simulator.admin ?? [])].map((r) => r.name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new RangeError(`route "${twice}" of ${simulator.slug} is there twice`);
  return simulator;
}

/** A refusal on the vendor's terms, thrown anywhere in a handler; the simulator's own format makes the answer. */
export class SimRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.name = 'SimRefusal';
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** Wraps a handler so that refusals become the vendor's own error format. */
export const refusing =
  (
    handle: SimRoute['handle'],
    format: (refusal: SimRefusal, request: SimRequest, context: SimContext) => SimAnswer,
  ): SimRoute['handle'] =>
  async (request, context) => {
    try {
      return await handle(request, context);
    } catch (error) {
      if (!(error instanceof SimRefusal)) throw error;
      return format(error, request, context);
    }
  };

export const newId = (prefix: string): string => `${prefix}${randomBytes(6).toString('hex')}`;

export const jsonAnswer = (status: number, value: Json, headers: Readonly<Record<string, string>> = {}): SimAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

export const xmlAnswer = (status: number, body: string, type = 'text/xml; charset=utf-8'): SimAnswer => ({
  status,
  headers: { 'content-type': type },
  body,
});

/** User and password of a Basic header, or undefined. */
export function basicAuth(request: SimRequest): { readonly user: string; readonly password: string } | undefined {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '');
  const text = match?.[1] === undefined ? '' : Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The JSON body, or a 400 refusal. */
export function jsonBody(request: SimRequest): unknown {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new SimRefusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
  try {
    return JSON.parse(request.text()) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SimRefusal(400, 'MALFORMED_JSON', 'The body is not JSON.');
  }
}

/** Part of a list: `offset` items are left out, at most `limit` follow; `next` is the offset of the next part. */
export function pageOf<T>(
  items: readonly T[],
  offset: number,
  limit: number,
): { readonly items: readonly T[]; readonly total: number; readonly next: number | undefined } {
  const part = items.slice(offset, offset + limit);
  return {
    items: part,
    total: items.length,
    next: offset + part.length < items.length ? offset + part.length : undefined,
  };
}
