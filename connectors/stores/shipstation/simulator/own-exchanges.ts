/** Exchanges and answers that the own cases share, written by hand from the public reference. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const ORDER = '93348442';
export const LINE = '136282568';

/** Basic, of "own-case-access". */
const authorization = 'Basic b3duLWNhc2UtYWNjZXNz';

export const get = (
  path: string,
  body: unknown,
  query: Readonly<Record<string, string | number>> = {},
  auth: string = authorization,
): OwnExchange => ({
  request: { method: 'GET', path, headers: { authorization: auth }, query },
  answer: { status: 200, body },
});
export const post = (path: string, body: unknown, answer: unknown): OwnExchange => ({
  request: { method: 'POST', path, headers: { authorization, 'content-type': 'application/json' }, body },
  answer: { status: 200, body: answer },
});
export const missing = (path: string): OwnExchange => ({
  request: { method: 'GET', path },
  answer: { status: 404, body: { Message: 'The requested order could not be found.' } },
});

export const line = (more: object = {}): object => ({
  orderItemId: 136_282_568,
  sku: 'Ele-1234',
  name: 'Elementary Disguise Kit',
  imageUrl: null,
  weight: { value: 12, units: 'ounces' },
  quantity: 2,
  unitPrice: 49.99,
  options: [{ name: 'Size', value: 'Large' }],
  productId: 11_780_610,
  adjustment: false,
  ...more,
});
export const order = (more: object = {}): object => ({
  orderId: 93_348_442,
  orderNumber: 'TEST-ORDER-API-DOCS',
  orderDate: '2015-06-30T15:20:26.7230000',
  modifyDate: '2015-08-17T09:24:14.7800000',
  shipByDate: '2015-12-05T00:00:00.0000000',
  orderStatus: 'awaiting_shipment',
  customerEmail: 'sholmes1854@methodsofdetection.example',
  shipTo: {
    name: 'Sherlock Holmes',
    company: '',
    street1: '221 B Baker St',
    street2: 'Flat B',
    street3: 'First floor',
    city: 'London',
    state: '',
    postalCode: 'NW1 6XE',
    country: 'GB',
    phone: null,
    residential: true,
  },
  items: [line()],
  orderTotal: 211.98,
  customerNotes: 'Please be careful when packing the disguise kits in with the cane.',
  internalNotes: 'Mrs. Hudson gave the customer a discount',
  gift: true,
  giftMessage: 'Be careful.',
  requestedShippingService: 'Priority Mail Int',
  serviceCode: 'fedex_2day_saver',
  advancedOptions: { warehouseId: 98_765, storeId: 12_345 },
  ...more,
});
export const found = (orders: readonly object[], page = 1, pages = 1): object => ({
  orders,
  total: orders.length,
  page,
  pages,
});

export const readLine = {
  externalLineId: LINE,
  externalProductId: '11780610',
  sku: 'Ele-1234',
  title: 'Elementary Disguise Kit (Size: Large)',
  quantity: 2,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 4_999, currency: 'USD' },
  unitGrams: 340,
  needsShipping: true,
};
export const read = {
  externalId: ORDER,
  number: 'TEST-ORDER-API-DOCS',
  // Pacific daylight time in summer, standard time in winter.
  placedAt: '2015-06-30T22:20:26.000Z',
  updatedAt: '2015-08-17T16:24:14.000Z',
  shipBy: '2015-12-05T08:00:00.000Z',
  shipTo: {
    name: 'Sherlock Holmes',
    address1: '221 B Baker St',
    address2: 'Flat B, First floor',
    city: 'London',
    provinceCode: '',
    zipcode: 'NW1 6XE',
    countryCode: 'GB',
    residential: true,
    email: 'sholmes1854@methodsofdetection.example',
  },
  buyerNote: 'Please be careful when packing the disguise kits in with the cane.',
  internalNote: 'Mrs. Hudson gave the customer a discount\nGift message: Be careful.',
  gift: true,
  tags: [],
  total: { minor: 21_198, currency: 'USD' },
  requestedService: { code: 'fedex_2day_saver', name: 'Priority Mail Int' },
  externalLocationId: '98765',
  lines: [readLine],
};
