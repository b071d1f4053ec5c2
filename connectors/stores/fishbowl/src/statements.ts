/**
 * The questions in SQL, over tables and columns of Fishbowl Advanced's MySQL database. Only numbers and stamps of ours ever become
 * part of a statement. Amounts are asked for as text, because Fishbowl writes a decimal nought as "0E-9"; names of answers are in
 * lower case, since not every version keeps capitals.
 */

/** A moment as the database has it, to the microsecond and without a zone, as twenty digits that sort. */
const stampOf = (column: string): string => `DATE_FORMAT(${column}, '%Y%m%d%H%i%s%f')`;

/** Where a list goes on: after this stamp and id, or at a stamp. */
export type From = { readonly at: string } | { readonly after: string; readonly id: string };

const STAMP = /^\d{20}$/;
const NUMBER = /^[1-9]\d{0,9}$/;

/** @throws RangeError for what is no stamp: nothing else may become part of a statement */
function stamp(text: string): string {
  if (!STAMP.test(text)) throw new RangeError('this is no stamp');
  return `'${text}'`;
}

/** @throws RangeError for what is no number */
function number(text: string): string {
  if (!NUMBER.test(text)) throw new RangeError('this is no number');
  return text;
}

const onFrom = (column: string, id: string, from: From | undefined): string =>
  from === undefined
    ? ''
    : 'at' in from
      ? ` AND ${stampOf(column)} >= ${stamp(from.at)}`
      : ` AND (${stampOf(column)} > ${stamp(from.after)} OR (${stampOf(column)} = ${stamp(from.after)} AND ${id} > ${number(from.id)}))`;

export const PAGE = 50;

/** The clock of the server, which shows how it writes times. */
export const CLOCK = "SELECT NOW(6) AS moment, DATE_FORMAT(NOW(6), '%Y-%m-%d') AS today";

/** Lines that are goods: sale (10), miscellaneous sale (11), drop shipment (12), kit (80). */
const GOODS = 'soitem.typeId IN (10, 11, 12, 80)';

const ORDER_CHANGED = 'COALESCE(so.dateLastModified, so.dateCreated)';
const ORDERS = [
  'SELECT so.id AS id, so.num AS num, so.statusId AS status, sostatus.name AS statusname,',
  `${stampOf(ORDER_CHANGED)} AS stamp, ${ORDER_CHANGED} AS modified, COALESCE(so.dateCreated, so.dateIssued) AS placed,`,
  'so.shipToName AS toname, so.shipToAddress AS toaddress, so.shipToCity AS tocity, stateconst.code AS tostate,',
  'so.shipToZip AS tozip, countryconst.abbreviation AS tocountry, so.phone AS phone, so.email AS email,',
  "CONCAT_WS(' / ', NULLIF(so.note, ''), CONCAT('PO ', NULLIF(so.customerPO, ''))) AS note,",
  'CAST(so.totalPrice AS CHAR) AS total, home.code AS currency,',
  "CONCAT_WS(' ', carrier.name, carrierservice.name) AS service, carrierservice.code AS servicecode,",
  // An order with an item that got lost on the way must not pass for a whole one.
  `so.locationGroupId AS place, (SELECT COUNT(*) FROM soitem WHERE soitem.soId = so.id AND ${GOODS}) AS items`,
  'FROM so',
  'LEFT JOIN sostatus ON sostatus.id = so.statusId',
  'LEFT JOIN stateconst ON stateconst.id = so.shipToStateId',
  'LEFT JOIN countryconst ON countryconst.id = so.shipToCountryId',
  'LEFT JOIN currency AS home ON home.homeCurrency = 1',
  'LEFT JOIN carrier ON carrier.id = so.carrierId',
  'LEFT JOIN carrierservice ON carrierservice.id = so.carrierServiceId',
  // An estimate that was never issued is a quote.
  'WHERE (so.statusId NOT IN (10, 90) OR so.dateIssued IS NOT NULL)',
].join(' ');

export const ordersFrom = (from: From | undefined): string =>
  `${ORDERS}${onFrom(ORDER_CHANGED, 'so.id', from)} ORDER BY stamp, id LIMIT ${PAGE}`;

/** @param ids numbers, at least one */
export const ordersWith = (ids: readonly string[]): string =>
  `${ORDERS} AND so.id IN (${ids.map(number).join(', ')}) ORDER BY id`;

export const itemsOf = (orderIds: readonly string[]): string =>
  [
    'SELECT soitem.id AS id, soitem.soId AS so, soitem.typeId AS type, soitem.statusId AS status,',
    "soitem.productId AS product, soitem.productNum AS sku, COALESCE(NULLIF(soitem.description, ''), soitem.productNum) AS title,",
    'CAST(soitem.qtyOrdered AS CHAR) AS ordered, CAST(soitem.qtyFulfilled AS CHAR) AS fulfilled,',
    'CAST(soitem.unitPrice AS CHAR) AS price, CAST(soitem.totalPrice AS CHAR) AS total,',
    'soitem.uomId AS itemuom, product.uomId AS productuom, uom.code AS uom,',
    'CAST(product.weight AS CHAR) AS weight, weightuom.code AS weightunit',
    'FROM soitem',
    'LEFT JOIN product ON product.id = soitem.productId',
    'LEFT JOIN uom ON uom.id = soitem.uomId',
    'LEFT JOIN uom AS weightuom ON weightuom.id = product.weightUomId',
    `WHERE soitem.soId IN (${orderIds.map(number).join(', ')}) AND ${GOODS}`,
    'ORDER BY soitem.soId, soitem.soLineItem, soitem.id',
  ].join(' ');

const PRODUCT_CHANGED = 'COALESCE(product.dateLastModified, product.dateCreated)';

export const productsFrom = (from: From | undefined): string =>
  [
    "SELECT product.id AS id, product.num AS num, COALESCE(NULLIF(product.description, ''), product.num) AS title, product.upc AS upc,",
    'CAST(product.price AS CHAR) AS price, home.code AS currency,',
    `${stampOf(PRODUCT_CHANGED)} AS stamp, ${PRODUCT_CHANGED} AS modified,`,
    'CAST(product.weight AS CHAR) AS weight, weightuom.code AS weightunit, CAST(product.len AS CHAR) AS length,',
    'CAST(product.width AS CHAR) AS width, CAST(product.height AS CHAR) AS height, sizeuom.code AS sizeunit',
    'FROM product',
    'LEFT JOIN currency AS home ON home.homeCurrency = 1',
    'LEFT JOIN uom AS weightuom ON weightuom.id = product.weightUomId',
    'LEFT JOIN uom AS sizeuom ON sizeuom.id = product.sizeUomId',
    `WHERE product.activeFlag = 1${onFrom(PRODUCT_CHANGED, 'product.id', from)} ORDER BY stamp, id LIMIT ${PAGE}`,
  ].join(' ');

const ADDRESS =
  'address.address AS address, address.city AS city, stateconst.code AS state, address.zip AS zip, countryconst.abbreviation AS country';
const ADDRESS_PLACES =
  'LEFT JOIN stateconst ON stateconst.id = address.stateId LEFT JOIN countryconst ON countryconst.id = address.countryId';

export const COMPANY = `SELECT company.name AS name, home.code AS currency, ${ADDRESS} FROM company LEFT JOIN address ON address.accountId = company.accountId LEFT JOIN currency AS home ON home.homeCurrency = 1 ${ADDRESS_PLACES} ORDER BY company.defaultFlag DESC, address.defaultFlag DESC, address.id LIMIT 1`;

export const LOCATIONS = `SELECT locationgroup.id AS id, locationgroup.name AS name, CAST(locationgroup.activeFlag AS UNSIGNED) AS active, ${ADDRESS} FROM locationgroup LEFT JOIN address ON address.locationGroupId = locationgroup.id ${ADDRESS_PLACES} ORDER BY locationgroup.id, address.defaultFlag DESC, address.id`;

export const CARRIERS = 'SELECT carrier.name AS name FROM carrier WHERE carrier.activeFlag = 1 ORDER BY carrier.id';

export const shipmentsOf = (orderId: string): string =>
  `SELECT ship.id AS id, ship.num AS num, ship.statusId AS status, shipcarton.cartonNum AS carton, shipcarton.trackingNum AS tracking FROM ship LEFT JOIN shipcarton ON shipcarton.shipId = ship.id WHERE ship.soId = ${number(orderId)} ORDER BY ship.id, shipcarton.cartonNum, shipcarton.id`;
