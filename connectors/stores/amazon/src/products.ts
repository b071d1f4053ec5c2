/** Listings of the seller with the weight of their package, in the order they were made in. */
import { ConnectorError } from '@scanship/connector-kit/errors';
import { pause } from '@scanship/connector-kit/http/http-client';
import { saidBy } from '@scanship/connector-kit/answers/read-each';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { toGrams, toMillimetres, type LengthUnit, type WeightUnit } from '@scanship/domain/values/measure';
import type { Money } from '@scanship/domain/money/money';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask, type AmazonCall } from './client.ts';
import type { AmazonManifest } from './manifest-family.ts';
import { readAmount, textIn } from './reading.ts';
import { listingsCall } from './seller.ts';

/** Amazon's most. */
const PAGE = 20;
const WEIGHT_UNITS: Readonly<Record<string, WeightUnit>> = {
  grams: 'g',
  kilograms: 'kg',
  ounces: 'oz',
  pounds: 'lb',
};
const LENGTH_UNITS: Readonly<Record<string, LengthUnit | 'ft'>> = {
  millimeters: 'mm',
  centimeters: 'cm',
  meters: 'm',
  inches: 'in',
  feet: 'ft',
};

/** The value of an attribute for this marketplace: each is a list, one entry for each marketplace. */
function attributeOf(
  attributes: ObjectReader | undefined,
  name: string,
  marketplaceId: string,
): ObjectReader | undefined {
  if (!attributes?.has(name)) return undefined;
  const entries = attributes.list(name, (entry) => entry);
  return entries.find((entry) => entry.raw('marketplace_id') === marketplaceId) ?? entries[0];
}

/** Zero means that the seller entered none. */
function readWeight(weight: ObjectReader): number | undefined {
  const value = weight.number('value');
  const unit = weight.choice('unit', WEIGHT_UNITS);
  return value > 0 && value < 1e6 ? toGrams(value, unit) : undefined;
}

function readSides(size: ObjectReader): StoreProduct['dimensions'] {
  const side = (name: string): number => {
    const length = size.object(name);
    const [value, unit] = [length.number('value'), length.choice('unit', LENGTH_UNITS)];
    return unit === 'ft' ? toMillimetres(value * 12, 'in') : toMillimetres(value, unit);
  };
  const sides = { lengthMm: side('length'), widthMm: side('width'), heightMm: side('height') };
  return Object.values(sides).every((mm) => mm > 0) ? sides : undefined;
}

/** An amount for every buyer in this marketplace; prices for businesses are beside it. */
function readPrice(item: ObjectReader, marketplaceId: string): Money | undefined {
  if (!item.has('offers')) return undefined;
  const offers = item.list('offers', (offer) => ({
    place: offer.string('marketplaceId', /^[A-Z0-9]+$/),
    everybody: offer.choice('offerType', { B2C: true, B2B: false }),
    price: readAmount(offer.object('price')),
  }));
  return offers.find(({ place, everybody }) => place === marketplaceId && everybody)?.price;
}

type Listing = StoreProduct & { readonly madeAt: string };

function readItem(item: ObjectReader, manifest: AmazonManifest): Listing {
  const marketplaceId = manifest.marketplace.id;
  const summaries = item.strictList('summaries', (one) => one);
  const summary = summaries.find((one) => one.raw('marketplaceId') === marketplaceId) ?? summaries[0];
  if (!summary) throw new FieldProblem(item.at('summaries'), 'is empty');
  const attributes = item.maybe('attributes', (n) => item.object(n));
  const valueOf = (name: string): ObjectReader | undefined => attributeOf(attributes, name, marketplaceId);
  const parcel = valueOf('item_package_weight') ?? valueOf('item_weight');
  const size = valueOf('item_package_dimensions');
  const code = valueOf('externally_assigned_product_identifier');
  const origin = valueOf('country_of_origin');
  const image = summary.maybe('mainImage', (n) => summary.object(n));
  const sku = item.string('sku');
  return {
    externalId: sku,
    sku,
    title: textIn(summary, 'itemName') ?? '',
    barcode: code?.maybe('value', (n) => code.string(n, /^\d{8,14}$/)),
    unitGrams: parcel?.maybe('value', () => readWeight(parcel)),
    dimensions: size?.maybe('length', () => readSides(size)),
    originCountry: origin?.maybe('value', (n) => origin.string(n, /^[A-Z]{2}$/)),
    price: readPrice(item, marketplaceId),
    imageUrl: image?.maybe('link', (n) => image.string(n, /^https?:\/\/[\x21-\x7e]+$/)),
    updatedAt: summary.instant('lastUpdatedDate'),
    madeAt: summary.instant('createdDate'),
  };
}

/** Where a pull stands: the page a token leads to, or listings made from a moment on where a search ended before its total. */
interface Place {
  readonly from?: string | undefined;
  readonly token?: string | undefined;
  /** Listings of this search that were read before. */
  readonly read: number;
}

function placeOf(cursor: JsonObject | undefined): Place {
  const text = (name: string): string | undefined => {
    const value = cursor?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  const read = cursor?.['read'];
  return { from: text('from'), token: text('token'), read: typeof read === 'number' ? read : 0 };
}

/** How long until a token that was refused is shown once more. Milliseconds. */
const AGAIN_AFTER_MS = [2_000, 4_000];

/**
 * Now and then Amazon takes a token it has just given for that of another search, and seconds later for its own
 * (real-answers/listings.ts). Without a second look a long catalogue would begin anew again and again.
 */
async function askPage(env: StoreEnv, call: AmazonCall): Promise<ObjectReader> {
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      return await ask(env, call);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.problem.kind !== 'invalid-input') throw error;
      if (call.query?.['pageToken'] === undefined || !/pageToken/.test(error.problem.message)) throw error;
      await (env.pause ?? pause)(waitMs);
    }
  }
  return ask(env, call);
}

/** A search shows no more than its first thousand or so; the rest is asked for from the last one's time on. */
function nextPlace(place: Place, token: string | undefined, read: number, total: number, last: string | undefined) {
  const from = place.from === undefined ? {} : { from: place.from };
  if (token !== undefined) return { ...from, token, read };
  const more = read < total && last !== undefined && (place.from === undefined || last > place.from);
  return more ? { from: last, read: 0 } : undefined;
}

export async function products(
  manifest: AmazonManifest,
  input: PullInput,
  env: StoreEnv,
): Promise<PullPage<StoreProduct>> {
  const { since } = input;
  if (since !== undefined && since > env.now()) return { items: [], problems: [] };
  const place = placeOf(input.cursor);
  const answer = await askPage(
    env,
    listingsCall(manifest, env.externalAccount, {
      includedData: 'summaries,attributes,offers',
      sortBy: 'createdDate',
      sortOrder: 'ASC',
      pageSize: PAGE,
      createdAfter: place.from,
      lastUpdatedAfter: since?.toISOString(),
      pageToken: place.token,
    }),
  );
  const pagination = answer.has('pagination') ? answer.object('pagination') : undefined;
  const token = pagination?.has('nextToken') ? pagination.string('nextToken', /^\S+$/) : undefined;
  const reader = answer.isolated();
  const total = reader.maybe('numberOfResults', (n) => reader.integer(n, 0));
  const listings = reader.list('items', (item) => readItem(item, manifest));
  const raw = answer.raw('items');
  const read = place.read + (Array.isArray(raw) ? raw.length : 0);
  return {
    items: listings.map(({ madeAt: _madeAt, ...product }) => product),
    problems: saidBy(reader),
    next: nextPlace(place, token, read, total ?? 0, listings.at(-1)?.madeAt),
    ...(place.from === undefined && total !== undefined && { total }),
  };
}
