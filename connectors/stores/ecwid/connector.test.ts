/** Own quirks of Ecwid: one report for an order, access that a second exchange ends, lists that move, units outside the orders. */
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput, FulfilResult, WithdrawResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  BACK,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { offlineDeliveryEnv, openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import {
  runConnect,
  runOrders,
  runOrdersById,
  runProducts,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createEcwid } from './simulator/simulator.ts';
import { authorise } from './src/authorise.ts';
import { fulfil } from './src/fulfil.ts';
import { readState } from './src/order-reader.ts';
import { readDimensions, readProductUnits, readWeight } from './src/reading.ts';
import { readReportId, reportId } from './src/report.ts';
import { store } from './src/store.ts';
import { signatureOf, webhooks } from './src/webhooks.ts';
import { withdraw } from './src/withdraw.ts';

const HARBOUR = samples.account;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;
let admin: SimulatorAdmin;

beforeAll(async () => {
  running = await startTestSimulator(createEcwid());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'ecwid');
  admin = createSimulatorAdmin(host);
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
const takeBack = (id: string, fulfilmentIds: readonly string[]): Promise<Drive<WithdrawResult>> =>
  driveStore(
    store,
    withdraw,
    { externalOrderId: id, fulfilmentIds, reference: 'r:1' },
    env,
    freshDrive<WithdrawResult>(),
  );
const placed = async (): Promise<string> => (await harness.player.placeOrders(HARBOUR, 1))[0] ?? '';

describe('reports', () => {
  it('name all numbers in the one field there is', async () => {
    const id = await placed();
    const parcels = ['1Z1', '1Z2', '1Z3'].map((trackingNumber) => ({ trackingNumber }));
    expect((await report(await inputFor(id, { parcels }))).result).toEqual({ fulfilmentIds: [`1Z1, 1Z2, 1Z3@${id}`] });
    expect(await call('GET', HARBOUR, `orders/${id}`)).toMatchObject({
      trackingNumber: '1Z1, 1Z2, 1Z3',
      fulfillmentStatus: 'SHIPPED',
    });
  });

  it('of a part, of an item that is not there, or of an order nobody knows are refused before anything is told', async () => {
    const id = await placed();
    const input = await inputFor(id);
    const [first] = input.lines;
    const part = await report({ ...input, lines: first ? [first] : [] });
    expect(part.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'whole-only' });
    const strange = await report({ ...input, lines: [...input.lines, { externalLineId: '7', quantity: 1 }] });
    expect(strange.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'line-unknown' });
    for (const unknown of ['NOBODY', '../profile', 'a/b', ''])
      expect((await report({ ...input, externalOrderId: unknown })).problem?.problem).toMatchObject({
        kind: 'refused',
        vendorCode: 'order-unknown',
      });
    expect(await harness.player.reports(HARBOUR, id)).toEqual([]);
  });

  it('never overwrite a number that somebody entered at Ecwid, nor take it back', async () => {
    const id = await placed();
    const input = await inputFor(id);
    const { result } = await report(input);
    await call('POST', HARBOUR, `orders/${id}/change`, { trackingNumber: 'BY-HAND' });
    expect((await report(input)).problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'shipped' });
    expect((await takeBack(id, result.fulfilmentIds ?? [])).problem?.problem).toMatchObject({
      kind: 'refused',
      vendorCode: 'replaced',
    });
    expect(await call('GET', HARBOUR, `orders/${id}`)).toMatchObject({ trackingNumber: 'BY-HAND' });
  });

  it('are taken back for their own order only', async () => {
    const [id, other] = [await placed(), await placed()];
    await report(await inputFor(id));
    for (const ids of [[`1Z${id}@${other}`], [], ['no-report'], [`1Z${id}@${id}`, `1Z${id}@${id}`]])
      expect((await takeBack(id, ids)).problem?.problem).toMatchObject({ kind: 'invalid-input' });
    expect((await takeBack(id, [`1Z${id}@${id}`])).problem).toBeUndefined();
    expect(await call('GET', HARBOUR, `orders/${id}`)).toMatchObject({
      trackingNumber: '',
      fulfillmentStatus: 'PROCESSING',
    });
  });

  it('are named by order and numbers, and read back from it', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'AZ09 ,-'), maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.stringMatching(/^[A-Z0-9@-]{0,6}[A-Z0-9]$/), (numbers, orderId) => {
        expect(readReportId(reportId(numbers, orderId))).toEqual({ numbers, orderId });
      }),
    );
  });
});

describe('access', () => {
  const consent = async (): Promise<string> => {
    const address = authorise.begin(
      { externalAccount: '', state: 's.1', redirectUri: BACK, simulatorConsent: harness.simulator.address },
      samples.app,
    );
    const query = await harness.player.consent(address, 'allow', HARBOUR);
    // The state came back inside the address alone.
    expect(query.state).toBe('s.1');
    return authorise.checkEntry(query, samples.app, new Date()).code;
  };
  const redeem = (code: string, state = 's.1'): ReturnType<typeof runConnect> =>
    runConnect(store, openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime()), (open) =>
      authorise.complete({ code, redirectUri: BACK, state }, open),
    );

  it('is opened only with the very address the code came to', async () => {
    const code = await consent();
    expect(await redeem(code, 'another')).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
    expect(await redeem(code)).toMatchObject({ ok: true });
  });

  it('is never asked for twice with one code: the second would end the first', async () => {
    const code = await consent();
    await harness.simulator.setFaults([{ kind: 'drop-after-effect', effect: 'auth', times: 1 }]);
    const lost = await redeem(code);
    await harness.simulator.clearFaults();
    expect(lost).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
    expect(await redeem(code)).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
  });

  it('that a second exchange of a code ended is named as such', async () => {
    const code = await consent();
    const opened = await redeem(code);
    expect(opened.ok).toBe(true);
    const credentials = opened.ok
      ? (opened.value as { credentials: Readonly<Record<string, string>> }).credentials
      : {};
    const own = { ...env, access: { get: async () => credentials.accessToken ?? '', refused: async (v: string) => v } };
    expect((await runStoreTest(store, own)).ok).toBe(true);
    await redeem(code);
    expect(await runStoreTest(store, own)).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
  });

  it('to a store whose plan has no API is said in words that help', async () => {
    await admin.setFaults('ecwid', [{ kind: 'status-before-effect', effect: 'read', status: 402, times: 1 }]);
    const answer = await runOrders(store, {}, env);
    await harness.simulator.clearFaults();
    expect(answer).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: expect.stringContaining('Change the plan at Ecwid') },
    });
  });
});

describe('pulls', () => {
  it('miss nothing when orders arrive on every page of a list that shows the newest first', async () => {
    const before = await harness.player.placeOrders(HARBOUR, 250);
    const during: string[] = [];
    const { items } = await pullOrders(
      store,
      () => Promise.resolve(env),
      undefined,
      async (page) => {
        if (page <= 3) during.push(...(await harness.player.placeOrders(HARBOUR, 4, 'now')));
      },
    );
    const ids = items.map((order) => order.externalId);
    expect([...before, ...during].filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('read ids that are none without asking, and a store without a known unit not at all', async () => {
    expect(await runOrdersById(store, ['../x', 'a,b', ' '], env)).toMatchObject({ ok: true, value: { items: [] } });
    const odd = (unit: string): StoreEnv => ({
      ...env,
      http: {
        async send(request) {
          const response = await env.http.send(request);
          const text = response.text().replace('"KILOGRAM"', `"${unit}"`);
          return { ...response, bytes: Buffer.from(text), text: () => text, json: (): unknown => JSON.parse(text) };
        },
      },
    });
    expect(await runProducts(store, {}, odd('STONE'))).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('weightUnit') },
    });
    const light = await runProducts(store, {}, odd('CARAT'));
    // 1.65 carat are a third of a gram.
    expect(light.ok && light.value.items.find(({ externalId }) => externalId === '66722002')?.unitGrams).toBe(1);
  });
});

describe('reading', () => {
  const state = (paymentStatus: unknown, fulfillmentStatus: unknown = 'AWAITING_PROCESSING'): string =>
    readState(readObject({ paymentStatus, fulfillmentStatus })).kind;

  it('what is not paid waits, what was refunded before it left is cancelled, what left stays shipped', () => {
    expect(state('PAID')).toBe('to-ship');
    expect(state('PARTIALLY_REFUNDED', 'PROCESSING')).toBe('to-ship');
    expect(state('PAID', 'CUSTOM_FULFILLMENT_STATUS_2')).toBe('to-ship');
    expect(state('AWAITING_PAYMENT')).toBe('held');
    expect(state('CUSTOM_PAYMENT_STATUS_3')).toBe('held');
    expect(state('CANCELLED')).toBe('cancelled');
    expect(state('REFUNDED')).toBe('cancelled');
    expect(state('REFUNDED', 'RETURNED')).toBe('shipped');
    expect(state('PAID', 'WILL_NOT_DELIVER')).toBe('cancelled');
    expect(state('AWAITING_PAYMENT', 'OUT_FOR_DELIVERY')).toBe('shipped');
    expect(() => state(null)).toThrow(/paymentStatus/);
    expect(() => state('paid')).toThrow(/paymentStatus/);
  });

  it('weights and sides are in the units of the store, and nothing is what was not entered', () => {
    const units = (weightUnit: string, dimensionsUnit: string): ReturnType<typeof readProductUnits> =>
      readProductUnits(readObject({ currency: 'CAD', weightUnit, dimensionsUnit }));
    const owner = (more: object): ObjectReader =>
      readObject({ dimensions: { length: 1, width: 2, height: 3 }, ...more });
    expect(readWeight(owner({ weight: 2 }), units('OUNCE', 'CM'))).toBe(57);
    expect(readWeight(owner({ weight: 0 }), units('GRAM', 'CM'))).toBeUndefined();
    expect(readDimensions(owner({}), units('GRAM', 'YD'))).toEqual({ lengthMm: 914, widthMm: 1_829, heightMm: 2_743 });
    expect(readDimensions(owner({}), units('GRAM', 'ELL'))).toBeUndefined();
    expect(
      readDimensions(owner({ dimensions: { length: 1, width: 0, height: 3 } }), units('GRAM', 'MM')),
    ).toBeUndefined();
    expect(() => units('STONE', 'MM')).toThrow(/weightUnit/);
  });
});

describe('deliveries', () => {
  const send = (body: object, signature?: string) =>
    webhooks.verify(
      {
        headers: signature === undefined ? {} : { 'x-ecwid-webhook-signature': signature },
        body: Buffer.from(JSON.stringify(body)),
        address: 'https://hooks.example/ecwid',
      },
      samples.app,
      offlineDeliveryEnv(store.manifest, samples.app),
    );
  const event = { eventId: 'a1b2c3d4-1', eventCreated: 7, storeId: 1003, eventType: 'order.updated', entityId: 5 };
  const good = signatureOf(7, 'a1b2c3d4-1', samples.app.clientSecret ?? '');

  it('are believed with the signature of their id and time; the same event with another body is a repeat', () => {
    const first = send(event, good);
    expect(first).toEqual({ deliveryKey: 'a1b2c3d4-1', externalAccount: '1003', topic: 'order.updated' });
    expect(send({ ...event, entityId: 6 }, good)).toMatchObject({ deliveryKey: 'a1b2c3d4-1' });
    expect(() => send(event)).toThrow(/signature/);
    expect(() => send(event, `${good}=`)).toThrow(/signature/);
    // "7" as a text is not the number that was signed.
    expect(() => send({ ...event, eventCreated: '7' }, good)).toThrow(/signature/);
    expect(() => send({ ...event, eventId: 'a1b2c3d4-2' }, good)).toThrow(/signature/);
    expect(() => send([], good)).toThrow(/signature/);
  });
});
