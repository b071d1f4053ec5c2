/** How a call of ours and Amazon's answer look in an own case. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import { DEMO_APP } from './apps.ts';

const USER_AGENT = 'ShippingConnector/1.0 (Language=TypeScript)';
export const headers = (token = 'own-case-access'): Record<string, string> => ({
  'x-amz-access-token': token,
  'user-agent': USER_AGENT,
});
export const get = (
  path: string,
  body: object,
  query: Readonly<Record<string, string | number>> = {},
  token?: string,
  status = 200,
): OwnExchange => ({
  request: {
    method: 'GET',
    path,
    ...(Object.keys(query).length > 0 && { query }),
    headers: headers(token),
  },
  answer: { status, body },
});
export const tokenExchange = (body: string, answer: object): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/auth/o2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${body}&client_id=${DEMO_APP.clientId}&client_secret=${DEMO_APP.clientSecret}`,
  },
  answer: { status: 200, body: answer },
});
