import type { AddressDto } from '@scanship/contracts/common';
import type { FirstRun } from '@scanship/contracts/network/first-run';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { SHIP_FROM } from '../../../test/order-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import { newId } from '../../platform/database/ids.ts';

let database: TestDatabase;
let application: Application;
let client: TestClient;
let world: TestWorld;
const now = { value: new Date('2026-11-20T15:00:00Z') };
const tokens = new Map<TestUser, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
  const services = testServices(database.db, { clock: { now: () => now.value } });
  application = makeWholeApplication(services);
  client = await makeClient(await application.http());
  for (const person of Object.values(world.people)) tokens.set(person, (await sessionOf(services, person)).token);
});
afterAll(async () => {
  await client.app.close();
  await application.close();
  await database.drop();
});

const ask = async (person: TestUser, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const token = tokens.get(person) ?? '';
  const answer = await client.call(method, `/api${path}`, { token, ...(method === 'GET' ? {} : { body: body ?? {} }) });
  return { status: answer.status, code: answer.json.code, data: answer.json.data };
};
const guide = async (person: TestUser): Promise<FirstRun> => (await ask(person, 'GET', '/first-run')).data as FirstRun;
const sample = async (person: TestUser) =>
  (await ask(person, 'POST', '/first-run/sample-order')).data as { orderId: string; number: string; created: boolean };

test('each step is done when what it asks for is there, not before', async () => {
  const { admin } = world.people;
  const { tenantId } = admin;
  expect(await guide(admin)).toEqual({
    shown: true,
    done: [],
    stores: 0,
    hasOrders: false,
    nextOrder: null,
    hasAgent: false,
    labels: 'none',
    freeCarrier: null,
  });

  const store = newId();
  await database.db.tenant(admin, (tx) =>
    sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, name, state)
      VALUES (${tenantId}, ${store}, 'shopify', 'a.example', 'A', 'pending')`.execute(tx),
  );
  expect((await guide(admin)).done).toEqual([]);
  await database.db.tenant(admin, (tx) => sql`UPDATE stores SET state = 'connected' WHERE id = ${store}`.execute(tx));
  expect(await guide(admin)).toMatchObject({ done: ['store'], stores: 1, hasOrders: false });

  // As a store's import leaves it: a default address that no carrier would take.
  const place = newId();
  const incomplete: AddressDto = { ...SHIP_FROM, zipcode: '' };
  await database.db.tenant(admin, (tx) =>
    sql`INSERT INTO locations (tenant_id, id, name, address, time_zone, is_default)
      VALUES (${tenantId}, ${place}, 'Imported', ${JSON.stringify(incomplete)}::jsonb, 'America/Toronto', true)`.execute(
      tx,
    ),
  );
  expect((await guide(admin)).done).toEqual(['store']);
  const added = await ask(admin, 'POST', '/customer/locations', { name: 'Main', address: SHIP_FROM, isDefault: true });
  expect(added.status).toBe(200);
  expect((await guide(admin)).done).toEqual(['store', 'shipFrom']);

  // A printed label is no test page, and one that failed is none that came out.
  const [agent, printer] = [newId(), newId()];
  const job = (state: string, kind: string | null) =>
    database.db.tenant(admin, (tx) =>
      sql`INSERT INTO print_jobs (tenant_id, id, printer_id, state, kind)
        VALUES (${tenantId}, ${newId()}, ${printer}, ${state}, ${kind})`.execute(tx),
    );
  await database.db.tenant(admin, async (tx) => {
    await sql`INSERT INTO agents (tenant_id, id, machine_id, token_hash) VALUES (${tenantId}, ${agent}, 'm', '\\x00')`.execute(
      tx,
    );
    await sql`INSERT INTO printers (tenant_id, id, agent_id, name) VALUES (${tenantId}, ${printer}, ${agent}, 'P')`.execute(
      tx,
    );
  });
  await job('printed', 'PACKAGING_SLIPS');
  await job('failed', null);
  expect(await guide(admin)).toMatchObject({ done: ['store', 'shipFrom'], hasAgent: true });
  await job('printed', null);
  expect((await guide(admin)).done).toEqual(['store', 'shipFrom', 'printer']);

  await database.db.tenant(admin, (tx) =>
    sql`INSERT INTO shipments (tenant_id, id, state, source, from_address, to_address, bought_at)
      VALUES (${tenantId}, ${newId()}, 'bought', 'bought', '{}', '{}', ${now.value.toISOString()}::timestamptz)`.execute(
      tx,
    ),
  );
  expect(await guide(admin)).toMatchObject({ done: ['store', 'shipFrom', 'printer', 'label'], shown: false });
  // Called back it is there although everything is done.
  expect((await ask(admin, 'PUT', '/first-run', { shown: true })).data).toMatchObject({ shown: true });
});

test('a person dismisses it and calls it back, for nobody else; a printed page of the browser is theirs, too', async () => {
  const { basic, foreign } = world.people;
  expect((await ask(basic, 'PUT', '/first-run', { shown: false })).data).toMatchObject({ shown: false, done: [] });
  expect((await guide(basic)).shown).toBe(false);
  expect((await guide(foreign)).shown).toBe(true);
  expect((await ask(basic, 'PUT', '/first-run', { shown: true })).data).toMatchObject({ shown: true });
  expect((await ask(basic, 'POST', '/first-run/browser-print')).data).toMatchObject({ shown: true, done: ['printer'] });
  expect((await guide(foreign)).done).toEqual([]);
  expect((await ask(basic, 'PUT', '/first-run', {})).status).toBe(400);
});

test('who has shipped for a week is not led any more', async () => {
  const { foreign } = world.people;
  const bought = now.value;
  await database.db.tenant(foreign, (tx) =>
    sql`INSERT INTO shipments (tenant_id, id, state, source, from_address, to_address, bought_at)
      VALUES (${foreign.tenantId}, ${newId()}, 'bought', 'bought', '{}', '{}', ${bought.toISOString()}::timestamptz)`.execute(
      tx,
    ),
  );
  now.value = new Date(bought.getTime() + 6 * 86_400_000);
  tokens.set(foreign, (await sessionOf(application.services, foreign)).token);
  expect(await guide(foreign)).toMatchObject({ shown: true, done: ['label'] });
  now.value = new Date(bought.getTime() + 8 * 86_400_000);
  tokens.set(foreign, (await sessionOf(application.services, foreign)).token);
  expect(await guide(foreign)).toMatchObject({ shown: false, done: ['label'] });
  now.value = bought;
});

test('one sample order waits at a time: valid, tagged, in the own store, the next offered to ship; rights count', async () => {
  const { basic, agent, admin } = world.people;
  const [one, two] = await Promise.all([sample(basic), sample(basic)]);
  expect([one.number, two.number, one.orderId === two.orderId]).toEqual(['SAMPLE-1', 'SAMPLE-1', true]);
  expect(one.created).not.toBe(two.created);
  expect(await guide(basic)).toMatchObject({
    hasOrders: true,
    stores: 0,
    nextOrder: { id: one.orderId, number: 'SAMPLE-1', sample: true },
  });
  expect((await guide(basic)).done).toContain('store');
  const order = (await ask(basic, 'GET', `/orders/${one.orderId}`)).data as { tags: string[] };
  expect(order.tags).toEqual(['sample']);
  const { rows } = await database.db.tenant(basic, (tx) =>
    sql<{ platform: string }>`SELECT s.platform_code AS platform FROM orders o
      JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id`.execute(tx),
  );
  expect(rows.map(({ platform }) => platform)).toEqual(['manual']);

  // Archived like any other order; the next sample has the next number.
  await database.db.tenant(basic, (tx) =>
    sql`UPDATE orders SET tab = 'archived' WHERE id = ${one.orderId}`.execute(tx),
  );
  expect(await guide(basic)).toMatchObject({ hasOrders: true, nextOrder: null });
  expect(await sample(basic)).toMatchObject({ number: 'SAMPLE-2', created: true });

  expect((await ask(agent, 'POST', '/first-run/sample-order')).code).toBe('forbidden');
  expect((await guide(admin)).nextOrder).toBeNull();
});

test('who ships from the United States gets a sample within them', async () => {
  const { foreign } = world.people;
  const place = {
    ...SHIP_FROM,
    address1: '350 5th Ave',
    city: 'New York',
    provinceCode: 'NY',
    zipcode: '10118',
    countryCode: 'US',
  };
  expect(
    (await ask(foreign, 'POST', '/customer/locations', { name: 'NY', address: place, isDefault: true })).status,
  ).toBe(200);
  const { orderId } = await sample(foreign);
  const { rows } = await database.db.tenant(foreign, (tx) =>
    sql<{ country: string; currency: string }>`SELECT country, currency FROM orders WHERE id = ${orderId}`.execute(tx),
  );
  expect(rows).toEqual([{ country: 'US', currency: 'USD' }]);
});
