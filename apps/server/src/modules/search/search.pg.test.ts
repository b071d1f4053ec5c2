/** One search, over HTTP: what each person finds by what, and what nobody finds. */
import { type Found, searchEverything, type SearchGroup } from '@scanship/contracts/network/search';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { trackingTokens } from '@scanship/domain/orders/order-search';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  testServices,
  type TestUser,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { BUYER, contextOf, newOrder } from '../../../test/order-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/database/ids.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createUpkeep } from '../operations/index.ts';
import { createOrders, editAddress, ownStore } from '../orders/index.ts';

type PersonName = keyof TestWorld['people'];
const NOW = new Date('2026-11-21T17:00:00Z');
let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
const tokens = new Map<TestUser, string>();

/** An order of somebody's company, and a label of it. */
async function addOrder(
  who: TestUser,
  number: string,
  more: Parameters<typeof newOrder>[2] & { tracking?: string } = {},
): Promise<string> {
  const { tracking, ...order } = more;
  return database.db.tenant(who, async (tx) => {
    const storeId = await ownStore(who, tx);
    const made = await createOrders(contextOf(who), tx, [newOrder(storeId, number, order)], { why: 'test', now: NOW });
    const [first] = made.ok ? made.value : [];
    if (!first) throw new Error('The order was not made.');
    if (tracking !== undefined) {
      const id = newId();
      await sql`INSERT INTO shipments (tenant_id, id, state, slug, from_address, to_address, price_minor, currency)
        VALUES (${who.tenantId}, ${id}, 'bought', 'ups', '{}', '{}', 950, 'CAD')`.execute(tx);
      await sql`INSERT INTO shipment_items (tenant_id, shipment_id, order_id, line, qty) VALUES (${who.tenantId}, ${id}, ${first.id}, 1, 1)`.execute(
        tx,
      );
      await sql`INSERT INTO parcels (tenant_id, shipment_id, no, weight_g, tracking_number, tracking_key)
        VALUES (${who.tenantId}, ${id}, 1, 500, ${tracking}, ${tracking})`.execute(tx);
      for (const { field, token } of trackingTokens([tracking]))
        await sql`INSERT INTO order_tokens (tenant_id, field, token, order_id, placed_at)
          VALUES (${who.tenantId}, ${field}, ${token}, ${first.id}, ${NOW.toISOString()})`.execute(tx);
    }
    return first.id;
  });
}

let eloise: string;
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  application = makeWholeApplication(testServices(database.db));
  app = await application.http();
  client = await makeClient(app);
  for (const person of Object.values(world.people))
    tokens.set(person, (await sessionOf(application.services, person)).token);
  const { admin, basic, foreign, agent } = world.people;
  eloise = await addOrder(admin, '#1001', {
    shipTo: {
      ...BUYER,
      name: 'Éloïse Côté-Tremblay',
      city: 'Trois-Rivières',
      zipcode: 'G9A 1A1',
      phone: '+1 (819) 555-0123',
    },
    items: [{ sku: 'MUG-BLUE', title: 'Blue Enamel Mug', quantity: 1, unitMinor: 1250 }],
    tracking: '1Z999AA10123456784',
  });
  await addOrder(admin, '#1002', {
    shipTo: { ...BUYER, name: 'Max Muster', email: 'max@muster.example' },
    items: [{ sku: '', title: 'Lanterne rétro', quantity: 1, unitMinor: 100 }],
  });
  await addOrder(basic, '#1001', { tracking: 'TL0000077001' });
  await addOrder(foreign, '#1001', { tracking: 'TL0000088001' });
  await database.db.identity(admin, (tx) =>
    sql`UPDATE users SET phone = '(514) 555-0199', last_name = 'Bélanger' WHERE id = ${admin.userId}`.execute(tx),
  );
  // The second customer of the first franchise is called in French and belongs to the sales agent.
  await database.db.tenant({ tenantId: world.first.id }, (tx) =>
    sql`UPDATE franchise_customers SET name = 'Savonnerie Boréales', name_key = 'savonnerie boréales', agent_user_id = ${agent.userId}
      WHERE customer_id = ${basic.tenantId}`.execute(tx),
  );
  await database.db.tenant(admin, (tx) =>
    sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, name, state)
      VALUES (${admin.tenantId}, ${newId()}, 'shopify', 'erable-doux.myshopify.com', 'Érable', 'connected')`.execute(
      tx,
    ),
  );
  await database.db.tenant({ tenantId: world.first.id }, (tx) =>
    sql`WITH a AS (INSERT INTO accounts (tenant_id, id, kind, party_tenant_id, currency)
          VALUES (${world.first.id}, ${newId()}, 'receivable', ${admin.tenantId}, 'CAD') RETURNING id)
      INSERT INTO invoices (tenant_id, id, number, month, account_id, party_id, party_name, currency, opening_minor, charges_minor,
        settled_minor, tax_minor, closing_minor, sections, taxes, entry_count, first_entry, last_entry, next_from, issued_day, due_day, terms_days)
      SELECT ${world.first.id}, ${newId()}, 'F-2026-0042', '2026-10-01', a.id, ${admin.tenantId}, 'Customer one', 'CAD', 0, 100, 0, 0, 100,
        '[]', '[]', 1, a.id, a.id, a.id, '2026-11-01', '2026-12-01', 30 FROM a`.execute(tx),
  );
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const search = async (who: PersonName, text: string, group?: SearchGroup) => {
  const person = world.people[who];
  const answer = await client.call('POST', '/api/search', {
    token: tokens.get(person) ?? '',
    host: who === 'foreign' ? 'second.test' : 'first.test',
    body: { text, ...(group ? { group } : {}) },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return searchEverything.data.parse(answer.json.data);
};
const found = async (who: PersonName, text: string): Promise<Found> => (await search(who, text)).found;

describe('a seller', () => {
  test.each([
    '#1001',
    'eloise',
    'ÉLOÏSE tremblay',
    'cote t',
    'trois rivieres',
    'g9a 1a1',
    '819 555 0123',
    '+1-819-5550123',
    '555-0123',
    'mug-blue',
    'enamel',
    'tremblay enamel',
    '1z 999 aa1',
    '456784',
  ])('finds the order by %j', async (text) => {
    const { orders } = await found('admin', text);
    expect(orders.hits.map(({ id }) => id)).toContain(eloise);
    expect(orders.hits[0]).toMatchObject({ number: '#1001', city: 'Trois-Rivières', owner: null });
  });

  test.each(['eloise nguyen', '514 555 0123', 'enam3l', 'TL0000077001', 'q', '...'])(
    'finds nothing by %j',
    async (text) => {
      const { orders, shipments } = await found('admin', text);
      expect([...orders.hits, ...shipments.hits]).toEqual([]);
    },
  );

  test('finds a label by either end of its number, a line without SKU by its title, colleagues and invoices', async () => {
    for (const text of ['1z999aa1', '6784'])
      expect((await found('admin', text)).shipments.hits).toMatchObject([
        { trackingNumber: '1Z999AA10123456784', orderId: eloise, state: 'bought' },
      ]);
    expect((await found('admin', 'retro')).orders.hits).toMatchObject([{ number: '#1002' }]);
    expect((await found('admin', 'belanger')).people.hits).toMatchObject([{ userName: 'admin', owner: null }]);
    expect((await found('franchise', '0042')).invoices.hits).toMatchObject([{ number: 'F-2026-0042' }]);
    expect((await found('admin', '0042')).invoices.hits).toEqual([]);
  });

  test('finds only what the role may open', async () => {
    expect((await search('admin', 'x')).searched).toEqual(['orders', 'shipments', 'products', 'people', 'invoices']);
    expect((await search('user', 'x')).searched).toEqual(['orders', 'shipments', 'products']);
    expect((await search('user', 'belanger', 'people')).found.people.hits).toEqual([]);
  });

  test('the list finds the same, and a new address takes the place of the old one', async () => {
    const { admin } = world.people;
    const list = async (value: string) => {
      const answer = await client.call('POST', '/api/orders/all', {
        token: tokens.get(admin) ?? '',
        body: { search: { key: 'anything', value } },
      });
      return listOrders.data.parse(answer.json.data).orders.map(({ ecomOrderNumber }) => ecomOrderNumber);
    };
    for (const text of ['eloise', 'cote t', 'riviere', '5550123', 'enamel', '456784', '1001', 'tremblay enamel'])
      expect([text, await list(text)]).toEqual([text, ['#1001']]);
    expect(await list('eloise nguyen')).toEqual([]);
    const moved = { ...BUYER, name: 'Ana Nuñez', city: 'Lévis', phone: '418 555 0177' };
    const other = await addOrder(admin, '#1003', { shipTo: { ...BUYER, name: 'Max Muster', city: 'Sorel' } });
    await database.db.tenant(admin, (tx) =>
      editAddress(contextOf(admin), tx, { orderId: other, version: 1, party: 'shipTo', address: moved, now: NOW }),
    );
    expect([await list('nunez levis'), await list('sorel'), await list('4185550177')]).toEqual([
      ['#1003'],
      [],
      ['#1003'],
    ]);
  });
});

describe('staff', () => {
  test('of a franchise find parcels and orders of their customers only, without the buyer', async () => {
    for (const who of ['franchise', 'support'] as const) {
      expect((await found(who, '456784')).shipments.hits).toMatchObject([
        {
          trackingNumber: '1Z999AA10123456784',
          orderId: eloise,
          owner: { id: world.people.admin.tenantId, name: 'Customer one' },
        },
      ]);
      const { orders } = await found(who, '#1001');
      expect(orders.hits.map(({ owner }) => owner?.name ?? '').toSorted()).toEqual(['Customer one', 'Customer two']);
      expect(new Set(orders.hits.map(({ recipient, city }) => recipient + city))).toEqual(new Set(['']));
      expect((await found(who, '(819) 555-0123')).orders.hits).toMatchObject([{ id: eloise }]);
      // By a name nobody looks through the buyers of others.
      expect((await found(who, 'eloise')).orders.hits).toEqual([]);
      expect((await found(who, 'TL0000088001')).shipments.hits).toEqual([]);
    }
  });

  test('find customers without accents, by people, telephone and store address', async () => {
    const names = async (who: PersonName, text: string) =>
      (await found(who, text)).customers.hits.map(({ name }) => name);
    expect(await names('support', 'boreal')).toEqual(['Savonnerie Boréales']);
    expect(await names('support', 'savonnerie BORÉ')).toEqual(['Savonnerie Boréales']);
    for (const text of ['belanger', 'admin@example', '514-555-0199', '5550199', 'erable-doux.myshopify'])
      expect([text, await names('support', text)]).toEqual([text, ['Customer one']]);
    const answer = await client.call('GET', '/api/franchise/customers?search=boreal', {
      token: tokens.get(world.people.support) ?? '',
    });
    expect(answer.json.data).toMatchObject({ totalRecords: 1 });
    expect((await found('support', 'belanger')).people.hits).toMatchObject([
      { userName: 'admin', owner: { name: 'Customer one' } },
    ]);
  });

  test('a sales agent finds the customers assigned to them, and no orders', async () => {
    const seen = await search('agent', 'customer');
    expect(seen.searched).toEqual(['customers', 'people']);
    expect(seen.found.customers.hits).toEqual([]);
    expect((await found('agent', 'boreal')).customers.hits).toHaveLength(1);
    expect((await found('agent', 'belanger')).people.hits).toEqual([]);
    expect((await found('agent', 'basic')).people.hits).toMatchObject([{ userName: 'basic' }]);
    expect((await search('agent', '456784', 'shipments')).found.shipments.hits).toEqual([]);
  });

  test('the operator finds everything below, another franchise nothing of it', async () => {
    const all = await found('root', '1001');
    expect(all.orders.hits.map(({ owner }) => owner?.franchiseId ?? '').toSorted()).toEqual(
      [world.first.id, world.first.id, world.second.id].toSorted(),
    );
    expect((await found('root', 'foreign')).people.hits).toMatchObject([{ owner: { franchiseId: world.second.id } }]);
    const { franchises, customers } = await found('root', 'second');
    expect([franchises.hits, customers.hits]).toMatchObject([
      [{ name: 'Second' }],
      [{ franchise: { name: 'Second' } }],
    ]);
    expect((await found('foreign', '456784')).shipments.hits).toEqual([]);
    expect((await found('foreign', '1001')).orders.hits).toHaveLength(1);
  });
});

test('an order of eight years ago is found by its numbers in the archive, when all that has its time is gone', async () => {
  const { admin } = world.people;
  const { db } = database;
  const id = await addOrder(admin, 'ARCH-20177', {
    tracking: '1Z999AA10199887766',
    placedAt: new Date('2018-11-05T15:00:00Z'),
  });
  await db.tenant(admin, async (tx) => {
    await tx.updateTable('orders').set({ tab: 'archived', archived_at: NOW }).where('id', '=', id).execute();
    await sql`INSERT INTO state_changes (tenant_id, subject_kind, subject_id, at, id, to_state)
      VALUES (${admin.tenantId}, 'order', ${id}, '2018-11-05', ${newId()}, 'unfulfilled')`.execute(tx);
  });
  const history = () =>
    db.tenant(admin, (tx) =>
      tx
        .selectFrom('state_changes')
        .select('id')
        .where('subject_id', '=', id)
        .where('at', '<', new Date('2019-01-01'))
        .execute(),
    );
  await db.tenant(admin, (tx) =>
    sql`UPDATE shipments SET service = 'ground', service_name = 'Ground', ship_date = '2018-11-06'
      WHERE id IN (SELECT shipment_id FROM shipment_items WHERE order_id = ${id})`.execute(tx),
  );
  expect(await history()).toHaveLength(1);
  const upkeep = createUpkeep({ db, clock: systemClock, log: silentLogger() });
  upkeep.start();
  await upkeep.stop();
  expect(await history()).toEqual([]);
  for (const text of ['ARCH-20177', '1z999aa10199887766'])
    expect((await found('admin', text)).orders.hits).toMatchObject([{ id, number: 'ARCH-20177', archived: true }]);
  expect((await found('franchise', '20177')).orders.hits).toMatchObject([{ id }]);
  const opened = await client.call('GET', `/api/orders/${id}`, { token: tokens.get(admin) ?? '' });
  expect(opened.json).toMatchObject({ data: { id } });
});
