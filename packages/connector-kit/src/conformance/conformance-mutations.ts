/**
 * Every field of every recorded answer damaged in turn: no crash, no lost sibling, no wrong value. What survives equals what
 * the whole answer gave, or is absent with a message.
 */
import assert from 'node:assert/strict';
import type { Result } from '@scanship/domain/values/result';
import type { Carrier, RateAnswer, ShipResult, TrackedParcel } from '../carrier/carrier.ts';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type ConformanceCase,
  type Harness,
} from './conformance-harness.ts';
import type { CarrierEnv } from '../environment.ts';
import { fail, type ConnectorProblem } from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../http/http.ts';
import { onlyAsks } from '../http/http-faults.ts';
import { makeResponse } from '../http/http-response.ts';
import { mutationsOf, survival, type Mutation } from './mutations.ts';
import { runRate, runTrack } from '../steps/run-question.ts';
import { runStep } from '../steps/step-runner.ts';
import type { JsonObject, StepOutcome } from '../steps/steps.ts';
import { createTokenCache } from '../credentials/token-source.ts';

export interface Recorded {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** Passes calls through and remembers the answers; the clock stands still, so that a replay gives the same. */
export function recording<E extends CarrierEnv>(env: E): { env: E; taken: Recorded[] } {
  const taken: Recorded[] = [];
  const at = env.now();
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const response = await env.http.send(request);
    taken.push({ request, response });
    return response;
  };
  return { taken, env: { ...env, http: { send }, now: () => at } };
}

const question = ({ method, path, query, body }: HttpRequest): string =>
  JSON.stringify([method, path, query, typeof body === 'string' ? body : body?.length]);

/** Said once for all damages of a record. */
const asked = new WeakMap<Recorded, string>();
function questionOf(recorded: Recorded): string {
  const known = asked.get(recorded) ?? question(recorded.request);
  asked.set(recorded, known);
  return known;
}

/**
 * Answers from the record, the one at `index` damaged; counts as the real client for the step runner. A question that the record has
 * gets its own answer, also where damage made the connector leave out another before it; else the next on record.
 */
export function replaying<E extends CarrierEnv>(
  env: E,
  vendor: string,
  taken: readonly Recorded[],
  index: number,
  body: Uint8Array,
): E {
  const left = taken.map((recorded, at) => ({ recorded, at, asks: questionOf(recorded) }));
  return {
    ...env,
    tokens: createTokenCache({ now: () => env.now() }).of('replay'),
    pause: () => Promise.resolve(),
    http: {
      send: (request) => {
        const wanted = question(request);
        const same = left.findIndex(({ asks }) => asks === wanted);
        const [next] = left.splice(Math.max(same, 0), 1);
        // A connector may ask again where the damaged answer said "not ready"; there is nothing more on record.
        if (!next) {
          const kind = onlyAsks(request) ? 'temporary-before-effect' : 'unknown-effect';
          return Promise.reject(fail(kind, 'The record ends here.'));
        }
        const { status, headers, bytes } = next.recorded.response;
        const response = next.at === index ? body : bytes;
        return Promise.resolve(makeResponse(vendor, { status, headers, bytes: response, traceId: 'replay' }));
      },
    },
  };
}

export interface Tally {
  runs: number;
  readonly faults: string[];
}

export type Judge<T> = (
  mutation: Mutation,
  recorded: Recorded,
  result: Result<T, ConnectorProblem>,
) => string | undefined;

/** Plays every damage of every answer on record and lets `judge` say what is wrong with the outcome. */
export async function playAll<T, E extends CarrierEnv = CarrierEnv>(
  vendor: string,
  env: E,
  taken: readonly Recorded[],
  play: (env: E) => Promise<Result<T, ConnectorProblem>>,
  judge: Judge<T>,
): Promise<Tally> {
  const tally: Tally = { runs: 0, faults: [] };
  for (const [index, recorded] of taken.entries())
    for (const mutation of mutationsOf(recorded.response.headers['content-type'] ?? '', recorded.response.bytes)) {
      tally.runs += 1;
      const result = await play(replaying(env, vendor, taken, index, mutation.body));
      const crash =
        !result.ok && result.problem.vendorCode === 'connector-fault'
          ? `crash: ${result.problem.vendorMessage}`
          : undefined;
      const wrong = crash ?? judge(mutation, recorded, result);
      if (wrong !== undefined) tally.faults.push(`${recorded.request.name} ${mutation.path} ${mutation.how}: ${wrong}`);
    }
  return tally;
}

export function report(tally: Tally): string {
  assert.ok(tally.runs > 0, 'nothing could be damaged');
  assert.deepEqual(
    tally.faults.slice(0, 12),
    [],
    `${tally.faults.length} of ${tally.runs} damaged answers were misread`,
  );
  return `${tally.runs} damaged answers`;
}

/** The rule for lists of items with messages beside them. */
function judgeItems(whole: unknown, got: unknown, messages: number, mutation: Mutation): string | undefined {
  const { wrong, lostItems, lostFields } = survival(whole, got);
  if (wrong.length > 0) return `wrong value at ${wrong.join(', ')}`;
  const lost = Object.values(lostItems);
  if (mutation.insideItem && lost.some((n) => n > 1)) return `lost siblings: ${JSON.stringify(lostItems)}`;
  // A list that is one shorter cannot be told from a list that never had the item.
  if (mutation.how === 'removed' && mutation.path.endsWith(']') && lost.every((n) => n === 1)) return undefined;
  const silent = lost.length > 0 || (lostFields > 0 && (mutation.how === 'retyped' || mutation.how === 'garbled'));
  return silent && messages === 0
    ? `lost without a message: ${JSON.stringify(lostItems)}, ${lostFields} fields`
    : undefined;
}

function rateCase(carrier: Carrier, harness: Harness): ConformanceCase {
  const vendor = carrier.manifest.name;
  return {
    name: 'damaged price answers: no crash, no lost sibling, no wrong value',
    capability: 'rate',
    notApplicable: harness.simulator && carrier.manifest.prices !== 'list' ? undefined : 'makes no calls',
    run: async () => {
      const record = recording(openHarnessEnv(carrier.manifest, harness));
      const input = { shipment: harness.samples.domestic };
      const whole = await runRate(carrier, input, record.env);
      // A carrier with one service has one price, and no sibling to lose.
      const least = Math.min(2, carrier.manifest.services.length || 2);
      assert.ok(whole.ok && whole.value.offers.length >= least, 'two offers are needed to see a lost sibling');
      const same = await runRate(carrier, input, replaying(record.env, vendor, record.taken, -1, new Uint8Array()));
      assert.deepEqual(same, whole, 'a replay of the whole record gives the same');
      const tally = await playAll<RateAnswer>(
        vendor,
        record.env,
        record.taken,
        (env) => runRate(carrier, input, env),
        (mutation, _recorded, result) => {
          const inside = mutation.insideItem && harness.samples.offerGroups?.includes(mutation.path) !== true;
          if (!result.ok) return inside ? `one bad item failed the whole answer: ${result.problem.message}` : undefined;
          const { offers, problems } = result.value;
          return judgeItems(whole.value.offers, offers, problems.length, { ...mutation, insideItem: inside });
        },
      );
      return report(tally);
    },
  };
}

function trackCase(carrier: Carrier, harness: Harness): ConformanceCase {
  const vendor = carrier.manifest.name;
  return {
    name: 'damaged tracking answers: no crash, no lost sibling, no wrong value',
    capability: 'track',
    notApplicable: harness.simulator ? undefined : 'makes no calls',
    run: async () => {
      const env = openHarnessEnv(carrier.manifest, harness);
      assert.ok(carrier.ship);
      const shipmentIds: Record<string, string> = {};
      for (let i = 0; i < 2; i += 1) {
        const bought = await drive(carrier, carrier.ship, newPurchase(harness), env, freshDrive<ShipResult>());
        shipmentIds[bought.result.parcels?.[0]?.trackingNumber ?? ''] = bought.result.carrierShipmentId ?? '';
      }
      const record = recording(openHarnessEnv(carrier.manifest, harness));
      const input = { trackingNumbers: Object.keys(shipmentIds), shipmentIds };
      const whole = await runTrack(carrier, input, record.env);
      assert.ok(whole.ok && whole.value.every((p) => p.events.length > 0), JSON.stringify(whole));
      const tally = await playAll<readonly TrackedParcel[]>(
        vendor,
        record.env,
        record.taken,
        (e) => runTrack(carrier, input, e),
        (mutation, _recorded, result) => {
          if (!result.ok)
            return mutation.insideItem ? `one bad item failed the whole answer: ${result.problem.message}` : undefined;
          const told = harness.samples.eventsTellBy?.some((field) => mutation.path.endsWith(`.${field}`)) === true;
          const count = (parcels: readonly TrackedParcel[]): number =>
            parcels.reduce((sum, { events }) => sum + events.length, 0);
          if (told && count(result.value) === count(whole.value)) return undefined;
          const messages = result.value.reduce((sum, p) => sum + p.problems.length, 0);
          return judgeItems(whole.value, result.value, messages, mutation);
        },
      );
      return report(tally);
    },
  };
}

function shipStepCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { ship, manifest } = carrier;
  if (!ship) return [];
  const options = { deadlineMs: manifest.deadlineMs.ship, vendor: manifest.name };
  return ship.steps.map((step) => ({
    name: `damaged answers to "${step.name}": no crash, nothing wrong stored, unknown where it was bought`,
    capability: 'ship' as const,
    notApplicable: harness.simulator ? undefined : 'makes no calls',
    run: async () => {
      const costly = step.effect === 'create' || step.effect === 'pay';
      const env = openHarnessEnv(manifest, harness);
      const input = newPurchase(harness);
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>(), step.name);
      // A fresh environment each time, so that its sign-in is on record too.
      let record = recording(openHarnessEnv(manifest, harness));
      let kept: JsonObject = state.kept;
      let whole = await runStep(ship, step.name, input, kept, record.env, options);
      for (let turns = 0; whole.ok && whole.value.kind === 'wait' && turns < 50; turns += 1) {
        record = recording(openHarnessEnv(manifest, harness));
        kept = { ...kept, ...whole.value.keep };
        await new Promise((resolve) => setTimeout(resolve, 100));
        whole = await runStep(ship, step.name, input, kept, record.env, options);
      }
      assert.ok(whole.ok, JSON.stringify(whole));
      const { value } = whole;
      const play = (e: CarrierEnv): Promise<Result<StepOutcome<ShipResult>, ConnectorProblem>> =>
        runStep(ship, step.name, input, kept, e, options);
      const tally = await playAll(manifest.name, record.env, record.taken, play, (_mutation, recorded, result) => {
        const bought = costly && !onlyAsks(recorded.request);
        if (!result.ok)
          return bought && result.problem.kind !== 'unknown-effect'
            ? `a bought label ends as ${result.problem.kind}`
            : undefined;
        if (result.value.kind === 'wait') return undefined;
        const { wrong, lostItems } = survival(value, result.value);
        if (wrong.length > 0) return `wrong value at ${wrong.join(', ')}`;
        return Object.keys(lostItems).length > 0 ? `lost ${JSON.stringify(lostItems)}` : undefined;
      });
      if (tally.runs === 0) return 'nothing but bytes';
      return report(tally);
    },
  }));
}

export const mutationCases = (carrier: Carrier, harness: Harness): ConformanceCase[] => [
  ...(carrier.manifest.capabilities.rate ? [rateCase(carrier, harness)] : []),
  ...(carrier.manifest.capabilities.ship ? shipStepCases(carrier, harness) : []),
  ...(carrier.manifest.capabilities.track && carrier.manifest.capabilities.ship ? [trackCase(carrier, harness)] : []),
];
