/** `PACKING_SOAK_ORDERS` says how many are scanned (default 500, over 4 simulated hours), `SOAK_SEED` repeats a run. */
import os from 'node:os';
import process from 'node:process';
import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { wakeSimulators } from '../support/wake-simulators.ts';
import { soakPacking } from './packing-at-work.ts';

const ORDERS = Number(process.env['PACKING_SOAK_ORDERS'] ?? 500);
const SEED = Number(process.env['SOAK_SEED'] ?? 20261122);
const HOURS = 4;
/** Replay of 1,000 scans. */
const MOST_REPLAY_MS = 3_000;

test(`${ORDERS} scans at two packing stations whose line is cut at random: none lost, none doubled`, async () => {
  if (!(ORDERS >= 20 && ORDERS % 2 === 0)) throw new Error('PACKING_SOAK_ORDERS must be an even number from 20.');
  const app = await startApp({ env: { LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '1000000' } });
  try {
    await wakeSimulators(app);
    const { replayed, lost, doubled, refused, ...tally } = await soakPacking(app, {
      orders: ORDERS,
      hours: HOURS,
      seed: SEED,
    });
    const [load = 0] = os.loadavg();
    console.log(
      `${tally.scans} scans in ${HOURS} simulated hours, seed ${SEED}: line cut ${tally.cuts} times, page loaded anew ${tally.reloads} times, ` +
        `at most ${tally.mostWaiting} acts waiting; ${lost.length} lost, ${doubled.length} doubled; ` +
        `${replayed.scans} scans replayed in ${replayed.ms.toFixed(0)} ms (load ${load.toFixed(1)} on ${os.cpus().length} cores)`,
    );
    expect({ lost, doubled, refused }).toEqual({ lost: [], doubled: [], refused: [] });
    expect(tally.scans).toBe(ORDERS);
    // A run in which nothing happened proves nothing.
    for (const count of [tally.cuts, tally.reloads, tally.mostWaiting]) expect(count).toBeGreaterThan(0);
    expect(replayed.scans).toBe(1_000);
    expect(replayed.ms).toBeLessThan(MOST_REPLAY_MS);
  } finally {
    await app.dispose();
  }
}, 1_800_000);
