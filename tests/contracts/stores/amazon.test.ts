/**
 * The Amazon connector and its simulators held against Amazon's own API models (Swagger 2.0): every request we send, every answer
 * of the simulator, the models' sandbox samples, and what both judges refuse.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import type { FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import {
  driveStore,
  openHarnessStore,
  pullOrders,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { runOrders, runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { createPlayerCa as createPlayer, samplesCa as samples } from '@scanship/store-amazon/harness';
import { createAmazonCa } from '@scanship/store-amazon/simulator';
import { store } from '@scanship/store-amazon/store-ca';
import { store as storeUs } from '@scanship/store-amazon/store-us';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openSwagger } from '../judges/swagger.ts';
import type { OpenApiJudge } from '../judges/openapi.ts';

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

const MODELS: readonly (readonly [string, string])[] = [
  ['/orders/2026-01-01', 'orders_2026-01-01.json'],
  ['/orders/v0', 'ordersV0.json'],
  ['/listings/2021-08-01', 'listingsItems_2021-08-01.json'],
  ['/sellers/v1', 'sellers.json'],
];

withVendorContract('stores/amazon-sp-api', (folder) => {
  const judges = MODELS.map(([base, file]): readonly [string, OpenApiJudge] => [base, openSwagger(join(folder, file))]);
  const judgeOf = (path: string): OpenApiJudge => {
    const found = judges.find(([base]) => path.startsWith(base));
    if (!found) throw new Error(`no model describes ${path}`);
    return found[1];
  };
  const seen: Seen[] = [];
  const watched = (env: StoreEnv): StoreEnv => ({
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
          answer: response.bytes.length === 0 ? undefined : response.json(),
        });
        return response;
      },
    },
  });

  let running: TestSimulator;
  let plain: StoreEnv;
  const player = () => createPlayer(new URL(running.simulator.address).origin);
  const harness = () => ({ samples, simulator: running.simulator, player: player() });
  beforeAll(async () => {
    running = await startTestSimulator(createAmazonCa());
    plain = (await openHarnessStore(store, harness())).env;
    const env = watched(plain);
    expect((await runStoreTest(store, env)).ok).toBe(true);
    await player().placeOrders(samples.account, 120);
    const pull = await pullOrders(store, () => Promise.resolve(env));
    expect(pull.pages).toBe(3);
    const [id = ''] = await player().placeOrders(samples.account, 1);
    const order = await runOrdersById(store, [id, '702-0000000-0000000'], env);
    const lines = order.ok ? (order.value.items[0]?.lines ?? []) : [];
    for (const [index, slug] of ['canada-post', 'purolator'].entries()) {
      if (!store.fulfil) throw new Error('nothing to report with');
      const input = {
        externalOrderId: id,
        lines: [{ externalLineId: lines[0]?.externalLineId ?? '', quantity: 1 }],
        parcels: [{ trackingNumber: `CP${index}` }],
        carrier: { slug, name: 'Purolator' },
        notifyBuyer: true,
        reference: `P00000000000000${index}`,
      };
      const state = await driveStore(store, store.fulfil, input, env, freshDrive<FulfilResult>());
      expect(state.problem).toBeUndefined();
    }
    await player().stockProducts(samples.account, 30);
    const goods = await runProducts(store, {}, env);
    expect(goods.ok && goods.value.next).toBeTruthy();
    if (goods.ok) await runProducts(store, { cursor: goods.value.next, since: new Date('2026-01-01') }, env);
  });
  afterAll(() => running.close());

  it('every call we make is one the models describe, and every answer of the simulator too', () => {
    const names = new Set(seen.map(({ name }) => name));
    expect([...names].toSorted()).toEqual(['confirm a shipment', 'listings', 'marketplaces', 'order', 'orders']);
    for (const one of seen) {
      expect(judgeOf(one.path).judge(one), `${one.method} ${one.path}`).toMatchObject({ accepted: true });
      if (one.answer !== undefined)
        expect(judgeOf(one.path).judgeAnswer(one, one.status, one.answer), `${one.name} ${one.status}`).toMatchObject({
          accepted: true,
        });
    }
    expect(seen.map(({ status }) => status)).toContain(404);
    process.stdout.write(`amazon: ${seen.length} of ${seen.length} requests and answers held against the models\n`);
  });

  it('the answers of our own cases are answers the models describe', () => {
    let judged = 0;
    for (const one of samples.ownCases)
      for (const { request, answer } of one.exchanges) {
        if (request.path.startsWith('/auth/') || answer.status === 204) continue;
        expect(
          judgeOf(request.path).judgeAnswer({ method: request.method, path: request.path }, answer.status, answer.body),
          one.name,
        ).toMatchObject({ accepted: true });
        judged += 1;
      }
    expect(judged).toBeGreaterThan(8);
  });

  it('orders of Amazon’s own sandbox are read with all they hold', async () => {
    type Static = { readonly response: { readonly orders?: readonly Record<string, unknown>[] } };
    const model = JSON.parse(readFileSync(join(folder, 'orders_2026-01-01.json'), 'utf8')) as {
      paths: Record<string, { get: { responses: Record<string, Record<string, { static?: readonly Static[] }>> } }>;
    };
    const samplesOf =
      model.paths['/orders/2026-01-01/orders']?.get.responses['200']?.['x-amzn-api-sandbox']?.static ?? [];
    const orders = samplesOf.flatMap(({ response }) => response.orders ?? []);
    expect(orders.length).toBeGreaterThan(0);
    let merchants = 0;
    for (const order of orders) {
      const channel = { ...(order['salesChannel'] as object), marketplaceId: 'ATVPDKIKX0DER' };
      const answer = { orders: [{ ...order, salesChannel: channel }] };
      const env: StoreEnv = {
        ...plain,
        http: {
          send: () =>
            Promise.resolve(
              makeResponse('Amazon', {
                status: 200,
                headers: { 'content-type': 'application/json' },
                bytes: new Uint8Array(Buffer.from(JSON.stringify(answer))),
                traceId: 'sample',
              }),
            ),
        },
      };
      const page = await runOrders(storeUs, { since: new Date('2024-01-01') }, env);
      expect(page.ok, JSON.stringify(page)).toBe(true);
      if (!page.ok) continue;
      const fulfillment = order['fulfillment'] as { fulfilledBy?: string; fulfillmentStatus: string } | undefined;
      const [read] = page.value.items;
      if (fulfillment?.fulfilledBy !== 'MERCHANT' || fulfillment.fulfillmentStatus.startsWith('PENDING')) {
        expect(read).toBeUndefined();
        continue;
      }
      if (!read) {
        // A sample without what an order here needs is left out in words, never in silence.
        expect(page.value.problems.length).toBeGreaterThan(0);
        continue;
      }
      merchants += 1;
      expect(read.externalId).toBe(order['orderId']);
      expect(read.lines).toHaveLength((order['orderItems'] as unknown[]).length);
      const recipient = order['recipient'] as { deliveryAddress?: { city?: string } } | undefined;
      expect(read.shipTo.city).toBe(recipient?.deliveryAddress?.city ?? '');
      expect(read.requestedService?.code).toBe((fulfillment as Record<string, unknown>)['fulfillmentServiceLevel']);
    }
    process.stdout.write(
      `amazon: ${merchants} of ${orders.length} sandbox orders are the seller’s own and were read\n`,
    );
    expect(merchants).toBeGreaterThan(0);
  });

  it('a damaged confirmation is refused by the simulator wherever the model refuses it', async () => {
    const token = await plain.access.get();
    const [id = ''] = await player().placeOrders(samples.account, 1);
    const order = await runOrdersById(store, [id], plain);
    const orderItemId = order.ok ? order.value.items[0]?.lines[0]?.externalLineId : undefined;
    const path = `/orders/v0/orders/${id}/shipmentConfirmation`;
    const headers = {
      'x-amz-access-token': token,
      'content-type': 'application/json',
      'user-agent': 'ShippingConnector/1.0 (Language=TypeScript)',
    };
    const body = {
      marketplaceId: 'A2EUQ1WTGCTBG2',
      packageDetail: {
        packageReferenceId: '1',
        carrierCode: 'Other',
        carrierName: 'Purolator',
        trackingNumber: 'P1',
        shipDate: new Date().toISOString(),
        orderItems: [{ orderItemId, quantity: 1 }],
      },
    };
    const every = process.env.VERIFY === undefined ? 2 : 1;
    let refused = 0;
    for (const mutant of jsonMutants(body).filter((_m, i) => i % every === 0)) {
      const text = JSON.stringify(mutant.value);
      const verdict = judgeOf(path).judge({ method: 'POST', path, headers, body: text });
      if (verdict.accepted) continue;
      refused += 1;
      const response = await fetch(`${running.simulator.address}${path}`, { method: 'POST', headers, body: text });
      expect(response.status, `${mutant.what}: ${verdict.why}`).toBe(400);
    }
    expect(refused).toBeGreaterThan(5);
    expect(await player().reports(samples.account, id)).toHaveLength(0);
  });

  it('a damaged search is refused by the simulator wherever the model refuses it', async () => {
    const token = await plain.access.get();
    const headers = { 'x-amz-access-token': token, 'user-agent': 'ShippingConnector/1.0 (Language=TypeScript)' };
    let refused = 0;
    for (const name of ['orders', 'listings']) {
      const good = seen.find((one) => one.name === name)?.path ?? '';
      const url = new URL(good, 'http://amazon');
      for (const parameter of url.searchParams.keys())
        for (const value of ['', 'seven', 'NOTHING,OF,THIS', '2026-13-45']) {
          const changed = new URL(url);
          changed.searchParams.set(parameter, value);
          const path = changed.pathname + changed.search;
          const verdict = judgeOf(path).judge({ method: 'GET', path, headers });
          if (verdict.accepted) continue;
          refused += 1;
          const response = await fetch(`${running.simulator.address}${path}`, { headers });
          expect(response.status, `${parameter}=${value}: ${verdict.why}`).toBe(400);
        }
    }
    expect(refused).toBeGreaterThan(10);
  });
});
