/** The story of a shipment in DHL's checkpoints, and the search by number or reference. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { jsonAnswer, SimRefusal, type SimContext, type SimRoute } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { accountOf } from './access.ts';
import { acceptQuery, refuse, trackingQuery } from './contract.ts';
import { paidEntry, piecesOf, requestOf } from './entries.ts';
import { arrival, productsOn } from './tariff.ts';

const CHECKPOINTS: Readonly<Record<StoryEvent, readonly [string, string]>> = {
  created: ['DUMMY_PU', 'Shipment information received'],
  accepted: ['PU', 'Shipment picked up'],
  departed: ['DF', 'Shipment has departed from a DHL facility'],
  customs: ['RR', 'Customs clearance status updated'],
  out: ['WC', 'Shipment is out with courier for delivery'],
  delivered: ['OK', 'Delivered'],
};

/** The simulator lives in one zone. */
const OFFSET_HOURS = -5;
const OFFSET = '-05:00';

function story(entry: BookEntry, now: Date) {
  const { customerDetails, content, productCode } = requestOf(entry);
  const from = customerDetails.shipperDetails.postalAddress;
  const to = customerDetails.receiverDetails.postalAddress;
  const product = productsOn(from.countryCode, to.countryCode, content.isCustomsDeclarable).find(
    ({ code }) => code === productCode,
  );
  const days = product?.days ?? 3;
  const events = storyOf(new Date(entry.at), now, days, content.isCustomsDeclarable, { from: 'from', to: 'to' });
  return { events, days, from, to, signer: customerDetails.receiverDetails.contactInformation.fullName };
}

export const isDelivered = (entry: BookEntry, sim: SimContext): boolean =>
  story(entry, sim.now()).events.some(({ event }) => event === 'delivered');

function shipmentAnswer(entry: BookEntry, detailsOnly: boolean, sim: SimContext): JsonObject {
  const asked = requestOf(entry);
  const { events, days, from, to, signer } = story(entry, sim.now());
  const area = (place: string): JsonObject => {
    const at = place === 'from' ? from : to;
    return {
      code: at.cityName.slice(0, 3).toUpperCase(),
      description: `${at.cityName.toUpperCase()}-${at.countryCode}`,
    };
  };
  const checkpoints = detailsOnly
    ? []
    : events.map(({ event, at, place }) => {
        const [typeCode, description] = CHECKPOINTS[event];
        const local = new Date(at.getTime() + OFFSET_HOURS * 3_600_000).toISOString();
        return {
          date: local.slice(0, 10),
          time: local.slice(11, 19),
          GMTOffset: OFFSET,
          typeCode,
          description,
          serviceArea: [area(place)],
          ...(event === 'delivered' ? { signedBy: signer } : {}),
        };
      });
  const due = arrival(asked.plannedShippingDateAndTime.slice(0, 10), days);
  return {
    shipmentTrackingNumber: entry.id,
    status: 'Success',
    shipmentTimestamp: entry.at.slice(0, 19),
    productCode: asked.productCode,
    description: asked.content.description,
    shipperDetails: { name: '', postalAddress: { cityName: '', countryCode: from.countryCode } },
    receiverDetails: { name: '', postalAddress: { cityName: '', countryCode: to.countryCode } },
    totalWeight: asked.content.packages.reduce((sum, p) => sum + p.weight, 0),
    unitOfMeasurements: asked.content.unitOfMeasurement,
    shipperReferences: (asked.customerReferences ?? []).map(({ value, typeCode = 'CU' }) => ({ value, typeCode })),
    events: checkpoints,
    numberOfPieces: asked.content.packages.length,
    pieces: piecesOf(entry).map((trackingNumber, index) => ({
      number: index + 1,
      shipmentTrackingNumber: entry.id,
      trackingNumber,
      events: checkpoints,
    })),
    estimatedDeliveryDate: `${due}T23:59:00`,
  };
}

export const track: SimRoute['handle'] = (request, sim) => {
  const account = accountOf(request, sim);
  const asked = acceptQuery(trackingQuery, request);
  const waybills = request.query.getAll('shipmentTrackingNumber');
  const pieces = request.query.getAll('pieceTrackingNumber');
  if (waybills.length > 200 || pieces.length > 200) refuse('422', 'Up to 200 numbers can be asked for.');
  const detailsOnly = asked.trackingView === 'shipment-details-only';
  const byNumber = [
    ...waybills.map((number) => paidEntry(sim, number)),
    ...pieces.map((piece) => sim.books.all().find((e) => e.kind === 'paid' && piecesOf(e).includes(piece))),
  ].filter((entry) => entry !== undefined);
  const byReference = asked.shipmentReference === undefined ? [] : found(asked, account.id, sim);
  const entries = [...new Set([...byNumber, ...byReference])];
  if (waybills.length + pieces.length === 0 && asked.shipmentReference === undefined)
    refuse('400', 'Missing mandatory parameters: shipmentTrackingNumber');
  if (entries.length === 0)
    throw new SimRefusal(
      404,
      '404',
      asked.shipmentReference === undefined
        ? 'No data found'
        : `No Shipments Found for ReferenceID | ${asked.shipmentReference}`,
    );
  return jsonAnswer(200, { shipments: entries.map((entry) => shipmentAnswer(entry, detailsOnly, sim)) });
};

function found(
  asked: {
    readonly shipmentReference?: string | undefined;
    readonly shipmentReferenceType?: string | undefined;
    readonly shipperAccountNumber?: string | undefined;
    readonly dateRangeFrom?: string | undefined;
    readonly dateRangeTo?: string | undefined;
  },
  account: string,
  sim: SimContext,
): BookEntry[] {
  if (asked.shipperAccountNumber === undefined) refuse('400', 'Missing mandatory parameters: shipperAccountNumber');
  if (asked.dateRangeFrom === undefined || asked.dateRangeTo === undefined)
    refuse('400', 'Missing mandatory parameters: dateRangeFrom, dateRangeTo');
  const own = sim.accounts.find(({ id }) => id === account)?.credentials['accountNumber'];
  if (asked.shipperAccountNumber !== own) return [];
  const type = asked.shipmentReferenceType ?? 'CU';
  return sim.books.all().filter((entry) => {
    if (entry.kind !== 'paid' || entry.account !== account) return false;
    const day = entry.at.slice(0, 10);
    const within = day >= (asked.dateRangeFrom ?? '') && day <= (asked.dateRangeTo ?? '');
    return (
      within &&
      requestOf(entry).customerReferences?.some(
        ({ value, typeCode = 'CU' }) => value === asked.shipmentReference && typeCode === type,
      ) === true
    );
  });
}
