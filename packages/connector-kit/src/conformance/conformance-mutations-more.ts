/**
 * Damaged answers to what is asked beside prices and tracking, and to what is booked beside labels: no crash, no wrong value,
 * and what may have been made is never said to be certainly not.
 */
import assert from 'node:assert/strict';
import type { Address } from '@scanship/domain/addresses/address';
import type { Result } from '@scanship/domain/values/result';
import type { AddressAnswer } from '../carrier/address-validation.ts';
import type { Carrier, CarrierService } from '../carrier/carrier.ts';
import {
  drive,
  freshDrive,
  openHarnessEnv,
  type ConformanceCase,
  type ConformanceOperation,
  type Harness,
} from './conformance-harness.ts';
import { playAll, type Recorded, recording, report } from './conformance-mutations.ts';
import { closingOf, pickupInput, pickupWish } from './conformance-operations.ts';
import type { CarrierEnv } from '../environment.ts';
import type { ConnectorProblem } from '../errors.ts';
import { onlyAsks } from '../http/http-faults.ts';
import { type Mutation, survival } from './mutations.ts';
import type { PickupAvailability } from '../carrier/pickup.ts';
import { runCheckAddress, runDiscoverServices, runLandedCost, runPickupAvailability } from '../steps/run-question.ts';
import { runStep } from '../steps/step-runner.ts';
import type { StepOutcome, SteppedOperation } from '../steps/steps.ts';

const caseOf = (
  capability: ConformanceOperation,
  what: string,
  harness: Harness,
  run: () => Promise<string | undefined>,
): ConformanceCase => ({
  name: `damaged answers to ${what}: no crash, no wrong value`,
  capability,
  notApplicable: harness.simulator ? undefined : 'makes no calls',
  run,
});

/** @param judge what is wrong with an answer that was read; undefined when nothing is */
async function question<T>(
  carrier: Carrier,
  harness: Harness,
  ask: (env: CarrierEnv) => Promise<Result<T, ConnectorProblem>>,
  judge: (whole: T, got: T, mutation: Mutation) => string | undefined,
): Promise<string> {
  const record = recording(openHarnessEnv(carrier.manifest, harness));
  const whole = await ask(record.env);
  assert.ok(whole.ok, JSON.stringify(whole));
  const tally = await playAll<T>(carrier.manifest.name, record.env, record.taken, ask, (mutation, _recorded, result) =>
    result.ok ? judge(whole.value, result.value, mutation) : undefined,
  );
  return report(tally);
}

const wrongIn = (whole: unknown, got: unknown): string | undefined => {
  const { wrong } = survival(whole, got);
  return wrong.length > 0 ? `wrong value at ${wrong.join(', ')}` : undefined;
};

/** What cannot be read makes a carrier less sure, never surer, and suggests no address that it did not. */
function judgeAddress(whole: AddressAnswer, got: AddressAnswer): string | undefined {
  const unsure = got.verdict === 'unknown' || got.verdict === 'ambiguous';
  if (got.verdict !== whole.verdict && !unsure) return `verdict ${got.verdict}`;
  if (unsure && got.verdict !== whole.verdict && got.messages.length === 0) return 'less sure without a message';
  if (got.residential !== undefined && got.residential !== whole.residential) return 'residential turned round';
  return wrongIn(whole.suggestions.map(roughly), got.suggestions.map(roughly));
}

/** A postal code without its extension (ZIP+4) is less precise, not wrong. */
const roughly = (address: Address): Address => ({ ...address, zipcode: address.zipcode.replace(/-\d{4}$/, '') });

/** A day is never made possible or free of charge by damage. */
function judgeAvailability(whole: PickupAvailability, got: PickupAvailability): string | undefined {
  if (got.available && !whole.available) return 'made available';
  return wrongIn(
    { price: whole.price, bookBy: whole.bookBy, readyBy: whole.readyBy, dates: whole.dates },
    { price: got.price, bookBy: got.bookBy, readyBy: got.readyBy, dates: got.dates },
  );
}

function judgeServices(
  whole: readonly CarrierService[],
  got: readonly CarrierService[],
  mutation: Mutation,
): string | undefined {
  const wrong = wrongIn(whole, got);
  if (wrong !== undefined) return wrong;
  return mutation.insideItem && whole.length - got.length > 1
    ? `lost ${whole.length - got.length} services`
    : undefined;
}

function stepCases<I, R>(
  capability: ConformanceOperation,
  what: string,
  carrier: Carrier,
  harness: Harness,
  operation: SteppedOperation<I, R>,
  inputOf: (env: CarrierEnv) => Promise<I>,
): ConformanceCase[] {
  const { manifest } = carrier;
  const options = { deadlineMs: manifest.deadlineMs.ship, vendor: manifest.name };
  return operation.steps.map((step) =>
    caseOf(capability, `${what}, "${step.name}"`, harness, async () => {
      const input = await inputOf(openHarnessEnv(manifest, harness));
      const state = await drive(
        carrier,
        operation,
        input,
        openHarnessEnv(manifest, harness),
        freshDrive<R>(),
        step.name,
      );
      assert.equal(state.problem, undefined, JSON.stringify(state.problem));
      const record = recording(openHarnessEnv(manifest, harness));
      const whole = await runStep(operation, step.name, input, state.kept, record.env, options);
      assert.ok(whole.ok, JSON.stringify(whole));
      if (whole.value.kind === 'wait') return 'has to be asked again';
      const costly = step.effect === 'create' || step.effect === 'pay';
      const play = (env: CarrierEnv): Promise<Result<StepOutcome<R>, ConnectorProblem>> =>
        runStep(operation, step.name, input, state.kept, env, options);
      const tally = await playAll(manifest.name, record.env, record.taken, play, (_m, recorded: Recorded, result) => {
        if (!result.ok)
          return costly && !onlyAsks(recorded.request) && result.problem.kind !== 'unknown-effect'
            ? `what may have been made ends as ${result.problem.kind}`
            : undefined;
        if (result.value.kind === 'wait') return undefined;
        return wrongIn(withoutMessages(whole.value), withoutMessages(result.value));
      });
      return tally.runs === 0 ? 'nothing but bytes' : report(tally);
    }),
  );
}

/** Words for people are not held against anything. */
const withoutMessages = (outcome: { readonly result?: object; readonly keep?: object }): object => ({
  keep: outcome.keep,
  result: outcome.result && { ...outcome.result, messages: undefined },
});

export function moreMutationCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { samples } = harness;
  const { pickup, endOfDay } = carrier;
  const { addresses, crossBorder } = samples;
  return [
    ...(carrier.checkAddress && addresses
      ? [
          caseOf('checkAddress', 'an address check', harness, () =>
            question(carrier, harness, (env) => runCheckAddress(carrier, addresses.good, env), judgeAddress),
          ),
        ]
      : []),
    ...(carrier.discoverServices
      ? [
          caseOf('discoverServices', 'a list of services', harness, () =>
            question(
              carrier,
              harness,
              (env) => runDiscoverServices(carrier, samples.domestic.from, env),
              (whole, got, mutation) =>
                judgeServices(whole, got, {
                  ...mutation,
                  insideItem: mutation.insideItem && samples.offerGroups?.includes(mutation.path) !== true,
                }),
            ),
          ),
        ]
      : []),
    ...(carrier.landedCost && crossBorder
      ? [
          caseOf('landedCost', 'duties', harness, () =>
            question(carrier, harness, (env) => runLandedCost(carrier, crossBorder, env), wrongIn),
          ),
        ]
      : []),
    ...(pickup?.availability
      ? [
          caseOf('pickup', 'pickup times', harness, () =>
            question(
              carrier,
              harness,
              (env) =>
                runPickupAvailability(carrier, pickupWish(harness, env, carrier.manifest.pickup?.daysAhead), env),
              judgeAvailability,
            ),
          ),
        ]
      : []),
    ...(pickup
      ? stepCases('pickup', 'a booking', carrier, harness, pickup.book, (env) =>
          Promise.resolve(pickupInput(harness, env, carrier.manifest.pickup?.daysAhead)),
        )
      : []),
    ...(endOfDay
      ? stepCases('endOfDay', 'a close', carrier, harness, endOfDay, (env) => closingOf(carrier, harness, env, 2))
      : []),
  ];
}
