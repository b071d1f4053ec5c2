/** What the own cases have in common: names, sign-in, exchanges with ShipIT and with Track and Trace. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const TRACK_ID = 'YZ8YO12S';
export const NUMBER = '20281021030';
export const REFERENCE = 'S000000000000001';
export const UUID = '6f1c2f1e-0000-4000-8000-000000000001';
export const CONTACT = '276a45e7ZY';
const SHIPIT = '/shipit-farm/v1/backend/rs';
const SHIPIT_JSON = 'application/glsVersion1+json';
export const pdf = Buffer.from('%PDF-1.4\n', 'latin1').toString('base64');
export const zpl = Buffer.from('^XA^XZ', 'latin1').toString('base64');

export const SIGN_IN: OwnExchange = {
  request: {
    method: 'POST',
    path: '/oauth2/v2/token',
    headers: {
      authorization: `Basic ${Buffer.from('gls-alpha-client:gls-alpha-secret-1').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  },
  answer: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { token_type: 'Bearer', access_token: 'token-1', expires_in: 14_400 },
  },
};

export const shipIt = (
  path: string,
  answer: unknown,
  more: { readonly body?: unknown; readonly query?: Record<string, string> } = {},
): OwnExchange => ({
  request: {
    method: 'POST',
    path: `${SHIPIT}${path}`,
    headers: {
      authorization: 'Bearer token-1',
      accept: `${SHIPIT_JSON}, application/json`,
      ...(more.body === undefined ? {} : { 'content-type': SHIPIT_JSON }),
    },
    ...more,
  },
  answer: { status: 200, headers: { 'content-type': SHIPIT_JSON }, body: answer },
});
export const tracking = (path: string, parcels: unknown): OwnExchange => ({
  request: {
    method: 'GET',
    path: `/track-and-trace-v1/tracking/simple${path}`,
    headers: { authorization: 'Bearer token-1', 'accept-language': 'EN' },
  },
  answer: { status: 200, headers: { 'content-type': 'application/json' }, body: { parcels } },
});

export const BUYER = {
  Name1: 'Test Receiver',
  CountryCode: 'DE',
  ZIPCode: '12524',
  City: 'Berlin',
  Street: 'Widosteig 17',
  ContactPerson: 'Test Receiver',
};
