/** The calls about exchange rates over the application: whose table a rate goes into, and which one counts for whom. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { assertNoSeqScan } from '../../../test/query-plan.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newestOfSql } from './fx-rates.ts';
import { createFxModule } from './index.ts';

let database: TestDatabase;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
const tokens = new Map<TestUser, string>();
const NOW = new Date('2026-11-21T17:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
  const services = testServices(database.db, { clock: { now: () => NOW } });
  app = await makeCoreApp(services, createFxModule(services).routes);
  client = await makeClient(app);
  for (const person of Object.values(world.people)) tokens.set(person, (await sessionOf(services, person)).token);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

type Who = keyof TestWorld['people'];
const hostOf = (who: Who): string => (who === 'foreign' ? world.second.host : world.first.host);
const call = (who: Who, method: 'GET' | 'PUT', path: string, body?: unknown) =>
  client.call(method, `/api${path}`, { token: tokens.get(world.people[who]) ?? '', host: hostOf(who), body });
const put = (who: Who, rates: readonly object[]) => call(who, 'PUT', '/fx/rates', { rates });
const usd = (rate: string | null, day = '2026-11-20', source = 'Bank') => ({
  day,
  base: 'USD',
  quote: 'CAD',
  rate,
  source,
});
/** What one US dollar is compared at. */
const used = async (who: Who, query = '') => {
  const answer = await call(who, 'GET', `/fx/rates${query}`);
  const { used: list } = answer.json.data as {
    used: { currency: string; rate: string; day: string; source: string }[];
  };
  return list.find((each) => each.currency === 'USD');
};

describe('exchange rates', () => {
  test("the operator's count for everybody, a franchise's for its customers, a customer's for itself", async () => {
    expect((await put('root', [usd('1.3712')])).json.data).toEqual({ stored: 1, removed: 0 });
    const operator = { currency: 'USD', rate: '1.3712', day: '2026-11-20', source: 'Bank' };
    for (const who of ['admin', 'user', 'franchise', 'foreign'] as const) expect(await used(who)).toEqual(operator);

    await put('franchise', [usd('1.4', '2026-11-01', 'Our bank')]);
    expect(await used('admin')).toEqual({ ...operator, rate: '1.4', day: '2026-11-01', source: 'Our bank' });
    expect(await used('foreign')).toEqual(operator);

    await put('admin', [usd('1.5', '2026-10-01', 'My bank')]);
    expect(await used('user')).toMatchObject({ rate: '1.5', source: 'My bank' });
    expect(await used('basic')).toMatchObject({ rate: '1.4' });
    const entries = (await call('admin', 'GET', '/fx/rates')).json.data as {
      entries: { level: string; rate: string }[];
    };
    expect(entries.entries.map(({ level, rate }) => [level, rate])).toEqual([
      ['own', '1.5'],
      ['above', '1.4'],
      ['operator', '1.3712'],
    ]);
  });

  test('a day knows what was entered up to then; an entry is replaced, and taken away', async () => {
    await put('admin', [usd('1.6', '2026-11-10'), usd('1.61', '2026-11-10'), usd('1.55', '2026-10-20')]);
    expect(await used('admin', '?day=2026-11-09')).toMatchObject({ rate: '1.55', day: '2026-10-20' });
    expect(await used('admin', '?day=2026-11-10')).toMatchObject({ rate: '1.61' });
    const taken = await put('admin', [usd(null, '2026-11-10'), usd(null, '2026-10-20'), usd(null, '2026-10-01')]);
    expect(taken.json.data).toEqual({ stored: 0, removed: 3 });
    expect(await used('admin')).toMatchObject({ rate: '1.4' });
    expect(await used('admin', '?day=2019-01-01')).toBeUndefined();
  });

  test.each<[Who]>([['user'], ['agent'], ['support']])('%s may read them and enter none', async (who) => {
    expect((await call(who, 'GET', '/fx/rates')).status).toBe(200);
    expect((await put(who, [usd('1')])).status).toBe(403);
  });

  test.each([
    [{ ...usd('0'), rate: '0.000' }, 'rate'],
    [{ ...usd('1'), rate: '-1' }, 'rate'],
    [{ ...usd('1'), rate: '1.12345678901' }, 'rate'],
    [{ ...usd('1'), quote: 'USD' }, 'quote'],
    [{ ...usd('1'), base: 'usd' }, 'base'],
    [{ ...usd('1'), day: '2026-02-30' }, 'day'],
    [{ ...usd('1'), day: '2026-11-23' }, 'day'],
    [{ ...usd('1'), source: ' ' }, 'source'],
  ])('%j is refused by name', async (rate, field) => {
    const answer = await put('root', [usd('1.3'), rate]);
    expect(answer.status).toBe(400);
    expect(answer.json.errorMessages?.map((each) => each.field)).toContain(`rates.1.${field}`);
    // Nothing of it was stored.
    expect(await used('foreign')).toMatchObject({ rate: '1.3712' });
  });

  test('ten years of days are not read to find the newest', async () => {
    await database.db.system((tx) =>
      sql`INSERT INTO fx_rates SELECT '2016-01-01'::date + n, b, 'CAD', 1000000000 + n, 'Bank'
        FROM generate_series(1, 3650) n, unnest(ARRAY['EUR', 'GBP', 'JPY', 'AUD']) b`.execute(tx),
    );
    const { admin } = world.people;
    await database.db.tenant(admin, (tx) =>
      sql`INSERT INTO tenant_fx_rates (tenant_id, base, quote, day, rate_e9, source)
        SELECT ${admin.tenantId}::uuid, base, quote, day, rate_e9, source FROM fx_rates`.execute(tx),
    );
    await withClient(database.migrator, (client) => client.query('ANALYZE fx_rates; ANALYZE tenant_fx_rates'));
    await database.db.tenant(admin, async (tx) => {
      for (const table of ['fx_rates', 'tenant_fx_rates'] as const)
        for (const of of ['values', 'general'] as const) {
          const query = newestOfSql(table, '2026-11-20', ['EUR', 'USD', 'CAD']);
          const used = await assertNoSeqScan(tx, { compile: () => query.compile(tx) }, [], of);
          expect(used).toEqual([table === 'fx_rates' ? 'fx_rates_pair' : 'tenant_fx_rates_pkey']);
          expect((await query.execute(tx)).rows.map((row) => row.base).toSorted()).toEqual(['EUR', 'USD']);
        }
    });
  });
});
