/** Our own request and answer for everything, written from Mirakl's document (A01, PC01, OR11, OF21, SH21, ST11, ST01, OR23, OR24). */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';

const SHOP = '2101';

const exchange = (
  method: string,
  path: string,
  body: unknown,
  more: {
    readonly query?: NonNullable<OwnExchange['request']['query']>;
    readonly sent?: unknown;
    readonly key?: string;
    readonly status?: number;
  } = {},
): OwnExchange => ({
  request: {
    method,
    path,
    query: { shop_id: SHOP, ...more.query },
    headers: { authorization: more.key ?? 'own-case-access' },
    ...(more.sent === undefined ? {} : { body: more.sent }),
  },
  answer: { status: more.status ?? 200, body },
});

const account = {
  shop_id: 2101,
  shop_name: 'Maple Electronics',
  shop_state: 'SUSPENDED',
  currency_iso_code: 'CAD',
  contact_informations: {
    street1: '1 Elm',
    street2: null,
    city: 'Ottawa',
    state: 'Ontario',
    zip_code: 'K1A 0B1',
    country: 'CAN',
    phone: '613 555 0100',
    email: 'shop@mail.example',
  },
};
const platform = {
  features: { shipment: { multi_shipment: true }, disable_seller_alternative_carrier: true },
  timezone: 'America/Toronto',
};

const line = (more: object = {}): object => ({
  order_line_id: '7001-A-1',
  order_line_state: 'SHIPPING',
  offer_id: 2130,
  offer_sku: 'S2000',
  product_title: 'Espresso machine',
  quantity: 3,
  price: 164.97,
  price_unit: 54.99,
  cancelations: [],
  taxes: [{ amount: 8.25, code: 'GST' }],
  shipping_taxes: [{ amount: 0.4, code: 'GST' }],
  shipped_date: null,
  ...more,
});
const order = (more: object = {}): object => ({
  order_id: '7001-A',
  commercial_id: '7001',
  order_state: 'SHIPPING',
  created_date: '2026-03-02T14:18:43Z',
  last_updated_date: '2026-03-02T14:59:58Z',
  currency_iso_code: 'CAD',
  order_tax_mode: 'TAX_EXCLUDED',
  total_price: 172.97,
  customer_notification_email: 'notification@mirakl.example',
  customer: {
    shipping_address: {
      firstname: 'Ann',
      lastname: 'Lee',
      company: null,
      street_1: '1 Elm',
      street_2: null,
      city: 'Ottawa',
      state: 'Ontario',
      zip_code: 'K1A 0B1',
      country: 'Canada',
      country_iso_code: 'CAN',
      additional_info: 'Back door',
    },
  },
  shipping_type_code: 'EXP',
  shipping_type_label: 'Expedited',
  shipping_deadline: '2026-03-04T23:59:59.999Z',
  order_lines: [line()],
  ...more,
});
const shipTo = {
  name: 'Ann Lee',
  address1: '1 Elm',
  city: 'Ottawa',
  provinceCode: 'ON',
  zipcode: 'K1A 0B1',
  countryCode: 'CA',
  email: 'notification@mirakl.example',
};
const readLine = (more: object = {}): object => ({
  externalLineId: '7001-A-1',
  externalProductId: '2130',
  sku: 'S2000',
  title: 'Espresso machine',
  quantity: 3,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 5499, currency: 'CAD' },
  needsShipping: true,
  ...more,
});
const read = (more: object = {}): object => ({
  externalId: '7001-A',
  number: '7001-A',
  placedAt: '2026-03-02T14:18:43Z',
  updatedAt: '2026-03-02T14:59:58Z',
  shipTo,
  buyerNote: 'Back door',
  gift: false,
  tags: [],
  total: { minor: 18162, currency: 'CAD' },
  requestedService: { code: 'EXP', name: 'Expedited' },
  shipBy: '2026-03-04T23:59:59.999Z',
  lines: [readLine()],
  ...more,
});

const shipments = (data: readonly object[]): OwnExchange =>
  exchange('GET', '/api/shipments?order_id=7001-A', { data }, { query: { limit: 100 } });
const byId = (more: object = {}): OwnExchange =>
  exchange('GET', '/api/orders', { orders: [order(more)], total_count: 1 }, { query: { order_ids: '7001-A', max: 1 } });
const carriers = exchange('GET', '/api/shipping/carriers', {
  carriers: [
    { code: 'FED', label: 'Fed Ex', standard_code: 'FED' },
    { code: 'CPC', label: 'Canada Post' },
  ],
});

const report = {
  externalOrderId: '7001-A',
  lines: [{ externalLineId: '7001-A-1', quantity: 2 }],
  parcels: [{ trackingNumber: '7023210039414604', trackingUrl: 'https://track.example/7023210039414604' }],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: true,
  reference: 'P000000000000001',
} as const;

const pullQuery = { sort: 'dateCreated', order: 'asc', max: 100, offset: 0 };

export const ownCases: readonly StoreOwnCase[] = [
  {
    name: 'a key opens its shop, and what the platform allows is kept',
    operation: 'connect',
    credentials: { apiKey: ' key-of-the-shop-2101 ', shopId: SHOP, acceptOrders: 'Yes' },
    exchanges: [
      exchange('GET', '/api/account', account, { key: 'key-of-the-shop-2101' }),
      exchange('GET', '/api/platform/configuration', platform, { key: 'key-of-the-shop-2101' }),
    ],
    expect: {
      externalAccount: SHOP,
      name: 'Maple Electronics',
      credentials: { accessToken: 'key-of-the-shop-2101' },
      settings: { several: true, otherCarriers: false, acceptOrders: true },
      address: {
        name: 'Maple Electronics',
        address1: '1 Elm',
        city: 'Ottawa',
        provinceCode: 'ON',
        zipcode: 'K1A 0B1',
        countryCode: 'CA',
        phone: '613 555 0100',
        email: 'shop@mail.example',
      },
      currency: 'CAD',
      timeZone: 'America/Toronto',
      problems: ['Best Buy has suspended the shop; no new orders come in.'],
    },
  },
  {
    name: 'a key that may not ask about the platform ships orders as a whole',
    operation: 'connect',
    credentials: { apiKey: 'key-of-the-shop-2101', shopId: SHOP },
    exchanges: [
      exchange(
        'GET',
        '/api/account',
        { shop_id: 2101, shop_name: 'Maple Electronics' },
        { key: 'key-of-the-shop-2101' },
      ),
      exchange(
        'GET',
        '/api/platform/configuration',
        { status: 403, message: 'Forbidden' },
        { key: 'key-of-the-shop-2101', status: 403 },
      ),
    ],
    expect: {
      externalAccount: SHOP,
      name: 'Maple Electronics',
      credentials: { accessToken: 'key-of-the-shop-2101' },
      settings: { several: false, otherCarriers: true, acceptOrders: false },
      address: { name: 'Maple Electronics' },
      problems: [],
    },
  },
  {
    name: 'the test names the shop',
    operation: 'testConnection',
    exchanges: [exchange('GET', '/api/account', account)],
    expect: { accountName: 'Maple Electronics', message: 'Connected to the Best Buy shop Maple Electronics.' },
  },
  {
    name: 'changed orders, taxes added, one partly shipped, one waiting, one cancelled, one for a person',
    operation: 'orders',
    input: { since: new Date('2026-03-01T00:00:00Z') },
    exchanges: [
      exchange(
        'GET',
        '/api/orders',
        {
          orders: [
            order(),
            order({
              order_id: '7002-A',
              order_state: 'WAITING_ACCEPTANCE',
              customer: null,
              order_tax_mode: 'TAX_INCLUDED',
              order_lines: [line({ order_line_state: 'WAITING_ACCEPTANCE', taxes: null })],
            }),
            order({
              order_id: '7003-A',
              order_state: 'CANCELED',
              order_lines: [line({ order_line_state: 'CANCELED' })],
            }),
            order({ order_id: '7004-A', order_state: 'BEING_SOMETHING_NEW' }),
            // Before the time that was asked for: Mirakl takes a little off it.
            order({ order_id: '7005-A', order_state: 'RECEIVED', last_updated_date: '2026-02-28T23:59:40Z' }),
          ],
          total_count: 130,
        },
        { query: { ...pullQuery, start_update_date: '2026-03-01T00:00:00.000Z' } },
      ),
      shipments([
        {
          id: 's-1',
          order_id: '7001-A',
          status: 'SHIPPED',
          tracking: null,
          shipment_lines: [{ order_line_id: '7001-A-1', quantity: 1 }],
        },
        {
          id: 's-2',
          order_id: '7001-A',
          status: 'SHIPPING',
          tracking: null,
          shipment_lines: [{ order_line_id: '7001-A-1', quantity: 1 }],
        },
      ]),
    ],
    expect: {
      items: [
        read({ lines: [readLine({ shipped: 1 })] }),
        read({
          externalId: '7002-A',
          number: '7002-A',
          hold: { code: 'on-hold', reason: 'The order waits at Best Buy to be accepted.' },
          shipTo: {
            name: '',
            address1: '',
            city: '',
            provinceCode: '',
            zipcode: '',
            countryCode: '',
            email: 'notification@mirakl.example',
          },
          buyerNote: undefined,
          total: { minor: 17297, currency: 'CAD' },
        }),
        read({
          externalId: '7003-A',
          number: '7003-A',
          cancelledAt: '2026-03-02T14:59:58Z',
          lines: [readLine({ cancelled: 3 })],
        }),
        read({
          externalId: '7004-A',
          number: '7004-A',
          hold: { code: 'on-hold', reason: 'The order has the state "BEING_SOMETHING_NEW" at Best Buy.' },
        }),
      ],
      problems: [],
      next: {
        offset: 100,
        told: ['7001-A', '7002-A', '7003-A', '7004-A'].map((id) => `${id} 2026-03-02T14:59:58Z`),
        since: '2026-03-01T00:00:00.000Z',
      },
      total: 130,
    },
  },
  {
    name: 'the next page leaves out what the last one told',
    operation: 'orders',
    input: { cursor: { offset: 100, told: ['7001-A 2026-03-02T14:59:58Z'] } },
    exchanges: [
      exchange(
        'GET',
        '/api/orders',
        { orders: [order({ order_state: 'RECEIVED' })], total_count: 101 },
        { query: { ...pullQuery, offset: 100 } },
      ),
    ],
    expect: { items: [], problems: [] },
  },
  {
    name: 'orders by id, with units that were cancelled, however Mirakl counts them',
    operation: 'ordersById',
    externalIds: ['7001-A', '7009-A', '7001-A', 'no,id'],
    exchanges: [
      exchange(
        'GET',
        '/api/orders',
        {
          orders: [
            order({ order_lines: [line({ cancelations: [{ quantity: 1 }] })] }),
            order({
              order_id: '7009-A',
              order_lines: [line({ quantity: 2, price: 164.97, cancelations: [{ quantity: 1 }] })],
            }),
          ],
          total_count: 2,
        },
        { query: { order_ids: '7001-A,7009-A', max: 100 } },
      ),
      exchange('GET', '/api/shipments?order_id=7001-A&order_id=7009-A', { data: [] }, { query: { limit: 100 } }),
    ],
    expect: {
      items: [
        read({ lines: [readLine({ quantity: 4, cancelled: 1 })] }),
        read({ externalId: '7009-A', number: '7009-A', lines: [readLine({ quantity: 2, cancelled: 1 })] }),
      ],
      problems: [],
    },
  },
  {
    name: 'offers with price and barcode',
    operation: 'products',
    input: {},
    exchanges: [
      exchange(
        'GET',
        '/api/offers',
        {
          offers: [
            {
              offer_id: 2130,
              shop_sku: 'S2000',
              product_title: 'Espresso machine',
              price: 54.995,
              currency_iso_code: 'CAD',
              product_references: [
                { reference: 'MKP100', reference_type: 'SKU' },
                { reference: '012345678905', reference_type: 'UPC-A' },
              ],
            },
          ],
          total_count: 101,
        },
        { query: { sort: 'productTitle', max: 100, offset: 0 } },
      ),
    ],
    expect: {
      items: [
        {
          externalId: '2130',
          sku: 'S2000',
          title: 'Espresso machine',
          barcode: '012345678905',
          price: { minor: 5500, currency: 'CAD' },
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      problems: [],
      next: { offset: 100 },
      total: 101,
    },
  },
  {
    name: 'what is left, and how Best Buy names the carrier',
    operation: 'fulfil',
    step: 'plan',
    input: report,
    exchanges: [byId(), shipments([]), carriers],
    expect: {
      kind: 'done',
      keep: { several: true, known: [], tracking: { carrierCode: 'CPC', number: '7023210039414604' } },
    },
  },
  {
    name: 'a part of the order as a shipment',
    operation: 'fulfil',
    step: 'create',
    input: report,
    kept: { several: true, known: [], tracking: { carrierCode: 'CPC', number: '7023210039414604' } },
    exchanges: [
      exchange(
        'POST',
        '/api/shipments',
        {
          shipment_errors: [],
          shipment_success: [
            {
              id: 'f40bf65e',
              order_id: '7001-A',
              status: 'SHIPPED',
              tracking: { tracking_number: '7023210039414604' },
              shipment_lines: [{ order_line_id: '7001-A-1', quantity: 2 }],
            },
          ],
        },
        {
          status: 201,
          sent: {
            shipments: [
              {
                order_id: '7001-A',
                shipment_lines: [{ order_line_id: '7001-A-1', quantity: 2 }],
                shipped: true,
                tracking: { carrier_code: 'CPC', tracking_number: '7023210039414604' },
              },
            ],
          },
        },
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: ['f40bf65e'] } },
  },
  {
    name: 'the number of an order that ships as a whole, with a carrier that Best Buy does not list',
    operation: 'fulfil',
    step: 'tracking',
    input: report,
    kept: {
      several: false,
      known: [],
      tracking: { carrierName: 'Maple Local', url: 'https://track.example/1', number: '1, 2' },
    },
    exchanges: [
      exchange('PUT', '/api/orders/7001-A/tracking', '', {
        status: 204,
        sent: { carrier_name: 'Maple Local', carrier_url: 'https://track.example/1', tracking_number: '1, 2' },
      }),
    ],
    expect: { kind: 'done' },
  },
  {
    name: 'an order that ships as a whole is validated',
    operation: 'fulfil',
    step: 'create',
    input: report,
    kept: { several: false, known: [] },
    exchanges: [exchange('PUT', '/api/orders/7001-A/ship', '', { status: 204 })],
    expect: { kind: 'done', result: { fulfilmentIds: ['7001-A'] } },
  },
];
