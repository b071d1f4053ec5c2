/** Products by the time of their last change. Their weights have no unit, so they are not taken (README). */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEachOf } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask, linkPath, ownWhere, sinceIn } from './client.ts';
import { ID, instantOf, optionalText } from './reading.ts';

const FIELDS = 'ID,Sku,Title,UPC,EAN,HarmonizedCode,UpdateDateUtc';

type Page = PullPage<StoreProduct>;

/** @throws FieldProblem when the product cannot be understood */
export function readProduct(product: ObjectReader): StoreProduct {
  return {
    externalId: product.id('ID', ID),
    sku: optionalText(product, 'Sku'),
    title: product.string('Title'),
    barcode: optionalText(product, 'UPC') ?? optionalText(product, 'EAN'),
    hsCode: optionalText(product, 'HarmonizedCode'),
    updatedAt: instantOf(product.instant('UpdateDateUtc')),
  };
}

/** Where the next page is; undefined on the last one. */
export const nextLink = (answer: ObjectReader): string | undefined =>
  answer.has('@odata.nextLink') ? linkPath(answer, '@odata.nextLink') : undefined;

export async function products(input: PullInput, env: StoreEnv): Promise<Page> {
  const link = input.cursor && readObject(input.cursor).string('link', /^\/v1\/Products\?/);
  const since = input.since?.toISOString();
  const answer = await ask(env, {
    name: 'products',
    ...(link === undefined
      ? {
          path: '/v1/Products',
          query: {
            $filter: ownWhere(env, ...sinceIn('UpdateDateUtc', since)),
            $select: FIELDS,
            $orderby: 'ID',
          },
        }
      : { path: link }),
  });
  const next = nextLink(answer);
  const read = readEachOf(answer, 'value', (product) => product.id('ID', ID), readProduct);
  return {
    ...read,
    next: next === undefined ? undefined : { link: next },
  };
}
