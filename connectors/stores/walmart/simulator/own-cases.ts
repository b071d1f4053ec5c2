/** Our own request and answer for what both markets do, written by hand from Walmart's OpenAPI documents. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { exchanges, lineOf, orderOf, quantity, type OwnMarket } from './own-samples.ts';

const readOrder = (market: OwnMarket): Readonly<Record<string, unknown>> => ({
  externalId: '1796277083022',
  number: '5281956426648',
  placedAt: '2025-12-29T09:20:00.000Z',
  updatedAt: '2025-12-31T16:53:20.000Z',
  shipTo: {
    name: 'Kathryn Cole',
    address1: '3258B Warners Rd',
    address2: 'Garage',
    city: 'Warners',
    provinceCode: market.state,
    zipcode: '13164',
    countryCode: market.country.slice(0, 2),
    phone: '3155598681',
    email: '3A31739D8B0A45A1B23F7F8C81C8747F@relay.walmart.com',
    residential: true,
  },
  gift: false,
  tags: ['TWO_DAY'],
  total: { minor: 6_589, currency: market.currency },
  requestedService: { code: 'Standard', name: 'Standard' },
  shipBy: '2026-01-01T20:40:00.000Z',
  externalLocationId: '84955660770217985',
  lines: [
    {
      externalLineId: '1',
      externalProductId: 'SYR-500',
      sku: 'SYR-500',
      title: 'Maple syrup 500 ml',
      quantity: 3,
      cancelled: 0,
      shipped: 1,
      unitPrice: { minor: 1_850, currency: market.currency },
      unitGrams: 680,
      imageUrl: 'https://i5.walmartimages.com/asr/1.jpeg',
      needsShipping: true,
    },
  ],
});

const WITH = { productInfo: 'true', replacementInfo: 'true' };
export const parcels: FulfilInput = {
  externalOrderId: '1796277083022',
  lines: [{ externalLineId: '1', quantity: 2 }],
  parcels: [
    { trackingNumber: '2010000000000001', trackingUrl: 'https://track.example/1' },
    { trackingNumber: '2010000000000002', trackingUrl: 'https://track.example/2' },
  ],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: true,
  reference: 'P000000000000001',
};

export function ownCasesOf(market: OwnMarket): StoreOwnCase[] {
  const { get, send, token } = exchanges(market);
  const granted = { access_token: 'eyJraWQiOiJ0b2tlbiJ9', token_type: 'Bearer', expires_in: 900 };
  const profile = {
    partner: {
      partnerId: market.partnerId,
      partnerName: 'Maple Goods Limited',
      partnerDisplayName: 'Maple Goods',
      countryOfIncorporation: 'CA',
    },
    configurations: [{ configurationName: 'ACCOUNT', configuration: { status: 'ACTIVE' } }],
  };
  const detail = {
    expire_at: '1560973098000',
    issued_at: '1560972198000',
    is_valid: true,
    is_channel_match: true,
    scopes: { orders: 'view_only', item: 'full_access' },
  };
  const path = '/v3/orders/1796277083022';
  const partly = lineOf(market, [
    ['Shipped', 1],
    ['Acknowledged', 2],
  ]);
  const fresh = lineOf(market, [['Created', 2]]);
  const known = lineOf(market, [['Acknowledged', 2]]);
  const plan = {
    shares: [
      { lineNumber: '1', quantity: 1, parcel: 0 },
      { lineNumber: '1', quantity: 1, parcel: 1 },
    ],
    acknowledge: true,
    number: '5281956426648',
    methodCode: 'Standard',
  };
  const info = (index: number): object => ({
    shipDateTime: Date.parse('2026-01-01T00:00:00Z'),
    carrierName: { carrier: 'Canada Post' },
    methodCode: 'Standard',
    trackingNumber: `201000000000000${index}`,
    trackingURL: `https://track.example/${index}`,
  });
  const status = (index: number): object => ({
    status: 'Shipped',
    statusQuantity: quantity(1),
    trackingInfo: info(index),
  });
  return [
    {
      name: 'renewal: a new token from the keys that are kept',
      operation: 'renew',
      exchanges: [token(':', granted)],
      expect: { accessToken: 'eyJraWQiOiJ0b2tlbiJ9', accessExpiresAt: '2026-01-01T00:15:00.000Z' },
    },
    {
      name: 'test: who the seller is, and what the keys may not do',
      operation: 'testConnection',
      exchanges: [get('/v3/settings/partnerprofile', profile), get('/v3/token/detail', detail)],
      expect: {
        accountName: 'Maple Goods',
        message: `Connected to Maple Goods at ${market.name}. These keys may only look at orders, so nothing can be reported as shipped; give them full access to orders in the developer portal.`,
      },
    },
    {
      name: 'orders: units by status, milliseconds, amounts as numbers, weight in pounds',
      operation: 'orders',
      input: { since: new Date('2025-12-31T10:00:00.700Z') },
      exchanges: [
        get(
          '/v3/orders',
          { list: { meta: { totalCount: 1, limit: 200 }, elements: { order: [orderOf(market, [partly])] } } },
          {
            createdStartDate: '2025-07-06T00:00:00Z',
            lastModifiedStartDate: '2025-12-31T10:00:00Z',
            shipNodeType: 'SellerFulfilled',
            limit: 200,
            ...WITH,
          },
        ),
      ],
      expect: { items: [readOrder(market)], problems: [], total: 1 },
    },
    {
      name: 'orders: the platform’s own cursor is asked as it is, then what changed since the pull began',
      operation: 'orders',
      input: {
        cursor: {
          begun: '2025-12-31T23:58:00Z',
          createdFrom: '2025-07-06T00:00:00Z',
          next: '?limit=200&hasMoreElements=true&soIndex=201&poIndex=200&createdEndDate=2026-01-01T00:00:00.000Z',
          tail: false,
          told: [],
        },
      },
      exchanges: [
        get(
          '/v3/orders?limit=200&hasMoreElements=true&soIndex=201&poIndex=200&createdEndDate=2026-01-01T00:00:00.000Z',
          { list: { meta: { totalCount: 201, limit: 200 }, elements: { order: [] } } },
        ),
      ],
      expect: {
        items: [],
        problems: [],
        next: {
          begun: '2025-12-31T23:58:00Z',
          createdFrom: '2025-07-06T00:00:00Z',
          changedFrom: '2025-12-31T23:58:00Z',
          tail: true,
          told: [],
        },
      },
    },
    {
      name: 'orders by id: cancelled, asked to cancel, shipped by Walmart, unknown',
      operation: 'ordersById',
      externalIds: ['1796277083022', '1796277083023', '1796277083024', '1796277083025', 'not-an-id'],
      exchanges: [
        get(path, { order: orderOf(market, [lineOf(market, [['Cancelled', 3]])]) }, WITH),
        get(
          '/v3/orders/1796277083023',
          {
            order: orderOf(market, [lineOf(market, [['Created', 3]], { intentToCancel: 'true' })], {
              purchaseOrderId: '1796277083023',
              orderType: 'REPLACEMENT',
            }),
          },
          WITH,
        ),
        get(
          '/v3/orders/1796277083024',
          { order: orderOf(market, [partly], { shipNode: { type: 'WFSFulfilled' } }) },
          WITH,
        ),
        get(
          '/v3/orders/1796277083025',
          { errors: { error: [{ code: 'CONTENT_NOT_FOUND.GMP_ORDER_API', description: 'No order found' }] } },
          WITH,
          { status: 404 },
        ),
      ],
      expect: {
        items: [
          {
            ...readOrder(market),
            cancelledAt: '2025-12-31T16:53:20.000Z',
            lines: [{ ...(readOrder(market).lines as object[])[0], cancelled: 3, shipped: 0 }],
          },
          {
            ...readOrder(market),
            externalId: '1796277083023',
            hold: { code: 'on-hold', reason: 'The buyer asked Walmart to cancel; decide it in Seller Center.' },
            tags: ['REPLACEMENT', 'TWO_DAY'],
            lines: [{ ...(readOrder(market).lines as object[])[0], shipped: 0 }],
          },
        ],
        problems: [],
      },
    },
    {
      name: 'products: active items by a cursor that may stay the same',
      operation: 'products',
      input: { cursor: { next: 'AoE/GjBSWA==', seen: 50 } },
      exchanges: [
        get(
          '/v3/items',
          {
            ItemResponse: [
              {
                mart: 'WALMART_US',
                sku: 'SYR-500',
                upc: '628055500012',
                gtin: '00628055500012',
                productName: 'Maple syrup 500 ml',
                price: { currency: market.currency, amount: 18.5 },
                publishedStatus: 'PUBLISHED',
                lifecycleStatus: 'ACTIVE',
              },
            ],
            totalItems: 52,
            nextCursor: 'AoE/GjBSWA==',
          },
          { nextCursor: 'AoE/GjBSWA==', limit: 50, lifecycleStatus: 'ACTIVE' },
        ),
      ],
      expect: {
        items: [
          {
            externalId: 'SYR-500',
            sku: 'SYR-500',
            title: 'Maple syrup 500 ml',
            barcode: '628055500012',
            price: { minor: 1_850, currency: market.currency },
            updatedAt: '2026-01-01T00:00:00Z',
          },
        ],
        problems: [],
        total: 52,
        next: { next: 'AoE/GjBSWA==', seen: 51 },
      },
    },
    {
      name: 'report, look first: what is left, dealt out over the parcels',
      operation: 'fulfil',
      step: 'plan',
      input: parcels,
      exchanges: [get(path, { order: orderOf(market, [fresh]) })],
      expect: { kind: 'done', keep: plan, result: {} },
    },
    {
      name: 'report, acknowledge: looked at, then the whole order',
      operation: 'fulfil',
      step: 'acknowledge',
      input: parcels,
      kept: plan,
      exchanges: [
        get(path, { order: orderOf(market, [fresh]) }),
        send('POST', `${path}/acknowledge`, undefined, { order: orderOf(market, [known]) }),
      ],
      expect: { kind: 'done' },
    },
    {
      name: 'report, ship: two parcels of one line in one call',
      operation: 'fulfil',
      step: 'ship',
      input: parcels,
      kept: plan,
      exchanges: [
        send(
          'POST',
          `${path}/shipping`,
          {
            orderShipment: {
              orderLines: {
                orderLine: [
                  {
                    lineNumber: '1',
                    sellerOrderId: '5281956426648',
                    orderLineStatuses: { orderLineStatus: [status(1), status(2)] },
                  },
                ],
              },
            },
          },
          {
            order: orderOf(market, [
              lineOf(market, [], {
                orderLineQuantity: quantity(2),
                orderLineStatuses: { orderLineStatus: [status(1), status(2)] },
              }),
            ]),
          },
        ),
      ],
      expect: { kind: 'done', result: { fulfilmentIds: ['2010000000000001', '2010000000000002'] } },
    },
  ];
}

/** Keys that are typed in, before anything else is known. */
export function connectCase(
  market: OwnMarket,
  after: readonly OwnExchange[],
  expect: Readonly<Record<string, unknown>>,
): StoreOwnCase {
  const { get, token } = exchanges(market);
  const access = { token: 'eyJraWQiOiJ0b2tlbiJ9' };
  return {
    name: 'connect: token, who the seller is, what the keys may do',
    operation: 'connect',
    credentials: { clientId: ' 3cc0d0b8-client ', clientSecret: 'APjEVWOiTQZgp_secret' },
    exchanges: [
      token('3cc0d0b8-client:APjEVWOiTQZgp_secret', {
        access_token: access.token,
        token_type: 'Bearer',
        expires_in: 900,
      }),
      get(
        '/v3/settings/partnerprofile',
        { partner: { partnerId: market.partnerId, partnerName: 'Maple Goods' } },
        {},
        access,
      ),
      get(
        '/v3/token/detail',
        {
          expire_at: '1',
          issued_at: '1',
          is_valid: true,
          is_channel_match: true,
          scopes: { orders: 'full_access', item: 'no_access' },
        },
        {},
        access,
      ),
      ...after,
    ],
    expect: {
      externalAccount: market.partnerId,
      name: 'Maple Goods',
      credentials: {
        clientId: '3cc0d0b8-client',
        clientSecret: 'APjEVWOiTQZgp_secret',
        accessToken: access.token,
        accessExpiresAt: '2026-01-01T00:15:00.000Z',
      },
      settings: {},
      currency: market.currency,
      problems: ['These keys may not see items, so no products come in; give them view access to items.'],
      ...expect,
    },
  };
}
