/** The user's consent (OAuth 2 authorisation code) and the renewal of access. */
import { fail } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { BeginInput, ConnectedStore, RedirectAuthorisation } from '@scanship/connector-kit/store/store';
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN, type ConnectEnv } from '@scanship/connector-kit/store/store-environment';
import { LET_GO, wordsOf } from './client.ts';
import { readStore } from './profile.ts';

/** Orders are read and reported; products are only read. */
const SCOPES = 'orders inventory.readonly';

const HOST = 'https://api.channeladvisor.com';

function begin(input: BeginInput, app: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({
    client_id: app.clientId ?? '',
    response_type: 'code',
    // Without it there is no refresh token.
    access_type: 'offline',
    scope: SCOPES,
    redirect_uri: input.redirectUri,
    state: input.state,
  });
  return `${input.simulatorConsent ?? HOST}/oauth2/authorize?${query.toString()}`;
}

function checkEntry(query: Readonly<Record<string, string>>): { externalAccount: string; code: string } {
  const code = query.code ?? '';
  if (code !== '' && !/^[\w.~+/=-]{1,1000}$/.test(code))
    throw fail('refused', 'This link does not carry a code of Rithum.', { vendorCode: 'code' });
  return { externalAccount: '', code };
}

function readRefusal(response: HttpResponse): VendorProblem | undefined {
  if (response.status < 400 || response.status >= 500 || response.status === 429) return undefined;
  const { code, words } = wordsOf(response);
  return { kind: 'not-authorised', message: LET_GO, vendorCode: code, vendorMessage: words };
}

async function token(
  env: ConnectEnv,
  name: string,
  grant: Readonly<Record<string, string>>,
): Promise<{ readonly answer: ObjectReader; readonly access: Readonly<Record<string, string>> }> {
  const pair = `${env.app.clientId ?? ''}:${env.app.clientSecret ?? ''}`;
  const response = await env.http.send({
    method: 'POST',
    path: '/oauth2/token',
    name,
    // A lost answer is asked for again: a used code fails then, a refresh token "may be used multiple times".
    readOnly: true,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(grant).toString(),
    readProblem: readRefusal,
  });
  const answer = readObject(response.json());
  const ends = env.now().getTime() + answer.integer('expires_in', 1) * 1_000;
  return {
    answer,
    access: {
      [ACCESS_TOKEN]: answer.string('access_token', /^\S+$/),
      [ACCESS_EXPIRES_AT]: new Date(ends).toISOString(),
    },
  };
}

async function complete(
  input: { readonly code: string; readonly redirectUri: string },
  env: ConnectEnv,
): Promise<ConnectedStore> {
  const { answer, access } = await token(env, 'exchange the code', {
    grant_type: 'authorization_code',
    code: input.code,
    redirect_uri: input.redirectUri,
  });
  const credentials = { ...access, refreshToken: answer.string('refresh_token', /^\S+$/) };
  return { ...(await readStore(env.http, access[ACCESS_TOKEN] ?? '')), credentials };
}

export const authorise: RedirectAuthorisation = { begin, checkEntry, complete };

/** @throws ConnectorError `not-authorised` when the user must consent again */
export async function renew(env: ConnectEnv): Promise<Readonly<Record<string, string>>> {
  const refreshToken = env.credentials.refreshToken ?? '';
  if (refreshToken === '') throw fail('not-authorised', LET_GO, { vendorCode: 'no-refresh-token' });
  const { answer, access } = await token(env, 'renew access', {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  // The same token goes on being good; should another be sent, that one is kept.
  return {
    ...access,
    refreshToken: answer.has('refresh_token') ? answer.string('refresh_token', /^\S+$/) : refreshToken,
  };
}
