/** Thousands of plausible orders made inside PostgreSQL, for tests of plans and paging. */
import { sql } from 'kysely';
import { type Database } from '../src/platform/database/database.ts';
import { withClient } from '../src/platform/database/connection.ts';
import type { TestDatabase } from './test-database.ts';

export interface SeedTarget {
  readonly tenantId: string;
  readonly storeId: string;
}

/**
 * Order `i` of `count`: number "#100001" + i, placed evenly over four years before `until`, oldest first; every 5th
 * unfulfilled, every 20th cancelled, every 50th archived, the rest fulfilled; every 4th goes to the US; SKU-001 to
 * SKU-200 in turn; every 10th tagged "vip", every 997th "rare"; every 400th to a Beauchemin;
 * fulfilled ones have a tracking number "TL" + number.
 */
export async function seedManyOrders(db: Database, who: SeedTarget, count: number, until: Date): Promise<void> {
  await db.tenant(who, async (tx) => {
    await sql`CREATE TEMPORARY TABLE seed ON COMMIT DROP AS
      SELECT i, gen_random_uuid() AS id, 100001 + i AS no,
        ${until.toISOString()}::timestamptz - make_interval(secs => (${count}::int - i) * (4 * 365.0 * 86400 / ${count}::int)) AS placed_at,
        CASE WHEN i % 50 = 0 THEN 'archived' WHEN i % 20 = 0 THEN 'cancelled' WHEN i % 5 = 0 THEN 'unfulfilled' ELSE 'fulfilled' END AS tab,
        'SKU-' || lpad((i % 200 + 1)::text, 3, '0') AS sku,
        (ARRAY['Anna', 'Bruno', 'Chloé', 'Denis', 'Élodie', 'Farid', 'Grace'])[i % 7 + 1] AS first,
        CASE WHEN i % 400 = 0 THEN 'Beauchemin' ELSE (ARRAY['Tremblay', 'Roy', 'Smith', 'Nguyen', 'Gagnon', 'Singh', 'Brown', 'Côté', 'Li', 'Martin', 'Wilson'])[i % 11 + 1] END AS last
      FROM generate_series(0, ${count}::int - 1) AS i`.execute(tx);
    await sql`INSERT INTO orders (tenant_id, id, store_id, platform_code, external_id, source, number, tab, fulfillment, cancelled_at,
        archived_at, placed_at, country, province, item_qty, sku_count, item_summary, weight_g, total_minor, currency, ship_to_name, ship_to_key)
      SELECT ${who.tenantId}::uuid, id, ${who.storeId}::uuid, 'shopify', no::text, CASE WHEN i % 3 = 0 THEN 'file' ELSE 'store' END, '#' || no, tab,
        CASE WHEN tab = 'fulfilled' THEN 'fulfilled' ELSE 'unfulfilled' END, CASE WHEN tab = 'cancelled' THEN placed_at END,
        CASE WHEN tab = 'archived' THEN placed_at END, placed_at, CASE WHEN i % 4 = 0 THEN 'US' ELSE 'CA' END,
        CASE WHEN i % 4 = 0 THEN 'NY' ELSE 'ON' END, 1, 1, sku, 500, 1999, 'CAD', first || ' ' || last, 'k' || i % 9973 FROM seed`.execute(
      tx,
    );
    await sql`INSERT INTO order_details (tenant_id, order_id, ship_to)
      SELECT ${who.tenantId}::uuid, id, jsonb_build_object('name', first || ' ' || last, 'address1', '1 Main St', 'city', 'Toronto',
        'provinceCode', 'ON', 'zipcode', 'M5H 2M5', 'countryCode', 'CA') FROM seed`.execute(tx);
    await sql`INSERT INTO order_items (tenant_id, order_id, line, sku, sku_key, title, qty, unit_minor, weight_g, placed_at)
      SELECT ${who.tenantId}::uuid, id, 1, sku, lower(sku), sku, 1, 1999, 500, placed_at FROM seed`.execute(tx);
    await sql`INSERT INTO order_tags (tenant_id, order_id, tag, placed_at)
      SELECT ${who.tenantId}::uuid, id, 'vip', placed_at FROM seed WHERE i % 10 = 0
      UNION ALL SELECT ${who.tenantId}::uuid, id, 'rare', placed_at FROM seed WHERE i % 997 = 0`.execute(tx);
    await sql`INSERT INTO order_tokens (tenant_id, field, token, order_id, placed_at)
      SELECT ${who.tenantId}::uuid, 'number', no::text, id, placed_at FROM seed
      UNION ALL SELECT ${who.tenantId}::uuid, 'name', lower(translate(first, 'Éé', 'Ee')), id, placed_at FROM seed
      UNION ALL SELECT ${who.tenantId}::uuid, 'name', lower(translate(last, 'ôé', 'oe')), id, placed_at FROM seed
      UNION ALL SELECT ${who.tenantId}::uuid, 'sku', lower(sku), id, placed_at FROM seed
      UNION ALL SELECT ${who.tenantId}::uuid, 'email', 'buyer' || no || '@example.com', id, placed_at FROM seed
      UNION ALL SELECT ${who.tenantId}::uuid, 'tracking', 'tl' || no, id, placed_at FROM seed WHERE tab = 'fulfilled'`.execute(
      tx,
    );
    await sql`INSERT INTO order_counts (tenant_id, day, store_id, tab, shard, n)
      SELECT ${who.tenantId}::uuid, (placed_at AT TIME ZONE 'UTC')::date, ${who.storeId}::uuid, tab, 0, count(*) FROM seed GROUP BY 2, 4`.execute(
      tx,
    );
    await sql`INSERT INTO order_count_months (tenant_id, month, store_id, tab, shard, n)
      SELECT tenant_id, date_trunc('month', day)::date, store_id, tab, 0, sum(n)::int8 FROM order_counts
      WHERE tenant_id = ${who.tenantId}::uuid GROUP BY 1, 2, 3, 4 ON CONFLICT DO NOTHING`.execute(tx);
  });
}

/** A label of one parcel for every second fulfilled order of a customer, a mark by hand for every fourth. */
export const seedShipments = (db: Database, { tenantId }: Pick<SeedTarget, 'tenantId'>): Promise<void> =>
  db.tenant({ tenantId }, async (tx) => {
    await sql`CREATE TEMPORARY TABLE sent ON COMMIT DROP AS
      SELECT id AS order_id, gen_random_uuid() AS id, placed_at, row_number() OVER () AS i
      FROM orders WHERE tab = 'fulfilled'`.execute(tx);
    await sql`INSERT INTO shipments (tenant_id, id, state, from_address, to_address, price_minor, currency)
      SELECT ${tenantId}::uuid, id, 'bought', '{}', '{}', 950, 'CAD' FROM sent WHERE i % 2 = 0`.execute(tx);
    await sql`INSERT INTO shipment_items (tenant_id, shipment_id, order_id, line, qty)
      SELECT ${tenantId}::uuid, id, order_id, 1, 1 FROM sent WHERE i % 2 = 0`.execute(tx);
    await sql`INSERT INTO parcels (tenant_id, shipment_id, no, weight_g)
      SELECT ${tenantId}::uuid, id, 1, 500 FROM sent WHERE i % 2 = 0`.execute(tx);
    await sql`INSERT INTO manual_fulfilments (tenant_id, id, order_id, marked_at)
      SELECT ${tenantId}::uuid, id, order_id, placed_at FROM sent WHERE i % 4 = 1`.execute(tx);
  });

/** Statistics as autovacuum would have them. */
export const analyze = (database: TestDatabase): Promise<unknown> =>
  withClient(database.migrator, (client) => client.query('ANALYZE'));
