import { money } from '@scanship/domain/money/money';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUYER, contextOf, setShipFrom } from '../../../../test/order-fixture.ts';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createSealer } from '../../../platform/crypto/sealer.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { toAddressDto } from '../address-shapes.ts';
import { tabCounts } from '../queries/tab-counts.ts';
import { editShipTo } from './edit-address.ts';
import { eraseBuyers } from './erase-buyers.ts';
import { fillItemFacts } from './fill-item-facts.ts';
import { allocateItems, applyShipped } from './fulfillment.ts';
import type { StoreOrdersInput } from './store-order-shape.ts';
import { upsertStoreOrders } from './upsert-store-orders.ts';

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

const line = (id: string, more: Partial<StoreOrderLine> = {}): StoreOrderLine => ({
  externalLineId: id,
  externalProductId: `p-${id}`,
  sku: `SKU-${id}`,
  title: `Thing ${id}`,
  quantity: 2,
  cancelled: 0,
  shipped: 0,
  unitPrice: money(1250, 'CAD'),
  unitGrams: 400,
  needsShipping: true,
  ...more,
});
const order = (id: string, more: Partial<StoreOrder> = {}): StoreOrder => ({
  externalId: id,
  number: `#${id}`,
  placedAt: '2026-11-20T15:00:00Z',
  updatedAt: '2026-11-20T15:00:00Z',
  shipTo: BUYER,
  gift: false,
  tags: ['web'],
  total: money(2500, 'CAD'),
  lines: [line('a')],
  ...more,
});
const later = (minutes: number): string =>
  new Date(Date.parse('2026-11-20T15:00:00Z') + minutes * 60_000).toISOString();

const customer = () => tree.customers[0];
const take = (orders: readonly StoreOrder[], more: Partial<StoreOrdersInput> = {}) =>
  db.tenant(customer(), (tx) =>
    upsertStoreOrders({ tenantId: customer().tenantId }, tx, {
      store: {
        storeId: customer().storeId,
        platformCode: 'shopify',
        name: 'Maple Goods',
        currency: 'CAD',
        locations: new Map(),
      },
      orders,
      now,
      ...more,
    }),
  );

interface Stored {
  readonly id: string;
  readonly tab: string;
  readonly fulfillment: string;
  readonly cancelled: boolean;
  readonly hold_code: string | null;
  readonly import_state: string;
  readonly number: string;
  readonly version: number;
  readonly weight_g: number;
  readonly item_qty: number;
  readonly ship_to: { readonly city: string; readonly name: string };
  readonly notes: { readonly customer: string | null };
  readonly lines: readonly {
    line: number;
    qty: number;
    cancelled: number;
    elsewhere: number;
    weight: number | null;
    group: string | null;
  }[];
  readonly tags: readonly string[];
  readonly history: readonly string[];
}
async function stored(externalId: string): Promise<Stored> {
  const { rows } = await db.tenant(customer(), (tx) =>
    sql<Stored>`SELECT o.id, o.tab, o.fulfillment, o.cancelled_at IS NOT NULL AS cancelled, o.hold_code, o.import_state,
        o.number, o.version, o.weight_g, o.item_qty, d.ship_to, d.notes,
        (SELECT json_agg(json_build_object('line', i.line, 'qty', i.qty, 'cancelled', i.qty_cancelled, 'elsewhere', i.qty_elsewhere,
          'weight', i.weight_g, 'group', i.external_group) ORDER BY i.line) FROM order_items i WHERE i.order_id = o.id) AS lines,
        (SELECT json_agg(t.tag ORDER BY t.tag) FROM order_tags t WHERE t.order_id = o.id) AS tags,
        (SELECT json_agg(c.to_state || ': ' || coalesce(c.why, '') ORDER BY c.at, c.id) FROM state_changes c
          WHERE c.subject_kind = 'order' AND c.subject_id = o.id) AS history
      FROM orders o JOIN order_details d ON d.order_id = o.id WHERE o.external_id = ${externalId}`.execute(tx),
  );
  const row = rows[0];
  if (!row) throw new Error(`no order ${externalId}`);
  return row;
}
const tokens = async (id: string): Promise<string[]> => {
  const { rows } = await db.tenant(customer(), (tx) =>
    sql<{
      token: string;
    }>`SELECT field || ':' || token AS token FROM order_tokens WHERE order_id = ${id} ORDER BY 1`.execute(tx),
  );
  return rows.map((row) => row.token);
};
const editTo = async (id: string, city: string) => {
  const { version } = await db.tenant(customer(), (tx) =>
    tx.selectFrom('orders').select('version').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  const address = toAddressDto({ ...BUYER, name: 'Corrected Name', city });
  const edited = await db.tenant(customer(), (tx) =>
    editShipTo(contextOf(customer()), tx, { orderId: id, address, version, now }),
  );
  if (!edited.ok) throw new Error(edited.problem.code);
};

describe('taking orders over', () => {
  test('creates once; the same page again, and a newer time alone, change nothing', async () => {
    expect(await take([order('1'), order('2')])).toMatchObject({ created: 2, changed: 0, unchanged: 0, failed: [] });
    const before = await stored('1');
    expect(before).toMatchObject({
      tab: 'unfulfilled',
      number: '#1',
      weight_g: 800,
      item_qty: 2,
      version: 1,
      tags: ['web'],
    });
    expect(await take([order('1'), order('2', { updatedAt: later(3) })])).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 2,
    });
    expect(await stored('1')).toEqual(before);
  });

  test('changes what changed, keeps what a person corrected, and says what was different', async () => {
    await take([order('3')]);
    const { id } = await stored('3');
    await editTo(id, 'Ottawa');
    await db.tenant(customer(), (tx) =>
      sql`INSERT INTO order_tags (tenant_id, order_id, tag, placed_at) VALUES (${customer().tenantId}, ${id}, 'mine', now())`.execute(
        tx,
      ),
    );
    const changed = order('3', {
      updatedAt: later(5),
      shipTo: { ...BUYER, city: 'Halifax' },
      buyerNote: 'Ring twice',
      tags: ['rush'],
      hold: { code: 'payment-pending', reason: 'Payment is pending.' },
      lines: [line('a', { quantity: 3 }), line('b')],
    });
    expect(await take([changed])).toMatchObject({ changed: 1, conflicts: [], calm: [id] });
    const after = await stored('3');
    expect(after).toMatchObject({
      hold_code: 'payment-pending',
      item_qty: 5,
      weight_g: 2000,
      ship_to: { city: 'Ottawa', name: 'Corrected Name' },
      notes: { customer: 'Ring twice' },
      tags: ['mine', 'rush'],
    });
    expect(after.lines.map((each) => each.qty)).toEqual([3, 2]);
    expect(after.history.at(-1)).toBe('store: Changed at Maple Goods: on hold (payment-pending), items, note, tags');
    expect(await tokens(id)).toEqual(expect.arrayContaining(['sku:sku-b', 'name:corrected']));
    // The hold is the store's, and the store lifts it.
    await take([{ ...changed, updatedAt: later(6), hold: undefined }]);
    expect((await stored('3')).hold_code).toBeNull();
  });

  test('an older version that comes late is not taken', async () => {
    await take([order('4', { updatedAt: later(10), lines: [line('a', { quantity: 9 })] })]);
    expect(await take([order('4', { updatedAt: later(2) })])).toMatchObject({ changed: 0, unchanged: 1 });
    expect((await stored('4')).item_qty).toBe(9);
    // Both in one page, the newer first.
    await take([
      order('5', { updatedAt: later(10), lines: [line('a', { quantity: 9 })] }),
      order('5', { updatedAt: later(2) }),
    ]);
    expect((await stored('5')).item_qty).toBe(9);
  });

  test('arrives cancelled, shipped elsewhere in whole or in part, or without anything to ship, each in its tab', async () => {
    const counted = () => db.tenant(customer(), (tx) => tabCounts(tx, { from: null, to: null }));
    const before = await counted();
    await take([
      order('6', { cancelledAt: later(1), lines: [line('a', { cancelled: 2 })] }),
      order('7', { lines: [line('a', { shipped: 2 })] }),
      order('8', { lines: [line('a', { shipped: 1 })] }),
      order('9', { lines: [line('gift', { needsShipping: false })] }),
    ]);
    expect(await stored('6')).toMatchObject({ tab: 'cancelled', cancelled: true });
    expect(await stored('7')).toMatchObject({ tab: 'manual_fulfilled', item_qty: 2 });
    expect(await stored('8')).toMatchObject({ tab: 'unfulfilled', fulfillment: 'partial' });
    expect((await stored('8')).lines).toMatchObject([{ qty: 2, cancelled: 1, elsewhere: 1 }]);
    expect(await stored('9')).toMatchObject({ tab: 'manual_fulfilled', lines: null });
    const after = await counted();
    expect(after.cancelled - before.cancelled).toBe(1);
    expect(after['manual-fulfilled'] - before['manual-fulfilled']).toBe(2);
    expect(after.unfulfilled - before.unfulfilled).toBe(1);
    // The fulfilment is taken back there: open again here.
    await take([order('7', { updatedAt: later(4) })]);
    expect(await stored('7')).toMatchObject({ tab: 'unfulfilled', fulfillment: 'unfulfilled', item_qty: 2 });
  });

  test('a label of ours keeps its units: what the store cancels or loses beside it is a conflict', async () => {
    await take([order('10', { lines: [line('a', { quantity: 3 }), line('b')] })]);
    const { id } = await stored('10');
    await db.tenant(customer(), async (tx) => {
      const ctx = { tenantId: customer().tenantId };
      await allocateItems(ctx, tx, { orderId: id, items: [{ line: 1, quantity: 2 }] });
      await applyShipped(ctx, tx, {
        orderId: id,
        items: [{ line: 1, quantity: 2 }],
        trackingNumbers: ['TRACK123456'],
        now,
      });
    });
    // What we shipped and told the store of is not somebody else's.
    const echoed = order('10', { updatedAt: later(5), lines: [line('a', { quantity: 3, shipped: 2 }), line('b')] });
    expect(await take([echoed])).toMatchObject({ changed: 1, conflicts: [] });
    expect(await stored('10')).toMatchObject({
      fulfillment: 'partial',
      lines: [{ cancelled: 0, elsewhere: 0 }, { cancelled: 0 }],
    });
    const cancelled = order('10', {
      updatedAt: later(9),
      cancelledAt: later(9),
      lines: [line('a', { quantity: 3, cancelled: 3 })],
    });
    const outcome = await take([cancelled]);
    expect(outcome.conflicts).toEqual([{ orderId: id, number: '#10', units: 2, cancelled: true }]);
    expect(outcome.calm).toEqual([]);
    expect(await stored('10')).toMatchObject({
      tab: 'cancelled',
      lines: [
        { qty: 3, cancelled: 1 },
        { qty: 2, cancelled: 2 },
      ],
    });
    expect(await tokens(id)).toContain('tracking:track123456');
  });

  test('units we told the store of stay ours after their label was voided here', async () => {
    await take([order('11')]);
    const { id } = await stored('11');
    const echoed = order('11', { updatedAt: later(5), lines: [line('a', { shipped: 2 })] });
    await take([echoed], { reportedUnits: () => Promise.resolve(new Map([[id, new Map([[1, 2]])]])) });
    expect(await stored('11')).toMatchObject({ tab: 'unfulfilled', fulfillment: 'unfulfilled' });
  });

  test('a line that moves to another group stays the same line', async () => {
    await take([order('12', { lines: [line('a', { group: 'fo-1' })] })]);
    await take([order('12', { updatedAt: later(5), lines: [line('a', { group: 'fo-2' })] })]);
    expect((await stored('12')).lines).toMatchObject([{ line: 1, qty: 2, cancelled: 0, group: 'fo-2' }]);
  });

  test('what cannot be taken stands in the list as failed, and becomes an order when it can', async () => {
    const bad = order('13', { total: money(1, 'CAD'), lines: [line('a', { unitPrice: money(5, 'USD') })] });
    const outcome = await take([bad, order('14')], {
      unreadable: [{ externalId: '15', message: 'No such currency.' }, { message: 'Nameless.' }],
    });
    expect(outcome).toMatchObject({
      created: 1,
      failed: [{ externalId: '15' }, { message: 'Nameless.' }, { externalId: '13' }],
    });
    expect(await stored('13')).toMatchObject({ import_state: 'failed', tab: 'unfulfilled', number: '#13' });
    expect(await stored('15')).toMatchObject({ import_state: 'failed', number: '15' });
    expect(await take([], { unreadable: [{ externalId: '15', message: 'Still.' }] })).toMatchObject({
      created: 0,
      outdated: [],
    });
    expect(await take([order('15', { updatedAt: later(1) })])).toMatchObject({ changed: 1 });
    expect(await stored('15')).toMatchObject({ import_state: 'ok', number: '#15', item_qty: 2 });
    // One that is here already stays, and somebody is told.
    const { id } = await stored('14');
    expect(await take([], { unreadable: [{ externalId: '14', message: 'Odd.' }] })).toMatchObject({
      outdated: [{ orderId: id, message: 'Odd.' }],
    });
    expect(await stored('14')).toMatchObject({ import_state: 'ok' });
  });

  test('what was answered about a buyer who was erased is not kept, and is not kept again', async () => {
    const unread = { sealer: createSealer([Buffer.alloc(32, 'a key of this test alone')]), secrets: [] };
    const broken = { unread, unreadable: [{ externalId: '16', message: 'No time.', raw: { id: '16', name: 'Ada' } }] };
    const kept = async () =>
      (
        await db.tenant(customer(), (tx) =>
          sql<{
            n: number;
          }>`SELECT count(*)::int AS n FROM unread_orders u JOIN orders o ON o.tenant_id = u.tenant_id AND o.id = u.order_id
            WHERE o.external_id = '16'`.execute(tx),
        )
      ).rows[0]?.n;
    await take([], broken);
    expect(await kept()).toBe(1);
    await take([], broken);
    expect(await kept()).toBe(1);
    const { tenantId, storeId } = customer();
    expect(
      await db.tenant(customer(), (tx) => eraseBuyers({ tenantId }, tx, { storeId, externalIds: ['16'], now })),
    ).toBe(1);
    expect(await kept()).toBe(0);
    await take([], broken);
    await take([], broken);
    expect(await kept()).toBe(0);
  });

  test('two takers of one page at the same moment make each order once', async () => {
    const page = Array.from({ length: 40 }, (_, at) => order(`r${at}`));
    const outcomes = await Promise.all([take(page), take(page.toReversed()), take(page)]);
    expect(outcomes.reduce((n, each) => n + each.created, 0)).toBe(40);
    const { rows } = await db.tenant(customer(), (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM orders WHERE external_id LIKE 'r%'`.execute(tx),
    );
    expect(rows[0]?.n).toBe(40);
  });
});

test('products that come in later complete the lines of open orders', async () => {
  await take([order('20', { lines: [line('x', { unitGrams: undefined }), line('y', { unitGrams: 100 })] })]);
  expect(await stored('20')).toMatchObject({ weight_g: 0 });
  const filled = await db.tenant(customer(), (tx) =>
    fillItemFacts(tx, {
      storeId: customer().storeId,
      products: [
        { externalProductId: 'p-x', skuKey: '', weightGrams: 250, hsCode: '691110', originCountry: 'CA' },
        { externalProductId: 'p-y', skuKey: '', weightGrams: 999, hsCode: null, originCountry: null },
      ],
      now,
    }),
  );
  expect(filled).toBe(1);
  // What the platform said of the second line stays.
  expect(await stored('20')).toMatchObject({ weight_g: 700, lines: [{ weight: 250 }, { weight: 100 }] });
});

test("a buyer's data goes and does not come back", async () => {
  await take([order('30', { buyerNote: 'My door code is 1234' })]);
  const { id } = await stored('30');
  const erased = await db.tenant(customer(), (tx) =>
    eraseBuyers({ tenantId: customer().tenantId }, tx, { storeId: customer().storeId, externalIds: ['30'], now }),
  );
  expect(erased).toBe(1);
  await take([
    order('30', { updatedAt: later(9), buyerNote: 'My door code is 1234', lines: [line('a', { quantity: 5 })] }),
  ]);
  const after = await stored('30');
  expect(after).toMatchObject({ item_qty: 5, ship_to: { name: '', city: '' }, notes: { customer: null } });
  expect((await tokens(id)).filter((token) => /^(name|email|phone|postal):/.test(token))).toEqual([]);
  const dump = await db.tenant(customer(), (tx) =>
    sql<{ text: string }>`SELECT d::text AS text FROM order_details d WHERE order_id = ${id}`.execute(tx),
  );
  expect(dump.rows[0]?.text).not.toMatch(/Tremblay|door code|Queen/);
});
