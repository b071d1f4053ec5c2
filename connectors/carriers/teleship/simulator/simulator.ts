/** Simulator of Teleship's public API 1.0.0. */
import type { Json } from '@scanship/domain/values/json';
import {
  createSimulator,
  jsonAnswer,
  jsonBody,
  refusing,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { bearerOf, createTokens } from '@scanship/simulator-kit/tokens';
import { routesSaying } from '@scanship/simulator-kit/routes';
import { accept, tokenRequest } from './contract.ts';
import * as handOver from './hand-over.ts';
import { SERVICES, serviceJson } from './pricing.ts';
import * as shipments from './shipments.ts';

const LIFETIME_MS = 3_600_000;
const tokens = createTokens(LIFETIME_MS / 1000);

const refuse = ({ status, code, message }: SimRefusal, _request: SimRequest, sim: SimContext): SimAnswer =>
  jsonAnswer(status, {
    messages: [{ code: Number(code), level: 'error', timestamp: sim.now().toISOString(), message, details: [] }],
  });

function accountOf(request: SimRequest, sim: SimContext): SimAccount {
  const account = tokens.holderOf(bearerOf(request), sim);
  if (!account) throw new SimRefusal(401, '401', 'Unauthorized');
  return account;
}

const signIn: SimRoute['handle'] = (request, sim) => {
  const { clientId, clientSecret } = accept(tokenRequest, jsonBody(request));
  const account = sim.accounts.find(
    ({ credentials }) => credentials['clientId'] === clientId && credentials['clientSecret'] === clientSecret,
  );
  if (!account) throw new SimRefusal(401, '401', 'Invalid client credentials');
  const accessToken = tokens.issue(account, sim);
  const expirationTime = sim.now().getTime() + LIFETIME_MS;
  return jsonAnswer(200, { accessToken, expirationTime, expiresIn: LIFETIME_MS, tokenType: 'Bearer' });
};

const route = routesSaying(accountOf, refuse, (said: Json) => jsonAnswer(200, said));
const making = routesSaying(accountOf, refuse, (said: Json) => jsonAnswer(201, said));

const account = (id: string, name: string): SimAccount => ({
  id,
  name,
  credentials: { clientId: `${id}-client`, clientSecret: `${id}-secret` },
});

export const simulator = createSimulator({
  slug: 'teleship',
  name: 'Teleship',
  accounts: [account('teleship-alpha', 'Alpha Test Shop'), account('teleship-beta', 'Beta Test Shop')],
  routes: [
    { name: 'token', method: 'POST', path: '/oauth/token', effect: 'auth', handle: refusing(signIn, refuse) },
    route('services', 'GET', '/api/services', 'read', () => SERVICES.map(serviceJson)),
    route('quotes', 'POST', '/api/rates/quotes', 'read', (r, sim) => shipments.quotes(jsonBody(r), sim)),
    route('duties', 'POST', '/api/trade-engine/duties-taxes', 'read', (r) => shipments.duties(jsonBody(r))),
    making('create', 'POST', '/api/shipments/labels', 'effect', (r, sim, who) =>
      shipments.create(jsonBody(r), who, sim),
    ),
    route('details', 'GET', '/api/shipments/labels/:id', 'read', (r, sim, who) =>
      shipments.details(r.params['id'] ?? '', who, sim),
    ),
    route('void', 'POST', '/api/shipments/labels/:id/void', 'effect', (r, sim, who) =>
      shipments.voided(r.params['id'] ?? '', who, sim),
    ),
    route('tracking', 'GET', '/api/tracking/:number', 'read', (r, sim, who) =>
      shipments.track(r.params['number'] ?? '', who, sim),
    ),
    making('create manifest', 'POST', '/api/manifests', 'effect', (r, sim, who) =>
      handOver.createManifest(jsonBody(r), who, sim),
    ),
    route('manifest', 'GET', '/api/manifests/:id', 'read', (r, sim, who) =>
      handOver.manifest(r.params['id'] ?? '', who, sim),
    ),
    making('book pickup', 'POST', '/api/pickups', 'effect', (r, sim, who) =>
      handOver.bookPickup(jsonBody(r), who, sim),
    ),
    route('cancel pickup', 'POST', '/api/pickups/:id/cancel', 'effect', (r, sim, who) =>
      handOver.cancelPickup(r.params['id'] ?? '', who, sim),
    ),
    making('upload', 'POST', '/documents/etds/upload', 'effect', (r, sim, who) =>
      shipments.upload(jsonBody(r), who, sim),
    ),
  ],
});
