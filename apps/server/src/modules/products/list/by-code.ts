/** What a scanned or typed code means. */
import type { ProductRow } from '@scanship/contracts/products/products';
import { skuKey } from '@scanship/domain/orders/order-items';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { readRow, rowColumns, type RowRecord } from './product-rows.ts';

const MOST = 20;

/**
 * Products by barcode (their own, or of a store's listing) or by SKU, in use before archived ones; an alias answers the
 * product it means. At most 20.
 */
export async function productsByCode(tx: Tx, value: string): Promise<ProductRow[]> {
  const code = value.trim();
  const { rows } = await sql<RowRecord>`WITH found AS (
      SELECT p.id FROM products p WHERE p.barcode = ${code}
      UNION SELECT a.product_id FROM product_aliases a WHERE a.barcode = ${code}
      UNION SELECT p.id FROM products p WHERE p.sku_key = ${skuKey(code)}
    ), meant AS (
      SELECT DISTINCT CASE WHEN p.shelf = 'alias' THEN t.part_id ELSE p.id END AS id
      FROM found f JOIN products p ON p.id = f.id LEFT JOIN product_parts t ON t.tenant_id = p.tenant_id AND t.product_id = p.id
    )
    SELECT ${rowColumns}, '' AS place FROM meant m JOIN products p ON p.id = m.id
    ORDER BY p.shelf, p.created_at DESC, p.id LIMIT ${sql.lit(MOST)}`.execute(tx);
  return rows.map(readRow);
}
