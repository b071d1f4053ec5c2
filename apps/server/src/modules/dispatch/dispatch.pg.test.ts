import {
  closeDay,
  exportPickList,
  getEndOfDay,
  getPickList,
  listWaiting,
  printHandOverList,
  printPickList,
  takeBack,
} from '@scanship/contracts/shipping/dispatch';
import { pageTexts } from '@scanship/documents/pdf/pdf-raster';
import { createTypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asker, askerOf } from '../../../test/ask-call.ts';
import { BUYER, contextOf, newOrder, SHIP_FROM, setShipFrom } from '../../../test/order-fixture.ts';
import { makeTenantTree, type TenantTree, type TestCustomer } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { databaseBlobs } from '../../platform/blobs/blobs.ts';
import type { RequestContext } from '../../platform/context.ts';
import { createSealer } from '../../platform/crypto/sealer.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { createJournal } from '../../platform/journal/journal.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createCarrierRegistry } from '../carriers/connector-registry.ts';
import { createOrders, type NewOrder } from '../orders/index.ts';
import { createDispatchModule } from './index.ts';

let database: TestDatabase;
let tree: TenantTree;
let ask: Asker;
let me: TestCustomer;
let ctx: RequestContext;
const NOW = new Date('2026-11-20T20:30:00Z');
const GRANT = newId();
const renderer = createTypstRenderer();
const sealer = createSealer([Buffer.alloc(32, 7)]);
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  tree = await makeTenantTree(db);
  for (const customer of tree.customers) await setShipFrom(db, customer);
  [me] = tree.customers;
  ctx = contextOf(me);
  await db.tenant(me, (tx) =>
    sql`INSERT INTO account_grants (tenant_id, id, owner_tenant_id, account_id, slug, name, mode)
      VALUES (${me.tenantId}, ${GRANT}, ${me.tenantId}, ${newId()}, 'ups', 'My UPS', 'simulator')`.execute(tx),
  );
  ask = askerOf(
    createDispatchModule(
      { db, blobs: databaseBlobs, sealer, clock: { now: () => NOW } },
      {
        renderer,
        journal: createJournal({ db, sealer, log: silentLogger() }),
        // A connector is there; no account is opened, so every list is a paper for the driver.
        grants: { open: () => Promise.resolve([]) },
        facts: (slug) => createCarrierRegistry({ samples: false }).find(slug)?.manifest,
      },
    ).routes,
  );
});
afterAll(async () => {
  await renderer.close();
  await database.drop();
});

async function orders(...more: Partial<NewOrder>[]): Promise<string[]> {
  const given = more.map((each) => newOrder(me.storeId, newId().slice(-6), each));
  const made = await database.db.tenant(me, (tx) => createOrders(ctx, tx, given, { why: 'Test', now: NOW }));
  if (!made.ok) throw new Error(made.problem.message);
  return made.value.map((each) => each.id);
}

/** A bought shipment of one order; `changed` are columns of its row. */
async function bought(orderId: string, tracking: string, state = 'bought'): Promise<string> {
  const id = newId();
  await database.db.tenant(me, async (tx) => {
    await tx
      .insertInto('shipments')
      .values({
        tenant_id: me.tenantId,
        id,
        state: state as 'bought',
        from_address: json(SHIP_FROM),
        to_address: json(BUYER),
        location_id: me.locationId,
        grant_id: GRANT,
        slug: 'ups',
        service_name: 'UPS Standard',
        bought_at: NOW,
      })
      .execute();
    await sql`INSERT INTO parcels (tenant_id, shipment_id, no, weight_g, tracking_number)
      VALUES (${me.tenantId}, ${id}, 1, 500, ${tracking})`.execute(tx);
    await sql`INSERT INTO shipment_items (tenant_id, shipment_id, order_id, line, parcel_no, qty)
      VALUES (${me.tenantId}, ${id}, ${orderId}, 1, 1, 1)`.execute(tx);
  });
  return id;
}

describe('the end of a day', () => {
  test('shows what waits, closes it once, prints it, and takes a parcel back', async () => {
    const [a = '', b = '', c = ''] = await orders({}, {}, {});
    const [first, second] = [await bought(a, '1ZAAA'), await bought(b, '1ZBBB')];
    await bought(c, '1ZCCC', 'voided');
    const before = await ask(getEndOfDay, ctx);
    expect(before.places).toMatchObject([
      {
        locationId: me.locationId,
        day: '2026-11-20',
        // Friday 16:00 in Toronto, half an hour from now.
        cutOffAt: '2026-11-20T21:00:00.000Z',
        groups: [
          { grantId: GRANT, carrierName: 'UPS', accountName: 'My UPS', shipments: 2, parcels: 2, weightGrams: 1000 },
        ],
      },
    ]);
    const group = { locationId: me.locationId, grantId: GRANT };
    expect((await ask(listWaiting, ctx, { query: group })).shipments.map((each) => each.trackingNumbers)).toEqual([
      ['1ZAAA'],
      ['1ZBBB'],
    ]);

    const { closed } = await ask(closeDay, ctx, { body: { groups: [group], leaveOut: [second] } });
    expect(closed).toMatchObject([{ number: 1, day: '2026-11-20', carrierName: 'UPS', shipments: 1, kind: 'list' }]);
    const [list] = closed;
    const params = { id: list?.id ?? '' };
    const again = await Promise.all(
      [1, 2].map(() => ask(closeDay, ctx, { body: { groups: [group] } }).catch(() => null)),
    );
    // Two at once: one list more, and the other finds nothing.
    expect(again.filter((each) => each !== null)).toHaveLength(1);
    expect((await ask(getEndOfDay, ctx)).places).toEqual([]);

    const pdf = await ask.file(printHandOverList, ctx, { params });
    const text = (await pageTexts(pdf.bytes)).join(' ').replace(/\s+/g, ' ');
    expect(text).toContain('1ZAAA');
    expect(text).not.toContain('1ZBBB');
    expect(text).toContain('340 Rue Saint-Paul O');

    const after = await ask(takeBack, ctx, { params, body: { shipmentIds: [first] } });
    expect(after.places[0]?.groups[0]).toMatchObject({ shipments: 1 });
    expect(after.closed.find((each) => each.id === params.id)).toMatchObject({ takenBack: 1 });
    expect(await ask.refused(takeBack, ctx, { params, body: { shipmentIds: [first] } })).toMatchObject({
      code: 'validation',
    });
    expect(await ask.refused(printHandOverList, ctx, { params })).toMatchObject({ code: 'not_found' });
  });

  test('of another customer is not there', async () => {
    const [, other] = tree.customers;
    const them = contextOf(other);
    expect(await ask(getEndOfDay, them)).toMatchObject({ places: [], closed: [] });
    const [mine] = (await ask(getEndOfDay, ctx)).closed;
    const params = { id: mine?.id ?? '' };
    expect(await ask.refused(printHandOverList, them, { params })).toMatchObject({ code: 'not_found' });
    expect(await ask.refused(takeBack, them, { params, body: { shipmentIds: [newId()] } })).toMatchObject({
      code: 'not_found',
    });
    expect(
      await ask.refused(closeDay, them, { body: { groups: [{ locationId: me.locationId, grantId: GRANT }] } }),
    ).toMatchObject({ code: 'validation' });
  });
});

describe('pick list', () => {
  test('sums units by shelf, shelves in walking order, what has none last', async () => {
    await database.db.tenant(me, (tx) =>
      sql`INSERT INTO products (tenant_id, id, sku, sku_key, bin_location) VALUES
        (${me.tenantId}, ${newId()}, 'TEA', 'tea', 'A-10'), (${me.tenantId}, ${newId()}, 'CUP', 'cup', 'A-2')`.execute(
        tx,
      ),
    );
    const item = (sku: string | null, quantity: number) => ({ sku, title: sku ?? 'Card', quantity, unitMinor: 100 });
    const ids = await orders(
      { number: 'P1', items: [item('TEA', 2), item(null, 1)] },
      { number: 'P2', items: [item('tea', 3), item('CUP', 1)] },
    );
    const list = await ask(getPickList, ctx, { body: { ids } });
    expect(list).toMatchObject({ orders: 2, units: 7, capped: false });
    expect(list.lines.map(({ bin, sku, quantity }) => [bin, sku, quantity])).toEqual([
      ['A-2', 'CUP', 1],
      ['A-10', 'TEA', 5],
      ['', '', 1],
    ]);
    expect(list.lines[1]?.orders.map(({ number, quantity }) => [number, quantity])).toEqual([
      ['P1', 2],
      ['P2', 3],
    ]);
    const pdf = await ask.file(printPickList, ctx, { body: { ids } });
    expect((await pageTexts(pdf.bytes)).join(' ')).toContain('A-10');
    expect((await ask.file(exportPickList, ctx, { body: { ids } })).fileName).toBe('PickList.xlsx');
  });

  test('without a selection it is what waits, without what is held; due today is less', async () => {
    await orders({ number: 'HELD', holdCode: 'x' }, { number: 'LATER', shipBy: new Date('2026-12-24T12:00:00Z') });
    const numbers = async (due: 'today' | 'all') =>
      new Set(
        (await ask(getPickList, ctx, { body: { due } })).lines.flatMap((line) => line.orders.map((o) => o.number)),
      );
    const all = await numbers('all');
    expect(all.has('LATER')).toBe(true);
    expect(all.has('HELD')).toBe(false);
    expect((await numbers('today')).has('LATER')).toBe(false);
    expect(await ask.refused(printPickList, ctx, { body: { ids: [newId()] } })).toMatchObject({ code: 'not_found' });
  });
});
