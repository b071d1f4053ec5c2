/** The only file that makes calls: sign-in (OAuth client credentials), payment authorisation, and errors in USPS's words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { sendCall, type OutgoingCall } from '@scanship/connector-kit/http/vendor-call';
import { fetchToken } from '@scanship/connector-kit/credentials/fetch-token';
import { accountOf } from './account.ts';
import { problemReader } from './problems.ts';

function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { clientId = '', clientSecret = '' } = env.credentials;
  return fetchToken(env, {
    path: '/oauth2/v3/token',
    json: { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' },
    readProblem: (refusal) => {
      const said = problemReader()(refusal);
      return refusal.status === 401 || refusal.status === 403
        ? { ...said, message: 'USPS does not know this consumer key, or the secret does not belong to it.' }
        : said;
    },
  });
}

export interface Call extends OutgoingCall {
  /** What a 400, 404 or 422 means for this call, where it is not that our data are wrong. */
  readonly declined?: ProblemKind | undefined;
}

/** One call of the API, signed in. */
export function call(env: CarrierEnv, request: Call): Promise<HttpResponse> {
  const { declined, ...rest } = request;
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      sendCall(env.http, {
        ...rest,
        headers: { ...request.headers, authorization: `Bearer ${token}` },
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
