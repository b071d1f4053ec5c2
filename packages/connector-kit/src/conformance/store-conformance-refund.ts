/** Refunds: paid back exactly once however a call is cut off, judged by what the platform then holds. */
import assert from 'node:assert/strict';
import { type RefundChoice, refundSums } from '@scanship/domain/stores/refund';
import { pause } from '../http/http-client.ts';
import { recoverStep, runStep } from '../steps/step-runner.ts';
import type { FulfilResult, RefundInput, RefundResult, Store } from '../store/store.ts';
import type { StoreEnv } from '../store/store-environment.ts';
import { runOrdersById, runStoreQuestion } from '../store/store-run.ts';
import { checkWords, ON_EFFECT } from './conformance-faults.ts';
import { freshDrive, type Drive } from './conformance-harness.ts';
import {
  driveStore,
  openHarnessStore,
  storeCase,
  type SeenRefund,
  type StoreCase,
  type StoreHarness,
} from './store-conformance-harness.ts';

const LATE_MS = 900;
const CUT_DEADLINE_MS = 350;
const CUTS = {
  'request lost': { kind: 'drop-before-effect', effect: 'effect', times: 3 },
  'answer lost': { kind: 'drop-after-effect', effect: 'effect', times: 3 },
  'answer after the time-out': { kind: 'latency', effect: 'effect', times: 1, ms: LATE_MS },
} as const;
type Cut = keyof typeof CUTS;

let counter = 0;

export function refundCases(store: Store, harness: StoreHarness): StoreCase[] {
  const { refund, fulfil, manifest } = store;
  const { player, samples, simulator } = harness;
  const { account } = samples;
  if (!refund) return [];
  const vendor = manifest.name;
  const deadlineMs = manifest.deadlineMs.push;
  const seen = async (id: string): Promise<readonly SeenRefund[]> => {
    const refunds = await player.refunds?.(account, id);
    assert.ok(refunds, 'the player tells what was refunded');
    return refunds;
  };

  /** An order that was shipped whole, and what is refunded of it. */
  async function shipped(
    change: Partial<RefundChoice> = {},
    restock = false,
  ): Promise<{ env: StoreEnv; id: string; input: RefundInput }> {
    const { env } = await openHarnessStore(store, harness);
    const [id = ''] = await player.placeOrders(account, 1);
    const answer = await runOrdersById(store, [id], env);
    assert.ok(answer.ok, JSON.stringify(answer));
    const lines = answer.value.items[0]?.lines ?? [];
    counter += 1;
    if (fulfil)
      await driveStore(
        store,
        fulfil,
        {
          externalOrderId: id,
          lines: lines.map(({ externalLineId, group, quantity }) => ({ externalLineId, group, quantity })),
          parcels: [{ trackingNumber: `8${Date.now()}${String(counter).padStart(4, '0')}` }],
          carrier: { slug: 'canada-post', name: 'Canada Post' },
          notifyBuyer: false,
          reference: `0199b000-0000-7000-8000-${String(counter).padStart(12, '0')}`,
        },
        env,
        freshDrive<FulfilResult>(),
      );
    const choice: RefundChoice = {
      lines: lines.slice(0, 1).map(({ externalLineId }) => ({ externalLineId, quantity: 1, restock })),
      money: true,
      taxes: true,
      shipping: false,
      withheldMinor: 100,
      ...change,
    };
    return {
      env,
      id,
      input: await inputOf(
        env,
        id,
        lines.map((line) => line.externalLineId),
        choice,
      ),
    };
  }

  async function inputOf(
    env: StoreEnv,
    externalOrderId: string,
    externalLineIds: readonly string[],
    choice: RefundChoice,
  ): Promise<RefundInput> {
    const ask = store.refundOffer?.bind(store);
    assert.ok(ask, 'what may be refunded can be asked');
    const offer = await runStoreQuestion(store, env, (watched) => ask({ externalOrderId, externalLineIds }, watched));
    assert.ok(offer.ok, JSON.stringify(offer));
    const made = refundSums(offer.value, choice);
    assert.ok('sums' in made, `${JSON.stringify(made)} of ${JSON.stringify(offer.value)}`);
    const number = String(counter).padStart(12, '0');
    return {
      externalOrderId,
      ...made.sums,
      currency: offer.value.currency,
      reason: `Return ${counter}-R1: It does not fit`,
      notifyBuyer: false,
      reference: `0199c000-0000-7000-8000-${number}`,
      attempt: 1,
    };
  }

  const paid = async (env: StoreEnv, input: RefundInput): Promise<Drive<RefundResult>> => {
    const state = await driveStore(store, refund, input, env, freshDrive<RefundResult>());
    assert.equal(state.problem, undefined, JSON.stringify(state.problem));
    return state;
  };
  const once = async (id: string, input: RefundInput): Promise<SeenRefund> => {
    const refunds = await seen(id);
    assert.equal(refunds.length, 1, JSON.stringify(refunds));
    const [first] = refunds;
    assert.ok(first);
    assert.equal(first.totalMinor, input.totalMinor, 'what the buyer got');
    return first;
  };
  const steps = refund.steps.filter((step) => step.effect === 'create' || step.effect === 'pay');
  const [paying] = steps;

  const plain = [
    storeCase('push', 'a unit that came back is refunded, less what the seller keeps, and not restocked', async () => {
      const { env, id, input } = await shipped();
      const state = await paid(env, input);
      const refund = await once(id, input);
      assert.equal(refund.restockedUnits, 0);
      assert.deepEqual(state.result.refundIds, [refund.id]);
    }),
    storeCase('push', 'shipping and taxes go back where the seller chooses so', async () => {
      const { env, id, input } = await shipped({ shipping: true, withheldMinor: 0 });
      assert.ok(input.shipping.minor > 0, 'an order with shipping is needed');
      await paid(env, input);
      await once(id, input);
    }),
    storeCase('push', 'shipping alone goes back once', async () => {
      const { env, id, input } = await shipped({ lines: [], shipping: true, withheldMinor: 0 });
      await paid(env, input);
      await once(id, input);
    }),
    storeCase(
      'push',
      'units are put back into stock, with money or without',
      async () => {
        for (const money of [true, false]) {
          const { env, id, input } = await shipped({ money, withheldMinor: 0 }, true);
          await paid(env, input);
          assert.equal((await once(id, input)).restockedUnits, 1);
        }
      },
      manifest.capabilities.restock === true ? undefined : 'nothing is restocked by a refund',
    ),
    storeCase(
      'push',
      'a refund whose journal was lost is not paid again',
      async () => {
        const { env, id, input } = await shipped();
        const first = await paid(env, input);
        const second = await paid(env, { ...input, attempt: 2 });
        await once(id, input);
        assert.deepEqual(second.result.refundIds, first.result.refundIds);
      },
      samples.lacks?.includes('refund-reference') === true ? 'the platform keeps no reference of a refund' : undefined,
    ),
    storeCase('push', 'more than there is left to refund is refused in words, and nothing is paid', async () => {
      const { env, id, input } = await shipped();
      const state = await driveStore(
        store,
        refund,
        {
          ...input,
          lines: input.lines.map((line) => ({ ...line, minor: 90_000_000 })),
          totalMinor: 90_000_000 + input.lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
        },
        env,
        freshDrive<RefundResult>(),
      );
      assert.ok(state.problem, 'paid all the same');
      assert.ok(['refused', 'invalid-input'].includes(state.problem.problem.kind), JSON.stringify(state.problem));
      checkWords(state.problem.problem, Object.values(env.credentials));
      assert.equal((await seen(id)).length, 0);
    }),
  ];

  const cut = (Object.keys(CUTS) as Cut[]).map((how) =>
    storeCase('push', `a refund cut at "${paying?.name ?? ''}", ${how}: settled by asking, never two`, async () => {
      assert.ok(paying);
      const { env, id, input } = await shipped();
      const state = await driveStore(store, refund, input, env, freshDrive<RefundResult>(), paying.name);
      assert.equal(state.problem, undefined, JSON.stringify(state.problem));
      await simulator.setFaults([CUTS[how]]);
      const outcome = await runStep(refund, paying.name, input, state.kept, env, {
        deadlineMs: how === 'answer after the time-out' ? CUT_DEADLINE_MS : deadlineMs,
        vendor,
      });
      assert.ok(!outcome.ok && outcome.problem.kind === 'unknown-effect', JSON.stringify(outcome));
      await simulator.clearFaults();
      if (how === 'answer after the time-out') await pause(LATE_MS);
      const recovery = await recoverStep(refund, paying.name, input, state.kept, env, { deadlineMs, vendor });
      assert.ok(recovery.ok, JSON.stringify(recovery));
      assert.equal(recovery.value.kind, how === 'request lost' ? 'absent' : 'found', 'what the look-up says');
      if (recovery.value.kind === 'found') {
        state.kept = { ...state.kept, ...recovery.value.keep };
        state.result = { ...state.result, ...recovery.value.result };
        state.finished.push(paying.name);
      }
      const done = await driveStore(store, refund, input, env, state);
      assert.equal(done.problem, undefined, JSON.stringify(done.problem));
      const { id: refundId } = await once(id, input);
      assert.deepEqual(done.result.refundIds, [refundId]);
    }),
  );

  const faults = ON_EFFECT.map(([what, fault, expected, made]) =>
    storeCase('push', `a refund that ${what} ends as ${expected}, with ${made} made`, async () => {
      assert.ok(paying);
      const { env, id, input } = await shipped();
      const state = await driveStore(store, refund, input, env, freshDrive<RefundResult>(), paying.name);
      await simulator.setFaults([fault]);
      const outcome = await runStep(refund, paying.name, input, state.kept, env, { deadlineMs: 1_200, vendor });
      await simulator.clearFaults();
      assert.ok(!outcome.ok && outcome.problem.kind === expected, JSON.stringify(outcome));
      checkWords(outcome.problem, Object.values(env.credentials));
      await pause(20);
      assert.equal((await seen(id)).length, made);
    }),
  );
  return [...plain, ...cut, ...faults];
}
