/** Consent page, tokens, and the taking back of access. One address stands for the accounts servers of all data centres. */
import { createHash } from 'node:crypto';
import type { CodeGrant, Grantee } from '@scanship/simulator-kit/code-grant';
import { createConsentPage, whoseShopPage } from '@scanship/simulator-kit/consent-page';
import {
  jsonAnswer,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { APPS } from './apps.ts';
import type { SimOrganization } from './model.ts';
import { organizationById, organizations } from './organizations.ts';

export const ACCESS_SECONDS = 3_600;
const SCOPE = /^ZohoInventory\.[a-z]+\.(?:CREATE|READ|UPDATE|DELETE|ALL)$/i;

const SERVERS: Readonly<Record<SimOrganization['centre'], { readonly accounts: string; readonly api: string }>> = {
  us: { accounts: 'https://accounts.zoho.com', api: 'https://www.zohoapis.com' },
  ca: { accounts: 'https://accounts.zohocloud.ca', api: 'https://www.zohoapis.ca' },
};

const isWeb = (address: string): boolean => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');
const noteOf = (code: string): string => `return_${createHash('sha256').update(code).digest('hex').slice(0, 24)}`;

const plain = (status: number, body: string): SimAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

/** "1000.<organization>.<value>", as the first part is at Zoho. */
const dressed = (organization: string, value: string): string => `1000.${organization}.${value}`;
const undressed = (token: string): readonly [organization: string, value: string] => {
  const [, organization = '', value = ''] = /^1000\.(\d+)\.([\w-]+)$/.exec(token) ?? [];
  return [organization, value];
};

function wrongRequest(query: URLSearchParams): string | undefined {
  if (query.get('response_type') !== 'code') return 'ERROR_invalid_response_type';
  const scopes = (query.get('scope') ?? '').split(',');
  const strange = scopes.find((scope) => !SCOPE.test(scope));
  if (strange !== undefined) return `Scope does not exist: ${strange}`;
  if (query.get('access_type') !== 'offline' || query.get('prompt') !== 'consent')
    return 'Without access_type=offline and prompt=consent no refresh token is given.';
  return undefined;
}

function consent(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const { query } = request;
  const wrong = wrongRequest(query);
  if (wrong !== undefined) return plain(400, wrong);
  const organization = organizations.of(query.get('test_shop') ?? '', context);
  if (!organization)
    return whoseShopPage(
      'Zoho',
      query,
      organizations.all(context).map(({ about }) => ({ id: about.account, name: about.name })),
    );
  const { about } = organization;
  const scopes = (query.get('scope') ?? '').split(',');
  let code = '';
  const show = createConsentPage({
    platform: `Zoho: ${about.name}`,
    apps: APPS.map((app) => ({ clientId: app.clientId, name: app.name, redirectUris: isWeb })),
    asks: [`It asks for: ${scopes.join(', ')}.`],
    issue: (_placeholder, app, redirectUri) => {
      const to = { account: about.account, clientId: app.clientId, scopes };
      code = dressed(about.id, grant.issueCode(to, redirectUri, context));
      context.books.append({ kind: 'note', id: noteOf(code), account: about.account, data: { redirectUri } });
    },
    finish: (target) => {
      if (!target.searchParams.has('code')) return;
      target.searchParams.set('code', code);
      target.searchParams.set('location', about.centre);
      target.searchParams.set('accounts-server', SERVERS[about.centre].accounts);
    },
  });
  const form = new URLSearchParams(request.method === 'POST' ? request.text() : '');
  return show({ method: request.method, query, form });
}

/** Zoho says no with status 200. */
const refused = (error: string): SimAnswer => jsonAnswer(200, { error });

function token(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const form = new URLSearchParams(request.text());
  const clientId = form.get('client_id') ?? '';
  const app = APPS.find((one) => one.clientId === clientId);
  if (!app) return refused('invalid_client');
  if (app.clientSecret !== form.get('client_secret')) return refused('invalid_client_secret');
  const issued = (organization: SimOrganization, accessToken: string, refreshToken?: string): SimAnswer =>
    jsonAnswer(200, {
      access_token: dressed(organization.id, accessToken),
      ...(refreshToken !== undefined && { refresh_token: dressed(organization.id, refreshToken) }),
      api_domain: SERVERS[organization.centre].api,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
    });
  const given = form.get('grant_type') === 'refresh_token' ? form.get('refresh_token') : form.get('code');
  const [organizationId, value] = undressed(given ?? '');
  const about = organizationById(organizationId, context)?.about;
  if (!about) return refused('invalid_code');
  try {
    if (form.get('grant_type') === 'refresh_token') {
      // The same refresh token goes on being good: none is handed out beside the access.
      const { accessToken } = grant.renew({ refreshToken: value, account: about.account, clientId }, context);
      return issued(about, accessToken);
    }
    if (form.get('grant_type') !== 'authorization_code') return refused('unsupported_grant_type');
    const sent = context.books.byId(noteOf(given ?? ''))[0]?.data.redirectUri;
    if (sent !== form.get('redirect_uri')) return refused('invalid_redirect_uri');
    const access = grant.redeem({ code: value, account: about.account, clientId }, context);
    return issued(about, access.accessToken, access.refreshToken);
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    return refused('invalid_code');
  }
}

/** A refresh token is known by what it opens; with it goes all access that came of it. */
function revoke(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const [organizationId, value] = undressed(request.query.get('token') ?? '');
  const about = organizationById(organizationId, context)?.about;
  if (!about || value === '') return jsonAnswer(400, { error: 'invalid_token' });
  for (const app of APPS) grant.revoke(about.account, app.clientId, context);
  return jsonAnswer(200, { status: 'success' });
}

/** @throws SimRefusal 401 for a token that is not known or has ended */
export function signedIn(
  grant: CodeGrant,
  request: SimRequest,
  context: SimContext,
): { readonly to: Grantee; readonly about: SimOrganization } {
  const refusal = new SimRefusal(401, '14', 'Invalid value passed for authtoken.');
  const [organizationId, value] = undressed(
    /^Zoho-oauthtoken (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '',
  );
  const about = organizationById(organizationId, context)?.about;
  if (!about) throw refusal;
  try {
    return { to: grant.holderOf(value, about.account, context), about };
  } catch (error) {
    throw error instanceof SimRefusal ? refusal : error;
  }
}

export function consentRoutes(grant: CodeGrant): SimRoute[] {
  const page = (request: SimRequest, context: SimContext): SimAnswer => consent(grant, request, context);
  return [
    { name: 'consent', method: 'GET', path: '/oauth/v2/auth', effect: 'auth', handle: page },
    { name: 'consent-answer', method: 'POST', path: '/oauth/v2/auth', effect: 'auth', handle: page },
    {
      name: 'token',
      method: 'POST',
      path: '/oauth/v2/token',
      effect: 'auth',
      handle: (request, context) => token(grant, request, context),
    },
    {
      name: 'revoke',
      method: 'POST',
      path: '/oauth/v2/token/revoke',
      effect: 'auth',
      handle: (request, context) => revoke(grant, request, context),
    },
  ];
}
