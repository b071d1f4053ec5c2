/** Our own request and answer for every operation of Core, written by hand from the public reference. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { pushCases } from './own-cases-push.ts';
import { askSale, BREAD, CORE, get, read, readLine, SALE, sale, saleLine, shippedWith, task } from './own-exchanges.ts';

const USER = '3f1c2a90-5b7e-4d11-9c3a-0a1b2c3d4e01';
const KEY = 'c0fe0000-0000-4000-8000-00000000ma91';
const keys = { 'api-auth-accountid': USER, 'api-auth-applicationkey': KEY };
const OTHER = 'a6558396-8893-479b-bca9-f89ea3e54633';
const QUOTE = '6222cb47-0e1e-450d-af6d-0cefcee9eef7';

const me = { Company: 'Maple Goods', Currency: 'CAD', TimeZone: 'America/Toronto', DefaultWeightUnits: 'oz' };
const place = {
  ID: '6b7f713d-aad1-4ae6-850c-2db7a0afa321',
  Name: 'Main Warehouse',
  IsDefault: true,
  IsDeprecated: false,
  ParentID: null,
  AddressLine1: '77 Spadina Avenue',
  AddressLine2: '',
  AddressCitySuburb: 'Toronto',
  AddressStateProvince: 'ON',
  AddressZipPostCode: 'M5V 2J4',
  AddressCountry: 'Canada',
};
const bin = { ID: '5f8ee220-dfea-4e8d-8095-a074e44fa955', Name: 'Bin 7', ParentID: place.ID, IsDefault: false };
const address = {
  address1: '77 Spadina Avenue',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5V 2J4',
  countryCode: 'CA',
};
const places = { Total: 2, Page: 1, LocationList: [bin, place] };
const listed = (SaleID: string, Updated: string): object => ({ SaleID, OrderNumber: 'SO', Status: 'ORDERED', Updated });

export const ownCases: readonly StoreOwnCase[] = [
  ...pushCases,
  {
    name: 'keys of Core: its company, currency, time zone and usual place',
    operation: 'connect',
    credentials: { system: 'core', user: USER.toUpperCase(), key: KEY, closeOrders: 'yes' },
    exchanges: [
      get(`${CORE}/me`, me, {}, { ...keys, 'api-auth-accountid': USER.toUpperCase() }),
      get(`${CORE}/ref/location`, places, { Page: 1, Limit: 1_000 }),
    ],
    expect: {
      externalAccount: `core-${USER}`,
      name: 'Maple Goods',
      credentials: { accessToken: `${USER.toUpperCase()}:${KEY}`, key: KEY },
      // The choice is about Omni.
      settings: { name: 'Maple Goods', currency: 'CAD', timeZone: 'America/Toronto', closeOrders: false },
      address,
      currency: 'CAD',
      timeZone: 'America/Toronto',
      weightUnit: 'oz',
      problems: [],
    },
  },
  {
    name: 'the key still opens the company',
    operation: 'testConnection',
    exchanges: [get(`${CORE}/me`, me)],
    expect: { accountName: 'Maple Goods', message: 'Cin7 Core lets us in to Maple Goods.' },
  },
  {
    name: 'places by name, without their bins',
    operation: 'locations',
    exchanges: [get(`${CORE}/ref/location`, places, { Page: 1, Limit: 1_000 })],
    expect: [{ externalId: 'Main Warehouse', name: 'Main Warehouse', address, active: true }],
  },
  {
    name: 'sales since a moment: one as it is, one with a broken line, a quote; then what changed meanwhile is asked for',
    operation: 'orders',
    input: { since: new Date('2017-09-29T03:00:00.500Z') },
    exchanges: [
      get(
        `${CORE}/saleList`,
        {
          Total: 3,
          Page: 1,
          SaleList: [
            listed(SALE.toUpperCase(), '2017-11-22T10:10:49.75Z'),
            listed(OTHER, '2017-09-29T03:00:48.043Z'),
            listed(QUOTE, '2017-09-29T03:00:50Z'),
          ],
        },
        { UpdatedSince: '2017-09-29T02:59:59.500Z', Page: 1, Limit: 100 },
      ),
      askSale(sale()),
      askSale(sale({ ID: OTHER }, { Lines: [saleLine({ Quantity: 1.5 })] }), OTHER),
      askSale(sale({ ID: QUOTE, Status: 'ESTIMATED' }, { Status: 'NOT AVAILABLE', Lines: [] }), QUOTE),
    ],
    expect: {
      items: [read],
      problems: [{ externalId: OTHER, message: 'Order.Lines[0].Quantity should be a whole number but is "1.5".' }],
      next: {
        since: '2017-09-29T03:00:00.500Z',
        from: '2017-11-22T10:10:49.750Z',
        page: 1,
        latest: '2017-11-22T10:10:49.750Z',
        ids: [],
        news: false,
        // base64url(SHA-256("<id> <last change>")), ten characters.
        seen: ['C8i-MVS_Ij'],
      },
    },
  },
  {
    name: 'the same state is not told again, and the pull ends',
    operation: 'orders',
    input: {
      cursor: {
        since: '2017-09-29T03:00:00.500Z',
        from: '2017-11-22T10:10:49.750Z',
        page: 1,
        latest: '2017-11-22T10:10:49.750Z',
        ids: [],
        news: false,
        seen: ['C8i-MVS_Ij'],
      },
    },
    exchanges: [
      get(
        `${CORE}/saleList`,
        { Total: 1, Page: 1, SaleList: [listed(SALE, '2017-11-22T10:10:49.75Z')] },
        { UpdatedSince: '2017-11-22T10:10:48.750Z', Page: 1, Limit: 100 },
      ),
    ],
    expect: { items: [], problems: [] },
  },
  {
    name: 'a product on two lines, partly shipped, and one that its supplier ships; an unknown sale and no id at all are left out',
    operation: 'ordersById',
    externalIds: [SALE, OTHER, 'SO-00001', SALE],
    exchanges: [
      askSale(
        sale(
          {
            Fulfilments: [task('AUTHORISED', 'AUTHORISED', shippedWith('A1'))],
            FulFilmentStatus: 'PARTIALLY FULFILLED',
          },
          { Lines: [saleLine({ Quantity: 1 }), saleLine({ Quantity: 4 }), saleLine({ Quantity: 3, DropShip: true })] },
        ),
      ),
      {
        request: { method: 'GET', path: `${CORE}/sale`, query: { ID: OTHER, CountryFormat: 'Code2' } },
        answer: { status: 400, body: [{ ErrorCode: 400, Exception: 'Sale was not found' }] },
      },
    ],
    expect: {
      items: [
        {
          ...read,
          lines: [
            { ...readLine, quantity: 1, shipped: 1 },
            { ...readLine, externalLineId: `${BREAD}:2`, quantity: 4, shipped: 1 },
            { ...readLine, externalLineId: `${BREAD}:3`, quantity: 3, cancelled: 3 },
          ],
        },
      ],
      problems: [],
    },
  },
  {
    name: 'products with weight, size and customs data; one whose price is damaged comes without it',
    operation: 'products',
    input: { since: new Date('2017-12-26T07:00:00Z') },
    exchanges: [
      get(
        `${CORE}/product`,
        {
          Total: 2,
          Page: 1,
          Products: [
            {
              ID: '524C20A3-A8EC-44F2-9685-311F1F7D1498',
              SKU: 'Bread',
              Name: 'Baked Bread',
              Length: 30,
              Width: 12,
              Height: 10,
              Weight: 12,
              WeightUnits: 'oz',
              DimensionsUnits: 'cm',
              Barcode: '0012345678905',
              PriceTier1: 8.125,
              LastModifiedOn: '2017-12-26T07:19:37.937Z',
              HSCode: '190590',
              CountryOfOriginCode: 'DZA',
            },
            {
              ID: BREAD,
              SKU: 'Roll',
              Name: 'Roll',
              Length: 0,
              Weight: 0,
              WeightUnits: '',
              DimensionsUnits: null,
              PriceTier1: 'dear',
              LastModifiedOn: '2017-12-26T07:19:38Z',
            },
          ],
        },
        { ModifiedSince: '2017-12-26T06:59:59.000Z', Page: 1, Limit: 100 },
      ),
    ],
    expect: {
      items: [
        {
          externalId: '524c20a3-a8ec-44f2-9685-311f1f7d1498',
          sku: 'Bread',
          title: 'Baked Bread',
          barcode: '0012345678905',
          unitGrams: 340,
          dimensions: { lengthMm: 300, widthMm: 120, heightMm: 100 },
          hsCode: '190590',
          originCountry: 'DZ',
          price: { minor: 813, currency: 'CAD' },
          updatedAt: '2017-12-26T07:19:37.937Z',
        },
        { externalId: BREAD, sku: 'Roll', title: 'Roll', updatedAt: '2017-12-26T07:19:38.000Z' },
      ],
      problems: [{ externalId: BREAD, message: 'Products[1].PriceTier1 should be a number but is "dear".' }],
    },
  },
];
