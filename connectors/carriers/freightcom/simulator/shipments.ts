/** Shipments in the books: booked once for each `unique_id`, done a moment later, cancelled, and what happens on the way. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { carrierNumber, type NumberedCarrier } from '@scanship/simulator-kit/carrier-numbers';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { accept, shipmentRequest, type ShipmentRequestMessage } from './contract.ts';
import { gramsOf, ratesOf } from './pricing.ts';

/** Booking takes the API a moment. */
const BOOKING_MS = 150;

const today = (sim: SimContext): string => sim.now().toISOString().slice(0, 10);

export interface Kept {
  readonly id: string;
  readonly request: ShipmentRequestMessage;
  readonly paid: BookEntry;
  readonly cancelled: boolean;
}

function read(id: string, sim: SimContext): Kept | undefined {
  const entries = sim.books.byId(id);
  const paid = entries.find((e) => e.kind === 'paid');
  if (!paid) return undefined;
  return { id, request: shipmentRequest.parse(paid.data), paid, cancelled: entries.some((e) => e.kind === 'voided') };
}

/** @throws SimRefusal 404 */
export function own(id: string, sim: SimContext, account: SimAccount): Kept {
  const kept = read(id, sim);
  if (!kept || kept.paid.account !== account.id) throw new SimRefusal(404, 'not-found', 'Shipment not found.');
  return kept;
}

/** The same `unique_id` makes the same shipment, whatever else it says. */
export function book(body: unknown, sim: SimContext, account: SimAccount): { id: string; previously: boolean } {
  const request = accept(shipmentRequest, body);
  const before = sim.books.byReference(request.unique_id).find((e) => e.kind === 'paid' && e.account === account.id);
  if (before) return { id: before.id, previously: true };
  if (request.payment_method_id !== account.credentials.paymentMethodId)
    throw new SimRefusal(400, 'not-found', 'Invalid request.', 'payment_method_id');
  if (!ratesOf(request.details, today(sim)).some(({ id }) => id === request.service_id))
    throw new SimRefusal(400, 'not-available', 'The service is not available.', 'service_id');
  const id = sim.newId('Fc');
  sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    reference: request.unique_id,
    data: body as JsonObject,
  });
  return { id, previously: false };
}

function story({ paid, request }: Kept, sim: SimContext): ReturnType<typeof storyOf> {
  const { origin, destination } = request.details;
  const days = ratesOf(request.details, today(sim)).find(({ id }) => id === request.service_id)?.days ?? 5;
  const place = (e: { address: { city: string; region: string } }): string => `${e.address.city}|${e.address.region}`;
  const abroad = origin.address.country !== destination.address.country;
  return storyOf(new Date(paid.at), sim.now(), days, abroad, { from: place(origin), to: place(destination) });
}

export const isWorking = ({ paid }: Kept, sim: SimContext): boolean =>
  sim.now().getTime() - Date.parse(paid.at) < BOOKING_MS;

export function stateOf(kept: Kept, sim: SimContext): string {
  if (kept.cancelled) return 'cancelled';
  const last = story(kept, sim).at(-1)?.event ?? 'created';
  return last === 'created' ? 'waiting-for-scheduling' : last === 'delivered' ? 'delivered' : 'in-transit';
}

export function cancel(kept: Kept, sim: SimContext): void {
  const state = stateOf(kept, sim);
  if (state === 'cancelled') throw new SimRefusal(409, 'already-cancelled', 'The shipment is cancelled already.');
  if (state !== 'waiting-for-scheduling') throw new SimRefusal(409, 'in-transit', 'The shipment is on its way.');
  const { id, paid } = kept;
  sim.books.append({ kind: 'voided', id, account: paid.account, reference: paid.reference, data: {} });
}

const NUMBERED: Readonly<Record<string, NumberedCarrier>> = {
  canpar: 'canpar',
  purolatorcourier: 'purolator',
  ups: 'ups',
};
const numberIn = ({ request, paid }: Kept): string =>
  carrierNumber(NUMBERED[request.service_id.split('.')[0] ?? ''] ?? 'canada-post', paid.seq);

export function shipmentJson(kept: Kept, sim: SimContext): JsonObject {
  const { id, request, paid } = kept;
  const rate = ratesOf(request.details, today(sim)).find((sold) => sold.id === request.service_id)?.rate ?? {};
  const link = (size: string, format: string, padded: boolean): JsonObject => ({
    size,
    format,
    url: `${sim.address}/labels/${id}/${size}${padded ? '-w-padding' : ''}.${format}`,
    padded,
  });
  const number = numberIn(kept);
  return {
    id,
    unique_id: request.unique_id,
    state: stateOf(kept, sim),
    transaction_number: String(19_000_000 + paid.seq),
    primary_tracking_number: number,
    tracking_numbers: [number],
    tracking_url: `https://www.example.com/track?number=${number}`,
    return_tracking_number: '',
    bolnumber: '',
    pickup_confirmation_number: '',
    labels: [link('letter', 'pdf', false), link('a6', 'zpl', false), link('a6', 'pdf', false), link('a6', 'pdf', true)],
    customs_invoice_url: request.customs_invoice ? `${sim.address}/labels/${id}/invoice.pdf` : '',
    rate,
    order_source: 'Api',
  };
}

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string]>> = {
  created: ['label-created', 'Shipping label created'],
  accepted: ['in-transit', 'Picked up by the carrier'],
  departed: ['in-transit', 'Departed the sort facility'],
  customs: ['in-transit', 'Customs clearance completed'],
  out: ['in-transit', 'Out for delivery'],
  delivered: ['delivered', 'Delivered'],
};

export function eventsJson(kept: Kept, sim: SimContext): JsonObject {
  const country = (place: string): string => {
    const { origin, destination } = kept.request.details;
    return (place.startsWith(origin.address.city) ? origin : destination).address.country;
  };
  return {
    events: story(kept, sim).map((e) => {
      const [city = '', region = ''] = e.place.split('|');
      return {
        type: EVENTS[e.event][0],
        when: e.at.toISOString(),
        where: { city, region, country: country(e.place) },
        message: EVENTS[e.event][1],
      };
    }),
  };
}

export function labelOf(kept: Kept): LabelModel {
  const { details, service_id: service } = kept.request;
  const party = (e: typeof details.origin): LabelModel['to'] => ({
    name: e.name,
    address1: e.address.address_line_1,
    address2: e.address.address_line_2,
    city: e.address.city,
    provinceCode: e.address.region,
    zipcode: e.address.postal_code,
    countryCode: e.address.country,
  });
  const { year, month, day } = details.expected_ship_date;
  return {
    carrierName: 'FREIGHTCOM',
    serviceName: service.toUpperCase(),
    trackingNumber: numberIn(kept),
    from: party(details.origin),
    to: party(details.destination),
    weightGrams: gramsOf(details),
    shipDate: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    parcelNumber: 1,
    parcelCount: 1,
    references: details.reference_codes ?? [],
    test: true,
  };
}

export const anywhere = (id: string, sim: SimContext): Kept | undefined => read(id, sim);
export { today };
