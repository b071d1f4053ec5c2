/** Products and variations, page by page in the order of their ids. What has variations is not sold itself. */
import { saidBy } from '@scanship/connector-kit/answers/read-each';
import { plainText } from '@scanship/connector-kit/answers/plain-text';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { WeightUnit } from '@scanship/domain/values/measure';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask, askAll, askPage } from './client.ts';
import { API } from './manifest.ts';
import { DIMENSION_UNITS, gmt, ID, readAmount, readGrams, readMillimetres, WEIGHT_UNITS } from './reading.ts';

export const PRODUCTS_PAGE = 50;

/** What the shop's numbers mean; asked once a pull and kept in its cursor. */
interface Units {
  readonly weight: WeightUnit;
  readonly dimension: string;
  readonly currency: string;
}

async function unitsOf(env: StoreEnv): Promise<Units> {
  const setting = async (group: string, id: string): Promise<ObjectReader> =>
    readObject(await ask(env, { name: 'setting', path: `${API}/settings/${group}/${id}` }));
  return {
    weight: (await setting('products', 'woocommerce_weight_unit')).choice('value', WEIGHT_UNITS),
    dimension: (await setting('products', 'woocommerce_dimension_unit')).choice('value', DIMENSION_UNITS),
    currency: (await setting('general', 'woocommerce_currency')).currency('value'),
  };
}

function keptUnits(cursor: PullInput['cursor']): Units | undefined {
  if (!cursor) return undefined;
  const reader = readObject(cursor).object('units');
  return {
    weight: reader.choice('weight', { g: 'g', kg: 'kg', oz: 'oz', lb: 'lb' } as const),
    dimension: reader.string('dimension'),
    currency: reader.currency('currency'),
  };
}

function readDimensions(item: ObjectReader, unit: string): StoreProduct['dimensions'] {
  const sides = item.maybe('dimensions', (n) => item.object(n));
  const side = (name: string): number | undefined => sides?.maybe(name, (n) => readMillimetres(sides, n, unit));
  const [lengthMm, widthMm, heightMm] = [side('length'), side('width'), side('height')];
  return lengthMm === undefined || widthMm === undefined || heightMm === undefined
    ? undefined
    : { lengthMm, widthMm, heightMm };
}

function readSold(item: ObjectReader, title: string, image: ObjectReader | undefined, units: Units): StoreProduct {
  return {
    externalId: item.id('id', ID),
    sku: item.maybe('sku', (n) => item.id(n)),
    title,
    barcode: item.maybe('global_unique_id', (n) => item.string(n, /^[\dXx-]{6,20}$/)),
    unitGrams: item.maybe('weight', (n) => readGrams(item, n, units.weight)),
    dimensions: readDimensions(item, units.dimension),
    price: item.maybe('price', (n) => readAmount(item, n, units.currency)),
    imageUrl: image?.maybe('src', (n) => image.string(n, /^https?:\/\/\S+$/)),
    updatedAt: gmt(item, 'date_modified_gmt'),
  };
}

/** "Shirt - Green, Large": an attribute that is open ("any") has an empty option. */
function variationTitle(variation: ObjectReader, product: string): string {
  const options = variation
    .strictList('attributes', (attribute) =>
      attribute.raw('option') === '' ? '' : plainText(attribute.string('option')),
    )
    .filter((option) => option !== '');
  return options.length === 0 ? product : `${product} - ${options.join(', ')}`;
}

/** @throws FieldProblem when the product itself cannot be read */
async function readProduct(
  product: ObjectReader,
  units: Units,
  env: StoreEnv,
): Promise<{ readonly items: readonly StoreProduct[]; readonly problems: readonly PullProblem[] }> {
  const id = product.id('id', ID);
  const name = plainText(product.string('name'));
  const type = product.string('type', /^[a-z][a-z0-9_-]*$/);
  // Sold elsewhere, or only a list of others.
  if (type === 'external' || type === 'grouped') return { items: [], problems: [] };
  if (!type.startsWith('variable')) {
    const [image] = product.maybe('images', (n) => product.strictList(n, (one) => one)) ?? [];
    return { items: [readSold(product, name, image, units)], problems: [] };
  }
  const variations = readObject({
    variations: await askAll(env, { name: 'variations', path: `${API}/products/${id}/variations` }),
  });
  const problems: PullProblem[] = [];
  const items = variations.list('variations', (one) => {
    const variation = one.isolated();
    const image = variation.maybe('image', (n) => variation.object(n));
    const read = readSold(variation, variationTitle(variation, name), image, units);
    problems.push(...variation.problems.map((message) => ({ externalId: read.externalId, message })));
    return read;
  });
  return { items, problems: [...problems, ...saidBy(variations)] };
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const cursor = input.cursor ? readObject(input.cursor) : undefined;
  const page = cursor?.integer('page', 1) ?? 1;
  const after = cursor ? (cursor.has('after') ? cursor.string('after') : undefined) : input.since?.toISOString();
  const units = keptUnits(input.cursor) ?? (await unitsOf(env));
  const answer = await askPage(env, {
    name: 'products',
    path: `${API}/products`,
    query: {
      orderby: 'id',
      order: 'asc',
      per_page: PRODUCTS_PAGE,
      page,
      ...(after === undefined
        ? {}
        : { modified_after: new Date(Date.parse(after) - 1_000).toISOString().slice(0, 19), dates_are_gmt: 'true' }),
    },
  });
  const list = readObject({ products: answer.json });
  const items: StoreProduct[] = [];
  const problems: PullProblem[] = [];
  for (const one of list.list('products', (product) => product)) {
    const product = one.isolated();
    const quiet = one.isolated();
    const externalId = quiet.maybe('id', (n) => quiet.id(n, ID));
    try {
      const read = await readProduct(product, units, env);
      items.push(...read.items);
      problems.push(...read.problems);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems.push({ externalId, message: error.message });
    }
    problems.push(...product.problems.map((message) => ({ externalId, message })));
  }
  return {
    items,
    problems: [...saidBy(list), ...problems],
    next: answer.pages > page ? { page: page + 1, after, units: { ...units } } : undefined,
  };
}
