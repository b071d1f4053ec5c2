/** Our own request and answer for every operation, written by hand from eBay's OpenAPI documents. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { DEMO_APP } from './apps.ts';
import { noticeCases } from './own-cases-notices.ts';
import { refundOwnCases } from './own-cases-refund.ts';
import { bearer, get, line, order, ORDERS } from './own-exchanges.ts';

const tokenExchange = (body: string, answer: object, status = 200): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/identity/v1/oauth2/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${DEMO_APP.clientId}:${DEMO_APP.clientSecret}`).toString('base64')}`,
    },
    body,
  },
  answer: { status, body: answer },
});
const SCOPES =
  'https%3A%2F%2Fapi.ebay.com%2Foauth%2Fapi_scope%2Fsell.fulfillment+https%3A%2F%2Fapi.ebay.com%2Foauth%2Fapi_scope%2Fsell.inventory.readonly+https%3A%2F%2Fapi.ebay.com%2Foauth%2Fapi_scope%2Fcommerce.identity.readonly+https%3A%2F%2Fapi.ebay.com%2Foauth%2Fapi_scope%2Fsell.finances';

const USER = '/commerce/identity/v1/user/';
const user = {
  userId: 'OIVVBZMAPLE',
  username: 'maple_goods',
  accountType: 'BUSINESS',
  registrationMarketplaceId: 'EBAY_CA',
  businessAccount: {
    name: 'Maple Goods Ltd.',
    email: 'hello@maple-goods.example',
    address: {
      addressLine1: '100 Queen St W',
      city: 'Toronto',
      stateOrProvince: 'ON',
      postalCode: 'M5H 2N2',
      country: 'CA',
    },
    primaryPhone: { countryCode: 'CA', number: '4165550100' },
  },
};

const fulfilments = (list: readonly object[]): OwnExchange =>
  get(`${ORDERS}/01-03955-36441/shipping_fulfillment`, { total: list.length, fulfillments: list });
const oneUnit = {
  fulfillmentId: '9405509699937003457459',
  shipmentTrackingNumber: '9405509699937003457459',
  shippingCarrierCode: 'USPS',
  shippedDate: '2026-11-21T09:30:00.000Z',
  lineItems: [{ lineItemId: '10013', quantity: 1 }],
};
const readOrder = {
  externalId: '01-03955-36441',
  number: '01-03955-36441',
  placedAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-21T09:30:00.511Z',
  shipTo: {
    name: 'Amélie Tremblay',
    companyName: 'Reference #1234567890',
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
    phone: '514 555-0100',
  },
  buyerNote: 'Ring twice.',
  gift: false,
  tags: [],
  total: { minor: 6645, currency: 'CAD' },
  requestedService: { code: 'CA_PostExpeditedParcel', name: 'CA_PostExpeditedParcel' },
  shipBy: '2026-11-23T22:00:00.000Z',
  lines: [
    {
      externalLineId: '10013',
      externalProductId: 'SYR-500',
      sku: 'SYR-500',
      title: 'Maple syrup 500 ml',
      quantity: 3,
      shipped: 1,
      cancelled: 0,
      unitPrice: { minor: 1850, currency: 'CAD' },
      needsShipping: true,
    },
  ],
};
const push: FulfilInput = {
  externalOrderId: '01-03955-36441',
  lines: [{ externalLineId: '10013', quantity: 2 }],
  parcels: [{ trackingNumber: 'CP 123-456' }, { trackingNumber: 'CP123457' }],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: false,
  reference: 'P000000000000001',
};
const reports = [
  { trackingNumber: 'CP123456', lineItems: [{ lineItemId: '10013', quantity: 1 }] },
  { trackingNumber: 'CP123457', lineItems: [{ lineItemId: '10013', quantity: 1 }] },
];

export const ownCases: readonly StoreOwnCase[] = [
  {
    name: 'the consent page, with the RuName in place of an address',
    operation: 'begin',
    state: 'signed.state',
    redirectUri: 'https://app.example/connect',
    exchanges: [],
    expect: `https://auth.ebay.com/oauth2/authorize?client_id=${DEMO_APP.clientId}&redirect_uri=${DEMO_APP.ruName}&response_type=code&scope=${SCOPES}&state=signed.state&prompt=login`,
  },
  {
    name: 'the return with a code; nobody is named',
    operation: 'checkEntry',
    query: { state: 's', code: 'v^1.1#i^1#c0de', expires_in: '299' },
    exchanges: [],
    expect: { externalAccount: '', code: 'v^1.1#i^1#c0de' },
  },
  {
    name: 'a declined consent has no code',
    operation: 'checkEntry',
    query: { state: 's', error: 'access_denied' },
    exchanges: [],
    expect: { externalAccount: '', code: '' },
  },
  {
    name: 'the code exchanged, and who the seller is',
    operation: 'complete',
    code: 'v^1.1#i^1#c0de',
    redirectUri: 'https://app.example/connect',
    exchanges: [
      tokenExchange(`grant_type=authorization_code&code=v%5E1.1%23i%5E1%23c0de&redirect_uri=${DEMO_APP.ruName}`, {
        access_token: 'v^1.1#access',
        expires_in: 7200,
        refresh_token: 'v^1.1#refresh',
        refresh_token_expires_in: 47304000,
        token_type: 'User Access Token',
      }),
      get(USER, user, {}, 'Bearer v^1.1#access'),
    ],
    expect: {
      externalAccount: 'OIVVBZMAPLE',
      name: 'Maple Goods Ltd.',
      settings: { username: 'maple_goods', marketplace: 'EBAY_CA' },
      address: {
        address1: '100 Queen St W',
        city: 'Toronto',
        provinceCode: 'ON',
        zipcode: 'M5H 2N2',
        countryCode: 'CA',
        name: 'Maple Goods Ltd.',
        email: 'hello@maple-goods.example',
        phone: '4165550100',
      },
      currency: 'CAD',
      problems: [],
      credentials: {
        accessToken: 'v^1.1#access',
        accessExpiresAt: '2026-01-01T02:00:00.000Z',
        refreshToken: 'v^1.1#refresh',
        refreshExpiresAt: '2027-07-02T12:00:00.000Z',
      },
    },
  },
  {
    name: 'new access; the refresh token is not in the answer and stays',
    operation: 'renew',
    exchanges: [
      tokenExchange('grant_type=refresh_token&refresh_token=own-case-refresh', {
        access_token: 'v^1.1#next',
        expires_in: 7200,
        token_type: 'User Access Token',
      }),
    ],
    expect: {
      refreshToken: 'own-case-refresh',
      accessToken: 'v^1.1#next',
      accessExpiresAt: '2026-01-01T02:00:00.000Z',
    },
  },
  {
    name: 'who we are connected to',
    operation: 'testConnection',
    exchanges: [get(USER, user)],
    expect: { accountName: 'maple_goods', message: 'Connected to the eBay account maple_goods.' },
  },
  {
    name: 'a partly shipped order; its fulfilments say how many units have left',
    operation: 'orders',
    now: '2026-11-22T00:00:00Z',
    input: { since: new Date('2026-11-21T09:00:00.000Z') },
    exchanges: [
      get(
        ORDERS,
        { total: 1, limit: 200, offset: 0, orders: [order([line('10013', 'IN_PROGRESS')])] },
        { filter: 'lastmodifieddate:[2026-11-21T09:00:00.000Z..]', limit: 200, offset: 0 },
      ),
      fulfilments([oneUnit]),
    ],
    expect: { items: [readOrder], problems: [] },
  },
  {
    name: 'everything: a closed window first, its end a little behind, then what changed since',
    operation: 'orders',
    now: '2026-11-22T00:00:00Z',
    input: {},
    exchanges: [
      get(
        ORDERS,
        { total: 0, limit: 200, offset: 0, orders: [] },
        { filter: 'lastmodifieddate:[2024-11-23T00:00:00.000Z..2026-11-21T23:58:00.000Z]', limit: 200, offset: 0 },
      ),
    ],
    expect: { items: [], problems: [], next: { from: '2026-11-21T23:58:00.001Z' } },
  },
  {
    name: 'named orders',
    operation: 'ordersById',
    externalIds: ['01-03955-36441', 'not an id'],
    exchanges: [
      get(ORDERS, { total: 1, orders: [order([line('10013', 'IN_PROGRESS')])] }, { orderIds: '01-03955-36441' }),
      fulfilments([oneUnit]),
    ],
    expect: { items: [readOrder], problems: [] },
  },
  {
    name: 'an item with its weight in pounds and its box in inches',
    operation: 'products',
    now: '2026-11-22T10:00:00Z',
    input: {},
    exchanges: [
      get(
        '/sell/inventory/v1/inventory_item',
        {
          total: 300,
          next: '/sell/inventory/v1/inventory_item?limit=200&offset=1',
          inventoryItems: [
            {
              sku: 'BIR-BWL',
              product: { title: 'Birch bowl', upc: ['012345678905'], imageUrls: ['https://i.ebayimg.example/1.jpg'] },
              packageWeightAndSize: {
                weight: { value: 1.5, unit: 'POUND' },
                dimensions: { length: 10, width: 8, height: 4, unit: 'INCH' },
              },
            },
          ],
        },
        { limit: 200, offset: '0' },
      ),
    ],
    expect: {
      items: [
        {
          externalId: 'BIR-BWL',
          sku: 'BIR-BWL',
          title: 'Birch bowl',
          barcode: '012345678905',
          unitGrams: 680,
          dimensions: { lengthMm: 254, widthMm: 203, heightMm: 102 },
          imageUrl: 'https://i.ebayimg.example/1.jpg',
          updatedAt: '2026-11-22T00:00:00Z',
        },
      ],
      problems: [],
      next: { offset: '1' },
    },
  },
  {
    name: 'where the seller ships from',
    operation: 'locations',
    exchanges: [
      get(
        '/sell/inventory/v1/location',
        {
          total: 1,
          locations: [
            {
              merchantLocationKey: 'main',
              merchantLocationStatus: 'ENABLED',
              location: { address: { city: 'Toronto', country: 'CA', postalCode: 'M5H 2N2' } },
            },
          ],
        },
        { limit: 100, offset: 0 },
      ),
    ],
    expect: [
      {
        externalId: 'main',
        name: 'main',
        address: { city: 'Toronto', countryCode: 'CA', zipcode: 'M5H 2N2' },
        active: true,
      },
    ],
  },
  {
    name: 'two parcels share the units; numbers lose their spaces and hyphens',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [get(`${ORDERS}/01-03955-36441`, order([line('10013', 'IN_PROGRESS')])), fulfilments([oneUnit])],
    expect: {
      kind: 'done',
      keep: { reports, fulfilmentIds: [], known: ['9405509699937003457459'] },
      result: { fulfilmentIds: [] },
    },
  },
  {
    name: 'one parcel is reported; its address ends with its id',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: { reports, fulfilmentIds: [], known: [] },
    exchanges: [
      {
        request: {
          method: 'POST',
          path: `${ORDERS}/01-03955-36441/shipping_fulfillment`,
          headers: { ...bearer, 'content-type': 'application/json' },
          body: {
            lineItems: [{ lineItemId: '10013', quantity: 1 }],
            shippingCarrierCode: 'CPC',
            trackingNumber: 'CP123456',
          },
        },
        answer: {
          status: 201,
          headers: {
            'content-type': 'application/json',
            location: 'https://api.ebay.com/sell/fulfillment/v1/order/01-03955-36441/shipping_fulfillment/CP123456',
          },
          body: {},
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { fulfilmentIds: ['CP123456'] },
      result: { fulfilmentIds: ['CP123456'] },
    },
  },
  ...refundOwnCases,
  ...noticeCases,
];
