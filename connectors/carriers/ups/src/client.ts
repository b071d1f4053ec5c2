/**
 * The only file that makes calls: sign-in (OAuth, client credentials or a seller's consent), headers, and errors in UPS's
 * words.
 */
import { randomUUID } from 'node:crypto';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { basic, sendCall, type OutgoingCall } from '@scanship/connector-kit/http/vendor-call';
import { oauthToken } from '@scanship/connector-kit/credentials/fetch-token';
import { readProblem } from './problems.ts';

/** The account's six characters, upper case as UPS prints them. */
export const accountNumber = (env: Pick<CarrierEnv, 'credentials'>): string =>
  (env.credentials['accountNumber'] ?? '').trim().toUpperCase();

type Keys = Readonly<Record<string, string>>;

/** A question to the sign-in service, as an application. */
export const askSignIn = (
  env: Pick<CarrierEnv, 'http'>,
  application: Keys,
  question: {
    readonly part: 'token' | 'refresh';
    readonly name: string;
    readonly form: Keys;
    readonly headers?: Keys;
    /** A code and a refresh token are good once; client credentials may be asked as often as one likes. */
    readonly once?: boolean;
  },
): Promise<HttpResponse> =>
  sendCall(env.http, {
    method: 'POST',
    path: `/security/v1/oauth/${question.part}`,
    name: question.name,
    ...(question.once === true ? {} : { readOnly: true }),
    headers: {
      authorization: basic(application['clientId'] ?? '', application['clientSecret'] ?? ''),
      ...question.headers,
    },
    form: question.form,
    readProblem,
  });

export const TOKEN_FORM = /^[\x21-\x7e]+$/;

async function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { refreshToken } = env.credentials;
  if (refreshToken !== undefined && refreshToken !== '') return renew(env, refreshToken);
  if (!env.credentials['clientId']?.trim() || !env.credentials['clientSecret']?.trim())
    throw fail(
      'not-authorised',
      'This UPS account has no access yet: enter the client ID and secret of your application, or connect it by signing in at UPS.',
      { field: 'credentials.clientId' },
    );
  const response = await askSignIn(env, env.credentials, {
    part: 'token',
    name: 'sign in',
    form: { grant_type: 'client_credentials' },
    headers: { 'x-merchant-id': accountNumber(env) },
  });
  return tokenOf(response, env);
}

function tokenOf(response: HttpResponse, env: CarrierEnv): AccessToken {
  const answer = readObject(response.json());
  const { value, lifeMs } = oauthToken(answer);
  return { value, expiresAt: new Date(env.now().getTime() + lifeMs) };
}

/** Access by a seller's consent: the refresh token is replaced with every use, and kept before the new access is. */
async function renew(env: CarrierEnv, refreshToken: string): Promise<AccessToken> {
  if (!env.app)
    throw fail('not-authorised', 'UPS access by sign-in is not set up here; ask the administrator of this platform.');
  if (!env.replaceCredentials) throw new RangeError('renewed access could not be kept');
  const response = await askSignIn(env, env.app, {
    part: 'refresh',
    name: 'renew access',
    form: { grant_type: 'refresh_token', refresh_token: refreshToken },
    once: true,
  });
  const token = tokenOf(response, env);
  await env.replaceCredentials({ refreshToken: readObject(response.json()).string('refresh_token', TOKEN_FORM) });
  return token;
}

/** One call of the API, signed in. */
export function call(env: CarrierEnv, request: OutgoingCall): Promise<HttpResponse> {
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      sendCall(env.http, {
        ...request,
        headers: {
          // Both name the call in UPS's logs; tracking demands them. A transId has 32 characters.
          transId: randomUUID().replaceAll('-', ''),
          transactionSrc: 'shipping',
          ...request.headers,
          authorization: `Bearer ${token}`,
        },
        readProblem,
      }),
  );
}
