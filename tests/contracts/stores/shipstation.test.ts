/**
 * The ShipStation connector and its simulator held against the OpenAPI document of version 1. A third party packaged it and took
 * several types of numbers from single examples; where the vendor's own model says otherwise, that is corrected by name.
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
import { checkStoreOwnCase, HOOK_ADDRESS } from '@scanship/connector-kit/conformance/store-own-case';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import { runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { connect } from '@scanship/store-shipstation/account';
import { createPlayer, samples } from '@scanship/store-shipstation/harness';
import { readOrder } from '@scanship/store-shipstation/order-reader';
import { readProduct } from '@scanship/store-shipstation/products';
import { createShipStation } from '@scanship/store-shipstation/simulator';
import { store } from '@scanship/store-shipstation/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { type Correction, openContract } from '../judges/openapi.ts';
import { mutantsTaken, watchCalls, type SeenCall } from '../rigs/store-rest-rig.ts';

type Json = Readonly<Record<string, unknown>>;

const WHOLE = 'The model calls it a number; the packager took "integer" from one example.';
const NUMBERS: readonly Correction[] = [
  'Weight.properties.value',
  'Product.properties.price',
  'Product.properties.weightOz',
].map((at) => ({ at: `components.schemas.${at}`, set: { type: 'number', format: undefined }, reason: WHOLE }));
const PROSE = 'The description of the call says "optional"; the packager took all members of the example.';
const CORRECTIONS: readonly Correction[] = [
  ...NUMBERS,
  {
    at: 'components.schemas.InternationalOptions.properties.customsItems',
    set: { type: 'array', items: {} },
    reason: 'A list of orders has a list here; the packager took a text from the null of its one example.',
  },
  {
    at: 'components.schemas.MarkanOrderasShippedrequest',
    set: { required: ['orderId', 'carrierCode'] },
    reason: PROSE,
  },
  {
    at: 'components.schemas.SubscribetoWebhookrequest',
    set: { required: ['target_url', 'event'] },
    reason: PROSE,
  },
];

withVendorContract('stores/shipstation', (folder) => {
  const file = join(folder, 'shipstation-v1-openapi.yaml');
  const document = parse(readFileSync(file, 'utf8')) as {
    paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
    components: { schemas: Readonly<Record<string, { example?: Json }>> };
  };
  const exampleOf = (schema: string): Json => {
    const { example } = document.components.schemas[schema] ?? {};
    if (!example) throw new Error(`${schema} has no example`);
    return example;
  };
  const answerOf = (path: string): unknown => {
    const answer = document.paths[path]?.get?.responses as {
      '200': { content: { 'application/json': { example: unknown } } };
    };
    return answer['200'].content['application/json'].example;
  };

  describe('ShipStation’s examples', () => {
    it('a product is read in the connection’s currency, with its weight and Pacific time', () => {
      const product = readObject(exampleOf('GetProductresponse'));
      expect(readProduct(product, 'USD')).toMatchObject({
        externalId: '12345678',
        sku: '1004',
        title: 'Coffee Mug',
        unitGrams: 737,
        price: { minor: 2_600, currency: 'USD' },
        hsCode: undefined,
        updatedAt: '2014-09-18T19:38:43.000Z',
      });
      expect(product.problems).toEqual([]);
    });

    it('an order of the examples’ parts is read with all they say', () => {
      // The packager wrote null and dates of items as text in quotes.
      const item = Object.fromEntries(
        Object.entries(exampleOf('Item4')).map(([name, value]) => [name, value === 'null' ? null : value]),
      );
      const order = readObject({
        orderId: 94_113_592,
        orderNumber: 'TEST-ORDER-API-DOCS',
        orderDate: '2015-06-29T08:46:27.0000000',
        modifyDate: '2015-08-17T09:24:14.7800000',
        orderStatus: 'awaiting_shipment',
        shipTo: exampleOf('ShipTo6'),
        items: [item],
        orderTotal: 99.98,
        advancedOptions: exampleOf('AdvancedOptions4'),
      });
      expect(readOrder(order, 'USD')).toMatchObject({
        externalId: '94113592',
        placedAt: '2015-06-29T15:46:27.000Z',
        shipTo: {
          name: 'Sherlock Holmes',
          address1: '221 B Baker St',
          city: 'London',
          zipcode: 'NW1 6XE',
          countryCode: 'GB',
        },
        externalLocationId: '98765',
        lines: [
          {
            externalLineId: '136282568',
            externalProductId: '11780610',
            sku: 'Ele-1234',
            quantity: 2,
            unitPrice: { minor: 4_999, currency: 'USD' },
            unitGrams: 340,
          },
        ],
      });
      expect(order.problems).toEqual([]);
    });

    it('stores and places that ship tell whose key it is and where from', () =>
      checkStoreOwnCase(
        store,
        {
          name: 'the vendor’s stores and warehouses',
          operation: 'connect',
          credentials: { apiKey: 'k', apiSecret: 's', currency: 'USD', shopName: 'Ashley' },
          exchanges: [
            {
              request: { method: 'GET', path: '/stores', query: { showInactive: 'true' } },
              answer: { status: 200, body: answerOf('/stores') },
            },
            { request: { method: 'GET', path: '/warehouses' }, answer: { status: 200, body: answerOf('/warehouses') } },
          ],
          expect: {
            externalAccount: 'account-22766',
            name: 'Ashley',
            credentials: { accessToken: 'k:s' },
            settings: { name: 'Ashley', currency: 'USD', storeId: null },
            address: {
              name: 'Spring warehouse',
              address1: '123 S SPRING RD',
              city: 'Elmurst',
              provinceCode: 'IL',
              zipcode: '60126',
              countryCode: 'US',
              phone: '5121112222',
            },
            currency: 'USD',
            problems: [],
          },
        },
        { app: samples.app, externalAccount: '', credentials: {}, settings: {} },
      ));

    it('what was marked as shipped is found by its number, and somebody else’s webhooks are left alone', async () => {
      const { fulfillments } = answerOf('/fulfillments') as { fulfillments: readonly Json[] };
      const [first = {}] = fulfillments;
      await checkStoreOwnCase(
        store,
        {
          name: 'the vendor’s fulfillments',
          operation: 'fulfil',
          step: 'plan',
          input: {
            externalOrderId: String(first.orderId),
            lines: [],
            parcels: [{ trackingNumber: String(first.trackingNumber) }],
            carrier: { slug: 'usps', name: 'USPS' },
            notifyBuyer: false,
            reference: 'r:1',
          },
          exchanges: [
            {
              request: { method: 'GET', path: `/orders/${String(first.orderId)}` },
              answer: { status: 200, body: { orderId: first.orderId, orderStatus: 'shipped' } },
            },
            {
              request: {
                method: 'GET',
                path: '/fulfillments',
                query: { orderId: String(first.orderId), pageSize: 100 },
              },
              answer: { status: 200, body: answerOf('/fulfillments') },
            },
          ],
          expect: {
            kind: 'done',
            keep: { there: true },
            result: { fulfilmentIds: [String(first.orderId)] },
          },
        },
        { app: samples.app, externalAccount: samples.account, credentials: {}, settings: samples.settings },
      );
      await checkStoreOwnCase(
        store,
        {
          name: 'the vendor’s webhooks',
          operation: 'disconnect',
          exchanges: [
            { request: { method: 'GET', path: '/webhooks' }, answer: { status: 200, body: answerOf('/webhooks') } },
          ],
          expect: null,
        },
        { app: samples.app, externalAccount: samples.account, credentials: {}, settings: samples.settings },
      );
    });
  });

  describe('ShipStation’s document', () => {
    const contract = openContract(file, CORRECTIONS);
    let running: TestSimulator;
    const seen: SeenCall[] = [];

    beforeAll(async () => {
      running = await startTestSimulator(createShipStation());
      const player = createPlayer(new URL(running.simulator.address).origin);
      const harness: StoreHarness = { samples, player, simulator: running.simulator };
      const open = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
      await connect({ ...samples.credentials, storeId: '25748' }, watchCalls(open, seen));
      const env = watchCalls((await openHarnessStore(store, harness)).env, seen);
      expect((await runStoreTest(store, env)).ok).toBe(true);
      const [id = ''] = await player.placeOrders(samples.account, 30);
      await pullOrders(store, () => Promise.resolve(env));
      await pullOrders(
        store,
        () => Promise.resolve({ ...env, settings: { ...env.settings, storeId: '25748' } }),
        new Date(0),
      );
      expect((await runProducts(store, {}, env)).ok).toBe(true);
      await store.locations?.(env);
      const orders = await runOrdersById(store, [id], env);
      const input: FulfilInput = {
        externalOrderId: id,
        lines: (orders.ok ? (orders.value.items[0]?.lines ?? []) : []).map(({ externalLineId, quantity }) => ({
          externalLineId,
          quantity,
        })),
        parcels: [{ trackingNumber: '913492493294329421' }],
        carrier: { slug: 'usps', name: 'USPS' },
        notifyBuyer: true,
        reference: 'r:1',
      };
      for (let turn = 0; turn < 2; turn += 1)
        if (store.fulfil) {
          const state = await driveStore(store, store.fulfil, input, env, freshDrive<FulfilResult>());
          expect(state.problem).toBeUndefined();
        }
      await store.webhooks?.subscribe?.({ address: HOOK_ADDRESS }, env);
    });
    afterAll(() => running.close());

    it('every request is one of the contract, and so is every answer of the simulator', () => {
      for (const { name, request, status, answer } of seen) {
        expect(contract.judge(request), `${name} ${request.path} ${request.body}`).toMatchObject({ accepted: true });
        const verdict = contract.judgeAnswer(request, status, answer);
        expect(verdict, `${name} answer: ${verdict.why ?? ''}`).toMatchObject({ accepted: true });
      }
      expect([...new Set(seen.map(({ name }) => name))].toSorted()).toEqual([
        'fulfillments of the order',
        'mark as shipped',
        'order',
        'orders',
        'products',
        'stores',
        'subscribe',
        'warehouses',
        'webhooks',
      ]);
      const goodbye = { method: 'DELETE', path: '/webhooks/12345', headers: seen[0]?.request.headers ?? {} };
      expect(
        contract.judge({ ...goodbye, headers: { ...goodbye.headers, 'content-type': 'application/json' } }),
      ).toMatchObject({ accepted: true });
      process.stdout.write(`ShipStation: ${seen.length} requests and answers held against the contract\n`);
    });

    it('what the contract refuses of a report or a subscription, the simulator refuses', async () => {
      const calls = ['mark as shipped', 'subscribe'].flatMap((name) => seen.findLast((one) => one.name === name) ?? []);
      // "int, optional" in the description of the call, text in the packaged schema.
      const { compared, refused, taken } = await mutantsTaken(calls, contract, running.simulator.address, 1, /^$/);
      expect(taken).toEqual([]);
      expect(refused).toBeGreaterThan(10);
      process.stdout.write(
        `ShipStation: ${compared} changed requests, ${refused} refused by the contract and the stand-in\n`,
      );
    });
  });
});
