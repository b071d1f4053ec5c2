/** Own quirks of the SOAP interface: access in two steps, results that are no success, the export state, shipments by SKU. */
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createRithumSoap } from './simulator/simulator.ts';
import { connect } from './src/account.ts';
import { fulfil } from './src/fulfil.ts';
import { store } from './src/store.ts';

const GRANITE = samples.account;
/** The account that has not been asked for access. */
const HARBOUR = '9be1c3d4-22aa-4f00-8b0b-00c0ffee0003';
const MINUTE = 60_000;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;

beforeAll(async () => {
  running = await startTestSimulator(createRithumSoap());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'rithum-soap');
  ({ env } = await openHarnessStore(store, harness));
});
afterAll(() => running.close());

const open = (): Promise<StoreEnv> => Promise.resolve(env);
const place = async (orders: readonly object[]): Promise<string[]> =>
  (await call('POST', GRANITE, 'orders', { orders })).ids as string[];
const tryConnect = (profileId: string, app = samples.app): ReturnType<typeof runConnect> =>
  runConnect(store, openConnectEnv(store.manifest, { ...accountOf(harness, ''), app }, harnessRuntime()), (one) =>
    connect({ profileId, currency: 'CAD' }, one),
  );

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

describe('access', () => {
  it('is asked for first, waits for the seller, and is there once it was enabled', async () => {
    for (let turn = 0; turn < 2; turn += 1)
      expect(await tryConnect('32001403')).toMatchObject({
        ok: false,
        problem: { kind: 'refused', vendorCode: 'approval-pending', message: expect.stringContaining('connect again') },
      });
    await call('PUT', HARBOUR, 'access', { access: 'Enabled' });
    expect(await tryConnect('32001403')).toMatchObject({
      ok: true,
      value: { externalAccount: HARBOUR, name: 'Harbour Lamps', currency: 'CAD', problems: [] },
    });
  });

  it('to a profile that is not there, or with a wrong developer key, is refused in words', async () => {
    expect(await tryConnect('99999999')).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: 'Rithum SOAP: There is no account with this local ID.' },
    });
    expect(await tryConnect('32001401', { ...samples.app, password: 'another-password' })).toMatchObject({
      ok: false,
      problem: { kind: 'not-authorised' },
    });
  });

  it('that the seller took back is named as such by every call', async () => {
    await call('PUT', GRANITE, 'access', { access: 'Pending' });
    const [test, pull] = [await runStoreTest(store, env), await runOrders(store, {}, env)];
    await call('PUT', GRANITE, 'access', { access: 'Enabled' });
    expect(test).toMatchObject({
      ok: false,
      problem: { kind: 'not-authorised', message: expect.stringContaining('Account Authorizations') },
    });
    expect(pull).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
    expect((await runStoreTest(store, env)).ok).toBe(true);
  });
});

describe('the export state', () => {
  it('is set after the page was stored, brings in late orders once, and hides no cancellation', async () => {
    await pullOrders(store, open);
    const [id = ''] = await place([{ lines: [[0, 1]], secondsAgo: 3_600 }]);
    const since = new Date(Date.now() - 5 * MINUTE);
    const first = await runOrders(store, { since }, env);
    expect(first.ok && first.value.items.map((o) => o.externalId)).toEqual([id]);
    expect((await call('GET', GRANITE, `orders/${id}`)).exported).toBe(false);
    expect((await pullOrders(store, open, since)).items.map((o) => o.externalId)).toEqual([id]);
    expect((await call('GET', GRANITE, `orders/${id}`)).exported).toBe(true);
    expect((await pullOrders(store, open, since)).items).toEqual([]);
    await harness.player.changeOrder(GRANITE, id, 'cancel');
    const { items } = await pullOrders(store, open, since);
    expect(items.map((o) => [o.externalId, o.cancelledAt !== undefined])).toEqual([[id, true]]);
  });
});

describe('reports', () => {
  it('of parts are named by SKU and counted by line', async () => {
    const [id = ''] = await place([
      {
        lines: [
          [0, 3],
          [1, 2],
        ],
      },
    ]);
    const input = await inputFor(id);
    const [first, second] = input.lines;
    const part = { externalLineId: first?.externalLineId ?? '', quantity: 2 };
    expect((await report({ ...input, lines: [part] })).problem).toBeUndefined();
    const read = await runOrdersById(store, [id], env);
    expect(read.ok && read.value.items[0]?.lines.map((l) => [l.quantity, l.shipped])).toEqual([
      [3, 2],
      [2, 0],
    ]);
    const rest = await report({
      ...input,
      lines: [{ ...part, quantity: 1 }, ...(second ? [second] : [])],
      parcels: [{ trackingNumber: 'REST' }],
    });
    expect(rest.result).toEqual({ fulfilmentIds: ['REST'] });
  });

  it('with a carrier the account does not have, of strange or too many items, or with two numbers are refused', async () => {
    const [id = ''] = await place([{ lines: [[0, 1]] }]);
    const input = await inputFor(id);
    const [line] = input.lines;
    const codeOf = async (more: Partial<FulfilInput>): Promise<unknown> =>
      (await report({ ...input, ...more })).problem?.problem.vendorCode;
    expect(await codeOf({ carrier: { slug: 'purolator', name: 'Purolator' } })).toBe('carrier-unknown');
    expect(await codeOf({ lines: [{ externalLineId: '7', quantity: 1 }] })).toBe('line-unknown');
    expect(await codeOf({ lines: [{ externalLineId: line?.externalLineId ?? '', quantity: 2 }] })).toBe('nothing-left');
    expect(await codeOf({ parcels: [{ trackingNumber: '1' }, { trackingNumber: '2' }] })).toBe('several-parcels');
    expect(await codeOf({ externalOrderId: '../x' })).toBe('order-unknown');
    expect(await harness.player.reports(GRANITE, id)).toEqual([]);
  });
});

describe('orders', () => {
  it('that a marketplace sends itself have nothing left for us; a cursor that is none ends in words', async () => {
    const ids = await place([{ lines: [[0, 2]], elsewhere: true }]);
    const read = await runOrdersById(store, ids, env);
    expect(read.ok && read.value.items[0]?.lines.map((l) => [l.quantity, l.cancelled])).toEqual([[2, 2]]);
    const older = { look: 'changed', begun: new Date().toISOString(), page: 2, seen: [], mark: ids };
    for (const cursor of [{ look: 'elsewhere' }, older])
      expect(await runOrders(store, { cursor }, env)).toMatchObject({ ok: false, problem: { kind: 'invalid-input' } });
  });
});

describe('products', () => {
  it('come in pages of a hundred without weights, and later those that changed; a cursor that is none ends in words', async () => {
    const stocked = (await call('POST', GRANITE, 'products', { count: 101 })).ids as string[];
    const first = await runProducts(store, {}, env);
    if (!first.ok) throw new Error(first.problem.message);
    expect(first.value.items).toHaveLength(100);
    expect(first.value.items[0]).toMatchObject({ externalId: 'G-BOWL', barcode: '036000291452', hsCode: '691200' });
    expect(first.value.items.every((one) => one.unitGrams === undefined)).toBe(true);
    expect(first.value.next).toEqual({ page: 2 });
    const second = await runProducts(store, { cursor: first.value.next }, env);
    expect(second.ok && second.value.items.map((one) => one.externalId)).toEqual(stocked.slice(-3));
    const since = new Date(Date.now() - MINUTE);
    const changed = await runProducts(store, { since }, env);
    // What lay there for a month is not told again; the next page keeps the time that was asked for.
    expect(changed.ok && changed.value.items.map((one) => one.externalId)).toEqual(stocked.slice(0, 100));
    expect(changed.ok && changed.value.next).toEqual({ page: 2, since: since.toISOString() });
    expect((await runProducts(store, { cursor: { page: 0 } }, env)).ok).toBe(false);
  });
});
