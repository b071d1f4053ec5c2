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
import { eraseCopies } from '../stores/erase-copies.ts';

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
  expect(book?.data).toMatchObject({ type: 'damage', amount: '12.50', files: 2, email: 'admin@example.com' });
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

const move = async (id: string, to: string, more: object = {}) => {
  const { version } = (await call('GET', `/claims/${id}`)).data;
  return call('POST', `/claims/${id}/move`, { version, to, ...more });
};
async function filedClaim(more: object = {}) {
  const claim = await claimAt('easypost', more);
  await insureAtEasyPost(claim);
  const { data } = await file(claim);
  expect(data.state).toBe('filed');
  return data;
}

it('that is appealed against is asked about a day later, and stays so until the carrier says something else', async () => {
  const { id } = await filedClaim({ note: 'Please refuse this.' });
  await world.after(5 * 24);
  await dueNow(id);
  await world.application.claims.watch.look();
  expect((await call('GET', `/claims/${id}`)).data.state).toBe('refused');
  expect((await move(id, 'filed')).data.state).toBe('filed');
  const waits = await world.database.db.tenant(world.seller, (tx) =>
    sql<{
      waits: boolean;
    }>`SELECT ask_at > ${world.services.clock.now().toISOString()}::timestamptz + interval '23 hours' AS waits
      FROM claims WHERE id = ${id}`.execute(tx),
  );
  expect(waits.rows).toEqual([{ waits: true }]);
  expect((await call('POST', `/claims/${id}/ask`)).data).toMatchObject({ state: 'filed', carrierState: 'refused' });
});

it('that was dropped and begun anew knows nothing of what the carrier had', async () => {
  const { id, reference } = await filedClaim();
  await move(id, 'dropped');
  expect((await move(id, 'draft')).data).toMatchObject({
    reference: null,
    carrierState: null,
    act: null,
    approved: null,
  });
  const paper = (await move(id, 'filed', { reference })).data;
  expect(paper).toMatchObject({ state: 'filed', reference, mayAsk: false });
  expect((await call('POST', `/claims/${id}/ask`)).code).toBe('claim_state');
});

it('is asked about by the carrier’s number of it, whatever a person wrote there', async () => {
  const { id } = await filedClaim();
  await move(id, 'refused');
  await move(id, 'filed', { reference: 'Our appeal 7' });
  await world.after(5 * 24);
  expect((await call('POST', `/claims/${id}/ask`)).data).toMatchObject({
    state: 'accepted',
    reference: 'Our appeal 7',
  });
});

it('loses its words with the buyer, and what the carrier said of the parcel', async () => {
  const claim = await filedClaim({ note: 'Ann Buyer says it never came.' });
  const kept = async () =>
    (
      await world.database.db.tenant(world.seller, (tx) =>
        sql`SELECT FROM carrier_calls WHERE subject_kind = 'claim' AND (request IS NOT NULL OR response IS NOT NULL)
          AND subject_id = ${claim.id}`.execute(tx),
      )
    ).rows.length;
  await expect.poll(kept).toBe(3);
  await world.database.db.tenant(world.seller, async (tx) => {
    await sql`UPDATE order_details SET imported = imported || '{"erasedAt":"2026-11-29T00:00:00Z"}'
      WHERE order_id = ${claim.orderId}`.execute(tx);
    await sql`INSERT INTO copies_to_erase (tenant_id, order_id) VALUES (${world.seller.tenantId}, ${claim.orderId})`.execute(
      tx,
    );
  });
  await eraseCopies(world.services, world.seller.tenantId);
  expect(await kept()).toBe(0);
  expect((await call('GET', `/claims/${claim.id}`)).data).toMatchObject({ note: '', answer: null, state: 'filed' });
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

it('that turns up after all, when it went another way meanwhile, changes nothing and is told', async () => {
  const claim = await claimAt('amazon-shipping');
  await world.admin.setFaults('amazon-shipping', [{ kind: 'drop-after-effect', effect: 'effect', times: 1 }]);
  await file(claim);
  await settled(claim.id);
  await call('POST', `/claims/${claim.id}/file/decide`, { decision: 'absent' });
  expect((await move(claim.id, 'filed', { reference: 'PAPER-1' })).data.state).toBe('filed');
  // As a late answer leaves it.
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE effects SET state = 'disputed' WHERE subject_id = ${claim.id}`.execute(tx),
  );
  const decided = await call('POST', `/claims/${claim.id}/file/decide`, { decision: 'exists', claimNumber: '77' });
  expect(decided.data).toMatchObject({ state: 'filed', reference: 'PAPER-1', act: { state: 'filed' } });
  const told = await world.database.db.tenant(world.seller, (tx) =>
    sql`SELECT reason, summary FROM exceptions WHERE key = ${`claim:${claim.id}`} AND resolved_at IS NULL`.execute(tx),
  );
  expect(told.rows).toMatchObject([{ reason: 'other', summary: expect.stringContaining('77') as string }]);
});

it('of another parcel is not taken from a person who types its number', async () => {
  const other = await filedClaim();
  const claim = await claimAt('easypost');
  await insureAtEasyPost(claim);
  await world.admin.setFaults('easypost', [{ kind: 'drop-after-effect', effect: 'effect', times: 1 }]);
  await file(claim);
  // Asked and not found, as where the carrier's list lags behind.
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE effects SET state = 'disputed', due_at = NULL, sent_at = now() - interval '1 hour', settle_after = NULL
      WHERE subject_id = ${claim.id}`.execute(tx),
  );
  const decide = (claimNumber: string) =>
    call('POST', `/claims/${claim.id}/file/decide`, { decision: 'exists', claimNumber });
  expect((await decide(other.reference ?? '')).errors).toMatchObject([
    { field: 'claimNumber', message: expect.stringContaining('is of another parcel') as string },
  ]);
  expect((await decide('clm_00000000')).errors).toMatchObject([{ field: 'claimNumber' }]);
  const own = (await filedAt('easypost')).at(-1)?.id ?? '';
  expect((await decide(own)).data).toMatchObject({ state: 'filed', reference: own });
});

it('that cannot begin is told and may be taken back; nothing was sent', async () => {
  const claim = await claimAt('easypost');
  await insureAtEasyPost(claim);
  const before = (await filedAt('easypost')).length;
  const { tenantId } = world.seller;
  // As if the account went between the press and the call.
  await world.database.db.tenant(world.seller, async (tx) => {
    const effect = randomUUID();
    await sql`INSERT INTO effects (tenant_id, id, kind, subject_kind, subject_id, intent_key, payload, problem, due_at, created_at)
      VALUES (${tenantId}, ${effect}, 'claim_file', 'claim', ${claim.id}, ${effect}, '{"trackingNumber":"T"}',
        '{"code":"unavailable","message":"The account is gone."}', now() + interval '1 hour', now() - interval '1 hour')`.execute(
      tx,
    );
    await sql`UPDATE claims SET effect_id = ${effect} WHERE id = ${claim.id}`.execute(tx);
  });
  const stuck = (await call('GET', `/claims/${claim.id}`)).data;
  expect(stuck.act).toMatchObject({ state: 'under-way', canTakeBack: true, problem: 'The account is gone.' });
  expect(await causesOf(claim.id)).toMatchObject([{ reason: 'not-begun' }]);
  expect((await move(claim.id, 'dropped')).code).toBe('claim_state');
  const back = await call('POST', `/claims/${claim.id}/file/decide`, { decision: 'take-back' });
  expect(back.data).toMatchObject({ state: 'draft', act: { state: 'refused', canTakeBack: false } });
  expect(await causesOf(claim.id)).toEqual([]);
  expect((await call('POST', `/claims/${claim.id}/file/decide`, { decision: 'take-back' })).code).toBe('claim_state');
  expect((await filedAt('easypost')).length).toBe(before);
  expect((await file(back.data)).data.state).toBe('filed');
});
const causesOf = async (id: string) =>
  (await world.application.claims.exceptions.causes(world.seller.tenantId)).causes.filter(
    ({ key }) => key === `claim:${id}`,
  );

it('of which the carrier tells nothing for days is told to a person, until it tells again', async () => {
  const { id } = await filedClaim();
  await world.admin.setFaults('easypost', [{ kind: 'status-before-effect', effect: 'read', status: 422 }]);
  const fails = async () => {
    await dueNow(id);
    await world.application.claims.watch.look();
  };
  await fails();
  expect(await causesOf(id)).toEqual([]);
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE claims SET ask_failed_since = ask_failed_since - interval '4 days' WHERE id = ${id}`.execute(tx),
  );
  await fails();
  expect(await causesOf(id)).toMatchObject([{ reason: 'not-told' }]);
  await world.admin.clearFaults('easypost');
  await call('POST', `/claims/${id}/ask`);
  expect(await causesOf(id)).toEqual([]);
});

it('takes what else the carrier says: it wants to know more, it pays in part, it was withdrawn there', async () => {
  const asks = await filedClaim({ note: 'Broken; ask me.' });
  const part = await filedClaim({ note: 'Pay it in part.' });
  const gone = await filedClaim({ note: 'I will withdraw it.' });
  await world.after(5 * 24);
  for (const { id } of [asks, part, gone]) await dueNow(id);
  await world.application.claims.watch.look();
  const now = async ({ id }: ClaimDetail) => (await call('GET', `/claims/${id}`)).data;
  expect(await now(asks)).toMatchObject({ state: 'filed', carrierState: 'asks', mayAsk: true });
  expect(await causesOf(asks.id)).toMatchObject([
    { reason: 'asks', nextStep: 'It says: "Send the receipt of the goods." Answer it there.' },
  ]);
  expect(await now(part)).toMatchObject({ state: 'accepted', approved: { minor: 625, currency: 'USD' } });
  expect(await now(gone)).toMatchObject({ state: 'dropped', carrierState: 'withdrawn' });
  expect((await move(gone.id, 'draft')).data).toMatchObject({ carrierState: null, reference: null });
});

it('is decided by a person also where its paper cannot be drawn', async () => {
  const claim = await claimAt('amazon-shipping');
  await world.admin.setFaults('amazon-shipping', [{ kind: 'drop-after-effect', effect: 'effect', times: 1 }]);
  await file(claim);
  await settled(claim.id);
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE shipments SET from_address = '{"name":7}' WHERE id = ${claim.shipmentId}`.execute(tx),
  );
  expect((await world.file(world.seller, `/claims/${claim.id}/paper`, undefined)).status).toBe(500);
  const decided = await call('POST', `/claims/${claim.id}/file/decide`, { decision: 'exists', claimNumber: '78' });
  expect(decided.data).toMatchObject({ state: 'filed', reference: '78' });
});

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
  await move(drawn.id, 'dropped');
  await move(drawn.id, 'draft');
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
