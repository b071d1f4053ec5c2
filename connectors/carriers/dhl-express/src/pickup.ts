/** A courier called, moved and sent away (POST, PATCH and DELETE /pickups). DHL lists no pickups, so a cut-off booking is a person's. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
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
import { placeWords } from '@scanship/connector-kit/carrier/pickup-wish';
import type { JsonObject, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { partyMessage } from './address.ts';
import { accountNumber, call } from './client.ts';
import { isAbroad } from './customs.ts';
import { manifest } from './manifest.ts';
import { WAYBILL } from './numbers.ts';
import { unitsFrom } from './packages.ts';
import { productsBetween } from './products.ts';
import { checkDay, todayAt, written } from './times.ts';
import { warningsOf } from './warnings.ts';

const MOST_PARCELS = 999;

const goesAbroad = (wish: PickupWish): boolean =>
  wish.load.destinations.some((countryCode) => isAbroad({ from: wish.address, to: { ...wish.address, countryCode } }));

const CODES: ReadonlySet<string> = new Set(manifest.services.map(({ code }) => code));

/** One shipment stands for all: DHL wants a product, the number of parcels and their weight. */
function loadMessage(wish: PickupWish) {
  const { load, address } = wish;
  if (!Number.isSafeInteger(load.parcels) || load.parcels < 1 || load.parcels > MOST_PARCELS)
    throw fail('invalid-input', `DHL Express fetches 1 to ${MOST_PARCELS} parcels at once.`, { field: 'load.parcels' });
  const units = unitsFrom(address.countryCode);
  const abroad = goesAbroad(wish);
  const domestic = load.destinations.length > 0 && load.destinations.every((code) => code === address.countryCode);
  const each = Math.max(1, Math.ceil(load.totalGrams / load.parcels));
  const [only, ...others] = load.trackingNumbers.filter((number) => WAYBILL.test(number));
  return [
    {
      productCode: load.services.find((code) => CODES.has(code)) ?? (domestic ? 'N' : 'P'),
      isCustomsDeclarable: abroad,
      unitOfMeasurement: units.unitOfMeasurement,
      shipmentTrackingNumber: others.length === 0 ? only : undefined,
      packages: Array.from({ length: load.parcels }, () => ({ weight: units.ofGrams(each) })),
    },
  ];
}

function pickupMessage(wish: PickupWish, reference: string, account: string) {
  const party = partyMessage(wish.address, 'address');
  const instructions = wish.instructions?.trim().replace(/\s+/g, ' ').slice(0, 80).trim();
  return {
    plannedPickupDateAndTime: written(`${wish.date}T${wish.readyTime}:00`, wish.address),
    closeTime: wish.closeTime,
    location: placeWords(wish.place) ?? 'Other',
    locationType: wish.address.residential === true ? 'residence' : 'business',
    accounts: [{ typeCode: 'shipper', number: account }],
    specialInstructions: instructions ? [{ value: instructions }] : undefined,
    remark: reference,
    customerDetails: { shipperDetails: party, pickupDetails: party },
    shipmentDetails: loadMessage(wish),
  };
}

/** @throws ConnectorError `invalid-input` naming our field */
function checkWish(wish: PickupWish, env: CarrierEnv): void {
  if (wish.date < todayAt(wish.address, env.now()))
    throw fail('invalid-input', 'The day of the pickup is over.', { field: 'date' });
  checkDay(wish.date, wish.address, env.now(), 'date');
  if (!(wish.readyTime < wish.closeTime))
    throw fail('invalid-input', 'The parcels must be ready before the place closes.', { field: 'closeTime' });
}

async function book(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkWish(input, env);
  const response = await call(env, {
    method: 'POST',
    path: '/pickups',
    name: 'book pickup',
    reference: input.uuid,
    json: pickupMessage(input, input.reference, accountNumber(env)),
  });
  return readBooking(response.json());
}

const CONFIRMATION = /^[A-Z0-9-]{6,20}$/i;

/** Confirmation numbers, a list of text. @throws FieldProblem when there is none */
function confirmations(answer: ObjectReader): string[] {
  const value = answer.raw('dispatchConfirmationNumbers');
  const field = answer.at('dispatchConfirmationNumbers');
  if (!Array.isArray(value) || value.length === 0) throw new FieldProblem(field, 'is missing');
  return value.map((one) => {
    if (typeof one !== 'string' || !CONFIRMATION.test(one)) throw new FieldProblem(field, 'should be text');
    return one;
  });
}

const day = (answer: ObjectReader): string | undefined =>
  answer.maybe('nextPickupDate', (n) => answer.string(n, /^\d{4}-\d{2}-\d{2}/).slice(0, 10));
const ready = (answer: ObjectReader): string | undefined =>
  answer.maybe('readyByTime', (n) => answer.string(n, /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/).slice(0, 5));

/** @throws FieldProblem when no confirmation number can be read */
export function readBooking(json: unknown): Extract<StepOutcome<PickupResult>, { kind: 'done' }> {
  const answer = readObject(json);
  const [confirmation = '', ...others] = confirmations(answer);
  const also = others.length > 0 ? [`DHL Express made further pickups of it: ${others.join(', ')}.`] : [];
  return {
    kind: 'done',
    result: {
      confirmation,
      date: day(answer),
      readyTime: ready(answer),
      messages: [...also, ...warningsOf(answer)],
    },
  };
}

async function change(input: PickupChange, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkWish(input.wish, env);
  const account = accountNumber(env);
  const { confirmation } = input.booked;
  const response = await call(env, {
    method: 'PATCH',
    path: path`/pickups/${confirmation}`,
    name: 'change pickup',
    // The same wish twice leaves the same pickup.
    repeatable: true,
    reference: input.uuid,
    json: {
      dispatchConfirmationNumber: confirmation,
      originalShipperAccountNumber: account,
      ...pickupMessage(input.wish, input.booked.reference, account),
    },
  });
  return readChange(response.json(), confirmation);
}

export function readChange(json: unknown, confirmation: string): Extract<StepOutcome<PickupResult>, { kind: 'done' }> {
  const answer = readObject(json);
  return {
    kind: 'done',
    result: {
      confirmation: answer.maybe('dispatchConfirmationNumber', (n) => answer.string(n, CONFIRMATION)) ?? confirmation,
      date: day(answer),
      readyTime: ready(answer),
      messages: warningsOf(answer),
    },
  };
}

async function cancel(booked: BookedPickup, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  await call(env, {
    method: 'DELETE',
    path: path`/pickups/${booked.confirmation}`,
    query: { requestorName: booked.wish.address.name.trim().slice(0, 60) || 'Shipper', reason: 'Pickup not needed' },
    name: 'cancel pickup',
  });
  return { kind: 'done', result: { messages: [] } };
}

/** Asks for the products of the day: each says until when a courier can still be called. */
async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  checkWish(wish, env);
  const [destination = wish.address.countryCode] = wish.load.destinations.filter((c) => c !== wish.address.countryCode);
  const to = destination === wish.address.countryCode ? wish.address : (CAPITALS[destination] ?? CAPITALS['GB']);
  if (!to) throw fail('refused', 'DHL Express cannot be asked about this pickup.');
  const { products, problems } = await productsBetween(
    wish.address,
    to,
    { day: wish.date, dutiable: goesAbroad(wish), grams: Math.max(1, wish.load.heaviestGrams ?? 1000) },
    env,
  );
  const known = products.filter(({ cutoff }) => cutoff !== undefined);
  const today = known.filter(({ cutoff }) => cutoff?.slice(0, 10) === wish.date);
  const latest = (values: readonly (string | undefined)[]): string | undefined =>
    values
      .filter((value) => value !== undefined)
      .toSorted()
      .at(-1);
  const next = known
    .map(({ cutoff }) => cutoff?.slice(0, 10))
    .filter((d) => d !== undefined)
    .toSorted()[0];
  const bookBy = latest(today.map(({ cutoff }) => cutoff?.slice(11, 16)));
  const available = today.length > 0;
  const messages = available || next === undefined ? [] : [`The next day DHL Express comes is ${next}.`];
  return {
    available,
    messages: [...messages, ...problems],
    bookBy,
    readyBy: latest(today.map(({ pickupUntil }) => pickupUntil)),
    dates: next === undefined || available ? undefined : [next],
  };
}

/** A place in countries that parcels go to often; elsewhere London stands for "abroad", the courier is the same. */
const CAPITALS: Readonly<Record<string, Pick<PickupWish['address'], 'city' | 'zipcode' | 'countryCode'>>> = {
  US: { city: 'New York', zipcode: '10007', countryCode: 'US' },
  CA: { city: 'Ottawa', zipcode: 'K1P 1J1', countryCode: 'CA' },
  GB: { city: 'London', zipcode: 'SW1A 2AA', countryCode: 'GB' },
  FR: { city: 'Paris', zipcode: '75001', countryCode: 'FR' },
  DE: { city: 'Berlin', zipcode: '10115', countryCode: 'DE' },
};

export const pickup: PickupOperations = {
  availability,
  book: { steps: [{ name: 'book', effect: 'create', run: book }], recovery: 'none', settleAfterMs: 60_000 },
  change: { steps: [{ name: 'change', effect: 'create', run: change }], recovery: 'own-key', settleAfterMs: 60_000 },
  cancel: { steps: [{ name: 'cancel', effect: 'create', run: cancel }], recovery: 'none', settleAfterMs: 60_000 },
};
