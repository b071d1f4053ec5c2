/**
 * The Walmart connectors and their simulators held against Walmart's own OpenAPI documents of the US marketplace: what we send,
 * what the simulators answer, and what we make of the documents' own samples. Canada is served by the same paths and bodies.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilResult, Store } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import {
  accountOf,
  connectStore,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import {
  runConnect,
  runOrdersById,
  runProducts,
  runStoreQuestion,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { createPlayerCa, createPlayerUs, samplesCa, samplesUs } from '@scanship/store-walmart/harness';
import { readOrder } from '@scanship/store-walmart/order-reader';
import { createWalmartCa, createWalmartUs } from '@scanship/store-walmart/simulator';
import { store as storeCa } from '@scanship/store-walmart/store-ca';
import { store as storeUs } from '@scanship/store-walmart/store-us';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import type { Verdict } from '../judges/differential.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openContract, type OpenApiJudge } from '../judges/openapi.ts';

interface Seen {
  readonly name: string;
  readonly method: string;
  /** Query included. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly status: number;
  readonly answer: unknown;
}

const VALID: Verdict = { accepted: true, why: 'valid' };

/** The documents name a Basic scheme for every call and describe the token as a header of each; only the token call takes Basic. */
const TOKEN_HEADER = {
  at: 'components',
  set: { securitySchemes: { basicScheme: { type: 'apiKey', in: 'header', name: 'WM_SEC.ACCESS_TOKEN' } } },
  reason: 'calls carry the access token in a header of its own',
};

/** The schema of the look-up says text; its own samples, and every other call, have milliseconds. */
const ORDER_DATE = {
  at: 'paths./v3/orders/{purchaseOrderId}.get.responses.200.content.application/json.schema.properties.orderDate',
  set: { type: 'integer', format: 'int64' },
  reason: 'the samples of this call have milliseconds',
};

withVendorContract('stores/walmart-us', (folder) => {
  const file = (name: string): string => join(folder, `us-mp-${name}.openapi.json`);
  const open = (prefix: string, name: string): readonly [string, OpenApiJudge] => [
    prefix,
    openContract(file(name), [TOKEN_HEADER, ...(name === 'orders' ? [ORDER_DATE] : [])]),
  ];
  const judges = [
    open('/v3/token/detail', 'authentication'),
    ['/v3/token', openContract(file('authentication'))] as const,
    open('/v3/orders', 'orders'),
    open('/v3/items', 'items'),
    open('/v3/settings', 'settings'),
    open('/v3/webhooks', 'notifications'),
  ];
  const judgeOf = (path: string): OpenApiJudge => {
    const found = judges.find(([prefix]) => path.startsWith(prefix));
    if (!found) throw new Error(`no document describes ${path}`);
    return found[1];
  };
  const accepts = (one: Pick<Seen, 'method' | 'path' | 'headers' | 'body'>): Verdict =>
    judgeOf(one.path).judge({ method: one.method, path: one.path, headers: one.headers, body: one.body });

  /** The schema of the look-up leaves out the wrapper that its samples and the other calls have. */
  const describes = (method: string, path: string, status: number, answer: unknown): Verdict => {
    const lookUp = method === 'GET' && /^\/v3\/orders\/\d+(\?|$)/.test(path);
    const wrapped = lookUp && typeof answer === 'object' && answer !== null && 'order' in answer;
    return judgeOf(path).judgeAnswer({ method, path }, status, wrapped ? answer.order : answer);
  };

  const watching =
    (seen: Seen[]) =>
    <E extends Pick<StoreEnv, 'http'>>(env: E): E => ({
      ...env,
      http: {
        async send(request: HttpRequest): Promise<HttpResponse> {
          const response = await env.http.send(request);
          const query = new URLSearchParams(
            Object.entries(request.query ?? {}).flatMap(([n, v]) => (v === undefined ? [] : [[n, String(v)]])),
          ).toString();
          seen.push({
            name: request.name,
            method: request.method,
            path: query === '' ? request.path : `${request.path}?${query}`,
            headers: request.headers ?? {},
            body: typeof request.body === 'string' ? request.body : undefined,
            status: response.status,
            answer: response.json(),
          });
          return response;
        },
      },
    });

  const markets = [
    ['Walmart US', storeUs, samplesUs, createPlayerUs, createWalmartUs],
    ['Walmart CA', storeCa, samplesCa, createPlayerCa, createWalmartCa],
  ] as const;

  describe.each(markets)('%s contract', (name, store: Store, samples, player, create) => {
    const seen: Seen[] = [];
    let test: TestSimulator;
    let harness: StoreHarness;
    beforeAll(async () => {
      test = await startTestSimulator(create());
      harness = { samples, simulator: test.simulator, player: player(new URL(test.simulator.address).origin) };
      await connectStore(store, harness);
      const watched = watching(seen);
      const keys = samples.credentials ?? {};
      const connecting = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
      const connected = await runConnect(store, watched(connecting), (e) =>
        store.connect ? store.connect(keys, e) : Promise.reject(new Error('connected by keys')),
      );
      expect(connected.ok, JSON.stringify(connected)).toBe(true);
      const env = watched((await openHarnessStore(store, harness)).env);
      const ids = await harness.player.placeOrders(samples.account, 25);
      await pullOrders(store, () => Promise.resolve(env));
      const order = await runOrdersById(store, [ids[0] ?? ''], env);
      const lines = order.ok ? (order.value.items[0]?.lines ?? []) : [];
      if (!store.fulfil) throw new Error('nothing to report with');
      for (const [index, slug] of ['canada-post', 'purolator'].entries()) {
        const input = {
          externalOrderId: ids[0] ?? '',
          lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: 1 })),
          parcels: [1, 2].map((n) => ({
            trackingNumber: `C${index}${n}`,
            trackingUrl: 'https://track.example/1',
          })),
          carrier: { slug, name: slug },
          notifyBuyer: true,
          reference: `P00000000000000${index}`,
        };
        const state = await driveStore(store, store.fulfil, input, env, freshDrive<FulfilResult>());
        expect(state.problem).toBeUndefined();
      }
      await runProducts(store, {}, env);
      await runStoreTest(store, env);
      const { webhooks } = store;
      const locations = store.locations?.bind(store);
      const disconnect = store.disconnect?.bind(store);
      if (locations) await runStoreQuestion(store, env, (e) => locations(e));
      if (webhooks?.subscribe) {
        const address = 'https://hooks.example/h';
        // Twice: made, and set anew.
        for (let turn = 0; turn < 2; turn += 1) await webhooks.subscribe({ address }, env);
      }
      if (disconnect) await runStoreQuestion(store, env, (e) => disconnect(e));
    });
    afterAll(() => test.close());

    it('every call we make is one the documents describe, and every answer of the simulator too', () => {
      const common = [
        'acknowledge',
        'items',
        'order',
        'orders',
        'partner profile',
        'report as shipped',
        'token',
        'token detail',
        'what is left to ship',
      ];
      const more = [
        'event types',
        'fulfillment centers',
        'renew a subscription',
        'subscribe',
        'subscriptions',
        'unsubscribe',
      ];
      const whole = store.manifest.capabilities.webhooks;
      expect([...new Set(seen.map((one) => one.name))].toSorted()).toEqual(
        [...common, ...(whole ? more : [])].toSorted(),
      );
      for (const one of seen) {
        expect(accepts(one), `${one.method} ${one.path}`).toEqual(VALID);
        expect(describes(one.method, one.path, one.status, one.answer), one.name).toEqual(VALID);
      }
      process.stdout.write(`${name}: ${seen.length} of ${seen.length} requests validated against the documents\n`);
    });

    it('the answers of our own cases are answers the documents describe', () => {
      let judged = 0;
      for (const one of samples.ownCases)
        for (const { request, answer } of one.exchanges) {
          if (answer.status !== 200) continue;
          expect(
            describes(request.method, request.path, answer.status, answer.body),
            `${one.name}: ${request.path}`,
          ).toEqual(VALID);
          judged += 1;
        }
      expect(judged).toBeGreaterThan(10);
    });

    it('a damaged report is refused by the simulator wherever the document refuses it', async () => {
      const { env } = await openHarnessStore(store, harness);
      const token = await env.access.get();
      const [id = ''] = await harness.player.placeOrders(samples.account, 1);
      await harness.player.changeOrder(samples.account, id, 'note');
      const path = `/v3/orders/${id}/shipping`;
      const headers = {
        ...seen.find((one) => one.name === 'report as shipped')?.headers,
        'WM_SEC.ACCESS_TOKEN': token,
      };
      const trackingInfo = {
        shipDateTime: Date.now(),
        carrierName: { carrier: 'UPS' },
        methodCode: 'Standard',
        trackingNumber: '1Z1',
      };
      const status = {
        status: 'Shipped',
        statusQuantity: { unitOfMeasurement: 'EACH', amount: '1' },
        trackingInfo,
      };
      const orderLineStatuses = { orderLineStatus: [status] };
      const body = {
        orderShipment: {
          orderLines: { orderLine: [{ lineNumber: '1', sellerOrderId: '20', orderLineStatuses }] },
        },
      };
      const every = process.env.VERIFY === undefined ? 2 : 1;
      let refused = 0;
      for (const mutant of jsonMutants(body).filter((_m, i) => i % every === 0)) {
        const text = JSON.stringify(mutant.value);
        const verdict = accepts({ method: 'POST', path, headers, body: text });
        if (verdict.accepted) continue;
        refused += 1;
        const response = await fetch(`${test.simulator.address}${path}`, { method: 'POST', headers, body: text });
        expect(response.status, `${mutant.what}: ${verdict.why}`).toBe(400);
      }
      expect(refused).toBeGreaterThan(15);
      expect(await harness.player.reports(samples.account, id)).toHaveLength(0);
    });

    it('without its headers no call is answered', async () => {
      const call = seen.find((one) => one.name === 'orders');
      const { env } = await openHarnessStore(store, harness);
      const headers = { ...call?.headers, 'WM_SEC.ACCESS_TOKEN': await env.access.get() };
      const ask = (given: Readonly<Record<string, string>>): Promise<number> =>
        fetch(`${test.simulator.address}${call?.path ?? ''}`, { headers: given }).then((answer) => answer.status);
      expect(await ask(headers)).toBe(200);
      const needed = Object.keys(headers).filter((one) => !['accept', 'content-type'].includes(one));
      for (const one of needed) {
        const rest = Object.fromEntries(Object.entries(headers).filter(([given]) => given !== one));
        expect(await ask(rest), one).toBe(one === 'WM_SEC.ACCESS_TOKEN' ? 401 : 400);
      }
    });
  });

  /** Every "order" in the documents' JSON samples. */
  function samplesIn(value: unknown): object[] {
    if (Array.isArray(value)) return value.flatMap(samplesIn);
    if (typeof value !== 'object' || value === null) return [];
    // Samples of requests have the number alone.
    if ('customerOrderId' in value && 'orderLines' in value && typeof value.customerOrderId === 'string')
      return [value];
    return Object.values(value).flatMap(samplesIn);
  }

  it('the orders of the documents’ samples are read whole, with meaning', () => {
    const all = samplesIn(JSON.parse(readFileSync(file('orders'), 'utf8'))).filter((one) => !('refund' in one));
    const read = all.map((one) => readOrder(readObject(one), 'USD'));
    expect(read.length).toBeGreaterThan(15);
    const known = read.find((one) => one.externalId === '1815367951431');
    expect(known).toMatchObject({
      number: '4372135469400',
      placedAt: '2021-06-15T22:33:27.000Z',
      updatedAt: '2021-06-16T09:30:55.623Z',
      shipBy: '2021-06-17T05:00:00.000Z',
      requestedService: { code: 'Value', name: 'Value' },
      shipTo: { name: 'Donald Ashley', city: 'Cedar hill', provinceCode: 'MO', countryCode: 'US', residential: true },
      total: { minor: 534, currency: 'USD' },
      lines: [{ sku: 'YHY-FN25200B2', quantity: 1, shipped: 1, unitPrice: { minor: 500, currency: 'USD' } }],
    });
    const cancelled = read.find((one) => one.externalId === '3796235970012');
    expect(cancelled?.cancelledAt).toBe('2019-09-15T06:00:47.000Z');
    expect(read.flatMap((one) => one.lines).every((line) => line.quantity >= line.shipped + line.cancelled)).toBe(true);
    process.stdout.write(`Walmart: ${read.length} sample orders read\n`);
  });
});
