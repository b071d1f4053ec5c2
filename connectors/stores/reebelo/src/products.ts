/** Offers of the vendor by their SKU. They say neither a weight, a customs code nor when they changed: every pull is a whole one. */
import { saidBy } from '@scanship/connector-kit/answers/read-each';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { hasMore, PAGE_SIZE } from './orders.ts';

/** Prices come without their currency; it is that of the vendor's orders. */
const currencyOf = (env: StoreEnv): string | undefined => {
  const { currency } = env.settings;
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined;
};

function readOffer(offer: ObjectReader, currency: string | undefined, updatedAt: string): StoreProduct {
  const sku = offer.string('sku');
  return {
    externalId: sku,
    sku,
    title: offer.string('name'),
    price: currency === undefined ? undefined : offer.maybe('price', (n) => offer.money(n, currency)),
    updatedAt,
  };
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const now = env.now();
  if (input.since && input.since > now) return { items: [], problems: [] };
  const page = input.cursor ? readObject(input.cursor).integer('page', 1) : 1;
  const answer = await ask(env, { name: 'offers', path: '/sockets/offers', query: { page, pageSize: PAGE_SIZE } });
  const more = hasMore(answer, 'publishedOffers');
  const list = answer.isolated();
  const currency = currencyOf(env);
  const problems: PullProblem[] = [];
  const items = list.list('publishedOffers', (node) => {
    const offer = node.isolated();
    const read = readOffer(offer, currency, now.toISOString());
    problems.push(...offer.problems.map((message) => ({ externalId: read.externalId, message })));
    return read;
  });
  return {
    items,
    problems: [...saidBy(list), ...problems],
    next: more ? { page: page + 1 } : undefined,
  };
}
