/** The seller's brand on the pages of buyers, over real HTTP: pictures drawn anew, links, who is asked, and what is said of a delivery. */
import { gzipSync } from 'node:zlib';
import type { SeenBuyerPageSettings } from '@scanship/contracts/stores/buyer-page';
import { readRasterHead } from '@scanship/documents/pictures/raster-head';
import { encodeColourPng } from '@scanship/documents/pictures/png-writer';
import { sql } from 'kysely';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServices } from '../../../test/app-kit.ts';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { statementsOf } from '../../../test/statements.ts';
import { createApplication } from '../../application.ts';
import { storeDocument } from '../documents/index.ts';
import { createBuyerLinks } from './links.ts';

let world: ParcelWorld;
let orderId = '';
let shipmentId = '';
beforeAll(async () => {
  world = await makeParcelWorld();
  const bought = await world.buy('testline-express');
  orderId = bought.orderId;
  shipmentId = bought.shipment.id;
  await world.after(24 * 4);
  await world.poll(shipmentId);
}, 120_000);
afterAll(() => world.close());
beforeEach(() =>
  world.database.db.tenant(world.seller, async (tx) => {
    await sql`DELETE FROM buyer_page_settings`.execute(tx);
    await sql`UPDATE customer_settings SET more = more - 'logo'`.execute(tx);
  }),
);

const page = (): string =>
  createBuyerLinks(world.services.cookieSecret).pathOf({ tenantId: world.seller.tenantId, orderId });
const open = async (path: string, host = 'first.test') => {
  // What was read is shown to others for a second.
  if (path === page()) await new Promise((resolve) => setTimeout(resolve, 1_050));
  const { statusCode, headers, body } = await request(`${world.origin.replace('localhost', '127.0.0.1')}${path}`, {
    headers: { host, 'accept-language': 'en-CA' },
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  return { status: statusCode, headers, bytes, text: bytes.toString() };
};
const settings = async () =>
  (await world.call<SeenBuyerPageSettings>(world.seller, 'GET', '/buyer-page/settings')).data;
const put = async (change: Readonly<Record<string, unknown>>) => {
  const { lifeDays, version } = await settings();
  return world.call<SeenBuyerPageSettings>(world.seller, 'PUT', '/buyer-page/settings', {
    lifeDays,
    version,
    ...change,
  });
};
const upload = <T>(path: string, bytes: Uint8Array) => {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'picture');
  return world.upload<T>(world.seller, path, form);
};
const noise = (width: number, height: number) =>
  encodeColourPng({
    width,
    height,
    data: Uint8Array.from({ length: width * height * 3 }, (_, at) => (Math.imul(at + 1, 2_654_435_761) >>> 13) & 255),
  });
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><desc>hidden</desc><rect width="200" height="50" fill="#c00"/></svg>',
);
const picturesOf = (text: string) => [...text.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src]) => src ?? '');

describe('the look of the page', () => {
  it('is the seller’s: its logo and banner, drawn anew, its colour and links; 60 kB at the most when it is first opened', async () => {
    expect((await upload('/customer/document-logo', SVG)).status).toBe(200);
    expect((await upload<SeenBuyerPageSettings>('/buyer-page/banner', noise(1_600, 700))).data).toMatchObject({
      banner: expect.stringMatching(/^\/track\/picture\//),
      version: 0,
    });
    const saved = await put({
      logo: true,
      colour: '#FFEE00',
      links: [
        { label: 'Shop', url: 'https://shop.maple.example' },
        { label: '', url: '' },
        { label: 'Returns <policy>', url: 'https://shop.maple.example/returns?a="b"' },
      ],
    });
    expect(saved.data, JSON.stringify(saved.errors)).toMatchObject({ logo: true, hasLogo: true, colour: '#ffee00' });
    const { text, headers } = await open(page());
    expect(text).toContain('--brand:#ffee00;--on-brand:#000000');
    expect(text).toContain('<a href="https://shop.maple.example/" rel="noreferrer noopener">Shop</a>');
    expect(text).toContain('Returns &lt;policy&gt;');
    const pictures = picturesOf(text);
    expect(pictures.length).toBe(2);
    expect(headers['content-security-policy']).toContain("img-src 'self' data:");
    let all = gzipSync(text).length;
    const types: string[] = [];
    for (const picture of pictures) {
      const got = await open(picture);
      expect(got.status, picture).toBe(200);
      expect(got.headers).toMatchObject({
        'cache-control': 'public, max-age=604800, immutable',
        'content-security-policy': expect.stringContaining('sandbox'),
        'x-content-type-options': 'nosniff',
      });
      expect(got.headers['set-cookie']).toBeUndefined();
      expect(got.bytes.includes('hidden')).toBe(false);
      types.push(readRasterHead(got.bytes)?.type ?? '');
      expect(got.headers['content-type']).toBe(types.at(-1));
      all += gzipSync(got.bytes).length;
    }
    expect(types).toEqual(['image/png', 'image/jpeg']);
    expect(all).toBeLessThan(60_000);
    // The look-up in the seller's name looks so, too.
    expect((await open(`/track?shop=${saved.data.shopKey}`)).text).toContain('--brand:#ffee00');
    expect((await open('/track')).text).not.toContain('--brand:#ffee00');
  });

  it('has its pictures read once by many who look at once', async () => {
    await upload('/buyer-page/banner', noise(400, 100));
    await put({});
    const [banner = ''] = picturesOf((await open(page())).text);
    const read = (await statementsOf(() => Promise.all(Array.from({ length: 30 }, () => open(banner))))).filter(
      (text) => /FROM blobs|buyer_page_settings|"tenants"/.test(text),
    );
    expect(read.length).toBeLessThanOrEqual(4);
  });

  it('follows the logo of the documents, and shows no picture of somebody else or that is not chosen', async () => {
    await upload('/customer/document-logo', SVG);
    const { data } = await put({ logo: true });
    const [logo = ''] = picturesOf((await open(page())).text);
    expect((await open(logo)).status).toBe(200);
    expect((await open(logo, 'second.test')).status).toBe(404);
    const other = createBuyerLinks(world.services.cookieSecret).shopKey(world.people.basic.tenantId);
    expect((await open(logo.replace(data.shopKey, other))).status).toBe(404);
    expect((await open(logo.replace(/.$/, logo.endsWith('0') ? '1' : '0'))).status).toBe(404);
    const label = await world.database.db.tenant(world.seller, async (tx) => {
      const { rows } = await sql<{ blob: string }>`SELECT blob FROM documents WHERE kind = 'label' LIMIT 1`.execute(tx);
      return rows[0]?.blob ?? '';
    });
    expect(label).toMatch(/^[0-9a-f]{64}$/);
    expect((await open(logo.replace(/[0-9a-f]{64}$/, label))).status).toBe(404);
    await upload('/customer/document-logo', noise(90, 30));
    const [next = ''] = picturesOf((await open(page())).text);
    expect(next).not.toBe(logo);
    expect((await open(next)).status).toBe(200);
    expect((await open(logo)).status).toBe(404);
  });

  it('says at the field what cannot be: a logo there is none of, no link of the web, no colour, no photo', async () => {
    const refused = await put({
      logo: true,
      colour: 'red',
      supportEmail: 'nobody',
      links: [
        { label: 'A', url: 'javascript:alert(1)' },
        { label: 'B', url: 'http://shop.example' },
        { label: '', url: 'https://me:secret@shop.example' },
      ],
    });
    expect(refused.status).toBe(400);
    expect(refused.errors?.map(({ field }) => field)).toEqual([
      'links.0.url',
      'links.1.url',
      'links.2.label',
      'links.2.url',
      'colour',
      'supportEmail',
      'logo',
    ]);
    expect((await upload('/buyer-page/banner', SVG)).code).toBe('picture_refused');
    expect((await upload('/buyer-page/banner', Buffer.from('GIF89a'))).code).toBe('picture_refused');
    expect((await settings()).banner).toBeNull();
  });

  it('is seen before it goes; a picture taken away is away, and settings typed meanwhile stay good', async () => {
    const { version } = await settings();
    await upload('/buyer-page/banner', noise(400, 100));
    const preview = await world.call<{ html: string }>(world.seller, 'POST', '/buyer-page/preview', {
      language: 'fr',
      colour: '#112233',
      links: [{ label: 'Boutique', url: 'https://boutique.example' }],
      supportPhone: '514 555-0199',
      proof: true,
    });
    expect(preview.data.html).toContain('--brand:#112233;--on-brand:#ffffff');
    expect(preview.data.html).toMatch(/Boutique|514 555-0199/);
    expect(preview.data.html).toContain('Livré, signé par C. TREMBLAY');
    expect((await settings()).colour).toBeNull();
    const saved = await world.call(world.seller, 'PUT', '/buyer-page/settings', { lifeDays: 90, version });
    expect(saved.status).toBe(200);
    expect((await settings()).banner).not.toBeNull();
    await world.call(world.seller, 'DELETE', '/buyer-page/banner');
    expect((await settings()).banner).toBeNull();
    expect(picturesOf((await open(page())).text)).toEqual([]);
  });
});

it('whoever looks at many pictures is not told to wait for pages, nor the other way round', async () => {
  await upload('/buyer-page/banner', noise(400, 100));
  const [banner = ''] = picturesOf((await open(page())).text);
  const services = testServices(world.database.db, {
    config: { budgets: { 'page-pictures/address': 4, 'calls/address': 4 } },
  });
  const application = createApplication(services, { version: 'test' });
  const app = await application.http();
  const seen = async (url: string) => (await app.inject({ url, headers: { host: 'first.test' } })).statusCode;
  const many = async (url: string) => {
    const all: number[] = [];
    for (let at = 0; at < 6; at += 1) all.push(await seen(url));
    return all;
  };
  expect(await many(banner)).toEqual([200, 200, 200, 200, 429, 429]);
  expect(await many('/track')).toEqual([200, 200, 200, 200, 429, 429]);
  await app.close();
  await application.close();
});

it('buyers ask where the seller wants it; else where the papers of the store say', async () => {
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE stores SET branding = '{"email":"papers@maple.example","phone":"1"}'`.execute(tx),
  );
  expect((await open(page())).text).toContain('papers@maple.example');
  await put({ supportEmail: 'help@maple.example', supportPhone: '+1 514 555-0100' });
  const { text } = await open(page());
  expect(text).toContain('mailto:help%40maple.example');
  expect(text).toContain('tel:+15145550100');
  expect(text).not.toContain('papers@maple.example');
  await put({ supportEmail: null });
  expect((await open(page())).text).toContain('papers@maple.example');
});

it('what the carrier says of a delivery is shown where the seller chose it, with the proof it asked for', async () => {
  await world.database.db.tenant(world.seller, async (tx) => {
    await sql`INSERT INTO tracking_events (tenant_id, tracker_id, event_hash, occurred_at, status, text)
      SELECT tenant_id, id, 'signed', now() + interval '30 days', 'delivered', 'Delivered, signed by R. BUYER' FROM trackers`.execute(
      tx,
    );
    await storeDocument(tx, world.seller.tenantId, {
      kind: 'proof_of_delivery',
      format: 'png',
      bytes: noise(4, 4),
      shipmentId,
      parcelNo: 1,
    });
  });
  const proof = `${page()}/proof/${shipmentId}.1`;
  expect((await open(page())).text).not.toMatch(/R\. BUYER|\/proof\//);
  expect((await open(proof)).status).toBe(404);
  await put({ proof: true });
  const { text } = await open(page());
  expect(text).toContain('says: Delivered, signed by R. BUYER');
  expect(text).toContain(`href="${proof}"`);
  const paper = await open(proof);
  expect(paper.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-store' });
  expect((await open(`${page()}/proof/${shipmentId}.2`)).status).toBe(404);
  await put({ proof: false });
  await open(page());
  expect((await open(proof)).status).toBe(404);
});
