/**
 * Pickups of shipments bought here, all of one carrier: a draft of it has the carrier's prices and is free, then one of them is
 * bought. Several shipments go as a batch, which is made first. What became of a purchase the pickup itself says.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type {
  BookedPickup,
  PickupAvailability,
  PickupCancelled,
  PickupInput,
  PickupOperations,
  PickupResult,
  PickupWish,
} from '@scanship/connector-kit/carrier/pickup';
import {
  checkPickupTimes,
  assertOneCarrier,
  assertOwnLabels,
  placeWords,
} from '@scanship/connector-kit/carrier/pickup-wish';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import type { Money } from '@scanship/domain/money/money';
import { exchange, SHIPMENT } from './client.ts';
import { manifest } from './manifest.ts';
import { partsOf, PATTERNS } from './manifest-services.ts';
import { addressOnly } from './messages.ts';

const NAME = manifest.name;
const PICKUP = /^pickup_[0-9a-f]{8,40}$/;
const BATCH = /^batch_[0-9a-f]{8,40}$/;

/** What can be seen to be wrong before any call. */
function checkWish(wish: PickupWish, env: CarrierEnv): void {
  checkPickupTimes(wish, env.now());
  assertOwnLabels(wish, NAME);
  assertOneCarrier(
    wish.load.services.map((code) => partsOf(code)?.carrier ?? code),
    NAME,
  );
}

/** Every label has a tracker, and the tracker names its shipment. */
async function shipmentOf(trackingNumber: string, env: CarrierEnv): Promise<string> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/v2/trackers',
    name: 'shipment of a number',
    query: { tracking_code: trackingNumber, page_size: 5 },
  });
  const answer = readObject(response.json());
  const [own] = answer
    .strictList('trackers', (t) => ({ number: t.string('tracking_code'), tracker: t }))
    .filter(({ number }) => number === trackingNumber);
  if (!own?.tracker.has('shipment_id'))
    throw fail('refused', `${NAME} sold no label with the number ${trackingNumber}.`, { field: 'load.parcels' });
  return own.tracker.string('shipment_id', SHIPMENT);
}

export const pickupMessage = (
  wish: PickupWish,
  shipments: { readonly shipment: { readonly id: string } } | { readonly batch: { readonly id: string } },
  reference: string | undefined,
) => ({
  pickup: {
    reference,
    // Without a zone, as in EasyPost's examples: the times of the place.
    min_datetime: `${wish.date} ${wish.readyTime}:00`,
    max_datetime: `${wish.date} ${wish.closeTime}:00`,
    ...shipments,
    address: addressOnly(wish.address, 'address'),
    is_account_address: false,
    instructions:
      [placeWords(wish.place), wish.instructions?.trim()]
        .filter((part) => part !== undefined && part !== '')
        .join('. ') || undefined,
  },
});

interface PickupPrice {
  readonly carrier: string;
  readonly service: string;
  readonly total: Money;
}

const linesOf = (total: Money) => ({
  lines: [{ kind: 'base' as const, code: 'pickup', label: 'Pickup', amount: total }],
  total,
});

/** The cheapest that the carrier has; what it says where it has none. @throws ConnectorError `refused` */
function cheapest(pickup: ObjectReader): PickupPrice {
  const prices = pickup
    .strictList('pickup_rates', (r) => ({
      carrier: r.string('carrier', PATTERNS.carrier),
      service: r.string('service', /^[^\p{Cc}]{1,80}$/u),
      total: r.money('rate', r.currency('currency')),
    }))
    .toSorted((a, b) => a.total.minor - b.total.minor);
  const [first] = prices;
  if (first) return first;
  const said = pickup.list('messages', (m) => asSentence(m.string('message')), { optional: true });
  throw fail('refused', [`${NAME} has no pickup for these parcels.`, ...said].join(' '));
}

async function draftOf(
  wish: PickupWish,
  shipments: Parameters<typeof pickupMessage>[1],
  reference: string | undefined,
  env: CarrierEnv,
): Promise<ObjectReader> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/v2/pickups',
    name: 'draft pickup',
    json: pickupMessage(wish, shipments, reference),
    // Nobody comes before it is bought.
    readOnly: true,
  });
  return readObject(response.json());
}

/** The price is asked for one of the parcels: a batch would be left behind by each question. */
async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  try {
    checkWish(wish, env);
    const [number = ''] = wish.load.trackingNumbers;
    const pickup = await draftOf(wish, { shipment: { id: await shipmentOf(number, env) } }, undefined, env);
    const { total } = cheapest(pickup);
    const several =
      wish.load.trackingNumbers.length > 1 ? [`${NAME} was asked about the first of these parcels only.`] : [];
    return { available: true, messages: several, price: linesOf(total) };
  } catch (error) {
    if (error instanceof ConnectorError && ['refused', 'invalid-input'].includes(error.problem.kind))
      return { available: false, messages: [error.problem.message] };
    throw error;
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

const keptText = (kept: JsonObject, name: 'pickupId' | 'carrier' | 'service' | 'batchId'): string => {
  const value = kept[name];
  if (typeof value !== 'string') throw new RangeError(`${name} was not kept`);
  return value;
};

const AT_ONCE = 20;

async function look(input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkWish(input, env);
  const numbers = [...new Set(input.load.trackingNumbers)];
  const found = [...texts(kept.shipments)];
  for (const number of numbers.slice(found.length, found.length + AT_ONCE)) found.push(await shipmentOf(number, env));
  if (found.length < numbers.length) return { kind: 'wait', retryAfterMs: 1000, keep: { shipments: found } };
  return { kind: 'done', keep: { shipments: found } };
}

async function group(input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const shipments = texts(kept.shipments);
  if (shipments.length < 2) return { kind: 'done' };
  const response = await exchange(env, {
    method: 'POST',
    path: '/v2/batches',
    name: 'create batch',
    json: { batch: { reference: input.reference, shipments: shipments.map((id) => ({ id })) } },
    readOnly: true,
  });
  return { kind: 'done', keep: { batchId: readObject(response.json()).string('id', BATCH) } };
}

async function grouped(_input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  if (kept.batchId === undefined) return { kind: 'done' };
  const id = keptText(kept, 'batchId');
  const response = await exchange(env, { method: 'GET', path: path`/v2/batches/${id}`, name: 'batch' });
  const batch = readObject(response.json());
  if (batch.string('id') !== id) throw new FieldProblem('id', 'is another batch than the one asked for');
  const state = batch.string('state');
  if (state === 'creating') return { kind: 'wait', retryAfterMs: 2000 };
  if (state === 'creation_failed')
    throw fail('refused', `${NAME} could not put these shipments together for one pickup.`, { vendorCode: state });
  return { kind: 'done' };
}

async function draft(input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const [only = ''] = texts(kept.shipments);
  const load = kept.batchId === undefined ? { shipment: { id: only } } : { batch: { id: keptText(kept, 'batchId') } };
  const pickup = await draftOf(input, load, input.reference, env);
  const { carrier, service, total } = cheapest(pickup);
  return {
    kind: 'done',
    keep: { pickupId: pickup.string('id', PICKUP), carrier, service },
    result: { charged: linesOf(total), messages: [] },
  };
}

function ownPickup(json: unknown, id: string): ObjectReader {
  const pickup = readObject(json);
  if (pickup.string('id', PICKUP) !== id) throw new FieldProblem('id', 'is another pickup than the one asked for');
  return pickup;
}

const confirmationOf = (pickup: ObjectReader): string => pickup.string('confirmation', /^[\w-]{3,50}$/);

async function buy(_input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const id = keptText(kept, 'pickupId');
  const response = await exchange(env, {
    method: 'POST',
    path: path`/v2/pickups/${id}/buy`,
    name: 'buy pickup',
    json: { carrier: keptText(kept, 'carrier'), service: keptText(kept, 'service') },
  });
  const pickup = ownPickup(response.json(), id);
  if (statusOf(pickup) !== 'scheduled') throw new FieldProblem('status', 'does not say that the pickup is booked');
  return { kind: 'done', result: { confirmation: confirmationOf(pickup) } };
}

const STATUSES = { unknown: 'open', scheduled: 'scheduled', canceled: 'cancelled' } as const;
const statusOf = (pickup: ObjectReader) => pickup.choice<(typeof STATUSES)[keyof typeof STATUSES]>('status', STATUSES);

async function pickupById(id: string, env: CarrierEnv): Promise<ObjectReader> {
  const response = await exchange(env, { method: 'GET', path: path`/v2/pickups/${id}`, name: 'pickup' });
  return ownPickup(response.json(), id);
}

async function recoverBooking(
  _input: PickupInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupResult>> {
  const pickup = await pickupById(keptText(kept, 'pickupId'), env);
  const status = statusOf(pickup);
  if (status === 'open') return { kind: 'absent' };
  if (status === 'cancelled') throw new FieldProblem('status', 'says that the pickup was cancelled');
  return { kind: 'found', step, result: { confirmation: confirmationOf(pickup) } };
}

async function cancel(input: BookedPickup, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  const id = keptText(input.kept, 'pickupId');
  const response = await exchange(env, {
    method: 'POST',
    path: path`/v2/pickups/${id}/cancel`,
    name: 'cancel pickup',
  });
  if (statusOf(ownPickup(response.json(), id)) !== 'cancelled')
    throw new FieldProblem('status', 'does not say that the pickup is cancelled');
  return { kind: 'done', result: { messages: [] } };
}

async function recoverCancel(
  input: BookedPickup,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupCancelled>> {
  const pickup = await pickupById(keptText(input.kept, 'pickupId'), env);
  return statusOf(pickup) === 'cancelled' ? { kind: 'found', step, result: { messages: [] } } : { kind: 'absent' };
}

const SETTLE_MS = 60_000;

export const pickup: PickupOperations = {
  availability,
  book: {
    steps: [
      { name: 'look', effect: 'read', run: look },
      { name: 'group', effect: 'reserve', run: group },
      { name: 'grouped', effect: 'read', run: grouped },
      { name: 'draft', effect: 'reserve', run: draft },
      { name: 'buy', effect: 'pay', run: buy },
    ],
    recovery: 'by-reference',
    recover: recoverBooking,
    settleAfterMs: SETTLE_MS,
  },
  cancel: {
    steps: [{ name: 'cancel', effect: 'create', run: cancel }],
    recovery: 'by-reference',
    recover: recoverCancel,
    settleAfterMs: SETTLE_MS,
  },
};
