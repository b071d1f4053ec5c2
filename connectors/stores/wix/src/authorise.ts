/**
 * The owner installs our app on a site; Wix sends the browser back with the signed installation. There is no code to exchange:
 * access is asked for with the installation's id and the app's own secret whenever it is needed.
 */
import { fail } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { BeginInput, ConnectedStore, RedirectAuthorisation } from '@scanship/connector-kit/store/store';
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN, type ConnectEnv } from '@scanship/connector-kit/store/store-environment';
import { LET_GO } from './client.ts';
import { ID } from './reading.ts';
import { readInstance } from './signature.ts';
import { readStore } from './site.ts';

type App = Readonly<Record<string, string>>;

/** An installation that was signed longer ago is somebody's old link. */
const FRESH_MS = 30 * 60_000;

function begin(input: BeginInput, app: App): string {
  const back = new URL(input.redirectUri);
  back.searchParams.set('state', input.state);
  const query = new URLSearchParams({ appId: app.clientId ?? '', postInstallationUrl: back.href });
  if (app.shareUrlId !== undefined && app.shareUrlId !== '') query.set('shareUrlId', app.shareUrlId);
  return `${input.simulatorConsent ?? 'https://www.wix.com'}/app-installer?${query.toString()}`;
}

/** Milliseconds since 1970; Wix writes the time of signing as an ISO instant or as a number. */
function signedAt(value: unknown): number {
  if (typeof value === 'number') return value > 1e12 ? value : value * 1_000;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** The installation's id. A visitor of the site (who has an `aid`) did not install anything. */
function installationOf(signed: string, app: App): { readonly id: string; readonly at: number } | undefined {
  const instance = readInstance(signed, app.clientSecret ?? '');
  const id = instance?.raw('instanceId');
  if (!instance || typeof id !== 'string' || !ID.test(id) || instance.has('aid')) return undefined;
  return { id, at: signedAt(instance.raw('signDate')) };
}

function checkEntry(
  query: Readonly<Record<string, string>>,
  app: App,
  now: Date,
): { externalAccount: string; code: string } {
  const code = query.signedInstance ?? '';
  // An owner who gave up comes back without an installation, if at all.
  if (code === '' && query.instanceId === undefined) return { externalAccount: '', code: '' };
  const installation = installationOf(code, app);
  if (!installation || query.instanceId !== installation.id || query.appId !== app.clientId)
    throw fail('refused', 'This link does not carry a valid signature of Wix.', { vendorCode: 'signature' });
  if (!(Math.abs(now.getTime() - installation.at) <= FRESH_MS))
    throw fail('refused', 'This link of Wix is too old. Start again.', { vendorCode: 'old' });
  return { externalAccount: installation.id, code };
}

function readRefusal(response: HttpResponse): VendorProblem | undefined {
  if (response.status < 400 || response.status >= 500 || response.status === 429) return undefined;
  return { kind: 'not-authorised', message: LET_GO };
}

/** New access for an installation. @throws ConnectorError `not-authorised` when the app was removed from the site */
async function token(env: ConnectEnv, instanceId: string): Promise<Record<string, string>> {
  const response = await env.http.send({
    method: 'POST',
    path: '/oauth2/token',
    name: 'access',
    readOnly: true,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: env.app.clientId ?? '',
      client_secret: env.app.clientSecret ?? '',
      instance_id: instanceId,
    }),
    readProblem: readRefusal,
  });
  const answer = readObject(response.json());
  return {
    [ACCESS_TOKEN]: answer.string('access_token', /^\S+$/),
    [ACCESS_EXPIRES_AT]: new Date(env.now().getTime() + answer.integer('expires_in', 1) * 1_000).toISOString(),
  };
}

async function complete(input: { readonly code: string }, env: ConnectEnv): Promise<ConnectedStore> {
  const installation = installationOf(input.code, env.app);
  if (!installation || installation.id !== env.externalAccount)
    throw fail('not-authorised', 'This installation was not signed by Wix for this site. Start again.', {
      vendorCode: 'signature',
    });
  const credentials = await token(env, installation.id);
  return { ...(await readStore(env.http, credentials[ACCESS_TOKEN] ?? '', installation.id)), credentials };
}

export const authorise: RedirectAuthorisation = { begin, checkEntry, complete };

/** @throws ConnectorError `not-authorised` when the owner must install the app again */
export const renew = (env: ConnectEnv): Promise<Readonly<Record<string, string>>> => token(env, env.externalAccount);
