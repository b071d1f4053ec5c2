/** Orders of shops with plug-ins: what the core's documents do not show. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readOrder } from '../src/order-reader.ts';

const whole = {
  id: 78,
  number: '78',
  status: 'processing',
  currency: 'CLP',
  date_created_gmt: '2019-11-08T14:10:09',
  date_modified_gmt: '2019-11-08T14:10:09',
  total: '449990',
  customer_note: '',
  billing: { first_name: 'A', last_name: 'B', address_1: '1', city: 'Santiago', postcode: '', country: 'CL' },
  shipping: { first_name: '', last_name: '', address_1: '', city: '', postcode: '', country: '' },
  shipping_lines: [],
  refunds: [],
};

const lines =
  (currency: string, ...line_items: readonly object[]) =>
  () =>
    readOrder(readObject({ ...whole, currency, line_items }), new Map())?.lines.map((line) =>
      [line.externalLineId, line.title, line.sku ?? '-', line.quantity, line.unitPrice.minor, line.needsShipping].join(
        ' | ',
      ),
    );

export const answers: readonly RealAnswer[] = [
  {
    name: 'a line of a plug-in has no name, no product and no SKU',
    operation: 'orders',
    source: 'https://github.com (test data of a mobile shop, order 78)',
    recorded: '2019-11-08',
    read: lines('USD', {
      id: 12,
      name: '',
      product_id: 0,
      variation_id: 0,
      quantity: 2,
      subtotal: '0.00',
      total: '0.00',
      sku: null,
      price: 0,
      image: { id: 0, src: '' },
      parent_name: null,
      bundled_by: '',
      bundled_item_title: '',
      bundled_items: [],
    }),
    means: ['12 | Item 12 | - | 2 | 0 | true'],
  },
  {
    name: 'a currency without cents, an image whose id is text, empty names of kits',
    operation: 'orders',
    source: 'https://github.com (an integration of a Chilean shop)',
    recorded: 'unknown',
    read: lines('CLP', {
      id: 1609,
      name: 'Horno Convector Eléctrico VHC1A',
      product_id: 61,
      variation_id: 0,
      quantity: 1,
      subtotal: '449990',
      sku: '100873',
      price: 449990,
      image: { id: '61198', src: 'https://shop.example/horno.jpg' },
      parent_name: null,
      composite_parent: '',
      composite_children: [],
      bundled_by: '',
      bundled_item_title: '',
      bundled_items: [],
    }),
    means: ['1609 | Horno Convector Eléctrico VHC1A | 100873 | 1 | 449990 | true'],
  },
];
