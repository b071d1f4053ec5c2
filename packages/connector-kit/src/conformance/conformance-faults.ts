/** Bad days at the other side: refused sign-in, hanging, broken and slow answers, and two accounts at the same time. */
import assert from 'node:assert/strict';
import type { Carrier, ShipResult } from '../carrier/carrier.ts';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type ConformanceCase,
  type Harness,
  type HarnessFault,
} from './conformance-harness.ts';
import type { CarrierEnv } from '../environment.ts';
import type { ConnectorProblem, ProblemKind } from '../errors.ts';
import type { Result } from '@scanship/domain/values/result';
import { pause } from '../http/http-client.ts';
import { runRate, runTestConnection, runTrack } from '../steps/run-question.ts';
import { createTokenCache } from '../credentials/token-source.ts';
import type { HttpTrace } from '../http/trace.ts';

/** One or more sentences for a person: no mark-up, no code, no secret. */
export function checkWords(problem: ConnectorProblem, secrets: readonly string[]): void {
  assert.match(problem.message, /^[^<>{}]{10,400}[.?]$/u, `not plain words: ${problem.message}`);
  const all = JSON.stringify(problem);
  for (const secret of secrets) assert.ok(secret.length < 4 || !all.includes(secret), 'the problem names a secret');
}

async function asProblem(result: Promise<Result<unknown, ConnectorProblem>>): Promise<ConnectorProblem | undefined> {
  const answer = await result;
  return answer.ok ? undefined : answer.problem;
}

function wrongCredentialCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { capabilities } = carrier.manifest;
  const { samples } = harness;
  const ask: Partial<
    Record<ConformanceCase['capability'], (env: CarrierEnv) => Promise<ConnectorProblem | undefined>>
  > = {
    rate: (env) => asProblem(runRate(carrier, { shipment: samples.domestic }, env)),
    track: (env) => {
      const number = 'TX123456789012';
      return asProblem(
        runTrack(carrier, { trackingNumbers: [number], shipmentIds: { [number]: 'unknown-0000' } }, env),
      );
    },
    testConnection: (env) => asProblem(runTestConnection(carrier, env)),
    ship: async (env) =>
      carrier.ship
        ? (await drive(carrier, carrier.ship, newPurchase(harness), env, freshDrive())).problem?.problem
        : undefined,
    cancel: async (env) => {
      const input = { reference: 'X', carrierShipmentId: 'unknown-0000', trackingNumbers: ['X'], kept: {} };
      return carrier.cancel
        ? (await drive(carrier, carrier.cancel, input, env, freshDrive())).problem?.problem
        : undefined;
    },
  };
  return (['rate', 'ship', 'cancel', 'track', 'testConnection'] as const)
    .filter((name) => capabilities[name])
    .map((capability) => ({
      name: `wrong credentials (${capability}) are named as such in plain words`,
      capability,
      notApplicable:
        samples.wrongCredentials && harness.simulator && !(capability === 'rate' && carrier.manifest.prices === 'list')
          ? capability === 'track' && samples.openTracking === true
            ? 'anybody may ask'
            : undefined
          : 'has no credentials',
      run: async () => {
        assert.ok(samples.wrongCredentials);
        const problem = await ask[capability]?.(openHarnessEnv(carrier.manifest, harness, samples.wrongCredentials));
        assert.equal(problem?.kind, 'not-authorised', JSON.stringify(problem));
        checkWords(problem, Object.values(samples.wrongCredentials));
        return undefined;
      },
    }));
}

export const ON_READ: readonly [string, HarnessFault, ProblemKind | 'ok'][] = [
  ['hangs', { kind: 'hang', effect: 'read' }, 'temporary-before-effect'],
  ['answers 429', { kind: 'quota', effect: 'read', retryAfterSeconds: 60 }, 'quota'],
  ['answers 500', { kind: 'status-before-effect', effect: 'read' }, 'temporary-before-effect'],
  ['answers half a body', { kind: 'truncate', effect: 'read' }, 'temporary-before-effect'],
  ['answers an HTML error page', { kind: 'html', effect: 'read' }, 'vendor-broken'],
  ['answers garbage', { kind: 'garbage', effect: 'read' }, 'vendor-broken'],
  ['sends its body too slowly', { kind: 'slow-body', effect: 'read', ms: 4000 }, 'temporary-before-effect'],
  ['sends its body slowly, in time', { kind: 'slow-body', effect: 'read', ms: 200, times: 1 }, 'ok'],
  ['fails once', { kind: 'status-before-effect', effect: 'read', times: 1 }, 'ok'],
];

/** What the carrier does to a call that buys, and how many labels that may have made. */
export const ON_EFFECT: readonly [string, HarnessFault, ProblemKind, 0 | 1][] = [
  ['hangs', { kind: 'hang', effect: 'effect' }, 'unknown-effect', 0],
  ['answers 429', { kind: 'quota', effect: 'effect', retryAfterSeconds: 60 }, 'quota', 0],
  ['answers 500 before buying', { kind: 'status-before-effect', effect: 'effect' }, 'unknown-effect', 0],
  ['answers 500 after buying', { kind: 'status-after-effect', effect: 'effect' }, 'unknown-effect', 1],
  ['answers half a body', { kind: 'truncate', effect: 'effect' }, 'unknown-effect', 1],
  ['answers an HTML error page', { kind: 'html', effect: 'effect' }, 'unknown-effect', 1],
  ['answers garbage', { kind: 'garbage', effect: 'effect' }, 'unknown-effect', 1],
];

function transportCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { simulator, samples } = harness;
  const notApplicable = simulator ? undefined : 'makes no calls';
  const listed = carrier.manifest.prices === 'list' ? 'prices come from a list' : undefined;
  const rate = ON_READ.map(([what, fault, expected]) => ({
    name: `a price call that ${what} ends ${expected === 'ok' ? 'well' : `as ${expected}`}`,
    capability: 'rate' as const,
    notApplicable: notApplicable ?? listed,
    run: async () => {
      assert.ok(simulator);
      const env = openHarnessEnv(carrier.manifest, harness);
      await simulator.setFaults([fault]);
      const answer = await runRate(carrier, { shipment: samples.domestic }, env, expected === 'ok' ? undefined : 1200);
      await simulator.clearFaults();
      assert.equal(answer.ok ? 'ok' : answer.problem.kind, expected, JSON.stringify(answer));
      if (!answer.ok) checkWords(answer.problem, Object.values(samples.account.credentials));
      return undefined;
    },
  }));
  const { ship } = carrier;
  const buy = ON_EFFECT.map(([what, fault, expected, paid]) => ({
    name: `a purchase that ${what} ends as ${expected}, with ${paid} paid`,
    capability: 'ship' as const,
    notApplicable,
    run: async () => {
      assert.ok(simulator && ship);
      const env = openHarnessEnv(carrier.manifest, harness);
      const input = newPurchase(harness);
      const quick: Carrier = {
        ...carrier,
        manifest: { ...carrier.manifest, deadlineMs: { ...carrier.manifest.deadlineMs, ship: 1200 } },
      };
      await simulator.setFaults([fault]);
      const state = await drive(quick, ship, input, env, freshDrive<ShipResult>());
      await simulator.clearFaults();
      assert.equal(state.problem?.problem.kind, expected, JSON.stringify(state.problem));
      checkWords(state.problem.problem, Object.values(samples.account.credentials));
      await pause(20);
      assert.equal(
        (await simulator.books()).filter((b) => b.kind === 'paid' && b.reference === input.reference).length,
        paid,
      );
      return undefined;
    },
  }));
  return [...(carrier.manifest.capabilities.rate ? rate : []), ...(carrier.manifest.capabilities.ship ? buy : [])];
}

function accountCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { simulator, samples } = harness;
  const { ship } = carrier;
  if (!ship) return [];
  return [
    {
      name: 'two accounts at the same time in one process never mix',
      capability: 'ship',
      notApplicable: simulator ? undefined : 'makes no calls',
      run: async () => {
        assert.ok(simulator);
        // One token cache, as in one process; the connections even have the same name.
        const tokens = createTokenCache();
        const jobs = Array.from({ length: 8 }, (_v, i) => {
          const account = i % 2 === 0 ? samples.account : samples.otherAccount;
          return {
            account,
            input: newPurchase(harness),
            env: openHarnessEnv(carrier.manifest, harness, account.credentials, { tokens }),
          };
        });
        const states = await Promise.all(
          jobs.map((job) => drive(carrier, ship, job.input, job.env, freshDrive<ShipResult>())),
        );
        for (const state of states) assert.equal(state.problem, undefined, JSON.stringify(state.problem));
        const books = await simulator.books();
        for (const job of jobs)
          assert.deepEqual(
            books.filter((b) => b.kind === 'paid' && b.reference === job.input.reference).map((b) => b.account),
            [job.account.id],
          );
        return undefined;
      },
    },
    {
      name: 'the trace of a purchase holds no secret',
      capability: 'ship',
      notApplicable: simulator ? undefined : 'makes no calls',
      run: async () => {
        const traces: HttpTrace[] = [];
        const env = openHarnessEnv(carrier.manifest, harness, samples.account.credentials, {
          trace: { record: (t) => traces.push(t) },
        });
        const state = await drive(carrier, ship, newPurchase(harness), env, freshDrive<ShipResult>());
        assert.equal(state.problem, undefined, JSON.stringify(state.problem));
        assert.ok(traces.length > 0, 'nothing was traced');
        const secrets = carrier.manifest.credentials
          .filter((c) => c.secret)
          .map((c) => samples.account.credentials[c.name] ?? '');
        const all = JSON.stringify(traces);
        for (const secret of secrets.filter((s) => s.length >= 4))
          for (const form of [
            secret,
            Buffer.from(secret)
              .toString('base64')
              .replace(/(?<!=)=+$/, ''),
          ])
            assert.ok(!all.includes(form), 'a secret is in the trace');
        assert.doesNotMatch(all, /Bearer [\w-]{8}|"access_token\\?":\\?"(?!\[hidden\])/);
        return `${traces.length} calls`;
      },
    },
  ];
}

export const faultCases = (carrier: Carrier, harness: Harness): ConformanceCase[] => [
  ...wrongCredentialCases(carrier, harness),
  ...transportCases(carrier, harness),
  ...accountCases(carrier, harness),
];
