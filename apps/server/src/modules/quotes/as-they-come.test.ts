import { describe, expect, it } from 'vitest';
import { asTheyCome } from './as-they-come.ts';

const after = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), ms));

async function collect<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

describe('results as they come', () => {
  it('arrive in the order they are ready', async () => {
    expect(await collect(asTheyCome([after(60, 'slow'), after(0, 'quick'), after(30, 'middle')]))).toEqual([
      'quick',
      'middle',
      'slow',
    ]);
  });
  it('are all there when several are ready at once', async () => {
    expect((await collect(asTheyCome([1, 2, 3, 4].map((n) => Promise.resolve(n))))).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4,
    ]);
  });
  it('end at once when there is nothing to wait for', async () => {
    expect(await collect(asTheyCome([]))).toEqual([]);
  });
  it('hand on a failure', async () => {
    await expect(collect(asTheyCome([Promise.reject(new Error('broken')), after(5, 1)]))).rejects.toThrow('broken');
  });
});
