/** Offers, purchases without any key, look-ups and cancellations of the simulator. */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { labelPng } from '@scanship/simulator-kit/label-png';
import { refusal } from '@scanship/simulator-kit/selling-partner-refusals';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { checkDetails, gramsOf, rejection, serviceJson, SERVICES, type Service } from './catalogue.ts';
import { accept, createRequest, eligibleRequest, type Details } from './contract.ts';

/** Orders that begin like this have their items shipped once; others may be shipped again and again. */
const ONCE = /^900-/;
/** Labels can be taken back this long. Milliseconds. */
const CANCEL_MS = 86_400_000;
const OFFER_MS = 3_600_000;

/** The buyer of every order here. */
const BUYER = {
  Name: 'Amazon Buyer',
  AddressLine1: '1 Test Street',
  Email: '',
  City: 'Buffalo',
  StateOrProvinceCode: 'NY',
  PostalCode: '14201',
  CountryCode: 'US',
  Phone: '',
};

/** Without members that are undefined. */
const plainJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

const textOf = ({ data }: BookEntry, name: string): string => {
  const value = data[name];
  return typeof value === 'string' ? value : '';
};

const own = (id: string, kind: BookEntry['kind'], account: SimAccount, sim: SimContext): BookEntry | undefined =>
  sim.books.byId(id).find((entry) => entry.kind === kind && entry.account === account.id);

export function eligible(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const details = accept(eligibleRequest, body).ShipmentRequestDetails;
  checkDetails(details);
  const rejected = SERVICES.flatMap((service) => {
    const why = rejection(service, details);
    return why ? [{ service, why }] : [];
  });
  const offered = SERVICES.filter((service) => rejected.every((one) => one.service !== service));
  const question = sim.newId('offer-');
  sim.books.append({ kind: 'draft', id: question, account: account.id, data: { order: details.AmazonOrderId } });
  return {
    payload: {
      ShippingServiceList: offered.map((service) =>
        serviceJson(service, details, `${question}.${service.id}`, sim.now()),
      ),
      RejectedShippingServiceList: rejected.map(({ service, why: [code, words] }) => ({
        CarrierName: service.carrier,
        ShippingServiceName: service.name,
        ShippingServiceId: service.id,
        RejectionReasonCode: code,
        RejectionReasonMessage: words,
      })),
      TemporarilyUnavailableCarrierList: [],
      TermsAndConditionsNotAcceptedCarrierList: [],
    },
  };
}

/** @throws SimRefusal 400 for an offer that is nobody's, another order's or over */
function offered(
  offerId: string | undefined,
  serviceId: string,
  details: Details,
  account: SimAccount,
  sim: SimContext,
) {
  const [question = '', ...rest] = (offerId ?? '').split('.');
  const draft = own(question, 'draft', account, sim);
  const service = SERVICES.find(({ id }) => id === serviceId);
  const fits = draft && draft.data['order'] === details.AmazonOrderId && rest.join('.') === serviceId;
  if (!fits || !service || sim.now().getTime() - Date.parse(draft.at) > OFFER_MS)
    throw refusal(400, 'InvalidShippingServiceOfferId', 'The specified ShippingServiceOfferId value is invalid.');
  if (rejection(service, details))
    throw refusal(
      400,
      'ShipmentRequestDetailsTooRestrictive',
      'No shipping service offer is available that can fulfill the request.',
    );
  return service;
}

function notShippedYet(details: Details, account: SimAccount, sim: SimContext): void {
  if (!ONCE.test(details.AmazonOrderId)) return;
  const before = sim.books
    .all()
    .find(
      ({ kind, account: of, data, id }) =>
        kind === 'paid' &&
        of === account.id &&
        data['order'] === details.AmazonOrderId &&
        !sim.books.byId(id).some((entry) => entry.kind === 'voided'),
    );
  if (before) throw refusal(400, 'ShipmentAlreadyExists', `One or more items have already shipped: ${before.id}`);
}

const TRACKING: Readonly<Record<string, () => string>> = {
  'UPS®': () => `1Z17E210${digits(10)}`,
  USPS: () => `9400${digits(18)}`,
  'FedEx®': () => digits(12),
};
const digits = (count: number): string => Array.from({ length: count }, () => String(randomInt(10))).join('');

export async function create(body: unknown, account: SimAccount, sim: SimContext): Promise<JsonObject> {
  const asked = accept(createRequest, body);
  const details = asked.ShipmentRequestDetails;
  checkDetails(details);
  const service = offered(asked.ShippingServiceOfferId, asked.ShippingServiceId, details, account, sim);
  notShippedYet(details, account, sim);
  const paid = sim.books.append({
    kind: 'paid',
    id: randomUUID(),
    account: account.id,
    reference: details.SellerOrderId,
    data: {
      order: details.AmazonOrderId,
      trackingId: (TRACKING[service.carrier] ?? (() => `D${digits(14)}`))(),
      service: service.id,
      details: plainJson(details),
    },
  });
  return { payload: await shipmentJson(paid, sim) };
}

const person = (a: Details['ShipFromAddress']) => ({
  name: a.Name,
  address1: a.AddressLine1,
  city: a.City,
  provinceCode: a.StateOrProvinceCode ?? '',
  zipcode: a.PostalCode,
  countryCode: a.CountryCode,
});

const modelOf = (paid: BookEntry, service: Service, details: Details): LabelModel => ({
  carrierName: service.carrier.toUpperCase(),
  serviceName: service.name,
  trackingNumber: textOf(paid, 'trackingId'),
  from: person(details.ShipFromAddress),
  to: person(BUYER),
  weightGrams: gramsOf(details),
  shipDate: (details.ShipDate ?? paid.at).slice(0, 10),
  parcelNumber: 1,
  parcelCount: 1,
  references: [paid.reference ?? ''],
  test: true,
});

const TYPES: Readonly<Record<string, string>> = { ZPL203: 'application/zpl', PNG: 'image/png', PDF: 'application/pdf' };

async function contentsJson(paid: BookEntry, service: Service, details: Details, sim: SimContext): Promise<JsonObject> {
  const format = details.ShippingServiceOptions.LabelFormat ?? 'PNG';
  const known = Object.hasOwn(TYPES, format) ? format : 'PNG';
  const drawn = await sim.drawLabel(modelOf(paid, service, details), known === 'ZPL203' ? 'zpl' : 'pdf');
  const packed = gzipSync(known === 'PNG' ? await labelPng(drawn) : drawn);
  return {
    Contents: packed.toString('base64'),
    FileType: TYPES[known] ?? 'image/png',
    Checksum: createHash('md5').update(packed).digest('base64'),
  };
}

const isVoided = (id: string, sim: SimContext): boolean => sim.books.byId(id).some(({ kind }) => kind === 'voided');

/** A `Shipment` of the contract; a cancelled one has an empty label and, a day later, its refund. */
async function shipmentJson(paid: BookEntry, sim: SimContext): Promise<JsonObject> {
  const details = accept(eligibleRequest, { ShipmentRequestDetails: paid.data['details'] }).ShipmentRequestDetails;
  const service = SERVICES.find(({ id }) => id === paid.data['service']);
  if (!service) throw new RangeError(`the books hold a service nobody sells: ${textOf(paid, 'service')}`);
  const voided = sim.books.byId(paid.id).find(({ kind }) => kind === 'voided');
  const refunded = voided && sim.now().getTime() - Date.parse(voided.at) > 86_400_000;
  return {
    ShipmentId: paid.id,
    AmazonOrderId: details.AmazonOrderId,
    ...(details.SellerOrderId === undefined ? {} : { SellerOrderId: details.SellerOrderId }),
    Insurance: { CurrencyCode: 'USD', Amount: details.ShippingServiceOptions.DeclaredValue?.Amount ?? 0 },
    ItemList: details.ItemList.map(({ OrderItemId, Quantity }) => ({ OrderItemId, Quantity })),
    ShipFromAddress: plainJson(details.ShipFromAddress),
    ShipToAddress: BUYER,
    PackageDimensions: plainJson(details.PackageDimensions),
    Weight: details.Weight,
    ShippingService: serviceJson(service, details, '', new Date(paid.at)),
    Label: {
      Dimensions: { Length: 6, Width: 4, Unit: 'inches' },
      FileContents: voided
        ? { Contents: '', FileType: 'image/png', Checksum: '' }
        : await contentsJson(paid, service, details, sim),
      LabelFormat: details.ShippingServiceOptions.LabelFormat ?? 'PNG',
    },
    Status: voided ? (refunded ? 'RefundApplied' : 'RefundPending') : 'Purchased',
    TrackingId: textOf(paid, 'trackingId'),
    CreatedDate: paid.at,
    LastUpdatedDate: voided?.at ?? paid.at,
  };
}

function known(id: string, account: SimAccount, sim: SimContext): BookEntry {
  const paid = own(id, 'paid', account, sim);
  if (!paid) throw refusal(404, 'NotFound', 'The shipment was not found.');
  return paid;
}

export const read = async (id: string, account: SimAccount, sim: SimContext): Promise<JsonObject> => ({
  payload: await shipmentJson(known(id, account, sim), sim),
});

export async function cancel(id: string, account: SimAccount, sim: SimContext): Promise<JsonObject> {
  const paid = known(id, account, sim);
  if (isVoided(id, sim)) throw refusal(400, 'InvalidRequest', 'The shipment has already been canceled.');
  if (sim.now().getTime() - Date.parse(paid.at) > CANCEL_MS)
    throw refusal(
      400,
      'LabelCancelWindowExpired',
      'The cancellation window for requesting a label refund has expired.',
    );
  sim.books.append({ kind: 'voided', id, account: account.id, reference: paid.reference, data: {} });
  return { payload: await shipmentJson(paid, sim) };
}
