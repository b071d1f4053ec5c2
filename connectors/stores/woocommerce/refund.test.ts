/** Refunds of a shop whose gateway is slow or fails: nothing is paid twice, and nothing is called unpaid that may be paid. */
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
import { createWooCommerce } from './simulator/simulator.ts';
import { refund, refundOffer } from './src/refund.ts';
import { store } from './src/store.ts';

const { account } = samples;
const OPTIONS = { deadlineMs: 5_000, vendor: 'WooCommerce' };
let running: TestSimulator;
let harness: StoreHarness;
let host = '';
let env: StoreEnv;
beforeAll(async () => {
  running = await startTestSimulator(createWooCommerce());
  host = running.simulator.address.replace(/\/woocommerce$/, '');
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  ({ env } = await openHarnessStore(store, harness));
});
afterAll(() => running.close());

async function admin(path: string, body: object): Promise<unknown> {
  const address = `${host}/_admin/woocommerce/shops/${encodeURIComponent(account)}/orders${path}`;
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
}
const change = (id: string, body: object) => admin(`/${id}/change`, body);
async function paidBy(payment: string): Promise<string | undefined> {
  const made = await admin('', { orders: [{ lines: [{ name: 'Bowl', price: '5.00', quantity: 1 }], payment }] });
  return (made as { readonly ids: readonly string[] }).ids[0];
}
const REASON = 'Return 7-R1: It does not fit';

/** One unit of an order's first line, planned and about to be paid. */
async function planned(
  payment?: string,
): Promise<{ readonly input: RefundInput; readonly state: Drive<RefundResult> }> {
  const id = payment === undefined ? (await harness.player.placeOrders(account, 1))[0] : await paidBy(payment);
  if (id === undefined) throw new Error('no order was placed');
  const found = await runOrdersById(store, [id], env);
  const line = found.ok ? found.value.items[0]?.lines[0] : undefined;
  const input: RefundInput = {
    externalOrderId: id,
    lines: [{ externalLineId: line?.externalLineId ?? '', quantity: 1, restock: false, minor: 500, taxMinor: 0 }],
    shipping: { minor: 0, taxMinor: 0 },
    totalMinor: 500,
    currency: 'CAD',
    reason: REASON,
    notifyBuyer: false,
    reference: `0199d000-0000-7000-8000-${id.padStart(12, '0')}`,
    attempt: 1,
  };
  const state = await driveStore(store, refund, input, env, freshDrive<RefundResult>(), 'refund');
  expect(state.problem).toBeUndefined();
  return { input, state };
}
const begun = (input: RefundInput, more: { paid?: boolean; reason?: string; amount?: string } = {}) =>
  change(input.externalOrderId, { action: 'begin-refund', amount: '5.00', reason: REASON, paid: false, ...more });
const asked = (input: RefundInput, state: Drive<RefundResult>) =>
  recoverStep(refund, 'refund', input, state.kept, env, OPTIONS);
const again = (input: RefundInput): Promise<Drive<RefundResult>> =>
  driveStore(store, refund, { ...input, attempt: 2 }, env, freshDrive<RefundResult>());

const inDoubt = (kind: string) => ({
  kind,
  vendorCode: PERHAPS_PAID,
  message: expect.stringMatching(/payment provider/) as string,
});

describe('a gateway that has not answered yet', () => {
  it('leaves a refund without our mark: never called absent, nor paid by another attempt, and found once it is paid', async () => {
    const { input, state } = await planned();
    expect(await asked(input, state)).toEqual({ ok: true, value: { kind: 'absent' } });
    await begun(input);
    expect(await asked(input, state)).toMatchObject({ ok: false, problem: inDoubt('unknown-effect') });
    expect((await again(input)).problem?.problem).toMatchObject(inDoubt('refused'));
    const less = { ...input, lines: input.lines.map((line) => ({ ...line, minor: 300 })), totalMinor: 300 };
    expect((await again(less)).problem?.problem).toMatchObject(inDoubt('refused'));
    await change(input.externalOrderId, { action: 'forget-refunds' });
    await begun(input, { paid: true });
    expect(await asked(input, state)).toMatchObject({ ok: true, value: { kind: 'found', step: 'refund' } });
    expect((await again(input)).problem).toBeUndefined();
    expect(await harness.player.refunds?.(account, input.externalOrderId)).toHaveLength(1);
  });

  it('is not mistaken for what stood there before or has another amount; the same amount for another reason is in doubt', async () => {
    const { input, state } = await planned();
    await begun(input, { amount: '4.00', reason: 'By hand', paid: true });
    expect(await asked(input, state)).toEqual({ ok: true, value: { kind: 'absent' } });
    await begun(input, { reason: 'By hand', paid: true });
    expect(await asked(input, state)).toMatchObject({ ok: false, problem: inDoubt('unknown-effect') });
    const later = await driveStore(store, refund, input, env, freshDrive<RefundResult>(), 'refund');
    expect(await asked(input, later)).toEqual({ ok: true, value: { kind: 'absent' } });
  });

  it('in doubt until somebody looked: then it is paid, and what comes later is in doubt again', async () => {
    const { input, state } = await planned();
    await begun(input, { reason: 'By hand', paid: true });
    const doubted = await asked(input, state);
    const { made } = await refundOffer({ externalOrderId: input.externalOrderId, externalLineIds: [] }, env);
    expect(doubted).toMatchObject({ ok: false, problem: { ...inDoubt('unknown-effect'), seen: made } });
    const looked = { ...input, others: made };
    expect(await asked(looked, state)).toEqual({ ok: true, value: { kind: 'absent' } });
    await begun(input, { reason: 'By hand', paid: true });
    expect(await asked(looked, state)).toMatchObject({ ok: false, problem: inDoubt('unknown-effect') });
  });

  it('of a return that was forgotten and made again is in doubt, unless it is another return’s', async () => {
    const { input } = await planned();
    expect((await driveStore(store, refund, input, env, freshDrive<RefundResult>())).problem).toBeUndefined();
    const { made } = await refundOffer({ externalOrderId: input.externalOrderId, externalLineIds: [] }, env);
    const madeAgain = {
      ...input,
      reference: '0199d000-0000-7000-8000-ffffffffffff',
      perhapsSince: new Date(Date.now() - 60_000).toISOString(),
    };
    const state = await driveStore(store, refund, madeAgain, env, freshDrive<RefundResult>(), 'refund');
    expect(state.problem).toBeUndefined();
    expect(await asked(madeAgain, state)).toMatchObject({
      ok: false,
      problem: { kind: 'unknown-effect', vendorCode: PERHAPS_PAID, seen: made },
    });
    expect(await asked({ ...madeAgain, others: made }, state)).toEqual({ ok: true, value: { kind: 'absent' } });
    const { perhapsSince: _nothingForgotten, ...plain } = madeAgain;
    expect(await asked(plain, state)).toEqual({ ok: true, value: { kind: 'absent' } });
  });

  it('is given three minutes', () => expect(refund.settleAfterMs).toBeGreaterThanOrEqual(180_000));
});

describe('a shop that answers that it did not refund', () => {
  const refused = async (payment: string) => {
    const { input, state } = await planned(payment);
    return (await driveStore(store, refund, input, env, state)).problem?.problem;
  };
  it('is believed where its gateway was never called, and only there', async () => {
    expect(await refused('cheque')).toMatchObject({
      kind: 'refused',
      vendorCode: 'woocommerce_rest_cannot_create_order_refund',
      message: 'The shop did not refund: The payment gateway for this order does not support automatic refunds.',
    });
    expect(await refused('silent-gateway')).toMatchObject(inDoubt('refused'));
  });
});
