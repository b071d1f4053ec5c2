/** Simulator of UniUni's Platform Client API: everything in an envelope with status 200. */
import type { Json } from '@scanship/domain/values/json';
import { routesSaying } from '@scanship/simulator-kit/routes';
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
import * as shipments from './shipments.ts';

const refuse = (r: SimRefusal): SimAnswer =>
  jsonAnswer(
    r.status,
    r.status === 200 ? { message: r.message, code: Number(r.code), data: null } : { message: r.message },
  );

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const token = bearerOf(request);
  const account = sim.accounts.find(({ credentials }) => credentials['token'] === token);
  if (!account) throw new SimRefusal(401, '401', 'Unauthorized');
  return account;
}

const inEnvelope = (data: Json): SimAnswer => jsonAnswer(200, { message: 'Success', code: 0, data });
const route = routesSaying(signedIn, refuse, inEnvelope, '/client');
const order = (request: SimRequest): string => request.params['order'] ?? '';

export const simulator = createSimulator({
  slug: 'uniuni',
  name: 'UniUni',
  accounts: [
    { id: 'uniuni-alpha', name: 'Alpha Test Shop', credentials: { token: 'uniuni-alpha-token' } },
    { id: 'uniuni-beta', name: 'Beta Test Shop', credentials: { token: 'uniuni-beta-token' } },
  ],
  routes: [
    route('quote', 'POST', '/shipments/quote', 'read', (r) => shipments.quote(jsonBody(r))),
    // Drafts cost nothing, so losing the answer to one harms nobody.
    route('create', 'POST', '/shipments/create', 'read', (r, sim, who) => shipments.create(jsonBody(r), who, sim)),
    route('list', 'GET', '/shipments', 'read', (r, sim, who) => shipments.list(r.query, who, sim)),
    route('retrieve', 'GET', '/shipments/:order', 'read', (r, sim, who) => shipments.retrieve(order(r), who, sim)),
    route('delete', 'POST', '/shipments/:order/delete', 'read', (r, sim, who) => shipments.discard(order(r), who, sim)),
    route('purchase', 'POST', '/shipments/:order/purchase', 'effect', (r, sim, who) =>
      shipments.purchase(order(r), who, sim),
    ),
    route('refund', 'POST', '/shipments/:order/refund', 'effect', (r, sim, who) =>
      shipments.refund(order(r), who, sim),
    ),
    route('label', 'GET', '/label/:id', 'read', (r, sim, who) =>
      shipments.label(r.params['id'] ?? '', r.query.get('labelType'), who, sim),
    ),
    route('tracking', 'GET', '/tracking', 'read', (r, sim, who) =>
      shipments.track(r.query.get('trackingId') ?? '', who, sim),
    ),
    route('create batch', 'POST', '/batch/create', 'effect', (r, sim, who) =>
      shipments.createBatch(jsonBody(r), who, sim),
    ),
    route('list batches', 'GET', '/batch', 'read', (r, sim, who) => shipments.listBatches(r.query, who, sim)),
    route('batch', 'GET', '/batch/:id', 'read', (r, sim, who) =>
      shipments.retrieveBatch(r.params['id'] ?? '', who, sim),
    ),
  ],
});
