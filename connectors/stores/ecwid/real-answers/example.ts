/** Ecwid’s own example of a page of orders: paid and shipped, without an address, a coupon, a tax on the delivery alone. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { orderInWords } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readOrder } from '../src/order-reader.ts';
import { readUnits } from '../src/reading.ts';

/** Orders say neither of it. */
const UNITS = readUnits(readObject({ currency: 'USD', weightUnit: 'KILOGRAM', dimensionsUnit: 'CM' }));

export const answers: readonly RealAnswer[] = [
  {
    name: 'letters for a number, two days of making it, no buyer and no weight',
    operation: 'orders',
    source: 'https://docs.ecwid.com (Search orders)',
    recorded: '2024-05-01',
    isExample: true,
    read: () => {
      const order = readOrder(
        readObject({
          id: 'EBJFT',
          internalId: 492_512_057,
          refundedAmount: 0,
          subtotal: 500,
          total: 600,
          totalWithoutTax: 590,
          email: '',
          tax: 10,
          couponDiscount: 10,
          paymentStatus: 'PAID',
          fulfillmentStatus: 'SHIPPED',
          orderNumber: 492_512_057,
          vendorOrderNumber: 'EBJFT',
          publicUid: 'EBJFT',
          discount: 0,
          usdTotal: 642.404477130936,
          createDate: '2024-05-01 05:26:28 +0000',
          updateDate: '2024-05-01 05:26:28 +0000',
          createTimestamp: 1_714_541_188,
          updateTimestamp: 1_714_541_188,
          items: [
            {
              id: 1_741_253_497,
              productId: 439_710_255,
              price: 500,
              priceWithoutTax: 500,
              productPrice: 0,
              sku: '000001',
              quantity: 1,
              tax: 0,
              shipping: 0,
              name: 'Pizza',
              isShippingRequired: true,
              weight: 0,
              digital: false,
              attributes: [],
            },
          ],
          refunds: [],
          shippingOption: {
            shippingMethodId: 'customShippingId',
            shippingMethodName: 'Shipping',
            shippingRate: 110,
            isPickup: false,
            fulfillmentType: 'SHIPPING',
          },
          shipments: [],
          ticket: -160_802_399,
          hidden: false,
          taxesOnShipping: [{ name: 'Custom tax', value: 10, total: 10 }],
          externalFulfillment: false,
          pricesIncludeTax: false,
        }),
        UNITS,
      );
      return order ? orderInWords(order) : [];
    },
    means: [
      'EBJFT | 2024-05-01T05:26:28.000Z | 2024-05-01T05:26:28.000Z | 600.00 USD |  Shipping',
      ' / ',
      'Pizza | 000001 | 1 x 500.00 | 1 shipped',
    ],
  },
];
