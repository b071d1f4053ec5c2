/** The tracking page inside a seller's shop, over real HTTP: who may frame what. */
import type { SeenBuyerPageSettings } from '@scanship/contracts/stores/buyer-page';
import { Script } from 'node:vm';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { createBuyerLinks } from './links.ts';

const SHOP = 'https://shop.maple.example';
let world: ParcelWorld;
let link = '';
let number = '';
let key = '';
beforeAll(async () => {
  world = await makeParcelWorld();
  const { id: orderId, number: known } = await world.newOrder();
  number = known;
  link = createBuyerLinks(world.services.cookieSecret).pathOf({ tenantId: world.seller.tenantId, orderId });
  expect((await open(link)).policy).toContain("frame-ancestors 'none'");
  const { data: now } = await settings('GET');
  expect(now.shops).toEqual([]);
  const { data } = await settings('PUT', { lifeDays: 90, shops: [`${SHOP}/pages/track`], version: now.version });
  expect(data.shops).toEqual([SHOP]);
  key = data.shopKey;
  // What was read of an order is shown for a second.
  await new Promise((resolve) => setTimeout(resolve, 1_050));
}, 240_000);
afterAll(() => world.close());

const settings = (method: 'GET' | 'PUT', body?: object) =>
  world.call<SeenBuyerPageSettings>(world.seller, method, '/buyer-page/settings', body);

async function open(
  path: string,
  { form, framed = false }: { readonly form?: Readonly<Record<string, string>>; readonly framed?: boolean } = {},
) {
  const answer = await request(`${world.origin.replace('localhost', '127.0.0.1')}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: {
      host: 'first.test',
      'accept-language': 'en',
      ...(framed ? { 'sec-fetch-dest': 'iframe' } : {}),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    policy: String(answer.headers['content-security-policy']),
    text: await answer.body.text(),
  };
}

it('may be framed by the shops its seller declared and by nobody else; only a frame has a script, which tells its height', async () => {
  const page = await open(link);
  expect(page.policy).toContain(`frame-ancestors ${SHOP}`);
  expect(page.headers['x-frame-options']).toBeUndefined();
  expect(page.text).not.toContain('<script');
  expect(page.policy).not.toContain('script-src');
  const framed = await open(link, { framed: true });
  const nonce = /script-src 'nonce-([^']+)'/.exec(framed.policy)?.[1];
  expect(framed.text).toContain(`<script nonce="${nonce}">`);
  expect(framed.text).toContain('trackingHeight');
  // The look-up of the franchise, and what leads nowhere, belong to no seller.
  for (const path of ['/track', '/track/nothing', '/track?shop=made-up'])
    expect((await open(path, { framed: true })).policy, path).toContain("frame-ancestors 'none'");
  expect((await open('/track', { framed: true })).text).not.toContain('<script');
});

it('is looked up by orders of that seller alone where the shop’s key is given', async () => {
  const find = await open(`/track?shop=${key}`, { framed: true });
  expect(find.policy).toContain(`frame-ancestors ${SHOP}`);
  expect(find.text).toContain(`name="shop" value="${key}"`);
  const found = await open('/track', { form: { number, proof: 'M5H 2M5', lang: 'en', shop: key }, framed: true });
  expect([found.status, found.headers.location]).toEqual([303, `${link}?lang=en`]);
  const other = createBuyerLinks(world.services.cookieSecret).shopKey(world.people.basic.tenantId);
  const wrong = await open('/track', { form: { number, proof: 'M5H 2M5', lang: 'en', shop: other }, framed: true });
  expect(wrong.status).toBe(404);
});

it('is put into the shop by one script, which frames this very host', async () => {
  const script = await open('/track/embed.js');
  expect(script.status).toBe(200);
  expect(script.headers['content-type']).toContain('text/javascript');
  expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(script.headers['set-cookie']).toBeUndefined();
  expect(() => new Script(script.text)).not.toThrow();
});

it('refuses what is no shop, and leaves the shops alone where they are not named', async () => {
  const { data } = await settings('GET');
  const refused = await settings('PUT', { lifeDays: 90, shops: [SHOP, 'https://*.example'], version: data.version });
  expect(refused).toMatchObject({ status: 400, errors: [{ field: 'shops.1' }] });
  const kept = await settings('PUT', { lifeDays: 120, version: data.version });
  expect(kept.data).toMatchObject({ lifeDays: 120, shops: [SHOP] });
});
