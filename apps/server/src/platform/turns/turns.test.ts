import { expect, test } from 'vitest';
import { createTurns, TurnTooLate } from './turns.ts';

/** Takes places by name and gives them back by name. */
function desk(options: Parameters<typeof createTurns>[0]) {
  const turns = createTurns(options);
  const begun: string[] = [];
  const leaves = new Map<string, () => void>();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    turns,
    begun,
    settled,
    ask: (who: string, ...names: readonly string[]): void => {
      for (const name of names)
        void turns.take(who).then((leave) => {
          begun.push(name);
          return leaves.set(name, leave);
        });
    },
    end: async (...names: readonly string[]): Promise<void> => {
      for (const name of names) leaves.get(name)?.();
      await settled();
    },
  };
}

test('whoever holds the fewest is next, and of these whoever was served longest ago', async () => {
  const { ask, begun, end, settled } = desk({ places: 3, most: 3 });
  ask('a', 'a1', 'a2', 'a3', 'a4', 'a5');
  ask('b', 'b1', 'b2');
  ask('c', 'c1');
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await end('a1');
  await end('a2');
  expect(begun.slice(3)).toEqual(['b1', 'c1']);
  // Each holds one now; a was served before b, and b before c.
  await end('a3');
  expect(begun.slice(5)).toEqual(['a4']);
  await end('b1');
  expect(begun.slice(6)).toEqual(['b2']);
  await end('c1');
  expect(begun.slice(7)).toEqual(['a5']);
});

test('a thousand wishes of one do not stand in front of another, and the last places are kept for whoever comes', async () => {
  const { ask, begun, end, settled, turns } = desk({ places: 4, most: 3 });
  ask('loud', ...Array.from({ length: 1_000 }, (_, n) => `loud ${n}`));
  await settled();
  expect(begun).toHaveLength(3);
  expect([turns.waiting(), turns.waiting('loud'), turns.waits('quiet'), turns.waits('loud')]).toEqual([
    997,
    997,
    false,
    true,
  ]);
  ask('quiet', 'quiet 1', 'quiet 2', 'quiet 3');
  await settled();
  expect(begun.slice(3)).toEqual(['quiet 1']);
  await end('quiet 1');
  await end('quiet 2');
  await end('quiet 3');
  // None of the thousand began in between.
  expect(begun.slice(3)).toEqual(['quiet 1', 'quiet 2', 'quiet 3']);
});

test('a place is given back once, however often it is said, and a wait has an end', async () => {
  const turns = createTurns({ places: 1, most: 1, withinMs: 5 });
  const leave = await turns.take('a');
  await expect(turns.take('b')).rejects.toThrow(TurnTooLate);
  expect(turns.waiting()).toBe(0);
  leave();
  leave();
  await turns.take('b');
  expect(turns.waits('a')).toBe(true);
});
