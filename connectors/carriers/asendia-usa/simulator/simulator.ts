/** Simulator of Asendia USA's A1 API: HTTP Basic and a key, outcomes in the body. */
import type { JsonObject } from '@scanship/domain/values/json';
import { routesSaying } from '@scanship/simulator-kit/routes';
import {
  basicAuth,
  createSimulator,
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import * as packages from './packages.ts';

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const given = basicAuth(request);
  const key = request.headers['x-asendiaone-apikey'];
  const account = sim.accounts.find(
    ({ credentials }) =>
      credentials['username'] === given?.user &&
      credentials['password'] === given?.password &&
      credentials['apiKey'] === key,
  );
  if (!account)
    throw new SimRefusal(401, '401', 'Authentication to the resource has been denied: incorrect username or password.');
  return account;
}

/** Refused sign-ins come flat, as in the sample; what is wrong with a request comes as the outcome of an answer. */
const refuse = (r: SimRefusal): SimAnswer => {
  const status = { responseStatusCode: Number(r.code), responseStatusMessage: r.message };
  return r.status === 401 || r.status === 404
    ? jsonAnswer(r.status, status)
    : jsonAnswer(r.status, { responseStatus: status });
};

const route = routesSaying(signedIn, refuse, (said: JsonObject) => jsonAnswer(200, said), '/api/A1');

const account = (id: string, name: string, word: string, numbers: Readonly<Record<string, string>>): SimAccount => ({
  id: `asendia-usa-${id}`,
  name,
  credentials: {
    username: `${id}.api`,
    password: `a1-${id}-${word}`,
    apiKey: `11111111-2222-4333-8444-${word.repeat(2)}`,
    ...numbers,
  },
});

export const simulator = createSimulator({
  slug: 'asendia-usa',
  name: 'Asendia USA',
  accounts: [
    account('alpha', 'Alpha Test Shop', 'amber1', { accountNumber: '1000217', processingLocation: 'SFO' }),
    account('beta', 'Beta Test Shop', 'birch2', { accountNumber: '1000218', subAccountNumber: '77' }),
  ],
  routes: [
    route('rates', 'GET', '/v1.0/ShippingPlatform/ShippingRate', 'read', (r, _sim, who) =>
      packages.rates(r.query, who),
    ),
    route('create package', 'POST', '/v1.0/ShippingPlatform/Package', 'effect', (r, sim, who) =>
      packages.create(jsonBody(r), who, sim),
    ),
    route('delete package', 'DELETE', '/v1.0/ShippingPlatform/Package', 'effect', (r, sim, who) =>
      packages.remove(r.query, who, sim),
    ),
    route('milestones', 'GET', '/v2.0/Tracking/Milestone', 'read', (r, sim, who) =>
      packages.track(r.query.get('trackingNumberVendor') ?? '', who, sim),
    ),
  ],
});
