/** Consent page and token endpoint, with PKCE. */
import { createHash } from 'node:crypto';
import type { CodeGrant, IssuedAccess } from '@scanship/simulator-kit/code-grant';
import { createConsentPage } from '@scanship/simulator-kit/consent-page';
import {
  jsonAnswer,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { APPS } from './apps.ts';
import { allShops, shopOf, shopOfUser } from './shops.ts';

export const ACCESS_SECONDS = 3_600;
export const REFRESH_SECONDS = 90 * 86_400;

const KNOWN_SCOPES = [
  'address_r',
  'address_w',
  'email_r',
  'listings_r',
  'listings_w',
  'profile_r',
  'shops_r',
  'shops_w',
  'transactions_r',
  'transactions_w',
];

const plain = (status: number, body: string): SimAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c);

/** Etsy asks whoever is signed in; nobody is here, so the person says whose shop it is first. */
function whichShop(request: SimRequest, context: SimContext): SimAnswer {
  const hidden = [...request.query]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('');
  const shops = allShops(context)
    .map(({ about }) => `<p><button name="test_shop" value="${about.shopId}">${escape(about.name)}</button></p>`)
    .join('');
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>TEST Etsy</title><main><h1>TEST Etsy</h1><p>Which test shop is yours?</p><form method="get">${hidden}${shops}</form></main></html>`,
  };
}

const fingerprint = (value: string): string => createHash('sha256').update(value).digest('base64url');
const isWeb = (address: string): boolean => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');

/** What is wrong with the request itself; Etsy shows it instead of the question. */
function wrongRequest(query: URLSearchParams): string | undefined {
  if (query.get('response_type') !== 'code') return 'The response_type must be "code".';
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const strange = scopes.find((scope) => !KNOWN_SCOPES.includes(scope));
  if (scopes.length === 0 || strange !== undefined) return `The scope is not known: ${strange ?? 'none was given'}.`;
  if ((query.get('state') ?? '') === '') return 'The state is missing.';
  if (query.get('code_challenge_method') !== 'S256') return 'The code_challenge_method must be "S256".';
  if (!/^[A-Za-z0-9_-]{43}$/.test(query.get('code_challenge') ?? '')) return 'The code_challenge is not valid.';
  return undefined;
}

function consent(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const { query } = request;
  const wrong = wrongRequest(query);
  if (wrong !== undefined) return plain(400, wrong);
  const shop = shopOf(query.get('test_shop') ?? '', context);
  if (!shop) return whichShop(request, context);
  const scopes = (query.get('scope') ?? '').split(' ');
  let code = '';
  const show = createConsentPage({
    platform: `Etsy: ${shop.about.name}`,
    apps: APPS.map((app) => ({ clientId: app.clientId, name: app.name, redirectUris: isWeb })),
    asks: [`It asks for: ${scopes.join(', ').replaceAll('_', ' ')}.`],
    issue: (_placeholder, app, redirectUri) => {
      const account = String(shop.about.shopId);
      code = `${account}.${grant.issueCode({ account, clientId: app.clientId, scopes }, redirectUri, context)}`;
      context.books.append({
        kind: 'note',
        id: `pkce_${fingerprint(code)}`,
        account,
        data: { challenge: query.get('code_challenge') ?? '', redirectUri },
      });
    },
    finish: (target) => {
      if (target.searchParams.has('code')) target.searchParams.set('code', code);
    },
  });
  const form = new URLSearchParams(request.method === 'POST' ? request.text() : '');
  return show({ method: request.method, query, form });
}

/** Tokens begin with the number of their user. */
const issued = (access: IssuedAccess, userId: number): SimAnswer =>
  jsonAnswer(200, {
    access_token: `${userId}.${access.accessToken}`,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: `${userId}.${access.refreshToken}`,
  });

const refused = (error: string, description: string): SimAnswer =>
  jsonAnswer(400, { error, error_description: description });

/** "12.abc" as ["12", "abc"]. */
export const split = (token: string): readonly [string, string] => {
  const dot = token.indexOf('.');
  return dot < 0 ? ['', token] : [token.slice(0, dot), token.slice(dot + 1)];
};

function redeem(grant: CodeGrant, form: URLSearchParams, clientId: string, context: SimContext): SimAnswer {
  const given = form.get('code') ?? '';
  const [account, code] = split(given);
  const shop = shopOf(account, context);
  const kept = context.books.byId(`pkce_${fingerprint(given)}`)[0]?.data;
  if (!shop || !kept) return refused('invalid_grant', 'code is invalid');
  if (kept.redirectUri !== form.get('redirect_uri'))
    return refused('invalid_grant', 'redirect_uri does not match the one of the authorization request');
  if (kept.challenge !== fingerprint(form.get('code_verifier') ?? ''))
    return refused('invalid_grant', 'code_verifier is invalid');
  return issued(grant.redeem({ code, account, clientId }, context), shop.about.userId);
}

function token(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? ''))
    return refused('invalid_request', 'The request must be a form.');
  const form = new URLSearchParams(request.text());
  const app = APPS.find((a) => a.clientId === form.get('client_id'));
  if (!app) return refused('invalid_client', 'client_id is invalid');
  const { clientId } = app;
  try {
    if (form.get('grant_type') === 'authorization_code') return redeem(grant, form, clientId, context);
    if (form.get('grant_type') !== 'refresh_token')
      return refused('unsupported_grant_type', 'grant_type is not supported');
    const [userId, refreshToken] = split(form.get('refresh_token') ?? '');
    const shop = shopOfUser(userId, context);
    if (!shop) return refused('invalid_grant', 'refresh_token is invalid');
    return issued(
      grant.renew({ refreshToken, account: String(shop.about.shopId), clientId }, context),
      shop.about.userId,
    );
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    return refused('invalid_grant', error.message);
  }
}

export function consentRoutes(grant: CodeGrant): SimRoute[] {
  const handle = (request: SimRequest, context: SimContext): SimAnswer => consent(grant, request, context);
  return [
    { name: 'consent', method: 'GET', path: '/oauth/connect', effect: 'auth', handle },
    { name: 'consent-answer', method: 'POST', path: '/oauth/connect', effect: 'auth', handle },
    {
      name: 'token',
      method: 'POST',
      path: '/v3/public/oauth/token',
      effect: 'auth',
      handle: (request, context) => token(grant, request, context),
    },
  ];
}
