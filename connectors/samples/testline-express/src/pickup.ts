/** Pickups: asked before, booked and changed under our own key; a cut-off cancellation is read from the pickup itself. */
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import type {
  BookedPickup,
  PickupAvailability,
  PickupCancelled,
  PickupChange,
  PickupInput,
  PickupOperations,
  PickupResult,
  PickupWish,
} from '@scanship/connector-kit/carrier/pickup';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { addedUp, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { fromGrams } from '@scanship/domain/values/measure';
import { call } from './client.ts';
import { addressMessage, priceLine } from './messages.ts';
import type { VendorPickup } from './vendor.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CLOCK = /^\d{2}:\d{2}$/;
const NUMBER = /^XP\d{8}$/;

const PLACES: Readonly<Record<PickupPlace, string>> = {
  'front-door': 'FRONT',
  'back-door': 'BACK',
  reception: 'RECEPTION',
  'loading-dock': 'DOCK',
  'mail-room': 'MAIL_ROOM',
  other: 'OTHER',
};

const message = (wish: PickupWish): VendorPickup => ({
  address: addressMessage(wish.address),
  date: wish.date,
  readyTime: wish.readyTime,
  closeTime: wish.closeTime,
  place: PLACES[wish.place],
  instructions: wish.instructions?.slice(0, 60),
  pieces: wish.load.parcels,
  weightKg: fromGrams(wish.load.totalGrams, 'kg'),
});

/** Charges with their total, where both are there. */
function price(answer: ObjectReader): PickupResult['charged'] {
  return answer.maybe('charges', (name) => {
    const currency = answer.currency('currency');
    return addedUp(
      name,
      answer.strictList(name, (line) => priceLine(line, currency)),
      answer.money('total', currency),
    );
  });
}

const notes = (answer: ObjectReader): readonly string[] =>
  answer.list('notes', (note) => note.string('text'), { optional: true });

async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  const response = await call(env, {
    method: 'POST',
    path: '/v1/pickups/availability',
    name: 'pickup availability',
    readOnly: true,
    json: message(wish),
  });
  const answer = readObject(response.json());
  return {
    available: answer.boolean('available'),
    messages: notes(answer),
    bookBy: answer.maybe('bookBy', (n) => answer.string(n, CLOCK)),
    readyBy: answer.maybe('readyBy', (n) => answer.string(n, CLOCK)),
    price: price(answer),
  };
}

function booked(answer: ObjectReader): { keep: JsonObject; result: PickupResult } {
  return {
    keep: { pickupId: answer.string('pickupId', /^xp_[0-9a-f]{12}$/) },
    result: {
      confirmation: answer.string('confirmation', NUMBER),
      date: answer.maybe('date', (n) => answer.string(n, DAY)),
      readyTime: answer.maybe('readyTime', (n) => answer.string(n, CLOCK)),
      closeTime: answer.maybe('closeTime', (n) => answer.string(n, CLOCK)),
      charged: price(answer),
      messages: notes(answer),
    },
  };
}

async function book(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const response = await call(env, {
    method: 'POST',
    path: '/v1/pickups',
    name: 'book pickup',
    headers: { 'idempotency-key': input.uuid },
    repeatable: true,
    json: { ...message(input), reference: input.reference },
  });
  return { kind: 'done', ...booked(readObject(response.json())) };
}

async function change(input: PickupChange, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const response = await call(env, {
    method: 'PUT',
    path: path`/v1/pickups/${input.booked.confirmation}`,
    name: 'change pickup',
    headers: { 'idempotency-key': input.uuid },
    repeatable: true,
    json: { ...message(input.wish), reference: input.reference },
  });
  return { kind: 'done', ...booked(readObject(response.json())) };
}

async function cancel(input: BookedPickup, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  const response = await call(env, {
    method: 'DELETE',
    path: path`/v1/pickups/${input.confirmation}`,
    name: 'cancel pickup',
  });
  const answer = readObject(response.json());
  answer.choice('status', { CANCELLED: true });
  return { kind: 'done', result: { messages: notes(answer) } };
}

async function recoverCancel(
  input: BookedPickup,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupCancelled>> {
  const response = await call(env, {
    method: 'GET',
    path: path`/v1/pickups/${input.confirmation}`,
    name: 'look up pickup',
    readOnly: true,
  });
  const answer = readObject(response.json());
  if (!answer.choice('status', { BOOKED: false, CANCELLED: true })) return { kind: 'absent' };
  return { kind: 'found', step, result: { messages: notes(answer) } };
}

export const pickup: PickupOperations = {
  availability,
  book: { steps: [{ name: 'book', effect: 'create', run: book }], recovery: 'own-key', settleAfterMs: 30_000 },
  change: { steps: [{ name: 'change', effect: 'create', run: change }], recovery: 'own-key', settleAfterMs: 30_000 },
  cancel: {
    steps: [{ name: 'cancel', effect: 'create', run: cancel }],
    recovery: 'by-reference',
    recover: recoverCancel,
    settleAfterMs: 30_000,
  },
};
