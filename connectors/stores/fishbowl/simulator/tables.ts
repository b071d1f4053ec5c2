/** The tables of Fishbowl Advanced's database that questions go to, with their columns, made of what a server has. */
import { localTimeIn, readTime } from '@scanship/domain/calendar/local-time';
import type { SimItem, SimOrder, SimProduct } from './model.ts';
import type { Server } from './servers.ts';
import type { Database, Row, Table } from './sql.ts';
import type { Value } from './sql-parser.ts';

const STATES = ['AB', 'BC', 'MB', 'ON', 'QC', 'TX', 'WA'];
const COUNTRIES = [
  ['US', 'UNITED STATES'],
  ['CA', 'CANADA'],
] as const;
const UOMS = ['ea', 'lbs', 'ft', 'in', 'kg'];
const CARRIERS = ['Will Call', 'Delivery', 'UPS', 'FedEx', 'Canada Post'];
const STATUSES: readonly (readonly [number, string])[] = [
  [10, 'Estimate'],
  [20, 'Issued'],
  [25, 'In Progress'],
  [60, 'Fulfilled'],
  [70, 'Closed Short'],
  [80, 'Void'],
  [85, 'Cancelled'],
  [90, 'Expired'],
  [95, 'Historical'],
];

/** Ids in lists of the server: one and so on in their order. */
const idIn = (list: readonly string[], one: string): number | null => {
  const at = list.indexOf(one);
  return at < 0 ? null : at + 1;
};
const stateId = (code: string): number | null => idIn(STATES, code);
const countryId = (code: string): number | null =>
  idIn(
    COUNTRIES.map(([abbreviation]) => abbreviation),
    code,
  );
const uomId = (code: string): number | null => idIn(UOMS, code);
export const carrierId = (name: string): number | null => idIn(CARRIERS, name);
export const carrierNamed = (name: string): string | undefined =>
  CARRIERS.find((one) => one.toLowerCase() === name.toLowerCase());

const decimal = (value: number): string => value.toFixed(9);

/** An instant in the server's zone, as the database holds it. */
export function localOf(instant: string, zone: string): string {
  const time = new Date(instant);
  const millis = String(time.getUTCMilliseconds()).padStart(3, '0');
  return `${(localTimeIn(time, zone) ?? '').replace('T', ' ')}.${millis}000`;
}

/** The offset of a local time, as Java writes it with one X: minutes only where there are any. */
export function offsetAt(local: string, zone: string): string {
  const text = local.slice(0, 19);
  const utc = readTime({ occurredAt: text, zone })?.instant.getTime() ?? 0;
  const minutes = Math.round((Date.parse(`${text.replace(' ', 'T')}Z`) - utc) / 60_000);
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  const rest = size % 60 === 0 ? '' : String(size % 60).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${hours}${rest}`;
}

/** A table whose first row tells its columns; one that may be empty has those given. */
const listed = (rows: readonly Row[], columns: readonly string[] = Object.keys(rows[0] ?? {})): Table => ({
  columns,
  rows,
});

const named = (names: readonly string[], more: Row = {}): Table =>
  listed(names.map((name, at) => ({ id: at + 1, name, ...more })));

function orderRow(order: SimOrder, at: (instant: string | undefined) => Value): Row {
  const { person } = order;
  const total = order.items.reduce((sum, item) => sum + item.ordered * item.price, 0);
  return {
    id: order.id,
    num: order.num,
    statusId: order.status,
    dateCreated: at(order.created),
    dateIssued: at(order.issued),
    dateLastModified: at(order.modified),
    shipToName: person.name,
    shipToAddress: person.street,
    shipToCity: person.city,
    shipToStateId: stateId(person.state),
    shipToZip: person.zip,
    shipToCountryId: countryId(person.country),
    phone: person.phone,
    email: 'test.buyer@mail.example',
    customerPO: order.po ?? null,
    note: order.note ?? null,
    totalPrice: decimal(total),
    carrierId: carrierId(order.carrier) ?? 1,
    carrierServiceId: order.carrier === 'UPS' ? 1 : null,
    locationGroupId: 1,
  };
}

const itemRow = (item: SimItem, order: SimOrder, at: number): Row => ({
  id: item.id,
  soId: order.id,
  soLineItem: at + 1,
  typeId: item.type,
  statusId: order.status === 60 ? 50 : 10,
  productId: item.productId ?? null,
  productNum: item.num,
  description: item.description,
  qtyOrdered: decimal(item.ordered),
  qtyFulfilled: decimal(item.fulfilled),
  unitPrice: decimal(item.price),
  totalPrice: decimal(item.price * item.ordered),
  uomId: uomId(item.uom),
});

const productRow = (product: SimProduct, at: (instant: string) => Value): Row => ({
  id: product.id,
  num: product.num,
  description: product.description,
  upc: null,
  price: decimal(product.price),
  activeFlag: 1,
  dateCreated: at(product.modified),
  dateLastModified: at(product.modified),
  uomId: uomId('ea'),
  weight: decimal(product.pounds ?? 0),
  weightUomId: uomId('lbs'),
  len: decimal(12),
  width: decimal(8),
  height: decimal(4),
  sizeUomId: uomId('in'),
});

export function databaseOf({ about, orders, products }: Server): Database {
  const at = (instant: string | undefined): Value => (instant === undefined ? null : localOf(instant, about.zone));
  const all = [...orders.values()];
  const shipments = all.flatMap((order) => order.shipments.map((shipment) => ({ order, shipment })));
  const address: Row = {
    id: 1,
    accountId: 7,
    locationGroupId: 1,
    defaultFlag: 1,
    address: about.street,
    city: about.city,
    stateId: stateId(about.state),
    zip: about.zip,
    countryId: countryId(about.country),
  };
  return {
    so: listed(
      all.map((order) => orderRow(order, at)),
      Object.keys(orderRow(BLANK, at)),
    ),
    soitem: listed(
      all.flatMap((order) => order.items.map((item, line) => itemRow(item, order, line))),
      Object.keys(itemRow(BLANK_ITEM, BLANK, 0)),
    ),
    product: listed([...products.values()].map((product) => productRow(product, at))),
    ship: listed(
      shipments.map(({ order, shipment }) => ({
        id: shipment.id,
        num: shipment.num,
        soId: order.id,
        statusId: shipment.status,
        carrierId: carrierId(shipment.carrier) ?? 1,
        dateShipped: at(shipment.shipped),
      })),
      ['id', 'num', 'soId', 'statusId', 'carrierId', 'dateShipped'],
    ),
    shipcarton: listed(
      shipments.flatMap(({ shipment }) =>
        shipment.cartons.map((carton) => ({
          id: carton.id,
          shipId: shipment.id,
          cartonNum: carton.number,
          trackingNum: carton.tracking === '' ? null : carton.tracking,
        })),
      ),
      ['id', 'shipId', 'cartonNum', 'trackingNum'],
    ),
    sostatus: listed(STATUSES.map(([id, name]) => ({ id, name }))),
    stateconst: listed(STATES.map((code, index) => ({ id: index + 1, code, name: code }))),
    countryconst: listed(COUNTRIES.map(([abbreviation, name], index) => ({ id: index + 1, abbreviation, name }))),
    uom: listed(UOMS.map((code, index) => ({ id: index + 1, code, name: code }))),
    carrier: named(CARRIERS, { activeFlag: 1 }),
    carrierservice: listed([{ id: 1, carrierId: 3, code: 'GND', name: 'Ground' }]),
    currency: listed([
      { id: 1, code: about.currency, homeCurrency: 1 },
      { id: 2, code: 'EUR', homeCurrency: 0 },
    ]),
    company: listed([{ id: 1, accountId: 7, name: about.company, defaultFlag: 1 }]),
    locationgroup: listed([{ id: 1, name: 'Main', activeFlag: 1 }]),
    address: listed([address]),
  };
}

const BLANK_ITEM: SimItem = {
  id: 0,
  type: 10,
  productId: undefined,
  num: '',
  description: '',
  ordered: 0,
  fulfilled: 0,
  price: 0,
  uom: 'ea',
};
const BLANK: SimOrder = {
  id: 0,
  num: '',
  status: 10,
  created: '2026-01-01T00:00:00.000Z',
  issued: undefined,
  modified: '2026-01-01T00:00:00.000Z',
  carrier: 'UPS',
  person: { name: '', street: '', city: '', state: '', zip: '', country: '', phone: '' },
  items: [],
  shipments: [],
};
