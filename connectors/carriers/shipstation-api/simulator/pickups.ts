/** Pickups of the simulator: of labels of one carrier and one address; a carrier here comes when it is wished. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { accept, pickupRequest } from './contract.ts';
import { ownLabel } from './labels.ts';

const refused = (message: string, field: string): SimRefusal =>
  new SimRefusal(400, 'invalid_field_value', message, field);

export function book(body: unknown, sim: SimContext, account: SimAccount): JsonObject {
  const { label_ids, pickup_window } = accept(pickupRequest, body);
  const labels = label_ids.map((id) => ownLabel(id, sim, account));
  if (labels.some(({ voided }) => voided))
    throw new SimRefusal(400, 'invalid_status', 'A label is voided.', 'label_ids');
  const [carrier, ...others] = new Set(labels.map(({ request }) => request.shipment.carrier_id));
  if (carrier === undefined || others.length > 0)
    throw refused('All labels of a pickup must be of one carrier.', 'label_ids');
  if (new Set(labels.map(({ request }) => JSON.stringify(request.shipment.ship_from))).size > 1)
    throw refused('All labels of a pickup must have one ship from address.', 'label_ids');
  if (Date.parse(pickup_window.start_at) < sim.now().getTime() - 86_400_000)
    throw refused('The pickup window is in the past.', 'pickup_window.start_at');
  const id = `pik_${createHash('sha256').update(sim.newId('p')).digest('base64url').replace(/\W/g, '').slice(0, 22)}`;
  sim.books.append({ kind: 'pickup', id, account: account.id, data: { carrier, request: body as JsonObject } });
  return pickupJson(id, sim, account);
}

export function pickupJson(id: string, sim: SimContext, account: SimAccount): JsonObject {
  const entries = sim.books.byId(id);
  const booked = entries.find(({ kind }) => kind === 'pickup');
  if (booked?.account !== account.id)
    throw new SimRefusal(404, 'invalid_identifier', 'The pickup was not found.', 'pickup_id');
  const cancelled = entries.find(({ kind }) => kind === 'pickup-cancelled');
  const { label_ids, contact_details, pickup_notes, pickup_window } = pickupRequest.parse(booked.data.request);
  const digits = createHash('sha256').update(id).digest('hex').toUpperCase().slice(0, 11);
  return {
    pickup_id: id,
    label_ids,
    created_at: booked.at,
    ...(cancelled ? { cancelled_at: cancelled.at } : {}),
    carrier_id: booked.data.carrier ?? '',
    confirmation_number: digits,
    contact_details,
    pickup_notes: pickup_notes ?? '',
    pickup_windows: [pickup_window],
  };
}

export function list(from: string | null, sim: SimContext, account: SimAccount): JsonObject {
  const pickups = sim.books
    .all()
    .filter((e) => e.kind === 'pickup' && e.account === account.id)
    .filter((e) => from === null || Date.parse(e.at) >= Date.parse(from))
    .map(({ id }) => pickupJson(id, sim, account));
  return { pickups, total: pickups.length, page: 1, pages: 1, links: {} };
}

export function cancel(id: string, sim: SimContext, account: SimAccount): JsonObject {
  if (pickupJson(id, sim, account).cancelled_at !== undefined)
    throw new SimRefusal(400, 'invalid_status', 'The pickup was cancelled before.', 'pickup_id');
  sim.books.append({ kind: 'pickup-cancelled', id, account: account.id, data: {} });
  return { pickup_id: id };
}
