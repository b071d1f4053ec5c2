import { describe, expect, it } from 'vitest';
import { asTheyCome } from './as-they-come.ts';

/** Promises that are kept when the test says so. */
function promised<T extends string>(...names: readonly T[]) {
  const settle = new Map<T, () => void>();
  const promises = names.map((name) => new Promise<T>((resolve) => settle.set(name, () => resolve(name))));
  return { promises, keep: (...kept: readonly T[]) => kept.forEach((name) => settle.get(name)?.()) };
}

describe('results as they come', () => {
  it('arrive in the order they are ready; several that became ready meanwhile come together, none lost, none twice', async () => {
    const { promises, keep } = promised('a', 'b', 'c', 'd', 'e');
    const batches = asTheyCome(promises)[Symbol.asyncIterator]();
    keep('d');
    expect(await batches.next()).toEqual({ done: false, value: ['d'] });
    // The reader is busy.
    keep('c', 'a', 'e');
    await Promise.all([promises[0], promises[2], promises[4]]);
    expect(await batches.next()).toEqual({ done: false, value: ['c', 'a', 'e'] });
    const last = batches.next();
    keep('b');
    expect(await last).toEqual({ done: false, value: ['b'] });
    expect((await batches.next()).done).toBe(true);
  });
  it('end at once when there is nothing to wait for', async () => {
    expect((await asTheyCome([])[Symbol.asyncIterator]().next()).done).toBe(true);
  });
  it('hand on a failure, without waiting for the rest', async () => {
    const { promises } = promised('never');
    const batches = asTheyCome([...promises, Promise.reject(new Error('broken'))])[Symbol.asyncIterator]();
    await expect(batches.next()).rejects.toThrow('broken');
  });
});
