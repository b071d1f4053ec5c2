/** Many products of one customer, made in SQL: one of a hundred without weight, one of fifty without HS code, every third a bundle; a tenth as many archived. */
import { sql } from 'kysely';
import type { Database } from '../src/platform/database/database.ts';
import { refreshSearch } from '../src/modules/products/search-keys.ts';

/** @param many in use; a tenth as many are archived beside them */
export async function seedProducts(
  db: Database,
  who: { readonly tenantId: string; readonly storeId: string },
  many: number,
): Promise<void> {
  const ids = await db.tenant(who, async (tx) => {
    const made = await sql<{ id: string }>`INSERT INTO products (tenant_id, id, sku, sku_key, title, weight_g, hs_code,
        origin_country, value_minor, currency, shelf, archived_at, imported, created_at, updated_at)
      SELECT ${who.tenantId}::uuid, uuidv7(), 'P-' || lpad(n::text, 5, '0'), 'p-' || lpad(n::text, 5, '0'),
        (ARRAY['Kettle émaillé ', 'Wool scarf ', 'Ceramic mug ', 'Oak shelf '])[1 + (n - 1) % 4] || lpad(n::text, 5, '0'),
        CASE WHEN n % 100 <> 50 THEN 100 + n % 900 END, CASE WHEN n % 50 <> 25 THEN '691200' END, 'CA', 100 + n, 'CAD',
        CASE WHEN n > ${many} THEN 'archived' ELSE 'active' END, CASE WHEN n > ${many} THEN now() END, '{}',
        '2026-01-01 15:00:00+00'::timestamptz + make_interval(mins => (n * 7919 % 300000)), now()
      FROM generate_series(1, ${Math.round(many * 1.1)}::int) AS n RETURNING id`.execute(tx);
    await sql`INSERT INTO product_aliases (tenant_id, store_id, external_id, sku_key, product_id)
      SELECT p.tenant_id, ${who.storeId}::uuid, p.sku_key, p.sku_key, p.id FROM products p`.execute(tx);
    await sql`INSERT INTO product_parts (tenant_id, product_id, part_id, quantity)
      SELECT ${who.tenantId}::uuid, b.id, t.id, 2 FROM products b JOIN products t ON t.sku_key = 'p-' || lpad((substr(b.sku_key, 3)::int - 1)::text, 5, '0')
      WHERE substr(b.sku_key, 3)::int % 3 = 0`.execute(tx);
    return made.rows.map(({ id }) => id);
  });
  for (let from = 0; from < ids.length; from += 10_000)
    await db.tenant(who, (tx) => refreshSearch(tx, who.tenantId, ids.slice(from, from + 10_000)));
}
