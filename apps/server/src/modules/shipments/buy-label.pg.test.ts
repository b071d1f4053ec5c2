import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackVendor, startVendor, type VendorOptions } from '../../../test/loopback-vendor.ts';
import { makeWorld, type RateOptions, type World } from '../../../test/shipping-world.ts';
import { checkBook, readBalances } from '../billing/index.ts';
import { readDocument } from '../documents/index.ts';
import { databaseBlobs } from '../../platform/blobs/blobs.ts';
import { cancelShipment, createShipment, finishShipment, readShipments } from './index.ts';
import type { CreateDeps } from './commands/create-shipment.ts';

let world: World;
const vendors: LoopbackVendor[] = [];
beforeAll(async () => {
  world = await makeWorld();
});
afterEach(async () => {
  // Whatever happened, the books hold together.
  const { tenantId } = world.anna;
  for (const each of [tenantId, world.tree.franchises[0]])
    expect(await world.test.db.tenant({ tenantId: each }, checkBook)).toEqual([]);
});
afterAll(async () => {
  await world.close();
  await Promise.all(vendors.map((vendor) => vendor.close()));
});

async function shop(options: VendorOptions = { recovery: 'by-reference' }) {
  const vendor = await startVendor(options);
  vendors.push(vendor);
  return { vendor, deps: world.process(vendor) };
}

async function buy(
  deps: CreateDeps,
  orderId: string,
  more: {
    readonly parcels?: number;
    readonly contents?: RateOptions['contents'];
    readonly customs?: RateOptions['customs'];
    readonly missing?: RateOptions['missing'];
    readonly lent?: boolean;
    readonly key?: string;
    readonly additional?: boolean;
    readonly replacesId?: string;
  } = {},
) {
  const rate = await world.newRate(orderId, more);
  const wish = { orderId, ...rate, additional: more.additional, replacesId: more.replacesId };
  return { wish, outcome: await createShipment(deps, world.anna, wish, more.key) };
}
const idOf = (outcome: Awaited<ReturnType<typeof createShipment>>): string => {
  if (!outcome.ok) throw new Error(outcome.problem.code);
  return outcome.value.shipmentId;
};
const view = async (deps: CreateDeps, id: string) => {
  const [shipment] = await world.test.db.tenant(world.anna, (tx) =>
    readShipments(tx, world.anna.tenantId, [id], deps.ports.grants),
  );
  if (!shipment) throw new Error('no such shipment');
  return shipment;
};
const reserved = async () => {
  const all = await world.test.db.tenant(world.anna, readBalances);
  return all.reduce((total, balance) => total + balance.reserved.minor, 0);
};

describe('a label', () => {
  it('is bought once, with its file, tracking, tracker, books and order in one', async () => {
    const { vendor, deps } = await shop();
    const orderId = await world.newOrder([2, 1]);
    const { outcome } = await buy(deps, orderId, { lent: true });
    const id = idOf(outcome);
    expect(await world.settled(deps, id)).toBe('bought');
    const shipment = await view(deps, id);
    expect(shipment).toMatchObject({
      state: 'bought',
      test: true,
      price: { minor: 1_000, currency: 'CAD' },
      parcels: [{ number: 1, purchaseState: 'complete', hasLabel: true, trackingNumber: 'LPL11' }],
      cancel: { allowed: true, reason: null },
      problems: [],
      remarks: ['The house number is unknown.'],
    });
    expect(vendor.books).toHaveLength(1);
    expect(vendor.books[0]?.reference).toMatch(/^[0-9A-Z]{16}$/);
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'fulfilled', allocated: 3, shipped: 3 });
    expect(await reserved()).toBe(0);
    const label = await readDocument(
      { db: world.test.db, blobs: databaseBlobs },
      world.anna.tenantId,
      shipment.documents[0]?.id ?? '',
    );
    // A label that is not live carries TEST in its own format.
    expect(label.ok && Buffer.from(label.value.bytes).toString()).toContain('^GF');
    expect(label.ok && label.value.fileName).toBe('Label-LPL11.zpl');
    expect((await view(deps, id)).documents[0]?.copiesPrinted).toBe(0);
    const kept = await world.test.db.tenant(world.anna, async (tx) => ({
      trackers: await tx.selectFrom('trackers').select('tracking_key').where('shipment_id', '=', id).execute(),
      history: await tx
        .selectFrom('state_changes')
        .select(['subject_kind', 'to_state'])
        .where('subject_kind', 'in', ['shipment', 'purchase'])
        .orderBy('at')
        .execute(),
    }));
    expect(kept.trackers).toEqual([{ tracking_key: 'LPL11' }]);
    expect(kept.history.filter((h) => h.subject_kind === 'purchase').map((h) => h.to_state)).toEqual([
      'planned',
      'reserved',
      'sending',
      'confirmed',
      'complete',
    ]);
  });

  it('cannot have its cost read by the customer', async () => {
    const { deps } = await shop();
    const { outcome } = await buy(deps, await world.newOrder(), { lent: true });
    await world.settled(deps, idOf(outcome));
    for (const column of [sql`sealed FROM purchases`, sql`vendor_result FROM effect_steps`])
      await expect(world.test.db.tenant(world.anna, (tx) => sql`SELECT ${column}`.execute(tx))).rejects.toThrow(
        'permission denied',
      );
    const told = await world.test.db.tenant(world.anna, (tx) =>
      sql<{ all: string }>`SELECT json_agg(row_to_json(c))::text AS all FROM price_chain AS c`.execute(tx),
    );
    // As a number: ids are full of digits.
    expect(told.rows[0]?.all).toMatch(/:\d+[,}]/);
    expect(told.rows[0]?.all).not.toMatch(/:"?800"?[,}]/);
  });

  it('is the same for a double click, a proxy retry and a late repeat', async () => {
    const { vendor, deps } = await shop();
    const orderId = await world.newOrder();
    const rate = await world.newRate(orderId);
    const wish = { orderId, ...rate };
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => createShipment(deps, world.anna, wish, 'key-double')),
    );
    const ids = new Set(outcomes.map(idOf));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    await world.settled(deps, id);
    expect(idOf(await createShipment(deps, world.anna, wish, 'key-double'))).toBe(id);
    expect(vendor.books).toHaveLength(1);
    // Without a key the rate is the intent.
    const other = await world.newOrder();
    const plain = { orderId: other, ...(await world.newRate(other)) };
    const both = await Promise.all([
      createShipment(deps, world.anna, plain, undefined),
      createShipment(deps, world.anna, plain, undefined),
    ]);
    expect(new Set(both.map(idOf)).size).toBe(1);
    await world.settled(deps, idOf(both[0]));
    expect(vendor.books).toHaveLength(2);
    const changed = await createShipment(deps, world.anna, { ...plain, labelFormat: 'zpl' }, 'key-double');
    expect(changed).toMatchObject({ ok: false, problem: { code: 'key_reused' } });
  });

  it('is refused to a second tab with another key, naming who has it', async () => {
    const { vendor, deps } = await shop();
    const orderId = await world.newOrder();
    const rates = await Promise.all(Array.from({ length: 5 }, () => world.newRate(orderId)));
    const outcomes = await Promise.all(
      rates.map((rate, index) =>
        createShipment(deps, index % 2 === 0 ? world.anna : world.ben, { orderId, ...rate }, `tab-${index}`),
      ),
    );
    const winners = outcomes.filter((outcome) => outcome.ok);
    expect(winners).toHaveLength(1);
    for (const outcome of outcomes)
      if (!outcome.ok) {
        // While it is being bought somebody else is told who ships it; afterwards, and oneself, who has the label.
        const { code, message } = outcome.problem;
        expect(['order_claimed', 'already_allocated']).toContain(code);
        expect(message).toMatch(
          code === 'order_claimed'
            ? /being shipped by (Anna Roy|Ben Ng)/
            : /bought by (Anna Roy|Ben Ng)|which you bought/,
        );
      }
    const winner = winners[0];
    if (winner) await world.settled(deps, idOf(winner));
    expect(vendor.books).toHaveLength(1);
  });

  it('may be bought additionally, and as a replacement that takes the items over', async () => {
    const { vendor, deps } = await shop();
    const orderId = await world.newOrder([1]);
    const first = idOf((await buy(deps, orderId)).outcome);
    await world.settled(deps, first);
    const second = idOf((await buy(deps, orderId, { additional: true })).outcome);
    expect(await world.settled(deps, second)).toBe('bought');
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'fulfilled', allocated: 1, shipped: 1 });
    const third = idOf((await buy(deps, orderId, { replacesId: first })).outcome);
    expect(await world.settled(deps, third)).toBe('bought');
    expect(vendor.books).toHaveLength(3);
    // The replaced label is voided and the order stays fulfilled; voiding the replacement opens it.
    await cancelShipment(deps, world.anna, first);
    expect(await world.settled(deps, first)).toBe('voided');
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'fulfilled', allocated: 1, shipped: 1 });
    await cancelShipment(deps, world.anna, third);
    expect(await world.settled(deps, third)).toBe('voided');
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'unfulfilled', allocated: 0, shipped: 0 });
    const stranger = await buy(deps, await world.newOrder(), { replacesId: first });
    expect(stranger.outcome).toMatchObject({ ok: false, problem: { code: 'validation' } });
  });

  it('that is refused frees money and items, and the same rate may be tried again', async () => {
    const { vendor, deps } = await shop();
    vendor.script.set('create', ['refuse']);
    const orderId = await world.newOrder([4]);
    const { outcome, wish } = await buy(deps, orderId);
    const id = idOf(outcome);
    expect(await world.settled(deps, id)).toBe('draft');
    expect((await view(deps, id)).problems[0]).toMatchObject({ code: 'invalid-input' });
    expect(await reserved()).toBe(0);
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'unfulfilled', allocated: 0, shipped: 0 });
    const again = await createShipment(deps, world.anna, wish, undefined);
    expect(idOf(again)).not.toBe(id);
    expect(await world.settled(deps, idOf(again))).toBe('bought');
    expect(vendor.books).toHaveLength(1);
  });

  it('is not sold at an expired rate, nor for another order', async () => {
    const { deps } = await shop();
    const orderId = await world.newOrder();
    const old = await world.newRate(orderId, { expiresInMs: -1 });
    expect(await createShipment(deps, world.anna, { orderId, ...old }, undefined)).toMatchObject({
      ok: false,
      problem: { code: 'rate_expired' },
    });
    const rate = await world.newRate(orderId);
    const elsewhere = { orderId: await world.newOrder(), ...rate };
    expect(await createShipment(deps, world.anna, elsewhere, undefined)).toMatchObject({
      ok: false,
      problem: { code: 'validation' },
    });
    expect(await world.orderState(orderId)).toMatchObject({ allocated: 0 });
  });
});

describe('an answer that is lost', () => {
  it.each(['own-key', 'by-reference', 'listing'] as const)('is settled by asking (%s)', async (recovery) => {
    const { vendor, deps } = await shop({ recovery });
    vendor.script.set('create', ['drop-after']);
    const id = idOf((await buy(deps, await world.newOrder())).outcome);
    expect(await world.settled(deps, id)).toBe('bought');
    expect(vendor.books).toHaveLength(1);
  });
  it('of a call that had no effect is believed absent only after the settle time', async () => {
    const { vendor, deps } = await shop({ recovery: 'by-reference', settleAfterMs: 5_000 });
    vendor.script.set('create', ['error-before']);
    const orderId = await world.newOrder();
    const id = idOf((await buy(deps, orderId)).outcome);
    expect(await world.settled(deps, id, 900)).toBe('buying');
    expect((await view(deps, id)).problems[0]?.code).toBe('unknown');
    expect(await reserved()).toBe(1_000);
    expect(await world.settled(deps, id)).toBe('draft');
    expect(await reserved()).toBe(0);
    expect(vendor.books).toHaveLength(0);
  });
  it('comes later than the time-out, and the look-up waits for it', async () => {
    const { vendor, deps } = await shop({ recovery: 'by-reference', settleAfterMs: 2_500 });
    vendor.script.set('create', ['late']);
    const id = idOf((await buy(deps, await world.newOrder())).outcome);
    expect(await world.settled(deps, id)).toBe('bought');
    expect(vendor.books).toHaveLength(1);
    expect(vendor.calls.filter((name) => name === 'create')).toHaveLength(1);
  });
});

it('a label whose carrier wants something first is not bought, whoever asks; nothing is held for it', async () => {
  const { vendor, deps } = await shop();
  const orderId = await world.newOrder();
  const missing = [{ field: 'customs.exportFiling', message: 'Enter the ITN.' }];
  const { outcome } = await buy(deps, orderId, { missing });
  expect(outcome).toMatchObject({ ok: false, problem: { code: 'validation', errors: missing } });
  expect(vendor.calls).toEqual([]);
  expect(await reserved()).toBe(0);
  expect(await world.orderState(orderId)).toMatchObject({ allocated: 0 });
});

describe('several pieces', () => {
  it('are bought one call each, the first before the others, prices adding up', async () => {
    const { vendor, deps } = await shop({ recovery: 'by-reference', parcelsPerCall: 1 });
    const orderId = await world.newOrder();
    const id = idOf((await buy(deps, orderId, { parcels: 3 })).outcome);
    expect(await world.settled(deps, id)).toBe('bought');
    expect(vendor.books.map((label) => label.parcels)[0]).toEqual([1]);
    expect(new Set(vendor.books.flatMap((label) => label.parcels))).toEqual(new Set([1, 2, 3]));
    const shares = await world.test.db.tenant(world.anna, (tx) =>
      tx.selectFrom('purchases').select('price_minor').where('shipment_id', '=', id).execute(),
    );
    expect(shares.reduce((total, row) => total + (row.price_minor ?? 0), 0)).toBe(1_000);
  });
  it('carry what is in each: one parcel a call declares its own units, and the rest of the order stays to be shipped', async () => {
    const { vendor, deps } = await shop({ recovery: 'by-reference', parcelsPerCall: 1 });
    const orderId = await world.newOrder([5, 1]);
    const declared = (line: number, quantity: number) => ({
      description: `Item ${line}`,
      quantity,
      unitValue: { minor: 1_000, currency: 'CAD' },
      unitGrams: 200,
      lines: [line],
    });
    const customs = {
      purpose: 'Sale',
      incoterm: 'DAP',
      dutiesPaidBy: 'Receiver',
      currency: 'CAD',
      items: [declared(1, 4), declared(2, 1)],
    } as const;
    const contents = [
      [{ line: 1, quantity: 3 }],
      [
        { line: 1, quantity: 1 },
        { line: 2, quantity: 1 },
      ],
    ];
    const id = idOf((await buy(deps, orderId, { contents, customs })).outcome);
    expect(await world.settled(deps, id)).toBe('bought');
    expect(vendor.books.map((label) => [...label.parcels, label.declared])).toEqual([
      [1, 3],
      [2, 2],
    ]);
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'partial', allocated: 5, shipped: 5 });
    const rows = await world.test.db.tenant(world.anna, (tx) =>
      tx
        .selectFrom('shipment_items')
        .select(['parcel_no', 'line', 'qty'])
        .where('shipment_id', '=', id)
        .orderBy('parcel_no')
        .orderBy('line')
        .execute(),
    );
    expect(rows.map((row) => [row.parcel_no, row.line, row.qty])).toEqual([
      [1, 1, 3],
      [2, 1, 1],
      [2, 2, 1],
    ]);
    // The unit that stayed behind goes alone; more of it than that is refused, and nothing is held.
    const tooMuch = await buy(deps, orderId, { contents: [[{ line: 1, quantity: 2 }]] });
    expect(!tooMuch.outcome.ok && tooMuch.outcome.problem.code).toBe('already_allocated');
    const rest = idOf((await buy(deps, orderId, { contents: [[{ line: 1, quantity: 1 }]] })).outcome);
    expect(await world.settled(deps, rest)).toBe('bought');
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'fulfilled', allocated: 6, shipped: 6 });
  });
  it('are not sent when the first is refused', async () => {
    const { vendor, deps } = await shop({ recovery: 'by-reference', parcelsPerCall: 1 });
    vendor.script.set('create', ['refuse']);
    const id = idOf((await buy(deps, await world.newOrder(), { parcels: 3 })).outcome);
    expect(await world.settled(deps, id)).toBe('draft');
    expect(vendor.calls).toEqual(['create']);
    expect(await reserved()).toBe(0);
  });
  it('that are bought in part are shown so, and finished', async () => {
    const { vendor, deps } = await shop({ recovery: 'by-reference', parcelsPerCall: 1 });
    vendor.script.set('create:2', ['refuse']);
    const orderId = await world.newOrder([3]);
    const id = idOf((await buy(deps, orderId, { parcels: 3 })).outcome);
    expect(await world.settled(deps, id)).toBe('partly_bought');
    const partly = await view(deps, id);
    expect(partly.parcels.map((parcel) => parcel.purchaseState)).toEqual(['complete', 'refused', 'complete']);
    expect(partly.cancel.allowed).toBe(true);
    // Held, not shipped: nothing else may be bought for these items meanwhile.
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'unfulfilled', allocated: 3, shipped: 0 });
    const both = await Promise.all([
      finishShipment(deps, world.anna, id, undefined),
      finishShipment(deps, world.ben, id, undefined),
    ]);
    expect(both.filter((each) => each.ok).length).toBeGreaterThan(0);
    expect(await world.settled(deps, id)).toBe('bought');
    expect(vendor.books).toHaveLength(3);
    expect(new Set(vendor.books.flatMap((label) => label.parcels))).toEqual(new Set([1, 2, 3]));
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'fulfilled', allocated: 3, shipped: 3 });
    expect(await reserved()).toBe(0);
  });
  it('that are bought in part can be voided instead', async () => {
    const { vendor, deps } = await shop({ recovery: 'by-reference', parcelsPerCall: 1 });
    vendor.script.set('create:2', ['refuse']);
    const orderId = await world.newOrder([3]);
    const id = idOf((await buy(deps, orderId, { parcels: 2 })).outcome);
    expect(await world.settled(deps, id)).toBe('partly_bought');
    await cancelShipment(deps, world.anna, id);
    expect(await world.settled(deps, id)).toBe('voided');
    expect(vendor.books.map((label) => label.voided)).toEqual([true]);
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'unfulfilled', allocated: 0, shipped: 0 });
  });
});

describe('cancelling', () => {
  it('says voided when the carrier has said so, returns the order and credits the books', async () => {
    const { vendor, deps } = await shop({ recovery: 'by-reference', refund: 'now' });
    const orderId = await world.newOrder([2]);
    const id = idOf((await buy(deps, orderId, { lent: true })).outcome);
    await world.settled(deps, id);
    const before = await world.test.db.tenant(world.anna, readBalances);
    const owed = before.find((b) => b.kind === 'payable' && b.party === world.tree.franchises[0])?.amount.minor ?? 0;
    vendor.script.set('void', ['drop-after']);
    const twice = await Promise.all([cancelShipment(deps, world.anna, id), cancelShipment(deps, world.anna, id)]);
    expect(twice.every((each) => each.ok)).toBe(true);
    expect(await world.settled(deps, id)).toBe('voided');
    expect(vendor.books.map((label) => label.voided)).toEqual([true]);
    expect(await world.orderState(orderId)).toEqual({ fulfillment: 'unfulfilled', allocated: 0, shipped: 0 });
    const after = await world.test.db.tenant(world.anna, readBalances);
    expect(after.find((b) => b.kind === 'payable' && b.party === world.tree.franchises[0])?.amount.minor).toBe(
      owed + 1_000,
    );
    expect(await view(deps, id)).toMatchObject({
      refund: 'received',
      cancel: { allowed: false, reason: 'It is cancelled already.' },
    });
    // The order may be shipped again.
    expect(await world.settled(deps, idOf((await buy(deps, orderId)).outcome))).toBe('bought');
  });
  it('keeps a refund that comes later as pending, without booking it', async () => {
    const { deps } = await shop({ recovery: 'by-reference', refund: 'later' });
    const id = idOf((await buy(deps, await world.newOrder())).outcome);
    await world.settled(deps, id);
    await cancelShipment(deps, world.anna, id);
    expect(await world.settled(deps, id)).toBe('voided');
    expect((await view(deps, id)).refund).toBe('pending');
    const entries = await world.test.db.tenant(world.anna, (tx) =>
      sql`SELECT 1 FROM entries WHERE source_kind = 'void'
        AND source_id IN (SELECT id FROM purchases WHERE shipment_id = ${id})`.execute(tx),
    );
    expect(entries.rows).toEqual([]);
  });
  it('that the carrier declines leaves the label as it was, with its reason', async () => {
    const { vendor, deps } = await shop();
    const orderId = await world.newOrder();
    const id = idOf((await buy(deps, orderId)).outcome);
    await world.settled(deps, id);
    vendor.script.set('void', ['refuse']);
    await cancelShipment(deps, world.anna, id);
    expect(await world.settled(deps, id)).toBe('bought');
    expect((await view(deps, id)).problems[0]).toMatchObject({ code: 'void-refused' });
    expect(await world.orderState(orderId)).toMatchObject({ fulfillment: 'fulfilled' });
    // And may be tried again.
    await cancelShipment(deps, world.anna, id);
    expect(await world.settled(deps, id)).toBe('voided');
  });
  it('is refused with the reason where there is nothing to cancel', async () => {
    const { vendor, deps } = await shop();
    vendor.script.set('create', ['refuse']);
    const id = idOf((await buy(deps, await world.newOrder())).outcome);
    await world.settled(deps, id);
    expect(await cancelShipment(deps, world.anna, id)).toMatchObject({
      ok: false,
      problem: { code: 'cannot_cancel', message: 'No label was bought.' },
    });
    expect(await finishShipment(deps, world.anna, id, undefined)).toMatchObject({ ok: false });
  });
});
