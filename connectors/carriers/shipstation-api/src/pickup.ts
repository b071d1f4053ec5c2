/**
 * Pickups of labels bought here, all of one carrier and from one address. There is no place for a reference of ours, so a booking
 * that was cut off is told from older ones of the same labels by what was listed before.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type {
  BookedPickup,
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
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { exchange, ID } from './client.ts';
import { manifest } from './manifest.ts';
import { partsOf } from './manifest-services.ts';
import { labelOf } from './track.ts';

const NAME = manifest.name;
/** The document says four signs at least; its example is "pik_3YcKU5zdtJuCqoeNwyqqbW". */
const PICKUP = /^[\w-]{4,60}$/;
const MOST_PICKUPS = 100;
const COMES_TO = 'The driver comes to the address that the labels were bought from.';

/** What can be seen to be wrong before any call. */
function checkWish(wish: PickupWish, env: CarrierEnv): void {
  checkPickupTimes(wish, env.now());
  assertOwnLabels(wish, NAME);
  assertOneCarrier(
    wish.load.services.map((code) => partsOf(code)?.carrierCode ?? code),
    NAME,
  );
}

function contactOf({ address }: PickupWish) {
  const name = (address.name.trim() || address.companyName?.trim()) ?? '';
  const email = address.email?.trim() ?? '';
  const phone = address.phone?.trim() ?? '';
  if (name === '') throw fail('invalid-input', `${NAME} needs a name for the driver.`, { field: 'address.name' });
  if (email === '')
    throw fail('invalid-input', `${NAME} needs an e-mail address for a pickup.`, { field: 'address.email' });
  if (phone.length < 7)
    throw fail('invalid-input', `${NAME} needs a whole telephone number for the driver.`, { field: 'address.phone' });
  return { name, email, phone };
}

/** The document: the window's zone is that of the place, whatever is sent, and it is written as if it were UTC. */
const placeTime = (date: string, time: string): string => `${date}T${time}:00Z`;

export function pickupMessage(wish: PickupWish, labels: readonly string[]) {
  const notes = [placeWords(wish.place), wish.instructions?.trim()].filter((part) => part !== undefined && part !== '');
  return {
    label_ids: labels,
    contact_details: contactOf(wish),
    ...(notes.length > 0 ? { pickup_notes: notes.join('. ') } : {}),
    pickup_window: {
      start_at: placeTime(wish.date, wish.readyTime),
      end_at: placeTime(wish.date, wish.closeTime),
    },
  };
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

const keptText = (kept: JsonObject, name: 'since' | 'pickupId' | 'bookedAt'): string => {
  const value = kept[name];
  if (typeof value !== 'string') throw new RangeError(`${name} was not kept`);
  return value;
};

interface Listed {
  readonly id: string;
  readonly labels: readonly string[];
  readonly cancelled: boolean;
  readonly pickup: ObjectReader;
}

/** What was booked since; whole or not at all. */
async function list(since: string, env: CarrierEnv): Promise<readonly Listed[]> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/v1/pickups',
    name: 'list pickups',
    query: { created_at_start: since, page_size: MOST_PICKUPS },
  });
  const answer = readObject(response.json());
  if (answer.integer('pages', 0) > 1) throw fail('vendor-broken', `${NAME} lists more pickups than are read.`);
  return answer.strictList('pickups', (p) => {
    const labels = p.raw('label_ids');
    if (!Array.isArray(labels) || labels.some((each) => typeof each !== 'string' || !ID.test(each)))
      throw new FieldProblem(p.at('label_ids'), 'should be a list of labels');
    return { id: p.string('pickup_id', PICKUP), labels: texts(labels), cancelled: p.has('cancelled_at'), pickup: p };
  });
}

const AT_ONCE = 20;
/** Clocks here and there may differ by so much. */
const SLACK_MS = 10 * 60_000;

async function look(input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkWish(input, env);
  contactOf(input);
  const numbers = [...new Set(input.load.trackingNumbers)];
  const labels = [...texts(kept.labels)];
  for (const number of numbers.slice(labels.length, labels.length + AT_ONCE)) {
    const { id, problems } = await labelOf(number, env);
    if (id === undefined && problems[0] !== undefined)
      throw new FieldProblem('labels', `cannot be read: ${problems[0].replace(/\.$/, '')}`);
    if (id === undefined)
      throw fail('refused', `${NAME} sold no label with the number ${number}.`, { field: 'load.parcels' });
    labels.push(id);
  }
  if (labels.length < numbers.length) return { kind: 'wait', retryAfterMs: 1000, keep: { labels } };
  const since = new Date(env.now().getTime() - SLACK_MS).toISOString();
  const before = (await list(since, env)).map(({ id }) => id);
  return { kind: 'done', keep: { labels, since, before } };
}

/** Where the carrier names one window and it is another than was wished for. */
function windowOf(pickup: ObjectReader, wish: PickupWish): Pick<PickupResult, 'date' | 'readyTime' | 'closeTime'> {
  const windows = pickup.has('pickup_windows')
    ? pickup.strictList('pickup_windows', (w) => ({ from: w.instant('start_at'), to: w.instant('end_at') }))
    : [];
  const [only, ...others] = windows;
  if (!only || others.length > 0) return {};
  const [date, readyTime, closeTime] = [only.from.slice(0, 10), only.from.slice(11, 16), only.to.slice(11, 16)];
  const same = date === wish.date && readyTime === wish.readyTime && closeTime === wish.closeTime;
  return same ? {} : { date, readyTime, closeTime };
}

const booked = (pickup: ObjectReader, env: CarrierEnv): StepOutcome<PickupResult> & { readonly kind: 'done' } => ({
  kind: 'done',
  keep: { pickupId: pickup.string('pickup_id', PICKUP), bookedAt: env.now().toISOString() },
});

async function book(input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/v1/pickups',
    name: 'book pickup',
    json: pickupMessage(input, texts(kept.labels)),
  });
  return booked(readObject(response.json()), env);
}

async function recoverBooking(
  _input: PickupInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupResult>> {
  const [label = ''] = texts(kept.labels);
  const before = new Set(texts(kept.before));
  const found = (await list(keptText(kept, 'since'), env)).find(
    ({ id, labels, cancelled }) => !before.has(id) && !cancelled && labels.includes(label),
  );
  if (!found) return { kind: 'absent' };
  const { keep } = booked(found.pickup, env);
  return { kind: 'found', step, ...(keep ? { keep } : {}) };
}

async function pickupById(id: string, env: CarrierEnv): Promise<ObjectReader> {
  const response = await exchange(env, { method: 'GET', path: path`/v1/pickups/${id}`, name: 'pickup' });
  const pickup = readObject(response.json());
  if (pickup.string('pickup_id', PICKUP) !== id)
    throw new FieldProblem('pickup_id', 'is another pickup than the one asked for');
  return pickup;
}

/** The carrier's number may come later, and some carriers give none: then ShipStation's is the only one. */
const NUMBER_COMES_MS = 60_000;

async function confirm(input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const id = keptText(kept, 'pickupId');
  const pickup = await pickupById(id, env);
  if (pickup.raw('confirmation_number') === undefined)
    throw new FieldProblem(pickup.at('confirmation_number'), 'is missing');
  const own = pickup.has('confirmation_number');
  const waited = env.now().getTime() - Date.parse(keptText(kept, 'bookedAt'));
  if (!own && waited < NUMBER_COMES_MS) return { kind: 'wait', retryAfterMs: 10_000 };
  const confirmation = own ? pickup.string('confirmation_number', /^[^\p{Cc}]{1,60}$/u) : id;
  return { kind: 'done', result: { confirmation, ...windowOf(pickup, input), messages: [COMES_TO] } };
}

async function cancel(input: BookedPickup, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  const id = keptText(input.kept, 'pickupId');
  const response = await exchange(env, { method: 'DELETE', path: path`/v1/pickups/${id}`, name: 'cancel pickup' });
  if (readObject(response.json()).string('pickup_id', PICKUP) !== id)
    throw new FieldProblem('pickup_id', 'is another pickup than the one to cancel');
  return { kind: 'done', result: { messages: [] } };
}

async function recoverCancel(
  input: BookedPickup,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupCancelled>> {
  const pickup = await pickupById(keptText(input.kept, 'pickupId'), env);
  return pickup.has('cancelled_at') ? { kind: 'found', step, result: { messages: [] } } : { kind: 'absent' };
}

const SETTLE_MS = 60_000;

export const pickup: PickupOperations = {
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
    steps: [{ name: 'cancel', effect: 'create', run: cancel }],
    recovery: 'by-reference',
    recover: recoverCancel,
    settleAfterMs: SETTLE_MS,
  },
};
