/** Exchanges and answers that the own cases share, written by hand from the public reference. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import { DEMO_APP } from './apps.ts';

export const INSTANCE = '1a2b3c4d-0001-4000-8000-00000000ca01';
export const ORDER = '0f7e9a52-7c11-4b5f-9b8e-2c6a1f0d3e4b';
export const LINE = '00000000-0000-0000-0000-000000000001';
export const PRODUCT = '7ab00000-0000-4000-8000-000000000001';
export const VARIANT = '7ab11111-0000-4000-8000-000000000101';
export const FULFILMENT = 'f0f1f2f3-0000-4000-8000-000000000001';

const headers = (token = 'own-case-access'): Record<string, string> => ({ authorization: token });

export const get = (path: string, body: unknown, token?: string): OwnExchange => ({
  request: { method: 'GET', path, headers: headers(token) },
  answer: { status: 200, body },
});
export const post = (path: string, body: unknown, answer: unknown, token?: string): OwnExchange => ({
  request: { method: 'POST', path, headers: { ...headers(token), 'content-type': 'application/json' }, body },
  answer: { status: 200, body: answer },
});
export const tokenCall: OwnExchange = {
  request: {
    method: 'POST',
    path: '/oauth2/token',
    body: {
      grant_type: 'client_credentials',
      client_id: DEMO_APP.clientId,
      client_secret: DEMO_APP.clientSecret,
      instance_id: INSTANCE,
    },
  },
  answer: { status: 200, body: { access_token: 'OauthNG.a1', token_type: 'Bearer', expires_in: 14_400 } },
};
export const instance = {
  instance: { instanceId: INSTANCE, appName: 'labels', isFree: true },
  site: { siteDisplayName: 'Atelier Boréal', paymentCurrency: 'CAD', siteId: '9f000001-0000-4000-8000-00000000ca01' },
};

const to = {
  address: {
    country: 'CA',
    subdivision: 'CA-QC',
    city: 'Montréal',
    postalCode: 'H2X 3J7',
    streetAddress: { number: '1450', name: 'Rue Saint-Denis' },
    addressLine2: 'App. 4',
  },
  contactDetails: { firstName: 'Amélie', lastName: 'Tremblay', phone: '+15145550100', company: 'Tremblay & Fils' },
};
export const line = (more: object = {}): object => ({
  id: LINE,
  productName: { original: 'Linen apron', translated: 'Tablier en lin' },
  catalogReference: { catalogItemId: PRODUCT, appId: 'stores', options: { variantId: VARIANT } },
  quantity: 3,
  descriptionLines: [{ name: { original: 'Size' }, plainText: { original: 'M' } }],
  image: { url: 'https://static.wixstatic.com/media/apron.jpg' },
  physicalProperties: { sku: 'W-1-2', weight: 0.34, shippable: true },
  itemType: { preset: 'PHYSICAL' },
  price: { amount: '48.00' },
  refundQuantity: 0,
  ...more,
});
export const order = (more: object = {}): object => ({
  id: ORDER,
  number: '10042',
  createdDate: '2026-11-20T12:00:00.000Z',
  purchasedDate: '2026-11-20T12:00:00.000Z',
  updatedDate: '2026-11-20T12:01:00.123Z',
  lineItems: [line()],
  buyerInfo: { email: 'amelie@mail.example' },
  paymentStatus: 'PAID',
  fulfillmentStatus: 'NOT_FULFILLED',
  weightUnit: 'KG',
  currency: 'CAD',
  priceSummary: { total: { amount: '153.50' } },
  shippingInfo: {
    code: 'express',
    title: 'Express (1-2 days)',
    logistics: { shippingDestination: to, instructions: 'Side door.' },
  },
  buyerNote: 'Ring twice.',
  status: 'APPROVED',
  recipientInfo: to,
  ...more,
});
export const readLine = {
  externalLineId: LINE,
  externalProductId: `${PRODUCT}.${VARIANT}`,
  sku: 'W-1-2',
  title: 'Linen apron (Size: M)',
  quantity: 3,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 4_800, currency: 'CAD' },
  unitGrams: 340,
  imageUrl: 'https://static.wixstatic.com/media/apron.jpg',
  needsShipping: true,
};
export const read = {
  externalId: ORDER,
  number: '10042',
  placedAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:01:00.123Z',
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
  internalNote: 'Instructions for the carrier: Side door.',
  gift: false,
  tags: [],
  total: { minor: 15_350, currency: 'CAD' },
  requestedService: { code: 'express', name: 'Express (1-2 days)' },
  lines: [readLine],
};
export const fulfilment = (quantity: number, trackingNumber: string): object => ({
  id: FULFILMENT,
  lineItems: [{ id: LINE, quantity }],
  trackingInfo: { trackingNumber, shippingProvider: 'ups' },
  completed: true,
});
export const withFulfilments = (...fulfillments: object[]): object => ({
  orderWithFulfillments: { orderId: ORDER, fulfillments },
});
