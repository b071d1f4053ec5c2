/**
 * Pickups of labels bought here, all of one courier, in one of the slots that the courier has. There is no place for a reference
 * of ours: a booking that was cut off is told by the pickups its first shipment had before.
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
import { checkPickupTimes, assertOwnLabels } from '@scanship/connector-kit/carrier/pickup-wish';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { type BoughtLabel, findLabels, notFoundWords } from './bought-labels.ts';
import { exchange, nextPage } from './client.ts';
import { manifest } from './manifest.ts';
import { type PickupSlot, slotFor, slotsOf } from './pickup-slots.ts';

const NAME = manifest.name;
/** The reference's example is "PHK10000001"; it states no form. */
const PICKUP = /^[\w-]{4,60}$/;

/** What can be seen to be wrong before any call. */
function checkWish(wish: PickupWish, env: CarrierEnv): void {
  checkPickupTimes(wish, env.now());
  assertOwnLabels(wish, NAME);
}

type Labels = readonly [BoughtLabel, ...BoughtLabel[]];

/** @throws ConnectorError `refused` for a number Easyship did not sell, `invalid-input` for parcels of several couriers */
async function labelsOf(wish: PickupWish, env: CarrierEnv): Promise<Labels> {
  const numbers = new Set(wish.load.trackingNumbers);
  const search = await findLabels((_id, own) => own.some((number) => numbers.has(number)), numbers.size, env);
  const [first, ...others] = search.found;
  const known = new Set(search.found.flatMap(({ trackingNumbers }) => trackingNumbers));
  const strange = [...numbers].find((number) => !known.has(number));
  if (!first || strange !== undefined)
    throw fail('refused', notFoundWords(search, NAME, `with the number ${strange ?? ''}`), { field: 'load.parcels' });
  const stranger = others.find(({ courier }) => courier !== first.courier);
  if (stranger)
    throw fail(
      'invalid-input',
      stranger.carrier === first.carrier
        ? `${NAME} books a pickup with one courier account, and these parcels go by two accounts with ${first.carrier}.`
        : `${NAME} books a pickup with one courier, and these parcels go by ${first.carrier} and ${stranger.carrier}.`,
      { field: 'load.services' },
    );
  return [first, ...others];
}

/** The slot to book. @throws ConnectorError `refused`, naming the slots of the day where it has others */
function chosen(slots: readonly PickupSlot[], wish: PickupWish, carrier: string): PickupSlot {
  const slot = slotFor(slots, wish);
  if (slot) return slot;
  const others = slots.filter(({ date }) => date === wish.date).map(({ from, to }) => `${from}–${to}`);
  throw others.length > 0
    ? fail('refused', `${carrier} comes on that day only at these times: ${others.join(', ')}.`, { field: 'readyTime' })
    : fail('refused', `${carrier} does not come on that day.`, { field: 'date' });
}

async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  let dates: readonly string[] | undefined;
  try {
    checkWish(wish, env);
    const [{ courierService, carrier }] = await labelsOf(wish, env);
    const slots = await slotsOf(courierService, env);
    dates = [...new Set(slots.map(({ date }) => date))];
    const { from, to } = chosen(slots, wish, carrier);
    return { available: true, messages: [`${carrier} comes between ${from} and ${to}.`], dates };
  } catch (error) {
    if (error instanceof ConnectorError && ['refused', 'invalid-input'].includes(error.problem.kind))
      return { available: false, messages: [error.problem.message], dates };
    throw error;
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

type Kept = 'courierService' | 'slotId' | 'from' | 'to' | 'pickupId' | 'bookedAt';
const keptText = (kept: JsonObject, name: Kept): string => {
  const value = kept[name];
  if (typeof value !== 'string') throw new RangeError(`${name} was not kept`);
  return value;
};

/** Reference, "List all Pickups", `pickup_state`. */
const STATES = {
  requested: 'booked',
  completed: 'fetched',
  'partially-completed': 'fetched',
  'pending-confirmation': 'pending',
  'pending-delayed-api-request': 'pending',
  'pending-drop-off': 'pending',
  'pending-handover': 'pending',
  'request-failed': 'failed',
  'request-pickup-window-failed': 'failed',
  'request-technical-failed': 'failed',
  cancelled: 'cancelled',
} as const;
const stateOf = (pickup: ObjectReader) => pickup.choice<(typeof STATES)[keyof typeof STATES]>('pickup_state', STATES);

interface Listed {
  readonly id: string;
  readonly state: ReturnType<typeof stateOf>;
}

/** All pickups a shipment ever had; whole or not at all. */
async function pickupsOf(shipmentId: string, env: CarrierEnv): Promise<readonly Listed[]> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/pickups',
    name: 'list pickups',
    query: { shipment_id: shipmentId, per_page: 100 },
  });
  const answer = readObject(response.json());
  const all = answer.strictList('pickups', (p) => ({ id: p.string('easyship_pickup_id', PICKUP), state: stateOf(p) }));
  if (nextPage(answer.object('meta').object('pagination')) !== undefined)
    throw fail('vendor-broken', `${NAME} lists more pickups of a shipment than are read.`);
  return all;
}

async function look(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkWish(input, env);
  const labels = await labelsOf(input, env);
  const [{ courierService, carrier, shipmentId }] = labels;
  const slot = chosen(await slotsOf(courierService, env), input, carrier);
  return {
    kind: 'done',
    keep: {
      shipments: labels.map((label) => label.shipmentId),
      courierService,
      slotId: slot.id,
      from: slot.from,
      to: slot.to,
      before: (await pickupsOf(shipmentId, env)).map(({ id }) => id),
    },
  };
}

export interface Booking {
  readonly courierService: string;
  readonly date: string;
  readonly slotId: string;
  readonly from: string;
  readonly to: string;
  readonly shipments: readonly string[];
}

export const pickupMessage = (b: Booking) => ({
  courier_service_id: b.courierService,
  time_slot_id: b.slotId,
  selected_date: b.date,
  selected_from_time: b.from,
  selected_to_time: b.to,
  easyship_shipment_ids: b.shipments,
});

const keepPickup = (pickupId: string, env: CarrierEnv): JsonObject => ({
  pickupId,
  bookedAt: env.now().toISOString(),
});

async function book(input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/pickups',
    name: 'book pickup',
    json: pickupMessage({
      courierService: keptText(kept, 'courierService'),
      date: input.date,
      slotId: keptText(kept, 'slotId'),
      from: keptText(kept, 'from'),
      to: keptText(kept, 'to'),
      shipments: texts(kept.shipments),
    }),
  });
  const pickup = readObject(response.json()).object('pickup');
  return { kind: 'done', keep: keepPickup(pickup.string('easyship_pickup_id', PICKUP), env) };
}

async function recoverBooking(
  _input: PickupInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupResult>> {
  const [shipmentId = ''] = texts(kept.shipments);
  const before = new Set(texts(kept.before));
  // Of one that failed or was cancelled nobody comes.
  const found = (await pickupsOf(shipmentId, env)).find(
    ({ id, state }) => !before.has(id) && state !== 'failed' && state !== 'cancelled',
  );
  return found ? { kind: 'found', step, keep: keepPickup(found.id, env) } : { kind: 'absent' };
}

async function pickupById(id: string, env: CarrierEnv): Promise<ObjectReader> {
  const response = await exchange(env, { method: 'GET', path: path`/pickups/${id}`, name: 'pickup' });
  const pickup = readObject(response.json()).object('pickup');
  if (pickup.string('easyship_pickup_id', PICKUP) !== id)
    throw new FieldProblem(pickup.at('easyship_pickup_id'), 'is another pickup than the one asked for');
  return pickup;
}

/** What the pickup says that was not wished for, in words. */
function remarks(pickup: ObjectReader, shipments: number): readonly string[] {
  const address = pickup.maybe('address', (n) => pickup.object(n));
  const street = address?.maybe('line_1', (n) => address.string(n));
  const city = address?.maybe('city', (n) => address.string(n));
  const count = pickup.maybe('shipments_count', (n) => pickup.integer(n, 0));
  const fee = pickup.maybe('pickup_fee', (n) => pickup.number(n));
  return [
    ...(street === undefined || city === undefined ? [] : [`The driver comes to ${street}, ${city}.`]),
    ...(count === undefined || count === shipments ? [] : [`${NAME} put ${count} of ${shipments} parcels on it.`]),
    // The answer names no currency, so that no price can be made of it.
    ...(fee === undefined || fee <= 0 ? [] : [`${NAME} charges a fee of ${fee.toFixed(2)} for it.`]),
  ];
}

/** Where the courier was given another window than was wished for. */
function windowOf(pickup: ObjectReader, wish: PickupWish): Pick<PickupResult, 'date' | 'readyTime' | 'closeTime'> {
  const from = pickup.instant('selected_from_time', false);
  const [date, readyTime] = [from.slice(0, 10), from.slice(11, 16)];
  const closeTime = pickup.instant('selected_to_time', false).slice(11, 16);
  const isSame = date === wish.date && readyTime === wish.readyTime && closeTime === wish.closeTime;
  return isSame ? {} : { date, readyTime, closeTime };
}

/** The courier's own number may come later, and some couriers give none: then Easyship's is the only one. */
const NUMBER_COMES_MS = 60_000;

async function confirm(input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const id = keptText(kept, 'pickupId');
  const pickup = await pickupById(id, env);
  const state = stateOf(pickup);
  if (state === 'failed')
    throw fail(
      'refused',
      `The courier did not take this pickup (${NAME}’s number ${id}); choose another day or time.`,
      {
        vendorCode: pickup.string('pickup_state'),
      },
    );
  if (state === 'cancelled') throw fail('refused', `${NAME} says that pickup ${id} was cancelled.`);
  if (pickup.raw('pickup_reference_number') === undefined)
    throw new FieldProblem(pickup.at('pickup_reference_number'), 'is missing');
  const hasNumber = pickup.has('pickup_reference_number');
  const waited = env.now().getTime() - Date.parse(keptText(kept, 'bookedAt'));
  if (waited < NUMBER_COMES_MS && (!hasNumber || state === 'pending')) return { kind: 'wait', retryAfterMs: 10_000 };
  return {
    kind: 'done',
    result: {
      confirmation: hasNumber ? pickup.string('pickup_reference_number', /^[^\p{Cc}]{1,60}$/u) : id,
      ...windowOf(pickup, input),
      messages: [
        ...remarks(pickup, texts(kept.shipments).length),
        ...(state === 'pending' ? ['The courier has not confirmed it yet.'] : []),
      ],
    },
  };
}

async function open(input: BookedPickup, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  const state = stateOf(await pickupById(keptText(input.kept, 'pickupId'), env));
  if (state === 'cancelled') throw fail('refused', 'This pickup has already been cancelled.');
  if (state === 'fetched') throw fail('refused', 'The driver has been there; this pickup is over.');
  return { kind: 'done' };
}

async function cancel(input: BookedPickup, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  const id = keptText(input.kept, 'pickupId');
  const response = await exchange(env, { method: 'POST', path: path`/pickups/${id}/cancel`, name: 'cancel pickup' });
  readObject(response.json()).object('success').string('message');
  return { kind: 'done', result: { messages: [] } };
}

async function recoverCancel(
  input: BookedPickup,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupCancelled>> {
  const state = stateOf(await pickupById(keptText(input.kept, 'pickupId'), env));
  return state === 'cancelled' ? { kind: 'found', step, result: { messages: [] } } : { kind: 'absent' };
}

const SETTLE_MS = 60_000;

export const pickup: PickupOperations = {
  availability,
  book: {
    steps: [
      { name: 'look', effect: 'read', run: look },
      { name: 'book', effect: 'create', run: book },
      { name: 'confirm', effect: 'read', run: confirm },
    ],
    recovery: 'listing',
    recover: recoverBooking,
    settleAfterMs: SETTLE_MS,
  },
  cancel: {
    steps: [
      { name: 'look', effect: 'read', run: open },
      { name: 'cancel', effect: 'create', run: cancel },
    ],
    recovery: 'by-reference',
    recover: recoverCancel,
    settleAfterMs: SETTLE_MS,
  },
};
