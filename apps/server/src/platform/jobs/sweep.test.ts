import { afterEach, expect, it, vi } from 'vitest';
import { raised } from '../../../test/alerts/raised-alerts.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createLogger } from '../logging/logger.ts';
import { createSweep, measureRounds } from './sweep.ts';

afterEach(() => void vi.restoreAllMocks());

function world(round: (turn: number) => Promise<unknown>, everyMs = 1) {
  const lines: string[] = [];
  let turns = 0;
  const log = createLogger('info', { write: (line) => lines.push(line) });
  const sweep = createSweep({ log, name: 'test', everyMs, firstMs: 1, failed: 'the round failed' }, () =>
    round((turns += 1)),
  );
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

it('a round that does not end is told, and raises its alert after an hour', async () => {
  const metrics = createMetrics();
  measureRounds(metrics);
  let wake: () => void = () => undefined;
  const { sweep, turns } = world(() => new Promise<void>((resolve) => (wake = resolve)), 60_000);
  expect(await metrics.render()).not.toContain('scanship_round_seconds{');
  sweep.start();
  await vi.waitFor(() => expect(turns()).toBe(1));
  expect(raised(await metrics.render())).toEqual([]);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 3_700_000);
  const seen = await metrics.render();
  expect(seen).toMatch(/^scanship_round_seconds\{round="test"\} 37\d\d/m);
  expect(raised(seen)).toEqual(['RoundHangs: scanship_round_seconds > 3600']);
  wake();
  await sweep.stop();
  expect(await metrics.render()).not.toContain('scanship_round_seconds{');
});
