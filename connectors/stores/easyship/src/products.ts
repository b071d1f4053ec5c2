/** Products with weight, size and customs data. Easyship has no filter by time: what did not change is left out here. */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEachOf } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { toGrams, toMillimetres } from '@scanship/domain/values/measure';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { hasMore, PAGE } from './orders.ts';
import { PRODUCT_READ } from './permissions.ts';

const ID = /^[\w-]{1,64}$/;
const readProductId = (product: ObjectReader): string => product.string('id', ID);

/** Centimetres; undefined where one of the three is missing or out of every reason. */
function readDimensions(product: ObjectReader): StoreProduct['dimensions'] {
  const [length, width, height] = ['length', 'width', 'height'].map((name) => {
    const value = product.maybe(name, (n) => product.number(n));
    return value === undefined || value <= 0 || value >= 1e5 ? undefined : toMillimetres(value, 'cm');
  });
  return length === undefined || width === undefined || height === undefined
    ? undefined
    : { lengthMm: length, widthMm: width, heightMm: height };
}

export function readProduct(product: ObjectReader): StoreProduct {
  const kilograms = product.maybe('weight', (n) => product.number(n));
  const currency = product.maybe('selling_price_currency', (n) => product.currency(n));
  return {
    externalId: readProductId(product),
    sku: product.maybe('identifier', (n) => product.string(n)),
    title: product.string('name'),
    barcode: product.maybe('global_trade_item_number', (n) => product.string(n)),
    unitGrams: kilograms === undefined || kilograms <= 0 || kilograms >= 1e5 ? undefined : toGrams(kilograms, 'kg'),
    dimensions: readDimensions(product),
    hsCode: product.maybe('hs_code', (n) => product.string(n)),
    originCountry: product.maybe('origin_country_alpha2', (n) => product.string(n, /^[A-Z]{2}$/)),
    price: currency === undefined ? undefined : product.maybe('selling_price', (n) => product.rounded(n, currency)),
    imageUrl: product.maybe('image_url', (n) => product.string(n, /^https?:\/\/[\x21-\x7e]+$/)),
    updatedAt: product.instant('updated_at'),
  };
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const cursor = input.cursor && readObject(input.cursor);
  const page = cursor?.integer('page', 1) ?? 1;
  const since = cursor ? (cursor.has('since') ? cursor.instant('since') : undefined) : input.since?.toISOString();
  const answer = await ask(env, {
    name: 'products',
    path: '/products',
    query: { page, per_page: PAGE },
    permission: PRODUCT_READ,
  });
  const more = hasMore(answer);
  const from = since === undefined ? undefined : Date.parse(since);
  const read = readEachOf(answer, 'products', readProductId, (node) => {
    const product = readProduct(node);
    return from === undefined || Date.parse(product.updatedAt) >= from ? product : undefined;
  });
  return { ...read, next: more ? { page: page + 1, ...(since !== undefined && { since }) } : undefined };
}
