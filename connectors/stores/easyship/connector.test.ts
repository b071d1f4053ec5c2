/** Own quirks of EasyShip as a store: states of shipments, a pull in two parts, permissions of tokens, goods as lines. */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import {
  accountOf,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import {
  runConnect,
  runOrders,
  runOrdersById,
  runProducts,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LABEL_STATES, SHIPMENT_STATES } from './simulator/model.ts';
import { createPlayer, samples } from './simulator/harness.ts';
import { SLUG } from './simulator/player.ts';
import { createEasyshipStore } from './simulator/simulator.ts';
import { connect } from './src/account.ts';
import { readOrder, readState } from './src/order-reader.ts';
import { hasMore } from './src/orders.ts';
import { readProduct } from './src/products.ts';
import { store } from './src/store.ts';

const MAPLE = samples.account;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;

beforeAll(async () => {
  running = await startTestSimulator(createEasyshipStore());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, SLUG);
  ({ env } = await openHarnessStore(store, harness));
});
afterAll(() => running.close());

const token = samples.credentials?.token ?? '';
const connectWith = (
  keys: Readonly<Record<string, string>>,
  mode = 'simulator' as 'simulator' | 'live' | 'sandbox',
) => {
  const open = openConnectEnv(store.manifest, accountOf(harness, '', keys), harnessRuntime());
  return runConnect(store, open, (e) => connect(keys, { ...e, mode }));
};
const withhold = (...permissions: string[]) => call('PUT', MAPLE, 'withheld', { permissions });

describe('tokens', () => {
  it('a wrong one is refused in words that do not hold it', async () => {
    const wrong = await connectWith({ token: 'sand_nobodyHasThisToken' });
    expect(wrong).toMatchObject({
      ok: false,
      problem: { kind: 'not-authorised', message: expect.stringContaining('make a new one') },
    });
    expect(JSON.stringify(wrong)).not.toContain('nobodyHasThisToken');
    expect(await connectWith({})).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
  });

  it('of the sandbox and of production are told apart before anything is asked', async () => {
    expect(await connectWith({ token }, 'live')).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', field: 'token', message: expect.stringContaining('prod_') },
    });
    expect(await connectWith({ token: 'prod_something' }, 'sandbox')).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', message: expect.stringContaining('sand_') },
    });
    expect(await connectWith({ token }, 'sandbox')).toMatchObject({ ok: true });
  });

  it('without the permission for products connect, and say so; products then say which permission is missing', async () => {
    await withhold('public.product:read');
    const connected = await connectWith({ token });
    const products = await runProducts(store, {}, env);
    const orders = await runOrders(store, {}, env);
    await withhold();
    expect(connected).toMatchObject({
      ok: true,
      value: { problems: ['The access token has no permission public.product:read, so no products come in.'] },
    });
    expect(products).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: expect.stringContaining('public.product:read') },
    });
    expect(orders.ok).toBe(true);
  });

  it('without the permission for shipments do not connect', async () => {
    await withhold('public.shipment:read');
    const connected = await connectWith({ token });
    const one = await runOrdersById(store, ['ESCA10000001'], env);
    await withhold();
    for (const answer of [connected, one])
      expect(answer).toMatchObject({
        ok: false,
        problem: { kind: 'refused', message: expect.stringContaining('public.shipment:read') },
      });
  });

  it('of another account are found out by the test', async () => {
    expect(await runStoreTest(store, { ...env, externalAccount: 'CUS000018' })).toMatchObject({
      ok: false,
      problem: { kind: 'refused', vendorCode: 'other-account' },
    });
  });
});

describe('pulls', () => {
  it('bring what was placed while pages were turned, and returns never', async () => {
    const [back] = (
      await call('POST', MAPLE, 'shipments', {
        shipments: [{ lines: [{ sku: 'SOAP-3', quantity: 1 }], isReturn: true, secondsAgo: 7_200 }],
      })
    ).ids as string[];
    let fresh = '';
    const { items, pages, problems } = await pullOrders(
      store,
      () => Promise.resolve(env),
      undefined,
      async (page) => {
        if (page === 1) [fresh = ''] = await harness.player.placeOrders(MAPLE, 1, 'now');
      },
    );
    expect(problems).toEqual([]);
    expect(pages).toBeGreaterThanOrEqual(3);
    const ids = items.map(({ externalId }) => externalId);
    expect(ids.filter((id) => id === fresh)).toEqual([fresh]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain(back);
  });

  it('a cursor that is not ours is refused, and so is a page beyond all', async () => {
    const begun = new Date().toISOString();
    const kept = { at: 999, begun, again: true, seen: [], told: [] };
    // Of an older form, or spoilt: the pull begins again.
    for (const cursor of [{ part: 'all', from: begun, page: 1, seen: [] }, { ...kept, at: 'two' }, { begun }])
      expect(await runOrders(store, { cursor }, env)).toMatchObject({ ok: false, problem: { kind: 'invalid-input' } });
    const beyond = await runOrders(store, { cursor: { ...kept, since: begun } }, env);
    expect(beyond).toMatchObject({ ok: true, value: { items: [] } });
  });

  it('another page follows only where Easyship names one', () => {
    const answer = (pagination: object): ObjectReader => readObject({ meta: { pagination } });
    expect(hasMore(answer({ next: null }))).toBe(false);
    expect(hasMore(answer({ next: 2 }))).toBe(true);
    for (const broken of [{}, { next: 'more' }, { next: 0 }]) expect(() => hasMore(answer(broken))).toThrow(/next/);
  });

  it('ids that are no shipments are not asked for', async () => {
    const strange = await runOrdersById(store, ['../../account', 'ES', '1001', 'ESCA10000001?x=1'], env);
    expect(strange).toEqual({ ok: true, value: { items: [], problems: [] } });
  });
});

describe('reading', () => {
  const item = (more: object = {}): object => ({
    id: 'i1',
    description: 'Shirt',
    quantity: 2,
    declared_currency: 'CAD',
    declared_customs_value: 19.999,
    actual_weight: 0.2504,
    ...more,
  });
  const shipment = (more: object = {}): ObjectReader =>
    readObject({
      easyship_shipment_id: 'ESHK10005104',
      created_at: '2026-03-02T07:22:09Z',
      updated_at: '2026-03-02T08:00:00+08:00',
      currency: 'HKD',
      shipment_state: 'created',
      label_state: 'not_created',
      parcels: [{ items: [item()] }, { items: [] }],
      ...more,
    });

  it('goods of all parcels are the lines; a shipment that was typed in is known by its own number', () => {
    expect(
      readOrder(shipment({ destination_address: { line_1: '1 Peak Road', postal_code: '0', country_alpha2: 'HK' } })),
    ).toMatchObject({
      number: 'ESHK10005104',
      placedAt: '2026-03-02T07:22:09Z',
      updatedAt: '2026-03-02T08:00:00+08:00',
      shipTo: { name: '', address1: '1 Peak Road', zipcode: '', countryCode: 'HK' },
      total: { minor: 4_000, currency: 'CAD' },
      lines: [{ title: 'Shirt', quantity: 2, unitGrams: 250, unitPrice: { minor: 2_000, currency: 'CAD' } }],
    });
    expect(readOrder(shipment({ parcels: [] }))).toMatchObject({ lines: [], total: { minor: 0, currency: 'HKD' } });
  });

  it('goods in several currencies have no total: the shipment is left out with a message', () => {
    const parcels = [{ items: [item(), item({ id: 'i2', declared_currency: 'USD' })] }];
    expect(() => readOrder(shipment({ parcels }))).toThrow(/several currencies/);
  });

  it('a label makes it shipped, one under way or voided makes it wait, a failed one leaves it to be shipped', () => {
    const kind = (more: object): string => readState(shipment(more)).kind;
    for (const label_state of ['generated', 'printed', 'reported', 'void_failed'])
      expect(kind({ label_state })).toBe('shipped');
    for (const label_state of ['pending', 'generating', 'voided', 'something_new'])
      expect(readState(shipment({ label_state }))).toMatchObject({
        kind: 'held',
        reason: expect.stringMatching(/Easyship.*\.$/),
      });
    for (const label_state of ['not_created', 'failed', 'technical_failed'])
      expect(kind({ label_state })).toBe('to-ship');
    for (const shipment_state of ['cancelling', 'cancelled', 'discarded', 'deleted'])
      expect(kind({ shipment_state, label_state: 'generated' })).toBe('cancelled');
    for (const shipment_state of ['draft', 'calculating', 'new_state']) expect(kind({ shipment_state })).toBe('held');
    for (const warehouse_state of ['pending', 'created', 'packed', 'awaiting_dispatch'])
      expect(kind({ warehouse_state })).toBe('held');
    expect(kind({ warehouse_state: 'shipped' })).toBe('shipped');
    expect(kind({ warehouse_state: 'cancelled_no_stock' })).toBe('to-ship');
    expect(() => kind({ label_state: null })).toThrow(/label_state/);
  });

  it('every state of the simulator ends as one of four, with nothing left of what is gone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SHIPMENT_STATES), fc.constantFrom(...LABEL_STATES), (state, label) => {
        const order = readOrder(shipment({ shipment_state: state, label_state: label }));
        const left = order.lines.reduce((sum, l) => sum + l.quantity - l.cancelled - l.shipped, 0);
        expect(left).toBe(order.cancelledAt !== undefined || label === 'generated' ? 0 : 2);
      }),
    );
  });

  it('a product keeps what can be used: no size of two sides, no price without its money', () => {
    const product = readObject({
      id: 'p-1',
      name: 'Lotion',
      length: 12,
      width: 10,
      height: null,
      weight: 0,
      selling_price: 3.5,
      selling_price_currency: null,
      updated_at: '2026-03-02T07:22:09Z',
    });
    expect(JSON.parse(JSON.stringify(readProduct(product)))).toEqual({
      externalId: 'p-1',
      title: 'Lotion',
      updatedAt: '2026-03-02T07:22:09Z',
    });
    expect(() => readProduct(readObject({ id: '../x', name: 'x', updated_at: '2026-03-02T07:22:09Z' }))).toThrow(/id/);
  });
});
