/** Own quirks of Reebelo: one report for an order, times without a zone, a window of weeks, and the gateway's refusals. */
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
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
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { runConnect, runOrders, runOrdersById, runProducts } from '@scanship/connector-kit/store/store-run';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createReebelo } from './simulator/simulator.ts';
import { fulfil } from './src/fulfil.ts';
import { readLineUnits, readOrder, readState } from './src/order-reader.ts';
import { fromText, hasMore, PAGE_SIZE } from './src/orders.ts';
import { connect, vendorOf } from './src/vendor.ts';
import { store } from './src/store.ts';

const MAPLE = samples.account;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;

beforeAll(async () => {
  running = await startTestSimulator(createReebelo());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'reebelo');
  ({ env } = await openHarnessStore(store, harness));
});
afterAll(() => running.close());

async function inputFor(id: string, more: Partial<FulfilInput> = {}): Promise<FulfilInput> {
  const read = await runOrdersById(store, [id], env);
  const lines = read.ok ? (read.value.items[0]?.lines ?? []) : [];
  return {
    externalOrderId: id,
    lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity - l.cancelled - l.shipped })),
    parcels: [{ trackingNumber: `1Z${id}` }],
    carrier: { slug: 'ups', name: 'UPS' },
    notifyBuyer: false,
    reference: 'r:1',
    ...more,
  };
}
const report = (input: FulfilInput): Promise<Drive<FulfilResult>> =>
  driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
const placed = async (): Promise<string> => (await harness.player.placeOrders(MAPLE, 1))[0] ?? '';

describe('reports', () => {
  it('name all numbers in the one field there is, and every line with its units', async () => {
    const id = await placed();
    const parcels = ['1Z1', '1Z2', '1Z3'].map((trackingNumber) => ({ trackingNumber }));
    expect((await report(await inputFor(id, { parcels }))).result).toEqual({ fulfilmentIds: [id] });
    expect(await call('GET', MAPLE, `orders/${id}`)).toEqual({
      reports: [{ id, carrier: 'UPS', tracking: '1Z1, 1Z2, 1Z3', units: 5 }],
    });
    const again = await runOrdersById(store, [id], env);
    expect(again.ok && again.value.items[0]?.lines.every((l) => l.shipped === l.quantity)).toBe(true);
  });

  it('of a part, or without a number, are refused before anything is told', async () => {
    const id = await placed();
    const input = await inputFor(id);
    const [first] = input.lines;
    const part = await report({ ...input, lines: first ? [first] : [] });
    expect(part.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'whole-only' });
    const none = await report({ ...input, parcels: [] });
    expect(none.problem?.problem).toMatchObject({ kind: 'invalid-input', message: expect.stringContaining('number') });
    expect(await call('GET', MAPLE, `orders/${id}`)).toEqual({ reports: [] });
  });

  it('never overwrite a number that somebody entered at Reebelo', async () => {
    const id = await placed();
    const input = await inputFor(id);
    await report({ ...input, parcels: [{ trackingNumber: 'BY-HAND' }] });
    expect((await report(input)).problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'shipped' });
    expect(await harness.player.reports(MAPLE, id)).toMatchObject([{ trackingNumbers: ['BY-HAND'] }]);
  });

  it('cover what a refund left', async () => {
    const id = await placed();
    await call('POST', MAPLE, `orders/${id}/change`, { action: 'refund', line: 0, quantity: 1 });
    const input = await inputFor(id);
    expect(input.lines.map((l) => l.quantity)).toEqual([1, 3]);
    expect((await report(input)).result).toEqual({ fulfilmentIds: [id] });
  });
});

describe('keys', () => {
  const connectWith = (apiKey: string): ReturnType<typeof runConnect> => {
    const keys = { apiKey, shopName: 'Somebody' };
    const open = openConnectEnv(store.manifest, accountOf(harness, '', keys), harnessRuntime());
    return runConnect(store, open, (e) => connect(keys, e));
  };

  it('name their vendor, and a wrong one is refused in words that do not hold it', async () => {
    const wrong = await connectWith('not-a-key-of-anybody-here');
    expect(wrong).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
    expect(JSON.stringify(wrong)).not.toContain('not-a-key');
    const [a, b] = ['key-one-key-one-key', 'key-two-key-two-key'].map(vendorOf);
    expect(a).toMatch(new RegExp(`^${store.manifest.accountPattern}$`));
    expect(a).not.toBe(b);
  });

  it('a call that is gone is not taken for a wrong key', async () => {
    const body = '{"message":"Missing Authentication Token"}';
    const answer = await runOrders(
      store,
      {},
      {
        ...env,
        http: {
          send: (request) => {
            const headers = { 'content-type': 'application/json' };
            const json = (): unknown => JSON.parse(body);
            const response = { status: 403, headers, bytes: Buffer.from(body), text: () => body, json, traceId: 't' };
            expect(request.readProblem?.(response)).toMatchObject({ kind: 'refused' });
            expect(request.readProblem?.({ ...response, json: () => ({ message: 'Forbidden' }) })).toMatchObject({
              kind: 'not-authorised',
            });
            return env.http.send(request);
          },
        },
      },
    );
    expect(answer.ok).toBe(true);
  });
});

describe('pulls', () => {
  it('find what changed lately among orders placed weeks ago', async () => {
    const { ids } = await call('POST', MAPLE, 'orders', {
      orders: [{ lines: [{ sku: 'CASE-IP13', quantity: 1 }], secondsAgo: 40 * 86_400 }],
    });
    const [old = ''] = ids as string[];
    const since = new Date(Date.now() - 1_000);
    await harness.player.changeOrder(MAPLE, old, 'cancel');
    const { items } = await pullOrders(store, () => Promise.resolve(env), since);
    expect(items.find((o) => o.externalId === old)?.cancelledAt).toBeDefined();
    expect(items.every((o) => Date.parse(o.updatedAt) >= since.getTime())).toBe(true);
    expect(fromText(new Date('2026-03-02T14:00:00.500Z'))).toBe('2026-01-16T14:00:00');
  });

  it('another page follows as the answer says, else after a full one', () => {
    const answer = (more: object, count: number): ObjectReader =>
      readObject({ orders: Array.from({ length: count }, () => ({})), ...more });
    expect(hasMore(answer({ hasNextPage: true }, 1), 'orders')).toBe(true);
    expect(hasMore(answer({ hasNextPage: false }, PAGE_SIZE), 'orders')).toBe(false);
    expect(() => hasMore(answer({ hasNextPage: 'perhaps' }, 1), 'orders')).toThrow(/hasNextPage/);
    fc.assert(
      fc.property(fc.nat({ max: PAGE_SIZE }), (count) => {
        expect(hasMore(answer({}, count), 'orders')).toBe(count === PAGE_SIZE);
      }),
    );
  });

  it('prices of offers wait until an order has said in which money they are', async () => {
    const [priced, plain] = [
      await runProducts(store, {}, env),
      await runProducts(store, {}, { ...env, settings: { name: 'New vendor' } }),
    ];
    expect(priced.ok && priced.value.items[0]?.price).toEqual({ minor: 44_900, currency: 'USD' });
    expect(plain.ok && plain.value.items.map((p) => p.price)).toEqual([undefined, undefined]);
  });
});

describe('reading', () => {
  const order = (more: object = {}): ObjectReader =>
    readObject({
      order_number: 7,
      name: '#A7',
      processed_at: '2026-01-01T10:00:00',
      updated_at: '2026-01-02T10:00:00+11:00',
      financial_status: 'paid',
      currency: 'AUD',
      total_price: '12.50',
      line_items: [{ id: 1, sku: 'S', name: 'Phone', quantity: 2, price: 6.25 }],
      ...more,
    });

  it('times without a zone are UTC, others keep their own; a day to dispatch ends at its last second', () => {
    expect(readOrder(order({ lastDayToDispatch: '2026-01-05' }))).toMatchObject({
      placedAt: '2026-01-01T10:00:00Z',
      updatedAt: '2026-01-02T10:00:00+11:00',
      shipBy: '2026-01-05T23:59:59Z',
      shipTo: { name: '', address1: '', countryCode: '' },
      lines: [{ title: 'Phone', unitPrice: { minor: 625, currency: 'AUD' } }],
    });
  });

  it('what is not paid waits, what was refunded before it left is cancelled, what left stays shipped', () => {
    const kind = (more: object): string => readState(order(more)).kind;
    expect(kind({})).toBe('to-ship');
    expect(kind({ financial_status: 'partially_refunded' })).toBe('to-ship');
    expect(kind({ financial_status: 'authorized' })).toBe('held');
    expect(kind({ financial_status: 'something_new' })).toBe('held');
    expect(kind({ financial_status: 'refunded' })).toBe('cancelled');
    expect(kind({ financial_status: 'refunded', fulfillment_status: 'fulfilled' })).toBe('shipped');
    expect(kind({ fulfillment_status: 'fulfilled', cancelled_at: '2026-01-02T10:00:00Z' })).toBe('cancelled');
    expect(() => kind({ financial_status: null })).toThrow(/financial_status/);
  });

  it('units never exceed what was ordered', () => {
    fc.assert(
      fc.property(fc.nat({ max: 9 }), fc.nat({ max: 9 }), fc.nat({ max: 9 }), (quantity, left, refunded) => {
        const [units] = readLineUnits(
          order({
            line_items: [{ id: 1, name: 'x', quantity, price: 1 }],
            fulfillments: [{ line_items: [{ id: 1, quantity: left }] }],
            refunds: [{ refund_line_items: [{ line_item_id: 1, quantity: refunded }] }],
          }),
          'to-ship',
        );
        expect(units?.shipped).toBe(Math.min(quantity, left));
        expect((units?.shipped ?? 0) + (units?.cancelled ?? 0)).toBeLessThanOrEqual(quantity);
      }),
    );
  });
});
