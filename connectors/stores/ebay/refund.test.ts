/** Refunds at eBay, which keeps no reference of ours: what is new at the order is ours, or in doubt, and never paid again. */
import {
  driveStore,
  openHarnessStore,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { type Drive, freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { PERHAPS_PAID, type RefundInput, type RefundResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { recoverStep } from '@scanship/connector-kit/steps/step-runner';
import { runOrdersById } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createEbay } from './simulator/simulator.ts';
import { refund, refundOffer } from './src/refund.ts';
import { store } from './src/store.ts';

const OPTIONS = { deadlineMs: 5_000, vendor: 'eBay' };
let running: TestSimulator;
let harness: StoreHarness;
let env: StoreEnv;
beforeAll(async () => {
  running = await startTestSimulator(createEbay());
  const host = running.simulator.address.replace(/\/ebay$/, '');
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  ({ env } = await openHarnessStore(store, harness));
});
afterAll(() => running.close());

const drive = (input: RefundInput, stopAt?: string): Promise<Drive<RefundResult>> =>
  driveStore(store, refund, input, env, freshDrive<RefundResult>(), stopAt);
const asked = (input: RefundInput, { kept }: Drive<RefundResult>) =>
  recoverStep(refund, 'refund', input, kept, env, OPTIONS);

async function order(): Promise<{ readonly input: RefundInput; readonly lineIds: readonly string[] }> {
  const [externalOrderId = ''] = await harness.player.placeOrders(samples.account, 1);
  const read = await runOrdersById(store, [externalOrderId], env);
  const lineIds = read.ok ? (read.value.items[0]?.lines ?? []).map((line) => line.externalLineId) : [];
  const [externalLineId = ''] = lineIds;
  return {
    lineIds,
    input: {
      externalOrderId,
      lines: [{ externalLineId, quantity: 1, restock: false, minor: 1_850, taxMinor: 0 }],
      shipping: { minor: 0, taxMinor: 0 },
      totalMinor: 1_850,
      currency: 'CAD',
      reason: 'Return 1-R1: It does not fit',
      notifyBuyer: false,
      reference: '0199f000-0000-7000-8000-000000000001',
      attempt: 1,
    },
  };
}

describe('a refund whose answer was lost', () => {
  it('is absent where nothing is new, found where its amount is, and in doubt where another is', async () => {
    const { input } = await order();
    const state = await drive(input, 'refund');
    expect(await asked(input, state)).toEqual({ ok: true, value: { kind: 'absent' } });
    const [line] = input.lines;
    const other = { ...input, lines: line ? [{ ...line, minor: 700 }] : [], totalMinor: 700 };
    expect((await drive(other)).problem).toBeUndefined();
    expect(await asked(input, state)).toMatchObject({
      ok: false,
      problem: {
        kind: 'unknown-effect',
        vendorCode: PERHAPS_PAID,
        message: expect.stringMatching(/7\.00 .*18\.50/) as string,
      },
    });
    const later = await drive(input, 'refund');
    expect(await asked(input, later)).toEqual({ ok: true, value: { kind: 'absent' } });
    const paid = await drive(input);
    expect(await asked(input, later)).toMatchObject({
      ok: true,
      value: { kind: 'found', result: { refundIds: paid.result.refundIds } },
    });
  });
  const atEbay = (input: RefundInput, action: 'refund' | 'issue' | 'fail', minor?: number) =>
    fetch(
      `${running.simulator.address.replace(/\/ebay$/, '')}/_admin/ebay/sellers/${samples.account}/orders/${input.externalOrderId}/change`,
      { method: 'POST', body: JSON.stringify({ action, minor }) },
    ).then(({ status }) => expect(status).toBe(200));

  it('is not what was refunded at eBay by hand, which gets its number later: not one that stood there, nor a new one', async () => {
    const { input } = await order();
    await atEbay(input, 'refund', input.totalMinor);
    const state = await drive(input, 'refund');
    expect(await asked(input, state)).toEqual({ ok: true, value: { kind: 'absent' } });
    await atEbay(input, 'issue');
    expect(await asked(input, state)).toEqual({ ok: true, value: { kind: 'absent' } });
    await atEbay(input, 'refund', input.totalMinor);
    const inDoubt = { ok: false, problem: { kind: 'unknown-effect', vendorCode: PERHAPS_PAID } };
    expect(await asked(input, state)).toMatchObject(inDoubt);
    await atEbay(input, 'issue');
    expect(await asked(input, state)).toMatchObject(inDoubt);
    // Somebody looked at it; what comes after that is in doubt again.
    const { made } = await refundOffer({ externalOrderId: input.externalOrderId, externalLineIds: [] }, env);
    const looked = { ...input, others: made };
    expect(await asked(looked, state)).toEqual({ ok: true, value: { kind: 'absent' } });
    await atEbay(input, 'refund', 100);
    expect(await asked(looked, state)).toMatchObject(inDoubt);
    const paid = await drive(looked);
    expect(await asked(looked, state)).toMatchObject({
      ok: true,
      value: { kind: 'found', result: { refundIds: paid.result.refundIds } },
    });
  });

  it('is not taken for one of eBay’s own of the same amount that failed, and the id that older releases kept is known', async () => {
    const { input: wanted } = await order();
    // Of the order as a whole, as what is begun elsewhere.
    const input = { ...wanted, lines: [] };
    await atEbay(input, 'refund', input.totalMinor);
    const state = await drive(input, 'refund');
    expect(state.kept.known).toEqual(['unnumbered order 1850']);
    const older = { ...state, kept: { ...state.kept, known: ['unnumbered order'] } };
    expect(await asked(input, older)).toEqual({ ok: true, value: { kind: 'absent' } });
    const paid = await drive(input);
    await atEbay(input, 'fail');
    for (const each of [state, older])
      expect(await asked(input, each)).toMatchObject({
        ok: true,
        value: { kind: 'found', result: { refundIds: paid.result.refundIds } },
      });
  });

  it('that may be forgotten is found though it was planned afresh, also where nothing is left to pay', async () => {
    const { input } = await order();
    const rest = 2 * 1_850 + 2 * 1_850 + 995;
    const lines = input.lines.map((one) => ({ ...one, minor: rest }));
    for (const each of [input, { ...input, lines, totalMinor: rest }]) {
      const paid = await drive(each);
      const forgotten = { ...each, perhapsSince: new Date(Date.now() - 1_000).toISOString() };
      const state = await drive(forgotten, 'refund');
      expect(state.problem).toBeUndefined();
      expect(await asked(forgotten, state)).toMatchObject({
        ok: true,
        value: { kind: 'found', result: { refundIds: paid.result.refundIds } },
      });
    }
  });

  it('is given three minutes', () => expect(refund.settleAfterMs).toBeGreaterThanOrEqual(180_000));
});

it('after a unit and the shipping went back, the other units are offered at their price, and no shipping', async () => {
  const { input, lineIds } = await order();
  const ask = () => refundOffer({ externalOrderId: input.externalOrderId, externalLineIds: lineIds.slice(0, 1) }, env);
  const before = await ask();
  expect(before).toMatchObject({ shipping: { minor: 995 }, lines: [{ quantity: 3, minor: 5_550 }] });
  expect((await drive({ ...input, shipping: before.shipping, totalMinor: 1_850 + 995 })).problem).toBeUndefined();
  expect(await ask()).toMatchObject({ shipping: { minor: 0 }, lines: [{ quantity: 2, minor: 3_700 }] });
});
