/** Pickups, end of day, address checks, returns and discovered services, judged by the simulator's books. */
import assert from 'node:assert/strict';
import type { Carrier, ShipResult } from '../carrier/carrier.ts';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type ConformanceCase,
  type ConformanceOperation,
  type Drive,
  type Harness,
} from './conformance-harness.ts';
import type { EndOfDayInput, EndOfDayResult } from '../carrier/end-of-day.ts';
import type { CarrierEnv } from '../environment.ts';
import type { BookedPickup, PickupInput, PickupResult, PickupWish } from '../carrier/pickup.ts';
import { runCheckAddress, runDiscoverServices, runPickupAvailability, runRate } from '../steps/run-question.ts';
import { recoverStep, runStep } from '../steps/step-runner.ts';
import type { SteppedOperation } from '../steps/steps.ts';

const DAY_MS = 86_400_000;

/**
 * A working day everywhere that the carrier still takes bookings for: Tuesday to Thursday at least two days away where it books
 * so far ahead, else the last Monday to Friday it takes.
 * @param daysAhead of the manifest
 */
export function workingDay(now: Date, daysAhead = 8): string {
  const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => new Date(now.getTime() + ahead * DAY_MS));
  const weekday = (day: Date): number => day.getUTCDay();
  const found =
    days.slice(2).find((day) => weekday(day) >= 2 && weekday(day) <= 4) ??
    days.findLast((day) => weekday(day) >= 1 && weekday(day) <= 5) ??
    days.at(-1) ??
    now;
  return found.toISOString().slice(0, 10);
}

export const booked = async (harness: Harness, kind: string): Promise<number> =>
  ((await harness.simulator?.books()) ?? []).filter((entry) => entry.kind === kind).length;

const one = (
  capability: ConformanceOperation,
  name: string,
  run: () => Promise<string | undefined>,
  notApplicable?: string,
): ConformanceCase => ({ name, capability, notApplicable, run });

const CUTS = ['drop-before-effect', 'drop-after-effect'] as const;

/**
 * Cuts the last step of an operation off and settles it as the journal does.
 * @param made how many things the books hold that the operation makes
 */
async function cutOff<I, R>(
  carrier: Carrier,
  harness: Harness,
  operation: SteppedOperation<I, R>,
  input: I,
  kind: (typeof CUTS)[number],
  made: () => Promise<number>,
): Promise<string | undefined> {
  const costly = operation.steps.findLast((step) => step.effect === 'create' || step.effect === 'pay');
  assert.ok(harness.simulator && costly, 'an operation that changes something has a create or pay step');
  const env = openHarnessEnv(carrier.manifest, harness);
  const before = await made();
  const state = await drive(carrier, operation, input, env, freshDrive<R>(), costly.name);
  assert.equal(state.problem, undefined, JSON.stringify(state.problem));
  const options = { deadlineMs: carrier.manifest.deadlineMs.other, vendor: carrier.manifest.name };
  await harness.simulator.setFaults([{ kind, effect: 'effect', times: 3 }]);
  const outcome = await runStep(operation, costly.name, input, state.kept, env, options);
  await harness.simulator.clearFaults();
  assert.ok(!outcome.ok && outcome.problem.kind === 'unknown-effect', JSON.stringify(outcome));
  const recovery = await recoverStep(operation, costly.name, input, state.kept, env, options);
  const happened = (await made()) - before;
  assert.ok(happened <= 1 || operation.recovery === 'none', `${happened} were made`);
  if (operation.recovery === 'none') {
    assert.ok(!recovery.ok && recovery.problem.vendorCode === 'cannot-be-asked', JSON.stringify(recovery));
    return 'left to a person';
  }
  if (operation.recovery === 'own-key') assert.ok(recovery.ok && recovery.value.kind === 'found');
  else
    assert.ok(
      recovery.ok && recovery.value.kind === (happened === 1 ? 'found' : 'absent'),
      `${kind}: ${JSON.stringify(recovery)}`,
    );
  assert.equal((await made()) - before, recovery.value.kind === 'found' ? 1 : 0);
  return undefined;
}

export const cutCases = <I, R>(
  capability: ConformanceOperation,
  what: string,
  carrier: Carrier,
  harness: Harness,
  operation: SteppedOperation<I, R>,
  inputOf: (env: CarrierEnv) => Promise<I>,
  bookKind: string,
): ConformanceCase[] =>
  CUTS.map((kind) =>
    one(
      capability,
      `${what} cut off (${kind}): never twice, and settled or left to a person`,
      async () =>
        cutOff(carrier, harness, operation, await inputOf(openHarnessEnv(carrier.manifest, harness)), kind, () =>
          booked(harness, bookKind),
        ),
      harness.simulator ? undefined : 'makes no calls',
    ),
  );

/** @param daysAhead of the manifest, for carriers that book only a few days ahead */
export function pickupInput(harness: Harness, env: CarrierEnv, daysAhead?: number): PickupInput {
  return { ...pickupWish(harness, env, daysAhead), ...refs(harness) };
}

export function pickupWish(harness: Harness, env: CarrierEnv, daysAhead?: number): PickupWish {
  assert.ok(harness.samples.pickup, 'samples.pickup is missing');
  return { ...harness.samples.pickup, date: workingDay(env.now(), daysAhead) };
}

function pickupCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { pickup } = carrier;
  if (!pickup) return [];
  const { book, cancel, change } = pickup;
  const daysAhead = carrier.manifest.pickup?.daysAhead;
  const env = (): CarrierEnv => openHarnessEnv(carrier.manifest, harness);
  const bookOne = async (): Promise<{ booking: BookedPickup; result: Partial<PickupResult> }> => {
    const input = pickupInput(harness, env(), daysAhead);
    const state: Drive<PickupResult> = await drive(carrier, book, input, env(), freshDrive<PickupResult>());
    assert.equal(state.problem, undefined, JSON.stringify(state.problem));
    const { confirmation } = state.result;
    assert.ok(confirmation, 'no confirmation number');
    const { reference, uuid: _uuid, ...wish } = input;
    const date = state.result.date ?? input.date;
    return { result: state.result, booking: { confirmation, reference, date, wish, kept: state.kept } };
  };
  return [
    one('pickup', 'a pickup is booked once and has a confirmation number', async () => {
      const before = await booked(harness, 'pickup');
      const { result } = await bookOne();
      assert.equal((await booked(harness, 'pickup')) - before, 1);
      if (result.charged)
        assert.equal(
          result.charged.lines.reduce((sum, line) => sum + line.amount.minor, 0),
          result.charged.total.minor,
          'charged lines',
        );
      return undefined;
    }),
    one(
      'pickup',
      'the carrier says whether a day is possible',
      async () => {
        const answer = await runPickupAvailability(carrier, pickupWish(harness, env(), daysAhead), env());
        assert.ok(answer.ok && answer.value.available, JSON.stringify(answer));
        return undefined;
      },
      pickup.availability ? undefined : 'cannot be asked before',
    ),
    one('pickup', 'a day that is over is refused in words, nothing is booked', async () => {
      const before = await booked(harness, 'pickup');
      const input = { ...pickupInput(harness, env(), daysAhead), date: '2020-01-07' };
      const state = await drive(carrier, book, input, env(), freshDrive<PickupResult>());
      assert.ok(
        state.problem && ['refused', 'invalid-input'].includes(state.problem.problem.kind),
        JSON.stringify(state),
      );
      assert.equal(await booked(harness, 'pickup'), before);
      return undefined;
    }),
    one(
      'pickup',
      'cancelled is said only when the books say so; a second time is refused',
      async () => {
        assert.ok(cancel);
        const { booking } = await bookOne();
        const before = await booked(harness, 'pickup-cancelled');
        const first = await drive(carrier, cancel, booking, env(), freshDrive());
        assert.equal(first.problem, undefined, JSON.stringify(first.problem));
        const second = await drive(carrier, cancel, booking, env(), freshDrive());
        assert.equal(second.problem?.problem.kind, 'refused', JSON.stringify(second));
        assert.equal((await booked(harness, 'pickup-cancelled')) - before, 1);
        return undefined;
      },
      cancel ? undefined : 'not offered',
    ),
    one(
      'pickup',
      'a change leaves one pickup',
      async () => {
        assert.ok(change);
        const { booking } = await bookOne();
        const standing = async (): Promise<number> =>
          (await booked(harness, 'pickup')) - (await booked(harness, 'pickup-cancelled'));
        const before = await standing();
        const input = { booked: booking, wish: { ...booking.wish, closeTime: '17:30' }, ...refs(harness) };
        const state = await drive(carrier, change, input, env(), freshDrive<PickupResult>());
        assert.equal(state.problem, undefined, JSON.stringify(state.problem));
        assert.ok(state.result.confirmation, 'no confirmation number');
        assert.equal(await standing(), before, 'pickups that stand');
        return undefined;
      },
      change ? undefined : 'not offered',
    ),
    ...cutCases(
      'pickup',
      'a booking',
      carrier,
      harness,
      book,
      (e) => Promise.resolve(pickupInput(harness, e, daysAhead)),
      'pickup',
    ),
  ];
}

const refs = (harness: Harness): { reference: string; uuid: string } => {
  const { reference, uuid } = newPurchase(harness);
  return { reference, uuid };
};

/** So many shipments, just bought, to be closed. */
export async function closingOf(
  carrier: Carrier,
  harness: Harness,
  env: CarrierEnv,
  count: number,
): Promise<EndOfDayInput> {
  const { samples } = harness;
  assert.ok(carrier.ship);
  const shipments = [];
  for (let i = 0; i < count; i += 1) {
    const purchase = newPurchase(harness);
    const state = await drive(carrier, carrier.ship, purchase, env, freshDrive<ShipResult>());
    assert.ok(state.result.carrierShipmentId && state.result.parcels, JSON.stringify(state.problem));
    shipments.push({
      reference: purchase.reference,
      carrierShipmentId: state.result.carrierShipmentId,
      service: purchase.service,
      trackingNumbers: state.result.parcels.map((parcel) => parcel.trackingNumber),
      destination: samples.domestic.to.countryCode,
      kept: state.kept,
    });
  }
  return { ...refs(harness), from: samples.domestic.from, date: env.now().toISOString().slice(0, 10), shipments };
}

function endOfDayCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { endOfDay, ship } = carrier;
  if (!endOfDay || !ship) return [];
  const bought = (env: CarrierEnv, count: number): Promise<EndOfDayInput> => closingOf(carrier, harness, env, count);
  const close = (input: EndOfDayInput, env: CarrierEnv): Promise<Drive<EndOfDayResult>> =>
    drive(carrier, endOfDay, input, env, freshDrive<EndOfDayResult>());
  return [
    one('endOfDay', 'two shipments close into the carrier’s paper, once', async () => {
      const env = openHarnessEnv(carrier.manifest, harness);
      const input = await bought(env, 2);
      const before = await booked(harness, 'manifest');
      const state = await close(input, env);
      assert.equal(state.problem, undefined, JSON.stringify(state.problem));
      const { manifestNumbers, files, leftOut } = state.result;
      assert.ok(manifestNumbers && files && leftOut, 'an incomplete result');
      assert.ok(manifestNumbers.length > 0, 'no number of the paper');
      assert.deepEqual(leftOut, []);
      for (const file of files) assert.equal(file.document, 'manifest');
      assert.equal((await booked(harness, 'manifest')) - before, manifestNumbers.length);
      return `${files.length} papers`;
    }),
    one('endOfDay', 'shipments that are closed already are refused or named as left out', async () => {
      const env = openHarnessEnv(carrier.manifest, harness);
      const input = await bought(env, 1);
      const first = await close(input, env);
      assert.equal(first.problem, undefined, JSON.stringify(first.problem));
      const before = await booked(harness, 'manifest');
      const again = await close({ ...input, ...refs(harness) }, env);
      const references = again.result.leftOut?.map((left) => left.reference) ?? [];
      assert.ok(
        (again.problem && ['refused', 'invalid-input'].includes(again.problem.problem.kind)) ||
          references.includes(input.shipments[0]?.reference ?? ''),
        JSON.stringify(again),
      );
      assert.equal(await booked(harness, 'manifest'), before);
      return undefined;
    }),
    ...cutCases('endOfDay', 'a close', carrier, harness, endOfDay, (env) => bought(env, 1), 'manifest'),
  ];
}

function addressCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  if (!carrier.checkAddress) return [];
  const { addresses } = harness.samples;
  const ask = async (which: 'good' | 'unknown' | 'correctable') => {
    const address = addresses?.[which];
    assert.ok(address, `samples.addresses.${which} is missing`);
    const answer = await runCheckAddress(carrier, address, openHarnessEnv(carrier.manifest, harness));
    assert.ok(answer.ok, JSON.stringify(answer));
    for (const suggestion of answer.value.suggestions) {
      assert.equal(suggestion.name, address.name, 'a suggestion keeps the name');
      assert.equal(suggestion.countryCode, address.countryCode);
    }
    return answer.value;
  };
  return [
    one('checkAddress', 'a good address is confirmed, an unknown one is not', async () => {
      assert.equal((await ask('good')).verdict, 'confirmed');
      const unknown = await ask('unknown');
      assert.equal(unknown.verdict, 'unknown');
      assert.ok(unknown.messages.length > 0, 'an unknown address needs a message');
      return undefined;
    }),
    one(
      'checkAddress',
      'a slip is corrected',
      async () => {
        const answer = await ask('correctable');
        assert.equal(answer.verdict, 'corrected');
        assert.notDeepEqual(answer.suggestions[0], addresses?.correctable);
        return undefined;
      },
      addresses?.correctable ? undefined : 'the carrier only says yes or no',
    ),
  ];
}

function returnCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { ship, manifest } = carrier;
  if (manifest.capabilities.returns !== true || !ship) return [];
  return [
    one('ship', 'a return label is bought once', async () => {
      const { returned } = harness.samples;
      assert.ok(returned?.shipment.return, 'samples.returned is missing');
      const env = openHarnessEnv(manifest, harness);
      const rated = await runRate(carrier, { shipment: returned.shipment, services: [returned.service] }, env);
      const rateToken = rated.ok
        ? rated.value.offers.find((offer) => offer.service === returned.service)?.token
        : undefined;
      const input = newPurchase(harness, { ...returned, rateToken });
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
      assert.equal(state.problem, undefined, JSON.stringify(state.problem));
      assert.ok(state.result.files?.some((file) => file.document === 'label' || file.document === 'return-label'));
      const books = (await harness.simulator?.books()) ?? [];
      assert.equal(books.filter((entry) => entry.kind === 'paid' && entry.reference === input.reference).length, 1);
      return undefined;
    }),
  ];
}

function discoverCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  if (!carrier.discoverServices) return [];
  return [
    one('discoverServices', 'the services of the account are listed, each once', async () => {
      const env = openHarnessEnv(carrier.manifest, harness);
      const answer = await runDiscoverServices(carrier, harness.samples.domestic.from, env);
      assert.ok(answer.ok, JSON.stringify(answer));
      const codes = answer.value.map((service) => service.code);
      assert.ok(codes.includes(harness.samples.service), `${harness.samples.service} is not among ${codes.join()}`);
      assert.equal(new Set(codes).size, codes.length);
      return `${codes.length} services`;
    }),
    one('discoverServices', 'an aggregator lists every carrier whose service it offers, by the same name', async () => {
      const env = openHarnessEnv(carrier.manifest, harness);
      const listed = await runDiscoverServices(carrier, harness.samples.domestic.from, env);
      const offered = carrier.rate ? await runRate(carrier, { shipment: harness.samples.domestic }, env) : undefined;
      assert.ok(listed.ok, JSON.stringify(listed));
      assert.ok(offered === undefined || offered.ok, JSON.stringify(offered));
      const offers = offered?.ok === true ? offered.value.offers : [];
      // Plans leave an account out that does not list the carrier of a wished service: a name that differs would hide offers.
      const carriers = new Set(listed.value.map((service) => service.carrier));
      if (carrier.manifest.aggregator !== true) return 'not an aggregator';
      if (carriers.has(undefined)) return 'does not say whose they are: it is always asked';
      const missing = offers.flatMap(({ carriedBy }) =>
        carriedBy && !carriers.has(carriedBy.carrier) ? [carriedBy.carrier] : [],
      );
      assert.deepEqual(missing, []);
      return [...carriers].join(', ');
    }),
  ];
}

export const moreOperationCases = (carrier: Carrier, harness: Harness): ConformanceCase[] => [
  ...returnCases(carrier, harness),
  ...pickupCases(carrier, harness),
  ...endOfDayCases(carrier, harness),
  ...addressCases(carrier, harness),
  ...discoverCases(carrier, harness),
];
