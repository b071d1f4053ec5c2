/** The seller's consent (OAuth 2 authorisation code) over several data centres, the renewal of access, and the goodbye. */
import { fail } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { BeginInput, ConnectedStore, RedirectAuthorisation } from '@scanship/connector-kit/store/store';
import {
  ACCESS_EXPIRES_AT,
  ACCESS_TOKEN,
  type ConnectEnv,
  type StoreEnv,
} from '@scanship/connector-kit/store/store-environment';
import { LET_GO } from './client.ts';
import { addressOf, centreOf, centreOfServer, organizationOf, type Centre } from './data-centres.ts';
import { readStore } from './organization.ts';

/** Asked for together; a seller allows all of them or none. */
export const SCOPES = [
  'ZohoInventory.settings.READ',
  'ZohoInventory.items.READ',
  'ZohoInventory.salesorders.READ',
  'ZohoInventory.packages.CREATE',
  'ZohoInventory.packages.READ',
  'ZohoInventory.packages.DELETE',
  'ZohoInventory.shipmentorders.CREATE',
  'ZohoInventory.shipmentorders.DELETE',
] as const;

/** Ten renewals in ten minutes are allowed; whoever makes more waits until they are over. */
const THROTTLED_MS = 600_000;

function begin(input: BeginInput, app: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId ?? '',
    scope: SCOPES.join(','),
    redirect_uri: input.redirectUri,
    // Without these two Zoho gives a refresh token the first time alone.
    access_type: 'offline',
    prompt: 'consent',
    state: input.state,
  });
  return `${input.simulatorConsent ?? 'https://accounts.zoho.com'}/oauth/v2/auth?${query.toString()}`;
}

/**
 * The data centre the browser comes back from. Our secret goes to its accounts server, so only those of the list count.
 * Without a word of it, it is the one where consent begins.
 */
function centreOfReturn(query: Readonly<Record<string, string>>): Centre {
  const server = query['accounts-server'];
  const centre = server === undefined ? centreOf(query.location ?? 'us') : centreOfServer(server);
  if (centre === undefined)
    throw fail('refused', 'This Zoho account is in a data centre that this connection does not reach.', {
      vendorCode: 'data-centre',
    });
  return centre;
}

function checkEntry(query: Readonly<Record<string, string>>): { externalAccount: string; code: string } {
  const code = query.code ?? '';
  if (code === '') return { externalAccount: '', code };
  if (!/^[\w.-]{1,500}$/.test(code))
    throw fail('refused', 'This link does not carry a code of Zoho.', { vendorCode: 'code' });
  // The code is worth something at its own data centre only.
  return { externalAccount: '', code: `${centreOfReturn(query)}:${code}` };
}

/** Zoho says no with `{ error }`, with status 400 and with status 200. */
function refusalIn(body: ObjectReader): (VendorProblem & { readonly message: string }) | undefined {
  const error = body.maybe('error', (n) => body.string(n));
  if (error === undefined) return undefined;
  const vendorMessage = body.maybe('error_description', (n) => body.string(n)) ?? error;
  const more = { vendorCode: error, vendorMessage };
  if (/^access.denied$/i.test(error))
    return {
      kind: 'quota',
      message: 'Zoho gives no more access for some minutes; it is asked again later.',
      retryAfterMs: THROTTLED_MS,
      ...more,
    };
  if (error === 'invalid_client' || error === 'invalid_client_secret')
    return {
      kind: 'not-authorised',
      message:
        'Zoho does not know this app in the data centre of the account. Check client ID, secret and multi-DC at api-console.zoho.com.',
      ...more,
    };
  return { kind: 'not-authorised', message: LET_GO, ...more };
}

function readRefusal(response: HttpResponse): VendorProblem | undefined {
  if (response.status < 400 || response.status >= 500 || response.status === 429) return undefined;
  const json = /json/.test(response.headers['content-type'] ?? '');
  return (
    (json ? refusalIn(readObject(response.json()).isolated()) : undefined) ?? {
      kind: 'not-authorised',
      message: LET_GO,
    }
  );
}

async function token(
  env: ConnectEnv,
  name: string,
  centre: Centre,
  grant: Readonly<Record<string, string>>,
  known?: string,
): Promise<Record<string, string>> {
  const response = await env.http.send({
    method: 'POST',
    path: addressOf(env.mode, centre, 'accounts', '/oauth/v2/token'),
    name,
    // A lost answer is asked for again: a used code fails then, a refresh token stays what it is.
    readOnly: true,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: env.app.clientId ?? '',
      client_secret: env.app.clientSecret ?? '',
      ...grant,
    }).toString(),
    readProblem: readRefusal,
  });
  const answer = readObject(response.json());
  const refusal = refusalIn(answer.isolated());
  if (refusal) throw fail(refusal.kind ?? 'not-authorised', refusal.message, refusal);
  return {
    [ACCESS_TOKEN]: answer.string('access_token', /^\S+$/),
    [ACCESS_EXPIRES_AT]: new Date(env.now().getTime() + answer.integer('expires_in', 1) * 1_000).toISOString(),
    // It has no end, and a renewal does not bring another.
    refreshToken: known ?? answer.string('refresh_token', /^\S+$/),
  };
}

async function complete(
  input: { readonly code: string; readonly redirectUri: string },
  env: ConnectEnv,
): Promise<ConnectedStore> {
  const [, name = 'us', code = ''] = /^(?:([a-z]{2}):)?(.*)$/.exec(input.code) ?? [];
  const centre = centreOf(name) ?? 'us';
  const credentials = await token(env, 'exchange the code', centre, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: input.redirectUri,
  });
  return { ...(await readStore(env, centre, credentials[ACCESS_TOKEN] ?? '')), credentials };
}

export const authorise: RedirectAuthorisation = { begin, checkEntry, complete };

/** @throws ConnectorError `not-authorised` when the seller must consent again */
export async function renew(env: ConnectEnv): Promise<Readonly<Record<string, string>>> {
  const refreshToken = env.credentials.refreshToken ?? '';
  if (refreshToken === '') throw fail('not-authorised', LET_GO, { vendorCode: 'no-refresh-token' });
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return token(env, 'renew access', organizationOf(env).centre, grant, refreshToken);
}

/** Takes the refresh token back, and with it all access that came of it. One that is gone already (400) is what we want. */
export async function disconnect(env: StoreEnv): Promise<void> {
  const refreshToken = env.credentials.refreshToken ?? '';
  if (refreshToken === '') return;
  await env.http.send({
    method: 'POST',
    path: addressOf(env.mode, organizationOf(env).centre, 'accounts', '/oauth/v2/token/revoke'),
    name: 'disconnect',
    query: { token: refreshToken },
    readOnly: true,
    accept: [400],
    headers: { accept: 'application/json' },
  });
}
