/** Our own request and answer for everything, written from Easyship's reference of 2024-09. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';

const TOKEN = 'sand_ownCaseToken';
const headers = { authorization: 'Bearer own-case-access', accept: 'application/json' };

const get = (
  path: string,
  body: unknown,
  more: {
    readonly query?: NonNullable<OwnExchange['request']['query']>;
    readonly token?: string;
    readonly status?: number;
  } = {},
): OwnExchange => ({
  request: {
    method: 'GET',
    path: `/2024-09${path}`,
    ...(more.query && { query: more.query }),
    headers: more.token === undefined ? headers : { ...headers, authorization: `Bearer ${more.token}` },
  },
  answer: { status: more.status ?? 200, body },
});
const listed = (name: string, items: readonly object[], next: number | null = null, page = 1): object => ({
  [name]: items,
  meta: { pagination: { page, next, count: null }, request_id: 'r' },
});

const address = {
  line_1: '1 Elm',
  line_2: null,
  city: 'Albany',
  state: 'NY',
  postal_code: '12207',
  country_alpha2: 'US',
  company_name: null,
  contact_name: 'Ann Lee',
  contact_phone: '518 555 0100',
  contact_email: 'ann@mail.example',
};
const readAddress = {
  name: 'Ann Lee',
  address1: '1 Elm',
  city: 'Albany',
  provinceCode: 'NY',
  zipcode: '12207',
  countryCode: 'US',
  phone: '518 555 0100',
  email: 'ann@mail.example',
};
const item = (more: object = {}): object => ({
  id: '01563646-58c1-4607-8fe0-cae3e33c0000',
  description: 'Lotion',
  sku: 'SKU-3',
  hs_code: '33049930',
  origin_country_alpha2: 'DE',
  quantity: 2,
  actual_weight: 0.25,
  declared_currency: 'USD',
  declared_customs_value: 12.5,
  ...more,
});
const line = (more: object = {}): object => ({
  externalLineId: '01563646-58c1-4607-8fe0-cae3e33c0000',
  sku: 'SKU-3',
  title: 'Lotion',
  quantity: 2,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 1250, currency: 'USD' },
  unitGrams: 250,
  hsCode: '33049930',
  originCountry: 'DE',
  needsShipping: true,
  ...more,
});
const shipment = (more: object = {}): object => ({
  easyship_shipment_id: 'ESUS10005104',
  created_at: '2026-03-02T07:22:09Z',
  updated_at: '2026-03-02T08:00:00Z',
  currency: 'USD',
  courier_service: { id: 'c-1', name: 'Ground Advantage', umbrella_name: 'USPS' },
  destination_address: { ...address, delivery_instructions: 'Beware of the dog' },
  label_state: 'not_created',
  order_data: {
    buyer_notes: 'Back door',
    buyer_selected_courier_name: 'Standard',
    order_created_at: '2026-03-01T20:00:00Z',
    order_tag_list: ['vip'],
    platform_name: 'Shopify',
    platform_order_number: '#1001',
    seller_notes: 'Fragile',
  },
  parcels: [
    { id: 'p1', items: [item()] },
    { id: 'p2', items: [item({ id: 'i2', sku: null, hs_code: null, quantity: 1, declared_customs_value: 3 })] },
  ],
  return: false,
  shipment_state: 'created',
  warehouse_state: 'none',
  ...more,
});
const second = (more: object = {}): object => ({
  externalLineId: 'i2',
  title: 'Lotion',
  quantity: 1,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 300, currency: 'USD' },
  unitGrams: 250,
  originCountry: 'DE',
  needsShipping: true,
  ...more,
});
const order = (more: object = {}): object => ({
  externalId: 'ESUS10005104',
  number: '#1001',
  placedAt: '2026-03-01T20:00:00Z',
  updatedAt: '2026-03-02T08:00:00Z',
  shipTo: readAddress,
  buyerNote: 'Back door\nBeware of the dog',
  internalNote: 'Fragile',
  gift: false,
  tags: ['vip'],
  total: { minor: 2800, currency: 'USD' },
  requestedService: { code: '', name: 'Standard' },
  lines: [line(), second()],
  ...more,
});
const account = (more: object = {}): object => ({
  account: { easyship_company_id: 'CHK000001', name: 'The Shopify Limited', ...more },
  meta: { request_id: 'r' },
});
const one = { page: 1, per_page: 1 };
/** 2026-01-01T00:00:00Z less two minutes. Fingerprints: base64url(SHA-256("<id> <milliseconds of updated_at>")), ten characters. */
const FROM = '2025-12-31T23:58:00.000Z';

export const ownCases: readonly StoreOwnCase[] = [
  {
    name: 'the token tells company, address and money',
    operation: 'connect',
    credentials: { token: ` ${TOKEN}` },
    exchanges: [
      get('/account', account({ billing_address: address, credit: { currency: 'HKD' } }), { token: TOKEN }),
      get('/shipments', listed('shipments', []), { query: one, token: TOKEN }),
      get('/products', listed('products', []), { query: one, token: TOKEN }),
    ],
    expect: {
      externalAccount: 'CHK000001',
      name: 'The Shopify Limited',
      credentials: { accessToken: TOKEN },
      settings: {},
      address: readAddress,
      currency: 'HKD',
      weightUnit: 'kg',
      problems: [],
    },
  },
  {
    name: 'a token without the permissions for addresses and balance',
    operation: 'connect',
    credentials: { token: TOKEN },
    exchanges: [
      get('/account', account(), { token: TOKEN }),
      get('/shipments', listed('shipments', [shipment()]), { query: one, token: TOKEN }),
      get('/products', listed('products', []), { query: one, token: TOKEN }),
    ],
    expect: {
      externalAccount: 'CHK000001',
      name: 'The Shopify Limited',
      credentials: { accessToken: TOKEN },
      settings: {},
      weightUnit: 'kg',
      problems: [],
    },
  },
  {
    name: 'the test names the company',
    operation: 'testConnection',
    exchanges: [get('/account', account({ easyship_company_id: 'CCA000017', name: 'Maple Exports' }))],
    expect: { accountName: 'Maple Exports', message: 'EasyShip accepts the access token of Maple Exports.' },
  },
  {
    name: 'shipments as orders, without returns; what changed since the pull began is remembered to its end',
    operation: 'orders',
    input: {},
    now: '2026-03-02T09:00:00Z',
    exchanges: [
      get(
        '/shipments',
        listed(
          'shipments',
          [
            shipment({ easyship_shipment_id: 'ESUS10005105', updated_at: '2026-03-02T08:59:00Z' }),
            shipment({ easyship_shipment_id: 'ESUS10005106', return: true }),
            shipment(),
            shipment({ easyship_shipment_id: 'ESUS10005107', label_state: 'generating' }),
            shipment({ easyship_shipment_id: 'ESUS10005108', shipment_state: 'cancelled' }),
            shipment({ easyship_shipment_id: 'ESUS10005109', label_state: 'printed', order_data: null }),
          ],
          2,
        ),
        { query: { page: 1, per_page: 100 } },
      ),
    ],
    expect: {
      items: [
        order({ externalId: 'ESUS10005105', updatedAt: '2026-03-02T08:59:00Z' }),
        order(),
        order({
          externalId: 'ESUS10005107',
          hold: { code: 'on-hold', reason: 'Easyship is making a label for it.' },
        }),
        order({
          externalId: 'ESUS10005108',
          cancelledAt: '2026-03-02T08:00:00Z',
          lines: [line({ cancelled: 2 }), second({ cancelled: 1 })],
        }),
        {
          externalId: 'ESUS10005109',
          number: 'ESUS10005109',
          placedAt: '2026-03-02T07:22:09Z',
          updatedAt: '2026-03-02T08:00:00Z',
          shipTo: readAddress,
          buyerNote: 'Beware of the dog',
          gift: false,
          tags: [],
          total: { minor: 2800, currency: 'USD' },
          requestedService: { code: 'c-1', name: 'USPS Ground Advantage' },
          lines: [line({ shipped: 2 }), second({ shipped: 1 })],
        },
      ],
      problems: [],
      next: {
        at: 2,
        begun: '2026-03-02T08:58:00.000Z',
        again: false,
        seen: ['SF6ZXnA6c2', 'ODkTjPhE6Y', 'qUEvuobdhW', '65uvev50Cq', 'GNHv3d4RGX', 'cuyCU7FgjG'],
        told: ['SF6ZXnA6c2'],
      },
    },
  },
  {
    name: 'one page is the whole pull; what is older than was asked for is left out',
    operation: 'orders',
    input: { since: new Date('2026-03-02T08:00:00.500Z') },
    exchanges: [
      get(
        '/shipments',
        listed('shipments', [
          shipment({ easyship_shipment_id: 'ESUS10005110', updated_at: '2026-03-02T07:59:59Z' }),
          shipment(),
        ]),
        { query: { page: 1, per_page: 100, updated_at_from: '2026-03-02T07:59:59Z' } },
      ),
    ],
    expect: { items: [order()], problems: [] },
  },
  {
    name: 'the last of several pages is followed by a second look at what changed since the pull began',
    operation: 'orders',
    input: {
      cursor: {
        since: '2025-12-30T12:00:00.000Z',
        at: 2,
        begun: FROM,
        again: false,
        seen: ['qUEvuobdhW'],
        told: ['x'],
      },
    },
    exchanges: [
      get('/shipments', listed('shipments', [shipment()], null, 2), {
        query: { page: 2, per_page: 100, updated_at_from: '2025-12-30T11:59:59Z' },
      }),
    ],
    expect: {
      items: [],
      problems: [],
      next: { since: FROM, at: 1, begun: FROM, again: true, seen: [], told: ['x', 'qUEvuobdhW'] },
    },
  },
  {
    name: 'what changed meanwhile, without what the page before told',
    operation: 'orders',
    input: {
      cursor: {
        since: '2026-03-02T08:00:00.000Z',
        at: 2,
        begun: '2026-03-02T08:00:00.000Z',
        again: true,
        seen: ['qUEvuobdhW'],
        told: [],
      },
    },
    exchanges: [
      get(
        '/shipments',
        listed('shipments', [shipment(), shipment({ easyship_shipment_id: 'ESUS10005110' })], null, 2),
        { query: { page: 2, per_page: 100, updated_at_from: '2026-03-02T07:59:59Z' } },
      ),
    ],
    expect: { items: [order({ externalId: 'ESUS10005110' })], problems: [] },
  },
  {
    name: 'shipments by their numbers, each once, unknown ones left out',
    operation: 'ordersById',
    externalIds: ['ESUS10005104', '../x', 'ESUS10005104', 'ESUS10009999'],
    exchanges: [
      get('/shipments/ESUS10005104', { shipment: shipment(), meta: {} }),
      get('/shipments/ESUS10009999', { error: { code: 'resource_not_found' } }, { status: 404 }),
    ],
    expect: { items: [order()], problems: [] },
  },
  {
    name: 'products with weight, size, customs data and price',
    operation: 'products',
    input: { cursor: { page: 2, since: '2026-03-01T00:00:00.000Z' } },
    exchanges: [
      get(
        '/products',
        listed(
          'products',
          [
            {
              id: '01563646-58c1-4607-8fe0-cae3e33c0003',
              identifier: 'SKU-3',
              name: 'Lotion',
              length: 12,
              width: 10.5,
              height: 5,
              weight: 0.25,
              hs_code: '33049930',
              origin_country_alpha2: 'DE',
              selling_price: 12.5,
              selling_price_currency: 'EUR',
              global_trade_item_number: '4006381333931',
              image_url: null,
              updated_at: '2026-03-02T12:21:00Z',
            },
            { id: 'old', name: 'Older', updated_at: '2026-02-22T12:21:00Z' },
          ],
          3,
          2,
        ),
        { query: { page: 2, per_page: 100 } },
      ),
    ],
    expect: {
      items: [
        {
          externalId: '01563646-58c1-4607-8fe0-cae3e33c0003',
          sku: 'SKU-3',
          title: 'Lotion',
          barcode: '4006381333931',
          unitGrams: 250,
          dimensions: { lengthMm: 120, widthMm: 105, heightMm: 50 },
          hsCode: '33049930',
          originCountry: 'DE',
          price: { minor: 1250, currency: 'EUR' },
          updatedAt: '2026-03-02T12:21:00Z',
        },
      ],
      problems: [],
      next: { page: 3, since: '2026-03-01T00:00:00.000Z' },
    },
  },
];
