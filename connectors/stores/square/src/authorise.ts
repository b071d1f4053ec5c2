/** The seller's consent (OAuth 2 authorisation code), the renewal of access, and the goodbye. */
import { fail } from '@scanship/connector-kit/errors';
import type { Http, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { BeginInput, ConnectedStore, RedirectAuthorisation } from '@scanship/connector-kit/store/store';
import {
  ACCESS_EXPIRES_AT,
  ACCESS_TOKEN,
  type ConnectEnv,
  type StoreEnv,
} from '@scanship/connector-kit/store/store-environment';
import { firstError, LET_GO, VERSION } from './client.ts';
import { readStore } from './merchant.ts';
import { MERCHANT_ID } from './reading.ts';

/** Asked for together; a seller allows all of them or none. */
export const SCOPES = ['MERCHANT_PROFILE_READ', 'ORDERS_READ', 'ORDERS_WRITE', 'ITEMS_READ'] as const;

/** Access is good for 30 days; Square asks apps to renew it every 7 days or sooner, so that a failure shows in time. */
const RENEW_AFTER_MS = 7 * 86_400_000;

const HOSTS = { live: 'https://connect.squareup.com', sandbox: 'https://connect.squareupsandbox.com' } as const;

function begin(input: BeginInput, app: Readonly<Record<string, string>>): string {
  const clientId = app.clientId ?? '';
  const sandbox = clientId.startsWith('sandbox-');
  const query = new URLSearchParams({
    client_id: clientId,
    scope: SCOPES.join(' '),
    // The seller signs in anew, so that a shared computer does not connect somebody else's account; the sandbox has none of it.
    ...(sandbox ? {} : { session: 'false' }),
    state: input.state,
    redirect_uri: input.redirectUri,
  });
  const host = input.simulatorConsent ?? (sandbox ? HOSTS.sandbox : HOSTS.live);
  return `${host}/oauth2/authorize?${query.toString()}`;
}

function checkEntry(query: Readonly<Record<string, string>>): { externalAccount: string; code: string } {
  const code = query.code ?? '';
  if (code !== '' && !/^[\w.~+/=-]{1,500}$/.test(code))
    throw fail('refused', 'This link does not carry a code of Square.', { vendorCode: 'code' });
  return { externalAccount: '', code };
}

function readRefusal(response: HttpResponse): VendorProblem | undefined {
  if (response.status < 400 || response.status >= 500 || response.status === 429) return undefined;
  const { code, detail } = firstError(response);
  return { kind: 'not-authorised', message: LET_GO, vendorCode: code, vendorMessage: detail };
}

async function post(
  http: Http,
  name: string,
  path: string,
  body: Readonly<Record<string, string>>,
  more: { readonly authorization?: string; readonly accept?: readonly number[] } = {},
): Promise<ObjectReader> {
  const response = await http.send({
    method: 'POST',
    path,
    name,
    // A lost answer is asked for again: a used code fails then, a refresh token and a goodbye stay what they are.
    readOnly: true,
    accept: more.accept,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'square-version': VERSION,
      ...(more.authorization !== undefined && { authorization: more.authorization }),
    },
    body: JSON.stringify(body),
    readProblem: readRefusal,
  });
  return readObject(response.json());
}

interface Issued {
  readonly credentials: Readonly<Record<string, string>>;
  readonly merchantId: string;
}

async function token(
  env: ConnectEnv,
  name: string,
  grant: Readonly<Record<string, string>>,
  refreshToken?: string,
): Promise<Issued> {
  const answer = await post(env.http, name, '/oauth2/token', {
    client_id: env.app.clientId ?? '',
    client_secret: env.app.clientSecret ?? '',
    ...grant,
  });
  const ends = Math.min(Date.parse(answer.instant('expires_at')), env.now().getTime() + RENEW_AFTER_MS);
  return {
    merchantId: answer.string('merchant_id', MERCHANT_ID),
    credentials: {
      [ACCESS_TOKEN]: answer.string('access_token', /^\S+$/),
      [ACCESS_EXPIRES_AT]: new Date(ends).toISOString(),
      // With a secret the refresh token stays the same and does not end; should Square send another, that one is kept.
      refreshToken:
        refreshToken !== undefined && !answer.has('refresh_token')
          ? refreshToken
          : answer.string('refresh_token', /^\S+$/),
    },
  };
}

async function complete(
  input: { readonly code: string; readonly redirectUri: string },
  env: ConnectEnv,
): Promise<ConnectedStore> {
  const { credentials, merchantId } = await token(env, 'exchange the code', {
    grant_type: 'authorization_code',
    code: input.code,
    redirect_uri: input.redirectUri,
  });
  return { ...(await readStore(env.http, credentials[ACCESS_TOKEN] ?? '', merchantId)), credentials };
}

export const authorise: RedirectAuthorisation = { begin, checkEntry, complete };

/** @throws ConnectorError `not-authorised` when the seller must consent again */
export async function renew(env: ConnectEnv): Promise<Readonly<Record<string, string>>> {
  const refreshToken = env.credentials.refreshToken ?? '';
  if (refreshToken === '') throw fail('not-authorised', LET_GO, { vendorCode: 'no-refresh-token' });
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const { credentials, merchantId } = await token(env, 'renew access', grant, refreshToken);
  if (env.externalAccount !== '' && merchantId !== env.externalAccount)
    throw fail('not-authorised', LET_GO, { vendorCode: 'other-merchant' });
  return credentials;
}

/** Takes back all access of this app to the account. One that is gone already (404) is what we want. */
export async function disconnect(env: StoreEnv): Promise<void> {
  await post(
    env.http,
    'disconnect',
    '/oauth2/revoke',
    { client_id: env.app?.clientId ?? '', merchant_id: env.externalAccount },
    { authorization: `Client ${env.app?.clientSecret ?? ''}`, accept: [404] },
  );
}
