/** Products by their last change, with weight and size. Customs data has no column of its own in Fishbowl. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store';
import type { StoreEnv } from '@scanship/connector-kit/store-environment';
import type { StoreProduct } from '@scanship/domain/store-order';
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
    const items: StoreProduct[] = [];
    const problems: PullPage<StoreProduct>['problems'][number][] = [];
    for (const row of rows) {
      const one = row.isolated();
      const quiet = row.isolated();
      const externalId = quiet.maybe('id', (n) => quiet.id(n, ID));
      try {
        const product = readProduct(one);
        if (place.since === undefined || Date.parse(product.updatedAt) >= place.since.getTime()) items.push(product);
      } catch (error) {
        if (!(error instanceof FieldProblem)) throw error;
        problems.push({ externalId, message: error.message });
      }
      problems.push(...one.problems.map((message) => ({ externalId, message })));
    }
    return {
      items,
      problems: [...answer.problems.map((message) => ({ message })), ...problems],
      next: after(place, answer, rows),
    };
  });
