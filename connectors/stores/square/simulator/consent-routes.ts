/** Consent page, tokens and the goodbye. */
import type { CodeGrant, IssuedAccess } from '@scanship/simulator-kit/code-grant';
import { createConsentPage, whoseShopPage } from '@scanship/simulator-kit/consent-page';
import {
  jsonAnswer,
  jsonBody,
  refusing,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { APPS } from './apps.ts';
import { later } from './model.ts';
import { refusalAnswer } from './refusals.ts';
import { sellers } from './sellers.ts';

export const ACCESS_SECONDS = 30 * 86_400;

const KNOWN_SCOPES = new Set([
  'CUSTOMERS_READ',
  'INVENTORY_READ',
  'ITEMS_READ',
  'MERCHANT_PROFILE_READ',
  'ORDERS_READ',
  'ORDERS_WRITE',
]);

const plain = (status: number, body: string): SimAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

const isWeb = (address: string): boolean => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');

function consent(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const { query } = request;
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const strange = scopes.find((scope) => !KNOWN_SCOPES.has(scope));
  if (scopes.length === 0 || strange !== undefined)
    return plain(400, `The scope is not known: ${strange ?? 'none was given'}.`);
  const seller = sellers.of(query.get('test_shop') ?? '', context);
  if (!seller)
    return whoseShopPage(
      'Square',
      query,
      sellers.all(context).map(({ about }) => ({ id: about.id, name: about.name })),
    );
  let code = '';
  const show = createConsentPage({
    platform: `Square: ${seller.about.name}`,
    apps: APPS.map((app) => ({ clientId: app.clientId, name: app.name, redirectUris: isWeb })),
    asks: [`It asks for: ${scopes.join(', ').replaceAll('_', ' ').toLowerCase()}.`],
    issue: (_placeholder, app, redirectUri) => {
      const account = seller.about.id;
      code = `${account}.${grant.issueCode({ account, clientId: app.clientId, scopes }, redirectUri, context)}`;
      context.books.append({ kind: 'note', id: `return_${code}`, account, data: { redirectUri } });
    },
    finish: (target) => {
      if (target.searchParams.has('code')) {
        target.searchParams.set('code', code);
        target.searchParams.set('response_type', 'code');
      } else target.searchParams.set('error_description', 'user_denied');
    },
  });
  const form = new URLSearchParams(request.method === 'POST' ? request.text() : '');
  return show({ method: request.method, query, form });
}

/** Values begin with their seller: "MLX.abc" as ["MLX", "abc"]. */
export const split = (value: string): readonly [string, string] => {
  const dot = value.indexOf('.');
  return dot < 0 ? ['', value] : [value.slice(0, dot), value.slice(dot + 1)];
};

const issued = (access: IssuedAccess, refreshToken: string, context: SimContext): SimAnswer =>
  jsonAnswer(200, {
    access_token: `${access.account}.${access.accessToken}`,
    token_type: 'bearer',
    expires_at: later(context.now(), ACCESS_SECONDS * 1000),
    merchant_id: access.account,
    refresh_token: refreshToken,
    short_lived: false,
  });

const tokenRequest = z.looseObject({
  client_id: z.string().max(191),
  client_secret: z.string().max(1024),
  grant_type: z.string(),
  code: z.string().max(191).optional(),
  redirect_uri: z.string().max(2048).optional(),
  refresh_token: z.string().max(1024).optional(),
});

const bad = (detail: string, status = 400): SimRefusal => new SimRefusal(status, 'BAD_REQUEST', detail);
const denied = (detail: string): SimRefusal => new SimRefusal(401, 'UNAUTHORIZED', detail);

function token(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const given = tokenRequest.safeParse(jsonBody(request));
  if (!given.success) throw bad(z.prettifyError(given.error));
  const { client_id: clientId, client_secret: secret, grant_type: type, code = '', refresh_token = '' } = given.data;
  if (!APPS.some((app) => app.clientId === clientId && app.clientSecret === secret))
    throw denied('Not authorized: the application is not known.');
  try {
    if (type === 'authorization_code') {
      const [account, value] = split(code);
      const sent = context.books.byId(`return_${code}`)[0]?.data.redirectUri;
      if (sent !== undefined && sent !== given.data.redirect_uri) throw denied('redirect_uri does not match.');
      const access = grant.redeem({ code: value, account, clientId }, context);
      return issued(access, `${account}.${access.refreshToken}`, context);
    }
    if (type !== 'refresh_token') throw bad('grant_type is not supported.');
    const [account, value] = split(refresh_token);
    // The refresh token of the code flow stays what it is.
    return issued(grant.renew({ refreshToken: value, account, clientId }, context), refresh_token, context);
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    throw error.code === 'BAD_REQUEST' ? error : denied('Authorization code or refresh token is not valid.');
  }
}

function revoke(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const given = z
    .strictObject({
      client_id: z.string().max(191),
      access_token: z.string().max(191).optional(),
      merchant_id: z.string().optional(),
      revoke_only_access_token: z.boolean().optional(),
    })
    .safeParse(jsonBody(request));
  if (!given.success) throw bad(z.prettifyError(given.error));
  const { client_id: clientId, access_token: value = '', merchant_id: merchantId } = given.data;
  const app = APPS.find((one) => one.clientId === clientId);
  if (!app || request.headers.authorization !== `Client ${app.clientSecret}`) throw denied('Not authorized.');
  const seller = sellers.of(merchantId ?? split(value)[0], context);
  if (!seller) throw new SimRefusal(404, 'NOT_FOUND', 'There is no such authorization.');
  grant.revoke(seller.about.id, clientId, context);
  return jsonAnswer(200, { success: true });
}

export function consentRoutes(grant: CodeGrant): SimRoute[] {
  const page = (request: SimRequest, context: SimContext): SimAnswer => consent(grant, request, context);
  const call = (name: string, path: string, run: typeof token): SimRoute => ({
    name,
    method: 'POST',
    path,
    effect: 'auth',
    handle: refusing((request, context) => run(grant, request, context), refusalAnswer),
  });
  return [
    { name: 'consent', method: 'GET', path: '/oauth2/authorize', effect: 'auth', handle: page },
    { name: 'consent-answer', method: 'POST', path: '/oauth2/authorize', effect: 'auth', handle: page },
    call('token', '/oauth2/token', token),
    call('revoke', '/oauth2/revoke', revoke),
  ];
}
