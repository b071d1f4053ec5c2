import type { DataOf } from '@scanship/contracts/call';
import type { editOrders, OrderEdit, previewOrderEdit, undoOrderEdit } from '@scanship/contracts/orders/order-edits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOrderCalls, NOW, type OrderCalls } from '../../../../../test/order-calls.ts';
import { BUYER, contextOf, newOrder } from '../../../../../test/order-fixture.ts';
import { statementsOf } from '../../../../../test/statements.ts';
import type { RequestContext } from '../../../../platform/context.ts';
import { newId } from '../../../../platform/database/ids.ts';
import { createOrders } from '../create-orders.ts';
import { allocateItems, applyShipped } from '../fulfillment.ts';
import { leaseOrders } from '../lease-orders.ts';

type Done = DataOf<typeof editOrders>;
type Preview = DataOf<typeof previewOrderEdit>;

let world: OrderCalls;
let ctx: RequestContext;
const BOX = newId();
beforeAll(async () => {
  world = await makeOrderCalls();
  ({ ctx } = world);
  await addBox();
});
const addBox = () =>
  world.database.db.tenant(ctx, (tx) =>
    sql`INSERT INTO packages (tenant_id, id, name, kind, outer_l_mm, outer_w_mm, outer_h_mm)
      VALUES (${ctx.tenantId}, ${BOX}, 'Small box', 'own', 200, 150, 100)`.execute(tx),
  );
afterAll(() => world.database.drop());

const answered = async <T>(call: string, body: object, who?: RequestContext): Promise<T> => {
  const { problem, data } = await world.ask(call, body, {}, who);
  if (problem) throw new Error(JSON.stringify(problem));
  return data as T;
};
const preview = (ids: readonly string[], edit: OrderEdit) => answered<Preview>('previewOrderEdit', { ids, edit });
const edit = (ids: readonly string[], what: OrderEdit) => answered<Done>('editOrders', { ids, edit: what });
const undo = (undoId: string | null) => answered<DataOf<typeof undoOrderEdit>>('undoOrderEdit', { undoId });

/** All that an edit may touch, for comparing before and after. */
const picture = (ids: readonly string[]) =>
  world.database.db.tenant(ctx, async (tx) => {
    const { rows } = await sql`SELECT o.id, o.weight_g, i.line, i.weight_g AS line_weight, i.hs_code, i.origin,
        i.customs_text, i.overrides, i.imported, c.choice ->> 'packageId' AS box
      FROM orders o JOIN order_items i ON i.order_id = o.id LEFT JOIN order_shipping_choices c ON c.order_id = o.id
      WHERE o.id = ANY (${[...ids]}::uuid[]) ORDER BY o.id, i.line`.execute(tx);
    return rows;
  });

const TWO_LINES = {
  items: [
    { sku: 'A', title: 'Alpha', quantity: 2, unitMinor: 100, weightGrams: 10, hsCode: '691200' },
    { sku: 'B', title: 'Beta', quantity: 1, unitMinor: 500 },
  ],
};

describe('an edit of many orders', () => {
  test('is seen before it is done, sets every line, and goes back to exactly what was', async () => {
    const ids = await world.make(3, TWO_LINES);
    const before = await picture(ids);
    const what: OrderEdit = { weightGrams: 250, hsCode: '6912.00.50', originCountry: 'CA', packageId: BOX };
    const seen = await preview(ids, what);
    expect(seen).toMatchObject({ changed: 3, unchanged: 0, refused: 0 });
    expect(seen.sample).toHaveLength(3);
    expect(seen.sample[0]?.changes).toEqual([
      { field: 'packageId', title: null, from: null, to: 'Small box' },
      { field: 'weightGrams', title: 'Alpha', from: 10, to: 250 },
      { field: 'hsCode', title: 'Alpha', from: '691200', to: '69120050' },
      { field: 'originCountry', title: 'Alpha', from: null, to: 'CA' },
      { field: 'weightGrams', title: 'Beta', from: null, to: 250 },
      { field: 'hsCode', title: 'Beta', from: null, to: '69120050' },
      { field: 'originCountry', title: 'Beta', from: null, to: 'CA' },
    ]);
    expect(await picture(ids)).toEqual(before);

    const done = await edit(ids, what);
    expect(done).toMatchObject({ changed: 3, unchanged: 0, refused: 0 });
    const [first = ''] = ids;
    const order = await world.detail(first);
    expect(order).toMatchObject({
      weightGrams: 750,
      items: [
        { weightGrams: 250, hsCode: '69120050', originCountry: 'CA' },
        { weightGrams: 250, hsCode: '69120050', originCountry: 'CA' },
      ],
    });
    expect(order.items[0]?.edited).toContainEqual({ field: 'hsCode', before: '691200' });
    expect(order.history[0]).toMatchObject({
      event: 'items',
      why: 'Alpha: weight, HS code, country of origin; Beta: weight, HS code, country of origin; package: Small box',
    });
    expect(await edit(ids, what)).toMatchObject({ changed: 0, unchanged: 3, undoId: null });

    expect(await undo(done.undoId)).toMatchObject({ changed: 3, refused: 0 });
    expect(await picture(ids)).toEqual(before);
    const again = await world.ask('undoOrderEdit', { undoId: done.undoId });
    expect(again.problem).toMatchObject({ code: 'not_found', message: 'This was undone already, or is too long ago.' });
  });

  test('sets only what is missing where that is wanted', async () => {
    const [id = ''] = await world.make(1, TWO_LINES);
    await edit([id], { weightGrams: 99, hsCode: '420292', onlyMissing: true });
    expect((await world.detail(id)).items.map(({ weightGrams, hsCode }) => [weightGrams, hsCode])).toEqual([
      [10, '691200'],
      [99, '420292'],
    ]);
  });

  test('leaves out what is shipped, cancelled, archived, being bought or at a packing station, and says why', async () => {
    const ids = await world.make(6);
    const [open = '', cancelled = '', archived = '', buying = '', shipped = '', leased = ''] = ids;
    await world.bulk('cancelOrders', { ids: [cancelled], cancelled: true });
    await world.bulk('archiveOrders', { ids: [archived], archived: true });
    await world.database.db.tenant(ctx, async (tx) => {
      for (const orderId of [buying, shipped]) await allocateItems(ctx, tx, { orderId });
      await applyShipped(ctx, tx, {
        orderId: shipped,
        items: [{ line: 1, quantity: 2 }],
        trackingNumbers: [],
        now: NOW,
      });
      const shiftId = newId();
      await leaseOrders(tx, ctx.tenantId, [leased], {
        shiftId,
        stationId: newId(),
        stationName: 'Table 2',
        until: new Date(Date.now() + 60_000),
      });
    });
    const foreign = newId();
    const before = await picture(ids);
    const seen = await preview([...ids, foreign], { weightGrams: 5 });
    expect(seen).toMatchObject({ changed: 1, refused: 6 });
    expect(Object.fromEntries(seen.problems.map(({ orderId, code }) => [orderId, code]))).toEqual({
      [foreign]: 'not_found',
      [cancelled]: 'order_cancelled',
      [archived]: 'order_archived',
      [buying]: 'label_under_way',
      [shipped]: 'already_fulfilled',
      [leased]: 'leased',
    });
    const done = await edit([...ids, foreign], { weightGrams: 5, packageId: BOX });
    expect(done).toMatchObject({ changed: 1, refused: 6, problems: seen.problems });
    const after = await picture(ids);
    const others = (rows: unknown[]) => rows.filter((row) => (row as { id: string }).id !== open);
    expect(others(after)).toEqual(others(before));
  });

  test('undo leaves alone what somebody changed since, or what has shipped since', async () => {
    const [same = '', touched = '', gone = ''] = await world.make(3);
    const done = await edit([same, touched, gone], { customsDescription: 'Stoneware mug' });
    const { version } = await world.detail(touched);
    await world.ask('putOrderItems', { orderId: touched, version, items: [{ line: 1, originCountry: 'FR' }] });
    await world.bulk('cancelOrders', { ids: [gone], cancelled: true });
    const back = await undo(done.undoId);
    expect(back).toMatchObject({ changed: 1, refused: 2 });
    expect(Object.fromEntries(back.problems.map(({ orderId, code }) => [orderId, code]))).toEqual({
      [touched]: 'stale_version',
      [gone]: 'order_cancelled',
    });
    expect((await world.detail(same)).items[0]).toMatchObject({ customsDescription: null, edited: [] });
    expect((await world.detail(touched)).items[0]).toMatchObject({
      customsDescription: 'Stoneware mug',
      originCountry: 'FR',
    });
  });

  test('undo keeps another box that somebody chose since, and gives back the rest', async () => {
    const [id = ''] = await world.make(1);
    const done = await edit([id], { packageId: BOX });
    await world.database.db.tenant(ctx, (tx) =>
      sql`UPDATE order_shipping_choices SET batch_id = ${newId()} WHERE order_id = ${id}`.execute(tx),
    );
    expect(await undo(done.undoId)).toMatchObject({ changed: 0, refused: 1, problems: [{ code: 'stale_version' }] });
    expect(await picture([id])).toMatchObject([{ box: BOX }]);
  });

  test('clear errors for what cannot be set', async () => {
    const [id = ''] = await world.make(1);
    const refused = async (what: OrderEdit) => (await world.ask('previewOrderEdit', { ids: [id], edit: what })).problem;
    expect(await refused({})).toMatchObject({ code: 'validation', errors: [{ message: 'Say what to change.' }] });
    expect(await refused({ hsCode: '1234-5' })).toMatchObject({
      errors: [{ field: 'edit.hsCode', message: 'An HS code has 6 to 12 digits.' }],
    });
    expect(await refused({ packageId: newId() })).toMatchObject({
      errors: [{ field: 'edit.packageId', message: 'This package was deleted. Choose another one.' }],
    });
  });

  test("another customer's orders and edits are not there", async () => {
    const [, other] = world.tree.customers;
    const stranger = contextOf(other);
    const ids = await world.make(2);
    const before = await picture(ids);
    expect(await answered<Done>('editOrders', { ids, edit: { weightGrams: 1 } }, stranger)).toMatchObject({
      changed: 0,
      refused: 2,
      problems: [{ code: 'not_found' }, { code: 'not_found' }],
      undoId: null,
    });
    expect((await world.ask('editOrders', { ids, edit: { packageId: BOX } }, {}, stranger)).problem?.code).toBe(
      'validation',
    );
    expect(await picture(ids)).toEqual(before);
    const { undoId } = await edit(ids, { weightGrams: 1 });
    expect((await world.ask('undoOrderEdit', { undoId }, {}, stranger)).problem?.code).toBe('not_found');
    expect(await undo(undoId)).toMatchObject({ changed: 2 });
    expect(await picture(ids)).toEqual(before);
  });
});

test('10,000 orders that match: as many statements a batch as for one order, and back', async () => {
  // In a database of its own: nobody measures the tables here, and plans made for the few rows of the others take a minute.
  const few = world;
  world = await makeOrderCalls();
  ({ ctx } = world);
  await addBox();
  await few.database.drop();
  const [customer] = world.tree.customers;
  for (let from = 0; from < 10_000; from += 2_000) {
    // Each to somebody else: none could go along with another.
    const orders = Array.from({ length: 2_000 }, (_, at) =>
      newOrder(customer.storeId, `CRATE-${from + at}`, {
        tags: ['crate'],
        shipTo: { ...BUYER, name: `Buyer ${from + at}`, address1: `${from + at} Queen St W` },
      }),
    );
    await world.database.db.tenant(ctx, (tx) => createOrders(ctx, tx, orders, { why: 'test', now: NOW }));
  }
  const body = { filters: { tags: ['crate'] }, edit: { weightGrams: 700, packageId: BOX } };
  const seen = await answered<Preview>('previewOrderEdit', body);
  expect([seen.changed, seen.refused, seen.sample.length]).toEqual([10_000, 0, 5]);
  let done: Done | undefined;
  const statements = await statementsOf(async () => {
    done = await answered<Done>('editOrders', body);
  });
  expect(done?.changed).toBe(10_000);
  // 20 batches of 500, each some 20 statements: far from one per order.
  expect(statements.length).toBeLessThan(20 * 30);
  const sums = () =>
    world.database.db.tenant(ctx, async (tx) => {
      const { rows } = await sql<{ n: number; heavy: number; boxed: number }>`SELECT count(*)::int AS n,
          count(*) FILTER (WHERE o.weight_g = 1400)::int AS heavy,
          count(*) FILTER (WHERE c.choice ->> 'packageId' = ${BOX})::int AS boxed
        FROM orders o JOIN order_tags t ON t.order_id = o.id AND t.tag = 'crate'
          LEFT JOIN order_shipping_choices c ON c.order_id = o.id`.execute(tx);
      return rows[0];
    });
  expect(await sums()).toEqual({ n: 10_000, heavy: 10_000, boxed: 10_000 });
  const back = await undo(done?.undoId ?? null);
  expect([back.changed, back.refused]).toEqual([10_000, 0]);
  expect(await sums()).toEqual({ n: 10_000, heavy: 0, boxed: 0 });
}, 120_000);
