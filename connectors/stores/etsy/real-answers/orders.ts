/** A receipt of a seller in Germany: statuses with a capital, empty texts, a discount that is in the price already. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { toDecimal } from '@scanship/domain/money/money';
import { readOrder } from '../src/order-reader.ts';

const eur = (amount: number) => ({ amount, divisor: 100, currency_code: 'EUR' });
const receipt = {
  receipt_id: 4117291123,
  receipt_type: 0,
  buyer_email: null,
  name: 'Test Buyer',
  first_line: 'Teststraße 28',
  second_line: '',
  city: 'Wuppertal',
  state: '',
  zip: '42287',
  status: 'Completed',
  country_iso: 'DE',
  message_from_seller: '',
  message_from_buyer: null,
  is_shipped: true,
  is_paid: true,
  create_timestamp: 1784082920,
  created_timestamp: 1784082920,
  update_timestamp: 1784113965,
  updated_timestamp: 1784113965,
  is_gift: false,
  gift_message: '',
  gift_sender: '',
  grandtotal: eur(1867),
  subtotal: eur(1867),
  total_price: eur(2075),
  discount_amt: eur(208),
  shipments: [
    {
      receipt_shipping_id: 1499891665490,
      shipment_notification_timestamp: 1784113965,
      carrier_name: 'DHL Germany',
      tracking_code: '00340434626839404910',
    },
  ],
  transactions: [
    {
      transaction_id: 5140980728,
      title: 'Motorbike with sidecar M18',
      quantity: 1,
      is_digital: false,
      file_data: '',
      transaction_type: 'physical',
      product_id: 1122334455,
      sku: 'M18',
      price: eur(1867),
      shipping_cost: eur(0),
      variations: [],
      product_data: [],
      min_processing_days: 0,
      max_processing_days: 0,
      shipping_method: 'DHL',
      shipping_upgrade: '',
      expected_ship_date: 1784113965,
      buyer_coupon: 0,
      shop_coupon: 0,
    },
  ],
};

/** The same receipt with another transaction. */
const changed = (transaction: object) => ({
  ...receipt,
  transactions: receipt.transactions.map((one) => ({ ...one, ...transaction })),
});
const linesOf = (transaction: object): readonly string[] =>
  readOrder(readObject(changed(transaction))).lines.map(({ title, quantity }) => `${title} | ${quantity}`);

export const answers: readonly RealAnswer[] = [
  {
    name: 'completed with a capital, no state, no e-mail, empty gift message and upgrade',
    operation: 'orders',
    source: 'https://github.com (a module of a German shop system, an order kept in its notes)',
    recorded: '2026-07-15',
    read: () => {
      const { shipTo: to, ...order } = readOrder(readObject(receipt));
      return [
        `${order.number} | ${order.placedAt} | ${order.updatedAt} | ${toDecimal(order.total)} ${order.total.currency}`,
        [to.name, to.address1, to.address2, to.city, to.provinceCode, to.zipcode, to.countryCode, to.email].join(' / '),
        [order.hold?.code, order.buyerNote, order.internalNote, order.requestedService?.name, order.shipBy].join(' / '),
        ...order.lines.map((l) => `${l.title} | ${l.sku} | ${l.quantity} x ${toDecimal(l.unitPrice)} | ${l.shipped}`),
      ];
    },
    means: [
      '4117291123 | 2026-07-15T02:35:20.000Z | 2026-07-15T11:12:45.000Z | 18.67 EUR',
      'Test Buyer / Teststraße 28 /  / Wuppertal /  / 42287 / DE / ',
      ' /  /  / DHL / 2026-07-15T11:12:45.000Z',
      'Motorbike with sidecar M18 | M18 | 1 x 18.67 | 1',
    ],
  },
  {
    name: 'a size with an apostrophe as an entity, a personal text and a question left open',
    operation: 'orders',
    source: 'https://github.com/etsy/open-api/issues/254',
    recorded: '2022-04-07',
    read: () =>
      linesOf({
        variations: [
          { property_id: 200, value_id: 49974750678, formatted_name: 'Color', formatted_value: 'Green' },
          {
            property_id: 52047899294,
            value_id: 110653694015,
            formatted_name: "Women's clothing size",
            formatted_value: '14 UK women&#039;s',
          },
          { property_id: 54, value_id: null, formatted_name: 'Personalization', formatted_value: '' },
        ],
      }),
    means: ["Motorbike with sidecar M18 (Color: Green, Women's clothing size: 14 UK women's) | 1"],
  },
  {
    name: 'standard delivery: neither a method nor an upgrade is named',
    operation: 'orders',
    source: 'https://github.com/etsy/open-api/issues/374',
    recorded: '2022-02-14',
    read: () =>
      readOrder(readObject(changed({ shipping_method: null, shipping_upgrade: null }))).requestedService ?? 'none',
    means: 'none',
  },
];
