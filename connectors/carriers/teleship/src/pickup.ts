/** A driver called for labels bought here: Teleship wants its own ids of the shipments, which their numbers lead to. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail, invalidInput } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type {
  BookedPickup,
  PickupCancelled,
  PickupInput,
  PickupOperations,
  PickupResult,
} from '@scanship/connector-kit/carrier/pickup';
import type { JsonObject, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { exchange, messagesOf } from './client.ts';
import { manifest } from './manifest.ts';
import { placeMessage } from './messages.ts';
import { shipmentIdOf } from './track.ts';

const NAME = manifest.name;
const ID = /^[\w-]{4,80}$/;
/** Minutes after midnight of HH:MM. */
const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The window is 1 to 12 hours on a working day ("Pickup Window Requirements"). */
function checkWindow(wish: PickupInput, env: CarrierEnv): void {
  const weekday = new Date(`${wish.date}T12:00:00Z`).getUTCDay();
  // A day is over everywhere twelve hours after it is in Greenwich.
  if (Date.parse(`${wish.date}T23:59:59Z`) + 43_200_000 < env.now().getTime())
    throw invalidInput('The day of the pickup is over.', 'date');
  if (weekday === 0 || weekday === 6) throw invalidInput(`${NAME} collects from Monday to Friday.`, 'date');
  const length = minutes(wish.closeTime) - minutes(wish.readyTime);
  if (length < 60 || length > 720)
    throw invalidInput(`${NAME} needs 1 to 12 hours between ready and closing.`, 'closeTime');
}

async function find(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkWindow(input, env);
  const numbers = [...new Set(input.load.trackingNumbers)];
  if (numbers.length === 0)
    throw invalidInput(`${NAME} collects labels bought there; choose at least one of them.`, 'load.trackingNumbers');
  const ids: string[] = [];
  for (const number of numbers) {
    const id = await shipmentIdOf(env, number);
    if (id === undefined) throw fail('refused', `${NAME} does not know ${number}, so it cannot collect it.`);
    if (!ids.includes(id)) ids.push(id);
  }
  return { kind: 'done', keep: { shipmentIds: ids } };
}

async function book(input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/api/pickups',
    name: 'book pickup',
    // Times are read as they stand, without a zone.
    json: {
      startAt: `${input.date}T${input.readyTime}`,
      endAt: `${input.date}T${input.closeTime}`,
      shipmentIds: kept['shipmentIds'],
      address: placeMessage(input.address, 'address'),
      reference: input.reference,
    },
  });
  const answer = readObject(response.json());
  const pickup = answer.object('pickup');
  pickup.choice('status', { created: true, processing: true, completed: true });
  return {
    kind: 'done',
    result: { confirmation: pickup.string('id', ID), messages: messagesOf(answer).map(({ words }) => words) },
  };
}

async function withdraw(
  booked: BookedPickup,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<PickupCancelled>> {
  const response = await exchange(env, {
    method: 'POST',
    path: path`/api/pickups/${booked.confirmation}/cancel`,
    name: 'cancel pickup',
    declined: 'refused',
  });
  const status = readObject(response.json()).string('status', /^\w+$/);
  if (status !== 'cancelled') throw fail('refused', `${NAME} does not cancel this pickup any more.`);
  return { kind: 'done', result: { messages: [] } };
}

export const pickup: PickupOperations = {
  book: {
    steps: [
      { name: 'find', effect: 'read', run: find },
      { name: 'book', effect: 'create', run: book },
    ],
    recovery: 'none',
    settleAfterMs: 60_000,
  },
  cancel: {
    steps: [{ name: 'cancel', effect: 'create', run: withdraw }],
    recovery: 'none',
    settleAfterMs: 60_000,
  },
};
