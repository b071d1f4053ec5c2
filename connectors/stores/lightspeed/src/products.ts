/** Variants, which are what is sold: they have weight, price and codes. Their names are those of their products. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { listed, movingCursor, movingPage, movingPlace, nodesOf } from '@scanship/connector-kit/store/moving-list';
import { readEachInTurn, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask, find } from './client.ts';
import { changedSince, LISTED, PAGE } from './orders.ts';
import { ID, instant, linkedId, part, readDimensions, readWeight, text, titleOf } from './reading.ts';
import { currencyOf } from './shop.ts';

const FIRST = 1;

export interface Named {
  readonly title: string;
  readonly imageUrl: string | undefined;
  /** What of the product could not be read. */
  readonly problems: readonly string[];
}

const imageIn = (owner: ObjectReader): string | undefined => {
  const image = part(owner, 'image');
  return image?.maybe('src', (n) => image.string(n, /^https?:\/\/[\x21-\x7e]+$/));
};

/** @throws FieldProblem for a product without a title */
export function readNamed(product: ObjectReader): Named {
  const title = product.string('title');
  const imageUrl = imageIn(product);
  return { title, imageUrl, problems: product.problems };
}

/** @throws FieldProblem when the variant cannot be understood as a whole */
export function readVariant(variant: ObjectReader, named: Named, currency: string): StoreProduct {
  return {
    externalId: variant.id('id', ID),
    sku: text(variant, 'sku') ?? text(variant, 'articleCode'),
    title: titleOf(named.title, text(variant, 'title')),
    barcode: text(variant, 'ean'),
    unitGrams: readWeight(variant),
    dimensions: readDimensions(variant),
    hsCode: text(variant, 'hs'),
    price: variant.maybe('priceExcl', (n) => variant.rounded(n, currency)),
    imageUrl: imageIn(variant) ?? named.imageUrl,
    updatedAt: instant(variant, 'updatedAt'),
  };
}

/** Names of products, each asked for once a page. */
function namesIn(env: StoreEnv): (id: string) => Promise<Named> {
  const known = new Map<string, Named>();
  return async (id) => {
    const here = known.get(id);
    if (here) return here;
    const answer = await find(env, { name: 'product', path: `products/${id}` });
    if (!answer) throw new FieldProblem('product', `${id} is not known to Lightspeed`);
    const named = readNamed(answer.object('product').isolated());
    known.set(id, named);
    return named;
  };
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const place = movingPlace(input, env.now(), FIRST);
  const currency = await currencyOf(env);
  const answer = await ask(env, {
    name: 'variants',
    path: 'variants',
    query: { updated_at_min: changedSince(place), limit: PAGE, page: place.at },
  });
  const raw = answer.raw('variants');
  const rows = answer.list('variants', (node) => listed(node, LISTED));
  const more = Array.isArray(raw) && raw.length >= PAGE;
  const { fresh, next } = movingPage(place, rows, more ? place.at + 1 : undefined, FIRST);
  const nameOf = namesIn(env);
  const read = await readEachInTurn(nodesOf(fresh), LISTED.id, async (variant) => {
    const product = linkedId(variant, 'product');
    if (product === undefined) throw new FieldProblem(variant.at('product'), 'is missing');
    const named = await nameOf(product);
    const made = readVariant(variant, named, currency);
    variant.problems.push(...named.problems);
    return made;
  });
  return {
    items: read.items,
    problems: [...saidBy(answer), ...read.problems],
    next: next && movingCursor(next),
  };
}
