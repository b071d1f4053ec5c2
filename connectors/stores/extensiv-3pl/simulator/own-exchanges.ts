/** Exchanges and answers that the own cases share, written by hand from the published pages and samples. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const ORDER = '206568';
export const LINE = '881001';
export const REL = 'http://api.3plCentral.com/rels/';

const authorization = 'Bearer own-case-access';
const HAL = 'application/hal+json';
export const DETAIL = { detail: 'OrderItems,Contacts' };

export const get = (
  path: string,
  body: unknown,
  query: Readonly<Record<string, string | number>> = {},
  tag?: string,
): OwnExchange => ({
  request: { method: 'GET', path, headers: { authorization, accept: HAL }, query },
  answer: { status: 200, body, headers: { 'content-type': HAL, ...(tag !== undefined && { etag: tag }) } },
});
export const missing = (path: string, query: Readonly<Record<string, string>> = {}): OwnExchange => ({
  request: { method: 'GET', path, query },
  answer: { status: 404, body: '' },
});
export const change = (
  method: 'PUT' | 'POST',
  path: string,
  body: unknown,
  tag: string,
  status: 200 | 204,
): OwnExchange => ({
  request: { method, path, headers: { authorization, 'content-type': HAL, 'if-match': tag }, body },
  answer: { status, body: status === 204 ? '' : body, headers: { 'content-type': HAL } },
});

export const line = (more: object = {}): object => ({
  readOnly: { orderItemId: 881_001, fullyAllocated: true, unitIdentifier: { name: 'Each', id: 1 } },
  itemIdentifier: { sku: 'MAP-1', id: 501 },
  qualifier: '',
  qty: 2.0,
  weightImperial: 1.0,
  fulfillInvSalePrice: 18.5,
  ...more,
});

export const routing = (more: object = {}): object => ({
  isCod: false,
  scacCode: null,
  carrier: 'UPS',
  mode: 'Ground',
  account: '1X2Y3Z',
  capacityTypeIdentifier: { name: 'LTL', id: 2 },
  trackingNumber: null,
  ...more,
});

interface Changes {
  readonly fixed?: object;
  readonly routing?: object;
  readonly lines?: readonly object[];
  readonly more?: object;
}
export const order = (changes: Changes = {}): object => ({
  readOnly: {
    orderId: 206_568,
    fullyAllocated: true,
    isClosed: false,
    onHoldDate: null,
    onHoldReason: null,
    customerIdentifier: { externalId: null, name: 'Maple Goods', id: 3 },
    facilityIdentifier: { name: 'Toronto West', id: 5 },
    creationDate: '2026-01-15T09:20:26.723',
    lastModifiedDate: '2026-07-15T10:00:00',
    status: 0,
    ...changes.fixed,
  },
  referenceNum: 'WH-10001',
  shipCancelDate: '2026-07-20T00:00:00',
  notes: 'Fragile.',
  shippingNotes: 'Ring twice.',
  fulfillInvInfo: {
    fulfillInvShippingAndHandling: 9,
    fulfillInvTax: 1.25,
    fulfillInvDiscountAmount: 5,
    fulfillInvGiftMessage: null,
  },
  routingInfo: routing(changes.routing),
  shipTo: {
    companyName: 'Carter & Co',
    name: 'Megan Carter',
    address1: '410 Pine Street',
    address2: 'Apt 9',
    city: 'Seattle',
    state: 'WA',
    zip: '98101',
    country: 'US',
    phoneNumber: '2065550100',
    emailAddress: 'megan@mail.example',
  },
  _embedded: { [`${REL}orders/item`]: changes.lines ?? [line()] },
  ...changes.more,
});

export const list = (rel: string, items: readonly unknown[], total = items.length): object => ({
  totalResults: total,
  _embedded: { [`${REL}${rel}`]: items },
});

export const readLine = {
  externalLineId: LINE,
  externalProductId: '501',
  sku: 'MAP-1',
  title: 'MAP-1',
  quantity: 2,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 1_850, currency: 'CAD' },
  needsShipping: true,
};
export const read = {
  externalId: ORDER,
  number: 'WH-10001',
  // Standard time in winter, daylight saving in summer.
  placedAt: '2026-01-15T14:20:26.000Z',
  updatedAt: '2026-07-15T14:00:00.000Z',
  shipTo: {
    name: 'Megan Carter',
    companyName: 'Carter & Co',
    address1: '410 Pine Street',
    address2: 'Apt 9',
    city: 'Seattle',
    provinceCode: 'WA',
    zipcode: '98101',
    countryCode: 'US',
    phone: '2065550100',
    email: 'megan@mail.example',
  },
  internalNote: 'Fragile.\nRing twice.',
  gift: false,
  tags: [],
  total: { minor: 4_225, currency: 'CAD' },
  requestedService: { code: 'UPS', name: 'Ground' },
  shipBy: '2026-07-20T04:00:00.000Z',
  externalLocationId: '5',
  lines: [readLine],
};

export const customer = (closes = false, fixed: object = {}): object => ({
  readOnly: { customerId: 3, creationDate: '2021-03-04T09:15:22.417', deactivated: false, ...fixed },
  companyInfo: {
    companyName: 'Maple Goods',
    name: 'Jo Maple',
    address1: '1 Office Road',
    city: 'Toronto',
    state: 'ON',
    zip: 'M5V 2J4',
    country: 'CAN',
  },
  primaryFacilityIdentifier: { name: 'Toronto West', id: 5 },
  options: { shipping: { autoConfirmOrderOnTrackingUpdate: closes } },
});
export const facilities = list('properties/facility', [
  { facilityId: 6, name: 'Montréal', deactivated: true, contact: { city: 'Montréal', country: 'CA' } },
  {
    facilityId: 5,
    name: 'Toronto West',
    deactivated: false,
    timeZoneName: 'Eastern Standard Time',
    contact: {
      companyName: 'Lakeside Fulfilment',
      name: '',
      address1: '77 Spadina Avenue',
      city: 'Toronto',
      state: 'ON',
      zip: 'M5V 2J4',
      country: 'CA',
      phoneNumber: '4165550100',
    },
  },
]);
export const west = {
  companyName: 'Lakeside Fulfilment',
  address1: '77 Spadina Avenue',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5V 2J4',
  countryCode: 'CA',
  phone: '4165550100',
};
