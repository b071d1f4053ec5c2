/** The only file that makes calls: sign-in with client credentials, ShipIT's media type, the tracking interface beside it. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { DENIED, readProblem } from './problems.ts';

const SHIPIT = '/shipit-farm/v1/backend/rs';
const TRACKING = '/track-and-trace-v1/tracking';
const SHIPIT_JSON = 'application/glsVersion1+json';

export const contactOf = (env: Pick<CarrierEnv, 'credentials'>): string => env.credentials.contactId ?? '';

async function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { clientId = '', clientSecret = '' } = env.credentials;
  const response = await env.http.send({
    method: 'POST',
    path: '/oauth2/v2/token',
    name: 'sign in',
    readOnly: true,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')}`,
    },
    body: 'grant_type=client_credentials',
    // The contract answers an unknown client with 400.
    readProblem: ({ status }) =>
      status >= 400 && status < 404 ? { kind: 'not-authorised', message: DENIED } : undefined,
  });
  const answer = readObject(response.json());
  const expiresAt = new Date(env.now().getTime() + answer.integer('expires_in', 1) * 1000);
  return { value: answer.string('access_token', /^[\x21-\x7e]+$/), expiresAt };
}

type Call = Omit<HttpRequest, 'body' | 'headers' | 'readProblem' | 'path'> & {
  /** Below the interface's own address. */
  readonly path: string;
};

const send = (
  env: CarrierEnv,
  call: Call,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<HttpResponse> =>
  withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) => env.http.send({ ...call, headers: { ...headers, authorization: `Bearer ${token}` }, body, readProblem }),
  );

/** A call of ShipIT; everything there is a POST. */
export async function shipIt(
  env: CarrierEnv,
  call: Omit<Call, 'method'> & { readonly json?: unknown },
): Promise<ObjectReader> {
  const { json, path, ...rest } = call;
  const headers = {
    accept: `${SHIPIT_JSON}, application/json`,
    ...(json === undefined ? {} : { 'content-type': SHIPIT_JSON }),
  };
  const body = json === undefined ? undefined : JSON.stringify(json);
  const response = await send(env, { ...rest, method: 'POST', path: `${SHIPIT}${path}` }, headers, body);
  return readObject(response.json());
}

/** A question to Track and Trace, in English: only its descriptions depend on the language. */
export async function trackAndTrace(env: CarrierEnv, path: string, name: string): Promise<ObjectReader> {
  const headers = { accept: 'application/json', 'accept-language': 'EN' };
  const response = await send(env, { method: 'GET', path: `${TRACKING}${path}`, name }, headers);
  return readObject(response.json());
}

/** Eight letters and digits, GLS's own name of a parcel. */
export const TRACK_ID = /^[A-Z0-9]{8}$/;
/** Eleven or twelve digits, printed on the label. */
export const PARCEL_NUMBER = /^\d{11,12}$/;
