/** Batches and pickups of the simulator: drafts with prices of the one carrier, bought, cancelled. */
import type { JsonObject } from '@scanship/domain/values/json';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { accept, batchRequest, pickupBuyRequest, type PickupMessage, pickupRequest } from './contract.ts';
import { carrierOf, hex, notFound, own } from './shipments.ts';

interface PickupService {
  readonly service: string;
  readonly rate: string;
}
/** Invented prices; carriers that are not here do not come. */
const PICKUPS: Readonly<Record<string, readonly PickupService[]>> = {
  USPS: [{ service: 'NextDay', rate: '0.00' }],
  UPSDAP: [
    { service: 'Same-day Pickup', rate: '11.40' },
    { service: 'Future-day Pickup', rate: '8.15' },
  ],
  CanadaPost: [{ service: 'Third Party Location', rate: '3.50' }],
};

function batchOf(id: string, sim: SimContext, account: SimAccount): readonly string[] {
  const [entry] = sim.books.byId(id);
  if (entry?.kind !== 'note' || entry.account !== account.id || !Array.isArray(entry.data.shipments)) throw notFound();
  return entry.data.shipments.filter((each): each is string => typeof each === 'string');
}

export function createBatch(body: unknown, sim: SimContext, account: SimAccount): JsonObject {
  const { batch } = accept(batchRequest, body);
  const shipments = batch.shipments.map(({ id }) => own(id, sim, account).id);
  const id = `batch_${hex(sim.newId('b'))}`;
  sim.books.append({ kind: 'note', id, account: account.id, data: { shipments } });
  return batchJson(id, 'creating', sim, account);
}

/** A batch is made while nobody waits: its first answer says so. */
export function batchJson(id: string, state: string, sim: SimContext, account: SimAccount): JsonObject {
  const shipments = batchOf(id, sim, account);
  return {
    id,
    object: 'Batch',
    mode: 'test',
    state,
    num_shipments: shipments.length,
    reference: null,
    shipments: state === 'creating' ? [] : shipments.map((each) => ({ id: each, batch_status: 'postage_purchased' })),
    pickup: null,
    scan_form: null,
    label_url: null,
  };
}

function messageOf(id: string, sim: SimContext, account: SimAccount): PickupMessage {
  const [entry] = sim.books.byId(id);
  if (entry?.kind !== 'note' || entry.account !== account.id) throw notFound();
  return pickupRequest.parse(entry.data).pickup;
}

function carriersOf(message: PickupMessage, sim: SimContext, account: SimAccount): readonly (string | undefined)[] {
  const ids = message.shipment ? [message.shipment.id] : batchOf(message.batch?.id ?? '', sim, account);
  return [...new Set(ids.map((id) => carrierOf(own(id, sim, account))))];
}

export function create(body: unknown, sim: SimContext, account: SimAccount): JsonObject {
  const { pickup } = accept(pickupRequest, body);
  const yesterday = new Date(sim.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  if (pickup.min_datetime.slice(0, 10) < yesterday)
    throw new SimRefusal(422, 'PICKUP.MIN_DATETIME.INVALID', 'The pickup cannot be in the past.', 'min_datetime');
  const carriers = carriersOf(pickup, sim, account);
  if (carriers.includes(undefined))
    throw new SimRefusal(422, 'PICKUP.SHIPMENT.INVALID', 'A shipment of the pickup has no label.', 'shipment');
  if (carriers.length > 1)
    throw new SimRefusal(422, 'PICKUP.BATCH.INVALID', 'All shipments of a pickup go by one carrier.', 'batch');
  const id = `pickup_${hex(sim.newId('p'))}`;
  sim.books.append({ kind: 'note', id, account: account.id, data: body as JsonObject });
  return pickupJson(id, sim, account);
}

export function pickupJson(id: string, sim: SimContext, account: SimAccount): JsonObject {
  const message = messageOf(id, sim, account);
  const entries = sim.books.byId(id);
  const booked = entries.find(({ kind }) => kind === 'pickup');
  const cancelled = entries.some(({ kind }) => kind === 'pickup-cancelled');
  const [carrier = ''] = carriersOf(message, sim, account);
  const services = PICKUPS[carrier] ?? [];
  const utc = (local: string): string => `${local.replace(' ', 'T')}Z`;
  return {
    id,
    object: 'Pickup',
    mode: 'test',
    status: cancelled ? 'canceled' : booked ? 'scheduled' : 'unknown',
    reference: message.reference ?? null,
    min_datetime: utc(message.min_datetime),
    max_datetime: utc(message.max_datetime),
    is_account_address: message.is_account_address,
    instructions: message.instructions ?? null,
    messages:
      services.length > 0
        ? []
        : [{ carrier, type: 'rate_error', message: `${carrier} does not offer scheduled pickups` }],
    confirmation: booked ? `WTC${hex(id).replace(/\D/g, '').slice(0, 8).padEnd(8, '0')}` : null,
    carrier_accounts: [],
    pickup_rates: services.map(({ service, rate }) => ({
      id: `pickuprate_${hex(`${id} ${service}`)}`,
      object: 'PickupRate',
      mode: 'test',
      service,
      carrier,
      rate,
      currency: carrier === 'CanadaPost' ? 'CAD' : 'USD',
      pickup_id: id,
    })),
  };
}

export function buy(id: string, body: unknown, sim: SimContext, account: SimAccount): JsonObject {
  const message = messageOf(id, sim, account);
  const { carrier, service } = accept(pickupBuyRequest, body);
  if (sim.books.byId(id).some(({ kind }) => kind === 'pickup'))
    throw new SimRefusal(422, 'PICKUP.ALREADY_SCHEDULED', 'This pickup has been scheduled already.');
  const [sold] = carriersOf(message, sim, account);
  if (sold !== carrier || !PICKUPS[carrier]?.some((each) => each.service === service))
    throw new SimRefusal(422, 'PICKUP.RATES.INVALID', 'The pickup has no such rate.', 'service');
  sim.books.append({
    kind: 'pickup',
    id,
    account: account.id,
    ...(message.reference === undefined ? {} : { reference: message.reference }),
    data: { carrier, service },
  });
  return pickupJson(id, sim, account);
}

export function cancel(id: string, sim: SimContext, account: SimAccount): JsonObject {
  messageOf(id, sim, account);
  const kinds = sim.books.byId(id).map(({ kind }) => kind);
  if (!kinds.includes('pickup') || kinds.includes('pickup-cancelled'))
    throw new SimRefusal(422, 'PICKUP.CANCEL.UNAVAILABLE', 'This pickup is not scheduled.');
  sim.books.append({ kind: 'pickup-cancelled', id, account: account.id, data: {} });
  return pickupJson(id, sim, account);
}
