/** Parts of our own cases: sign-in, calls and the messages they carry, written by hand from the contract. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

const JSON_TYPE = { 'content-type': 'application/json' };

export const signIn: OwnExchange = {
  request: {
    method: 'POST',
    path: '/oauth/token',
    headers: JSON_TYPE,
    body: { clientId: 'teleship-alpha-client', clientSecret: 'teleship-alpha-secret' },
  },
  answer: {
    status: 200,
    headers: JSON_TYPE,
    body: { accessToken: 'one', expirationTime: 1_800_000_000_000, expiresIn: 3_600_000, tokenType: 'Bearer' },
  },
};

export const call = (
  method: string,
  path: string,
  answer: unknown,
  more: { readonly body?: unknown; readonly status?: number } = {},
): OwnExchange => ({
  request: { method, path, headers: { authorization: 'Bearer one' }, body: more.body },
  answer: { status: more.status ?? 200, headers: JSON_TYPE, body: answer },
});

export const NEW_YORK = {
  name: 'Test Sender',
  company: 'Test Shop',
  phone: '212-555-0100',
  address: { line1: '10 Sender Street', city: 'New York', state: 'NY', postcode: '10007', country: 'US' },
};
export const BUFFALO = {
  name: 'Test Receiver',
  address: {
    line1: '1 Test Street',
    city: 'Buffalo',
    state: 'NY',
    postcode: '14201',
    country: 'US',
    isResidential: true,
  },
};
export const LONDON = {
  name: 'Test Sender',
  company: 'Test Shop Ltd',
  phone: '+44 20 7946 0958',
  address: { line1: '4 Sender Street', city: 'London', postcode: 'SW1V 1SW', country: 'GB' },
};
export const EARRINGS = {
  title: 'Flix earrings',
  description: 'Flix earrings',
  hsCode: '7117190090',
  sku: 'stock-1',
  quantity: 2,
  value: { amount: 25, currency: 'GBP' },
  unitWeight: { value: 0.3, unit: 'kg' },
  countryOfOrigin: 'GR',
};
export const DECLARED = {
  contentType: 'CommercialGoods',
  incoterms: 'DDP',
  invoiceNumber: 'ORDER-1',
  invoiceDate: '2026-11-23T12:00:00.000Z',
  orderTotalValue: { amount: 50, currency: 'GBP' },
  certified: true,
  signedBy: 'Test Sender',
  EORI: 'GB078617476000',
};
/** The parcel of the sample inside the United States. */
export const PARCEL = {
  shipTo: BUFFALO,
  shipFrom: NEW_YORK,
  shipDate: '2026-11-23T12:00:00.000Z',
  weight: { value: 1.25, unit: 'kg' },
  dimensions: { length: 30, width: 20, height: 10, unit: 'cm' },
  packageType: 'parcel',
  customs: { contentType: 'CommercialGoods' },
  customerReference: 'ORDER-1',
};
export const RATE = {
  price: 18.15,
  currency: 'USD',
  transit: 3,
  estimatedDelivery: '2026-11-26T20:00:00.000Z',
  service: { code: 'TELESHIP-EXPEDITED-DROPOFF', name: 'Teleship Hub Direct', transit: 3 },
  charges: [
    { name: 'base', amount: 15.65, currency: 'USD' },
    { name: 'Signature', amount: 2.5, currency: 'USD' },
  ],
};
