/** The simulator itself: consent behind a prefix, deliveries over HTTP, points, permissions, and a restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectStore,
  deliveryEnv,
  openHarnessStore,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import {
  runOrders,
  runOrdersById,
  runStoreQuestion,
  understandDelivery,
  verifyDelivery,
} from '@scanship/connector-kit/store/store-run';
import { startSimulatorHost, type RunningSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createShopify } from './simulator/simulator.ts';
import { store } from './src/store.ts';

const MAPLE = samples.account;
const BIRCH = samples.otherAccount;
const dataDir = mkdtempSync(join(tmpdir(), 'shopify-stand-in-'));
let host: RunningSimulatorHost;
let harness: StoreHarness;

const open = async (): Promise<void> => {
  host = await startSimulatorHost({
    port: 0,
    dataDir,
    simulators: { shopify: () => Promise.resolve(createShopify()) },
  });
  harness = {
    samples,
    player: createPlayer(host.address),
    simulator: {
      address: host.addressOf('shopify'),
      setFaults: () => Promise.resolve(),
      clearFaults: () => Promise.resolve(),
    },
  };
};
const judge = async (method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> => {
  const response = await fetch(`${host.address}/_admin/shopify/shops/${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Readonly<Record<string, unknown>>;
};

beforeAll(open);
afterAll(async () => {
  await host.close();
  rmSync(dataDir, { recursive: true });
});

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

describe('the consent page', () => {
  it('works under a prefix of another server: its form goes back to where the browser is', async () => {
    // What the main server does: passes on what lies below its prefix.
    const passOn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const path = (request.url ?? '').replace(/^\/simulators\/shopify/, '');
      const body = await bodyOf(request);
      const answer = await fetch(`${host.addressOf('shopify')}${path}`, {
        method: request.method,
        headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
        body: request.method === 'POST' ? body.toString('utf8') : undefined,
        redirect: 'manual',
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    };
    const proxy = createServer((request, response) => void passOn(request, response));
    const prefix = `http://127.0.0.1:${await listen(proxy)}/simulators/shopify`;
    const begin = { externalAccount: MAPLE, state: 's.1', redirectUri: 'https://app.example/back' };
    const address = store.authorise?.begin({ ...begin, simulatorConsent: prefix }, samples.app) ?? '';
    const query = await harness.player.consent(address, 'allow', MAPLE);
    await new Promise((resolve) => proxy.close(resolve));
    expect(store.authorise?.checkEntry(query, samples.app, new Date())).toEqual({
      externalAccount: MAPLE,
      code: query.code,
    });
    expect(query.state).toBe('s.1');
    expect(query.code).toMatch(/^[0-9a-f]{32}$/);
  });

  it('says who asks for what and where it leads, and refuses strange apps, scopes and addresses', async () => {
    const ask = async (changes: Readonly<Record<string, string>>): Promise<Response> => {
      const begin = { externalAccount: MAPLE, state: '"><b>', redirectUri: 'https://app.example/back' };
      const address = new URL(
        store.authorise?.begin({ ...begin, simulatorConsent: host.addressOf('shopify') }, samples.app) ?? '',
      );
      for (const [name, value] of Object.entries(changes)) address.searchParams.set(name, value);
      return fetch(address);
    };
    const page = await (await ask({})).text();
    expect(page).toContain('TEST Shopify: Maple Goods');
    expect(page).toContain('ScanShip (demo)');
    expect(page).toContain('Afterwards you return to app.example.');
    expect(page).toContain('read merchant managed fulfillment orders');
    expect(page).not.toContain('"><b>');
    expect((await ask({ client_id: 'nobody' })).status).toBe(400);
    expect((await ask({ redirect_uri: 'javascript:alert(1)' })).status).toBe(400);
    expect(await (await ask({ scope: 'write_everything' })).text()).toContain('invalid_scope');
    expect((await fetch(`${host.addressOf('shopify')}/nobody.myshopify.com/admin/oauth/authorize`)).status).toBe(404);
  });
});

describe('deliveries', () => {
  it('are sent to who subscribed, signed, without names of people, again until they are taken, and in any order', async () => {
    const got: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }[] = [];
    let refuse = 2;
    const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await bodyOf(request);
      refuse -= 1;
      if (refuse < 0) got.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(refuse < 0 ? 200 : 500).end();
    };
    const server = createServer((request, response) => void take(request, response));
    const address = `http://127.0.0.1:${await listen(server)}/hooks`;
    const { env } = await openHarnessStore(store, harness, BIRCH);
    const subscribed = await runStoreQuestion(store, env, async (e) => store.webhooks?.subscribe?.({ address }, e));
    expect(subscribed).toMatchObject({ ok: true, value: { problems: [] } });

    const [id = ''] = await harness.player.placeOrders(BIRCH, 1);
    await expect.poll(() => got.length, { timeout: 5_000 }).toBe(1);
    const [first] = got;
    if (!first) throw new Error('nothing arrived');
    const verified = await verifyDelivery(store, { ...first, address }, deliveryEnv(store, harness));
    expect(verified).toMatchObject({ ok: true, value: { topic: 'orders/create', externalAccount: BIRCH } });
    expect(understandDelivery(store, 'orders/create', first.body)).toMatchObject({
      ok: true,
      value: { kind: 'changed', externalIds: [id] },
    });
    expect(first.body.toString()).not.toContain('buyer');

    await judge('PUT', `${BIRCH}/deliveries/mode`, { mode: 'held' });
    await harness.player.changeOrder(BIRCH, id, 'hold');
    await harness.player.changeOrder(BIRCH, id, 'release');
    await judge('PUT', `${BIRCH}/deliveries/mode`, { mode: 'normal' });
    const released = await judge('POST', `${BIRCH}/deliveries/release`, { order: 'reversed', times: 2 });
    expect(released.sent).toBe(4);
    const late = got.slice(1);
    expect(late.map((d) => d.headers['x-shopify-topic'])).toEqual([
      'fulfillment_orders/hold_released',
      'fulfillment_orders/hold_released',
      'fulfillment_orders/placed_on_hold',
      'fulfillment_orders/placed_on_hold',
    ]);
    const keys: string[] = [];
    for (const each of late) {
      const one = await verifyDelivery(store, { ...each, address }, deliveryEnv(store, harness));
      keys.push(one.ok ? one.value.deliveryKey : '');
    }
    expect(new Set(keys).size).toBe(2);
    const meaning = understandDelivery(store, 'fulfillment_orders/placed_on_hold', late[2]?.body ?? new Uint8Array());
    const ids = meaning.ok && meaning.value.kind === 'changed' ? meaning.value.externalIds : [];
    const orders = await runOrdersById(store, ids, env);
    expect(orders).toMatchObject({ ok: true, value: { items: [{ externalId: id }] } });
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('limits', () => {
  it('a call that asks for too much, or for what was not allowed, is refused in words', async () => {
    const { env } = await openHarnessStore(store, harness, MAPLE);
    const post = async (query: string): Promise<{ errors?: { extensions?: { code?: string } }[] }> => {
      const response = await fetch(`${host.addressOf('shopify')}/${MAPLE}/admin/api/2026-10/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': await env.access.get() },
        body: JSON.stringify({ query }),
      });
      return (await response.json()) as { errors?: { extensions?: { code?: string } }[] };
    };
    const dear = await post('{ orders(first: 250) { nodes { id lineItems(first: 100) { nodes { id } } } } }');
    expect(dear.errors?.[0]?.extensions?.code).toBe('MAX_COST_EXCEEDED');
    expect((await post('{ orders { nodes { id } } }')).errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');

    await harness.player.withhold?.(BIRCH, ['read_orders', 'write_orders']);
    const without = await openHarnessStore(store, harness, BIRCH, { fresh: true });
    await harness.player.withhold?.(BIRCH, []);
    const answer = await runOrders(store, {}, without.env);
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'not-authorised', vendorCode: 'ACCESS_DENIED' } });
  });

  it('orders of more than 60 days ago are not shown', async () => {
    const old = { lines: [{ name: 'Old thing', price: '1.00', quantity: 1 }], secondsAgo: 61 * 86_400 };
    const { ids } = await judge('POST', `${MAPLE}/orders`, { orders: [old, { ...old, secondsAgo: 59 * 86_400 }] });
    const { env } = await openHarnessStore(store, harness, MAPLE);
    const answer = await runOrdersById(store, ids as string[], env);
    expect(answer.ok && answer.value.items.map((o) => o.externalId)).toEqual((ids as string[]).slice(1));
  });
});

it('a restart forgets nothing: orders, reports, access and subscriptions', async () => {
  const [id = ''] = await harness.player.placeOrders(MAPLE, 1);
  await judge('POST', `${MAPLE}/orders/${id.replace(/\D/g, '')}/change`, { action: 'ship', trackingNumber: 'T1' });
  const { credentials } = await connectStore(store, harness, MAPLE);
  const before = await judge('GET', `${BIRCH}/subscriptions`);
  const seen = await judge('GET', `${MAPLE}/orders/${id.replace(/\D/g, '')}`);
  await host.close();
  await open();
  expect(await judge('GET', `${MAPLE}/orders/${id.replace(/\D/g, '')}`)).toEqual(seen);
  expect(await harness.player.reports(MAPLE, id)).toMatchObject([{ live: true, trackingNumbers: ['T1'] }]);
  expect(await judge('GET', `${BIRCH}/subscriptions`)).toEqual(before);
  const response = await fetch(`${host.addressOf('shopify')}/${MAPLE}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': credentials.accessToken ?? '' },
    body: JSON.stringify({ query: '{ shop { name } }' }),
  });
  expect(await response.json()).toMatchObject({ data: { shop: { name: 'Maple Goods' } } });
});

it('the demo shop has a dozen orders in Canada, the United States and beyond, nearly all ready to ship', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'shopify-demo-'));
  const demo = await startSimulatorHost({
    port: 0,
    dataDir: fresh,
    simulators: { shopify: () => Promise.resolve(createShopify()) },
  });
  const demoHarness: StoreHarness = {
    ...harness,
    player: createPlayer(demo.address),
    simulator: { ...harness.simulator, address: demo.addressOf('shopify') },
  };
  const { env } = await openHarnessStore(store, demoHarness, MAPLE);
  const answer = await runOrders(store, {}, env);
  await demo.close();
  rmSync(fresh, { recursive: true });
  if (!answer.ok) throw new Error(answer.problem.message);
  const { items } = answer.value;
  expect(answer.value.problems).toEqual([]);
  expect(items).toHaveLength(12);
  expect(new Set(items.map((o) => o.shipTo.countryCode))).toEqual(new Set(['CA', 'US', 'GB', 'JP']));
  expect(items.filter((o) => o.hold)).toHaveLength(1);
  const lines = items.flatMap((o) => o.lines).filter((l) => l.needsShipping);
  expect(lines.filter((l) => l.unitGrams && l.hsCode && l.originCountry).length / lines.length).toBeGreaterThan(0.9);
});
