/**
 * The Cin7 connector and its simulator held against what is public: a third party's OpenAPI document of Core with the vendor's
 * examples, requests of its fulfilment derived from the vendor's pages, bodies of its webhooks, and the field list of Omni.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { checkStoreOwnCase, HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import { runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { connect } from '@scanship/store-cin7/account';
import { readSale } from '@scanship/store-cin7/core-order';
import { createPlayer, omniSamples, samples } from '@scanship/store-cin7/harness';
import { createCin7 } from '@scanship/store-cin7/simulator';
import { store } from '@scanship/store-cin7/store';
import { webhooks } from '@scanship/store-cin7/webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withVendorContract } from '../../support/vendor-folder.ts';
import type { Verdict } from '../judges/differential.ts';
import { type Correction, openContract } from '../judges/openapi.ts';
import { mutantsTaken, watchCalls, type SeenCall } from '../rigs/store-rest-rig.ts';

type Json = Readonly<Record<string, unknown>>;

/** The document does not have the call. */
const isElsewhere = ({ why }: Verdict): boolean => why.startsWith('there is no');

const TIME = 'The vendor calls it a date and shows a date with a time in every example.';
const times = (schema: string, ...names: readonly string[]): Correction[] =>
  names.map((name) => ({
    at: `components.schemas.${schema}.properties.${name}`,
    set: { format: undefined },
    reason: TIME,
  }));
const CORRECTIONS: readonly Correction[] = [
  ...times('Sale', 'SaleOrderDate', 'LastModifiedOn', 'ShipBy'),
  ...times('SaleItem', 'OrderDate', 'Updated'),
  {
    at: 'components.schemas.Sale',
    set: { required: ['ID'] },
    reason: 'Its example, and every client, has the id of a sale as ID; SaleID is that of its parts.',
  },
  {
    at: 'components.schemas.SaleOrder',
    set: { required: ['Memo', 'Status', 'TotalBeforeTax', 'Tax', 'Total'] },
    reason: 'As a part of a sale, as in the example, it has neither SaleID nor CombineAdditionalCharges.',
  },
  {
    at: 'components.schemas.Location.properties.ParentID',
    set: { nullable: true },
    reason: 'Null in the example of every location that is no bin.',
  },
  {
    at: 'paths./webhooks.post.responses.200.content.application/json',
    set: { schema: { $ref: '#/components/schemas/Webhooks' } },
    reason: 'Its description and its example are a list of webhooks.',
  },
];

withVendorContract('stores/cin7', (folder) => {
  const file = join(folder, 'cin7-core-v2-openapi.thirdparty.yaml');
  const document = parse(readFileSync(file, 'utf8')) as { paths: Readonly<Record<string, Json>> };
  const exampleOf = (path: string): Json => {
    const { get } = document.paths[path] as { get: { responses: Readonly<Record<string, Json>> } };
    const answer = get.responses['200'] as { content: { 'application/json': { example: string } } };
    return JSON.parse(answer.content['application/json'].example) as Json;
  };
  const base = {
    app: samples.app,
    externalAccount: samples.account,
    credentials: {},
    settings: samples.settings,
  };
  const get = (path: string, query: Readonly<Record<string, string | number>> = {}) => ({
    request: { method: 'GET', path: `/ExternalApi/v2${path}`, query },
    answer: { status: 200, body: exampleOf(path) },
  });

  describe('Cin7 Core’s examples', () => {
    it('a sale is read in its customer’s currency, with its lines and the service that was asked for', () => {
      const sale = readObject(exampleOf('/sale'));
      expect(readSale(sale)).toMatchObject({
        externalId: '916ab4c0-6ccb-4c93-873d-0603859050e4',
        number: 'SO-00001',
        placedAt: '2017-10-28T00:00:00.000Z',
        updatedAt: '2017-11-22T10:10:49.750Z',
        shipBy: '2017-11-30T00:00:00.000Z',
        hold: undefined,
        shipTo: { name: 'No Name', phone: '03 3189080', email: 'infodemo@hsmithdemo.co' },
        total: { minor: 800, currency: 'RUB' },
        requestedService: { code: '', name: 'test carrier' },
        externalLocationId: 'Main Warehouse',
        lines: [
          {
            externalLineId: '4aadd8f6-4d3d-46ca-acbb-1a9a662f9bc1',
            sku: 'Bread',
            title: 'Baked Bread',
            quantity: 1,
            shipped: 0,
            unitPrice: { minor: 800, currency: 'RUB' },
            unitGrams: undefined,
          },
        ],
      });
      expect(sale.problems).toEqual([]);
    });

    it('the list of sales leads to each of them, and from there to what changed since', async () => {
      const sale = exampleOf('/sale');
      const asked = (ID: string) => ({
        request: { method: 'GET', path: '/ExternalApi/v2/sale', query: { ID, CountryFormat: 'Code2' } },
        answer: { status: 200, body: { ...sale, ID, Order: { Status: 'NOT AVAILABLE' } } },
      });
      const list = exampleOf('/saleList');
      await checkStoreOwnCase(
        store,
        {
          name: 'the vendor’s list',
          operation: 'orders',
          input: {},
          exchanges: [
            { ...get('/saleList', { Page: 1, Limit: 100 }), answer: { status: 200, body: { ...list, Total: 2 } } },
            asked('6222cb47-0e1e-450d-af6d-0cefcee9eef7'),
            asked('a6558396-8893-479b-bca9-f89ea3e54633'),
          ],
          expect: {
            items: [],
            problems: [],
            next: {
              from: '2017-09-29T03:03:13.913Z',
              latest: '2017-09-29T03:03:13.913Z',
              page: 1,
              ids: [],
              news: false,
              // base64url(SHA-256("<id> <last change>")), ten characters, of the newest.
              seen: ['kquy0rqjb4'],
            },
          },
        },
        base,
      );
    });

    it('company and places', async () => {
      await checkStoreOwnCase(
        store,
        {
          name: 'the vendor’s company',
          operation: 'testConnection',
          exchanges: [get('/me')],
          expect: { accountName: 'My', message: 'Cin7 Core lets us in to My.' },
        },
        base,
      );
      await checkStoreOwnCase(
        store,
        {
          name: 'the vendor’s places, without bins; a country that is none is left out',
          operation: 'locations',
          exchanges: [get('/ref/location', { Page: 1, Limit: 1_000 })],
          expect: [
            { externalId: 'Fixed asset test', name: 'Fixed asset test', address: {}, active: true },
            {
              externalId: 'Test new location',
              name: 'Test new location',
              address: {
                address1: 'Test address line',
                address2: 'Test address line 2',
                city: 'Test address city',
                provinceCode: 'Test address state',
                zipcode: 'Test address ZIP',
              },
              active: true,
            },
          ],
        },
        base,
      );
    });

    it('somebody else’s webhooks are left alone, and each delivery is understood', async () => {
      await checkStoreOwnCase(
        store,
        { name: 'the vendor’s webhooks', operation: 'disconnect', exchanges: [get('/webhooks')], expect: null },
        base,
      );
      const bodies = JSON.parse(readFileSync(join(folder, 'cin7-core.webhooks.sample.json'), 'utf8')) as Readonly<
        Record<string, Json>
      >;
      const meanings = Object.entries(bodies).map(([topic, body]) => [
        topic,
        webhooks.understand(topic, Buffer.from(JSON.stringify(body))),
      ]);
      const sale = { kind: 'changed', what: 'orders', externalIds: ['91ee7b1d-bd35-4e43-b98a-db86be777624'] };
      expect(Object.fromEntries(meanings)).toMatchObject({
        'Sale/OrderAuthorised': sale,
        'Sale/Voided': sale,
        'Sale/ShipmentAuthorised': { kind: 'changed', what: 'orders', externalIds: [] },
        'Sale/ShipmentTrackingNumberChanged': { kind: 'nothing' },
      });
    });
  });

  describe('Cin7’s documents', () => {
    const core = openContract(file, CORRECTIONS);
    const fulfilment = openContract(join(folder, 'cin7-core-v2-fulfilment.derived-openapi.json'));
    const omniFields = (
      JSON.parse(readFileSync(join(folder, 'cin7-omni-v1.derived-fields.json'), 'utf8')) as {
        resources: Readonly<Record<string, Json>>;
      }
    ).resources;
    let running: TestSimulator;
    const seen: SeenCall[] = [];
    const ofOmni: SeenCall[] = [];

    const push = async (env: StoreEnv, id: string, quantity?: number): Promise<void> => {
      const orders = await runOrdersById(store, [id], env);
      const lines = (orders.ok ? (orders.value.items[0]?.lines ?? []) : []).map((line) => ({
        externalLineId: line.externalLineId,
        quantity: quantity ?? line.quantity - line.shipped,
      }));
      const input: FulfilInput = {
        externalOrderId: id,
        lines: quantity === undefined ? lines : lines.slice(0, 1),
        parcels: [{ trackingNumber: `70232100394857${String(seen.length + ofOmni.length).padStart(2, '0')}` }],
        carrier: { slug: 'canada-post', name: 'Canada Post' },
        notifyBuyer: false,
        reference: 'r:1',
      };
      if (!store.fulfil) return;
      const state = await driveStore(store, store.fulfil, input, env, freshDrive<FulfilResult>());
      expect(state.problem).toBeUndefined();
    };

    beforeAll(async () => {
      running = await startTestSimulator(createCin7());
      const player = createPlayer(new URL(running.simulator.address).origin);
      for (const [one, calls] of [
        [samples, seen],
        [omniSamples, ofOmni],
      ] as const) {
        const harness: StoreHarness = { samples: one, player, simulator: running.simulator };
        const open = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
        await connect(one.credentials ?? {}, watchCalls(open, calls));
        const env = watchCalls((await openHarnessStore(store, harness)).env, calls);
        expect((await runStoreTest(store, env)).ok).toBe(true);
        const [id = '', other = ''] = await player.placeOrders(one.account, 3);
        await pullOrders(store, () => Promise.resolve(env), new Date(Date.now() - 7_200_000));
        expect((await runProducts(store, { since: new Date(0) }, env)).ok).toBe(true);
        await store.locations?.(env);
        await push(env, id);
        await push(env, other, 1);
        if (one === samples) await push(env, other);
        await store.webhooks?.subscribe?.({ address: HOOK_ADDRESS }, env);
      }
    });
    afterAll(() => running.close());

    it('every request to Core is one of the contracts, and so is every answer of the simulator that they describe', () => {
      const judged = { requests: 0, answers: 0 };
      for (const { name, request, status, answer } of seen) {
        const whole = core.judge(request);
        const derived = fulfilment.judge(request);
        const known = [whole, derived].filter((verdict) => !isElsewhere(verdict));
        // A new fulfilment, and the list of webhooks, stand in one of them at most.
        if (name === 'new fulfilment') expect(known).toEqual([]);
        else expect(known.length, `${name} is in no document`).toBeGreaterThan(0);
        for (const verdict of known)
          expect(verdict, `${name} ${request.path} ${request.body}`).toMatchObject({ accepted: true });
        judged.requests += known.length > 0 ? 1 : 0;
        if (isElsewhere(whole)) continue;
        const verdict = core.judgeAnswer(request, status, answer);
        expect(verdict, `${name} answer: ${verdict.why ?? ''}`).toMatchObject({ accepted: true });
        judged.answers += 1;
      }
      expect([...new Set(seen.map(({ name }) => name))].toSorted()).toEqual([
        'add carrier',
        'carriers',
        'fulfilments',
        'locations',
        'me',
        'new fulfilment',
        'pack',
        'pick',
        'products',
        'sale',
        'sales',
        'ship',
        'subscribe',
        'webhooks',
      ]);
      process.stdout.write(
        `Cin7 Core: ${judged.requests} requests and ${judged.answers} answers held against contracts\n`,
      );
    });

    it('what the contracts refuse of a report or a subscription, the simulator refuses', async () => {
      const last = (name: string): SeenCall[] => seen.filter((one) => one.name === name).slice(-1);
      const ofReport = ['pick', 'pack', 'ship'].flatMap(last);
      const address = running.simulator.address;
      const report = await mutantsTaken(ofReport, fulfilment, address, 1, /^$/);
      const hook = await mutantsTaken(last('subscribe'), core, address, 1, /^$/);
      expect([...report.taken, ...hook.taken]).toEqual([]);
      expect(report.refused + hook.refused).toBeGreaterThan(20);
      process.stdout.write(
        `Cin7 Core: ${report.compared + hook.compared} changed requests, ${report.refused + hook.refused} refused by contract and stand-in\n`,
      );
    });

    it('every field that Omni is asked for, sent or shown to give is of its field list', () => {
      const orders = omniFields['GET|POST|PUT /v1/SalesOrders'] ?? {};
      const products = omniFields['GET|POST|PUT /v1/Products'] ?? {};
      const fits = (value: unknown, type: unknown): boolean => {
        if (value === null) return true;
        if (type === 'datetime') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
        if (type === 'integer') return Number.isSafeInteger(value);
        return typeof value === type;
      };
      let compared = 0;
      const wrong: string[] = [];
      const judge = (value: unknown, fields: unknown, at: string): void => {
        for (const [name, part] of Object.entries(value as Json)) {
          const type = (fields as Json)[name];
          compared += 1;
          if (Array.isArray(part) && Array.isArray(type)) for (const one of part) judge(one, type[0], `${at}.${name}`);
          else if (!fits(part, type)) wrong.push(`${at}.${name} is ${String(part)} and should be ${String(type)}`);
        }
      };
      for (const { name, request, answer } of ofOmni) {
        const fields = name === 'products' ? products : orders;
        // What a report is answered stands in no document that could be had.
        if (name !== 'write the report') for (const one of [answer].flat()) judge(one, fields, name);
        if (request.body !== undefined)
          for (const one of JSON.parse(request.body) as unknown[]) judge(one, fields, name);
        const { searchParams } = new URL(request.path, 'http://omni');
        for (const asked of searchParams.get('fields')?.split(',') ?? []) expect(Object.keys(fields)).toContain(asked);
        const where = /^(\w+)>=/.exec(searchParams.get('where') ?? '')?.[1];
        if (where !== undefined) expect(Object.keys(fields)).toContain(where);
      }
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(200);
      process.stdout.write(`Cin7 Omni: ${compared} fields held against its field list\n`);
    });
  });
});
