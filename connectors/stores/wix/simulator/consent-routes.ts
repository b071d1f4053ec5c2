/** The installer page and access by the installation's id. */
import { createHmac, randomUUID } from 'node:crypto';
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import { createConsentPage, whoseShopPage } from '@scanship/simulator-kit/consent-page';
import {
  jsonAnswer,
  jsonBody,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { APPS, type SimApp } from './apps.ts';
import { sites } from './sites.ts';

export const ACCESS_SECONDS = 14_400;

const isWeb = (address: string): boolean => /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');

/** `<signature>.<data>`: who installed what, signed with the app's secret. */
export function signInstance(app: SimApp, instanceId: string, at: Date, more: object = {}): string {
  const data = Buffer.from(
    JSON.stringify({
      instanceId,
      appDefId: app.clientId,
      signDate: at.toISOString(),
      uid: randomUUID(),
      permissions: 'OWNER',
      ...more,
    }),
  ).toString('base64url');
  return `${createHmac('sha256', app.clientSecret).update(data).digest('base64url')}.${data}`;
}

function consent(request: SimRequest, context: SimContext): SimAnswer {
  const { query } = request;
  const site = sites.of(query.get('test_shop') ?? '', context);
  if (!site)
    return whoseShopPage(
      'Wix',
      query,
      sites.all(context).map(({ about }) => ({ id: about.instanceId, name: about.name })),
    );
  const { instanceId, siteId } = site.about;
  const app = APPS.find((one) => one.clientId === query.get('appId'));
  const show = createConsentPage({
    platform: `Wix: ${site.about.name}`,
    apps: APPS.map((one) => ({ clientId: one.clientId, name: one.name, redirectUris: isWeb })),
    asks: ['It may read orders, products and site properties, and manage fulfilments.'],
    issue: () => sites.put(instanceId, { what: 'installed', value: true }, context),
    finish(target) {
      const allowed = target.searchParams.has('code');
      target.searchParams.delete('code');
      target.searchParams.delete('error');
      if (!allowed || !app) return;
      target.searchParams.set('appId', app.clientId);
      target.searchParams.set('tenantId', siteId);
      target.searchParams.set('instanceId', instanceId);
      target.searchParams.set('signedInstance', signInstance(app, instanceId, context.now()));
    },
  });
  const asked = new URLSearchParams({
    client_id: query.get('appId') ?? '',
    redirect_uri: query.get('postInstallationUrl') ?? '',
  });
  const form = new URLSearchParams(request.method === 'POST' ? request.text() : '');
  return show({ method: request.method, query: asked, form });
}

const tokenRequest = z.strictObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
  instance_id: z.string(),
});

function token(grant: CodeGrant, request: SimRequest, context: SimContext): SimAnswer {
  const given = tokenRequest.safeParse(jsonBody(request));
  const bad = (error: string, description: string): SimAnswer =>
    jsonAnswer(400, { error, error_description: description });
  if (!given.success) return bad('invalid_request', 'The request is not valid.');
  const { client_id: clientId, client_secret: secret, instance_id: account } = given.data;
  if (!APPS.some((app) => app.clientId === clientId && app.clientSecret === secret))
    return bad('invalid_client', 'The client is not known.');
  if (sites.of(account, context)?.installed !== true)
    return bad('invalid_grant', 'The app instance does not exist or was removed.');
  const code = grant.issueCode({ account, clientId, scopes: [] }, '', context);
  const { accessToken } = grant.redeem({ code, account, clientId }, context);
  return jsonAnswer(200, {
    access_token: `${account}.${accessToken}`,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
  });
}

export function consentRoutes(grant: CodeGrant): SimRoute[] {
  return [
    { name: 'consent', method: 'GET', path: '/app-installer', effect: 'auth', handle: consent },
    { name: 'consent-answer', method: 'POST', path: '/app-installer', effect: 'auth', handle: consent },
    {
      name: 'token',
      method: 'POST',
      path: '/oauth2/token',
      effect: 'auth',
      handle: (request, context) => token(grant, request, context),
    },
  ];
}
