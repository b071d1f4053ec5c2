import { describe, expect, it } from 'vitest';
import { asTheyCome } from './as-they-come.ts';

const after = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), ms));

async function collect<T>(batches: AsyncIterable<readonly T[]>, busyMs = 0): Promise<(readonly T[])[]> {
  const all: (readonly T[])[] = [];
  for await (const batch of batches) {
    all.push(batch);
    if (busyMs > 0) await after(busyMs, undefined);
  }
  return all;
}

describe('results as they come', () => {
  it('arrive in the order they are ready', async () => {
    expect(await collect(asTheyCome([after(60, 'slow'), after(0, 'quick'), after(30, 'middle')]))).toEqual([
      ['quick'],
      ['middle'],
      ['slow'],
    ]);
  });
  it('come together when several became ready while the reader was busy, none lost, none twice', async () => {
    const batches = await collect(asTheyCome([5, 10, 15, 20, 200].map((ms) => after(ms, ms))), 80);
    expect(batches).toEqual([[5], [10, 15, 20], [200]]);
  });
  it('end at once when there is nothing to wait for', async () => {
    expect(await collect(asTheyCome([]))).toEqual([]);
  });
  it('hand on a failure, without waiting for the rest', async () => {
    const started = performance.now();
    await expect(collect(asTheyCome([after(500, 1), Promise.reject(new Error('broken'))]))).rejects.toThrow('broken');
    expect(performance.now() - started).toBeLessThan(400);
  });
});
