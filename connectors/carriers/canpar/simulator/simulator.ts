/** Simulator for Canpar's three SOAP services: user and password in the body, errors in answers with status 200. */
import {
  createSimulator,
  refusing,
  type SimAccount,
  type SimContext,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { child, element, textOf } from '@scanship/simulator-kit/xml-message';
import { search } from './addresses.ts';
import * as pickups from './pickups.ts';
import { CODES, priceOf } from './pricing.ts';
import { checkShipment } from './rules.ts';
import { shipmentXml } from './shipment-xml.ts';
import * as shipments from './shipments.ts';
import { track } from './tracking.ts';
import { answer, error, fault, method, opened, ownNumber, refuse, signedIn } from './wire.ts';

const NAMESPACES = {
  CanparRatingService: 'http://ws.onlinerating.canshipws.canpar.com',
  CanshipBusinessService: 'http://ws.business.canshipws.canpar.com',
  CanparAddonsService: 'http://ws.canparaddons.canpar.com',
} as const;
type Service = keyof typeof NAMESPACES;

type Work = (request: unknown, sim: SimContext, account: SimAccount) => string[] | Promise<string[]>;
interface Options {
  /** Anybody may ask. */
  readonly open?: boolean;
}

const NOBODY: SimAccount = { id: '', name: '', credentials: {} };

const route = (
  service: Service,
  name: string,
  effect: SimRoute['effect'],
  work: Work,
  options: Options = {},
): SimRoute => ({
  name,
  method: 'POST',
  path: `/canshipws/services/${service}`,
  effect,
  when: (request) => method(request) === name,
  handle: refusing(
    async (request, sim) => {
      const content = opened(request, name);
      const account = options.open === true ? NOBODY : signedIn(content, sim);
      return answer(NAMESPACES[service], name, [], await work(content, sim, account));
    },
    (r) => (r.status === 200 ? error(NAMESPACES[service], name, r.message) : fault(r.code, r.message)),
  ),
});

const rated = (shipment: unknown, account: SimAccount): void => {
  ownNumber(account, textOf(shipment, 'shipper_num'));
  checkShipment(shipment, false);
};

const rateShipment: Work = (request, _sim, account) => {
  const shipment = child(request, 'shipment');
  rated(shipment, account);
  const price = shipments.priced(shipment, textOf(shipment, 'service_type') || '1');
  return [element('processShipmentResult', [shipmentXml('shipment', shipment, price)])];
};

const rateAll: Work = (request, _sim, account) => {
  const shipment = child(request, 'shipment');
  rated(shipment, account);
  const found = CODES.flatMap((code) => priceOf(shipment, code) ?? []);
  if (found.length === 0) throw refuse('NO SERVICE IS AVAILABLE FOR THE SHIPMENT');
  return found.map((price) => element('processShipmentResult', [shipmentXml('shipment', shipment, price)]));
};

const profile: Work = (request, _sim, account) => {
  ownNumber(account, textOf(request, 'shipper_num'));
  return [
    element('profile', [
      element('address', [element('city', 'TORONTO'), element('country', 'CA'), element('name', account.name)]),
      element('credit_cancelled', 'false'),
      element('pickup_allowed', 'true'),
      ...CODES.map((code) =>
        element('services', [
          element('dg_allowed', String(code === '1')),
          element('max_num_of_pieces', 99),
          element('max_weight_per_piece', { '1': 150, '2': 70, H: 70 }[code] ?? 75),
          element('type', code),
        ]),
      ),
      element('shipper_num', account.credentials.shipper ?? ''),
      element('weight_unit', 'L'),
    ]),
  ];
};

const rating = 'CanparRatingService';
const business = 'CanshipBusinessService';
const addons = 'CanparAddonsService';

export const simulator = createSimulator({
  slug: 'canpar',
  name: 'Canpar Express',
  accounts: [
    {
      id: 'canpar-alpha',
      name: 'Alpha Test Shop',
      credentials: { user: 'alpha@example.test', password: 'alpha-canship-1', shipper: '41000001' },
    },
    {
      id: 'canpar-beta',
      name: 'Beta Test Shop',
      credentials: { user: 'beta@example.test', password: 'beta-canship-2', shipper: '41000002' },
    },
  ],
  routes: [
    route(rating, 'rateShipment', 'read', rateShipment),
    route(rating, 'rateShipmentAllServices', 'read', rateAll),
    route(rating, 'getProfile', 'read', profile),
    route(rating, 'searchCanadaPost', 'read', search),
    route(business, 'processShipment', 'effect', shipments.process),
    route(business, 'getLabelsAdvanced', 'read', shipments.labels),
    route(business, 'getProforma', 'read', shipments.proforma),
    route(business, 'voidShipment', 'effect', shipments.voidShipment),
    route(business, 'searchShipmentsByReference', 'read', shipments.byReference),
    route(business, 'searchShipmentsByManifestNum', 'read', shipments.byManifest),
    route(business, 'getLastManifestNumber', 'read', shipments.lastManifest),
    route(business, 'endOfDay', 'effect', shipments.endOfDay),
    route(business, 'getManifest', 'read', shipments.manifestPaper),
    route(addons, 'trackByBarcodeV2', 'read', track, { open: true }),
    route(addons, 'getCutoffTime', 'read', pickups.cutoff, { open: true }),
    route(addons, 'schedulePickupV2', 'effect', pickups.schedule),
    route(addons, 'cancelPickup', 'effect', pickups.cancel),
    route(addons, 'searchPickupByIdV2', 'read', pickups.byId),
    route(addons, 'searchPickupByPickupDateV2', 'read', pickups.byDate),
  ],
});
