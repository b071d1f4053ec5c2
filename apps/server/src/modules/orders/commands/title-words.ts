/**
 * Words of the titles of order lines, kept once for each SKU: few SKUs are on many lines, so a key on each line would double
 * the search keys of every order. Words of lines without a SKU are keys of their order (`titleKey`).
 */
import { skuKey } from '@scanship/domain/orders/order-items';
import { titleWords } from '@scanship/domain/orders/order-search';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';

interface Line {
  readonly sku: string;
  readonly title: string;
}

/** SKUs and the titles of lines without one, as `orderTokens` takes them. */
export const lineKeys = (
  lines: readonly Line[],
): { readonly skus: readonly string[]; readonly titles: readonly string[] } => ({
  skus: lines.map(({ sku }) => sku),
  titles: lines.filter(({ sku }) => skuKey(sku) === '').map(({ title }) => title),
});

/** Adds words that a SKU does not have yet. In one order for everybody, so that two imports never wait for each other in turn. */
export async function addTitleWords(tx: Tx, tenantId: string, lines: readonly Line[]): Promise<void> {
  const words = new Map<string, { readonly sku: string; readonly token: string }>();
  const seen = new Set<string>();
  for (const line of lines) {
    const sku = skuKey(line.sku);
    const once = `${sku}\n${line.title}`;
    // A large import has the same product on thousands of lines.
    if (sku === '' || seen.has(once)) continue;
    seen.add(once);
    for (const token of titleWords(line.title)) words.set(`${sku}\n${token}`, { sku, token });
  }
  if (words.size === 0) return;
  const given = toJson([...words].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, word]) => word));
  await sql`INSERT INTO order_title_words (tenant_id, token, sku_key)
    SELECT ${tenantId}::uuid, g.token, g.sku FROM json_to_recordset(${given}::json) AS g(sku text, token text)
    WHERE NOT EXISTS (SELECT 1 FROM order_title_words w WHERE w.token = g.token AND w.sku_key = g.sku)
    ON CONFLICT DO NOTHING`.execute(tx);
}
