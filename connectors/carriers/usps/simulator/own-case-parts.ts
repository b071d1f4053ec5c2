/** What the own cases have in common: sign-in, payment, addresses, a parcel. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const signIn: OwnExchange = {
  request: {
    method: 'POST',
    path: '/oauth2/v3/token',
    headers: { 'content-type': 'application/json' },
    body: { client_id: 'usps-alpha-key', client_secret: 'usps-alpha-secret', grant_type: 'client_credentials' },
  },
  answer: { status: 200, body: { token_type: 'Bearer', access_token: 'own.case-token', expires_in: '14399' } },
};
export const signed = { authorization: 'Bearer own.case-token' };

const roles = [
  {
    roleName: 'PAYER',
    CRID: '11223344',
    MID: '904000001',
    manifestMID: '904000002',
    accountType: 'EPS',
    accountNumber: '1000401',
  },
  { roleName: 'LABEL_OWNER', CRID: '11223344', MID: '904000001', manifestMID: '904000002' },
];
export const payment: OwnExchange = {
  request: { method: 'POST', path: '/payments/v3/payment-authorization', headers: signed, body: { roles } },
  answer: { status: 200, body: { paymentAuthorizationToken: 'header.body.signature', roles } },
};
export const paying = { ...signed, 'x-payment-authorization-token': 'header.body.signature' };
export const labelHeaders = {
  ...paying,
  accept: 'application/vnd.usps.labels+json',
  'x-idempotency-key': '0f8fad5b-d9cb-469f-a165-70867728950e',
};

export const sender = {
  firstName: 'Test',
  lastName: 'Sender',
  firm: 'Test Shop',
  streetAddress: '10 Sender Street',
  city: 'New York',
  state: 'NY',
  ZIPCode: '10007',
};
export const receiver = {
  firstName: 'Test',
  lastName: 'Receiver',
  streetAddress: '1 Test Street',
  secondaryAddress: 'Apt 4',
  city: 'Buffalo',
  state: 'NY',
  ZIPCode: '14201',
  ZIPPlus4: '1234',
};
/** 1250 g and 300 x 200 x 110 mm. */
export const size = { weight: 2.76, length: 11.8, width: 7.9, height: 4.3 };
export const units = { weightUOM: 'lb', dimensionsUOM: 'in' };

/** "%PDF-1.4" and a line break. */
export const PDF = 'JVBERi0xLjQK';

export const usd = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'USD' });
export const postage = (minor: number) => ({ kind: 'base', code: 'POSTAGE', label: 'Postage', amount: usd(minor) });
