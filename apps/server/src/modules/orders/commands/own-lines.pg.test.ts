import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrderCalls, NOW, type OrderCalls } from '../../../../test/order-calls.ts';
import { contextOf } from '../../../../test/order-fixture.ts';
import type { RequestContext } from '../../../platform/context.ts';
import { allocateItems, applyShipped } from './fulfillment.ts';
import { listOrders } from '../queries/list-orders.ts';

let world: OrderCalls;
let ctx: RequestContext;
beforeAll(async () => {
  world = await makeOrderCalls();
  ({ ctx } = world);
});
afterAll(() => world.database.drop());

const MUG = { sku: 'MUG', title: 'Mug', quantity: 3, unitMinor: 1000, weightGrams: 300, hsCode: '691200' };
const PLATE = { sku: 'PLATE', title: 'Plate', quantity: 2, unitMinor: 500, weightGrams: 400 };
const own = (more: object = {}) => world.one({ source: 'manual', items: [MUG, PLATE], totalMinor: 4900, ...more });
const inTenant = <T>(work: Parameters<typeof world.database.db.tenant<T>>[1]) => world.database.db.tenant(ctx, work);
const given = (detail: OrderDetail) =>
  detail.items.map(({ line, sku, title, quantity, unitPrice, weightGrams, hsCode, originCountry }) => ({
    line,
    sku,
    title,
    quantity,
    unitPriceMinor: unitPrice.minor,
    weightGrams,
    hsCode,
    originCountry,
  }));
const put = (detail: OrderDetail, items: object[], who?: RequestContext) =>
  world.ask('putOrderLines', { orderId: detail.id, version: detail.version, items }, {}, who);
const split = async (detail: OrderDetail, items: object[], who?: RequestContext) => {
  const { problem, data } = await world.ask(
    'splitOrder',
    { orderId: detail.id, version: detail.version, items },
    {},
    who,
  );
  return { problem, part: data as OrderDetail };
};
const ship = (orderId: string, items: { line: number; quantity: number }[]) =>
  inTenant(async (tx) => {
    await allocateItems(ctx, tx, { orderId, items });
    await applyShipped(ctx, tx, { orderId, items, trackingNumbers: [], now: NOW });
  });
const found = async (value: string): Promise<string[]> => {
  const list = await listOrders(world.database.db, ctx, NOW, {}, { search: { key: 'sku', value } });
  if (!list.ok) throw new Error(list.problem.code);
  return list.value.orders.map(({ id }) => id);
};
const tabs = () =>
  inTenant(async (tx) => {
    const { rows } = await sql<{
      tab: string;
      n: number;
    }>`SELECT tab, sum(n)::int AS n FROM order_counts GROUP BY tab`.execute(tx);
    return Object.fromEntries(rows.map(({ tab, n }) => [tab, n]));
  });

describe('the lines of an own order', () => {
  test('are added, changed and removed; weight, total, customs and search follow, postage in the total stays', async () => {
    const detail = await world.detail(await own());
    // 4,000 for the goods and 900 of postage.
    expect(detail.total.minor).toBe(4900);
    const [mug] = given(detail);
    const saved = await put(detail, [
      { ...mug, quantity: 1, originCountry: 'CA' },
      { sku: 'BOWL', title: 'Bowl', quantity: 2, unitPriceMinor: 700, weightGrams: 250, hsCode: '691110' },
    ]);
    expect(saved.problem).toBeUndefined();
    const after = await world.detail(detail.id);
    expect(after).toMatchObject({
      total: { minor: 1000 + 1400 + 900 },
      itemQuantity: 3,
      weightGrams: 800,
      items: [
        { line: 1, quantity: 1, originCountry: 'CA', hsCode: '691200' },
        { line: 3, sku: 'BOWL', quantity: 2, hsCode: '691110' },
      ],
    });
    expect(after.history[0]).toMatchObject({
      event: 'items',
      why: 'added 2 × Bowl; removed Plate; Mug: 3 → 1',
    });
    expect(await found('bowl')).toContain(detail.id);
    expect(await found('plate')).not.toContain(detail.id);
    const bought = await inTenant((tx) => allocateItems(ctx, tx, { orderId: detail.id }));
    expect(bought).toMatchObject({
      value: {
        items: [
          { line: 1, quantity: 1 },
          { line: 3, quantity: 2 },
        ],
      },
    });
  });

  test('keep what labels hold; an order of which the rest is taken away is fulfilled', async () => {
    const id = await own();
    await ship(id, [{ line: 1, quantity: 2 }]);
    const detail = await world.detail(id);
    const [mug, plate] = given(detail);
    expect((await put(detail, [{ ...mug, quantity: 1 }])).problem).toMatchObject({
      code: 'validation',
      errors: [{ field: 'items.0.quantity', message: 'At least 2: so many are in labels already.' }],
    });
    expect((await put(detail, [plate ?? {}])).problem).toMatchObject({
      errors: [{ field: 'items', message: 'Mug is in a label already and cannot be removed.' }],
    });
    const before = await tabs();
    await put(detail, [{ ...mug, quantity: 2 }]);
    expect(await world.detail(id)).toMatchObject({ fulfillmentStatus: 'Fulfilled', itemQuantity: 2 });
    const after = await tabs();
    expect([
      (before['unfulfilled'] ?? 0) - (after['unfulfilled'] ?? 0),
      (after['fulfilled'] ?? 0) - (before['fulfilled'] ?? 0),
    ]).toEqual([1, 1]);
  });

  test("are refused for a store's order, for one being bought, and where somebody else was first", async () => {
    const store = await world.detail(await world.one({ items: [MUG] }));
    expect((await put(store, given(store))).problem).toMatchObject({ code: 'order_not_shippable' });
    const buying = await world.detail(await own());
    await inTenant((tx) => allocateItems(ctx, tx, { orderId: buying.id }));
    expect((await put(buying, given(buying))).problem?.message).toContain('being bought right now');

    const detail = await world.detail(await own());
    const [mug] = given(detail);
    const both = await Promise.all([4, 5].map((quantity) => put(detail, [{ ...mug, quantity }])));
    expect(both.map(({ problem }) => problem?.code ?? 'saved').toSorted()).toEqual(['saved', 'stale_version']);
  });

  test("another customer's order is not there", async () => {
    const [, stranger] = world.tree.customers;
    const detail = await world.detail(await own());
    expect((await put(detail, given(detail), contextOf(stranger))).problem?.code).toBe('not_found');
    expect((await split(detail, [{ line: 1, quantity: 1 }], contextOf(stranger))).problem?.code).toBe('not_found');
    expect(await world.detail(detail.id)).toEqual(detail);
  });
});

describe('splitting', () => {
  test('moves units into an order of the same buyer; each ships what it holds, and nothing is lost', async () => {
    const id = await own({ number: 'S-9', externalId: 's-9', requestedService: 'Express', tags: ['vip'] });
    const first = await world.detail(id);
    await world.ask('putOrderItems', {
      orderId: id,
      version: first.version,
      items: [{ line: 1, customsDescription: 'Stoneware mug', unitValueMinor: 800, weightGrams: 310 }],
    });
    await world.bulk('holdOrders', { ids: [id], held: true, reason: 'Stock', until: '2026-12-01' });
    const detail = await world.detail(id);
    const { problem, part } = await split(detail, [
      { line: 1, quantity: 2 },
      { line: 2, quantity: 2 },
    ]);
    expect(problem).toBeUndefined();
    expect(part).toMatchObject({
      ecomOrderNumber: 'S-9-1',
      shipTo: detail.shipTo,
      requestedService: 'Express',
      tags: ['vip'],
      holdReason: 'Stock',
      holdUntil: '2026-12-01',
      placedAt: detail.placedAt,
      total: { minor: 3000 },
      weightGrams: 2 * 310 + 2 * 400,
      items: [
        { sku: 'MUG', quantity: 2, customsDescription: 'Stoneware mug', unitValue: { minor: 800 }, weightGrams: 310 },
        { sku: 'PLATE', quantity: 2 },
      ],
    });
    const rest = await world.detail(id);
    expect(rest).toMatchObject({
      total: { minor: 1900 },
      itemQuantity: 1,
      weightGrams: 310,
      items: [{ sku: 'MUG', quantity: 1 }],
    });
    expect(rest.history[0]).toMatchObject({ why: 'Split off into S-9-1: 2 × Mug, 2 × Plate' });
    expect(part.history[0]).toMatchObject({ event: 'created', why: 'Split off order S-9' });
    expect(rest.combinableWith.map(({ id: other }) => other)).not.toContain(part.id);

    await world.bulk('holdOrders', { ids: [id, part.id], held: false });
    // They could go together again: combining offers it.
    expect((await world.detail(id)).combinableWith.map(({ id: other }) => other)).toContain(part.id);
    const bought = await inTenant((tx) => allocateItems(ctx, tx, { orderId: part.id }));
    expect(bought).toMatchObject({
      value: {
        items: [
          { line: 1, quantity: 2 },
          { line: 2, quantity: 2 },
        ],
      },
    });
    await inTenant((tx) =>
      applyShipped(ctx, tx, {
        orderId: part.id,
        items: [
          { line: 1, quantity: 2 },
          { line: 2, quantity: 2 },
        ],
        trackingNumbers: [],
        now: NOW,
      }),
    );
    expect([(await world.detail(part.id)).fulfillmentStatus, (await world.detail(id)).fulfillmentStatus]).toEqual([
      'Fulfilled',
      'Unfulfilled',
    ]);
    expect(await found('plate')).toContain(part.id);
    expect(await found('plate')).not.toContain(id);
  });

  test('numbers go on, also past one that somebody typed', async () => {
    const id = await own({ number: 'S-10', externalId: 's-10' });
    await own({ number: 'S-10-1', externalId: 's-10-1' });
    const numbers: (string | undefined)[] = [];
    for (const _ of [1, 2]) {
      const { part } = await split(await world.detail(id), [{ line: 1, quantity: 1 }]);
      numbers.push(part.ecomOrderNumber);
    }
    expect(numbers).toEqual(['S-10-2', 'S-10-3']);
  });

  test('only open units, and one stays; at once, one of two; bought meanwhile, none', async () => {
    const id = await own();
    await ship(id, [{ line: 1, quantity: 2 }]);
    const detail = await world.detail(id);
    expect((await split(detail, [{ line: 1, quantity: 2 }])).problem).toMatchObject({
      errors: [{ field: 'items.0.quantity', message: 'At most 1: the others are in labels already or cancelled.' }],
    });
    const whole = await world.detail(await own());
    expect(
      (
        await split(whole, [
          { line: 1, quantity: 3 },
          { line: 2, quantity: 2 },
        ])
      ).problem,
    ).toMatchObject({ errors: [{ field: 'items', message: 'Leave at least one unit in this order.' }] });

    const both = await Promise.all([1, 2].map(() => split(whole, [{ line: 1, quantity: 2 }])));
    expect(both.map(({ problem }) => problem?.code ?? 'split').toSorted()).toEqual(['split', 'stale_version']);
    const left = await world.detail(whole.id);
    expect(left.itemQuantity).toBe(3);
    await inTenant((tx) => allocateItems(ctx, tx, { orderId: whole.id }));
    expect((await split(left, [{ line: 1, quantity: 1 }])).problem?.message).toContain('being bought right now');
    expect((await world.detail(whole.id)).itemQuantity).toBe(3);
  });

  test("a store's order is not split: its parts are shipped and told one by one", async () => {
    const detail = await world.detail(await world.one({ items: [MUG] }));
    const { problem } = await split(detail, [{ line: 1, quantity: 1 }]);
    expect(problem).toMatchObject({ code: 'order_not_shippable' });
    expect(problem?.message).toContain('the store is told of each part');
  });
});
