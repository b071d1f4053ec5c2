/** Photos of returns over real HTTP: drawn anew, bounded, the seller's alone, gone with the buyer; and codes shown in place of labels. */
import type { ReturnDetail } from '@scanship/contracts/shipping/returns';
import { encodeColourPng } from '@scanship/documents/pictures/png-writer';
import { sql } from 'kysely';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { createBuyerLinks } from '../buyer-page/index.ts';
import { storeDocument } from '../documents/store.ts';
import { keepPhoto } from './photos.ts';

let world: ParcelWorld;
let orderId = '';
let shipmentId = '';
beforeAll(async () => {
  world = await makeParcelWorld();
  orderId = (await world.newOrder()).id;
  shipmentId = newId();
  const address = json({ countryCode: 'CA' });
  await inTenant(sql`INSERT INTO shipments (tenant_id, id, state, from_address, to_address, slug)
    VALUES (${world.seller.tenantId}, ${shipmentId}, 'bought', ${address}, ${address}, 'ups')`);
}, 240_000);
afterAll(() => world.close());

const inTenant = (statement: ReturnType<typeof sql>) =>
  world.database.db.tenant(world.seller, (tx) => statement.execute(tx));
const link = (): string =>
  createBuyerLinks(world.services.cookieSecret).pathOf({ tenantId: world.seller.tenantId, orderId });
const detail = async (id: string) => (await world.call<ReturnDetail>(world.seller, 'GET', `/returns/${id}`)).data;

let no = 0;
async function returned(state: string): Promise<string> {
  const id = newId();
  no += 1;
  await inTenant(sql`INSERT INTO returns (tenant_id, id, order_id, no, return_of, state, reason, reason_words, payer, wish, number_key)
    VALUES (${world.seller.tenantId}, ${id}, ${orderId}, ${no}, ${shipmentId}, ${state}, 'damaged', 'Damaged', 'seller', 'money', '1')`);
  await inTenant(sql`INSERT INTO return_items (tenant_id, return_id, line, qty)
    VALUES (${world.seller.tenantId}, ${id}, 1, 1)`);
  return id;
}

const picture = (side = 60): Buffer =>
  Buffer.from(
    encodeColourPng({
      width: side,
      height: side,
      data: Uint8Array.from({ length: side * side * 3 }, (_v, at) => (at * 31) % 256),
    }),
  );

async function page(path: string, file?: { readonly bytes: Buffer; readonly name: string }) {
  const edge = 'edge-of-parts';
  const body =
    file &&
    Buffer.concat([
      Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="lang"\r\n\r\nfr\r\n`),
      Buffer.from(
        `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: image/jpeg\r\n\r\n`,
      ),
      file.bytes,
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]);
  const answer = await request(`${world.origin.replace('localhost', '127.0.0.1')}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      host: 'first.test',
      'accept-language': 'en',
      ...(body ? { 'content-type': `multipart/form-data; boundary=${edge}` } : {}),
    },
    ...(body ? { body } : {}),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString('utf8') };
}
const send = (id: string, bytes: Buffer, name = 'IMG_0001.HEIC') =>
  page(`${link()}/returns/${id}/photos`, { bytes, name });

const keep = (returnId: string) =>
  world.database.db.tenant(world.seller, (tx) =>
    keepPhoto(tx, world.seller.tenantId, {
      returnId,
      source: 'buyer',
      userId: null,
      png: picture(4),
      width: 4,
      height: 4,
    }),
  );

describe('a buyer’s photo', () => {
  it('is told by its bytes, drawn anew, shown to the seller alone, and gone with the buyer', async () => {
    const id = await returned('asked');
    const sent = await send(id, picture());
    expect([sent.status, sent.headers.location]).toEqual([303, `${link()}/returns?lang=fr`]);
    const shown = await page(`${link()}/returns?lang=fr`);
    expect(shown.text).toContain('Photos envoyées\u00a0: 1');
    expect(shown.text).not.toContain('/api/returns');
    const { photos } = await detail(id);
    expect(photos).toMatchObject([{ source: 'buyer', width: 60, height: 60 }]);
    const file = await world.file(world.seller, `/returns/${id}/photos/${photos[0]?.id}`, undefined);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    const stranger = await world.file(world.people.basic, `/returns/${id}/photos/${photos[0]?.id}`, undefined);
    expect([403, 404]).toContain(stranger.status);

    await world.upload(world.seller, `/returns/${id}/photos`, formOf(picture()));
    await inTenant(
      sql`UPDATE order_details SET imported = imported || '{"erasedAt":"2026-01-01"}' WHERE order_id = ${orderId}`,
    );
    expect((await inTenant(sql`SELECT source FROM return_photos WHERE return_id = ${id}`)).rows).toEqual([]);
    await inTenant(sql`UPDATE order_details SET imported = imported - 'erasedAt' WHERE order_id = ${orderId}`);
  });

  it('that is no photo, or one too many, says so on the page, and nothing is kept', async () => {
    const id = await returned('asked');
    for (const bytes of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      Buffer.from('%PDF-1.7 not a picture'),
      picture().subarray(0, 80),
    ]) {
      const refused = await send(id, bytes, 'photo.jpg');
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('role="alert"');
    }
    expect((await detail(id)).photos).toEqual([]);
    for (let photo = 0; photo < 5; photo += 1) expect((await send(id, picture(20 + photo))).status).toBe(303);
    const more = await send(id, picture());
    expect([more.status, more.text]).toEqual([422, expect.stringContaining('Aucune autre photo')]);
    expect((await detail(id)).photos).toHaveLength(5);
  });

  it('that is not taken is not drawn first, and the page says which of the reasons it was', async () => {
    const junk = Buffer.from('no picture at all');
    const settled = await send(await returned('done'), junk);
    expect([settled.status, settled.text]).toEqual([422, expect.stringContaining('il ne prend plus de photos')]);
    const id = await returned('asked');
    // A PNG says its size in its head.
    const wide = Buffer.from(picture());
    wide.writeUInt32BE(30_000, 16);
    wide.writeUInt32BE(30_000, 20);
    expect((await send(id, wide)).text).toContain('60 millions de pixels');
    expect((await send(id, junk)).text).toContain('n’est pas une photo lisible');
    for (let photo = 0; photo < 5; photo += 1) await keep(id);
    expect((await send(id, junk)).text).toContain('Aucune autre photo');
  });

  it('that comes with others at once counts as they do', async () => {
    const id = await returned('asked');
    for (let photo = 0; photo < 3; photo += 1) await keep(id);
    const kept = await Promise.all(Array.from({ length: 6 }, () => keep(id)));
    expect(kept.filter(({ ok }) => ok)).toHaveLength(2);
    expect((await detail(id)).photos).toHaveLength(5);
  });

  it('of a return of another order or of none is not kept', async () => {
    expect((await send('0198a000-0000-7000-8000-000000000001', picture())).status).toBe(404);
    expect((await send('x', picture())).status).toBe(404);
    expect((await page('/track/made-up/returns/x/photos', { bytes: picture(), name: 'a.png' })).status).toBe(404);
  });
});

const formOf = (bytes: Buffer): FormData => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'table.png');
  return form;
};

describe('at the packing table', () => {
  it('photos are added until the return is settled', async () => {
    const id = await returned('arrived');
    const added = await world.upload<ReturnDetail>(world.seller, `/returns/${id}/photos`, formOf(picture()));
    expect(added.data.photos).toMatchObject([{ source: 'table' }]);
    const text = await world.upload(world.seller, `/returns/${id}/photos`, formOf(Buffer.from('hello')));
    expect(text.code).toBe('picture_refused');
    const done = await returned('done');
    expect((await world.upload(world.seller, `/returns/${done}/photos`, formOf(picture()))).code).toBe('return_state');
  });
});

describe('a code in place of a printed label', () => {
  it('is shown to the buyer while the label can be used, as the carrier gave it', async () => {
    const id = await returned('approved');
    const code = picture(33);
    await inTenant(sql`UPDATE returns SET shipment_id = ${shipmentId} WHERE id = ${id}`);
    const before = await page(`${link()}/returns`);
    expect(before.text).not.toContain(`/${id}/code`);
    expect((await page(`${link()}/returns/${id}/code`)).status).toBe(404);
    await world.database.db.tenant(world.seller, (tx) =>
      storeDocument(tx, world.seller.tenantId, { kind: 'qr_code', format: 'png', bytes: code, shipmentId }),
    );
    expect((await page(`${link()}/returns`)).text).toContain(`src="${link()}/returns/${id}/code"`);
    const shown = await page(`${link()}/returns/${id}/code`);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.bytes.equals(code)).toBe(true);
  });
});
