/** Consent page and token endpoint (Login with Amazon). */
import { tokenQuestion } from '@scanship/simulator-kit/login-with-amazon';
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
import { APPS, type SimApp } from './apps.ts';
import type { Place } from './model.ts';
import type { Sellers } from './sellers.ts';
import { openToken, wrapToken } from './tokens.ts';

export const ACCESS_SECONDS = 3_600;
/** An authorisation ends after a year. */
export const REFRESH_SECONDS = 365 * 86_400;

export const isWeb = (address: string): boolean =>
  /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');

export const plainText = (status: number, body: string): SimAnswer => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body,
});

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A code is good for the address it was sent to, and for nobody else's. */
export function issueCode(
  grant: CodeGrant,
  app: SimApp,
  account: string,
  redirectUri: string,
  context: SimContext,
): string {
  const code = grant.issueCode({ account, clientId: app.clientId, scopes: [] }, redirectUri, context);
  return `${account}.${fingerprint(redirectUri)}.${code}`;
}

function consent(
  place: Place,
  sellers: Sellers,
  grant: CodeGrant,
  request: SimRequest,
  context: SimContext,
): SimAnswer {
  const { query } = request;
  const form = new URLSearchParams(request.method === 'POST' ? request.text() : '');
  const app = APPS.find((a) => a.applicationId === query.get('application_id'));
  if (!app) return plainText(400, 'MD5100: The application id is not known.');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!isWeb(redirectUri)) return plainText(400, 'MD5101: The redirect URI does not match the application’s.');
  const all = sellers.all(context);
  const account = form.get('account') ?? all[0]?.about.id ?? '';
  if (!sellers.of(account, context)) return plainText(400, 'There is no such seller.');
  let code = '';
  const show = createConsentPage({
    platform: `Seller Central, ${place.marketplaceName}`,
    // Any web address, since a test may run on any port; the person sees where it leads before allowing anything.
    apps: APPS.map((a) => ({ clientId: a.applicationId, name: a.name, redirectUris: isWeb })),
    asks: [
      'It asks to see your orders with names and addresses, to see your listings, and to confirm shipments.',
      `Afterwards you return to ${new URL(redirectUri).host}.`,
    ],
    issue: () => {
      code = issueCode(grant, app, account, redirectUri, context);
    },
    finish: (target) => {
      if (!target.searchParams.has('code')) return;
      target.searchParams.delete('code');
      target.searchParams.set('spapi_oauth_code', code);
      target.searchParams.set('selling_partner_id', account);
    },
  });
  const shown = new URLSearchParams({
    client_id: app.applicationId,
    redirect_uri: redirectUri,
    state: query.get('state') ?? '',
  });
  const answer = show({ method: request.method, query: shown, form });
  const choice = all.map(({ about }) => `<option value="${about.id}">${about.storeName}</option>`).join('');
  return {
    ...answer,
    body: answer.body.replace(
      '<form method="post">',
      `<form method="post"><label>Seller <select name="account">${choice}</select></label> `,
    ),
  };
}

const refused = (status: number, error: string, description: string): SimAnswer =>
  jsonAnswer(status, { error, error_description: description });

function token(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const form = tokenQuestion(request);
  if (!form) return refused(400, 'invalid_request', 'The request is not a form.');
  const app = APPS.find((a) => a.clientId === form.get('client_id') && a.clientSecret === form.get('client_secret'));
  if (!app) return refused(401, 'invalid_client', 'Client authentication failed');
  const { clientId } = app;
  const answer = (issued: IssuedAccess, refreshToken: string): SimAnswer =>
    jsonAnswer(200, {
      access_token: wrapToken('Atza', issued.account, issued.accessToken),
      refresh_token: refreshToken,
      token_type: 'bearer',
      expires_in: ACCESS_SECONDS,
    });
  try {
    if (form.get('grant_type') === 'refresh_token') {
      const refreshToken = form.get('refresh_token') ?? '';
      const { account, value } = openToken(refreshToken);
      // The new refresh token of the grant is never handed out, so the one given stays good.
      return answer(grant.renew({ refreshToken: value, account, clientId }, context), refreshToken);
    }
    if (form.get('grant_type') !== 'authorization_code')
      return refused(400, 'unsupported_grant_type', 'The grant type is not supported');
    const [account = '', sentTo = '', code = ''] = (form.get('code') ?? '').split('.');
    if (sentTo !== fingerprint(form.get('redirect_uri') ?? ''))
      return refused(400, 'invalid_grant', 'The redirect_uri is not the one of the authorization request');
    const issued = grant.redeem({ code, account, clientId }, context);
    return answer(issued, wrapToken('Atzr', account, issued.refreshToken));
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    return refused(400, 'invalid_grant', 'The request has an invalid grant parameter');
  }
}

export function consentRoutes(place: Place, sellers: Sellers, grant: CodeGrant): SimRoute[] {
  const page = '/apps/authorize/consent';
  const handle = (request: SimRequest, context: SimContext): SimAnswer =>
    consent(place, sellers, grant, request, context);
  return [
    { name: 'consent', method: 'GET', path: page, effect: 'auth', handle },
    { name: 'consent-answer', method: 'POST', path: page, effect: 'auth', handle },
    {
      name: 'token',
      method: 'POST',
      path: '/auth/o2/token',
      effect: 'auth',
      handle: (request, context) => token(grant, request, context),
    },
  ];
}
