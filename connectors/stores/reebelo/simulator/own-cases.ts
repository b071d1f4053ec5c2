/** Our own request and answer for everything, written from the published summary of Reebelo's documents. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { vendorOf } from '../src/vendor.ts';

const KEY = 'own-case-key-of-a-vendor';

const exchange = (
  method: string,
  path: string,
  body: unknown,
  more: {
    readonly query?: NonNullable<OwnExchange['request']['query']>;
    readonly sent?: unknown;
    readonly key?: string;
  } = {},
): OwnExchange => ({
  request: {
    method,
    path,
    ...(more.query ? { query: more.query } : {}),
    headers: { 'x-api-key': more.key ?? 'own-case-access' },
    ...(more.sent === undefined ? {} : { body: more.sent }),
  },
  answer: { status: 200, body },
});

const order = (more: object = {}): object => ({
  id: 5012345,
  order_number: 12345,
  name: '#A12345',
  processed_at: '2026-03-02T09:18:43-05:00',
  updated_at: '2026-03-02T14:59:58',
  cancelled_at: null,
  financial_status: 'paid',
  fulfillment_status: null,
  currency: 'USD',
  email: 'ann@mail.example',
  note: 'Back door',
  total_price: '958.95',
  lastDayToDispatch: '2026-03-04',
  shipping_address: {
    first_name: 'Ann',
    last_name: 'Lee',
    company: null,
    address1: '1 Elm',
    address2: '',
    city: 'Albany',
    province_code: 'NY',
    zip: '12207',
    country_code: 'US',
    phone: '518 555 0100',
  },
  shipping_lines: [{ title: 'Express', code: 'EXPRESS' }],
  line_items: [
    { id: 4568923, sku: 'IP13-BLK', title: 'iPhone 13', quantity: 2, price: '449.00', grams: 174 },
    { id: 4568924, sku: 'CASE', name: 'Case', quantity: 3, price: 17 },
  ],
  ...more,
});
const lines = (more: readonly object[] = []): object[] =>
  [
    {
      externalLineId: '4568923',
      externalProductId: 'IP13-BLK',
      sku: 'IP13-BLK',
      title: 'iPhone 13',
      quantity: 2,
      cancelled: 0,
      shipped: 0,
      unitPrice: { minor: 44900, currency: 'USD' },
      unitGrams: 174,
      needsShipping: true,
    },
    {
      externalLineId: '4568924',
      externalProductId: 'CASE',
      sku: 'CASE',
      title: 'Case',
      quantity: 3,
      cancelled: 0,
      shipped: 0,
      unitPrice: { minor: 1700, currency: 'USD' },
      needsShipping: true,
    },
  ].map((line, index) => ({ ...line, ...more[index] }));
const read = (more: object = {}): object => ({
  externalId: '12345',
  number: '#A12345',
  placedAt: '2026-03-02T09:18:43-05:00',
  updatedAt: '2026-03-02T14:59:58Z',
  shipTo: {
    name: 'Ann Lee',
    address1: '1 Elm',
    city: 'Albany',
    provinceCode: 'NY',
    zipcode: '12207',
    countryCode: 'US',
    phone: '518 555 0100',
    email: 'ann@mail.example',
  },
  buyerNote: 'Back door',
  gift: false,
  tags: [],
  total: { minor: 95895, currency: 'USD' },
  requestedService: { code: 'EXPRESS', name: 'Express' },
  shipBy: '2026-03-04T23:59:59Z',
  lines: lines(),
  ...more,
});

const search = (number: string, orders: readonly object[]): OwnExchange =>
  exchange('GET', '/sockets/orders', { orders }, { query: { search: number, page: 1, pageSize: 20 } });
const newest = (orders: readonly object[], key?: string): OwnExchange =>
  exchange(
    'GET',
    '/sockets/orders',
    { orders },
    {
      query: { page: 1, pageSize: 1, sortBy: 'orderDate-desc' },
      ...(key === undefined ? {} : { key }),
    },
  );

const anOffer = exchange(
  'GET',
  '/sockets/offers',
  { publishedOffers: [] },
  { key: KEY, query: { page: 1, pageSize: 1 } },
);

const report = {
  externalOrderId: '12345',
  lines: [
    { externalLineId: '4568923', quantity: 2 },
    { externalLineId: '4568924', quantity: 3 },
  ],
  parcels: [{ trackingNumber: '1Z999AA10123456784' }, { trackingNumber: '1Z999AA10123456785' }],
  carrier: { slug: 'ups', name: 'UPS' },
  notifyBuyer: false,
  reference: 'P000000000000001',
} as const;

export const ownCases: readonly StoreOwnCase[] = [
  {
    name: 'a key that opens orders is a vendor, whose money the newest order tells',
    operation: 'connect',
    credentials: { apiKey: ` ${KEY}`, shopName: 'Maple Refurbished ' },
    exchanges: [newest([order()], KEY), anOffer],
    expect: {
      externalAccount: vendorOf(KEY),
      name: 'Maple Refurbished',
      credentials: { accessToken: KEY },
      settings: { name: 'Maple Refurbished', currency: 'USD' },
      currency: 'USD',
      problems: [],
    },
  },
  {
    name: 'a vendor that has sold nothing yet',
    operation: 'connect',
    credentials: { apiKey: KEY, shopName: 'Maple' },
    exchanges: [newest([], KEY), anOffer],
    expect: {
      externalAccount: vendorOf(KEY),
      name: 'Maple',
      credentials: { accessToken: KEY },
      settings: { name: 'Maple' },
      problems: [],
    },
  },
  {
    name: 'the test names the vendor as the seller did',
    operation: 'testConnection',
    exchanges: [newest([])],
    expect: {
      accountName: 'Maple Refurbished',
      message: 'Reebelo accepts the API key of Maple Refurbished.',
    },
  },
  {
    name: 'orders of the last weeks, of which those that changed are told',
    operation: 'orders',
    input: { since: new Date('2026-03-02T14:00:00Z') },
    exchanges: [
      exchange(
        'GET',
        '/sockets/orders',
        {
          orders: [
            order({ order_number: 12344, name: '#A12344', updated_at: '2026-03-02T13:59:59Z' }),
            order(),
            order({ order_number: 12346, name: '#A12346', financial_status: 'pending' }),
            order({ order_number: 12347, name: '#A12347', cancelled_at: '2026-03-02T12:00:00Z' }),
            order({
              order_number: 12348,
              name: '#A12348',
              fulfillment_status: 'partial',
              fulfillments: [
                { status: 'success', tracking_number: '1Z1', line_items: [{ id: 4568923, quantity: 1 }] },
                { status: 'cancelled', tracking_number: '1Z2', line_items: [{ id: 4568923, quantity: 1 }] },
              ],
              refunds: [{ refund_line_items: [{ line_item_id: 4568924, quantity: 2 }] }],
            }),
          ],
          hasNextPage: true,
        },
        { query: { page: 1, pageSize: 50, sortBy: 'orderDate-asc', from: '2026-01-16T14:00:00' } },
      ),
    ],
    expect: {
      items: [
        read(),
        read({
          externalId: '12346',
          number: '#A12346',
          hold: { code: 'payment-pending', reason: 'The payment is pending at Reebelo.' },
        }),
        read({
          externalId: '12347',
          number: '#A12347',
          cancelledAt: '2026-03-02T12:00:00Z',
          lines: lines([{ cancelled: 2 }, { cancelled: 3 }]),
        }),
        read({ externalId: '12348', number: '#A12348', lines: lines([{ shipped: 1 }, { cancelled: 2 }]) }),
      ],
      problems: [],
      next: { page: 2, since: '2026-03-02T14:00:00.000Z' },
    },
  },
  {
    name: 'a later page of all orders, which is the last because it is not full',
    operation: 'orders',
    input: { cursor: { page: 3 } },
    exchanges: [
      exchange(
        'GET',
        '/sockets/orders',
        { orders: [order({ fulfillment_status: 'fulfilled' })] },
        { query: { page: 3, pageSize: 50, sortBy: 'orderDate-asc' } },
      ),
    ],
    expect: { items: [read({ lines: lines([{ shipped: 2 }, { shipped: 3 }]) })], problems: [] },
  },
  {
    name: 'an order by its number, of all that a search finds',
    operation: 'ordersById',
    externalIds: ['12345', '12', 'x1', '12345'],
    exchanges: [search('12345', [order({ order_number: 112345 }), order()]), search('12', [order()])],
    expect: { items: [read()], problems: [] },
  },
  {
    name: 'offers by SKU, priced in the money of the vendor',
    operation: 'products',
    input: {},
    exchanges: [
      exchange(
        'GET',
        '/sockets/offers',
        { publishedOffers: [{ sku: 'IP13-BLK', name: 'iPhone 13', price: 449.5, stock: 3 }], hasNextPage: true },
        { query: { page: 1, pageSize: 50 } },
      ),
    ],
    expect: {
      items: [
        {
          externalId: 'IP13-BLK',
          sku: 'IP13-BLK',
          title: 'iPhone 13',
          price: { minor: 44950, currency: 'USD' },
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      problems: [],
      next: { page: 2 },
    },
  },
  {
    name: 'what is left of the order',
    operation: 'fulfil',
    step: 'plan',
    input: report,
    exchanges: [search('12345', [order()])],
    expect: { kind: 'done' },
  },
  {
    name: 'a report that is there is not made again',
    operation: 'fulfil',
    step: 'plan',
    input: report,
    exchanges: [
      search('12345', [
        order({
          fulfillment_status: 'fulfilled',
          fulfillments: [{ tracking_number: '1Z999AA10123456784, 1Z999AA10123456785' }],
        }),
      ]),
    ],
    expect: { kind: 'done', keep: { there: true }, result: { fulfilmentIds: ['12345'] } },
  },
  {
    name: 'carrier and numbers of the whole order',
    operation: 'fulfil',
    step: 'create',
    input: report,
    kept: {},
    exchanges: [
      exchange('PUT', '/sockets/orders/track', '', {
        sent: {
          orderNumber: 12345,
          carrier: 'UPS',
          trackingNumber: '1Z999AA10123456784, 1Z999AA10123456785',
          lineItems: [
            { id: 4568923, quantity: 2 },
            { id: 4568924, quantity: 3 },
          ],
        },
      }),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: ['12345'] } },
  },
];
