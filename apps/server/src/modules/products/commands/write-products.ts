/** The one place where what people say of products is written; the columns follow by `effective`. */
import type { ProductEvent, ProductField } from '@scanship/contracts/products/products';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { differences, effective, type FactColumns, factColumns, keysOf, type Patch } from '../fields.ts';
import { type Actor, type Happening, record } from '../history.ts';
import { refreshSearch } from '../search-keys.ts';

export interface ProductState extends FactColumns {
  readonly id: string;
  readonly sku: string;
}

export interface Writing {
  readonly id: string;
  readonly patch: Patch;
}

/** Products in one statement. */
const PRODUCTS_PER_STATEMENT = 2_000;

/** @param lock keeps the rows for this transaction; always in the order of ids, so that two commands cannot wait for each other */
export async function readStates(tx: Tx, ids: readonly string[], lock = false): Promise<ProductState[]> {
  const { rows } = await sql<ProductState>`SELECT p.id, p.sku, ${factColumns} FROM products p
    WHERE p.id = ANY (${ids}::uuid[]) ORDER BY p.id ${lock ? sql`FOR UPDATE` : sql``}`.execute(tx);
  return rows;
}

/** The state with a patch laid over it. */
export function patched(state: FactColumns, patch: Patch): FactColumns {
  const at = (key: string, old: string | number | null) => (key in patch ? (patch[key] ?? null) : old);
  const text = (key: string, old: string | null): string | null => {
    const value = at(key, old);
    return value === null ? null : String(value);
  };
  const number = (key: string, old: number | null): number | null => {
    const value = at(key, old);
    return value === null ? null : Number(value);
  };
  return {
    title: text('title', state.title) ?? '',
    weight_g: number('weightGrams', state.weight_g),
    l_mm: number('lengthMm', state.l_mm),
    w_mm: number('widthMm', state.w_mm),
    h_mm: number('heightMm', state.h_mm),
    hs_code: text('hsCode', state.hs_code),
    origin_country: text('originCountry', state.origin_country),
    customs_text: text('customsText', state.customs_text),
    dangerous_goods: text('dangerousGoods', state.dangerous_goods),
    value_minor: number('valueMinor', state.value_minor),
    currency: text('currency', state.currency),
    barcode: text('barcode', state.barcode),
    bin_location: text('binLocation', state.bin_location),
    picture: text('picture', state.picture),
  };
}

/**
 * Sets fields of many products and reverts others to what the stores say. Writes nothing where nothing changes.
 * @returns how many products changed
 */
export async function writeProducts(
  tx: Tx,
  actor: Actor,
  writings: readonly Writing[],
  how: {
    readonly revert?: readonly ProductField[] | undefined;
    readonly event: ProductEvent;
    readonly note?: string | undefined;
    readonly now: Date;
  },
): Promise<number> {
  const ordered = writings.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  let changed = 0;
  for (let from = 0; from < ordered.length; from += PRODUCTS_PER_STATEMENT)
    changed += await writeSome(tx, actor, ordered.slice(from, from + PRODUCTS_PER_STATEMENT), how);
  return changed;
}

async function writeSome(
  tx: Tx,
  actor: Actor,
  writings: readonly Writing[],
  { revert = [], event, note, now }: Parameters<typeof writeProducts>[3],
): Promise<number> {
  const before = new Map(
    (
      await readStates(
        tx,
        writings.map(({ id }) => id),
        true,
      )
    ).map((row) => [row.id, row]),
  );
  const given = toJson(
    writings.flatMap(({ id, patch }) => {
      const state = before.get(id);
      // A value that counts already is no correction: the stores may go on changing it.
      const needed = state ? neededOf(state, patch) : {};
      return state && (revert.length > 0 || Object.keys(needed).length > 0) ? [{ id, patch: needed }] : [];
    }),
  );
  const gone = keysOf(revert);
  const { rows } = await sql<ProductState>`UPDATE products p SET
      ${effective(sql`w.overrides`, sql`p.imported`)}, overrides = w.overrides,
      updated_at = ${now.toISOString()}::timestamptz, version = p.version + 1
    FROM (SELECT q.id, (q.overrides - ${gone}::text[]) || g.patch AS overrides
      FROM json_to_recordset(${given}::json) AS g(id uuid, patch jsonb) JOIN products q ON q.id = g.id) w
    WHERE p.id = w.id AND p.overrides IS DISTINCT FROM w.overrides
    RETURNING p.id, p.sku, ${factColumns}`.execute(tx);
  const happenings: Happening[] = [];
  const renamed: string[] = [];
  for (const after of rows) {
    const old = before.get(after.id);
    const changes = old ? differences(old, after) : [];
    happenings.push({ productId: after.id, event, changes, note });
    if (changes.some(({ field }) => field === 'title' || field === 'barcode')) renamed.push(after.id);
  }
  await record(tx, actor, happenings, now);
  if (renamed.length > 0) await refreshSearch(tx, actor.tenantId, renamed);
  return rows.length;
}

/** Sides of a size and the two of a value stay together: if one differs, all are set. */
function neededOf(state: FactColumns, patch: Patch): Patch {
  const changed = new Set(differences(state, patched(state, patch)).map(({ field }) => field));
  const keys = new Set(keysOf([...changed]));
  return Object.fromEntries(Object.entries(patch).filter(([key]) => keys.has(key)));
}
