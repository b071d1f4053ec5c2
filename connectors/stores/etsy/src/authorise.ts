/** The seller's consent (OAuth authorisation code with PKCE, RFC 7636) and the renewal of access. */
import { createHash, createHmac } from 'node:crypto';
import { fail } from '@scanship/connector-kit/errors';
import type { Http, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { BeginInput, ConnectedStore, RedirectAuthorisation } from '@scanship/connector-kit/store/store';
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN, type ConnectEnv } from '@scanship/connector-kit/store/store-environment';
import { askWithToken, wordsOf } from './client.ts';
import { ID } from './reading.ts';
import { readShop, selfCall, shopCall } from './shop.ts';

/** Asked for together; Etsy's page lets a seller allow all of them or none. */
export const SCOPES = ['transactions_r', 'transactions_w', 'listings_r', 'shops_r'] as const;

/** Refresh tokens live this long (Etsy, "Authentication"); the answer itself does not say. */
const REFRESH_MS = 90 * 86_400_000;

const GONE = 'Etsy no longer lets us into this shop; the store has to be connected again.';

/** 43 characters. Nothing has to be kept between the two halves: the state that comes back and our secret give it again. */
const verifierOf = (state: string, app: Readonly<Record<string, string>>): string =>
  createHmac('sha256', app.clientSecret ?? '')
    .update(`etsy code verifier ${state}`)
    .digest('base64url');

function begin(input: BeginInput, app: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId ?? '',
    redirect_uri: input.redirectUri,
    scope: SCOPES.join(' '),
    state: input.state,
    code_challenge: createHash('sha256').update(verifierOf(input.state, app)).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${input.simulatorConsent ?? 'https://www.etsy.com'}/oauth/connect?${query.toString()}`;
}

function checkEntry(query: Readonly<Record<string, string>>): { externalAccount: string; code: string } {
  const code = query.code ?? '';
  if (code !== '' && !/^[\w.~+/=-]{1,1000}$/.test(code))
    throw fail('refused', 'This link does not carry a code of Etsy.', { vendorCode: 'code' });
  return { externalAccount: '', code };
}

function readRefusal(response: HttpResponse): VendorProblem | undefined {
  if (response.status !== 400 && response.status !== 401 && response.status !== 403) return undefined;
  const { code, words } = wordsOf(response);
  return { kind: 'not-authorised', message: GONE, vendorCode: code, vendorMessage: words };
}

/** Asks the token endpoint. The answer replaces what was kept before, refresh token included. */
async function token(
  http: Http,
  name: string,
  form: Readonly<Record<string, string>>,
  now: Date,
): Promise<Record<string, string>> {
  const response = await http.send({
    method: 'POST',
    path: '/v3/public/oauth/token',
    name,
    // A lost answer is asked for again: a used code fails then, and nothing is made at Etsy either way.
    readOnly: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
    readProblem: readRefusal,
  });
  const answer = readObject(response.json());
  const until = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  return {
    [ACCESS_TOKEN]: answer.string('access_token', /^\S+$/),
    [ACCESS_EXPIRES_AT]: until(answer.integer('expires_in', 1) * 1_000),
    refreshToken: answer.string('refresh_token', /^\S+$/),
    refreshExpiresAt: until(REFRESH_MS),
  };
}

async function complete(
  input: { readonly code: string; readonly redirectUri: string; readonly state: string },
  env: ConnectEnv,
): Promise<ConnectedStore> {
  const form = {
    grant_type: 'authorization_code',
    client_id: env.app.clientId ?? '',
    redirect_uri: input.redirectUri,
    code: input.code,
    code_verifier: verifierOf(input.state, env.app),
  };
  const credentials = await token(env.http, 'exchange the code', form, env.now());
  const access = credentials[ACCESS_TOKEN] ?? '';
  const self = await askWithToken(env.http, env.app, access, selfCall);
  if (!self.has('shop_id'))
    throw fail('refused', 'This Etsy account has no shop. Sign in at Etsy with the account that owns the shop.', {
      vendorCode: 'no-shop',
    });
  const shopId = self.id('shop_id', ID);
  const shop = await askWithToken(env.http, env.app, access, shopCall(shopId));
  return { ...readShop(shop, shopId), credentials };
}

export const authorise: RedirectAuthorisation = { begin, checkEntry, complete };

/** @throws ConnectorError `not-authorised` when the seller must consent again */
export async function renew(env: ConnectEnv): Promise<Readonly<Record<string, string>>> {
  const refreshToken = env.credentials.refreshToken ?? '';
  if (refreshToken === '') throw fail('not-authorised', GONE, { vendorCode: 'no-refresh-token' });
  const form = { grant_type: 'refresh_token', client_id: env.app.clientId ?? '', refresh_token: refreshToken };
  return token(env.http, 'renew access', form, env.now());
}
