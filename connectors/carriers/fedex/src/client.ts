/** The only file that makes calls: sign-in (OAuth client credentials), headers, and errors in FedEx's words. */
import { randomUUID } from 'node:crypto';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { fetchToken } from '@scanship/connector-kit/credentials/fetch-token';
import { readProblem } from './problems.ts';

export const accountNumber = (env: Pick<CarrierEnv, 'credentials'>): string =>
  (env.credentials['accountNumber'] ?? '').trim();

/** How parcels reach FedEx; nothing but a drop-off is right for an account without a daily pickup. */
export const pickupType = (env: Pick<CarrierEnv, 'credentials'>): string =>
  (env.credentials['pickupType'] ?? '').trim() || 'DROPOFF_AT_FEDEX_LOCATION';

type Project = 'ship' | 'track';

/** FedEx keeps Track in a project of its own; where no keys of one are given, one project holds all. */
function keysOf(env: CarrierEnv, project: Project): { readonly id: string; readonly secret: string } {
  const { clientId = '', clientSecret = '', trackClientId = '', trackClientSecret = '' } = env.credentials;
  return project === 'track' && trackClientId !== '' && trackClientSecret !== ''
    ? { id: trackClientId, secret: trackClientSecret }
    : { id: clientId, secret: clientSecret };
}

function signIn(env: CarrierEnv, project: Project): Promise<AccessToken> {
  const { id, secret } = keysOf(env, project);
  return fetchToken(env, {
    path: '/oauth/token',
    form: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
    readProblem,
  });
}

export interface Call extends Omit<HttpRequest, 'body'> {
  readonly json?: unknown;
  /** A body that is not JSON; its type stands in `headers`. */
  readonly bytes?: Uint8Array | undefined;
  /** Language of messages and documents ("fr_CA"). */
  readonly locale?: string | undefined;
  readonly project?: Project | undefined;
}

/** One call of the API, signed in. */
export function call(env: CarrierEnv, request: Call): Promise<HttpResponse> {
  const { json, bytes, locale, project = 'ship', ...rest } = request;
  // One token serves all where one project holds all.
  const slot = keysOf(env, project).id === keysOf(env, 'ship').id ? 'oauth' : 'oauth of tracking';
  return withToken(
    env,
    slot,
    () => signIn(env, project),
    (token) =>
      env.http.send({
        ...rest,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'x-locale': locale ?? 'en_US',
          'x-customer-transaction-id': randomUUID(),
          ...request.headers,
          authorization: `Bearer ${token}`,
        },
        body: bytes ?? JSON.stringify(json),
        readProblem: request.readProblem ?? readProblem,
      }),
  );
}

export const localeOf = (language: 'en' | 'fr', country: string): string =>
  language === 'fr' ? 'fr_CA' : country === 'CA' ? 'en_CA' : 'en_US';
