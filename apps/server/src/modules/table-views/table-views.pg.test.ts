import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeCoreApp,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { assertNoSeqScan } from '../../../test/query-plan.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createTableViewsModule } from './index.ts';
import { sql } from 'kysely';

let database: TestDatabase;
let client: TestClient;
let world: TestWorld;
const tokens = new Map<TestUser, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
  const services = testServices(database.db);
  client = await makeClient(await makeCoreApp(services, createTableViewsModule(services).routes));
  for (const person of Object.values(world.people)) tokens.set(person, (await sessionOf(services, person)).token);
});
afterAll(async () => {
  await client.app.close();
  await database.drop();
});

interface Ui {
  table: string;
  tableName: string;
  filters: string;
  filterList: string;
  columns: string;
  version: number;
  shared: { id: string; name: string; filters: string; version: number; roleIds: string[] }[];
  canShare: boolean;
}
const call = async (person: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await client.call(method, `/api/master/table-ui-filters${path}`, {
    token: tokens.get(person) ?? '',
    body,
  });
  return { ...answer, data: answer.json.data as Ui & { id: string } };
};
const get = async (person: TestUser, table = 'orders') => (await call(person, 'GET', `?table=${table}`)).data;

test('one record per user and table, kept word for word', async () => {
  const { admin, user, foreign } = world.people;
  expect(await get(admin)).toEqual({
    table: 'orders',
    tableName: '',
    filters: '{}',
    filterList: '[]',
    columns: '[]',
    version: 0,
    shared: [],
    canShare: true,
  });
  const filters = '{ "tags":["é", "a"],  "a":1e3 }';
  const filterList = '[{"name":"Today","filters":{"dateRange":"today"}}]';
  const first = await call(admin, 'POST', '', { table: 'orders', tableName: 'Orders', filters, filterList });
  expect(first.data).toEqual({ table: 'orders', tableName: 'Orders', filters, filterList, columns: '[]', version: 1 });
  // What is not given stays.
  const columns = '[{"id":"total","width":90,"pinned":true}]';
  expect((await call(admin, 'POST', '', { table: 'orders', columns })).data).toMatchObject({
    filters,
    columns,
    version: 2,
  });
  await call(admin, 'POST', '', { table: 'labels', filters: '{"x":1}' });
  expect(await get(admin)).toMatchObject({ tableName: 'Orders', filters, filterList, columns });
  expect((await get(admin, 'labels')).filters).toBe('{"x":1}');
  for (const other of [user, foreign]) expect((await get(other)).version).toBe(0);
  expect((await call(admin, 'GET', '?table=secrets')).status).toBe(400);
});

test('a tab that kept something since is not overwritten; two at once both count', async () => {
  const { basic } = world.people;
  const save = (body: object) => call(basic, 'POST', '', { table: 'products', ...body });
  await save({ filters: '{"a":1}' });
  expect((await save({ filters: '{"a":2}', version: 1 })).data.version).toBe(2);
  expect((await save({ filters: '{"a":3}', version: 1 })).json.code).toBe('stale_version');
  await Promise.all([save({ filters: '{"b":1}' }), save({ columns: '[1]' })]);
  expect(await get(basic, 'products')).toMatchObject({ filters: '{"b":1}', columns: '[1]', version: 4 });
});

test.each([
  ['filters', { filters: 'no' }],
  ['filters', { filters: '[]' }],
  ['filters', { filters: 'null' }],
  ['filters', { filters: '{"a":"\\u0000"}' }],
  ['filters', { filters: `{"a":"${'x'.repeat(20_000)}"}` }],
  ['filterList', { filterList: '{}' }],
  ['filterList', { filterList: `[${Array.from({ length: 51 }, () => '1').join()}]` }],
  ['columns', { columns: '{"a":1}' }],
])('%s: %j is refused by its name and nothing is changed', async (field, body) => {
  const { support } = world.people;
  const answer = await call(support, 'POST', '', { table: 'orders', ...body });
  expect([answer.status, answer.json.errorMessages?.[0]?.field]).toEqual([400, field]);
  expect((await get(support)).version).toBe(0);
});

test('shared views: by people with the right, for everybody or some roles, never beyond the customer', async () => {
  const { admin, user, foreign } = world.people;
  const roleOf = async (person: TestUser): Promise<string> => {
    const { rows } = await database.db.identity(person, (tx) =>
      sql<{ role_id: string }>`SELECT role_id FROM memberships WHERE user_id = ${person.userId}`.execute(tx),
    );
    return rows[0]?.role_id ?? '';
  };
  const share = (person: TestUser, body: object) =>
    call(person, 'POST', '/shared', { table: 'orders', filters: '{}', ...body });
  expect((await share(user, { name: 'Mine' })).json.code).toBe('forbidden');
  const all = await share(admin, { name: 'To ship today', filters: '{"dateRange":"today"}' });
  expect(all.status).toBe(200);
  const some = await share(admin, { name: 'Admins', roleIds: [await roleOf(admin)] });
  expect((await share(admin, { name: ' to SHIP today ' })).json.errorMessages?.[0]).toMatchObject({ field: 'name' });
  expect(
    (await share(admin, { name: 'Strangers', roleIds: [await roleOf(foreign)] })).json.errorMessages?.[0],
  ).toMatchObject({ field: 'roleIds' });
  expect((await share(admin, { name: 'Bad', filters: '[' })).json.errorMessages?.[0]).toMatchObject({
    field: 'filters',
  });

  expect((await get(admin)).shared.map(({ name }) => name)).toEqual(['Admins', 'To ship today']);
  const seen = await get(user);
  expect([seen.shared.map(({ name }) => name), seen.canShare]).toEqual([['To ship today'], false]);
  expect((await get(foreign)).shared).toEqual([]);
  expect((await get(admin, 'labels')).shared).toEqual([]);

  const { id } = some.data;
  const body = { name: 'For users', filters: '{"a":1}', roleIds: [await roleOf(user)], version: 1 };
  expect((await call(foreign, 'PUT', `/shared/${id}`, body)).status).toBe(404);
  expect(
    (await call(admin, 'PUT', `/shared/${id}`, { ...body, name: 'To ship today' })).json.errorMessages?.[0]?.field,
  ).toBe('name');
  expect((await call(admin, 'PUT', `/shared/${id}`, body)).data).toMatchObject({ name: 'For users', version: 2 });
  expect((await call(admin, 'PUT', `/shared/${id}`, body)).json.code).toBe('stale_version');
  expect((await get(user)).shared.map(({ name }) => name)).toEqual(['For users', 'To ship today']);

  expect((await call(foreign, 'DELETE', `/shared/${id}`)).status).toBe(404);
  expect((await call(user, 'DELETE', `/shared/${id}`)).json.code).toBe('forbidden');
  expect((await call(admin, 'DELETE', `/shared/${id}`)).status).toBe(200);
  expect((await call(admin, 'DELETE', `/shared/${id}`)).status).toBe(404);
  // One's own record is no shared view.
  const own = await database.db.tenant(admin, (tx) =>
    sql<{ id: string }>`SELECT id FROM table_views WHERE user_id IS NOT NULL`.execute(tx),
  );
  expect((await call(admin, 'DELETE', `/shared/${own.rows[0]?.id}`)).status).toBe(404);
});

test('a record is found by its key', async () => {
  const { admin } = world.people;
  await database.db.tenant(admin, async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const own = sql`SELECT filters FROM table_views WHERE user_id = ${admin.userId}::uuid AND table_name = 'orders'`;
    expect(await assertNoSeqScan(tx, { compile: () => own.compile(tx) }, [], 'general')).toEqual(['table_views_user']);
    const shared = sql`SELECT filters FROM table_views WHERE user_id IS NULL AND table_name = 'orders' ORDER BY name_key`;
    expect(await assertNoSeqScan(tx, { compile: () => shared.compile(tx) }, [], 'general')).toEqual([
      'table_views_shared',
    ]);
  });
});
