/** Our own request and answer for every operation, written by hand from the public reference. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { ABOUT } from './accounts.ts';
import { pushCases } from './own-cases-push.ts';
import { found, get, line, missing, ORDER, order, read, readLine } from './own-exchanges.ts';

const PAIR = 'Basic NWMwZmZlZTAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDE6NWVjZGVkMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDE=';
const OTHER = '93348443';
const LATE = '93348444';
/** Fingerprints: base64url(SHA-256("<orderId> <modifyDate>")), ten characters. */
const PRINT = 'H0OXoDTKUJ';
const OTHER_PRINT = 'iBW_tF0xFM';
const LATE_PRINT = 'joIRwhE5aX';
const sorted = { sortBy: 'ModifyDate', sortDir: 'ASC', pageSize: 100 };

const stores = [
  { storeId: 25_748, storeName: 'Maple Goods on Etsy', active: true },
  { storeId: 22_766, storeName: 'ShipStation Manual Store', active: false },
];
const warehouses = [
  { warehouseId: 14_265, warehouseName: 'Austin', originAddress: { name: 'Austin', city: 'Austin' }, isDefault: false },
  {
    warehouseId: 17_977,
    warehouseName: 'Main warehouse',
    originAddress: {
      name: 'Spring warehouse',
      company: '',
      street1: '123 S SPRING RD  ',
      street2: '',
      street3: '',
      city: 'Elmurst',
      state: 'IL',
      postalCode: '60126',
      country: 'US',
      phone: '5121112222',
    },
    isDefault: true,
  },
];
const main = {
  name: 'Spring warehouse',
  address1: '123 S SPRING RD',
  city: 'Elmurst',
  provinceCode: 'IL',
  zipcode: '60126',
  countryCode: 'US',
  phone: '5121112222',
};
const { apiKey = '', apiSecret = '' } = ABOUT[0] ?? {};
const pair = `${apiKey}:${apiSecret}`;
const typed = { apiKey, apiSecret, currency: 'CAD', shopName: 'Maple Goods' };

const product = (more: object = {}): object => ({
  productId: 12_345_678,
  sku: '1004',
  name: 'Coffee Mug',
  price: 26,
  length: 3,
  width: 3,
  height: 3,
  weightOz: 30,
  modifyDate: '2014-11-18T15:23:00.0000000',
  customsDescription: null,
  customsTariffNo: '6912000000',
  customsCountryCode: 'CA',
  ...more,
});
const mug = {
  externalId: '12345678',
  sku: '1004',
  title: 'Coffee Mug',
  unitGrams: 850,
  hsCode: '6912000000',
  originCountry: 'CA',
  price: { minor: 2_600, currency: 'USD' },
  updatedAt: '2014-11-18T23:23:00.000Z',
};

export const ownCases: readonly StoreOwnCase[] = [
  ...pushCases,
  {
    name: 'a pair of key and secret: the account by its lowest store, the address of the usual place',
    operation: 'connect',
    credentials: typed,
    exchanges: [get('/stores', stores, { showInactive: 'true' }, PAIR), get('/warehouses', warehouses, {}, PAIR)],
    expect: {
      externalAccount: 'account-22766',
      name: 'Maple Goods',
      credentials: { accessToken: pair },
      settings: { name: 'Maple Goods', currency: 'CAD', storeId: null },
      address: main,
      currency: 'CAD',
      problems: [],
    },
  },
  {
    name: 'one selling channel of it is a store of its own',
    operation: 'connect',
    credentials: { ...typed, storeId: '25748' },
    exchanges: [get('/stores', stores, { showInactive: 'true' }, PAIR), get('/warehouses', [], {}, PAIR)],
    expect: {
      externalAccount: 'store-25748',
      name: 'Maple Goods',
      credentials: { accessToken: pair },
      settings: { name: 'Maple Goods', currency: 'CAD', storeId: '25748' },
      currency: 'CAD',
      problems: [],
    },
  },
  {
    name: 'the key still opens this account',
    operation: 'testConnection',
    exchanges: [get('/stores', stores, { showInactive: 'true' })],
    expect: { accountName: 'Maple Goods', message: 'ShipStation accepts the API key of Maple Goods.' },
  },
  {
    name: 'places that ship',
    operation: 'locations',
    exchanges: [get('/warehouses', warehouses)],
    expect: [
      { externalId: '14265', name: 'Austin', address: { name: 'Austin', address1: '', city: 'Austin' }, active: true },
      { externalId: '17977', name: 'Main warehouse', address: main, active: true },
    ],
  },
  {
    name: 'orders since a moment in Pacific time: one as it is, one on hold with a discount among its items, one broken',
    operation: 'orders',
    input: { since: new Date('2015-08-17T16:00:00.500Z') },
    exchanges: [
      get(
        '/orders',
        found(
          [
            order(),
            order({
              orderId: 93_348_443,
              orderStatus: 'on_hold',
              gift: false,
              giftMessage: null,
              items: [line(), { orderItemId: 1, name: 'Discount', quantity: 1, unitPrice: -5, adjustment: true }],
            }),
            order({ orderId: 93_348_444, modifyDate: '8/17/2015' }),
          ],
          1,
          2,
        ),
        { ...sorted, page: 1, modifyDateStart: '2015-08-17 08:59:59' },
      ),
    ],
    expect: {
      items: [
        read,
        {
          ...read,
          externalId: OTHER,
          gift: false,
          internalNote: 'Mrs. Hudson gave the customer a discount',
          hold: { code: 'on-hold', reason: 'The order is on hold at ShipStation.' },
        },
      ],
      problems: [{ externalId: LATE, message: 'orders[2].modifyDate should be in its usual form but is "8/17/2015".' }],
      next: {
        since: '2015-08-17T16:00:00.500Z',
        from: '2015-08-17T16:24:14.000Z',
        page: 1,
        seen: [PRINT, OTHER_PRINT],
      },
    },
  },
  {
    name: 'the page after it begins at the second it ended with; what was told is left out, what is new to us waits',
    operation: 'orders',
    input: {
      cursor: { since: '2015-08-17T16:00:00.500Z', from: '2015-08-17T16:24:14.000Z', page: 1, seen: [PRINT] },
    },
    exchanges: [
      get(
        '/orders',
        found([
          order(),
          order({ orderId: 93_348_443, orderStatus: 'cancelled' }),
          order({
            orderId: 93_348_444,
            modifyDate: '2015-08-17T09:24:15.0000000',
            orderStatus: 'rejected_fulfillment',
          }),
        ]),
        { ...sorted, page: 1, modifyDateStart: '2015-08-17 09:24:13' },
      ),
    ],
    expect: {
      items: [
        {
          ...read,
          externalId: OTHER,
          cancelledAt: read.updatedAt,
          lines: [{ ...readLine, cancelled: 2 }],
        },
        {
          ...read,
          externalId: LATE,
          updatedAt: '2015-08-17T16:24:15.000Z',
          hold: { code: 'on-hold', reason: 'The order is "rejected fulfillment" at ShipStation.' },
        },
      ],
      problems: [],
    },
  },
  {
    name: 'more than a page changed in one second: the next page of the same second',
    operation: 'orders',
    input: { cursor: { from: '2015-08-17T16:24:15.000Z', page: 2, seen: [LATE_PRINT] } },
    exchanges: [
      get('/orders', found([order({ orderId: 93_348_444, modifyDate: '2015-08-17T09:24:15.0000000' })], 2, 3), {
        ...sorted,
        page: 2,
        modifyDateStart: '2015-08-17 09:24:14',
      }),
    ],
    expect: { items: [], problems: [], next: { from: '2015-08-17T16:24:15.000Z', page: 3, seen: [LATE_PRINT] } },
  },
  {
    name: 'named orders, one call each',
    operation: 'ordersById',
    externalIds: [ORDER, '../x', ORDER, OTHER],
    exchanges: [get(`/orders/${ORDER}`, order({ orderStatus: 'shipped' })), missing(`/orders/${OTHER}`)],
    expect: { items: [{ ...read, lines: [{ ...readLine, shipped: 2 }] }], problems: [] },
  },
  {
    name: 'products with customs data; what did not change is left out, lengths without a unit are',
    operation: 'products',
    input: { since: new Date('2014-11-18T23:00:00Z') },
    exchanges: [
      get(
        '/products',
        {
          products: [
            product(),
            product({ productId: 12_345_679, modifyDate: '2014-11-18T14:59:00.0000000' }),
            product({ productId: 12_345_680, name: '' }),
            product({ productId: 12_345_681, weightOz: 0, customsTariffNo: null, customsCountryCode: null }),
          ],
          total: 104,
          page: 1,
          pages: 2,
        },
        { sortBy: 'CreateDate', sortDir: 'ASC', page: 1, pageSize: 100 },
      ),
    ],
    expect: {
      items: [
        mug,
        { ...mug, externalId: '12345681', unitGrams: undefined, hsCode: undefined, originCountry: undefined },
      ],
      problems: [{ externalId: '12345680', message: 'products[2].name is missing.' }],
      next: { page: 2, since: '2014-11-18T23:00:00.000Z' },
    },
  },
];
