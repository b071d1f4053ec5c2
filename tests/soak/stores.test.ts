/**
 * All store platforms at once for minutes: 20 % of the deliveries lost, repeated or late, access ending, calls failing or too many,
 * sellers changing and cancelling. `STORE_SOAK_SECONDS` sets how long (default 120), `SOAK_SEED` repeats a run.
 */
import process from 'node:process';
import { expect, test } from 'vitest';
import { soakStores } from './stores-at-work.ts';

const SECONDS = Number(process.env['STORE_SOAK_SECONDS'] ?? 120);
const SEED = Number(process.env['SOAK_SEED'] ?? 20261122);

test(`${SECONDS} seconds of all platforms`, async () => {
  if (!(SECONDS > 0)) throw new Error('STORE_SOAK_SECONDS must be a number of seconds.');
  const { stores, deliveries, settledSeconds } = await soakStores({ seconds: SECONDS, seed: SEED, settleSeconds: 240 });
  console.log(
    [
      `${SECONDS} s, seed ${SEED}; deliveries ${JSON.stringify(deliveries)}; settled ${settledSeconds.toFixed(0)} s after the end`,
      ...stores.map(
        ({ code, orders, shipped, edits, cancelled, renewals }) =>
          `  ${code}: ${orders} orders, ${shipped} shipped, ${edits} edits (${cancelled} cancelled), access renewed ${renewals} times`,
      ),
    ].join('\n'),
  );
  expect(Object.fromEntries(stores.map(({ code, wrong }) => [code, wrong]))).toEqual(
    Object.fromEntries(stores.map(({ code }) => [code, []])),
  );
  // A run in which nothing happened proves nothing.
  for (const { code, shipped, edits } of stores) {
    expect(shipped, code).toBeGreaterThan(3);
    expect(edits, code).toBeGreaterThan(3);
  }
  for (const [what, count] of Object.entries(deliveries)) expect(count, what).toBeGreaterThan(0);
  expect(stores.reduce((n, { renewals }) => n + renewals, 0)).toBeGreaterThan(0);
}, 900_000);
