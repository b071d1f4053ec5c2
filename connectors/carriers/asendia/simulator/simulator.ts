/** Simulator of Asendia Sync: a token after sign-in, JSON, problem documents. */
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
import { bearerOf, createTokens } from '@scanship/simulator-kit/tokens';
import { routesSaying, type Work } from '@scanship/simulator-kit/routes';
import { accept, loginRequest } from './contract.ts';
import * as parcels from './parcels.ts';

const tokens = createTokens(86_400);

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const account = tokens.holderOf(bearerOf(request), sim);
  if (!account) throw new SimRefusal(401, 'error.http.401', 'Full authentication is required to access this resource');
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

const route = routesSaying(signedIn, refuse, (said: Json) => jsonAnswer(200, said), '/api');
const making = routesSaying(signedIn, refuse, (said: Json) => jsonAnswer(202, said), '/api');
const file = routesSaying(
  signedIn,
  refuse,
  ({ type, bytes }: parcels.Paper) => ({ status: 200, headers: { 'content-type': type }, body: bytes }),
  '/api',
);
const removing = routesSaying(signedIn, refuse, (): SimAnswer => ({ status: 204 }), '/api');

const id = (request: SimRequest): string => request.params['id'] ?? '';
/** Another's customers are forbidden. */
function ownCustomer(request: SimRequest, account: SimAccount): void {
  if (request.params['customer'] !== account.credentials['customerId'])
    throw new SimRefusal(403, 'error.forbidden', 'The customer is not one of this user');
}
const ofCustomer =
  (work: Work<SimAccount, readonly JsonObject[]>): Work<SimAccount, readonly JsonObject[]> =>
  (request, sim, account) => {
    ownCustomer(request, account);
    return work(request, sim, account);
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
    return jsonAnswer(200, { id_token: tokens.issue(account, sim) });
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
    making('create parcel', 'POST', '/parcels', 'effect', (r, sim, who) => parcels.create(jsonBody(r), who, sim)),
    route('parcel', 'GET', '/parcels/:id', 'read', (r, sim, who) => parcels.retrieve(id(r), who, sim)),
    removing('delete parcel', 'DELETE', '/parcels/:id', 'effect', (r, sim, who) => parcels.remove(id(r), who, sim)),
    file('label', 'GET', '/parcels/:id/label', 'read', (r, sim, who) => parcels.label(id(r), who, sim)),
    file('customs document', 'GET', '/parcels/:id/customs-document', 'read', (r, sim, who) =>
      parcels.declaration(id(r), who, sim),
    ),
    route(
      'list parcels',
      'GET',
      '/customers/:customer/parcels',
      'read',
      ofCustomer((r, sim, who) => parcels.listParcels(r.query, who, sim)),
    ),
    making('create manifest', 'POST', '/manifests', 'effect', (r, sim, who) =>
      parcels.createManifest(jsonBody(r), who, sim),
    ),
    route(
      'list manifests',
      'GET',
      '/customers/:customer/manifests',
      'read',
      ofCustomer((r, sim, who) => parcels.listManifests(r.query, who, sim)),
    ),
    route('manifest parcels', 'GET', '/manifests/:id/parcels', 'read', (r, sim, who) =>
      parcels.manifestParcels(id(r), r.query, who, sim),
    ),
    file('manifest document', 'GET', '/manifests/:id/document', 'read', (r, sim, who) =>
      parcels.manifestPaper(id(r), who, sim),
    ),
    route(
      'tracking',
      'GET',
      '/customers/:customer/tracking/:number',
      'read',
      ofCustomer((r, sim, who) => parcels.track(r.params['number'] ?? '', who, sim)),
    ),
  ],
});
