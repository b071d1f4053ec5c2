/** Simulator for the GLS Canada API: prices, shipments, labels, deletion before the first scan, tracking, pickups. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import { toGrams } from '@scanship/domain/values/measure';
import type { BookEntry } from '@scanship/simulator-kit/books';
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
import {
  accept,
  type PartyMessage,
  pickupRequest,
  rateRequest,
  shipmentRequest,
  type ShipmentRequestMessage,
} from './contract.ts';
import { pricesOf } from './pricing.ts';

const refuse = (r: SimRefusal): SimAnswer => jsonAnswer(r.status, { Message: r.message });

/** Whose call it is. @throws SimRefusal 401 */
function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const basic = basicAuth(request);
  const account = sim.accounts.find(({ credentials: c }) => c.user === basic?.user && c.password === basic?.password);
  if (!account) throw new SimRefusal(401, '401', 'Authorization has been denied for this request.');
  return account;
}

const route = routesBehind(signedIn, refuse, '/v1');

const ownBilling = (number: string, account: SimAccount): void => {
  if (number !== account.credentials.billing)
    throw new SimRefusal(400, '400', 'The billing account is not one of this user.');
};

const rates: Work = (request, _sim, account) => {
  const body = accept(rateRequest, jsonBody(request));
  ownBilling(body.billing, account);
  const priced = pricesOf(body, body.sender, body.consignee);
  if (!priced) throw new SimRefusal(400, '400', 'No rate for this destination.');
  return jsonAnswer(200, priced.answer);
};

/** Numbers are eleven apart, so that a neighbour's number is nobody's. */
const STEP = 11;

const create: Work = (request, sim, account) => {
  const body = jsonBody(request);
  const wanted = accept(shipmentRequest, body);
  ownBilling(wanted.billingAccount, account);
  if (!pricesOf(wanted, wanted.sender, wanted.consignee))
    throw new SimRefusal(400, '400', 'No service for this destination.');
  const count = sim.books.all().length;
  const id = String(78_852_145 + count);
  const trackingNumber = `W${1_000_005 + count * STEP}`;
  sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    reference: wanted.references?.[0]?.code,
    data: { request: body as JsonObject, trackingNumber },
  });
  return jsonAnswer(201, { ID: id, trackingNumber, parcelTrackingNumbers: [`${trackingNumber}001`] });
};

interface Kept {
  readonly paid: BookEntry;
  readonly number: string;
  readonly request: ShipmentRequestMessage;
}

/** @throws SimRefusal 404, also for what was deleted and what is another's */
function own(sim: SimContext, account: SimAccount, fits: (entry: BookEntry) => boolean): Kept {
  const paid = sim.books.all().find((e) => e.kind === 'paid' && e.account === account.id && fits(e));
  if (!paid || sim.books.byId(paid.id).some((e) => e.kind === 'voided'))
    throw new SimRefusal(404, '404', 'The shipment was not found.');
  const { trackingNumber: number } = paid.data;
  if (typeof number !== 'string') throw new RangeError('a shipment in the books has no number');
  return { paid, number, request: shipmentRequest.parse(paid.data.request) };
}

const byId = (request: SimRequest, sim: SimContext, account: SimAccount): Kept =>
  own(sim, account, ({ id }) => id === request.params.id);

function story({ paid, request: r }: Kept, sim: SimContext): ReturnType<typeof storyOf> {
  const days = pricesOf(r, r.sender, r.consignee)?.days ?? 3;
  return storyOf(new Date(paid.at), sim.now(), days, false, { from: r.sender.city, to: r.consignee.city });
}

/** Only the code and words of a delivery are GLS Canada's own; the others are the simulator's. */
const EVENTS: Readonly<Record<StoryEvent, readonly [code: string, words: string]>> = {
  created: ['CR', 'Label created'],
  accepted: ['PU', 'Picked up'],
  departed: ['DP', 'In transit'],
  customs: ['CU', 'Customs clearance'],
  out: ['OD', 'Out for delivery'],
  delivered: ['DL', 'Delivered'],
};

const tracking: Work = (request, sim, account) => {
  const kept = own(sim, account, ({ data }) => data.trackingNumber === request.params.number);
  const told = story(kept, sim);
  const { request: r } = kept;
  const delivered = told.find(({ event }) => event === 'delivered');
  return jsonAnswer(200, {
    id: kept.paid.id,
    trackingNumber: kept.number,
    isAuthorized: true,
    category: r.category,
    deliveryType: r.deliveryType,
    activities: told.map(({ event, at, place }) => ({
      activityDate: `${at.toISOString().slice(0, 19)}Z`,
      createDate: `${at.toISOString().slice(0, 19)}Z`,
      status: EVENTS[event][1],
      code: EVENTS[event][0],
      terminal: place.slice(0, 3).toUpperCase(),
    })),
    activityImages: delivered
      ? [
          {
            imageDate: `${delivered.at.toISOString().slice(0, 19)}Z`,
            url: 'https://example.test/proof',
            clientName: r.consignee.contact.fullName,
            imageType: 'POD',
          },
        ]
      : [],
  });
};

const remove: Work = (request, sim, account) => {
  const kept = byId(request, sim, account);
  if (story(kept, sim).length > 1) throw new SimRefusal(409, '409', 'The shipment was picked up.');
  const { id, reference } = kept.paid;
  sim.books.append({ kind: 'voided', id, account: account.id, reference, data: {} });
  return { status: 200 };
};

function labelOf({ number, request: r }: Kept): LabelModel {
  const party = (a: PartyMessage): LabelModel['to'] => ({
    name: a.contact.fullName,
    companyName: a.customerName === a.contact.fullName ? undefined : a.customerName,
    address1: a.addressLine1,
    address2: a.addressLine2,
    city: a.city,
    provinceCode: a.provinceCode,
    zipcode: a.postalCode,
    countryCode: a.countryCode,
  });
  const unit = r.unitOfMeasurement.startsWith('K') ? 'kg' : 'lb';
  return {
    carrierName: 'GLS',
    serviceName: r.deliveryType === 'AIR' ? 'AIR' : 'GROUND',
    trackingNumber: number,
    from: party(r.sender),
    to: party(r.consignee),
    weightGrams: r.parcels.reduce((sum, parcel) => sum + toGrams(parcel.weight, unit), 0),
    shipDate: '',
    parcelNumber: 1,
    parcelCount: 1,
    references: r.references?.map(({ code }) => code) ?? [],
    test: true,
  };
}

const label: Work = async (request, sim, account) => {
  const kept = byId(request, sim, account);
  if (!/\bapplication\/pdf\b/.test(request.headers.accept ?? ''))
    throw new SimRefusal(406, '406', 'The label is not available in this media type.');
  const shipDate = kept.paid.at.slice(0, 10);
  return {
    status: 200,
    headers: { 'content-type': 'application/pdf' },
    body: await sim.drawLabel({ ...labelOf(kept), shipDate }, 'pdf'),
  };
};

const bookPickup: Work = (request, sim, account) => {
  const body = jsonBody(request);
  const wanted = accept(pickupRequest, body);
  const day = (ahead: number): string => new Date(sim.now().getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
  const weekday = new Date(`${wanted.date}T12:00:00Z`).getUTCDay();
  if (wanted.date < day(-1) || weekday === 0 || weekday === 6)
    throw new SimRefusal(400, '400', 'The pickup date is not valid.');
  const id = String(56_400 + sim.books.all().length);
  sim.books.append({ kind: 'pickup', id, account: account.id, data: body as JsonObject });
  return jsonAnswer(201, { ID: id });
};

const account = (id: string, name: string, user: string, password: string, billing: string): SimAccount => ({
  id,
  name,
  credentials: { user, password, billing },
});

export const simulator = createSimulator({
  slug: 'gls-canada',
  name: 'GLS Canada',
  accounts: [
    account('gls-canada-alpha', 'Alpha Test Shop', 'alpha@example.test', 'gls-canada-alpha-1', '300081'),
    account('gls-canada-beta', 'Beta Test Shop', 'beta@example.test', 'gls-canada-beta-2', '300082'),
  ],
  routes: [
    route('rate', 'POST', '/rate', 'read', rates),
    route('create shipment', 'POST', '/shipment', 'effect', create),
    route('label', 'GET', '/shipment/label/:id', 'read', label),
    route('delete shipment', 'DELETE', '/shipment/:id', 'effect', remove),
    route('tracking', 'GET', '/tracking/:number', 'read', tracking),
    route('book pickup', 'POST', '/pickup', 'effect', bookPickup),
  ],
});
