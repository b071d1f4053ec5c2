/** Consent page and token endpoint. */
import type { CodeGrant, IssuedAccess } from '@scanship/simulator-kit/code-grant';
import { createConsentPage } from '@scanship/simulator-kit/consent-page';
import {
  basicAuth,
  jsonAnswer,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { APPS, type SimApp } from './apps.ts';
import { appAccess } from './app-access.ts';
import { allSellers, sellerOf } from './sellers.ts';

export const ACCESS_SECONDS = 7_200;
export const REFRESH_SECONDS = 47_304_000;

const SCOPE = 'https://api.ebay.com/oauth/api_scope/';
const KNOWN_SCOPES = [
  'sell.fulfillment',
  'sell.inventory.readonly',
  'sell.inventory',
  'commerce.identity.readonly',
  'sell.finances',
];

/** eBay's values name nobody; the simulator's carry the seller, whom a token has to be looked up by. */
const wrap = (account: string, value: string): string => `v^1.1#i^1#p^3#u^${account}#t^${value}`;
export function unwrap(value: string): { readonly account: string; readonly value: string } {
  const match = /^v\^1\.1#i\^1#p\^3#u\^([^#]+)#t\^(.+)$/.exec(value);
  return { account: match?.[1] ?? '', value: match?.[2] ?? '' };
}

const isWeb = (address: string): boolean => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');

const plainText = (status: number, body: string): SimAnswer => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
});

function consent(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const { query } = request;
  const form = new URLSearchParams(request.method === 'POST' ? request.text() : '');
  const app = APPS.find((a) => a.clientId === query.get('client_id') && a.ruName === query.get('redirect_uri'));
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const strange = scopes.find((s) => !KNOWN_SCOPES.includes(s.replace(SCOPE, '')) || !s.startsWith(SCOPE));
  if (!app) return plainText(400, 'unauthorized_client: the client_id or the RuName is not known.');
  if (query.get('response_type') !== 'code') return plainText(400, 'unsupported_response_type');
  if (scopes.length === 0 || strange !== undefined)
    return plainText(
      400,
      'invalid_scope: The requested scope is invalid, unknown, malformed, or exceeds the scope granted.',
    );
  const sellers = allSellers(context);
  const account = form.get('account') ?? sellers[0]?.about.userId ?? '';
  if (!sellerOf(account, context)) return plainText(400, 'There is no such account.');
  let code = '';
  const accept = query.get('accept_url') ?? '';
  const show = createConsentPage({
    platform: 'eBay',
    apps: APPS.map((a) => ({ clientId: a.clientId, name: a.name, redirectUris: isWeb })),
    asks: [
      `It asks for: ${scopes.map((scope) => scope.replace(SCOPE, '')).join(', ')}.`,
      `Afterwards you return to ${URL.canParse(accept) ? new URL(accept).host : 'an address that is none'}.`,
    ],
    issue: (_placeholder, consentApp) => {
      code = grant.issueCode({ account, clientId: consentApp.clientId, scopes }, app.ruName, context);
    },
    finish: (target) => {
      if (!target.searchParams.has('code')) return;
      target.searchParams.set('code', wrap(account, code));
      target.searchParams.set('expires_in', '299');
    },
  });
  const shown = new URLSearchParams(query);
  shown.set('redirect_uri', accept);
  const answer = show({ method: request.method, query: shown, form });
  const choice = sellers.map(({ about }) => `<option value="${about.userId}">${about.username}</option>`).join('');
  return {
    ...answer,
    body: answer.body.replace(
      '<form method="post">',
      `<form method="post"><label>Account <select name="account">${choice}</select></label> `,
    ),
  };
}

const refused = (status: number, error: string, description: string): SimAnswer =>
  jsonAnswer(status, { error, error_description: description });

function appOf(request: SimRequest): SimApp | undefined {
  const keys = basicAuth(request);
  return APPS.find((a) => a.clientId === keys?.user && a.clientSecret === keys.password);
}

function token(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const app = appOf(request);
  if (!app) return refused(401, 'invalid_client', 'client authentication failed');
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? ''))
    return refused(400, 'invalid_request', 'The request must be a form.');
  const form = new URLSearchParams(request.text());
  const { clientId } = app;
  const access = (issued: IssuedAccess): { access_token: string; expires_in: number; token_type: string } => ({
    access_token: wrap(issued.account, issued.accessToken),
    expires_in: ACCESS_SECONDS,
    token_type: 'User Access Token',
  });
  try {
    if (form.get('grant_type') === 'refresh_token') {
      const { account, value } = unwrap(form.get('refresh_token') ?? '');
      // The new refresh token of the grant is never handed out, so the one given stays good.
      return jsonAnswer(200, access(grant.renew({ refreshToken: value, account, clientId }, context)));
    }
    if (form.get('grant_type') === 'client_credentials') {
      if (form.get('scope') !== 'https://api.ebay.com/oauth/api_scope')
        return refused(
          400,
          'invalid_scope',
          'The requested scope is invalid, unknown, malformed, or exceeds the scope granted.',
        );
      return jsonAnswer(200, {
        access_token: appAccess(clientId, context),
        expires_in: ACCESS_SECONDS,
        token_type: 'Application Access Token',
      });
    }
    if (form.get('grant_type') !== 'authorization_code')
      return refused(400, 'unsupported_grant_type', 'the grant type is not supported');
    if (form.get('redirect_uri') !== app.ruName)
      return refused(400, 'invalid_grant', 'the redirect_uri does not match the RuName');
    const { account, value } = unwrap(form.get('code') ?? '');
    const issued = grant.redeem({ code: value, account, clientId }, context);
    return jsonAnswer(200, {
      ...access(issued),
      refresh_token: wrap(account, issued.refreshToken),
      refresh_token_expires_in: REFRESH_SECONDS,
    });
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    return refused(
      400,
      'invalid_grant',
      'the provided authorization grant code is invalid or was issued to another client',
    );
  }
}

export function consentRoutes(grant: CodeGrant): SimRoute[] {
  const handle = (request: SimRequest, context: SimContext): SimAnswer => consent(grant, request, context);
  return [
    { name: 'consent', method: 'GET', path: '/oauth2/authorize', effect: 'auth', handle },
    { name: 'consent-answer', method: 'POST', path: '/oauth2/authorize', effect: 'auth', handle },
    {
      name: 'token',
      method: 'POST',
      path: '/identity/v1/oauth2/token',
      effect: 'auth',
      handle: (request, context) => token(grant, request, context),
    },
  ];
}
