/**
 * Offers of the shop (OF21). They say neither a weight, a customs code nor when they changed, so every pull is a whole one.
 */
import { saidBy } from '@scanship/connector-kit/answers/read-each';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { readRounded } from './order-reader.ts';

const PAGE = 100;

/** Kinds of references that are on a barcode. */
const BARCODES = ['UPC', 'UPC-A', 'UPC-E', 'EAN', 'EAN-13', 'GTIN', 'ISBN'];

function readBarcode(offer: ObjectReader): string | undefined {
  const codes = offer.maybe('product_references', (n) =>
    offer.strictList(n, (one) =>
      BARCODES.includes(one.string('reference_type').toUpperCase()) ? one.string('reference', /^[\dXx-]{6,20}$/) : '',
    ),
  );
  return codes?.find((code) => code !== '');
}

function readOffer(offer: ObjectReader, updatedAt: string): StoreProduct {
  const currency = offer.maybe('currency_iso_code', (n) => offer.currency(n));
  return {
    externalId: offer.id('offer_id', /^\d+$/),
    sku: offer.maybe('shop_sku', (n) => offer.string(n)),
    title: offer.string('product_title'),
    barcode: readBarcode(offer),
    price: currency === undefined ? undefined : offer.maybe('price', (n) => readRounded(offer, n, currency)),
    updatedAt,
  };
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const now = env.now();
  if (input.since && input.since > now) return { items: [], problems: [] };
  const offset = input.cursor ? readObject(input.cursor).integer('offset', 0) : 0;
  const answer = await ask(env, {
    name: 'offers',
    path: '/api/offers',
    // Prices change more often than titles, and with them the usual order of this list.
    query: { sort: 'productTitle', max: PAGE, offset },
  });
  const total = answer.integer('total_count', 0);
  const list = answer.isolated();
  const problems: PullProblem[] = [];
  const items = list.list('offers', (node) => {
    const offer = node.isolated();
    const read = readOffer(offer, now.toISOString());
    problems.push(...offer.problems.map((message) => ({ externalId: read.externalId, message })));
    return read;
  });
  return {
    items,
    problems: [...saidBy(list), ...problems],
    next: offset + PAGE < total ? { offset: offset + PAGE } : undefined,
    total: input.cursor ? undefined : total,
  };
}
