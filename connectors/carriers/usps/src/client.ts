/** The only file that makes calls: sign-in (OAuth client credentials), payment authorisation, and errors in USPS's words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { accountOf } from './account.ts';
import { problemReader } from './problems.ts';

async function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { clientId = '', clientSecret = '' } = env.credentials;
  const response = await env.http.send({
    method: 'POST',
    path: '/oauth2/v3/token',
    name: 'sign in',
    readOnly: true,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
    readProblem: (refusal) => {
      const said = problemReader()(refusal);
      return refusal.status === 401 || refusal.status === 403
        ? { ...said, message: 'USPS does not know this consumer key, or the secret does not belong to it.' }
        : said;
    },
  });
  const answer = readObject(response.json());
  const expiresAt = new Date(env.now().getTime() + answer.integer('expires_in', 1) * 1000);
  return { value: answer.string('access_token', /^[\x21-\x7e]+$/), expiresAt };
}

export interface Call extends Omit<HttpRequest, 'body'> {
  readonly json?: unknown;
  /** What a 400, 404 or 422 means for this call, where it is not that our data are wrong. */
  readonly declined?: ProblemKind | undefined;
}

/** One call of the API, signed in. */
export function call(env: CarrierEnv, request: Call): Promise<HttpResponse> {
  const { json, declined, ...rest } = request;
  const content: Readonly<Record<string, string>> = json === undefined ? {} : { 'content-type': 'application/json' };
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      env.http.send({
        ...rest,
        headers: { accept: 'application/json', ...content, ...request.headers, authorization: `Bearer ${token}` },
        body: json === undefined ? undefined : JSON.stringify(json),
        readProblem: problemReader(declined),
      }),
  );
}

/** Who pays, and whose label numbers are used (Payments API: both roles are required for any label). */
export function rolesMessage(env: Pick<CarrierEnv, 'credentials'>) {
  const { crid, mid, manifestMid, epsAccount } = accountOf(env);
  const owner = { CRID: crid, MID: mid, manifestMID: manifestMid };
  return {
    roles: [
      { roleName: 'PAYER', ...owner, accountType: 'EPS', accountNumber: epsAccount },
      { roleName: 'LABEL_OWNER', ...owner },
    ],
  };
}

/** Payments API: valid for eight hours; renewed five minutes before. */
const PAYMENT_MS = 8 * 3_600_000 - 300_000;

export async function authorisePayment(env: CarrierEnv): Promise<AccessToken> {
  const expiresAt = new Date(env.now().getTime() + PAYMENT_MS);
  const response = await call(env, {
    method: 'POST',
    path: '/payments/v3/payment-authorization',
    name: 'authorise payment',
    readOnly: true,
    declined: 'refused',
    json: rolesMessage(env),
  });
  const answer = readObject(response.json());
  return { value: answer.string('paymentAuthorizationToken', /^[\x21-\x7e]+$/), expiresAt };
}

/** One call that makes or takes back a label: signed in, and with the authorisation to pay. */
export const payingCall = (env: CarrierEnv, request: Call): Promise<HttpResponse> =>
  withToken(
    env,
    'payment',
    () => authorisePayment(env),
    (token) => call(env, { ...request, headers: { ...request.headers, 'x-payment-authorization-token': token } }),
  );
