/** The only file that makes calls: one sign-in for shipping, returns and pickups; tracking signs every question. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { manifest } from './manifest.ts';
import { readProblem } from './problems.ts';

const PATHS = {
  shipping: '/parcel/de/shipping/v2',
  returns: '/parcel/de/shipping/returns/v1',
  pickup: '/parcel/de/transportation/pickup/v3',
} as const;

/** OAuth 2 with the user's own password (RFC 6749, 4.3): a refusal is about one of the four values. */
async function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { username = '', password = '', apiKey = '', apiSecret = '' } = env.credentials;
  const response = await env.http.send({
    method: 'POST',
    path: '/parcel/de/account/auth/ropc/v1/token',
    name: 'sign in',
    readOnly: true,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'password',
      username,
      password,
      client_id: apiKey,
      client_secret: apiSecret,
    }).toString(),
    readProblem: ({ status }) =>
      status === 400 || status === 401 || status === 403
        ? {
            kind: 'not-authorised',
            message: `${manifest.name} did not accept the user name and password, or the API key and secret, of this account.`,
          }
        : undefined,
  });
  const answer = readObject(response.json());
  const expiresAt = new Date(env.now().getTime() + answer.integer('expires_in', 1) * 1000);
  return { value: answer.string('access_token', /^[\x21-\x7e]+$/), expiresAt };
}

interface DhlCall extends Omit<HttpRequest, 'body' | 'headers' | 'readProblem'> {
  readonly api: keyof typeof PATHS;
  readonly json?: unknown;
  /** What a 400, 404 or 422 means, where it is not that our data are wrong. */
  readonly declined?: ProblemKind | undefined;
}

export function call(env: CarrierEnv, one: DhlCall): Promise<HttpResponse> {
  const { api, json, declined, path, ...rest } = one;
  const content: Readonly<Record<string, string>> = json === undefined ? {} : { 'content-type': 'application/json' };
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      env.http.send({
        ...rest,
        path: `${PATHS[api]}${path}`,
        headers: {
          accept: 'application/json',
          'accept-language': 'en-US',
          ...content,
          authorization: `Bearer ${token}`,
        },
        body: json === undefined ? undefined : JSON.stringify(json),
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
  return env.http.send({
    method: 'GET',
    path: '/parcel/de/tracking/v0/shipments',
    query: { xml },
    name,
    headers: {
      accept: 'application/xml',
      authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`, 'utf8').toString('base64')}`,
    },
    readProblem: (response) =>
      response.status === 401 || response.status === 403
        ? {
            kind: 'not-authorised',
            message: `${manifest.name} did not accept the API key and secret of this account for tracking.`,
          }
        : undefined,
  });
}
