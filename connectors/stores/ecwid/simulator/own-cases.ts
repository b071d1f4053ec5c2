/** Our own request and answer for every operation, written by hand from the public reference. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { DEMO_APP } from './apps.ts';
import { pushCases } from './own-cases-push.ts';
import { found, get, line, ORDER, order, profile, profileCall, read, readLine, STORE } from './own-exchanges.ts';

const OTHER = 'K8XTR';
const LATE = 'K8XTS';
/** Fingerprints: base64url(SHA-256("<id> <milliseconds of updateTimestamp>")), ten characters. */
const PRINT = 'N4ZtxahUyc';
const OTHER_PRINT = 'EL_gaK-iO3';
const LATE_PRINT = 'nZNOt-DCUW';
/** 2026-01-01T00:00:00Z less two minutes, and as Ecwid is asked. */
const BEGUN = '2025-12-31T23:58:00.000Z';
const BEGUN_SECONDS = 1_767_225_480;
const BEFORE = '1970-01-01T00:00:01.000Z';

const product = (more: object): object => ({
  id: 37_208_339,
  sku: '00007',
  name: 'Radish',
  price: 1.15,
  weight: 0.31,
  updateTimestamp: 1_428_313_104,
  dimensions: { length: 10, width: 4, height: 2.5 },
  attributes: [
    { id: 1, name: 'Brand', value: 'Farm', type: 'BRAND' },
    { id: 2, name: 'UPC', value: '043594359', type: 'UPC' },
  ],
  combinations: [],
  ...more,
});
const radish = {
  externalId: '37208339',
  sku: '00007',
  title: 'Radish',
  barcode: '043594359',
  unitGrams: 141,
  dimensions: { lengthMm: 254, widthMm: 102, heightMm: 64 },
  price: { minor: 115, currency: 'CAD' },
  updatedAt: '2015-04-06T09:38:24.000Z',
};

export const ownCases: readonly StoreOwnCase[] = [
  ...pushCases,
  {
    name: 'the page where the seller allows the app, with our state in the return address',
    operation: 'begin',
    state: 'signed.state',
    redirectUri: 'https://app.example/connect',
    exchanges: [],
    expect: `https://my.ecwid.com/api/oauth/authorize?client_id=${DEMO_APP.clientId}&redirect_uri=https%3A%2F%2Fapp.example%2Fconnect%3Fstate%3Dsigned.state&response_type=code&scope=read_store_profile+read_catalog+read_orders+update_orders`,
  },
  {
    name: 'the seller came back with a code; who it is says the exchange',
    operation: 'checkEntry',
    query: { code: '1234567890', state: 's' },
    exchanges: [],
    expect: { externalAccount: '', code: '1234567890' },
  },
  {
    name: 'the code exchanged at the very address it came to, and the store’s profile; a scope is missing',
    operation: 'complete',
    code: '1234567890',
    redirectUri: 'https://app.example/connect',
    state: 'signed.state',
    exchanges: [
      {
        request: {
          method: 'POST',
          path: '/api/oauth/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `client_id=${DEMO_APP.clientId}&client_secret=${DEMO_APP.clientSecret}&code=1234567890&redirect_uri=https%3A%2F%2Fapp.example%2Fconnect%3Fstate%3Dsigned.state&grant_type=authorization_code`,
        },
        answer: {
          status: 200,
          body: {
            access_token: 'secret_123453lasdADSK',
            token_type: 'bearer',
            scope: 'read_store_profile read_catalog read_orders',
            store_id: 4_870_020,
          },
        },
      },
      get('/profile', profile, {}, 'secret_123453lasdADSK'),
    ],
    expect: {
      externalAccount: STORE,
      name: 'Harbourfront Tea',
      settings: {},
      weightUnit: 'lb',
      address: {
        companyName: 'Harbourfront Tea Inc.',
        address1: '12 Queens Quay West',
        address2: 'Unit 4',
        city: 'Toronto',
        provinceCode: 'ON',
        zipcode: 'M5J 2R8',
        countryCode: 'CA',
        phone: '+1 416 555 0100',
        email: 'owner@tea.example',
      },
      currency: 'CAD',
      timeZone: 'America/Toronto',
      credentials: { accessToken: 'secret_123453lasdADSK' },
      problems: [
        'Ecwid did not let the app report tracking numbers (update_orders); connect the store again and allow it.',
      ],
    },
  },
  {
    name: 'the store’s name',
    operation: 'testConnection',
    exchanges: [profileCall],
    expect: { accountName: 'Harbourfront Tea', message: 'Connected to the Ecwid store Harbourfront Tea.' },
  },
  {
    name: 'orders since a moment: one as it is, one fetched by the buyer and not paid, one broken; there are more',
    operation: 'orders',
    input: { since: new Date('2024-09-01T00:00:00.900Z') },
    exchanges: [
      profileCall,
      get(
        '/orders',
        found(
          [
            order(),
            order({
              id: OTHER,
              paymentStatus: 'AWAITING_PAYMENT',
              fulfillmentStatus: 'READY_FOR_PICKUP',
              shippingOption: { shippingMethodName: 'At the counter', isPickup: true },
            }),
            order({ id: LATE, updateTimestamp: 'yesterday' }),
          ],
          240,
        ),
        { updatedFrom: 1_725_148_800, offset: 0, limit: 100 },
      ),
    ],
    expect: {
      items: [
        read,
        {
          ...read,
          externalId: OTHER,
          hold: { code: 'payment-pending', reason: 'The order is not paid at Ecwid.' },
          requestedService: { code: '', name: 'At the counter' },
          lines: [{ ...readLine, needsShipping: false }],
        },
      ],
      problems: [{ externalId: LATE, message: 'items[2].updateTimestamp should be a number but is "yesterday".' }],
      next: {
        since: '2024-09-01T00:00:00.900Z',
        at: 1,
        begun: BEGUN,
        again: false,
        seen: [PRINT, OTHER_PRINT],
        told: [],
      },
    },
  },
  {
    name: 'the last page: what the page before showed is left out; one that changed meanwhile makes a second look',
    operation: 'orders',
    input: { cursor: { since: BEFORE, at: 90, begun: BEGUN, again: false, seen: [PRINT], told: [] } },
    exchanges: [
      profileCall,
      get(
        '/orders',
        found([order(), order({ id: LATE, updateTimestamp: 1_767_225_590, paymentStatus: 'CANCELLED' })], 92),
        { updatedFrom: 1, offset: 90, limit: 100 },
      ),
    ],
    expect: {
      items: [
        {
          ...read,
          externalId: LATE,
          updatedAt: '2025-12-31T23:59:50.000Z',
          cancelledAt: '2025-12-31T23:59:50.000Z',
          lines: [{ ...readLine, cancelled: 3 }],
        },
      ],
      problems: [],
      next: { since: BEGUN, at: 0, begun: BEGUN, again: true, seen: [], told: [LATE_PRINT] },
    },
  },
  {
    name: 'the second look ends the pull; what left is shipped, a status of the seller’s own waits for a person',
    operation: 'orders',
    input: { cursor: { since: BEGUN, at: 0, begun: BEGUN, again: true, seen: [], told: [LATE_PRINT] } },
    exchanges: [
      profileCall,
      get(
        '/orders',
        found([
          order({ id: LATE, updateTimestamp: 1_767_225_590 }),
          order({
            updateTimestamp: 1_767_225_600,
            fulfillmentStatus: 'DELIVERED',
            paymentStatus: 'REFUNDED',
            items: [line({ combinationId: null })],
          }),
          order({ id: OTHER, updateTimestamp: 1_767_225_600, paymentStatus: 'CUSTOM_PAYMENT_STATUS_1' }),
        ]),
        { updatedFrom: BEGUN_SECONDS, offset: 0, limit: 100 },
      ),
    ],
    expect: {
      items: [
        {
          ...read,
          updatedAt: '2026-01-01T00:00:00.000Z',
          lines: [{ ...readLine, externalProductId: '692730761', shipped: 3 }],
        },
        {
          ...read,
          externalId: OTHER,
          updatedAt: '2026-01-01T00:00:00.000Z',
          hold: {
            code: 'payment-pending',
            reason:
              'The payment has a status of the seller’s own at Ecwid, so somebody has to look whether it may be shipped.',
          },
        },
      ],
      problems: [],
    },
  },
  {
    name: 'named orders, once each',
    operation: 'ordersById',
    externalIds: [ORDER, '../x', ORDER, 'a,b', OTHER],
    exchanges: [profileCall, get('/orders', found([order()]), { ids: `${ORDER},${OTHER}`, limit: 100 })],
    expect: { items: [read], problems: [] },
  },
  {
    name: 'products with variations, which inherit what they do not say',
    operation: 'products',
    input: { since: new Date('2024-09-01T00:00:00Z') },
    exchanges: [
      profileCall,
      get(
        '/products',
        found(
          [
            product({
              combinations: [
                {
                  id: 7_084_071,
                  options: [
                    { name: 'Color', value: 'White' },
                    { name: 'Size', value: 'Large' },
                  ],
                  sku: '000076',
                  price: 1.4,
                  weight: 0.41,
                },
                { id: 7_084_075, options: [{ name: 'Size', value: 'Small' }] },
              ],
            }),
            product({ id: 37_208_340, name: '' }),
          ],
          500,
        ),
        { updatedFrom: 1_725_148_800, sortBy: 'ADDED_TIME_ASC', offset: 0, limit: 100 },
      ),
    ],
    expect: {
      items: [
        radish,
        {
          ...radish,
          externalId: '37208339-7084071',
          sku: '000076',
          title: 'Radish (Color: White, Size: Large)',
          unitGrams: 186,
          price: { minor: 140, currency: 'CAD' },
        },
        { ...radish, externalId: '37208339-7084075', title: 'Radish (Size: Small)' },
      ],
      problems: [{ externalId: '37208340', message: 'items[1].name is missing.' }],
      next: { offset: 2, since: 1_725_148_800 },
    },
  },
];
