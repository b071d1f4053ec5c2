/** Our own request and answer for every operation, written by hand from the published pages and samples. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { pushCases } from './own-cases-push.ts';
import {
  customer,
  DETAIL,
  facilities,
  get,
  line,
  list,
  missing,
  ORDER,
  order,
  read,
  readLine,
  west,
} from './own-exchanges.ts';

const typed = {
  clientId: 'client-0001',
  clientSecret: 'secret-0001',
  userLogin: 'maple-goods',
  customerId: '3',
  timeZone: 'America/Toronto',
  currency: 'CAD',
};
/** Basic, of "client-0001:secret-0001". */
const BASIC = 'Basic Y2xpZW50LTAwMDE6c2VjcmV0LTAwMDE=';

const token = (body: object, basic = BASIC): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/AuthServer/api/Token',
    headers: { authorization: basic, 'content-type': 'application/json; charset=utf-8' },
    body: { grant_type: 'client_credentials', ...body },
  },
  answer: {
    status: 200,
    body: { access_token: 'token-1', token_type: 'Bearer', expires_in: 3_600, refresh_token: null, scope: null },
  },
});
const withToken = (exchange: OwnExchange): OwnExchange => ({
  ...exchange,
  request: { ...exchange.request, headers: { ...exchange.request.headers, authorization: 'Bearer token-1' } },
});
const placesCall = get('/properties/facilities', facilities, { customerId: '3', pgsiz: 100, pgnum: 1 });
const access = { accessToken: 'token-1', accessExpiresAt: '2026-01-01T00:30:00.000Z' };
const keys = { clientId: 'client-0001', clientSecret: 'secret-0001', userLogin: 'maple-goods' };
const GUID = '{6f0c1d52-0000-4000-8000-1a2b3c4d5e6f}';

const item = (more: object = {}, fixed: object = {}): object => ({
  readOnly: {
    customerIdentifier: { id: 3 },
    itemId: 501,
    creationDate: '2025-11-01T10:00:00',
    lastModifiedDate: '2025-11-18T15:23:00',
    deactivated: false,
    ...fixed,
  },
  itemId: 501,
  sku: 'MAP-1',
  upc: '0123456789012',
  description: 'Maple syrup, 500 ml',
  price: 18.5,
  countryOfManufacture: 'CA',
  harmonizedCode: '1702.20',
  options: {
    packageUnit: {
      imperial: { netWeight: 1, length: 3, width: 3, height: 8, weight: 1.6 },
      inventoryUnitsPerUnit: 1,
    },
  },
  ...more,
});
const syrup = {
  externalId: '501',
  sku: 'MAP-1',
  title: 'Maple syrup, 500 ml',
  barcode: '0123456789012',
  unitGrams: 726,
  dimensions: { lengthMm: 76, widthMm: 76, heightMm: 203 },
  hsCode: '1702.20',
  originCountry: 'CA',
  price: { minor: 1_850, currency: 'CAD' },
  updatedAt: '2025-11-18T20:23:00.000Z',
};
const orderQuery = { pgsiz: 50, pgnum: 1, sort: 'readonly.orderid', ...DETAIL };
const OWN = 'readonly.customeridentifier.id==3';

export const ownCases: readonly StoreOwnCase[] = [
  ...pushCases,
  {
    name: 'credentials: the customer by number and first day, the address of its usual building',
    operation: 'connect',
    credentials: typed,
    exchanges: [
      token({ user_login: 'maple-goods' }),
      withToken(get('/customers/3', customer())),
      withToken(placesCall),
    ],
    expect: {
      externalAccount: 'customer-3-fe48d932',
      name: 'Maple Goods',
      credentials: { ...keys, tplKey: '', ...access },
      settings: {
        name: 'Maple Goods',
        customerId: '3',
        facilityId: null,
        timeZone: 'America/Toronto',
        currency: 'CAD',
        close: false,
      },
      address: west,
      currency: 'CAD',
      timeZone: 'America/Toronto',
      problems: [],
    },
  },
  {
    name: 'older credentials with a 3PL key; one building, and orders are closed on purpose',
    operation: 'connect',
    credentials: { ...typed, tplKey: GUID, facilityId: '5', closeOrders: 'CLOSE' },
    exchanges: [
      token({ tpl: GUID, user_login: 'maple-goods' }),
      withToken(get('/customers/3', customer())),
      withToken(placesCall),
    ],
    expect: {
      externalAccount: 'customer-3-fe48d932-facility-5',
      name: 'Maple Goods',
      credentials: { ...keys, tplKey: GUID, ...access },
      settings: {
        name: 'Maple Goods',
        customerId: '3',
        facilityId: '5',
        timeZone: 'America/Toronto',
        currency: 'CAD',
        close: true,
      },
      address: west,
      currency: 'CAD',
      timeZone: 'America/Toronto',
      problems: [],
    },
  },
  {
    name: 'a new token, used for half an hour of its hour',
    operation: 'renew',
    exchanges: [
      // The suite keeps no credentials of ours.
      token({ user_login: '' }, 'Basic Og=='),
    ],
    expect: access,
  },
  {
    name: 'the credentials still open this customer',
    operation: 'testConnection',
    exchanges: [get('/customers/3', customer(), {}, '"c1"')],
    expect: { accountName: 'Maple Goods', message: 'Extensiv accepts the credentials of Maple Goods.' },
  },
  {
    name: 'buildings that ship',
    operation: 'locations',
    exchanges: [placesCall],
    expect: [
      { externalId: '6', name: 'Montréal', address: { city: 'Montréal', countryCode: 'CA' }, active: false },
      { externalId: '5', name: 'Toronto West', address: west, active: true },
    ],
  },
  {
    name: 'orders changed since a moment in the system’s time: open, on hold, another customer’s, broken; more follow',
    operation: 'orders',
    input: { since: new Date('2026-07-15T13:00:00.500Z') },
    exchanges: [
      get(
        '/orders',
        list(
          'orders/order',
          [
            order(),
            order({
              fixed: { orderId: 206_569, onHoldDate: '2026-07-15T09:30:00', onHoldReason: 'Address verification.' },
              lines: [line({ fulfillInvSalePrice: null, qualifier: 'BLUE' })],
              more: { fulfillInvInfo: null, notes: null, shippingNotes: null, shipCancelDate: null },
            }),
            order({ fixed: { orderId: 206_570, customerIdentifier: { id: 4 } } }),
            order({ fixed: { orderId: 206_571, lastModifiedDate: '7/15/2026' } }),
            order({ fixed: { orderId: 206_572 }, lines: [line({ qty: 2.5 })] }),
          ],
          9,
        ),
        { ...orderQuery, rql: `${OWN};readonly.lastmodifieddate=ge=2026-07-15T09:00:00` },
      ),
    ],
    expect: {
      items: [
        read,
        {
          ...read,
          externalId: '206569',
          hold: { code: 'on-hold', reason: 'The order is on hold at the warehouse: Address verification.' },
          internalNote: undefined,
          shipBy: undefined,
          total: { minor: 0, currency: 'CAD' },
          lines: [{ ...readLine, title: 'MAP-1 (BLUE)', unitPrice: { minor: 0, currency: 'CAD' } }],
        },
      ],
      problems: [
        {
          externalId: '206571',
          message: 'orders[3].readOnly.lastModifiedDate should be in its usual form but is "7/15/2026".',
        },
        { externalId: '206572', message: 'orders[4].items[0].qty should be a whole number but is "2.5".' },
      ],
      next: { after: '206572', since: '2026-07-15T13:00:00.500Z' },
      total: 9,
    },
  },
  {
    name: 'the page after it begins after the last number: closed, with a number, and cancelled ones',
    operation: 'orders',
    input: { cursor: { after: '206572', since: '2026-07-15T13:00:00.500Z' } },
    exchanges: [
      get(
        '/orders',
        list('orders/order', [
          order({ fixed: { orderId: 206_573, isClosed: true, status: 1 } }),
          order({ fixed: { orderId: 206_574 }, routing: { trackingNumber: '1Z1' } }),
          order({ fixed: { orderId: 206_575, isClosed: true, status: 2 } }),
        ]),
        {
          ...orderQuery,
          rql: `${OWN};readonly.lastmodifieddate=ge=2026-07-15T09:00:00;readonly.orderid=gt=206572`,
        },
      ),
    ],
    expect: {
      items: [
        { ...read, externalId: '206573', lines: [{ ...readLine, shipped: 2 }] },
        { ...read, externalId: '206574', lines: [{ ...readLine, shipped: 2 }] },
        { ...read, externalId: '206575', cancelledAt: read.updatedAt, lines: [{ ...readLine, cancelled: 2 }] },
      ],
      problems: [],
    },
  },
  {
    name: 'named orders, one call each; what is another customer’s is left out',
    operation: 'ordersById',
    externalIds: [ORDER, '../x', ORDER, '206570', '206999'],
    exchanges: [
      get(`/orders/${ORDER}`, order(), DETAIL, '"1"'),
      get('/orders/206570', order({ fixed: { orderId: 206_570, customerIdentifier: { id: 4 } } }), DETAIL, '"1"'),
      missing('/orders/206999', DETAIL),
    ],
    expect: { items: [read], problems: [] },
  },
  {
    name: 'items with customs data; a package of several says the weight of one and no size',
    operation: 'products',
    input: { since: new Date('2025-11-18T20:00:00Z') },
    exchanges: [
      get(
        '/customers/3/items',
        list(
          'customers/item',
          [
            item(),
            item(
              {
                sku: 'MAP-9',
                description: 'Maple syrup, a dozen',
                upc: null,
                price: null,
                countryOfManufacture: 'Canada',
                harmonizedCode: null,
                options: {
                  packageUnit: {
                    imperial: { length: 10, width: 10, height: 10, weight: 12 },
                    inventoryUnitsPerUnit: 12,
                  },
                },
              },
              { itemId: 502, lastModifiedDate: '2025-11-19T00:00:00' },
            ),
            item({ sku: '' }, { itemId: 503 }),
          ],
          140,
        ),
        {
          pgsiz: 100,
          pgnum: 1,
          sort: 'readonly.creationdate,readonly.itemid',
          rql: 'readonly.lastmodifieddate=ge=2025-11-18T15:00:00',
        },
      ),
    ],
    expect: {
      items: [
        syrup,
        {
          externalId: '502',
          sku: 'MAP-9',
          title: 'Maple syrup, a dozen',
          unitGrams: 454,
          updatedAt: '2025-11-19T05:00:00.000Z',
        },
      ],
      problems: [
        { externalId: '502', message: 'items[1].countryOfManufacture should be in its usual form but is "Canada".' },
        { externalId: '503', message: 'items[2].sku is missing.' },
      ],
      next: { page: 2, since: '2025-11-18T20:00:00.000Z' },
      total: 140,
    },
  },
];
