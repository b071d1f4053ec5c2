/**
 * Pickups of the older PickUp service: validated, scheduled, changed (until when and where only) and voided. Our reference
 * stands first in the instructions, so a cut-off booking is found in the history.
 */
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
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
import { checkPickupTimes, placeWords } from '@scanship/connector-kit/carrier/pickup-wish';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import { fromGrams } from '@scanship/domain/values/measure';
import { accountOf } from './account.ts';
import { addressMessage, oneLine } from './addresses.ts';
import { call, type PurolatorAnswer } from './client.ts';
import { manifest } from './manifest.ts';
import { regionOf } from './services.ts';

const NAME = manifest.name;
const CONFIRMATION = /^[A-Za-z0-9-]{4,20}$/;
const compactTime = (time: string): string => time.replace(':', '');

/** The one location code that Purolator's own examples show; other places are said in the instructions. */
const LOCATIONS: Readonly<Partial<Record<PickupPlace, string>>> = { 'back-door': 'BackDoor' };

const weightOf = (grams: number): XmlTree => ({
  Value: Math.max(1, fromGrams(grams, 'lb', 2)).toFixed(2),
  WeightUnit: 'lb',
});

/** Weights by region are known only where everything goes to one. */
function summaryOf(wish: PickupWish): XmlTree | undefined {
  const [region, ...others] = new Set(wish.load.destinations.map(regionOf));
  if (region === undefined || others.length > 0) return undefined;
  return {
    ShipmentSummaryDetails: {
      ShipmentSummaryDetail: [
        { DestinationCode: region, TotalPieces: wish.load.parcels, TotalWeight: weightOf(wish.load.totalGrams) },
      ],
    },
  };
}

function instructionsOf(wish: PickupWish, reference: string | undefined): string | undefined {
  const words = wish.place in LOCATIONS ? undefined : placeWords(wish.place, wish.language);
  const said = [reference, words, oneLine(wish.instructions)].filter((part) => part !== undefined).join(' - ');
  return said === '' ? undefined : said;
}

function wishMessage(wish: PickupWish, reference: string | undefined, env: CarrierEnv): XmlTree {
  return {
    BillingAccountNumber: accountOf(env).number,
    PickupInstruction: {
      Date: wish.date,
      AnyTimeAfter: compactTime(wish.readyTime),
      UntilTime: compactTime(wish.closeTime),
      TotalWeight: weightOf(wish.load.totalGrams),
      TotalPieces: wish.load.parcels,
      PickUpLocation: LOCATIONS[wish.place],
      AdditionalInstructions: instructionsOf(wish, reference),
      LoadingDockAvailable: wish.place === 'loading-dock',
    },
    Address: addressMessage(wish.address, 'address', undefined),
    ShipmentSummary: summaryOf(wish),
  };
}

const ask = (
  env: CarrierEnv,
  operation: string,
  name: string,
  body: XmlTree,
  more: { readonly readOnly: boolean; readonly language?: 'en' | 'fr'; readonly reference?: string },
): Promise<PurolatorAnswer> => call(env, { service: 'pickup', operation, name, body, ...more });

const validate = (wish: PickupWish, reference: string | undefined, env: CarrierEnv): Promise<PurolatorAnswer> =>
  ask(env, 'ValidatePickUp', 'check pickup', wishMessage(wish, reference, env), {
    readOnly: true,
    language: wish.language,
  });

const TIME = /^([01]\d|2[0-3]):?[0-5]\d$/;

/** "17:30" or "1730" as HH:MM. */
const clock = (text: string): string => `${text.slice(0, 2)}:${text.slice(-2)}`;

async function availability(wish: PickupWish, env: CarrierEnv): Promise<PickupAvailability> {
  try {
    checkPickupTimes(wish, env.now());
    const { answer, messages } = await validate(wish, undefined, env);
    const bookBy = answer.maybe('CutOffTime', (n) => clock(answer.string(n, TIME)));
    const bulk = answer.maybe('IsBulkdRequired', (n) => answer.boolean(n)) === true;
    const window = answer.maybe('CutOffWindow', (n) => answer.integer(n, 0));
    return {
      available: true,
      bookBy,
      messages: [
        ...messages,
        ...(bulk ? [`${NAME} counts this as a bulk pickup and may send a larger truck.`] : []),
        ...(window === undefined || window === 0 ? [] : [`${NAME} needs a window of at least ${window} minutes.`]),
        ...answer.problems,
      ],
    };
  } catch (error) {
    if (error instanceof ConnectorError && ['refused', 'invalid-input'].includes(error.problem.kind))
      return { available: false, messages: [error.problem.message] };
    throw error;
  }
}

async function check(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkPickupTimes(input, env.now());
  await validate(input, input.reference, env);
  return { kind: 'done' };
}

const booked = (confirmation: string, messages: readonly string[]): StepOutcome<PickupResult> & { kind: 'done' } => ({
  kind: 'done',
  keep: { confirmation },
  result: { confirmation, messages },
});

async function book(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  checkPickupTimes(input, env.now());
  const { answer, messages } = await ask(
    env,
    'SchedulePickUp',
    'book pickup',
    wishMessage(input, input.reference, env),
    { readOnly: false, language: input.language, reference: input.reference },
  );
  return booked(answer.string('PickUpConfirmationNumber', CONFIRMATION), messages);
}

const MOST_RECORDS = 500;

/** Every pickup of the account on a day, or nothing. @throws FieldProblem when the list may be cut */
async function history(
  date: string,
  confirmation: string | undefined,
  env: CarrierEnv,
): Promise<readonly ObjectReader[]> {
  const { answer } = await ask(
    env,
    'GetPickUpHistory',
    'pickup history',
    {
      PickUpHistorySearchCriteria: {
        FromDate: date,
        ToDate: date,
        ConfirmationNumber: confirmation,
        AccountNumber: accountOf(env).number,
        MaxNumOfRecords: MOST_RECORDS,
      },
    },
    { readOnly: true },
  );
  if (!answer.has('PickUpDetailList')) return [];
  const list = answer.object('PickUpDetailList');
  const records = list.has('PickUpDetail') ? list.strictList('PickUpDetail', (p) => p) : [];
  if (records.length >= MOST_RECORDS) throw new FieldProblem(list.path, 'may not name every pickup of the day');
  return records;
}

const isCancelled = (record: ObjectReader): boolean => /^(cancel|void)/i.test(record.string('PickupStatus'));

async function recoverBooking(
  input: PickupInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupResult>> {
  for (const record of await history(input.date, undefined, env)) {
    const instruction = record.object('PickupInstruction');
    const said = instruction.has('AdditionalInstructions') ? instruction.string('AdditionalInstructions') : '';
    if (!said.includes(input.reference) || isCancelled(record)) continue;
    const { keep, result } = booked(record.string('ConfirmationNumber', CONFIRMATION), []);
    return { kind: 'found', step, ...(keep ? { keep } : {}), ...(result ? { result } : {}) };
  }
  return { kind: 'absent' };
}

const sameAddress = (a: PickupWish, b: PickupWish): boolean => JSON.stringify(a.address) === JSON.stringify(b.address);

async function change(input: PickupChange, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const { booked: before, wish } = input;
  if (wish.date !== before.date || wish.readyTime !== before.wish.readyTime || !sameAddress(wish, before.wish))
    throw fail(
      'refused',
      `${NAME} changes only until when and where at the place; cancel the pickup and book it anew for another day, place or earliest time.`,
      { field: wish.date !== before.date ? 'date' : 'readyTime' },
    );
  checkPickupTimes(wish, env.now());
  const { answer, messages } = await ask(
    env,
    'ModifyPickUp',
    'change pickup',
    {
      BillingAccountNumber: accountOf(env).number,
      ConfirmationNumber: before.confirmation,
      ModifyPickupInstruction: {
        UntilTime: compactTime(wish.closeTime),
        PickUpLocation: LOCATIONS[wish.place],
        LoadingDockAvailable: wish.place === 'loading-dock',
      },
      ShipmentSummary: summaryOf(wish),
    },
    { readOnly: false, language: wish.language, reference: input.reference },
  );
  return booked(answer.string('PickUpConfirmationNumber', CONFIRMATION), messages);
}

async function cancel(input: BookedPickup, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupCancelled>> {
  const { answer, messages } = await ask(
    env,
    'VoidPickUp',
    'cancel pickup',
    { PickUpConfirmationNumber: input.confirmation },
    { readOnly: false, reference: input.reference },
  );
  if (!answer.boolean('PickUpVoided'))
    throw fail('refused', `${NAME} did not cancel this pickup.`, { vendorCode: 'not-voided' });
  return { kind: 'done', result: { messages } };
}

async function recoverCancel(
  input: BookedPickup,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<PickupCancelled>> {
  const records = await history(input.date, input.confirmation, env);
  const record = records.find((r) => r.string('ConfirmationNumber') === input.confirmation);
  if (record && isCancelled(record)) return { kind: 'found', step, result: { messages: [] } };
  if (record?.string('PickupStatus') === 'Scheduled') return { kind: 'absent' };
  throw new FieldProblem('PickUpDetailList', `does not say what became of pickup ${input.confirmation}`);
}

const SETTLE_MS = 5 * 60_000;

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
  change: {
    steps: [{ name: 'change', effect: 'create', run: change }],
    // The same values are set again: a repeat does no more than the first did.
    recovery: 'own-key',
    settleAfterMs: SETTLE_MS,
  },
  cancel: {
    steps: [{ name: 'cancel', effect: 'create', run: cancel }],
    recovery: 'listing',
    recover: recoverCancel,
    settleAfterMs: SETTLE_MS,
  },
};
