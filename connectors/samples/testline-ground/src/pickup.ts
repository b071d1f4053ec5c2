/** Pickups: no key and no question before; what became of a cut-off call is looked up by our reference. */
import type {
  BookedPickup,
  PickupCancelled,
  PickupInput,
  PickupOperations,
  PickupResult,
} from '@scanship/connector-kit/carrier/pickup';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { addressMessage } from './messages.ts';

/** What `BookPickup` and `FindPickup` both answer. */
function booked(answer: ObjectReader): { keep: JsonObject; result: PickupResult } {
  const pickup = answer.object('Pickup');
  const confirmation = pickup.id('Number', /^GP\d{8}$/);
  const note = pickup.maybe('Note', (n) => pickup.string(n));
  return {
    keep: { pickupNumber: confirmation },
    result: { confirmation, messages: note === undefined ? [] : [note] },
  };
}

async function book(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const { answer } = await call(env, {
    action: 'book',
    name: 'book pickup',
    body: {
      Reference: input.reference,
      Address: addressMessage(input.address),
      Date: input.date,
      Ready: input.readyTime,
      Close: input.closeTime,
      Place: input.place,
      Parcels: input.load.parcels,
      Grams: input.load.totalGrams,
      Instructions: input.instructions?.slice(0, 50),
    },
    readOnly: false,
  });
  return { kind: 'done', ...booked(answer) };
}

async function recoverBook(
  input: PickupInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupResult>> {
  const { answer, code } = await call(env, {
    action: 'findPickup',
    name: 'find pickup',
    body: { Reference: input.reference },
    readOnly: true,
    expected: ['E300'],
  });
  return code === 'E300' ? { kind: 'absent' } : { kind: 'found', step, ...booked(answer) };
}

async function cancel(input: BookedPickup, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  const { answer } = await call(env, {
    action: 'cancelPickup',
    name: 'cancel pickup',
    body: { Number: input.confirmation },
    readOnly: false,
  });
  answer.choice('Status', { CANCELLED: true });
  return { kind: 'done', result: { messages: [] } };
}

async function recoverCancel(
  input: BookedPickup,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupCancelled>> {
  const { answer } = await call(env, {
    action: 'findPickup',
    name: 'find pickup',
    body: { Reference: input.reference },
    readOnly: true,
  });
  const cancelled = answer.object('Pickup').choice('Status', { BOOKED: false, CANCELLED: true });
  return cancelled ? { kind: 'found', step, result: { messages: [] } } : { kind: 'absent' };
}

export const pickup: PickupOperations = {
  book: {
    steps: [{ name: 'book', effect: 'create', run: book }],
    recovery: 'by-reference',
    recover: recoverBook,
    settleAfterMs: 60_000,
  },
  cancel: {
    steps: [{ name: 'cancel', effect: 'create', run: cancel }],
    recovery: 'by-reference',
    recover: recoverCancel,
    settleAfterMs: 60_000,
  },
};
