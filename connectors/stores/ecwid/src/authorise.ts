/** The seller's consent (OAuth 2 authorisation code). Ecwid's token has no end and is not renewed. */
import { fail } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { BeginInput, ConnectedStore, RedirectAuthorisation } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type ConnectEnv } from '@scanship/connector-kit/store/store-environment';
import { LET_GO } from './client.ts';
import { readStore } from './profile.ts';
import { NUMBER_ID } from './reading.ts';

/** Asked for together, with what each is for. */
const SCOPES: Readonly<Record<string, string>> = {
  read_store_profile: 'read the store’s name, currency and units',
  read_catalog: 'read products',
  read_orders: 'read orders',
  update_orders: 'report tracking numbers',
};

const HOST = 'https://my.ecwid.com';

/**
 * Ecwid documents no parameter that it hands on, but takes any address below the registered one and sends the browser to it as
 * it is: our state travels inside. The exchange has to name the very same address.
 */
function returnTo(redirectUri: string, state: string): string {
  const back = new URL(redirectUri);
  back.searchParams.set('state', state);
  return back.href;
}

function begin(input: BeginInput, app: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({
    client_id: app.clientId ?? '',
    redirect_uri: returnTo(input.redirectUri, input.state),
    response_type: 'code',
    scope: Object.keys(SCOPES).join(' '),
  });
  return `${input.simulatorConsent ?? HOST}/api/oauth/authorize?${query.toString()}`;
}

function checkEntry(query: Readonly<Record<string, string>>): { externalAccount: string; code: string } {
  const code = query.code ?? '';
  if (code !== '' && !/^[\w.~+/=-]{1,500}$/.test(code))
    throw fail('refused', 'This link does not carry a code of Ecwid.', { vendorCode: 'code' });
  return { externalAccount: '', code };
}

function readRefusal(response: HttpResponse): VendorProblem | undefined {
  if (response.status < 400 || response.status >= 500 || response.status === 429) return undefined;
  return { kind: 'not-authorised', message: LET_GO };
}

async function complete(
  input: { readonly code: string; readonly redirectUri: string; readonly state: string },
  env: ConnectEnv,
): Promise<ConnectedStore> {
  const response = await env.http.send({
    method: 'POST',
    path: `${env.mode === 'simulator' ? '' : HOST}/api/oauth/token`,
    name: 'exchange the code',
    // Never sent twice: a second exchange of a code ends the access of the first.
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      client_id: env.app.clientId ?? '',
      client_secret: env.app.clientSecret ?? '',
      code: input.code,
      redirect_uri: returnTo(input.redirectUri, input.state),
      grant_type: 'authorization_code',
    }).toString(),
    readProblem: readRefusal,
  });
  const answer = readObject(response.json());
  const token = answer.string('access_token', /^\S+$/);
  const account = answer.id('store_id', NUMBER_ID);
  const granted = answer.string('scope').toLowerCase().split(/\s+/);
  const store = await readStore(env.http, token, account);
  return {
    ...store,
    credentials: { [ACCESS_TOKEN]: token },
    problems: [
      ...store.problems,
      ...Object.entries(SCOPES)
        .filter(([scope]) => !granted.includes(scope))
        .map(([scope, what]) => `Ecwid did not let the app ${what} (${scope}); connect the store again and allow it.`),
    ],
  };
}

export const authorise: RedirectAuthorisation = { begin, checkEntry, complete };
