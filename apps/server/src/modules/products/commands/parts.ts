/**
 * Aliases and bundles. A product that means another one, or is made of others, has parts; parts have none themselves, so
 * facts are found in one step. Listings of stores stay where imports put them: a store's item leads to its own product,
 * and from there to the parts.
 */
import type { BodyOf } from '@scanship/contracts/call';
import type { mergeProducts as mergeCall, putProductParts } from '@scanship/contracts/products/products';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { record } from '../history.ts';
import { refreshSearch } from '../search-keys.ts';
import { addProduct } from './edit-product.ts';

interface Locked {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly shelf: 'active' | 'archived' | 'alias';
  readonly version: number;
  /** Made of others itself. */
  readonly composed: boolean;
  /** Part of a bundle. */
  readonly in_bundle: boolean;
}

async function lock(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Locked>> {
  const { rows } = await sql<Locked>`SELECT p.id, p.sku, p.title, p.shelf, p.version,
      EXISTS (SELECT 1 FROM product_parts t WHERE t.product_id = p.id) AS composed,
      EXISTS (SELECT 1 FROM product_parts t JOIN products b ON b.tenant_id = t.tenant_id AND b.id = t.product_id
        WHERE t.part_id = p.id AND b.shelf <> 'alias') AS in_bundle
    FROM products p WHERE p.id = ANY (${ids}::uuid[]) ORDER BY p.id FOR UPDATE OF p`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

const wrong = (field: string, message: string): Outcome<never> =>
  problem('validation', { message, errors: [{ field, message }] });
const nameOf = ({ sku, title }: Locked): string => sku || title || 'This product';

/**
 * Makes a product, or a SKU that no product has yet, an alias of another. Aliases it had itself go along.
 * Problems: `not_found`, `validation` with the reason.
 */
export async function mergeProduct(
  ctx: RequestContext,
  tx: Tx,
  { intoId, alias, quantity }: BodyOf<typeof mergeCall>,
  now: Date,
): Promise<Outcome<void>> {
  const given = 'id' in alias ? ok(alias.id) : await addProduct(ctx, tx, { sku: alias.sku, changes: {} }, now);
  if (!given.ok) return given;
  const aliasId = given.value;
  if (aliasId === intoId) return wrong('alias', 'A product cannot be an alias of itself.');
  const found = await lock(tx, [intoId, aliasId]);
  const into = found.get(intoId);
  const from = found.get(aliasId);
  if (!into || !from) return problem('not_found');
  if (into.shelf === 'alias') return wrong('intoId', `${nameOf(into)} is an alias itself; choose what it means.`);
  if (into.composed) return wrong('intoId', `${nameOf(into)} is a bundle; a bundle cannot have aliases.`);
  if (from.shelf === 'alias') return wrong('alias', `${nameOf(from)} is an alias already; separate it first.`);
  if (from.composed) return wrong('alias', `${nameOf(from)} is a bundle; take its parts away first.`);
  if (from.in_bundle) return wrong('alias', `${nameOf(from)} is part of a bundle; take it out there first.`);
  const { rows: tooMany } = await sql`SELECT 1 FROM product_parts WHERE part_id = ${aliasId}
    AND quantity::int8 * ${quantity} > 10000`.execute(tx);
  if (tooMany.length > 0) return wrong('quantity', 'An alias is at most 10,000 units.');
  await sql`UPDATE product_parts SET part_id = ${intoId}, quantity = quantity * ${quantity}
    WHERE part_id = ${aliasId}`.execute(tx);
  await sql`INSERT INTO product_parts (tenant_id, product_id, part_id, quantity)
    VALUES (${ctx.tenantId}, ${aliasId}, ${intoId}, ${quantity})`.execute(tx);
  await setShelf(tx, aliasId, 'alias', now);
  await touch(tx, intoId, now);
  await refreshSearch(tx, ctx.tenantId, [intoId, aliasId]);
  await record(
    tx,
    ctx,
    [
      { productId: intoId, event: 'merged', note: nameOf(from) },
      { productId: aliasId, event: 'merged', note: nameOf(into) },
    ],
    now,
  );
  return ok(undefined);
}

const setShelf = (tx: Tx, id: string, shelf: Locked['shelf'], now: Date) =>
  sql`UPDATE products SET shelf = ${shelf}, archived_at = NULL, updated_at = ${now.toISOString()}::timestamptz,
    version = version + 1 WHERE id = ${id}`.execute(tx);
const touch = (tx: Tx, id: string, now: Date) =>
  sql`UPDATE products SET updated_at = ${now.toISOString()}::timestamptz, version = version + 1 WHERE id = ${id}`.execute(
    tx,
  );

/** Makes an alias a product of its own again. The answer is what it meant. Problem: `not_found`. */
export async function separateProduct(
  ctx: RequestContext,
  tx: Tx,
  aliasId: string,
  now: Date,
): Promise<Outcome<string>> {
  const from = (await lock(tx, [aliasId])).get(aliasId);
  if (from?.shelf !== 'alias') return problem('not_found');
  const { rows } = await sql<{ part_id: string }>`DELETE FROM product_parts WHERE product_id = ${aliasId}
    RETURNING part_id`.execute(tx);
  const intoId = rows[0]?.part_id;
  if (intoId === undefined) return problem('not_found');
  await setShelf(tx, aliasId, 'active', now);
  await touch(tx, intoId, now);
  await refreshSearch(tx, ctx.tenantId, [intoId, aliasId]);
  await record(
    tx,
    ctx,
    [
      { productId: intoId, event: 'separated', note: nameOf(from) },
      { productId: aliasId, event: 'separated' },
    ],
    now,
  );
  return ok(intoId);
}

/** Says what a bundle is made of; nothing makes it a plain product. Problems: `not_found`, `stale_version`, `validation`. */
export async function putParts(
  ctx: RequestContext,
  tx: Tx,
  id: string,
  { version, parts }: BodyOf<typeof putProductParts>,
  now: Date,
): Promise<Outcome<void>> {
  const found = await lock(tx, [id, ...parts.map((part) => part.id)]);
  const product = found.get(id);
  if (!product) return problem('not_found');
  if (product.version !== version) return problem('stale_version');
  if (product.shelf === 'alias') return wrong('parts', `${nameOf(product)} is an alias; separate it first.`);
  if (product.in_bundle) return wrong('parts', `${nameOf(product)} is part of another bundle; bundles are not nested.`);
  const aliased = await sql`SELECT 1 FROM product_parts WHERE part_id = ${id} LIMIT 1`.execute(tx);
  if (parts.length > 0 && aliased.rows.length > 0)
    return wrong('parts', `${nameOf(product)} has aliases; a bundle cannot have any.`);
  const seen = new Set<string>();
  for (const [index, part] of parts.entries()) {
    const each = found.get(part.id);
    const field = `parts.${index}`;
    if (!each) return wrong(field, 'There is no such product.');
    if (part.id === id) return wrong(field, 'A bundle cannot be a part of itself.');
    if (each.shelf === 'alias' || each.composed)
      return wrong(field, `${nameOf(each)} is an alias or a bundle itself; choose a plain product.`);
    if (seen.has(part.id)) return wrong(field, `${nameOf(each)} is in the list twice; raise its quantity instead.`);
    seen.add(part.id);
  }
  await sql`DELETE FROM product_parts WHERE product_id = ${id}`.execute(tx);
  for (const part of parts)
    await sql`INSERT INTO product_parts (tenant_id, product_id, part_id, quantity)
      VALUES (${ctx.tenantId}, ${id}, ${part.id}, ${part.quantity})`.execute(tx);
  await touch(tx, id, now);
  const note = parts.map((part) => `${part.quantity} x ${found.get(part.id)?.sku || found.get(part.id)?.title}`);
  await record(tx, ctx, [{ productId: id, event: 'bundle', note: note.join(', ').slice(0, 500) || '-' }], now);
  return ok(undefined);
}
