/** Claims over the real calls, for a label that was really bought at a simulated carrier. */
import type { DataOf } from '@scanship/contracts/call';
import type { ClaimDetail, listClaims } from '@scanship/contracts/shipping/claims';
import { pageTexts } from '@scanship/documents/pdf/pdf-raster';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';

let world: ParcelWorld;
const call = <T>(method: string, path: string, body?: unknown, person = world.seller) =>
  world.call<T>(person, method, path, body);
const open = (shipmentId: string, person = world.seller) =>
  call<ClaimDetail>('POST', '/claims/open', { shipmentId, kind: 'loss' }, person);
const move = (claim: ClaimDetail, to: string, more: object = {}) =>
  call<ClaimDetail>('POST', `/claims/${claim.id}/move`, { version: claim.version, to, ...more });

beforeAll(async () => {
  world = await makeParcelWorld({ booked: true });
}, 60_000);
afterAll(() => world.close());

it('begins once a shipment, with the value, the scans and what was said, and ends with the money', async () => {
  const { shipment, orderId } = await world.buy('testline-express');
  await world.after(30);
  await world.poll(shipment.id);
  const [first, second] = await Promise.all([open(shipment.id), open(shipment.id)]);
  expect(first.data.id).toBe(second.data.id);
  expect(first.data).toMatchObject({
    state: 'draft',
    orderId,
    amount: { minor: 1_250, currency: 'CAD' },
    // Nothing is claimed to be known of this carrier.
    until: null,
    where: null,
    evidence: { value: { minor: 1_250, currency: 'CAD' }, items: [{ sku: 'MUG', quantity: 1 }] },
  });
  expect(first.data.evidence.scans.length).toBeGreaterThan(0);
  expect(first.data.evidence.documents.map(({ kind }) => kind)).toContain('label');

  const changed = await call<ClaimDetail>('PUT', `/claims/${first.data.id}`, {
    version: first.data.version,
    kind: 'damage',
    amount: { minor: 2_000, currency: 'CAD' },
    note: 'The box was <crushed>.\nThe mug is in pieces.',
  });
  expect(changed.data).toMatchObject({ kind: 'damage', amount: { minor: 2_000 } });
  expect((await move(first.data, 'filed')).code).toBe('stale_version');
  expect((await move(changed.data, 'paid')).code).toBe('claim_state');
  const filed = await move(changed.data, 'filed', { reference: 'C-77' });
  expect(filed.data).toMatchObject({ state: 'filed', reference: 'C-77' });
  expect(
    (
      await call('PUT', `/claims/${filed.data.id}`, {
        version: filed.data.version,
        kind: 'loss',
        amount: { minor: 1, currency: 'CAD' },
        note: '',
      })
    ).code,
  ).toBe('claim_state');

  const paper = await world.file(world.seller, `/claims/${filed.data.id}/paper`, undefined);
  const text = (await pageTexts(new Uint8Array(await paper.arrayBuffer()))).join(' ');
  for (const part of ['Claim', 'Damaged', '20.00 CAD', 'C-77', 'Blue mug', 'Robin Lee', 'The box was <crushed>.'])
    expect(text).toContain(part);

  expect((await move(filed.data, 'paid')).errors).toMatchObject([{ field: 'paid' }]);
  const paid = await move(filed.data, 'paid', { paid: { minor: 1_800, currency: 'CAD' } });
  expect(paid.data).toMatchObject({ state: 'paid', paid: { minor: 1_800, currency: 'CAD' } });
  expect((await move(paid.data, 'dropped')).code).toBe('claim_state');
  const list = await call<DataOf<typeof listClaims>>('GET', '/claims?state=paid');
  expect(list.data.claims.map(({ id }) => id)).toEqual([paid.data.id]);
});

it('is refused before a label, for somebody else’s shipment, and leaves room for another once it was dropped', async () => {
  const { shipment } = await world.buy('testline-express');
  expect([403, 404]).toContain((await open(shipment.id, world.people.basic)).status);
  const first = await open(shipment.id);
  const dropped = await move(first.data, 'dropped');
  const second = await open(shipment.id);
  expect(second.data.id).not.toBe(first.data.id);
  expect((await move(dropped.data, 'draft')).message).toBe('This shipment has another claim by now.');
  expect([403, 404]).toContain((await call('GET', `/claims/${second.data.id}`, undefined, world.people.basic)).status);
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE shipments SET state = 'voided' WHERE id = ${shipment.id}`.execute(tx),
  );
  await move(second.data, 'dropped');
  expect((await open(shipment.id)).code).toBe('order_not_shippable');
});
