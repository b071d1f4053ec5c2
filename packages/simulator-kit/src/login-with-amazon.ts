/** Login with Amazon for carriers' simulators: a refresh token becomes an access token of one hour by the simulator's clock. */
import { refusal } from './selling-partner-refusals.ts';
import {
  jsonAnswer,
  jsonBody,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from './simulator.ts';
import { createTokens } from './tokens.ts';

const LIFETIME_SECONDS = 3600;

/** What a token question says: Amazon takes forms, and the JSON that the best-known clients send. Undefined for neither. */
export function tokenQuestion(request: SimRequest): URLSearchParams | undefined {
  const type = request.headers['content-type'] ?? '';
  if (/^application\/x-www-form-urlencoded\b/.test(type)) return new URLSearchParams(request.text());
  if (!/^application\/json\b/.test(type)) return undefined;
  const json = jsonBody(request);
  if (typeof json !== 'object' || json === null) return undefined;
  return new URLSearchParams(
    Object.entries(json).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

const refused = (status: number, error: string, description: string): SimAnswer =>
  jsonAnswer(status, { error, error_description: description });

export interface SignIn {
  readonly token: SimRoute;
  /** The account of the access token. @throws SimRefusal 403 when it is missing, unknown or expired */
  accountOf(request: SimRequest, sim: SimContext): SimAccount;
}

export function createSignIn(): SignIn {
  const tokens = createTokens(LIFETIME_SECONDS, 'Atza|');
  const token = (request: SimRequest, sim: SimContext): SimAnswer => {
    const form = tokenQuestion(request);
    if (!form) return refused(400, 'invalid_request', 'The request is not a form.');
    const own = sim.accounts.filter(
      ({ credentials }) =>
        credentials['clientId'] === form.get('client_id') && credentials['clientSecret'] === form.get('client_secret'),
    );
    if (own.length === 0) return refused(401, 'invalid_client', 'Client authentication failed');
    if (form.get('grant_type') !== 'refresh_token')
      return refused(400, 'unsupported_grant_type', 'The grant type is not supported');
    const account = own.find(({ credentials }) => credentials['refreshToken'] === form.get('refresh_token'));
    if (!account) return refused(400, 'invalid_grant', 'The request has an invalid grant parameter : refresh_token');
    return jsonAnswer(200, {
      access_token: tokens.issue(account, sim),
      refresh_token: form.get('refresh_token') ?? '',
      token_type: 'bearer',
      expires_in: LIFETIME_SECONDS,
    });
  };
  return {
    token: { name: 'token', method: 'POST', path: '/auth/o2/token', effect: 'auth', handle: token },
    accountOf(request, sim) {
      const known = tokens.holderOf(request.headers['x-amz-access-token'], sim);
      if (known) return known;
      throw refusal(
        403,
        'Unauthorized',
        'Access to requested resource is denied.',
        'The access token you provided is revoked, malformed or invalid.',
      );
    },
  };
}
