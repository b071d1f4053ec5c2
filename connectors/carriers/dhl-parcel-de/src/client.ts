/** The only file that makes calls: one sign-in for shipping, returns and pickups; tracking signs every question. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { basic, sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { fetchToken } from '@scanship/connector-kit/credentials/fetch-token';
import { manifest } from './manifest.ts';
import { readProblem } from './problems.ts';

const PATHS = {
  shipping: '/parcel/de/shipping/v2',
  returns: '/parcel/de/shipping/returns/v1',
  pickup: '/parcel/de/transportation/pickup/v3',
} as const;

/** OAuth 2 with the user's own password (RFC 6749, 4.3): a refusal is about one of the four values. */
function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { username = '', password = '', apiKey = '', apiSecret = '' } = env.credentials;
  return fetchToken(env, {
    path: '/parcel/de/account/auth/ropc/v1/token',
    form: { grant_type: 'password', username, password, client_id: apiKey, client_secret: apiSecret },
    readProblem: ({ status }) =>
      status === 400 || status === 401 || status === 403
        ? {
            kind: 'not-authorised',
            message: `${manifest.name} did not accept the user name and password, or the API key and secret, of this account.`,
          }
        : undefined,
  });
}

interface DhlCall extends VendorCall {
  readonly api: keyof typeof PATHS;
  /** What a 400, 404 or 422 means, where it is not that our data are wrong. */
  readonly declined?: ProblemKind | undefined;
}

export function call(env: CarrierEnv, one: DhlCall): Promise<HttpResponse> {
  const { api, declined, path, ...rest } = one;
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      sendCall(env.http, {
        ...rest,
        path: `${PATHS[api]}${path}`,
        headers: { 'accept-language': 'en-US', authorization: `Bearer ${token}` },
        readProblem: (response) => {
          const said = readProblem(response);
          return declined !== undefined && [400, 404, 422].includes(response.status)
            ? { ...said, kind: declined }
            : said;
        },
      }),
  );
}

/** DHL's own test user of the tracking sandbox, where no other is known (developer.dhl.com, Parcel DE Tracking). */
const SANDBOX_USER = { appname: 'zt12345', password: 'geheim' };

/** Who asks about parcels: the portal's user, said in the question itself. */
export const trackingUser = ({ mode, credentials }: CarrierEnv): typeof SANDBOX_USER =>
  mode === 'sandbox'
    ? SANDBOX_USER
    : { appname: credentials['username'] ?? '', password: credentials['password'] ?? '' };

/** @param xml the question, one element with attributes */
export function askTracking(env: CarrierEnv, xml: string, name: string): Promise<HttpResponse> {
  const { apiKey = '', apiSecret = '' } = env.credentials;
  return sendCall(env.http, {
    path: '/parcel/de/tracking/v0/shipments',
    query: { xml },
    name,
    headers: { accept: 'application/xml', authorization: basic(apiKey, apiSecret) },
    readProblem: (response) =>
      response.status === 401 || response.status === 403
        ? {
            kind: 'not-authorised',
            message: `${manifest.name} did not accept the API key and secret of this account for tracking.`,
          }
        : undefined,
  });
}
