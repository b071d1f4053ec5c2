/**
 * Pickups for customers without a daily one. The service takes no key: our reference ends the comments, and a cut-off booking
 * is found in the list of the day.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type {
  BookedPickup,
  PickupAvailability,
  PickupCancelled,
  PickupInput,
  PickupOperations,
  PickupResult,
  PickupWish,
} from '@scanship/connector-kit/carrier/pickup';
import { placeWords } from '@scanship/connector-kit/carrier/pickup-wish';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { fromGrams } from '@scanship/domain/values/measure';
import { call, shipperOf } from './client.ts';
import { addressMessage, postalCode, shortened } from './messages.ts';
import { thing, type XmlTree } from './vendor.ts';

const COMMENTS = 128;
const mark = (reference: string): string => `Ref ${reference}`;

function comments(input: PickupInput): string {
  const end = mark(input.reference);
  const start = shortened(input.instructions, COMMENTS - end.length - 1);
  return start === undefined ? end : `${start} ${end}`;
}

const pickupMessage = (input: PickupInput, env: CarrierEnv): XmlTree =>
  thing({
    closing_time: input.closeTime,
    collect: false,
    comments: comments(input),
    created_by: shortened(input.address.name, 40),
    number_of_packages: input.load.parcels,
    pickup_address: addressMessage(input.address, 'address'),
    pickup_date: `${input.date}T${input.readyTime}:00`,
    pickup_location: placeWords(input.place) ?? 'Other',
    pickup_phone: shortened(input.address.phone, 16),
    ready_time: input.readyTime,
    shipper_num: shipperOf(env),
    unit_of_measure: 'K',
    weight: fromGrams(input.load.totalGrams, 'kg').toFixed(3),
  });

function booked(p: ObjectReader): { keep: JsonObject; result: PickupResult } {
  const confirmation = p.string('id', /^[1-9]\d{0,9}$/);
  return { keep: { id: confirmation }, result: { confirmation, messages: [] } };
}

async function book(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const answer = await call(env, {
    service: 'addons',
    method: 'schedulePickupV2',
    name: 'schedule pickup',
    request: { pickup: pickupMessage(input, env) },
    readOnly: false,
  });
  return { kind: 'done', ...booked(answer.object('pickup')) };
}

async function recover(
  input: PickupInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupResult>> {
  const answer = await call(env, {
    service: 'addons',
    method: 'searchPickupByPickupDateV2',
    name: 'find pickup',
    request: {
      from_pickup_date: `${input.date}T00:00:00`,
      shipper_num: shipperOf(env),
      to_pickup_date: `${input.date}T23:59:59`,
    },
    readOnly: true,
    arrays: ['*.return.pickup'],
  });
  const ends = mark(input.reference);
  const pickups = answer.has('pickup') ? answer.strictList('pickup', (p) => p) : [];
  const ours = pickups.find((p) => p.has('comments') && p.string('comments').endsWith(ends) && !p.has('canceled_on'));
  return ours ? { kind: 'found', step, ...booked(ours) } : { kind: 'absent' };
}

async function cancelPickup(
  input: BookedPickup,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<PickupCancelled>> {
  await call(env, {
    service: 'addons',
    method: 'cancelPickup',
    name: 'cancel pickup',
    request: { id: input.confirmation },
    readOnly: false,
  });
  return { kind: 'done', result: { messages: [] } };
}

async function recoverCancel(
  input: BookedPickup,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupCancelled>> {
  const answer = await call(env, {
    service: 'addons',
    method: 'searchPickupByIdV2',
    name: 'find pickup',
    request: { id: input.confirmation, shipper_num: shipperOf(env) },
    readOnly: true,
    arrays: ['*.return.pickup'],
  });
  const [pickup] = answer.strictList('pickup', (p) => p);
  return pickup?.has('canceled_on') === true ? { kind: 'found', step, result: { messages: [] } } : { kind: 'absent' };
}

const CUT_OFF = /^([01]?\d|2[0-3]):?([0-5]\d)(?::?[0-5]\d)?$/;

/** The cut-off time of the postal code; whether a driver can come is only said when he is booked. */
async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  try {
    const answer = await call(env, {
      service: 'addons',
      method: 'getCutoffTime',
      name: 'pickup cut-off',
      request: { postal_code: postalCode(wish.address, 'address.zipcode') },
      readOnly: true,
      open: true,
    });
    const said = answer.maybe('cutoff_time', (n) => answer.string(n));
    const [, hour, minute] = CUT_OFF.exec(said ?? '') ?? [];
    const bookBy = hour === undefined ? undefined : `${hour.padStart(2, '0')}:${minute}`;
    const unread =
      said !== undefined && bookBy === undefined ? [`Canpar takes bookings for the same day until ${said}.`] : [];
    return { available: true, messages: [...answer.problems, ...unread], bookBy };
  } catch (error) {
    // "No" is an answer here; everything else is not.
    if (
      error instanceof ConnectorError &&
      (error.problem.kind === 'refused' || error.problem.kind === 'invalid-input') &&
      error.problem.field === undefined
    )
      return { available: false, messages: [error.problem.message] };
    throw error;
  }
}

export const pickup: PickupOperations = {
  availability,
  book: {
    steps: [{ name: 'book', effect: 'create', run: book }],
    recovery: 'listing',
    recover,
    settleAfterMs: 120_000,
  },
  cancel: {
    steps: [{ name: 'cancel', effect: 'create', run: cancelPickup }],
    recovery: 'listing',
    recover: recoverCancel,
    settleAfterMs: 120_000,
  },
};
