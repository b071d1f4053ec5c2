/**
 * WooCommerce against its own JSON Schemas (v3 controllers of the last stand-alone release) and documented answers. What is
 * newer than these schemas is listed by name, so that nothing else slips through.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilResult, WithdrawResult } from '@scanship/connector-kit/store/store';
import {
  driveStore,
  openHarnessStore,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { runOrders, runOrdersById, runProducts, runStoreQuestion } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { createPlayer, samples } from '@scanship/store-woocommerce/harness';
import { fulfil } from '@scanship/store-woocommerce/fulfil';
import { readOrder } from '@scanship/store-woocommerce/order-reader';
import { products } from '@scanship/store-woocommerce/products';
import { createWooCommerce } from '@scanship/store-woocommerce/simulator';
import { store } from '@scanship/store-woocommerce/store';
import { withdraw } from '@scanship/store-woocommerce/withdraw';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type DifferentialCase, type ListedException, type Verdict } from '../judges/differential.ts';
import { jsonMutants } from '../judges/json-mutants.ts';

type Node = Readonly<Record<string, unknown>>;
interface Resource {
  readonly schema: { readonly properties: Readonly<Record<string, Node>> };
  readonly collection_params: Readonly<Record<string, Node>>;
}

/** Parameters of the present API (WooCommerce 5.8 and WordPress itself) that the schemas are too old for. */
const NEWER: Readonly<Record<string, Node>> = {
  modified_after: { type: 'string', format: 'date-time' },
  dates_are_gmt: { type: 'boolean' },
  _fields: { type: 'string' },
  force: { type: 'boolean' },
};

const RESOURCES: readonly (readonly [RegExp, string])[] = [
  [/\/orders\/\d+\/notes$/, 'order-notes'],
  [/\/orders\/\d+\/refunds$/, 'order-refunds'],
  [/\/orders(\/\d+)?$/, 'orders'],
  [/\/products\/\d+\/variations$/, 'product-variations'],
  [/\/products$/, 'products'],
  [/\/webhooks(\/\d+)?$/, 'webhooks'],
];

/** WordPress checks these; draft-04 words that only describe ("context", "readonly") are left out. */
function plain(node: Node): Node {
  const out: Record<string, unknown> = {};
  for (const word of ['type', 'enum', 'minimum', 'maximum', 'format'])
    if (node[word] !== undefined) out[word] = node[word];
  // "mixed" and "date-time" are no types to a validator: anything, and a text.
  if (out.type === 'mixed') delete out.type;
  if (out.type === 'date-time') out.type = 'string';
  if (typeof node.items === 'object' && node.items !== null) out.items = plain(node.items as Node);
  if (typeof node.properties === 'object' && node.properties !== null)
    out.properties = Object.fromEntries(
      Object.entries(node.properties as Readonly<Record<string, Node>>).map(([name, member]) => [name, plain(member)]),
    );
  return out;
}

/** Differences that are meant. */
const EXCEPTIONS: readonly ListedException[] = [
  {
    match: /^POST order-notes \d+: note removed/,
    reason: 'Required by the route, which the schema of the answer cannot say.',
  },
  { match: /^POST webhooks \d+: (topic|delivery_url) /, reason: 'The route checks the topic and the address itself.' },
];

withVendorContract('stores/woocommerce', (folder) => {
  describe('WooCommerce REST API v3', () => {
    const schemas = JSON.parse(readFileSync(join(folder, 'wc-v3.json-schemas.json'), 'utf8')) as Readonly<
      Record<string, Resource>
    >;
    const sample = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.sample.json`), 'utf8'));
    const ajv = new Ajv({ strict: false, coerceTypes: false });
    addFormats(ajv);
    // WordPress takes a date and time without a zone.
    ajv.addFormat('date-time', /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d(:\d\d)?)?$/);
    ajv.addFormat('uri', /^https?:\/\/\S+$/);
    const queries = new Map<string, ValidateFunction>();
    const bodies = new Map<string, ValidateFunction>();
    for (const [name, { schema, collection_params: given }] of Object.entries(schemas)) {
      const properties = Object.fromEntries(
        Object.entries({ ...given, ...NEWER }).map(([n, node]) => [n, plain(node)]),
      );
      queries.set(
        name,
        new Ajv({ strict: false, coerceTypes: 'array' })
          .addFormat('date-time', true)
          .compile({ type: 'object', properties, additionalProperties: false }),
      );
      const fields = Object.fromEntries(Object.entries(schema.properties).map(([n, node]) => [n, plain(node)]));
      bodies.set(name, ajv.compile({ type: 'object', properties: fields, additionalProperties: false }));
    }
    const resourceOf = (path: string): string | undefined => RESOURCES.find(([pattern]) => pattern.test(path))?.[1];

    let running: TestSimulator;
    let harness: StoreHarness;
    const seen: { readonly request: HttpRequest; readonly answer: unknown }[] = [];
    const watched = (env: StoreEnv): StoreEnv => ({
      ...env,
      http: {
        send: async (request: HttpRequest): Promise<HttpResponse> => {
          const response = await env.http.send(request);
          seen.push({ request, answer: response.json() });
          return response;
        },
      },
    });

    beforeAll(async () => {
      running = await startTestSimulator(createWooCommerce());
      const host = running.simulator.address.replace(/\/woocommerce$/, '');
      harness = { samples, player: createPlayer(host), simulator: running.simulator };
      const env = watched((await openHarnessStore(store, harness, samples.account, { fresh: true })).env);
      const [id = ''] = await harness.player.placeOrders(samples.account, 1);
      const first = await runOrders(store, {}, env);
      if (first.ok) await runOrders(store, { cursor: first.value.next }, env);
      await runOrders(store, { since: new Date(Date.now() - 3_600_000) }, env);
      await runProducts(store, { since: new Date(0) }, env);
      const byId = await runOrdersById(store, [id], env);
      const subscribe = (): Promise<unknown> =>
        runStoreQuestion(
          store,
          env,
          (e) => store.webhooks?.subscribe?.({ address: 'https://hooks.example/woo' }, e) ?? Promise.reject(),
        );
      await subscribe();
      await subscribe();
      const state = await driveStore(
        store,
        fulfil,
        {
          externalOrderId: id,
          lines: (byId.ok ? (byId.value.items[0]?.lines ?? []) : []).map((l) => ({
            externalLineId: l.externalLineId,
            quantity: l.quantity,
          })),
          parcels: [{ trackingNumber: 'ML1' }],
          carrier: { slug: 'maple-local', name: 'Maple Local Courier' },
          notifyBuyer: true,
          reference: 'P000000000000001',
        },
        env,
        freshDrive<FulfilResult>(),
      );
      expect(state.problem).toBeUndefined();
      const back = { externalOrderId: id, fulfilmentIds: state.result.fulfilmentIds ?? [], reference: 'P1' };
      await driveStore(store, withdraw, back, env, freshDrive<WithdrawResult>());
      await runStoreQuestion(store, env, async (e) => store.disconnect?.(e));
    });
    afterAll(() => running.close());

    it('every parameter and every body we send is one the schemas know', () => {
      const judged = new Set<string>();
      for (const { request } of seen) {
        const resource = resourceOf(request.path);
        // WordPress’s index, settings and the extension are in no schema here.
        if (resource === undefined) {
          expect(request.path).toMatch(/^\/wp-json\/($|wc\/v3\/settings\/|wc-shipment-tracking\/)/);
          continue;
        }
        judged.add(`${request.method} ${resource}`);
        const query = queries.get(resource);
        expect(query?.({ ...request.query }), `${request.name}: ${JSON.stringify(query?.errors)}`).toBe(true);
        if (request.body === undefined) continue;
        const body = bodies.get(resource);
        expect(body?.(JSON.parse(String(request.body))), `${request.name}: ${JSON.stringify(body?.errors)}`).toBe(true);
      }
      expect([...judged].toSorted()).toEqual([
        'DELETE webhooks',
        'GET order-notes',
        'GET orders',
        'GET product-variations',
        'GET products',
        'GET webhooks',
        'POST order-notes',
        'POST webhooks',
        'PUT orders',
        'PUT webhooks',
      ]);
    });

    it('every answer of the simulator has the schemas’ types in the fields they have', () => {
      let fields = 0;
      for (const { request, answer } of seen) {
        const resource = resourceOf(request.path);
        const properties = resource === undefined ? undefined : schemas[resource]?.schema.properties;
        if (!properties) continue;
        for (const item of Array.isArray(answer) ? (answer as Node[]) : [answer as Node])
          for (const [name, value] of Object.entries(item)) {
            const schema = properties[name];
            if (!schema || value === null) continue;
            fields += 1;
            // The API answers a line's price as a number and takes no stand on entries of lists; types of fields are held.
            const type = schema.type === 'date-time' ? 'string' : schema.type;
            const is = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
            expect(is, `${request.name} ${name}`).toBe(type);
          }
      }
      expect(fields).toBeGreaterThan(500);
    });

    it('the documented order, products and variations are read with their meaning', async () => {
      const order = readOrder(readObject(sample('order.get')), new Map());
      expect(order).toMatchObject({
        externalId: '727',
        number: '727',
        placedAt: '2017-03-22T19:28:02Z',
        updatedAt: '2017-03-22T19:28:08Z',
        total: { minor: 2935, currency: 'USD' },
        shipTo: { name: 'John Doe', address1: '969 Market', provinceCode: 'CA', zipcode: '94103', countryCode: 'US' },
        requestedService: { code: 'flat_rate', name: 'Flat Rate' },
        lines: [
          { externalLineId: '315', externalProductId: '93', quantity: 2, unitPrice: { minor: 300 } },
          {
            externalLineId: '316',
            externalProductId: '23',
            sku: 'Bar3',
            title: 'Ship Your Idea – Color: Black, Size: M Test',
          },
        ],
      });
      expect(readOrder(readObject(sample('order.update.response')), new Map())).toMatchObject({
        lines: [{ shipped: 2 }, { shipped: 1 }],
      });
      const { env } = await openHarnessStore(store, harness);
      const headers = { 'content-type': 'application/json', 'x-wp-totalpages': '1', 'x-wp-total': '2' };
      const answer = (path: string): unknown =>
        path.endsWith('/variations')
          ? sample('product-variations.list')
          : path.endsWith('/products')
            ? sample('products.list')
            : { value: path.endsWith('weight_unit') ? 'kg' : path.endsWith('dimension_unit') ? 'cm' : 'USD' };
      const page = await products(
        {},
        {
          ...env,
          http: {
            send: ({ path }) => {
              const text = JSON.stringify(answer(path));
              const json = (): unknown => JSON.parse(text);
              return Promise.resolve({
                status: 200,
                headers,
                bytes: Buffer.from(text),
                text: () => text,
                json,
                traceId: 'sample',
              });
            },
          },
        },
      );
      expect(page.problems).toEqual([]);
      expect(page.items.length).toBeGreaterThan(1);
      expect(page.items.every((one) => one.updatedAt.endsWith('Z') && one.title !== '')).toBe(true);
    });

    it('the simulator refuses changed bodies where the schemas do, and nothing else but what is listed', async () => {
      const { env } = await openHarnessStore(store, harness);
      const authorization = `Basic ${Buffer.from(await env.access.get()).toString('base64')}`;
      const cases: DifferentialCase<unknown>[] = [];
      const known = new Set<string>();
      for (const { request } of seen) {
        const resource = resourceOf(request.path);
        if (resource === undefined || request.body === undefined || request.method === 'DELETE') continue;
        const body: unknown = JSON.parse(String(request.body));
        const shape = `${request.method} ${resource} ${Object.keys(body as Node).join()}`;
        if (known.has(shape)) continue;
        known.add(shape);
        const mutants = jsonMutants(body)
          .filter((_m, i) => process.env.VERIFY !== undefined || i % 2 === cases.length % 2)
          .map(({ what, value }) => ({ what, request: value }));
        const check = bodies.get(resource);
        cases.push({
          name: `${request.method} ${resource} ${cases.length}`,
          request: body,
          mutants,
          contract: (b): Verdict => ({ accepted: check?.(b) === true, why: ajv.errorsText(check?.errors) }),
          simulator: async (b): Promise<Verdict> => {
            const response = await fetch(`${running.simulator.address}/${samples.account}${request.path}`, {
              method: request.method,
              headers: { authorization, 'content-type': 'application/json' },
              body: JSON.stringify(b),
            });
            // A webhook that an earlier mutant made is gone or not; only what the body says is compared.
            const text = await response.text();
            const refused = response.status === 400 && /rest_(invalid|missing)/.test(text);
            return { accepted: !refused, why: text.slice(0, 90) };
          },
        });
      }
      const comparison = await compareVerdicts(cases, EXCEPTIONS);
      process.stdout.write(
        `WooCommerce: ${comparison.compared} requests compared, ${comparison.refused} refused by the schemas, ${comparison.differences.length} differences\n`,
      );
      expect(comparison.differences).toEqual([]);
      if (process.env.VERIFY !== undefined) expect(comparison.unused.map((e) => String(e.match))).toEqual([]);
      expect(comparison.refused).toBeGreaterThan(10);
    });
  });
});
