/** Simulator for the Nationex API: prices, shipments, labels, deletion before the first scan, tracking with a picture. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import { toGrams } from '@scanship/domain/values/measure';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { labelPng } from '@scanship/simulator-kit/label-png';
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
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { accept, rateRequest, shipmentRequest, type ShipmentRequestMessage } from './contract.ts';
import { pricesOf } from './pricing.ts';

const refuse = (r: SimRefusal): SimAnswer => jsonAnswer(r.status, { code: r.status, message: r.message });

/** Whose call it is. @throws SimRefusal 401 */
function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const basic = basicAuth(request);
  const account = sim.accounts.find(({ credentials: c }) => c.customer === basic?.user && c.key === basic?.password);
  if (!account) throw new SimRefusal(401, '401', 'Unauthorized');
  return account;
}

const route = routesBehind(signedIn, refuse, '/api/v4');

const ownCustomer = (body: { readonly CustomerId: number }, account: SimAccount): void => {
  if (String(body.CustomerId) !== account.credentials.customer)
    throw new SimRefusal(403, '403', 'CustomerId does not match the credentials');
};

const rates: Work = (request, _sim, account) => {
  const body = accept(rateRequest, jsonBody(request));
  ownCustomer(body, account);
  const priced = pricesOf(body, body.SourcePostalCode, body.DestinationPostalCode);
  if (!priced) throw new SimRefusal(400, '400', 'No rate for this destination');
  return jsonAnswer(200, priced.answer);
};

/** Shipments have nine digits; the first is far from zero, so that none looks like another's parcel. */
const FIRST = 501_812_345;

const create: Work = (request, sim, account) => {
  const body = jsonBody(request);
  const wanted = accept(shipmentRequest, body);
  ownCustomer(wanted, account);
  const priced = pricesOf(wanted, wanted.Sender.PostalCode, wanted.Destination.PostalCode);
  if (!priced) throw new SimRefusal(400, '400', 'No service for this destination');
  const id = String(FIRST + sim.books.all().length);
  sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    reference: wanted.ReferenceNumber,
    data: body as JsonObject,
  });
  return jsonAnswer(200, {
    ShipmentId: Number(id),
    ConsolId: Number(id) - 800,
    BillingAccount: wanted.BillingAccount ?? wanted.CustomerId,
    ParcelIds: [`${id}01`],
    Barcodes: [`${id}010`],
    RatesDetail: priced.answer,
  });
};

interface Kept {
  readonly id: string;
  readonly paid: BookEntry;
  readonly request: ShipmentRequestMessage;
}

/** @throws SimRefusal 404, also for what was deleted */
function own(request: SimRequest, sim: SimContext, account: SimAccount): Kept {
  const id = request.params.id ?? '';
  const entries = sim.books.byId(id).filter((e) => e.account === account.id);
  const paid = entries.find((e) => e.kind === 'paid');
  if (!paid || entries.some((e) => e.kind === 'voided'))
    throw new SimRefusal(404, '404', `ShipmentId ${id} does not exist`);
  return { id, paid, request: shipmentRequest.parse(paid.data) };
}

function story({ paid, request: r }: Kept, sim: SimContext): ReturnType<typeof storyOf> {
  const days = pricesOf(r, r.Sender.PostalCode, r.Destination.PostalCode)?.days ?? 3;
  const places = { from: r.Sender.City ?? '', to: r.Destination.City ?? '' };
  return storyOf(new Date(paid.at), sim.now(), days, false, places);
}

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string, string]>> = {
  created: ['DataReceived', 'Données reçues', 'Data received'],
  accepted: ['Pickup', 'Ramassage', 'Picked up'],
  departed: ['Transit', 'En transit', 'In transit'],
  customs: ['Transit', 'En transit', 'In transit'],
  out: ['OutForDelivery', 'En livraison', 'Out for delivery'],
  delivered: ['Delivered', 'Livré', 'Delivered'],
};

function labelOf({ id, request: r }: Kept): LabelModel {
  const party = (a: typeof r.Sender): LabelModel['to'] => ({
    name: a.Contact,
    companyName: a.AccountName,
    address1: a.Address1,
    address2: a.Address2,
    city: a.City ?? '',
    provinceCode: a.ProvinceState,
    zipcode: a.PostalCode,
    countryCode: 'CA',
  });
  return {
    carrierName: 'NATIONEX',
    serviceName: 'DELIVERY',
    trackingNumber: `${id}01`,
    from: party(r.Sender),
    to: party(r.Destination),
    weightGrams: toGrams(r.TotalWeight, r.UnitsOfMeasurement === 'LI' ? 'lb' : 'kg'),
    shipDate: r.ExpeditionDate,
    parcelNumber: 1,
    parcelCount: 1,
    references: [r.ReferenceNumber ?? ''],
    test: true,
  };
}

const shipment: Work = async (request, sim, account) => {
  const kept = own(request, sim, account);
  const { id, request: r } = kept;
  const told = story(kept, sim);
  const last = told.at(-1)?.event ?? 'created';
  const delivered = last === 'delivered';
  const [status, fr, en] = EVENTS[last];
  const estimated = pricesOf(r, r.Sender.PostalCode, r.Destination.PostalCode)?.answer.EstimatedDeliveryDate;
  const picture = delivered ? await labelPng(await sim.drawLabel(labelOf(kept), 'pdf'), 72) : undefined;
  return jsonAnswer(200, {
    CustomerId: r.CustomerId,
    ShipmentId: Number(id),
    ExpeditionDate: r.ExpeditionDate,
    TotalParcels: 1,
    TotalWeight: r.TotalWeight,
    ShipmentStatus: last === 'created' ? 'Creation' : status,
    ShipmentStatusFr: fr,
    ShipmentStatusEn: en,
    StatusHistories: told.map((e) => ({
      ShipmentStatus: EVENTS[e.event][0],
      ShipmentStatusFr: EVENTS[e.event][1],
      ShipmentStatusEn: EVENTS[e.event][2],
      StatusDate: `${e.at.toISOString().slice(0, 19)}Z`,
      LastLocation: e.place,
    })),
    ReferenceNumber: r.ReferenceNumber ?? '',
    Parcels: [{ ParcelId: Number(`${id}01`), ParcelNumber: 1, Status: status, EstimatedDeliveryDate: estimated ?? '' }],
    IsScanned: told.length > 1,
    Photos: picture ? [{ Id: 18_840_452, Data: Buffer.from(picture).toString('base64') }] : [],
  });
};

const remove: Work = (request, sim, account) => {
  const kept = own(request, sim, account);
  if (story(kept, sim).length > 1) throw new SimRefusal(409, '409', 'The shipment was scanned');
  sim.books.append({ kind: 'voided', id: kept.id, account: account.id, reference: kept.paid.reference, data: {} });
  return jsonAnswer(200, {});
};

const label: Work = async (request, sim, account) => {
  const kept = own(request, sim, account);
  if (request.query.get('type') !== 'PDF' || request.query.get('format') !== '4x6')
    throw new SimRefusal(400, '400', 'type and format are not valid');
  return {
    status: 200,
    headers: { 'content-type': 'application/pdf' },
    body: await sim.drawLabel(labelOf(kept), 'pdf'),
  };
};

export const simulator = createSimulator({
  slug: 'nationex',
  name: 'Nationex',
  accounts: [
    { id: 'nationex-alpha', name: 'Alpha Test Shop', credentials: { customer: '113300', key: 'nationex-alpha-key-1' } },
    { id: 'nationex-beta', name: 'Beta Test Shop', credentials: { customer: '113301', key: 'nationex-beta-key-2' } },
  ],
  routes: [
    route('rates', 'POST', '/Customers/:customer/rates', 'read', rates),
    route('create shipment', 'POST', '/Shipments', 'effect', create),
    route('shipment', 'GET', '/Shipments/:id', 'read', shipment),
    route('delete shipment', 'DELETE', '/Shipments/:id', 'effect', remove),
    route('labels', 'GET', '/Shipments/:id/labels', 'read', label),
  ],
});
