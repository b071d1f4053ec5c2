/** One product with everything its drawer shows. */
import type { ProductDetail, productListing } from '@scanship/contracts/products/products';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Tx } from '../../platform/database/database.ts';
import { COLUMNS, type FactColumns } from './fields.ts';
import { readHistory, type UnnamedHistory } from './history.ts';
import { factsOf, readRow, rowColumns, type RowRecord } from './list/product-rows.ts';

type Listing = z.infer<typeof productListing>;

interface Related {
  readonly relation: 'alias' | 'target' | 'part';
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly weight_g: number | null;
}

/** Names of people and the orders that wait come from other modules. */
export type UnnamedDetail = Omit<ProductDetail, 'history' | 'openOrders'> & {
  readonly history: readonly UnnamedHistory[];
};

export async function readProduct(tx: Tx, id: string): Promise<UnnamedDetail | undefined> {
  const { rows } = await sql<
    RowRecord & { imported: Readonly<Record<string, unknown>> }
  >`SELECT ${rowColumns}, '' AS place,
      p.imported FROM products p WHERE p.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const related = await relatedTo(tx, id, row.shelf);
  const aliases = related.filter((each) => each.relation === 'alias');
  const listings = await listingsOf(tx, [id, ...aliases.map((alias) => alias.id)]);
  const target = related.find((each) => each.relation === 'target');
  return {
    ...readRow(row),
    imported: importedFacts(sentOf(row.imported), id),
    listings: listings.get(id) ?? [],
    aliases: aliases.map((alias) => ({
      id: alias.id,
      sku: alias.sku,
      title: alias.title,
      quantity: alias.quantity,
      listings: listings.get(alias.id) ?? [],
    })),
    aliasOf: target ? { id: target.id, sku: target.sku, title: target.title, quantity: target.quantity } : null,
    parts: related
      .filter((each) => each.relation === 'part')
      .map((part) => ({
        id: part.id,
        sku: part.sku,
        title: part.title,
        quantity: part.quantity,
        weightGrams: part.weight_g,
      })),
    history: await readHistory(tx, id),
  };
}

/** What stores sent last, in the shape of the columns. */
/** As the stores sent them: the address of a picture is theirs. */
const importedFacts = (sent: FactColumns, id: string) => ({ ...factsOf(sent, id), picture: sent.picture });

function sentOf(imported: Readonly<Record<string, unknown>>): FactColumns {
  const sent = Object.fromEntries(
    COLUMNS.map(({ column, type, sent: key }) => {
      const value = key === undefined ? undefined : imported[key];
      return [column, typeof value === (type === 'text' ? 'string' : 'number') ? value : null];
    }),
  );
  // Each member has the type its column is listed with.
  return { ...(sent as Omit<FactColumns, 'title'>), title: typeof sent.title === 'string' ? sent.title : '' };
}

async function relatedTo(tx: Tx, id: string, shelf: RowRecord['shelf']): Promise<readonly Related[]> {
  const own = shelf === 'alias' ? 'target' : 'part';
  const { rows } = await sql<Related>`SELECT 'alias' AS relation, b.id, b.sku, b.title, t.quantity, b.weight_g
      FROM product_parts t JOIN products b ON b.tenant_id = t.tenant_id AND b.id = t.product_id
      WHERE t.part_id = ${id} AND b.shelf = 'alias'
    UNION ALL SELECT ${own}, q.id, q.sku, q.title, t.quantity, q.weight_g
      FROM product_parts t JOIN products q ON q.tenant_id = t.tenant_id AND q.id = t.part_id WHERE t.product_id = ${id}
    ORDER BY 3, 2`.execute(tx);
  return rows;
}

async function listingsOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Listing[]>> {
  const { rows } = await sql<
    Listing & { productId: string }
  >`SELECT a.product_id AS "productId", a.store_id AS "storeId",
      s.name AS "storeName", a.external_id AS "externalId", a.sku_key AS sku, a.barcode, a.multiplier
    FROM product_aliases a JOIN stores s ON s.tenant_id = a.tenant_id AND s.id = a.store_id
    WHERE a.product_id = ANY (${ids}::uuid[]) ORDER BY s.name, a.external_id LIMIT 500`.execute(tx);
  const found = new Map<string, Listing[]>();
  for (const { productId, ...listing } of rows) found.set(productId, [...(found.get(productId) ?? []), listing]);
  return found;
}
