/** Own request and answer cases: what we send, held against a fixture, and what we make of an answer, without any server. */
import assert from 'node:assert/strict';
import type { JsonObject } from '@scanship/domain/json';
import type { CancelInput, Carrier, RateInput, ShipInput, TrackInput } from './carrier.ts';
import type { CarrierEnv } from './environment.ts';
import type { HttpRequest } from './http.ts';
import { makeResponse } from './http-response.ts';
import { createTokenCache } from './token-source.ts';
import { parseXml } from './xml.ts';

export interface OwnExchange {
  /** `body`: JSON as a value, XML as text (compared as trees). */
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: Readonly<Record<string, string | number | undefined>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly answer: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

export type OwnCase = {
  readonly name: string;
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  readonly exchanges: readonly OwnExchange[];
  /** The whole answer of the operation as JSON; bytes are `bytes:<length>`. */
  readonly expect: unknown;
} & (
  | { readonly operation: 'rate'; readonly input: RateInput }
  | { readonly operation: 'ship'; readonly step: string; readonly input: ShipInput; readonly kept?: JsonObject }
  | { readonly operation: 'cancel'; readonly step: string; readonly input: CancelInput; readonly kept?: JsonObject }
  | { readonly operation: 'track'; readonly input: TrackInput }
  | { readonly operation: 'testConnection' }
);

const bodyText = (body: HttpRequest['body']): string =>
  typeof body === 'string' ? body : body === undefined ? '' : Buffer.from(body).toString('utf8');

/** Bytes as their length, undefined members dropped, dates as text. */
export const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, v: unknown) => (v instanceof Uint8Array ? `bytes:${v.length}` : v)) ?? 'null',
  ) as unknown;

export function checkRequest(expected: OwnExchange['request'], sent: HttpRequest, name: string): void {
  assert.equal(sent.method, expected.method, `${name}: method`);
  assert.equal(sent.path, expected.path, `${name}: path`);
  assert.deepEqual(plain(sent.query ?? {}), plain(expected.query ?? {}), `${name}: query`);
  const headers = Object.fromEntries(Object.entries(sent.headers ?? {}).map(([k, v]) => [k.toLowerCase(), v]));
  for (const [header, value] of Object.entries(expected.headers ?? {}))
    assert.equal(headers[header], value, `${name}: header ${header}`);
  const text = bodyText(sent.body);
  if (expected.body === undefined) assert.equal(text, '', `${name}: no body is expected`);
  else if (typeof expected.body === 'string' && expected.body.trimStart().startsWith('<'))
    assert.deepEqual(
      parseXml(text, { vendor: 'we' }),
      parseXml(expected.body, { vendor: 'the case' }),
      `${name}: body`,
    );
  else if (typeof expected.body === 'string') assert.equal(text, expected.body, `${name}: body`);
  else assert.deepEqual(JSON.parse(text), plain(expected.body), `${name}: body`);
}

/** Runs the operation of a case; undefined where the connector does not offer it. */
export function playOwnCase(carrier: Carrier, one: OwnCase, env: CarrierEnv): Promise<unknown> | undefined {
  switch (one.operation) {
    case 'rate':
      return carrier.rate?.(one.input, env);
    case 'track':
      return carrier.track?.(one.input, env);
    case 'testConnection':
      return carrier.testConnection?.(env);
    case 'ship':
      return carrier.ship?.steps.find((s) => s.name === one.step)?.run(one.input, one.kept ?? {}, env);
    default:
      return carrier.cancel?.steps.find((s) => s.name === one.step)?.run(one.input, one.kept ?? {}, env);
  }
}

/** @throws AssertionError naming what differs */
export async function checkOwnCase(
  carrier: Carrier,
  one: OwnCase,
  base: { readonly credentials: Readonly<Record<string, string>>; readonly settings: JsonObject },
): Promise<void> {
  let at = 0;
  const env: CarrierEnv = {
    mode: 'simulator',
    credentials: one.credentials ?? base.credentials,
    settings: base.settings,
    tokens: createTokenCache({ now: () => new Date('2026-01-01T00:00:00Z') }).of('own case'),
    now: () => new Date('2026-01-01T00:00:00Z'),
    pause: () => Promise.resolve(),
    http: {
      // An assertion rejects the send, so the case fails with its own words.
      send: async (request) => {
        const exchange = one.exchanges[at];
        at += 1;
        assert.ok(exchange, `${one.name}: "${request.name}" is one call more than the case has`);
        checkRequest(exchange.request, request, `${one.name}, ${request.name}`);
        const { body, status, headers } = exchange.answer;
        const bytes =
          body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
        return makeResponse(carrier.manifest.name, {
          status,
          headers: headers ?? {},
          bytes: new Uint8Array(bytes),
          traceId: 'own-case',
        });
      },
    },
  };
  const answer = await playOwnCase(carrier, one, env);
  assert.equal(at, one.exchanges.length, `${one.name}: calls made`);
  assert.deepEqual(plain(answer), plain(one.expect), `${one.name}: what we make of the answer`);
}
