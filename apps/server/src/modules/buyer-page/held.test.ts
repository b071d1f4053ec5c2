import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { holding } from './held.ts';

const counted = () => {
  const read: string[] = [];
  return {
    read,
    of: (key: string) => () => {
      read.push(key);
      return Promise.resolve(key);
    },
  };
};

test('is read once while it is good, and the oldest alone makes room', async () => {
  const { read, of } = counted();
  const held = holding<string>(2);
  await Promise.all([held.of('a', of('a')), held.of('a', of('a')), held.of('b', of('b'))]);
  expect(read).toEqual(['a', 'b']);
  await held.of('c', of('c'));
  await held.of('b', of('b'));
  expect(read).toEqual(['a', 'b', 'c']);
  await held.of('a', of('a'));
  expect(read).toEqual(['a', 'b', 'c', 'a']);
});

test('is read anew when it is no longer good, was forgotten, or could not be read', async () => {
  const { read, of } = counted();
  const short = holding<string>(2, 0);
  await short.of('a', of('a'));
  await short.of('a', of('a'));
  const held = holding<string>(2);
  await held.of('b', of('b'));
  held.forget('b');
  await held.of('b', of('b'));
  await expect(held.of('c', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await held.of('c', of('c'));
  expect(read).toEqual(['a', 'a', 'b', 'b', 'c']);
});

test('is as old as its reading is', async () => {
  const { read, of } = counted();
  const held = holding<string>(2, 60);
  await held.of('a', () => sleep(70).then(of('a')));
  await held.of('a', of('a'));
  expect(read).toEqual(['a', 'a']);
});
