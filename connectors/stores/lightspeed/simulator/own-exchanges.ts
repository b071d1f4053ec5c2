/** Exchanges and answers that the own cases share, written by hand from public examples. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const SHOP = 'us1-301244';
export const ORDER = '1623550';
export const LINE = '3515302';
export const SHIPMENT = '1599522';

/** Basic, of "own-case-access". */
const authorization = 'Basic b3duLWNhc2UtYWNjZXNz';
const api = (path: string): string => `/us1/us/${path}.json`;

export const get = (
  path: string,
  body: unknown,
  query: Readonly<Record<string, string | number>> = {},
  auth: string = authorization,
): OwnExchange => ({
  request: { method: 'GET', path: api(path), headers: { authorization: auth }, query },
  answer: { status: 200, body },
});
export const change = (method: 'POST' | 'PUT', path: string, body: unknown, answer: unknown): OwnExchange => ({
  request: { method, path: api(path), headers: { authorization, 'content-type': 'application/json' }, body },
  answer: { status: method === 'POST' ? 201 : 200, body: answer },
});
export const remove = (path: string): OwnExchange => ({
  request: { method: 'DELETE', path: api(path), headers: { authorization } },
  answer: { status: 204, body: '' },
});
export const missing = (path: string): OwnExchange => ({
  request: { method: 'GET', path: api(path) },
  answer: { status: 404, body: { error: { code: 404, message: 'Not found' } } },
});

const link = (id: number): object => ({ resource: { id, url: `things/${id}`, link: `https://x.example/${id}.json` } });

export const shop = {
  shop: {
    id: 301_244,
    subDomain: 'laurier',
    mainDomain: 'www.laurier.example',
    email: 'owner@cycles.example',
    phone: '514 555 0100',
    street: '310 Avenue Laurier Ouest',
    street2: '',
    zipcode: 'H2V 2K3',
    city: 'Montréal',
    region: 'Quebec',
    country: { id: 38, code: 'ca', code3: 'can', title: 'Canada' },
    currency: { shortcode: 'CAD', symbol: '$', title: 'Canadian Dollar' },
  },
};
export const shopCall = get('shop', shop);

export const line = (more: object = {}): object => ({
  id: 3_515_302,
  productTitle: 'Anacampseros',
  variantTitle: 'Size M',
  quantityOrdered: 6,
  quantityShipped: 6,
  quantityRefunded: 0,
  articleCode: 'anacampseros',
  sku: '',
  weight: 0,
  basePriceExcl: 7,
  priceExcl: 42,
  priceIncl: 44.1,
  product: link(20_967_262),
  variant: link(34_771_159),
  ...more,
});

export const shipment = (more: object = {}): object => ({
  id: 1_599_522,
  number: 'SHIP00018',
  status: 'not_shipped',
  trackingCode: '',
  order: link(1_623_550),
  ...more,
});

const linked = (embedded: readonly object[] | undefined): object => ({
  resource: { id: false, url: 'orders/1623550/products', ...(embedded && { embedded }) },
});

/** @param lines that come with it, as single orders bring them; none: they have to be asked for */
export const order = (more: object = {}, lines?: readonly object[]): object => ({
  id: 1_623_550,
  createdAt: '2026-02-03T09:15:00-05:00',
  updatedAt: '2026-02-03T14:20:00+00:00',
  number: 'ORD00018',
  status: 'processing_awaiting_shipment',
  priceExcl: 47.95,
  priceIncl: 50.3475,
  email: 'amelie@mail.example',
  phone: '+1 5145550100',
  mobile: '',
  addressBillingName: 'Somebody Else',
  addressShippingCompany: 'Tremblay & Fils',
  addressShippingName: 'Amélie Tremblay',
  addressShippingStreet: 'Rue Saint-Denis',
  addressShippingNumber: '1450',
  addressShippingExtension: 'B',
  addressShippingStreet2: 'App. 4',
  addressShippingZipcode: 'H2X 3J7',
  addressShippingCity: 'Montréal',
  addressShippingRegion: 'Quebec',
  addressShippingCountry: { id: 38, code: 'ca', code3: 'can', title: 'Canada' },
  addressShippingRegionData: { id: 548, name: 'Quebec', code: 'QC' },
  paymentStatus: 'paid',
  shipmentId: 'core|33265|55707',
  shipmentStatus: 'not_shipped',
  shipmentIsPickup: false,
  shipmentTitle: 'Default Shipping',
  comment: 'Ring twice.',
  memo: 'Gift wrap.',
  products: linked(lines),
  ...more,
});

export const linesCall = (id: string, lines: readonly object[] = [line()]): OwnExchange =>
  get(`orders/${id}/products`, { orderProducts: lines }, { limit: 250, page: 1 });

export const readLine = {
  externalLineId: LINE,
  externalProductId: '34771159',
  sku: 'anacampseros',
  title: 'Anacampseros (Size M)',
  quantity: 6,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 700, currency: 'CAD' },
  needsShipping: true,
};
export const read = {
  externalId: ORDER,
  number: 'ORD00018',
  placedAt: '2026-02-03T14:15:00.000Z',
  updatedAt: '2026-02-03T14:20:00.000Z',
  shipTo: {
    name: 'Amélie Tremblay',
    companyName: 'Tremblay & Fils',
    address1: 'Rue Saint-Denis 1450 B',
    address2: 'App. 4',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
    phone: '+1 5145550100',
    email: 'amelie@mail.example',
  },
  buyerNote: 'Ring twice.',
  internalNote: 'Gift wrap.',
  gift: false,
  tags: [],
  total: { minor: 5_035, currency: 'CAD' },
  requestedService: { code: 'core|33265|55707', name: 'Default Shipping' },
  lines: [readLine],
};
