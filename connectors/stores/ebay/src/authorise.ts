/** The seller's consent (OAuth authorisation code, the RuName in place of an address) and the renewal of access. */
import { fail } from '@scanship/connector-kit/errors';
import type { Http, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { BeginInput, ConnectedStore, RedirectAuthorisation } from '@scanship/connector-kit/store/store';
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN, type ConnectEnv } from '@scanship/connector-kit/store/store-environment';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { askWithToken, LET_GO } from './client.ts';
import { readUser, userCall } from './seller.ts';

const SCOPE = 'https://api.ebay.com/oauth/api_scope';
/** Reading and reporting orders, products with weights, who the seller is, and refunds. */
export const SCOPES: readonly string[] = [
  `${SCOPE}/sell.fulfillment`,
  `${SCOPE}/sell.inventory.readonly`,
  `${SCOPE}/commerce.identity.readonly`,
  `${SCOPE}/sell.finances`,
];

function begin(input: BeginInput, app: Readonly<Record<string, string>>): string {
  const { clientId = '' } = app;
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: app['ruName'] ?? '',
    response_type: 'code',
    scope: SCOPES.join(' '),
    state: input.state,
    // Without this a browser that is signed in connects whichever account it last used.
    prompt: 'login',
  });
  if (input.simulatorConsent !== undefined) {
    // At eBay the accepted and declined addresses of a RuName are registered; the simulator is told them.
    query.set('accept_url', input.redirectUri);
    return `${input.simulatorConsent}/oauth2/authorize?${query.toString()}`;
  }
  const host = clientId.includes('-SBX-') ? 'auth.sandbox.ebay.com' : 'auth.ebay.com';
  return `https://${host}/oauth2/authorize?${query.toString()}`;
}

/** eBay signs nothing here; that the state is ours is the proof. A declined consent has no code. */
const checkEntry = (query: Readonly<Record<string, string>>): { externalAccount: string; code: string } => ({
  externalAccount: '',
  code: query['code'] ?? '',
});

function readRefusal(response: HttpResponse): VendorProblem | undefined {
  if (![400, 401, 403].includes(response.status)) return undefined;
  const problem: VendorProblem = { kind: 'not-authorised', message: LET_GO };
  if (!/json/.test(response.headers['content-type'] ?? '')) return problem;
  const body = readObject(response.json());
  const vendorCode = body.maybe('error', (n) => body.string(n));
  return {
    ...problem,
    ...(vendorCode === 'invalid_client' && {
      message: 'eBay does not accept our app’s keys; the operator has to check App ID and Cert ID.',
    }),
    vendorCode,
    vendorMessage: body.maybe('error_description', (n) => body.string(n)),
  };
}

async function token(
  http: Http,
  name: string,
  form: Readonly<Record<string, string>>,
  env: Pick<ConnectEnv, 'app' | 'now'>,
): Promise<Record<string, string>> {
  const keys = Buffer.from(`${env.app['clientId'] ?? ''}:${env.app['clientSecret'] ?? ''}`).toString('base64');
  const response = await http.send({
    method: 'POST',
    path: '/identity/v1/oauth2/token',
    name,
    // A lost answer is asked for again: the refresh token stays good for 18 months, and a code fails the second time.
    readOnly: true,
    headers: {
      authorization: `Basic ${keys}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams(form).toString(),
    readProblem: readRefusal,
  });
  const answer = readObject(response.json());
  const until = (field: string): string =>
    new Date(env.now().getTime() + answer.integer(field, 1) * 1000).toISOString();
  const credentials: Record<string, string> = {
    [ACCESS_TOKEN]: answer.string('access_token', /^\S+$/),
    [ACCESS_EXPIRES_AT]: until('expires_in'),
  };
  if (answer.has('refresh_token')) credentials['refreshToken'] = answer.string('refresh_token', /^\S+$/);
  if (answer.has('refresh_token_expires_in')) credentials['refreshExpiresAt'] = until('refresh_token_expires_in');
  return credentials;
}

async function complete(input: { readonly code: string }, env: ConnectEnv): Promise<ConnectedStore> {
  const form = { grant_type: 'authorization_code', code: input.code, redirect_uri: env.app['ruName'] ?? '' };
  const credentials = await token(env.http, 'exchange the code', form, env);
  const user = await askWithToken(env.http, credentials[ACCESS_TOKEN] ?? '', userCall(env.mode));
  const { username: _username, ...about } = readUser(user);
  return { ...about, credentials };
}

export const authorise: RedirectAuthorisation = { begin, checkEntry, complete };

/** Access of the app itself, for what concerns no seller (the public keys of notices). */
export async function applicationToken(env: Pick<ConnectEnv, 'http' | 'app' | 'now'>): Promise<AccessToken> {
  const answer = await token(env.http, 'access of the app', { grant_type: 'client_credentials', scope: SCOPE }, env);
  return { value: answer[ACCESS_TOKEN] ?? '', expiresAt: new Date(answer[ACCESS_EXPIRES_AT] ?? 0) };
}

/** The refresh token is not in the answer: it stays. @throws ConnectorError `not-authorised` when the seller must consent again */
export async function renew(env: ConnectEnv): Promise<Readonly<Record<string, string>>> {
  const { refreshToken = '', refreshExpiresAt } = env.credentials;
  if (refreshToken === '') throw fail('not-authorised', LET_GO, { vendorCode: 'no-refresh-token' });
  // Without scopes access is what the seller consented to; asking for one that came later would be refused and end it.
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const fresh = await token(env.http, 'renew access', form, env);
  return { refreshToken, ...(refreshExpiresAt !== undefined && { refreshExpiresAt }), ...fresh };
}
