import { listProducts, updateProduct } from '@scanship/contracts/products/products';
import { saveProductsFromOrders } from '@scanship/contracts/products/products-from-orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeProductKit, type ProductKit } from '../../../test/product-kit.ts';

let kit: ProductKit;
beforeAll(async () => {
  kit = await makeProductKit();
});
afterAll(() => kit.close());

const find = async (sku: string) => {
  const { products } = await kit.ask(listProducts, { query: { size: 200 }, body: { search: { value: sku } } });
  return products.find((product) => product.sku === sku);
};
const idOf = async (number: string): Promise<string> => {
  const { rows } = await kit.database.db.tenant(kit.ctx, (tx) =>
    sql<{ id: string }>`SELECT id FROM orders WHERE number = ${number}`.execute(tx),
  );
  return rows[0]?.id ?? '';
};
const save = async (numbers: readonly string[], replace = false) =>
  kit.ask(saveProductsFromOrders, { body: { ids: await Promise.all(numbers.map(idOf)), replace } });

test('items of orders become products, complete those that are there, and what else waits gets what it lacks', async () => {
  const mug = { sku: 'MUG', title: 'Blue mug', quantity: 1, unitMinor: 1_500 };
  await kit.import([{ externalId: 'p1', sku: 'PLATE', title: 'Plate', unitGrams: 400 }]);
  await kit.addOrders([
    {
      number: 'O1',
      more: { placedAt: new Date('2026-11-01T10:00:00Z'), items: [{ ...mug, weightGrams: 300, hsCode: '691200' }] },
    },
    {
      number: 'O2',
      more: {
        placedAt: new Date('2026-11-10T10:00:00Z'),
        items: [
          { ...mug, title: 'Blue mug, new', weightGrams: 320 },
          { sku: 'plate', title: 'Plate', quantity: 1, unitMinor: 900, weightGrams: 999, originCountry: 'PT' },
          { title: 'Card', quantity: 1, unitMinor: 100 },
        ],
      },
    },
    { number: 'O3', more: { items: [mug] } },
  ]);
  // The newest order counts where it says something; what a product has already stays.
  expect(await save(['O1', 'O2'])).toEqual({ created: 1, changed: 1, unchanged: 0, withoutSku: 1, orders: 2 });
  expect(await find('MUG')).toMatchObject({
    title: 'Blue mug, new',
    weightGrams: 320,
    hsCode: '691200',
    value: { minor: 1_500, currency: 'CAD' },
  });
  expect(await find('PLATE')).toMatchObject({ weightGrams: 400, originCountry: 'PT' });
  const waiting = await kit.database.db.tenant(kit.ctx, (tx) =>
    sql<{
      weight_g: number;
      hs_code: string;
    }>`SELECT i.weight_g, i.hs_code FROM order_items i JOIN orders o ON o.id = i.order_id
      WHERE o.number = 'O3'`.execute(tx),
  );
  expect(waiting.rows).toEqual([{ weight_g: 320, hs_code: '691200' }]);

  expect(await save(['O1', 'O2'])).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
  // From the page of an order what it says counts; the title stays the product's.
  const before = await find('MUG');
  if (!before) throw new Error('no product');
  await kit.ask(updateProduct, {
    params: { id: before.id },
    body: { version: before.version, changes: { weightGrams: 1 } },
  });
  expect(await save(['O1'], true)).toMatchObject({ created: 0, changed: 1 });
  expect(await find('MUG')).toMatchObject({ title: 'Blue mug, new', weightGrams: 300 });
});
