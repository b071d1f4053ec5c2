/** Own quirks of WooCommerce: paging by time, a server that is not public, money, times, names, and what a shop refuses. */
import { plainText } from '@scanship/connector-kit/answers/plain-text';
import { createBreakers } from '@scanship/connector-kit/http/breaker';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { createHttpClient } from '@scanship/connector-kit/http/http-client';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { createOutboundDispatcher } from '@scanship/connector-kit/http/outbound-guard';
import type { FulfilInput, FulfilResult, WithdrawResult } from '@scanship/connector-kit/store/store';
import {
  connectStore,
  driveStore,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { fieldProblems } from '@scanship/connector-kit/credentials/credential-fields';

import { runOrdersById, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { noTrace } from '@scanship/connector-kit/http/trace';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { perUnit } from '@scanship/domain/money/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createWooCommerce } from './simulator/simulator.ts';
import { askWithKeys } from './src/client.ts';
import { fulfil } from './src/fulfil.ts';
import { manifest } from './src/manifest.ts';
import { readOrder } from './src/order-reader.ts';
import { isWhole, readState, unitsLeft } from './src/report.ts';
import { modifiedAfter } from './src/orders.ts';
import { readAmount } from './src/reading.ts';
import { accountOf } from './src/shop.ts';
import { shopSecret } from './src/signature.ts';
import { store } from './src/store.ts';
import { withdraw } from './src/withdraw.ts';

let running: TestSimulator;
let harness: StoreHarness;
let host = '';

beforeAll(async () => {
  running = await startTestSimulator(createWooCommerce());
  host = running.simulator.address.replace(/\/woocommerce$/, '');
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
});
afterAll(() => running.close());

const admin = async (account: string, path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> => {
  const address = `${host}/_admin/woocommerce/shops/${encodeURIComponent(account)}/${path}`;
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as Readonly<Record<string, unknown>>;
};
const shopOrder = async (account: string, id: string): Promise<Readonly<Record<string, unknown>>> => {
  const response = await fetch(`${host}/_admin/woocommerce/shops/${encodeURIComponent(account)}/orders/${id}`);
  return (await response.json()) as Readonly<Record<string, unknown>>;
};
const envOf = async (account: string): Promise<StoreEnv> => (await openHarnessStore(store, harness, account)).env;

async function push(env: StoreEnv, id: string, more: Partial<FulfilInput> = {}): Promise<FulfilInput> {
  const found = await runOrdersById(store, [id], env);
  const lines = found.ok ? (found.value.items[0]?.lines ?? []) : [];
  return {
    externalOrderId: id,
    lines: lines.map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity - l.cancelled })),
    parcels: [{ trackingNumber: `TN${id}A`, trackingUrl: 'https://track.example/a' }, { trackingNumber: `TN${id}B` }],
    carrier: { slug: 'canada-post', name: 'Canada Post' },
    notifyBuyer: true,
    reference: `P${id.padStart(15, '0')}`,
    ...more,
  };
}

describe('addresses', () => {
  it('are one host and perhaps folders; a key or address of another form is refused before anybody is asked', () => {
    const pattern = new RegExp(`^(?:${manifest.accountPattern})$`);
    for (const good of ['shop.example', 'www.my-shop.co.uk', 'shop.example/wp/fr', 'xn--80ak6aa92e.xn--p1ai'])
      expect(pattern.test(good), good).toBe(true);
    for (const bad of ['192.168.1.10', 'localhost', 'shop.example/wp-admin/x', 'shop.example//a', 'shop.example/..'])
      expect(pattern.test(bad), bad).toBe(false);
    expect(accountOf('HTTPS://Shop.Example/Wp/')).toBe('shop.example/Wp');
    const keys = { ...samples.credentials, account: 'https://Maple-Woo.example/' };
    expect(fieldProblems(manifest.fields, keys)).toEqual([]);
    expect(fieldProblems(manifest.fields, { ...keys, consumerKey: keys.account, account: '10.0.0.1' })).toHaveLength(2);
  });

  it('a server without a public address is told how to be published, and nothing is sent to it', async () => {
    const dispatcher = createOutboundDispatcher({
      lookup: (_host, _options, callback) => callback(null, [{ address: '192.168.1.10', family: 4 }]),
    });
    const http = createHttpClient({
      vendor: 'WooCommerce',
      baseUrl: 'https://shop.example',
      secrets: [],
      accountKey: 'x',
      quota: { take: () => Promise.resolve({ ok: true }), pause: () => Promise.resolve() },
      quotaLimit: manifest.quota,
      breakers: createBreakers(),
      dispatcher,
      trace: noTrace,
      deadlineMs: 2_000,
    });
    const refused: unknown = await askWithKeys(http, 'a:b', { name: 'shop', path: '/wp-json/' }).catch(
      (e: unknown) => e,
    );
    await dispatcher.close();
    expect(refused).toBeInstanceOf(ConnectorError);
    expect(refused).toMatchObject({ problem: { kind: 'refused', message: expect.stringMatching(/Publish it under/) } });
  });

  it('a shop that calls itself by another address is not connected under this one', async () => {
    const strange = { ...harness, samples: { ...samples, account: 'maple-woo.example' } };
    await expect(connectStore(store, strange)).resolves.toMatchObject({ name: 'Maple Woo & Co', currency: 'CAD' });
    const env = await envOf(samples.account);
    const answer = await runStoreTest(store, { ...env, externalAccount: 'www.maple-woo.example' });
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'refused', vendorCode: 'other-address' } });
  });
});

describe('reading', () => {
  it('amounts keep their value whatever decimals the shop shows', () => {
    const amount = (text: string, currency: string): number => readAmount(readObject({ a: text }), 'a', currency).minor;
    expect(amount('12', 'CAD')).toBe(1200);
    expect(amount('12.345', 'CAD')).toBe(1235);
    expect(amount('-0.005', 'CAD')).toBe(-1);
    expect(amount('1200.00', 'JPY')).toBe(1200);
    expect(amount('1.2345', 'KWD')).toBe(1235);
    expect(() => amount('1,200.00', 'CAD')).toThrow(/amount/);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 99 }), (minor, quantity) => {
        expect(amount((minor / 100).toFixed(2), 'USD')).toBe(minor);
        const one = perUnit({ minor, currency: 'USD' }, quantity).minor;
        expect(Math.abs(one * quantity - minor)).toBeLessThanOrEqual(quantity / 2);
      }),
    );
  });

  it('names lose their entities and nothing else; times are GMT without a zone', () => {
    expect(plainText('Caf&eacute; &Eacute;t&eacute; 2 &times; 3')).toBe('Café Été 2 × 3');
    expect(plainText('Bed &amp; Bath &#8211; 5&quot; &x; &#xD800; A&B')).toBe('Bed & Bath – 5" &x; &#xD800; A&B');
    expect(modifiedAfter('2026-03-01T00:00:00.500Z')).toBe('2026-02-28T23:59:59');
  });

  const order = (more: object): Parameters<typeof readOrder>[0] =>
    readObject({
      id: 1,
      number: '1',
      status: 'processing',
      currency: 'CAD',
      date_created_gmt: '2026-01-01T10:00:00',
      date_modified_gmt: '2026-01-02T10:00:00',
      total: '10.00',
      billing: { first_name: 'B', last_name: '', address_1: '9 Billing', city: 'Ottawa', postcode: 'K', country: 'CA' },
      shipping: { first_name: '', last_name: '', address_1: '', city: '', postcode: '', country: '' },
      line_items: [{ id: 2, name: 'X', product_id: 3, variation_id: 0, quantity: 2, subtotal: '10.00' }],
      ...more,
    });

  it('an order that ships to nowhere ships to who pays; a plug-in’s status waits for a person; a basket is no order', () => {
    expect(readOrder(order({}), new Map())).toMatchObject({ shipTo: { name: 'B', address1: '9 Billing' } });
    expect(readOrder(order({ status: 'awaiting-magic' }), new Map())?.hold?.reason).toContain('awaiting-magic');
    expect(readOrder(order({ status: 'checkout-draft' }), new Map())).toBeUndefined();
    const refunded = readOrder(order({}), new Map([['2', 1]]))?.lines[0];
    expect(refunded).toMatchObject({ quantity: 2, cancelled: 1, shipped: 0 });
  });

  const item = { id: 2, name: 'X', product_id: 3, variation_id: 0, quantity: 1, subtotal: '10.00' };
  const lines = (...all: readonly object[]) =>
    readOrder(order({ line_items: all.map((one, at) => ({ ...item, id: at + 1, ...one })) }), new Map())?.lines;

  it('goods by the metre are one thing to ship; an order nobody touched is as old as it is', () => {
    expect(lines({ quantity: 1.5, subtotal: '18.75' })).toMatchObject([
      { title: 'X (1.5)', quantity: 1, cancelled: 0, unitPrice: { minor: 1875 } },
    ]);
    expect(readOrder(order({ date_modified_gmt: null }), new Map())?.updatedAt).toBe('2026-01-01T10:00:00Z');
  });

  it('a kit and its parts are in the parcel once, by whichever has the price', () => {
    const shipped = (...all: readonly object[]): (boolean | undefined)[] | undefined =>
      lines(...all)?.map(({ needsShipping }) => needsShipping);
    expect(shipped({}, { bundled_by: '1', subtotal: '0.00' }, { bundled_by: 1, subtotal: '0.00' }, {})).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(shipped({ subtotal: '0.00' }, { composite_parent: '1', subtotal: '4.00' })).toEqual([false, true]);
    expect(shipped({ bundled_by: '', composite_parent: '' })).toEqual([true]);
  });

  it('a report of what was in the parcel is whole: the rest of a kit is never reported, metres are one thing', () => {
    const state = (refunded: ReadonlyMap<string, number>, ...all: readonly object[]) =>
      readState(
        readObject({
          number: '9',
          status: 'processing',
          currency: 'CAD',
          meta_data: [
            {
              key: '_shipping_report_S1',
              value: JSON.stringify({ live: true, numbers: ['1'], lines: [{ id: '1', quantity: 1 }] }),
            },
          ],
          line_items: all.map((one, at) => ({ ...item, id: at + 1, ...one })),
        }),
        refunded,
      );
    const kit = state(new Map(), {}, { bundled_by: '1', subtotal: '0.00' });
    expect([isWhole(kit), isWhole(state(new Map(), {}, {}))]).toEqual([true, false]);
    // Half a metre of two and a half came back: the rest is still to be shipped, and was.
    const cloth = state(new Map([['1', 0.5]]), { quantity: 2.5 });
    expect([unitsLeft({ ...cloth, reports: [] }, '1'), isWhole(cloth)]).toEqual([1, true]);
  });

  it('entities, numbers as SKU and lines without a name are read as what they are', () => {
    expect(lines({ name: 'A &amp; B', sku: 4711 }, { name: '', sku: null, product_id: 0 })).toMatchObject([
      { title: 'A & B', sku: '4711' },
      { title: 'Item 2' },
    ]);
    const shipping = { first_name: 'Jos&#233;', last_name: 'O&#039;Neil', address_1: '1 &quot;A&quot;', country: 'CA' };
    expect(readOrder(order({ shipping }), new Map())?.shipTo).toMatchObject({ name: "José O'Neil", address1: '1 "A"' });
  });
});

describe('paging', () => {
  it('more orders than a page that all changed in one second come once each', async () => {
    const ids = (await admin('birch.example/shop', 'orders', {
      orders: Array.from({ length: 120 }, () => ({
        lines: [{ name: 'X', price: '1.00', quantity: 1 }],
        secondsAgo: 90,
      })),
    })) as { readonly ids: readonly string[] };
    const env = await envOf('birch.example/shop');
    const { items } = await pullOrders(store, () => Promise.resolve(env), new Date(Date.now() - 100_000));
    expect(items.map((o) => o.externalId).toSorted()).toEqual([...ids.ids].toSorted());
  });

  it('what was refunded before shipping, trashed or deleted is told as such', async () => {
    const [id = '', gone = ''] = await harness.player.placeOrders(samples.account, 2);
    const env = await envOf(samples.account);
    const before = await runOrdersById(store, [id], env);
    const line = before.ok ? before.value.items[0]?.lines[0]?.externalLineId : undefined;
    await admin(samples.account, `orders/${id}/change`, { action: 'refund', line: Number(line), quantity: 2 });
    await admin(samples.account, `orders/${gone}/change`, { action: 'status', status: 'trash' });
    const after = await runOrdersById(store, [id, gone], env);
    expect(after).toMatchObject({
      value: { items: [{ lines: [{ cancelled: 2 }, { cancelled: 0 }] }, { cancelledAt: expect.any(String) }] },
    });
    await admin(samples.account, `orders/${gone}/change`, { action: 'delete' });
    expect(await runOrdersById(store, [gone], env)).toMatchObject({ ok: true, value: { items: [], problems: [] } });
  });
});

describe('reports', () => {
  it('with Shipment Tracking: numbers are there under its name for the carrier, and leave it again', async () => {
    const [id = ''] = await harness.player.placeOrders(samples.account, 1);
    const env = await envOf(samples.account);
    const input = await push(env, id);
    const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
    expect(state.problem).toBeUndefined();
    expect(await shopOrder(samples.account, id)).toMatchObject({
      doc: { status: 'completed' },
      trackings: [
        { tracking_number: `TN${id}A`, tracking_provider: 'Canada Post' },
        { tracking_number: `TN${id}B`, tracking_provider: 'Canada Post' },
      ],
      notes: [{ customer_note: true, note: `Shipped with Canada Post: TN${id}A (https://track.example/a), TN${id}B` }],
    });
    const back = { externalOrderId: id, fulfilmentIds: state.result.fulfilmentIds ?? [], reference: input.reference };
    await driveStore(store, withdraw, back, env, freshDrive<WithdrawResult>());
    expect(await shopOrder(samples.account, id)).toMatchObject({ doc: { status: 'processing' }, trackings: [] });
  });

  it('without it: a note for staff; each shipment of an order is kept, and the last one completes it', async () => {
    const account = 'birch.example/shop';
    const made = await admin(account, 'orders', {
      orders: [{ lines: [{ name: 'Bowl', price: '5.00', quantity: 3 }], secondsAgo: 5 }],
    });
    const [id = ''] = made.ids as string[];
    const env = await envOf(account);
    const whole = await push(env, id, { notifyBuyer: false });
    const [line] = whole.lines;
    const part = (quantity: number, n: number): FulfilInput => ({
      ...whole,
      lines: line ? [{ ...line, quantity }] : [],
      parcels: [{ trackingNumber: `PART${id}${n}` }],
      reference: `PART${id}${n}`,
    });
    const report = (input: FulfilInput): ReturnType<typeof driveStore<FulfilInput, FulfilResult, StoreEnv>> =>
      driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
    expect((await report(part(2, 1))).problem).toBeUndefined();
    expect(await shopOrder(account, id)).toMatchObject({ doc: { status: 'processing' }, trackings: [] });
    const tooMany = await report(part(2, 2));
    expect(tooMany.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'nothing-left' });
    expect((await report(part(1, 3))).problem).toBeUndefined();
    expect(await shopOrder(account, id)).toMatchObject({
      doc: { status: 'completed' },
      notes: [{ customer_note: false }, { customer_note: false }],
    });
  });
});

it('a shop’s secret is its own: one shop cannot sign for another', () => {
  const { clientSecret = '' } = samples.app;
  expect(shopSecret(clientSecret, 'a.example')).not.toBe(shopSecret(clientSecret, 'b.example'));
  expect(shopSecret(clientSecret, 'a.example')).toMatch(/^[0-9a-f]{64}$/);
});
