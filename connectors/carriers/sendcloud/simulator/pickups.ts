/** Pickups of the simulator as the books have them: asked for, taken by the carrier with the next look, cancelled. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { OPTIONS } from './catalogue.ts';
import { accept, type PickupMessage, pickupRequest } from './contract.ts';

interface Pickup {
  readonly id: number;
  readonly message: PickupMessage;
  readonly contract: number;
  readonly madeAt: string;
  readonly cancelledAt: string | undefined;
  readonly isByHand: boolean;
}

const contractsWith = (carrierCode: string): readonly number[] => [
  ...new Set(OPTIONS.filter(({ carrier }) => carrier.code === carrierCode).map(({ contract }) => contract)),
];

function read(id: string, sim: SimContext, account: SimAccount): Pickup | undefined {
  const entries = sim.books.byId(id);
  const made = entries.find(({ kind }) => kind === 'pickup');
  if (made?.account !== account.id || typeof made.data.contract !== 'number') return undefined;
  const message = pickupRequest.parse(made.data.request);
  return {
    id: Number(id),
    message,
    contract: made.data.contract,
    madeAt: made.at,
    cancelledAt: entries.find(({ kind }) => kind === 'pickup-cancelled')?.at,
    isByHand: message.special_instructions?.includes('SUPPORT') === true,
  };
}

function own(id: string, sim: SimContext, account: SimAccount): Pickup {
  const pickup = read(id, sim, account);
  if (!pickup) throw new SimRefusal(404, 'not_found', 'No Pickup matches the given query.');
  return pickup;
}

/** Of instructions that name it, the simulator's support cancels by hand. */
const statusOf = ({ message, cancelledAt, isByHand }: Pickup, isNew: boolean): string => {
  if (cancelledAt !== undefined) return isByHand ? 'CANCELLATION_REQUESTED' : 'CANCELLED';
  if (isNew) return 'ANNOUNCING';
  return message.special_instructions?.includes('REFUSE') === true ? 'FAILED' : 'CREATED';
};

function json(pickup: Pickup, isNew = false): JsonObject {
  const { id, message: m, contract, madeAt, cancelledAt } = pickup;
  return {
    id,
    carrier_code: m.carrier_code,
    contract_id: contract,
    address: { ...m.address },
    time_slots: m.time_slots.map((slot) => ({ ...slot })),
    items: m.items.map((item) => ({ ...item, total_weight: { ...item.total_weight } })),
    reference: m.reference ?? '',
    special_instructions: m.special_instructions ?? '',
    tracking_number: isNew ? '' : `PRG${String(id).padStart(9, '0')}`,
    status: statusOf(pickup, isNew),
    created_at: madeAt,
    cancelled_at: cancelledAt ?? null,
  };
}

export function book(body: unknown, sim: SimContext, account: SimAccount): JsonObject {
  const request = accept(pickupRequest, body);
  const [slot] = request.time_slots;
  if (!slot || Date.parse(slot.start_at) < sim.now().getTime())
    throw new SimRefusal(400, 'validation_error', 'The pickup cannot be in the past.', '/data/time_slots');
  const contracts = contractsWith(request.carrier_code);
  const contract = request.contract_id ?? contracts[0];
  if (contract === undefined || !contracts.includes(contract))
    throw new SimRefusal(400, 'validation_error', 'The contract does not exist.', '/data/contract_id');
  const id = String(randomInt(100_000, 1_000_000_000));
  sim.books.append({
    kind: 'pickup',
    id,
    account: account.id,
    ...(request.reference === undefined ? {} : { reference: request.reference }),
    data: { request: body as JsonObject, contract },
  });
  return json(own(id, sim, account), true);
}

export const one = (id: string, sim: SimContext, account: SimAccount): JsonObject => json(own(id, sim, account));

/** A list tells less of each than a look at it, its reference among what is missing; two on a page, so pages are turned. */
export function list(
  cursor: string | null,
  sim: SimContext,
  account: SimAccount,
): { readonly data: readonly JsonObject[]; readonly next: string | undefined } {
  const all = sim.books
    .all()
    .filter(({ kind }) => kind === 'pickup')
    .flatMap(({ id }) => read(id, sim, account) ?? []);
  const from = Number(cursor ?? '0');
  const data = all.slice(from, from + 2).map((pickup) => {
    const { id, carrier_code, contract_id, time_slots, tracking_number, status, created_at, cancelled_at } =
      json(pickup);
    const country = pickup.message.address.country_code;
    return { id, carrier_code, contract_id, time_slots, tracking_number, status, created_at, cancelled_at, country };
  }) as readonly JsonObject[];
  return { data, next: from + 2 < all.length ? String(from + 2) : undefined };
}

/** @returns the pickup, and whether people of the support have yet to do it */
export function cancel(
  id: string,
  sim: SimContext,
  account: SimAccount,
): { readonly pickup: JsonObject; readonly isQueued: boolean } {
  const pickup = own(id, sim, account);
  const started = Date.parse(pickup.message.time_slots[0]?.start_at ?? '') < sim.now().getTime();
  if (pickup.cancelledAt !== undefined || started)
    throw new SimRefusal(409, 'conflict', 'This pickup can no longer be cancelled.');
  sim.books.append({ kind: 'pickup-cancelled', id, account: account.id, data: {} });
  return { pickup: json(own(id, sim, account)), isQueued: pickup.isByHand };
}
