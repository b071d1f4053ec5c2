import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { expect, it } from 'vitest';
import { openLines } from './packing.ts';
import { returnOrder } from './return-order.ts';

const line = (no: number, quantity: number, weightGrams: number | null) => ({
  line: no,
  title: `Item ${no}`,
  sku: null,
  quantity,
  allocated: quantity,
  cancelled: 0,
  weightGrams,
});
/** Only what the functions under test read. */
const order = { id: 'o1', items: [line(1, 3, 200), line(2, 1, 500), line(3, 2, null)], weightGrams: null } as Pick<
  OrderDetail,
  'id'
> as OrderDetail;
const contents = (items: readonly { line: number; quantity: number }[], orderId = 'o1') => [
  { orderId, orderNumber: '1', items: items.map((item) => ({ ...item, title: '', parcelNumber: 1 })) },
];

it('only what lies in the shipment can come back, and it weighs what it weighs', () => {
  const back = returnOrder(order, {
    contents: contents([
      { line: 1, quantity: 1 },
      { line: 1, quantity: 1 },
      { line: 2, quantity: 1 },
    ]),
  });
  expect(openLines(back).map(({ line: no, quantity }) => [no, quantity])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect(back.weightGrams).toBe(900);
});

it('an item without a weight leaves the weight to a person', () => {
  expect(returnOrder(order, { contents: contents([{ line: 3, quantity: 1 }]) }).weightGrams).toBeNull();
});

it('what belongs to another order of the shipment does not come back with this one', () => {
  expect(returnOrder(order, { contents: contents([{ line: 1, quantity: 1 }], 'o2') }).items).toEqual([]);
});
