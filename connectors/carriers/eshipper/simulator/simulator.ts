/** Simulator for the eShipper API: sign-in, prices, labels in the answer, cancellation by order, events by number. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { carrierNumber } from '@scanship/simulator-kit/carrier-numbers';
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
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { bearerOf, createTokens } from '@scanship/simulator-kit/tokens';
import { accept, cancelRequest, shipmentRequest, type ShipmentRequestMessage } from './contract.ts';
import { gramsOf, quotesOf, type Sold } from './pricing.ts';

const LIFETIME_S = 900;
const tokens = createTokens(LIFETIME_S);

const refuse = (r: SimRefusal): SimAnswer =>
  jsonAnswer(r.status, {
    status: r.status,
    title: 'Warn',
    type: 'Success',
    message: r.field === undefined ? r.message : 'The request is not valid',
    code: r.code,
    ...(r.field === undefined ? {} : { fieldErrors: [{ objectName: 'request', field: r.field, message: r.message }] }),
  });

/** Whose call it is. @throws SimRefusal 401 */
function signedIn(request: SimRequest, sim: SimContext): SimAccount {
  const account = tokens.holderOf(bearerOf(request), sim);
  if (!account) throw new SimRefusal(401, 'ERR_UNAUTHORIZED', 'Unauthorized');
  return account;
}

const route = routesBehind(signedIn, refuse, '/api/v2');

const signIn: SimRoute = {
  name: 'authenticate',
  method: 'POST',
  path: '/api/v2/authenticate',
  effect: 'auth',
  handle: refusing((request, sim) => {
    const body = jsonBody(request) as { principal?: unknown; credential?: unknown };
    const account = sim.accounts.find(
      ({ credentials: c }) => c.principal === body.principal && c.credential === body.credential,
    );
    if (!account) throw new SimRefusal(401, 'ERR_BAD_CREDENTIALS', 'Bad credentials');
    const token = tokens.issue(account, sim);
    return jsonAnswer(200, { token, expires_in: LIFETIME_S, refresh_token: 'none', refresh_expires_in: LIFETIME_S });
  }, refuse),
};

interface Kept {
  readonly id: string;
  readonly request: ShipmentRequestMessage;
  readonly paid: BookEntry;
  readonly sold: Sold;
  readonly number: string;
}

/** A carrier gives each reseller numbers of its own, and Freightcom's simulator begins at 1. */
const FIRST_SERIAL = 50_000_000;

function keptOf(paid: BookEntry): Kept {
  const request = shipmentRequest.parse(paid.data);
  const [sold] = quotesOf(request);
  if (!sold) throw new RangeError('a shipment was booked that is not sold');
  return { id: paid.id, request, paid, sold, number: carrierNumber(sold.carrier, FIRST_SERIAL + paid.seq) };
}
const bought = (sim: SimContext, account: SimAccount): readonly Kept[] =>
  sim.books
    .all()
    .filter((e) => e.kind === 'paid' && e.account === account.id)
    .map(keptOf);
const story = ({ paid, sold, request: r }: Kept, sim: SimContext): ReturnType<typeof storyOf> =>
  storyOf(new Date(paid.at), sim.now(), sold.days, r.from.country !== r.to.country, {
    from: `${r.from.city}, ${r.from.province}, ${r.from.country}`,
    to: `${r.to.city}, ${r.to.province}, ${r.to.country}`,
  });

function labelOf({ request: r, number, sold }: Kept): LabelModel {
  const party = (a: typeof r.from): LabelModel['to'] => ({
    name: a.attention,
    companyName: a.company,
    address1: a.address1,
    address2: a.address2,
    city: a.city,
    provinceCode: a.province,
    zipcode: a.zip,
    countryCode: a.country,
  });
  return {
    carrierName: 'ESHIPPER',
    serviceName: `${sold.carrier} ${sold.id}`.toUpperCase(),
    trackingNumber: number,
    from: party(r.from),
    to: party(r.to),
    weightGrams: r.packages.packages.reduce((sum, p) => sum + gramsOf(p), 0),
    shipDate: r.scheduledShipDate.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [r.reference1 ?? ''],
    test: true,
  };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

async function shipmentJson(kept: Kept, sim: SimContext): Promise<JsonObject> {
  const { id, request: r, sold, number } = kept;
  const goods = r.customsInformation?.items.item.map((i) => `${i.quantity} x ${i.description} (${i.originCountry})`);
  return {
    order: { id, message: '' },
    carrier: { carrierName: sold.quote.carrierName ?? '', serviceName: sold.quote.serviceName ?? '' },
    reference: { code: r.reference1 ?? null, name: 'reference1' },
    packages: [{ trackingNumber: number }],
    trackingNumber: number,
    trackingUrl: `https://www.example.com/track?number=${number}`,
    labelData: { label: [{ type: 'pdf', data: base64(await sim.drawLabel(labelOf(kept), 'pdf')) }] },
    customsInvoice: goods ? { type: 'pdf', data: base64(drawTestPaper('Commercial invoice', goods)) } : null,
    packingSlip: null,
    pickup: null,
    quote: sold.quote,
  };
}

const buy: Work = (request, sim, account) => {
  const body = jsonBody(request);
  const wanted = accept(shipmentRequest, body);
  if (wanted.serviceId === undefined) throw new SimRefusal(400, 'ERR_VALIDATION', 'is required', 'serviceId');
  if (quotesOf(wanted).length === 0) throw new SimRefusal(400, 'ERR_VALIDATION', 'is not available', 'serviceId');
  const id = String(8_000_000_012_345 + sim.books.all().length);
  sim.books.append({ kind: 'paid', id, account: account.id, reference: wanted.reference1, data: body as JsonObject });
  return jsonAnswer(200, { order: { id, message: '' } });
};

const shipment: Work = async (request, sim, account) => {
  const kept = bought(sim, account).find(({ id }) => id === request.params.id);
  if (!kept) throw new SimRefusal(400, 'ERR_SHIPMENT_NOT_FOUND', 'Shipment for provided identifier not found');
  return jsonAnswer(200, await shipmentJson(kept, sim));
};

const cancel: Work = (request, sim, account) => {
  const { orderId } = accept(cancelRequest, jsonBody(request)).order;
  const kept = bought(sim, account).find(({ id }) => id === orderId);
  if (!kept) throw new SimRefusal(400, 'ERR_SHIPMENT_NOT_FOUND', 'Shipment for provided identifier not found');
  const say = (message: string): SimAnswer =>
    jsonAnswer(200, { order: [{ trackingId: kept.number, orderId, message }] });
  if (sim.books.byId(orderId).some((e) => e.kind === 'voided')) return say('Error: order is cancelled already');
  if (story(kept, sim).length > 1) return say('Error: order is on its way');
  sim.books.append({ kind: 'voided', id: orderId, account: account.id, reference: kept.paid.reference, data: {} });
  return say('Order cancelled');
};

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string]>> = {
  created: ['label_generated', 'Shipping label created'],
  accepted: ['in_transit', 'Picked up'],
  departed: ['in_transit', 'Departed sort facility'],
  customs: ['in_transit', 'Customs clearance completed'],
  out: ['out_for_delivery', 'Out for delivery'],
  delivered: ['delivered', 'Delivered'],
};

const events: Work = (request, sim, account) => {
  const number = request.query.get('trackingNumbers');
  const found = bought(sim, account)
    .filter((kept) => kept.number === number)
    .map((kept) => ({
      trackingNumber: kept.number,
      orderId: kept.id,
      carrierName: kept.sold.quote.carrierName,
      expectedDeliveryDate: `${new Date(Date.parse(kept.paid.at) + kept.sold.days * 86_400_000).toISOString().slice(0, 10)} 17:00:00`,
      event: story(kept, sim).map((e) => {
        const at = e.at.toISOString().slice(0, 19).replace('T', ' ');
        return {
          dateTime: at,
          description: EVENTS[e.event][1],
          location: e.place,
          originalEvent: { name: EVENTS[e.event][0], eventDate: at },
        };
      }),
    }));
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(found) };
};

export const simulator = createSimulator({
  slug: 'eshipper',
  name: 'eShipper',
  accounts: [
    {
      id: 'eshipper-alpha',
      name: 'Alpha Test Shop',
      credentials: { principal: 'alpha_sandbox', credential: 'alpha-pass-word-1' },
    },
    {
      id: 'eshipper-beta',
      name: 'Beta Test Shop',
      credentials: { principal: 'beta_sandbox', credential: 'beta-pass-word-2' },
    },
  ],
  routes: [
    signIn,
    route('quote', 'POST', '/quote', 'read', (request, sim) => {
      const quotes = quotesOf(accept(shipmentRequest, jsonBody(request))).map(({ quote }) => quote);
      return jsonAnswer(200, { uuid: sim.newId('q'), quotes, warnings: [], errors: [] });
    }),
    route('ship', 'PUT', '/ship', 'effect', buy),
    route('cancel', 'DELETE', '/ship/cancel', 'effect', cancel),
    route('shipment', 'GET', '/ship/:id', 'read', shipment),
    route('events', 'GET', '/track/events', 'read', events),
  ],
});
