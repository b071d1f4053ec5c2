/** The Best Buy connector and its simulator held against Mirakl's seller document: what we send, what is answered, its examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { runOrders, runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { fulfil } from '@scanship/store-best-buy/fulfil';
import { createPlayer, samples } from '@scanship/store-best-buy/harness';
import { readOrder } from '@scanship/store-best-buy/order-reader';
import { products } from '@scanship/store-best-buy/products';
import { readCreated, shipmentsOf } from '@scanship/store-best-buy/shipments';
import { connect } from '@scanship/store-best-buy/shop';
import { createBestBuy } from '@scanship/store-best-buy/simulator';
import { store } from '@scanship/store-best-buy/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type DifferentialCase, type Verdict } from '../judges/differential.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openContract } from '../judges/openapi.ts';

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

type Node = Readonly<Record<string, unknown>>;
const nodeOf = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});

/** Mirakl's examples have null where its schemas have text only, and means "not said" by it. */
const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, member: unknown) => (member === null ? undefined : member))) as unknown;

withVendorContract('stores/bestbuy-mirakl', (folder) => {
  describe('Mirakl seller API', () => {
    const file = join(folder, 'mirakl-mmp-seller.trimmed.openapi.json');
    const judge = openContract(file, [
      {
        at: 'paths./api/shipments.get.parameters.order_id.schema',
        set: { type: 'string' },
        reason: 'a list whose values come one by one; the judge looks at one',
      },
    ]);
    const paths = (
      JSON.parse(readFileSync(file, 'utf8')) as { paths: Readonly<Record<string, Readonly<Record<string, Node>>>> }
    ).paths;
    /** The example with business values of an answer. */
    const example = (method: string, path: string, status: number): Node => {
      const answers = nodeOf(paths[path]?.[method]?.['responses']);
      const json = nodeOf(nodeOf(nodeOf(answers[String(status)])['content'])['application/json']);
      const examples = nodeOf(json['examples']);
      return nodeOf(nodeOf(examples['application/json-0'])['value']);
    };

    let running: TestSimulator;
    let harness: StoreHarness;
    const seen: Seen[] = [];
    const watched = <E extends Pick<StoreEnv, 'http'>>(env: E): E => ({
      ...env,
      http: {
        async send(request: HttpRequest): Promise<HttpResponse> {
          const response = await env.http.send(request);
          const address = new URL(request.path, 'https://mirakl.example');
          for (const [name, value] of Object.entries(request.query ?? {}))
            if (value !== undefined) address.searchParams.append(name, String(value));
          seen.push({
            name: request.name,
            method: request.method,
            path: address.pathname + address.search,
            headers: request.headers ?? {},
            body: typeof request.body === 'string' ? request.body : undefined,
            status: response.status,
            answer: response.bytes.length === 0 ? undefined : response.json(),
          });
          return response;
        },
      },
    });
    const report = async (env: StoreEnv, id: string, quantity: number, carrier: string): Promise<void> => {
      const read = await runOrdersById(store, [id], env);
      const lines = read.ok ? (read.value.items[0]?.lines ?? []) : [];
      const input = {
        externalOrderId: id,
        lines: lines.map((l) => ({
          externalLineId: l.externalLineId,
          quantity: Math.min(quantity, l.quantity - l.shipped),
        })),
        parcels: [{ trackingNumber: `N${id}${quantity}`, trackingUrl: 'https://track.example/1' }],
        carrier: { slug: carrier, name: carrier },
        notifyBuyer: true,
        reference: 'r:1',
      };
      const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
      expect(state.problem).toBeUndefined();
    };

    beforeAll(async () => {
      running = await startTestSimulator(createBestBuy());
      const host = new URL(running.simulator.address).origin;
      harness = { samples, player: createPlayer(host), simulator: running.simulator };
      const keys = samples.credentials ?? {};
      await connect(keys, watched(openConnectEnv(store.manifest, accountOf(harness, '', keys), harnessRuntime())));
      const env = watched((await openHarnessStore(store, harness)).env);
      const [parts = '', whole = ''] = await harness.player.placeOrders(samples.account, 2);
      await report(env, parts, 1, 'canada-post');
      await pullOrders(store, () => Promise.resolve(env));
      await runOrders(store, { since: new Date(Date.now() - 7_200_000) }, env);
      await report(env, parts, 9, 'maple-local');
      await report({ ...env, settings: { several: false } }, whole, 9, 'maple-local');
      await shopCaller(host, 'best-buy')('POST', samples.otherAccount, 'orders', {
        orders: [{ lines: [{ sku: 'HEAD-7', quantity: 1 }], state: 'WAITING_ACCEPTANCE' }],
      });
      const other = watched((await openHarnessStore(store, harness, samples.otherAccount)).env);
      const accepting = await runOrders(store, {}, { ...other, settings: { ...samples.settings, acceptOrders: true } });
      expect(accepting).toMatchObject({ ok: true, value: { problems: [] } });
      await runProducts(store, {}, env);
      await runStoreTest(store, env);
    });
    afterAll(() => running.close());

    it('every call is one the document describes', () => {
      const names = new Set(seen.map((one) => one.name));
      expect([...names].toSorted()).toEqual([
        'accept the order',
        'account',
        'carriers',
        'create shipment',
        'offers',
        'order',
        'orders',
        'orders by id',
        'platform',
        'ship',
        'shipments',
        'tracking',
      ]);
      for (const one of seen) {
        const { method, path, headers, body } = one;
        expect(judge.judge({ method, path, headers, body }), `${one.name} ${path}`).toMatchObject({ accepted: true });
      }
      process.stdout.write(`Best Buy: ${seen.length} of ${seen.length} requests validated against the document\n`);
    });

    it('every answer of the simulator is one the document describes', () => {
      let judged = 0;
      for (const { name, method, path, status, answer } of seen) {
        // Of PC01 the simulator has the few features that matter here; an order that waits hides its address.
        if (name === 'platform' || answer === undefined) continue;
        const orders = (answer as { orders?: readonly Node[] }).orders?.filter(
          (o) => !String(o['order_state']).startsWith('WAITING'),
        );
        const said = orders ? { ...(answer as Node), orders } : answer;
        expect(judge.judgeAnswer({ method, path }, status, withoutNulls(said)), name).toEqual({
          accepted: true,
          why: 'valid',
        });
        judged += 1;
      }
      expect(judged).toBeGreaterThan(15);
    });

    it('Mirakl’s own examples are read with their meaning', async () => {
      const { orders } = example('get', '/api/orders', 200) as { orders: readonly unknown[] };
      const order = readOrder(readObject(orders[0]), new Map());
      expect(order).toMatchObject({
        externalId: 'Order_00010-A',
        placedAt: '2019-04-02T14:18:43Z',
        updatedAt: '2019-04-02T14:59:58Z',
        // 173.00, and four taxes of 10.00 on goods and shipping.
        total: { minor: 21_300, currency: 'USD' },
        shipTo: { name: 'Smith Taylor', companyName: 'LIMARK Company', zipcode: 'NY 10012', countryCode: 'US' },
        buyerNote: 'One article per box',
        shipBy: '2019-09-01T23:59:59.999Z',
        lines: [{ sku: 'S2000', quantity: 3, shipped: 3, cancelled: 0, unitPrice: { minor: 5_500 } }],
      });
      const { env } = await openHarnessStore(store, harness);
      const playing = (answers: Readonly<Record<string, Node>>): StoreEnv => ({
        ...env,
        http: {
          send: ({ path }) => {
            const text = JSON.stringify(answers[path.split('?')[0] ?? '']);
            const json = (): unknown => JSON.parse(text);
            const bytes = Buffer.from(text);
            return Promise.resolve({ status: 200, headers: {}, bytes, text: () => text, json, traceId: 'example' });
          },
        },
      });
      const connected = await connect(
        { apiKey: 'k' },
        playing({
          '/api/account': example('get', '/api/account', 200),
          '/api/platform/configuration': example('get', '/api/platform/configuration', 200),
        }),
      );
      expect(connected).toMatchObject({
        currency: 'USD',
        timeZone: 'Europe/Paris',
        settings: { several: true, otherCarriers: true, acceptOrders: false },
        address: { address1: '30, Prince Street', city: 'New York', countryCode: 'US' },
      });
      const offers = await products({}, playing({ '/api/offers': example('get', '/api/offers', 200) }));
      expect(offers.problems).toEqual([]);
      expect(offers.items.length).toBeGreaterThan(0);
      expect(offers.items.every((one) => one.title !== '' && one.price?.currency === 'USD')).toBe(true);
      const shipments = await shipmentsOf(
        ['ORDER_01-A'],
        playing({ '/api/shipments': { ...example('get', '/api/shipments', 200), next_page_token: null } }),
      );
      expect(shipments.get('ORDER_01-A')).toMatchObject([
        { shipped: true, trackingNumber: '1315A26', lines: [{ lineId: 'ORDER_01-A-1', quantity: 1 }, { quantity: 3 }] },
      ]);
      const created = example('post', '/api/shipments', 201);
      expect(readCreated(readObject(created))).toMatchObject({ id: 'f40bf65e-a320-41d3-878c-36ce9e1144ce' });
      expect(readCreated(readObject({ ...created, shipment_success: [] }))).toEqual({
        refusal: "The order status must be 'SHIPPING' but it is 'SHIPPED'.",
      });
    });

    it('the simulator refuses changed bodies where the document does', async () => {
      const known = new Set<string>();
      const cases: DifferentialCase<unknown>[] = [];
      for (const { name, method, path, headers, body } of seen) {
        if (body === undefined || known.has(name)) continue;
        known.add(name);
        const request: unknown = JSON.parse(body);
        cases.push({
          name,
          request,
          mutants: jsonMutants(request)
            .filter((_m, i) => process.env.VERIFY !== undefined || i % 2 === 0)
            .map(({ what, value }) => ({ what, request: value })),
          contract: (b): Verdict => judge.judge({ method, path, headers, body: JSON.stringify(b) }),
          async simulator(b): Promise<Verdict> {
            // What the order is like by now is refused in other words.
            const address = `${running.simulator.address}${path}`;
            const response = await fetch(address, { method, headers, body: JSON.stringify(b) });
            const text = await response.text();
            return { accepted: !(response.status === 400 && text.includes('Field ')), why: text.slice(0, 90) };
          },
        });
      }
      const comparison = await compareVerdicts(cases);
      process.stdout.write(
        `Best Buy: ${comparison.compared} bodies compared, ${comparison.refused} refused by the document, ${comparison.differences.length} differences\n`,
      );
      expect(comparison.differences).toEqual([]);
      expect(comparison.refused).toBeGreaterThan(20);
    });
  });
});
