/** Lines of a shop's trial orders after edits and partial shipments, and what a buyer chose for a coffee. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { orderInWords } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readOrder } from '../src/order-reader.ts';

const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'VND' } });

interface Sold {
  readonly name: string;
  readonly quantity: number;
  readonly current: number;
  readonly unfulfilled: number;
  readonly price: string;
  readonly sku?: string | null;
  readonly variant?: boolean;
  readonly choices?: readonly (readonly [key: string, value: string | null])[];
}

/** What is open lies in one fulfilment order, as in a shop of one location; the recorded question did not ask for it. */
const linesOf = (id: string, updatedAt: string, ...sold: readonly Sold[]): readonly string[] =>
  orderInWords(
    readOrder({
      order: readObject({
        id: `gid://shopify/Order/${id}`,
        name: '#1001',
        processedAt: '2024-07-09T03:21:45Z',
        updatedAt,
        cancelledAt: null,
        displayFinancialStatus: 'PAID',
        tags: [],
        customAttributes: [],
        totalPriceSet: money('0.0'),
        shippingLine: null,
        shippingAddress: null,
      }),
      lines: sold.map((one, index) =>
        readObject({
          id: `gid://shopify/LineItem/1507734008651${index}`,
          name: one.name,
          sku: one.sku ?? '',
          variant: one.variant === true ? { id: 'gid://shopify/ProductVariant/45671056015605' } : null,
          quantity: one.quantity,
          currentQuantity: one.current,
          unfulfilledQuantity: one.unfulfilled,
          requiresShipping: true,
          customAttributes: (one.choices ?? []).map(([key, value]) => ({ key, value })),
          originalUnitPriceSet: money(one.price),
          weight: one.variant === true ? { value: 0, unit: 'KILOGRAMS' } : null,
        }),
      ),
      groups: [
        {
          group: readObject({
            id: 'gid://shopify/FulfillmentOrder/1',
            status: sold.some(({ unfulfilled }) => unfulfilled > 0) ? 'OPEN' : 'CLOSED',
            assignedLocation: null,
            fulfillmentHolds: [],
          }),
          lines: sold.map(({ unfulfilled }, index) =>
            readObject({
              totalQuantity: unfulfilled,
              remainingQuantity: unfulfilled,
              lineItem: { id: `gid://shopify/LineItem/1507734008651${index}` },
            }),
          ),
        },
      ],
    }),
  ).filter((line) => line.includes(' x '));

const of = (name: string, read: () => readonly string[], means: readonly string[]): RealAnswer => ({
  name,
  operation: 'orders',
  source: 'https://github.com (a connector’s test data, a page of orders of a trial shop)',
  recorded: '2025-09-09',
  partOf: 'a page of orders',
  read,
  means,
});

const made = { name: 'testing product', quantity: 1, price: '0.0' };
const product = { name: 'product02', quantity: 15, price: '20000.0', variant: true };

export const answers: readonly RealAnswer[] = [
  of(
    'a line typed in by hand, sent: no product, an empty SKU',
    () => linesOf('5993326248181', '2024-07-09T03:21:45Z', { ...made, current: 1, unfulfilled: 0 }),
    ['testing product | - | 1 x 0 | 1 shipped'],
  ),
  of(
    'the same, still to be shipped',
    () => linesOf('5993330475253', '2024-07-09T03:27:27Z', { ...made, current: 1, unfulfilled: 1 }),
    ['testing product | - | 1 x 0 | '],
  ),
  of(
    'ten of fifteen taken off again, five sent; another line taken off whole',
    () =>
      linesOf(
        '5993342501109',
        '2025-09-04T02:44:37Z',
        { ...product, current: 5, unfulfilled: 0 },
        { ...made, current: 0, unfulfilled: 0 },
      ),
    ['product02 | - | 15 x 20000 | 5 shipped, 10 cancelled', 'testing product | - | 1 x 0 | 1 cancelled'],
  ),
  of(
    'four of fifteen taken off, ten sent, one to go',
    () => linesOf('5993563750645', '2025-08-25T03:50:11Z', { ...product, current: 11, unfulfilled: 1 }),
    ['product02 | - | 15 x 20000 | 10 shipped, 4 cancelled'],
  ),
  {
    name: 'what the buyer chose for each packet; a text field left empty',
    operation: 'orders',
    source: 'Shopify/shopify_api',
    recorded: 'unknown',
    read: () =>
      linesOf('450789469', '2024-07-09T03:21:45Z', {
        name: 'Create Your Own Coffee 3 Pack',
        quantity: 1,
        current: 1,
        unfulfilled: 1,
        price: '31.0',
        choices: [
          ['1st Coffee', 'Coffee1'],
          ['2nd Coffee', 'Coffee2'],
          ['Select Your Grind', 'Ground'],
          ['Your First Name', null],
          ['_builder', '3-pack'],
        ],
      }),
    means: [
      'Create Your Own Coffee 3 Pack (1st Coffee: Coffee1, 2nd Coffee: Coffee2, Select Your Grind: Ground) | - | 1 x 31 | ',
    ],
  },
];
