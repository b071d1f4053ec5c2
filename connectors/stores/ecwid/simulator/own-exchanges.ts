/** Exchanges and answers that the own cases share, written by hand from the public reference. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const STORE = '4870020';
export const ORDER = 'K8XTQ';
export const LINE = '1828115520';

const headers = (token = 'own-case-access'): Record<string, string> => ({ authorization: `Bearer ${token}` });
const api = (path: string): string => `/api/v3/${STORE}${path}`;

export const get = (
  path: string,
  body: unknown,
  query: Readonly<Record<string, string | number>> = {},
  token?: string,
): OwnExchange => ({
  request: { method: 'GET', path: api(path), headers: headers(token), query },
  answer: { status: 200, body },
});
export const put = (path: string, body: unknown, answer: unknown): OwnExchange => ({
  request: { method: 'PUT', path: api(path), headers: { ...headers(), 'content-type': 'application/json' }, body },
  answer: { status: 200, body: answer },
});

export const profile = {
  generalInfo: { storeId: 4_870_020 },
  settings: { storeName: 'Harbourfront Tea' },
  company: {
    companyName: 'Harbourfront Tea Inc.',
    email: 'owner@tea.example',
    street: '12 Queens Quay West\nUnit 4',
    city: 'Toronto',
    countryCode: 'CA',
    postalCode: 'M5J 2R8',
    stateOrProvinceCode: 'ON',
    phone: '+1 416 555 0100',
  },
  formatsAndUnits: { currency: 'CAD', weightUnit: 'POUND', dimensionsUnit: 'IN', timezone: 'America/Toronto' },
};
export const profileCall = get('/profile', profile);

export const line = (more: object = {}): object => ({
  id: 1_828_115_520,
  productId: 692_730_761,
  combinationId: 7_084_072,
  price: 16.6296,
  sku: 'T-1-250',
  quantity: 3,
  name: 'Maple black tea',
  isShippingRequired: true,
  digital: false,
  weight: 0.5,
  imageUrl: 'https://images.shop.example/tea.jpg',
  selectedOptions: [{ name: 'Size', value: '250 g', type: 'CHOICE' }],
  ...more,
});
export const order = (more: object = {}): object => ({
  id: ORDER,
  internalId: 516_483_487,
  vendorOrderNumber: ORDER,
  total: 59.39,
  email: 'amelie@mail.example',
  paymentStatus: 'PAID',
  fulfillmentStatus: 'AWAITING_PROCESSING',
  createTimestamp: 1_725_434_529,
  updateTimestamp: 1_725_434_784,
  orderComments: 'Ring twice.',
  privateAdminNotes: 'Gift wrap.',
  items: [line()],
  billingPerson: { name: 'Somebody Else', street: '1 Bank Street', countryCode: 'US' },
  shippingPerson: {
    name: 'Amélie Tremblay',
    companyName: 'Tremblay & Fils',
    street: '1450 Rue Saint-Denis\nApp. 4',
    city: 'Montréal',
    countryCode: 'CA',
    postalCode: 'H2X 3J7',
    stateOrProvinceCode: 'QC',
    phone: '+15145550100',
  },
  shippingOption: { shippingCarrierName: 'Canada Post', shippingMethodName: 'Xpresspost', isPickup: false },
  ...more,
});
export const found = (items: readonly object[], total = items.length): object => ({
  total,
  count: items.length,
  offset: 0,
  limit: 100,
  items,
});

export const readLine = {
  externalLineId: LINE,
  externalProductId: '692730761-7084072',
  sku: 'T-1-250',
  title: 'Maple black tea (Size: 250 g)',
  quantity: 3,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 1_663, currency: 'CAD' },
  unitGrams: 227,
  imageUrl: 'https://images.shop.example/tea.jpg',
  needsShipping: true,
};
export const read = {
  externalId: ORDER,
  number: ORDER,
  placedAt: '2024-09-04T07:22:09.000Z',
  updatedAt: '2024-09-04T07:26:24.000Z',
  shipTo: {
    name: 'Amélie Tremblay',
    companyName: 'Tremblay & Fils',
    address1: '1450 Rue Saint-Denis',
    address2: 'App. 4',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
    phone: '+15145550100',
    email: 'amelie@mail.example',
  },
  buyerNote: 'Ring twice.',
  internalNote: 'Gift wrap.',
  gift: false,
  tags: [],
  total: { minor: 5_939, currency: 'CAD' },
  requestedService: { code: 'Canada Post', name: 'Xpresspost' },
  lines: [readLine],
};
