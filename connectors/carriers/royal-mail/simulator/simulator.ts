/** Simulator of Royal Mail's Click & Drop API, and of its Tracking API below the same address. */
import type { Json } from '@scanship/domain/values/json';
import {
  createSimulator,
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { bearerOf } from '@scanship/simulator-kit/tokens';
import { routesBehind } from '@scanship/simulator-kit/routes';
import * as orders from './orders.ts';
import * as tracking from './tracking.ts';

type Format = (refusal: SimRefusal) => SimAnswer;

/** Four forms of errors, by call, as the contract has them. */
const plain: Format = (r) => jsonAnswer(r.status, { code: r.code, message: r.message });
const listed: Format = (r) => jsonAnswer(r.status, [{ code: r.code, message: r.message }]);
const described: Format = (r) => jsonAnswer(r.status, { errors: [{ code: r.code, description: r.message }] });
const tracked: Format = (r) =>
  jsonAnswer(r.status, {
    httpCode: String(r.status),
    httpMessage: 'Error',
    errors: [{ errorCode: r.code, errorDescription: r.message }],
  });

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const key = bearerOf(request);
  const account = sim.accounts.find(({ credentials }) => credentials['key'] === key);
  if (!account) throw new SimRefusal(401, '401', 'Unauthorized');
  return account;
}

function trackingAccount(request: SimRequest, sim: SimContext): SimAccount {
  if (request.headers['x-accept-rmg-terms'] !== 'yes')
    throw new SimRefusal(400, 'E0004', 'Failed header validation for X-Accept-RMG-Terms');
  const account = sim.accounts.find(
    ({ credentials }) =>
      credentials['trackingId'] !== undefined &&
      credentials['trackingId'] === request.headers['x-ibm-client-id'] &&
      credentials['trackingSecret'] === request.headers['x-ibm-client-secret'],
  );
  if (!account) throw new SimRefusal(401, '401', 'Invalid client id or secret');
  return account;
}

const route = routesBehind(signedIn, plain);
const listedRoute = routesBehind(signedIn, listed);
const describedRoute = routesBehind(signedIn, described);
const trackingRoute = routesBehind(trackingAccount, tracked);

const json = (value: Json, status = 200): SimAnswer => jsonAnswer(status, value);
const ids = (request: SimRequest): string => request.params['ids'] ?? '';
const number = (request: SimRequest): string => request.params['number'] ?? '';

export const simulator = createSimulator({
  slug: 'royal-mail',
  name: 'Royal Mail',
  accounts: [
    {
      id: 'royal-mail-alpha',
      name: 'Alpha Test Shop',
      credentials: {
        key: 'aaaaaaaa-0000-4000-8000-royalmailalpha',
        trackingId: 'alpha-tracking-client-id',
        trackingSecret: 'alpha-tracking-client-secret',
      },
    },
    {
      id: 'royal-mail-beta',
      name: 'Beta Test Shop',
      credentials: {
        key: 'bbbbbbbb-0000-4000-8000-royalmail-beta',
        trackingId: 'beta-tracking-client-id',
        trackingSecret: 'beta-tracking-client-secret',
      },
    },
    // Pays as it goes: orders are taken, labels are not made.
    {
      id: 'royal-mail-online',
      name: 'Online Postage Shop',
      credentials: { key: 'cccccccc-0000-4000-8000-royalmail-olp', oba: 'no' },
    },
  ],
  routes: [
    route('create orders', 'POST', '/orders', 'effect', async (r, sim, who) =>
      json(await orders.create(jsonBody(r), who, sim)),
    ),
    route('list orders', 'GET', '/orders', 'read', (r, sim, who) => json(orders.list(r.query, who, sim))),
    listedRoute('find orders', 'GET', '/orders/:ids', 'read', (r, sim, who) => json(orders.find(ids(r), who, sim))),
    listedRoute('delete orders', 'DELETE', '/orders/:ids', 'effect', (r, sim, who) =>
      json(orders.remove(ids(r), who, sim)),
    ),
    listedRoute('label', 'GET', '/orders/:ids/label', 'read', async (r, sim, who) => ({
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: await orders.label(ids(r), r.query, who, sim),
    })),
    describedRoute('manifest', 'POST', '/manifests', 'effect', (r, sim, who) =>
      json(orders.manifest(jsonBody(r), who, sim), 202),
    ),
    describedRoute('manifest paper', 'GET', '/manifests/:ids', 'read', (r, sim, who) =>
      json(orders.manifestPaper(ids(r), who, sim)),
    ),
    trackingRoute('parcel events', 'GET', '/mailpieces/v2/:number/events', 'read', (r, sim) =>
      json(tracking.events(number(r), sim)),
    ),
    trackingRoute('parcel signature', 'GET', '/mailpieces/v2/:number/signature', 'read', (r, sim) =>
      json(tracking.signature(number(r), sim)),
    ),
  ],
});
