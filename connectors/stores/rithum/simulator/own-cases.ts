/** Our own request and answer for every operation, written by hand from the vendor's pages. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { DEMO_APP } from './apps.ts';
import {
  change,
  EXPAND,
  fulfilment,
  get,
  item,
  ITEM,
  MINE,
  ORDER,
  order,
  PROFILE,
  profiles,
  read,
  readLine,
} from './own-exchanges.ts';

const TO_SHIP = "CheckoutStatus eq 'Completed' and PaymentStatus eq 'Cleared' and ShippingStatus eq 'Unshipped'";
const OTHER = '4445862223';
/** Of "the shipment:the order:all". */
const OURS = 'SS-1faa0a67fe06a45549b7';

const token = (grant: Readonly<Record<string, string>>, more: object = {}): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/oauth2/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${DEMO_APP.clientId}:${DEMO_APP.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams(grant).toString(),
  },
  answer: { status: 200, body: { access_token: 'new-access', token_type: 'bearer', expires_in: 3_599, ...more } },
});

const push: FulfilInput = {
  externalOrderId: ORDER,
  lines: [{ externalLineId: ITEM, quantity: 3 }],
  parcels: [{ trackingNumber: '1Z0000000000000000' }],
  carrier: { slug: 'ups', name: 'UPS' },
  notifyBuyer: true,
  reference: 'the shipment:the order:all',
};
const whole = {
  way: 'ship',
  askedCarrier: 'UPS',
  askedClass: 'Ground',
  shippedAt: '2026-01-01T00:00:00.000Z',
};
const value = {
  ShippedDateUtc: '2026-01-01T00:00:00.000Z',
  TrackingNumber: '1Z0000000000000000',
  SellerFulfillmentID: OURS,
  DeliveryStatus: 'Complete',
  ShippingCarrier: 'UPS',
  ShippingClass: 'Ground',
};
const oneOrder = (more: object = {}): OwnExchange => get(`/v1/Orders(${ORDER})`, order(more), { $expand: EXPAND });

const pushCases: readonly StoreOwnCase[] = [
  {
    name: 'an order nobody began to ship is reported whole, with the pair of carrier and class it asks for',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [oneOrder()],
    expect: { kind: 'done', keep: whole },
  },
  {
    name: 'the action Ship in the vendor’s form',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: whole,
    exchanges: [change('POST', `/v1/Orders(${ORDER})/Ship`, { Value: value })],
    expect: { kind: 'done' },
  },
  {
    name: 'a number that is there already is not reported again',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [
      oneOrder({
        ShippingStatus: 'Shipped',
        Fulfillments: [fulfilment({ DeliveryStatus: 'Complete', TrackingNumber: '1z 0000000000000000' })],
      }),
    ],
    expect: { kind: 'done', keep: { way: 'there' }, result: { fulfilmentIds: ['11399141'] } },
  },
  {
    name: 'a part gets a fulfilment of its own, filled out of the open one',
    operation: 'fulfil',
    step: 'draft',
    input: { ...push, lines: [{ externalLineId: ITEM, quantity: 2 }] },
    kept: { ...whole, way: 'split' },
    exchanges: [
      oneOrder(),
      change(
        'POST',
        '/v1/Fulfillments',
        {
          OrderID: 4_445_862_222,
          ProfileID: 32_001_378,
          Type: 'Ship',
          DeliveryStatus: 'NoChange',
          SellerFulfillmentID: OURS,
        },
        { status: 201, body: { ID: 11_399_142, DeliveryStatus: 'NoChange' } },
      ),
      change('POST', '/v1/FulfillmentItems(5001)/Move', { DestinationFulfillmentID: 11_399_142, Quantity: 2 }),
    ],
    expect: { kind: 'done', keep: { way: 'mark', fulfilment: '11399142' } },
  },
  {
    name: 'cut off in between, the fulfilment is found again and only what it lacks is moved',
    operation: 'fulfil',
    step: 'draft',
    input: { ...push, lines: [{ externalLineId: ITEM, quantity: 2 }] },
    kept: { ...whole, way: 'split' },
    exchanges: [
      oneOrder({
        Fulfillments: [
          fulfilment({ Items: [{ ID: 5_001, OrderItemID: 77_000_001, Quantity: 2 }] }),
          fulfilment({
            ID: 11_399_142,
            SellerFulfillmentID: OURS,
            Items: [{ ID: 5_002, OrderItemID: 77_000_001, Quantity: 1 }],
          }),
        ],
      }),
      change('POST', '/v1/FulfillmentItems(5001)/Move', { DestinationFulfillmentID: 11_399_142, Quantity: 1 }),
    ],
    expect: { kind: 'done', keep: { way: 'mark', fulfilment: '11399142' } },
  },
  {
    name: 'the part is marked as shipped',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: { ...whole, way: 'mark', fulfilment: '11399142' },
    exchanges: [change('PATCH', '/v1/Fulfillments(11399142)', value)],
    expect: { kind: 'done' },
  },
  {
    name: 'what became of it is read',
    operation: 'fulfil',
    step: 'confirm',
    input: push,
    kept: whole,
    exchanges: [
      oneOrder({
        ShippingStatus: 'Shipped',
        Fulfillments: [fulfilment({ DeliveryStatus: 'Complete', TrackingNumber: '1Z0000000000000000' })],
      }),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: ['11399141'] } },
  },
];

export const ownCases: readonly StoreOwnCase[] = [
  ...pushCases,
  {
    name: 'the page where the user allows the app',
    operation: 'begin',
    state: 'signed.state',
    redirectUri: 'https://app.example/connect',
    exchanges: [],
    expect: `https://api.channeladvisor.com/oauth2/authorize?client_id=${DEMO_APP.clientId}&response_type=code&access_type=offline&scope=orders+inventory.readonly&redirect_uri=https%3A%2F%2Fapp.example%2Fconnect&state=signed.state`,
  },
  {
    name: 'the user came back with a code; whose it is says the exchange',
    operation: 'checkEntry',
    query: { code: 'abc-123', state: 's' },
    exchanges: [],
    expect: { externalAccount: '', code: 'abc-123' },
  },
  {
    name: 'the code exchanged; of two profiles the first is brought in, and the other is named',
    operation: 'complete',
    code: 'abc-123',
    redirectUri: 'https://app.example/connect',
    exchanges: [
      token(
        { grant_type: 'authorization_code', code: 'abc-123', redirect_uri: 'https://app.example/connect' },
        { refresh_token: 'stays' },
      ),
      get(
        '/v1/Profiles',
        { value: [{ ID: 32_001_379, AccountName: 'Second', CurrencyCode: 'USD' }, ...profiles.value] },
        {},
        'new-access',
      ),
    ],
    expect: {
      externalAccount: PROFILE,
      name: 'Northline Outfitters',
      settings: {},
      currency: 'CAD',
      problems: [
        'This sign-in opens 2 profiles at Rithum; only Northline Outfitters (32001378) is brought in. For another one, connect with a user that has that profile alone.',
      ],
      credentials: {
        accessToken: 'new-access',
        accessExpiresAt: '2026-01-01T00:59:59.000Z',
        refreshToken: 'stays',
      },
    },
  },
  {
    name: 'new access; the refresh token stays',
    operation: 'renew',
    exchanges: [token({ grant_type: 'refresh_token', refresh_token: 'own-case-refresh' })],
    expect: {
      accessToken: 'new-access',
      accessExpiresAt: '2026-01-01T00:59:59.000Z',
      refreshToken: 'own-case-refresh',
    },
  },
  {
    name: 'the profile’s name',
    operation: 'testConnection',
    exchanges: [get('/v1/Profiles', profiles)],
    expect: { accountName: 'Northline Outfitters', message: 'Connected to the Rithum profile Northline Outfitters.' },
  },
  {
    name: 'first what is not exported and waits to be shipped; what cannot be read is said and not marked',
    operation: 'orders',
    input: { since: new Date('2025-12-30T00:00:00Z') },
    exchanges: [
      get(
        '/v1/Orders',
        { value: [order(), order({ ID: 4_445_862_223, Currency: 'dollars' })] },
        { exported: 'false', $filter: `${MINE} and ${TO_SHIP}`, $expand: EXPAND, $orderby: 'ID' },
      ),
    ],
    expect: {
      items: [read],
      problems: [{ externalId: OTHER, message: 'value[1].Currency should be in its usual form but is "dollars".' }],
      next: {
        look: 'fresh',
        since: '2025-12-30T00:00:00.000Z',
        from: '2025-12-30T00:00:00.000Z',
        seen: [ORDER],
        mark: [ORDER],
      },
    },
  },
  {
    name: 'then that page is marked as exported and the next one asked for; it brings nothing new',
    operation: 'orders',
    input: {
      cursor: {
        look: 'fresh',
        since: '2025-12-30T00:00:00.000Z',
        from: '2025-12-30T00:00:00.000Z',
        seen: [ORDER],
        mark: [ORDER],
      },
    },
    exchanges: [
      change('POST', `/v1/Orders(${ORDER})/Export`, undefined),
      get(
        '/v1/Orders',
        { value: [order()] },
        { exported: 'false', $filter: `${MINE} and ${TO_SHIP}`, $expand: EXPAND, $orderby: 'ID' },
      ),
    ],
    expect: {
      items: [],
      problems: [],
      next: {
        look: 'changed',
        since: '2025-12-30T00:00:00.000Z',
        from: '2025-12-30T00:00:00.000Z',
        seen: [],
        mark: [],
      },
    },
  },
  {
    name: 'changes from the last moment on: cancelled, partly cancelled and partly gone, held, sent by somebody else',
    operation: 'orders',
    input: {
      cursor: {
        look: 'changed',
        since: '2025-12-30T00:00:00.000Z',
        from: '2025-12-30T16:00:00.1234567Z',
        seen: ['4445862220'],
        mark: [],
      },
    },
    exchanges: [
      get(
        '/v1/Orders',
        {
          value: [
            order({ ID: 4_445_862_220 }),
            order({ ShippingStatus: 'Canceled' }),
            order({
              ID: 4_445_862_223,
              ShippingStatus: 'PartiallyShipped',
              Items: [
                item({
                  Quantity: 5,
                  Adjustments: [
                    { Type: 'Cancellation', RequestStatus: 'SubmittedNotProcessed', Quantity: 1 },
                    { Type: 'Cancellation', RequestStatus: 'Error', Quantity: 2 },
                    { Type: 'Refund', RequestStatus: 'SubmittedNotProcessed', Quantity: 1 },
                  ],
                }),
              ],
              Fulfillments: [
                fulfilment({ Items: [{ ID: 1, OrderItemID: 77_000_001, Quantity: 1 }] }),
                fulfilment({
                  ID: 2,
                  DeliveryStatus: 'Complete',
                  Items: [{ ID: 2, OrderItemID: 77_000_001, Quantity: 2 }],
                }),
                fulfilment({
                  ID: 3,
                  DeliveryStatus: 'ThirdPartyManaged',
                  Items: [{ ID: 3, OrderItemID: 77_000_001, Quantity: 1 }],
                }),
              ],
            }),
            order({ ID: 4_445_862_224, CheckoutStatus: 'OnHold', DistributionCenterTypeRollup: 'ExternallyManaged' }),
          ],
          '@odata.nextLink': `https://api.channeladvisor.com/v1/Orders?access_token=secret&$skip=20&$expand=${EXPAND}`,
        },
        {
          $filter: `${MINE} and UpdatedDateUtc ge 2025-12-30T16:00:00.1234567Z`,
          $expand: EXPAND,
          $orderby: 'UpdatedDateUtc,ID',
        },
      ),
    ],
    expect: {
      items: [
        { ...read, cancelledAt: '2025-12-30T16:00:00.123Z', lines: [{ ...readLine, cancelled: 3 }] },
        { ...read, externalId: OTHER, lines: [{ ...readLine, quantity: 5, cancelled: 2, shipped: 2 }] },
        {
          ...read,
          externalId: '4445862224',
          hold: { code: 'on-hold', reason: 'The order is on hold at Rithum.' },
          lines: [{ ...readLine, cancelled: 3 }],
        },
      ],
      problems: [],
      next: {
        look: 'changed',
        since: '2025-12-30T00:00:00.000Z',
        from: '2025-12-30T16:00:00.1234567Z',
        // Within one moment Rithum's own link leads on, without the token it may carry.
        link: '/v1/Orders?%24skip=20&%24expand=Items%28%24expand%3DAdjustments%29%2CFulfillments%28%24expand%3DItems%29',
        seen: ['4445862220'],
        mark: [],
      },
    },
  },
  {
    name: 'named orders, once each; an order of another profile is left out',
    operation: 'ordersById',
    externalIds: [ORDER, '../x', ORDER, OTHER],
    exchanges: [
      oneOrder(),
      get(`/v1/Orders(${OTHER})`, order({ ID: 4_445_862_223, ProfileID: 32_001_379 }), { $expand: EXPAND }),
    ],
    expect: { items: [read], problems: [] },
  },
  {
    name: 'products of the profile that changed',
    operation: 'products',
    input: { since: new Date('2025-12-30T00:00:00Z') },
    exchanges: [
      get(
        '/v1/Products',
        {
          value: [
            {
              ID: 510_011,
              Sku: 'R-11',
              Title: 'Trail lantern',
              UPC: null,
              EAN: '0628451000111',
              HarmonizedCode: '851310',
              UpdateDateUtc: '2025-12-30T10:00:00Z',
            },
            { ID: 510_012, Sku: 'R-12', Title: '', UpdateDateUtc: '2025-12-30T10:00:00Z' },
          ],
          '@odata.nextLink': 'https://api.channeladvisor.com/v1/Products?$skip=20',
        },
        {
          $filter: `${MINE} and UpdateDateUtc ge 2025-12-30T00:00:00.000Z`,
          $select: 'ID,Sku,Title,UPC,EAN,HarmonizedCode,UpdateDateUtc',
          $orderby: 'ID',
        },
      ),
    ],
    expect: {
      items: [
        {
          externalId: '510011',
          sku: 'R-11',
          title: 'Trail lantern',
          barcode: '0628451000111',
          hsCode: '851310',
          updatedAt: '2025-12-30T10:00:00.000Z',
        },
      ],
      problems: [{ externalId: '510012', message: 'value[1].Title is missing.' }],
      next: { link: '/v1/Products?%24skip=20' },
    },
  },
];
