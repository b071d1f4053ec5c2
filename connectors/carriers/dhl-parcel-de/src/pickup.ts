/**
 * Single pickups at any address in Germany (Einzelabholung), checked before they are booked. Our reference stands beside every
 * parcel, so a cut-off booking is found among the orders of the day.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail, invalidInput } from '@scanship/connector-kit/errors';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type {
  BookedPickup,
  PickupAvailability,
  PickupCancelled,
  PickupInput,
  PickupOperations,
  PickupResult,
  PickupWish,
} from '@scanship/connector-kit/carrier/pickup';
import { checkPickupTimes } from '@scanship/connector-kit/carrier/pickup-wish';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import { pickupBillingNumberOf } from './account.ts';
import { fitted, line, linesOf, postalCode, streetAndHouse } from './address.ts';
import { call } from './client.ts';
import { manifest } from './manifest.ts';
import { today } from './messages.ts';
import { sentence } from './problems.ts';

const NAME = manifest.name;
const ORDER = /^[0-9a-z]{32}$/i;

const PLACES: Readonly<Record<PickupPlace, string>> = {
  'front-door': 'Vordertür',
  'back-door': 'Hintertür',
  reception: 'Empfang',
  'loading-dock': 'Laderampe',
  'mail-room': 'Poststelle',
  other: '',
};

/** @throws ConnectorError `invalid-input` for what cannot be booked at all */
function checkWish(wish: PickupWish, env: CarrierEnv): void {
  if (wish.address.countryCode !== 'DE') throw invalidInput(`${NAME} picks up in Germany only.`, 'address.countryCode');
  checkPickupTimes(wish, env.now(), today(env));
  if (!Number.isSafeInteger(wish.load.parcels) || wish.load.parcels < 1)
    throw invalidInput('There is no parcel to pick up.', 'load.parcels');
}

function locationMessage(wish: PickupWish): Readonly<Record<string, unknown>> {
  const { address } = wish;
  const names = [line(address.companyName), line(address.name)].filter((text) => text !== '');
  const [name1, name2, ...more] = names.flatMap((text) => linesOf(text, 50, 2) ?? [text]);
  if (name1 === undefined) throw invalidInput(`${NAME} needs a name.`, 'address.name');
  if (more.length > 0 || name1.length > 50)
    throw invalidInput(`${NAME} takes two lines of 50 characters for the name; shorten it.`, 'address.name');
  return {
    type: 'Address',
    pickupAddress: {
      name1,
      ...(name2 === undefined ? {} : { name2 }),
      ...streetAndHouse(address, 'address', 70),
      postalCode: postalCode(address, 'address', 7),
      city: fitted(address.city, 35, 'the city', 'address.city'),
      country: 'DE',
    },
  };
}

function orderMessage(wish: PickupWish, reference: string, env: CarrierEnv): Readonly<Record<string, unknown>> {
  const { address, load } = wish;
  const [name, phone, email] = [line(address.name), line(address.phone), line(address.email)];
  const comment = [PLACES[wish.place], line(wish.instructions)].filter((text) => text !== '').join(', ');
  return {
    customerDetails: { billingNumber: pickupBillingNumberOf(env) },
    pickupLocation: locationMessage(wish),
    businessHours: [{ timeFrom: wish.readyTime, timeUntil: wish.closeTime }],
    contactPerson: [
      {
        name: name.slice(0, 50),
        ...(phone === '' ? {} : { phone: phone.slice(0, 50) }),
        ...(email === '' ? {} : { email: email.slice(0, 250) }),
      },
    ],
    pickupDetails: {
      pickupDate: { type: 'Date', value: wish.date },
      totalWeight: { uom: 'g', value: Math.max(1, load.totalGrams) },
      ...(comment === '' ? {} : { comment: comment.slice(0, 100).trim() }),
    },
    shipmentDetails: {
      shipments: Array.from({ length: load.parcels }, (_, index) => {
        const shipmentNo = load.trackingNumbers[index];
        return {
          transportationType: 'PAKET',
          ...(shipmentNo === undefined ? {} : { shipmentNo }),
          customerReference: reference,
        };
      }),
    },
  };
}

const send = (
  wish: PickupWish,
  reference: string,
  env: CarrierEnv,
  more: { readonly name: string; readonly validate?: true },
): Promise<HttpResponse> =>
  call(env, {
    api: 'pickup',
    method: 'POST',
    path: '/orders',
    ...(more.validate ? { query: { validate: 'true' }, readOnly: true } : {}),
    name: more.name,
    json: orderMessage(wish, reference, env),
  });

const CHARGED = `${NAME} charges for each pickup of this kind, and for each attempt.`;

/** @param type of the confirmation: a dry run, or an order */
function confirmationOf(json: unknown, type: 'VALIDATION' | 'ORDERPICKUP'): ObjectReader {
  const confirmation = readObject(json).object('confirmation');
  if (confirmation.string('type') !== type)
    throw new FieldProblem(confirmation.at('type'), 'is another answer than was asked for');
  return confirmation.object('value');
}

const messagesOf = (value: ObjectReader): readonly string[] =>
  value.maybe('freeOfCharge', (n) => value.boolean(n)) === true ? [] : [CHARGED];

async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  try {
    checkWish(wish, env);
    const response = await send(wish, 'CHECK', env, { name: 'check pickup', validate: true });
    const value = confirmationOf(response.json(), 'VALIDATION');
    const date = value.date('pickupDate');
    return date === wish.date
      ? { available: true, messages: messagesOf(value) }
      : { available: false, messages: [`The next day ${NAME} comes is ${date}.`], dates: [date] };
  } catch (error) {
    if (error instanceof ConnectorError && ['refused', 'invalid-input'].includes(error.problem.kind))
      return { available: false, messages: [error.problem.message] };
    throw error;
  }
}

async function check(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkWish(input, env);
  const response = await send(input, input.reference, env, { name: 'check pickup', validate: true });
  confirmationOf(response.json(), 'VALIDATION').date('pickupDate');
  return { kind: 'done' };
}

async function book(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkWish(input, env);
  const response = await send(input, input.reference, env, { name: 'book pickup' });
  const value = confirmationOf(response.json(), 'ORDERPICKUP');
  return {
    kind: 'done',
    result: {
      confirmation: value.string('orderID', ORDER),
      date: value.date('pickupDate'),
      messages: messagesOf(value),
    },
  };
}

/** Orders by a question; the answer is a list without a name. */
async function orders(env: CarrierEnv, query: Readonly<Record<string, string>>): Promise<readonly ObjectReader[]> {
  const response = await call(env, { api: 'pickup', method: 'GET', path: '/orders', query, name: 'find pickup' });
  return readObject({ orders: response.json() }).strictList('orders', (one) => one);
}

/** Not to be picked up: cancelled or turned down. */
const GONE = new Set(['STORNIERT', 'ABGELEHNT']);
const stateOf = (order: ObjectReader): string => order.object('orderDetails').string('orderState').toUpperCase();

async function recoverBooking(
  input: PickupInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupResult>> {
  for (const order of await orders(env, { pickupDate: input.date })) {
    const own = order
      .object('shipmentDetails')
      .strictList('shipments', (one) => one.object('shipment').raw('customerReference'))
      .includes(input.reference);
    if (!own || GONE.has(stateOf(order))) continue;
    const confirmation = order.object('orderDetails').string('orderID', ORDER);
    return { kind: 'found', step, result: { confirmation, messages: [CHARGED] } };
  }
  return { kind: 'absent' };
}

async function cancel(input: BookedPickup, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  const response = await call(env, {
    api: 'pickup',
    method: 'DELETE',
    path: '/orders',
    query: { orderID: input.confirmation },
    name: 'cancel pickup',
    declined: 'refused',
  });
  const answer = readObject(response.json());
  const read = (name: string) =>
    answer.has(name)
      ? answer
          .strictList(name, (one) => ({ id: one.string('orderID'), words: one.string('message') }))
          .find(({ id }) => id === input.confirmation)
      : undefined;
  if (read('confirmedCancellations')) return { kind: 'done', result: { messages: [] } };
  const failed = read('failedCancellations');
  if (failed) throw fail('refused', sentence(failed.words), { vendorMessage: failed.words });
  throw new FieldProblem('confirmedCancellations', `do not tell what became of pickup ${input.confirmation}`);
}

async function recoverCancel(
  input: BookedPickup,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupCancelled>> {
  const [order] = await orders(env, { orderID: input.confirmation });
  if (!order) throw new FieldProblem('orders', `do not hold pickup ${input.confirmation}`);
  return stateOf(order) === 'STORNIERT' ? { kind: 'found', step, result: { messages: [] } } : { kind: 'absent' };
}

const SETTLE_MS = 120_000;

export const pickup: PickupOperations = {
  availability,
  book: {
    steps: [
      { name: 'check', effect: 'read', run: check },
      { name: 'book', effect: 'create', run: book },
    ],
    recovery: 'listing',
    recover: recoverBooking,
    settleAfterMs: SETTLE_MS,
  },
  cancel: {
    steps: [{ name: 'cancel', effect: 'create', run: cancel }],
    recovery: 'listing',
    recover: recoverCancel,
    settleAfterMs: SETTLE_MS,
  },
};
