/** The seller's consent (Login with Amazon), from our page or from the Appstore, and the renewal of access. */
import { fail } from '@scanship/connector-kit/errors';
import { loginWithAmazon, type LoginWords } from '@scanship/connector-kit/amazon/login-with-amazon';
import type { BeginInput, ConnectedStore, RedirectAuthorisation } from '@scanship/connector-kit/store/store';
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN, type ConnectEnv } from '@scanship/connector-kit/store/store-environment';
import { LET_GO } from './client.ts';
import type { AmazonManifest } from './manifest-family.ts';
import { describeSeller } from './seller.ts';

type App = Readonly<Record<string, string>>;
type Query = Readonly<Record<string, string>>;

const draft = (version: string | undefined): { version?: string } => (version ? { version } : {});

function begin(manifest: AmazonManifest, input: BeginInput, app: App): string {
  const query = new URLSearchParams({
    application_id: app['applicationId'] ?? '',
    state: input.state,
    redirect_uri: input.redirectUri,
    ...draft(app['version']),
  });
  const base = input.simulatorConsent ?? manifest.marketplace.sellerCentral;
  return `${base}/apps/authorize/consent?${query.toString()}`;
}

/**
 * The Appstore's start: Seller Central sent the browser with `amazon_callback_uri`, `amazon_state`, `selling_partner_id` and,
 * for a draft, `version`; it goes back there with our state. Where it may lead is the caller's check.
 */
function confirmStart(vendor: Query, input: BeginInput): { address: string; externalAccount: string } | undefined {
  const { amazon_callback_uri: back, amazon_state: theirs, selling_partner_id: seller, version } = vendor;
  if (!back || !theirs || !seller || !URL.canParse(back)) return undefined;
  const target = new URL(back);
  for (const [name, value] of Object.entries({
    redirect_uri: input.redirectUri,
    amazon_state: theirs,
    state: input.state,
    ...draft(version),
  }))
    target.searchParams.set(name, value);
  return { address: target.href, externalAccount: seller };
}

/** Amazon signs nothing: our state is the proof, and who the seller is, is tried once the code is exchanged. */
function checkEntry(manifest: AmazonManifest, query: Query): { externalAccount: string; code: string } {
  const externalAccount = query['selling_partner_id'] ?? '';
  const code = query['spapi_oauth_code'] ?? '';
  // A declined consent names nobody.
  if (externalAccount === '' && code === '') return { externalAccount, code };
  if (!new RegExp(`^(?:${manifest.accountPattern})$`, 'u').test(externalAccount))
    throw fail('refused', 'Amazon’s answer names no seller.', { vendorCode: 'no-seller' });
  return { externalAccount, code };
}

const WORDS: LoginWords = {
  grantEnded: LET_GO,
  wrongApp: 'Amazon does not accept our app’s keys; the operator has to check client identifier and client secret.',
};

async function token(
  name: string,
  form: Readonly<Record<string, string>>,
  env: ConnectEnv,
): Promise<Record<string, string>> {
  const access = await loginWithAmazon(name, form, env.app, env, WORDS);
  return {
    [ACCESS_TOKEN]: access.accessToken,
    [ACCESS_EXPIRES_AT]: access.expiresAt.toISOString(),
    ...(access.refreshToken !== undefined && { refreshToken: access.refreshToken }),
  };
}

async function complete(
  manifest: AmazonManifest,
  input: { readonly code: string; readonly redirectUri: string },
  env: ConnectEnv,
): Promise<ConnectedStore> {
  const credentials = await token(
    'exchange the code',
    { grant_type: 'authorization_code', code: input.code, redirect_uri: input.redirectUri },
    env,
  );
  return { ...(await describeSeller(manifest, credentials[ACCESS_TOKEN] ?? '', env)), credentials };
}

export const authorisation = (manifest: AmazonManifest): RedirectAuthorisation => ({
  begin: (input, app) => begin(manifest, input, app),
  confirmStart: (vendor, input) => confirmStart(vendor, input),
  checkEntry: (query) => checkEntry(manifest, query),
  complete: (input, env) => complete(manifest, input, env),
});

/** The refresh token stays what it was. @throws ConnectorError `not-authorised` when the seller must consent again */
export async function renew(env: ConnectEnv): Promise<Readonly<Record<string, string>>> {
  const { refreshToken = '' } = env.credentials;
  if (refreshToken === '') throw fail('not-authorised', LET_GO, { vendorCode: 'no-refresh-token' });
  const fresh = await token('renew access', { grant_type: 'refresh_token', refresh_token: refreshToken }, env);
  return { refreshToken, ...fresh };
}
