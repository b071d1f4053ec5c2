/**
 * A database of 1,000,000 orders of one customer and 200,000 of 1,000 others, made inside PostgreSQL as the order commands
 * write them (rows, details, items, tags, search keys, counters), and kept between runs.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from 'pg';
import { OWN_PLATFORM, ownStore } from '@scanship/server/modules/orders/index';
import { addCustomer, addFranchise, addPlatform } from '@scanship/server/modules/tenants/index';
import { addUser } from '@scanship/server/modules/users/index';
import { withClient } from '@scanship/server/platform/database/connection';
import type { Database } from '@scanship/server/platform/database/database';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { newId } from '@scanship/server/platform/database/ids';
import { json } from '@scanship/server/platform/database/json-column';
import { openBenchEnvironment } from './host.ts';

/** Raise it when the seed itself changes; migrations that come later are applied to the kept data. */
const SEED_VERSION = 2;
export const MILLION = 1_000_000;
const OTHERS = 1_000;
const ORDERS_OF_OTHERS = 200;
const CHUNK = 100_000;
export const SELLER = { userName: 'million', password: 'a long bench password' } as const;

const DATA_DIR = path.join(tmpdir(), `scanship-bench-million-${SEED_VERSION}`);
const DONE = path.join(DATA_DIR, 'seeded');

/** Tables whose secondary indexes are made after the rows. */
const TABLES = ['orders', 'order_details', 'order_items', 'order_tags', 'order_tokens'] as const;

/** Folder of the seeded cluster; makes it when it is not there. */
export async function seededFolder(say: (line: string) => void): Promise<string> {
  if (existsSync(DONE)) return DATA_DIR;
  rmSync(DATA_DIR, { recursive: true, force: true });
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o755 });
  const started = Date.now();
  // A seed that is interrupted is thrown away, so nothing waits for the disk.
  const server = await startEmbedded({
    dataDir: DATA_DIR,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      max_wal_size: '8GB',
    },
  });
  try {
    const environment = await openBenchEnvironment(DATA_DIR, false);
    try {
      say('seeding 1,200,000 orders; this is done once ...');
      const customers = await makeCustomers(environment.services.db);
      await withClient(environment.store.server.admin(), (client) => fill(client, customers, say));
    } finally {
      await environment.end();
    }
  } finally {
    await server.stop();
  }
  writeFileSync(DONE, `${new Date().toISOString()}\n`);
  say(`seeded in ${Math.round((Date.now() - started) / 1000)} s`);
  return DATA_DIR;
}

interface SeededCustomer {
  readonly tenantId: string;
  readonly storeId: string;
  readonly orders: number;
}

async function makeCustomers(db: Database): Promise<readonly SeededCustomer[]> {
  const platform = await addPlatform(db, { name: 'Bench platform' });
  const franchise = await addFranchise(db, {
    platformId: platform.tenantId,
    name: 'Bench franchise',
    hosts: ['localhost', '127.0.0.1', '::1'],
  });
  const customer = async (name: string, orders: number): Promise<SeededCustomer> => {
    const { tenantId } = await addCustomer(db, { franchiseId: franchise.tenantId, name, planName: 'Advanced' });
    const storeId = await db.tenant({ tenantId }, async (tx) => {
      await tx
        .insertInto('locations')
        .values({
          tenant_id: tenantId,
          id: newId(),
          name: 'Main',
          address: json({ countryCode: 'CA', city: 'Toronto' }),
          time_zone: 'America/Toronto',
          is_default: true,
        })
        .execute();
      return ownStore({ tenantId }, tx);
    });
    return { tenantId, storeId, orders };
  };
  const first = await customer('Million', MILLION);
  const role = await db.tenant(first, (tx) =>
    tx
      .selectFrom('roles')
      .select('id')
      .where('tenant_id', '=', first.tenantId)
      .where('code', '=', 'ROLE_CUSTOMER_ADMIN')
      .executeTakeFirstOrThrow(),
  );
  const added = await addUser(
    db,
    {
      realmId: franchise.tenantId,
      tenantId: first.tenantId,
      roleId: role.id,
      ...SELLER,
      email: 'million@bench.invalid',
      firstName: 'Mill',
      lastName: 'Ion',
      verified: true,
    },
    new Date(),
  );
  if (!added.ok) throw new Error(added.problem.code);
  const others: SeededCustomer[] = [];
  for (let n = 1; n <= OTHERS; n += 1) others.push(await customer(`Other ${n}`, ORDERS_OF_OTHERS));
  return [first, ...others];
}

async function fill(client: Client, customers: readonly SeededCustomer[], say: (line: string) => void): Promise<void> {
  // Foreign keys hold by construction; checking 15 million of them would be most of the time.
  await client.query(
    `SET session_replication_role = replica; SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'`,
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes i
      WHERE i.schemaname = 'public' AND i.tablename = ANY($1)
        AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`,
    [TABLES],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
  await client.query(`CREATE TEMPORARY TABLE owners (tenant_id uuid, store_id uuid, seq int, orders int)`);
  await client.query(
    `INSERT INTO owners SELECT * FROM json_to_recordset($1) AS r(tenant_id uuid, store_id uuid, seq int, orders int)`,
    [
      JSON.stringify(
        customers.map((each, seq) => ({ tenant_id: each.tenantId, store_id: each.storeId, seq, orders: each.orders })),
      ),
    ],
  );
  for (let from = 0; from < MILLION; from += CHUNK) {
    await chunk(client, 'seq = 0', from, from + CHUNK);
    say(`${(from + CHUNK).toLocaleString('en')} orders`);
  }
  await chunk(client, 'seq > 0', 0, ORDERS_OF_OTHERS);
  say('making indexes ...');
  for (const { definition } of indexes) await client.query(definition);
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
}

/** Orders `from` to `to` of the customers that `whose` names, oldest first, spread evenly over four years. */
async function chunk(client: Client, whose: string, from: number, to: number): Promise<void> {
  await client.query('BEGIN');
  await client.query(`CREATE TEMPORARY TABLE seed ON COMMIT DROP AS
    SELECT w.*, uuidv7(placed_at - clock_timestamp()) AS id,
      CASE WHEN archived THEN 'archived' WHEN cancelled THEN 'cancelled' WHEN i >= orders * 0.97 AND h % 10 < 7 THEN 'unfulfilled'
        WHEN h % 100 = 7 THEN 'manual_fulfilled' ELSE 'fulfilled' END AS tab,
      CASE WHEN h % 100 < 80 THEN 'CA' WHEN h % 100 < 95 THEN 'US' ELSE (ARRAY['GB', 'FR', 'DE', 'AU', 'JP'])[h % 5 + 1] END AS country,
      CASE WHEN h % 100 < 80 THEN (ARRAY['ON', 'ON', 'ON', 'QC', 'QC', 'BC', 'AB', 'MB', 'SK', 'NS', 'NB'])[h % 11 + 1]
        WHEN h % 100 < 95 THEN (ARRAY['NY', 'CA', 'TX', 'FL', 'WA'])[h % 5 + 1] END AS province,
      (ARRAY['Anna', 'Bruno', 'Chloe', 'Denis', 'Elodie', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jonas', 'Katja', 'Liam'])[h % 12 + 1] AS first,
      -- Some 5,000 last names, a few of them very common.
      CASE WHEN h % 3 = 0 THEN (ARRAY['Tremblay', 'Roy', 'Smith', 'Nguyen', 'Gagnon', 'Singh', 'Brown', 'Cote', 'Li', 'Martin', 'Wilson'])[h % 11 + 1]
        ELSE initcap(substr(translate(md5((h % 5003)::text), '0123456789', 'ghijklmnop'), 1, 7)) END AS last,
      'c' || (h % 600000) AS recipient,
      (ARRAY['Toronto', 'Toronto', 'Montreal', 'Montreal', 'Quebec', 'Calgary', 'Ottawa', 'Halifax', 'Laval', 'Gatineau'])[h % 10 + 1] AS city
    FROM (
      SELECT o.tenant_id, o.store_id, o.orders, i, (hashint8(i::int8 * 7919 + o.seq)::int8 & 1073741823)::int AS h,
        100001 + i AS no, i % 50 = 3 AND i < o.orders * 0.9 AS archived, i % 33 = 4 AS cancelled,
        date_trunc('milliseconds', now() - make_interval(secs => (o.orders - i) * (4 * 365.0 * 86400 / o.orders))) AS placed_at
      FROM owners o CROSS JOIN generate_series(${from}, ${to} - 1) AS i WHERE ${whose}
    ) w`);
  await client.query(`CREATE TEMPORARY TABLE seed_items ON COMMIT DROP AS
    SELECT s.tenant_id, s.id, s.placed_at, line, s.h % 3 + 1 AS qty,
      -- Few SKUs sell often, most rarely: 5,000 of them.
      'SKU-' || lpad(floor(5000 * power(((hashint8(s.i::int8 * 31 + line)::int8 & 1048575) / 1048576.0), 3))::int::text, 4, '0') AS sku
    FROM seed s CROSS JOIN LATERAL generate_series(1, s.h % 3 + 1) AS line`);
  await client.query(`INSERT INTO orders (tenant_id, id, store_id, platform_code, external_id, source, number, tab, fulfillment, cancelled_at,
      archived_at, hold_code, placed_at, ship_by, country, province, item_qty, sku_count, item_summary, weight_g, total_minor, currency,
      ship_to_name, ship_to_key, signs)
    SELECT tenant_id, id, store_id, '${OWN_PLATFORM}', no::text, CASE WHEN h % 3 = 0 THEN 'file' WHEN h % 3 = 1 THEN 'manual' ELSE 'api' END,
      '#' || no, tab, CASE WHEN tab IN ('fulfilled', 'manual_fulfilled') THEN tab WHEN tab = 'archived' THEN 'fulfilled' ELSE 'unfulfilled' END,
      CASE WHEN cancelled THEN placed_at END, CASE WHEN archived THEN placed_at END, CASE WHEN h % 500 = 1 THEN 'payment_pending' END,
      placed_at, placed_at + interval '2 days', country, province, h % 3 + 1, h % 3 + 1, 'Ceramic mug and more', 350 * (h % 3 + 1), 1250 * (h % 3 + 1),
      'CAD', first || ' ' || last, left(md5(recipient), 22),
      CASE WHEN h % 20 = 0 THEN 1 ELSE 0 END + CASE WHEN h % 50 = 0 THEN 2 ELSE 0 END + CASE WHEN country <> 'CA' THEN 4 ELSE 0 END
        + CASE WHEN h % 100 = 9 THEN 8 ELSE 0 END
    FROM seed`);
  await client.query(`INSERT INTO order_details (tenant_id, order_id, ship_to, ship_to_imported, address_check, notes)
    SELECT tenant_id, id, a, a, '[]', '{"customer": null, "internal": null}' FROM (
      SELECT tenant_id, id, jsonb_build_object('name', first || ' ' || last, 'address1', h % 900 + 1 || ' Queen St W', 'city', city,
        'provinceCode', province, 'zipcode', 'M5H 2M5', 'countryCode', country, 'email', recipient || '@example.com', 'phone', '+1 416 555 0182') AS a
      FROM seed) d`);
  await client.query(`INSERT INTO order_items (tenant_id, order_id, line, sku, sku_key, title, qty, unit_minor, weight_g, hs_code, origin, placed_at)
    SELECT tenant_id, id, line, sku, lower(sku), 'Ceramic mug ' || sku, qty, 1250, 350, '691200', 'CA', placed_at FROM seed_items`);
  await client.query(`INSERT INTO order_tags (tenant_id, order_id, tag, placed_at)
    SELECT tenant_id, id, 'vip', placed_at FROM seed WHERE h % 10 = 0
    UNION ALL SELECT tenant_id, id, 'rare', placed_at FROM seed WHERE h % 997 = 0`);
  await client.query(`INSERT INTO order_tokens (tenant_id, field, token, order_id, placed_at)
    SELECT DISTINCT ON (tenant_id, field, token, id) tenant_id, field, token, id, placed_at FROM (
      SELECT tenant_id, 'number' AS field, no::text AS token, id, placed_at FROM seed
      UNION ALL SELECT tenant_id, 'name', lower(first), id, placed_at FROM seed
      UNION ALL SELECT tenant_id, 'name', lower(last), id, placed_at FROM seed
      UNION ALL SELECT tenant_id, 'email', recipient || '@example.com', id, placed_at FROM seed
      UNION ALL SELECT tenant_id, 'phone', lpad((h % 10000000)::text, 10, '416'), id, placed_at FROM seed
      UNION ALL SELECT tenant_id, 'phone', '<' || reverse(lpad((h % 10000000)::text, 10, '416')), id, placed_at FROM seed
      UNION ALL SELECT tenant_id, 'postal', lower(city), id, placed_at FROM seed
      UNION ALL SELECT tenant_id, 'tracking', '<ac' || reverse(no::text) || 'lt', id, placed_at FROM seed WHERE tab IN ('fulfilled', 'archived')
      UNION ALL SELECT tenant_id, 'postal', 'm5h' || h % 10 || 'm' || (h / 10) % 10, id, placed_at FROM seed
      UNION ALL SELECT tenant_id, 'tracking', 'tl' || no || 'ca', id, placed_at FROM seed WHERE tab IN ('fulfilled', 'archived')
      UNION ALL SELECT tenant_id, 'sku', lower(sku), id, placed_at FROM seed_items) t`);
  await client.query(`INSERT INTO order_title_words (tenant_id, token, sku_key)
    SELECT DISTINCT tenant_id, w, lower(sku) FROM seed_items, unnest(ARRAY['ceramic', 'mug', lower(substr(sku, 5))]) AS w ON CONFLICT DO NOTHING`);
  await client.query(`INSERT INTO order_counts AS c (tenant_id, day, store_id, tab, shard, n)
    SELECT tenant_id, (placed_at AT TIME ZONE 'UTC')::date, store_id, tab, 0, count(*) FROM seed GROUP BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, day, store_id, tab, shard) DO UPDATE SET n = c.n + excluded.n`);
  await client.query(`INSERT INTO order_count_months AS c (tenant_id, month, store_id, tab, shard, n)
    SELECT tenant_id, date_trunc('month', placed_at AT TIME ZONE 'UTC')::date, store_id, tab, 0, count(*) FROM seed GROUP BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, month, store_id, tab, shard) DO UPDATE SET n = c.n + excluded.n`);
  await client.query('COMMIT');
}
