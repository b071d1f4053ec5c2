/** The only file that makes calls: sign-in with client credentials, ShipIT's media type, the tracking interface beside it. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { basic, sendCall, type OutgoingCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { fetchToken } from '@scanship/connector-kit/credentials/fetch-token';
import { DENIED, readProblem } from './problems.ts';

const SHIPIT = '/shipit-farm/v1/backend/rs';
const TRACKING = '/track-and-trace-v1/tracking';
const SHIPIT_JSON = 'application/glsVersion1+json';

export const contactOf = (env: Pick<CarrierEnv, 'credentials'>): string => env.credentials.contactId ?? '';

function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { clientId = '', clientSecret = '' } = env.credentials;
  return fetchToken(env, {
    path: '/oauth2/v2/token',
    headers: { authorization: basic(clientId, clientSecret) },
    form: { grant_type: 'client_credentials' },
    // The contract answers an unknown client with 400.
    readProblem: ({ status }) =>
      status >= 400 && status < 404 ? { kind: 'not-authorised', message: DENIED } : undefined,
  });
}

const send = (env: CarrierEnv, call: OutgoingCall): Promise<HttpResponse> =>
  withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      sendCall(env.http, { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` }, readProblem }),
  );

/** A call of ShipIT; everything there is a POST. */
export async function shipIt(env: CarrierEnv, call: VendorCall): Promise<ObjectReader> {
  const headers = { accept: `${SHIPIT_JSON}, application/json`, 'content-type': SHIPIT_JSON };
  const response = await send(env, { ...call, method: 'POST', path: `${SHIPIT}${call.path}`, headers });
  return readObject(response.json());
}

/** A question to Track and Trace, in English: only its descriptions depend on the language. */
export async function trackAndTrace(env: CarrierEnv, path: string, name: string): Promise<ObjectReader> {
  const response = await send(env, { path: `${TRACKING}${path}`, name, headers: { 'accept-language': 'EN' } });
  return readObject(response.json());
}

/** Eight letters and digits, GLS's own name of a parcel. */
export const TRACK_ID = /^[A-Z0-9]{8}$/;
/** Eleven or twelve digits, printed on the label. */
export const PARCEL_NUMBER = /^\d{11,12}$/;
