/** Products with their variations, in the order they were added, so that new ones come last. */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEachOf } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { formatsOf } from './profile.ts';
import {
  imageUrl,
  instantOf,
  NUMBER_ID,
  optionsOf,
  productKey,
  readDimensions,
  readProductUnits,
  readSeconds,
  readWeight,
  type ProductUnits,
} from './reading.ts';

const PAGE = 100;

type Page = PullPage<StoreProduct>;

/** The attribute of type UPC, which sellers enter codes of any kind in. */
function barcodeOf(owner: ObjectReader): string | undefined {
  if (!owner.has('attributes')) return undefined;
  const codes = owner.strictList('attributes', (attribute) =>
    attribute.has('type') && attribute.string('type') === 'UPC' && attribute.has('value')
      ? attribute.id('value')
      : undefined,
  );
  return codes.find((code) => code !== undefined);
}

/**
 * The product itself, and each of its variations: what a variation does not say is the product's.
 * @throws FieldProblem when the product cannot be understood as a whole
 */
export function readProduct(product: ObjectReader, units: ProductUnits): StoreProduct[] {
  const id = product.id('id', NUMBER_ID);
  const title = product.string('name');
  const price = (owner: ObjectReader): StoreProduct['price'] =>
    owner.maybe('price', (n) => owner.rounded(n, units.currency));
  const own: StoreProduct = {
    externalId: id,
    sku: product.maybe('sku', (n) => product.string(n)),
    title,
    barcode: product.maybe('attributes', () => barcodeOf(product)),
    unitGrams: readWeight(product, units),
    dimensions: readDimensions(product, units),
    price: price(product),
    imageUrl: imageUrl(product, 'imageUrl'),
    updatedAt: instantOf(readSeconds(product, 'updateTimestamp')),
  };
  if (!product.has('combinations')) return [own];
  const variations = product.list('combinations', (one): StoreProduct => {
    const options = optionsOf(one, 'options');
    return {
      ...own,
      externalId: productKey(id, one.id('id', NUMBER_ID)),
      sku: one.has('sku') ? one.string('sku') : own.sku,
      title: options === '' ? title : `${title} (${options})`,
      barcode: one.maybe('attributes', () => barcodeOf(one)) ?? own.barcode,
      unitGrams: one.has('weight') ? readWeight(one, units) : own.unitGrams,
      price: one.has('price') ? price(one) : own.price,
      imageUrl: imageUrl(one, 'imageUrl') ?? own.imageUrl,
    };
  });
  return [own, ...variations];
}

export async function products(input: PullInput, env: StoreEnv): Promise<Page> {
  const cursor = input.cursor && readObject(input.cursor);
  const offset = cursor?.integer('offset', 0) ?? 0;
  const since = cursor
    ? cursor.has('since')
      ? cursor.integer('since', 0)
      : undefined
    : input.since && Math.floor(input.since.getTime() / 1_000);
  const units = readProductUnits(await formatsOf(env));
  const answer = await ask(env, {
    name: 'products',
    path: '/products',
    query: { updatedFrom: since, sortBy: 'ADDED_TIME_ASC', offset, limit: PAGE },
  });
  const total = answer.integer('total', 0);
  const raw = answer.raw('items');
  const shown = Array.isArray(raw) ? raw.length : 0;
  const read = readEachOf(
    answer,
    'items',
    (product) => product.id('id', NUMBER_ID),
    (product) => readProduct(product, units),
  );
  return {
    items: read.items.flat(),
    problems: read.problems,
    next:
      shown > 0 && offset + shown < total
        ? { offset: offset + shown, ...(since !== undefined && { since }) }
        : undefined,
  };
}
