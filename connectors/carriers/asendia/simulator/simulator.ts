/** Simulator of Asendia Sync: a token after sign-in, JSON, problem documents. */
import { randomBytes } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
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
import { accept, loginRequest } from './contract.ts';
import * as parcels from './parcels.ts';

const DAY = 86_400_000;
/** Tokens live in memory: a restarted simulator knows none, as Asendia may. */
const tokens = new Map<string, { readonly account: string; readonly until: number }>();

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const token = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
  const known = tokens.get(token);
  const account = sim.accounts.find(({ id }) => id === known?.account);
  if (!known || !account || known.until <= sim.now().getTime())
    throw new SimRefusal(401, 'error.http.401', 'Full authentication is required to access this resource');
  return account;
}

/** RFC 7807, as the samples have it. */
const refuse = (r: SimRefusal, request: SimRequest): SimAnswer =>
  jsonAnswer(
    r.status,
    {
      type: 'https://www.asendia-sync.com/problem/constraint-violation',
      title: r.status === 401 ? 'Unauthorized' : r.status === 404 ? 'Not Found' : 'Bad Request',
      status: r.status,
      detail: r.message,
      path: `/api${request.path}`,
      message: r.code,
      ...(r.field === undefined
        ? {}
        : { fieldErrors: [{ objectName: 'request', field: r.field, message: r.message }] }),
    },
    { 'content-type': 'application/problem+json' },
  );

type Work = (request: SimRequest, sim: SimContext, account: SimAccount) => Json | Promise<Json>;

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
  path: `/api${path}`,
  effect,
  handle: refusing(async (request, sim) => {
    const value = await work(request, sim, signedIn(request, sim));
    return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
  }, refuse),
});

const file = (
  name: string,
  path: string,
  draw: (id: string, account: SimAccount, sim: SimContext) => parcels.Paper | Promise<parcels.Paper>,
): SimRoute => ({
  name,
  method: 'GET',
  path: `/api${path}`,
  effect: 'read',
  handle: refusing(async (request, sim) => {
    const { type, bytes } = await draw(request.params['id'] ?? '', signedIn(request, sim), sim);
    return { status: 200, headers: { 'content-type': type }, body: bytes };
  }, refuse),
});

const id = (request: SimRequest): string => request.params['id'] ?? '';
/** Another's customers are forbidden. */
function ownCustomer(request: SimRequest, account: SimAccount): void {
  if (request.params['customer'] !== account.credentials['customerId'])
    throw new SimRefusal(403, 'error.forbidden', 'The customer is not one of this user');
}
const ofCustomer =
  (work: (request: SimRequest, sim: SimContext, account: SimAccount) => readonly JsonObject[]): Work =>
  (request, sim, account) => {
    ownCustomer(request, account);
    return [...work(request, sim, account)];
  };

const authenticate: SimRoute = {
  name: 'authenticate',
  method: 'POST',
  path: '/api/authenticate',
  effect: 'auth',
  handle: refusing((request, sim) => {
    const { username, password } = accept(loginRequest, jsonBody(request));
    const account = sim.accounts.find(
      ({ credentials }) => credentials['username'] === username && credentials['password'] === password,
    );
    if (!account) throw new SimRefusal(401, 'error.http.401', 'Bad credentials');
    const token = randomBytes(24).toString('base64url');
    tokens.set(token, { account: account.id, until: sim.now().getTime() + DAY });
    return jsonAnswer(200, { id_token: token });
  }, refuse),
};

export const simulator = createSimulator({
  slug: 'asendia',
  name: 'Asendia',
  accounts: [
    {
      id: 'asendia-alpha',
      name: 'Alpha Test Shop',
      credentials: { username: 'alpha@example.test', password: 'asendia-alpha-1', customerId: 'DE12345678' },
    },
    {
      id: 'asendia-beta',
      name: 'Beta Test Shop',
      credentials: { username: 'beta@example.test', password: 'asendia-beta-2', customerId: 'CH87654321' },
    },
  ],
  routes: [
    authenticate,
    route('list customers', 'GET', '/customers', 'read', (_r, _sim, who) => [
      { id: who.credentials['customerId'] ?? '' },
    ]),
    route('create parcel', 'POST', '/parcels', 'effect', (r, sim, who) => parcels.create(jsonBody(r), who, sim), 202),
    route('parcel', 'GET', '/parcels/:id', 'read', (r, sim, who) => parcels.retrieve(id(r), who, sim)),
    {
      name: 'delete parcel',
      method: 'DELETE',
      path: '/api/parcels/:id',
      effect: 'effect',
      handle: refusing((request, sim) => {
        parcels.remove(id(request), signedIn(request, sim), sim);
        return { status: 204 };
      }, refuse),
    },
    file('label', '/parcels/:id/label', parcels.label),
    file('customs document', '/parcels/:id/customs-document', parcels.declaration),
    route(
      'list parcels',
      'GET',
      '/customers/:customer/parcels',
      'read',
      ofCustomer((r, sim, who) => parcels.listParcels(r.query, who, sim)),
    ),
    route(
      'create manifest',
      'POST',
      '/manifests',
      'effect',
      (r, sim, who) => parcels.createManifest(jsonBody(r), who, sim),
      202,
    ),
    route(
      'list manifests',
      'GET',
      '/customers/:customer/manifests',
      'read',
      ofCustomer((r, sim, who) => parcels.listManifests(r.query, who, sim)),
    ),
    route('manifest parcels', 'GET', '/manifests/:id/parcels', 'read', (r, sim, who) => [
      ...parcels.manifestParcels(id(r), r.query, who, sim),
    ]),
    file('manifest document', '/manifests/:id/document', parcels.manifestPaper),
    route(
      'tracking',
      'GET',
      '/customers/:customer/tracking/:number',
      'read',
      ofCustomer((r, sim, who) => parcels.track(r.params['number'] ?? '', who, sim)),
    ),
  ],
});
