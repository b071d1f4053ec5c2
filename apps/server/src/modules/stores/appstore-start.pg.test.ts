/** A store that is started at Amazon's Appstore: through our landing page's call, the neutral callback, and a late sign-in. */
import { createAmazonCa } from '@scanship/store-amazon/simulator';
import type { StoreDetail } from '@scanship/contracts/stores/stores';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_APP } from '@scanship/store-amazon/simulator-apps';
import { makeStoreWorld, type StoreWorld } from '../../../test/store-world.ts';

const MAPLE = 'A1MAPLECA00001';
const BIRCH = 'A2BIRCHCA00002';

let world: StoreWorld;
beforeAll(async () => {
  world = await makeStoreWorld({}, { 'amazon-ca': () => Promise.resolve(createAmazonCa()) });
});
afterAll(() => world.close());

const location = async (address: string, form?: Record<string, string>): Promise<URL> => {
  const answer = await world.browser.fetch(address, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const to = answer.headers.get('location');
  if (to === null) throw new Error(`${answer.status} ${await answer.text()}`);
  return new URL(to, world.origin);
};
/** From the Appstore's page to our login address, as the browser goes. */
const fromAppstore = (seller: string, query: Record<string, string> = {}): Promise<URL> => {
  const page = new URLSearchParams({
    application_id: DEMO_APP.applicationId,
    login_uri: `${world.origin}/connect/amazon-ca/callback`,
    ...query,
  });
  return location(`${world.origin}/_simulators/amazon-ca/appstore?${page.toString()}`, { account: seller });
};
const ask = (vendor: URLSearchParams, person?: StoreWorld['people']['admin']) =>
  world.call<{ url: string }>(
    person,
    'GET',
    `/public/100003/oauth?${new URLSearchParams({ host: new URL(world.origin).host, vendor: vendor.toString() }).toString()}`,
  );
const add = (person: StoreWorld['people']['admin'], search: URLSearchParams) =>
  world.call<StoreDetail>(person, 'POST', '/store/add', {
    platformId: 100003,
    code: search.get('code'),
    shop: search.get('shop'),
  });

describe('the Appstore’s start', () => {
  test('goes through the neutral callback and our page to Amazon and back; the code is exchanged at once', async () => {
    const login = await fromAppstore(MAPLE, { version: 'beta' });
    expect(login.pathname).toBe('/connect/amazon-ca/callback');
    expect(login.searchParams.get('version')).toBe('beta');
    const page = await location(login.href);
    expect(page.pathname).toBe('/connect-marketplace/100003');
    expect([...page.searchParams.keys()].toSorted()).toEqual([
      'amazon_callback_uri',
      'amazon_state',
      'selling_partner_id',
      'version',
    ]);
    const asked = await ask(page.searchParams);
    const confirm = new URL(asked.data.url);
    expect(confirm.origin + confirm.pathname).toBe(
      `${world.origin}/_simulators/amazon-ca/apps/authorize/confirm/${DEMO_APP.applicationId}`,
    );
    expect(confirm.searchParams.get('redirect_uri')).toBe(`${world.origin}/connect/amazon-ca/callback`);
    expect(confirm.searchParams.get('amazon_state')).toBe(login.searchParams.get('amazon_state'));
    expect(confirm.searchParams.get('version')).toBe('beta');
    const back = await location(confirm.href);
    expect([...back.searchParams.keys()].toSorted()).toEqual(['selling_partner_id', 'spapi_oauth_code', 'state']);
    const landed = await location(back.href);
    expect(landed.pathname).toBe('/connect-marketplace/100003');
    expect(landed.searchParams.get('shop')).toBe(MAPLE);
    expect(landed.searchParams.get('redirect_url')).toBe('/ecommerce/connect-store/amazon-ca-store');
    expect(landed.searchParams.get('code')).not.toContain('Atz');
    expect((landed.searchParams.get('code') ?? '').length).toBeLessThan(4_000);
    // Somebody takes longer to sign in than Amazon's code lasts: five minutes.
    await world.admin.setClock('amazon-ca', 10 * 60_000);
    const added = await add(world.people.admin, landed.searchParams);
    await world.admin.setClock('amazon-ca', 0);
    expect(added).toMatchObject({ status: 200, success: 'Store connected successfully.' });
    expect(added.data).toMatchObject({
      name: 'Maple Goods',
      platformId: 100003,
      externalAccount: MAPLE,
      mode: 'simulator',
      currency: 'CAD',
      ecommerceStoreAddress: { companyName: 'Maple Goods Ltd.', city: 'Toronto' },
    });
    expect(await world.call(world.people.admin, 'POST', `/store/${added.data.id}/test`)).toMatchObject({
      data: { ok: true },
    });
    expect(await add(world.people.admin, landed.searchParams)).toMatchObject({ code: 'store_consent_used' });
    await world.sync();
    const stored = await world.call<StoreDetail>(world.people.admin, 'GET', `/store/${added.data.id}`);
    // Nine are seeded: one is pending and one is Amazon's to ship.
    expect(stored.data.counts).toMatchObject({ orders: 7, importFailed: 0 });
  });

  test('by somebody signed in is theirs alone', async () => {
    const login = await fromAppstore(BIRCH);
    const asked = await ask((await location(login.href)).searchParams, world.people.admin);
    const landed = await location((await location(asked.data.url)).href);
    expect(await add(world.people.basic, landed.searchParams)).toMatchObject({ status: 422, code: 'store_refused' });
    expect(await add(world.people.admin, landed.searchParams)).toMatchObject({ status: 200 });
  });

  test('never leads to an address that is not Amazon’s', async () => {
    const { searchParams } = await fromAppstore(MAPLE);
    for (const evil of [
      'https://evil.example/apps/authorize/confirm/x',
      'https://amazon.com.evil.example/',
      `${world.origin}/auth/login`,
      'javascript:alert(1)',
    ]) {
      const vendor = new URLSearchParams(searchParams);
      vendor.set('amazon_callback_uri', evil);
      expect(await ask(vendor)).toMatchObject({ status: 422, code: 'store_refused' });
    }
  });

  test('a seller who was changed on the way back is refused', async () => {
    const login = await fromAppstore(MAPLE);
    const asked = await ask((await location(login.href)).searchParams);
    const back = await location(asked.data.url);
    back.searchParams.set('selling_partner_id', BIRCH);
    expect((await location(back.href)).searchParams.get('error')).toBe('account');
    // Begun on our page, where no seller is known before: Amazon itself says that the token is another's.
    const begun = await world.call<{ url: string }>(
      undefined,
      'GET',
      `/public/100003/oauth?host=${new URL(world.origin).host}`,
    );
    const consent = new URL(begun.data.url);
    const answered = await location(consent.href, {
      client_id: DEMO_APP.applicationId,
      redirect_uri: consent.searchParams.get('redirect_uri') ?? '',
      state: consent.searchParams.get('state') ?? '',
      account: MAPLE,
      answer: 'allow',
    });
    answered.searchParams.set('selling_partner_id', BIRCH);
    expect((await location(answered.href)).searchParams.get('error')).toBe('exchange');
  });
});
