/** Own quirks of Walmart: paging by its cursor, more orders than it lists, budgets, amounts and times, keys, units over parcels. */
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput, FulfilResult, PullInput } from '@scanship/connector-kit/store/store';
import {
  driveStore,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { runOrders, runOrdersById } from '@scanship/connector-kit/store/store-run';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { perUnit } from '@scanship/domain/money/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayerUs, samplesUs as samples } from './simulator/harness.ts';
import { createWalmartUs } from './simulator/simulator.ts';
import { refillMs } from './src/client.ts';
import { fulfilOf } from './src/fulfil.ts';
import { US } from './src/markets.ts';
import { readLineState, readOrder } from './src/order-reader.ts';
import { ordersOf, secondOf } from './src/orders.ts';
import { readAmount, readCountry, readGrams, readMoment } from './src/reading.ts';
import { connectWith } from './src/seller.ts';
import { signatureHeader, sellerSecret, webhooksOf } from './src/webhooks.ts';
import { store } from './src/store-us.ts';

describe('amounts, times, weights and countries', () => {
  const amount = (value: unknown): number => readAmount(readObject({ value }), 'value', 'USD').minor;
  it('whatever number of cents travels as a JSON number comes back as that many cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), (minor) => {
        expect(amount(minor / 100)).toBe(minor);
      }),
    );
    // Dust of binary fractions is rounded, not refused.
    expect(amount(0.1 + 0.2)).toBe(30);
    expect(amount('19.99')).toBe(1_999);
    for (const bad of ['1,5', null, {}, 1e-7, 'x']) expect(() => amount(bad)).toThrow(FieldProblem);
  });
  it('the price of a unit is a share of the line’s', () => {
    expect(perUnit({ minor: 1_000, currency: 'USD' }, 3).minor).toBe(333);
    expect(perUnit({ minor: 0, currency: 'USD' }, 0).minor).toBe(0);
  });
  it('times are milliseconds, and seconds are none', () => {
    const at = (value: unknown): string => readMoment(readObject({ value }), 'value');
    expect(at(1_580_821_866_000)).toBe('2020-02-04T13:11:06.000Z');
    expect(at('2020-02-04T08:11:06.000-05:00')).toBe('2020-02-04T13:11:06.000Z');
    for (const bad of [1_580_821_866, -1, 1e16, '2020-02-04']) expect(() => at(bad), String(bad)).toThrow(FieldProblem);
    expect(secondOf(new Date('2026-01-01T10:00:00.999Z'))).toBe('2026-01-01T10:00:00Z');
  });
  it('weights in the units Walmart writes, countries in three letters and in two', () => {
    const grams = (value: string, unit: string): number | undefined => readGrams(readObject({ value, unit }));
    expect([grams('1.5', 'Pounds'), grams('8', 'OZ'), grams('0.25', 'KG'), grams('0', 'Pounds')]).toEqual([
      680,
      227,
      250,
      undefined,
    ]);
    expect(() => grams('1', 'stone')).toThrow(FieldProblem);
    const country = (value: string): string => readCountry(readObject({ value }), 'value');
    expect(['USA', 'CAN', 'us', 'PRI'].map(country)).toEqual(['US', 'CA', 'US', 'PR']);
    expect(() => country('XXX')).toThrow(FieldProblem);
  });
});

describe('one order', () => {
  const quantity = (amount: number): object => ({ unitOfMeasurement: 'EACH', amount: String(amount) });
  const line = (states: readonly (readonly [string, number])[], ordered: number, more: object = {}): object => ({
    lineNumber: '1',
    item: { productName: 'Thing', sku: 'T-1' },
    charges: {
      charge: [
        {
          chargeType: 'PRODUCT',
          chargeName: 'ItemPrice',
          chargeAmount: { currency: 'USD', amount: 30 },
          tax: { taxName: 'T', taxAmount: { currency: 'USD', amount: 2.4 } },
        },
        { chargeType: 'PRODUCT', chargeName: 'SubscriptionDiscount', chargeAmount: { currency: 'USD', amount: -3 } },
      ],
    },
    orderLineQuantity: quantity(ordered),
    statusDate: 1_580_821_866_000,
    orderLineStatuses: {
      orderLineStatus: states.map(([status, units]) => ({ status, statusQuantity: quantity(units) })),
    },
    ...more,
  });
  const order = (lines: readonly object[], more: object = {}): ReturnType<typeof readObject> =>
    readObject({
      purchaseOrderId: '1796277083022',
      customerOrderId: '5281956426648',
      orderDate: 1_580_800_000_000,
      shippingInfo: { methodCode: 'Value', postalAddress: {} },
      orderLines: { orderLine: lines },
      ...more,
    });

  it('units are counted by status whatever their order; a sum that does not fit is refused', () => {
    const parts = fc.array(
      fc.tuple(
        fc.constantFrom('Created', 'Acknowledged', 'Shipped', 'Delivered', 'Cancelled', 'Refund'),
        fc.integer({ min: 0, max: 9 }),
      ),
      { maxLength: 7 },
    );
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 2 }), (states, off) => {
        const total = states.reduce((sum, [, units]) => sum + units, 0);
        const of = (...names: string[]): number =>
          states.filter(([name]) => names.includes(name)).reduce((sum, [, units]) => sum + units, 0);
        const read = (): ReturnType<typeof readLineState> => readLineState(readObject(line(states, total + off)));
        if (off > 0) expect(read).toThrow(FieldProblem);
        else
          expect(read()).toMatchObject({
            quantity: total,
            open: of('Created', 'Acknowledged'),
            created: of('Created'),
            shipped: of('Shipped', 'Delivered', 'Refund'),
            cancelled: of('Cancelled'),
          });
      }),
    );
    expect(() => readLineState(readObject(line([['Lost', 1]], 1)))).toThrow(FieldProblem);
  });
  it('without a summary the total is what the lines are charged with, discounts and taxes included', () => {
    const read = readOrder(order([line([['Created', 3]], 3)]), 'USD');
    expect([read.total.minor, read.lines[0]?.unitPrice.minor]).toEqual([2_940, 900]);
    const summary = { totalAmount: { currencyAmount: 35.25, currencyUnit: 'USD' } };
    expect(readOrder(order([line([['Created', 3]], 3)], { orderSummary: summary }), 'USD').total.minor).toBe(3_525);
  });
  it('another currency than the market’s is refused', () => {
    expect(() => readOrder(order([line([['Created', 1]], 1)]), 'CAD')).toThrow(FieldProblem);
  });
  it('half an address is an address, and a buyer who no longer wants what has left holds nothing', () => {
    const read = readOrder(order([line([['Shipped', 1]], 1, { intentToCancel: 'true' })]), 'USD');
    expect(read.hold).toBeUndefined();
    expect(read.shipTo).toMatchObject({ name: '', address1: '', countryCode: '' });
    expect(read.cancelledAt).toBeUndefined();
  });
});

describe('budget', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it('is filled up again at the time the header names, in milliseconds or as text', () => {
    const of = (value: string): number => refillMs({ 'x-next-replenishment-time': value }, now);
    expect(of(String(now + 42_000))).toBe(42_000);
    expect(of('2026-01-01T00:00:42Z')).toBe(42_000);
    expect(refillMs({ 'x-next-replenish-time': String(now + 5_000) }, now)).toBe(5_000);
    // A time that is past, far away, or none at all.
    expect([of(String(now - 5)), of(String(now + 1e9)), of('soon'), refillMs({}, now)]).toEqual([
      1_000, 3_600_000, 60_000, 60_000,
    ]);
  });
});

type Query = NonNullable<HttpRequest['query']>;

/** Answers for a time of placing; remembers what was asked. */
function answering(answer: (query: Query) => object): {
  readonly env: StoreEnv;
  readonly asked: Query[];
} {
  const asked: Query[] = [];
  const now = new Date('2026-06-30T00:00:00Z');
  return {
    asked,
    env: {
      mode: 'simulator',
      app: {},
      externalAccount: '1',
      credentials: {},
      settings: {},
      now: () => now,
      pause: () => Promise.resolve(),
      tokens: { get: () => Promise.reject(new Error('no token')), drop: () => undefined },
      access: { get: () => Promise.resolve('token'), refused: () => Promise.reject(new Error('given up')) },
      http: {
        send: (request) => {
          const query = request.query ?? {};
          asked.push(query);
          const bytes = new Uint8Array(Buffer.from(JSON.stringify(answer(query))));
          const headers = { 'content-type': 'application/json' };
          return Promise.resolve(makeResponse('Walmart', { status: 200, headers, bytes, traceId: 't' }));
        },
      },
    },
  };
}

it('more orders than Walmart lists are asked for in shorter times of placing, with no gap between', async () => {
  const start = Date.parse('2026-01-02T00:00:00Z');
  const end = Date.parse('2026-06-30T00:00:00Z');
  // 40,000 orders, one every so often.
  const every = (end - start) / 40_000;
  const { env, asked } = answering(({ createdStartDate, createdEndDate }) => {
    const from = Date.parse(String(createdStartDate));
    const to = createdEndDate === undefined ? end : Date.parse(String(createdEndDate));
    return { list: { meta: { totalCount: Math.floor((to - from) / every), limit: 200 }, elements: { order: [] } } };
  });
  const orders = ordersOf(US);
  const spans: [number, number][] = [];
  let cursor: PullInput['cursor'];
  do {
    const page = await orders({ cursor }, env);
    expect(page.total, 'a part is not the whole').toBeUndefined();
    const last = asked.at(-1) ?? {};
    if (last['lastModifiedStartDate'] === undefined)
      spans.push([
        Date.parse(String(last['createdStartDate'])),
        last['createdEndDate'] === undefined ? end : Date.parse(String(last['createdEndDate'])),
      ]);
    cursor = page.next;
  } while (cursor !== undefined && asked.length < 100);
  expect(spans[0]?.[0]).toBe(start);
  expect(spans.at(-1)?.[1]).toBe(end);
  for (const [index, [from, to]] of spans.entries()) {
    expect((to - from) / every).toBeLessThanOrEqual(10_001);
    if (index > 0) expect(from).toBe((spans[index - 1]?.[1] ?? 0) - 1_000);
  }
  // The pull ends with what changed since it began.
  expect(asked.at(-1)?.['lastModifiedStartDate']).toBe('2026-06-29T23:58:00Z');
});

it('a cursor that is no query of Walmart’s is not followed', async () => {
  for (const nextCursor of ['https://evil.example/?x=1', '/../v3/feeds', '?a=1#x', '?a=1\\..']) {
    const { env, asked } = answering(() => ({
      list: { meta: { totalCount: 2, limit: 200, nextCursor }, elements: { order: [] } },
    }));
    const page = await runOrders(store, {}, env);
    expect(page.ok || page.problem.kind).toBe('vendor-broken');
    expect(asked).toHaveLength(1);
  }
});

describe('notifications', () => {
  const app = { clientSecret: 'a-secret-of-the-operator-000' };
  const webhooks = webhooksOf(US);
  it('what one seller’s secret signs is not believed of another', () => {
    const body = Buffer.from('{"source":{"eventType":"PO_CREATED","eventId":"1"}}');
    expect(sellerSecret(app.clientSecret, '1')).not.toBe(sellerSecret(app.clientSecret, '2'));
    expect(signatureHeader(app.clientSecret, '1')).not.toBe(signatureHeader(app.clientSecret, '2'));
    const headers = { 'x-store-account': '2', [signatureHeader(app.clientSecret, '1').toLowerCase()]: 'AAAA' };
    const attempt = (): unknown => webhooks.verify({ headers, body, address: 'https://a.example/h' }, app, {} as never);
    expect(attempt).toThrow(ConnectorError);
  });
  it('news that is not about orders asks for nothing', () => {
    expect(webhooks.understand('OFFER_UNPUBLISHED', Buffer.from('{}'))).toMatchObject({ kind: 'nothing' });
  });
});

describe('against the simulator', () => {
  let test: TestSimulator;
  let harness: StoreHarness;
  let host = '';
  const fulfil = fulfilOf(US);
  beforeAll(async () => {
    test = await startTestSimulator(createWalmartUs());
    host = new URL(test.simulator.address).origin;
    harness = { samples, simulator: test.simulator, player: createPlayerUs(host) };
  });
  afterAll(() => test.close());

  async function placed(more: Partial<FulfilInput> = {}): Promise<{ env: StoreEnv; id: string; input: FulfilInput }> {
    const { env } = await openHarnessStore(store, harness);
    const [id = ''] = await harness.player.placeOrders(samples.account, 1);
    const order = await runOrdersById(store, [id], env);
    const lines = order.ok ? (order.value.items[0]?.lines ?? []) : [];
    const input = {
      externalOrderId: id,
      lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity })),
      parcels: [1, 2, 3].map((n) => ({
        trackingNumber: `9400${n}${id.slice(-6)}`,
        trackingUrl: `https://track.example/${n}`,
      })),
      carrier: { slug: 'usps', name: 'USPS' },
      notifyBuyer: false,
      reference: 'P000000000000001',
      ...more,
    };
    return { env, id, input };
  }
  const report = (env: StoreEnv, input: FulfilInput) =>
    driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
  const seen = (id: string) => shopCaller(host, 'walmart-us')('GET', samples.account, `orders/${id}`);

  it('100 orders over many pages while some change and some arrive: none lost, none told twice', async () => {
    const { otherAccount } = samples;
    const { player } = harness;
    const open = async () => (await openHarnessStore(store, harness, otherAccount)).env;
    const orders = await player.placeOrders(otherAccount, 100);
    const changed: string[] = [];
    let fresh: readonly string[] = [];
    const { items, problems } = await pullOrders(store, open, undefined, async (page) => {
      if (page > 3) return;
      for (const at of [page, 50 + page, 98 - page]) {
        const id = orders[at] ?? '';
        changed.push(id);
        await player.changeOrder(otherAccount, id, 'note');
      }
      if (page === 2) fresh = await player.placeOrders(otherAccount, 2, 'now');
    });
    expect(problems).toEqual([]);
    const ids = new Set(items.map((o) => o.externalId));
    expect([...orders, ...fresh].filter((id) => !ids.has(id))).toEqual([]);
    const states = items.map((o) => `${o.externalId} ${o.updatedAt}`);
    expect(new Set(states).size).toBe(states.length);
    for (const id of changed) {
      const last = items.findLast((o) => o.externalId === id);
      expect(Date.parse(last?.updatedAt ?? ''), id).toBeGreaterThan(Date.parse(last?.placedAt ?? ''));
    }
  });

  it('an order is acknowledged before its first parcel, and only then', async () => {
    const { env, id, input } = await placed();
    const calls = () =>
      test.simulator.books().then((books) => books.filter((b) => b.account === samples.account).length);
    const [first] = input.lines;
    const part = { ...input, lines: [{ externalLineId: first?.externalLineId ?? '', quantity: 1 }] };
    const before = await calls();
    const one = await report(env, { ...part, parcels: input.parcels.slice(0, 1) });
    expect(one.problem).toBeUndefined();
    expect(await seen(id)).toMatchObject({ acknowledged: true });
    // Acknowledged and shipped; the second part is shipped alone.
    expect((await calls()) - before).toBe(2);
    const two = await report(env, { ...part, parcels: input.parcels.slice(1, 2) });
    expect(two.problem).toBeUndefined();
    expect((await calls()) - before).toBe(3);
  });

  it('three parcels are one call with units in each, and a lost journal makes none again', async () => {
    const { env, id, input } = await placed();
    const numbers = input.parcels.map((p) => p.trackingNumber);
    for (let turn = 0; turn < 2; turn += 1) {
      const state = await report(env, input);
      expect(state.problem).toBeUndefined();
      expect(state.result.fulfilmentIds).toEqual(numbers);
    }
    expect(await seen(id)).toMatchObject({
      reports: [{ numbers, units: 5 }],
      lines: [
        {
          statuses: [
            { status: 'Shipped', quantity: 2, number: numbers[0], carrier: 'USPS', method: 'Standard' },
            { status: 'Shipped', quantity: 1, number: numbers[1] },
          ],
        },
        {
          statuses: [
            { status: 'Shipped', quantity: 1, number: numbers[1] },
            { status: 'Shipped', quantity: 1, number: numbers[2] },
          ],
        },
      ],
    });
  });

  it('a carrier that is not on the list goes by its name, always with a link', async () => {
    const carrier = { slug: 'purolator', name: 'Purolator' };
    const { env, id, input } = await placed({ carrier });
    const [first] = input.parcels;
    const parcels = [{ trackingNumber: '329 014' }, { trackingNumber: '2', trackingUrl: first?.trackingUrl }];
    const state = await report(env, { ...input, parcels });
    expect(state.problem).toBeUndefined();
    expect(await seen(id)).toMatchObject({
      lines: [
        {
          statuses: [{ number: '329 014', carrier: 'Purolator', link: 'https://t.17track.net/en#nums=329%20014' }],
        },
        { statuses: [{ number: '2', carrier: 'Purolator', link: 'https://track.example/1' }] },
      ],
    });
  });

  it('more parcels than units, and no parcel, are refused before any call', async () => {
    const { env, id, input } = await placed();
    const many = Array.from({ length: 6 }, (_v, n) => ({ trackingNumber: `T${n}` }));
    for (const parcels of [many, []]) {
      const state = await report(env, { ...input, parcels });
      expect(state.problem?.problem.kind).toBe('invalid-input');
    }
    expect(await seen(id)).toMatchObject({ reports: [], acknowledged: false });
  });

  it('what Walmart ships itself neither comes in nor can be reported', async () => {
    const call = shopCaller(host, 'walmart-us');
    const made = await call('POST', samples.account, 'orders', {
      orders: [{ lines: [{ sku: 'SYR-500', quantity: 1 }], fulfilledBy: 'WFSFulfilled' }],
    });
    const [id = ''] = made.ids as string[];
    const { env } = await openHarnessStore(store, harness);
    const { items } = await pullOrders(store, () => Promise.resolve(env));
    expect(items.some((o) => o.externalId === id)).toBe(false);
    const byId = await runOrdersById(store, [id], env);
    expect(byId.ok && byId.value.items).toEqual([]);
    const { input } = await placed();
    const state = await report(env, {
      ...input,
      externalOrderId: id,
      lines: [{ externalLineId: '1', quantity: 1 }],
      parcels: input.parcels.slice(0, 1),
    });
    expect(state.problem?.problem.message).toMatch(/ships this order itself/);
  });

  it('keys of another seller do not take over a store, and wrong ones are named as such', async () => {
    const connect = connectWith(US);
    const { env } = await openHarnessStore(store, harness);
    await expect(connect(samples.otherCredentials ?? {}, env)).rejects.toThrow(/keys of another seller/);
    const wrong = connect({ ...samples.credentials, clientSecret: 'x'.repeat(20) }, env);
    await expect(wrong).rejects.toMatchObject({
      problem: { kind: 'not-authorised', vendorCode: 'INVALID_CLIENT.GMP_GATEWAY_API' },
    });
  });
});
