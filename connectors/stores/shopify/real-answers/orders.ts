/** An order of a clothing shop whose only shirt came back; the question did not ask for fulfilment orders, so none names it. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { toDecimal } from '@scanship/domain/money/money';
import { readOrder } from '../src/order-reader.ts';

const cad = (amount: string) => ({ shopMoney: { amount, currencyCode: 'CAD' } });

export const answers: readonly RealAnswer[] = [
  {
    name: 'refunded in part and nothing left of its line: nothing to ship and no hold; amounts of one decimal',
    operation: 'orders',
    source: 'https://github.com (notes on exchanges of a clothing shop)',
    recorded: '2024-01-09',
    read: () => {
      const order = readOrder({
        order: readObject({
          id: 'gid://shopify/Order/5663957713180',
          name: '#1010101170',
          processedAt: '2024-01-09T14:54:29Z',
          updatedAt: '2024-01-09T14:54:29Z',
          cancelledAt: null,
          displayFinancialStatus: 'PARTIALLY_REFUNDED',
          tags: ['signifyd approved'],
          customAttributes: [{ key: 'language', value: 'en' }],
          totalPriceSet: cad('59.89'),
          shippingLine: { code: 'Standard', title: 'Standard' },
          shippingAddress: {
            name: 'Test Buyer',
            address1: '48 Test Crescent',
            address2: null,
            city: 'Toronto',
            provinceCode: 'ON',
            zip: 'M2J 3X7',
            countryCodeV2: 'CA',
            phone: null,
          },
        }),
        lines: [
          readObject({
            id: 'gid://shopify/LineItem/14507358519580',
            name: 'The Jasper Oxford Shirt in White - M',
            sku: '1110352-010-M',
            variant: { id: 'gid://shopify/ProductVariant/47226692763932' },
            quantity: 1,
            currentQuantity: 0,
            unfulfilledQuantity: 0,
            requiresShipping: true,
            customAttributes: [],
            originalUnitPriceSet: cad('43.0'),
          }),
        ],
        groups: [],
      });
      return [
        `${order.number} | ${toDecimal(order.total)} | ${order.hold?.code} | ${order.gift} | ${order.tags.join()}`,
        [order.shipTo.address1, order.shipTo.address2, order.shipTo.provinceCode, order.shipTo.zipcode].join(' / '),
        ...order.lines.map(
          (l) => `${l.title} | ${l.sku} | ${l.quantity} x ${toDecimal(l.unitPrice)} | ${l.shipped} | ${l.cancelled}`,
        ),
      ];
    },
    means: [
      '#1010101170 | 59.89 | undefined | false | signifyd approved',
      '48 Test Crescent /  / ON / M2J 3X7',
      'The Jasper Oxford Shirt in White - M | 1110352-010-M | 1 x 43.00 | 0 | 1',
    ],
  },
];
