/**
 * Extensiv Order Manager against what is saved of it: a derived document of requests, and shapes of orders and products as a public
 * client reads them, with values left empty, which are filled in here.
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
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import { runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { connect } from '@scanship/store-extensiv/company';
import { fulfil } from '@scanship/store-extensiv/fulfil';
import { createPlayer, samples } from '@scanship/store-extensiv/harness';
import { readOrder } from '@scanship/store-extensiv/order-reader';
import { readProduct } from '@scanship/store-extensiv/products';
import { createExtensiv } from '@scanship/store-extensiv/simulator';
import { store } from '@scanship/store-extensiv/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { openContract } from '../judges/openapi.ts';
import { strangers } from '../rigs/samples-rig.ts';
import { mutantsTaken, watchCalls, type SeenCall } from '../rigs/store-rest-rig.ts';

type Json = Readonly<Record<string, unknown>>;

/** Calls of public clients that the derived document does not have. */
const BEYOND = ['carriers', 'company', 'products', 'warehouses'];

withVendorContract('stores/extensiv-order-manager', (folder) => {
  describe('Extensiv Order Manager', () => {
    const shapeOf = (name: string): Json => {
      const [first] = JSON.parse(readFileSync(join(folder, `${name}.response.shape.json`), 'utf8')) as readonly Json[];
      if (!first) throw new Error(`${name} is empty`);
      return first;
    };
    const [orderShape, productShape] = [shapeOf('orders'), shapeOf('products')];
    const contract = openContract(join(folder, 'order-manager.derived-openapi.json'));
    const seen: SeenCall[] = [];
    let running: TestSimulator;

    beforeAll(async () => {
      running = await startTestSimulator(createExtensiv());
      const player = createPlayer(new URL(running.simulator.address).origin);
      const harness: StoreHarness = { samples, player, simulator: running.simulator };
      const open = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
      await connect(samples.credentials ?? {}, watchCalls(open, seen));
      const env = watchCalls((await openHarnessStore(store, harness)).env, seen);
      expect((await runStoreTest(store, env)).ok).toBe(true);
      const [id = ''] = await player.placeOrders(samples.account, 1);
      await pullOrders(store, () => Promise.resolve(env));
      await pullOrders(store, () => Promise.resolve(env), new Date(Date.now() - 7_200_000));
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
        notifyBuyer: true,
        reference: 'r:1',
      };
      const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
      expect(state.problem).toBeUndefined();
      expect((await runOrdersById(store, [id], env)).ok).toBe(true);
    });
    afterAll(() => running.close());

    it('every call is one of the document, or one of those that public clients make beside it', () => {
      const documented = seen.filter(({ name }) => !BEYOND.includes(name));
      expect([...new Set(documented.map(({ name }) => name))].toSorted()).toEqual([
        'external shipment',
        'order',
        'orders',
        'shipments by number',
        'some orders',
      ]);
      for (const { name, request } of documented)
        expect(contract.judge(request), `${name} ${request.path}`).toMatchObject({ accepted: true });
      const others = seen.filter(({ name }) => BEYOND.includes(name));
      expect([...new Set(others.map(({ name }) => name))].toSorted()).toEqual(BEYOND);
      for (const { name, request } of others)
        expect(contract.judge(request), name).toMatchObject({
          accepted: false,
          why: expect.stringContaining('there is no'),
        });
      process.stdout.write(
        `Extensiv: ${documented.length} of ${seen.length} requests held against the derived document\n`,
      );
    });

    it('what the document refuses of a report, the simulator refuses', async () => {
      const calls = seen.filter(({ name }) => name === 'external shipment');
      expect(calls).toHaveLength(1);
      const { compared, refused, taken } = await mutantsTaken(calls, contract, running.simulator.address, 1, /^$/);
      expect(taken).toEqual([]);
      expect(refused).toBeGreaterThan(10);
      process.stdout.write(`Extensiv: ${compared} changed reports, ${refused} refused by document and stand-in\n`);
    });

    it('orders and products of the simulator have the fields of the shapes, with their types', () => {
      const lists = (wanted: string): readonly Json[] =>
        seen.filter(({ name }) => name === wanted).flatMap(({ answer }) => answer as readonly Json[]);
      const orders = lists('orders');
      const products = lists('products');
      expect(orders.length).toBeGreaterThan(100);
      const wrong = (ours: readonly Json[], shape: Json): readonly string[] =>
        [...new Set(ours.flatMap((one) => strangers(one, shape)))].toSorted();
      // Read by another public client.
      expect(wrong(orders, orderShape)).toEqual([
        '.fulfillmentSource is not in the sample',
        '.gift is not in the sample',
        '.notesFromBuyer is not in the sample',
        '.shipByDate is not in the sample',
      ]);
      expect(wrong(products, productShape)).toEqual([
        '.customsDeclaration is not in the sample',
        '.ounces is not in the sample',
        '.pounds is not in the sample',
      ]);
      const shipped = lists('order').find((one) => one.shipment !== null) ?? {};
      expect(strangers(orderShape, shipped)).toEqual([]);
      expect(strangers({ ...productShape, imageUrls: [], attributeGroups: [] }, products[0] ?? {})).toEqual([]);
    });

    it('an order and a product of the shapes are read with all they say', () => {
      const [item] = orderShape.orderItems as readonly Json[];
      const order = readObject({
        ...orderShape,
        orderId: 900_123,
        orderNumber: 'SO-123',
        orderDate: '2026-03-02T07:22:09Z',
        modifiedDate: '2026-03-02T08:00:00Z',
        shipName: 'Ann Lee',
        shipAddress1: '1 Elm',
        shipCity: 'Albany',
        shipState: 'NY',
        shipZipCode: '12207',
        shipCountry: 'US',
        requestedShippingService: 'Expedited',
        orderTotal: { amount: 30.5, currency: 'USD' },
        orderItems: [
          {
            ...item,
            orderItemId: 11,
            listingName: 'Shirt',
            listingSku: 'SHIRT-M',
            quantityOrdered: 2,
            unitPrice: { amount: 12.75, currency: 'USD' },
          },
        ],
      });
      expect(readOrder(order)).toMatchObject({
        externalId: '900123',
        number: 'SO-123',
        shipTo: { name: 'Ann Lee', address1: '1 Elm', city: 'Albany', provinceCode: 'NY', countryCode: 'US' },
        total: { minor: 3_050, currency: 'USD' },
        requestedService: { code: '', name: 'Expedited' },
        lines: [
          {
            externalLineId: '11',
            externalProductId: '1',
            sku: 'SHIRT-M',
            title: 'Shirt',
            quantity: 2,
            shipped: 0,
            unitPrice: { minor: 1_275, currency: 'USD' },
          },
        ],
      });
      expect(order.problems).toEqual([]);
      const product = readObject({
        ...productShape,
        productId: 70_001,
        masterSku: 'SHIRT',
        name: 'Shirt',
        modifiedDate: '2026-03-02T08:00:00Z',
      });
      expect(readProduct(product)).toMatchObject({
        externalId: '70001',
        sku: 'SHIRT',
        title: 'Shirt',
        unitGrams: undefined,
      });
      expect(product.problems).toEqual([]);
    });
  });
});
