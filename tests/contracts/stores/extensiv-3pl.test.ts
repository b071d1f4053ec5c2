/**
 * The Extensiv 3PL connector and its simulator held against the sample payloads of the vendor's own pages. There is no machine-readable
 * document: the samples tell members and their types, and every value in them is a filler ("str", 1.0, one date).
 */
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput, FulfilResult, WithdrawResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import { checkStoreOwnCase, type OwnCaseBase } from '@scanship/connector-kit/conformance/store-own-case';
import { runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { readLines } from '@scanship/store-extensiv-3pl/client';
import { connectionOf } from '@scanship/store-extensiv-3pl/connection';
import { fulfil } from '@scanship/store-extensiv-3pl/fulfil';
import { createPlayer, samples } from '@scanship/store-extensiv-3pl/harness';
import { readLineId, readOrder, readState } from '@scanship/store-extensiv-3pl/order-reader';
import { readProduct } from '@scanship/store-extensiv-3pl/products';
import { jsonOf } from '@scanship/store-extensiv-3pl/routing-json';
import { createExtensiv3pl } from '@scanship/store-extensiv-3pl/simulator';
import { store } from '@scanship/store-extensiv-3pl/store';
import { connect } from '@scanship/store-extensiv-3pl/warehouse';
import { withdraw } from '@scanship/store-extensiv-3pl/withdraw';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { sampleJson, strangers } from '../rigs/samples-rig.ts';
import { watchCalls, type SeenCall } from '../rigs/store-rest-rig.ts';

type Json = Readonly<Record<string, unknown>>;

const REL = 'http://api.3plCentral.com/rels/';

withVendorContract('stores/extensiv-3pl', (folder) => {
  const sample = (name: string): Json => sampleJson(join(folder), `${name}.sample`);
  const itemsOf = (whole: Json, rel: string): readonly Json[] =>
    (whole._embedded as Readonly<Record<string, readonly Json[]>>)[`${REL}${rel}`] ?? [];
  const firstOf = (name: string, rel: string): Json => itemsOf(sample(name), rel)[0] ?? {};
  const settings = { ...samples.settings, timeZone: 'America/Los_Angeles', currency: 'USD' };
  const connection = connectionOf({ settings });
  const base: OwnCaseBase = { app: {}, externalAccount: samples.account, credentials: {}, settings };

  describe('Extensiv’s samples', () => {
    it('a list of orders comes in: closed, with its lines, prices and the account’s time', () =>
      checkStoreOwnCase(
        store,
        {
          name: 'the vendor’s orders',
          operation: 'orders',
          input: {},
          exchanges: [
            {
              request: {
                method: 'GET',
                path: '/orders',
                query: {
                  pgsiz: 50,
                  pgnum: 1,
                  detail: 'OrderItems,Contacts',
                  sort: 'readonly.orderid',
                  rql: 'readonly.customeridentifier.id==3',
                },
              },
              answer: { status: 200, body: sample('orders') },
            },
          ],
          expect: {
            items: [readOrder(readObject(firstOf('orders', 'orders/order')), connection)],
            problems: [],
            total: 1,
          },
        },
        base,
      ));

    it('an order says all that is needed', () => {
      const order = readObject(firstOf('orders', 'orders/order'));
      expect(readState(order)).toMatchObject({ kind: 'closed', number: 'str', allocated: true, hold: undefined });
      expect(readOrder(order, connection)).toMatchObject({
        externalId: '1',
        number: 'str',
        placedAt: '2016-12-26T07:00:00.000Z',
        shipBy: '2016-12-26T07:00:00.000Z',
        shipTo: { name: 'str', companyName: 'str', address1: 'str', city: 'str', zipcode: 'str', countryCode: '' },
        requestedService: { code: 'str', name: 'str' },
        externalLocationId: '2',
        gift: true,
        // One unit at 1.00, 1.00 for shipping, 1.00 of tax, less 1.00.
        total: { minor: 200, currency: 'USD' },
        lines: [{ externalLineId: '1', externalProductId: '2', sku: 'str', quantity: 1, shipped: 1 }],
      });
      expect(order.problems).toEqual([]);
      expect(readLines(readObject(sample('order_items')), readLineId)).toEqual(['1']);
    });

    it('an item has weight, size and customs data', () => {
      const item = readObject(firstOf('customer_items', 'customers/item'));
      expect(readProduct(item, connection)).toMatchObject({
        externalId: '1',
        sku: 'str',
        title: 'str',
        // A package of two units weighs one pound.
        unitGrams: 227,
        dimensions: undefined,
        hsCode: 'str',
        price: { minor: 100, currency: 'USD' },
        updatedAt: '2016-12-26T07:00:00.000Z',
      });
      // "str" is no country.
      expect(item.problems).toHaveLength(1);
    });

    it('a customer tells who it is, and that a number alone would close its orders', async () => {
      const customer = firstOf('customers', 'customers/customer');
      const exchange = {
        request: { method: 'GET', path: '/customers/1' },
        answer: { status: 200, body: customer, headers: { 'content-type': 'application/hal+json', etag: '"1"' } },
      };
      const own = { ...base, externalAccount: 'customer-1-1a76f91c', settings: { ...settings, customerId: '1' } };
      await checkStoreOwnCase(
        store,
        {
          name: 'the vendor’s customer',
          operation: 'testConnection',
          exchanges: [exchange],
          expect: { accountName: 'str', message: 'Extensiv accepts the credentials of str.' },
        },
        own,
      );
    });

    it('what goes back as routing are members of the sample, as they came', () => {
      const routing = firstOf('orders', 'orders/order').routingInfo as Json;
      const back = jsonOf(readObject(routing));
      expect(strangers(back, routing)).toEqual([]);
      expect({ ...routing, capacityTypeIdentifier: { id: 2 } }).toEqual(back);
    });
  });

  describe('the simulator', () => {
    let running: TestSimulator;
    const seen: SeenCall[] = [];

    beforeAll(async () => {
      running = await startTestSimulator(createExtensiv3pl());
      const player = createPlayer(new URL(running.simulator.address).origin);
      const harness: StoreHarness = { samples, player, simulator: running.simulator };
      const open = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
      await connect(samples.credentials ?? {}, watchCalls(open, seen));
      const env = watchCalls((await openHarnessStore(store, harness)).env, seen);
      expect((await runStoreTest(store, env)).ok).toBe(true);
      const [id = ''] = await player.placeOrders(samples.account, 2);
      await pullOrders(store, () => Promise.resolve(env), new Date(0));
      expect((await runProducts(store, { since: new Date(0) }, env)).ok).toBe(true);
      await store.locations?.(env);
      const orders = await runOrdersById(store, [id], env);
      const input: FulfilInput = {
        externalOrderId: id,
        lines: (orders.ok ? (orders.value.items[0]?.lines ?? []) : []).map(({ externalLineId, quantity }) => ({
          externalLineId,
          quantity,
        })),
        parcels: [{ trackingNumber: '1Z999AA10123456784' }],
        carrier: { slug: 'ups', name: 'UPS' },
        notifyBuyer: false,
        reference: 'r:1',
      };
      const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
      expect(state.problem).toBeUndefined();
      const back = { externalOrderId: id, fulfilmentIds: state.result.fulfilmentIds ?? [], reference: 'r:1' };
      expect((await driveStore(store, withdraw, back, env, freshDrive<WithdrawResult>())).problem).toBeUndefined();
    });
    afterAll(() => running.close());

    const bodies = (name: string): readonly Json[] =>
      seen.filter((one) => one.name === name && one.status === 200).map((one) => one.answer as Json);
    /** Documented on the pages, and younger than the samples. */
    const younger = /\.readOnly\.onHold(?:Date|Reason) |\._links/;
    const foreign = (ours: readonly Json[], whole: Json): readonly string[] =>
      [...new Set(ours.flatMap((one) => strangers(one, whole)))].filter((what) => !younger.test(what));

    it('shows orders, items, customers and routing with members of the samples alone', () => {
      const order = firstOf('orders', 'orders/order');
      const orders = [...bodies('orders').flatMap((page) => itemsOf(page, 'orders/order')), ...bodies('order')];
      expect(orders.length).toBeGreaterThan(50);
      expect(foreign(orders, order)).toEqual([]);
      const items = bodies('items').flatMap((page) => itemsOf(page, 'customers/item'));
      expect(items.length).toBeGreaterThan(2);
      expect(foreign(items, firstOf('customer_items', 'customers/item'))).toEqual([]);
      expect(foreign(bodies('customer'), firstOf('customers', 'customers/customer'))).toEqual([]);
      expect(foreign(bodies('routing'), order.routingInfo as Json)).toEqual([]);
      process.stdout.write(
        `Extensiv 3PL: ${orders.length} orders and ${items.length} items held against the samples\n`,
      );
    });

    it('is asked with the documented parameters and headers alone', () => {
      for (const { name, request } of seen.filter((one) => one.name !== 'token')) {
        expect(request.headers.accept, name).toBe('application/hal+json');
        expect(request.headers.authorization, name).toMatch(/^Bearer \S+$/);
        if (request.method !== 'GET') expect(request.headers['if-match'], name).toMatch(/^"\S+"$/);
        const { searchParams } = new URL(request.path, 'https://secure-wms.com');
        const known = ['pgsiz', 'pgnum', 'rql', 'sort', 'detail', 'customerId'];
        expect([...searchParams.keys()].filter((parameter) => !known.includes(parameter))).toEqual([]);
        // Every question for orders names the customer: credentials open the whole warehouse.
        if (name === 'orders') expect(searchParams.get('rql')).toContain('readonly.customeridentifier.id==3');
      }
      const puts = seen.filter((one) => one.request.method === 'PUT');
      const routing = firstOf('orders', 'orders/order').routingInfo as Json;
      expect(puts).toHaveLength(2);
      for (const { request } of puts)
        expect(strangers(JSON.parse(request.body ?? '{}') as unknown, routing)).toEqual([]);
    });
  });
});
