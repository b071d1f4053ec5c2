/** Variants with what a label and a customs form need, page by page in the order of their ids, which never change. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { pageInfo } from './connection.ts';
import { PRODUCTS } from './documents.ts';
import { VARIANT_ID } from './ids.ts';
import { readCountry, readHsCode, readWeight } from './reading.ts';

function firstImage(variant: ObjectReader): string | undefined {
  const media = variant.maybe('media', (n) => variant.object(n));
  const nodes = media?.maybe('nodes', (n) => media.strictList(n, (node) => node));
  const preview = nodes?.[0]?.maybe('preview', (n) => nodes[0]?.object(n));
  const image = preview?.maybe('image', (n) => preview.object(n));
  return image?.maybe('url', (n) => image.string(n, /^https?:\/\/\S+$/));
}

function readProduct(variant: ObjectReader, currency: string): StoreProduct {
  const stock = variant.maybe('inventoryItem', (n) => variant.object(n));
  const measurement = stock?.maybe('measurement', (n) => stock.object(n));
  return {
    externalId: variant.string('id', VARIANT_ID),
    sku: variant.maybe('sku', (n) => variant.string(n)),
    title: variant.string('displayName'),
    barcode: variant.maybe('barcode', (n) => variant.string(n)),
    unitGrams: measurement?.maybe('weight', (n) => readWeight(measurement.object(n))),
    hsCode: stock === undefined ? undefined : readHsCode(stock),
    originCountry: stock === undefined ? undefined : readCountry(stock, 'countryCodeOfOrigin'),
    price: variant.maybe('price', (n) => variant.money(n, currency)),
    imageUrl: firstImage(variant),
    updatedAt: variant.instant('updatedAt'),
  };
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const search = input.since === undefined ? undefined : `updated_at:>='${input.since.toISOString()}'`;
  const query = typeof input.cursor?.query === 'string' ? input.cursor.query : input.cursor ? undefined : search;
  const after = typeof input.cursor?.after === 'string' ? input.cursor.after : undefined;
  const answer = await ask(env, { name: 'products', document: PRODUCTS, variables: { query, after } });
  const currency = answer.data.object('shop').currency('currencyCode');
  const connection = answer.data.object('productVariants').isolated();
  const endCursor = pageInfo(connection);
  const items = connection.list('nodes', (node) => readProduct(node, currency));
  return {
    items,
    problems: [...answer.notes, ...connection.problems].map((message) => ({ message })),
    next: endCursor === undefined ? undefined : { after: endCursor, query },
  };
}
