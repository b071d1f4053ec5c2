import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopInOrder } from './stop-in-order.ts';

const told: string[] = [];
const log = {
  warn: (what: unknown, words?: string) => void told.push(`${JSON.stringify(what)} ${words}`),
  error: (what: unknown, words?: string) => void told.push(`${Object(what).what} ${words}`),
};

test('whoever hands work on ends before whoever takes it; those beside one another at once', async () => {
  const said: string[] = [];
  const part = (name: string, ms: number) => ({
    async stop() {
      said.push(`${name} begins`);
      await sleep(ms);
      said.push(name);
    },
  });
  await stopInOrder([{ slow: part('slow', 30), quick: part('quick', 1) }, { journal: part('journal', 1) }], {
    log,
    withinMs: 5_000,
  });
  expect(said).toEqual(['slow begins', 'quick begins', 'quick', 'slow', 'journal begins', 'journal']);
});

test('what hangs or fails is named, and takes from those after it neither their turn nor all of their time', async () => {
  told.length = 0;
  let waited = false;
  const began = performance.now();
  await stopInOrder(
    [
      { hangs: { stop: () => new Promise(() => undefined) } },
      { breaks: { stop: () => Promise.reject(new Error('broken')) } },
      {
        journal: {
          async stop() {
            await sleep(50);
            waited = true;
          },
        },
      },
    ],
    { log, withinMs: 600 },
  );
  expect(waited).toBe(true);
  expect(performance.now() - began).toBeLessThan(600);
  expect(told).toEqual([
    '{"working":["hangs"]} not waited for any longer: its work is taken up again',
    'breaks could not be stopped in order',
  ]);
});
