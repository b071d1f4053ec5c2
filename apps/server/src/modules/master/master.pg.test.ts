import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClient, makeCoreApp, makeWorld, sessionOf, type TestClient, testServices } from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { newId } from '../../platform/database/ids.ts';

let database: TestDatabase;
let client: TestClient;
let token = '';
let tenantId = '';

beforeAll(async () => {
  database = await createTestDatabase();
  const { people } = await makeWorld(database.db);
  const services = testServices(database.db);
  client = await makeClient(await makeCoreApp(services));
  token = (await sessionOf(services, people.admin)).token;
  tenantId = people.admin.tenantId;
});
afterAll(async () => {
  await client.app.close();
  await database.drop();
});

const get = async (path: string) => client.call('GET', `/api${path}`, { token });

test('countries have an id, a code and both names', async () => {
  const { countryList } = (await get('/master/countries')).json.data as { countryList: { code: string }[] };
  expect(countryList.length).toBeGreaterThan(240);
  expect(countryList.find(({ code }) => code === 'DE')).toEqual({
    countryId: 276,
    code: 'DE',
    name: 'Germany',
    nameFr: 'Allemagne',
    hasProvinces: false,
  });
  expect(countryList.find(({ code }) => code === 'CA')).toMatchObject({ countryId: 124, hasProvinces: true });
});

test('provinces of a country, in any case; none where it has none; an unknown country is not found', async () => {
  const { provinceList } = (await get('/master/countries/ca/provinces')).json.data as { provinceList: unknown[] };
  expect(provinceList).toHaveLength(13);
  expect(provinceList).toContainEqual({ code: 'QC', name: 'Quebec' });
  expect((await get('/master/countries/ZZ/provinces')).status).toBe(404);
  expect((await get('/master/countries/CAN/provinces')).status).toBe(400);
});

test('the twenty-four platforms with their ids and paths', async () => {
  const { platforms } = (await get('/platforms/all')).json.data as { platforms: { id: number; path: string }[] };
  expect(platforms.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, n) => 100001 + n));
  expect((await get('/platforms/100003')).json.data).toEqual({
    id: 100003,
    name: 'Amazon CA',
    path: 'amazon-ca-store',
    available: false,
  });
  expect((await get('/platforms/1')).status).toBe(404);
  expect((await get('/platforms/abc')).status).toBe(400);
});

test('connected stores are the customer’s own, without deleted ones and the store of manual orders', async () => {
  const store = (platform_code: string, name: string, deleted_at: Date | null = null) => ({
    tenant_id: tenantId,
    id: newId(),
    platform_code,
    name,
    external_account: name,
    state: 'connected' as const,
    deleted_at,
  });
  await database.db.tenant({ tenantId }, (tx) =>
    tx
      .insertInto('stores')
      .values([store('shopify', 'My shop'), store('etsy', 'Gone', new Date()), store('manual', 'own')])
      .execute(),
  );
  const { stores } = (await get('/store/customer')).json.data as { stores: unknown[] };
  expect(stores).toEqual([
    expect.objectContaining({ name: 'My shop', platformId: 100002, platformName: 'Shopify', state: 'connected' }),
  ]);
});
