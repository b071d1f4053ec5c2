/** Our own request and answer for everything that comes in, written by hand from the public reference. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { LOCATIONS, ORDER_LINES, ORDERS, ORDERS_BY_ID, PRODUCTS, SHOP } from '../src/documents.ts';
import { cad, graphql, nodes } from './own-exchanges.ts';
import { pushOwnCases } from './own-cases-push.ts';
import { refundOwnCases } from './own-cases-refund.ts';

const shopAnswer = {
  shop: {
    id: 'gid://shopify/Shop/7001',
    name: 'Maple Goods',
    email: 'hello@maple-goods.example',
    myshopifyDomain: 'maple-demo.myshopify.com',
    currencyCode: 'CAD',
    ianaTimezone: 'America/Toronto',
    weightUnit: 'KILOGRAMS',
    shopAddress: {
      company: 'Maple Goods Ltd.',
      address1: '100 Queen St W',
      address2: null,
      city: 'Toronto',
      provinceCode: 'ON',
      zip: 'M5H 2N2',
      countryCodeV2: 'CA',
      phone: null,
    },
  },
  currentAppInstallation: {
    accessScopes: [
      'read_orders',
      'write_orders',
      'read_products',
      'read_inventory',
      'write_merchant_managed_fulfillment_orders',
    ].map((handle) => ({ handle })),
  },
};
const LOCATIONS_MISSING = 'Locations are missing: the permission to read locations was not given.';
const about = {
  externalAccount: 'maple-demo.myshopify.com',
  name: 'Maple Goods',
  settings: { shopId: 'gid://shopify/Shop/7001' },
  address: {
    name: 'Maple Goods',
    companyName: 'Maple Goods Ltd.',
    address1: '100 Queen St W',
    city: 'Toronto',
    provinceCode: 'ON',
    zipcode: 'M5H 2N2',
    countryCode: 'CA',
    email: 'hello@maple-goods.example',
  },
  currency: 'CAD',
  timeZone: 'America/Toronto',
  weightUnit: 'kg',
  problems: [LOCATIONS_MISSING],
};

const tokenExchange = (body: string, answer: object, status = 200): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/admin/oauth/access_token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  },
  answer: { status, body: answer },
});

const line = (id: number, more: object = {}): object => ({
  id: `gid://shopify/LineItem/${id}`,
  name: 'Maple syrup - 500 ml',
  sku: 'SYR-500',
  quantity: 3,
  currentQuantity: 2,
  unfulfilledQuantity: 1,
  customAttributes: [],
  requiresShipping: true,
  originalUnitPriceSet: cad('18.5'),
  weight: { value: 0.85, unit: 'KILOGRAMS' },
  image: { url: 'https://cdn.shopify.example/syrup.png' },
  variant: {
    id: 'gid://shopify/ProductVariant/1101',
    inventoryItem: { harmonizedSystemCode: '1702.20', countryCodeOfOrigin: 'CA' },
  },
  ...more,
});

const readLine = {
  externalLineId: 'gid://shopify/LineItem/11',
  externalProductId: 'gid://shopify/ProductVariant/1101',
  sku: 'SYR-500',
  title: 'Maple syrup - 500 ml',
  unitPrice: { minor: 1850, currency: 'CAD' },
  unitGrams: 850,
  hsCode: '170220',
  originCountry: 'CA',
  imageUrl: 'https://cdn.shopify.example/syrup.png',
  needsShipping: true,
};

const group = (id: number, status: string, lines: readonly object[], more: object = {}): object => ({
  id: `gid://shopify/FulfillmentOrder/${id}`,
  status,
  fulfillAt: null,
  fulfillBy: null,
  assignedLocation: { location: { id: 'gid://shopify/Location/501' } },
  fulfillmentHolds: [],
  lineItems: nodes(lines),
  ...more,
});
const groupLine = (lineId: number, totalQuantity: number, remainingQuantity: number): object => ({
  totalQuantity,
  remainingQuantity,
  lineItem: { id: `gid://shopify/LineItem/${lineId}` },
});

const order = (more: object = {}): object => ({
  id: 'gid://shopify/Order/1',
  name: '#1001',
  processedAt: '2026-11-20T15:00:00Z',
  updatedAt: '2026-11-21T09:30:00Z',
  cancelledAt: null,
  displayFinancialStatus: 'PAID',
  email: 'amelie@mail.example',
  note: 'Ring twice.',
  tags: ['VIP'],
  customAttributes: [{ key: 'gift_message', value: 'Bonne fête !' }],
  totalPriceSet: cad('46.95'),
  shippingLine: { code: 'Standard', title: 'Standard shipping' },
  shippingAddress: {
    name: 'Amélie Tremblay',
    company: null,
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    provinceCode: 'QC',
    zip: 'H2X 3J7',
    countryCodeV2: 'CA',
    phone: null,
  },
  lineItems: nodes([line(11)]),
  fulfillmentOrders: nodes([group(21, 'IN_PROGRESS', [groupLine(11, 2, 1)], { fulfillBy: '2026-11-23T22:00:00Z' })]),
  ...more,
});

const readOrder = {
  externalId: 'gid://shopify/Order/1',
  number: '#1001',
  placedAt: '2026-11-20T15:00:00Z',
  updatedAt: '2026-11-21T09:30:00Z',
  shipTo: {
    name: 'Amélie Tremblay',
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
    email: 'amelie@mail.example',
  },
  buyerNote: 'Ring twice.',
  gift: true,
  tags: ['VIP'],
  total: { minor: 4695, currency: 'CAD' },
  requestedService: { code: 'Standard', name: 'Standard shipping' },
  shipBy: '2026-11-23T22:00:00Z',
  externalLocationId: 'gid://shopify/Location/501',
  // Three were ordered; one was removed again, one has left, one waits.
  lines: [{ ...readLine, group: 'gid://shopify/FulfillmentOrder/21', quantity: 3, cancelled: 1, shipped: 1 }],
};

export const ownCases: readonly StoreOwnCase[] = [
  {
    name: 'the consent page, with everything we ask for',
    operation: 'begin',
    state: 'signed.state',
    redirectUri: 'https://app.example/connect',
    exchanges: [],
    expect:
      'https://maple-demo.myshopify.com/admin/oauth/authorize?client_id=scanship-demo-app&scope=read_orders%2Cwrite_orders%2Cread_products%2Cread_inventory%2Cread_locations%2Cread_merchant_managed_fulfillment_orders%2Cwrite_merchant_managed_fulfillment_orders&redirect_uri=https%3A%2F%2Fapp.example%2Fconnect&state=signed.state',
  },
  {
    name: 'a signed entry, its host padded, signed as a form',
    operation: 'checkEntry',
    now: '2026-11-21T12:00:30Z',
    query: {
      shop: 'maple-demo.myshopify.com',
      timestamp: '1795262400',
      host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvbWFwbGUtZGVtbw==',
      hmac: 'bd09009125babc74d907faa6838129a69a10474575a9321897e84649cb4f799b',
    },
    exchanges: [],
    expect: { externalAccount: 'maple-demo.myshopify.com', code: '' },
  },
  {
    name: 'the code exchanged for access that ends, and who the shop is',
    operation: 'complete',
    code: 'c0de',
    redirectUri: 'https://app.example/connect',
    exchanges: [
      tokenExchange('client_id=scanship-demo-app&client_secret=shpss_simulator_only_4f6d1c&code=c0de&expiring=1', {
        access_token: 'shpat_1',
        scope: 'read_orders',
        expires_in: 3600,
        refresh_token: 'shprt_1',
        refresh_token_expires_in: 7_776_000,
      }),
      graphql(SHOP, {}, shopAnswer, {}, 'shpat_1'),
    ],
    expect: {
      ...about,
      credentials: {
        accessToken: 'shpat_1',
        scope: 'read_orders',
        accessExpiresAt: '2026-01-01T01:00:00.000Z',
        refreshToken: 'shprt_1',
        refreshExpiresAt: '2026-04-01T00:00:00.000Z',
      },
    },
  },
  {
    name: 'access renewed: both tokens are replaced',
    operation: 'renew',
    exchanges: [
      tokenExchange(
        'client_id=scanship-demo-app&client_secret=shpss_simulator_only_4f6d1c&grant_type=refresh_token&refresh_token=own-case-refresh',
        { access_token: 'shpat_2', scope: 'read_orders', expires_in: 3600, refresh_token: 'shprt_2' },
      ),
    ],
    expect: {
      accessToken: 'shpat_2',
      scope: 'read_orders',
      accessExpiresAt: '2026-01-01T01:00:00.000Z',
      refreshToken: 'shprt_2',
    },
  },
  {
    name: 'the shop’s name, and what is missing',
    operation: 'testConnection',
    exchanges: [graphql(SHOP, {}, shopAnswer)],
    expect: {
      accountName: 'Maple Goods',
      message: `Connected to the Shopify shop Maple Goods. ${LOCATIONS_MISSING}`,
    },
  },
  {
    name: 'a page of orders since a moment, one of them broken, with more to come',
    operation: 'orders',
    input: { since: new Date('2026-11-21T09:00:00Z') },
    exchanges: [
      graphql(
        ORDERS,
        { query: "updated_at:>='2026-11-21T09:00:00.000Z'" },
        {
          orders: nodes([order(), order({ id: 'gid://shopify/Order/2', totalPriceSet: cad('free') })], {
            hasNextPage: true,
            endCursor: 'cursor-1',
          }),
        },
      ),
    ],
    expect: {
      items: [readOrder],
      problems: [
        {
          externalId: 'gid://shopify/Order/2',
          message: 'orders.nodes[1].totalPriceSet.shopMoney.amount should be an amount in CAD but is "free".',
        },
      ],
      next: { after: 'cursor-1', query: "updated_at:>='2026-11-21T09:00:00.000Z'" },
    },
  },
  {
    name: 'further lines of an order, a fulfilment that was taken back, and a hold',
    operation: 'orders',
    input: { cursor: { after: 'cursor-1' } },
    exchanges: [
      graphql(
        ORDERS,
        { after: 'cursor-1' },
        {
          orders: nodes([
            order({
              note: null,
              customAttributes: [],
              lineItems: nodes([line(11, { quantity: 2, unfulfilledQuantity: 2 })], {
                hasNextPage: true,
                endCursor: 'line-1',
              }),
              fulfillmentOrders: nodes([
                // Shipped, then taken back: its two units are in the fulfilment order below.
                group(20, 'CLOSED', [groupLine(11, 2, 0)]),
                group(21, 'ON_HOLD', [groupLine(11, 2, 2), groupLine(12, 1, 1)], {
                  fulfillmentHolds: [
                    { reason: 'HIGH_RISK_OF_FRAUD', displayReason: 'High risk of fraud', reasonNotes: 'Call first' },
                  ],
                }),
              ]),
            }),
          ]),
        },
      ),
      graphql(
        ORDER_LINES,
        { id: 'gid://shopify/Order/1', after: 'line-1' },
        {
          order: {
            lineItems: nodes([
              line(12, {
                name: 'Trail map',
                sku: null,
                quantity: 1,
                currentQuantity: 1,
                unfulfilledQuantity: 1,
                weight: { value: 0, unit: 'POUNDS' },
                image: null,
                variant: null,
              }),
            ]),
          },
        },
      ),
    ],
    expect: {
      items: [
        {
          ...readOrder,
          buyerNote: undefined,
          gift: false,
          shipBy: undefined,
          hold: { code: 'fraud-review', reason: 'High risk of fraud: Call first' },
          lines: [
            { ...readLine, group: 'gid://shopify/FulfillmentOrder/21', quantity: 2, cancelled: 0, shipped: 0 },
            {
              externalLineId: 'gid://shopify/LineItem/12',
              title: 'Trail map',
              unitPrice: { minor: 1850, currency: 'CAD' },
              needsShipping: true,
              group: 'gid://shopify/FulfillmentOrder/21',
              quantity: 1,
              cancelled: 0,
              shipped: 0,
            },
          ],
        },
      ],
      problems: [],
    },
  },
  {
    name: 'orders by id: one that is not there, one by its fulfilment order',
    operation: 'ordersById',
    externalIds: ['gid://shopify/Order/9', 'gid://shopify/FulfillmentOrder/21', 'nonsense'],
    exchanges: [
      graphql(
        ORDERS_BY_ID,
        { ids: ['gid://shopify/Order/9', 'gid://shopify/FulfillmentOrder/21'] },
        { nodes: [null, { __typename: 'FulfillmentOrder', order: order() }] },
      ),
    ],
    expect: { items: [readOrder], problems: [] },
  },
  {
    name: 'products with what customs ask for, one without a readable weight',
    operation: 'products',
    input: {},
    exchanges: [
      graphql(
        PRODUCTS,
        {},
        {
          productVariants: nodes([
            {
              id: 'gid://shopify/ProductVariant/1106',
              sku: 'PAD-54',
              barcode: '0628055500017',
              displayName: 'Canoe paddle - 54 in',
              price: '119.00',
              updatedAt: '2026-10-01T00:00:00Z',
              media: { nodes: [{ preview: { image: { url: 'https://cdn.shopify.example/paddle.png' } } }] },
              inventoryItem: {
                harmonizedSystemCode: '9506.29',
                countryCodeOfOrigin: 'CA',
                measurement: { weight: { value: 1.9, unit: 'POUNDS' } },
              },
            },
            {
              id: 'gid://shopify/ProductVariant/1111',
              sku: null,
              barcode: null,
              displayName: 'Trail map',
              price: '12.00',
              updatedAt: '2026-10-01T00:00:00Z',
              media: { nodes: [] },
              inventoryItem: {
                harmonizedSystemCode: null,
                countryCodeOfOrigin: null,
                measurement: { weight: { value: 3, unit: 'STONES' } },
              },
            },
          ]),
          shop: { currencyCode: 'CAD' },
        },
      ),
    ],
    expect: {
      items: [
        {
          externalId: 'gid://shopify/ProductVariant/1106',
          sku: 'PAD-54',
          title: 'Canoe paddle - 54 in',
          barcode: '0628055500017',
          unitGrams: 862,
          hsCode: '950629',
          originCountry: 'CA',
          price: { minor: 11_900, currency: 'CAD' },
          imageUrl: 'https://cdn.shopify.example/paddle.png',
          updatedAt: '2026-10-01T00:00:00Z',
        },
        {
          externalId: 'gid://shopify/ProductVariant/1111',
          title: 'Trail map',
          price: { minor: 1200, currency: 'CAD' },
          updatedAt: '2026-10-01T00:00:00Z',
        },
      ],
      problems: [
        {
          message:
            'productVariants.nodes[1].inventoryItem.measurement.weight.unit should be one of GRAMS, KILOGRAMS, OUNCES, POUNDS but is "STONES".',
        },
      ],
    },
  },
  {
    name: 'locations, closed ones included',
    operation: 'locations',
    exchanges: [
      graphql(
        LOCATIONS,
        {},
        {
          locations: nodes([
            {
              id: 'gid://shopify/Location/501',
              name: 'Toronto warehouse',
              isActive: true,
              address: {
                address1: '100 Queen St W',
                address2: null,
                city: 'Toronto',
                provinceCode: 'ON',
                zip: 'M5H 2N2',
                countryCode: 'CA',
                phone: '+14165550100',
              },
            },
          ]),
        },
      ),
    ],
    expect: [
      {
        externalId: 'gid://shopify/Location/501',
        name: 'Toronto warehouse',
        address: {
          address1: '100 Queen St W',
          city: 'Toronto',
          provinceCode: 'ON',
          zipcode: 'M5H 2N2',
          countryCode: 'CA',
          phone: '+14165550100',
        },
        active: true,
      },
    ],
  },
  ...pushOwnCases,
  ...refundOwnCases,
];
