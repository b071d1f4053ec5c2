/** Products made from lines of orders: what an order says of an item is kept for the orders to come. */
import type { ProductChanges } from '@scanship/contracts/products/products';
import { skuKey } from '@scanship/domain/orders/order-items';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { storable, toJson } from '../../../platform/database/json-column.ts';
import { differences, effective, type FactColumns, factColumns, patchOf } from '../fields.ts';
import { type Actor, record } from '../history.ts';
import { refreshSearch } from '../search-keys.ts';
import { patched, type ProductState, writeProducts } from './write-products.ts';

/** What is known of one SKU. */
export interface SavedProduct {
  readonly sku: string;
  readonly changes: ProductChanges;
}

export interface SavedProducts {
  /** Of all products named, those that were there included. */
  readonly ids: readonly string[];
  readonly created: number;
  readonly changed: number;
}

/** What a product has already is left out of the changes. */
const onlyMissing = (state: FactColumns, changes: ProductChanges): ProductChanges => ({
  ...changes,
  title: state.title ? undefined : changes.title,
  weightGrams: state.weight_g ? undefined : changes.weightGrams,
  hsCode: state.hs_code ? undefined : changes.hsCode,
  originCountry: state.origin_country ? undefined : changes.originCountry,
  customsText: state.customs_text ? undefined : changes.customsText,
  value: state.value_minor ? undefined : changes.value,
});

/**
 * Creates what is not there yet and completes the others; one entry a SKU. Entries without a usable SKU are left out: nothing
 * would tell their product from another.
 * @param replace what a product has gives way; its title stays
 */
export async function saveProducts(
  tx: Tx,
  actor: Actor,
  given: readonly SavedProduct[],
  how: { readonly replace: boolean; readonly note: string; readonly now: Date },
): Promise<SavedProducts> {
  const wanted = new Map<string, SavedProduct>();
  for (const each of given) {
    const key = skuKey(storable(each.sku).trim());
    // Keys that begin so are the program's own.
    if (key !== '' && !key.startsWith('~')) wanted.set(key, each);
  }
  const keys = [...wanted.keys()].toSorted();
  if (keys.length === 0) return { ids: [], created: 0, changed: 0 };
  const at = how.now.toISOString();
  const rows = keys.flatMap((key) => {
    const product = wanted.get(key);
    if (!product) return [];
    const patch = Object.fromEntries(Object.entries(patchOf(product.changes)).filter(([, value]) => value != null));
    return [{ id: newId(), sku: storable(product.sku).trim(), key, patch }];
  });
  const made = await sql<ProductState & { key: string }>`INSERT INTO products AS p
      (tenant_id, id, sku, sku_key, overrides, created_at, updated_at)
    SELECT ${actor.tenantId}::uuid, r.id, r.sku, r.key, r.patch, ${at}::timestamptz, ${at}::timestamptz
    FROM json_to_recordset(${toJson(rows)}::json) AS r(id uuid, sku text, key text, patch jsonb)
    ON CONFLICT (tenant_id, sku_key) DO NOTHING RETURNING p.id, p.sku, p.sku_key AS key, ${factColumns}`.execute(tx);
  const newIds = made.rows.map(({ id }) => id);
  if (newIds.length > 0) {
    await sql`UPDATE products p SET ${effective(sql`p.overrides`, sql`p.imported`)}
      WHERE p.id = ANY (${newIds}::uuid[])`.execute(tx);
    await refreshSearch(tx, actor.tenantId, newIds);
    const happenings = made.rows.map((row) => ({
      productId: row.id,
      event: 'created' as const,
      changes: differences(row, patched(row, rows.find(({ key }) => key === row.key)?.patch ?? {})),
      note: how.note,
    }));
    await record(tx, actor, happenings, how.now);
  }
  const fresh = new Set(made.rows.map(({ key }) => key));
  const old = await sql<
    ProductState & { key: string }
  >`SELECT p.id, p.sku, p.sku_key AS key, ${factColumns} FROM products p
    WHERE p.sku_key = ANY (${keys.filter((key) => !fresh.has(key))}::text[])`.execute(tx);
  const writings = old.rows.flatMap((state) => {
    const changes = wanted.get(state.key)?.changes;
    if (!changes) return [];
    const { title: _title, ...rest } = changes;
    return [{ id: state.id, patch: patchOf(how.replace ? rest : onlyMissing(state, changes)) }];
  });
  const changed = await writeProducts(tx, actor, writings, { event: 'edited', note: how.note, now: how.now });
  return { ids: [...newIds, ...old.rows.map(({ id }) => id)], created: newIds.length, changed };
}

/** What is known of an item of orders. */
export interface ItemOfOrders {
  readonly sku: string;
  readonly title: string;
  readonly weightGrams: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  readonly customsText: string | null;
  readonly valueMinor: number | null;
  readonly currency: string;
}

/** The facts as a product has them; what orders do not know takes nothing away. */
export const productOfItem = (item: ItemOfOrders): SavedProduct => ({
  sku: item.sku.slice(0, 255),
  changes: {
    ...(item.title === '' ? {} : { title: item.title.slice(0, 500) }),
    ...(item.weightGrams === null ? {} : { weightGrams: item.weightGrams }),
    ...(item.hsCode === null ? {} : { hsCode: item.hsCode }),
    ...(item.originCountry === null ? {} : { originCountry: item.originCountry }),
    ...(item.customsText === null ? {} : { customsText: item.customsText }),
    ...(item.valueMinor === null ? {} : { value: { minor: item.valueMinor, currency: item.currency } }),
  },
});
