/** Simulator for Sendcloud: shipping options with prices, announcements, cancellations, returns, pickups, documents, tracking, address checks. */
import { routesBehind, type Work } from '@scanship/simulator-kit/routes';
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
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { checkJson } from './addresses.ts';
import { OPTIONS } from './catalogue.ts';
import { accept, addressRequest, optionsRequest } from './contract.ts';
import { optionsJson } from './options.ts';
import * as pickups from './pickups.ts';
import * as returns from './returns.ts';
import * as shipments from './shipments.ts';

const refuse = (r: SimRefusal): SimAnswer =>
  jsonAnswer(r.status, {
    errors: [
      {
        status: String(r.status),
        code: r.code.toLowerCase(),
        detail: r.message,
        ...(r.field === undefined ? {} : { source: { pointer: r.field } }),
      },
    ],
  });

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const sent = basicAuth(request);
  const account = sim.accounts.find(
    ({ credentials }) => credentials.publicKey === sent?.user && credentials.secretKey === sent?.password,
  );
  if (!account) throw new SimRefusal(401, 'authentication_failed', 'Invalid username/password.');
  return account;
}

const route = routesBehind(signedIn, refuse, '/api/v3');

const contracts: Work = ({ query }) => {
  const carrierCode = query.get('carrier_code');
  return jsonAnswer(200, {
    data: [...new Map(OPTIONS.map((option) => [option.contract, option])).values()]
      .filter(({ carrier }) => carrierCode === null || carrier.code === carrierCode)
      .map(({ contract, carrier }) => ({
        id: contract,
        carrier: { ...carrier },
        client_id: '',
        country: 'NL',
        is_default_per_carrier: true,
        state: 'active',
        type: 'direct',
      })),
  });
};

const announce: Work = (request, sim, account) => {
  const { shipment, isNew } = shipments.announce(jsonBody(request), sim, account);
  return jsonAnswer(isNew ? 201 : 409, { data: shipments.shipmentJson(shipment, sim) });
};

/** Newest first, with a link to the next page. */
const pageOf: Work = ({ query }, sim, account) => {
  const size = Number(query.get('page_size') ?? '40');
  const at = Number(query.get('cursor') ?? '0');
  const since = Date.parse(query.get('announced_after') ?? '1970-01-01T00:00:00Z');
  const all = shipments.allOf(sim, account).filter(({ paid }) => Date.parse(paid.at) >= since);
  if (all.length === 0) throw new SimRefusal(404, 'not_found', 'Not found');
  const data = all.slice(at, at + size).map((shipment) => shipments.shipmentJson(shipment, sim));
  const link = `<${sim.address}/api/v3/shipments?cursor=${at + size}>; rel="next"`;
  return jsonAnswer(200, { data }, all.length > at + size ? { link } : {});
};

const list: Work = (request, sim, account) => {
  const reference = request.query.get('external_reference_id');
  const number = request.query.get('tracking_number');
  if (reference === null && number === null) return pageOf(request, sim, account);
  const found =
    reference === null
      ? shipments.allOf(sim, account).find(({ trackingNumber }) => number === null || trackingNumber === number)
      : shipments.byReference(reference, sim, account);
  if (!found) throw new SimRefusal(404, 'not_found', 'Not found');
  return jsonAnswer(200, { data: [shipments.shipmentJson(found, sim)] });
};

const track: Work = (request, sim, account) => {
  const found = shipments.allOf(sim, account).find(({ trackingNumber }) => trackingNumber === request.params.number);
  return found
    ? jsonAnswer(200, shipments.trackingJson(found, sim))
    : jsonAnswer(404, { detail: 'Parcel does not exist' });
};

const document: Work = async (request, sim, account) => {
  const returned = returns.find(({ parcelId }) => String(parcelId) === request.params.id, sim, account);
  if (returned && request.params.type === 'label')
    return {
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: await sim.drawLabel(returns.modelOf(returned), 'pdf'),
    };
  const shipment = shipments.byParcel(request.params.id ?? '', sim, account);
  const { type } = request.params;
  if (type === 'customs-declaration' && shipments.hasCustomsPapers(shipment))
    return {
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: drawTestPaper(
        'COMMERCIAL INVOICE',
        (shipment.request.parcels[0]?.parcel_items ?? []).map((i) => i.description),
      ),
    };
  if (type !== 'label') throw new SimRefusal(404, 'not_found', 'The document is not available for the parcel.');
  const isZpl = shipment.request.label_details?.mime_type === 'application/zpl';
  return {
    status: 200,
    headers: { 'content-type': isZpl ? 'application/zpl' : 'application/pdf' },
    body: await sim.drawLabel(shipments.modelOf(shipment), isZpl ? 'zpl' : 'pdf'),
  };
};

export const simulator = createSimulator({
  slug: 'sendcloud',
  name: 'Sendcloud',
  accounts: [
    {
      id: 'sendcloud-alpha',
      name: 'Alpha Test Shop',
      credentials: { publicKey: 'alphaSendcloudPublic01', secretKey: 'alphaSendcloudSecret01' },
    },
    {
      id: 'sendcloud-beta',
      name: 'Beta Test Shop',
      credentials: { publicKey: 'betaSendcloudPublic002', secretKey: 'betaSendcloudSecret002' },
    },
  ],
  routes: [
    route('contracts', 'GET', '/contracts', 'read', contracts),
    route('shipping options', 'POST', '/shipping-options', 'read', (request) =>
      jsonAnswer(200, optionsJson(accept(optionsRequest, jsonBody(request)))),
    ),
    route('announce shipment', 'POST', '/shipments/announce', 'effect', announce),
    route('list shipments', 'GET', '/shipments', 'read', list),
    route('shipment', 'GET', '/shipments/:id', 'read', (request, sim, account) =>
      jsonAnswer(200, {
        data: shipments.shipmentJson(shipments.ownShipment(request.params.id ?? '', sim, account), sim),
      }),
    ),
    route('cancel shipment', 'POST', '/shipments/:id/cancel', 'effect', (request, sim, account) => {
      shipments.cancel(shipments.ownShipment(request.params.id ?? '', sim, account), sim);
      return jsonAnswer(202, { data: { status: 'queued', message: 'Shipment cancellation has been queued' } });
    }),
    route('announce return', 'POST', '/returns/announce-synchronously', 'effect', (request, sim, account) =>
      jsonAnswer(201, returns.announce(jsonBody(request), sim, account)),
    ),
    route('return', 'GET', '/returns/:id', 'read', (request, sim, account) =>
      jsonAnswer(200, returns.json(returns.own(request.params.id ?? '', sim, account), sim)),
    ),
    route('cancel return', 'PATCH', '/returns/:id/cancel', 'effect', (request, sim, account) => {
      returns.cancel(returns.own(request.params.id ?? '', sim, account), sim, account);
      return jsonAnswer(202, { message: 'Cancellation requested successfully' });
    }),
    route('book pickup', 'POST', '/pickups', 'effect', (request, sim, account) =>
      jsonAnswer(201, { data: pickups.book(jsonBody(request), sim, account) }),
    ),
    route('list pickups', 'GET', '/pickups', 'read', (request, sim, account) => {
      const { data, next } = pickups.list(request.query.get('cursor'), sim, account);
      const link = `<${sim.address}/api/v3/pickups?cursor=${next ?? ''}>; rel="next"`;
      return jsonAnswer(200, { data }, next === undefined ? {} : { link });
    }),
    route('pickup', 'GET', '/pickups/:id', 'read', (request, sim, account) =>
      jsonAnswer(200, { data: pickups.one(request.params.id ?? '', sim, account) }),
    ),
    route('cancel pickup', 'POST', '/pickups/:id/cancel', 'effect', (request, sim, account) => {
      const { pickup, isQueued } = pickups.cancel(request.params.id ?? '', sim, account);
      return jsonAnswer(isQueued ? 202 : 200, { data: pickup });
    }),
    route('track parcel', 'GET', '/parcels/tracking/:number', 'read', track),
    route('document', 'GET', '/parcels/:id/documents/:type', 'read', document),
    route('check address', 'POST', '/addresses/validate', 'read', (request) =>
      jsonAnswer(200, checkJson(accept(addressRequest, jsonBody(request)).address)),
    ),
  ],
});
