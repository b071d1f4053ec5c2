/** The Ecwid connector and its simulator held against the examples of the vendor's documentation. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import {
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { offlineDeliveryEnv } from '@scanship/connector-kit/store/store-open-environment';
import { checkStoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { runProducts, understandDelivery, verifyDelivery } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { createPlayer, samples } from '@scanship/store-ecwid/harness';
import { readOrder } from '@scanship/store-ecwid/order-reader';
import { readProduct } from '@scanship/store-ecwid/products';
import { type ProductUnits, readProductUnits } from '@scanship/store-ecwid/reading';
import { createEcwid } from '@scanship/store-ecwid/simulator';
import { store } from '@scanship/store-ecwid/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { watchCalls, type SeenCall } from '../rigs/store-rest-rig.ts';

type Json = Readonly<Record<string, unknown>>;

const units: ProductUnits = readProductUnits(
  readObject({ currency: 'USD', weightUnit: 'KILOGRAM', dimensionsUnit: 'CM' }),
);

withVendorContract('stores/ecwid', (folder) => {
  const sample = (name: string): Json => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Json;

  describe('Ecwid’s examples', () => {
    it('an order of 2024 is read with all it says', () => {
      const order = readObject(sample('orders.get.response.2024.shape.json'));
      expect(readOrder(order, units)).toMatchObject({
        externalId: 'K8XTQ',
        number: 'K8XTQ',
        placedAt: '2024-09-04T07:22:09.000Z',
        updatedAt: '2024-09-04T07:26:24.000Z',
        hold: undefined,
        cancelledAt: undefined,
        total: { minor: 1_000, currency: 'USD' },
        // Only a billing address is there; where it ships to is not guessed from it.
        shipTo: { name: '', address1: '', city: '', countryCode: '', email: 'a@example.com' },
        requestedService: undefined,
        lines: [
          {
            externalLineId: '1828115520',
            externalProductId: '692730761',
            sku: '123123',
            title: 'Toys',
            quantity: 1,
            shipped: 0,
            cancelled: 0,
            unitPrice: { minor: 1_000, currency: 'USD' },
            unitGrams: undefined,
            needsShipping: true,
          },
        ],
      });
      expect(order.problems).toEqual([]);
    });

    it('an order of 2020 has no id; with one, it is read as delivered, with two lines and their options', () => {
      const old = sample('orders.get.response.sample.json');
      expect(() => readOrder(readObject(old), units)).toThrow(/^id is missing/);
      const order = readObject({ ...old, id: String(old.orderNumber) });
      const read = readOrder(order, units);
      expect(read).toMatchObject({
        externalId: '1028',
        number: 'lala1028001',
        placedAt: new Date(1_527_779_316_000).toISOString(),
        total: { minor: 201_497, currency: 'USD' },
        hold: undefined,
        buyerNote: 'Test order comments',
        internalNote: 'Must be delivered till Sunday.',
        requestedService: { code: 'Shipping app the-printful', name: 'USPS Priority Mail' },
        shipTo: {
          name: 'Michael Scott',
          address1: '555 Lackawanna Ave',
          city: 'Scranton',
          provinceCode: 'PA',
          zipcode: '18508',
          countryCode: 'US',
          email: 'mscott@gmail.com',
        },
      });
      expect(
        read?.lines.map((l) => [l.title, l.quantity, l.shipped, l.unitPrice.minor, l.unitGrams, l.externalProductId]),
      ).toEqual([
        ['iMac (Price-Optimizer: 6)', 1, 1, 106_000, undefined, '66722487'],
        ['Mug (Color: White, Size: 11oz, Price-Optimizer: 4)', 1, 1, 1_664, 400, '66821181'],
      ]);
      expect(order.problems).toEqual([]);
    });

    it('a product is read with its variations, which inherit their weight', () => {
      const product = readObject(sample('products.get.response.sample.json'));
      const read = readProduct(product, units);
      expect(read.map((p) => [p.externalId, p.sku, p.title, p.unitGrams, p.price?.minor, p.barcode])).toEqual([
        ['37208339', '00007', 'Radish', 310, 115, '04359435435940000'],
        ['37208339-7084071', '000076', 'Radish (Color: White, Size: Large)', 410, 140, '0435943543594395'],
        ['37208339-7084072', '000075', 'Radish (Color: Red, Size: Large)', 410, 150, '04359435435940000'],
        ['37208339-7084075', '000072', 'Radish (Size: Small, Color: White)', 310, 120, '04359435435940000'],
        ['37208339-7084076', '000071', 'Radish (Size: Small, Color: Red)', 310, 140, '04359435435940000'],
      ]);
      expect(product.problems).toEqual([]);
    });

    it('each product of a search is read', () => {
      const { items } = sample('products.search.response.sample.json') as { items: readonly Json[] };
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) {
        const product = readObject(item);
        const read = readProduct(product, units);
        expect(read[0]).toMatchObject({ externalId: String(item.id), title: item.name, sku: item.sku });
        expect(read.length - 1).toBe(Array.isArray(item.combinations) ? item.combinations.length : 0);
        expect(product.problems).toEqual([]);
      }
    });

    it('the token of the example opens its store; what it does not allow is named', () =>
      checkStoreOwnCase(
        store,
        {
          name: 'the vendor’s token',
          operation: 'complete',
          code: '987654321hgfdsa',
          redirectUri: 'https://www.example.com/myapp',
          state: 's',
          exchanges: [
            {
              request: {
                method: 'POST',
                path: '/api/oauth/token',
                body: `client_id=${samples.app.clientId}&client_secret=${samples.app.clientSecret}&code=987654321hgfdsa&redirect_uri=https%3A%2F%2Fwww.example.com%2Fmyapp%3Fstate%3Ds&grant_type=authorization_code`,
              },
              answer: { status: 200, body: sample('oauth.token.response.sample.json') },
            },
            {
              request: { method: 'GET', path: '/api/v3/1003/profile' },
              answer: {
                status: 200,
                body: {
                  generalInfo: { storeId: 1_003 },
                  settings: { storeName: 'My Super Store' },
                  formatsAndUnits: { currency: 'USD', weightUnit: 'KILOGRAM', dimensionsUnit: 'CM' },
                },
              },
            },
          ],
          expect: {
            externalAccount: '1003',
            name: 'My Super Store',
            settings: {},
            weightUnit: 'kg',
            currency: 'USD',
            credentials: { accessToken: 'secure_123453lasdADSKasasdjasdklasASkmns' },
            problems: [
              'Ecwid did not let the app read products (read_catalog); connect the store again and allow it.',
              'Ecwid did not let the app read orders (read_orders); connect the store again and allow it.',
              'Ecwid did not let the app report tracking numbers (update_orders); connect the store again and allow it.',
            ],
          },
        },
        { app: samples.app, externalAccount: '', credentials: {}, settings: {} },
      ));

    it('every delivery is verified, and asks for what it names', async () => {
      const all = JSON.parse(readFileSync(join(folder, 'webhooks.sample.json'), 'utf8')) as readonly {
        readonly label: string;
        readonly body: Json;
      }[];
      const meant: string[] = [];
      for (const { label, body } of all) {
        const bytes = Buffer.from(JSON.stringify(body));
        const signature = createHmac('sha256', samples.app.clientSecret ?? '')
          .update(`${String(body.eventCreated)}.${String(body.eventId)}`)
          .digest('base64');
        const delivery = {
          headers: { 'x-ecwid-webhook-signature': signature },
          body: bytes,
          address: 'https://a.example',
        };
        const verified = await verifyDelivery(store, delivery, offlineDeliveryEnv(store.manifest, samples.app));
        expect(verified, label).toMatchObject({
          ok: true,
          value: { externalAccount: String(body.storeId), topic: body.eventType },
        });
        const understood = understandDelivery(store, String(body.eventType), bytes);
        expect(understood.ok, label).toBe(true);
        if (understood.ok && understood.value.kind !== 'nothing')
          meant.push(
            `${String(body.eventType)}: ${understood.value.kind === 'changed' ? `${understood.value.what} ${understood.value.externalIds.join()}` : understood.value.kind}`,
          );
      }
      expect(meant).toEqual([
        'order.created: orders 103',
        'order.updated: orders 103',
        'product.created: products ',
        'product.updated: products ',
        'product.deleted: products ',
        'application.uninstalled: disconnected',
      ]);
      process.stdout.write(`Ecwid: ${all.length} of ${all.length} example deliveries verified and understood\n`);
    });
  });

  describe('Ecwid’s simulator', () => {
    let running: TestSimulator;
    const seen: SeenCall[] = [];
    beforeAll(async () => {
      running = await startTestSimulator(createEcwid());
      const harness: StoreHarness = {
        samples,
        player: createPlayer(new URL(running.simulator.address).origin),
        simulator: running.simulator,
      };
      const env = watchCalls((await openHarnessStore(store, harness)).env, seen);
      await pullOrders(store, () => Promise.resolve(env));
      await runProducts(store, {}, env);
    });
    afterAll(() => running.close());

    const itemsOf = (name: string): readonly Json[] =>
      seen.filter((one) => one.name === name).flatMap((one) => (one.answer as { items: readonly Json[] }).items);
    const kind = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);
    /** Fields that the simulator shows are fields of the example, with its types. */
    const compare = (given: Json, example: Json, but: readonly string[], at: string): number => {
      let judged = 0;
      for (const [name, value] of Object.entries(given)) {
        if (but.includes(name)) continue;
        expect(Object.hasOwn(example, name), `${at}.${name} is no field of the example`).toBe(true);
        expect(kind(value), `${at}.${name}`).toBe(kind(example[name]));
        judged += 1;
      }
      return judged;
    };

    it('shows orders and lines with the fields and types of the examples', () => {
      const shape = sample('orders.get.response.2024.shape.json');
      const old = sample('orders.get.response.sample.json');
      const example = { ...old, ...shape };
      const lineOf = (order: Json): Json => (order.items as readonly Json[])[0] ?? {};
      const line = { ...lineOf(old), ...lineOf(shape) };
      let judged = 0;
      for (const order of itemsOf('orders')) {
        // Documented, and in none of the examples.
        judged += compare(order, example, ['trackingNumber'], 'order');
        for (const name of Object.keys(shape).filter((one) => one !== 'shippingLabelAvailableForShipment'))
          expect(Object.hasOwn(order, name), `order.${name} is missing`).toBe(true);
        for (const one of order.items as readonly Json[]) judged += compare(one, line, ['combinationId'], 'line');
        judged += compare(order.shippingOption as Json, example.shippingOption as Json, ['fulfillmentType'], 'option');
      }
      expect(judged).toBeGreaterThan(1_000);
      process.stdout.write(`Ecwid: ${judged} fields of orders have the examples’ names and types\n`);
    });

    it('shows products with the fields and types of the example', () => {
      const example = sample('products.get.response.sample.json');
      const variation = (example.combinations as readonly Json[])[0] ?? {};
      let judged = 0;
      for (const product of itemsOf('products')) {
        judged += compare(product, example, ['imageUrl'], 'product');
        for (const one of product.combinations as readonly Json[]) judged += compare(one, variation, [], 'variation');
      }
      expect(judged).toBeGreaterThan(30);
    });
  });
});
