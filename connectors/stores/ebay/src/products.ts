/**
 * Items of the inventory API with the weight of their parcel. eBay says neither when an item changed nor its price, customs code
 * or origin here, so every pull is a whole one.
 */
import { saidBy } from '@scanship/connector-kit/answers/read-each';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { toGrams, toMillimetres, type LengthUnit, type WeightUnit } from '@scanship/domain/values/measure';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { askMaybe } from './client.ts';

const PAGE = 200;
const WEIGHT_UNITS: Readonly<Record<string, WeightUnit>> = { GRAM: 'g', KILOGRAM: 'kg', OUNCE: 'oz', POUND: 'lb' };
/** Feet are turned into inches: our measure does not name them. */
const LENGTH_UNITS: Readonly<Record<string, LengthUnit | 'ft'>> = {
  CENTIMETER: 'cm',
  METER: 'm',
  INCH: 'in',
  FEET: 'ft',
};

/** Zero means that the seller entered none. */
function readWeight(weight: ObjectReader): number | undefined {
  const value = weight.number('value');
  const unit = weight.choice('unit', WEIGHT_UNITS);
  return value > 0 && value < 1e6 ? toGrams(value, unit) : undefined;
}

function readDimensions(dimensions: ObjectReader): StoreProduct['dimensions'] {
  const unit = dimensions.choice('unit', LENGTH_UNITS);
  const side = (name: string): number => {
    const value = dimensions.number(name);
    return unit === 'ft' ? toMillimetres(value * 12, 'in') : toMillimetres(value, unit);
  };
  const sides = { lengthMm: side('length'), widthMm: side('width'), heightMm: side('height') };
  return Object.values(sides).every((mm) => mm > 0) ? sides : undefined;
}

/** First text of a list. */
function firstOf(product: ObjectReader, name: string, pattern: RegExp): string | undefined {
  const raw = product.raw(name);
  if (raw === undefined || raw === null) return undefined;
  const first: unknown = Array.isArray(raw) ? raw[0] : raw;
  if (Array.isArray(raw) && first === undefined) return undefined;
  if (typeof first === 'string' && pattern.test(first)) return first;
  product.problems.push(`${product.at(name)} is not in its usual form.`);
  return undefined;
}

function readItem(item: ObjectReader, updatedAt: string): StoreProduct {
  const sku = item.string('sku');
  const product = item.maybe('product', (n) => item.object(n));
  const parcel = item.maybe('packageWeightAndSize', (n) => item.object(n));
  const code = (name: string): string | undefined => product && firstOf(product, name, /^\d{8,14}$/);
  return {
    externalId: sku,
    sku,
    title: product?.maybe('title', (n) => product.string(n)) ?? '',
    barcode: code('upc') ?? code('ean'),
    unitGrams: parcel?.maybe('weight', (n) => readWeight(parcel.object(n))),
    dimensions: parcel?.maybe('dimensions', (n) => readDimensions(parcel.object(n))),
    imageUrl: product && firstOf(product, 'imageUrls', /^https?:\/\/[\x21-\x7e]+$/),
    updatedAt,
  };
}

/** The offset in the link to the next page: it counts pages here, not items. @throws FieldProblem for a link without one */
const nextOffset = (answer: ObjectReader): string | undefined =>
  answer.has('next')
    ? /[?&]offset=(\d{1,9})(?:&|$)/.exec(answer.string('next', /[?&]offset=\d{1,9}(&|$)/))?.[1]
    : undefined;

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const now = env.now();
  if (input.since !== undefined && input.since > now) return { items: [], problems: [] };
  const offset = typeof input.cursor?.['offset'] === 'string' ? input.cursor['offset'] : '0';
  const query = { limit: PAGE, offset };
  // A seller without any item of this API may be answered with 404.
  const answer = await askMaybe(env, { name: 'products', path: '/sell/inventory/v1/inventory_item', query });
  if (!answer) return { items: [], problems: [] };
  const next = nextOffset(answer);
  const reader = answer.isolated();
  // The day it was read: eBay does not say when it changed.
  const day = `${now.toISOString().slice(0, 10)}T00:00:00Z`;
  const none = !reader.has('inventoryItems') && answer.integer('total', 0) === 0;
  const items = none ? [] : reader.list('inventoryItems', (item) => readItem(item, day));
  return {
    items,
    problems: saidBy(reader),
    next: next === undefined ? undefined : { offset: next },
  };
}
