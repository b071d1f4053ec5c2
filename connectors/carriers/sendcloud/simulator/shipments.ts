/** Shipments of the simulator as the books have them: announced, cancelled, on their way. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import { passesCustoms } from '@scanship/domain/addresses/european-union';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { offered, type SimOption } from './catalogue.ts';
import { accept, type AnnounceMessage, announceRequest, gramsOf, type SimAddress } from './contract.ts';

export interface Shipment {
  readonly id: string;
  readonly parcelId: number;
  readonly trackingNumber: string;
  readonly request: AnnounceMessage;
  readonly paid: BookEntry;
  readonly voided: BookEntry | undefined;
}

const notFound = (): SimRefusal => new SimRefusal(404, 'not_found', 'Not found');

function read(id: string, sim: SimContext): Shipment | undefined {
  const entries = sim.books.byId(id);
  const paid = entries.find((e) => e.kind === 'paid');
  if (!paid || typeof paid.data.tracking !== 'string' || typeof paid.data.parcel !== 'number') return undefined;
  return {
    id,
    parcelId: paid.data.parcel,
    trackingNumber: paid.data.tracking,
    request: announceRequest.parse(paid.data.request),
    paid,
    voided: entries.find((e) => e.kind === 'voided'),
  };
}

export function ownShipment(id: string, sim: SimContext, account: SimAccount): Shipment {
  const shipment = read(id, sim);
  if (shipment?.paid.account !== account.id) throw notFound();
  return shipment;
}

export const allOf = (sim: SimContext, account: SimAccount): readonly Shipment[] =>
  sim.books
    .all()
    .filter((e) => e.kind === 'paid' && e.account === account.id)
    .toReversed()
    .flatMap((e) => read(e.id, sim) ?? []);

export const byReference = (reference: string, sim: SimContext, account: SimAccount): Shipment | undefined =>
  allOf(sim, account).find(({ request }) => request.external_reference_id === reference);

const isAbroad = ({ from_address: from, to_address: to }: AnnounceMessage): boolean =>
  passesCustoms(from.country_code, to.country_code);

/** @throws SimRefusal where the option does not go this way, or another contract pays for it */
function optionOf({ from_address: from, to_address: to, ship_with }: AnnounceMessage): SimOption {
  const { shipping_option_code: code, contract_id: contract } = ship_with.properties;
  const option = offered(from.country_code, to.country_code).find((each) => each.code === code);
  if (!option || (contract !== undefined && contract !== null && contract !== option.contract))
    throw new SimRefusal(
      400,
      'invalid',
      'The shipping option is not available for this shipment.',
      '/ship_with/properties/shipping_option_code',
    );
  return option;
}

/** A reference that was used gives the shipment that has it. */
export function announce(
  body: unknown,
  sim: SimContext,
  account: SimAccount,
): { readonly shipment: Shipment; readonly isNew: boolean } {
  const request = accept(announceRequest, body);
  const reference = request.external_reference_id ?? undefined;
  const before = reference === undefined ? undefined : byReference(reference, sim, account);
  if (before) return { shipment: before, isNew: false };
  const option = optionOf(request);
  if (option.needs?.includes('to_telephone') === true && request.to_address.phone_number === undefined)
    throw new SimRefusal(400, 'required', 'This field is required.', '/to_address/phone_number');
  if (isAbroad(request) && !request.customs_information)
    throw new SimRefusal(400, 'required', 'This field is required.', '/customs_information');
  if (isAbroad(request) && request.parcels.some((parcel) => (parcel.parcel_items ?? []).length === 0))
    throw new SimRefusal(400, 'required', 'This field is required.', '/parcels/0/parcel_items');
  const id = sim.newId('sc-');
  sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    ...(reference === undefined ? {} : { reference }),
    data: {
      request: body as JsonObject,
      parcel: randomInt(100_000_000, 1_000_000_000),
      tracking: `3STEST${String(randomInt(1_000_000_000)).padStart(9, '0')}`,
    },
  });
  return { shipment: ownShipment(id, sim, account), isNew: true };
}

const story = (shipment: Shipment, sim: SimContext): ReturnType<typeof storyOf> => {
  const { from_address: from, to_address: to } = shipment.request;
  return storyOf(
    new Date(shipment.paid.at),
    sim.now(),
    Math.ceil(optionOf(shipment.request).hours / 24),
    isAbroad(shipment.request),
    { from: from.city, to: to.city },
  );
};

/** @throws SimRefusal 409 for what was cancelled or has left */
export function cancel(shipment: Shipment, sim: SimContext): void {
  if (shipment.voided) throw new SimRefusal(409, 'invalid', 'This shipment is already being cancelled.');
  if (story(shipment, sim).length > 1)
    throw new SimRefusal(409, 'invalid', 'This shipment can no longer be cancelled.');
  const { account, reference } = shipment.paid;
  sim.books.append({
    kind: 'voided',
    id: shipment.id,
    account,
    ...(reference === undefined ? {} : { reference }),
    data: {},
  });
}

const STATUSES: Readonly<Record<StoryEvent, readonly [code: string, message: string]>> = {
  created: ['READY_TO_SEND', 'Ready to send'],
  accepted: ['PICKED_UP_BY_DRIVER', 'Shipment picked up by driver'],
  departed: ['SHIPMENT_ON_ROUTE', 'Parcel en route'],
  customs: ['AT_CUSTOMS', 'At Customs'],
  out: ['DRIVER_ON_ROUTE', 'Driver en route'],
  delivered: ['DELIVERED', 'Delivered'],
};

/** The carrier takes a week to let a cancellation through. */
const CANCELLING_MS = 7 * 86_400_000;

function statusOf(shipment: Shipment, sim: SimContext): { readonly code: string; readonly message: string } {
  if (shipment.voided) {
    const isOver = sim.now().getTime() - Date.parse(shipment.voided.at) > CANCELLING_MS;
    return isOver
      ? { code: 'CANCELLED', message: 'Cancelled' }
      : { code: 'CANCELLING', message: 'Cancellation requested' };
  }
  const [code, message] = STATUSES[story(shipment, sim).at(-1)?.event ?? 'created'];
  return { code, message };
}

export function shipmentJson(shipment: Shipment, sim: SimContext): JsonObject {
  const { request: r, paid, parcelId, trackingNumber } = shipment;
  const link = `${sim.address}/api/v3/parcels/${parcelId}/documents`;
  const papers = isAbroad(r) ? ['label', 'customs-declaration'] : ['label'];
  return {
    id: shipment.id,
    external_reference_id: r.external_reference_id ?? null,
    order_number: r.order_number ?? '',
    from_address: { ...r.from_address },
    to_address: { ...r.to_address },
    ship_with: { ...r.ship_with },
    label_details: { mime_type: r.label_details?.mime_type ?? 'application/pdf', dpi: 72 },
    ...(r.customs_information ? { customs_information: { ...r.customs_information } } : {}),
    carrier: { ...optionOf(r).carrier },
    errors: [],
    parcels: r.parcels.map((parcel) => ({
      id: parcelId,
      status: { ...statusOf(shipment, sim) },
      documents: papers.map((type) => ({
        type: type === 'label' ? 'label' : 'cn23',
        document_type: type,
        size: type === 'label' ? 'a6' : 'a4',
        link: `${link}/${type}`,
      })),
      weight: { ...parcel.weight },
      tracking_number: trackingNumber,
      tracking_url: `https://tracking.eu-central-1-0.sendcloud.sc/forward?code=${trackingNumber}`,
      created_at: paid.at,
      updated_at: paid.at,
      announced_at: paid.at,
    })),
  };
}

const addressOf = (a: SimAddress): JsonObject => ({ country_code: a.country_code, postal_code: a.postal_code });

export function trackingJson(shipment: Shipment, sim: SimContext): JsonObject {
  const { request: r, paid, trackingNumber } = shipment;
  const events = story(shipment, sim);
  return {
    announced_at: paid.at,
    created_at: paid.at,
    updated_at: events.at(-1)?.at.toISOString() ?? paid.at,
    details: { is_return: false, is_mail_box: false, is_to_service_point: false },
    from_address: addressOf(r.from_address),
    to_address: addressOf(r.to_address),
    source_id: '',
    tracking_numbers: [{ carrier_code: optionOf(r).carrier.code, tracking_number: trackingNumber }],
    events: events.map((e) => ({
      event_at: e.at.toISOString(),
      event_type: e.event === 'created' ? 'internal' : 'carrier',
      status_code: STATUSES[e.event][0],
      status_description: STATUSES[e.event][1],
      status_type: 'success',
      sub_status_code: 'none',
    })),
  };
}

export function byParcel(id: string, sim: SimContext, account: SimAccount): Shipment {
  const shipment = allOf(sim, account).find(({ parcelId }) => String(parcelId) === id);
  if (!shipment) throw new SimRefusal(404, 'not_found', 'No Parcel matches the given query.');
  return shipment;
}

export const hasCustomsPapers = (shipment: Shipment): boolean => isAbroad(shipment.request);

export function modelOf(shipment: Shipment): LabelModel {
  const { request: r, trackingNumber } = shipment;
  const place = (a: SimAddress): LabelModel['to'] => ({
    name: a.name,
    address1: a.address_line_1,
    address2: a.address_line_2,
    city: a.city,
    provinceCode: (a.state_province_code ?? '').replace(/^[A-Z]{2}-/, ''),
    zipcode: a.postal_code,
    countryCode: a.country_code,
  });
  const option = optionOf(r);
  return {
    carrierName: option.carrier.name.toUpperCase(),
    serviceName: option.name,
    trackingNumber,
    from: place(r.from_address),
    to: place(r.to_address),
    weightGrams: r.parcels.reduce((sum, parcel) => sum + gramsOf(parcel), 0),
    shipDate: (r.delivery_dates?.handover_at ?? shipment.paid.at).slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [r.external_reference_id ?? '', r.order_number ?? ''].filter((each) => each !== ''),
    test: true,
  };
}
