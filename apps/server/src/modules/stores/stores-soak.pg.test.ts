/** The short form of the soak of all store platforms (`tests/soak/stores.test.ts` runs it for minutes). */
import { expect, test } from 'vitest';
import { soakStores } from '../../../../../tests/soak/stores-at-work.ts';

const SECONDS = 6;

test('all platforms at once: every order here once and as it is there, every number there once', async () => {
  const { stores, deliveries, settledSeconds } = await soakStores({
    seconds: SECONDS,
    seed: 20261122,
    // So short a run sees few deliveries.
    disturbed: 0.5,
    // A platform of 60 calls a minute needs several of them for each of its orders.
    settleSeconds: 150,
  });
  console.log(
    `Stores, ${SECONDS} s: ${stores.map(({ code, orders, shipped }) => `${code} ${orders}/${shipped}`).join(', ')}; ` +
      `deliveries ${JSON.stringify(deliveries)}; settled after ${settledSeconds.toFixed(1)} s`,
  );
  expect(Object.fromEntries(stores.map(({ code, wrong }) => [code, wrong.slice(0, 5)]))).toEqual(
    Object.fromEntries(stores.map(({ code }) => [code, []])),
  );
  for (const { code, orders, shipped, edits } of stores) {
    expect(orders, code).toBeGreaterThan(3);
    expect(shipped, code).toBeGreaterThan(0);
    expect(edits, code).toBeGreaterThan(0);
  }
  // Access ended during the run, and was renewed where platforms hand out any that ends.
  expect(stores.reduce((n, { renewals }) => n + renewals, 0)).toBeGreaterThan(0);
  expect(deliveries.lost + deliveries.late + deliveries.repeated).toBeGreaterThan(0);
}, 240_000);
