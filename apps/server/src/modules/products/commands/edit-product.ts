/** Corrects one product, makes one by hand, gives one a picture. */
import { type addProduct as addProductCall, type updateProduct } from '@scanship/contracts/products/products';
import type { BodyOf } from '@scanship/contracts/call';
import { skuKey } from '@scanship/domain/orders/order-items';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { storable, toJson } from '../../../platform/database/json-column.ts';
import type { UploadedFile } from '../../../platform/http/handler.ts';
import { isOutside } from '../../../platform/outside-pictures/picture-addresses.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { type Picture, putBrandPicture } from '../../tenants/index.ts';
import { differences, effective, factColumns, patchOf } from '../fields.ts';
import { record } from '../history.ts';
import { refreshSearch } from '../search-keys.ts';
import { patched, type ProductState, writeProducts } from './write-products.ts';

/** Problems: `not_found`, `stale_version`, `validation` (a field both changed and reverted). */
export async function editProduct(
  ctx: RequestContext,
  tx: Tx,
  id: string,
  body: BodyOf<typeof updateProduct>,
  now: Date,
): Promise<Outcome<void>> {
  const { rows } = await sql<{ version: number }>`SELECT version FROM products WHERE id = ${id} FOR UPDATE`.execute(tx);
  const [row] = rows;
  if (!row) return problem('not_found');
  if (row.version !== body.version) return problem('stale_version');
  const patch = patchOf(body.changes ?? {});
  const revert = body.revert ?? [];
  const twice = revert.find((field) => body.changes?.[field] !== undefined);
  if (twice !== undefined)
    return problem('validation', {
      errors: [{ field: `changes.${twice}`, message: 'A field is either changed or reverted, not both.' }],
    });
  await writeProducts(tx, ctx, [{ id, patch }], { revert, event: 'edited', now });
  return ok(undefined);
}

const taken = (sku: string, shelf: string): Outcome<never> => {
  const message =
    shelf === 'alias'
      ? `The SKU ${sku} is an alias of another product; separate it there first.`
      : `There is a product with the SKU ${sku} already${shelf === 'archived' ? '; it is archived' : ''}.`;
  return problem('validation', { message, errors: [{ field: 'sku', code: 'taken', message }] });
};

/** The product's id. Problem `validation` when its SKU is taken or empty. */
export async function addProduct(
  ctx: RequestContext,
  tx: Tx,
  body: BodyOf<typeof addProductCall>,
  now: Date,
): Promise<Outcome<string>> {
  const sku = storable(body.sku).trim();
  const key = skuKey(sku);
  if (key === '')
    return problem('validation', { errors: [{ field: 'sku', message: 'A SKU needs a letter or a digit.' }] });
  // Keys that begin so are the program's own, of products without a SKU.
  if (key.startsWith('~'))
    return problem('validation', { errors: [{ field: 'sku', message: 'A SKU cannot begin with "~".' }] });
  const there = await sql<{ shelf: string }>`SELECT shelf FROM products WHERE sku_key = ${key}`.execute(tx);
  if (there.rows[0]) return taken(sku, there.rows[0].shelf);
  const id = newId();
  const at = now.toISOString();
  const patch = Object.fromEntries(Object.entries(patchOf(body.changes)).filter(([, value]) => value !== null));
  const made =
    await sql<ProductState>`INSERT INTO products AS p (tenant_id, id, sku, sku_key, overrides, created_at, updated_at)
    VALUES (${ctx.tenantId}, ${id}, ${sku}, ${key}, ${toJson(patch)}::jsonb, ${at}::timestamptz, ${at}::timestamptz)
    ON CONFLICT (tenant_id, sku_key) DO NOTHING RETURNING p.id, p.sku, ${factColumns}`.execute(tx);
  const [row] = made.rows;
  if (!row) return taken(sku, 'active');
  await sql`UPDATE products p SET ${effective(sql`p.overrides`, sql`p.imported`)} WHERE p.id = ${id}`.execute(tx);
  await refreshSearch(tx, ctx.tenantId, [id]);
  await record(tx, ctx, [{ productId: id, event: 'created', changes: differences(row, patched(row, patch)) }], now);
  return ok(id);
}

const SHOWN_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** @param picture what the file's bytes say it is, never its name. Problems: `not_found`, `picture_refused`. */
export async function putPicture(
  ctx: RequestContext,
  tx: Tx,
  id: string,
  file: Pick<UploadedFile, 'bytes'>,
  { contentType }: Picture,
  now: Date,
): Promise<Outcome<void>> {
  if (!SHOWN_TYPES.has(contentType))
    return problem('picture_refused', { message: 'The picture of a product must be a PNG, JPEG or WebP.' });
  const there = await sql`SELECT 1 FROM products WHERE id = ${id} FOR UPDATE`.execute(tx);
  if (there.rows.length === 0) return problem('not_found');
  const picture = await putBrandPicture(tx, ctx.tenantId, contentType, file.bytes);
  await writeProducts(tx, ctx, [{ id, patch: { picture } }], { event: 'edited', now });
  return ok(undefined);
}

/** The bytes of an uploaded picture, or the address of one that lies elsewhere; problem `not_found` where there is none. */
export async function readPicture(
  tx: Tx,
  id: string,
): Promise<Outcome<{ readonly bytes: Buffer; readonly contentType: string } | { readonly address: string }>> {
  const { rows } = await sql<{ picture: string | null; bytes: Buffer | null; type: string | null }>`SELECT p.picture,
      b.bytes, b.type FROM products p LEFT JOIN blobs b ON b.tenant_id = p.tenant_id AND b.sha256 = p.picture
    WHERE p.id = ${id}`.execute(tx);
  const [row] = rows;
  if (row?.picture && isOutside(row.picture)) return ok({ address: row.picture });
  return row?.bytes && row.type !== null && SHOWN_TYPES.has(row.type)
    ? ok({ bytes: row.bytes, contentType: row.type })
    : problem('not_found');
}
