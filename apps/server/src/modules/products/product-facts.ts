/** What products know of items of a store's orders: found by the store's own id of the item, else by SKU. */
import { skuKey } from '@scanship/domain/orders/order-items';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { productPicture } from '../../platform/outside-pictures/picture-addresses.ts';

export interface ItemKey {
  readonly externalProductId?: string | undefined;
  readonly sku?: string | undefined;
}

/** Of one unit of the item, bundles and aliases resolved. */
export interface KnownFacts {
  readonly productId: string;
  readonly weightGrams: number | null;
  readonly dimensions: { readonly lengthMm: number; readonly widthMm: number; readonly heightMm: number } | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  /** What it is for customs; null: its title. */
  readonly customsText: string | null;
  readonly valueMinor: number | null;
  readonly currency: string | null;
  readonly binLocation: string | null;
  /** A path of ours that needs the session. */
  readonly picture: string | null;
}

/** One product as the facts query answers it. */
export interface OwnFacts {
  readonly id: string;
  readonly weightGrams: number | null;
  readonly lengthMm: number | null;
  readonly widthMm: number | null;
  readonly heightMm: number | null;
  readonly hsCode: string | null;
  readonly originCountry: string | null;
  readonly customsText: string | null;
  readonly valueMinor: number | null;
  readonly currency: string | null;
  readonly binLocation: string | null;
  readonly picture: string | null;
}

export interface Part {
  readonly quantity: number;
  readonly facts: KnownFacts;
}

/** Where browsers find the picture of a product: with us, wherever it lies. */
export const pictureAddress = (productId: string, picture: string | null): string | null =>
  picture && productPicture(productId, picture);

const plainFacts = (own: OwnFacts): KnownFacts => ({
  productId: own.id,
  weightGrams: own.weightGrams,
  dimensions:
    own.lengthMm && own.widthMm && own.heightMm
      ? { lengthMm: own.lengthMm, widthMm: own.widthMm, heightMm: own.heightMm }
      : null,
  hsCode: own.hsCode,
  originCountry: own.originCountry,
  customsText: own.customsText,
  valueMinor: own.valueMinor,
  currency: own.currency,
  binLocation: own.binLocation,
  picture: pictureAddress(own.id, own.picture),
});

const MOST = 2_147_483_647;

/** The sum of all, or null while one is not known: half a weight would buy a label that is too light. */
function total(parts: readonly Part[], of: (facts: KnownFacts) => number | null): number | null {
  let sum = 0;
  for (const { quantity, facts } of parts) {
    const each = of(facts);
    if (each === null) return null;
    sum += quantity * each;
  }
  return sum <= MOST ? sum : null;
}

/** What all parts say alike. */
function shared<T>(parts: readonly Part[], of: (facts: KnownFacts) => T | null): T | null {
  const [first, ...rest] = parts.map(({ facts }) => of(facts));
  return first !== undefined && rest.every((each) => each === first) ? first : null;
}

/** Facts of what is made of parts; one part of one unit has them all. */
export function combined(parts: readonly Part[]): Omit<KnownFacts, 'productId'> {
  const [only] = parts.length === 1 ? parts : [];
  const currency = shared(parts, (facts) => facts.currency);
  const valueMinor = currency === null ? null : total(parts, (facts) => facts.valueMinor);
  return {
    weightGrams: total(parts, (facts) => facts.weightGrams || null),
    dimensions: only?.quantity === 1 ? only.facts.dimensions : null,
    hsCode: shared(parts, (facts) => facts.hsCode),
    originCountry: shared(parts, (facts) => facts.originCountry),
    customsText: shared(parts, (facts) => facts.customsText),
    valueMinor,
    currency: valueMinor === null ? null : currency,
    binLocation: shared(parts, (facts) => facts.binLocation),
    picture: only?.facts.picture ?? null,
  };
}

/**
 * An alias takes the facts of what it means; a bundle those of its parts, except where a person set its own. What the
 * parts do not know is the product's own.
 * @param set keys of what people set on the product itself
 */
export function resolved(own: OwnFacts, parts: readonly Part[], alias: boolean, set: ReadonlySet<string>): KnownFacts {
  const plain = plainFacts(own);
  if (parts.length === 0) return plain;
  const made = combined(parts);
  const first = (key: string): boolean => !alias && set.has(key);
  const pick = <T>(key: string, mine: T | null, theirs: T | null): T | null => (first(key) ? mine : (theirs ?? mine));
  const worth = first('valueMinor') || made.valueMinor === null ? plain : made;
  return {
    productId: own.id,
    weightGrams: pick('weightGrams', plain.weightGrams, made.weightGrams),
    dimensions: pick('lengthMm', plain.dimensions, made.dimensions),
    hsCode: pick('hsCode', plain.hsCode, made.hsCode),
    originCountry: pick('originCountry', plain.originCountry, made.originCountry),
    customsText: pick('customsText', plain.customsText, made.customsText),
    valueMinor: worth.valueMinor,
    currency: worth.currency,
    binLocation: pick('binLocation', plain.binLocation, made.binLocation),
    picture: plain.picture ?? made.picture,
  };
}

const ownSql = (alias: 'p' | 'q') => {
  const at = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`json_build_object('id', ${at('id')}, 'weightGrams', ${at('weight_g')}, 'lengthMm', ${at('l_mm')},
    'widthMm', ${at('w_mm')}, 'heightMm', ${at('h_mm')}, 'hsCode', ${at('hs_code')}, 'originCountry', ${at('origin_country')},
    'customsText', ${at('customs_text')}, 'valueMinor', ${at('value_minor')}, 'currency', ${at('currency')},
    'binLocation', ${at('bin_location')}, 'picture', ${at('picture')})`;
};

interface FoundRow {
  readonly kind: 'id' | 'sku';
  readonly key: string;
  readonly multiplier: number;
  readonly own: OwnFacts;
  readonly alias: boolean;
  readonly set: readonly string[] | null;
  readonly parts: readonly { readonly quantity: number; readonly own: OwnFacts }[] | null;
}

/** Everything that resolves a product `p`. */
const resolveColumns = sql`${ownSql('p')} AS own, p.shelf = 'alias' AS alias,
  (SELECT array_agg(k) FROM jsonb_object_keys(p.overrides) AS k) AS set,
  (SELECT json_agg(json_build_object('quantity', t.quantity, 'own', ${ownSql('q')})) FROM product_parts t
    JOIN products q ON q.tenant_id = t.tenant_id AND q.id = t.part_id WHERE t.product_id = p.id) AS parts`;

const factsOfRow = ({ own, parts, alias, set }: Omit<FoundRow, 'kind' | 'key' | 'multiplier'>): KnownFacts =>
  resolved(
    own,
    (parts ?? []).map((part) => ({ quantity: part.quantity, facts: plainFacts(part.own) })),
    alias,
    new Set(set),
  );

/** Reads once for many items; the answer is asked item by item. */
export async function productFacts(
  tx: Tx,
  storeId: string,
  items: readonly ItemKey[],
): Promise<(item: ItemKey) => KnownFacts | undefined> {
  const ids = [...new Set(items.flatMap(({ externalProductId }) => externalProductId ?? []))];
  const skus = [...new Set(items.map(({ sku }) => skuKey(sku)).filter((key) => key !== ''))];
  if (ids.length + skus.length === 0) return () => undefined;
  const { rows } = await sql<FoundRow>`
    SELECT 'id' AS kind, a.external_id AS key, a.multiplier, ${resolveColumns}
    FROM product_aliases a JOIN products p ON p.tenant_id = a.tenant_id AND p.id = a.product_id
    WHERE a.store_id = ${storeId} AND a.external_id = ANY (${ids}::text[])
    UNION ALL
    SELECT 'sku', p.sku_key, 1, ${resolveColumns}
    FROM products p WHERE p.sku_key = ANY (${skus}::text[])`.execute(tx);
  const found = new Map<string, Part[]>();
  for (const row of rows) {
    const key = `${row.kind} ${row.key}`;
    found.set(key, [...(found.get(key) ?? []), { quantity: row.multiplier, facts: factsOfRow(row) }]);
  }
  const ofKey = (key: string): KnownFacts | undefined => {
    const parts = found.get(key);
    const [first] = parts ?? [];
    if (parts === undefined || first === undefined) return undefined;
    return parts.length === 1 && first.quantity === 1
      ? first.facts
      : { productId: first.facts.productId, ...combined(parts) };
  };
  return ({ externalProductId, sku }) =>
    (externalProductId === undefined ? undefined : ofKey(`id ${externalProductId}`)) ?? ofKey(`sku ${skuKey(sku)}`);
}

/** Facts of products by id, as lines of orders get them. */
export async function factsOfProducts(tx: Tx, productIds: readonly string[]): Promise<ReadonlyMap<string, KnownFacts>> {
  const { rows } = await sql<Omit<FoundRow, 'kind' | 'key' | 'multiplier'>>`SELECT ${resolveColumns} FROM products p
    WHERE p.id = ANY (${productIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.own.id, factsOfRow(row)]));
}
