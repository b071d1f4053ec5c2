/** Install link, consent page and token endpoint. */
import { createHmac } from 'node:crypto';
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
import type { SimApp } from './model.ts';
import { shopOf, type Shop } from './shops.ts';

export const ACCESS_SECONDS = 3_600;
export const REFRESH_SECONDS = 90 * 86_400;

/** Scopes that exist; asking for another is refused as at Shopify. */
const KNOWN_SCOPES = [
  'read_orders',
  'read_all_orders',
  'write_orders',
  'read_products',
  'read_inventory',
  'read_locations',
  'read_customers',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
];

/** Adds `shop`, `host`, `timestamp` and the signature over all of them, sorted. */
function signTarget(target: URL, shop: Shop, app: SimApp, now: Date): void {
  const { searchParams } = target;
  const { domain } = shop.about;
  searchParams.set('shop', domain);
  searchParams.set(
    'host',
    Buffer.from(`admin.shopify.com/store/${domain.split('.')[0]}`)
      .toString('base64')
      .replace(/=+$/, ''),
  );
  searchParams.set('timestamp', String(Math.floor(now.getTime() / 1000)));
  searchParams.delete('hmac');
  const message = [...searchParams]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  searchParams.set('hmac', createHmac('sha256', app.clientSecret).update(message).digest('hex'));
}

const notFound: SimAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: 'There is no such shop.',
};

const isWeb = (address: string): boolean => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');

function consent(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const shop = shopOf(request.params.shop ?? '', context);
  if (!shop) return notFound;
  const form = new URLSearchParams(request.method === 'POST' ? request.text() : '');
  const asked = (request.query.get('scope') ?? '').split(',').filter((scope) => scope !== '');
  const app = APPS.find((a) => a.clientId === request.query.get('client_id'));
  const strange = asked.find((scope) => !KNOWN_SCOPES.includes(scope));
  if (asked.length === 0 || strange !== undefined)
    return {
      status: 400,
      headers: { 'content-type': 'text/plain' },
      body: `Oauth error invalid_scope: ${strange ?? 'no scope was given'}`,
    };
  const scopes = asked.filter((scope) => !shop.withheld.includes(scope));
  let code = '';
  const show = createConsentPage({
    platform: `Shopify: ${shop.about.name}`,
    // Any web address, since a test may run on any port; the person sees where it leads before allowing anything.
    apps: APPS.map((a) => ({ clientId: a.clientId, name: a.name, redirectUris: isWeb })),
    asks: [
      `It asks for: ${asked.map((scope) => scope.replaceAll('_', ' ')).join(', ')}.`,
      `Afterwards you return to ${hostOf(request.query.get('redirect_uri') ?? '')}.`,
    ],
    issue: (_placeholder, consentApp, redirectUri) => {
      code = grant.issueCode(
        { account: shop.about.domain, clientId: consentApp.clientId, scopes },
        redirectUri,
        context,
      );
    },
    finish: (target) => {
      if (target.searchParams.has('code')) target.searchParams.set('code', code);
      if (app) signTarget(target, shop, app, context.now());
    },
  });
  return show({ method: request.method, query: request.query, form });
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : 'an address that is none');

/** What a seller clicks in the app store or the admin: a signed request to the app's own address. */
function install(request: SimRequest, context: SimContext): SimAnswer {
  const shop = shopOf(request.params.shop ?? '', context);
  const app = APPS.find((a) => a.clientId === request.query.get('client_id'));
  const to = request.query.get('app_url') ?? '';
  if (!shop || !app || !isWeb(to)) return notFound;
  const target = new URL(to);
  signTarget(target, shop, app, context.now());
  return { status: 302, headers: { location: target.href, 'cache-control': 'no-store' }, body: '' };
}

const issued = (access: IssuedAccess): SimAnswer =>
  jsonAnswer(200, {
    access_token: access.accessToken,
    scope: access.scopes.join(','),
    expires_in: ACCESS_SECONDS,
    refresh_token: access.refreshToken,
    refresh_token_expires_in: REFRESH_SECONDS,
  });

const refusedToken = (status: number, error: string, description: string): SimAnswer =>
  jsonAnswer(status, { error, error_description: description });

function token(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const shop = shopOf(request.params.shop ?? '', context);
  if (!shop) return notFound;
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? ''))
    return refusedToken(400, 'invalid_request', 'The request must be a form.');
  const form = new URLSearchParams(request.text());
  const app = APPS.find((a) => a.clientId === form.get('client_id') && a.clientSecret === form.get('client_secret'));
  if (!app) return refusedToken(400, 'application_cannot_be_found', 'Could not find Shopify API application');
  const account = shop.about.domain;
  const { clientId } = app;
  try {
    if (form.get('grant_type') === 'refresh_token')
      return issued(grant.renew({ refreshToken: form.get('refresh_token') ?? '', account, clientId }, context));
    // Apps that are made today must take access that expires.
    if (form.get('expiring') !== '1')
      return refusedToken(400, 'invalid_request', 'Non-expiring access tokens are no longer accepted.');
    return issued(grant.redeem({ code: form.get('code') ?? '', account, clientId }, context));
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    return refusedToken(error.status, error.code, error.message);
  }
}

export function consentRoutes(grant: CodeGrant): SimRoute[] {
  const page = '/:shop/admin/oauth/authorize';
  const handle = (request: SimRequest, context: SimContext): SimAnswer => consent(grant, request, context);
  return [
    { name: 'consent', method: 'GET', path: page, effect: 'auth', handle },
    { name: 'consent-answer', method: 'POST', path: page, effect: 'auth', handle },
    { name: 'install', method: 'GET', path: '/:shop/admin/oauth/install', effect: 'auth', handle: install },
    {
      name: 'token',
      method: 'POST',
      path: '/:shop/admin/oauth/access_token',
      effect: 'auth',
      handle: (request, context) => token(grant, request, context),
    },
  ];
}
