/** A whole order whose prices contain their taxes goes back for what it cost, not for more. */
import { driveStore, openHarnessStore } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { JsonObject } from '@scanship/connector-kit/steps/steps';
import { recoverStep } from '@scanship/connector-kit/steps/step-runner';
import { PERHAPS_PAID, type RefundInput, type RefundResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { refundSums } from '@scanship/domain/stores/refund';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { runOrdersById } from '@scanship/connector-kit/store/store-run';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import { createShopify } from './simulator/simulator.ts';
import { refund, refundOffer } from './src/refund.ts';
import { store } from './src/store.ts';

let running: TestSimulator;
let host = '';
beforeAll(async () => {
  running = await startTestSimulator(createShopify());
  host = running.simulator.address.replace(/\/shopify$/, '');
});
afterAll(() => running.close());

/** Says that prices contain their taxes where they do not. */
const withTaxesInPrices = (env: StoreEnv): StoreEnv => ({
  ...env,
  http: {
    send: async (request) => {
      const response = await env.http.send(request);
      const text = JSON.stringify(response.json()).replaceAll('"taxesIncluded":false', '"taxesIncluded":true');
      return { ...response, json: () => JSON.parse(text) as JsonObject };
    },
  },
});

it('parts that do not come to what Shopify would refund are not offered: taxes may be counted twice or left out', async () => {
  const { env } = await openHarnessStore(store, { samples, player: createPlayer(host), simulator: running.simulator });
  const [externalOrderId = ''] = await createPlayer(host).placeOrders(samples.account, 1);
  const turned = withTaxesInPrices(env);
  const input = { externalOrderId, externalLineIds: [] };
  await expect(refundOffer(input, env)).resolves.toMatchObject({ currency: 'CAD' });
  await expect(refundOffer(input, turned)).rejects.toMatchObject({ problem: { kind: 'refused', vendorCode: 'sum' } });
  // Goods are put back into stock without any money.
  await expect(refundOffer({ ...input, money: false }, turned)).resolves.toMatchObject({ currency: 'CAD' });
});

it('one of ours is found though the parts that are left do not come to the sum', async () => {
  const player = createPlayer(host);
  const { env } = await openHarnessStore(store, { samples, player, simulator: running.simulator });
  const [externalOrderId = ''] = await player.placeOrders(samples.account, 1);
  const turned = withTaxesInPrices(env);
  const input: RefundInput = {
    externalOrderId,
    lines: [],
    shipping: { minor: 0, taxMinor: 0 },
    totalMinor: 500,
    currency: 'CAD',
    reason: 'Return 1',
    notifyBuyer: false,
    reference: '0199e000-0000-7000-8000-000000000003',
    attempt: 1,
  };
  const drive = (at: typeof env) => driveStore(store, refund, input, at, freshDrive<RefundResult>());
  expect((await drive(turned)).problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'sum' });
  const { result } = await drive(env);
  expect(result.refundIds).toHaveLength(1);
  expect((await drive(turned)).result).toEqual(result);
  expect(
    await recoverStep(refund, 'create', input, {}, turned, { deadlineMs: 5_000, vendor: 'Shopify' }),
  ).toMatchObject({ ok: true, value: { kind: 'found', result } });
  expect(await player.refunds?.(samples.account, externalOrderId)).toHaveLength(1);
});

it('one of a return that was forgotten and made again is in doubt, unless it is another return’s', async () => {
  const player = createPlayer(host);
  const { env } = await openHarnessStore(store, { samples, player, simulator: running.simulator });
  const [externalOrderId = ''] = await player.placeOrders(samples.account, 1);
  const input: RefundInput = {
    externalOrderId,
    lines: [],
    shipping: { minor: 0, taxMinor: 0 },
    totalMinor: 500,
    currency: 'CAD',
    reason: 'Return 1',
    notifyBuyer: false,
    reference: '0199e000-0000-7000-8000-000000000004',
    attempt: 1,
  };
  const { result } = await driveStore(store, refund, input, env, freshDrive<RefundResult>());
  const asked = (more: Partial<RefundInput>) =>
    recoverStep(refund, 'create', { ...input, ...more }, {}, env, { deadlineMs: 5_000, vendor: 'Shopify' });
  const again = { reference: '0199e000-0000-7000-8000-000000000005' };
  const perhapsSince = new Date(Date.now() - 60_000).toISOString();
  expect(await asked({ ...again, perhapsSince })).toMatchObject({
    ok: false,
    problem: { kind: 'unknown-effect', vendorCode: PERHAPS_PAID, seen: result.refundIds },
  });
  const absent = { ok: true, value: { kind: 'absent' } };
  expect(await asked({ ...again, perhapsSince, others: result.refundIds ?? [] })).toEqual(absent);
  expect(await asked(again)).toEqual(absent);
});

it.each([
  [true, 6_000],
  [false, 6_780],
])('prices that contain taxes: %s', async (taxesIncluded, paid) => {
  const player = createPlayer(host);
  const { env } = await openHarnessStore(store, { samples, player, simulator: running.simulator });
  const lines = [{ name: 'Bowl', price: '24.00', quantity: 2 }];
  const wish = { lines, shippingPrice: '12.00', taxPercent: 13, taxesIncluded };
  const placed = await fetch(`${host}/_admin/shopify/shops/${samples.account}/orders`, {
    method: 'POST',
    body: JSON.stringify({ orders: [wish] }),
  });
  const [externalOrderId = ''] = ((await placed.json()) as { readonly ids: readonly string[] }).ids;
  const read = await runOrdersById(store, [externalOrderId], env);
  const externalLineIds = read.ok ? (read.value.items[0]?.lines ?? []).map((line) => line.externalLineId) : [];
  const offer = await refundOffer({ externalOrderId, externalLineIds }, env);
  const made = refundSums(offer, {
    lines: externalLineIds.map((externalLineId) => ({ externalLineId, quantity: 2, restock: false })),
    money: true,
    taxes: true,
    shipping: true,
    withheldMinor: 0,
  });
  if ('fault' in made) throw new Error(`${made.fault} of ${JSON.stringify(offer)}`);
  expect(made.sums.totalMinor).toBe(paid);
  const reference = `0199e000-0000-7000-8000-00000000000${taxesIncluded ? 1 : 2}`;
  const more = { externalOrderId, currency: 'CAD', reason: 'Return 1', notifyBuyer: false, reference, attempt: 1 };
  const state = await driveStore(store, refund, { ...made.sums, ...more }, env, freshDrive<RefundResult>());
  expect(state.problem).toBeUndefined();
  expect(await player.refunds?.(samples.account, externalOrderId)).toMatchObject([{ totalMinor: paid }]);
  // As it was charged: what is left of the shipping is nothing.
  expect((await refundOffer({ externalOrderId, externalLineIds: [] }, env)).shipping).toEqual({
    minor: 0,
    taxMinor: 0,
  });
});
