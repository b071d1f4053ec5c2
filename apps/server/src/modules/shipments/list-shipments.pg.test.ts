import type { DataOf } from '@scanship/contracts/call';
import type { listShipments, ShipmentRow } from '@scanship/contracts/shipping/shipment-list';
import { readXlsx } from 'hucre/xlsx';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { assertNoSeqScan, planOf, sorts } from '../../../test/query-plan.ts';
import { seedManyOrders } from '../../../test/seed-orders.ts';
import { makeTenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from '../../platform/database/connection.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readFilters } from './queries/list-shipments-filters.ts';
import { choicesSql, conditionsOf, countSql, pageSql } from './queries/list-shipments-sql.ts';

type List = DataOf<typeof listShipments>;

describe('the labels page', () => {
  let world: ParcelWorld;
  let express: Awaited<ReturnType<ParcelWorld['buy']>>;
  let ground: Awaited<ReturnType<ParcelWorld['buy']>>;
  let gone: Awaited<ReturnType<ParcelWorld['buy']>>;
  beforeAll(async () => {
    world = await makeParcelWorld();
    express = await world.buy('testline-express');
    ground = await world.buy('testline-ground', 2);
    gone = await world.buy('testline-express');
    await world.call(world.seller, 'DELETE', `/shipment/${gone.shipment.id}/cancel`);
  }, 60_000);
  afterAll(() => world.close());

  const list = async (body: object = {}, query = '', person = world.seller): Promise<List> => {
    const answer = await world.call<List>(person, 'POST', `/shipment/all${query}`, body);
    expect([answer.status, answer.message ?? '']).toEqual([200, '']);
    return answer.data;
  };
  const ids = async (body: object, query = ''): Promise<string[]> =>
    (await list(body, query)).shipments.map(({ id }) => id);
  const numberOf = ({ shipment }: typeof express, at = 0): string => shipment.parcels[at]?.trackingNumber ?? '';

  test('shows every shipment, newest first, with what can be done', async () => {
    const { shipments, totalRecords, totalPage, currentPage, choices } = await list();
    expect(shipments.map(({ id }) => id)).toEqual([gone.shipment.id, ground.shipment.id, express.shipment.id]);
    expect({ totalRecords, totalPage, currentPage }).toEqual({ totalRecords: 3, totalPage: 1, currentPage: 1 });
    const [voided, twoParcels, first] = shipments as [ShipmentRow, ShipmentRow, ShipmentRow];
    expect(first).toMatchObject({
      state: 'bought',
      carrier: 'testline-express',
      orders: [{ id: express.orderId, number: 'P-1' }],
      recipient: 'Robin Lee',
      city: 'Toronto',
      countryCode: 'CA',
      price: express.shipment.price,
      labels: 1,
      copiesPrinted: 0,
      trackingStatus: 'unknown',
      cancel: { allowed: true, reason: null, refund: 'now' },
      reprint: { allowed: true, warn: false },
      customInvoice: false,
    });
    expect(twoParcels.parcels.map(({ trackingNumber }) => trackingNumber)).toEqual([
      numberOf(ground),
      numberOf(ground, 1),
    ]);
    expect(voided).toMatchObject({
      state: 'voided',
      trackingStatus: null,
      refund: 'received',
      cancel: { allowed: false, reason: 'It is cancelled already.' },
      reprint: { allowed: false, reason: 'The label is cancelled.' },
    });
    expect(choices.carriers.map(({ code }) => code)).toEqual(['testline-express', 'testline-ground']);
    expect(choices.services).toContainEqual({
      carrier: 'testline-express',
      code: express.shipment.service,
      name: express.shipment.serviceName,
    });
  });

  test('amounts are only for whoever may see them', async () => {
    const seen = await list({}, '', world.people.user);
    expect(seen.shipments.map(({ price }) => price)).toEqual([null, null, null]);
    expect(seen.shipments).toHaveLength(3);
  });

  test('finds by tracking number, order number and recipient, and by nothing else', async () => {
    const number = numberOf(ground, 1);
    expect(await ids({ search: { value: ` ${number.toLowerCase()} ` } })).toEqual([ground.shipment.id]);
    expect(await ids({ search: { value: number.slice(0, -1) } })).toContain(ground.shipment.id);
    expect(await ids({ search: { key: 'orderNumber', value: 'p-3' } })).toEqual([gone.shipment.id]);
    expect(await ids({ search: { key: 'recipient', value: 'lee robin' } })).toHaveLength(3);
    expect(await ids({ search: { key: 'recipient', value: 'lee anna' } })).toEqual([]);
    expect(await ids({ search: { value: '#!' } })).toEqual([]);
  });

  test('is narrowed by carrier, service, state, tracking, store and dates', async () => {
    const storeId = (await list()).shipments[0]?.storeId ?? '';
    expect(await ids({ carriers: ['testline-ground'] })).toEqual([ground.shipment.id]);
    expect(await ids({ services: [express.shipment.service], states: ['bought'] })).toEqual([express.shipment.id]);
    expect(await ids({ states: ['voided', 'delivered'] })).toEqual([gone.shipment.id]);
    expect(await ids({ trackingStatuses: ['delivered'] })).toEqual([]);
    expect(await ids({ storeIds: [storeId] })).toHaveLength(3);
    expect(await ids({ fromDate: '2020-01-01 00:00:00', toDate: '2020-12-31 00:00:00' })).toEqual([]);
    expect(await ids({ fromDate: '2020-01-01 00:00:00' })).toHaveLength(3);
    const wrong = await world.call(world.seller, 'POST', '/shipment/all', { fromDate: '2026-02-30 00:00:00' });
    expect(wrong).toMatchObject({ status: 400, message: '2026-02-30 00:00:00 is not a date and time.' });
  });

  test('pages by key, forwards and back, without losing or repeating one', async () => {
    const first = await list({}, '?size=1');
    expect([first.currentPageSize, first.previousCursor, first.totalPage]).toEqual([1, null, 3]);
    const second = await list({}, `?size=1&page=2&after=${first.nextCursor}`);
    expect(second.shipments.map(({ id }) => id)).toEqual([ground.shipment.id]);
    const last = await list({}, `?size=1&page=3&after=${second.nextCursor}`);
    expect([last.shipments[0]?.id, last.nextCursor]).toEqual([express.shipment.id, null]);
    const back = await list({}, `?size=1&page=2&before=${last.previousCursor}`);
    expect(back.shipments.map(({ id }) => id)).toEqual([ground.shipment.id]);
    expect(await ids({}, '?size=2&page=2')).toEqual([express.shipment.id]);
    expect(await ids({}, '?sort=createdAt&size=1')).toEqual([express.shipment.id]);
    const forged = await world.call(world.seller, 'POST', '/shipment/all?after=bm9wZQ', {});
    expect(forged.status).toBe(400);
  });

  test('follows the parcel: one word, found by it, and a second label warns', async () => {
    await world.after(30);
    await world.poll(express.shipment.id);
    const word = (await world.shipment(express.shipment.id)).trackingStatus ?? '';
    expect(word).not.toBe('unknown');
    const { shipments } = await list({ trackingStatuses: [word] });
    const row = shipments.find(({ id }) => id === express.shipment.id);
    expect(row).toMatchObject({
      trackingStatus: word,
      cancel: { allowed: false },
      reprint: { allowed: true, warn: true },
    });
    await world.after(0);
  });

  test('is exported as it is filtered, without amounts for whoever may not see them', async () => {
    const answer = await world.file(world.seller, '/shipment/export', { filters: {}, excludeIds: [gone.shipment.id] });
    expect(answer.headers.get('content-disposition')).toContain('filename="Labels.xlsx"');
    const [sheet] = (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets;
    const header = sheet?.rows[0] ?? [];
    const column = (name: string) => sheet?.rows.slice(1).map((row) => row[header.indexOf(name)]);
    expect(column('Orders')).toEqual(['P-2', 'P-1']);
    expect(column('Tracking numbers')?.[0]).toBe(`${numberOf(ground)}, ${numberOf(ground, 1)}`);
    expect(column('Cost')?.[1]).toBe(express.shipment.price.minor / 100);
    expect(String(column('Bought')?.[0])).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const named = await world.file(
      world.people.user,
      '/shipment/export',
      { ids: [express.shipment.id] },
      { accept: 'text/csv' },
    );
    const csv = await named.text();
    expect(named.headers.get('content-type')).toContain('text/csv');
    expect(csv.split('\r\n')).toHaveLength(3);
    expect(csv).not.toContain('Cost');
    expect(csv).toContain(numberOf(express));
    const nothing = await world.file(world.seller, '/shipment/export', { filters: { carriers: ['nobody'] } });
    expect([nothing.status, (await nothing.json()).errorMessage]).toEqual([404, 'No shipment matches these filters.']);
    expect((await world.file(world.people.basic, '/shipment/export', { ids: [express.shipment.id] })).status).toBe(404);
  });
});

describe('plans of the list under row security', () => {
  let database: TestDatabase;
  let tenantId: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const tree = await makeTenantTree(database.db);
    const [big, , other] = tree.customers;
    tenantId = big.tenantId;
    for (const [who, count] of [
      [big, 12_000],
      [other, 3_000],
    ] as const) {
      await seedManyOrders(database.db, who, count, new Date('2026-11-21T17:00:00Z'));
      await database.db.tenant(who, async (tx) => {
        await sql`CREATE TEMPORARY TABLE made ON COMMIT DROP AS SELECT row_number() OVER (ORDER BY o.placed_at) AS i,
          gen_random_uuid() AS id, o.id AS order_id, o.number, o.placed_at FROM orders o`.execute(tx);
        await sql`INSERT INTO shipments (tenant_id, id, state, from_address, to_address, store_id, slug, service, service_name,
            ship_date, price_minor, currency, created_at, tracking_status)
          SELECT ${who.tenantId}::uuid, id, CASE WHEN i % 500 = 0 THEN 'lost' WHEN i % 40 = 0 THEN 'voided' ELSE 'bought' END,
            '{"countryCode":"CA"}', '{"countryCode":"CA"}', ${who.storeId}::uuid, 'carrier-' || i % 6, 'service-' || i % 4, 'Service',
            placed_at::date, 1200, 'CAD', placed_at, CASE WHEN i % 300 = 0 THEN 'exception' ELSE 'delivered' END FROM made`.execute(
          tx,
        );
        await sql`INSERT INTO shipment_items (tenant_id, shipment_id, order_id, line, qty)
          SELECT ${who.tenantId}::uuid, id, order_id, 1, 1 FROM made`.execute(tx);
        await sql`INSERT INTO parcels (tenant_id, shipment_id, no, weight_g, tracking_number, tracking_key)
          SELECT ${who.tenantId}::uuid, id, 1, 500, 'TN' || (7000000 + i), 'TN' || (7000000 + i) FROM made`.execute(tx);
      });
    }
    await withClient(database.migrator, (client) => client.query('ANALYZE'));
  }, 60_000);
  afterAll(() => database.drop());

  const compilable = (tx: Tx, query: RawBuilder<unknown>) => ({ compile: () => query.compile(tx) });
  const conditions = (body: Parameters<typeof readFilters>[0]) => {
    const read = readFilters(body, 'America/Toronto');
    if (!read.ok) throw new Error(read.problem.code);
    return conditionsOf(read.value);
  };
  const AFTER = { after: { createdAt: '2025-01-01 00:00:00+00', id: '00000000-0000-7000-8000-000000000000' } };

  test.each<[string, Parameters<typeof readFilters>[0], string]>([
    ['everything', {}, 'shipments_newest'],
    ['a state', { states: ['lost'] }, 'shipments_state'],
    ['a carrier', { carriers: ['carrier-3'] }, 'shipments_s'],
    ['a carrier and a service', { carriers: ['carrier-3'], services: ['service-1'] }, 'shipments_service'],
    ['a word of tracking', { trackingStatuses: ['exception'] }, 'shipments_tracking'],
    // A whole number is met by the index of the tenant's numbers or by that of all numbers (which carriers' bills are matched by).
    ['a tracking number', { search: { value: 'TN7000777' } }, 'parcels_'],
    ['the beginning of one', { search: { value: 'TN70007' } }, 'parcels_tracking'],
    ['an order number', { search: { key: 'orderNumber', value: '#100777' } }, 'order_tokens_pkey'],
    ['a recipient', { search: { key: 'recipient', value: 'beauch anna' } }, 'order_tokens_pkey'],
  ])('%s is read by an index, and counted by one', async (_name, body, index) => {
    await database.db.tenant({ tenantId }, async (tx) => {
      for (const slice of [{ skip: 0 }, AFTER]) {
        const page = compilable(tx, pageSql(conditions(body), true, slice, 21));
        expect((await assertNoSeqScan(tx, page)).join()).toContain(index);
      }
      if (body.search) await assertNoSeqScan(tx, compilable(tx, countSql(conditions(body))));
    });
  });

  test('the list and its pages are read in the order of an index, without sorting', async () => {
    await database.db.tenant({ tenantId }, async (tx) => {
      for (const body of [{}, { states: ['bought' as const] }, { trackingStatuses: ['delivered' as const] }])
        expect(sorts(await planOf(tx, compilable(tx, pageSql(conditions(body), true, AFTER, 21))))).toBe(false);
    });
  });

  test('choices step from one carrier to the next', async () => {
    await database.db.tenant({ tenantId }, async (tx) => {
      const { rows } = await choicesSql.execute(tx);
      expect(rows.map(({ slug, service }) => `${slug} ${service}`)).toHaveLength(12);
      const nodes = await planOf(tx, compilable(tx, choicesSql));
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      expect(new Set(nodes.flatMap((node) => node['Index Name'] ?? []))).toEqual(new Set(['shipments_service']));
    });
  });

  test('totals stop at their cap', async () => {
    await database.db.tenant({ tenantId }, async (tx) => {
      expect((await countSql(conditions({})).execute(tx)).rows).toEqual([{ n: 10_001 }]);
    });
  });
});
