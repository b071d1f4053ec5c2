import { orderTokens } from '@scanship/domain/orders/order-search';
import { type Tab, tabOf } from '@scanship/domain/orders/order';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { tabCounts } from '../queries/tab-counts.ts';
import { BUYER, contextOf, newOrder, setShipFrom } from '../../../../test/order-fixture.ts';
import { claimOrder, releaseClaim } from './claim.ts';
import { createOrders } from './create-orders.ts';
import type { NewOrder } from './new-order.ts';
import { foldCounts } from './counters.ts';
import { allocateItems, applyShipped, applyVoided, lockOrder, releaseItems } from './fulfillment.ts';
import { allOrNothing } from './transaction.ts';

let database: TestDatabase;
let db: Database;
let tree: TenantTree;
const now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  tree = await makeTenantTree(db);
  for (const customer of tree.customers) await setShipFrom(db, customer);
});
afterAll(() => database.drop());

let count = 0;
async function oneOrder(more: Partial<NewOrder> = {}): Promise<string> {
  const [customer] = tree.customers;
  const number = `F-${(count += 1)}`;
  const made = await allOrNothing(db, customer, (tx) =>
    createOrders(contextOf(customer), tx, [newOrder(customer.storeId, number, more)], { why: 'test', now }),
  );
  if (!made.ok) throw new Error(made.problem.code);
  return made.value[0]?.id ?? '';
}

const TWO_LINES = {
  items: [
    { sku: 'A', title: 'Alpha', quantity: 2, unitMinor: 100, weightGrams: 10 },
    { sku: 'B', title: 'Beta', quantity: 1, unitMinor: 100, weightGrams: 10 },
  ],
};

describe('creating', () => {
  test('writes the order with derived columns, imported address, keys, counter and history', async () => {
    const [customer] = tree.customers;
    const id = await oneOrder({
      customerNote: 'Leave at the door',
      tags: ['vip', 'vip', ' '],
      shipTo: { ...BUYER, zipcode: 'm5h2m5' },
    });
    await db.tenant(customer, async (tx) => {
      const order = await tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(order).toMatchObject({
        item_qty: 2,
        sku_count: 1,
        item_summary: '2 × Blue mug',
        weight_g: 800,
        total_minor: 2500,
        country: 'CA',
        province: 'ON',
        ship_to_name: 'Éloïse Tremblay',
        signs: 1,
        tab: 'unfulfilled',
        fulfillment: 'unfulfilled',
      });
      const detail = await tx
        .selectFrom('order_details')
        .selectAll()
        .where('order_id', '=', id)
        .executeTakeFirstOrThrow();
      expect(detail.ship_to).toMatchObject({ zipcode: 'M5H 2M5' });
      expect(detail.ship_to_imported).toMatchObject({ zipcode: 'm5h2m5' });
      const tokens = await tx
        .selectFrom('order_tokens')
        .select(['field', 'token'])
        .where('order_id', '=', id)
        .execute();
      expect(tokens.map((t) => `${t.field} ${t.token}`).toSorted()).toEqual(
        orderTokens({
          number: order.number,
          name: BUYER.name,
          email: BUYER.email,
          phone: BUYER.phone,
          postal: 'M5H 2M5',
          city: BUYER.city,
          skus: ['MUG-BLUE'],
        })
          .map((t) => `${t.field} ${t.token}`)
          .toSorted(),
      );
      expect(tokens).toContainEqual({ field: 'name', token: 'eloise' });
      expect(await tx.selectFrom('order_tags').select('tag').where('order_id', '=', id).execute()).toEqual([
        { tag: 'vip' },
      ]);
      const history = await tx.selectFrom('state_changes').selectAll().where('subject_id', '=', id).execute();
      expect(history).toMatchObject([{ from_state: null, to_state: 'created', why: 'test' }]);
    });
  });

  test('an address with an error gets its sign', async () => {
    const [customer] = tree.customers;
    const id = await oneOrder({
      shipTo: { ...BUYER, countryCode: 'US', provinceCode: 'NY', zipcode: 'not a zip', city: 'New York' },
    });
    const order = await db.tenant(customer, (tx) =>
      tx.selectFrom('orders').select('signs').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(order.signs).toBe(8);
  });

  test('a number that exists refuses all and leaves nothing behind', async () => {
    const [customer] = tree.customers;
    await oneOrder({ externalId: 'taken', number: 'Taken' });
    const before = await db.tenant(customer, (tx) => tabCounts(tx, { from: null, to: null }));
    const refused = await db.tenant(customer, async (tx) => {
      const outcome = await createOrders(
        contextOf(customer),
        tx,
        [newOrder(customer.storeId, 'fresh'), newOrder(customer.storeId, 'Taken', { externalId: 'taken' })],
        { why: 'test', now },
      );
      // The transaction goes on: nothing of the refused call is in it.
      expect((await sql`SELECT 1 FROM orders WHERE external_id = 'fresh'`.execute(tx)).rows).toEqual([]);
      return outcome;
    });
    expect(refused).toMatchObject({
      ok: false,
      problem: { code: 'order_number_taken', message: 'An order with the number Taken exists already.' },
    });
    expect(await db.tenant(customer, (tx) => tabCounts(tx, { from: null, to: null }))).toEqual(before);
  });

  test('text that PostgreSQL cannot hold is cleaned, not refused', async () => {
    const [customer] = tree.customers;
    const id = await oneOrder({
      customerNote: 'zero\u0000byte \uD800 lone',
      items: [{ title: 'a\u0000b', quantity: 1, unitMinor: 1 }],
      shipTo: { ...BUYER, name: 'X\u0000Y \uDFFF' },
    });
    const detail = await db.tenant(customer, (tx) =>
      tx.selectFrom('order_details').select('notes').where('order_id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(detail.notes).toMatchObject({ customer: 'zerobyte \uFFFD lone' });
  });
});

describe('allocating', () => {
  test('holds what is free, a second purchase is refused, an additional one is not', async () => {
    const [customer] = tree.customers;
    const ctx = contextOf(customer);
    const orderId = await oneOrder(TWO_LINES);
    await db.tenant(customer, async (tx) => {
      expect(await allocateItems(ctx, tx, { orderId, items: [{ line: 1, quantity: 1 }] })).toMatchObject({ ok: true });
      expect(await allocateItems(ctx, tx, { orderId, items: [{ line: 1, quantity: 2 }] })).toMatchObject({
        ok: false,
        problem: { code: 'already_allocated', message: 'These items already have a label: Alpha.' },
      });
      expect(await allocateItems(ctx, tx, { orderId })).toMatchObject({
        ok: true,
        value: {
          items: [
            { line: 1, quantity: 1 },
            { line: 2, quantity: 1 },
          ],
        },
      });
      expect(await allocateItems(ctx, tx, { orderId })).toMatchObject({
        ok: false,
        problem: { code: 'already_allocated' },
      });
      expect(await allocateItems(ctx, tx, { orderId, additional: true })).toMatchObject({
        ok: true,
        value: { items: [] },
      });
      await releaseItems(ctx, tx, { orderId, items: [{ line: 1, quantity: 2 }] });
      expect(await allocateItems(ctx, tx, { orderId })).toMatchObject({
        ok: true,
        value: { items: [{ line: 1, quantity: 2 }] },
      });
      expect(await allocateItems(ctx, tx, { orderId, items: [{ line: 9, quantity: 1 }] })).toMatchObject({
        ok: false,
        problem: { code: 'validation' },
      });
    });
  });

  test('two tabs at once: one gets the items, the other is told', async () => {
    const [customer] = tree.customers;
    const orderId = await oneOrder();
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() => db.tenant(customer, (tx) => allocateItems(contextOf(customer), tx, { orderId }))),
    );
    expect(outcomes.filter((o) => o.ok)).toHaveLength(1);
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome.problem.code).toBe('already_allocated');
  });

  test.each([
    ['cancelled', sql`cancelled_at = now(), tab = 'cancelled'`, 'This order is cancelled.'],
    ['archived', sql`archived_at = now(), tab = 'archived'`, 'This order is archived.'],
    ['held', sql`hold_code = 'payment-pending'`, 'This order is on hold (payment-pending). Release it to ship it.'],
    ['failed', sql`import_state = 'failed'`, 'This order did not arrive completely from its store.'],
  ])('an order that is %s is not shippable and says why', async (_name, change, message) => {
    const [customer] = tree.customers;
    const orderId = await oneOrder();
    const outcome = await db.tenant(customer, async (tx) => {
      await sql`UPDATE orders SET ${change} WHERE id = ${orderId}`.execute(tx);
      return allocateItems(contextOf(customer), tx, { orderId });
    });
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'order_not_shippable', message } });
  });

  test('another tenant has no such order', async () => {
    const [, other] = tree.customers;
    const orderId = await oneOrder();
    const ctx = contextOf(other);
    await db.tenant(other, async (tx) => {
      expect(await allocateItems(ctx, tx, { orderId })).toMatchObject({ ok: false, problem: { code: 'not_found' } });
      expect(await claimOrder(ctx, tx, { orderId })).toMatchObject({ ok: false, problem: { code: 'not_found' } });
      await expect(releaseItems(ctx, tx, { orderId, items: [] })).rejects.toThrow(/does not exist/);
    });
  });
});

describe('claims', () => {
  test('a claim keeps others off until it lapses or is let go; the claimer goes on', async () => {
    const [customer] = tree.customers;
    const mine = contextOf(customer);
    const theirs = contextOf(customer);
    const orderId = await oneOrder();
    await db.tenant(customer, async (tx) => {
      expect(await claimOrder(mine, tx, { orderId })).toMatchObject({ ok: true });
      expect(await claimOrder(mine, tx, { orderId })).toMatchObject({ ok: true });
      expect(await claimOrder(theirs, tx, { orderId })).toMatchObject({
        ok: false,
        problem: { code: 'order_claimed' },
      });
      expect(await allocateItems(theirs, tx, { orderId })).toMatchObject({
        ok: false,
        problem: { code: 'order_claimed' },
      });
      await releaseClaim(theirs, tx, { orderId });
      expect(await claimOrder(theirs, tx, { orderId })).toMatchObject({ ok: false });
      await releaseClaim(mine, tx, { orderId });
      expect(await claimOrder(theirs, tx, { orderId, seconds: -1 })).toMatchObject({ ok: true });
      expect(await allocateItems(mine, tx, { orderId })).toMatchObject({ ok: true });
    });
  });
});

describe('shipping and voiding', () => {
  test('part, rest, void one, void all: fulfilment, tab, counters and history follow', async () => {
    const [customer] = tree.customers;
    const ctx = contextOf(customer);
    const orderId = await oneOrder(TWO_LINES);
    const counts = () => db.tenant(customer, (tx) => tabCounts(tx, { from: null, to: null }));
    const start = await counts();
    const ship = (items: readonly { line: number; quantity: number }[], tracking: string) =>
      db.tenant(customer, async (tx) => {
        await allocateItems(ctx, tx, { orderId, items });
        return applyShipped(ctx, tx, { orderId, items, trackingNumbers: [tracking], why: 'Label bought', now });
      });
    expect(await ship([{ line: 1, quantity: 1 }], 'TL 0001')).toEqual({
      fulfillment: 'partial',
      tab: 'unfulfilled',
      changed: true,
    });
    expect(await counts()).toEqual(start);
    expect(
      await ship(
        [
          { line: 1, quantity: 1 },
          { line: 2, quantity: 1 },
        ],
        'TL 0002',
      ),
    ).toMatchObject({
      fulfillment: 'fulfilled',
      tab: 'fulfilled',
    });
    expect(await counts()).toMatchObject({
      unfulfilled: start.unfulfilled - 1,
      fulfilled: start.fulfilled + 1,
      all: start.all,
    });
    const voided = (items: readonly { line: number; quantity: number }[]) =>
      db.tenant(customer, (tx) => applyVoided(ctx, tx, { orderId, items, why: 'Label voided', now }));
    expect(
      await voided([
        { line: 1, quantity: 1 },
        { line: 2, quantity: 1 },
      ]),
    ).toMatchObject({ fulfillment: 'partial', tab: 'unfulfilled' });
    expect(await voided([{ line: 1, quantity: 1 }])).toMatchObject({ fulfillment: 'unfulfilled', tab: 'unfulfilled' });
    expect(await counts()).toEqual(start);
    await db.tenant(customer, async (tx) => {
      const found =
        await sql`SELECT 1 FROM order_tokens WHERE order_id = ${orderId} AND field = 'tracking' AND token = 'tl0001'`.execute(
          tx,
        );
      expect(found.rows).toHaveLength(1);
      const history = await sql<{ f: string; t: string }>`SELECT from_state AS f, to_state AS t FROM state_changes
        WHERE subject_id = ${orderId} ORDER BY at, id`.execute(tx);
      expect(history.rows.map((row) => row.t).toSorted()).toEqual([
        'created',
        'fulfilled',
        'partial',
        'partial',
        'unfulfilled',
      ]);
      // Everything can be bought again.
      expect(await allocateItems(ctx, tx, { orderId })).toMatchObject({
        ok: true,
        value: { items: [{ quantity: 2 }, { quantity: 1 }] },
      });
    });
  });

  test('shipping what is not held is refused by the database', async () => {
    const [customer] = tree.customers;
    const orderId = await oneOrder();
    await expect(
      db.tenant(customer, (tx) =>
        applyShipped(contextOf(customer), tx, { orderId, items: [{ line: 1, quantity: 1 }], trackingNumbers: [], now }),
      ),
    ).rejects.toThrow(/order_items_not_over_shipped/);
    await expect(
      db.tenant(customer, (tx) =>
        releaseItems(contextOf(customer), tx, { orderId, items: [{ line: 1, quantity: 1 }] }),
      ),
    ).rejects.toThrow(/violates check constraint/);
  });

  test('an archived order whose label is voided stays in its tab', async () => {
    const [customer] = tree.customers;
    const ctx = contextOf(customer);
    const orderId = await oneOrder();
    const items = [{ line: 1, quantity: 2 }];
    await db.tenant(customer, async (tx) => {
      await allocateItems(ctx, tx, { orderId });
      await applyShipped(ctx, tx, { orderId, items, trackingNumbers: [], now });
      await sql`UPDATE orders SET archived_at = now(), tab = 'archived' WHERE id = ${orderId}`.execute(tx);
      expect(await applyVoided(ctx, tx, { orderId, items, now })).toEqual({
        fulfillment: 'unfulfilled',
        tab: 'archived',
        changed: true,
      });
    });
  });

  test('any sequence of purchases and voids keeps quantities, tab and counters consistent', async () => {
    const [, customer] = tree.customers;
    const ctx = contextOf(customer);
    const made = await allOrNothing(db, customer, (tx) =>
      createOrders(ctx, tx, [newOrder(customer.storeId, 'P-1', TWO_LINES), newOrder(customer.storeId, 'P-2')], {
        why: 'test',
        now,
      }),
    );
    if (!made.ok) throw new Error(made.problem.code);
    const ids = made.value.map((order) => order.id);
    type Live = { orderId: string; items: readonly { line: number; quantity: number }[] };
    const step = fc.record({
      what: fc.constantFrom('allocate', 'release', 'ship', 'void'),
      order: fc.nat(ids.length - 1),
      line: fc.integer({ min: 1, max: 2 }),
      quantity: fc.integer({ min: 1, max: 2 }),
      pick: fc.nat(),
    });
    const held: Live[] = [];
    const shipped: Live[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
        await db.tenant(customer, async (tx) => {
          for (const { what, order, line, quantity, pick } of steps) {
            const orderId = ids[order] ?? '';
            if (what === 'allocate') {
              const outcome = await allocateItems(ctx, tx, { orderId, items: [{ line, quantity }] });
              if (outcome.ok) held.push({ orderId, items: outcome.value.items });
            } else {
              const [live] = (what === 'void' ? shipped : held).splice(pick % 3, 1);
              if (!live) continue;
              if (what === 'release') await releaseItems(ctx, tx, live);
              else if (what === 'void') await applyVoided(ctx, tx, { ...live, now });
              else {
                await applyShipped(ctx, tx, { ...live, trackingNumbers: [], now });
                shipped.push(live);
              }
            }
          }
          for (const id of ids) {
            const order = await lockOrder(ctx, tx, id);
            if (!order) throw new Error('the order is there');
            expect(order.tab).toBe(tabOf(order));
            const units = (live: readonly Live[]) =>
              live
                .filter((each) => each.orderId === id)
                .flatMap((each) => each.items)
                .reduce((n, item) => n + item.quantity, 0);
            expect(order.lines.reduce((n, each) => n + each.shipped, 0)).toBe(units(shipped));
            expect(order.lines.reduce((n, each) => n + each.allocated, 0)).toBe(units(shipped) + units(held));
          }
          const actual = await sql<{ tab: Tab; n: number }>`SELECT tab, count(*) AS n FROM orders GROUP BY tab`.execute(
            tx,
          );
          const counted = await tabCounts(tx, { from: null, to: null });
          const apart =
            await sql`SELECT date_trunc('month', day)::date AS month, store_id, tab, sum(n) AS n FROM order_counts
              GROUP BY 1, 2, 3 HAVING sum(n) <> 0
            EXCEPT SELECT month, store_id, tab, sum(n) FROM order_count_months GROUP BY 1, 2, 3`.execute(tx);
          expect(apart.rows).toEqual([]);
          expect(counted.unfulfilled).toBe(actual.rows.find((row) => row.tab === 'unfulfilled')?.n ?? 0);
          expect(counted.fulfilled).toBe(actual.rows.find((row) => row.tab === 'fulfilled')?.n ?? 0);
        });
      }),
      { numRuns: 15 },
    );
  });

  test('folding the counters keeps their sums', async () => {
    const [customer] = tree.customers;
    const before = await db.tenant(customer, (tx) => tabCounts(tx, { from: null, to: null }));
    await db.tenant(customer, (tx) => foldCounts(tx, '2100-01-01'));
    await db.tenant(customer, async (tx) => {
      expect(await tabCounts(tx, { from: null, to: null })).toEqual(before);
      for (const table of ['order_counts', 'order_count_months'])
        expect((await sql`SELECT 1 FROM ${sql.table(table)} WHERE shard <> 0`.execute(tx)).rows).toEqual([]);
    });
  });
});
