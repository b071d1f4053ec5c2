/** Reporting parcels and taking reports back, cut off in every way, judged by what the platform then holds. */
import assert from 'node:assert/strict';
import { freshDrive, type Drive } from './conformance-harness.ts';
import { ON_EFFECT, checkWords } from './conformance-faults.ts';
import { pause } from '../http/http-client.ts';
import { recoverStep, runStep } from '../steps/step-runner.ts';
import type { FulfilInput, FulfilResult, Store, WithdrawInput, WithdrawResult } from '../store/store.ts';
import type { StoreEnv } from '../store/store-environment.ts';
import {
  driveStore,
  openHarnessStore,
  storeCase,
  type SeenReport,
  type StoreCase,
  type StoreHarness,
} from './store-conformance-harness.ts';
import { runOrdersById } from '../store/store-run.ts';

const LATE_MS = 900;
const CUT_DEADLINE_MS = 350;
const CUTS = {
  'before sending': undefined,
  'request lost': { kind: 'drop-before-effect', effect: 'effect', times: 3 },
  'answer lost': { kind: 'drop-after-effect', effect: 'effect', times: 3 },
  'outcome not stored': undefined,
  'answer after the time-out': { kind: 'latency', effect: 'effect', times: 1, ms: LATE_MS },
} as const;
type Cut = keyof typeof CUTS;

let counter = 0;
/** A number of the form a carrier gives, never used before. */
const trackingNumber = (): string => {
  counter += 1;
  return `7${Date.now().toString().slice(-9)}${String(counter).padStart(6, '0')}`;
};

async function inputFor(
  store: Store,
  env: StoreEnv,
  externalOrderId: string,
  more: Partial<FulfilInput> = {},
): Promise<FulfilInput> {
  const answer = await runOrdersById(store, [externalOrderId], env);
  assert.ok(answer.ok, JSON.stringify(answer));
  const [order] = answer.value.items;
  assert.ok(order, `${externalOrderId} is not there`);
  const lines = order.lines
    .map((l) => ({
      externalLineId: l.externalLineId,
      group: l.group,
      quantity: l.quantity - l.cancelled - l.shipped,
    }))
    .filter((l) => l.quantity > 0);
  return {
    externalOrderId,
    lines,
    parcels: [{ trackingNumber: trackingNumber(), trackingUrl: 'https://track.example/1' }],
    carrier: { slug: 'canada-post', name: 'Canada Post' },
    notifyBuyer: false,
    // As the caller makes them: the shipment, the order, and the parcel or "all".
    reference: `0199a000-0000-7000-8000-${String(counter).padStart(12, '0')}:0199a000-0000-7000-8000-00000000dead:all`,
    ...more,
  };
}

async function leftToShip(store: Store, env: StoreEnv, id: string): Promise<number> {
  const answer = await runOrdersById(store, [id], env);
  assert.ok(answer.ok, JSON.stringify(answer));
  const lines = answer.value.items.flatMap((o) => o.lines);
  return lines.reduce((left, l) => left + l.quantity - l.cancelled - l.shipped, 0);
}

const live = (reports: readonly SeenReport[]): SeenReport[] => reports.filter((r) => r.live);

export function pushCases(store: Store, harness: StoreHarness): StoreCase[] {
  const { fulfil, withdraw, manifest } = store;
  const { player, samples, simulator } = harness;
  const { account } = samples;
  if (!fulfil) return [];
  const vendor = manifest.name;
  const options = { deadlineMs: manifest.deadlineMs.push, vendor };
  const placed = async (): Promise<{ env: StoreEnv; id: string; input: FulfilInput }> => {
    const { env } = await openHarnessStore(store, harness);
    const [id = ''] = await player.placeOrders(account, 1);
    return { env, id, input: await inputFor(store, env, id) };
  };
  const report = async (env: StoreEnv, input: FulfilInput): Promise<Drive<FulfilResult>> => {
    const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
    assert.equal(state.problem, undefined, JSON.stringify(state.problem));
    return state;
  };
  const oneLive = async (id: string, input: FulfilInput): Promise<void> => {
    const reports = live(await player.reports(account, id));
    assert.equal(reports.length, 1, JSON.stringify(reports));
    assert.deepEqual(
      reports[0]?.trackingNumbers,
      input.parcels.map((p) => p.trackingNumber),
    );
  };

  const plainCases = [
    storeCase('push', 'a parcel is reported with its number, and the order is shipped', async () => {
      const { env, id, input } = await placed();
      const state = await report(env, input);
      await oneLive(id, input);
      const [seen] = await player.reports(account, id);
      assert.deepEqual(state.result.fulfilmentIds, [seen?.id]);
      assert.equal(await leftToShip(store, env, id), 0);
    }),
    storeCase(
      'push',
      'several parcels are reported in one',
      async () => {
        const { env, id, input } = await placed();
        const three = [1, 2, 3].map(() => ({ trackingNumber: trackingNumber() }));
        await report(env, { ...input, parcels: three });
        await oneLive(id, { ...input, parcels: three });
      },
      manifest.capabilities.severalParcels ? undefined : 'one number a report',
    ),
    storeCase(
      'push',
      'part of an order is reported, then the rest',
      async () => {
        const { env, id, input } = await placed();
        const [first, ...others] = input.lines;
        assert.ok(first && first.quantity > 1, 'a line of several units is needed');
        const before = await leftToShip(store, env, id);
        await report(env, { ...input, lines: [{ ...first, quantity: 1 }] });
        assert.equal(await leftToShip(store, env, id), before - 1);
        const rest = { ...input, lines: [{ ...first, quantity: first.quantity - 1 }, ...others] };
        await report(env, { ...rest, parcels: [{ trackingNumber: trackingNumber() }] });
        assert.equal(await leftToShip(store, env, id), 0);
        assert.equal(live(await player.reports(account, id)).length, 2);
      },
      manifest.capabilities.partialFulfilment ? undefined : 'whole orders only',
    ),
    storeCase(
      'push',
      'an order of two places is reported as two, and withdrawn as two',
      async () => {
        const { env } = await openHarnessStore(store, harness);
        const id = (await player.placeSplitOrder?.(account)) ?? '';
        const input = await inputFor(store, env, id);
        const state = await report(env, input);
        assert.equal(live(await player.reports(account, id)).length, 2);
        assert.equal(state.result.fulfilmentIds?.length, 2);
        assert.equal(await leftToShip(store, env, id), 0);
        if (!withdraw) return;
        const back: WithdrawInput = {
          externalOrderId: id,
          fulfilmentIds: state.result.fulfilmentIds ?? [],
          reference: input.reference,
        };
        await driveStore(store, withdraw, back, env, freshDrive<WithdrawResult>());
        assert.equal(live(await player.reports(account, id)).length, 0);
      },
      player.placeSplitOrder ? undefined : 'orders have one place',
    ),
    storeCase('push', 'a report whose journal was lost is not made again', async () => {
      const { env, id, input } = await placed();
      const first = await report(env, input);
      const second = await report(env, input);
      await oneLive(id, input);
      assert.deepEqual(second.result.fulfilmentIds, first.result.fulfilmentIds);
    }),
    storeCase('push', 'lines that moved to another place since are found there', async () => {
      const { env, id, input } = await placed();
      const stale = { ...input, lines: input.lines.map((l) => ({ ...l, group: `${l.group ?? ''}9` })) };
      await report(env, stale);
      await oneLive(id, input);
    }),
    storeCase(
      'push',
      'what was cancelled, held or shipped meanwhile is refused in words, and nothing is made',
      async () => {
        for (const how of ['cancel', 'hold', 'shipped'] as const) {
          const { env, id, input } = await placed();
          if (how === 'shipped') await report(env, { ...input, parcels: [{ trackingNumber: trackingNumber() }] });
          else await player.changeOrder(account, id, how);
          const before = (await player.reports(account, id)).length;
          const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
          assert.ok(state.problem, `${how}: reported all the same`);
          assert.ok(['refused', 'invalid-input'].includes(state.problem.problem.kind), JSON.stringify(state.problem));
          checkWords(state.problem.problem, Object.values(env.credentials));
          assert.equal((await player.reports(account, id)).length, before);
        }
      },
    ),
  ];

  const costly = fulfil.steps.filter((s) => s.effect === 'create' || s.effect === 'pay');
  const [first] = costly;
  const cutCases = (Object.keys(CUTS) as Cut[]).map((cut) =>
    storeCase('push', `cut at "${first?.name ?? ''}", ${cut}: settled by asking, never two reports`, async () => {
      assert.ok(first);
      const { env, id, input } = await placed();
      const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>(), first.name);
      assert.equal(state.problem, undefined, JSON.stringify(state.problem));
      const fault = CUTS[cut];
      if (fault) await simulator.setFaults([fault]);
      if (cut !== 'before sending') {
        const deadlineMs = cut === 'answer after the time-out' ? CUT_DEADLINE_MS : options.deadlineMs;
        const outcome = await runStep(fulfil, first.name, input, state.kept, env, { deadlineMs, vendor });
        if (fault) assert.ok(!outcome.ok && outcome.problem.kind === 'unknown-effect', JSON.stringify(outcome));
      }
      await simulator.clearFaults();
      if (cut === 'answer after the time-out') await pause(LATE_MS);
      const recovery = await recoverStep(fulfil, first.name, input, state.kept, env, options);
      assert.ok(recovery.ok, JSON.stringify(recovery));
      const happened = cut !== 'before sending' && cut !== 'request lost';
      assert.equal(recovery.value.kind, happened ? 'found' : 'absent', 'what the look-up says');
      if (recovery.value.kind === 'found') {
        state.kept = { ...state.kept, ...recovery.value.keep };
        state.result = { ...state.result, ...recovery.value.result };
        state.finished.push(first.name);
      }
      const done = await driveStore(store, fulfil, input, env, state);
      assert.equal(done.problem, undefined, JSON.stringify(done.problem));
      await oneLive(id, input);
      assert.deepEqual(
        done.result.fulfilmentIds,
        live(await player.reports(account, id)).map((r) => r.id),
      );
    }),
  );

  const faultCases = ON_EFFECT.map(([what, fault, expected, made]) =>
    storeCase('push', `a report that ${what} ends as ${expected}, with ${made} made`, async () => {
      assert.ok(first);
      const { env, id, input } = await placed();
      const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>(), first.name);
      await simulator.setFaults([fault]);
      const outcome = await runStep(fulfil, first.name, input, state.kept, env, { deadlineMs: 1_200, vendor });
      await simulator.clearFaults();
      assert.ok(!outcome.ok && outcome.problem.kind === expected, JSON.stringify(outcome));
      checkWords(outcome.problem, Object.values(env.credentials));
      await pause(20);
      assert.equal((await player.reports(account, id)).length, made);
    }),
  );
  return [...plainCases, ...cutCases, ...faultCases, ...withdrawCases(store, harness, placed, report)];
}

function withdrawCases(
  store: Store,
  harness: StoreHarness,
  placed: () => Promise<{ env: StoreEnv; id: string; input: FulfilInput }>,
  report: (env: StoreEnv, input: FulfilInput) => Promise<Drive<FulfilResult>>,
): StoreCase[] {
  const { withdraw, manifest } = store;
  const { player, samples, simulator } = harness;
  if (!withdraw) return [];
  const options = { deadlineMs: manifest.deadlineMs.push, vendor: manifest.name };
  const reported = async (): Promise<{ env: StoreEnv; id: string; back: WithdrawInput }> => {
    const { env, id, input } = await placed();
    const state = await report(env, input);
    const fulfilmentIds = state.result.fulfilmentIds ?? [];
    return { env, id, back: { externalOrderId: id, fulfilmentIds, reference: input.reference } };
  };
  const [first] = withdraw.steps.filter((s) => s.effect === 'create');
  const liveOf = async (id: string): Promise<number> => live(await player.reports(samples.account, id)).length;
  return [
    storeCase('push', 'a report is taken back, the order waits again and can be reported anew', async () => {
      const { env, id, back } = await reported();
      const state = await driveStore(store, withdraw, back, env, freshDrive<WithdrawResult>());
      assert.equal(state.problem, undefined, JSON.stringify(state.problem));
      assert.equal(await liveOf(id), 0);
      assert.ok((await leftToShip(store, env, id)) > 0, 'nothing waits to be shipped');
      await report(env, await inputFor(store, env, id));
      assert.equal(await liveOf(id), 1);
    }),
    storeCase('push', 'taking back what is taken back already is done; what nobody knows is refused', async () => {
      const { env, id, back } = await reported();
      for (let turn = 0; turn < 2; turn += 1) {
        const state: Drive<WithdrawResult> = await driveStore(store, withdraw, back, env, freshDrive<WithdrawResult>());
        assert.equal(state.problem, undefined, JSON.stringify(state.problem));
      }
      assert.equal((await player.reports(samples.account, id)).length, 1);
      const strange = { ...back, fulfilmentIds: back.fulfilmentIds.map((f) => `${f}987`) };
      const state = await driveStore(store, withdraw, strange, env, freshDrive<WithdrawResult>());
      assert.ok(
        state.problem && ['refused', 'invalid-input'].includes(state.problem.problem.kind),
        JSON.stringify(state),
      );
    }),
    ...(['drop-before-effect', 'drop-after-effect'] as const).map((kind) =>
      storeCase('push', `a withdrawal cut off (${kind}) is unknown, and asking tells which`, async () => {
        assert.ok(first);
        const { env, id, back } = await reported();
        await simulator.setFaults([{ kind, effect: 'effect', times: 3 }]);
        const outcome = await runStep(withdraw, first.name, back, {}, env, options);
        await simulator.clearFaults();
        assert.ok(!outcome.ok && outcome.problem.kind === 'unknown-effect', JSON.stringify(outcome));
        const recovery = await recoverStep(withdraw, first.name, back, {}, env, options);
        assert.ok(recovery.ok, JSON.stringify(recovery));
        assert.equal(recovery.value.kind, (await liveOf(id)) === 0 ? 'found' : 'absent');
      }),
    ),
  ];
}
