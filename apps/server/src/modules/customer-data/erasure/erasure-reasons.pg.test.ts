/** What keeps a customer that left from being erased beyond its own balance: each is named, with where it is dealt with. */
import type { CustomerErasure } from '@scanship/contracts/network/customer-data';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  testServices,
  type TestWorld,
} from '../../../../test/app-kit.ts';
import { type CatalogTable, insertRow, makeRow, readCatalog } from '../../../../test/row-maker.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { makeWholeApplication } from '../../../../test/whole-app.ts';
import type { Application } from '../../../application.ts';
import { withClient } from '../../../platform/database/connection.ts';
import { newId } from '../../../platform/database/ids.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
let catalog: CatalogTable[];
let token = '';
let one = '';

const sql = <R extends object = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<R[]> =>
  withClient(database.migrator, async (migrator) => (await migrator.query<R>(text, values)).rows);

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  one = world.people.admin.tenantId;
  catalog = await withClient(database.migrator, readCatalog);
  application = makeWholeApplication(testServices(database.db));
  app = await application.http();
  client = await makeClient(app);
  token = (await sessionOf(application.services, world.people.franchise)).token;
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

/** A row with these values, and what it needs. */
const put = (table: string, tenantId: string, more: Readonly<Record<string, unknown>>): Promise<void> =>
  withClient(database.migrator, async (migrator) => {
    const found = catalog.find(({ name }) => name === table);
    if (!found) throw new Error(`no table ${table}`);
    await insertRow(migrator, table, new Map([...makeRow(catalog, found, tenantId), ...Object.entries(more)]));
  });

const reasons = async (): Promise<CustomerErasure['reasons']> => {
  const answer = await client.call('GET', `/api/franchise/customers/${one}/erasure`, { token });
  expect(answer.status, answer.text).toBe(200);
  return (answer.json.data as CustomerErasure).reasons;
};

test('differences of carriers’ invoices that nobody has decided, at each level above', async () => {
  expect(await reasons()).toEqual([]);
  const [platform] = await sql<{ id: string }>(`SELECT id FROM tenants WHERE kind = 'platform'`);
  for (const [owner, state] of [
    [world.first.id, 'open'],
    [platform?.id ?? '', 'disputed'],
  ] as const) {
    const purchase = newId();
    await put('bill_shipments', owner, { purchase_id: purchase, shipper_tenant_id: one });
    await put('bill_differences', owner, { id: newId(), purchase_id: purchase, state });
  }
  expect((await reasons()).map(({ code, place }) => [code, place])).toEqual([
    ['differences', 'bills'],
    ['differences-above', 'bills'],
  ]);
  await sql(`UPDATE bill_differences SET state = 'absorbed'`);
  expect(await reasons()).toEqual([]);
});
