/** What a shop sells: every product (combination of choices) of every listing, with the listing's weight and size. */
import { saidBy } from '@scanship/connector-kit/answers/read-each';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { ID, instantOf, readDimensions, readMoney, readSeconds, readWeight, secondsOf } from './reading.ts';

const PAGE = 100;
/** Handmade things are often sold out with the order that must be shipped, so these are asked for too. Drafts never sold. */
const STATES = ['active', 'sold_out', 'inactive', 'expired'] as const;

function firstImage(listing: ObjectReader): string | undefined {
  const images = listing.maybe('images', (n) => listing.strictList(n, (image) => image));
  return images?.[0]?.maybe('url_570xN', (n) => images[0]?.string(n, /^https:\/\/\S+$/));
}

/** "Size: M, Colour: Red"; empty where the listing has no choices. */
const choicesOf = (product: ObjectReader): string =>
  product
    .strictList('property_values', (property) => {
      const raw = property.raw('values');
      const values = Array.isArray(raw) ? raw.filter((v) => typeof v === 'string').join(' ') : '';
      return `${property.string('property_name')}: ${values}`;
    })
    .join(', ');

function readPrice(product: ObjectReader): StoreProduct['price'] {
  const offerings = product.maybe('offerings', (n) => product.strictList(n, (offering) => offering));
  return offerings?.[0]?.maybe('price', (n) => (offerings[0] ? readMoney(offerings[0], n) : undefined));
}

function readListing(listing: ObjectReader, since: number | undefined): StoreProduct[] {
  const updated = readSeconds(listing, 'updated_timestamp');
  if (since !== undefined && updated < since) return [];
  const title = listing.string('title');
  const about = {
    unitGrams: readWeight(listing),
    dimensions: readDimensions(listing),
    imageUrl: firstImage(listing),
    updatedAt: instantOf(updated),
  };
  return listing
    .object('inventory')
    .list('products', (product): StoreProduct[] => {
      if (product.boolean('is_deleted')) return [];
      const choices = choicesOf(product);
      return [
        {
          ...about,
          externalId: product.id('product_id', ID),
          sku: product.maybe('sku', (n) => product.string(n)),
          title: choices === '' ? title : `${title} (${choices})`,
          price: readPrice(product),
        },
      ];
    })
    .flat();
}

/** Etsy cannot be asked for what changed, so every listing is read and older ones are left out here. */
export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const { cursor } = input;
  const known = STATES.findIndex((state) => state === cursor?.state);
  const index = Math.max(0, known);
  const offset = typeof cursor?.offset === 'number' ? cursor.offset : 0;
  const asked = input.since === undefined ? undefined : secondsOf(input.since);
  const since = cursor === undefined ? asked : typeof cursor.since === 'number' ? cursor.since : undefined;
  const answer = await ask(env, {
    name: 'listings',
    path: `/shops/${env.externalAccount}/listings`,
    query: { state: STATES[index], limit: PAGE, offset, includes: 'Inventory,Images' },
  });
  const raw = answer.raw('results');
  const items = answer.list('results', (listing) => readListing(listing, since)).flat();
  const full = Array.isArray(raw) && raw.length >= PAGE;
  const state = full ? STATES[index] : STATES[index + 1];
  const kept = since === undefined ? {} : { since };
  return {
    items,
    problems: saidBy(answer),
    next: state === undefined ? undefined : { state, offset: full ? offset + PAGE : 0, ...kept },
  };
}
