/**
 * Simulator for the EasyPost API: shipments with rates of several carriers, labels, refunds, trackers, SCAN
 * forms, addresses, pickups, insurance and claims, webhooks.
 */
import { routesBehind, type Work } from '@scanship/simulator-kit/routes';
import {
  basicAuth,
  createSimulator,
  jsonBody,
  refusing,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import * as claims from './claims.ts';
import { accept, addressRequest, scanRequest } from './contract.ts';
import * as pickups from './pickups.ts';
import * as shipments from './shipments.ts';
import * as webhooks from './webhooks.ts';

const json = (status: number, value: unknown): SimAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

const refuse = (r: SimRefusal): SimAnswer =>
  json(r.status, {
    error: {
      code: r.code,
      message: r.message,
      errors: r.field === undefined ? [] : [{ field: r.field, message: r.message }],
    },
  });

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const key = basicAuth(request)?.user;
  const account = sim.accounts.find(({ credentials }) => credentials.apiKey === key);
  if (!account) throw new SimRefusal(401, 'APIKEY.INVALID', 'This API key is not valid.');
  return account;
}

const route = routesBehind(signedIn, refuse);

const one = (request: SimRequest, sim: SimContext, account: SimAccount): shipments.Kept =>
  shipments.own(request.params.id ?? '', sim, account);
const whole = (status: number, id: string, sim: SimContext, account: SimAccount): SimAnswer =>
  json(status, shipments.shipmentJson(shipments.own(id, sim, account), sim));

const buy: Work = (request, sim, account) => {
  const kept = one(request, sim, account);
  shipments.buy(kept, jsonBody(request), sim);
  return whole(200, kept.id, sim, account);
};

const refund: Work = (request, sim, account) => {
  const kept = one(request, sim, account);
  shipments.refund(kept, sim);
  return whole(200, kept.id, sim, account);
};

const trackers: Work = (request, sim, account) => {
  const number = request.query.get('tracking_code');
  const found = shipments.withNumber(number, sim, account);
  return json(200, { trackers: found.slice(0, 5).map((kept) => shipments.trackerJson(kept, sim)), has_more: false });
};

const scanForm: Work = (request, sim, account) => {
  const { scan_form } = accept(scanRequest, jsonBody(request));
  const form = shipments.scan(
    scan_form.shipments.map(({ id }) => id),
    sim,
    account,
  );
  return json(201, shipments.formJson(form, sim));
};

/** Streets the simulator knows: numbers below 1000; a slip in "STRET" is put right. */
const address: Work = (request, sim) => {
  const { address: asked, verify } = accept(addressRequest, jsonBody(request));
  const number = Number(/^\d+/.exec(asked.street1)?.[0] ?? '0');
  const success = number >= 1 && number <= 999;
  const found = success
    ? { ...asked, street1: asked.street1.toUpperCase().replace(/\bSTRET\b/, 'STREET'), city: asked.city.toUpperCase() }
    : asked;
  const errors = success
    ? []
    : [{ code: 'E.ADDRESS.NOT_FOUND', field: 'address', message: 'Address not found', suggestion: null }];
  return json(201, {
    id: `adr_${sim.newId('')}`,
    object: 'Address',
    ...found,
    residential: success ? true : null,
    verifications: verify === true ? { delivery: { success, errors, details: {} } } : {},
  });
};

/** Files lie behind public links. */
const file = (
  name: string,
  folder: string,
  draw: (id: string, format: string, sim: SimContext) => SimAnswer | Promise<SimAnswer>,
): SimRoute => ({
  name,
  method: 'GET',
  path: `/files/${folder}/:file`,
  effect: 'read',
  handle: refusing((request, sim) => {
    const [id = '', format = ''] = (request.params.file ?? '').split('.');
    return draw(id, format, sim);
  }, refuse),
});

export const simulator = createSimulator({
  slug: 'easypost',
  name: 'EasyPost',
  accounts: [
    { id: 'easypost-alpha', name: 'Alpha Test Shop', credentials: { apiKey: 'EZTKalphaEasyPostKey0001' } },
    { id: 'easypost-beta', name: 'Beta Test Shop', credentials: { apiKey: 'EZTKbetaEasyPostKey00002' } },
  ],
  routes: [
    // A shipment without a label costs nothing, so losing the answer to one harms nobody.
    route('create shipment', 'POST', '/v2/shipments', 'read', (request, sim, account) =>
      whole(201, shipments.create(jsonBody(request), sim, account).id, sim, account),
    ),
    route('list shipments', 'GET', '/v2/shipments', 'read', (request, sim, account) =>
      json(200, shipments.list(request.query, sim, account)),
    ),
    route('shipment', 'GET', '/v2/shipments/:id', 'read', (request, sim, account) =>
      whole(200, one(request, sim, account).id, sim, account),
    ),
    route('buy label', 'POST', '/v2/shipments/:id/buy', 'effect', buy),
    route('refund label', 'POST', '/v2/shipments/:id/refund', 'effect', refund),
    route('trackers', 'GET', '/v2/trackers', 'read', trackers),
    route('scan form', 'POST', '/v2/scan_forms', 'effect', scanForm),
    route('address', 'POST', '/v2/addresses', 'read', address),
    // A batch and a pickup that was not bought cost nothing either.
    route('create batch', 'POST', '/v2/batches', 'read', (request, sim, account) =>
      json(201, pickups.createBatch(jsonBody(request), sim, account)),
    ),
    route('batch', 'GET', '/v2/batches/:id', 'read', (request, sim, account) =>
      json(200, pickups.batchJson(request.params.id ?? '', 'purchased', sim, account)),
    ),
    route('create pickup', 'POST', '/v2/pickups', 'read', (request, sim, account) =>
      json(201, pickups.create(jsonBody(request), sim, account)),
    ),
    route('pickup', 'GET', '/v2/pickups/:id', 'read', (request, sim, account) =>
      json(200, pickups.pickupJson(request.params.id ?? '', sim, account)),
    ),
    route('buy pickup', 'POST', '/v2/pickups/:id/buy', 'effect', (request, sim, account) =>
      json(200, pickups.buy(request.params.id ?? '', jsonBody(request), sim, account)),
    ),
    route('cancel pickup', 'POST', '/v2/pickups/:id/cancel', 'effect', (request, sim, account) =>
      json(200, pickups.cancel(request.params.id ?? '', sim, account)),
    ),
    route('insure', 'POST', '/v2/shipments/:id/insure', 'effect', (request, sim, account) => {
      const kept = one(request, sim, account);
      claims.insure(kept, jsonBody(request), sim);
      return whole(200, kept.id, sim, account);
    }),
    route('create claim', 'POST', '/v2/claims', 'effect', (request, sim, account) =>
      json(201, claims.create(jsonBody(request), sim, account)),
    ),
    route('claims', 'GET', '/v2/claims', 'read', (request, sim, account) =>
      json(200, claims.list(request.query, sim, account)),
    ),
    route('claim', 'GET', '/v2/claims/:id', 'read', (request, sim, account) =>
      json(200, claims.one(request.params.id ?? '', sim, account)),
    ),
    route('webhooks', 'GET', '/v2/webhooks', 'read', (_request, sim, account) =>
      json(200, { webhooks: webhooks.allOf(sim, account) }),
    ),
    route('create webhook', 'POST', '/v2/webhooks', 'read', (request, sim, account) =>
      json(201, webhooks.create(jsonBody(request), sim, account)),
    ),
    route('change webhook', 'PATCH', '/v2/webhooks/:id', 'read', (request, sim, account) =>
      json(200, webhooks.change(request.params.id ?? '', jsonBody(request), sim, account)),
    ),
    file('label', 'postage_label', async (id, format, sim) => {
      if (format !== 'pdf' && format !== 'zpl') throw new SimRefusal(404, 'NOT_FOUND', 'There is no such file.');
      return {
        status: 200,
        headers: { 'content-type': format === 'pdf' ? 'application/pdf' : 'text/plain' },
        body: await sim.drawLabel(shipments.modelOf(id, sim), format),
      };
    }),
    file('scan form file', 'scan_form', (id) => ({
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: drawTestPaper(`SCAN FORM ${id}`, []),
    })),
  ],
  push: webhooks.push,
});
