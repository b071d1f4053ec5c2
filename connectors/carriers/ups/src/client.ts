/** The only file that makes calls: sign-in (OAuth client credentials), headers, and errors in UPS's words. */
import { randomUUID } from 'node:crypto';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http';
import { readObject } from '@scanship/connector-kit/json-reader';
import { withToken } from '@scanship/connector-kit/token-source';
import type { AccessToken } from '@scanship/connector-kit/tokens';
import { readProblem } from './problems.ts';

/** The account's six characters, upper case as UPS prints them. */
export const accountNumber = (env: Pick<CarrierEnv, 'credentials'>): string =>
  (env.credentials['accountNumber'] ?? '').trim().toUpperCase();

async function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { clientId = '', clientSecret = '' } = env.credentials;
  const response = await env.http.send({
    method: 'POST',
    path: '/security/v1/oauth/token',
    name: 'sign in',
    readOnly: true,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'x-merchant-id': accountNumber(env),
    },
    body: 'grant_type=client_credentials',
    readProblem,
  });
  const answer = readObject(response.json());
  const expiresAt = new Date(env.now().getTime() + answer.integer('expires_in', 1) * 1000);
  return { value: answer.string('access_token', /^[\x21-\x7e]+$/), expiresAt };
}

/** One call of the API, signed in. */
export function call(
  env: CarrierEnv,
  request: Omit<HttpRequest, 'body'> & { readonly json?: unknown },
): Promise<HttpResponse> {
  const { json, ...rest } = request;
  const content: Readonly<Record<string, string>> = json === undefined ? {} : { 'content-type': 'application/json' };
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      env.http.send({
        ...rest,
        headers: {
          accept: 'application/json',
          ...content,
          // Both name the call in UPS's logs; tracking demands them. A transId has 32 characters.
          transId: randomUUID().replaceAll('-', ''),
          transactionSrc: 'shipping',
          ...request.headers,
          authorization: `Bearer ${token}`,
        },
        body: json === undefined ? undefined : JSON.stringify(json),
        readProblem,
      }),
  );
}
