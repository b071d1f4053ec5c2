import type { Platform, PlatformDetail, StoreDetail, StoreSummary } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIRCH, makeStoreWorld, MAPLE, type StoreWorld } from '../../../test/store-world.ts';

let world: StoreWorld;
beforeAll(async () => {
  world = await makeStoreWorld();
});
afterAll(() => world.close());

const detail = async (id: string): Promise<StoreDetail> =>
  (await world.call<StoreDetail>(world.people.admin, 'GET', `/store/${id}`)).data;
const add = (person: StoreWorld['people']['admin'], search: URLSearchParams, more: object = {}) =>
  world.call<StoreDetail>(person, 'POST', '/store/add', {
    platformId: 100002,
    code: search.get('code'),
    shop: search.get('shop'),
    ...more,
  });
const host = () => new URL(world.origin).host;

describe('platforms', () => {
  test('all twenty-four are there; those that cannot be connected say why', async () => {
    const { platforms } = (await world.call<{ platforms: Platform[] }>(world.people.admin, 'GET', '/platforms/all'))
      .data;
    expect(platforms.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, n) => 100001 + n));
    for (const { id, name, available, unavailableBecause, connect, modes } of platforms)
      if (!available)
        expect({ id, unavailableBecause, connect, modes }).toEqual({
          id,
          unavailableBecause: `${name} cannot be connected yet.`,
          connect: null,
          modes: [],
        });
    expect(platforms.find(({ id }) => id === 100012)).toMatchObject({
      name: 'Ecwid',
      path: 'ecwid-store',
      available: true,
      connect: 'redirect',
      modes: ['simulator'],
    });
    expect((await world.call(world.people.admin, 'GET', '/platforms/1')).status).toBe(404);
    const shopify = (await world.call<PlatformDetail>(world.people.admin, 'GET', '/platforms/100002')).data;
    expect(shopify).toMatchObject({
      available: true,
      connect: 'redirect',
      modes: ['simulator'],
      path: 'shopify-store',
    });
    expect(shopify.fields.map(({ name }) => name)).toEqual(['account']);
    expect(shopify.capabilities).toMatchObject({ orders: true, withdraw: true });
    expect(shopify.historyNote).toMatch(/60 days/);
  });
});

describe('consent', () => {
  test('leads to the platform’s page under the main port, back to the franchise’s page, and to a store', async () => {
    const asked = await world.call<{ url: string }>(
      undefined,
      'GET',
      `/public/100002/oauth?host=${host()}&shop=https://${MAPLE}/admin`,
    );
    expect(new URL(asked.data.url).origin).toBe(world.origin);
    expect(new URL(asked.data.url).pathname).toBe(`/_simulators/shopify/${MAPLE}/admin/oauth/authorize`);
    const page = await fetch(asked.data.url);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('TEST Shopify');

    const search = await world.consent(MAPLE);
    expect(search.get('shop')).toBe(MAPLE);
    expect(search.get('redirect_url')).toBe('/ecommerce/connect-store/shopify-store');
    expect([...search.keys()].toSorted()).toEqual(['code', 'redirect_url', 'shop']);

    // Somebody of another customer brings a shop that does not match, and a franchise that did not begin.
    expect(await add(world.people.admin, search, { shop: BIRCH })).toMatchObject({
      status: 422,
      code: 'store_refused',
    });
    expect(await add(world.people.foreign, search)).toMatchObject({ status: 422, code: 'store_refused' });
    expect(await add(world.people.franchise, search)).toMatchObject({ status: 403 });
    const added = await add(world.people.admin, search);
    expect(added).toMatchObject({ status: 200, success: 'Store connected successfully.' });
    expect(added.data).toMatchObject({
      name: 'Maple Goods',
      platformId: 100002,
      externalAccount: MAPLE,
      mode: 'simulator',
      test: true,
      state: 'connected',
      currency: 'CAD',
      missingAddressFields: [],
      addressSentence: null,
      ecommerceStoreAddress: {
        companyName: 'Maple Goods Ltd.',
        city: 'Toronto',
        provinceCode: 'ON',
        zipcode: 'M5H 2N2',
      },
    });
    // Once.
    expect(await add(world.people.admin, search)).toMatchObject({ status: 409, code: 'store_consent_used' });
    expect(await add(world.people.basic, search)).toMatchObject({ status: 409 });

    // No token, secret or code stands in what the application's role can read.
    const { rows } = await world.database.db.tenant(world.people.admin, (tx) =>
      sql<{
        text: string;
      }>`SELECT (SELECT json_agg(s) FROM stores s)::text || coalesce((SELECT json_agg(c)::text FROM carrier_calls c), '') AS text`.execute(
        tx,
      ),
    );
    expect(rows[0]?.text).not.toMatch(/shpat_|shprt_|shpss_/);
  });

  test('another customer is refused in words, without a hint of whose it is; after it left, it may', async () => {
    const refused = await add(world.people.basic, await world.consent(MAPLE));
    expect(refused).toMatchObject({
      status: 409,
      code: 'store_taken',
      message: 'This shop is already connected to another account.',
    });
    expect(JSON.stringify(refused)).not.toMatch(/one|admin/i);
    const id = await world.connect(world.people.admin, BIRCH);
    expect((await world.call(world.people.admin, 'DELETE', `/store/${id}`)).success).toBe(
      'Store deleted successfully!',
    );
    const taken = await world.connect(world.people.basic, BIRCH);
    await world.call(world.people.basic, 'DELETE', `/store/${taken}`);
    // The first comes back to its own store, not to a second one.
    expect(await world.connect(world.people.admin, BIRCH)).toBe(id);
  });

  test('what was changed on the way is refused', async () => {
    const asked = await world.call<{ url: string }>(
      undefined,
      'GET',
      `/public/100002/oauth?host=${host()}&shop=${MAPLE}`,
    );
    const back = new URLSearchParams(await world.player.consent(asked.data.url, 'allow', MAPLE));
    const callback = async (query: URLSearchParams) => {
      const answer = await world.browser.fetch(`${world.origin}/connect/shopify/callback?${query.toString()}`);
      return new URL(answer.headers.get('location') ?? '', world.origin).searchParams;
    };
    for (const [name, value] of [
      ['shop', BIRCH],
      ['code', 'another-code'],
      ['timestamp', '1'],
      ['hmac', 'f'.repeat(64)],
    ] as const) {
      const changed = new URLSearchParams(back);
      changed.set(name, value);
      expect([name, (await callback(changed)).get('error')]).toEqual([name, 'signature']);
    }
    const foreign = new URLSearchParams(back);
    foreign.set('state', `${back.get('state')?.slice(0, -2)}xx`);
    expect((await callback(foreign)).get('error')).toBe('state');
    const search = await callback(back);
    const sealed = search.get('code') ?? '';
    for (const code of [
      `${sealed.slice(0, -4)}AAAA`,
      sealed.split('.').toReversed().join('.'),
      'rubbish',
      sealed.slice(0, 60),
    ])
      expect(await world.call(world.people.admin, 'POST', '/store/add', { platformId: 100002, code })).toMatchObject({
        code: 'store_consent_used',
      });
    const denied = await callback(new URLSearchParams({ error: 'access_denied', state: back.get('state') ?? '' }));
    expect([denied.get('error'), denied.get('code')]).toEqual(['access_denied', null]);
  });

  test('an install link of the platform leads to consent, with its signature only', async () => {
    const query = (await world.player.install?.(MAPLE)) ?? {};
    // Through our page, which passes on what the browser brought.
    const vendor = new URLSearchParams(query).toString();
    const asked = await world.call<{ url: string }>(
      undefined,
      'GET',
      `/public/100002/oauth?${new URLSearchParams({ host: host(), vendor }).toString()}`,
    );
    expect(new URL(asked.data.url).pathname).toContain(MAPLE);
    const forged = new URLSearchParams({ ...query, shop: BIRCH }).toString();
    expect(
      await world.call(
        undefined,
        'GET',
        `/public/100002/oauth?${new URLSearchParams({ host: host(), vendor: forged }).toString()}`,
      ),
    ).toMatchObject({ code: 'store_refused' });
    // Straight to the neutral callback.
    const answer = await fetch(`${world.origin}/connect/shopify/callback?${vendor}`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toContain(`/_simulators/shopify/${MAPLE}/admin/oauth/authorize`);
    const wrong = await fetch(`${world.origin}/connect/shopify/callback?${forged}`, { redirect: 'manual' });
    expect(wrong.headers.get('location')).toBe('/connect-marketplace/100002?error=signature');
  });

  test('words for what cannot be', async () => {
    const ask = (id: number | string, query: Record<string, string>) =>
      world.call(undefined, 'GET', `/public/${id}/oauth?${new URLSearchParams({ host: host(), ...query }).toString()}`);
    expect(await ask(100002, { shop: 'evil.example' })).toMatchObject({ status: 400, errors: [{ field: 'shop' }] });
    const { platforms } = (await world.call<{ platforms: Platform[] }>(world.people.admin, 'GET', '/platforms/all'))
      .data;
    for (const { id, name } of platforms.filter(({ available }) => !available))
      expect(await ask(id, {})).toMatchObject({ status: 422, message: `${name} cannot be connected yet.` });
    expect(await ask(1, {})).toMatchObject({ status: 404 });
    expect(await ask(100002, { shop: MAPLE, mode: 'live' })).toMatchObject({
      status: 422,
      message: 'Shopify is not set up on this site yet.',
    });
    expect(await ask(100002, { shop: MAPLE, host: 'elsewhere.test' })).toMatchObject({
      status: 404,
      code: 'unknown_host',
    });
  });
});

describe('a store', () => {
  test('waits for its address, and says so word for word', async () => {
    const id = await world.connect(world.people.admin, MAPLE);
    const { ecommerceStoreAddress: whole } = await detail(id);
    const without = await world.call<StoreDetail>(world.people.admin, 'PUT', `/store/address/${id}`, {
      ...whole,
      city: '  ',
      companyName: null,
    });
    expect(without.data.missingAddressFields).toEqual(['city', 'companyName']);
    expect(without.data.addressSentence).toBe('Before syncing please add store address details in store branding');
    expect(without.data.problem).toMatchObject({ code: 'address', action: 'address' });
    expect(without.data.streams.find(({ stream }) => stream === 'orders')).toMatchObject({
      state: 'off',
      nextAt: null,
    });
    expect(await world.call(world.people.admin, 'POST', `/store/sync/${id}`)).toMatchObject({
      status: 422,
      message: 'Before syncing please add store address details in store branding',
      errors: [{ field: 'city' }, { field: 'companyName' }],
    });
    await world.sync();
    expect((await detail(id)).counts.orders).toBe(0);
    const complete = await world.call<StoreDetail>(world.people.admin, 'PUT', `/store/address/${id}`, whole);
    expect(complete).toMatchObject({
      success: 'Store updated successfully.',
      data: { addressSentence: null, problem: null },
    });
    // Its own address is now where its orders leave from.
    await world.sync();
    expect((await detail(id)).counts).toMatchObject({ orders: 12, importFailed: 0 });
    const { stores } = (await world.call<{ stores: StoreSummary[] }>(world.people.admin, 'GET', '/store/customer'))
      .data;
    expect(stores.find((store) => store.id === id)).toMatchObject({ test: true, state: 'connected', problem: null });
    expect(await world.call(world.people.admin, 'POST', `/store/sync/${id}`)).toMatchObject({
      success: 'Syncing in Process',
    });
    expect(await world.call(world.people.admin, 'POST', `/store/${id}/test`)).toMatchObject({ data: { ok: true } });
  });

  test('is renamed, set up, paused and resumed; a stale version is refused', async () => {
    const id = await world.connect(world.people.admin, MAPLE);
    const before = await detail(id);
    const renamed = await world.call<StoreDetail>(world.people.admin, 'PUT', `/store/${id}`, {
      name: 'Maple West',
      version: before.version,
    });
    expect(renamed.data.name).toBe('Maple West');
    expect(
      await world.call(world.people.admin, 'PUT', `/store/${id}`, { name: 'x', version: before.version }),
    ).toMatchObject({ code: 'stale_version' });
    const settings = {
      ...renamed.data.settings,
      notifyBuyer: false,
      autoPopupTag: { SHIPPING_LABEL: true, PACKAGING_SLIPS: true, CUSTOM_INVOICE: false },
    };
    const [location] = renamed.data.locations;
    const saved = await world.call<StoreDetail>(world.people.admin, 'PUT', `/store/settings/${id}`, {
      ...settings,
      warehouses: [{ externalLocationId: location?.externalLocationId, locationId: location?.locationId }],
      branding: { ...settings.branding, displayName: 'Maple & Co' },
    });
    expect(saved.data.settings).toMatchObject({ notifyBuyer: false, branding: { displayName: 'Maple & Co' } });
    expect(
      await world.call(world.people.admin, 'PUT', `/store/settings/${id}`, {
        ...settings,
        defaultLocationId: '0199a000-0000-7000-8000-00000000dead',
      }),
    ).toMatchObject({ status: 400 });
    const paused = await world.call<StoreDetail>(world.people.admin, 'POST', `/store/${id}/pause`);
    expect(paused.data).toMatchObject({ state: 'paused', problem: { action: 'resume' } });
    expect(await world.call(world.people.admin, 'POST', `/store/sync/${id}`)).toMatchObject({
      code: 'store_not_connected',
    });
    expect((await world.call<StoreDetail>(world.people.admin, 'POST', `/store/${id}/resume`)).data.state).toBe(
      'connected',
    );
  });

  test('that is disconnected is told so at the platform, keeps its orders, and its keys are gone', async () => {
    const id = await world.connect(world.people.admin, MAPLE);
    await world.sync();
    const orders = await world.database.db.tenant(world.people.admin, (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM orders WHERE store_id = ${id}`.execute(tx),
    );
    expect(await world.call(world.people.admin, 'DELETE', `/store/${id}`)).toMatchObject({ data: { note: null } });
    expect((await world.call(world.people.admin, 'GET', `/store/${id}`)).status).toBe(404);
    const left = await world.database.db.tenant(world.people.admin, (tx) =>
      sql<{
        n: number;
        secret: string | null;
        state: string;
      }>`SELECT (SELECT count(*)::int FROM orders WHERE store_id = s.id) AS n,
        secret_id AS secret, state FROM stores s WHERE id = ${id}`.execute(tx),
    );
    expect(left.rows[0]).toEqual({ n: orders.rows[0]?.n, secret: null, state: 'disconnected' });
    // The platform took the app's access back: the old one is good for nothing there.
    const { subscriptions } = await world.shop<{ subscriptions: unknown[] }>(MAPLE, 'GET', '/subscriptions');
    expect(subscriptions).toEqual([]);
  });
});
