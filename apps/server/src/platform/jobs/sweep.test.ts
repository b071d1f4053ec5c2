import { expect, it, vi } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createSweep } from './sweep.ts';

function world(round: (turn: number) => Promise<unknown>, everyMs = 1) {
  const lines: string[] = [];
  let turns = 0;
  const log = createLogger('info', { write: (line) => lines.push(line) });
  const sweep = createSweep({ log, everyMs, firstMs: 1, failed: 'the round failed' }, () => round((turns += 1)));
  return { sweep, lines, turns: () => turns };
}

it('goes on after a round that throws, and says so', async () => {
  const { sweep, lines, turns } = world((turn) => (turn === 1 ? Promise.reject(new Error('no')) : Promise.resolve()));
  sweep.start();
  await vi.waitFor(() => expect(turns()).toBeGreaterThan(2));
  await sweep.stop();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('the round failed');
});

it('never runs two rounds at once, waits for the last when it is stopped, and begins none after it', async () => {
  let open = 0;
  let most = 0;
  const { sweep, turns } = world(async () => {
    most = Math.max(most, (open += 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    open -= 1;
    return 'again';
  }, 60_000);
  sweep.start();
  sweep.start();
  await vi.waitFor(() => expect(turns()).toBeGreaterThan(3));
  await sweep.stop();
  expect([open, most, sweep.stopping()]).toEqual([0, 1, true]);
  const ended = turns();
  sweep.start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(turns()).toBe(ended);
});
