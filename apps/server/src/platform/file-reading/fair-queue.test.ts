import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Tasks that end when they are told to. */
function desk(limits: Parameters<typeof createFairQueue>[0]) {
  const queue = createFairQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask: (tenant: string, name: string): string => {
      const turn = queue.run(tenant, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
      return 'refused' in turn ? turn.refused : 'taken';
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test('one tenant leaves room for another, and tenants take turns', async () => {
  const { ask, begun, end, settled } = desk({ atOnce: 2, perTenant: 1, waitingPerTenant: 3, waiting: 10 });
  for (const name of ['a1', 'a2', 'a3']) ask('a', name);
  for (const name of ['b1', 'b2']) ask('b', name);
  ask('c', 'c1');
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(begun.at(-1)).toBe('a2');
  await end('c1');
  expect(begun.at(-1)).toBe('b2');
});

test('what would wait too long is refused: the tenant for its own, all for all', async () => {
  const { ask, end, begun, settled } = desk({ atOnce: 1, perTenant: 1, waitingPerTenant: 2, waiting: 3 });
  expect(['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name))).toEqual(['taken', 'taken', 'taken', 'tenant']);
  expect([ask('b', 'b1'), ask('b', 'b2')]).toEqual(['taken', 'all']);
  await settled();
  await end('a1');
  expect(ask('b', 'b3')).toBe('taken');
  for (const name of ['a1', 'b1', 'a2', 'b3', 'a3']) await end(name);
  expect(begun).toHaveLength(5);
});

test('a task that fails makes room like any other', async () => {
  const queue = createFairQueue({ atOnce: 1, perTenant: 1, waitingPerTenant: 1, waiting: 1 });
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', () => Promise.resolve('read'));
  if ('refused' in failing || 'refused' in next) throw new Error('refused');
  await expect(failing.done).rejects.toThrow('broken');
  await expect(next.done).resolves.toBe('read');
});
