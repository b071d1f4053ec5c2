/** Consent page and tokens. */
import { createHash } from 'node:crypto';
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import { createConsentPage, whoseShopPage } from '@scanship/simulator-kit/consent-page';
import {
  jsonAnswer,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { APPS } from './apps.ts';
import { stores } from './stores.ts';

const KNOWN_SCOPES = new Set([
  'read_store_profile',
  'update_store_profile',
  'read_catalog',
  'create_catalog',
  'update_catalog',
  'read_orders',
  'create_orders',
  'update_orders',
  'read_customers',
]);

const isWeb = (address: string): boolean => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');
const digest = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 24);
const noteOf = (kind: 'return' | 'token' | 'ended', value: string): string => `${kind}_${digest(value)}`;

const plain = (status: number, body: string): SimAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

function consent(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const { query } = request;
  if (query.get('response_type') !== 'code') return plain(400, 'response_type must be code.');
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const strange = scopes.find((scope) => !KNOWN_SCOPES.has(scope));
  if (scopes.length === 0 || strange !== undefined)
    return plain(400, `The scope is not known: ${strange ?? 'none was given'}.`);
  const store = stores.of(query.get('test_shop') ?? '', context);
  if (!store)
    return whoseShopPage(
      'Ecwid',
      query,
      stores.all(context).map(({ about }) => ({ id: about.id, name: about.name })),
    );
  const account = store.about.id;
  let code = '';
  const show = createConsentPage({
    platform: `Ecwid: ${store.about.name}`,
    apps: APPS.map((app) => ({ clientId: app.clientId, name: app.name, redirectUris: isWeb })),
    asks: [`It asks to: ${scopes.join(', ').replaceAll('_', ' ')}.`],
    issue: (_placeholder, app, redirectUri) => {
      code = `${account}.${grant.issueCode({ account, clientId: app.clientId, scopes }, redirectUri, context)}`;
      context.books.append({ kind: 'note', id: noteOf('return', code), account, data: { redirectUri } });
    },
    finish: (target) => {
      if (target.searchParams.has('code')) target.searchParams.set('code', code);
    },
  });
  const form = new URLSearchParams(request.method === 'POST' ? request.text() : '');
  return show({ method: request.method, query, form });
}

const tokenRequest = z.strictObject({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
  redirect_uri: z.string(),
  grant_type: z.literal('authorization_code'),
});

/** A second exchange of a code ends what the first gave. */
function endAccessOf(code: string, account: string, context: SimContext): void {
  const [issued] = context.books.byId(noteOf('token', code));
  const token = issued?.data.token;
  if (typeof token === 'string')
    context.books.append({ kind: 'note', id: `ended_${token}`, account, data: { ended: true } });
}

function token(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const given = tokenRequest.safeParse(Object.fromEntries(new URLSearchParams(request.text())));
  const bad = (error: string): SimAnswer => jsonAnswer(400, { error, error_description: `${error}.` });
  if (!given.success) return bad('invalid_request');
  const { client_id: clientId, client_secret: secret, code, redirect_uri: redirectUri } = given.data;
  if (!APPS.some((app) => app.clientId === clientId && app.clientSecret === secret)) return bad('invalid_client');
  const [account = '', value = ''] = code.split('.');
  const store = stores.of(account, context);
  const sent = context.books.byId(noteOf('return', code))[0]?.data.redirectUri;
  if (!store || sent !== redirectUri) return bad('invalid_grant');
  try {
    const access = grant.redeem({ code: value, account, clientId }, context);
    const accessToken = access.accessToken;
    context.books.append({ kind: 'note', id: noteOf('token', code), account, data: { token: digest(accessToken) } });
    return jsonAnswer(200, {
      access_token: accessToken,
      token_type: 'Bearer',
      scope: access.scopes.join(' '),
      store_id: Number(account),
      email: store.about.email,
    });
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    endAccessOf(code, account, context);
    return bad('invalid_grant');
  }
}

/** @throws SimRefusal 403 for a token that is not known, ended, or another store's */
export function checkToken(
  grant: CodeGrant,
  request: SimRequest,
  account: string,
  context: SimContext,
): readonly string[] {
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const refused = new SimRefusal(403, 'INVALID_TOKEN', 'The access token is not valid for this store.');
  if (context.books.byId(noteOf('ended', given)).length > 0) throw refused;
  try {
    return grant.holderOf(given, account, context).scopes;
  } catch (error) {
    throw error instanceof SimRefusal ? refused : error;
  }
}

export function consentRoutes(grant: CodeGrant): SimRoute[] {
  const page = (request: SimRequest, context: SimContext): SimAnswer => consent(grant, request, context);
  return [
    { name: 'consent', method: 'GET', path: '/api/oauth/authorize', effect: 'auth', handle: page },
    { name: 'consent-answer', method: 'POST', path: '/api/oauth/authorize', effect: 'auth', handle: page },
    {
      name: 'token',
      method: 'POST',
      path: '/api/oauth/token',
      effect: 'auth',
      handle: (request, context) => token(grant, request, context),
    },
  ];
}
