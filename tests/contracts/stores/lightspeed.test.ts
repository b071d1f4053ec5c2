/** The Lightspeed connector and its simulator held against the payloads of eCom C-Series that are known. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import {
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { runOrdersById, runProducts, understandDelivery } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { createPlayer, samples } from '@scanship/store-lightspeed/harness';
import { readOrder } from '@scanship/store-lightspeed/order-reader';
import { readNamed } from '@scanship/store-lightspeed/products';
import { readShipment } from '@scanship/store-lightspeed/shipments';
import { createLightspeed } from '@scanship/store-lightspeed/simulator';
import { store } from '@scanship/store-lightspeed/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { watchCalls, type SeenCall } from '../rigs/store-rest-rig.ts';

type Json = Readonly<Record<string, unknown>>;

withVendorContract('stores/lightspeed', (folder) => {
  const sample = (name: string): Json =>
    JSON.parse(readFileSync(join(folder, `ecom-c-series.${name}.shape.json`), 'utf8')) as Json;
  const orderShape = sample('order').order as Json;
  const embedded = (owner: Json, name: string): readonly Json[] =>
    (owner[name] as { resource: { embedded: readonly Json[] } }).resource.embedded;

  describe('Lightspeed’s payloads', () => {
    it('an order is read with all it says: it is done, so nothing is left to ship', () => {
      const order = readObject(orderShape);
      const lines = embedded(orderShape, 'products').map((line) => readObject(line));
      expect(readOrder(order, lines, 'USD')).toEqual({
        externalId: '123',
        number: 'ORD00002',
        placedAt: '2025-09-17T19:12:38.000Z',
        updatedAt: '2025-09-17T19:12:38.000Z',
        cancelledAt: undefined,
        hold: undefined,
        shipTo: {
          name: 'John Doe',
          companyName: undefined,
          address1: '',
          address2: undefined,
          city: '',
          provinceCode: 'CA',
          zipcode: '',
          countryCode: 'US',
          phone: '+1 5550100',
          email: 'customer@example.com',
        },
        buyerNote: undefined,
        internalNote: undefined,
        gift: false,
        tags: [],
        total: { minor: 0, currency: 'USD' },
        requestedService: { code: 'core|85518|424529', name: 'Shipment Title' },
        lines: [
          {
            externalLineId: '123',
            externalProductId: '123',
            sku: undefined,
            title: 'Product Title',
            quantity: 1,
            cancelled: 0,
            shipped: 1,
            unitPrice: { minor: 0, currency: 'USD' },
            needsShipping: true,
          },
        ],
      });
      expect([order, ...lines].flatMap(({ problems }) => problems)).toEqual([]);
    });

    it('its shipment waits without a number, and belongs to it', () => {
      const [shipment = {}] = embedded(orderShape, 'shipments');
      expect(readShipment(readObject(shipment))).toEqual({
        id: '123',
        orderId: '123',
        shipped: false,
        cancelled: false,
        number: '',
      });
    });

    it('as a delivery it asks for the order', () => {
      const body = Buffer.from(JSON.stringify(sample('order')));
      expect(understandDelivery(store, 'orders/shipped', body)).toMatchObject({
        ok: true,
        value: { kind: 'changed', what: 'orders', externalIds: ['123'] },
      });
    });

    it('a product gives its variants their name, and has no picture where it says false', () => {
      expect(readNamed(readObject(sample('product').product))).toEqual({
        title: 'product test',
        imageUrl: undefined,
        problems: [],
      });
    });
  });

  describe('Lightspeed’s simulator', () => {
    let running: TestSimulator;
    const seen: SeenCall[] = [];
    beforeAll(async () => {
      running = await startTestSimulator(createLightspeed());
      const player = createPlayer(new URL(running.simulator.address).origin);
      const harness: StoreHarness = { samples, player, simulator: running.simulator };
      const env = watchCalls((await openHarnessStore(store, harness)).env, seen);
      await pullOrders(store, () => Promise.resolve(env));
      await runOrdersById(store, await player.placeOrders(samples.account, 2), env);
      await runProducts(store, {}, env);
    });
    afterAll(() => running.close());

    const answers = (name: string): readonly Json[] =>
      seen.filter((one) => one.name === name).map((one) => one.answer as Json);
    const kind = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);
    /** Fields that the simulator shows are fields of the payload, with its types. */
    const compare = (given: Json, example: Json, but: readonly string[], at: string): number => {
      let judged = 0;
      for (const [name, value] of Object.entries(given)) {
        if (but.includes(name)) continue;
        expect(Object.hasOwn(example, name), `${at}.${name} is no field of the payload`).toBe(true);
        expect(kind(value), `${at}.${name}`).toBe(kind(example[name]));
        judged += 1;
      }
      return judged;
    };

    it('shows orders, lines and shipments with the fields and types of the payload', () => {
      const [line = {}] = embedded(orderShape, 'products');
      const [shipment = {}] = embedded(orderShape, 'shipments');
      const whole = answers('order').map(({ order }) => order as Json);
      const listed = answers('orders').flatMap(({ orders }) => orders as readonly Json[]);
      expect(whole.length).toBe(2);
      let judged = 0;
      // A text where the buyer named a company, false elsewhere.
      for (const order of [...whole, ...listed])
        judged += compare(order, orderShape, ['addressShippingCompany'], 'order');
      for (const order of whole) {
        for (const one of embedded(order, 'products')) judged += compare(one, line, ['weight'], 'line');
        for (const one of embedded(order, 'shipments')) judged += compare(one, shipment, [], 'shipment');
      }
      for (const { orderProducts } of answers('lines of the order'))
        for (const one of orderProducts as readonly Json[]) judged += compare(one, line, ['weight'], 'line');
      expect(judged).toBeGreaterThan(1_000);
      process.stdout.write(`Lightspeed: ${judged} fields have the payloads’ names and types\n`);
    });

    it('shows products with the fields and types of the payload', () => {
      const found = answers('product').map(({ product }) => product as Json);
      expect(found.length).toBe(3);
      // Without a picture it is false.
      for (const product of found) compare(product, sample('product').product as Json, ['image'], 'product');
    });
  });
});
