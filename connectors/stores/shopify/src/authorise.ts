/** The seller's consent (OAuth authorisation code, offline access that expires) and its renewal. */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import type { Http, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { BeginInput, ConnectedStore, RedirectAuthorisation } from '@scanship/connector-kit/store/store';
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN, type ConnectEnv } from '@scanship/connector-kit/store/store-environment';
import { askWithToken } from './client.ts';
import { manifest } from './manifest.ts';
import { SCOPES } from './scopes.ts';
import { readShop, shopCall } from './shop.ts';
import { isSignedQuery } from './signature.ts';

/** A signed request is good for this long; the clock of the other side may run ahead a little. */
const MAX_AGE_MS = 600_000;
const MAX_AHEAD_MS = 90_000;

const ACCOUNT = new RegExp(`^(?:${manifest.accountPattern})$`);

function begin(input: BeginInput, app: Readonly<Record<string, string>>): string {
  if (!ACCOUNT.test(input.externalAccount))
    throw fail('invalid-input', `This is not the address of a Shopify shop. ${manifest.fields[0]?.help ?? ''}`, {
      field: 'account',
    });
  const base =
    input.simulatorConsent === undefined
      ? `https://${input.externalAccount}`
      : `${input.simulatorConsent}/${input.externalAccount}`;
  const query = new URLSearchParams({
    client_id: app.clientId ?? '',
    scope: SCOPES.join(','),
    redirect_uri: input.redirectUri,
    state: input.state,
  });
  return `${base}/admin/oauth/authorize?${query.toString()}`;
}

function checkEntry(
  query: Readonly<Record<string, string>>,
  app: Readonly<Record<string, string>>,
  now: Date,
): { externalAccount: string; code: string } {
  const refused = (why: string, vendorCode: string): ConnectorError => fail('refused', why, { vendorCode });
  if (!isSignedQuery(query, app.clientSecret ?? ''))
    throw refused('This link does not carry a valid signature of Shopify.', 'signature');
  const externalAccount = (query.shop ?? '').toLowerCase();
  if (!ACCOUNT.test(externalAccount)) throw refused('This link does not name a Shopify shop.', 'account');
  const seconds = /^\d{9,11}$/.test(query.timestamp ?? '') ? Number(query.timestamp) : Number.NaN;
  const age = now.getTime() - seconds * 1000;
  if (!(age <= MAX_AGE_MS && age >= -MAX_AHEAD_MS))
    throw refused('This link of Shopify is too old. Start again from Shopify or from here.', 'timestamp');
  return { externalAccount, code: query.code ?? '' };
}

function readRefusal(response: HttpResponse): VendorProblem | undefined {
  const expected = response.status === 400 || response.status === 401 || response.status === 403;
  if (!expected) return undefined;
  const problem: VendorProblem = {
    kind: 'not-authorised',
    message: 'Shopify no longer lets us into this shop; the store has to be connected again.',
  };
  if (!/json/.test(response.headers['content-type'] ?? '')) return problem;
  const body = readObject(response.json());
  return {
    ...problem,
    vendorCode: body.maybe('error', (n) => body.string(n)),
    vendorMessage: body.maybe('error_description', (n) => body.string(n)),
  };
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
    path: '/admin/oauth/access_token',
    name,
    // A lost answer is asked for again: the code fails then, and an old refresh token stays good until the new one is used.
    readOnly: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
    readProblem: readRefusal,
  });
  const answer = readObject(response.json());
  const credentials: Record<string, string> = {
    [ACCESS_TOKEN]: answer.string('access_token', /^\S+$/),
    scope: answer.has('scope') ? answer.string('scope') : '',
  };
  const until = (field: string): string => new Date(now.getTime() + answer.integer(field, 1) * 1000).toISOString();
  // An app of a single organisation may get access that never ends; then there is nothing to renew.
  if (answer.has('expires_in')) credentials[ACCESS_EXPIRES_AT] = until('expires_in');
  if (answer.has('refresh_token')) credentials.refreshToken = answer.string('refresh_token', /^\S+$/);
  if (answer.has('refresh_token_expires_in')) credentials.refreshExpiresAt = until('refresh_token_expires_in');
  return credentials;
}

const appForm = (env: ConnectEnv): { client_id: string; client_secret: string } => ({
  client_id: env.app.clientId ?? '',
  client_secret: env.app.clientSecret ?? '',
});

async function complete(input: { readonly code: string }, env: ConnectEnv): Promise<ConnectedStore> {
  const form = { ...appForm(env), code: input.code, expiring: '1' };
  const credentials = await token(env.http, 'exchange the code', form, env.now());
  const answer = await askWithToken(env.http, credentials[ACCESS_TOKEN] ?? '', shopCall);
  return { ...readShop(answer, env.externalAccount), credentials };
}

export const authorise: RedirectAuthorisation = { begin, checkEntry, complete };

/** @throws ConnectorError `not-authorised` when the seller must consent again */
export async function renew(env: ConnectEnv): Promise<Readonly<Record<string, string>>> {
  const refreshToken = env.credentials.refreshToken ?? '';
  if (refreshToken === '')
    throw fail('not-authorised', 'Shopify no longer lets us into this shop; the store has to be connected again.', {
      vendorCode: 'no-refresh-token',
    });
  const form = { ...appForm(env), grant_type: 'refresh_token', refresh_token: refreshToken };
  return token(env.http, 'renew access', form, env.now());
}
