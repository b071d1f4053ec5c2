/**
 * EasyShip as a store against what is saved of its API 2024-09: a derived document of requests and the shape of a list of
 * shipments. The document knows the calls and not their filters; the shape is of values left empty, which are filled in here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import {
  accountOf,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import { runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { connect } from '@scanship/store-easyship/account';
import { createPlayer, samples } from '@scanship/store-easyship/harness';
import { readOrder } from '@scanship/store-easyship/order-reader';
import { hasMore } from '@scanship/store-easyship/orders';
import { createEasyshipStore } from '@scanship/store-easyship/simulator';
import { store } from '@scanship/store-easyship/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { openContract } from '../judges/openapi.ts';
import { strangers } from '../rigs/samples-rig.ts';
import { watchCalls, type SeenCall } from '../rigs/store-rest-rig.ts';

type Json = Readonly<Record<string, unknown>>;
interface Shape {
  readonly shipments: readonly [Json & { parcels: readonly [Json & { items: readonly [Json] }] }];
  readonly meta: Json;
}

withVendorContract('stores/easyship', (folder) => {
  describe('EasyShip as a store', () => {
    const shape = JSON.parse(readFileSync(join(folder, 'shipments.list.response.shape.json'), 'utf8')) as Shape;
    const contract = openContract(join(folder, 'easyship-2024-09.derived-openapi.json'));
    const seen: SeenCall[] = [];
    let running: TestSimulator;

    beforeAll(async () => {
      running = await startTestSimulator(createEasyshipStore());
      const player = createPlayer(new URL(running.simulator.address).origin);
      const harness: StoreHarness = { samples, player, simulator: running.simulator };
      const open = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
      await connect(samples.credentials ?? {}, watchCalls(open, seen));
      const env = watchCalls((await openHarnessStore(store, harness)).env, seen);
      expect((await runStoreTest(store, env)).ok).toBe(true);
      const [id = ''] = await player.placeOrders(samples.account, 1);
      await pullOrders(store, () => Promise.resolve(env));
      await pullOrders(store, () => Promise.resolve(env), new Date(Date.now() - 7_200_000));
      expect(await runOrdersById(store, [id, 'ESCA10999999'], env)).toMatchObject({
        ok: true,
        value: { items: [{ externalId: id }] },
      });
      expect((await runProducts(store, {}, env)).ok).toBe(true);
    });
    afterAll(() => running.close());

    it('every call is one of the document, with the token where it says', () => {
      expect([...new Set(seen.map(({ name }) => name))].toSorted()).toEqual([
        'a product',
        'a shipment',
        'account',
        'products',
        'shipment',
        'shipments',
      ]);
      for (const { name, request } of seen) {
        expect(contract.judge(request), `${name} ${request.path}`).toMatchObject({ accepted: true });
        expect(contract.judge({ ...request, headers: {} })).toMatchObject({ accepted: false });
      }
      process.stdout.write(`EasyShip as a store: ${seen.length} requests held against the derived document\n`);
    });

    it('the simulator’s lists have the members of the shape, with its types', () => {
      const lists = seen.filter(({ name }) => name === 'shipments').map(({ answer }) => answer as Shape);
      expect(lists.length).toBeGreaterThan(3);
      const shipments = lists.flatMap((list) => list.shipments);
      expect(shipments.length).toBeGreaterThan(100);
      // Members of the reference that the shape lacks; the shape's `product` and `order_created_at` are not in the reference.
      const more = new Set(shipments.flatMap((one) => strangers(one, shape.shipments[0])));
      expect([...more].filter((what) => !what.endsWith('is not in the sample'))).toEqual([
        // The shape's list of tags is empty; the reference says that they are texts.
        '.order_data.order_tag_list[0] is a string, in the sample a undefined',
      ]);
      const missing = strangers(shape.shipments[0], { ...shipments[0], trackings: shape.shipments[0].trackings });
      expect(missing.toSorted()).toEqual([
        '.order_created_at is not in the sample',
        '.parcels[0].items[0].product is not in the sample',
      ]);
      for (const { meta } of lists) expect(strangers(meta, shape.meta)).toEqual([]);
    });

    it('a shipment of the shape is read with all it says', () => {
      const [empty] = shape.shipments;
      const [parcel] = empty.parcels;
      const filled = readObject({
        ...empty,
        courier_service: { ...(empty.courier_service as Json), id: 'c-1', name: 'Ground', umbrella_name: 'UPS' },
        destination_address: {
          ...(empty.destination_address as Json),
          line_1: '1 Elm',
          city: 'Albany',
          state: 'NY',
          postal_code: '12207',
          contact_name: 'Ann Lee',
        },
        order_data: { ...(empty.order_data as Json), platform_order_number: '#1001', seller_notes: 'Fragile' },
        parcels: [
          {
            ...parcel,
            items: [
              {
                ...parcel.items[0],
                id: 'i-1',
                description: 'Lotion',
                sku: 'SKU-3',
                quantity: 3,
                actual_weight: 0.25,
                declared_customs_value: 4.5,
                product: { id: 'p-1', sku: 'SKU-3' },
              },
            ],
          },
        ],
      });
      expect(readOrder(filled)).toMatchObject({
        externalId: 'ESUS10005104',
        number: '#1001',
        placedAt: '2024-09-04T07:22:09Z',
        shipTo: { name: 'Ann Lee', address1: '1 Elm', countryCode: 'US', provinceCode: 'NY', zipcode: '12207' },
        internalNote: 'Fragile',
        requestedService: { code: 'c-1', name: 'UPS Ground' },
        total: { minor: 1_350, currency: 'USD' },
        lines: [{ externalProductId: 'p-1', sku: 'SKU-3', unitGrams: 250, unitPrice: { minor: 450, currency: 'USD' } }],
      });
      expect(filled.problems).toEqual([]);
      expect(hasMore(readObject({ meta: shape.meta }))).toBe(false);
    });
  });
});
