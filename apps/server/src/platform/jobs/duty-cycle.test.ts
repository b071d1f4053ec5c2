import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atDutyCycle } from './duty-cycle.ts';

test('one after the other, each followed by a pause at least as long as its share asks for', async () => {
  const worked: { readonly from: number; readonly to: number }[] = [];
  await atDutyCycle([1, 2, 3, 4], { duty: 0.25, stopping: () => false }, async () => {
    const from = performance.now();
    await sleep(20);
    worked.push({ from, to: performance.now() });
  });
  expect(worked).toHaveLength(4);
  for (const [index, { from }] of worked.entries()) {
    const before = worked[index - 1];
    // Timers may fire a millisecond early.
    if (before) expect(from - before.to).toBeGreaterThanOrEqual(3 * (before.to - before.from) - 2);
  }
});

test('asked to stop, it leaves what is left', async () => {
  const done: number[] = [];
  await atDutyCycle([1, 2, 3], { duty: 1, stopping: () => done.length === 2 }, async (item) => {
    done.push(item);
  });
  expect(done).toEqual([1, 2]);
});
