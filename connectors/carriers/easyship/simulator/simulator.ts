/** Simulator for Easyship: rates, shipments and labels, cancellations, tracking, refunds, pickups, manifests, addresses, duties. */
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
} from '@scanship/simulator-kit/simulator';
import { bearerOf } from '@scanship/simulator-kit/tokens';
import { checkJson, dutiesJson } from './answers.ts';
import { SERVICES } from './catalogue.ts';
import { accept, addressRequest, dutiesRequest, ratesRequest } from './contract.ts';
import { courierJson, ratesJson } from './rates.ts';
import * as manifests from './manifests.ts';
import * as pickups from './pickups.ts';
import * as shipments from './shipments.ts';

const refuse = (r: SimRefusal): SimAnswer =>
  jsonAnswer(r.status, {
    error: {
      code: r.code.toLowerCase(),
      details: [r.message],
      message: 'The request body content is not valid.',
      request_id: 'refusal',
      type: 'invalid_request_error',
    },
  });

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const token = bearerOf(request);
  const account = sim.accounts.find(({ credentials }) => credentials.token === token);
  if (!account) throw new SimRefusal(401, 'invalid_token', 'Invalid API token.');
  return account;
}

const route = routesBehind(signedIn, refuse, '/2024-09');

const own = (request: SimRequest, sim: SimContext, account: SimAccount): shipments.Shipment =>
  shipments.ownShipment(request.params.id ?? '', sim, account);

const services: Work = (request) => {
  const country = request.query.get('country_alpha2');
  const all = SERVICES.filter(
    ({ ways }) => country === null || ways.some((way) => (country === 'US' ? way === 'states' : way !== 'states')),
  );
  return jsonAnswer(200, {
    courier_services: all.map((one) => ({
      ...courierJson(one),
      official_name: one.name,
      service_name: one.name,
      country_alpha2: country ?? 'CA',
      active: true,
      supported_incoterms: ['DDU', 'DDP'],
      domestic: one.ways.some((way) => way === 'canada' || way === 'states'),
      international: one.ways.some((way) => way === 'abroad' || way === 'canada-states'),
      accepts: { outbounds: true, prepaid_returns: false, parcels: true },
    })),
    meta: { pagination: { page: 1, next: null, count: all.length }, request_id: 'services' },
  });
};

const PAGE = 100;

const listShipments: Work = async (request, sim, account) => {
  const { query } = request;
  const from = query.get('label_generated_at_from') ?? '';
  const page = Number(query.get('page') ?? '1');
  const size = Math.min(PAGE, Number(query.get('per_page') ?? '20'));
  const onlyCreated = query.get('shipment_state') === 'created';
  const all = shipments
    .withLabels(sim, account)
    .filter(({ voided, paid }) => (!voided || !onlyCreated) && paid !== undefined && paid.at >= from);
  const shown = all.slice((page - 1) * size, page * size);
  const rows = await Promise.all(shown.map((one) => shipments.shipmentJson(one, sim, false)));
  return jsonAnswer(200, {
    shipments: rows.map((row) => row.shipment ?? null),
    meta: {
      pagination: { page, next: all.length > page * size ? page + 1 : null, count: all.length },
      request_id: 'shipments',
    },
  });
};

const trackings: Work = (request, sim, account) => {
  const id = request.query.get('easyship_shipment_id') ?? '';
  const shipment = shipments.ownShipment(id, sim, account);
  return jsonAnswer(200, {
    shipments: [shipments.trackingJson(shipment, sim)],
    meta: { pagination: { page: 1, next: null, count: 1 }, request_id: id },
  });
};

export const simulator = createSimulator({
  slug: 'easyship',
  name: 'Easyship',
  accounts: [
    {
      id: 'easyship-alpha',
      name: 'Alpha Test Shop',
      credentials: { token: 'sand_alphaEasyshipToken0001', category: 'fashion' },
    },
    {
      id: 'easyship-beta',
      name: 'Beta Test Shop',
      credentials: { token: 'sand_betaEasyshipToken00002', category: 'home_decor' },
    },
  ],
  routes: [
    route('account', 'GET', '/account', 'read', (_request, _sim, account) =>
      jsonAnswer(200, { account: { name: account.name, easyship_company_id: 'CCA000001' }, meta: {} }),
    ),
    route('courier services', 'GET', '/courier_services', 'read', services),
    route('rates', 'POST', '/rates', 'read', (request) =>
      jsonAnswer(200, ratesJson(accept(ratesRequest, jsonBody(request)))),
    ),
    // A shipment without a label costs nothing, so losing the answer to one harms nobody.
    route('create shipment', 'POST', '/shipments', 'read', async (request, sim, account) =>
      jsonAnswer(201, await shipments.shipmentJson(shipments.create(jsonBody(request), sim, account), sim, false)),
    ),
    route('list shipments', 'GET', '/shipments', 'read', listShipments),
    route('trackings', 'GET', '/shipments/trackings', 'read', trackings),
    route('shipment', 'GET', '/shipments/:id', 'read', async (request, sim, account) =>
      jsonAnswer(200, await shipments.shipmentJson(own(request, sim, account), sim, true)),
    ),
    route('buy label', 'POST', '/shipments/:id/label', 'effect', async (request, sim, account) => {
      const bought = shipments.buy(own(request, sim, account), jsonBody(request), sim, account);
      return jsonAnswer(201, await shipments.shipmentJson(bought, sim, false));
    }),
    route('cancel shipment', 'POST', '/shipments/:id/cancel', 'effect', (request, sim, account) => {
      shipments.cancel(own(request, sim, account), sim);
      return jsonAnswer(200, { success: { message: 'Shipment successfully cancelled' }, meta: {} });
    }),
    route('transaction records', 'GET', '/shipments/:id/transaction_records', 'read', (request, sim, account) =>
      jsonAnswer(200, shipments.recordsJson(own(request, sim, account), sim)),
    ),
    route('pickup slots', 'GET', '/courier_services/:id/pickup_slots', 'read', (request, sim) =>
      jsonAnswer(200, pickups.slotsJson(request.params.id ?? '', sim)),
    ),
    route('book pickup', 'POST', '/pickups', 'effect', (request, sim, account) =>
      jsonAnswer(201, pickups.book(jsonBody(request), sim, account)),
    ),
    route('list pickups', 'GET', '/pickups', 'read', (request, sim, account) =>
      jsonAnswer(200, pickups.list(request.query.get('shipment_id'), sim, account)),
    ),
    route('pickup', 'GET', '/pickups/:id', 'read', (request, sim, account) =>
      jsonAnswer(200, pickups.pickupJson(request.params.id ?? '', sim, account)),
    ),
    route('cancel pickup', 'POST', '/pickups/:id/cancel', 'effect', (request, sim, account) =>
      jsonAnswer(200, pickups.cancel(request.params.id ?? '', sim, account)),
    ),
    route('create manifest', 'POST', '/manifests', 'effect', (request, sim, account) =>
      jsonAnswer(201, manifests.create(jsonBody(request), sim, account)),
    ),
    route('list manifests', 'GET', '/manifests', 'read', (request, sim, account) =>
      jsonAnswer(200, manifests.list(request.query, sim, account)),
    ),
    route('manifest', 'GET', '/manifests/:id', 'read', (request, sim, account) =>
      jsonAnswer(200, manifests.one(request.params.id ?? '', sim, account)),
    ),
    {
      name: 'manifest file',
      method: 'GET',
      path: '/files/:file',
      effect: 'read',
      handle: refusing(
        (request, sim) => ({
          status: 200,
          headers: { 'content-type': 'application/pdf' },
          body: manifests.file(request.params.file ?? '', sim),
        }),
        refuse,
      ),
    },
    route('check address', 'POST', '/addresses/validations', 'read', (request) =>
      jsonAnswer(200, checkJson(accept(addressRequest, jsonBody(request)))),
    ),
    route('taxes and duties', 'POST', '/taxes_and_duties', 'read', (request) =>
      jsonAnswer(200, dutiesJson(accept(dutiesRequest, jsonBody(request)))),
    ),
  ],
});
