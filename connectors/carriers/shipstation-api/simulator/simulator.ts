/**
 * Simulator for ShipStation API: rates of several carriers at once, labels, voids, tracking, pickups,
 * manifests, address checks.
 */
import type { JsonObject } from '@scanship/domain/values/json';
import { routesBehind, type Work } from '@scanship/simulator-kit/routes';
import {
  createSimulator,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { randomUUID } from 'node:crypto';
import { checkJson } from './addresses.ts';
import { amount, CARRIERS, gramsOf, priceOf, type SimPrice } from './catalogue.ts';
import { accept, addressRequest, manifestRequest, rateRequest } from './contract.ts';
import * as labels from './labels.ts';
import * as pickups from './pickups.ts';

const json = (status: number, value: unknown): SimAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

const refuse = (r: SimRefusal): SimAnswer =>
  json(r.status, {
    request_id: randomUUID(),
    errors: [
      {
        error_source: 'shipengine',
        error_type: r.status === 401 ? 'security' : 'validation',
        error_code: r.code,
        message: r.message,
        ...(r.field === undefined ? {} : { field_name: r.field }),
      },
    ],
  });

function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const account = sim.accounts.find(({ credentials }) => credentials.apiKey === request.headers['api-key']);
  if (!account) throw new SimRefusal(401, 'unauthorized', 'The API key is invalid.');
  return account;
}

const route = routesBehind(signedIn, refuse);

const carriers: Work = () =>
  json(200, {
    carriers: CARRIERS.map((carrier) => ({
      carrier_id: carrier.id,
      carrier_code: carrier.code,
      account_number: `test_account_${carrier.id}`,
      requires_funded_amount: false,
      balance: 0,
      nickname: carrier.name,
      friendly_name: carrier.name,
      primary: false,
      has_multi_package_supporting_services: true,
      supports_label_messages: true,
      services: carrier.services.map((service) => ({
        carrier_id: carrier.id,
        service_code: service.code,
        name: service.name,
        domestic: service.ways.some((way) => way === 'canada' || way === 'states'),
        international: service.ways.some((way) => way === 'abroad' || way === 'canada-states'),
        is_multi_package_supported: true,
      })),
    })),
  });

const rateJson = (p: SimPrice, sim: SimContext): JsonObject => ({
  rate_id: sim.newId('se-'),
  rate_type: 'shipment',
  carrier_id: p.carrier.id,
  shipping_amount: amount(p.shipping, p.currency),
  insurance_amount: amount(p.insurance, p.currency),
  confirmation_amount: amount(p.confirmation, p.currency),
  other_amount: amount(p.other, p.currency),
  zone: 3,
  package_type: 'package',
  delivery_days: p.service.days,
  guaranteed_service: false,
  carrier_delivery_days: String(p.service.days),
  negotiated_rate: false,
  service_type: p.service.name,
  service_code: p.service.code,
  trackable: true,
  carrier_code: p.carrier.code,
  carrier_nickname: p.carrier.name,
  carrier_friendly_name: p.carrier.name,
  validation_status: 'valid',
  warning_messages: [],
  error_messages: [],
});

const rates: Work = (request, sim) => {
  const { shipment, rate_options } = accept(rateRequest, jsonBody(request));
  const asked = CARRIERS.filter(({ id }) => rate_options.carrier_ids.includes(id));
  if (asked.length < rate_options.carrier_ids.length)
    throw new SimRefusal(400, 'carrier_not_connected', 'A carrier is not connected.', 'rate_options.carrier_ids');
  const prices = asked.flatMap((carrier) =>
    carrier.services.flatMap((service) => priceOf(shipment, carrier, service) ?? []),
  );
  const now = sim.now().toISOString();
  return json(200, {
    // The shipment as it was understood stands around its prices.
    ...shipment,
    ship_date: shipment.ship_date ?? now,
    created_at: now,
    modified_at: now,
    shipment_status: 'pending',
    return_to: shipment.return_to ?? shipment.ship_from,
    items: [],
    tags: [],
    tax_identifiers: shipment.tax_identifiers ?? [],
    total_weight: { value: gramsOf(shipment), unit: 'gram' },
    shipment_id: sim.newId('se-'),
    rate_response: {
      rates: prices.map((price) => rateJson(price, sim)),
      invalid_rates: [],
      rate_request_id: sim.newId('se-'),
      shipment_id: sim.newId('se-'),
      created_at: sim.now().toISOString(),
      status: 'completed',
      errors: [],
    },
  });
};

/** The newest first unless it is asked otherwise, 25 a page. */
const listLabels: Work = (request, sim, account) => {
  const { query } = request;
  const size = Number(query.get('page_size') ?? '25');
  const page = Number(query.get('page') ?? '1');
  const since = Date.parse(query.get('created_at_start') ?? '1970-01-01T00:00:00Z');
  const found = labels
    .withNumber(query.get('tracking_number'), sim, account)
    .filter(({ paid }) => Date.parse(paid.at) >= since);
  const sorted = query.get('sort_dir') === 'asc' ? found.toReversed() : found;
  const shown = sorted.slice((page - 1) * size, page * size).map((label) => labels.labelJson(label, sim));
  return json(200, { labels: shown, total: found.length, page, pages: Math.ceil(found.length / size), links: {} });
};

/** Labels on a manifest already cannot be on another; each carrier has its own. */
const closeOut: Work = (request, sim, account) => {
  const { label_ids } = accept(manifestRequest, jsonBody(request));
  const all = label_ids.map((id) => labels.ownLabel(id, sim, account));
  const closed = new Set(manifestsOf(sim, account).flatMap((m) => m.label_ids));
  if (all.some(({ id, voided }) => closed.has(id) || voided))
    throw new SimRefusal(400, 'invalid_status', 'A label is on a manifest already, or voided.', 'label_ids');
  for (const carrier of new Set(all.map((label) => label.request.shipment.carrier_id))) {
    const own = all.filter((label) => label.request.shipment.carrier_id === carrier);
    sim.books.append({
      kind: 'manifest',
      id: sim.newId('se-'),
      account: account.id,
      data: { carrier, labels: own.map(({ id }) => id) },
    });
  }
  return json(200, {
    manifests: manifestsOf(sim, account).filter((m) => m.label_ids.some((id) => label_ids.includes(id))),
  });
};

function manifestsOf(sim: SimContext, account: SimAccount) {
  return sim.books
    .all()
    .filter((e) => e.kind === 'manifest' && e.account === account.id)
    .map((e) => {
      const ids = Array.isArray(e.data.labels)
        ? e.data.labels.filter((id): id is string => typeof id === 'string')
        : [];
      return {
        manifest_id: e.id,
        form_id: e.id,
        created_at: e.at,
        ship_date: e.at,
        shipments: ids.length,
        label_ids: ids,
        carrier_id: typeof e.data.carrier === 'string' ? e.data.carrier : '',
        manifest_download: { href: `${sim.address}/v1/downloads/10/${e.id}/manifest-${e.id}.pdf` },
      };
    });
}

const listManifests: Work = (request, sim, account) => {
  const from = request.query.get('created_at_start');
  const all = manifestsOf(sim, account).filter((m) => from === null || Date.parse(m.created_at) >= Date.parse(from));
  return json(200, { manifests: all, total: all.length, page: 1, pages: 1, links: {} });
};

const downloadFile: Work = async (request, sim, account) => {
  const [, kind = '', id = '', format = ''] =
    /^(label|manifest)-(.+)\.(pdf|zpl)$/.exec(request.params.file ?? '') ?? [];
  if (kind === 'manifest') {
    const made = manifestsOf(sim, account).find((m) => m.manifest_id === id);
    if (!made) throw new SimRefusal(404, 'file_not_found', 'The file was not found.');
    return {
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: drawTestPaper(`MANIFEST ${id}`, made.label_ids),
    };
  }
  if (kind !== 'label' || (format !== 'pdf' && format !== 'zpl'))
    throw new SimRefusal(404, 'file_not_found', 'The file was not found.');
  labels.ownLabel(id, sim, account);
  return {
    status: 200,
    headers: { 'content-type': format === 'pdf' ? 'application/pdf' : 'text/plain' },
    body: await sim.drawLabel(labels.modelOf(id, sim), format),
  };
};

export const simulator = createSimulator({
  slug: 'shipstation-api',
  name: 'ShipStation API',
  accounts: [
    { id: 'shipstation-alpha', name: 'Alpha Test Shop', credentials: { apiKey: 'TEST_alphaShipStationKey0001' } },
    { id: 'shipstation-beta', name: 'Beta Test Shop', credentials: { apiKey: 'TEST_betaShipStationKey00002' } },
  ],
  routes: [
    route('carriers', 'GET', '/v1/carriers', 'read', carriers),
    route('rates', 'POST', '/v1/rates', 'read', rates),
    route('buy label', 'POST', '/v1/labels', 'effect', (request, sim, account) =>
      json(200, labels.labelJson(labels.buy(jsonBody(request), sim, account), sim)),
    ),
    route('list labels', 'GET', '/v1/labels', 'read', listLabels),
    route('label by reference', 'GET', '/v1/labels/external_shipment_id/:reference', 'read', (request, sim, account) =>
      json(200, labels.labelJson(labels.byReference(request.params.reference ?? '', sim, account), sim)),
    ),
    route('label', 'GET', '/v1/labels/:label', 'read', (request, sim, account) =>
      json(200, labels.labelJson(labels.ownLabel(request.params.label ?? '', sim, account), sim)),
    ),
    route('void label', 'PUT', '/v1/labels/:label/void', 'effect', (request, sim, account) =>
      json(200, labels.voidLabel(labels.ownLabel(request.params.label ?? '', sim, account), sim)),
    ),
    route('track label', 'GET', '/v1/labels/:label/track', 'read', (request, sim, account) =>
      json(200, labels.trackingJson(labels.ownLabel(request.params.label ?? '', sim, account), sim)),
    ),
    route('create manifest', 'POST', '/v1/manifests', 'effect', closeOut),
    route('list manifests', 'GET', '/v1/manifests', 'read', listManifests),
    route('book pickup', 'POST', '/v1/pickups', 'effect', (request, sim, account) =>
      json(200, pickups.book(jsonBody(request), sim, account)),
    ),
    route('list pickups', 'GET', '/v1/pickups', 'read', (request, sim, account) =>
      json(200, pickups.list(request.query.get('created_at_start'), sim, account)),
    ),
    route('pickup', 'GET', '/v1/pickups/:pickup', 'read', (request, sim, account) =>
      json(200, pickups.pickupJson(request.params.pickup ?? '', sim, account)),
    ),
    route('cancel pickup', 'DELETE', '/v1/pickups/:pickup', 'effect', (request, sim, account) =>
      json(200, pickups.cancel(request.params.pickup ?? '', sim, account)),
    ),
    route('check address', 'POST', '/v1/addresses/validate', 'read', (request) =>
      json(200, accept(addressRequest, jsonBody(request)).map(checkJson)),
    ),
    route('file', 'GET', '/v1/downloads/:dir/:subdir/:file', 'read', downloadFile),
  ],
});
