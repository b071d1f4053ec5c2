/** Own quirks of ShipHero: credits, a password that is not kept, warehouses, labels of several parcels, deliveries by address. */
import { createHmac } from 'node:crypto';
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  connectStore,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { fieldProblems } from '@scanship/connector-kit/credentials/credential-fields';
import { offlineDeliveryEnv, openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import {
  runConnect,
  runOrders,
  runOrdersById,
  runProducts,
  runStoreQuestion,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { httpSaying } from '@scanship/connector-kit/conformance/answered';
import { shopCaller } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestedCost } from './simulator/cost.ts';
import { createPlayer, samples } from './simulator/harness.ts';
import { idOf } from './simulator/model.ts';
import { createShipHero } from './simulator/simulator.ts';
import { connect, renew } from './src/access.ts';
import * as documents from './src/documents.ts';
import { fulfil } from './src/fulfil.ts';
import { store } from './src/store.ts';
import { hookQuery, webhooks } from './src/webhooks.ts';

const MAPLE = samples.account;
const WEST = 13_842;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;

beforeAll(async () => {
  running = await startTestSimulator(createShipHero());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'ship-hero');
  for (const account of [MAPLE, samples.otherAccount]) await harness.player.throttle(account, 'off');
  ({ env } = await openHarnessStore(store, harness));
});
afterAll(() => running.close());

const place = async (more: object = {}, account = MAPLE): Promise<string> => {
  const { ids } = await call('POST', account, 'orders', {
    orders: [
      {
        lines: [
          { sku: 'MAP-2', quantity: 2 },
          { sku: 'MAP-1', quantity: 1 },
        ],
        ...more,
      },
    ],
  });
  return (ids as string[])[0] ?? '';
};
const shown = (id: string, account = MAPLE): ReturnType<typeof call> =>
  call('GET', account, `orders/${encodeURIComponent(id)}`);
async function inputFor(id: string, more: Partial<FulfilInput> = {}, open: StoreEnv = env): Promise<FulfilInput> {
  const read = await runOrdersById(store, [id], open);
  const lines = read.ok ? (read.value.items[0]?.lines ?? []) : [];
  return {
    externalOrderId: id,
    lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity - l.shipped - l.cancelled })),
    parcels: [{ trackingNumber: `1Z${id}` }],
    carrier: { slug: 'ups', name: 'UPS' },
    notifyBuyer: false,
    reference: 'r:1',
    ...more,
  };
}
const report = (input: FulfilInput, open: StoreEnv = env): Promise<Drive<FulfilResult>> =>
  driveStore(store, fulfil, input, open, freshDrive<FulfilResult>());
const connecting = (keys: Readonly<Record<string, string>>): ReturnType<typeof runConnect> =>
  runConnect(store, openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime()), (e) => connect(keys, e));

/** The environment with every answer to a call of this name put in another's place. */
const answering = (body: object, status = 200): StoreEnv => ({
  ...env,
  pause: () => Promise.resolve(),
  http: httpSaying('ShipHero', { status, body }),
});

describe('keys', () => {
  it('that are wrong are refused in words that do not hold them, and the password is not kept', async () => {
    const refused = await connecting({ ...samples.credentials, password: 'not-the-password' });
    expect(refused).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
    expect(JSON.stringify(refused)).not.toContain('not-the-password');
    const { credentials, settings } = await connectStore(store, harness);
    expect(JSON.stringify({ credentials, settings })).not.toContain(samples.credentials?.password);
    expect(Object.keys(credentials).toSorted()).toEqual(['accessExpiresAt', 'accessToken', 'refreshToken']);
  });

  it('of an ill form are named before anything is asked', () => {
    const typed = { email: 'maple', password: '', currency: 'dollars', weightUnit: 'stone' };
    expect(fieldProblems(store.manifest.fields, typed).map(({ field }) => field)).toEqual([
      'email',
      'password',
      'currency',
      'weightUnit',
    ]);
  });

  it('of another account do not pass for this one’s; a refresh token nobody knows asks to connect again', async () => {
    const other = (await openHarnessStore(store, harness, samples.otherAccount)).env;
    const mixed = { ...other, externalAccount: MAPLE };
    expect(await runStoreTest(store, mixed)).toMatchObject({ ok: false, problem: { vendorCode: 'other-account' } });
    const places = await runStoreQuestion(store, mixed, async (e) => store.locations?.(e));
    expect(places).toMatchObject({ ok: false, problem: { vendorCode: 'other-account' } });
    for (const refreshToken of ['', 'shrefresh_nobody']) {
      const open = openConnectEnv(store.manifest, accountOf(harness, MAPLE, { refreshToken }), harnessRuntime());
      expect(await runConnect(store, open, async (e) => renew(e))).toMatchObject({
        ok: false,
        problem: { kind: 'not-authorised', message: expect.stringContaining('connect the store again') },
      });
    }
  });
});

describe('credits', () => {
  it('every document stays far below what one operation may cost', () => {
    const all = Object.entries(documents).filter(([, text]) => typeof text === 'string');
    expect(all.length).toBe(10);
    for (const [name, text] of all) expect(requestedCost(parse(text), {}), name).toBeLessThan(1_001);
  });

  const noCredits = (more: object): object => ({
    errors: [{ code: 30, message: 'There are not enough credits to perform the requested operation.', ...more }],
  });

  it('that are used up name the time until they are there, beside the message or in it', async () => {
    const waits: [object, number][] = [
      [{ time_remaining: '18 seconds' }, 18_000],
      [{ time_remaining: '2 minutes' }, 120_000],
      [{ message: 'There are not enough credits. In 55 seconds you will have enough credits' }, 55_000],
    ];
    for (const [more, retryAfterMs] of waits)
      expect(await runOrders(store, {}, answering(noCredits(more)))).toMatchObject({
        ok: false,
        problem: { kind: 'quota', retryAfterMs },
      });
  });

  it('of a report are not waited for: nothing was told, and the caller comes back', async () => {
    const id = await place();
    const input = await inputFor(id);
    const poor = answering(noCredits({ time_remaining: '1 second' }));
    const sent: string[] = [];
    const state = await report(input, {
      ...env,
      http: {
        send(request) {
          sent.push(request.name);
          return (request.name === 'report as shipped' ? poor : env).http.send(request);
        },
      },
    });
    expect(state.problem?.problem).toMatchObject({ kind: 'quota', retryAfterMs: 1_000 });
    expect(sent.filter((name) => name === 'report as shipped')).toHaveLength(1);
    expect(await harness.player.reports(MAPLE, id)).toEqual([]);
    expect((await report(input)).problem).toBeUndefined();
  });

  it('other errors are said in ShipHero’s words; a fault of its own is not a refusal', async () => {
    const told = (message: string): StoreEnv =>
      answering({ data: { orders: null }, errors: [{ code: 2, message, operation: 'orders', request_id: '1' }] });
    expect(await runOrders(store, {}, told('You <b>may</b> not do this'))).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: 'ShipHero: You  b may /b  not do this.' },
    });
    expect(await runOrders(store, {}, told('Unexpected Error'))).toMatchObject({
      ok: false,
      problem: { kind: 'temporary-before-effect' },
    });
  });
});

describe('products', () => {
  it('a connection without a currency brings in no prices, rather than amounts nobody can name', async () => {
    expect(await runProducts(store, {}, { ...env, settings: {} })).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input' },
    });
  });
});

describe('reports', () => {
  it('stand on one shipment of the order’s warehouse, made outside, and the store is told to tell the buyer or not', async () => {
    for (const notifyBuyer of [true, false]) {
      const id = await place({ allocated: WEST });
      const input = await inputFor(id, {
        notifyBuyer,
        parcels: [{ trackingNumber: 'A1' + id }, { trackingNumber: 'B2' }],
      });
      expect((await report(input)).problem).toBeUndefined();
      expect(await shown(id)).toMatchObject({
        status: 'fulfilled',
        shipments: [
          {
            warehouse: WEST,
            notifyStore: notifyBuyer,
            labels: [{ carrier: 'UPS', trackingNumber: `A1${id}` }, { trackingNumber: 'B2' }],
          },
        ],
      });
    }
  });

  it('of items without a warehouse are refused where the account has several, and use the only one where not', async () => {
    const id = await place({ allocated: null });
    expect((await report(await inputFor(id))).problem?.problem).toMatchObject({ vendorCode: 'no-warehouse' });
    const { env: other } = await openHarnessStore(store, harness, samples.otherAccount);
    const lines = [{ sku: 'PRA-1', quantity: 1 }];
    const mine = await place({ allocated: null, lines }, samples.otherAccount);
    expect((await report(await inputFor(mine, {}, other), other)).problem).toBeUndefined();
    expect(await shown(mine, samples.otherAccount)).toMatchObject({ shipments: [{ warehouse: 11_790 }] });
  });

  it('of strange items, of more than is left and of orders nobody knows are refused before anything is told', async () => {
    const id = await place();
    const input = await inputFor(id);
    const [first] = input.lines;
    const tries: [Partial<FulfilInput>, string][] = [
      [{ lines: [{ externalLineId: idOf('LineItem', 7), quantity: 1 }] }, 'line-unknown'],
      [{ lines: [{ externalLineId: first?.externalLineId ?? '', quantity: 99 }] }, 'shipped'],
      ...[idOf('Order', 7), 'SH-10001', '../orders', ''].map((externalOrderId): [Partial<FulfilInput>, string] => [
        { externalOrderId },
        'order-unknown',
      ]),
    ];
    for (const [more, vendorCode] of tries)
      expect((await report({ ...input, ...more })).problem?.problem, vendorCode).toMatchObject({
        kind: 'refused',
        vendorCode,
      });
    expect(await harness.player.reports(MAPLE, id)).toEqual([]);
  });

  it('without a number are known as the shipment that was not there before', async () => {
    const id = await place();
    const input = await inputFor(id, { parcels: [] });
    const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>(), 'create');
    const kept = JSON.parse(JSON.stringify(state.kept)) as typeof state.kept;
    expect(await fulfil.recover?.(input, 'create', kept, env)).toEqual({ kind: 'absent' });
    const done = await driveStore(store, fulfil, input, env, state);
    expect(await fulfil.recover?.(input, 'create', kept, env)).toMatchObject({
      kind: 'found',
      result: { fulfilmentIds: done.result.fulfilmentIds },
    });
    expect(JSON.stringify(kept)).not.toContain('Receiver Avenue');
  });
});

describe('deliveries', () => {
  const secret = samples.app.clientSecret ?? '';
  const order = idOf('Order', 204_159_001);
  const body = (more: object = {}): Buffer =>
    Buffer.from(JSON.stringify({ webhook_type: 'Order Canceled', order_uuid: order, ...more }));
  const signed = (secret: string, of: Uint8Array = body()): string =>
    createHmac('sha256', secret).update(of).digest('base64');
  const credentials = { 'webhookSecret Order Canceled': 'secret-one', 'webhookSecret Shipment Update': 'secret-two' };
  const send = async (
    query: Readonly<Record<string, string>> | undefined,
    headers = {},
    app = samples.app,
    kept: Readonly<Record<string, string>> = credentials,
  ) =>
    webhooks.verify(
      {
        headers: { 'x-shiphero-hmac-sha256': signed('secret-one'), ...headers },
        body: body(),
        address: 'https://hooks.example/ship-hero',
        query,
      },
      app,
      offlineDeliveryEnv(store.manifest, samples.app, undefined, { [MAPLE]: [{ credentials: kept }] }),
    );
  const good = Object.fromEntries(new URLSearchParams(hookQuery(secret, MAPLE)));

  it('are believed with the key of their account alone', async () => {
    expect(await send(good)).toMatchObject({ externalAccount: MAPLE, topic: 'Order Canceled' });
    const wrong: readonly (Readonly<Record<string, string>> | undefined)[] = [
      undefined,
      {},
      { ...good, key: '' },
      { ...good, key: `${good.key}0` },
      { ...good, account: samples.otherAccount },
      Object.fromEntries(new URLSearchParams(hookQuery(secret, '7556'))),
    ];
    for (const query of wrong) {
      await expect(send(query)).rejects.toThrow(/address that was given/);
      expect(webhooks.challenge?.({ query: query ?? {}, address: '' }, samples.app)).toBeUndefined();
    }
    await expect(send(good, {}, {})).rejects.toThrow(/address that was given/);
  });

  it('are believed with a signature of one of the account’s secrets only', async () => {
    expect(await send(good, { 'x-shiphero-hmac-sha256': signed('secret-two') })).toMatchObject({
      externalAccount: MAPLE,
    });
    const hex = createHmac('sha256', 'secret-one').update(body()).digest('hex');
    for (const wrong of ['', hex, signed('secret-three'), signed(''), signed('secret-one', body({ more: 1 }))])
      await expect(send(good, { 'x-shiphero-hmac-sha256': wrong })).rejects.toThrow(/valid signature/);
    const nothing: readonly Readonly<Record<string, string>>[] = [{}, { 'webhookSecret Order Canceled': '' }];
    for (const kept of nothing)
      await expect(send(good, { 'x-shiphero-hmac-sha256': signed('') }, samples.app, kept)).rejects.toThrow(
        /cannot be checked/,
      );
  });

  it('are told apart by their message, or by what they say where the message has no id', async () => {
    const key = async (headers: object): Promise<string> => (await send(good, headers)).deliveryKey;
    expect(await key({ 'x-shiphero-message-id': 'msg-00001' })).not.toBe(
      await key({ 'x-shiphero-message-id': 'msg-00002' }),
    );
    expect(await key({})).toBe(await key({ 'x-shiphero-message-id': '<script>' }));
  });

  it('name the order to ask for and nothing else of it is used', () => {
    expect(webhooks.understand('Order Canceled', body({ status: 'canceled' }))).toEqual({
      kind: 'changed',
      what: 'orders',
      externalIds: [order],
    });
    expect(() => webhooks.understand('Order Canceled', body({ order_uuid: '../x' }))).toThrow(/order_uuid/);
    expect(() => webhooks.understand('Order Allocated', body())).toThrow(/webhook_type/);
    expect(webhooks.understand('Inventory Update', body()).kind).toBe('nothing');
  });

  it('are subscribed to at an address of their own, move with it, and end with the connection', async () => {
    const subscribe = (address: string): Promise<unknown> =>
      runStoreQuestion(store, env, (e) => webhooks.subscribe?.({ address }, e) ?? Promise.reject(new Error('none')));
    await subscribe('https://old.example/ship-hero');
    await subscribe('https://hooks.example/ship-hero');
    const { hooks } = await call('GET', MAPLE, 'hooks');
    expect(hooks).toHaveLength(4);
    for (const hook of hooks as readonly object[])
      expect(hook).toMatchObject({
        url: `https://hooks.example/ship-hero?${hookQuery(secret, MAPLE)}`,
        shopName: 'shipping-labels',
      });
    await runStoreQuestion(store, env, (e) => store.disconnect?.(e) ?? Promise.reject(new Error('none')));
    expect((await call('GET', MAPLE, 'hooks')).hooks).toEqual([]);
  });
});
