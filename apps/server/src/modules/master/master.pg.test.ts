import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClient, makeCoreApp, makeWorld, sessionOf, type TestClient, testServices } from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';

let database: TestDatabase;
let client: TestClient;
let token = '';

beforeAll(async () => {
  database = await createTestDatabase();
  const { people } = await makeWorld(database.db);
  const services = testServices(database.db);
  client = await makeClient(await makeCoreApp(services));
  token = (await sessionOf(services, people.admin)).token;
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
