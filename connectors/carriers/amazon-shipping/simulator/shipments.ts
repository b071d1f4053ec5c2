/** Rates that are good for ten minutes, purchases that are recognised by their key, cancellations, and news on the way. */
import { randomInt } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { labelPng } from '@scanship/simulator-kit/label-png';
import { invalid, refusal } from '@scanship/simulator-kit/selling-partner-refusals';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import {
  accept,
  claimRequest,
  purchaseRequest,
  ratesRequest,
  type PurchaseRequest,
  type RatesRequest,
} from './contract.ts';
import { type BUSINESSES, gramsOf, rateJson } from './pricing.ts';

const TOKEN_MS = 600_000;
const HEAVIEST_GRAMS = 23_000;

type Business = NonNullable<(typeof BUSINESSES)[string]>;

/** A thing of the books by id and kind, of this account only. */
const own = (id: string, kind: BookEntry['kind'], account: SimAccount, sim: SimContext): BookEntry | undefined =>
  sim.books.byId(id).find((entry) => entry.kind === kind && entry.account === account.id);

const textOf = (entry: BookEntry | undefined, name: string): string => {
  const value = entry?.data[name];
  return typeof value === 'string' ? value : '';
};

export function rates(body: unknown, business: Business, account: SimAccount, sim: SimContext): JsonObject {
  const asked = accept(ratesRequest, body);
  if (asked.channelDetails.channelType === 'EXTERNAL' && !asked.shipTo)
    throw invalid('shipTo is required for external shipments.');
  const away = [asked.shipFrom, asked.shipTo].find((place) => place && place.countryCode !== business.country);
  if (away) throw invalid(`Country ${away.countryCode} is not served by this shipping business.`);
  for (const one of asked.packages)
    if (one.items.reduce((sum, { weight }) => sum + (weight?.value ?? 0), 0) > one.weight.value)
      throw invalid('Total items weight exceeds the declared package weight.');
  const requestToken = sim.newId('token-');
  sim.books.append({ kind: 'draft', id: requestToken, account: account.id, data: { request: body as Json } });
  const heavy = gramsOf(asked) > HEAVIEST_GRAMS;
  const offered = business.services.map((service) => ({ service, rateId: `${requestToken}.${service.id}` }));
  return {
    requestToken,
    rates: heavy ? [] : offered.map((one) => rateJson(one, asked, business, sim.now())),
    ineligibleRates: heavy
      ? business.services.map(({ id, name }) => ({
          serviceId: id,
          serviceName: name,
          carrierId: business.carrierId,
          carrierName: 'Amazon Shipping',
          ineligibilityReasons: [{ code: 'WEIGHT_RESTRICTIONS', message: 'The package is too heavy for the offering' }],
        }))
      : [],
  };
}

const requestOf = (draft: BookEntry): RatesRequest => ratesRequest.parse(draft.data['request']);

function modelOf(paid: BookEntry, asked: RatesRequest): LabelModel {
  const person = (a: RatesRequest['shipFrom']) => ({
    name: a.name,
    address1: a.addressLine1,
    city: a.city,
    provinceCode: a.stateOrRegion,
    zipcode: a.postalCode,
    countryCode: a.countryCode,
  });
  return {
    carrierName: 'AMAZON SHIPPING',
    serviceName: textOf(paid, 'service'),
    trackingNumber: textOf(paid, 'trackingId'),
    from: person(asked.shipFrom),
    to: person(asked.shipTo ?? asked.shipFrom),
    weightGrams: gramsOf(asked),
    shipDate: (asked.shipDate ?? paid.at).slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [paid.reference ?? ''],
    test: true,
  };
}

const trackingNumber = (): string => `TBA${Array.from({ length: 12 }, () => randomInt(10)).join('')}`;

async function shipmentJson(paid: BookEntry, format: string, sim: SimContext, draft: BookEntry): Promise<JsonObject> {
  const asked = requestOf(draft);
  const drawn = await sim.drawLabel(modelOf(paid, asked), format === 'ZPL' ? 'zpl' : 'pdf');
  const bytes = format === 'PNG' ? await labelPng(drawn) : drawn;
  return {
    shipmentId: paid.id,
    packageDocumentDetails: [
      {
        packageClientReferenceId: asked.packages[0]?.packageClientReferenceId ?? '',
        trackingId: textOf(paid, 'trackingId'),
        packageDocuments: [{ type: 'LABEL', format, contents: Buffer.from(bytes).toString('base64') }],
      },
    ],
    promise: {
      pickupWindow: { start: paid.at, end: paid.at },
      deliveryWindow: { start: paid.at, end: paid.at },
    },
  };
}

function bought(key: string | undefined, account: SimAccount, sim: SimContext): BookEntry | undefined {
  if (key === undefined || key === '') return undefined;
  const note = own(key, 'note', account, sim);
  return note ? own(textOf(note, 'shipment'), 'paid', account, sim) : undefined;
}

const draftOf = (asked: PurchaseRequest, account: SimAccount, sim: SimContext): BookEntry => {
  const draft = own(asked.requestToken, 'draft', account, sim);
  if (!draft) throw invalid('The request token is not valid.');
  return draft;
};

export async function purchase(
  body: unknown,
  key: string | undefined,
  business: Business,
  account: SimAccount,
  sim: SimContext,
): Promise<JsonObject> {
  const asked = accept(purchaseRequest, body);
  const draft = draftOf(asked, account, sim);
  const { format } = asked.requestedDocumentSpecification;
  const before = bought(key, account, sim);
  if (before) return shipmentJson(before, format, sim, draft);
  if (sim.now().getTime() - Date.parse(draft.at) > TOKEN_MS)
    throw refusal(400, 'TOKEN_EXPIRED', 'The request token has expired.');
  const service = business.services.find(({ id }) => `${asked.requestToken}.${id}` === asked.rateId);
  if (!service) throw invalid('The rate id is not one of the request token.');
  const shipmentId = String(randomInt(10_000_000_000_000, 99_999_999_999_999));
  if (key !== undefined)
    sim.books.append({ kind: 'note', id: key, account: account.id, data: { shipment: shipmentId } });
  const trackingId = trackingNumber();
  const paid = sim.books.append({
    kind: 'paid',
    id: shipmentId,
    account: account.id,
    reference: requestOf(draft).packages[0]?.packageClientReferenceId,
    data: { trackingId, service: service.name, days: service.days, token: asked.requestToken },
  });
  sim.books.append({ kind: 'document', id: trackingId, account: account.id, data: { shipment: shipmentId } });
  return shipmentJson(paid, format, sim, draft);
}

const isVoided = (id: string, sim: SimContext): boolean => sim.books.byId(id).some(({ kind }) => kind === 'voided');

export function cancel(id: string, account: SimAccount, sim: SimContext): JsonObject {
  const paid = own(id, 'paid', account, sim);
  if (!paid) throw refusal(404, 'NotFound', 'The shipment was not found.');
  if (isVoided(id, sim)) throw invalid('The shipment has already been cancelled.');
  if (sim.now().getTime() - Date.parse(paid.at) > 7_200_000)
    throw invalid('The shipment has been picked up and can no longer be cancelled.');
  sim.books.append({ kind: 'voided', id, account: account.id, reference: paid.reference, data: {} });
  return {};
}

const EVENTS: Readonly<Record<StoryEvent, string>> = {
  created: 'ReadyForReceive',
  accepted: 'PickupDone',
  departed: 'Departed',
  customs: 'ArrivedAtCarrierFacility',
  out: 'OutForDelivery',
  delivered: 'Delivered',
};

export function track(trackingId: string, account: SimAccount, sim: SimContext): JsonObject {
  const shipment = textOf(own(trackingId, 'document', account, sim), 'shipment');
  const paid = own(shipment, 'paid', account, sim);
  const draft = paid && own(textOf(paid, 'token'), 'draft', account, sim);
  if (!paid || !draft) throw refusal(404, 'NotFound', 'The tracking id was not found.');
  const asked = requestOf(draft);
  const days = Number(paid.data['days']);
  const back = asked.shipmentType === 'RETURNS';
  const story = storyOf(new Date(paid.at), sim.now(), days, false, { from: 'from', to: 'to' });
  const events = story.map(({ event, at, place }): JsonObject => {
    const where = place === 'from' ? asked.shipFrom : (asked.shipTo ?? asked.shipFrom);
    return {
      eventCode: EVENTS[event],
      eventTime: at.toISOString(),
      shipmentType: back ? 'RETURNS' : 'FORWARD',
      location: {
        city: where.city,
        stateOrRegion: where.stateOrRegion,
        countryCode: where.countryCode,
        postalCode: where.postalCode,
      },
    };
  });
  if (isVoided(paid.id, sim))
    events.push({ eventCode: 'PickupCancelled', eventTime: sim.now().toISOString(), shipmentType: 'FORWARD' });
  return {
    trackingId,
    alternateLegTrackingId: 'null',
    eventHistory: events,
    promisedDeliveryDate: new Date(Date.parse(paid.at) + days * 86_400_000).toISOString(),
    summary: { status: 'InTransit', trackingDetailCodes: { forward: [], returns: [] } },
  };
}

/** One a parcel; addresses of proofs are looked at and not opened. */
export function claim(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const asked = accept(claimRequest, body);
  const paid = own(textOf(own(asked.trackingId, 'document', account, sim), 'shipment'), 'paid', account, sim);
  if (!paid) throw refusal(404, 'NotFound', 'The requested resource is invalid or does not exist');
  const wrong = (details: string) =>
    refusal(400, 'InvalidInputException', 'Request is missing or has invalid parameters', details);
  if (!asked.declaredValue) throw wrong('declaredValue is required for off-Amazon shipments');
  if (asked.proofs?.some((address) => !URL.canParse(address) || !address.startsWith('http')))
    throw wrong('Proof URLs are not valid');
  if (isVoided(paid.id, sim)) throw wrong('Shipment is not eligible for a claim');
  if (own(asked.trackingId, 'claim', account, sim)) throw wrong('Claim already exists for the trackingId');
  const claimId = String(randomInt(1_000_000_000_000, 9_999_999_999_999));
  sim.books.append({
    kind: 'claim',
    id: asked.trackingId,
    account: account.id,
    data: { claimId, reason: asked.claimReason, proofs: asked.proofs ?? [], value: { ...asked.declaredValue } },
  });
  return { claimId };
}

/** Bought, not cancelled, on no form yet. */
export const waiting = (account: SimAccount, sim: SimContext): readonly BookEntry[] =>
  sim.books
    .all()
    .filter(
      (entry) =>
        entry.kind === 'paid' &&
        entry.account === account.id &&
        !isVoided(entry.id, sim) &&
        !sim.books.byId(entry.id).some(({ kind, data }) => kind === 'note' && typeof data['form'] === 'string'),
    );
