import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createInHand } from './in-hand.ts';

it('waits for the first that ends, and for nothing where the last has ended meanwhile', async () => {
  const hand = createInHand<string>();
  const ends: (() => void)[] = [];
  for (const name of ['a', 'b']) hand.begin(name, new Promise((resolve) => ends.push(resolve)));
  expect(hand.keys()).toEqual(['a', 'b']);
  ends[1]?.();
  await hand.oneEnded();
  expect(hand.keys()).toEqual(['a']);
  ends[0]?.();
  await sleep(1);
  await hand.oneEnded();
  expect(hand.keys()).toEqual([]);
});

it('tells of a failure whoever waits next, and lets the others end', async () => {
  const hand = createInHand<string>();
  const slow = sleep(20);
  hand.begin('slow', slow);
  hand.begin('bad', Promise.reject(new Error('no')));
  await expect(hand.oneEnded()).rejects.toThrow('no');
  await hand.allEnded();
  expect(hand.keys()).toEqual([]);
});
