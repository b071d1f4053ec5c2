/** Products with weight and customs data, by change. */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { askFrom } from '@scanship/connector-kit/store/moving-list';
import { readEachOf } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { toGrams } from '@scanship/domain/values/measure';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { askList, countOf } from './client.ts';
import { ID } from './company.ts';
import { readTime } from './order-reader.ts';
import { EARLY_MS } from './orders.ts';

const PAGE = 100;
const OUNCES_IN_A_POUND = 16;

/** `pounds` and `ounces` together, which name their units; `weight` does not. Undefined without both: half a weight is a wrong one. */
function readWeight(product: ObjectReader): number | undefined {
  const pounds = product.maybe('pounds', (n) => product.number(n));
  const ounces = product.maybe('ounces', (n) => product.number(n));
  if (pounds === undefined || ounces === undefined || pounds < 0 || ounces < 0) return undefined;
  const all = pounds * OUNCES_IN_A_POUND + ounces;
  return all === 0 || all >= 1e6 ? undefined : toGrams(all, 'oz');
}

const readProductId = (product: ObjectReader): string => product.id('productId', ID);

/** Sizes are left out, whose unit nobody names; so are prices: there is what a vendor asks, and what may be advertised. */
export function readProduct(product: ObjectReader): StoreProduct {
  const customs = product.maybe('customsDeclaration', (n) => product.object(n));
  return {
    externalId: readProductId(product),
    sku: product.maybe('masterSku', (n) => product.string(n)),
    title: product.string('name'),
    barcode: product.maybe('upc', (n) => product.id(n)),
    unitGrams: readWeight(product),
    hsCode: customs?.maybe('harmonizationCode', (n) => customs.string(n)),
    originCountry: customs?.maybe('country', (n) => customs.string(n, /^[A-Z]{2}$/)),
    updatedAt: readTime(product, 'modifiedDate'),
  };
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const cursor = input.cursor && readObject(input.cursor);
  const page = cursor?.integer('page', 1) ?? 1;
  const since = cursor ? (cursor.has('since') ? cursor.instant('since') : undefined) : input.since?.toISOString();
  const from = since === undefined ? undefined : Date.parse(since);
  const list = await askList(env, {
    name: 'products',
    path: '/v1.1/products',
    query: {
      modifiedDateFrom: askFrom({ since: from }, EARLY_MS),
      limit: PAGE,
      page,
    },
  });
  const read = readEachOf(list, 'items', readProductId, (node) => {
    const product = readProduct(node);
    return from === undefined || Date.parse(product.updatedAt) >= from ? product : undefined;
  });
  return {
    ...read,
    next: countOf(list) >= PAGE ? { page: page + 1, ...(since !== undefined && { since }) } : undefined,
  };
}
