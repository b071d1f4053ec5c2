/** What names a buyer goes when the platform's time is over: exactly what is due, with its copies, and nothing else. */
import { money } from '@scanship/domain/money/money';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyLabel, type Copies, copiesOf, FORGOTTEN } from '../../../test/storage/copies-of-buyer.ts';
import { BUYER, setShipFrom } from '../../../test/order-fixture.ts';
import { makeTenantTree, type TenantTree, type TestCustomer } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { idAt } from '../../platform/database/ids.ts';
import { withClient } from '../../platform/database/connection.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { eraseBuyers, upsertStoreOrders } from '../orders/index.ts';
import { purgePersonalData, whyErased } from './personal-data.ts';

let database: TestDatabase;
let db: Database;
let tree: TenantTree;
const log = silentLogger();
const DAY = 86_400_000;
const START = new Date('2026-11-20T15:00:00Z');
const day = (n: number): Date => new Date(START.getTime() + n * DAY);
const clockAt = (at: Date) => ({ now: () => at });
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  tree = await makeTenantTree(db);
  for (const customer of tree.customers) await setShipFrom(db, customer);
  for (const customer of tree.customers.slice(0, 2))
    await db.tenant(customer, (tx) =>
      tx.updateTable('stores').set({ platform_code: 'amazon-ca' }).where('id', '=', customer.storeId).execute(),
    );
});
afterAll(() => database.drop());

const order = (id: string, more: { shipped?: boolean; at?: Date; cancelled?: boolean } = {}): StoreOrder => ({
  externalId: id,
  number: id,
  placedAt: START.toISOString(),
  updatedAt: (more.at ?? START).toISOString(),
  ...(more.cancelled && { cancelledAt: (more.at ?? START).toISOString() }),
  shipTo: BUYER,
  buyerNote: 'My door code is 1234',
  gift: false,
  tags: [],
  total: money(2500, 'CAD'),
  lines: [
    {
      externalLineId: 'a',
      sku: 'MUG',
      title: 'Mug',
      quantity: 2,
      cancelled: more.cancelled ? 2 : 0,
      shipped: more.shipped ? 2 : 0,
      unitPrice: money(1250, 'CAD'),
      needsShipping: true,
    },
  ],
});
const take = (customer: TestCustomer, platformCode: string, orders: readonly StoreOrder[], now: Date) =>
  db.tenant(customer, (tx) =>
    upsertStoreOrders({ tenantId: customer.tenantId }, tx, {
      store: { storeId: customer.storeId, platformCode, name: 'Maple', currency: 'CAD', locations: new Map() },
      orders,
      now,
    }),
  );

interface Seen {
  readonly id: string;
  readonly text: string;
}
const seen = async (customer: TestCustomer, number: string): Promise<Seen> => {
  const { rows } = await db.tenant(customer, (tx) =>
    sql<Seen>`SELECT o.id, concat(o.*::text, d.*::text, (SELECT json_agg(t) FROM order_tokens t WHERE t.order_id = o.id),
        (SELECT json_agg(s) FROM shipments s JOIN shipment_items i ON i.shipment_id = s.id WHERE i.order_id = o.id)) AS text
      FROM orders o JOIN order_details d ON d.order_id = o.id WHERE o.number = ${number}`.execute(tx),
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no order ${number}`);
  return row;
};
/** Whole words of the buyer: a bare run of digits also turns up in the identifiers and moments of a row. */
const PERSON = /tremblay|queen st|m5h ?2m5|door code|eloise@|416.?555.?0182/i;
const named = async (customer: TestCustomer, ...numbers: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const number of numbers) if (PERSON.test((await seen(customer, number)).text)) found.push(number);
  return found;
};

const shipped = async (customer: TestCustomer, number: string): Promise<Copies> => {
  const { id: orderId } = await seen(customer, number);
  return buyLabel(db, { ...customer, orderId }, `^XA ${number} Éloïse Tremblay ^XZ`);
};

test('thirty days after everything was shipped or the order was cancelled, and not a day before', async () => {
  const [first, second, third] = tree.customers;
  const open = ['gone', 'later', 'open', 'cancelled'].map((id) => order(id));
  await take(first, 'amazon-ca', open, START);
  await take(second, 'amazon-ca', [order('theirs')], START);
  // A platform without such a limit.
  await take(third, 'shopify', [order('other')], START);
  const mine = await shipped(first, 'gone');
  const still = await shipped(first, 'later');
  await take(first, 'amazon-ca', [order('gone', { shipped: true, at: day(1) })], day(1));
  await take(first, 'amazon-ca', [order('cancelled', { cancelled: true, at: day(1) })], day(1));
  await take(third, 'shopify', [order('other', { shipped: true, at: day(1) })], day(1));
  await take(first, 'amazon-ca', [order('later', { shipped: true, at: day(2) })], day(2));
  await take(second, 'amazon-ca', [order('theirs', { shipped: true, at: day(2) })], day(2));
  const all = ['gone', 'later', 'open', 'cancelled'];

  expect(await purgePersonalData({ db, log, clock: clockAt(day(30.9)) })).toBe(0);
  expect(await named(first, ...all)).toEqual(all);

  expect(await purgePersonalData({ db, log, clock: clockAt(day(31.1)) })).toBe(2);
  expect(await named(first, ...all)).toEqual(['later', 'open']);
  expect(await named(second, 'theirs')).toEqual(['theirs']);
  expect(await named(third, 'other')).toEqual(['other']);
  // The papers and the recorded calls are still listed, without content.
  expect(await copiesOf(db, first.tenantId, mine)).toEqual(FORGOTTEN);
  expect(await copiesOf(db, first.tenantId, still)).toMatchObject({ calls: 1, bodies: 2 });
  expect((await copiesOf(db, first.tenantId, still))?.bytes).toBeGreaterThan(20);
  const left = await db.tenant(first, (tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM blobs WHERE bytes LIKE '%gone %'::bytea`.execute(tx),
  );
  expect(left.rows[0]?.n).toBe(0);

  // What is left of the order is of use, and a sync does not bring the buyer back.
  const { rows } = await db.tenant(first, (tx) =>
    sql<{
      total: string;
      province: string;
      why: string;
    }>`SELECT o.total_minor::text AS total, d.ship_to ->> 'provinceCode' AS province,
        (SELECT why FROM state_changes c WHERE c.subject_id = o.id AND c.to_state = 'erased') AS why
      FROM orders o JOIN order_details d ON d.order_id = o.id WHERE o.number = 'gone'`.execute(tx),
  );
  expect(rows[0]).toEqual({ total: '2500', province: 'ON', why: 'Kept 30 days after shipment' });
  const why = async (number: string) => {
    const { id } = await seen(first, number);
    return db.tenant(first, (tx) => whyErased(tx, id));
  };
  expect(await why('gone')).toEqual({ at: day(31.1).toISOString(), note: expect.stringMatching(/^Amazon .* 30 days/) });
  expect(await why('open')).toBeNull();
  await take(first, 'amazon-ca', [order('gone', { shipped: true, at: day(32) })], day(32));
  expect(await named(first, 'gone')).toEqual([]);

  expect(await purgePersonalData({ db, log, clock: clockAt(day(32.1)) })).toBe(2);
  expect(await named(first, ...all)).toEqual(['open']);
  expect(await named(second, 'theirs')).toEqual([]);
  expect(await purgePersonalData({ db, log, clock: clockAt(day(400)) })).toBe(0);
  expect(await named(first, 'open')).toEqual(['open']);
});

test('an order that had left before it came here counts from its last change at the platform', async () => {
  const [first] = tree.customers;
  await take(first, 'amazon-ca', [order('history', { shipped: true, at: day(-20) })], day(0));
  expect(await purgePersonalData({ db, log, clock: clockAt(day(9)) })).toBe(0);
  expect(await named(first, 'history')).toEqual(['history']);
  expect(await purgePersonalData({ db, log, clock: clockAt(day(10.1)) })).toBe(1);
  expect(await named(first, 'history')).toEqual([]);
});

test('what the store’s own calls said goes after a day', async () => {
  const [first] = tree.customers;
  const call = (at: Date) =>
    db.tenant(first, (tx) =>
      sql`INSERT INTO carrier_calls (tenant_id, id, reference, slug, account_id, operation, outcome, request, response)
        VALUES (${first.tenantId}, ${idAt(at)}, ${at.toISOString()}, 'amazon-ca', ${first.storeId}, 'orders', 'answered', 'a', 'Tremblay')`.execute(
        tx,
      ),
    );
  const now = new Date();
  await call(new Date(now.getTime() - 2 * DAY));
  await call(new Date(now.getTime() - DAY / 2));
  await purgePersonalData({ db, log, clock: clockAt(now) });
  const { rows } = await db.tenant(first, (tx) =>
    sql<{
      response: string | null;
    }>`SELECT response FROM carrier_calls WHERE account_id = ${first.storeId} ORDER BY id`.execute(tx),
  );
  expect(rows.map(({ response }) => response)).toEqual([null, 'Tremblay']);
});

test('what was cut off is taken up again, and a store that fails stops none after it', async () => {
  const [first, second] = tree.customers;
  const left: { customer: TestCustomer; copies: Copies }[] = [];
  for (const customer of [first, second]) {
    await take(customer, 'amazon-ca', [order('cut'), order('due', { shipped: true, at: day(-40) })], day(-40));
    const [cut, due] = [await shipped(customer, 'cut'), await shipped(customer, 'due')];
    left.push({ customer, copies: cut }, { customer, copies: due });
    // Erased by a process that died before it came to the copies.
    const { tenantId, storeId } = customer;
    await db.tenant(customer, (tx) => eraseBuyers({ tenantId }, tx, { storeId, externalIds: ['cut'], now: day(0) }));
  }
  const now = async () =>
    Promise.all(left.map(async ({ customer, copies }) => (await copiesOf(db, customer.tenantId, copies))?.named));
  const asMigrator = (text: string) => withClient(database.migrator, (client) => client.query(text));
  const [failing] = [first, second].toSorted((a, b) => (a.tenantId < b.tenantId ? -1 : 1));
  await asMigrator(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON shipments FOR EACH ROW WHEN (OLD.tenant_id = '${failing?.tenantId}')
      EXECUTE FUNCTION refuse()`);
  await purgePersonalData({ db, log, clock: clockAt(day(1)) });
  expect(await now()).toEqual(left.map(({ customer }) => customer === failing));
  await asMigrator('DROP TRIGGER refuse ON shipments');
  await purgePersonalData({ db, log, clock: clockAt(day(1)) });
  for (const { customer, copies } of left) expect(await copiesOf(db, customer.tenantId, copies)).toEqual(FORGOTTEN);
});
