/** Simulator of Royal Mail's Click & Drop API, and of its Tracking API below the same address. */
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
import * as orders from './orders.ts';
import * as tracking from './tracking.ts';

type Work = (request: SimRequest, sim: SimContext, account: SimAccount) => SimAnswer | Promise<SimAnswer>;
type Format = (refusal: SimRefusal) => SimAnswer;

/** Four forms of errors, by call, as the contract has them. */
const plain: Format = (r) => jsonAnswer(r.status, { code: r.code, message: r.message });
const listed: Format = (r) => ({
  status: r.status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify([{ code: r.code, message: r.message }]),
});
const described: Format = (r) => jsonAnswer(r.status, { errors: [{ code: r.code, description: r.message }] });
const tracked: Format = (r) =>
  jsonAnswer(r.status, {
    httpCode: String(r.status),
    httpMessage: 'Error',
    errors: [{ errorCode: r.code, errorDescription: r.message }],
  });

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const key = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
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

const made =
  (who: (request: SimRequest, sim: SimContext) => SimAccount) =>
  (
    name: string,
    method: SimRoute['method'],
    path: string,
    effect: SimRoute['effect'],
    format: Format,
    work: Work,
  ): SimRoute => ({
    name,
    method,
    path,
    effect,
    handle: refusing((request, sim) => work(request, sim, who(request, sim)), format),
  });
const route = made(signedIn);
const trackingRoute = made(trackingAccount);

const json = (value: JsonObject, status = 200): SimAnswer => jsonAnswer(status, value);
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
    route('create orders', 'POST', '/orders', 'effect', plain, async (r, sim, who) =>
      json(await orders.create(jsonBody(r), who, sim)),
    ),
    route('list orders', 'GET', '/orders', 'read', plain, (r, sim, who) => json(orders.list(r.query, who, sim))),
    route('find orders', 'GET', '/orders/:ids', 'read', listed, (r, sim, who) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(orders.find(ids(r), who, sim)),
    })),
    route('delete orders', 'DELETE', '/orders/:ids', 'effect', listed, (r, sim, who) =>
      json(orders.remove(ids(r), who, sim)),
    ),
    route('label', 'GET', '/orders/:ids/label', 'read', listed, async (r, sim, who) => ({
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: await orders.label(ids(r), r.query, who, sim),
    })),
    route('manifest', 'POST', '/manifests', 'effect', described, (r, sim, who) =>
      json(orders.manifest(jsonBody(r), who, sim), 202),
    ),
    route('manifest paper', 'GET', '/manifests/:ids', 'read', described, (r, sim, who) =>
      json(orders.manifestPaper(ids(r), who, sim)),
    ),
    trackingRoute('parcel events', 'GET', '/mailpieces/v2/:number/events', 'read', tracked, (r, sim) =>
      json(tracking.events(number(r), sim)),
    ),
    trackingRoute('parcel signature', 'GET', '/mailpieces/v2/:number/signature', 'read', tracked, (r, sim) =>
      json(tracking.signature(number(r), sim)),
    ),
  ],
});
