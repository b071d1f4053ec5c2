/** Consent page and tokens. */
import { createHash } from 'node:crypto';
import type { CodeGrant, Grantee, IssuedAccess } from '@scanship/simulator-kit/code-grant';
import { createConsentPage, whoseShopPage } from '@scanship/simulator-kit/consent-page';
import {
  basicAuth,
  jsonAnswer,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { APPS } from './apps.ts';
import { profiles } from './profiles.ts';

/** "This token expires after 1 hour." */
export const ACCESS_SECONDS = 3_600;

const KNOWN_SCOPES = ['orders', 'orders.readonly', 'inventory', 'inventory.readonly'];

const isWeb = (address: string): boolean => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');
const noteOf = (code: string): string => `return_${createHash('sha256').update(code).digest('hex').slice(0, 24)}`;

const plain = (status: number, body: string): SimAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

function consent(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const { query } = request;
  if (query.get('response_type') !== 'code') return plain(400, 'response_type must be code.');
  if (query.get('access_type') !== 'offline') return plain(400, 'access_type must be offline for a refresh token.');
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  const strange = scopes.find((scope) => !KNOWN_SCOPES.includes(scope));
  if (scopes.length === 0 || strange !== undefined)
    return plain(400, `The scope is not known: ${strange ?? 'none was given'}.`);
  const profile = profiles.of(query.get('test_shop') ?? '', context);
  if (!profile)
    return whoseShopPage(
      'Rithum',
      query,
      profiles.all(context).map(({ about }) => ({ id: about.id, name: about.accountName })),
    );
  const account = profile.about.id;
  let code = '';
  const show = createConsentPage({
    platform: `Rithum: ${profile.about.accountName}`,
    apps: APPS.map((app) => ({ clientId: app.clientId, name: app.name, redirectUris: isWeb })),
    asks: [`It asks for: ${scopes.join(', ')}.`],
    issue: (_placeholder, app, redirectUri) => {
      code = `${account}.${grant.issueCode({ account, clientId: app.clientId, scopes }, redirectUri, context)}`;
      context.books.append({ kind: 'note', id: noteOf(code), account, data: { redirectUri } });
    },
    finish: (target) => {
      if (target.searchParams.has('code')) target.searchParams.set('code', code);
    },
  });
  const form = new URLSearchParams(request.method === 'POST' ? request.text() : '');
  return show({ method: request.method, query, form });
}

/** Values here begin with the profile they are for. */
const parted = (value: string): readonly [string, string] => {
  const dot = value.indexOf('.');
  return dot < 0 ? ['', value] : [value.slice(0, dot), value.slice(dot + 1)];
};

const refused = (error: string): SimAnswer => jsonAnswer(400, { error });

function token(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? ''))
    return refused('invalid_request');
  const pair = basicAuth(request);
  const app = APPS.find(({ clientId, clientSecret }) => clientId === pair?.user && clientSecret === pair.password);
  if (!app) return refused('invalid_client');
  const { clientId } = app;
  const form = new URLSearchParams(request.text());
  const answer = (account: string, access: IssuedAccess, refreshed: boolean): SimAnswer =>
    jsonAnswer(200, {
      access_token: `${account}.${access.accessToken}`,
      token_type: 'bearer',
      expires_in: ACCESS_SECONDS - 1,
      // A renewal brings none: the token given goes on being good.
      ...(!refreshed && { refresh_token: `${account}.${access.refreshToken}` }),
    });
  try {
    if (form.get('grant_type') === 'refresh_token') {
      const [account, refreshToken] = parted(form.get('refresh_token') ?? '');
      return answer(account, grant.renew({ refreshToken, account, clientId }, context), true);
    }
    if (form.get('grant_type') !== 'authorization_code') return refused('unsupported_grant_type');
    const given = form.get('code') ?? '';
    const [account, code] = parted(given);
    if (context.books.byId(noteOf(given))[0]?.data.redirectUri !== form.get('redirect_uri'))
      return refused('invalid_grant');
    return answer(account, grant.redeem({ code, account, clientId }, context), false);
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    return refused('invalid_grant');
  }
}

/** @throws SimRefusal 401 for a token that is not known or has ended; 403 for one without the scope */
export function checkToken(grant: CodeGrant, request: SimRequest, scope: string, context: SimContext): Grantee {
  const [account, value] = parted(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const holder = grant.holderOf(value, account, context);
  if (scope !== '' && !holder.scopes.some((one) => one === scope || `${one}.readonly` === scope))
    throw new SimRefusal(403, 'Forbidden', `This token does not have the scope ${scope}.`);
  return holder;
}

export function consentRoutes(grant: CodeGrant): SimRoute[] {
  const page = (request: SimRequest, context: SimContext): SimAnswer => consent(grant, request, context);
  return [
    { name: 'consent', method: 'GET', path: '/oauth2/authorize', effect: 'auth', handle: page },
    { name: 'consent-answer', method: 'POST', path: '/oauth2/authorize', effect: 'auth', handle: page },
    {
      name: 'token',
      method: 'POST',
      path: '/oauth2/token',
      effect: 'auth',
      handle: (request, context) => token(grant, request, context),
    },
  ];
}
