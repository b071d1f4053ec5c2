/** Exchanges and rows that the own cases share, written by hand from the public documents. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

const TOKEN = '7dd6bcf7-5e92-4c25-86c9-54af4a831d54';
const authorization = `Bearer ${TOKEN}`;

const login = (username: string, password: string): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/api/login',
    headers: { 'content-type': 'application/json' },
    body: {
      appName: 'Shipping labels',
      appDescription: 'Brings sales orders in, and reports tracking numbers.',
      appId: 41_822_026,
      username,
      password,
    },
  },
  // The documented answer.
  answer: {
    status: 200,
    body: {
      token: TOKEN,
      user: { id: 5, userFullName: 'John Smith', moduleAccessList: ['Company', 'Customer'], serverVersion: '20.11' },
    },
  },
});
const logout: OwnExchange = {
  request: { method: 'POST', path: '/api/logout', headers: { authorization } },
  answer: { status: 200, body: '' },
};

/** A conversation: signed in, asked, signed out. */
export const session = (...exchanges: readonly OwnExchange[]): readonly OwnExchange[] => [
  login('own-case-access', ''),
  ...exchanges,
  logout,
];
export const sessionOf = (
  username: string,
  password: string,
  ...exchanges: readonly OwnExchange[]
): readonly OwnExchange[] => [login(username, password), ...exchanges, logout];

export const query = (sql: string, rows: unknown): OwnExchange => ({
  request: { method: 'GET', path: '/api/data-query', headers: { authorization }, query: { query: sql } },
  answer: { status: 200, body: rows },
});
export const csv = (what: string, text: string): OwnExchange => ({
  request: {
    method: 'POST',
    path: `/api/import/${what}`,
    headers: { authorization, 'content-type': 'text/csv' },
    body: text,
  },
  answer: { status: 200, headers: {}, body: '' },
});

const ORDERS =
  "SELECT so.id AS id, so.num AS num, so.statusId AS status, sostatus.name AS statusname, DATE_FORMAT(COALESCE(so.dateLastModified, so.dateCreated), '%Y%m%d%H%i%s%f') AS stamp, COALESCE(so.dateLastModified, so.dateCreated) AS modified, COALESCE(so.dateCreated, so.dateIssued) AS placed, so.shipToName AS toname, so.shipToAddress AS toaddress, so.shipToCity AS tocity, stateconst.code AS tostate, so.shipToZip AS tozip, countryconst.abbreviation AS tocountry, so.phone AS phone, so.email AS email, CONCAT_WS(' / ', NULLIF(so.note, ''), CONCAT('PO ', NULLIF(so.customerPO, ''))) AS note, CAST(so.totalPrice AS CHAR) AS total, home.code AS currency, CONCAT_WS(' ', carrier.name, carrierservice.name) AS service, carrierservice.code AS servicecode, so.locationGroupId AS place, (SELECT COUNT(*) FROM soitem WHERE soitem.soId = so.id AND soitem.typeId IN (10, 11, 12, 80)) AS items FROM so LEFT JOIN sostatus ON sostatus.id = so.statusId LEFT JOIN stateconst ON stateconst.id = so.shipToStateId LEFT JOIN countryconst ON countryconst.id = so.shipToCountryId LEFT JOIN currency AS home ON home.homeCurrency = 1 LEFT JOIN carrier ON carrier.id = so.carrierId LEFT JOIN carrierservice ON carrierservice.id = so.carrierServiceId WHERE (so.statusId NOT IN (10, 90) OR so.dateIssued IS NOT NULL)";
const CHANGED = "DATE_FORMAT(COALESCE(so.dateLastModified, so.dateCreated), '%Y%m%d%H%i%s%f')";

/** @param more a further condition, and what it begins with */
export const orders = (more: string, rows: unknown): OwnExchange => query(`${ORDERS}${more}`, rows);
export const PAGED = ' ORDER BY stamp, id LIMIT 50';
export const SINCE = (stamp: string): string => ` AND ${CHANGED} >= '${stamp}'${PAGED}`;
export const AFTER = (stamp: string, id: string): string =>
  ` AND (${CHANGED} > '${stamp}' OR (${CHANGED} = '${stamp}' AND so.id > ${id}))${PAGED}`;
export const NAMED = (ids: string): string => ` AND so.id IN (${ids}) ORDER BY id`;

export const items = (ids: string, rows: unknown): OwnExchange =>
  query(
    `SELECT soitem.id AS id, soitem.soId AS so, soitem.typeId AS type, soitem.statusId AS status, soitem.productId AS product, soitem.productNum AS sku, COALESCE(NULLIF(soitem.description, ''), soitem.productNum) AS title, CAST(soitem.qtyOrdered AS CHAR) AS ordered, CAST(soitem.qtyFulfilled AS CHAR) AS fulfilled, CAST(soitem.unitPrice AS CHAR) AS price, CAST(soitem.totalPrice AS CHAR) AS total, soitem.uomId AS itemuom, product.uomId AS productuom, uom.code AS uom, CAST(product.weight AS CHAR) AS weight, weightuom.code AS weightunit FROM soitem LEFT JOIN product ON product.id = soitem.productId LEFT JOIN uom ON uom.id = soitem.uomId LEFT JOIN uom AS weightuom ON weightuom.id = product.weightUomId WHERE soitem.soId IN (${ids}) AND soitem.typeId IN (10, 11, 12, 80) ORDER BY soitem.soId, soitem.soLineItem, soitem.id`,
    rows,
  );
export const clock = query("SELECT NOW(6) AS moment, DATE_FORMAT(NOW(6), '%Y-%m-%d') AS today", [
  { moment: '2026-08-24T15:00:00.123-04', today: '2026-08-24' },
]);
export const shipments = (...rows: readonly object[]): OwnExchange =>
  query(
    'SELECT ship.id AS id, ship.num AS num, ship.statusId AS status, shipcarton.cartonNum AS carton, shipcarton.trackingNum AS tracking FROM ship LEFT JOIN shipcarton ON shipcarton.shipId = ship.id WHERE ship.soId = 1145 ORDER BY ship.id, shipcarton.cartonNum, shipcarton.id',
    rows,
  );
export const carriers = query(
  'SELECT carrier.name AS name FROM carrier WHERE carrier.activeFlag = 1 ORDER BY carrier.id',
  [{ name: 'Will Call' }, { name: 'Canada Post' }],
);

export const row = (more: object = {}): object => ({
  id: 1145,
  num: '50052',
  status: 25,
  statusname: 'In Progress',
  stamp: '20260824115335812345',
  modified: '2026-08-24T11:53:35.812-04',
  placed: '2026-08-20T09:00:00.000-0400',
  toname: 'Monroe Bike Company',
  toaddress: '1213 North St.\nDock 4',
  tocity: 'Orem',
  tostate: 'UT',
  tozip: '84057',
  tocountry: 'US',
  phone: null,
  email: 'monroe@bikes.example',
  note: 'Ring twice. / PO M-77',
  total: '131.970000000',
  currency: 'USD',
  service: 'UPS Ground',
  servicecode: 'GND',
  place: 1,
  items: 1,
  ...more,
});
export const item = (more: object = {}): object => ({
  id: 60,
  so: 1145,
  type: 10,
  status: 10,
  product: 8,
  sku: 'B201',
  title: 'Premium Brake Cables',
  ordered: '3.000000000',
  fulfilled: '0.000000000',
  price: '43.990000000',
  total: '131.970000000',
  itemuom: 1,
  productuom: 1,
  uom: 'ea',
  weight: '0.500000000',
  weightunit: 'lbs',
  ...more,
});

export const readLine = {
  externalLineId: '60',
  externalProductId: '8',
  sku: 'B201',
  title: 'Premium Brake Cables',
  quantity: 3,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 4_399, currency: 'USD' },
  unitGrams: 227,
  needsShipping: true,
};
export const read = {
  externalId: '1145',
  number: '50052',
  placedAt: '2026-08-20T13:00:00.000Z',
  updatedAt: '2026-08-24T15:53:35.812Z',
  shipTo: {
    name: 'Monroe Bike Company',
    address1: '1213 North St.',
    address2: 'Dock 4',
    city: 'Orem',
    provinceCode: 'UT',
    zipcode: '84057',
    countryCode: 'US',
    email: 'monroe@bikes.example',
  },
  internalNote: 'Ring twice. / PO M-77',
  gift: false,
  tags: [],
  total: { minor: 13_197, currency: 'USD' },
  requestedService: { code: 'GND', name: 'UPS Ground' },
  externalLocationId: '1',
  lines: [readLine],
};
