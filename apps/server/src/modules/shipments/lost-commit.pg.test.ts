/** Labels whose commit is lost: the database goes back to an earlier moment, the carrier does not. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoopbackVendor, startVendor, type VendorOptions } from '../../../test/loopback-vendor.ts';
import { makeWorld, type World } from '../../../test/shipping-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { backup } from '../../operations/backup.ts';
import { restore } from '../../operations/restore.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { withClient } from '../../platform/database/connection.ts';
import { noteBranch } from '../../platform/database/lineage.ts';
import { createShipment } from './index.ts';
import type { CreateDeps, CreateInput } from './commands/create-shipment.ts';

const CASES: readonly VendorOptions['recovery'][] = ['own-key', 'by-reference', 'none'];
const folder = mkdtempSync(path.join(tmpdir(), 'scanship-lost-'));
const vendors: LoopbackVendor[] = [];
const wishes = new Map<VendorOptions['recovery'], [CreateInput, CreateInput]>();
let world: World;
let unsent: { readonly vendor: LoopbackVendor; readonly ref: JournalRef; readonly shipmentId: string };
let earlier: TestDatabase;
beforeAll(async () => {
  world = await makeWorld();
  for (const recovery of CASES) {
    const orderId = await world.newOrder();
    const wish = async (): Promise<CreateInput> => ({ orderId, ...(await world.newRate(orderId)) });
    wishes.set(recovery, [await wish(), await wish()]);
  }
  // Stored, and the program is gone before it was sent.
  const asked = await startVendor({ recovery: 'by-reference' });
  vendors.push(asked);
  const before = world.process(asked);
  await before.journal.stop();
  const orderId = await world.newOrder();
  const stored = await createShipment(before, world.anna, { orderId, ...(await world.newRate(orderId)) }, undefined);
  if (!stored.ok || !stored.value.begun) throw new Error('nothing was stored');
  unsent = { vendor: asked, ref: stored.value.begun, shipmentId: stored.value.shipmentId };
  await backup(world.test.migrator, path.join(folder, 'earlier'));
  earlier = await createTestDatabase();
  await restore(earlier.migrator, path.join(folder, 'earlier'));
});
afterAll(async () => {
  await world.close();
  await earlier.drop();
  for (const vendor of vendors) await vendor.close();
  rmSync(folder, { recursive: true });
});

async function bought(deps: CreateDeps, wish: CreateInput): Promise<{ reference: string; tracking: string | null }> {
  const outcome = await createShipment(deps, world.anna, wish, undefined);
  if (!outcome.ok) throw new Error(outcome.problem.code);
  const { shipmentId } = outcome.value;
  await expect.poll(() => world.settled(deps, shipmentId)).toBe('bought');
  return deps.db.tenant(world.anna, async (tx) => {
    const row = await tx
      .selectFrom('purchases')
      .innerJoin('parcels', 'parcels.shipment_id', 'purchases.shipment_id')
      .select(['carrier_ref', 'tracking_number'])
      .where('purchases.shipment_id', '=', shipmentId)
      .executeTakeFirstOrThrow();
    return { reference: row.carrier_ref, tracking: row.tracking_number };
  });
}

async function twice(recovery: VendorOptions['recovery']) {
  const vendor = await startVendor({ recovery });
  vendors.push(vendor);
  const [first, again] = wishes.get(recovery) ?? [];
  if (!first || !again) throw new Error('not prepared');
  const on = (db: Database) => world.process(vendor, { db });
  const lost = await bought(on(world.test.db), first);
  vendor.calls.length = 0;
  return { vendor, lost, second: await bought(on(earlier.db), again) };
}

test('a carrier that takes our key answers the label it sold before', async () => {
  const { vendor, lost, second } = await twice('own-key');
  expect(second).toEqual(lost);
  expect(vendor.books).toHaveLength(1);
});

test('a carrier that can be asked is asked first, and its label is taken over', async () => {
  const { vendor, lost, second } = await twice('by-reference');
  expect(second).toEqual(lost);
  expect(vendor.calls).toContain('find');
  expect(vendor.calls).not.toContain('create');
  expect(vendor.books).toHaveLength(1);
  // From when the order was placed, since it may have been bought at any time after that.
  const placed = await world.test.db.tenant(world.anna, (tx) =>
    tx
      .selectFrom('orders')
      .select('placed_at')
      .where('id', '=', wishes.get('by-reference')?.[0].orderId ?? '')
      .executeTakeFirstOrThrow(),
  );
  expect(vendor.searchedFrom).toEqual([placed.placed_at.toISOString()]);
});

test('a carrier that can do neither is told the same reference, by which the second label is found on its invoice', async () => {
  const { vendor, lost, second } = await twice('none');
  expect(vendor.books.map(({ reference }) => reference)).toEqual([lost.reference, lost.reference]);
  expect(second.reference).toBe(lost.reference);
});

test('a lease of what may be forgotten has a number that nobody held before the database went back', async () => {
  const { vendor, ref } = unsent;
  const attempts = async (db: Database) =>
    (await db.tenant(ref, (tx) => tx.selectFrom('purchases').select('attempt').where('id', '=', ref.id).execute()))[0]
      ?.attempt ?? 0;
  const before = await attempts(earlier.db);
  world.held.since = new Date();
  await world.process(vendor, { db: earlier.db }).journal.advance(ref);
  world.held.since = null;
  await withClient(earlier.migrator, (client) => client.query('UPDATE purchases SET due_at = clock_timestamp()'));
  expect(await attempts(earlier.db)).toBeGreaterThanOrEqual(before + 1_000);
});

test('what came back unsent waits while its account is on hold, and is asked about before it is sent', async () => {
  const { vendor, ref, shipmentId } = unsent;
  const later = world.process(vendor);
  await later.journal.advance(ref);
  expect(await world.settled(later, shipmentId)).toBe('bought');
  vendor.calls.length = 0;
  const back = world.process(vendor, { db: earlier.db });
  world.held.since = new Date();
  await back.journal.advance(ref);
  expect(vendor.calls).toEqual([]);
  world.held.since = null;
  await withClient(earlier.migrator, (client) => client.query('UPDATE purchases SET due_at = clock_timestamp()'));
  await back.journal.advance(ref);
  expect(await world.settled(back, shipmentId)).toBe('bought');
  expect(vendor.searchedFrom).toEqual([expect.stringMatching(/^\d{4}-/)]);
  expect(vendor.calls).toContain('find');
  expect(vendor.calls).not.toContain('create');
  expect(vendor.books).toHaveLength(1);
});

test('where nothing was lost, or the order came later, nobody is asked; a further label has a name of its own', async () => {
  const vendor = await startVendor({ recovery: 'by-reference' });
  vendors.push(vendor);
  const deps = world.process(vendor);
  const orderId = await world.newOrder();
  const first = await bought(deps, { orderId, ...(await world.newRate(orderId)) });
  const further = await bought(deps, { orderId, ...(await world.newRate(orderId)), additional: true });
  expect(further.reference).not.toBe(first.reference);
  expect(vendor.calls).not.toContain('find');
  expect(vendor.books).toHaveLength(2);
});

test('a failover to another timeline is found out by the database itself, and what comes after it is not asked about', async () => {
  expect(await noteBranch(world.test.db)).toBe(false);
  await withClient(world.test.migrator, (client) =>
    client.query(`UPDATE maintenance.lineage SET branch = '1/00000001'`),
  );
  const vendor = await startVendor({ recovery: 'by-reference' });
  vendors.push(vendor);
  const orderId = await world.newOrder();
  const deps = world.process(vendor);
  const calls = () => vendor.calls.splice(0).filter((call) => call === 'find' || call === 'create');
  await bought(deps, { orderId, ...(await world.newRate(orderId)) });
  // Asked, not known there; nor when what was sent until the failover would be; bought.
  expect(calls()).toEqual(['find', 'find', 'create']);
  // It was written down by whoever saw it first.
  expect(await noteBranch(world.test.db)).toBe(false);
  const later = await world.newOrder();
  await bought(deps, { orderId: later, ...(await world.newRate(later)) });
  expect(calls()).toEqual(['create']);
});
