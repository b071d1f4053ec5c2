import { tabOf } from '@scanship/domain/orders/order';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrderCalls, NOW, type OrderCalls, PEOPLE, SAM } from '../../../../../test/order-calls.ts';
import { BUYER, contextOf, newOrder } from '../../../../../test/order-fixture.ts';
import { statementsOf } from '../../../../../test/statements.ts';
import type { RequestContext } from '../../../../platform/context.ts';
import { newId } from '../../../../platform/database/ids.ts';
import type { AppProblem } from '../../../../platform/problem.ts';
import { tabCounts } from '../../queries/tab-counts.ts';
import { createOrders } from '../create-orders.ts';
import { allocateItems, applyShipped, applyVoided, releaseItems } from '../fulfillment.ts';

let world: OrderCalls;
let ctx: RequestContext;
beforeAll(async () => {
  world = await makeOrderCalls();
  ({ ctx } = world);
});
afterAll(() => world.database.drop());

const refusedBy = async (id: string, body: object, params: object = {}): Promise<AppProblem | undefined> =>
  (await world.ask(id, body, params)).problem;

/** Counters by day and by month say what the rows say. */
async function countersAreExact(): Promise<void> {
  await world.database.db.tenant(ctx, async (tx) => {
    const rows = await sql<{ tab: string; n: number }>`SELECT tab, count(*)::int AS n FROM orders GROUP BY tab`.execute(
      tx,
    );
    const actual = Object.fromEntries(rows.rows.map(({ tab, n }) => [tab.replace('_', '-'), n]));
    const counted = await tabCounts(tx, { from: null, to: null });
    for (const tab of ['unfulfilled', 'manual-fulfilled', 'fulfilled', 'cancelled', 'archived'] as const)
      expect([tab, counted[tab]]).toEqual([tab, actual[tab] ?? 0]);
    const apart = await sql`SELECT date_trunc('month', day)::date, store_id, tab, sum(n) FROM order_counts
        GROUP BY 1, 2, 3 HAVING sum(n) <> 0
      EXCEPT SELECT month, store_id, tab, sum(n) FROM order_count_months GROUP BY 1, 2, 3`.execute(tx);
    expect(apart.rows).toEqual([]);
  });
}

describe('archive, cancel, hold', () => {
  test('archived and back is the state it had; each order for itself; again changes nothing', async () => {
    const [a = '', b = '', c = ''] = await world.make(3);
    await world.bulk('cancelOrders', { ids: [b], cancelled: true, reason: 'Buyer changed their mind' });
    const unknown = newId();
    const outcome = await world.bulk('archiveOrders', { ids: [a, b, unknown], archived: true });
    expect(outcome).toMatchObject({
      changed: 2,
      unchanged: 0,
      refused: 1,
      problems: [{ orderId: unknown, code: 'not_found' }],
    });
    expect(await world.detail(b)).toMatchObject({ archived: true, fulfillmentStatus: 'Cancelled' });
    await countersAreExact();
    expect(await world.bulk('archiveOrders', { ids: [a, b], archived: true })).toMatchObject({
      changed: 0,
      unchanged: 2,
    });
    expect(await world.bulk('archiveOrders', { ids: [a, b, c], archived: false })).toMatchObject({
      changed: 2,
      unchanged: 1,
    });
    expect(await world.detail(b)).toMatchObject({ archived: false, fulfillmentStatus: 'Cancelled' });
    expect((await world.detail(a)).fulfillmentStatus).toBe('Unfulfilled');
    await countersAreExact();
    expect((await world.detail(b)).history.map(({ event, why }) => [event, why])).toEqual([
      ['restored', null],
      ['archived', null],
      ['cancelled', 'Buyer changed their mind'],
      ['created', 'test'],
    ]);
    expect(world.told).toContain(`cancelled ${b}`);
  });

  test('an order with a label is not cancelled, and the sentence says what to do', async () => {
    const [bought = '', buying = '', free = ''] = await world.make(3);
    await world.database.db.tenant(ctx, async (tx) => {
      for (const orderId of [bought, buying]) await allocateItems(ctx, tx, { orderId });
      await applyShipped(ctx, tx, {
        orderId: bought,
        items: [{ line: 1, quantity: 2 }],
        trackingNumbers: [],
        now: NOW,
      });
    });
    const outcome = await world.bulk('cancelOrders', { ids: [bought, buying, free], cancelled: true });
    expect(outcome).toMatchObject({ changed: 1, refused: 2 });
    expect(outcome.problems.map(({ orderId, code }) => [orderId, code])).toEqual([
      [bought, 'live_label'],
      [buying, 'label_under_way'],
    ]);
    expect(outcome.problems[0]?.message).toBe('This order has a label. Cancel the label first, then the order.');
    expect(await world.bulk('cancelOrders', { ids: [free], cancelled: false })).toMatchObject({ changed: 1 });
    expect((await world.detail(free)).fulfillmentStatus).toBe('Unfulfilled');
    const atStore = await world.one({ cancelledAt: NOW, imported: { cancelledAt: NOW.toISOString() } });
    expect((await world.bulk('cancelOrders', { ids: [atStore], cancelled: false })).problems[0]?.code).toBe(
      'cancelled_at_store',
    );
    await countersAreExact();
  });

  test('a hold has a reason, stops labels, and is released', async () => {
    const id = await world.one();
    await world.bulk('holdOrders', { ids: [id], held: true, reason: 'Waiting for stock' });
    expect(await world.detail(id)).toMatchObject({
      hold: 'manual',
      holdReason: 'Waiting for stock',
      signs: ['combinable', 'hold'],
    });
    const refused = await world.database.db.tenant(ctx, (tx) => allocateItems(ctx, tx, { orderId: id }));
    expect(refused).toMatchObject({ ok: false, problem: { code: 'order_not_shippable' } });
    expect(await world.bulk('holdOrders', { ids: [id], held: true, reason: 'Waiting for stock' })).toMatchObject({
      unchanged: 1,
    });
    await world.bulk('holdOrders', { ids: [id], held: false });
    expect(await world.detail(id)).toMatchObject({ hold: null, holdReason: null, signs: ['combinable'] });
    expect((await world.detail(id)).history[0]).toMatchObject({ event: 'released', why: 'Waiting for stock' });
  });
});

describe('fulfilled by hand', () => {
  test('is marked with carrier and number, found by the number, and taken back', async () => {
    const id = await world.one();
    const marked = await world.ask('markOrderFulfilled', { carrier: 'Canada Post', number: '7023 2101 2345' }, { id });
    expect(marked.data).toMatchObject({
      fulfillmentStatus: 'Manual-Fulfilled',
      markedFulfilled: { carrier: 'Canada Post', number: '7023 2101 2345', who: 'Olga Owner' },
    });
    expect(world.told.at(-1)).toBe(`marked ${id}`);
    const found = await world.ask('listOrders', { search: { key: 'trackingNumber', value: '702321012345' } });
    expect(found.data).toMatchObject({
      orders: [
        {
          id,
          email: BUYER.email,
          label: {
            trackingNumbers: ['7023 2101 2345'],
            services: [{ carrierName: 'Canada Post', serviceName: null }],
            costs: [],
          },
        },
      ],
    });
    // Nothing is open, so no label can be bought.
    expect(await world.database.db.tenant(ctx, (tx) => allocateItems(ctx, tx, { orderId: id }))).toMatchObject({
      ok: false,
      problem: { code: 'order_not_shippable' },
    });
    await countersAreExact();
    expect(await world.bulk('unmarkOrdersFulfilled', { ids: [id] })).toMatchObject({ changed: 1 });
    expect(world.told.at(-1)).toBe(`unmarked ${id}`);
    expect(await world.detail(id)).toMatchObject({ fulfillmentStatus: 'Unfulfilled', markedFulfilled: null });
    await countersAreExact();
    expect(await world.bulk('unmarkOrdersFulfilled', { ids: [id] })).toMatchObject({ unchanged: 1 });
  });

  test('many at once, with numbers of their own; what is shipped or cancelled is refused by name', async () => {
    const [a = '', b = '', c = '', d = ''] = await world.make(4);
    await world.database.db.tenant(ctx, async (tx) => {
      await allocateItems(ctx, tx, { orderId: c });
      await applyShipped(ctx, tx, { orderId: c, items: [{ line: 1, quantity: 2 }], trackingNumbers: [], now: NOW });
    });
    await world.bulk('cancelOrders', { ids: [d], cancelled: true });
    const outcome = await world.bulk('markOrdersFulfilled', {
      ids: [a, b, c, d],
      carrier: 'UPS',
      number: 'SHARED-1',
      numbers: [{ orderId: b, number: 'OWN-2' }],
    });
    expect(outcome).toMatchObject({ changed: 2, refused: 2 });
    expect(outcome.problems.map(({ code }) => code)).toEqual(['already_fulfilled', 'order_cancelled']);
    expect((await world.detail(a)).markedFulfilled?.number).toBe('SHARED-1');
    expect((await world.detail(b)).markedFulfilled?.number).toBe('OWN-2');
    expect((await refusedBy('markOrderFulfilled', {}, { id: d }))?.message).toBe(
      'This order is cancelled. Undo the cancellation first.',
    );
    expect((await refusedBy('markOrderFulfilled', {}, { id: newId() }))?.code).toBe('not_found');
    expect((await world.bulk('unmarkOrdersFulfilled', { ids: [c] })).problems[0]?.code).toBe('not_marked_by_hand');
    await countersAreExact();
  });
});

describe('tags, people, places, notes', () => {
  test('tags are added and taken off, and an order has at most fifty', async () => {
    const [a = '', b = ''] = await world.make(2, { tags: ['vip'] });
    expect(await world.bulk('tagOrders', { ids: [a, b], add: ['rush', ' rush '], remove: ['vip'] })).toMatchObject({
      changed: 2,
    });
    expect((await world.detail(a)).tags).toEqual(['rush']);
    expect((await world.detail(a)).history[0]).toMatchObject({ event: 'tags', why: '+rush, −vip' });
    expect(await world.bulk('tagOrders', { ids: [a], add: ['rush'] })).toMatchObject({ changed: 0, unchanged: 1 });
    for (const tens of [1, 2, 3])
      await world.bulk('tagOrders', { ids: [b], add: Array.from({ length: 16 }, (_, at) => `t${tens}-${at}`) });
    const full = await world.bulk('tagOrders', { ids: [a, b], add: ['x', 'y'] });
    expect(full).toMatchObject({ changed: 1, refused: 1, problems: [{ orderId: b, code: 'too_many_tags' }] });
    expect((await refusedBy('tagOrders', { ids: [a] }))?.code).toBe('validation');
  });

  test('orders are assigned to people of the customer only', async () => {
    const id = await world.one();
    expect((await refusedBy('assignOrders', { ids: [id], userId: newId() }))?.code).toBe('validation');
    const done = await world.ask('assignOrders', { ids: [id], userId: SAM });
    expect(done.message).toBe('1 order assigned to Sam Packer.');
    expect((await world.detail(id)).assignedTo).toBe('Sam Packer');
    expect((await world.ask('listAssignees', {})).data).toEqual({ people: PEOPLE });
    await world.bulk('assignOrders', { ids: [id], userId: null });
    expect(await world.detail(id)).toMatchObject({
      assignedTo: null,
      history: [{ event: 'assigned', why: 'Unassigned' }, {}, {}],
    });
  });

  test('the ship-from location is chosen and given up again', async () => {
    const [customer, other] = world.tree.customers;
    const id = await world.one();
    const locationId = newId();
    await world.database.db.tenant(ctx, (tx) =>
      sql`INSERT INTO locations (tenant_id, id, name, address, time_zone)
        SELECT tenant_id, ${locationId}, 'Second', jsonb_set(address, '{city}', '"Laval"'), time_zone FROM locations
        WHERE id = ${customer.locationId}`.execute(tx),
    );
    await world.bulk('setOrdersShipFrom', { ids: [id], locationId });
    expect(await world.detail(id)).toMatchObject({
      shipFromChosen: true,
      shipFrom: { locationId, name: 'Second', address: { city: 'Laval' } },
    });
    expect(await world.bulk('setOrdersShipFrom', { ids: [id], locationId })).toMatchObject({ unchanged: 1 });
    await world.bulk('setOrdersShipFrom', { ids: [id], locationId: null });
    expect(await world.detail(id)).toMatchObject({
      shipFromChosen: false,
      shipFrom: { locationId: customer.locationId },
    });
    expect((await refusedBy('setOrdersShipFrom', { ids: [id], locationId: other.locationId }))?.code).toBe(
      'validation',
    );
  });

  test('notes are written, removed, and show as a sign', async () => {
    const id = await world.one({ customerNote: 'Ring twice' });
    await world.bulk('noteOrders', { ids: [id], internalNote: 'Fragile' });
    expect(await world.detail(id)).toMatchObject({
      internalNote: 'Fragile',
      customerNote: 'Ring twice',
      signs: ['note', 'combinable'],
    });
    await world.bulk('noteOrders', { ids: [id], internalNote: null, customerNote: '' });
    expect(await world.detail(id)).toMatchObject({ internalNote: null, customerNote: null, signs: ['combinable'] });
    expect(await world.bulk('noteOrders', { ids: [id], internalNote: '' })).toMatchObject({ unchanged: 1 });
  });
});

test('the history says who really acted, and for whom', async () => {
  const id = await world.one();
  const actor = {
    realmId: ctx.realmId,
    sessionId: newId(),
    userId: newId(),
    userName: 'ann',
    fullName: 'Ann Support',
    role: 'ROLE_SUPPORT',
    roleId: newId(),
    tenantName: 'First Franchise',
    since: NOW.toISOString(),
    reason: 'asked for',
  } as const;
  await world.bulk('holdOrders', { ids: [id], held: true, reason: null }, { ...ctx, actors: [actor] });
  expect((await world.detail(id)).history[0]).toMatchObject({
    event: 'held',
    who: 'Ann Support, First Franchise',
    forWhom: 'Olga Owner',
  });
  expect((await world.detail(id)).history[1]).toMatchObject({ event: 'created', who: 'Olga Owner', forWhom: null });
});

test('orders of somebody else are not found, whatever is asked', async () => {
  const foreign = contextOf(world.tree.customers[1]);
  const id = await world.one();
  for (const [call, body] of [
    ['archiveOrders', { archived: true }],
    ['cancelOrders', { cancelled: true }],
    ['holdOrders', { held: true }],
    ['tagOrders', { add: ['theirs'] }],
    ['assignOrders', { userId: SAM }],
    ['setOrdersShipFrom', { locationId: null }],
    ['noteOrders', { internalNote: 'theirs' }],
    ['markOrdersFulfilled', {}],
    ['unmarkOrdersFulfilled', {}],
  ] as const)
    expect(await world.bulk(call, { ids: [id], ...body }, foreign)).toEqual({
      changed: 0,
      unchanged: 0,
      refused: 1,
      problems: [{ orderId: id, orderNumber: '', code: 'not_found', message: 'This order was not found.' }],
    });
  expect((await world.detail(id)).history).toHaveLength(1);
});

test('a thousand orders in one call, chosen by filters, cost a few dozen statements', async () => {
  const [, , customer] = world.tree.customers;
  const many = contextOf(customer);
  await world.database.db.tenant(many, (tx) =>
    createOrders(
      many,
      tx,
      Array.from({ length: 1_000 }, (_, at) => newOrder(customer.storeId, `T-${at}`)),
      { why: 'test', now: NOW },
    ),
  );
  for (const [call, body] of [
    ['holdOrders', { held: true, reason: 'Stock count' }],
    ['tagOrders', { add: ['counted'] }],
    ['markOrdersFulfilled', { carrier: 'UPS', number: 'PALLET-1' }],
  ] as const) {
    const statements = await statementsOf(async () => {
      const done = await world.bulk(call, { filters: { fulfillmentStatus: 'unfulfilled' }, ...body }, many);
      expect(done).toMatchObject({ changed: 1_000, refused: 0 });
    });
    // Two batches; each a dozen statements, however many orders are in it.
    expect(statements.length, call).toBeLessThan(60);
  }
  const counted = await world.database.db.tenant(many, (tx) => tabCounts(tx, { from: null, to: null }));
  expect(counted).toMatchObject({ unfulfilled: 0, 'manual-fulfilled': 1_000 });
});

test('any sequence of commands keeps tabs, counters and quantities consistent', async () => {
  const ids = await world.make(3);
  const step = fc.record({
    what: fc.constantFrom(
      'archive',
      'restore',
      'cancel',
      'uncancel',
      'hold',
      'release',
      'mark',
      'unmark',
      'allocate',
      'ship',
      'give-back',
      'void',
    ),
    picks: fc.subarray([0, 1, 2], { minLength: 1 }),
  });
  const calls: Readonly<Record<string, readonly [string, object]>> = {
    archive: ['archiveOrders', { archived: true }],
    restore: ['archiveOrders', { archived: false }],
    cancel: ['cancelOrders', { cancelled: true }],
    uncancel: ['cancelOrders', { cancelled: false }],
    hold: ['holdOrders', { held: true }],
    release: ['holdOrders', { held: false }],
    mark: ['markOrdersFulfilled', { number: 'N-1' }],
    unmark: ['unmarkOrdersFulfilled', {}],
  };
  const unit = [{ line: 1, quantity: 1 }];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      for (const { what, picks } of steps) {
        const chosen = picks.map((at) => ids[at] ?? '');
        const call = calls[what];
        if (call) {
          const outcome = await world.bulk(call[0], { ids: chosen, ...call[1] });
          expect(outcome.changed + outcome.unchanged + outcome.refused).toBe(chosen.length);
          continue;
        }
        for (const orderId of chosen)
          await world.database.db.tenant(ctx, async (tx) => {
            const { rows } = await sql<{ allocated: number; shipped: number }>`SELECT qty_allocated AS allocated,
              qty_shipped AS shipped FROM order_items WHERE order_id = ${orderId}`.execute(tx);
            const { allocated, shipped } = rows[0] ?? { allocated: 0, shipped: 0 };
            if (what === 'allocate') await allocateItems(ctx, tx, { orderId, items: unit });
            if (what === 'give-back' && allocated > shipped) await releaseItems(ctx, tx, { orderId, items: unit });
            if (what === 'ship' && allocated > shipped)
              await applyShipped(ctx, tx, { orderId, items: unit, trackingNumbers: [], now: NOW });
            if (what === 'void' && shipped > 0) await applyVoided(ctx, tx, { orderId, items: unit, now: NOW });
          });
      }
      await countersAreExact();
      await world.database.db.tenant(ctx, async (tx) => {
        const { rows } = await sql<{
          tab: string;
          fulfillment: 'unfulfilled' | 'partial' | 'fulfilled' | 'manual_fulfilled';
          cancelled: boolean;
          archived: boolean;
          allocated: number;
          marks: number;
        }>`SELECT o.tab, o.fulfillment, o.cancelled_at IS NOT NULL AS cancelled, o.archived_at IS NOT NULL AS archived,
            i.qty_allocated AS allocated, (SELECT count(*)::int FROM manual_fulfilments m
              WHERE m.order_id = o.id AND m.undone_at IS NULL) AS marks
          FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.id = ANY (${ids}::uuid[])`.execute(tx);
        for (const row of rows) {
          expect(row.tab).toBe(tabOf(row));
          if (row.cancelled) expect(row.allocated).toBe(0);
          expect(row.marks).toBe(row.fulfillment === 'manual_fulfilled' ? 1 : 0);
        }
      });
    }),
    { numRuns: 12 },
  );
});
