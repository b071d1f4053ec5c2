/** Exchanges and answers that the own cases share, written by hand from the public references. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const CORE = '/ExternalApi/v2';
export const OMNI = '/api/v1';

export const get = (
  path: string,
  body: unknown,
  query: Readonly<Record<string, string | number>> = {},
  headers: Readonly<Record<string, string>> = { accept: 'application/json' },
): OwnExchange => ({
  request: { method: 'GET', path, headers, query },
  answer: { status: 200, body },
});
export const send = (method: 'POST' | 'PUT', path: string, body: unknown, answer: unknown): OwnExchange => ({
  request: { method, path, headers: { 'content-type': 'application/json' }, body },
  answer: { status: 200, body: answer },
});

export const SALE = '916ab4c0-6ccb-4c93-873d-0603859050e4';
export const BREAD = '4aadd8f6-4d3d-46ca-acbb-1a9a662f9bc1';
export const TASK = 'cde5fb4a-1dac-4e9a-bc33-5dfa14eedb57';

export const saleLine = (more: object = {}): object => ({
  ProductID: BREAD,
  SKU: 'Bread',
  Name: 'Baked Bread',
  Quantity: 2,
  Price: 8,
  DropShip: false,
  Total: 16,
  ProductWeight: 12,
  WeightUnits: 'oz',
  ...more,
});
export const sale = (more: object = {}, order: object = {}): object => ({
  ID: SALE,
  Customer: 'Hamilton Smith Pty',
  Contact: 'No Name',
  Phone: '03 3189080',
  Email: 'buyer@mail.example',
  ShippingAddress: {
    Line1: '3 Park Street',
    Line2: 'Southbank',
    City: 'Melbourne',
    State: 'VIC',
    Postcode: '3331',
    Country: 'AU',
    Company: 'Small Business Services',
    Contact: 'Sheree Bond',
    ShipToOther: false,
  },
  ShippingNotes: 'Ring twice.',
  CustomerCurrency: 'AUD',
  ShipBy: '2017-11-30T00:00:00',
  Location: 'Main Warehouse',
  SaleOrderDate: '2017-10-28T00:00:00',
  LastModifiedOn: '2017-11-22T10:10:49.75Z',
  Note: 'From the phone',
  Status: 'ORDERED',
  FulFilmentStatus: 'NOT FULFILLED',
  Carrier: 'test carrier',
  Order: { SaleOrderNumber: 'SO-00001', Memo: '', Status: 'AUTHORISED', Lines: [saleLine()], Total: 16, ...order },
  Fulfilments: [],
  ...more,
});

export const readLine = {
  externalLineId: BREAD,
  externalProductId: BREAD,
  sku: 'Bread',
  title: 'Baked Bread',
  quantity: 2,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 800, currency: 'AUD' },
  unitGrams: 340,
  needsShipping: true,
};
export const read = {
  externalId: SALE,
  number: 'SO-00001',
  placedAt: '2017-10-28T00:00:00.000Z',
  updatedAt: '2017-11-22T10:10:49.750Z',
  shipTo: {
    name: 'Sheree Bond',
    companyName: 'Small Business Services',
    address1: '3 Park Street',
    address2: 'Southbank',
    city: 'Melbourne',
    provinceCode: 'VIC',
    zipcode: '3331',
    countryCode: 'AU',
    phone: '03 3189080',
    email: 'buyer@mail.example',
  },
  buyerNote: 'Ring twice.',
  internalNote: 'From the phone',
  gift: false,
  tags: [],
  total: { minor: 1_600, currency: 'AUD' },
  requestedService: { code: '', name: 'test carrier' },
  shipBy: '2017-11-30T00:00:00.000Z',
  externalLocationId: 'Main Warehouse',
  lines: [readLine],
};

export const askSale = (answer: object, id = SALE): OwnExchange =>
  get(`${CORE}/sale`, answer, { ID: id, CountryFormat: 'Code2' });

export const goods = (more: object = {}): object => ({
  ProductID: BREAD,
  SKU: 'Bread',
  Name: 'Baked Bread',
  Location: 'Main Warehouse',
  Quantity: 2,
  ...more,
});
export const task = (pick: string, pack: string, ship: object): object => ({
  TaskID: TASK,
  FulfillmentNumber: 1,
  Pick: { Status: pick, Lines: pick === 'AUTHORISED' ? [goods()] : [] },
  Pack: { Status: pack, Lines: pack === 'AUTHORISED' ? [goods({ Box: 'Box 1' })] : [] },
  Ship: {
    Status: 'NOT AVAILABLE',
    ShippingAddress: { Line1: '3 Park Street', Country: 'Australia', ShipToOther: false },
    Lines: [],
    ...ship,
  },
});
export const shippedWith = (TrackingNumber: string): object => ({
  Status: 'AUTHORISED',
  Lines: [{ ID: TASK, Carrier: 'Canada Post', Boxes: 'Box 1', TrackingNumber, TrackingURL: '', IsShipped: true }],
});
