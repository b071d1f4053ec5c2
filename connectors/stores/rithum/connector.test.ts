/** Own quirks of Rithum: the export state, pages within one moment, parts that need a fulfilment of their own, carrier pairs. */
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import {
  driveStore,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import {
  checkEntry,
  runOrders,
  runOrdersById,
  runProducts,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createRithum } from './simulator/simulator.ts';
import { carrierPair } from './src/carriers.ts';
import { linkPath } from './src/client.ts';
import { fulfil, ourId } from './src/fulfil.ts';
import { store } from './src/store.ts';

const NORTH = samples.account;
const SECOND = 1_000;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;
let admin: SimulatorAdmin;

beforeAll(async () => {
  running = await startTestSimulator(createRithum());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'rithum');
  admin = createSimulatorAdmin(host);
  ({ env } = await openHarnessStore(store, harness));
});
afterAll(() => running.close());

const placed = async (): Promise<string> => (await harness.player.placeOrders(NORTH, 1))[0] ?? '';
const open = (): Promise<StoreEnv> => Promise.resolve(env);
const exportedBy = async (id: string): Promise<unknown> => (await call('GET', NORTH, `orders/${id}`)).exportedBy;

async function inputFor(id: string, more: Partial<FulfilInput> = {}): Promise<FulfilInput> {
  const read = await runOrdersById(store, [id], env);
  const lines = read.ok ? (read.value.items[0]?.lines ?? []) : [];
  return {
    externalOrderId: id,
    lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity - l.cancelled - l.shipped })),
    parcels: [{ trackingNumber: `1Z${id}` }],
    carrier: { slug: 'ups', name: 'UPS' },
    notifyBuyer: false,
    reference: `r:${id}`,
    ...more,
  };
}
const report = (input: FulfilInput): Promise<Drive<FulfilResult>> =>
  driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());

describe('the export state', () => {
  it('is set only after the page was stored, that is when the next one is asked for', async () => {
    await pullOrders(store, open);
    const id = await placed();
    const since = new Date(Date.now() - 60 * SECOND);
    const first = await runOrders(store, { since }, env);
    expect(first.ok && first.value.items.map((o) => o.externalId)).toEqual([id]);
    expect(await exportedBy(id)).toEqual([]);
    // The page was not stored: asked again, it is told again.
    const again = await runOrders(store, { since }, env);
    expect(again.ok && again.value.items.map((o) => o.externalId)).toEqual([id]);
    const cursor = again.ok ? again.value.next : undefined;
    expect((await runOrders(store, { cursor }, env)).ok).toBe(true);
    expect(await exportedBy(id)).toEqual([samples.app.clientId]);
  });

  it('brings in an order that is older than the last look, and brings it once', async () => {
    await pullOrders(store, open);
    // Placed an hour ago by the marketplace's clock, seen only now.
    const id = await placed();
    const since = new Date(Date.now() - 5 * 60 * SECOND);
    expect((await pullOrders(store, open, since)).items.map((o) => o.externalId)).toEqual([id]);
    expect((await pullOrders(store, open, since)).items).toEqual([]);
  });

  it('does not hide that an exported order was cancelled', async () => {
    const id = await placed();
    await pullOrders(store, open);
    const since = new Date();
    await harness.player.changeOrder(NORTH, id, 'cancel');
    const { items } = await pullOrders(store, open, since);
    expect(items.find((o) => o.externalId === id)?.cancelledAt).toBeDefined();
  });

  it('that cannot be set ends no pull in a circle', async () => {
    await pullOrders(store, open);
    const id = await placed();
    const since = new Date(Date.now() - 60 * SECOND);
    await admin.setFaults('rithum', [{ kind: 'status-before-effect', route: 'export', status: 404, times: 50 }]);
    const { items, pages } = await pullOrders(store, open, since);
    await admin.clearFaults('rithum');
    expect(items.filter((o) => o.externalId === id)).toHaveLength(1);
    expect(pages).toBe(3);
  });

  it('of more than a page is worked off from the front', async () => {
    await pullOrders(store, open);
    const ids = await harness.player.placeOrders(NORTH, 45);
    const { items } = await pullOrders(store, open, new Date(Date.now() - 60 * SECOND));
    const told = items.map((o) => o.externalId).filter((id) => ids.includes(id));
    expect(told.toSorted()).toEqual([...ids].toSorted());
    for (const id of ids) expect(await exportedBy(id)).toEqual([samples.app.clientId]);
  });
});

describe('pages', () => {
  it('of orders that changed in one moment follow Rithum’s link', async () => {
    const lines = [{ productId: 510_011, quantity: 1 }];
    const ids = (
      await call('POST', NORTH, 'orders', {
        orders: Array.from({ length: 50 }, () => ({ lines, secondsAgo: 5 })),
      })
    ).ids as string[];
    const { items } = await pullOrders(store, open);
    const told = items.map((o) => o.externalId).filter((id) => ids.includes(id));
    expect(told.toSorted()).toEqual([...ids].toSorted());
  });

  it('links lead to our own address alone, without a token', () => {
    const link = (text: string): string => linkPath(readObject({ link: text }), 'link');
    expect(link('https://api.channeladvisor.com/v1/Orders?access_token=x&$skip=20')).toBe('/v1/Orders?%24skip=20');
    expect(link('https://evil.example/a/v1/Orders(5)/Items?$skip=20')).toBe('/v1/Orders(5)/Items?%24skip=20');
    for (const bad of ['/v1/Orders', 'https://api.channeladvisor.com/oauth2/token', 'https://x/v1/../oauth2/token'])
      expect(() => link(bad)).toThrow(/address of Rithum/);
  });
});

describe('reports', () => {
  it('of a part leave the rest open under its own fulfilment, and name the number', async () => {
    const id = await placed();
    const input = await inputFor(id);
    const [first, second] = input.lines;
    const part = await report({ ...input, lines: [{ externalLineId: first?.externalLineId ?? '', quantity: 2 }] });
    expect(part.problem).toBeUndefined();
    const seen = (await call('GET', NORTH, `orders/${id}`)) as {
      shipping: string;
      fulfilments: { status: string; sellerId: string | null; parts: { quantity: number }[] }[];
    };
    expect(seen.shipping).toBe('PartiallyShipped');
    expect(seen.fulfilments.map((f) => [f.status, f.parts.map((p) => p.quantity)])).toEqual([
      ['NoChange', [1, second?.quantity]],
      ['Complete', [2]],
    ]);
    expect(seen.fulfilments[1]?.sellerId).toBe(ourId(input.reference));
  });

  it('with a carrier that is not in the account’s list are refused in Rithum’s words, and nothing is shipped', async () => {
    const id = await placed();
    const state = await report(await inputFor(id, { carrier: { slug: 'purolator', name: 'Purolator' } }));
    expect(state.problem?.problem).toMatchObject({
      kind: 'invalid-input',
      message: expect.stringContaining('The carrier Purolator with the class Standard is not in the account'),
    });
    expect(await harness.player.reports(NORTH, id)).toEqual([]);
  });

  it('of a part of a bundle, of a strange item, of too much, or with two numbers are refused before anything is told', async () => {
    const order = { lines: [{ productId: 510_011, quantity: 2, bundle: true }] };
    const [bundle = ''] = (await call('POST', NORTH, 'orders', { orders: [order] })).ids as string[];
    const input = await inputFor(bundle);
    const [line] = input.lines;
    const part = { externalLineId: line?.externalLineId ?? '', quantity: 1 };
    const codeOf = async (one: FulfilInput): Promise<unknown> => (await report(one)).problem?.problem.vendorCode;
    expect(await codeOf({ ...input, lines: [part] })).toBe('whole-only');
    expect(await codeOf({ ...input, lines: [{ externalLineId: '7', quantity: 1 }] })).toBe('line-unknown');
    expect(await codeOf({ ...input, lines: [{ ...part, quantity: 3 }] })).toBe('nothing-left');
    expect(await codeOf({ ...input, parcels: [{ trackingNumber: '1' }, { trackingNumber: '2' }] })).toBe(
      'several-parcels',
    );
    for (const unknown of ['7', '../Profiles', ''])
      expect(await codeOf({ ...input, externalOrderId: unknown })).toBe('order-unknown');
    expect(await harness.player.reports(NORTH, bundle)).toEqual([]);
    // The bundle as a whole goes.
    expect((await report(input)).problem).toBeUndefined();
  });

  it('name the pair the order asks for, or the carrier with the class Standard', () => {
    const ups = { slug: 'ups', name: 'UPS' };
    expect(carrierPair(ups, { carrier: 'ups', shippingClass: '2DAY' })).toEqual({
      ShippingCarrier: 'ups',
      ShippingClass: '2DAY',
    });
    for (const asked of [
      { carrier: 'FedEx', shippingClass: '2DAY' },
      { carrier: 'UPS', shippingClass: undefined },
    ])
      expect(carrierPair(ups, asked)).toEqual({ ShippingCarrier: 'UPS', ShippingClass: 'Standard' });
  });
});

describe('orders', () => {
  it('that a marketplace’s own warehouse sends have nothing left for us; cancelled units neither', async () => {
    const lines = [{ productId: 510_011, quantity: 4 }];
    const ids = (await call('POST', NORTH, 'orders', { orders: [{ lines, externally: true }, { lines }] }))
      .ids as string[];
    await call('POST', NORTH, `orders/${ids[1] ?? ''}/change`, { cancelled: 3 });
    const read = await runOrdersById(store, ids, env);
    expect(read.ok && read.value.items.map((o) => o.lines.map((l) => [l.quantity, l.cancelled]))).toEqual([
      [[4, 4]],
      [[4, 3]],
    ]);
  });
});

describe('bad input', () => {
  const fault = async (route: string, status: number): Promise<void> =>
    admin.setFaults('rithum', [{ kind: 'status-before-effect', route, status, times: 1 }]);

  it('a code that is none is refused; a right that is missing is said', async () => {
    expect(checkEntry(store, { code: 'a b' }, samples.app, new Date())).toMatchObject({
      ok: false,
      problem: { kind: 'refused', vendorCode: 'code' },
    });
    await fault('products', 403);
    expect(await runProducts(store, {}, env)).toMatchObject({
      ok: false,
      problem: { kind: 'not-authorised', message: expect.stringContaining('allow everything') },
    });
    await admin.clearFaults('rithum');
  });

  it('a profile that is another’s, and a cursor that is none, end in words', async () => {
    const other = { ...env, externalAccount: samples.otherAccount };
    expect(await runStoreTest(store, other)).toMatchObject({ ok: false, problem: { vendorCode: 'other-profile' } });
    expect((await runOrders(store, { cursor: { look: 'elsewhere' } }, env)).ok).toBe(false);
    expect((await runProducts(store, { cursor: { link: 'https://evil.example/' } }, env)).ok).toBe(false);
    expect(await runOrdersById(store, ['x', '../1', ''], env)).toMatchObject({ ok: true, value: { items: [] } });
  });
});
