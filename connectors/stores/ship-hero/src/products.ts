/** Products with weight, size and customs data. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { toMillimetres, type WeightUnit } from '@scanship/domain/values/measure';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { PRODUCTS } from './documents.ts';
import { pulled } from './pulling.ts';
import { currencyOf, ID, readHsCode, readImage, readInstant, readOrigin, readWeight, weightUnitOf } from './reading.ts';

/** Inches, in an account that weighs in ounces or pounds; what a metric account measures in is not said anywhere. */
function readSize(product: ObjectReader, unit: WeightUnit): StoreProduct['dimensions'] {
  if (unit !== 'oz' && unit !== 'lb') return undefined;
  const size = product.maybe('dimensions', (n) => product.object(n));
  const side = (name: string): number | undefined => size?.maybe(name, (n) => size.number(n));
  const [length, width, height] = [side('length'), side('width'), side('height')];
  const sides = [length, width, height].every((one) => one !== undefined && one > 0 && one < 1e4);
  if (!sides || length === undefined || width === undefined || height === undefined) return undefined;
  return {
    lengthMm: toMillimetres(length, 'in'),
    widthMm: toMillimetres(width, 'in'),
    heightMm: toMillimetres(height, 'in'),
  };
}

export function readProduct(product: ObjectReader, env: Pick<StoreEnv, 'settings'>): StoreProduct {
  const unit = weightUnitOf(env);
  return {
    externalId: product.string('id', ID),
    sku: product.maybe('sku', (n) => product.string(n)),
    title: product.string('name'),
    barcode: product.maybe('barcode', (n) => product.id(n)),
    unitGrams: readWeight(product, unit),
    dimensions: readSize(product, unit),
    hsCode: readHsCode(product),
    originCountry: readOrigin(product),
    price: product.maybe('price', (n) => product.rounded(n, currencyOf(env))),
    imageUrl: readImage(product),
    updatedAt: readInstant(product, 'updated_at'),
  };
}

export const products = (input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> =>
  pulled(input, env, { root: 'products', document: PRODUCTS, read: (node) => readProduct(node, env) });
