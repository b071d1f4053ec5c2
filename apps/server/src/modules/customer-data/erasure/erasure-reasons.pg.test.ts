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

const codes = async () => (await reasons()).map(({ code, place }) => [code, place]);

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

test('labels beyond the plan, and those the operator has billed to nobody yet', async () => {
  await withClient(database.migrator, async (migrator) => {
    for (const table of catalog.filter(({ home, name }) => home === 'tenant_id' && !name.startsWith('customer_e')))
      await insertRow(migrator, table.name, makeRow(catalog, table, one)).catch((error: unknown) => {
        if (!String(error).includes('duplicate key')) throw error;
      });
  });
  await sql(`UPDATE batches SET state = 'done'`);
  await sql(`UPDATE voids SET state = 'refused'`);
  const [label] = await sql<{ id: string }>(
    `UPDATE purchases SET state = 'complete', kind = 'buy', test = false WHERE tenant_id = $1 RETURNING id`,
    [one],
  );
  await sql(`UPDATE shipments SET state = 'delivered' WHERE tenant_id = $1`, [one]);
  expect(await codes()).toEqual([]);

  const terms = {
    code: 'Basic',
    no: 1,
    currency: 'CAD',
    monthlyMinor: 0,
    yearlyMinor: null,
    labels: 0,
    overageMinor: 50,
  };
  await sql(`UPDATE subscriptions SET allowance = 0, period_start_at = '1970-01-02', terms = $2 WHERE tenant_id = $1`, [
    one,
    JSON.stringify({ ...terms, trialDays: 0, graceDays: 0 }),
  ]);
  expect(await codes()).toEqual([['plan', 'plan']]);
  await sql(`UPDATE subscriptions SET allowance = 1 WHERE tenant_id = $1`, [one]);
  expect(await codes()).toEqual([]);

  const [platform] = await sql<{ id: string }>(`SELECT id FROM tenants WHERE kind = 'platform'`);
  const operator = platform?.id ?? '';
  const [account, entry] = [newId(), newId()];
  await put('accounts', operator, { id: account, kind: 'receivable', party_tenant_id: world.first.id });
  await put('entries', operator, { id: entry, source_kind: 'purchase', source_id: label?.id });
  await put('postings', operator, { entry_id: entry, account_id: account, amount_minor: 0 });
  expect(await codes()).toEqual([['unbilled-above', 'statements']]);
  await put('invoice_entries', operator, { entry_id: entry, account_id: account });
  expect(await codes()).toEqual([]);
});
