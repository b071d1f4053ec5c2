/** Our own request and answer for everything that is read, written from the platform's documents. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { outgoingCases } from './own-cases-push.ts';
import { refundOwnCases } from './own-cases-refund.ts';
import { exchange } from './own-exchanges.ts';

const ACCOUNT = 'maple-woo.example';
const KEY = `ck_${'1a'.repeat(20)}`;
const SECRET = `cs_${'2b'.repeat(20)}`;
const index = exchange(
  'GET',
  '/',
  {
    name: 'Maple Woo &amp; Co',
    home: 'https://maple-woo.example',
    timezone_string: '',
    gmt_offset: -5,
    namespaces: ['wc/v3'],
  },
  { access: null, query: { _fields: 'name,home,timezone_string,gmt_offset,namespaces' } },
);
const oneOrder = (access?: string): OwnExchange =>
  exchange('GET', '/wc/v3/orders', [{ id: 7 }], {
    query: { per_page: 1, _fields: 'id' },
    pages: [1, 1],
    ...(access === undefined ? {} : { access }),
  });
const setting = (id: string, value: string): object => ({ id, label: id, value });

const address = {
  first_name: 'Ann',
  last_name: 'Lee',
  company: '',
  address_1: '1 Elm',
  address_2: '',
  city: 'Ottawa',
  state: 'ON',
  postcode: 'K1A 0B1',
  country: 'CA',
};
const order = (more: object = {}): object => ({
  id: 727,
  number: 'A-727',
  status: 'processing',
  currency: 'CAD',
  date_created: '2026-03-22T12:28:02',
  date_created_gmt: '2026-03-22T16:28:02',
  date_modified_gmt: '2026-03-22T16:28:08',
  total: '29.35',
  customer_note: 'Back door',
  billing: { ...address, phone: '613 555 0100', email: 'ann@mail.example' },
  shipping: address,
  meta_data: [],
  line_items: [
    { id: 315, name: 'Mug &#8211; blue', product_id: 93, variation_id: 0, quantity: 3, subtotal: '10.00', sku: 'MUG' },
    { id: 316, name: 'Shirt', product_id: 22, variation_id: 23, quantity: 1, subtotal: '12.000', sku: '' },
  ],
  shipping_lines: [{ id: 317, method_title: 'Flat Rate', method_id: 'flat_rate' }],
  refunds: [],
  ...more,
});
const shipTo = {
  name: 'Ann Lee',
  address1: '1 Elm',
  city: 'Ottawa',
  provinceCode: 'ON',
  zipcode: 'K1A 0B1',
  countryCode: 'CA',
  phone: '613 555 0100',
  email: 'ann@mail.example',
};
const lines = (cancelled: number, shipped = false): object[] => [
  {
    externalLineId: '315',
    externalProductId: '93',
    sku: 'MUG',
    title: 'Mug – blue',
    quantity: 3,
    cancelled,
    shipped: shipped ? 3 : 0,
    unitPrice: { minor: 333, currency: 'CAD' },
    needsShipping: true,
  },
  {
    externalLineId: '316',
    externalProductId: '23',
    title: 'Shirt',
    quantity: 1,
    cancelled: 0,
    shipped: shipped ? 1 : 0,
    unitPrice: { minor: 1200, currency: 'CAD' },
    needsShipping: true,
  },
];
const read = (more: object = {}): object => ({
  externalId: '727',
  number: 'A-727',
  placedAt: '2026-03-22T16:28:02Z',
  updatedAt: '2026-03-22T16:28:08Z',
  shipTo,
  buyerNote: 'Back door',
  gift: false,
  tags: [],
  total: { minor: 2935, currency: 'CAD' },
  requestedService: { code: 'flat_rate', name: 'Flat Rate' },
  lines: lines(0),
  ...more,
});
const orderQuery = { status: 'any', orderby: 'modified', order: 'asc', per_page: 50, page: 1 };

export const ownCases: readonly StoreOwnCase[] = [
  {
    name: 'keys are tried, the shop is known by name, address, currency and zone; WordPress is asked without them',
    operation: 'connect',
    credentials: { account: ACCOUNT, consumerKey: KEY, consumerSecret: SECRET },
    exchanges: [
      index,
      exchange(
        'GET',
        '/wc/v3/settings/general',
        [
          setting('woocommerce_store_address', '10 Shipper Street'),
          setting('woocommerce_store_city', 'Toronto'),
          setting('woocommerce_default_country', 'CA:ON'),
          setting('woocommerce_store_postcode', 'M5V 2T6'),
          setting('woocommerce_currency', 'CAD'),
        ],
        { access: `${KEY}:${SECRET}` },
      ),
      exchange('GET', '/wc/v3/settings/products', [setting('woocommerce_weight_unit', 'lbs')], {
        access: `${KEY}:${SECRET}`,
      }),
      oneOrder(`${KEY}:${SECRET}`),
    ],
    expect: {
      externalAccount: ACCOUNT,
      name: 'Maple Woo & Co',
      credentials: { accessToken: `${KEY}:${SECRET}` },
      settings: {},
      address: {
        name: 'Maple Woo & Co',
        address1: '10 Shipper Street',
        city: 'Toronto',
        zipcode: 'M5V 2T6',
        provinceCode: 'ON',
        countryCode: 'CA',
      },
      currency: 'CAD',
      timeZone: 'Etc/GMT+5',
      weightUnit: 'lb',
      problems: [],
    },
  },
  {
    name: 'the test asks who the shop is and for one order',
    operation: 'testConnection',
    exchanges: [index, oneOrder()],
    expect: { accountName: 'Maple Woo & Co', message: 'Connected to the WooCommerce shop Maple Woo & Co.' },
  },
  {
    name: 'a first page from the oldest change on; the next goes on from the moment this one ended with',
    operation: 'orders',
    input: {},
    exchanges: [exchange('GET', '/wc/v3/orders', [order()], { query: orderQuery, pages: [2, 51] })],
    expect: {
      items: [read()],
      problems: [],
      next: { at: '2026-03-22T16:28:08Z', told: ['727'], page: 1 },
      total: 51,
    },
  },
  {
    name: 'changed since: one second earlier, in GMT without a zone; what is older or was told is left out',
    operation: 'orders',
    input: { cursor: { at: '2026-03-22T16:28:08Z', told: ['727'], page: 1, since: '2026-03-01T00:00:00.000Z' } },
    exchanges: [
      exchange(
        'GET',
        '/wc/v3/orders',
        [order(), order({ id: 728, number: '728', status: 'on-hold', date_modified_gmt: '2026-03-22T16:28:09' })],
        {
          query: { ...orderQuery, modified_after: '2026-03-22T16:28:07', dates_are_gmt: 'true' },
          pages: [1, 2],
        },
      ),
    ],
    expect: {
      items: [
        read({
          externalId: '728',
          number: '728',
          updatedAt: '2026-03-22T16:28:09Z',
          hold: { code: 'on-hold', reason: 'The order is on hold at WooCommerce.' },
        }),
      ],
      problems: [],
    },
  },
  {
    name: 'single orders: refunded units are not shipped, a completed one is, what is no id is not asked for',
    operation: 'ordersById',
    externalIds: ['727', 'x', '728'],
    exchanges: [
      exchange('GET', '/wc/v3/orders/727', order({ refunds: [{ id: 5, reason: '', total: '-3.33' }] })),
      exchange('GET', '/wc/v3/orders/728', order({ id: 728, status: 'completed' })),
      exchange(
        'GET',
        '/wc/v3/orders/727/refunds',
        [
          {
            id: 5,
            line_items: [{ id: 6, quantity: -1, meta_data: [{ id: 1, key: '_refunded_item_id', value: '315' }] }],
          },
        ],
        { query: { per_page: 100, page: 1 }, pages: [1, 1] },
      ),
    ],
    expect: {
      items: [read({ lines: lines(1) }), read({ externalId: '728', lines: lines(0, true) })],
      problems: [],
    },
  },
  {
    name: 'products in the shop’s units; variations stand for what they vary',
    operation: 'products',
    input: { since: new Date('2026-03-01T00:00:00Z') },
    exchanges: [
      exchange('GET', '/wc/v3/settings/products/woocommerce_weight_unit', setting('woocommerce_weight_unit', 'oz')),
      exchange(
        'GET',
        '/wc/v3/settings/products/woocommerce_dimension_unit',
        setting('woocommerce_dimension_unit', 'in'),
      ),
      exchange('GET', '/wc/v3/settings/general/woocommerce_currency', setting('woocommerce_currency', 'JPY')),
      exchange(
        'GET',
        '/wc/v3/products',
        [
          {
            id: 93,
            name: 'Mug',
            type: 'simple',
            sku: 'MUG',
            price: '900.00',
            weight: '10',
            dimensions: { length: '4', width: '3', height: '' },
            images: [{ id: 1, src: 'https://shop.example/mug.jpg' }],
            date_modified_gmt: '2026-03-02T10:00:00',
          },
          { id: 22, name: 'Shirt', type: 'variable', date_modified_gmt: '2026-03-02T10:00:00' },
          { id: 24, name: 'Set', type: 'grouped', date_modified_gmt: '2026-03-02T10:00:00' },
        ],
        {
          query: {
            orderby: 'id',
            order: 'asc',
            per_page: 50,
            page: 1,
            modified_after: '2026-02-28T23:59:59',
            dates_are_gmt: 'true',
          },
          pages: [1, 3],
        },
      ),
      exchange(
        'GET',
        '/wc/v3/products/22/variations',
        [
          {
            id: 23,
            sku: '',
            price: '',
            weight: '',
            dimensions: { length: '1', width: '2', height: '3' },
            image: null,
            attributes: [
              { id: 6, name: 'Color', option: 'Green' },
              { id: 7, name: 'Size', option: '' },
            ],
            date_modified_gmt: '2026-03-03T10:00:00',
          },
        ],
        { query: { per_page: 100, page: 1 }, pages: [1, 1] },
      ),
    ],
    expect: {
      items: [
        {
          externalId: '93',
          sku: 'MUG',
          title: 'Mug',
          unitGrams: 283,
          price: { minor: 900, currency: 'JPY' },
          imageUrl: 'https://shop.example/mug.jpg',
          updatedAt: '2026-03-02T10:00:00Z',
        },
        {
          externalId: '23',
          title: 'Shirt - Green',
          dimensions: { lengthMm: 25, widthMm: 51, heightMm: 76 },
          updatedAt: '2026-03-03T10:00:00Z',
        },
      ],
      problems: [],
    },
  },
  ...outgoingCases,
  ...refundOwnCases,
];
