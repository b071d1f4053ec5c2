/** Our own request and answer for every operation, written by hand from the public documents. */
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { pushCases } from './own-cases-push.ts';
import {
  AFTER,
  clock,
  item,
  items,
  NAMED,
  orders,
  PAGED,
  query,
  read,
  readLine,
  row,
  session,
  sessionOf,
  SINCE,
} from './own-exchanges.ts';

const COMPANY =
  'SELECT company.name AS name, home.code AS currency, address.address AS address, address.city AS city, stateconst.code AS state, address.zip AS zip, countryconst.abbreviation AS country FROM company LEFT JOIN address ON address.accountId = company.accountId LEFT JOIN currency AS home ON home.homeCurrency = 1 LEFT JOIN stateconst ON stateconst.id = address.stateId LEFT JOIN countryconst ON countryconst.id = address.countryId ORDER BY company.defaultFlag DESC, address.defaultFlag DESC, address.id LIMIT 1';
const LOCATIONS =
  'SELECT locationgroup.id AS id, locationgroup.name AS name, CAST(locationgroup.activeFlag AS UNSIGNED) AS active, address.address AS address, address.city AS city, stateconst.code AS state, address.zip AS zip, countryconst.abbreviation AS country FROM locationgroup LEFT JOIN address ON address.locationGroupId = locationgroup.id LEFT JOIN stateconst ON stateconst.id = address.stateId LEFT JOIN countryconst ON countryconst.id = address.countryId ORDER BY locationgroup.id, address.defaultFlag DESC, address.id';
const PRODUCTS =
  "SELECT product.id AS id, product.num AS num, COALESCE(NULLIF(product.description, ''), product.num) AS title, product.upc AS upc, CAST(product.price AS CHAR) AS price, home.code AS currency, DATE_FORMAT(COALESCE(product.dateLastModified, product.dateCreated), '%Y%m%d%H%i%s%f') AS stamp, COALESCE(product.dateLastModified, product.dateCreated) AS modified, CAST(product.weight AS CHAR) AS weight, weightuom.code AS weightunit, CAST(product.len AS CHAR) AS length, CAST(product.width AS CHAR) AS width, CAST(product.height AS CHAR) AS height, sizeuom.code AS sizeunit FROM product LEFT JOIN currency AS home ON home.homeCurrency = 1 LEFT JOIN uom AS weightuom ON weightuom.id = product.weightUomId LEFT JOIN uom AS sizeuom ON sizeuom.id = product.sizeUomId WHERE product.activeFlag = 1";

const place = {
  address: '580 East Technology Avenue\r\nSuite C',
  city: 'Orem',
  state: 'UT',
  zip: '84097',
  country: 'US',
};
const readPlace = {
  address1: '580 East Technology Avenue',
  address2: 'Suite C',
  city: 'Orem',
  provinceCode: 'UT',
  zipcode: '84097',
  countryCode: 'US',
};
const product = (more: object = {}): object => ({
  id: 8,
  num: 'B201',
  title: 'Premium Brake Cables',
  upc: null,
  price: '43.990000000',
  currency: 'USD',
  stamp: '20260824115335812345',
  modified: '2026-08-24T11:53:35.812-04',
  weight: '0.500000000',
  weightunit: 'lbs',
  length: '10.000000000',
  width: '5.000000000',
  height: '2.000000000',
  sizeunit: 'in',
  ...more,
});
const readProduct = {
  externalId: '8',
  sku: 'B201',
  title: 'Premium Brake Cables',
  unitGrams: 227,
  dimensions: { lengthMm: 254, widthMm: 127, heightMm: 51 },
  price: { minor: 4_399, currency: 'USD' },
  updatedAt: '2026-08-24T15:53:35.812Z',
};
/** A page that is full; all of its rows are the same order, which a server would not send. */
const full = Array.from({ length: 50 }, (_v, at) => row({ id: 1145 + at, items: 0 }));

const bare = { ...read, lines: [], hold: { code: 'no-goods', reason: 'Fishbowl names no goods for this order.' } };

export const ownCases: readonly StoreOwnCase[] = [
  ...pushCases,
  {
    name: 'user and password: the company, its home currency and address; orders can be read; signed out again',
    operation: 'connect',
    credentials: { account: 'fishbowl.example', username: 'JohnSmith', password: 'password12345' },
    exchanges: sessionOf(
      'JohnSmith',
      'password12345',
      query(COMPANY, [{ name: 'Demo Bikes', currency: 'USD', ...place }]),
      orders(PAGED, []),
    ),
    expect: {
      externalAccount: 'maple-fishbowl.example',
      name: 'Demo Bikes',
      credentials: { accessToken: 'JohnSmith:password12345' },
      settings: {},
      address: { name: 'Demo Bikes', ...readPlace },
      currency: 'USD',
      problems: [],
    },
  },
  {
    name: 'the user is still let in',
    operation: 'testConnection',
    exchanges: session(query(COMPANY, [{ name: 'Demo Bikes', currency: null, address: null }])),
    expect: {
      accountName: 'Demo Bikes',
      message: 'Signed in to the Fishbowl server of Demo Bikes, and out again.',
    },
  },
  {
    name: 'location groups, each with its first address',
    operation: 'locations',
    exchanges: session(
      query(LOCATIONS, [
        { id: 1, name: 'SLC', active: 1, ...place },
        { id: 1, name: 'SLC', active: 1, ...place, city: 'Provo' },
        { id: 2, name: 'LA', active: 0, address: null, city: null, state: null, zip: null, country: null },
      ]),
    ),
    expect: [
      { externalId: '1', name: 'SLC', active: true, address: { name: 'SLC', ...readPlace } },
      { externalId: '2', name: 'LA', active: false, address: { name: 'LA', address1: '' } },
    ],
  },
  {
    name: 'orders since a moment, by the server’s own clock and an hour more; an item missing, and a row in another form',
    operation: 'orders',
    input: { since: new Date('2026-08-24T15:30:00.000Z') },
    exchanges: session(
      clock,
      orders(SINCE('20260824103000000000'), [
        row({ id: 1144, modified: '2026-08-24T11:29:59.999-04' }),
        row(),
        row({ id: 1146, items: 2 }),
        row({ id: 1147, modified: '24.8.2026' }),
      ]),
      items('1145, 1146, 1147', [item(), item({ id: 61, so: 1146 })]),
    ),
    expect: {
      items: [read],
      problems: [
        { externalId: '1146', message: 'rows[2].items should be 2 but are 1.' },
        { externalId: '1147', message: 'rows[3].modified should be in its usual form but is "24.8.2026".' },
      ],
    },
  },
  {
    name: 'a full page goes on after its last stamp and id',
    operation: 'orders',
    input: { cursor: { after: '20260824115335812345', id: '1144', since: '2026-08-24T00:00:00.000Z' } },
    exchanges: session(
      orders(AFTER('20260824115335812345', '1144'), full),
      items(full.map((_v, at) => 1145 + at).join(', '), []),
    ),
    expect: {
      items: full.map((_v, at) => ({ ...bare, externalId: String(1145 + at) })),
      problems: [],
      next: { after: '20260824115335812345', id: '1194', since: '2026-08-24T00:00:00.000Z' },
    },
  },
  {
    name: 'named orders: a kit and its part, feet, a drop shipment, another unit; closed short; taken back to an estimate',
    operation: 'ordersById',
    externalIds: ['1145', '../x', '1145', '1146', '1147'],
    exchanges: session(
      orders(NAMED('1145, 1146, 1147'), [
        row({ items: 5 }),
        row({ id: 1146, status: 70, note: null, service: '', servicecode: null }),
        row({ id: 1147, status: 10, toaddress: null, tocountry: null }),
      ]),
      items('1145, 1146, 1147', [
        item({ id: 50, type: 80, sku: 'KIT', title: 'Repair kit', ordered: '1.000000000', product: 9 }),
        item({ price: '0.000000000' }),
        item({ id: 61, ordered: '2.500000000', uom: 'ft', total: '10.005000000' }),
        item({ id: 62, type: 12 }),
        item({ id: 63, itemuom: 7, uom: 'case', fulfilled: '1.000000000' }),
        item({ id: 64, so: 1146, fulfilled: '1.000000000' }),
        item({ id: 65, so: 1147 }),
      ]),
    ),
    expect: {
      items: [
        {
          ...read,
          lines: [
            {
              ...readLine,
              externalLineId: '50',
              externalProductId: '9',
              sku: 'KIT',
              title: 'Repair kit',
              quantity: 1,
              unitGrams: undefined,
              needsShipping: false,
            },
            { ...readLine, unitPrice: { minor: 0, currency: 'USD' } },
            {
              ...readLine,
              externalLineId: '61',
              title: 'Premium Brake Cables (2.5 ft)',
              quantity: 1,
              unitPrice: { minor: 1_001, currency: 'USD' },
              unitGrams: 567,
            },
            { ...readLine, externalLineId: '62', cancelled: 3, unitGrams: undefined },
            { ...readLine, externalLineId: '63', shipped: 1, unitGrams: undefined },
          ],
        },
        {
          ...read,
          externalId: '1146',
          cancelledAt: read.updatedAt,
          internalNote: undefined,
          requestedService: undefined,
          lines: [{ ...readLine, externalLineId: '64', shipped: 1, cancelled: 2 }],
        },
        {
          ...read,
          externalId: '1147',
          hold: { code: 'on-hold', reason: 'The order is an estimate in Fishbowl: it is not issued.' },
          shipTo: { ...read.shipTo, address1: '', address2: undefined, countryCode: '' },
          lines: [{ ...readLine, externalLineId: '65' }],
        },
      ],
      problems: [],
    },
  },
  {
    name: 'products with weight and size; a unit nobody knows is said',
    operation: 'products',
    input: {},
    exchanges: session(
      query(`${PRODUCTS}${PAGED}`, [
        product(),
        product({ id: 9, weight: '0E-9', weightunit: null, length: null }),
        product({ id: 10, weightunit: 'stone' }),
      ]),
    ),
    expect: {
      items: [
        readProduct,
        { ...readProduct, externalId: '9', unitGrams: undefined, dimensions: undefined },
        { ...readProduct, externalId: '10', unitGrams: undefined },
      ],
      problems: [
        { externalId: '9', message: 'rows[1].weight should be a number but is "0E-9".' },
        {
          externalId: '10',
          message: 'rows[2].weightunit is "stone", which is no unit that is known here.',
        },
      ],
    },
  },
];
