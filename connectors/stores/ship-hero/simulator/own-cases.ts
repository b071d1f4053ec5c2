/** Our own request and answer for every operation, written by hand from the public reference. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { ACCOUNT, ORDER_BY_ID, ORDER_LINES, ORDERS, PRODUCTS } from '../src/documents.ts';
import { pushCases } from './own-cases-push.ts';
import {
  accountAnswer,
  edges,
  graphql,
  holds,
  line,
  ORDER,
  order,
  OTHER_LINE,
  read,
  readLine,
  readWarehouse,
  WAREHOUSE,
} from './own-exchanges.ts';

const auth = (path: string, body: object, answer: object): OwnExchange => ({
  request: { method: 'POST', path, headers: { 'content-type': 'application/json' }, body },
  answer: { status: 200, body: answer },
});
const OTHER = 'T3JkZXI6MjA0MTU5MDYz';
const BROKEN = 'T3JkZXI6MjA0MTU5MDY0';
const typed = { email: 'labels@maple-goods.example', password: 'a password', currency: 'CAD', weightUnit: '' };
const signIn = auth(
  '/auth/token',
  { username: 'labels@maple-goods.example', password: 'a password' },
  { access_token: 'at-1', refresh_token: 'rt-1', expires_in: 2_419_200, token_type: 'Bearer' },
);
const connected = {
  externalAccount: 'QWNjb3VudDo3NTU2',
  name: 'Maple Goods',
  // The password is not among what is kept.
  credentials: { accessToken: 'at-1', accessExpiresAt: '2026-01-29T00:00:00.000Z', refreshToken: 'rt-1' },
  settings: { name: 'Maple Goods', currency: 'CAD', weightUnit: 'oz' },
  address: readWarehouse,
  currency: 'CAD',
  weightUnit: 'oz',
  problems: [],
};

const product = (more: object = {}): object => ({
  id: 'UHJvZHVjdDox',
  sku: 'EFM-MCVC',
  name: 'Coffee Mug',
  barcode: '0628055500017',
  price: '26.00',
  tariff_code: null,
  country_of_manufacture: 'CA',
  thumbnail: null,
  updated_at: '2021-07-24T02:03:01',
  dimensions: { weight: '30.00', length: '3.00', width: '2', height: '1.00' },
  ...more,
});

export const ownCases: readonly StoreOwnCase[] = [
  ...pushCases,
  {
    name: 'a user signed in: the account and the address of its first warehouse',
    operation: 'connect',
    credentials: typed,
    exchanges: [signIn, graphql(ACCOUNT, {}, accountAnswer(), {}, 'at-1')],
    expect: connected,
  },
  {
    name: 'a logistics provider is told what does not come in',
    operation: 'connect',
    credentials: { ...typed, weightUnit: 'g' },
    exchanges: [signIn, graphql(ACCOUNT, {}, accountAnswer({ is_3pl: true, username: null }, []), {}, 'at-1')],
    expect: {
      ...connected,
      name: 'labels@maple-goods.example',
      settings: { name: 'labels@maple-goods.example', currency: 'CAD', weightUnit: 'g' },
      weightUnit: 'g',
      address: undefined,
      problems: [
        'This is the account of a logistics provider: the orders of its customers do not come in. Connect each customer with a user of its own.',
      ],
    },
  },
  {
    name: 'access renewed: the refresh token stays as it is',
    operation: 'renew',
    exchanges: [
      auth(
        '/auth/refresh',
        { refresh_token: 'own-case-refresh' },
        { access_token: 'at-2', expires_in: 2_419_200, scope: 'openid profile offline_access', token_type: 'Bearer' },
      ),
    ],
    expect: { accessToken: 'at-2', accessExpiresAt: '2026-01-29T00:00:00.000Z' },
  },
  {
    name: 'the access is still this account’s',
    operation: 'testConnection',
    exchanges: [graphql(ACCOUNT, {}, accountAnswer())],
    expect: { accountName: 'Maple Goods', message: 'Connected to the ShipHero account Maple Goods.' },
  },
  {
    name: 'warehouses',
    operation: 'locations',
    exchanges: [graphql(ACCOUNT, {}, accountAnswer())],
    expect: [{ externalId: WAREHOUSE, name: 'Primary', address: readWarehouse, active: true }],
  },
  {
    name: 'orders since a moment, asked a second earlier: one, one on hold, one broken, with more to come',
    operation: 'orders',
    input: { since: new Date('2021-07-24T02:03:01.700Z') },
    exchanges: [
      graphql(
        ORDERS,
        { from: '2021-07-24T02:03:00' },
        {
          orders: {
            data: edges(
              [
                order(),
                order({ id: OTHER, holds: holds({ payment_hold: true, address_hold: true }), currency: null }),
                order({ id: BROKEN, total_price: 'free' }),
                order({ id: 'T3JkZXI6MjA0MTU5MDY1', updated_at: '2021-07-24T02:03:00' }),
              ],
              { hasNextPage: true, endCursor: 'cursor-1' },
            ),
          },
        },
      ),
    ],
    expect: {
      items: [
        read,
        {
          ...read,
          externalId: OTHER,
          // Of the connection, where the order names none.
          total: { minor: 4_695, currency: 'USD' },
          lines: [{ ...readLine, unitPrice: { minor: 1_251, currency: 'USD' } }],
          hold: {
            code: 'payment-pending',
            reason: 'The order is on hold at ShipHero for payment and its address.',
          },
        },
      ],
      problems: [
        {
          externalId: BROKEN,
          message: 'orders.data.edges[2].node.total_price should be a number but is "free".',
        },
      ],
      next: { after: 'cursor-1', since: '2021-07-24T02:03:01.700Z' },
    },
  },
  {
    name: 'further lines of an order, of which one was cancelled and one is no parcel; a status of the account’s own',
    operation: 'orders',
    input: { cursor: { after: 'cursor-1' } },
    exchanges: [
      graphql(
        ORDERS,
        { after: 'cursor-1' },
        {
          orders: {
            data: edges([
              order({
                fulfillment_status: 'Awaiting print',
                packing_note: null,
                gift_note: null,
                allocations: [{ warehouse_id: WAREHOUSE }, { warehouse_id: 'V2FyZWhvdXNlOjExNzkx' }],
                line_items: edges([line({ fulfillment_status: 'canceled' })], {
                  hasNextPage: true,
                  endCursor: 'line-1',
                }),
              }),
            ]),
          },
        },
      ),
      graphql(
        ORDER_LINES,
        { id: ORDER, after: 'line-1' },
        {
          order: {
            data: {
              id: ORDER,
              line_items: edges([
                line({
                  id: OTHER_LINE,
                  option_title: null,
                  quantity_shipped: null,
                  product: { id: 'UHJvZHVjdDoy', virtual: true, dimensions: { weight: '0.00' } },
                }),
              ]),
            },
          },
        },
      ),
    ],
    expect: {
      items: [
        {
          ...read,
          internalNote: undefined,
          gift: false,
          externalLocationId: undefined,
          hold: { code: 'on-hold', reason: 'The order is "Awaiting print" at ShipHero.' },
          lines: [
            { ...readLine, cancelled: 2 },
            {
              externalLineId: OTHER_LINE,
              externalProductId: 'UHJvZHVjdDoy',
              sku: 'EFM-MCVC',
              title: 'Coffee Mug',
              quantity: 3,
              shipped: 1,
              cancelled: 0,
              unitPrice: { minor: 1_251, currency: 'CAD' },
              needsShipping: false,
            },
          ],
        },
      ],
      problems: [],
    },
  },
  {
    name: 'named orders, one call each: one cancelled, one that is not there, one without an answer',
    operation: 'ordersById',
    externalIds: [ORDER, '../x', ORDER, OTHER, BROKEN],
    exchanges: [
      graphql(ORDER_BY_ID, { id: ORDER }, { order: { data: order({ fulfillment_status: 'canceled' }) } }),
      graphql(ORDER_BY_ID, { id: OTHER }, { order: { data: null } }),
      graphql(
        ORDER_BY_ID,
        { id: BROKEN },
        { order: null },
        { errors: [{ code: 3, message: 'Order not found', operation: 'order', request_id: '1' }] },
      ),
    ],
    expect: {
      items: [{ ...read, cancelledAt: read.updatedAt, lines: [{ ...readLine, cancelled: 2 }] }],
      problems: [{ externalId: OTHER, message: 'order.data is missing.' }],
    },
  },
  {
    name: 'products with size and origin; the price is in the connection’s currency',
    operation: 'products',
    input: {},
    exchanges: [
      graphql(
        PRODUCTS,
        {},
        { products: { data: edges([product(), product({ id: 'UHJvZHVjdDoy', updated_at: 'yesterday' })]) } },
      ),
    ],
    expect: {
      items: [
        {
          externalId: 'UHJvZHVjdDox',
          sku: 'EFM-MCVC',
          title: 'Coffee Mug',
          barcode: '0628055500017',
          unitGrams: 850,
          dimensions: { lengthMm: 76, widthMm: 51, heightMm: 25 },
          originCountry: 'CA',
          price: { minor: 2_600, currency: 'USD' },
          updatedAt: '2021-07-24T02:03:01.000Z',
        },
      ],
      problems: [
        {
          externalId: 'UHJvZHVjdDoy',
          message: 'products.data.edges[1].node.updated_at should be in its usual form but is "yesterday".',
        },
      ],
    },
  },
];
