/** Pickup slots and pickups of the simulator: UPS and USPS come twice a day, Canada Post does not come. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { SERVICES, type SimService } from './catalogue.ts';
import { accept, pickupRequest } from './contract.ts';
import { courierJson } from './rates.ts';
import { courierOf, notFound, ownShipment, type Shipment } from './shipments.ts';

const WINDOWS = [
  { from: '09:00', to: '12:00' },
  { from: '12:00', to: '18:00' },
] as const;
const COMING: ReadonlySet<string> = new Set(['UPS', 'USPS']);
const DAY_MS = 86_400_000;

const slotId = (date: string, at: number): string =>
  `01563646-58c1-4607-8fe5-${date.replaceAll('-', '').padStart(11, '0')}${at}`;

/** Today and seven days on; nobody comes on a Sunday. */
function days(sim: SimContext): readonly { readonly date: string; readonly slots: typeof WINDOWS | readonly [] }[] {
  return Array.from({ length: 8 }, (_none, ahead) => {
    const day = new Date(sim.now().getTime() + ahead * DAY_MS);
    return { date: day.toISOString().slice(0, 10), slots: day.getUTCDay() === 0 ? [] : WINDOWS };
  });
}

function comingService(id: string, status: number): SimService {
  const service = SERVICES.find((one) => one.id === id);
  if (!service) throw notFound();
  if (!COMING.has(service.umbrella))
    throw new SimRefusal(
      status,
      status === 404 ? 'resource_not_found' : 'invalid_content',
      'This Courier Service doesn’t provide a pickup service.',
    );
  return service;
}

export function slotsJson(service: string, sim: SimContext): JsonObject {
  const { umbrella } = comingService(service, 404);
  return {
    courier_service_handover_option: {
      provider_name: umbrella,
      pickup_slots: days(sim).map(({ date, slots }) => ({
        date,
        time_slots: slots.map(({ from, to }, at) => ({
          time_slot_id: slotId(date, at),
          from_time: from,
          to_time: to,
        })),
      })),
    },
    meta: { request_id: 'slots' },
  };
}

const refused = (message: string): SimRefusal => new SimRefusal(422, 'invalid_content', message);

export function book(body: unknown, sim: SimContext, account: SimAccount): JsonObject {
  const asked = accept(pickupRequest, body);
  const service = comingService(asked.courier_service_id, 422);
  const shipments = asked.easyship_shipment_ids.map((id) => ownShipment(id, sim, account));
  if (shipments.some(({ paid, voided }) => !paid || voided))
    throw refused('Shipments must have labels that are pending or generated.');
  if (shipments.some(({ request }) => courierOf(request)?.courierId !== service.courierId))
    throw refused('Shipments must have the same courier.');
  const day = days(sim).find(({ date }) => date === asked.selected_date);
  const window = day?.slots.find(({ from, to }, at) =>
    asked.time_slot_id
      ? asked.time_slot_id === slotId(asked.selected_date, at)
      : from === asked.selected_from_time && to === asked.selected_to_time,
  );
  if (!window) throw refused('The selected slot can no longer be booked.');
  const id = `PCA${String(randomInt(100_000_000)).padStart(8, '0')}`;
  sim.books.append({
    kind: 'pickup',
    id,
    account: account.id,
    data: {
      service: service.id,
      shipments: shipments.map((one) => one.id),
      from: `${asked.selected_date}T${window.from}`,
      to: `${asked.selected_date}T${window.to}`,
    },
  });
  return { ...pickupJson(id, sim, account), meta: { easyship_shipment_ids: asked.easyship_shipment_ids } };
}

const idsOf = (data: JsonObject): readonly string[] =>
  Array.isArray(data.shipments) ? data.shipments.filter((each): each is string => typeof each === 'string') : [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function pickupJson(id: string, sim: SimContext, account: SimAccount): JsonObject {
  const entries = sim.books.byId(id);
  const booked = entries.find(({ kind }) => kind === 'pickup');
  if (booked?.account !== account.id) throw new SimRefusal(404, 'resource_not_found', 'The Pickup was not found');
  const { data } = booked;
  const service = SERVICES.find((one) => one.id === data.service);
  const shipments = idsOf(data).map((each): Shipment => ownShipment(each, sim, account));
  const origin = shipments[0]?.request.origin_address;
  const weight = shipments.flatMap(({ request }) => request.parcels).reduce((sum, p) => sum + p.total_actual_weight, 0);
  return {
    pickup: {
      easyship_pickup_id: id,
      address: { ...origin, id: '01563646-58c1-4607-8fe0-cae3e33c0005', hk_district: null, status: 'active' },
      courier_service: service ? courierJson(service) : null,
      pickup_fee: service?.umbrella === 'UPS' ? 5.5 : 0,
      pickup_reference_number: `2929602E${id.slice(-3)}`,
      pickup_state: entries.some(({ kind }) => kind === 'pickup-cancelled') ? 'cancelled' : 'requested',
      provider_name: 'Standard Pickup',
      selected_from_time: textOf(data.from),
      selected_to_time: textOf(data.to),
      shipments_count: shipments.length,
      total_actual_weight: weight,
    },
    meta: { request_id: id },
  };
}

export function list(shipment: string | null, sim: SimContext, account: SimAccount): JsonObject {
  const pickups = sim.books
    .all()
    .filter((e) => e.kind === 'pickup' && e.account === account.id)
    .filter((e) => shipment === null || idsOf(e.data).includes(shipment))
    .map(({ id }) => pickupJson(id, sim, account).pickup ?? null);
  return { pickups, meta: { pagination: { page: 1, next: null, count: pickups.length }, request_id: 'pickups' } };
}

export function cancel(id: string, sim: SimContext, account: SimAccount): JsonObject {
  pickupJson(id, sim, account);
  if (sim.books.byId(id).some(({ kind }) => kind === 'pickup-cancelled'))
    throw refused('This Pickup cannot be cancelled.');
  sim.books.append({ kind: 'pickup-cancelled', id, account: account.id, data: {} });
  return { success: { message: 'Pickup successfully cancelled' }, meta: { request_id: id } };
}
