/** Roll-ups: they equal what they are sums of, whenever and however often they are made. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf } from '../../../test/order-fixture.ts';
import { makeWorld, type TestWorld } from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from '../../platform/database/connection.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import type { RequestContext } from '../../platform/context.ts';
import { readMonthCosts } from '../carriers/month-costs.ts';
import { carrierNames, readCustomerDashboard } from './customer-dashboard.ts';
import type { Line } from './line.ts';
import { rangeOf } from './range.ts';
import { statementsOf } from '../../../test/statements.ts';
import { refreshFigures, refreshSums, rollUpDays } from './rollup.ts';
import { createRollupWorker, type RollupWorker } from './rollup-worker.ts';

let database: TestDatabase;
let world: TestWorld;
let worker: RollupWorker;
const NOW = new Date('2026-06-15T16:00:00Z');
const workerOf = (withTest: boolean): RollupWorker =>
  createRollupWorker({ db: database.db, clock: { now: () => NOW }, log: silentLogger(), withTest });

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  worker = workerOf(false);
});
afterAll(() => database.drop());
beforeEach(() =>
  withClient(database.migrator, async (connection) => {
    // What is open cannot be deleted.
    await connection.query(`UPDATE purchases SET state = 'complete'`);
    for (const table of [
      'price_chain',
      'parcels',
      'purchases',
      'shipments',
      'usage_days',
      'usage_figures',
      'rollup_due',
    ])
      await connection.query(`DELETE FROM ${table}`);
  }),
);

interface Label {
  readonly at: string;
  readonly price?: number;
  readonly cost?: number;
  readonly test?: boolean;
  readonly state?: 'bought' | 'voided' | 'delivered';
  readonly parcels?: number;
  readonly retail?: number;
  readonly promisedDay?: string;
  readonly deliveredAt?: string;
}

/** A label as its purchase leaves it, sold by the first franchise. */
const buy = async (label: Label, tenantId = world.people.admin.tenantId): Promise<string> => {
  const { at, price = 1_000, cost = 800, test: isTest = false, state = 'bought', parcels = 1 } = label;
  const [shipmentId, purchaseId] = [newId(), newId()];
  await database.db.tenant({ tenantId }, async (tx) => {
    await tx
      .insertInto('shipments')
      .values({
        tenant_id: tenantId,
        id: shipmentId,
        state,
        test: isTest,
        from_address: json({}),
        to_address: json({}),
        slug: 'loopback',
        price_minor: price,
        currency: 'CAD',
        bought_at: at,
        retail_minor: label.retail ?? null,
        promised_day: label.promisedDay ?? null,
        delivered_at: label.deliveredAt ?? null,
      })
      .execute();
    await tx
      .insertInto('purchases')
      .values({
        tenant_id: tenantId,
        id: purchaseId,
        shipment_id: shipmentId,
        piece: 1,
        kind: 'buy',
        grant_id: newId(),
        slug: 'loopback',
        intent_key: purchaseId,
        request_hash: 'x',
        carrier_ref: purchaseId.replaceAll('-', '').slice(-16).toUpperCase(),
        carrier_uuid: newId(),
        state: 'complete',
      })
      .execute();
    await tx
      .insertInto('parcels')
      .values(
        Array.from({ length: parcels }, (_, n) => ({
          tenant_id: tenantId,
          shipment_id: shipmentId,
          no: n + 1,
          weight_g: 100,
        })),
      )
      .execute();
  });
  await database.db.tenant({ tenantId: world.first.id }, (tx) =>
    tx
      .insertInto('price_chain')
      .values({
        tenant_id: world.first.id,
        id: newId(),
        purchase_id: purchaseId,
        from_tenant: world.first.id,
        to_tenant: tenantId,
        cost_minor: cost,
        price_minor: price,
        currency: 'CAD',
      })
      .execute(),
  );
  return shipmentId;
};
const setState = (id: string, state: 'voiding' | 'voided', tenantId = world.people.admin.tenantId) =>
  database.db.tenant({ tenantId }, (tx) =>
    tx.updateTable('shipments').set({ state }).where('tenant_id', '=', tenantId).where('id', '=', id).execute(),
  );
const daysOf = (tenantId: string) =>
  database.db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('usage_days')
      .select(['party_id', 'day', 'labels', 'voided', 'spend_minor', 'sold_minor', 'cost_minor', 'test'])
      .where('tenant_id', '=', tenantId)
      .orderBy('day')
      .orderBy('party_id')
      .execute(),
  );
const figuresOf = (tenantId: string, partyId: string) =>
  database.db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('usage_figures')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('party_id', '=', partyId)
      .executeTakeFirst(),
  );

test('a label counts on all three levels, with the margin only where it is made', async () => {
  await buy({ at: '2026-06-10T15:00:00Z', parcels: 3 });
  await buy({ at: '2026-06-10T16:00:00Z', price: 500, cost: 500 });
  expect(await worker.work()).toBe(1);
  expect(await worker.work()).toBe(0);
  const customer = world.people.admin.tenantId;
  const own = { day: '2026-06-10', labels: 4, voided: 0, spend_minor: 1_500, test: false };
  expect(await daysOf(customer)).toEqual([{ ...own, party_id: customer, sold_minor: 0, cost_minor: 0 }]);
  expect(await daysOf(world.first.id)).toEqual([{ ...own, party_id: customer, sold_minor: 1_500, cost_minor: 1_300 }]);
  expect(await daysOf(world.platformId)).toEqual([{ ...own, party_id: world.first.id, sold_minor: 0, cost_minor: 0 }]);
  expect(await figuresOf(world.first.id, customer)).toMatchObject({
    labels30: 4,
    spend30_minor: 1_500,
    margin30_minor: 200,
    currency: 'CAD',
    last_label_at: new Date('2026-06-10T16:00:00Z'),
    as_of: NOW,
  });
  expect(await figuresOf(world.platformId, world.first.id)).toMatchObject({ labels30: 4, spend30_minor: 1_500 });
  expect(await figuresOf(world.second.id, customer)).toBeUndefined();
});

test('a voided label goes over from what stands to what was voided, with its money', async () => {
  const id = await buy({ at: '2026-06-10T15:00:00Z' });
  await buy({ at: '2026-06-10T15:30:00Z' });
  await worker.work();
  await setState(id, 'voiding');
  await worker.work();
  // Still charged until the carrier agrees.
  expect((await daysOf(world.first.id))[0]).toMatchObject({ labels: 2, voided: 0, spend_minor: 2_000 });
  await setState(id, 'voided');
  await worker.work();
  expect((await daysOf(world.first.id))[0]).toMatchObject({
    labels: 1,
    voided: 1,
    spend_minor: 1_000,
    sold_minor: 1_000,
    cost_minor: 800,
  });
});

test('a carrier’s cost this month is the price for the customer and what the franchise pays, from the first of the month in the company’s time zone', async () => {
  // Still June 30 in Toronto, in July by UTC; the second is of May there, of June by UTC.
  await buy({ at: '2026-07-01T02:00:00Z' });
  await buy({ at: '2026-06-01T02:00:00Z', price: 9_999 });
  await buy({ at: '2026-06-10T15:00:00Z', price: 500, cost: 450 });
  await buy({ at: '2026-06-11T15:00:00Z', price: 77, test: true });
  await buy({ at: '2026-06-12T15:00:00Z', state: 'voided' });
  await worker.work();
  const costsOf = (tenantId: string, tenantKind: 'customer' | 'franchise', withTest = false) =>
    readMonthCosts(
      database.db,
      { tenantId, tenantKind, timeZone: 'America/Toronto' },
      { now: new Date('2026-07-01T03:00:00Z'), withTest },
    );
  const loopback = (minor: number) => [{ carrier: 'loopback', sums: [{ minor, currency: 'CAD' }] }];
  const { tenantId } = world.people.admin;
  expect(await costsOf(tenantId, 'customer')).toEqual(loopback(1_500));
  expect(await costsOf(tenantId, 'customer', true)).toEqual(loopback(1_577));
  expect(await costsOf(world.first.id, 'franchise')).toEqual(loopback(1_250));
  expect(await costsOf(world.second.id, 'franchise')).toEqual([]);
});

test('each level counts by its own clock', async () => {
  await database.db.system((tx) =>
    tx.updateTable('tenants').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', world.people.basic.tenantId).execute(),
  );
  await buy({ at: '2026-06-10T20:00:00Z' }, world.people.basic.tenantId);
  await worker.work();
  expect((await daysOf(world.people.basic.tenantId))[0]?.day).toBe('2026-06-11');
  expect((await daysOf(world.first.id))[0]?.day).toBe('2026-06-10');
});

test('test labels are kept apart, and count only where there are no others', async () => {
  await buy({ at: '2026-06-10T15:00:00Z', test: true });
  await worker.work();
  const customer = world.people.admin.tenantId;
  expect((await daysOf(customer))[0]).toMatchObject({ labels: 1, test: true });
  expect((await figuresOf(world.first.id, customer))?.labels30).toBe(0);
  await workerOf(true).refreshAll();
  expect((await figuresOf(world.first.id, customer))?.labels30).toBe(1);
});

test('going through all customers adds up each franchise once, not once a customer', async () => {
  const customers = [world.people.admin.tenantId, world.people.basic.tenantId];
  for (const tenantId of customers) await buy({ at: '2026-06-10T15:00:00Z' }, tenantId);
  await worker.work();
  const sent = await statementsOf(() => worker.refreshAll());
  const adding = sent.filter((text) => text.includes('FROM usage_figures'));
  // The world has two franchises, and the first of them two customers.
  expect(adding).toHaveLength(2);
  expect(await figuresOf(world.platformId, world.first.id)).toMatchObject({ labels30: 2 });
});

test('a change that commits while a round is running is not lost', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const id = await buy({ at: '2026-06-10T15:00:00Z' });
  const tenantId = world.people.admin.tenantId;
  const late = database.db.tenant({ tenantId }, async (tx) => {
    await tx
      .updateTable('shipments')
      .set({ price_minor: 7_000 })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    begun();
    await held;
  });
  await started;
  await worker.work();
  expect((await daysOf(tenantId))[0]?.spend_minor).toBe(1_000);
  release();
  await late;
  expect(await worker.work()).toBe(1);
  expect((await daysOf(tenantId))[0]?.spend_minor).toBe(7_000);
});

test('many changes at once, worked off by two workers, give the same sums', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      buy({ at: `2026-06-${String(1 + (n % 5)).padStart(2, '0')}T15:00:00Z`, price: 100 + n }),
    ),
  );
  const other = workerOf(false);
  await Promise.all([worker.work(), other.work(), worker.work()]);
  await worker.work();
  const days = await daysOf(world.people.admin.tenantId);
  expect(days).toHaveLength(5);
  expect(days.reduce((sum, day) => sum + day.labels, 0)).toBe(40);
  expect(days.reduce((sum, day) => sum + day.spend_minor, 0)).toBe(40 * 100 + (39 * 40) / 2);
});

test('two customers of one franchise made anew at once are both in its sums, without a try that fails', async () => {
  const at = '2026-06-10T15:00:00Z';
  const customers = [world.people.admin.tenantId, world.people.basic.tenantId] as const;
  for (const [n, tenantId] of customers.entries())
    await buy({ at, price: 1_000 + n, state: 'delivered', deliveredAt: '2026-06-12T15:00:00Z' }, tenantId);
  const zone = 'America/Toronto';
  const line = (customerId: string): Line => ({
    customerId,
    customerZone: zone,
    franchiseId: world.first.id,
    franchiseZone: zone,
    platformId: world.platformId,
    platformZone: zone,
  });
  const [one, two] = customers;
  for (const make of [
    (tx: Tx, of: Line) => rollUpDays(tx, of, [new Date(at)]),
    async (tx: Tx, of: Line) => {
      await refreshFigures(tx, of, { now: NOW, withTest: false });
      await refreshSums(tx, of, { now: NOW, withTest: false });
    },
  ]) {
    let second: Promise<void> | undefined;
    await database.db.system(async (tx) => {
      await make(tx, line(one));
      second = database.db.system((other) => make(other, line(two)));
      // It comes as far as it can while the first has not committed.
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await second;
  }
  expect(await daysOf(world.platformId)).toMatchObject([{ party_id: world.first.id, labels: 2, spend_minor: 2_001 }]);
  expect(await figuresOf(world.platformId, world.first.id)).toMatchObject({ labels30: 2, spend30_minor: 2_001 });
});

test('an outcome that becomes unknown shows at once', async () => {
  await buy({ at: '2026-06-10T15:00:00Z' });
  await worker.work();
  const tenantId = world.people.admin.tenantId;
  await database.db.tenant({ tenantId }, (tx) =>
    tx.updateTable('purchases').set({ state: 'unknown' }).where('tenant_id', '=', tenantId).execute(),
  );
  expect(await worker.work()).toBe(1);
  expect((await figuresOf(world.first.id, tenantId))?.open_outcomes).toBe(1);
});

describe('ranges', () => {
  const range = (asked: Parameters<typeof rangeOf>[0]) => {
    const found = rangeOf(asked, NOW, 'America/Toronto');
    return found.ok
      ? [found.value.from, found.value.to, found.value.days.length, found.value.before.from, found.value.before.to]
      : found.problem.errors?.[0]?.field;
  };
  test('end today in the tenant’s zone and have a time before of the same length', () => {
    expect(range({})).toEqual(['2026-05-17', '2026-06-15', 30, '2026-04-17', '2026-05-16']);
    expect(range({ range: 'today' })).toEqual(['2026-06-15', '2026-06-15', 1, '2026-06-14', '2026-06-14']);
    expect(range({ range: 'byWeek' })).toEqual(['2026-06-09', '2026-06-15', 7, '2026-06-02', '2026-06-08']);
    expect(range({ from: '2026-01-01', to: '2026-01-31' })).toEqual([
      '2026-01-01',
      '2026-01-31',
      31,
      '2025-12-01',
      '2025-12-31',
    ]);
  });
  test('that make no sense are refused', () => {
    expect(range({ range: 'custom' })).toBe('from');
    expect(range({ from: '2026-01-01' })).toBe('to');
    expect(range({ from: '2026-02-01', to: '2026-01-01' })).toBe('to');
    expect(range({ from: '2024-01-01', to: '2026-01-01' })).toBe('to');
  });
});

test('what was saved against public prices, and how parcels arrived, on the customer’s own board', async () => {
  const admin = world.people.admin;
  // Toronto's clock decides: 2 a.m. in London is still the promised day there.
  await buy({
    at: '2026-06-10T12:00:00Z',
    price: 1_000,
    retail: 1_500,
    state: 'delivered',
    promisedDay: '2026-06-12',
    deliveredAt: '2026-06-13T02:00:00Z',
  });
  await buy({
    at: '2026-06-10T12:00:00Z',
    price: 2_000,
    retail: 2_200,
    state: 'delivered',
    promisedDay: '2026-06-11',
    deliveredAt: '2026-06-12T15:00:00Z',
  });
  await buy({ at: '2026-06-10T12:00:00Z', price: 700, state: 'delivered', deliveredAt: '2026-06-11T12:00:00Z' });
  await buy({ at: '2026-06-10T12:00:00Z', price: 900, retail: 9_000, state: 'voided' });
  await worker.work();
  const ctx = contextOf(admin, { rights: new Set(['money.view']) });
  const month = rangeOf({ range: 'byMonth' }, NOW, 'America/Toronto');
  if (!month.ok) throw new Error(month.problem.code);
  const read = (rights: RequestContext['rights']) =>
    readCustomerDashboard(database.db, { ...ctx, rights }, month.value, {
      now: NOW,
      withTest: false,
      vendorName: (slug) => slug,
    });
  const board = await read(new Set(['money.view']));
  expect(board.savings).toEqual({ retail: { minor: 3_700, currency: 'CAD' }, saved: { minor: 700, currency: 'CAD' } });
  expect(board.delivery).toEqual({ delivered: 3, promised: 2, onTime: 1, averageDays: 1.9 });
  expect(board.carriers[0]?.delivery.delivered).toBe(3);
  expect((await read(new Set())).savings).toBeNull();
});

test('labels of the own courier go by its account’s name where there is one, never by the newest of several', async () => {
  const { tenantId } = world.people.basic;
  const lend = (name: string) =>
    database.db.tenant({ tenantId }, (tx) =>
      sql`INSERT INTO account_grants (tenant_id, id, owner_tenant_id, account_id, slug, name, mode)
        VALUES (${tenantId}, ${newId()}, ${tenantId}, ${newId()}, 'rate-sheet', ${name}, 'simulator')`.execute(tx),
    );
  const ownCourier = () =>
    database.db.tenant({ tenantId }, async (tx) =>
      (await carrierNames(tx, tenantId, (slug) => `the ${slug}`))('rate-sheet'),
    );
  expect(await ownCourier()).toBe('the rate-sheet');
  await lend('Bike courier');
  expect(await ownCourier()).toBe('Bike courier');
  await lend('Night van');
  expect(await ownCourier()).toBe('the rate-sheet');
});
