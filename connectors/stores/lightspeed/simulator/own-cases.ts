/** Our own request and answer for every operation, written by hand from public examples. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { pushCases } from './own-cases-push.ts';
import { get, line, linesCall, missing, ORDER, order, read, readLine, SHOP, shop, shopCall } from './own-exchanges.ts';

const OTHER = '1623551';
const LATE = '1623552';
/** Fingerprints: base64url(SHA-256("<id> <milliseconds of updatedAt>")), ten characters. */
const PRINT = 'M5HB5IqTdY';
const OTHER_PRINT = 't-JhZFAT_o';
const LATE_PRINT = 'LxskF7s1FD';
/** 2026-01-01T00:00:00Z less two minutes, and its half day earlier as Lightspeed is asked. */
const BEGUN = '2025-12-31T23:58:00.000Z';
const BEGUN_TEXT = '2025-12-31 11:58:00';
const BEFORE = '1970-01-01T00:00:01.000Z';

const full = (first: readonly object[]): object => ({
  orders: [...first, ...Array.from({ length: 50 - first.length }, () => order())],
});

const variant = (more: object = {}): object => ({
  id: 34_771_159,
  createdAt: '2026-01-24T15:23:06+00:00',
  updatedAt: '2026-02-03T14:20:00+00:00',
  isDefault: true,
  articleCode: 'A-1',
  ean: '5901234123457',
  sku: 'ANA-M',
  hs: '0602.90',
  priceExcl: 7,
  priceIncl: 7.35,
  weight: 159,
  weightValue: '0.350',
  weightUnit: 'lb',
  sizeX: 10,
  sizeY: 5,
  sizeZ: 3,
  sizeXValue: '4.000',
  sizeYValue: '2.000',
  sizeZValue: '1.000',
  sizeUnit: 'in',
  title: 'Size M',
  image: false,
  product: { resource: { id: 20_967_262, url: 'products/20967262' } },
  ...more,
});
const product = {
  product: { id: 20_967_262, title: 'Anacampseros', image: { src: 'https://cdn.shop.example/ana.png' } },
};
const readVariant = {
  externalId: '34771159',
  sku: 'ANA-M',
  title: 'Anacampseros (Size M)',
  barcode: '5901234123457',
  unitGrams: 159,
  dimensions: { lengthMm: 25, widthMm: 102, heightMm: 51 },
  hsCode: '0602.90',
  price: { minor: 700, currency: 'CAD' },
  imageUrl: 'https://cdn.shop.example/ana.png',
  updatedAt: '2026-02-03T14:20:00.000Z',
};

export const ownCases: readonly StoreOwnCase[] = [
  ...pushCases,
  {
    name: 'the pair opens a shop, which says who it is',
    operation: 'connect',
    credentials: { apiKey: 'k'.repeat(32), apiSecret: 's'.repeat(32), cluster: 'us1', language: 'us' },
    exchanges: [
      get('shop', shop, {}, `Basic ${Buffer.from(`${'k'.repeat(32)}:${'s'.repeat(32)}`).toString('base64')}`),
    ],
    expect: {
      externalAccount: SHOP,
      name: 'laurier',
      credentials: { accessToken: `${'k'.repeat(32)}:${'s'.repeat(32)}` },
      settings: { language: 'us' },
      address: {
        address1: '310 Avenue Laurier Ouest',
        city: 'Montréal',
        zipcode: 'H2V 2K3',
        countryCode: 'CA',
        phone: '514 555 0100',
        email: 'owner@cycles.example',
      },
      currency: 'CAD',
      problems: [],
    },
  },
  {
    name: 'the shop’s name',
    operation: 'testConnection',
    exchanges: [shopCall],
    expect: { accountName: 'laurier', message: 'Lightspeed accepts the API key of laurier.' },
  },
  {
    name: 'orders since a moment, asked for from half a day earlier: one as it is, one not paid, one broken, one older',
    operation: 'orders',
    input: { since: new Date('2026-02-01T00:00:00.900Z') },
    exchanges: [
      shopCall,
      get(
        'orders',
        {
          orders: [
            order(),
            order({ id: Number(OTHER), status: 'processing_awaiting_payment', shipmentIsPickup: true }),
            order({ id: Number(LATE), updatedAt: 'yesterday' }),
            order({ id: 1_623_553, updatedAt: '2026-01-31T23:59:59+00:00' }),
          ],
        },
        { updated_at_min: '2026-01-31 12:00:00', limit: 50, page: 1 },
      ),
      linesCall(ORDER),
      linesCall(OTHER, [line({ quantityRefunded: 2 })]),
      linesCall(LATE),
    ],
    expect: {
      items: [
        read,
        {
          ...read,
          externalId: OTHER,
          hold: { code: 'payment-pending', reason: 'The order is not paid at Lightspeed.' },
          lines: [{ ...readLine, cancelled: 2, needsShipping: false }],
        },
      ],
      problems: [{ externalId: LATE, message: 'orders[2].updatedAt should be in its usual form but is "yesterday".' }],
    },
  },
  {
    name: 'a full page is followed by another; what is there twice is told once',
    operation: 'orders',
    input: { cursor: { since: BEFORE, at: 1, begun: BEGUN, again: false, seen: [PRINT], told: [] } },
    exchanges: [
      shopCall,
      get('orders', full([order({ id: Number(OTHER), status: 'cancelled' })]), {
        updated_at_min: '1970-01-01 00:00:00',
        limit: 50,
        page: 1,
      }),
      linesCall(OTHER),
    ],
    expect: {
      items: [
        {
          ...read,
          externalId: OTHER,
          cancelledAt: '2026-02-03T14:20:00.000Z',
          lines: [{ ...readLine, cancelled: 6 }],
        },
      ],
      problems: [],
      next: {
        since: BEFORE,
        at: 2,
        begun: BEGUN,
        again: false,
        seen: [OTHER_PRINT, ...Array.from({ length: 49 }, () => PRINT)],
        told: [OTHER_PRINT, PRINT],
      },
    },
  },
  {
    name: 'the last page of several: a second look for what changed since the pull began',
    operation: 'orders',
    input: { cursor: { at: 2, begun: BEGUN, again: false, seen: [], told: [] } },
    exchanges: [
      shopCall,
      get(
        'orders',
        { orders: [order({ id: Number(LATE), updatedAt: '2025-12-31T23:59:50Z' })] },
        { limit: 50, page: 2 },
      ),
      linesCall(LATE),
    ],
    expect: {
      items: [{ ...read, externalId: LATE, updatedAt: '2025-12-31T23:59:50.000Z' }],
      problems: [],
      next: { since: BEGUN, at: 1, begun: BEGUN, again: true, seen: [], told: [LATE_PRINT] },
    },
  },
  {
    name: 'the second look ends the pull; an order that left is shipped, one that left in part waits for a person',
    operation: 'orders',
    input: { cursor: { since: BEGUN, at: 1, begun: BEGUN, again: true, seen: [], told: [LATE_PRINT] } },
    exchanges: [
      shopCall,
      get(
        'orders',
        {
          orders: [
            order({ id: Number(LATE), updatedAt: '2025-12-31T23:59:50Z' }),
            order({ status: 'completed_shipped', shipmentStatus: 'shipped' }),
            order({ id: Number(OTHER), shipmentStatus: 'partially_shipped' }),
          ],
        },
        { updated_at_min: BEGUN_TEXT, limit: 50, page: 1 },
      ),
      linesCall(ORDER),
      linesCall(OTHER),
    ],
    expect: {
      items: [
        { ...read, lines: [{ ...readLine, shipped: 6 }] },
        {
          ...read,
          externalId: OTHER,
          hold: {
            code: 'on-hold',
            reason:
              'A part of the order left already, and Lightspeed does not say which. Ship the rest from its back office.',
          },
        },
      ],
      problems: [],
    },
  },
  {
    name: 'named orders, once each, with the lines they bring along; unknown ones are left out',
    operation: 'ordersById',
    externalIds: [ORDER, '../x', ORDER, OTHER],
    exchanges: [shopCall, get(`orders/${ORDER}`, { order: order({}, [line()]) }), missing(`orders/${OTHER}`)],
    expect: { items: [read], problems: [] },
  },
  {
    name: 'variants with the names of their products, each asked for once; one weighs whole grams, one has no product',
    operation: 'products',
    input: { since: new Date('2026-02-01T00:00:00Z') },
    exchanges: [
      shopCall,
      get(
        'variants',
        {
          variants: [
            variant(),
            variant({
              id: 34_771_160,
              title: 'Default',
              sku: '',
              weight: 250,
              weightUnit: null,
              sizeZ: 0,
              sizeZValue: '0.000',
            }),
            variant({ id: 34_771_161, product: false }),
          ],
        },
        { updated_at_min: '2026-01-31 12:00:00', limit: 50, page: 1 },
      ),
      get('products/20967262', product),
    ],
    expect: {
      items: [
        readVariant,
        {
          ...readVariant,
          externalId: '34771160',
          sku: 'A-1',
          title: 'Anacampseros',
          unitGrams: 250,
          dimensions: undefined,
        },
      ],
      problems: [{ externalId: '34771161', message: 'variants[2].product is missing.' }],
    },
  },
];
