import { expect, it } from 'vitest';
import { allowedAtOnce, createLanes, type Quota } from './lanes.ts';

it('an account has as many labels in hand as its quota answers meanwhile, and never none', () => {
  expect(allowedAtOnce({ calls: 200, perMs: 60_000 }, 32)).toBe(7);
  expect(allowedAtOnce({ calls: 10, perMs: 1_000 }, 32)).toBe(20);
  expect(allowedAtOnce({ calls: 1_000, perMs: 1_000 }, 32)).toBe(32);
  expect(allowedAtOnce({ calls: 1, perMs: 60_000 }, 32)).toBe(2);
  expect(allowedAtOnce(undefined, 32)).toBe(8);
  expect(allowedAtOnce({ calls: 1_000, perMs: 1_000 }, 3)).toBe(3);
});

it('a full account is passed over, others go on, and the batch as a whole has its end', () => {
  const quotas: Record<string, Quota> = {
    slow: { calls: 1, perMs: 60_000 },
    quick: { calls: 100, perMs: 1_000 },
  };
  const lanes = createLanes<{ grantId: string; at: number }>(5, ({ grantId }) => quotas[grantId]);
  const queue = ['slow', 'slow', 'slow', 'slow', 'quick', 'quick', 'quick', 'quick'].map((grantId, at) => ({
    grantId,
    at,
  }));
  const taken: number[] = [];
  for (let item = lanes.take(queue); item; item = lanes.take(queue)) taken.push(item.at);
  expect(taken).toEqual([0, 1, 4, 5, 6]);
  expect(lanes.room()).toBe(false);
  expect(lanes.full()).toEqual(['slow']);
  lanes.done('quick');
  expect(lanes.take(queue)?.at).toBe(7);
  lanes.done('slow');
  expect(lanes.take(queue)?.at).toBe(2);
  lanes.done('quick');
  lanes.done('quick');
  // Only the full account has something left: nothing is begun, though there is room.
  expect(lanes.take(queue)).toBeUndefined();
  expect(lanes.room()).toBe(true);
  expect(queue.map(({ at }) => at)).toEqual([3]);
});
