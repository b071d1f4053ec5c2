/** The suite itself: connectors with one known fault each must fail the case that is there to find it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Carrier, RateAnswer, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { carrierConformance } from '@scanship/connector-kit/conformance/conformance';
import type { Harness } from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { Http } from '@scanship/connector-kit/http/http';
import type { SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { carrier as express } from '@scanship/sample-testline-express/carrier';
import { samples } from '@scanship/sample-testline-express/harness';
import { carrier as freight } from '@scanship/sample-testline-freight/carrier';
import { samples as freightSamples } from '@scanship/sample-testline-freight/harness';
import { carrier as ground } from '@scanship/sample-testline-ground/carrier';
import { samples as groundSamples } from '@scanship/sample-testline-ground/harness';
import { startSimulatorHost, type RunningSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { UNNAMED_CHARGE } from '@scanship/connector-kit/answers/json-reader';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { harnessSimulator } from './harness-simulator.ts';
import { simulatorLoaders } from './registered.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'conformance-suite-'));
let host: RunningSimulatorHost;
beforeAll(async () => {
  host = await startSimulatorHost({ port: 0, dataDir, simulators: simulatorLoaders });
});
afterAll(async () => {
  await host.close();
  rmSync(dataDir, { recursive: true });
});

const { ship, cancel } = express;
const rate = express.rate?.bind(express);
if (!ship || !cancel || !rate) throw new Error('the sample lacks an operation');

/** The carrier's own `create`, with its surroundings changed. */
const createWith = (
  change: (env: CarrierEnv, input: ShipInput) => CarrierEnv,
  steps: SteppedOperation<ShipInput, ShipResult> = ship,
): SteppedOperation<ShipInput, ShipResult> => ({
  ...steps,
  steps: steps.steps.map((s) => ({ ...s, run: (input, kept, env) => s.run(input, kept, change(env, input)) })),
});
const sending = (env: CarrierEnv, send: Http['send']): CarrierEnv => ({ ...env, http: { send } });

let keys = 0;
const newKeyEachTime = createWith((env) =>
  sending(env, (request) => {
    keys += 1;
    const key = `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`;
    return env.http.send({
      ...request,
      headers: { ...request.headers, ...(request.name === 'create shipment' ? { 'idempotency-key': key } : {}) },
    });
  }),
);
const refusesWhatIsUnknown = createWith((env) =>
  sending(env, (request) => env.http.send({ ...request, readOnly: true })),
);
const sharedTokens = createTokenCache().of('one for all');
const mixesAccounts = createWith((env) => ({ ...env, tokens: sharedTokens }));
const saysVoided: Carrier['cancel'] = {
  ...cancel,
  steps: [{ name: 'void', effect: 'create', run: () => Promise.resolve({ kind: 'done', result: { refund: 'now' } }) }],
};
const withRate =
  (change: (answer: RateAnswer) => RateAnswer): Carrier['rate'] =>
  async (input, env) =>
    change(await rate(input, env));
const forgivingRate: Carrier['rate'] = async (input, env) => {
  try {
    return await rate(input, env);
  } catch {
    return { offers: [], problems: [] };
  }
};
const losesTheLastCent = withRate((a) => ({
  ...a,
  offers: a.offers.map((o) => ({ ...o, total: { ...o.total, minor: o.total.minor - 1 } })),
}));
const saysItIsAnothers = withRate((a) => ({
  ...a,
  offers: a.offers.map((o) => ({ ...o, carriedBy: { carrier: 'ups', carrierName: 'UPS', serviceName: 'Ground' } })),
}));
const hidesProblems = withRate((a) => ({ ...a, problems: [] }));
const oneBadFailsAll = withRate((a) => {
  if (a.problems.length > 0) throw new TypeError('unreadable');
  return a;
});
const twice: SteppedOperation<ShipInput, ShipResult> = {
  ...ship,
  steps: ship.steps.map((s) => ({
    ...s,
    run: async (input, kept, env) => {
      await s.run({ ...input, uuid: input.uuid.replace(/^./, 'f') }, kept, env);
      return s.run(input, kept, env);
    },
  })),
};
const groundShip = ground.ship;
const neverFinds = groundShip && { ...groundShip, recover: () => Promise.resolve({ kind: 'absent' as const }) };

const { trackWebhook } = express;
/** Believes whoever knows the form of a signature. */
const believesAnybody = trackWebhook && {
  ...trackWebhook,
  verify: ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => ({
    deliveryKey: headers['x-testline-delivery'] ?? '',
    topic: headers['x-testline-topic'] ?? '',
  }),
};

const faults: readonly (readonly [string, Partial<Carrier>, RegExp])[] = [
  ['a new key each time', { ship: newKeyEachTime }, /^cut at "create"/],
  ['buying twice', { ship: twice }, /one paid entry/],
  ['an effect taken for a question', { ship: refusesWhatIsUnknown }, /^a purchase that|^cut at/],
  ['tokens shared by accounts', { ship: mixesAccounts }, /never mix/],
  ['"voided" without asking', { cancel: saysVoided }, /voided is said only when the books say so/],
  ['an operation declared and not there', { track: undefined }, /declared capabilities/],
  ['a blanket catch around prices', { rate: forgivingRate }, /a price call that|wrong credentials \(rate\)/],
  ['totals that do not add up', { rate: losesTheLastCent }, /sum to their totals/],
  ['a service said to be another carrier’s', { rate: saysItIsAnothers }, /sum to their totals/],
  [
    'an aggregator that does not say whose service it sells',
    { manifest: { ...express.manifest, aggregator: true } },
    /sum to their totals/,
  ],
  ['losses without a message', { rate: hidesProblems }, /damaged price answers/],
  ['pushes let in unsigned', { trackWebhook: believesAnybody }, /a push that is forged/],
  ['one bad offer failing all', { rate: oneBadFailsAll }, /damaged price answers/],
];

/** Names of the cases that fail. */
async function failing(carrier: Carrier, harness: Harness, only: RegExp): Promise<string[]> {
  const names: string[] = [];
  for (const one of carrierConformance(carrier, harness).filter(
    (c) => c.notApplicable === undefined && only.test(c.name),
  )) {
    await one.run().catch(() => names.push(one.name));
    await harness.simulator?.clearFaults();
  }
  return names;
}

it.each(faults)('finds %s', async (_name, change, expected) => {
  const harness: Harness = { samples, simulator: harnessSimulator(host, 'testline-express') };
  expect(await failing({ ...express, ...change }, harness, expected)).not.toEqual([]);
});

it('finds a look-up that never finds anything', async () => {
  const harness: Harness = { samples: groundSamples, simulator: harnessSimulator(host, 'testline-ground') };
  const found = await failing(
    { ...ground, ship: neverFinds },
    harness,
    /^cut at "create", (answer lost|outcome not stored|answer after)/,
  );
  expect(found).toHaveLength(3);
});

it('finds a price that is lost because an amount in cents grew', async () => {
  const harness: Harness = { samples: freightSamples, simulator: harnessSimulator(host, 'testline-freight') };
  const ask = freight.rate?.bind(freight);
  const mustAddUp: Carrier['rate'] = async (input, env) => {
    const answer = await ask?.(input, env);
    const offers = answer?.offers.filter(({ lines }) => lines.every(({ code }) => code !== UNNAMED_CHARGE)) ?? [];
    return { offers, problems: answer?.problems ?? [] };
  };
  const only = /takes no price away/;
  expect(await failing(freight, harness, only)).toEqual([]);
  expect(await failing({ ...freight, rate: mustAddUp }, harness, only)).toHaveLength(1);
});
