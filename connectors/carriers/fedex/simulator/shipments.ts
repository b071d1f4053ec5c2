/** Purchases of the simulator: bought, cancelled, found again; and their labels. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { output, shipmentRating } from './answers.ts';
import { refuse, shipRequest, type ShipRequest } from './contract.ts';
import { expressNumber, groundNumber } from './numbers.ts';
import { currencyOf, isAbroad } from './rules.ts';
import { pricesFor, type PricedService, saturdayPrices } from './tariff.ts';
import type { Parcel } from './tracking.ts';

export const numberOf = (account: SimAccount): string => account.credentials['accountNumber'] ?? '';

type Weights = readonly { readonly weight: { readonly units: 'KG' | 'LB'; readonly value: number } }[];
export const kilogramsOf = (parcels: Weights): number[] =>
  parcels.map(({ weight }) => (weight.units === 'LB' ? weight.value * 0.453_592_37 : weight.value));

export const dayOf = (text: string | undefined, now: Date): string => text ?? now.toISOString().slice(0, 10);

function serviceOf(request: ShipRequest): PricedService {
  const s = request.requestedShipment;
  const to = s.recipients[0]?.address;
  const saturday = s.shipmentSpecialServices?.specialServiceTypes?.includes('SATURDAY_DELIVERY') === true;
  const way = {
    from: s.shipper.address.countryCode,
    to: to?.countryCode ?? '',
    province: to?.stateOrProvinceCode ?? '',
    residential: to?.residential === true,
    signature: s.requestedPackageLineItems.some((p) => p.packageSpecialServices?.signatureOptionType !== undefined),
    saturday,
    kilograms: kilogramsOf(s.requestedPackageLineItems),
  };
  const found = (
    saturday && s.shipDatestamp !== undefined ? saturdayPrices(way, s.shipDatestamp) : pricesFor(way)
  ).find(({ code }) => code === s.serviceType);
  return found ?? refuse('SERVICE.PACKAGECOMBINATION.INVALID', 'Invalid service and packaging combination.');
}

/** Checks are done; prices and books without a pause between. */
export function buy(request: ShipRequest, body: unknown, account: SimAccount, sim: SimContext): BookEntry {
  const service = serviceOf(request);
  const s = request.requestedShipment;
  const numbers = s.requestedPackageLineItems.map(() => (service.ground ? groundNumber() : expressNumber()));
  const id = numbers[0] ?? '';
  const entry = sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    reference: s.requestedPackageLineItems[0]?.customerReferences?.find(
      (one) => one.customerReferenceType === 'CUSTOMER_REFERENCE',
    )?.value,
    data: { request: body as JsonObject, numbers, jobId: sim.newId('job-') },
  });
  for (const number of numbers)
    if (number !== id) sim.books.append({ kind: 'note', id: number, account: account.id, data: { shipment: id } });
  return entry;
}

export const requestOf = (entry: BookEntry): ShipRequest => shipRequest.parse(entry.data['request']);
export const numbersOf = (entry: BookEntry): string[] => entry.data['numbers'] as string[];
export const jobOf = (entry: BookEntry): string => entry.data['jobId'] as string;
export const isGround = (entry: BookEntry): boolean => numbersOf(entry)[0]?.length === 15;

/** The shipment of any of its numbers; of one account where it is named. */
export function shipmentOf(sim: SimContext, number: string, account?: SimAccount): BookEntry | undefined {
  const note = sim.books.byId(number).find((e) => e.kind === 'note');
  const id = typeof note?.data['shipment'] === 'string' ? note.data['shipment'] : number;
  return sim.books.byId(id).find((e) => e.kind === 'paid' && (account === undefined || e.account === account.id));
}

const entryOf = (sim: SimContext, id: string, kind: BookEntry['kind']): BookEntry | undefined =>
  sim.books.byId(id).find((e) => e.kind === kind);

export const isCancelled = (sim: SimContext, id: string): boolean => entryOf(sim, id, 'voided') !== undefined;
/** A note of kind `document` says that a shipment stands on a manifest. */
export const manifestOf = (sim: SimContext, id: string): string | undefined => {
  const note = entryOf(sim, id, 'document');
  return typeof note?.data['manifest'] === 'string' ? note.data['manifest'] : undefined;
};

/** @throws SimRefusal in FedEx's words */
export function cancelShipment(sim: SimContext, account: SimAccount, number: string): JsonObject {
  const entry = shipmentOf(sim, number, account);
  if (!entry) return refuse('TRACKINGNUMBER.NOTFOUND', 'The tracking number cannot be found.');
  if (isCancelled(sim, entry.id)) refuse('SHIPMENT.ALREADY.CANCELLED', 'The shipment is already cancelled.');
  // Declined without an error, as FedEx may.
  if (manifestOf(sim, entry.id) !== undefined)
    return output({ cancelledShipment: false, cancelledHistory: false, message: 'The shipment has been closed.' });
  sim.books.append({ kind: 'voided', id: entry.id, account: account.id, reference: entry.reference, data: {} });
  return output({
    cancelledShipment: true,
    cancelledHistory: true,
    message: 'Shipment is successfully cancelled',
  });
}

/** What tracking tells of a shipment. */
export function parcelOf(sim: SimContext, entry: BookEntry): Parcel {
  const request = requestOf(entry);
  const s = request.requestedShipment;
  const to = s.recipients[0];
  const cancelled = entryOf(sim, entry.id, 'voided');
  const { shipper } = s;
  return {
    boughtAt: new Date(entry.at),
    cancelledAt: cancelled && new Date(cancelled.at),
    days: serviceOf(request).days,
    abroad: to !== undefined && isAbroad(shipper.address, to.address),
    from: shipper.address,
    to: to?.address ?? shipper.address,
    receiver: to?.contact.personName ?? '',
    reference: entry.reference ?? '',
    ground: isGround(entry),
  };
}

const person = (party: ShipRequest['requestedShipment']['shipper']): LabelModel['to'] => ({
  name: party.contact.personName ?? party.contact.companyName ?? '',
  companyName: party.contact.companyName,
  address1: party.address.streetLines[0] ?? '',
  address2: party.address.streetLines.slice(1).join(', ') || undefined,
  city: party.address.city,
  provinceCode: party.address.stateOrProvinceCode ?? '',
  zipcode: party.address.postalCode ?? '',
  countryCode: party.address.countryCode,
});

function labelModel(entry: BookEntry, number: string): LabelModel {
  const request = requestOf(entry);
  const s = request.requestedShipment;
  const index = numbersOf(entry).indexOf(number);
  return {
    carrierName: s.shipmentSpecialServices?.returnShipmentDetail ? 'FedEx RETURN (TEST)' : 'FedEx (TEST)',
    serviceName: serviceOf(request).name.replace('®', ''),
    trackingNumber: number,
    from: person(s.shipper),
    to: person(s.recipients[0] ?? s.shipper),
    weightGrams: Math.round((kilogramsOf(s.requestedPackageLineItems)[index] ?? 0) * 1000),
    shipDate: dayOf(s.shipDatestamp, new Date(entry.at)),
    references: [entry.reference ?? ''],
    parcelNumber: index + 1,
    parcelCount: numbersOf(entry).length,
    test: true,
  };
}

const base64 = async (bytes: Uint8Array | Promise<Uint8Array>): Promise<string> =>
  Buffer.from(await bytes).toString('base64');

/** The whole shipment with its labels, at once or as the result of a job. */
export async function shipmentAnswer(entry: BookEntry, sim: SimContext): Promise<JsonObject> {
  const request = requestOf(entry);
  const s = request.requestedShipment;
  const service = serviceOf(request);
  const zpl = s.labelSpecification.imageType === 'ZPLII';
  const numbers = numbersOf(entry);
  const pieces: JsonObject[] = [];
  for (const [index, number] of numbers.entries())
    pieces.push({
      packageSequenceNumber: index + 1,
      masterTrackingNumber: entry.id,
      trackingNumber: number,
      serviceCategory: service.ground ? 'GROUND' : 'EXPRESS',
      packageDocuments: [
        {
          contentType: 'LABEL',
          copiesToPrint: 1,
          docType: zpl ? 'ZPLII' : 'PDF',
          encodedLabel: await base64(sim.drawLabel(labelModel(entry, number), zpl ? 'zpl' : 'pdf')),
        },
      ],
    });
  const invoice = s.shippingDocumentSpecification?.shippingDocumentTypes?.includes('COMMERCIAL_INVOICE')
    ? [
        {
          contentType: 'COMMERCIAL_INVOICE',
          copiesToPrint: 1,
          docType: 'PDF',
          encodedLabel: await base64(
            sim.drawLabel({ ...labelModel(entry, entry.id), carrierName: 'INVOICE (TEST)' }, 'pdf'),
          ),
        },
      ]
    : [];
  return output({
    transactionShipments: [
      {
        serviceType: s.serviceType,
        serviceName: service.name,
        serviceCategory: service.ground ? 'GROUND' : 'EXPRESS',
        shipDatestamp: dayOf(s.shipDatestamp, new Date(entry.at)),
        masterTrackingNumber: entry.id,
        pieceResponses: pieces,
        shipmentDocuments: invoice,
        completedShipmentDetail: {
          carrierCode: service.ground ? 'FDXG' : 'FDXE',
          masterTrackingId: { trackingIdType: service.ground ? 'GROUND' : 'FEDEX', trackingNumber: entry.id },
          shipmentRating: shipmentRating(service.account, currencyOf(s.shipper.address)),
        },
      },
    ],
  });
}
