/** Products with weight and customs data. ShipStation filters by the time they were made only: what did not change is left out here. */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEachOf } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { toGrams } from '@scanship/domain/values/measure';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { currencyOf, ID } from './account.ts';
import { ask } from './client.ts';
import { readPacific } from './pacific.ts';

const PAGE = 100;

/** Lengths are left out: their unit is "UI-dependent. No conversions will be made from one UOM to another". */
export function readProduct(product: ObjectReader, currency: string): StoreProduct {
  const ounces = product.maybe('weightOz', (n) => product.number(n));
  return {
    externalId: product.id('productId', ID),
    sku: product.maybe('sku', (n) => product.string(n)),
    title: product.string('name'),
    barcode: product.maybe('upc', (n) => product.id(n)),
    unitGrams: ounces === undefined || ounces <= 0 || ounces >= 1e6 ? undefined : toGrams(ounces, 'oz'),
    hsCode: product.maybe('customsTariffNo', (n) => product.id(n)),
    originCountry: product.maybe('customsCountryCode', (n) => product.string(n, /^[A-Z]{2}$/)),
    price: product.maybe('price', (n) => product.rounded(n, currency)),
    updatedAt: readPacific(product, 'modifyDate'),
  };
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const cursor = input.cursor && readObject(input.cursor);
  const page = cursor?.integer('page', 1) ?? 1;
  const since = cursor ? (cursor.has('since') ? cursor.instant('since') : undefined) : input.since?.toISOString();
  const currency = currencyOf(env);
  const answer = await ask(env, {
    name: 'products',
    path: '/products',
    query: { sortBy: 'CreateDate', sortDir: 'ASC', page, pageSize: PAGE },
  });
  const more = answer.integer('page', 0) < answer.integer('pages', 0);
  const from = since === undefined ? 0 : Math.floor(Date.parse(since) / 1_000) * 1_000;
  const read = readEachOf(
    answer,
    'products',
    (product) => product.id('productId', ID),
    (node) => {
      const product = readProduct(node, currency);
      return Date.parse(product.updatedAt) >= from ? product : undefined;
    },
  );
  return {
    ...read,
    next: more ? { page: page + 1, ...(since !== undefined && { since }) } : undefined,
  };
}
