/** A whole order whose prices contain their taxes goes back for what it cost, not for more. */
import { driveStore, openHarnessStore } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { JsonObject } from '@scanship/connector-kit/steps/steps';
import type { RefundResult } from '@scanship/connector-kit/store/store';
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

it('parts that do not come to what Shopify would refund are not offered: taxes may be counted twice or left out', async () => {
  const { env } = await openHarnessStore(store, { samples, player: createPlayer(host), simulator: running.simulator });
  const [externalOrderId = ''] = await createPlayer(host).placeOrders(samples.account, 1);
  const turned: typeof env = {
    ...env,
    http: {
      send: async (request) => {
        const response = await env.http.send(request);
        const text = JSON.stringify(response.json()).replaceAll('"taxesIncluded":false', '"taxesIncluded":true');
        return { ...response, json: () => JSON.parse(text) as JsonObject };
      },
    },
  };
  const input = { externalOrderId, externalLineIds: [] };
  await expect(refundOffer(input, env)).resolves.toMatchObject({ currency: 'CAD' });
  await expect(refundOffer(input, turned)).rejects.toMatchObject({ problem: { kind: 'refused', vendorCode: 'sum' } });
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
