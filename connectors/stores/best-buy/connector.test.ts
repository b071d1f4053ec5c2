/** Own quirks of Best Buy: orders that ship as a whole, acceptance, several shops, amounts and states, and what it refuses. */
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
import { runConnect, runOrders, runOrdersById, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { GROUP_KEY } from './simulator/shops.ts';
import { createBestBuy } from './simulator/simulator.ts';
import { connect } from './src/shop.ts';
import { fulfil } from './src/fulfil.ts';
import { readLineUnits, readOrder, readRounded } from './src/order-reader.ts';
import { store } from './src/store.ts';

const MAPLE = samples.account;
const BIRCH = samples.otherAccount;
const WHOLE = { several: false, otherCarriers: true, acceptOrders: false };

let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;

beforeAll(async () => {
  running = await startTestSimulator(createBestBuy());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'best-buy');
});
afterEach(() => running.simulator.clearFaults());
afterAll(() => running.close());

const envWith = async (settings: StoreEnv['settings'], account = MAPLE): Promise<StoreEnv> => ({
  ...(await openHarnessStore(store, harness, account)).env,
  settings,
});

async function inputFor(env: StoreEnv, id: string, more: Partial<FulfilInput> = {}): Promise<FulfilInput> {
  const read = await runOrdersById(store, [id], env);
  const lines = read.ok ? (read.value.items[0]?.lines ?? []) : [];
  return {
    externalOrderId: id,
    lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity - l.cancelled - l.shipped })),
    parcels: [{ trackingNumber: `CP${id}`, trackingUrl: 'https://track.example/1' }],
    carrier: { slug: 'canada-post', name: 'Canada Post' },
    notifyBuyer: false,
    reference: 'r:1',
    ...more,
  };
}

const report = (env: StoreEnv, input: FulfilInput): Promise<Drive<FulfilResult>> =>
  driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
const atBestBuy = (id: string): Promise<Readonly<Record<string, unknown>>> => call('GET', MAPLE, `orders/${id}`);
const placed = async (): Promise<string> => (await harness.player.placeOrders(MAPLE, 1))[0] ?? '';

describe('an order that ships as a whole', () => {
  it('gets its number, then its validation; Best Buy’s own code where it lists the carrier', async () => {
    const env = await envWith(WHOLE);
    const id = await placed();
    const state = await report(env, await inputFor(env, id));
    expect(state.result).toEqual({ fulfilmentIds: [id] });
    expect(await atBestBuy(id)).toMatchObject({
      state: 'SHIPPED',
      tracking: { carrier_code: 'CPC', tracking_number: `CP${id}` },
      reports: [{ id, tracking: `CP${id}`, units: 5 }],
    });
  });

  it('several numbers go in as one text under the carrier’s name, with the address of the first', async () => {
    const env = await envWith(WHOLE);
    const id = await placed();
    const parcels = [{ trackingNumber: 'A1', trackingUrl: 'https://track.example/A1' }, { trackingNumber: 'A2' }];
    await report(env, await inputFor(env, id, { parcels }));
    expect((await atBestBuy(id)).tracking).toEqual({
      carrier_name: 'Canada Post',
      tracking_number: 'A1, A2',
      tracking_url: 'https://track.example/A1',
    });
  });

  it('where only listed carriers are allowed, the first number is told, and another carrier is refused in words', async () => {
    const env = await envWith({ ...WHOLE, otherCarriers: false });
    const id = await placed();
    const parcels = [{ trackingNumber: 'A1' }, { trackingNumber: 'A2' }];
    const input = await inputFor(env, id, { parcels, carrier: { slug: 'fedex', name: 'FedEx' } });
    const strange = await report(env, { ...input, carrier: { slug: 'maple-local', name: 'Maple Local' } });
    expect(strange.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'carrier-unknown' });
    expect((await atBestBuy(id)).reports).toEqual([]);
    await report(env, input);
    expect((await atBestBuy(id)).tracking).toEqual({ carrier_code: 'FED', tracking_number: 'A1' });
    // Again without its journal: the first number alone tells that it was reported.
    expect((await report(env, input)).result).toEqual({ fulfilmentIds: [id] });
  });

  it('a part of it is refused before anything is told', async () => {
    const env = await envWith(WHOLE);
    const id = await placed();
    const input = await inputFor(env, id);
    const [first] = input.lines;
    const state = await report(env, { ...input, lines: first ? [{ ...first, quantity: 1 }] : [] });
    expect(state.problem?.problem).toMatchObject({
      kind: 'refused',
      vendorCode: 'whole-only',
      message: expect.stringContaining('as a whole'),
    });
    expect(await atBestBuy(id)).toMatchObject({ state: 'SHIPPING', tracking: null });
  });

  it.each([
    ['request lost', { kind: 'drop-before-effect', times: 3 }, 'absent'],
    ['answer lost', { kind: 'drop-after-effect', times: 3 }, 'found'],
    ['an HTML page instead of an answer', { kind: 'html' }, 'found'],
  ] as const)('validation with %s is settled by asking, and shipped once', async (_what, fault, expected) => {
    const env = await envWith(WHOLE);
    const input = await inputFor(env, await placed());
    const options = { deadlineMs: 5_000, vendor: 'Best Buy' };
    const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>(), 'create');
    await running.simulator.setFaults([{ ...fault, route: 'ship' }]);
    const outcome = await runStep(fulfil, 'create', input, state.kept, env, options);
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
    await running.simulator.clearFaults();
    const settled = await recoverStep(fulfil, 'create', input, state.kept, env, options);
    expect(settled).toMatchObject({ ok: true, value: { kind: expected } });
    if (expected === 'absent') await driveStore(store, fulfil, input, env, state);
    expect((await atBestBuy(input.externalOrderId)).reports).toHaveLength(1);
    const books = await running.admin.books('best-buy');
    expect(books.filter((b) => b.kind === 'fulfilled' && b.id === input.externalOrderId)).toHaveLength(1);
  });

  it('setting the number is repeated without harm after a cut', async () => {
    const env = await envWith(WHOLE);
    const id = await placed();
    const input = await inputFor(env, id);
    const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>(), 'tracking');
    await running.simulator.setFaults([{ kind: 'drop-after-effect', route: 'tracking', times: 3 }]);
    expect((await driveStore(store, fulfil, input, env, state)).problem?.step).toBe('tracking');
    await running.simulator.clearFaults();
    const done = await driveStore(store, fulfil, input, env, { ...state, problem: undefined });
    expect(done.result).toEqual({ fulfilmentIds: [id] });
    expect((await atBestBuy(id)).reports).toHaveLength(1);
  });
});

describe('shipments of an order', () => {
  it('are refused in Best Buy’s words where it has switched them off meanwhile', async () => {
    await call('PUT', MAPLE, 'several', { several: false });
    const env = await envWith(samples.settings);
    const input = await inputFor(env, await placed());
    const state = await report(env, input);
    await call('PUT', MAPLE, 'several', { several: true });
    expect(state.problem).toMatchObject({
      step: 'create',
      problem: { kind: 'refused', message: expect.stringMatching(/^Best Buy: Several shipments/) },
    });
  });

  it('the list of carriers is asked once for many reports', async () => {
    const plain = await envWith(samples.settings);
    const asked: string[] = [];
    const http: StoreEnv['http'] = {
      send: (request) => {
        asked.push(request.name);
        return plain.http.send(request);
      },
    };
    const env = { ...plain, http };
    for (const id of [await placed(), await placed(), await placed()]) await report(env, await inputFor(env, id));
    expect(asked.filter((name) => name === 'carriers')).toHaveLength(1);
    expect(asked.filter((name) => name === 'create shipment')).toHaveLength(3);
  });
});

describe('acceptance', () => {
  const waiting = async (): Promise<string> => {
    const { ids } = await call('POST', BIRCH, 'orders', {
      orders: [{ lines: [{ sku: 'HEAD-7', quantity: 2 }], state: 'WAITING_ACCEPTANCE' }],
    });
    return (ids as string[])[0] ?? '';
  };
  const stateOf = async (id: string): Promise<unknown> => (await call('GET', BIRCH, `orders/${id}`)).state;

  it('is left to the seller: the order is shown as waiting, without an address', async () => {
    const id = await waiting();
    const env = await envWith(samples.settings, BIRCH);
    const { items } = await pullOrders(store, () => Promise.resolve(env));
    const order = items.find((o) => o.externalId === id);
    expect(order).toMatchObject({
      hold: { code: 'on-hold', reason: 'The order waits at Best Buy to be accepted.' },
      shipTo: { name: '', address1: '', countryCode: '' },
    });
    expect(await stateOf(id)).toBe('WAITING_ACCEPTANCE');
  });

  it('happens with the sync where the seller wants it, once, and a refusal is said beside the order', async () => {
    const id = await waiting();
    const env = await envWith({ ...samples.settings, acceptOrders: true }, BIRCH);
    await running.simulator.setFaults([{ kind: 'drop-before-effect', route: 'accept', times: 3 }]);
    const cut = await runOrders(store, {}, env);
    expect(cut).toMatchObject({ ok: false, problem: { kind: 'temporary-before-effect' } });
    await running.simulator.setFaults([{ kind: 'status-before-effect', status: 400, route: 'accept' }]);
    const refused = await runOrders(store, {}, env);
    expect(refused.ok && refused.value.problems.find((p) => p.externalId === id)?.message).toMatch(
      /could not be accepted/,
    );
    expect(refused.ok && refused.value.items.some((o) => o.externalId === id)).toBe(true);
    await running.simulator.clearFaults();
    const done = await runOrders(store, {}, env);
    expect(done.ok && done.value.problems).toEqual([]);
    expect(await stateOf(id)).toBe('WAITING_DEBIT_PAYMENT');
  });
});

describe('connecting', () => {
  const connectWith = (credentials: Readonly<Record<string, string>>): ReturnType<typeof runConnect> => {
    const env = openConnectEnv(store.manifest, accountOf(harness, '', credentials), harnessRuntime());
    return runConnect(store, env, (e) => connect(credentials, e));
  };

  it('a user with several shops gets the default one, or the one that is named', async () => {
    expect(await connectWith({ apiKey: GROUP_KEY })).toMatchObject({ ok: true, value: { externalAccount: MAPLE } });
    expect(await connectWith({ apiKey: GROUP_KEY, shopId: BIRCH, acceptOrders: 'YES' })).toMatchObject({
      ok: true,
      value: {
        externalAccount: BIRCH,
        name: 'Birch Audio',
        timeZone: 'America/Toronto',
        address: { provinceCode: 'BC', countryCode: 'CA' },
        settings: { several: false, otherCarriers: true, acceptOrders: true },
      },
    });
  });

  it('a wrong key, and another user’s shop, are refused in words', async () => {
    const others: readonly Readonly<Record<string, string>>[] = [
      { apiKey: 'not-a-key-of-anybody' },
      { ...samples.credentials, shopId: BIRCH },
    ];
    for (const wrong of others) {
      const answer = await connectWith(wrong);
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
      expect(JSON.stringify(answer)).not.toContain('not-a-key');
    }
    const env = await envWith(samples.settings);
    const access = { get: () => Promise.resolve(GROUP_KEY), refused: () => Promise.reject(new Error('not asked')) };
    // The default shop of the user is another one than this store.
    const other = await runStoreTest(store, { ...env, access, externalAccount: '9999' });
    expect(other).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
  });
});

describe('reading', () => {
  const line = (more: object = {}): object => ({
    order_line_id: 'L-1',
    order_line_state: 'SHIPPING',
    offer_id: 1,
    offer_sku: 'S',
    product_title: 'T',
    quantity: 3,
    price: 30,
    price_unit: 10,
    cancelations: [],
    taxes: [{ amount: 1.5 }],
    shipping_taxes: [{ amount: 0.05 }],
    ...more,
  });
  const order = (more: object = {}): ObjectReader =>
    readObject({
      order_id: '7-A',
      order_state: 'SHIPPING',
      created_date: '2026-01-01T10:00:00Z',
      last_updated_date: '2026-01-02T10:00:00Z',
      currency_iso_code: 'CAD',
      order_tax_mode: 'TAX_EXCLUDED',
      total_price: 35,
      customer: { firstname: 'Ann', lastname: 'Lee' },
      order_lines: [line()],
      ...more,
    });

  it('amounts are rounded half away from zero, and taxes belong to what the buyer paid', () => {
    const amount = (a: unknown, currency = 'CAD'): number => readRounded(readObject({ a }), 'a', currency).minor;
    expect(amount(54.995)).toBe(5500);
    expect(amount(0.1 + 0.2)).toBe(30);
    expect(amount(-1.005)).toBe(-101);
    expect(amount(1200, 'JPY')).toBe(1200);
    expect(() => amount('12,50')).toThrow(/number/);
    expect(readOrder(order(), new Map()).total).toEqual({ minor: 3655, currency: 'CAD' });
    expect(readOrder(order({ order_tax_mode: 'TAX_INCLUDED' }), new Map()).total.minor).toBe(3500);
    expect(() => readOrder(order({ order_lines: [line({ taxes: undefined })] }), new Map())).toThrow(/taxes/);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (minor) => {
        expect(amount(minor / 100)).toBe(minor);
      }),
    );
  });

  it('units are whole in every state: shipped, cancelled, refunded before or after leaving', () => {
    const units = (more: object, kind: 'to-ship' | 'shipped' | 'cancelled' = 'to-ship'): object =>
      readLineUnits(readObject(line(more)), kind, 'CAD', new Map([['L-1', 2]]));
    expect(units({})).toEqual({ id: 'L-1', quantity: 3, cancelled: 0, shipped: 2 });
    expect(units({ order_line_state: 'SHIPPED' })).toMatchObject({ shipped: 3 });
    expect(units({ order_line_state: 'CANCELED' })).toMatchObject({ cancelled: 3, shipped: 0 });
    expect(units({ order_line_state: 'REFUNDED' })).toMatchObject({ cancelled: 3, shipped: 0 });
    expect(units({ order_line_state: 'INCIDENT_OPEN', shipped_date: '2026-01-02T10:00:00Z' })).toMatchObject({
      shipped: 3,
    });
    expect(units({}, 'cancelled')).toMatchObject({ cancelled: 3, shipped: 0 });
    // The price tells whether the quantity still counts what was cancelled.
    expect(units({ cancelations: [{ quantity: 1 }] })).toMatchObject({ quantity: 4, cancelled: 1, shipped: 2 });
    expect(units({ quantity: 4, cancelations: [{ quantity: 1 }] })).toMatchObject({ quantity: 4, cancelled: 1 });
  });

  it('a last name alone borrows the first name of the same person only', () => {
    const name = (address: object): string =>
      readOrder(
        order({
          customer: { firstname: 'Ann', lastname: 'Lee', shipping_address: { country_iso_code: 'CAN', ...address } },
        }),
        new Map(),
      ).shipTo.name;
    expect(name({ lastname: 'Lee' })).toBe('Ann Lee');
    expect(name({ lastname: 'Roy' })).toBe('Roy');
    expect(name({ firstname: 'Bo', lastname: 'Roy' })).toBe('Bo Roy');
    expect(name({ firstname: 'Bo' })).toBe('');
  });
});
