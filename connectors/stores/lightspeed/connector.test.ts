/** Own quirks of Lightspeed: one shipment an order, two clusters, times without a zone, units on a shipment that did not leave. */
import { createHash } from 'node:crypto';
import { freshDrive, type Drive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import type { FulfilInput, FulfilResult, WithdrawResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { fieldProblems } from '@scanship/connector-kit/credentials/credential-fields';
import { offlineDeliveryEnv, openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
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
import { createLightspeed } from './simulator/simulator.ts';
import { fulfil } from './src/fulfil.ts';
import { manifest } from './src/manifest.ts';
import { changedSince } from './src/orders.ts';
import { readReportId, reportId } from './src/shipments.ts';
import { connect } from './src/shop.ts';
import { store } from './src/store.ts';
import { queryOf, webhooks } from './src/webhooks.ts';
import { withdraw } from './src/withdraw.ts';

const CYCLES = samples.account;
let running: TestSimulator;
let harness: StoreHarness;
let call: ReturnType<typeof shopCaller>;
let env: StoreEnv;

beforeAll(async () => {
  running = await startTestSimulator(createLightspeed());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  call = shopCaller(host, 'lightspeed');
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
    notifyBuyer: true,
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
const placed = async (): Promise<string> => (await harness.player.placeOrders(CYCLES, 1))[0] ?? '';
const changeOrder = (id: string, change: object): Promise<unknown> =>
  call('POST', CYCLES, `orders/${id}/change`, change);

describe('reports', () => {
  it('set state and number of the one shipment, and Lightspeed tells the buyer where the seller wants it', async () => {
    const [told, silent] = [await placed(), await placed()];
    await report(await inputFor(told));
    await report(await inputFor(silent, { notifyBuyer: false }));
    for (const [id, notified] of [
      [told, true],
      [silent, false],
    ] as const)
      expect(await call('GET', CYCLES, `orders/${id}`)).toMatchObject({
        status: 'completed_shipped',
        shipments: [{ status: 'shipped', trackingCode: `1Z${id}`, notified }],
      });
  });

  it('of a part, of an item that is not there, of several numbers or an unknown order are refused before anything is told', async () => {
    const id = await placed();
    const input = await inputFor(id);
    const [first] = input.lines;
    const bad: readonly (readonly [FulfilInput, string])[] = [
      [{ ...input, lines: first ? [first] : [] }, 'whole-only'],
      [{ ...input, lines: [...input.lines, { externalLineId: '7', quantity: 1 }] }, 'line-unknown'],
      [{ ...input, lines: input.lines.map((l) => ({ ...l, quantity: l.quantity + 1 })) }, 'nothing-left'],
      [{ ...input, parcels: [{ trackingNumber: '1' }, { trackingNumber: '2' }] }, 'several-parcels'],
      ...['999', '../shop', 'a/b', ''].map(
        (unknown) => [{ ...input, externalOrderId: unknown }, 'order-unknown'] as const,
      ),
    ];
    for (const [one, code] of bad) {
      const { problem } = await report(one);
      expect(problem?.problem.vendorCode).toBe(code);
      expect(problem?.problem.message).toMatch(/\.$/);
    }
    expect(await harness.player.reports(CYCLES, id)).toEqual([]);
  });

  it('of an order that the seller parted are left to the seller', async () => {
    const id = await placed();
    const input = await inputFor(id);
    await changeOrder(id, { parted: true });
    expect((await report(input)).problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'parted' });
  });

  it('leave out units that were refunded before', async () => {
    const id = await placed();
    await changeOrder(id, { refunded: 2 });
    const input = await inputFor(id);
    expect(input.lines.map(({ quantity }) => quantity)).toEqual([1, 2]);
    expect((await report(input)).problem).toBeUndefined();
  });

  it('never overwrite a number that somebody entered, nor take it back', async () => {
    const id = await placed();
    const input = await inputFor(id);
    const { result } = await report(input);
    await changeOrder(id, { trackingCode: 'BY-HAND' });
    expect((await report(input)).problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'shipped' });
    expect((await takeBack(id, result.fulfilmentIds ?? [])).problem?.problem).toMatchObject({
      kind: 'refused',
      vendorCode: 'replaced',
    });
    expect(await call('GET', CYCLES, `orders/${id}`)).toMatchObject({ shipments: [{ trackingCode: 'BY-HAND' }] });
  });

  it('are taken back for their own order only, and the number goes', async () => {
    const [id, other] = [await placed(), await placed()];
    const { result } = await report(await inputFor(id));
    const [made = ''] = result.fulfilmentIds ?? [];
    for (const ids of [[], ['no-report'], ['1@0'], [made, made]])
      expect((await takeBack(id, ids)).problem?.problem.kind).toBe('invalid-input');
    expect((await takeBack(other, [made])).problem?.problem).toMatchObject({ vendorCode: 'other-order' });
    expect((await takeBack(id, ['1Z@424242'])).problem?.problem).toMatchObject({ vendorCode: 'shipment-unknown' });
    expect((await takeBack(id, [made])).problem).toBeUndefined();
    expect(await call('GET', CYCLES, `orders/${id}`)).toMatchObject({
      status: 'processing_awaiting_shipment',
      shipments: [{ status: 'not_shipped', trackingCode: '' }],
    });
  });

  it('are named by shipment and number, and read back from it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.integer({ min: 1, max: 1e12 }), (number, shipment) => {
        expect(readReportId(reportId(String(shipment), number))).toEqual({ shipmentId: String(shipment), number });
      }),
    );
  });
});

describe('access', () => {
  const redeem = (more: Readonly<Record<string, string>>): ReturnType<typeof runConnect> =>
    runConnect(store, openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime()), (open) =>
      connect({ ...samples.credentials, ...more }, open),
    );

  it('with a wrong key, in the other region or in a language that the shop has not is refused in words', async () => {
    const wrong: readonly Readonly<Record<string, string>>[] = [{ apiSecret: 'x'.repeat(32) }, { cluster: 'eu1' }];
    for (const more of wrong)
      expect(await redeem(more)).toMatchObject({
        ok: false,
        problem: { kind: 'not-authorised', message: expect.stringContaining('under Developers') },
      });
    expect(await redeem({ language: 'de' })).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: 'Lightspeed: Language not found.' },
    });
    expect(await redeem({})).toMatchObject({ ok: true, value: { externalAccount: CYCLES, currency: 'CAD' } });
  });

  it('needs keys of the usual form, a region and a language', () => {
    const bad = fieldProblems(manifest.fields, { apiKey: 'short', apiSecret: '', cluster: 'us2', language: 'english' });
    expect(bad.map(({ field }) => field)).toEqual(['apiKey', 'apiSecret', 'cluster', 'language']);
  });

  it('of another shop is told apart', async () => {
    const other = { ...env, externalAccount: 'us1-301245' };
    expect(await runStoreTest(store, other)).toMatchObject({ ok: false, problem: { vendorCode: 'other-shop' } });
  });

  it('is asked for at the shop’s own cluster and in its language', async () => {
    const asked: HttpRequest[] = [];
    const live = (externalAccount: string): StoreEnv => ({
      ...env,
      mode: 'live',
      externalAccount,
      settings: { language: 'nl' },
      http: {
        send: async (request) => {
          asked.push(request);
          const body = { shop: { id: 90_817, subDomain: 'thee', currency: { shortcode: 'EUR' } } };
          return makeResponse('Lightspeed', {
            status: 200,
            headers: { 'content-type': 'application/json' },
            bytes: new Uint8Array(Buffer.from(JSON.stringify(body))),
            traceId: 't',
          });
        },
      },
    });
    await runStoreTest(store, live('eu1-90817'));
    await runStoreTest(store, live('us1-90817'));
    expect(asked.map(({ path }) => path)).toEqual([
      'https://api.webshopapp.com/nl/shop.json',
      'https://api.shoplightspeed.com/nl/shop.json',
    ]);
  });

  it('that is used up says when it begins anew: the longest of the limits that are', async () => {
    const limited = (remaining: string, reset: string): StoreEnv => ({
      ...env,
      http: {
        send: (request) =>
          Promise.reject(
            request.readProblem?.(
              makeResponse('Lightspeed', {
                status: 429,
                headers: { 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset },
                bytes: new Uint8Array(),
                traceId: 't',
              }),
            ),
          ),
      },
    });
    const waits: unknown[] = [];
    for (const [remaining, reset] of [
      ['0/2712/11500', '277/3277/21277'],
      ['0/0/11500', '277/3277/21277'],
      ['12/300/500', '277/3277/21277'],
      ['', ''],
    ] as const)
      await store.testConnection(limited(remaining, reset)).catch((problem: unknown) => waits.push(problem));
    expect(waits).toEqual([
      { kind: 'quota', retryAfterMs: 277_000, vendorMessage: undefined },
      { kind: 'quota', retryAfterMs: 3_277_000, vendorMessage: undefined },
      { kind: 'quota', vendorMessage: undefined },
      { kind: 'quota', vendorMessage: undefined },
    ]);
  });
});

describe('pulls', () => {
  it('miss nothing when orders arrive and change on every page of a list that shows the newest first', async () => {
    const before = await harness.player.placeOrders(CYCLES, 120);
    const during: string[] = [];
    const { items } = await pullOrders(
      store,
      () => Promise.resolve(env),
      undefined,
      async (page) => {
        if (page > 3) return;
        during.push(...(await harness.player.placeOrders(CYCLES, 4, 'now')));
        await harness.player.changeOrder(CYCLES, before[page] ?? '', 'note');
      },
    );
    const ids = new Set(items.map((order) => order.externalId));
    expect([...before, ...during].filter((id) => !ids.has(id))).toEqual([]);
    for (const id of before.slice(1, 4))
      expect(items.findLast((order) => order.externalId === id)?.buyerNote).toMatch(/^Changed/);
  });

  it('ask half a day earlier, since the time has no zone there, and tell only what changed since', async () => {
    expect(changedSince({ since: Date.parse('2026-03-01T06:00:00Z') })).toBe('2026-02-28 18:00:00');
    expect(changedSince({ since: undefined })).toBeUndefined();
    await harness.player.placeOrders(CYCLES, 2);
    const late = await runOrders(store, { since: new Date(Date.now() - 60_000) }, env);
    expect(late.ok && late.value.items.every((o) => Date.parse(o.updatedAt) >= Date.now() - 120_000)).toBe(true);
  });

  it('read ids that are none without asking, and pages without a list not at all', async () => {
    expect(await runOrdersById(store, ['../x', 'a,b', ' ', '0'], env)).toMatchObject({
      ok: true,
      value: { items: [] },
    });
    const listless: StoreEnv = {
      ...env,
      http: {
        async send(request) {
          const response = await env.http.send(request);
          if (!/(orders|variants)\.json$/.test(request.path)) return response;
          return { ...response, json: () => ({ error: 'none' }) };
        },
      },
    };
    for (const ask of [runOrders, runProducts])
      expect(await ask(store, {}, listless)).toMatchObject({ ok: false, problem: { kind: 'vendor-broken' } });
  });

  it('bring an order with more lines than any page whole', async () => {
    const lines = Array.from({ length: 260 }, () => ({ sku: 'BELL-B', quantity: 1 }));
    const { ids } = await call('POST', CYCLES, 'orders', { orders: [{ lines }] });
    const [id = ''] = ids as string[];
    const page = await runOrders(store, { since: new Date(Date.now() - 60_000) }, env);
    const order = page.ok ? page.value.items.find(({ externalId }) => externalId === id) : undefined;
    expect(new Set(order?.lines.map((line) => line.externalLineId)).size).toBe(260);
  });

  it('units that stand on a shipment did not leave yet', async () => {
    const id = await placed();
    const read = await runOrdersById(store, [id], env);
    expect(read.ok && read.value.items[0]?.lines.map((l) => [l.quantity, l.shipped])).toEqual([
      [3, 0],
      [2, 0],
    ]);
  });
});

describe('deliveries', () => {
  const secret = samples.app.clientSecret ?? '';
  const body = Buffer.from('{"order":{"id":5}}');
  const pair = `${'k'.repeat(32)}:${'s'.repeat(32)}`;
  const signature = createHash('md5')
    .update(`{"order":{"id":5}}${'s'.repeat(32)}`)
    .digest('hex');
  const send = async (
    query: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
    credentials: Readonly<Record<string, string>> = { accessToken: pair },
  ) =>
    webhooks.verify(
      { headers: { 'x-signature': signature, ...headers }, query, body, address: 'https://hooks.example/lightspeed' },
      samples.app,
      offlineDeliveryEnv(store.manifest, samples.app, undefined, { [CYCLES]: [{ credentials }] }),
    );
  const good = Object.fromEntries(new URLSearchParams(queryOf(secret, CYCLES)));

  it('are believed at the shop’s own address only, and not about another shop', async () => {
    expect(await send(good)).toMatchObject({ externalAccount: CYCLES, topic: 'orders/unnamed' });
    expect(await send(good, { 'x-shop-id': '301244', 'x-cluster-id': 'US1', 'x-event': 'orders/paid' })).toMatchObject({
      topic: 'orders/paid',
    });
    for (const query of [{}, { ...good, account: 'us1-301245' }, { ...good, key: `${good.key}0` }, { account: CYCLES }])
      await expect(send(query)).rejects.toThrow(/address/);
    await expect(send(good, { 'x-shop-id': '301245' })).rejects.toThrow(/address/);
    await expect(send(good, { 'x-shop-id': '301244', 'x-cluster-id': 'eu1' })).rejects.toThrow(/address/);
    const stray = Object.fromEntries(new URLSearchParams(queryOf(secret, 'shop')));
    await expect(send(stray)).rejects.toThrow(/address/);
  });

  it('are believed with a signature of the shop’s own secret only', async () => {
    // Hexadecimal, in whichever case.
    expect(await send(good, { 'x-signature': signature.toUpperCase() })).toMatchObject({ externalAccount: CYCLES });
    const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
    for (const wrong of ['', signature.slice(1), md5('{"order":{"id":5}}'), md5(`${'s'.repeat(32)}{"order":{"id":5}}`)])
      await expect(send(good, { 'x-signature': wrong })).rejects.toThrow(/valid signature/);
    await expect(send(good, {}, { accessToken: `${'k'.repeat(32)}:${'t'.repeat(32)}` })).rejects.toThrow(/valid/);
    for (const nothing of ['', 'k'.repeat(32), `${'k'.repeat(32)}:`])
      await expect(send(good, {}, { accessToken: nothing })).rejects.toThrow(/cannot be checked/);
  });
});
