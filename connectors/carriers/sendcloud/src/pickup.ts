/**
 * One-time pickups with a carrier of the account. Our reference goes along, the list does not tell it but each pickup by itself
 * does: after a cut-off, those made since are looked at one by one.
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
import { checkPickupTimes } from '@scanship/connector-kit/carrier/pickup-wish';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { exchange } from './client.ts';
import { contractsOf } from './contracts.ts';
import { manifest } from './manifest.ts';
import { carrierOf, pickupMessage } from './pickup-messages.ts';

const NAME = manifest.name;

const STATUSES = {
  ANNOUNCING: 'asked',
  CREATED: 'booked',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  CANCELLATION_REQUESTED: 'cancelling',
  CANCELLATION_FAILED: 'booked',
  CANCELLATION_REJECTED: 'booked',
} as const;
type State = (typeof STATUSES)[keyof typeof STATUSES];
const stateOf = (pickup: ObjectReader): State => pickup.choice<State>('status', STATUSES);

const keptNumber = (kept: JsonObject, name: 'pickupId'): number => {
  const value = kept[name];
  if (typeof value !== 'number') throw new RangeError(`${name} was not kept`);
  return value;
};

/** Demanded only of an account with several contracts with the carrier: that of the first label is meant then. */
async function contractFor(wish: PickupWish, env: CarrierEnv): Promise<number | undefined> {
  const carrierCode = carrierOf(wish);
  const contracts = (await contractsOf(env, 'contracts of the carrier', carrierCode)).filter(
    (each) => each.carrierCode === carrierCode,
  );
  if (contracts.length < 2) return contracts[0]?.id;
  const [number] = wish.load.trackingNumbers;
  const words = `The account has several contracts with ${carrierCode}, and ${NAME} does not know by which these parcels go.`;
  if (number === undefined) throw fail('invalid-input', words, { field: 'load.parcels' });
  const response = await exchange(env, {
    method: 'GET',
    path: '/shipments',
    name: 'shipment of a number',
    query: { tracking_number: number },
    accept: [404],
  });
  const [shipment] = response.status === 404 ? [] : readObject(response.json()).strictList('data', (each) => each);
  const properties = shipment?.object('ship_with').object('properties');
  const own = properties?.has('contract_id') === true ? properties.integer('contract_id', 1) : undefined;
  if (!contracts.some(({ id }) => id === own)) throw fail('refused', words, { field: 'load.parcels' });
  return own;
}

async function look(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkPickupTimes(input, env.now());
  // What cannot be said is refused before anything is asked.
  pickupMessage(input, input);
  const contract = await contractFor(input, env);
  return { kind: 'done', keep: { since: env.now().toISOString(), ...(contract === undefined ? {} : { contract }) } };
}

async function book(input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const { reference } = input;
  const { contract } = kept;
  const response = await exchange(env, {
    method: 'POST',
    path: '/pickups',
    name: 'book pickup',
    json: pickupMessage(input, { reference, ...(typeof contract === 'number' ? { contract } : {}) }),
  });
  return { kind: 'done', keep: { pickupId: readObject(response.json()).object('data').integer('id', 1) } };
}

async function pickupById(id: number, env: CarrierEnv): Promise<ObjectReader> {
  const response = await exchange(env, { method: 'GET', path: path`/pickups/${id}`, name: 'pickup' });
  const pickup = readObject(response.json()).object('data');
  if (pickup.integer('id', 1) !== id)
    throw new FieldProblem(pickup.at('id'), 'is another pickup than the one asked for');
  return pickup;
}

const POLL_MS = 5000;

/** Taken by Sendcloud is not yet taken by the carrier: the status says when. */
async function confirm(_input: PickupInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const id = keptNumber(kept, 'pickupId');
  const pickup = await pickupById(id, env);
  const state = stateOf(pickup);
  if (state === 'asked') return { kind: 'wait', retryAfterMs: POLL_MS };
  if (state === 'failed')
    throw fail('refused', `The carrier did not take this pickup; ${NAME} shows why under number ${id}.`, {
      vendorCode: 'FAILED',
    });
  if (state !== 'booked') throw fail('refused', `This pickup was cancelled in ${NAME}.`);
  // "" where the carrier gives none: then Sendcloud's is the only one.
  if (typeof pickup.raw('tracking_number') !== 'string')
    throw new FieldProblem(pickup.at('tracking_number'), 'is missing');
  const confirmation = pickup.has('tracking_number')
    ? pickup.string('tracking_number', /^[^\p{Cc}]{1,60}$/u)
    : String(id);
  return { kind: 'done', result: { confirmation, messages: [] } };
}

interface Listed {
  readonly id: number;
  readonly carrierCode: string;
  readonly made: number;
}

const MOST_PAGES = 20;

/** The list has no order that anybody documents, so all of it is read or nothing. */
async function list(env: CarrierEnv): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const response = await exchange(env, {
      method: 'GET',
      path: '/pickups',
      name: 'list pickups',
      query: { page_size: 100, cursor },
    });
    found.push(
      ...readObject(response.json()).strictList('data', (p) => ({
        id: p.integer('id', 1),
        carrierCode: p.string('carrier_code'),
        made: Date.parse(p.instant('created_at')),
      })),
    );
    cursor = nextCursor(response.headers.link);
    if (cursor === undefined) return found;
  }
  throw fail('vendor-broken', `${NAME} lists more pickups than are read.`);
}

/** Of a header such as `<https://panel.sendcloud.sc/api/v3/pickups?cursor=cD0z>; rel="next"`. */
export function nextCursor(link: string | undefined): string | undefined {
  const [, address] = /<([^<>]+)>;\s*rel="?next"?/.exec(link ?? '') ?? [];
  if (address === undefined) return undefined;
  const [, cursor] = /[?&]cursor=([^&]+)/.exec(address) ?? [];
  if (cursor === undefined) throw new FieldProblem('Link', 'names a next page without its cursor');
  return decodeURIComponent(cursor);
}

/** Clocks here and there may differ by so much. */
const SLACK_MS = 10 * 60_000;

async function recoverBooking(
  input: PickupInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupResult>> {
  const since = typeof kept.since === 'string' ? Date.parse(kept.since) - SLACK_MS : 0;
  const carrierCode = carrierOf(input);
  const candidates = (await list(env)).filter((each) => each.made >= since && each.carrierCode === carrierCode);
  for (const { id } of candidates) {
    const pickup = await pickupById(id, env);
    if (pickup.raw('reference') === input.reference) return { kind: 'found', step, keep: { pickupId: id } };
  }
  return { kind: 'absent' };
}

const ASKED_FOR: PickupCancelled = {
  messages: [`${NAME} passed the cancellation on to its support; until they confirm it, the driver may still come.`],
};
const DONE: PickupCancelled = { messages: [] };

async function cancel(input: BookedPickup, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  const id = keptNumber(input.kept, 'pickupId');
  const response = await exchange(env, {
    method: 'POST',
    path: path`/pickups/${id}/cancel`,
    name: 'cancel pickup',
  });
  const pickup = readObject(response.json()).object('data');
  const state = stateOf(pickup);
  if (pickup.integer('id', 1) !== id || (state !== 'cancelled' && state !== 'cancelling'))
    throw new FieldProblem(pickup.at('status'), 'does not say that this pickup is cancelled');
  return { kind: 'done', result: state === 'cancelled' ? DONE : ASKED_FOR };
}

async function recoverCancel(
  input: BookedPickup,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupCancelled>> {
  const state = stateOf(await pickupById(keptNumber(input.kept, 'pickupId'), env));
  if (state === 'cancelled') return { kind: 'found', step, result: DONE };
  return state === 'cancelling' ? { kind: 'found', step, result: ASKED_FOR } : { kind: 'absent' };
}

const SETTLE_MS = 60_000;

export const pickup: PickupOperations = {
  book: {
    steps: [
      { name: 'look', effect: 'read', run: look },
      { name: 'book', effect: 'create', run: book },
      { name: 'confirm', effect: 'read', run: confirm },
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
