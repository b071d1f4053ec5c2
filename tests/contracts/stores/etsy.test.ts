/**
 * The Etsy connector and its simulator held against Etsy's own OpenAPI document: every request we send, every answer of the
 * simulator, and what both judges refuse.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import type { FulfilResult } from '@scanship/connector-kit/store/store';
import { driveStore, openHarnessStore } from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { runOrders, runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { fulfil } from '@scanship/store-etsy/fulfil';
import { createPlayer, samples } from '@scanship/store-etsy/harness';
import { createEtsy } from '@scanship/store-etsy/simulator';
import { store } from '@scanship/store-etsy/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type DifferentialCase, type ListedException, type Mutant } from '../judges/differential.ts';
import { openContract, type ApiRequest, type Correction, type OpenApiJudge } from '../judges/openapi.ts';

const LISTINGS = 'paths./v3/application/shops/{shop_id}/listings.get.parameters.includes.schema';
const INCLUDES = '(Shipping|Images|Shop|User|Translations|Inventory|Videos)';
const LANGUAGES = ['de', 'en-GB', 'en-IN', 'en-US', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'ru'];
const CORRECTIONS: readonly Correction[] = [
  {
    at: LISTINGS,
    set: { type: 'string', pattern: `^${INCLUDES}(,${INCLUDES})*$` },
    reason: 'Several associations go into one parameter with commas; a query has no lists of its own.',
  },
  ...[
    ...['shipping_profile', 'user', 'shop', 'inventory', 'translations'].map(
      (name) => `ShopListingWithAssociations.properties.${name}`,
    ),
    ...LANGUAGES.map((name) => `ListingTranslations.properties.${name}`),
    ...['posted', 'adjusted'].flatMap((state) =>
      ['gross', 'fees', 'net'].map((kind) => `Payment.properties.${state}_${kind}`),
    ),
  ].map((place) => ({
    at: `components.schemas.${place}`,
    set: { type: 'object' },
    reason: 'The field is nullable without a type, which no validator takes.',
  })),
  ...['item_weight_unit', 'item_dimensions_unit'].map((name) => ({
    at: `components.schemas.ShopListingWithAssociations.properties.${name}`,
    set: {
      enum:
        name === 'item_weight_unit'
          ? ['oz', 'lb', 'g', 'kg', null]
          : ['in', 'ft', 'mm', 'cm', 'm', 'yd', 'inches', null],
    },
    reason: 'The field is nullable, and null is its default, but the list of values lacks it.',
  })),
];

/** Differences that are meant. */
const EXCEPTIONS: readonly ListedException[] = [
  {
    match: /key is the keystring alone$/,
    reason: 'Refused since 2026-02-09; the document still describes the key alone.',
  },
  { match: /shop is another’s$/, reason: 'The document cannot say whose shop the token opens.' },
  { match: /receipt is unknown$/, reason: 'Which receipts there are is not the document’s business.' },
  {
    match: /(tracking_code|carrier_name) (removed|empty)$/,
    reason: 'Etsy refuses a number without a carrier and the reverse; the document demands neither.',
  },
];

withVendorContract('stores/etsy', (folder) => {
  let contract: OpenApiJudge;
  let running: TestSimulator;
  const seen: {
    readonly name: string;
    readonly request: ApiRequest;
    readonly status: number;
    readonly body: unknown;
  }[] = [];

  const asSent = (request: HttpRequest): ApiRequest => {
    const query = new URLSearchParams(
      Object.entries(request.query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ).toString();
    return {
      method: request.method,
      path: query === '' ? request.path : `${request.path}?${query}`,
      headers: request.headers ?? {},
      ...(typeof request.body === 'string' ? { body: request.body } : {}),
    };
  };
  const watched = (env: StoreEnv): StoreEnv => ({
    ...env,
    http: {
      send: async (request: HttpRequest): Promise<HttpResponse> => {
        const response = await env.http.send(request);
        seen.push({ name: request.name, request: asSent(request), status: response.status, body: response.json() });
        return response;
      },
    },
  });

  beforeAll(async () => {
    contract = openContract(join(folder, 'etsy-openapi-v3.json'), CORRECTIONS);
    running = await startTestSimulator(createEtsy());
    const player = createPlayer(running.simulator.address.replace(/\/etsy$/, ''));
    const { env: plain } = await openHarnessStore(store, { samples, player, simulator: running.simulator });
    const env = watched(plain);
    expect((await runStoreTest(store, env)).ok).toBe(true);
    await player.placeOrders(samples.account, 20);
    const first = await runOrders(store, { since: new Date('2020-01-01T00:00:00Z') }, env);
    expect(first.ok && first.value.next).toBeTruthy();
    if (first.ok) await runOrders(store, { cursor: first.value.next }, env);
    const [id = ''] = await player.placeOrders(samples.account, 1);
    expect((await runOrdersById(store, [id, '999'], env)).ok).toBe(true);
    const goods = await runProducts(store, {}, env);
    expect(goods.ok && goods.value.items.length).toBeGreaterThan(5);
    const input = {
      externalOrderId: id,
      lines: [{ externalLineId: '1', quantity: 5 }],
      parcels: [{ trackingNumber: 'CP123456789CA' }],
      carrier: { slug: 'canada-post', name: 'Canada Post' },
      notifyBuyer: true,
      reference: 'P000000000000001',
    };
    const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
    expect(state.problem).toBeUndefined();
  });
  afterAll(() => running.close());

  it('every request is one of the contract, and so is every answer of the simulator', () => {
    for (const { name, request, status, body } of seen) {
      expect(contract.judge(request), `${name} ${request.path}`).toMatchObject({ accepted: true });
      expect(contract.judgeAnswer(request, status, body), `${name} ${status}`).toMatchObject({ accepted: true });
    }
    const names = new Set(seen.map(({ name }) => name));
    expect([...names].toSorted()).toEqual(['listings', 'receipt', 'receipts', 'report as shipped', 'shop', 'who am I']);
    expect(seen.map(({ status }) => status)).toContain(404);
    process.stdout.write(`etsy: ${seen.length} of ${seen.length} requests and answers held against the contract\n`);
  });

  it('the simulator shows every field of receipts, transactions and shipments', () => {
    const document = JSON.parse(readFileSync(join(folder, 'etsy-openapi-v3.json'), 'utf8')) as {
      components: { schemas: Record<string, { properties: Record<string, unknown> }> };
    };
    const fieldsOf = (schema: string): string[] =>
      Object.keys(document.components.schemas[schema]?.properties ?? {}).toSorted();
    const receipt = seen.findLast(({ name }) => name === 'report as shipped')?.body as {
      transactions: object[];
      shipments: object[];
    };
    expect(Object.keys(receipt).toSorted()).toEqual(fieldsOf('ShopReceipt'));
    expect(Object.keys(receipt.transactions[0] ?? {}).toSorted()).toEqual(fieldsOf('ShopReceiptTransaction'));
    expect(Object.keys(receipt.shipments[0] ?? {}).toSorted()).toEqual(fieldsOf('ShopReceiptShipment'));
  });

  const VALUES = ['', 'seven', '-1', '0', '1.5', '101', 'true', '99999999999'];
  /** A request changed in one place at a time. */
  function mutantsOf(request: ApiRequest): Mutant<ApiRequest>[] {
    const url = new URL(request.path, 'http://etsy');
    const at = (path: string, query: URLSearchParams): string =>
      query.size === 0 ? path : `${path}?${query.toString()}`;
    const query = [...url.searchParams.keys()].flatMap((name) =>
      [undefined, ...VALUES].map((value) => {
        const changed = new URLSearchParams(url.searchParams);
        if (value === undefined) changed.delete(name);
        else changed.set(name, value);
        return {
          what: `${name} ${value === undefined ? 'removed' : `is "${value}"`}`,
          request: { ...request, path: at(url.pathname, changed) },
        };
      }),
    );
    const path = (what: string, from: RegExp, to: string): Mutant<ApiRequest>[] =>
      from.test(url.pathname)
        ? [{ what, request: { ...request, path: at(url.pathname.replace(from, to), url.searchParams) } }]
        : [];
    const without = (name: string): ApiRequest => ({
      ...request,
      headers: Object.fromEntries(Object.entries(request.headers).filter(([key]) => key !== name)),
    });
    const key = request.headers['x-api-key']?.split(':')[0] ?? '';
    const fields = request.body === undefined ? [] : [...new URLSearchParams(request.body).keys()];
    const form = fields.flatMap((name) =>
      (['removed', 'empty', 'maybe'] as const).flatMap((how) => {
        // Any text may be a number or a carrier.
        if (how === 'maybe' && name !== 'send_bcc') return [];
        const changed = new URLSearchParams(request.body);
        if (how === 'removed') changed.delete(name);
        else changed.set(name, how === 'empty' ? '' : how);
        return [{ what: `${name} ${how}`, request: { ...request, body: changed.toString() } }];
      }),
    );
    return [
      ...query,
      ...path('shop is zero', /shops\/\d+/, 'shops/0'),
      ...path('shop is a word', /shops\/\d+/, 'shops/mine'),
      ...path('shop is another’s', /shops\/\d+/, `shops/${samples.otherAccount}`),
      ...path('receipt is zero', /receipts\/\d+/, 'receipts/0'),
      ...path('receipt is a word', /receipts\/\d+/, 'receipts/last'),
      ...path('receipt is unknown', /receipts\/\d+/, 'receipts/999'),
      { what: 'no token', request: without('authorization') },
      { what: 'no key', request: without('x-api-key') },
      {
        what: 'key is the keystring alone',
        request: { ...request, headers: { ...request.headers, 'x-api-key': key } },
      },
      ...form,
      ...(request.body === undefined
        ? []
        : [
            {
              what: 'sent as JSON',
              request: { ...request, headers: { ...request.headers, 'content-type': 'application/json' } },
            },
          ]),
    ];
  }

  it('contract and simulator agree on every mutant', async () => {
    const cases = ['receipts', 'receipt', 'listings', 'report as shipped'].map((name): DifferentialCase<ApiRequest> => {
      const request = seen.find((one) => one.name === name && one.status === 200)?.request;
      if (!request) throw new Error(`${name} was not sent`);
      return {
        name,
        request,
        mutants: mutantsOf(request),
        contract: (one) => contract.judge(one),
        async simulator(one) {
          const response = await fetch(`${running.simulator.address}${one.path}`, {
            method: one.method,
            headers: one.headers,
            ...(one.body === undefined ? {} : { body: one.body }),
          });
          return { accepted: response.ok, why: `${response.status} ${await response.text()}`.slice(0, 100) };
        },
      };
    });
    const { compared, refused, differences, unused } = await compareVerdicts(cases, EXCEPTIONS);
    expect(differences).toEqual([]);
    expect(unused).toEqual([]);
    expect(refused).toBeGreaterThan(compared / 4);
    process.stdout.write(`etsy: ${compared} requests judged twice, ${refused} refused by the contract\n`);
  });
});
