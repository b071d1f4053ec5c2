/** The only file that makes calls: sign-in with client credentials, and the account's pickup in the path. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { readProblem } from './problems.ts';

export const pickupOf = (env: Pick<CarrierEnv, 'credentials'>): string => (env.credentials['pickup'] ?? '').trim();

async function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { clientId = '', clientSecret = '' } = env.credentials;
  const response = await env.http.send({
    method: 'POST',
    path: '/auth/v4/accesstoken',
    name: 'sign in',
    readOnly: true,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: 'grant_type=client_credentials',
    readProblem,
  });
  const answer = readObject(response.json());
  const expiresAt = new Date(env.now().getTime() + answer.integer('expires_in', 1) * 1000);
  return { value: answer.string('access_token', /^[\x21-\x7e]+$/), expiresAt };
}

export interface DhlCall extends Omit<HttpRequest, 'body' | 'readProblem'> {
  readonly json?: unknown;
  /** What a 400, 404 or 422 means, where it is not that our data are wrong. */
  readonly declined?: ProblemKind | undefined;
}

export function exchange(env: CarrierEnv, call: DhlCall): Promise<HttpResponse> {
  const { json, declined, ...rest } = call;
  const content: Readonly<Record<string, string>> = json === undefined ? {} : { 'content-type': 'application/json' };
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      env.http.send({
        ...rest,
        headers: { accept: 'application/json', ...content, authorization: `Bearer ${token}` },
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
