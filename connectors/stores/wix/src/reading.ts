/** Small pieces that orders, products and sites share. */
import type { WeightUnit } from '@scanship/domain/values/measure';
import { toGrams } from '@scanship/domain/values/measure';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';

/** A GUID, in small letters. */
export const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const UNITS: Readonly<Record<string, WeightUnit | 'unknown'>> = {
  KG: 'kg',
  LB: 'lb',
  UNSPECIFIED_WEIGHT_UNIT: 'unknown',
};

/** Unit of all weights of an order or product; undefined where Wix does not say. */
export const readUnit = (owner: ObjectReader, name: string): WeightUnit | undefined => {
  const unit = owner.maybe(name, (n) => owner.choice(n, UNITS));
  return unit === 'unknown' ? undefined : unit;
};

/** Grams of one unit; undefined where the seller entered none. */
export function readWeight(owner: ObjectReader, unit: WeightUnit | undefined): number | undefined {
  const value = owner.maybe('weight', (n) => owner.number(n));
  return value === undefined || unit === undefined || value <= 0 || value >= 1e6 ? undefined : toGrams(value, unit);
}

/** "CA-QC" and "QC" are both in use. */
export const provinceOf = (text: string | undefined): string | undefined => text?.replace(/^[A-Z]{2}-/, '');

const NO_VARIANT = '00000000-0000-0000-0000-000000000000';

/** The smallest thing that is sold: a product, or one of its variants. Variant ids alone may repeat. */
export const productKey = (productId: string, variantId: string | undefined): string =>
  variantId === undefined || variantId === NO_VARIANT ? productId : `${productId}.${variantId}`;

export const imageUrl = (image: ObjectReader): string | undefined =>
  image.maybe('url', (n) => image.string(n, /^https:\/\/[\x21-\x7e]+$/));
