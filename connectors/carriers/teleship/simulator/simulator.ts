/** Simulator of Teleship's public API 1.0.0. */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
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
import { accept, tokenRequest } from './contract.ts';
import * as handOver from './hand-over.ts';
import { SERVICES, serviceJson } from './pricing.ts';
import * as shipments from './shipments.ts';

const LIFETIME_MS = 3_600_000;
/** Tokens live in memory: a restarted simulator knows none. */
const tokens = new Map<string, { readonly account: SimAccount; readonly until: number }>();

const refused = ({ status, code, message }: SimRefusal, sim: Pick<SimContext, 'now'>): SimAnswer =>
  jsonAnswer(status, {
    messages: [{ code: Number(code), level: 'error', timestamp: sim.now().toISOString(), message, details: [] }],
  });

function accountOf(request: SimRequest, sim: SimContext): SimAccount {
  const value = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
  const known = value === undefined ? undefined : tokens.get(value);
  if (!known || known.until <= sim.now().getTime()) throw new SimRefusal(401, '401', 'Unauthorized');
  return known.account;
}

const signIn: SimRoute['handle'] = (request, sim) => {
  const { clientId, clientSecret } = accept(tokenRequest, jsonBody(request));
  const account = sim.accounts.find(
    ({ credentials }) => credentials['clientId'] === clientId && credentials['clientSecret'] === clientSecret,
  );
  if (!account) throw new SimRefusal(401, '401', 'Invalid client credentials');
  const accessToken = randomBytes(24).toString('base64url');
  const until = sim.now().getTime() + LIFETIME_MS;
  tokens.set(accessToken, { account, until });
  return jsonAnswer(200, { accessToken, expirationTime: until, expiresIn: LIFETIME_MS, tokenType: 'Bearer' });
};

const inWords =
  (handle: SimRoute['handle']): SimRoute['handle'] =>
  (request, sim) =>
    refusing(handle, (refusal) => refused(refusal, sim))(request, sim);

type Work = (request: SimRequest, sim: SimContext, account: SimAccount) => JsonObject | Promise<JsonObject>;
const route = (
  name: string,
  method: SimRoute['method'],
  path: string,
  effect: SimRoute['effect'],
  work: Work,
  status = 200,
): SimRoute => ({
  name,
  method,
  path,
  effect,
  handle: inWords(async (request, sim) => jsonAnswer(status, await work(request, sim, accountOf(request, sim)))),
});

/** A list at the top, which the other routes never answer. */
const services: SimRoute['handle'] = (request, sim) => {
  accountOf(request, sim);
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SERVICES.map(serviceJson)),
  };
};

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
    { name: 'token', method: 'POST', path: '/oauth/token', effect: 'auth', handle: inWords(signIn) },
    { name: 'services', method: 'GET', path: '/api/services', effect: 'read', handle: inWords(services) },
    route('quotes', 'POST', '/api/rates/quotes', 'read', (r, sim) => shipments.quotes(jsonBody(r), sim)),
    route('duties', 'POST', '/api/trade-engine/duties-taxes', 'read', (r) => shipments.duties(jsonBody(r))),
    route(
      'create',
      'POST',
      '/api/shipments/labels',
      'effect',
      (r, sim, who) => shipments.create(jsonBody(r), who, sim),
      201,
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
    route(
      'create manifest',
      'POST',
      '/api/manifests',
      'effect',
      (r, sim, who) => handOver.createManifest(jsonBody(r), who, sim),
      201,
    ),
    route('manifest', 'GET', '/api/manifests/:id', 'read', (r, sim, who) =>
      handOver.manifest(r.params['id'] ?? '', who, sim),
    ),
    route(
      'book pickup',
      'POST',
      '/api/pickups',
      'effect',
      (r, sim, who) => handOver.bookPickup(jsonBody(r), who, sim),
      201,
    ),
    route('cancel pickup', 'POST', '/api/pickups/:id/cancel', 'effect', (r, sim, who) =>
      handOver.cancelPickup(r.params['id'] ?? '', who, sim),
    ),
    route(
      'upload',
      'POST',
      '/documents/etds/upload',
      'effect',
      (r, sim, who) => shipments.upload(jsonBody(r), who, sim),
      201,
    ),
  ],
});
