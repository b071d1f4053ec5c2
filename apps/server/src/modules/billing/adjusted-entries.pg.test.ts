/** What every purchase pays for the report of adjustments: a look by the key, however many adjustments its tenant has. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type TestWorld } from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from '../../platform/database/connection.ts';

let database: TestDatabase;
let world: TestWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
});
afterAll(() => database.drop());

test('postings are looked up one by one, whatever the planner thinks of how many come', async () => {
  const { tenantId } = world.people.basic;
  const statement = await withClient(database.admin, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO accounts (tenant_id, id, kind, currency) SELECT $1, gen_random_uuid(), 'revenue', 'CAD' RETURNING id`,
      [tenantId],
    );
    await client.query(
      `INSERT INTO entries (tenant_id, id, kind, source_kind, source_id, occurred_at)
        SELECT $1, gen_random_uuid(), 'charge', CASE WHEN n % 50 = 0 THEN 'adjustment' ELSE 'purchase' END, gen_random_uuid(), now()
        FROM generate_series(1, 20000) AS n`,
      [tenantId],
    );
    await client.query(`INSERT INTO postings (tenant_id, entry_id, no, account_id, amount_minor, currency)
      SELECT e.tenant_id, e.id, 1, a.id, 5, 'CAD' FROM entries e JOIN accounts a ON a.tenant_id = e.tenant_id AND a.kind = 'revenue'`);
    await client.query('ANALYZE entries, postings, accounts');
    const { rows } = await client.query<{ prosrc: string }>(
      `SELECT prosrc FROM pg_proc WHERE oid = 'maintenance.keep_adjusted_entries'::regproc`,
    );
    return /INSERT INTO[^;]+/.exec(rows[0]?.prosrc ?? '')?.[0] ?? '';
  });
  for (const coming of [4, 400, 4000]) {
    const posted = `WITH posted AS MATERIALIZED (SELECT * FROM public.postings LIMIT ${coming})`;
    const plan = await database.db.tenant(world.people.basic, async (tx) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${sql.raw(`${posted} ${statement}`)}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Scan using entries_pkey on entries/);
    expect(plan).not.toMatch(/entries_adjusted|Scan on entries/);
  }
});
