/** Our own request and answer for every operation, written by hand from the public reference. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { DEMO_APP } from './apps.ts';
import { pushCases } from './own-cases-push.ts';
import {
  MERCHANT,
  get,
  send,
  tokenCall,
  merchant,
  locations,
  halifax,
  cad,
  line,
  shipment,
  order,
  readLine,
  read,
  search,
  query,
} from './own-exchanges.ts';

/** What a buyer chose for a line: something twice, something left out, and a note. */
const chosen = {
  modifiers: [
    { uid: 'm1', name: 'Bow', quantity: '2', base_price_money: cad(150), total_price_money: cad(300) },
    { uid: 'm2', name: 'Ribbon', quantity: '0', total_price_money: cad(0) },
  ],
  note: 'For Ada',
};

export const ownCases: readonly StoreOwnCase[] = [
  ...pushCases,
  {
    name: 'the consent page',
    operation: 'begin',
    state: 'signed.state',
    redirectUri: 'https://app.example/connect',
    exchanges: [],
    expect: `https://connect.squareup.com/oauth2/authorize?client_id=${DEMO_APP.clientId}&scope=MERCHANT_PROFILE_READ+ORDERS_READ+ORDERS_WRITE+ITEMS_READ&session=false&state=signed.state&redirect_uri=https%3A%2F%2Fapp.example%2Fconnect`,
  },
  {
    name: 'the seller came back with a code',
    operation: 'checkEntry',
    query: { code: 'sq0cgb-xJPZ8rwCk7KfapZz815Grw', response_type: 'code', state: 's' },
    exchanges: [],
    expect: { externalAccount: '', code: 'sq0cgb-xJPZ8rwCk7KfapZz815Grw' },
  },
  {
    name: 'the seller denied',
    operation: 'checkEntry',
    query: { error: 'access_denied', error_description: 'user_denied', state: 's' },
    exchanges: [],
    expect: { externalAccount: '', code: '' },
  },
  {
    name: 'the code exchanged, whose account it is, and its main location; access is renewed after a week',
    operation: 'complete',
    code: 'c0de',
    redirectUri: 'https://app.example/connect',
    exchanges: [
      tokenCall(
        { grant_type: 'authorization_code', code: 'c0de', redirect_uri: 'https://app.example/connect' },
        {
          access_token: 'EAAA1',
          token_type: 'bearer',
          expires_at: '2026-01-31T00:00:00Z',
          merchant_id: MERCHANT,
          refresh_token: 'EQAA1',
          short_lived: false,
        },
      ),
      get('/v2/merchants/me', merchant, 'EAAA1'),
      get('/v2/locations', locations, 'EAAA1'),
    ],
    expect: {
      externalAccount: MERCHANT,
      name: 'Harbour Roasters',
      settings: { mainLocationId: 'L1HALIFAXSHOP' },
      address: { ...halifax, companyName: 'Harbour Roasters Ltd.' },
      currency: 'CAD',
      timeZone: 'America/Halifax',
      problems: [],
      credentials: {
        accessToken: 'EAAA1',
        accessExpiresAt: '2026-01-08T00:00:00.000Z',
        refreshToken: 'EQAA1',
      },
    },
  },
  {
    name: 'access renewed: the refresh token stays',
    operation: 'renew',
    exchanges: [
      tokenCall(
        { grant_type: 'refresh_token', refresh_token: 'own-case-refresh' },
        { access_token: 'EAAA2', token_type: 'bearer', expires_at: '2026-01-02T00:00:00Z', merchant_id: MERCHANT },
      ),
    ],
    expect: {
      accessToken: 'EAAA2',
      accessExpiresAt: '2026-01-02T00:00:00.000Z',
      refreshToken: 'own-case-refresh',
    },
  },
  {
    name: 'the seller’s name',
    operation: 'testConnection',
    exchanges: [get('/v2/merchants/me', merchant)],
    expect: { accountName: 'Harbour Roasters', message: 'Connected to the Square account Harbour Roasters.' },
  },
  {
    name: 'orders since a moment; what changed before it, what is picked up, and one that is broken',
    operation: 'orders',
    input: { since: new Date('2026-11-20T12:00:30Z') },
    exchanges: [
      get('/v2/locations', locations),
      search(
        { query: query('2026-11-20T12:00:29.999Z') },
        {
          orders: [
            order({ id: 'older', updated_at: '2026-11-20T12:00:29.999Z' }),
            order(),
            order({ id: 'broken', version: 1, total_money: { amount: '12.5', currency: 'CAD' } }),
            order({ id: 'counter', fulfillments: [{ uid: 'p', type: 'PICKUP', state: 'PROPOSED' }] }),
          ],
        },
      ),
    ],
    expect: {
      items: [read],
      problems: [
        { externalId: 'broken', message: 'orders[2].total_money.amount should be a whole number but is "12.5".' },
      ],
    },
  },
  {
    name: 'a further page: told states are left out; two shipments, a pickup, something measured, unpaid and cancelled',
    operation: 'orders',
    input: {
      cursor: {
        locations: ['L1HALIFAXSHOP', 'L2MONCTONBAR'],
        waiting: ['L9'],
        from: '2026-11-20T12:01:00.123Z',
        seen: ['CAISENgvlJ6jLWAzERDzjyHVybY 2026-11-20T12:01:00.123Z'],
      },
    },
    exchanges: [
      search(
        { query: query('2026-11-20T12:01:00.122Z') },
        {
          orders: [
            order(),
            order({
              id: 'two',
              ticket_name: 'Table 4',
              line_items: [
                line('a', '3'),
                line('b', '2.5', { quantity_unit: { precision: 1 } }),
                line('c', '1', chosen),
              ],
              fulfillments: [
                shipment('one', {
                  state: 'COMPLETED',
                  line_item_application: 'ENTRY_LIST',
                  entries: [{ line_item_uid: 'a', quantity: '1' }],
                }),
                shipment('other', {
                  line_item_application: 'ENTRY_LIST',
                  entries: [
                    { line_item_uid: 'a', quantity: '2' },
                    { line_item_uid: 'b', quantity: '2.5' },
                  ],
                }),
                {
                  uid: 'pick',
                  type: 'PICKUP',
                  state: 'PROPOSED',
                  line_item_application: 'ENTRY_LIST',
                  entries: [{ line_item_uid: 'c', quantity: '1' }],
                },
              ],
            }),
            order({ id: 'unpaid', reference_id: 'WEB-17', net_amount_due_money: cad(5_000) }),
            order({
              id: 'gone',
              reference_id: 'WEB-18',
              state: 'CANCELED',
              closed_at: '2026-11-21T00:00:00Z',
              fulfillments: [shipment('ship-1', { state: 'CANCELED' })],
            }),
          ],
        },
      ),
    ],
    expect: {
      items: [
        {
          ...read,
          externalId: 'two',
          number: 'Table 4',
          lines: [
            { ...readLine, externalLineId: 'a', group: 'one', quantity: 1, shipped: 1 },
            { ...readLine, externalLineId: 'a', group: 'other', quantity: 2 },
            {
              ...readLine,
              externalLineId: 'b',
              group: 'other',
              quantity: 1,
              title: 'Harbour blend (340 g, 2.5)',
              unitPrice: { minor: 4_750, currency: 'CAD' },
            },
            {
              ...readLine,
              externalLineId: 'c',
              group: 'pick',
              quantity: 1,
              cancelled: 1,
              title: 'Harbour blend (340 g, 2 x Bow, 0 x Ribbon, For Ada)',
              unitPrice: { minor: 2_200, currency: 'CAD' },
            },
          ],
        },
        {
          ...read,
          externalId: 'unpaid',
          number: 'WEB-17',
          hold: { code: 'payment-pending', reason: 'The order is not paid in full at Square.' },
        },
        {
          ...read,
          externalId: 'gone',
          number: 'WEB-18',
          cancelledAt: '2026-11-21T00:00:00Z',
          lines: [{ ...readLine, cancelled: 2 }],
        },
      ],
      problems: [],
      next: { locations: ['L9'], waiting: [], seen: [] },
    },
  },
  {
    name: 'named orders; those that are unknown or are sold over the counter are left out',
    operation: 'ordersById',
    externalIds: ['CAISENgvlJ6jLWAzERDzjyHVybY', 'unknown', '../x'],
    exchanges: [
      send(
        'POST',
        '/v2/orders/batch-retrieve',
        { order_ids: ['CAISENgvlJ6jLWAzERDzjyHVybY', 'unknown'] },
        { orders: [order(), order({ id: 'unknown', fulfillments: undefined })] },
      ),
    ],
    expect: { items: [read], problems: [] },
  },
  {
    name: 'variations of items that changed since a moment',
    operation: 'products',
    input: { since: new Date('2026-11-20T12:00:00Z') },
    exchanges: [
      send(
        'POST',
        '/v2/catalog/search',
        { object_types: ['ITEM'], limit: 100, begin_time: '2026-11-20T11:59:59.999Z' },
        {
          objects: [
            {
              type: 'ITEM',
              id: 'ITROAST01HBR',
              updated_at: '2026-11-20T12:00:00Z',
              item_data: {
                name: 'Harbour blend',
                variations: [
                  {
                    type: 'ITEM_VARIATION',
                    id: 'ITROAST01HBRV0',
                    updated_at: '2026-11-20T12:00:01Z',
                    item_variation_data: {
                      name: '340 g',
                      sku: 'HB-340',
                      upc: '627843000013',
                      pricing_type: 'FIXED_PRICING',
                      price_money: cad(1_900),
                    },
                  },
                  {
                    type: 'ITEM_VARIATION',
                    id: 'ITROAST01HBRV1',
                    item_variation_data: { name: 'Regular', pricing_type: 'VARIABLE_PRICING' },
                  },
                ],
              },
            },
          ],
          cursor: 'c2',
        },
      ),
    ],
    expect: {
      items: [
        {
          externalId: 'ITROAST01HBRV0',
          sku: 'HB-340',
          title: 'Harbour blend (340 g)',
          barcode: '627843000013',
          price: { minor: 1_900, currency: 'CAD' },
          updatedAt: '2026-11-20T12:00:01Z',
        },
        { externalId: 'ITROAST01HBRV1', title: 'Harbour blend', updatedAt: '2026-11-20T12:00:00Z' },
      ],
      problems: [],
      next: { cursor: 'c2', since: '2026-11-20T12:00:00.000Z' },
    },
  },
  {
    name: 'places, closed ones included',
    operation: 'locations',
    exchanges: [get('/v2/locations', locations)],
    expect: [
      { externalId: 'L1HALIFAXSHOP', name: 'Halifax roastery', address: halifax, active: true },
      { externalId: 'L2MONCTONBAR', name: 'Moncton bar', address: { countryCode: 'CA' }, active: false },
    ],
  },
];
