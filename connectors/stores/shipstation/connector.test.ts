/** Own quirks of ShipStation: Pacific time, one channel of an account, one number an order, deliveries without a signature. */
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  connectStore,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { fieldProblems } from '@scanship/connector-kit/credentials/credential-fields';
import { offlineDeliveryEnv, openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import {
  runConnect,
  runOrders,
  runOrdersById,
  runStoreQuestion,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createShipStation } from './simulator/simulator.ts';
import { connect } from './src/account.ts';
import { fulfil } from './src/fulfil.ts';
import { readOrder, readState } from './src/order-reader.ts';
import { pacificDay, pacificText, readPacific } from './src/pacific.ts';
import { store } from './src/store.ts';
import { hookKey, hookQuery, webhooks } from './src/webhooks.ts';

const MAPLE = samples.account;
const ETSY = 25_748;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;

beforeAll(async () => {
  running = await startTestSimulator(createShipStation());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'shipstation');
  ({ env } = await openHarnessStore(store, harness));
});
afterAll(() => running.close());

const ofEtsy = (): StoreEnv => ({
  ...env,
  externalAccount: `store-${ETSY}`,
  settings: { name: 'Maple Goods on Etsy', currency: 'CAD', storeId: String(ETSY) },
});
const place = async (more: object = {}): Promise<string> => {
  const { ids } = await call('POST', MAPLE, 'orders', {
    orders: [{ lines: [{ sku: 'MAP-2', quantity: 2 }], ...more }],
  });
  return (ids as string[])[0] ?? '';
};
async function inputFor(id: string, more: Partial<FulfilInput> = {}): Promise<FulfilInput> {
  const read = await runOrdersById(store, [id], env);
  const lines = read.ok ? (read.value.items[0]?.lines ?? []) : [];
  return {
    externalOrderId: id,
    lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity })),
    parcels: [{ trackingNumber: `1Z${id}` }],
    carrier: { slug: 'ups', name: 'UPS' },
    notifyBuyer: false,
    reference: 'r:1',
    ...more,
  };
}
const report = (input: FulfilInput, open: StoreEnv = env): Promise<Drive<FulfilResult>> =>
  driveStore(store, fulfil, input, open, freshDrive<FulfilResult>());

describe('reports', () => {
  it('tell the selling channel always, and the buyer when the seller says so', async () => {
    for (const notifyBuyer of [true, false]) {
      const id = await place();
      expect((await report(await inputFor(id, { notifyBuyer }))).problem).toBeUndefined();
      expect(await call('GET', MAPLE, `orders/${id}`)).toMatchObject({
        status: 'shipped',
        fulfillments: [
          { trackingNumber: `1Z${id}`, carrierCode: 'ups', notifySalesChannel: true, notifyCustomer: notifyBuyer },
        ],
      });
    }
  });

  it('of several numbers at once, of strange items and of orders nobody knows are refused before anything is told', async () => {
    const id = await place();
    const input = await inputFor(id);
    const two = await report({ ...input, parcels: [{ trackingNumber: 'A1' }, { trackingNumber: 'A2' }] });
    expect(two.problem?.problem).toMatchObject({ kind: 'invalid-input', vendorCode: 'several-parcels' });
    const strange = await report({ ...input, lines: [{ externalLineId: '7', quantity: 1 }] });
    expect(strange.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'line-unknown' });
    for (const unknown of ['1', 'SS-10001', '../orders', ''])
      expect((await report({ ...input, externalOrderId: unknown })).problem?.problem).toMatchObject({
        kind: 'refused',
        vendorCode: 'order-unknown',
      });
    expect(await harness.player.reports(MAPLE, id)).toEqual([]);
  });

  it('of a second parcel say that one number is kept', async () => {
    const id = await place();
    const input = await inputFor(id);
    await report(input);
    const second = await report({ ...input, parcels: [{ trackingNumber: 'SECOND' }] });
    expect(second.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'shipped' });
    expect(second.problem?.problem.message).toContain('keeps one number');
  });

  it('without a number are known by the order alone', async () => {
    const id = await place();
    const input = await inputFor(id, { parcels: [] });
    expect((await report(input)).result).toEqual({ fulfilmentIds: [id] });
    expect((await report(input)).problem?.problem).toMatchObject({ vendorCode: 'shipped' });
  });
});

describe('one channel of an account', () => {
  it('brings its own orders alone, by page and by id, and reports no others', async () => {
    const [mine, others] = [await place({ storeId: ETSY }), await place({ storeId: 22_766 })];
    const { items } = await pullOrders(store, () => Promise.resolve(ofEtsy()), new Date(Date.now() - 60_000));
    const ids = items.map((order) => order.externalId);
    expect(ids).toContain(mine);
    expect(ids).not.toContain(others);
    expect(items.every((order) => order.total.currency === 'CAD')).toBe(true);
    const named = await runOrdersById(store, [mine, others], ofEtsy());
    expect(named.ok && named.value.items.map((order) => order.externalId)).toEqual([mine]);
    expect((await report(await inputFor(others), ofEtsy())).problem?.problem).toMatchObject({
      vendorCode: 'order-unknown',
    });
  });

  it('must be an active one of the account', async () => {
    for (const storeId of ['25749', '30110', '7']) {
      const keys = { ...samples.credentials, storeId };
      const open = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
      expect(await runConnect(store, open, (e) => connect(keys, e))).toMatchObject({
        ok: false,
        problem: { kind: 'invalid-input', message: expect.stringContaining(storeId) },
      });
    }
  });
});

describe('keys', () => {
  it('that are wrong are refused in words that do not hold them', async () => {
    const keys = { ...samples.credentials, apiSecret: '0badf00d0badf00d0badf00d0badf00d' };
    const open = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
    const answer = await runConnect(store, open, (e) => connect(keys, e));
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
    expect(JSON.stringify(answer)).not.toContain('0badf00d');
    expect(fieldProblems(store.manifest.fields, { ...keys, currency: 'dollars' }).map(({ field }) => field)).toEqual([
      'currency',
    ]);
  });

  it('made anew open the same store; those of another account do not', async () => {
    expect((await connectStore(store, harness)).externalAccount).toBe(MAPLE);
    const other = (await openHarnessStore(store, harness, samples.otherAccount)).env;
    const mixed = { ...other, externalAccount: MAPLE };
    expect(await runStoreTest(store, mixed)).toMatchObject({ ok: false, problem: { vendorCode: 'other-account' } });
  });

  it('a connection without a currency brings in nothing, rather than amounts nobody can name', async () => {
    expect(await runOrders(store, {}, { ...env, settings: { name: 'x' } })).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input' },
    });
  });
});

describe('Pacific time', () => {
  const read = (modifyDate: string): string => readPacific(readObject({ modifyDate }), 'modifyDate');

  it('is read and written with and without daylight saving', () => {
    expect(read('2026-01-15T10:00:00.1230000')).toBe('2026-01-15T18:00:00.000Z');
    expect(read('2026-07-15T10:00:00')).toBe('2026-07-15T17:00:00.000Z');
    expect(pacificText(new Date('2026-01-15T18:00:00Z'))).toBe('2026-01-15 10:00:00');
    expect(pacificText(new Date('2026-07-15T17:00:00Z'))).toBe('2026-07-15 10:00:00');
    expect(pacificDay(new Date('2026-07-15T06:59:59Z'))).toBe('2026-07-14');
    // The hour that comes twice counts as the first.
    expect(read('2026-11-01T01:30:00')).toBe('2026-11-01T08:30:00.000Z');
    for (const bad of ['2026-02-30T10:00:00', '2026-01-15', '1/15/2026', '2026-01-15T10:00:00Z'])
      expect(() => read(bad)).toThrow(/modifyDate/);
  });

  it('comes back as it was, but for the hour that comes twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_000, max: 2_000_000_000 }), (seconds) => {
        const instant = new Date(seconds * 1_000);
        const back = Date.parse(read(pacificText(instant).replace(' ', 'T')));
        expect([0, 3_600_000]).toContain(instant.getTime() - back);
      }),
    );
  });

  it('a pull begins at the second of what was seen, in it', async () => {
    const asked: unknown[] = [];
    const watched: StoreEnv = {
      ...env,
      http: {
        send(request) {
          asked.push(request.query?.modifyDateStart);
          return env.http.send(request);
        },
      },
    };
    await runOrders(store, { since: new Date('2026-11-22T08:00:00.700Z') }, watched);
    expect(asked).toEqual(['2026-11-21 23:59:59']);
  });
});

describe('reading', () => {
  const order = (more: object = {}): ObjectReader =>
    readObject({
      orderId: 7,
      orderNumber: 'A7',
      orderDate: '2026-01-01T10:00:00.0000000',
      modifyDate: '2026-01-02T10:00:00.0000000',
      orderStatus: 'awaiting_shipment',
      orderTotal: 12.5,
      items: [{ orderItemId: 1, name: 'Mug', quantity: 2, unitPrice: 6.25, weight: { value: 1, units: 'pounds' } }],
      ...more,
    });

  it('whether it goes to a home is what ShipStation says, and unsaid where it does not', () => {
    const home = (shipTo: object) => readOrder(order({ shipTo }), 'USD')?.shipTo.residential;
    expect([home({ residential: true }), home({ residential: false }), home({ residential: null })]).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it('what a status means', () => {
    const kind = (orderStatus: unknown): string => readState(order({ orderStatus })).kind;
    expect(
      ['awaiting_payment', 'awaiting_shipment', 'pending_fulfillment', 'shipped', 'on_hold', 'cancelled'].map(kind),
    ).toEqual(['held', 'to-ship', 'held', 'shipped', 'held', 'cancelled']);
    expect(kind('something_new')).toBe('held');
    expect(() => kind(null)).toThrow(/orderStatus/);
    expect(() => kind('Shipped!')).toThrow(/orderStatus/);
  });

  it('weights are in the unit they name; nothing is what was not entered; discounts are no lines', () => {
    expect(readOrder(order(), 'USD')?.lines[0]?.unitGrams).toBe(454);
    const item = { orderItemId: 1, name: 'Mug', quantity: 2, unitPrice: 6.25 };
    const grams = (weight: unknown): number | undefined =>
      readOrder(order({ items: [{ ...item, weight }] }), 'USD')?.lines[0]?.unitGrams;
    expect([grams({ value: 3, units: 'grams' }), grams({ value: 0, units: 'grams' }), grams(null)]).toEqual([
      3,
      undefined,
      undefined,
    ]);
    expect(grams({ value: 3, units: 'stones' })).toBeUndefined();
    const bare = (orderStatus: string) =>
      readOrder(order({ orderStatus, items: [{ ...item, adjustment: true }] }), 'USD');
    // Typed in by hand, or sold without naming anything: a person decides.
    expect(bare('awaiting_shipment')).toMatchObject({
      lines: [],
      hold: { code: 'no-goods', reason: 'ShipStation names no goods for this order.' },
    });
    expect(bare('shipped')).toBeUndefined();
  });

  it('an order with a discount comes in with its goods alone', async () => {
    const id = await place({ discount: -5 });
    const read = await runOrdersById(store, [id], env);
    expect(read.ok && read.value.items[0]?.lines.map((l) => l.sku)).toEqual(['MAP-2']);
  });
});

describe('deliveries', () => {
  const secret = samples.app.clientSecret ?? '';
  const body = Buffer.from(
    '{"resource_url":"https://ssapi.shipstation.com/orders?x=1","resource_type":"ORDER_NOTIFY"}',
  );
  const send = (query: Readonly<Record<string, string>> | undefined, app = samples.app) =>
    webhooks.verify(
      { headers: {}, body, address: 'https://hooks.example/shipstation', query },
      app,
      offlineDeliveryEnv(store.manifest, samples.app),
    );
  const good = Object.fromEntries(new URLSearchParams(hookQuery(secret, MAPLE)));

  it('are believed with the key of their account alone', () => {
    expect(send(good)).toMatchObject({ externalAccount: MAPLE, topic: 'ORDER_NOTIFY' });
    const wrong: readonly (Readonly<Record<string, string>> | undefined)[] = [
      undefined,
      {},
      { ...good, key: '' },
      { ...good, key: `${good.key}0` },
      { ...good, account: samples.otherAccount },
      { account: '22766', key: hookKey(secret, '22766') },
    ];
    for (const query of wrong) expect(() => send(query)).toThrow(/address that was given/);
    expect(() => send(good, {})).toThrow(/address that was given/);
  });

  it('are subscribed to at an address of their own, and end with the connection', async () => {
    const address = 'https://hooks.example/shipstation';
    await runStoreQuestion(
      store,
      env,
      (e) => webhooks.subscribe?.({ address }, e) ?? Promise.reject(new Error('none')),
    );
    const { hooks } = await call('GET', MAPLE, 'hooks');
    expect(hooks).toEqual([
      { event: 'ORDER_NOTIFY', address: `${address}?${hookQuery(secret, MAPLE)}` },
      { event: 'SHIP_NOTIFY', address: `${address}?${hookQuery(secret, MAPLE)}` },
    ]);
    await runStoreQuestion(store, env, (e) => store.disconnect?.(e) ?? Promise.reject(new Error('none')));
    expect((await call('GET', MAPLE, 'hooks')).hooks).toEqual([]);
  });
});
