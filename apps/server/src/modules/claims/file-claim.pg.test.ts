/** Claims filed with carriers over the real calls, for labels that were really bought at simulated ones. */
import { randomUUID } from 'node:crypto';
import { samples as amazon } from '@scanship/carrier-amazon-shipping/harness';
import { simulator as amazonSimulator } from '@scanship/carrier-amazon-shipping/simulator';
import { insure, samples as easypost } from '@scanship/carrier-easypost/harness';
import { simulator as easypostSimulator } from '@scanship/carrier-easypost/simulator';
import type { ClaimDetail } from '@scanship/contracts/shipping/claims';
import { encodeColourPng } from '@scanship/documents/pictures/png-writer';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { withClient } from '../../platform/database/connection.ts';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';

let world: ParcelWorld;
const call = <T = ClaimDetail>(method: string, path: string, body?: unknown, person = world.seller) =>
  world.call<T>(person, method, path, body);

beforeAll(async () => {
  world = await makeParcelWorld({
    booked: true,
    states: true,
    more: [
      { slug: 'easypost', simulator: easypostSimulator, credentials: easypost.account.credentials },
      { slug: 'amazon-shipping', simulator: amazonSimulator, credentials: amazon.account.credentials },
    ],
  });
}, 60_000);
afterAll(() => world.close());
afterEach(async () => {
  for (const slug of ['easypost', 'amazon-shipping']) await world.admin.clearFaults(slug);
  await world.after(0);
});

const filedAt = async (slug: string) => (await world.admin.books(slug)).filter(({ kind }) => kind === 'claim');

/** A claim with words and an amount, for a label of the carrier. */
async function claimAt(slug: string, more: object = {}) {
  const { shipment } = await world.buy(slug);
  const opened = await call('POST', '/claims/open', { shipmentId: shipment.id, kind: 'loss' });
  const changed = await call('PUT', `/claims/${opened.data.id}`, {
    version: opened.data.version,
    kind: 'loss',
    amount: { minor: 1_250, currency: 'USD' },
    note: 'It never came.',
    ...more,
  });
  return changed.data;
}
const insureAtEasyPost = async (claim: ClaimDetail): Promise<void> => {
  const { rows } = await world.database.db.tenant(world.seller, (tx) =>
    sql<{ id: string }>`SELECT vendor_ids ->> 'carrierShipmentId' AS id FROM purchases
      WHERE shipment_id = ${claim.shipmentId}`.execute(tx),
  );
  await insure(world.simulatorAt('easypost'), rows[0]?.id ?? '');
};
const file = (claim: ClaimDetail) =>
  call('POST', `/claims/${claim.id}/file`, {
    version: claim.version,
    trackingNumber: claim.filing?.trackingNumbers[0] ?? claim.act?.trackingNumber ?? '',
  });
const photo = () => {
  const png = encodeColourPng({ width: 2, height: 2, data: new Uint8Array(12).fill(200) }, { filtered: true });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'broken.png');
  return form;
};
const addPhoto = async (claim: ClaimDetail) =>
  (await world.upload<ClaimDetail>(world.seller, `/claims/${claim.id}/photos`, photo())).data;

it('says at the field what the carrier would refuse, and files nothing until it is there', async () => {
  const claim = await claimAt('easypost', { kind: 'damage', note: ' ', amount: { minor: 1_000, currency: 'CAD' } });
  expect(claim.filing).toMatchObject({ currency: 'USD', contact: { email: 'admin@example.com' }, withoutPhotos: null });
  expect(claim.filing?.missing.map(({ field }) => field)).toEqual(['amount', 'note', 'photos']);
  const refused = await file(claim);
  expect(refused.code).toBe('validation');
  expect(refused.errors?.map(({ field }) => field)).toEqual(['amount', 'note', 'photos']);
  const other = await claimAt('easypost', { kind: 'contents' });
  expect(other.filing?.missing).toMatchObject([{ field: 'kind' }]);
  expect(await filedAt('easypost')).toEqual([]);
});

it('is filed once, also by two presses at once, with its paper and photos, and followed to the money', async () => {
  const before = await claimAt('easypost', { kind: 'damage' });
  const uninsured = await file(await addPhoto(before));
  expect(uninsured).toMatchObject({
    code: 'carrier_refused',
    message: 'EasyPost takes claims on its own insurance alone, and this label was not insured there.',
  });
  const claim = (await call('GET', `/claims/${before.id}`)).data;
  expect(claim).toMatchObject({ state: 'draft', act: { state: 'refused' } });
  await insureAtEasyPost(claim);
  const both = await Promise.all([file(claim), file(claim)]);
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([undefined, 'stale_version']));
  const filed = both.find(({ code }) => code === undefined)?.data;
  const [book, ...more] = await filedAt('easypost');
  expect(more).toEqual([]);
  expect(book?.data).toMatchObject({ type: 'damage', amount: '12.50', files: 3, email: 'admin@example.com' });
  expect(filed).toMatchObject({
    state: 'filed',
    reference: book?.id,
    answer: 'Claim was created.',
    act: { state: 'filed' },
    carrierState: 'open',
    mayAsk: true,
    filing: null,
  });
  expect((await file({ ...claim, version: filed?.version ?? 0 })).code).toBe('claim_state');
  expect((await addPhoto(claim))?.id).toBeUndefined();

  await world.after(3 * 24);
  const reviewed = await call('POST', `/claims/${claim.id}/ask`);
  expect(reviewed.data).toMatchObject({ state: 'filed', answer: 'Claim is being reviewed.' });
  await world.after(5 * 24);
  await dueNow(claim.id);
  expect(await world.application.claims.watch.look()).toBe(1);
  const accepted = (await call('GET', `/claims/${claim.id}`)).data;
  expect(accepted).toMatchObject({ state: 'accepted', approved: { minor: 1_250, currency: 'USD' }, mayAsk: false });
  const paid = await call('POST', `/claims/${claim.id}/move`, {
    version: accepted.version,
    to: 'paid',
    paid: accepted.approved,
  });
  expect(paid.data).toMatchObject({ state: 'paid', paid: { minor: 1_250 } });
});

const dueNow = (id: string) =>
  world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE claims SET ask_at = now() - interval '1 second' WHERE id = ${id}`.execute(tx),
  );

it('that the carrier refuses says so in its words, and what a person noted meanwhile stands', async () => {
  const [refused, noted] = [await claimAt('easypost', { note: 'Please refuse this.' }), await claimAt('easypost')];
  for (const claim of [refused, noted]) {
    await insureAtEasyPost(claim);
    expect((await file(claim)).data.state).toBe('filed');
  }
  const now = (await call('GET', `/claims/${noted.id}`)).data;
  await call('POST', `/claims/${noted.id}/move`, { version: now.version, to: 'refused', answer: 'By telephone.' });
  await world.after(5 * 24);
  for (const { id } of [refused, noted]) await dueNow(id);
  await world.application.claims.watch.look();
  expect((await call('GET', `/claims/${refused.id}`)).data).toMatchObject({
    state: 'refused',
    answer: 'The packaging did not protect the contents.',
  });
  expect((await call('GET', `/claims/${noted.id}`)).data).toMatchObject({ state: 'refused', answer: 'By telephone.' });
});

it('of which nobody knows is a person’s question, and is never filed twice', async () => {
  const claim = await claimAt('amazon-shipping');
  await world.admin.setFaults('amazon-shipping', [{ kind: 'drop-after-effect', effect: 'effect', times: 1 }]);
  const unknown = await file(claim);
  expect(unknown.data).toMatchObject({ state: 'draft', act: { state: 'unknown', canAsk: false, canDecide: false } });
  // The carrier has it, whatever is pressed.
  expect((await file(unknown.data)).code).toBe('claim_state');
  expect((await call('POST', `/claims/${claim.id}/move`, { version: unknown.data.version, to: 'dropped' })).code).toBe(
    'claim_state',
  );
  expect(await filedAt('amazon-shipping')).toHaveLength(1);
  const open = async () =>
    (
      await world.database.db.tenant(world.seller, (tx) =>
        sql<{
          kind: string;
          state: string;
        }>`SELECT kind, resolved_at IS NULL AS open FROM exceptions WHERE key = ${`claim:${claim.id}`}`.execute(tx),
      )
    ).rows;
  expect(await open()).toMatchObject([{ kind: 'claim', open: true }]);
  const decide = (decision: string, claimNumber?: string) =>
    call('POST', `/claims/${claim.id}/file/decide`, { decision, claimNumber });
  await settled(claim.id);
  expect((await decide('exists')).errors).toMatchObject([{ field: 'claimNumber' }]);
  expect((await decide('exists', '1318160977650')).data).toMatchObject({
    state: 'filed',
    reference: '1318160977650',
    act: { state: 'filed' },
    carrierState: null,
    mayAsk: false,
  });
  expect(await open()).toMatchObject([{ open: false }]);
  expect((await call('POST', `/claims/${claim.id}/ask`)).code).toBe('claim_state');
});

/** As if the carrier's time to answer were over. */
const settled = (id: string) =>
  world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE effects SET sent_at = now() - interval '1 hour', settle_after = now() - interval '1 minute' WHERE subject_id = ${id}`.execute(
      tx,
    ),
  );

it('leads the carrier’s people to its photos, as long as it is under way', async () => {
  const drawn = await addPhoto(await claimAt('amazon-shipping'));
  expect((await file(drawn)).data).toMatchObject({ state: 'filed', answer: null });
  const book = (await filedAt('amazon-shipping')).at(-1);
  const proofs: unknown = book?.data['proofs'];
  const address = Array.isArray(proofs) ? String(proofs[0]) : '';
  expect(address).toMatch(/^https:\/\/first\.test\/claim-photos\/[\w.-]+$/);
  const here = address.replace('https://first.test', world.origin);
  const opened = await fetch(here);
  expect([opened.status, opened.headers.get('content-type'), opened.headers.get('set-cookie')]).toEqual([
    200,
    'image/png',
    null,
  ]);
  expect(opened.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  for (const wrong of [`${here}x`, here.replace(/.{6}$/, 'AAAAAA'), here.replace(/[^/]+$/, 'x')])
    expect((await fetch(wrong)).status, wrong).toBe(404);
  const { data: now } = await call('GET', `/claims/${drawn.id}`);
  await call('POST', `/claims/${drawn.id}/move`, { version: now.version, to: 'refused' });
  expect((await fetch(here)).status).toBe(404);
});

it('takes no photo but pictures, shows them to the seller alone, and loses them with the buyer', async () => {
  const claim = await addPhoto(await claimAt('easypost'));
  const path = `/claims/${claim.id}/photos/${claim.photos[0]?.id}`;
  expect((await world.file(world.seller, path, undefined)).headers.get('content-type')).toBe('image/png');
  expect([403, 404]).toContain((await world.file(world.people.basic, path, undefined)).status);
  const form = new FormData();
  form.set('file', new Blob(['<svg/>'], { type: 'image/png' }), 'x.png');
  expect((await world.upload(world.seller, `/claims/${claim.id}/photos`, form)).code).toBe('picture_refused');
  const second = await addPhoto(claim);
  expect(second.photos).toHaveLength(2);
  expect((await call('DELETE', path)).data.photos).toHaveLength(1);
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE order_details SET imported = imported || '{"erasedAt":"2026-11-29T00:00:00Z"}'
      WHERE order_id = ${claim.orderId}`.execute(tx),
  );
  expect((await call('GET', `/claims/${claim.id}`)).data.photos).toEqual([]);
});

it('takes the photos of what came back of its shipment, each once, as many as there is room for', async () => {
  const claim = await claimAt('easypost');
  await world.database.db.tenant(world.seller, async (tx) => {
    const { tenantId } = world.seller;
    const back = randomUUID();
    await sql`INSERT INTO returns (tenant_id, id, order_id, no, return_of, state, reason, reason_words, payer, wish, number_key)
      VALUES (${tenantId}, ${back}, ${claim.orderId}, 1, ${claim.shipmentId}, 'done', 'damaged', 'Damaged', 'seller', 'money', 'r')`.execute(
      tx,
    );
    await sql`INSERT INTO return_photos (tenant_id, id, return_id, source, width, height, png)
      SELECT ${tenantId}, gen_random_uuid(), ${back}, 'buyer', 1, 1, 'x' FROM generate_series(1, 12)`.execute(tx);
  });
  expect((await call('GET', `/claims/${claim.id}`)).data.returnPhotos).toBe(12);
  const take = async () => (await call('POST', `/claims/${claim.id}/photos/of-returns`)).data;
  const took = await take();
  expect([took.photos.length, took.returnPhotos]).toEqual([10, 2]);
  expect((await take()).photos.map(({ id }) => id)).toEqual(took.photos.map(({ id }) => id));
  expect((await world.upload(world.seller, `/claims/${claim.id}/photos`, photo())).message).toBe(
    'At most 10 photos are kept of a claim.',
  );
});

it('is filed by whoever owns the account: the carrier pays nobody else', async () => {
  const claim = await claimAt('easypost');
  await insureAtEasyPost(claim);
  const { rows } = await world.database.db.tenant(world.seller, (tx) =>
    sql<{
      id: string;
      grant_id: string;
    }>`SELECT id, grant_id FROM purchases WHERE shipment_id = ${claim.shipmentId}`.execute(tx),
  );
  const other = world.people.basic.tenantId;
  const lend = (to: string) =>
    withClient(world.database.migrator, (client) =>
      client.query('UPDATE account_grants SET owner_tenant_id = $1 WHERE id = $2', [to, rows[0]?.grant_id]),
    );
  await lend(other);
  try {
    const lent = (await call('GET', `/claims/${claim.id}`)).data;
    expect(lent).toMatchObject({ filing: null, notFiled: expect.stringContaining('is lent to you') as string });
    expect((await file({ ...lent, filing: claim.filing })).code).toBe('forbidden');
  } finally {
    await lend(world.seller.tenantId);
  }
});
