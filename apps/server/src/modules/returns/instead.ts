/** What a buyer can get in exchange: products that are known, by name or SKU, or words. */
import { MOST_INSTEAD } from '@scanship/contracts/shipping/returns';
import { skuKey } from '@scanship/domain/orders/order-items';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { ExchangedProduct } from '../orders/index.ts';
import { titleKey } from '../products/index.ts';

/** A page stays a page. */
const MOST_OFFERED = 200;

/**
 * Names among which a buyer may choose, those that begin like what was ordered first: products of the order's store, or of the whole
 * company where the order came from no connected store. Each is understood by `productNamed`: a name that several products of the
 * company share is told apart by the SKU, and left out where there is none or it is longer than what can be typed.
 */
export async function offeredInstead(
  tx: Tx,
  order: { readonly tenantId: string; readonly orderId: string },
): Promise<readonly string[]> {
  const { tenantId, orderId } = order;
  const { rows } = await sql<{ title: string; sku: string; alone: boolean }>`
    SELECT title, sku, NOT EXISTS (SELECT 1 FROM products AS q WHERE q.tenant_id = ${tenantId} AND q.archived_at IS NULL
      AND q.shelf IN ('active', 'alias') AND q.title_key = p.title_key AND q.id <> p.id) AS alone
    FROM (SELECT p.id, p.title, p.title_key, p.sku, p.sku_key, EXISTS (SELECT 1 FROM order_items AS l WHERE l.tenant_id = ${tenantId}
        AND l.order_id = ${orderId} AND lower(split_part(l.title, ' ', 1)) = lower(split_part(p.title, ' ', 1))) AS alike
      FROM products AS p
      WHERE p.tenant_id = ${tenantId} AND p.archived_at IS NULL AND p.title <> ''
        AND EXISTS (SELECT 1 FROM orders AS o WHERE o.tenant_id = ${tenantId} AND o.id = ${orderId} AND (o.source <> 'store'
          OR EXISTS (SELECT 1 FROM product_aliases AS a WHERE a.tenant_id = p.tenant_id AND a.product_id = p.id
            AND a.store_id = o.store_id)))
      ORDER BY alike DESC, p.title_key, p.sku_key, p.id LIMIT ${MOST_OFFERED}) AS p
    ORDER BY alike DESC, title_key, sku_key, id`.execute(tx);
  return rows
    .filter(({ sku, alone }) => alone || sku !== '')
    .map(({ title, sku, alone }) => (alone ? title : `${title} (${sku})`))
    .filter((name) => name.length <= MOST_INSTEAD);
}

/** The SKU behind a name that several share, as `offeredInstead` writes it. */
function inBrackets(typed: string): { readonly title: string; readonly sku: string } {
  const at = typed.lastIndexOf(' (');
  return at > 0 && typed.endsWith(')')
    ? { title: typed.slice(0, at), sku: typed.slice(at + 2, -1) }
    : { title: typed, sku: '' };
}

/** By SKU or whole name. Undefined where nothing, or more than one, is meant: the words say more than a guess then. */
export async function productNamed(tx: Tx, tenantId: string, typed: string): Promise<ExchangedProduct | undefined> {
  const { title, sku } = inBrackets(typed.trim());
  const { rows } =
    await sql<ProductRow>`SELECT id, sku, title, weight_g, hs_code, origin_country, customs_text, value_minor,
      currency, sku_key = ${skuKey(typed)} AS by_sku
    FROM products WHERE tenant_id = ${tenantId} AND archived_at IS NULL AND ((sku_key = ${skuKey(typed)} AND sku_key <> '')
      OR title_key = ${titleKey(typed.trim())} OR (sku_key = ${skuKey(sku)} AND title_key = ${titleKey(title)} AND sku_key <> ''))
    ORDER BY by_sku DESC LIMIT 2`.execute(tx);
  const [row, other] = rows;
  return row && (!other || row.by_sku) ? productOf(row) : undefined;
}

interface ProductRow {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly weight_g: number | null;
  readonly hs_code: string | null;
  readonly origin_country: string | null;
  readonly customs_text: string | null;
  readonly value_minor: number | null;
  readonly currency: string | null;
  readonly by_sku: boolean;
}

const productOf = (row: ProductRow): ExchangedProduct => ({
  id: row.id,
  sku: row.sku,
  title: row.title,
  weightGrams: row.weight_g,
  hsCode: row.hs_code,
  originCountry: row.origin_country,
  customsText: row.customs_text,
  value: row.value_minor === null || row.currency === null ? null : { minor: row.value_minor, currency: row.currency },
});
