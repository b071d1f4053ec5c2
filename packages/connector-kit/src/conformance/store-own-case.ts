/** Own request and answer cases of stores: what we send, held against a fixture, and what we make of an answer. */
import assert from 'node:assert/strict';
import type { JsonObject } from '@scanship/domain/values/json';
import { makeResponse } from '../http/http-response.ts';
import { createKeyRings } from '../deliveries/key-ring.ts';
import { checkRequest, plain, type OwnExchange } from './own-case.ts';
import type { Delivery, FulfilInput, PullInput, RefundInput, Store, WithdrawInput } from '../store/store.ts';
import type { StoreEnv } from '../store/store-environment.ts';
import { deliveryReader } from '../store/store-run.ts';
import { createTokenCache } from '../credentials/token-source.ts';

/** Where the suite lets deliveries be sent to. */
export const HOOK_ADDRESS = 'https://hooks.example/deliveries';

export type StoreOwnCase = {
  readonly name: string;
  readonly exchanges: readonly OwnExchange[];
  /** The whole answer of the operation as JSON. */
  readonly expect: unknown;
  /** What is kept of the store beside its access (secrets of its webhooks). */
  readonly stored?: Readonly<Record<string, string>> | undefined;
  /** The clock of the case; 2026-01-01T00:00:00Z when absent. */
  readonly now?: string | undefined;
} & (
  | { readonly operation: 'begin'; readonly state: string; readonly redirectUri: string }
  | { readonly operation: 'checkEntry'; readonly query: Readonly<Record<string, string>> }
  | { readonly operation: 'complete'; readonly code: string; readonly redirectUri: string; readonly state?: string }
  | { readonly operation: 'connect'; readonly credentials: Readonly<Record<string, string>> }
  | { readonly operation: 'renew' }
  | { readonly operation: 'testConnection' }
  | { readonly operation: 'orders' | 'products'; readonly input: PullInput }
  | { readonly operation: 'ordersById'; readonly externalIds: readonly string[] }
  | { readonly operation: 'locations' }
  | { readonly operation: 'fulfil'; readonly step: string; readonly input: FulfilInput; readonly kept?: JsonObject }
  | { readonly operation: 'withdraw'; readonly step: string; readonly input: WithdrawInput; readonly kept?: JsonObject }
  | { readonly operation: 'refundOffer'; readonly externalOrderId: string; readonly externalLineIds: readonly string[] }
  | { readonly operation: 'refund'; readonly step: string; readonly input: RefundInput; readonly kept?: JsonObject }
  | { readonly operation: 'subscribe'; readonly address: string }
  | { readonly operation: 'verify'; readonly delivery: Omit<Delivery, 'body'> & { readonly body: string } }
  | { readonly operation: 'challenge'; readonly query: Readonly<Record<string, string>>; readonly address: string }
  | { readonly operation: 'understand'; readonly topic: string; readonly body: string }
  | { readonly operation: 'disconnect' }
);

export interface OwnCaseBase {
  readonly app: Readonly<Record<string, string>>;
  readonly externalAccount: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: JsonObject;
}

function play(store: Store, one: StoreOwnCase, env: StoreEnv): unknown {
  const { authorise, webhooks } = store;
  const reader = deliveryReader(store);
  switch (one.operation) {
    case 'begin':
      return authorise?.begin(
        { externalAccount: env.externalAccount, state: one.state, redirectUri: one.redirectUri },
        env.app,
      );
    case 'checkEntry':
      return authorise?.checkEntry(one.query, env.app, env.now());
    case 'complete':
      return authorise?.complete({ code: one.code, redirectUri: one.redirectUri, state: one.state ?? 'state' }, env);
    case 'connect':
      return store.connect?.(one.credentials, env);
    case 'renew':
      return store.renew?.(env);
    case 'testConnection':
      return store.testConnection(env);
    case 'orders':
      return store.orders?.(one.input, env);
    case 'products':
      return store.products?.(one.input, env);
    case 'ordersById':
      return store.ordersById?.(one.externalIds, env);
    case 'locations':
      return store.locations?.(env);
    case 'fulfil':
      return store.fulfil?.steps.find((s) => s.name === one.step)?.run(one.input, one.kept ?? {}, env);
    case 'withdraw':
      return store.withdraw?.steps.find((s) => s.name === one.step)?.run(one.input, one.kept ?? {}, env);
    case 'refundOffer':
      return store.refundOffer?.(one, env);
    case 'refund':
      return store.refund?.steps.find((s) => s.name === one.step)?.run(one.input, one.kept ?? {}, env);
    case 'subscribe':
      return webhooks?.subscribe?.({ address: one.address }, env);
    case 'verify':
      return reader?.verify({ ...one.delivery, body: Buffer.from(one.delivery.body) }, env.app, {
        ...env,
        keys: createKeyRings({ now: () => env.now() }).of('own case'),
        storesOf: (account) =>
          Promise.resolve(account === env.externalAccount ? [{ credentials: env.credentials }] : []),
      });
    case 'challenge':
      return reader?.challenge?.({ query: one.query, address: one.address }, env.app);
    case 'understand':
      return reader?.understand(one.topic, Buffer.from(one.body));
    case 'disconnect':
      return store.disconnect?.(env);
  }
}

/** What an item left out looked like is the very answer of the case: told once. */
const withoutRaw = (page: unknown): unknown =>
  typeof page === 'object' && page !== null && 'problems' in page && Array.isArray(page.problems)
    ? {
        ...page,
        problems: page.problems.map((one: unknown) => (typeof one === 'object' ? { ...one, raw: undefined } : one)),
      }
    : page;

/** @throws AssertionError naming what differs */
export async function checkStoreOwnCase(store: Store, one: StoreOwnCase, base: OwnCaseBase): Promise<void> {
  let at = 0;
  const now = new Date(one.now ?? '2026-01-01T00:00:00Z');
  const env: StoreEnv = {
    mode: 'simulator',
    ...base,
    credentials: { ...base.credentials, ...one.stored },
    tokens: createTokenCache({ now: () => now }).of('own case'),
    now: () => now,
    pause: () => Promise.resolve(),
    access: {
      get: () => Promise.resolve('own-case-access'),
      refused: () => Promise.reject(new assert.AssertionError({ message: `${one.name}: access was given up` })),
    },
    http: {
      // An assertion rejects the send, so the case fails with its own words.
      send: async (request) => {
        const exchange = one.exchanges[at];
        at += 1;
        assert.ok(exchange, `${one.name}: "${request.name}" is one call more than the case has`);
        checkRequest(exchange.request, request, `${one.name}, ${request.name}`);
        const { body, status, headers } = exchange.answer;
        return makeResponse(store.manifest.name, {
          status,
          headers: headers ?? { 'content-type': 'application/json' },
          bytes: new Uint8Array(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))),
          traceId: 'own-case',
        });
      },
    },
  };
  const answer: unknown = await play(store, one, env);
  assert.equal(at, one.exchanges.length, `${one.name}: calls made`);
  assert.deepEqual(plain(withoutRaw(answer)), plain(one.expect), `${one.name}: what we make of the answer`);
}
