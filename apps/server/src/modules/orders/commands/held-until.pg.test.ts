import type { DataOf } from '@scanship/contracts/call';
import type { editOrders, OrderEdit, previewOrderEdit, undoOrderEdit } from '@scanship/contracts/orders/order-edits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServices } from '../../../../test/app-kit.ts';
import { makeOrderCalls, type OrderCalls } from '../../../../test/order-calls.ts';
import { contextOf } from '../../../../test/order-fixture.ts';
import type { RequestContext } from '../../../platform/context.ts';
import { allocateItems } from './fulfillment.ts';
import { createHoldWorker } from './held-until.ts';

let world: OrderCalls;
let ctx: RequestContext;
beforeAll(async () => {
  world = await makeOrderCalls();
  ({ ctx } = world);
});
afterAll(() => world.database.drop());

/** One round of the worker at a moment. */
const endHoldsAt = (at: string) =>
  createHoldWorker({ ...testServices(world.database.db), clock: { now: () => new Date(at) } }).look();
const inZone = (zone: string) =>
  world.database.db.tenant(ctx, (tx) =>
    sql`INSERT INTO customer_settings (tenant_id, time_zone) VALUES (${ctx.tenantId}, ${zone})
      ON CONFLICT (tenant_id) DO UPDATE SET time_zone = excluded.time_zone`.execute(tx),
  );
const hold = (ids: readonly string[], until: string | null, reason = 'Waiting for stock') =>
  world.bulk('holdOrders', { ids, held: true, reason, until });
const answered = async <T>(call: string, body: object, who?: RequestContext): Promise<T> => {
  const { problem, data } = await world.ask(call, body, {}, who);
  if (problem) throw new Error(JSON.stringify(problem));
  return data as T;
};
const edit = (ids: readonly string[], what: OrderEdit) =>
  answered<DataOf<typeof editOrders>>('editOrders', { ids, edit: what });
const preview = (ids: readonly string[], what: OrderEdit) =>
  answered<DataOf<typeof previewOrderEdit>>('previewOrderEdit', { ids, edit: what });
const undo = (undoId: string | null) => answered<DataOf<typeof undoOrderEdit>>('undoOrderEdit', { undoId });
const pick = async (id: string) => {
  const { hold: code, holdReason, holdUntil, shipDate, requestedService } = await world.detail(id);
  return { code, holdReason, holdUntil, shipDate, requestedService };
};
const FREE = { code: null, holdReason: null, holdUntil: null, shipDate: null, requestedService: null };

describe('a hold until a day', () => {
  test("refuses a label and says until when; ends when the day begins in the customer's zone, not before", async () => {
    await inZone('America/Vancouver');
    const [id = ''] = await world.make(1);
    await hold([id], '2026-12-01');
    const refused = await world.database.db.tenant(ctx, (tx) => allocateItems(ctx, tx, { orderId: id }));
    expect(refused).toMatchObject({
      ok: false,
      problem: {
        code: 'order_not_shippable',
        message: 'This order is on hold until 2026-12-01 (Waiting for stock). Release it to ship it earlier.',
      },
    });
    expect((await world.detail(id)).history[0]).toMatchObject({
      event: 'held',
      why: 'Until 2026-12-01: Waiting for stock',
    });
    // Midnight in Vancouver is 08:00 in UTC.
    expect(await endHoldsAt('2026-12-01T07:59:00Z')).toBe(0);
    expect(await pick(id)).toMatchObject({ code: 'manual', holdUntil: '2026-12-01' });
    expect(await endHoldsAt('2026-12-01T08:00:00Z')).toBe(1);
    expect(await pick(id)).toEqual(FREE);
    expect((await world.detail(id)).history[0]).toMatchObject({
      event: 'released',
      why: 'It was held until 2026-12-01',
    });
    const bought = await world.database.db.tenant(ctx, (tx) => allocateItems(ctx, tx, { orderId: id }));
    expect(bought.ok).toBe(true);
    await inZone('America/Toronto');
  });

  test('released by hand, it is forgotten; held again without a day, it stays', async () => {
    const [id = ''] = await world.make(1);
    await hold([id], '2026-12-01');
    await world.bulk('holdOrders', { ids: [id], held: false });
    expect(await pick(id)).toEqual(FREE);
    await hold([id], null);
    expect(await endHoldsAt('2027-06-01T12:00:00Z')).toBe(0);
    expect(await pick(id)).toMatchObject({ code: 'manual', holdUntil: null });
  });

  test('a process of the release before, which does not know the day, releases without leaving one behind', async () => {
    const [id = ''] = await world.make(1);
    await hold([id], '2026-12-01');
    await world.database.db.tenant(ctx, (tx) =>
      sql`UPDATE orders SET hold_code = NULL, hold_reason = NULL WHERE id = ${id}`.execute(tx),
    );
    expect(await pick(id)).toEqual(FREE);
  });

  test('an order that its store still holds goes back to that hold', async () => {
    const [id = '', other = ''] = await world.make(2, { holdCode: 'payment_pending' });
    await world.database.db.tenant(ctx, (tx) =>
      sql`UPDATE order_details SET imported = imported || '{"hold": {"code": "payment_pending"}}',
          overrides = CASE WHEN order_id = ${other} THEN overrides || '{"releasedHold": "payment_pending"}' ELSE overrides END
        WHERE order_id IN (${id}, ${other})`.execute(tx),
    );
    await hold([id, other], '2026-12-01');
    expect(await endHoldsAt('2026-12-02T12:00:00Z')).toBe(2);
    expect(await pick(id)).toMatchObject({ code: 'payment_pending', holdUntil: null });
    expect(await pick(other)).toMatchObject({ code: null });
  });

  test('two processes end each hold once', async () => {
    const ids = await world.make(20);
    await hold(ids, '2026-12-01');
    const rounds = await Promise.all([1, 2].map(() => endHoldsAt('2026-12-01T12:00:00Z')));
    expect(rounds.reduce((sum, n) => sum + n, 0)).toBe(20);
    const [first = ''] = ids;
    expect((await world.detail(first)).history.filter(({ event }) => event === 'released')).toHaveLength(1);
  });

  test('today, a day that is over and one beyond a year are refused', async () => {
    const [id = ''] = await world.make(1);
    const message = 'Choose a day after 2026-11-21 and not after 2027-11-22.';
    for (const until of ['2026-11-21', '2026-01-01', '2028-01-01'])
      expect((await world.ask('holdOrders', { ids: [id], held: true, until })).problem).toMatchObject({
        code: 'validation',
        errors: [{ field: 'until', message }],
      });
    expect(await pick(id)).toEqual(FREE);
  });

  test("another customer's orders cannot be held and are not there", async () => {
    const [id = ''] = await world.make(1);
    const [, stranger] = world.tree.customers;
    const answer = await world.bulk('holdOrders', { ids: [id], held: true, until: '2026-12-01' }, contextOf(stranger));
    expect(answer).toMatchObject({ changed: 0, refused: 1, problems: [{ code: 'not_found' }] });
    expect(await pick(id)).toEqual(FREE);
  });
});

describe('hold, ship date and requested service of many', () => {
  const WHAT: OrderEdit = { holdUntil: '2026-12-01', shipDate: '2026-12-02', requestedService: 'Express' };

  test('are seen first, set, and taken back to what each order had', async () => {
    const [plain = '', held = '', asked = ''] = await world.make(3, { requestedService: 'Standard' });
    await hold([held], null, 'Fraud check');
    await edit([asked], { shipDate: '2026-11-30', requestedService: 'Economy' });
    const ids = [plain, held, asked];
    const before = await Promise.all(ids.map(pick));
    const seen = await preview(ids, WHAT);
    expect(seen).toMatchObject({ changed: 3, refused: 0 });
    expect(seen.sample.find(({ orderId }) => orderId === asked)?.changes).toEqual([
      { field: 'holdUntil', title: null, from: null, to: '2026-12-01' },
      { field: 'shipDate', title: null, from: '2026-11-30', to: '2026-12-02' },
      { field: 'requestedService', title: null, from: 'Economy', to: 'Express' },
    ]);
    expect(await Promise.all(ids.map(pick))).toEqual(before);

    const done = await edit(ids, WHAT);
    expect(done.changed).toBe(3);
    const set = { code: 'manual', holdUntil: '2026-12-01', shipDate: '2026-12-02', requestedService: 'Express' };
    expect(await Promise.all(ids.map(pick))).toEqual([
      { ...set, holdReason: null },
      // Its own reason stays.
      { ...set, holdReason: 'Fraud check' },
      { ...set, holdReason: null },
    ]);
    const { history } = await world.detail(plain);
    expect(history.slice(0, 2).map(({ event, why }) => [event, why])).toEqual(
      expect.arrayContaining([
        ['held', 'Until 2026-12-01'],
        ['items', 'ship date: 2026-12-02; requested service: Express'],
      ]),
    );
    expect(await edit(ids, WHAT)).toMatchObject({ changed: 0, unchanged: 3, undoId: null });
    expect(await undo(done.undoId)).toMatchObject({ changed: 3, refused: 0 });
    expect(await Promise.all(ids.map(pick))).toEqual(before);
  });

  test('only where it is missing leaves what is held, planned or asked for', async () => {
    const [held = '', free = ''] = await world.make(2);
    await hold([held], null, 'Fraud check');
    await edit([held], { shipDate: '2026-11-25', requestedService: 'Economy' });
    const before = await pick(held);
    await edit([held, free], { ...WHAT, onlyMissing: true });
    expect(await pick(held)).toEqual(before);
    expect(await pick(free)).toMatchObject({ holdUntil: '2026-12-01', requestedService: 'Express' });
  });

  test('undo touches what it set alone, and leaves an order whose hold is another by now', async () => {
    const [dated = '', released = ''] = await world.make(2);
    const dates = await edit([dated, released], { shipDate: '2026-12-02' });
    // Another fact of the same order changed since: that is no matter of this edit.
    await hold([dated], null, 'Fraud check');
    expect(await undo(dates.undoId)).toMatchObject({ changed: 2, refused: 0 });
    expect(await pick(dated)).toMatchObject({ shipDate: null, code: 'manual', holdReason: 'Fraud check' });

    const holds = await edit([dated, released], { holdUntil: '2026-12-05' });
    await world.bulk('holdOrders', { ids: [released], held: false });
    expect(await undo(holds.undoId)).toMatchObject({
      changed: 1,
      refused: 1,
      problems: [{ orderId: released, code: 'stale_version' }],
    });
    expect(await pick(dated)).toMatchObject({ holdReason: 'Fraud check', holdUntil: null });
    expect(await pick(released)).toMatchObject({ code: null });
  });

  test('two edits of the same orders at once: one after the other, and undo of the first is refused', async () => {
    const ids = await world.make(30);
    const [one, two] = await Promise.all([
      edit(ids, { shipDate: '2026-12-02' }),
      edit([...ids].toReversed(), { shipDate: '2026-12-03' }),
    ]);
    expect([one.changed, two.changed]).toEqual([30, 30]);
    const days = new Set((await Promise.all(ids.map(pick))).map(({ shipDate }) => shipDate));
    expect(days.size).toBe(1);
    const [first, last] = days.has('2026-12-03') ? [one, two] : [two, one];
    expect(await undo(first.undoId)).toMatchObject({ changed: 0, refused: 30 });
    expect(await undo(last.undoId)).toMatchObject({ changed: 30 });
    expect(await undo(first.undoId).catch((error: Error) => error.message)).toContain('undone already');
  });

  test('an order bought meanwhile is left alone by the edit and by its undo', async () => {
    const [bought = '', open = ''] = await world.make(2);
    const done = await edit([bought, open], { shipDate: '2026-12-02' });
    await world.database.db.tenant(ctx, (tx) => allocateItems(ctx, tx, { orderId: bought }));
    expect(await edit([bought, open], { holdUntil: '2026-12-05' })).toMatchObject({
      changed: 1,
      problems: [{ orderId: bought, code: 'label_under_way' }],
    });
    expect(await undo(done.undoId)).toMatchObject({ changed: 1, problems: [{ code: 'label_under_way' }] });
    expect(await pick(bought)).toMatchObject({ shipDate: '2026-12-02', holdUntil: null });
  });

  test('days that are over are refused at their field; a ship date is taken away by null', async () => {
    const [id = ''] = await world.make(1);
    const wrong = async (what: OrderEdit) => (await world.ask('editOrders', { ids: [id], edit: what })).problem;
    expect(await wrong({ holdUntil: '2026-11-21' })).toMatchObject({ errors: [{ field: 'edit.holdUntil' }] });
    expect(await wrong({ shipDate: '2026-11-20' })).toMatchObject({ errors: [{ field: 'edit.shipDate' }] });
    await edit([id], { shipDate: '2026-11-21', requestedService: 'Express' });
    await edit([id], { shipDate: null, requestedService: null });
    expect(await pick(id)).toEqual(FREE);
  });

  test('what was remembered for undo belongs to its customer alone', async () => {
    const [id = ''] = await world.make(1);
    const { undoId } = await edit([id], { shipDate: '2026-12-02' });
    const [, stranger] = world.tree.customers;
    const rows = await world.database.db.tenant(contextOf(stranger), (tx) =>
      sql`SELECT 1 FROM order_edit_heads`.execute(tx),
    );
    expect(rows.rows).toEqual([]);
    expect((await world.ask('undoOrderEdit', { undoId }, {}, contextOf(stranger))).problem?.code).toBe('not_found');
    expect(await undo(undoId)).toMatchObject({ changed: 1 });
  });
});
