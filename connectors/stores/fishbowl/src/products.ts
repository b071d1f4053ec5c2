/** Products by their last change, with weight and size. Customs data has no column of its own in Fishbowl. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { inSession } from './client.ts';
import { after, placeOf } from './orders.ts';
import { ID, readCurrency, readMoment, readSize, readWeight } from './reading.ts';
import { productsFrom } from './statements.ts';

function readProduct(row: ObjectReader): StoreProduct {
  const num = row.string('num');
  return {
    externalId: row.id('id', ID),
    // Items of orders name the product by its number; the field "sku" is another one.
    sku: num,
    title: row.string('title'),
    barcode: row.maybe('upc', (n) => row.id(n)),
    unitGrams: readWeight(row),
    dimensions: readSize(row),
    price: row.maybe('price', (n) => row.rounded(n, readCurrency(row))),
    updatedAt: readMoment(row, 'modified'),
  };
}

export const products = (input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> =>
  inSession(env, async (session) => {
    const place = await placeOf(input, session);
    const answer = await session.query('products', productsFrom(place.from));
    const rows = answer.list('rows', (row) => row);
    const read = readEach(
      rows,
      (row) => row.id('id', ID),
      (row) => {
        const product = readProduct(row);
        return place.since === undefined || Date.parse(product.updatedAt) >= place.since.getTime()
          ? product
          : undefined;
      },
    );
    return {
      items: read.items,
      problems: [...saidBy(answer), ...read.problems],
      next: after(place, answer, rows),
    };
  });
