/** Pickups of both networks: asked about, booked, cancelled. Express and Ground send drivers of their own. */
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type {
  BookedPickup,
  PickupAvailability,
  PickupCancelled,
  PickupInput,
  PickupOperations,
  PickupResult,
  PickupWish,
} from '@scanship/connector-kit/carrier/pickup';
import type { StepOutcome } from '@scanship/connector-kit/steps/steps';
import { localTimeIn, zoneOfPlace } from '@scanship/domain/calendar/local-time';
import { addressMessage, contactMessage } from './address.ts';
import { accountNumber, call, localeOf } from './client.ts';
import { unitsFrom, weightMessage } from './packages.ts';
import { readRefusal, sentence } from './problems.ts';
import { companyOf, type OperatingCompany } from './services.ts';

const NETWORKS: Readonly<Record<OperatingCompany, string>> = { FDXE: 'FedEx Express', FDXG: 'FedEx Ground' };

/** @throws ConnectorError `invalid-input` where the load belongs to both networks */
function companyFor({ load }: PickupWish): OperatingCompany {
  const companies = new Set(load.services.map(companyOf));
  if (companies.size > 1)
    throw fail('invalid-input', 'FedEx Express and FedEx Ground send different drivers; book a pickup for each.', {
      field: 'load.services',
    });
  // Labels bought elsewhere: any driver of Express takes Express parcels, which most are.
  return [...companies][0] ?? 'FDXE';
}

/** Pickup API, packageLocation. */
const LOCATIONS: Readonly<Record<PickupPlace, 'FRONT' | 'REAR' | 'SIDE' | 'NONE'>> = {
  'front-door': 'FRONT',
  reception: 'FRONT',
  'back-door': 'REAR',
  'loading-dock': 'REAR',
  'mail-room': 'NONE',
  other: 'NONE',
};
/** Places the list has no word for are told to the driver. */
const PLACE_WORDS: Readonly<Partial<Record<PickupPlace, string>>> = {
  reception: 'Reception',
  'loading-dock': 'Loading dock',
  'mail-room': 'Mail room',
};

/** Pickup API: remarks, at most 60 characters. */
function remarks({ place, instructions }: PickupWish): string | undefined {
  const text = [PLACE_WORDS[place], instructions?.trim().replace(/\s+/g, ' ')].filter(Boolean).join('. ');
  return text === '' ? undefined : text.slice(0, 60).trim();
}

const isInternational = ({ address, load }: PickupWish): boolean =>
  load.destinations.some((country) => country !== address.countryCode);

/** The day at the place, where its zone is known; FedEx works it out itself otherwise. */
function dateType({ address, date }: PickupWish, env: CarrierEnv): 'SAME_DAY' | 'FUTURE_DAY' | undefined {
  const zone = zoneOfPlace(`${address.city}, ${address.provinceCode}, ${address.countryCode}`);
  const today = zone === undefined ? undefined : localTimeIn(env.now(), zone)?.slice(0, 10);
  return today === undefined ? undefined : date === today ? 'SAME_DAY' : 'FUTURE_DAY';
}

async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  const company = companyFor(wish);
  const { streetLines, residential: _unsaid, ...place } = addressMessage(wish.address, 'address');
  const response = await call(env, {
    method: 'POST',
    path: '/pickup/v1/pickups/availabilities',
    name: 'pickup availability',
    readOnly: true,
    locale: localeOf(wish.language, wish.address.countryCode),
    json: {
      pickupAddress: { streetLines, ...place },
      dispatchDate: wish.date,
      packageReadyTime: `${wish.readyTime}:00`,
      customerCloseTime: `${wish.closeTime}:00`,
      pickupType: 'ON_CALL',
      pickupRequestType: ['SAME_DAY', 'FUTURE_DAY'],
      carriers: [company],
      countryRelationship: isInternational(wish) ? 'INTERNATIONAL' : 'DOMESTIC',
      associatedAccountNumber: accountNumber(env),
      associatedAccountNumberType: company === 'FDXG' ? 'FEDEX_GROUND' : 'FEDEX_EXPRESS',
    },
  });
  return readAvailability(response.json(), wish.date, company);
}

const clock = (o: ObjectReader, name: string): string | undefined =>
  o.maybe(name, (n) => o.string(n, /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/).slice(0, 5));

/** @throws FieldProblem when the answer holds no list of days */
export function readAvailability(json: unknown, date: string, company: OperatingCompany): PickupAvailability {
  const output = readObject(json).object('output');
  const options = output
    .list('options', (o) => ({
      company: o.string('carrier', /^[A-Z]{4}$/),
      available: o.boolean('available'),
      date: o.date('pickupDate'),
      readyBy: clock(o, 'cutOffTime'),
    }))
    .filter((one) => one.company === company);
  const own = options.find((one) => one.date === date);
  const dates = options.filter((one) => one.available).map((one) => one.date);
  const possible = own?.available === true;
  return {
    available: possible,
    messages: [
      ...(possible ? [] : [`${NETWORKS[company]} does not pick up at this address on ${date}.`]),
      ...alerts(output, true),
      ...output.problems,
    ],
    readyBy: possible ? own.readyBy : undefined,
    dates: dates.length > 0 ? [...new Set(dates)] : undefined,
  };
}

/** What FedEx adds; with `warnings` its notes, which come with every answer, are left out. */
function alerts(output: ObjectReader, warnings: boolean): string[] {
  const list = output.list(
    'alerts',
    (o) => ({ type: o.maybe('alertType', (n) => o.string(n)), message: sentence(o.string('message')) }),
    { optional: true },
  );
  return list.filter(({ type }) => !warnings || type === 'WARNING').map(({ message }) => message);
}

async function book(input: PickupInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const company = companyFor(input);
  const { residential: _unsaid, ...address } = addressMessage(input.address, 'address');
  const contact = contactMessage(input.address, 'address');
  const units = unitsFrom(input.address.countryCode);
  const response = await call(env, {
    method: 'POST',
    path: '/pickup/v1/pickups',
    name: 'book pickup',
    locale: localeOf(input.language, input.address.countryCode),
    json: {
      associatedAccountNumber: { value: accountNumber(env) },
      associatedAccountNumberType: company === 'FDXG' ? 'FEDEX_GROUND' : 'FEDEX_EXPRESS',
      originDetail: {
        pickupAddressType: 'OTHER',
        pickupLocation: {
          contact: {
            personName: contact.personName,
            companyName: contact.companyName,
            phoneNumber: contact.phoneNumber,
            phoneExtension: contact.phoneExtension,
          },
          address: { ...address, residential: input.address.residential === true },
          accountNumber: { value: accountNumber(env) },
        },
        // Local to the place; FedEx ignores a zone (its documents show one all the same).
        readyDateTimestamp: `${input.date}T${input.readyTime}:00Z`,
        customerCloseTime: `${input.closeTime}:00`,
        pickupDateType: dateType(input, env),
        packageLocation: LOCATIONS[input.place],
      },
      totalWeight: weightMessage(Math.max(1, input.load.totalGrams), units),
      packageCount: Math.max(1, input.load.parcels),
      carrierCode: company,
      remarks: remarks(input),
      countryRelationships: isInternational(input) ? 'INTERNATIONAL' : 'DOMESTIC',
      pickupType: 'ON_CALL',
      trackingNumber: input.load.trackingNumbers[0],
    },
  });
  return readBooking(response.json(), company);
}

/** @throws FieldProblem when there is no confirmation number */
export function readBooking(json: unknown, company: OperatingCompany): StepOutcome<PickupResult> {
  const output = readObject(json).object('output');
  const code = output.id('pickupConfirmationCode', /^[0-9A-Za-z-]{1,30}$/);
  // Express numbers its pickups anew at each station, so a cancellation names the station, too.
  const location = output.maybe('location', (n) => output.string(n, /^[0-9A-Za-z]{2,10}$/));
  const at = location === undefined ? [] : [`The driver comes from FedEx station ${location}.`];
  return {
    kind: 'done',
    keep: { code, company, ...(location === undefined ? {} : { location }) },
    result: { confirmation: code, messages: [...at, ...alerts(output, true)] },
  };
}

async function cancel(input: BookedPickup, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  const { code, company, location } = input.kept;
  const response = await call(env, {
    method: 'PUT',
    path: '/pickup/v1/pickups/cancel',
    name: 'cancel pickup',
    readProblem: readRefusal,
    locale: localeOf(input.wish.language, input.wish.address.countryCode),
    json: {
      associatedAccountNumber: { value: accountNumber(env) },
      pickupConfirmationCode: typeof code === 'string' ? code : input.confirmation,
      carrierCode: typeof company === 'string' ? company : companyFor(input.wish),
      scheduledDate: input.date,
      location: typeof location === 'string' ? location : undefined,
    },
  });
  return readCancelled(response.json());
}

/** @throws FieldProblem when FedEx does not confirm it */
export function readCancelled(json: unknown): StepOutcome<PickupCancelled> {
  const output = readObject(json).object('output');
  output.id('pickupConfirmationCode');
  return { kind: 'done', result: { messages: alerts(output, true) } };
}

/** FedEx has no list of pickups and takes no key of ours: a cut-off booking or cancel is a person's. */
export const pickup: PickupOperations = {
  availability,
  book: { steps: [{ name: 'book', effect: 'create', run: book }], recovery: 'none', settleAfterMs: 0 },
  cancel: { steps: [{ name: 'cancel', effect: 'create', run: cancel }], recovery: 'none', settleAfterMs: 0 },
};
