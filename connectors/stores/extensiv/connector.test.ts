/** Own quirks of Extensiv Order Manager: one shipment of an order, reports that are taken and not entered, companies by warehouses. */
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
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
import { createPlayer, samples } from './simulator/harness.ts';
import { createExtensiv } from './simulator/simulator.ts';
import { connect } from './src/company.ts';
import { fulfil } from './src/fulfil.ts';
import { readOrder, readState } from './src/order-reader.ts';
import { readProduct } from './src/products.ts';
import { store } from './src/store.ts';

const MAPLE = samples.account;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;

beforeAll(async () => {
  running = await startTestSimulator(createExtensiv());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'extensiv');
  ({ env } = await openHarnessStore(store, harness));
});
afterAll(() => running.close());

const placed = async (): Promise<string> => (await harness.player.placeOrders(MAPLE, 1))[0] ?? '';
async function inputFor(id: string, more: Partial<FulfilInput> = {}): Promise<FulfilInput> {
  const read = await runOrdersById(store, [id], env);
  const lines = read.ok ? (read.value.items[0]?.lines ?? []) : [];
  return {
    externalOrderId: id,
    lines: lines.map(({ externalLineId, quantity }) => ({ externalLineId, quantity })),
    parcels: [{ trackingNumber: `1Z${id}` }],
    carrier: { slug: 'canada-post', name: 'Canada Post' },
    notifyBuyer: false,
    reference: 'r:1',
    ...more,
  };
}
const report = (input: FulfilInput): Promise<Drive<FulfilResult>> =>
  driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());

describe('reports', () => {
  it('name the carrier as Extensiv spells it, and the channel is always told', async () => {
    const id = await placed();
    expect((await report(await inputFor(id))).problem).toBeUndefined();
    expect((await call('GET', MAPLE, `orders/${id}`)).shipments).toMatchObject([
      { trackingNumber: `1Z${id}`, carrier: 'CANADA POST', updateChannel: true, notifyCustomer: false },
    ]);
  });

  it('of a carrier that Extensiv does not list go by the name people know', async () => {
    const id = await placed();
    await report(await inputFor(id, { carrier: { slug: 'purolator', name: 'Purolator' }, notifyBuyer: true }));
    expect((await call('GET', MAPLE, `orders/${id}`)).shipments).toMatchObject([
      { carrier: 'Purolator', notifyCustomer: true },
    ]);
  });

  it('of a part, of strange items, of several parcels or without a number are refused before anything is told', async () => {
    const id = await placed();
    const input = await inputFor(id);
    const wrong: readonly [Partial<FulfilInput>, object][] = [
      [{ lines: input.lines.slice(0, 1) }, { kind: 'refused', vendorCode: 'whole-only' }],
      [{ lines: [...input.lines, { externalLineId: '5', quantity: 1 }] }, { vendorCode: 'line-unknown' }],
      [{ lines: input.lines.map((line) => ({ ...line, quantity: 9 })) }, { vendorCode: 'nothing-left' }],
      [
        { parcels: [{ trackingNumber: 'A' }, { trackingNumber: 'B' }] },
        { kind: 'invalid-input', vendorCode: 'several-parcels' },
      ],
      [{ parcels: [] }, { kind: 'invalid-input', message: expect.stringContaining('tracking number') }],
      [{ externalOrderId: '5' }, { kind: 'refused', vendorCode: 'order-unknown' }],
      [{ externalOrderId: '../x' }, { kind: 'refused', vendorCode: 'order-unknown' }],
    ];
    for (const [more, problem] of wrong)
      expect((await report({ ...input, ...more })).problem?.problem).toMatchObject(problem);
    expect(await harness.player.reports(MAPLE, id)).toEqual([]);
  });

  it('a second parcel of an order is refused in words, with the first left as it is', async () => {
    const id = await placed();
    const input = await inputFor(id);
    await report(input);
    const second = await report({ ...input, parcels: [{ trackingNumber: 'SECOND' }] });
    expect(second.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'shipped' });
    expect(await harness.player.reports(MAPLE, id)).toMatchObject([{ trackingNumbers: [`1Z${id}`] }]);
  });

  it('that are taken and not entered are not done: what Extensiv said is told, and a later look finds what came of it', async () => {
    const id = await placed();
    const input = await inputFor(id);
    await call('PUT', MAPLE, 'deaf', { deaf: true });
    const state = await report(input);
    await call('PUT', MAPLE, 'deaf', { deaf: false });
    expect(state.finished).toEqual(['plan', 'create']);
    expect(state.problem).toMatchObject({
      step: 'confirm',
      problem: {
        kind: 'temporary-before-effect',
        vendorCode: 'not-entered',
        message: expect.stringContaining('locked'),
      },
    });
    expect(await report(input)).toMatchObject({ result: { fulfilmentIds: [expect.stringMatching(/^\d+$/)] } });
    expect((await driveStore(store, fulfil, input, env, { ...state, problem: undefined })).problem).toBeUndefined();
    expect(await harness.player.reports(MAPLE, id)).toHaveLength(1);
  });
});

describe('tokens', () => {
  const connectWith = (token: string): ReturnType<typeof runConnect> => {
    const open = openConnectEnv(store.manifest, accountOf(harness, '', { token }), harnessRuntime());
    return runConnect(store, open, (e) => connect({ token }, e));
  };

  it('a wrong one is refused in words that do not hold it', async () => {
    const wrong = await connectWith('notATokenOfAnybodyHere');
    expect(wrong).toMatchObject({
      ok: false,
      problem: { kind: 'not-authorised', message: expect.stringContaining('connect the store again') },
    });
    expect(JSON.stringify(wrong)).not.toContain('notAToken');
    expect(await connectWith('')).toMatchObject({ ok: false });
  });

  it('of another company are found out by the test', async () => {
    expect(await runStoreTest(store, { ...env, externalAccount: 'company-5202' })).toMatchObject({
      ok: false,
      problem: { kind: 'refused', vendorCode: 'other-account' },
    });
  });

  it('that are used too often name the wait in milliseconds', async () => {
    let problem: unknown;
    const answer = await runOrders(
      store,
      {},
      {
        ...env,
        http: {
          async send(request) {
            const response = await env.http.send(request);
            const limited: HttpResponse = {
              ...response,
              status: 429,
              headers: { 'content-type': 'text/plain', 'x-skubana-quota-retryafter': '2500' },
            };
            problem = request.readProblem?.(limited);
            return response;
          },
        },
      },
    );
    expect(answer.ok).toBe(true);
    expect(problem).toMatchObject({ kind: 'quota', retryAfterMs: 2_500 });
  });
});

describe('pulls', () => {
  it('bring what was placed while pages were turned, each state once', async () => {
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
    const states = items.map(({ externalId, updatedAt }) => `${externalId} ${updatedAt}`);
    expect(new Set(states).size).toBe(states.length);
    expect(items.filter(({ externalId }) => externalId === fresh)).toHaveLength(1);
  });

  it('a cursor that is not ours is refused, for orders and for products', async () => {
    for (const cursor of [{ part: 'all', from: '2026-01-01T00:00:00Z', page: 1, seen: [] }, { at: 2 }])
      expect(await runOrders(store, { cursor }, env)).toMatchObject({ ok: false, problem: { kind: 'invalid-input' } });
    expect(await runProducts(store, { cursor: { page: 0 } }, env)).toMatchObject({ ok: false });
  });

  it('an answer that is no list is a fault, and never an empty page', async () => {
    const env2: StoreEnv = {
      ...env,
      http: { send: async (request) => ({ ...(await env.http.send(request)), json: () => ({ message: 'Oops' }) }) },
    };
    for (const answer of [await runOrders(store, {}, env2), await runProducts(store, {}, env2)])
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'vendor-broken' } });
  });

  it('ids that are no numbers are not asked for', async () => {
    const strange = await runOrdersById(store, ['../../x', 'SO-1', '0', '1?x=1'], env);
    expect(strange).toEqual({ ok: true, value: { items: [], problems: [] } });
  });
});

describe('reading', () => {
  const order = (more: object = {}): ObjectReader =>
    readObject({
      orderId: 7,
      orderNumber: 'SO-7',
      orderDate: '2026-01-01T10:00:00',
      modifiedDate: '2026-01-02T10:00:00+0100',
      orderStatus: 'AWAITING_SHIPMENT',
      orderTotal: { amount: 12.505, currency: 'CAD' },
      orderItems: [
        { orderItemId: 1, listingName: 'Shirt', quantityOrdered: 2, unitPrice: { amount: 6.25, currency: 'CAD' } },
      ],
      ...more,
    });

  it('times without a zone are UTC, amounts with more decimals are rounded, the address is what is there', () => {
    expect(readOrder(order({ shipCountry: 'CA', shipAddress3: 'Dock 4' }))).toMatchObject({
      placedAt: '2026-01-01T10:00:00Z',
      updatedAt: '2026-01-02T10:00:00+0100',
      total: { minor: 1_251, currency: 'CAD' },
      shipTo: { name: '', address1: '', address2: 'Dock 4', countryCode: 'CA' },
      gift: false,
    });
    expect(readOrder(order({ orderItems: [] }))).toMatchObject({ lines: [], hold: { code: 'no-goods' } });
  });

  it('only what awaits shipment is shipped; what somebody else ships, and what is new to us, waits', () => {
    const kind = (orderStatus: unknown): string => readState(order({ orderStatus })).kind;
    expect(kind('AWAITING_SHIPMENT')).toBe('to-ship');
    for (const status of ['SHIPPED', 'PROCESSED_OUTSIDE_OF_SKUBANA']) expect(kind(status)).toBe('shipped');
    expect(kind('CANCELLED')).toBe('cancelled');
    expect(readState(order({ orderStatus: 'AWAITING_PAYMENT' })).hold?.code).toBe('payment-pending');
    for (const status of ['UNRESOLVED', 'AWAITING_3PL_EXPORT', 'AWAITING_DROPSHIP', 'ON_HOLD', 'SOMETHING_NEW'])
      expect(readState(order({ orderStatus: status }))).toMatchObject({
        kind: 'held',
        hold: { code: 'on-hold', reason: expect.stringMatching(/\.$/) },
      });
    for (const broken of [null, 'shipped', 5]) expect(() => kind(broken)).toThrow(/orderStatus/);
  });

  it('a product weighs its pounds and ounces together, and nothing where one of the two is missing', () => {
    const weigh = (more: object): number | undefined =>
      readProduct(readObject({ productId: 1, name: 'x', modifiedDate: '2026-01-01T10:00:00Z', weight: 9, ...more }))
        .unitGrams;
    fc.assert(
      fc.property(fc.nat({ max: 100 }), fc.nat({ max: 15 }), (pounds, ounces) => {
        const grams = weigh({ pounds, ounces });
        expect(Math.abs((grams ?? 0) - (pounds * 16 + ounces) * 28.349_523_125)).toBeLessThanOrEqual(0.5);
      }),
    );
    for (const half of [{ pounds: 1 }, { ounces: 4 }, {}, { pounds: 1, ounces: -1 }, { pounds: 0, ounces: 0 }])
      expect(weigh(half)).toBeUndefined();
  });
});
