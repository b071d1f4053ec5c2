/** Simulator of DHL eCommerce Americas API v4: tokens, products, labels, manifests, tracking. */
import type { JsonObject } from '@scanship/domain/values/json';
import { routesBehind, type Work } from '@scanship/simulator-kit/routes';
import {
  basicAuth,
  createSimulator,
  jsonAnswer,
  jsonBody,
  refusing,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { bearerOf, createTokens } from '@scanship/simulator-kit/tokens';
import { accept, productsRequest } from './contract.ts';
import * as labels from './labels.ts';
import { PRODUCTS, productJson } from './pricing.ts';

const LIFETIME_SECONDS = 3600;
const DOCS = 'https://api-sandbox.dhlecs.com/docs/errors/';
const TITLES: Readonly<Record<string, string>> = {
  '400.0204003': 'Static Validation Failed',
  '400.0204009': 'Downstream Validation Failed',
  '400.0404003': 'Static Validation Failed',
};

const refuse = ({ status, code, message, field }: SimRefusal): SimAnswer =>
  jsonAnswer(status, {
    type: `${DOCS}${code}`,
    title: TITLES[code] ?? message,
    ...(field === undefined
      ? {}
      : { invalidParams: [{ name: field.split('/').at(-1) ?? '', path: field, reason: message }] }),
  });

const tokens = createTokens(LIFETIME_SECONDS);

function signIn(request: SimRequest, sim: SimContext): SimAnswer {
  const basic = basicAuth(request);
  const account = sim.accounts.find(({ credentials }) => credentials['clientId'] === basic?.user);
  if (account?.credentials['clientSecret'] !== basic?.password || !account)
    throw new SimRefusal(401, '401.0000007', 'Invalid credentials');
  if (new URLSearchParams(request.text()).get('grant_type') !== 'client_credentials')
    throw new SimRefusal(400, '400.0000004', 'Invalid grant type');
  return jsonAnswer(200, {
    access_token: tokens.issue(account, sim),
    client_id: basic?.user ?? '',
    token_type: 'Bearer',
    expires_in: LIFETIME_SECONDS,
  });
}

function accountOf(request: SimRequest, sim: SimContext): SimAccount {
  const account = tokens.holderOf(bearerOf(request), sim);
  if (account) return account;
  throw new SimRefusal(401, '401.0000002', 'Access token invalid');
}

const route = routesBehind(accountOf, refuse);

const ownPickup = (request: SimRequest, account: SimAccount): void => {
  if (request.params['pickup'] !== account.credentials['pickup'])
    throw new SimRefusal(403, '403.0000001', 'Access to pickup denied');
};

const products: Work = (request, sim, account) => {
  const asked = accept(productsRequest, jsonBody(request));
  if (asked.pickup !== account.credentials['pickup'])
    throw new SimRefusal(403, '403.0000001', 'Access to pickup denied');
  const today = sim.now().toISOString().slice(0, 10);
  const found = PRODUCTS.filter(({ id }) => (asked.orderedProductId ?? id) === id).flatMap((product): JsonObject[] => {
    const suits = productJson(product, asked, today);
    return suits ? [suits] : [];
  });
  return jsonAnswer(200, { pickup: asked.pickup, distributionCenter: asked.distributionCenter, products: found });
};

const createLabel: Work = async (request, sim, account) => {
  const format = request.query.get('format') ?? '';
  if (!['PNG', 'ZPL', 'PDF'].includes(format))
    throw new SimRefusal(400, '400.0000001', 'Label format is a required query parameter', 'format');
  return jsonAnswer(200, await labels.create(jsonBody(request), format, account, sim));
};

const getLabel: Work = async (request, sim, account) => {
  ownPickup(request, account);
  const paid = labels.labelOf(request.query.get('packageId') ?? '', account, sim);
  if (!paid) throw new SimRefusal(404, '404.0204001', 'Label not found');
  return jsonAnswer(200, await labels.labelJson(paid, sim));
};

const voidLabel: Work = (request, sim, account) => {
  ownPickup(request, account);
  labels.voidLabel(request.query.get('packageId') ?? '', account, sim);
  return { status: 204 };
};

const tracking: Work = (request, sim, account) => {
  const pickup = request.query.get('pickup');
  if (pickup !== null && pickup !== account.credentials['pickup'])
    throw new SimRefusal(403, '403.0000001', 'Access to pickup denied');
  return jsonAnswer(200, labels.track(request.query, account, sim));
};

export const simulator = createSimulator({
  slug: 'dhl-ecommerce',
  name: 'DHL eCommerce',
  accounts: [
    {
      id: 'dhlec-alpha',
      name: 'Alpha Test Shop',
      credentials: {
        clientId: 'dhlec-alpha-client',
        clientSecret: 'dhlec-alpha-secret',
        pickup: '5351001',
        distributionCenter: 'USEWR1',
      },
    },
    {
      id: 'dhlec-beta',
      name: 'Beta Test Shop',
      credentials: {
        clientId: 'dhlec-beta-client',
        clientSecret: 'dhlec-beta-secret',
        pickup: '5351002',
        distributionCenter: 'USDFW1',
      },
    },
  ],
  routes: [
    { name: 'token', method: 'POST', path: '/auth/v4/accesstoken', effect: 'auth', handle: refusing(signIn, refuse) },
    route('products', 'POST', '/shipping/v4/products', 'read', products),
    route('create label', 'POST', '/shipping/v4/label', 'effect', createLabel),
    route('get label', 'GET', '/shipping/v4/label/:pickup', 'read', getLabel),
    route('void label', 'DELETE', '/shipping/v4/label/:pickup', 'effect', voidLabel),
    route('request manifest', 'POST', '/shipping/v4/manifest', 'effect', (request, sim, account) =>
      jsonAnswer(200, labels.requestManifest(jsonBody(request), account, sim)),
    ),
    route('download manifest', 'GET', '/shipping/v4/manifest/:pickup/:request', 'read', (request, sim, account) => {
      ownPickup(request, account);
      return jsonAnswer(200, labels.manifestJson(request.params['request'] ?? '', account, sim));
    }),
    route('tracking', 'GET', '/tracking/v4/package/open', 'read', tracking),
  ],
});
