/** Simulator for the Chit Chats API: drafts with prices, postage that takes a moment, batches, labels by link. */
import type { JsonObject } from '@scanship/domain/values/json';
import { labelPng } from '@scanship/simulator-kit/label-png';
import { routesBehind, type Work } from '@scanship/simulator-kit/routes';
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
import { accept, addRequest } from './contract.ts';
import * as shipments from './shipments.ts';

const refuse = (r: SimRefusal): SimAnswer =>
  r.status === 422
    ? jsonAnswer(422, { errors: { [r.field ?? 'base']: [r.message] } })
    : jsonAnswer(r.status, { error: r.message });

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const account = sim.accounts.find(({ credentials }) => credentials.token === request.headers.authorization);
  if (!account || account.credentials.client !== request.params.client)
    throw new SimRefusal(401, 'unauthorized', 'Unauthorized');
  return account;
}

const route = routesBehind(signedIn, refuse, '/api/v1/clients/:client');

const one = (request: SimRequest, sim: SimContext, account: SimAccount): shipments.Kept =>
  shipments.ownShipment(request.params.id ?? '', sim, account);
const whole = (status: number, id: string, sim: SimContext, account: SimAccount): SimAnswer =>
  jsonAnswer(status, { shipment: shipments.shipmentJson(shipments.ownShipment(id, sim, account), sim, true) });
const bodyOf = (request: SimRequest): unknown => (request.text() === '' ? {} : jsonBody(request));

const create: Work = (request, sim, account) => {
  const { id } = shipments.create(jsonBody(request), sim, account);
  return whole(201, id, sim, account);
};

const discard: Work = (request, sim, account) => {
  shipments.discard(one(request, sim, account), sim);
  return { status: 204 };
};

const buy: Work = (request, sim, account) => {
  const kept = one(request, sim, account);
  shipments.buy(kept, bodyOf(request), sim);
  return whole(200, kept.id, sim, account);
};

const refund: Work = (request, sim, account) => {
  const kept = one(request, sim, account);
  shipments.refund(kept, sim);
  return whole(200, kept.id, sim, account);
};

const list: Work = (request, sim, account) => {
  const { query } = request;
  const [batch, status] = [query.get('batch_id'), query.get('status')];
  const limit = Math.min(1000, Number(query.get('limit') ?? '100'));
  const page = Number(query.get('page') ?? '1');
  const from = query.get('from_date') ?? '';
  const found = shipments
    .allOf(sim, account)
    .filter(
      (s) =>
        s.draft.at >= from &&
        (batch === null || String(s.batch) === batch) &&
        (status === null || shipments.statusOf(s, sim) === status),
    )
    .slice((page - 1) * limit, page * limit)
    .map((s) => shipments.shipmentJson(s, sim, false));
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(found) };
};

const FIRST_BATCH = 1000;

function batchJson(id: string, account: SimAccount, sim: SimContext): JsonObject {
  const made = sim.books.byId(id).find((e) => e.kind === 'document' && e.account === account.id);
  if (!made) throw new SimRefusal(404, 'missing', 'Not found');
  const link = (format: string): string => `${sim.address}/labels/client_batches/${id}.${format}?signature=test`;
  return {
    id: Number(id),
    status: 'pending',
    created_at: made.at,
    label_png_url: link('png'),
    label_zpl_url: link('zpl'),
  };
}

const createBatch: Work = (_request, sim, account) => {
  const id = String(FIRST_BATCH + sim.books.all().length);
  sim.books.append({ kind: 'document', id, account: account.id, data: {} });
  const location = `${sim.address}/api/v1/clients/${account.credentials.client}/batches/${id}`;
  return jsonAnswer(201, batchJson(id, account, sim), { location });
};

const addToBatch: Work = (request, sim, account) => {
  const asked = accept(addRequest, jsonBody(request));
  const id = String(asked.batch_id);
  batchJson(id, account, sim);
  const ready = asked.shipment_ids.map((shipment) => shipments.ownShipment(shipment, sim, account));
  if (ready.some((s) => s.batch !== null || shipments.statusOf(s, sim) !== 'ready'))
    throw new SimRefusal(422, 'invalid', 'are not ready for a batch', 'shipment_ids');
  if (!sim.books.byId(id).some((e) => e.kind === 'manifest'))
    sim.books.append({ kind: 'manifest', id, account: account.id, data: {} });
  for (const s of ready)
    sim.books.append({ kind: 'note', id: s.id, account: account.id, data: { batch: asked.batch_id } });
  return jsonAnswer(200, {});
};

/** Links carry their own permission. */
const file = (
  name: string,
  folder: string,
  modelOf: (id: string, sim: SimContext) => Parameters<SimContext['drawLabel']>[0],
): SimRoute => ({
  name,
  method: 'GET',
  path: `/labels/${folder}/:file`,
  effect: 'read',
  handle: refusing(async (request, sim) => {
    const [id = '', format = ''] = (request.params.file ?? '').split('.');
    if (request.query.get('signature') !== 'test') throw new SimRefusal(403, 'forbidden', 'Forbidden');
    const model = modelOf(id.toUpperCase(), sim);
    if (format === 'zpl')
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: await sim.drawLabel(model, 'zpl') };
    return {
      status: 200,
      headers: { 'content-type': 'image/png' },
      body: await labelPng(await sim.drawLabel(model, 'pdf')),
    };
  }, refuse),
});

const ofBatch = (id: string, sim: SimContext): ReturnType<typeof shipments.labelOf> => {
  const [inside] = sim.books.all().filter((e) => e.kind === 'note' && e.data.batch === Number(id));
  if (!inside) throw new SimRefusal(404, 'missing', 'Not found');
  return { ...shipments.labelOf(inside.id, sim), serviceName: `BATCH ${id}`, trackingNumber: `BATCH${id}` };
};

export const simulator = createSimulator({
  slug: 'chit-chats',
  name: 'Chit Chats',
  accounts: [
    { id: 'chit-alpha', name: 'Alpha Test Shop', credentials: { client: '900001', token: 'alpha-access-token-1' } },
    { id: 'chit-beta', name: 'Beta Test Shop', credentials: { client: '900002', token: 'beta-access-token-2' } },
  ],
  routes: [
    // Drafts cost nothing, so losing the answer to one harms nobody.
    route('create shipment', 'POST', '/shipments', 'read', create),
    route('list shipments', 'GET', '/shipments', 'read', list),
    route('count shipments', 'GET', '/shipments/count', 'read', (_r, sim, account) =>
      jsonAnswer(200, { count: shipments.allOf(sim, account).length }),
    ),
    route('add to batch', 'PATCH', '/shipments/add_to_batch', 'effect', addToBatch),
    route('shipment', 'GET', '/shipments/:id', 'read', (r, sim, account) =>
      whole(200, one(r, sim, account).id, sim, account),
    ),
    route('delete shipment', 'DELETE', '/shipments/:id', 'read', discard),
    route('buy', 'PATCH', '/shipments/:id/buy', 'effect', buy),
    route('refund', 'PATCH', '/shipments/:id/refund', 'effect', refund),
    route('create batch', 'POST', '/batches', 'read', createBatch),
    route('batch', 'GET', '/batches/:batch', 'read', (r, sim, account) =>
      jsonAnswer(200, batchJson(r.params.batch ?? '', account, sim)),
    ),
    file('label', 'shipments', shipments.labelOf),
    file('batch label', 'client_batches', ofBatch),
  ],
});
