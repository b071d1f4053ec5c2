/** Quotes, labels without any key, their papers, voids, and news on the way. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import {
  accept,
  dutiesRequest,
  invalid,
  labelRequest,
  quoteRequest,
  uploadRequest,
  type LabelRequest,
  type QuoteRequest,
} from './contract.ts';
import { chargeJson, deliveryOf, dutiesOn, gramsOf, rateJson, SERVICES, type Service } from './pricing.ts';

/** A shipment that every account has, bought before the simulator began. */
export const STANDING = {
  shipmentId: '00000000-0000-4000-8000-000000000001',
  trackingNumber: 'TSUSUSA54UHK000000001',
} as const;
/** Teleship takes no more in one parcel. */
const HEAVIEST_GRAMS = 31_500;

export const notFound = (what: string): SimRefusal => new SimRefusal(404, '404', `${what} not found`);

const textOf = ({ data }: BookEntry, name: string): string => {
  const value = data[name];
  return typeof value === 'string' ? value : '';
};

export const own = (id: string, kind: BookEntry['kind'], account: SimAccount, sim: SimContext): BookEntry | undefined =>
  sim.books.byId(id).find((entry) => entry.kind === kind && entry.account === account.id);

/** @throws SimRefusal 400 for what Teleship refuses of a request that is well formed */
function check(asked: QuoteRequest): void {
  const { shipTo, shipFrom, commodities = [], customs, dimensions } = asked;
  if (gramsOf(asked) > HEAVIEST_GRAMS) throw invalid('The weight is more than a service takes.');
  if (![dimensions.length, dimensions.width, dimensions.height].every((side) => side > 0))
    throw invalid('dimensions must be positive.');
  if ((shipFrom.address.postcode ?? '').length < 3 || (shipTo.address.postcode ?? '').length < 3)
    throw invalid('postcode is not valid.');
  if (shipTo.address.country === shipFrom.address.country) return;
  if (commodities.length === 0 || !customs) throw invalid('commodities are required to cross a border.');
  const bad = commodities.find(({ hsCode, quantity }) => !/^\d{6,10}$/.test(hsCode ?? '') || quantity < 1);
  if (bad) throw invalid(`hsCode of ${bad.title} must have 6 to 10 digits.`);
}

export function quotes(body: unknown, sim: SimContext): JsonObject {
  const asked = accept(quoteRequest, body);
  check(asked);
  return { messages: [], rates: SERVICES.map((service) => rateJson(service, asked, sim.now())) };
}

export function duties(body: unknown): JsonObject {
  const { commodities, currency = 'GBP' } = accept(dutiesRequest, body);
  if (commodities.length === 0) throw invalid('commodities are required to calculate duties and taxes.');
  const perItem = commodities.map((goods) => dutiesOn([goods]));
  const charges = ['Duty', 'VAT'].map((name) => ({
    name,
    cents: perItem.flat().reduce((all, charge) => all + (charge.name === name ? charge.cents : 0), 0),
  }));
  return {
    messages: [],
    price: charges.reduce((all, { cents }) => all + cents, 0) / 100,
    currency,
    charges: charges.map((charge) => chargeJson(charge, currency)),
    commodities: commodities.map(({ title }, index) => ({
      itemNumber: index + 1,
      title,
      charges: (perItem[index] ?? []).map((charge) => chargeJson(charge, currency)),
    })),
  };
}

const requestOf = (paid: BookEntry): LabelRequest => labelRequest.parse(paid.data['request']);
const serviceOf = ({ serviceCode }: LabelRequest): Service => {
  const service = SERVICES.find(({ code }) => code === serviceCode);
  if (!service) throw invalid(`serviceCode ${serviceCode} is not a service of this account.`);
  return service;
};

export async function create(body: unknown, account: SimAccount, sim: SimContext): Promise<JsonObject> {
  const asked = accept(labelRequest, body);
  check(asked);
  serviceOf(asked);
  const ways = `${asked.shipFrom.address.country}${asked.shipTo.address.country}`;
  const trackingNumber = `TS${ways}A54UHK${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  const paid = sim.books.append({
    kind: 'paid',
    id: randomUUID(),
    account: account.id,
    reference: asked.orderTrackingReference,
    data: { trackingNumber, request: body as Json },
  });
  sim.books.append({ kind: 'document', id: trackingNumber, account: account.id, data: { shipment: paid.id } });
  return { messages: [], shipment: await shipmentJson(paid, sim) };
}

export const isVoided = (id: string, sim: SimContext): boolean =>
  sim.books.byId(id).some(({ kind }) => kind === 'voided');

const EVENTS: Readonly<Record<StoryEvent, readonly [code: string, words: string]>> = {
  created: ['S_102', 'Shipment info received by carrier'],
  accepted: ['S_110', 'Parcel collected from shipper'],
  departed: ['S_120', 'Departed from Teleship hub'],
  customs: ['S_130', 'Customs clearance in progress'],
  out: ['S_150', 'Out for delivery'],
  delivered: ['S_160', 'Delivered'],
};
const STATES: Readonly<Record<StoryEvent, string>> = {
  created: 'label_created',
  accepted: 'picked_up',
  departed: 'in_transit',
  customs: 'in_transit',
  out: 'in_transit',
  delivered: 'delivered',
};

function newsOf(paid: BookEntry, sim: SimContext): { readonly status: string; readonly events: JsonObject[] } {
  const asked = requestOf(paid);
  const { shipFrom, shipTo } = asked;
  const where = ({ address }: typeof shipFrom | typeof shipTo): string => `${address.city ?? ''}, ${address.country}`;
  const crosses = shipFrom.address.country !== shipTo.address.country;
  const story = storyOf(new Date(paid.at), sim.now(), serviceOf(asked).days, crosses, {
    from: where(shipFrom),
    to: where(shipTo),
  });
  const last = story.at(-1)?.event ?? 'created';
  return {
    status: isVoided(paid.id, sim) ? 'cancelled' : STATES[last],
    events: story.map(({ event, at, place }) => ({
      timestamp: at.toISOString(),
      code: EVENTS[event][0],
      description: EVENTS[event][1],
      location: place,
    })),
  };
}

const person = ({ name, address }: LabelRequest['shipFrom'] | LabelRequest['shipTo']) => ({
  name,
  address1: address.line1,
  city: address.city ?? '',
  provinceCode: address.state ?? '',
  zipcode: address.postcode ?? '',
  countryCode: address.country,
});
const modelOf = (paid: BookEntry, asked: LabelRequest): LabelModel => ({
  carrierName: 'TELESHIP',
  serviceName: serviceOf(asked).code,
  trackingNumber: textOf(paid, 'trackingNumber'),
  from: person(asked.shipFrom),
  to: person(asked.shipTo),
  weightGrams: gramsOf(asked),
  shipDate: (asked.shipDate ?? paid.at).slice(0, 10),
  parcelNumber: 1,
  parcelCount: 1,
  references: [asked.customerReference ?? ''],
  test: true,
});

async function documentsJson(paid: BookEntry, asked: LabelRequest, sim: SimContext): Promise<JsonObject[]> {
  const model = modelOf(paid, asked);
  const url = (name: string): string => `https://api.teleship.com/api/shipments/labels/${paid.id}/${name}`;
  const file = (type: string, format: string, bytes: Uint8Array): JsonObject => ({
    type,
    format,
    url: url(`${type.toLowerCase()}.${format.toLowerCase()}`),
    base64String: Buffer.from(bytes).toString('base64'),
  });
  const crosses = asked.shipFrom.address.country !== asked.shipTo.address.country;
  return [
    file('LABEL', 'PDF', await sim.drawLabel(model, 'pdf')),
    file('LABEL', 'ZPL', await sim.drawLabel(model, 'zpl')),
    ...(crosses
      ? [
          file(
            'INVOICE',
            'PDF',
            drawTestPaper(
              'Commercial invoice',
              (asked.commodities ?? []).map((c) => c.title),
            ),
          ),
        ]
      : []),
  ];
}

/** A `ShipmentDto` of the contract. */
async function shipmentJson(paid: BookEntry, sim: SimContext): Promise<JsonObject> {
  const asked = requestOf(paid);
  const service = serviceOf(asked);
  const { serviceCode: _code, orderTrackingReference: _reference, ...said } = asked;
  const { status, events } = newsOf(paid, sim);
  return {
    ...(JSON.parse(JSON.stringify(said)) as JsonObject),
    shipmentId: paid.id,
    trackingNumber: textOf(paid, 'trackingNumber'),
    status,
    shipDate: asked.shipDate ?? paid.at,
    estimatedDelivery: deliveryOf(service, asked, new Date(paid.at)).toISOString(),
    documents: await documentsJson(paid, asked, sim),
    commodities: JSON.parse(JSON.stringify(asked.commodities ?? [])) as Json,
    rate: rateJson(service, asked, new Date(paid.at)),
    scaleWeight: asked.weight,
    dimWeight: asked.weight,
    billWeight: asked.weight,
    events,
    surcharges: [],
    trackingURL: `https://teleship.com/tracking?trackingNumber=${textOf(paid, 'trackingNumber')}`,
    createdAt: paid.at,
    updatedAt: paid.at,
  };
}

function known(id: string, account: SimAccount, sim: SimContext): BookEntry {
  const paid = own(id, 'paid', account, sim);
  if (!paid) throw notFound('Shipment');
  return paid;
}

export const details = async (id: string, account: SimAccount, sim: SimContext): Promise<JsonObject> => ({
  messages: [],
  shipment: await shipmentJson(known(id, account, sim), sim),
});

export function voided(id: string, account: SimAccount, sim: SimContext): JsonObject {
  const paid = known(id, account, sim);
  const { status } = newsOf(paid, sim);
  // Once it is on its way the answer only says how the shipment stands.
  if (status === 'label_created')
    sim.books.append({ kind: 'voided', id, account: account.id, reference: paid.reference, data: {} });
  return {
    shipmentId: id,
    trackingNumber: textOf(paid, 'trackingNumber'),
    status: newsOf(paid, sim).status,
    metadata: {},
  };
}

const someone = (country: string): JsonObject => ({
  name: 'Test Person',
  address: { line1: '1 Test Street', country },
});

export function track(number: string, account: SimAccount, sim: SimContext): JsonObject {
  if (number === STANDING.trackingNumber)
    return {
      ...STANDING,
      status: 'label_created',
      shipDate: '2026-01-05T12:00:00.000Z',
      estimatedDelivery: '2026-01-09T12:00:00.000Z',
      events: [],
      shipFrom: someone('US'),
      shipTo: someone('US'),
    };
  const shipment = own(number, 'document', account, sim)?.data['shipment'];
  const paid = typeof shipment === 'string' ? own(shipment, 'paid', account, sim) : undefined;
  if (!paid) throw notFound('Tracking number');
  const asked = requestOf(paid);
  return {
    ...newsOf(paid, sim),
    shipmentId: paid.id,
    trackingNumber: number,
    ...(asked.customerReference === undefined ? {} : { customerReference: asked.customerReference }),
    shipDate: asked.shipDate ?? paid.at,
    estimatedDelivery: deliveryOf(serviceOf(asked), asked, new Date(paid.at)).toISOString(),
    shipFrom: JSON.parse(JSON.stringify(asked.shipFrom)) as Json,
    shipTo: JSON.parse(JSON.stringify(asked.shipTo)) as Json,
  };
}

export function upload(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const { shipmentId, electronicTradeDocuments } = accept(uploadRequest, body);
  known(shipmentId, account, sim);
  if (electronicTradeDocuments.length === 0) throw invalid('electronicTradeDocuments are empty.');
  for (const { type = 'COMMERCIAL_INVOICE' } of electronicTradeDocuments)
    sim.books.append({ kind: 'document', id: shipmentId, account: account.id, data: { type } });
  return { messages: [] };
}
