/** The same facts on many products, and taking many out of use. */
import type { BodyOf, DataOf } from '@scanship/contracts/call';
import type {
  archiveProducts as archiveCall,
  bulkEditProducts,
  previewBulkEdit,
} from '@scanship/contracts/products/products';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { COLUMNS, differences, effectiveValues, factColumns, type FactColumns, keysOf, patchOf } from '../fields.ts';
import { record } from '../history.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { selectedIds } from './selection.ts';
import { type ProductState, writeProducts } from './write-products.ts';

type Bulk = BodyOf<typeof bulkEditProducts>;

function check({ changes, revert }: Bulk): Outcome<void> {
  const fields = Object.keys(changes).filter((name) => changes[name as keyof Bulk['changes']] !== undefined);
  if (fields.length === 0 && (revert ?? []).length === 0)
    return problem('validation', { errors: [{ field: 'changes', message: 'Choose at least one field to change.' }] });
  const twice = revert?.find((field) => changes[field] !== undefined);
  return twice === undefined
    ? ok(undefined)
    : problem('validation', {
        errors: [{ field: `changes.${twice}`, message: 'A field is either changed or reverted, not both.' }],
      });
}

const SAMPLE = 20;

/** Counts by the same rule that writing goes by; nothing is changed. */
export async function previewBulk(
  ctx: RequestContext,
  tx: Tx,
  body: BodyOf<typeof previewBulkEdit>,
): Promise<Outcome<DataOf<typeof previewBulkEdit>>> {
  const fits = check(body);
  if (!fits.ok) return fits;
  const ids = await selectedIds(tx, body, ctx.timeZone);
  if (!ids.ok) return ids;
  const patch = patchOf(body.changes);
  const overrides = sql`((p.overrides - ${keysOf(body.revert ?? [])}::text[]) || ${toJson(patch)}::jsonb)`;
  const after = sql.join(
    effectiveValues(overrides, sql`p.imported`).map(({ column, value }) => sql`${value} AS ${column}`),
  );
  const differs = sql.join(
    COLUMNS.map(({ column }) => sql`${sql.ref(`p.${column}`)} IS DISTINCT FROM ${sql.ref(`n.${column}`)}`),
    sql` OR `,
  );
  const from = sql`FROM products p, LATERAL (SELECT ${after}) n WHERE p.id = ANY (${ids.value}::uuid[]) AND (${differs})`;
  const { rows: counted } = await sql<{ n: number }>`SELECT count(*) AS n ${from}`.execute(tx);
  const { rows } = await sql<
    ProductState & { next: FactColumns }
  >`SELECT p.id, p.sku, ${factColumns}, to_json(n) AS next
    ${from} ORDER BY p.id LIMIT ${sql.lit(SAMPLE)}`.execute(tx);
  return ok({
    selected: ids.value.length,
    changed: counted[0]?.n ?? 0,
    sample: rows.map(({ next, ...row }) => ({
      id: row.id,
      sku: row.sku,
      title: row.title,
      changes: differences(row, next),
    })),
  });
}

/** All of the selection or, with a problem, none. */
export async function bulkEdit(
  ctx: RequestContext,
  tx: Tx,
  body: Bulk,
  now: Date,
): Promise<Outcome<{ changed: number; unchanged: number }>> {
  const fits = check(body);
  if (!fits.ok) return fits;
  const ids = await selectedIds(tx, body, ctx.timeZone);
  if (!ids.ok) return ids;
  const patch = patchOf(body.changes);
  const changed = await writeProducts(
    tx,
    ctx,
    ids.value.map((id) => ({ id, patch })),
    { revert: body.revert, event: 'edited', now },
  );
  return ok({ changed, unchanged: ids.value.length - changed });
}

/** Aliases stay with what they mean. */
export async function archiveProducts(
  ctx: RequestContext,
  tx: Tx,
  body: BodyOf<typeof archiveCall>,
  now: Date,
): Promise<Outcome<{ changed: number; unchanged: number }>> {
  const ids = await selectedIds(tx, body, ctx.timeZone);
  if (!ids.ok) return ids;
  const at = sql`${now.toISOString()}::timestamptz`;
  const [from, to] = body.archived ? ['active', 'archived'] : ['archived', 'active'];
  const { rows } = await sql<{
    id: string;
  }>`UPDATE products p SET shelf = ${to}, updated_at = ${at}, version = p.version + 1,
      archived_at = ${body.archived ? at : sql`NULL`}
    WHERE p.id = ANY (${ids.value}::uuid[]) AND p.shelf = ${from} RETURNING p.id`.execute(tx);
  await record(
    tx,
    ctx,
    rows.map(({ id }) => ({ productId: id, event: body.archived ? 'archived' : 'restored' })),
    now,
  );
  return ok({ changed: rows.length, unchanged: ids.value.length - rows.length });
}
