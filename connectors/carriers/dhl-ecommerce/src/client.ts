/** The only file that makes calls: sign-in with client credentials, and the account's pickup in the path. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { basic, sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { fetchToken } from '@scanship/connector-kit/credentials/fetch-token';
import { readProblem } from './problems.ts';

export const pickupOf = (env: Pick<CarrierEnv, 'credentials'>): string => (env.credentials['pickup'] ?? '').trim();

function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { clientId = '', clientSecret = '' } = env.credentials;
  return fetchToken(env, {
    path: '/auth/v4/accesstoken',
    headers: { authorization: basic(clientId, clientSecret) },
    form: { grant_type: 'client_credentials' },
    readProblem,
  });
}

export interface DhlCall extends VendorCall {
  /** What a 400, 404 or 422 means, where it is not that our data are wrong. */
  readonly declined?: ProblemKind | undefined;
}

export function exchange(env: CarrierEnv, call: DhlCall): Promise<HttpResponse> {
  const { declined, ...rest } = call;
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      sendCall(env.http, {
        ...rest,
        headers: { authorization: `Bearer ${token}` },
        readProblem: (response) => {
          const said = readProblem(response);
          return declined !== undefined && [400, 404, 422].includes(response.status)
            ? { ...said, kind: declined }
            : said;
        },
      }),
  );
}
