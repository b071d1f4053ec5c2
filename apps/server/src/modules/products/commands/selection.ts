/** Which products a command means. */
import { MOST_PRODUCTS, type ProductSelection } from '@scanship/contracts/products/products';
import { ok } from '@scanship/domain/values/result';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { readFilters } from '../list/filters.ts';
import { conditionsOf } from '../list/list-sql.ts';

/**
 * A condition on `products p`. Ids that are nobody's, or another tenant's, mean nothing.
 * @returns problem `validation` when neither ids nor filters say what is meant, or a filter is wrong
 */
export function selectionSql(selection: ProductSelection, timeZone: string): Outcome<RawBuilder<unknown>> {
  if (selection.ids) return ok(sql`p.id = ANY (${selection.ids}::uuid[])`);
  if (!selection.filters)
    return problem('validation', {
      errors: [{ field: 'ids', message: 'Say which products: by their ids, or by filters.' }],
    });
  const filters = readFilters(selection.filters, timeZone);
  if (!filters.ok) return filters;
  const conditions = conditionsOf(filters.value);
  return ok(
    selection.excludeIds && selection.excludeIds.length > 0
      ? sql`${conditions} AND p.id <> ALL (${selection.excludeIds}::uuid[])`
      : conditions,
  );
}

/** Ids of the selection in a fixed order. Problem `validation` for more than one command takes. */
export async function selectedIds(
  tx: Tx,
  selection: ProductSelection,
  timeZone: string,
): Promise<Outcome<readonly string[]>> {
  const where = selectionSql(selection, timeZone);
  if (!where.ok) return where;
  const { rows } = await sql<{ id: string }>`SELECT p.id FROM products p WHERE ${where.value}
    ORDER BY p.id LIMIT ${sql.lit(MOST_PRODUCTS + 1)}`.execute(tx);
  if (rows.length > MOST_PRODUCTS) {
    const message = `These are more than ${MOST_PRODUCTS} products. Narrow the filters and do it in parts.`;
    return problem('validation', { message, errors: [{ field: 'filters', message }] });
  }
  return ok(rows.map((row) => row.id));
}
