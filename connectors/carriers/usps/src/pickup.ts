/**
 * Carrier Pickup: free, with the day's delivery, Monday to Saturday. USPS has no window: the parcels must be ready when the
 * carrier comes. A change or a cancellation needs the version of the pickup (ETag) that was read just before.
 */
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
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
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { fromGrams } from '@scanship/domain/values/measure';
import { addressee, domesticPlace, phoneDigits } from './address.ts';
import { call } from './client.ts';
import { errorOf } from './problems.ts';
import { isDomestic } from './services.ts';

const PLACES: Readonly<Record<PickupPlace, string>> = {
  'front-door': 'FRONT_DOOR',
  'back-door': 'BACK_DOOR',
  reception: 'RECEPTION',
  'loading-dock': 'OTHER',
  'mail-room': 'MAIL_ROOM',
  other: 'OTHER',
};

const NO_WINDOW = 'USPS comes with the regular delivery of the day and promises no hour.';

/** One kind for all parcels, or OTHER: how many there are of each kind is not known here. */
function packageType({ load }: PickupWish): string {
  const types = new Set(
    load.services.map((service) =>
      service.includes('INTERNATIONAL')
        ? 'INTERNATIONAL'
        : ['PRIORITY_MAIL', 'PRIORITY_MAIL_EXPRESS', 'USPS_GROUND_ADVANTAGE'].includes(service)
          ? service
          : 'OTHER',
    ),
  );
  if (load.destinations.length > 0 && load.destinations.every((country) => !isDomestic(country)))
    return 'INTERNATIONAL';
  return types.size === 1 ? ([...types][0] ?? 'OTHER') : 'OTHER';
}

/** USPS confirms by e-mail, or takes a mobile number of ten digits. */
function contact({ address }: PickupWish) {
  const email = address.email?.trim();
  if (email !== undefined && email.length <= 50 && /^[\w.+&*-]+@(?:[\w-]+\.)+[a-zA-Z]{2,}$/.test(email))
    return [{ email }];
  const digits = phoneDigits(address.phone)?.replace(/^1(?=\d{10}$)/, '');
  if (digits?.length === 10) return [{ cellNumber: digits }];
  throw fail('invalid-input', 'USPS needs an e-mail address (up to 50 characters) to confirm a pickup.', {
    field: 'address.email',
  });
}

/** @throws ConnectorError `invalid-input` naming our field */
export function pickupMessage(wish: PickupWish) {
  const person = addressee(wish.address, 'from');
  if (person.firstName === undefined)
    throw fail('invalid-input', 'USPS needs first and last name of whom to ask for.', { field: 'address.name' });
  const packageLocation = PLACES[wish.place];
  const said = wish.instructions?.trim().replace(/\s+/g, ' ').slice(0, 100);
  const where = wish.place === 'loading-dock' ? 'Loading dock' : undefined;
  const specialInstructions = [where, said].filter(Boolean).join(': ');
  if (packageLocation === 'OTHER' && specialInstructions === '')
    throw fail('invalid-input', 'Say in the instructions where the parcels are.', { field: 'instructions' });
  return {
    pickupDate: wish.date,
    pickupAddress: { ...person, address: domesticPlace(wish.address, 'from'), contact: contact(wish) },
    packages: [{ packageType: packageType(wish), packageCount: Math.max(1, wish.load.parcels) }],
    estimatedWeight: Math.max(1, Math.ceil(fromGrams(wish.load.totalGrams, 'lb', 2))),
    pickupLocation: { packageLocation, specialInstructions: specialInstructions || undefined },
  };
}

function booked(o: ObjectReader): { readonly confirmation: string; readonly date: string } {
  return { confirmation: o.id('confirmationNumber', /^[A-Za-z0-9-]{3,40}$/), date: o.date('pickupDate') };
}

function outcome(json: unknown): StepOutcome<PickupResult> {
  const { confirmation, date } = booked(readObject(json));
  return { kind: 'done', keep: { confirmation }, result: { confirmation, date, messages: [NO_WINDOW] } };
}

async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  const place = domesticPlace(wish.address, 'from');
  if (new Date(`${wish.date}T00:00:00Z`).getUTCDay() === 0)
    return { available: false, messages: ['USPS picks up from Monday to Saturday.'] };
  const response = await call(env, {
    method: 'GET',
    path: '/pickup/v3/carrier-pickup/eligibility',
    query: place,
    name: 'pickup eligibility',
    // No pickup at this place.
    accept: [400, 404],
  });
  if (response.status !== 200) {
    const { words } = errorOf(response.json());
    return {
      available: false,
      messages: [`USPS does not pick up here${words === '' ? '.' : `: ${words.replace(/(?<![.\s])[.\s]*$/, '.')}`}`],
    };
  }
  readObject(response.json()).object('address');
  return {
    available: true,
    messages: ['A pickup can be booked until 2 a.m. Central Time of its day.', NO_WINDOW],
  };
}

const book: SteppedOperation<PickupInput, PickupResult> = {
  steps: [
    {
      name: 'book',
      effect: 'create',
      async run(input, _kept, env) {
        const response = await call(env, {
          method: 'POST',
          path: '/pickup/v3/carrier-pickup',
          name: 'book pickup',
          json: pickupMessage(input),
        });
        return outcome(response.json());
      },
    },
  ],
  // A pickup is found by its confirmation number alone, and that was in the lost answer.
  recovery: 'none',
  settleAfterMs: 60_000,
};

interface Found {
  readonly etag: string;
  readonly pickup: ObjectReader;
}

/** The pickup as USPS has it; undefined when it has none of this number. */
async function find(confirmation: string, env: CarrierEnv): Promise<Found | undefined> {
  const response = await call(env, {
    method: 'GET',
    path: path`/pickup/v3/carrier-pickup/${confirmation}`,
    name: 'read pickup',
    accept: [400, 404],
  });
  if (response.status !== 200) return undefined;
  const json = response.json();
  const pickup = readObject(Array.isArray(json) ? (json as unknown[])[0] : json);
  const etag = response.headers['etag'] ?? '';
  if (etag === '') throw new FieldProblem('ETag', 'is missing');
  return { etag, pickup };
}

async function required(confirmation: string, env: CarrierEnv): Promise<Found> {
  const found = await find(confirmation, env);
  if (!found) throw fail('refused', `USPS has no pickup ${confirmation} that can still be changed or cancelled.`);
  return found;
}

/** Whether the pickup is as wished: day, number of parcels, weight. */
function isAs(wish: PickupWish, pickup: ObjectReader): boolean {
  const request = pickup.object('carrierPickupRequest');
  const message = pickupMessage(wish);
  const counts = request.strictList('packages', (p) => p.integer('packageCount'));
  return (
    pickup.date('pickupDate') === wish.date &&
    counts.reduce((sum, count) => sum + count, 0) === message.packages[0]?.packageCount &&
    request.number('estimatedWeight') === message.estimatedWeight &&
    request.object('pickupLocation').string('packageLocation') === message.pickupLocation.packageLocation
  );
}

async function runChange(input: PickupChange, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const { confirmation } = input.booked;
  const carrierPickupRequest = pickupMessage(input.wish);
  const { etag } = await required(confirmation, env);
  const response = await call(env, {
    method: 'PUT',
    path: path`/pickup/v3/carrier-pickup/${confirmation}`,
    name: 'change pickup',
    headers: { 'if-match': etag },
    json: { pickupDate: input.wish.date, carrierPickupRequest },
  });
  return outcome(response.json());
}

const change: SteppedOperation<PickupChange, PickupResult> = {
  steps: [{ name: 'change', effect: 'create', run: runChange }],
  recovery: 'by-reference',
  async recover(input, step, _kept, env): Promise<Recovery<PickupResult>> {
    const found = await find(input.booked.confirmation, env);
    if (!found || !isAs(input.wish, found.pickup)) return { kind: 'absent' };
    const { confirmation, date } = booked(found.pickup);
    return { kind: 'found', step, keep: { confirmation }, result: { confirmation, date, messages: [NO_WINDOW] } };
  },
  settleAfterMs: 60_000,
};

async function runCancel(
  input: BookedPickup,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<PickupCancelled>> {
  const { etag } = await required(input.confirmation, env);
  await call(env, {
    method: 'DELETE',
    path: path`/pickup/v3/carrier-pickup/${input.confirmation}`,
    name: 'cancel pickup',
    declined: 'refused',
    headers: { 'if-match': etag },
  });
  return { kind: 'done', result: { messages: [] } };
}

const cancel: SteppedOperation<BookedPickup, PickupCancelled> = {
  steps: [{ name: 'cancel', effect: 'create', run: runCancel }],
  recovery: 'by-reference',
  async recover(input, step, _kept, env): Promise<Recovery<PickupCancelled>> {
    const found = await find(input.confirmation, env);
    return found ? { kind: 'absent' } : { kind: 'found', step, result: { messages: [] } };
  },
  settleAfterMs: 60_000,
};

export const pickup: PickupOperations = { availability, book, change, cancel };
