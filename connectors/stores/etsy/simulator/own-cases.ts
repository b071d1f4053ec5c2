/** Our own request and answer for every operation, written by hand from the public reference. */
import { createHmac } from 'node:crypto';
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { DEMO_APP } from './apps.ts';

const SHOP = '/v3/application/shops/51001';
const KEY = `${DEMO_APP.clientId}:${DEMO_APP.clientSecret}`;

const get = (
  path: string,
  body: unknown,
  query: Readonly<Record<string, string | number>> = {},
  token = 'own-case-access',
): OwnExchange => ({
  request: { method: 'GET', path, query, headers: { authorization: `Bearer ${token}`, 'x-api-key': KEY } },
  answer: { status: 200, body },
});

const tokenCall = (body: string, answer: object): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/v3/public/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  },
  answer: { status: 200, body: answer },
});

const verifier = createHmac('sha256', DEMO_APP.clientSecret).update('etsy code verifier state').digest('base64url');

const self = { user_id: 91_001, shop_id: 51_001 };
const shop = { shop_id: 51_001, user_id: 91_001, shop_name: 'NorthwoodsMaker', currency_code: 'CAD' };
const cad = (amount: number, divisor = 100): object => ({ amount, divisor, currency_code: 'CAD' });

const transaction = (more: object = {}): object => ({
  transaction_id: 11,
  title: 'Hand-knit wool toque',
  quantity: 2,
  is_digital: false,
  listing_id: 70_001,
  product_id: 700_011,
  sku: 'TOQ-M',
  price: cad(4_800),
  variations: [{ property_id: 500, value_id: 600, formatted_name: 'Size', formatted_value: 'M' }],
  shipping_method: 'Expedited Parcel',
  shipping_upgrade: null,
  expected_ship_date: 1_795_435_200,
  ...more,
});

const receipt = (more: object = {}): object => ({
  receipt_id: 3_001,
  buyer_email: null,
  name: 'Amélie Tremblay',
  first_line: '1450 Rue Saint-Denis',
  second_line: 'App. 4',
  city: 'Montréal',
  state: 'QC',
  zip: 'H2X 3J7',
  country_iso: 'CA',
  status: 'paid',
  message_from_buyer: 'Ring twice.',
  is_paid: true,
  is_shipped: false,
  created_timestamp: 1_795_176_000,
  updated_timestamp: 1_795_176_060,
  is_gift: true,
  gift_message: 'Bonne fête !',
  grandtotal: cad(10_800),
  shipments: [],
  transactions: [transaction()],
  ...more,
});

const line = {
  externalLineId: '11',
  externalProductId: '700011',
  sku: 'TOQ-M',
  title: 'Hand-knit wool toque (Size: M)',
  quantity: 2,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 4_800, currency: 'CAD' },
  needsShipping: true,
};

const order = {
  externalId: '3001',
  number: '3001',
  placedAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:01:00.000Z',
  shipTo: {
    name: 'Amélie Tremblay',
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
  },
  buyerNote: 'Ring twice.',
  internalNote: 'Gift message: Bonne fête !',
  gift: true,
  tags: [],
  total: { minor: 10_800, currency: 'CAD' },
  requestedService: { code: 'Expedited Parcel', name: 'Expedited Parcel' },
  shipBy: '2026-11-23T12:00:00.000Z',
  lines: [line],
};

const push: FulfilInput = {
  externalOrderId: '3001',
  lines: [{ externalLineId: '11', quantity: 2 }],
  parcels: [{ trackingNumber: 'CP123456789CA', trackingUrl: 'https://track.example/CP123456789CA' }],
  carrier: { slug: 'canada-post', name: 'Canada Post' },
  notifyBuyer: true,
  reference: 'P000000000000001',
};
const shipment = {
  receipt_shipping_id: 77,
  shipment_notification_timestamp: 1_795_200_000,
  carrier_name: 'canada-post',
};
const reported = receipt({
  is_shipped: true,
  status: 'completed',
  shipments: [{ ...shipment, tracking_code: 'CP123456789CA' }],
});
const trackingCall = (body: string, answer: unknown): OwnExchange => ({
  request: {
    method: 'POST',
    path: `${SHOP}/receipts/3001/tracking`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-api-key': KEY },
    body,
  },
  answer: { status: 200, body: answer },
});
const receipts = { limit: 100, sort_on: 'updated', sort_order: 'asc' };

export const ownCases: readonly StoreOwnCase[] = [
  {
    name: 'the consent page, with a challenge for the code',
    operation: 'begin',
    state: 'signed.state',
    redirectUri: 'https://app.example/connect',
    exchanges: [],
    expect:
      'https://www.etsy.com/oauth/connect?response_type=code&client_id=etsysimulatoronlydemokey&redirect_uri=https%3A%2F%2Fapp.example%2Fconnect&scope=transactions_r+transactions_w+listings_r+shops_r&state=signed.state&code_challenge=UkWm8eZulYfJG3A7oo0BiX4DgmOo1kce19dY6z8_jPA&code_challenge_method=S256',
  },
  {
    name: 'the seller came back with a code',
    operation: 'checkEntry',
    query: {
      code: 'bftcubu-wownsvftz5kowdmxnqtsuoikwqkha7_4na3igu1uy-ztu1bsken68xnw4spzum8larqbry6zsxnea4or9etuicpra5zi',
      state: 's',
    },
    exchanges: [],
    expect: {
      externalAccount: '',
      code: 'bftcubu-wownsvftz5kowdmxnqtsuoikwqkha7_4na3igu1uy-ztu1bsken68xnw4spzum8larqbry6zsxnea4or9etuicpra5zi',
    },
  },
  {
    name: 'the code exchanged with its verifier, and whose shop it is',
    operation: 'complete',
    code: 'c0de',
    redirectUri: 'https://app.example/connect',
    exchanges: [
      tokenCall(
        `grant_type=authorization_code&client_id=etsysimulatoronlydemokey&redirect_uri=https%3A%2F%2Fapp.example%2Fconnect&code=c0de&code_verifier=${verifier}`,
        { access_token: '91001.a1', token_type: 'Bearer', expires_in: 3600, refresh_token: '91001.r1' },
      ),
      get('/v3/application/users/me', self, {}, '91001.a1'),
      get(SHOP, shop, {}, '91001.a1'),
    ],
    expect: {
      externalAccount: '51001',
      name: 'NorthwoodsMaker',
      settings: { userId: '91001' },
      currency: 'CAD',
      problems: [],
      credentials: {
        accessToken: '91001.a1',
        accessExpiresAt: '2026-01-01T01:00:00.000Z',
        refreshToken: '91001.r1',
        refreshExpiresAt: '2026-04-01T00:00:00.000Z',
      },
    },
  },
  {
    name: 'access renewed: both tokens are replaced',
    operation: 'renew',
    exchanges: [
      tokenCall('grant_type=refresh_token&client_id=etsysimulatoronlydemokey&refresh_token=own-case-refresh', {
        access_token: '91001.a2',
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: '91001.r2',
      }),
    ],
    expect: {
      accessToken: '91001.a2',
      accessExpiresAt: '2026-01-01T01:00:00.000Z',
      refreshToken: '91001.r2',
      refreshExpiresAt: '2026-04-01T00:00:00.000Z',
    },
  },
  {
    name: 'the owner and the shop’s name',
    operation: 'testConnection',
    exchanges: [get('/v3/application/users/me', self), get(SHOP, shop)],
    expect: { accountName: 'NorthwoodsMaker', message: 'Connected to the Etsy shop NorthwoodsMaker.' },
  },
  {
    name: 'receipts since a moment: amounts by their divisor, and one that is broken',
    operation: 'orders',
    input: { since: new Date('2026-11-20T12:00:00.900Z') },
    exchanges: [
      get(
        `${SHOP}/receipts`,
        {
          count: 2,
          results: [
            receipt({ grandtotal: cad(108_000, 1_000) }),
            receipt({ receipt_id: 3_002, grandtotal: cad(108_001, 1_000) }),
          ],
        },
        { ...receipts, offset: 0, min_last_modified: 1_795_176_000 },
      ),
    ],
    expect: {
      items: [order],
      problems: [{ externalId: '3002', message: 'results[1].grandtotal should be an amount in CAD.' }],
      total: 2,
    },
  },
  {
    name: 'a further page: what was told already is left out; cancelled, unpaid, shipped and digital receipts',
    operation: 'orders',
    input: { cursor: { from: 1_795_176_060, offset: 0, seen: ['3001'] } },
    exchanges: [
      get(
        `${SHOP}/receipts`,
        {
          count: 5,
          results: [
            receipt(),
            receipt({ receipt_id: 3_003, status: 'Canceled' }),
            receipt({ receipt_id: 3_004, status: 'payment processing', is_paid: false }),
            receipt({ receipt_id: 3_005, status: 'completed', is_shipped: true }),
            receipt({
              receipt_id: 3_006,
              is_gift: false,
              gift_message: '',
              transactions: [
                transaction({ transaction_id: 12, is_digital: true, variations: [], shipping_method: null }),
                transaction({ shipping_upgrade: 'Express' }),
              ],
            }),
          ],
        },
        { ...receipts, offset: 0, min_last_modified: 1_795_176_060 },
      ),
    ],
    expect: {
      items: [
        {
          ...order,
          externalId: '3003',
          number: '3003',
          cancelledAt: '2026-11-20T12:01:00.000Z',
          lines: [{ ...line, cancelled: 2 }],
        },
        {
          ...order,
          externalId: '3004',
          number: '3004',
          hold: { code: 'payment-pending', reason: 'The payment is not complete at Etsy.' },
        },
        { ...order, externalId: '3005', number: '3005', lines: [{ ...line, shipped: 2 }] },
        {
          ...order,
          externalId: '3006',
          number: '3006',
          gift: false,
          internalNote: undefined,
          requestedService: { code: 'Expedited Parcel', name: 'Express' },
          lines: [{ ...line, externalLineId: '12', title: 'Hand-knit wool toque', needsShipping: false }, line],
        },
      ],
      problems: [],
    },
  },
  {
    name: 'receipts by id: one that is not there, one that is no id',
    operation: 'ordersById',
    externalIds: ['3001', '9', '../me'],
    exchanges: [
      get(`${SHOP}/receipts/3001`, receipt()),
      { ...get(`${SHOP}/receipts/9`, {}), answer: { status: 404, body: { error: 'Receipt not found' } } },
    ],
    expect: { items: [order], problems: [] },
  },
  {
    name: 'listings with weight and size, one product for each choice',
    operation: 'products',
    input: { since: new Date('2026-10-01T00:00:00Z') },
    exchanges: [
      get(
        `${SHOP}/listings`,
        {
          count: 2,
          results: [
            {
              listing_id: 70_001,
              title: 'Hand-knit wool toque',
              state: 'active',
              updated_timestamp: 1_795_176_000,
              item_weight: 4.9,
              item_weight_unit: 'oz',
              item_length: 1,
              item_width: 0.5,
              item_height: 2,
              item_dimensions_unit: 'ft',
              images: [{ url_570xN: 'https://img.example/570/70001.jpg' }],
              inventory: {
                products: ['S', 'M'].map((size, index) => ({
                  product_id: 700_010 + index,
                  sku: `TOQ-${size}`,
                  is_deleted: false,
                  offerings: [{ offering_id: 1, price: cad(4_800) }],
                  property_values: [{ property_id: 500, property_name: 'Size', values: [size] }],
                })),
              },
            },
            { listing_id: 70_002, title: 'Old', updated_timestamp: 1_700_000_000, inventory: null },
          ],
        },
        { state: 'active', limit: 100, offset: 0, includes: 'Inventory,Images' },
      ),
    ],
    expect: {
      items: ['S', 'M'].map((size, index) => ({
        externalId: String(700_010 + index),
        sku: `TOQ-${size}`,
        title: `Hand-knit wool toque (Size: ${size})`,
        unitGrams: 139,
        dimensions: { lengthMm: 305, widthMm: 152, heightMm: 610 },
        price: { minor: 4_800, currency: 'CAD' },
        imageUrl: 'https://img.example/570/70001.jpg',
        updatedAt: '2026-11-20T12:00:00.000Z',
      })),
      problems: [],
      next: { state: 'sold_out', offset: 0, since: 1_790_812_800 },
    },
  },
  {
    name: 'nothing was reported yet',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [get(`${SHOP}/receipts/3001`, receipt())],
    expect: { kind: 'done', keep: { reported: false } },
  },
  {
    name: 'our number is there already, written with spaces',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [
      get(
        `${SHOP}/receipts/3001`,
        receipt({ is_shipped: true, shipments: [{ ...shipment, tracking_code: 'cp 123 456 789 ca' }] }),
      ),
    ],
    expect: { kind: 'done', keep: { reported: true, fulfilmentIds: ['77'] }, result: { fulfilmentIds: ['77'] } },
  },
  {
    name: 'the second parcel of an order that the first has marked as shipped',
    operation: 'fulfil',
    step: 'plan',
    input: { ...push, lines: [{ externalLineId: '11', quantity: 1 }] },
    exchanges: [
      get(
        `${SHOP}/receipts/3001`,
        receipt({ is_shipped: true, shipments: [{ ...shipment, tracking_code: 'ANOTHER' }] }),
      ),
    ],
    expect: { kind: 'done', keep: { reported: false } },
  },
  {
    name: 'a parcel reported with Etsy’s name of the carrier',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: { reported: false },
    exchanges: [trackingCall('tracking_code=CP123456789CA&carrier_name=canada-post&send_bcc=false', reported)],
    expect: { kind: 'done', keep: { fulfilmentIds: ['77'] }, result: { fulfilmentIds: ['77'] } },
  },
  {
    name: 'shipped without a number, by a carrier Etsy does not know',
    operation: 'fulfil',
    step: 'create',
    input: { ...push, parcels: [], carrier: { slug: 'maple-local', name: 'Maple Local Courier' } },
    kept: { reported: false },
    exchanges: [trackingCall('send_bcc=false', receipt({ is_shipped: true }))],
    expect: { kind: 'done', result: { fulfilmentIds: [] } },
  },
];
