import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackVendor, startVendor } from '../../../test/loopback-vendor.ts';
import { makeWorld, type World } from '../../../test/shipping-world.ts';
import { checkBook, readBalances } from '../billing/index.ts';
import type { CreateDeps } from './commands/create-shipment.ts';
import { cancelShipment, createShipment, decideException, listExceptions, readShipments } from './index.ts';

let world: World;
const vendors: LoopbackVendor[] = [];
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  expect(await world.test.db.tenant(world.anna, checkBook)).toEqual([]);
  await world.close();
  await Promise.all(vendors.map((vendor) => vendor.close()));
});

/** A purchase at a carrier that cannot be asked, whose answer was lost. */
async function lost(mishap: 'drop-after' | 'error-before', settleAfterMs = 400) {
  const vendor = await startVendor({ recovery: 'none', settleAfterMs });
  vendors.push(vendor);
  const deps = world.process(vendor);
  vendor.script.set('create', [mishap]);
  const orderId = await world.newOrder([1]);
  const made = await createShipment(deps, world.anna, { orderId, ...(await world.newRate(orderId)) }, undefined);
  if (!made.ok) throw new Error(made.problem.code);
  const { shipmentId } = made.value;
  expect(await world.settled(deps, shipmentId)).toBe('buying');
  return { vendor, deps, orderId, shipmentId };
}
const open = async (deps: CreateDeps, shipmentId: string) => {
  const all = await world.test.db.tenant(world.anna, (tx) =>
    listExceptions(tx, world.anna.tenantId, deps.ports.grants),
  );
  const found = all.find((each) => each.shipmentId === shipmentId);
  if (!found) throw new Error('it is not on the list');
  return found;
};
const reserved = async () =>
  (await world.test.db.tenant(world.anna, readBalances)).reduce((total, balance) => total + balance.reserved.minor, 0);
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('an outcome nobody can be asked about', () => {
  it('is listed with its evidence, its money stays set aside, and nobody may decide too early', async () => {
    const { vendor, deps, shipmentId } = await lost('drop-after', 1_500);
    const exception = await open(deps, shipmentId);
    expect(exception).toMatchObject({
      kind: 'buy',
      state: 'disputed',
      carrierName: 'Loopback Post',
      recipient: 'Robin Lee',
      price: { minor: 1_000, currency: 'CAD' },
      canDecide: false,
    });
    expect(exception.evidence.map((line) => line.step)).toEqual(['create', 'create']);
    expect(exception.evidence[1]?.what).toContain('No clear answer.');
    expect(exception.nextStep).toContain('Wait until');
    expect(await reserved()).toBe(1_000);
    const early = await decideException(deps, world.anna, exception.purchaseId, { decision: 'absent' });
    expect(early).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    await pass(1_500);
    const now = await open(deps, shipmentId);
    expect(now.canDecide).toBe(true);
    expect(now.nextStep).toContain(vendor.books[0]?.reference);
    // A label exists there: without its number it cannot be stated.
    const vague = await decideException(deps, world.anna, exception.purchaseId, { decision: 'exists' });
    expect(vague).toMatchObject({ ok: false, problem: { code: 'validation' } });
    const decided = await decideException(deps, world.anna, exception.purchaseId, {
      decision: 'exists',
      trackingNumbers: ['LPL11'],
      note: 'Seen on their site',
    });
    expect(decided).toEqual({ ok: true, value: { shipmentId } });
    const [shipment] = await world.test.db.tenant(world.anna, (tx) =>
      readShipments(tx, world.anna.tenantId, [shipmentId], deps.ports.grants),
    );
    expect(shipment).toMatchObject({
      state: 'bought',
      parcels: [{ trackingNumber: 'LPL11', hasLabel: false }],
      problems: [{ code: 'no-file' }],
    });
    expect(await reserved()).toBe(0);
    const audit = await world.test.db.tenant(world.anna, (tx) =>
      tx.selectFrom('audit_events').select(['action', 'subject_id', 'details', 'actors']).execute(),
    );
    expect(audit.map((row) => row.subject_id)).toContain(exception.purchaseId);
    expect(audit[0]?.details).toMatchObject({ note: 'Seen on their site' });
    const twice = await decideException(deps, world.ben, exception.purchaseId, { decision: 'absent' });
    expect(twice.ok).toBe(false);
    expect(vendor.books).toHaveLength(1);
  });

  it('that a person finds absent frees money and items', async () => {
    const { vendor, deps, orderId, shipmentId } = await lost('error-before');
    await pass(500);
    const exception = await open(deps, shipmentId);
    const ask = await decideException(deps, world.anna, exception.purchaseId, { decision: 'ask-again' });
    expect(ask).toMatchObject({
      ok: false,
      problem: { message: expect.stringMatching(/^\w.* offers no way to ask\.$/) },
    });
    expect((await decideException(deps, world.anna, exception.purchaseId, { decision: 'absent' })).ok).toBe(true);
    expect(await world.settled(deps, shipmentId)).toBe('draft');
    expect(await reserved()).toBe(0);
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'unfulfilled', allocated: 0, shipped: 0 });
    expect(vendor.books).toHaveLength(0);
  });

  it('is no stranger’s to decide, and cannot be cancelled meanwhile', async () => {
    const { deps, shipmentId } = await lost('drop-after');
    const exception = await open(deps, shipmentId);
    const [, neighbour] = world.tree.customers;
    const stranger = { ...world.anna, tenantId: neighbour.tenantId };
    expect(await decideException(deps, stranger, exception.purchaseId, { decision: 'absent' })).toMatchObject({
      ok: false,
      problem: { code: 'not_found' },
    });
    expect(await cancelShipment(deps, world.anna, shipmentId)).toMatchObject({
      ok: false,
      problem: { code: 'cannot_cancel', message: 'Whether the carrier made this label is not known yet.' },
    });
  });
});

describe('an answer that comes in after the carrier was believed to know nothing', () => {
  it('opens the purchase again for a person, so that the label is not overlooked', async () => {
    const vendor = await startVendor({ recovery: 'by-reference', settleAfterMs: 100, deadlineMs: 3_000 });
    vendors.push(vendor);
    const deps = world.process(vendor);
    vendor.script.set('create', ['slow']);
    const orderId = await world.newOrder([1]);
    const made = await createShipment(deps, world.anna, { orderId, ...(await world.newRate(orderId)) }, undefined);
    if (!made.ok) throw new Error(made.problem.code);
    await pass(300);
    // As if its worker had stood still for long: another asks, hears "absent", and believes it.
    const other = await startVendor({ recovery: 'by-reference', settleAfterMs: 100 });
    vendors.push(other);
    await world.test.db.tenant(world.anna, (tx) =>
      sql`UPDATE purchases SET due_at = now() - interval '1 second', lease_until = now() - interval '1 second', attempt = attempt + 1
        WHERE shipment_id = ${made.value.shipmentId}`.execute(tx),
    );
    const found = await world.test.db.tenant(world.anna, (tx) =>
      tx
        .selectFrom('purchases')
        .select('id')
        .where('shipment_id', '=', made.value.shipmentId)
        .executeTakeFirstOrThrow(),
    );
    await world.process(other).journal.advance({ table: 'purchases', tenantId: world.anna.tenantId, id: found.id });
    const state = async () =>
      (
        await world.test.db.tenant(world.anna, (tx) =>
          tx.selectFrom('purchases').select('state').where('id', '=', found.id).executeTakeFirstOrThrow(),
        )
      ).state;
    expect(await state()).toBe('absent');
    await expect.poll(state).toBe('disputed');
    const exception = await open(deps, made.value.shipmentId);
    expect(exception.evidence.at(-1)?.what).toContain('it exists there');
    expect(vendor.books).toHaveLength(1);
    // Its money and items are set aside again, and the person who finds it there finishes it.
    expect(await world.orderState(orderId)).toMatchObject({ allocated: 1, shipped: 0 });
    const decided = await decideException(deps, world.anna, found.id, {
      decision: 'exists',
      trackingNumbers: ['LPL11'],
    });
    expect(decided.ok).toBe(true);
    expect(await world.settled(deps, made.value.shipmentId)).toBe('bought');
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'fulfilled', allocated: 1, shipped: 1 });
    expect(await world.test.db.tenant(world.anna, checkBook)).toEqual([]);
  });
});
