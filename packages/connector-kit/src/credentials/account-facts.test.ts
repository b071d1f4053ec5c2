import { expect, it } from 'vitest';
import { fail } from '../errors.ts';
import { createFactCache, type FactStore, withFact } from './account-facts.ts';

const HOUR = 3_600_000;

function setting() {
  const clock = { ms: 1_000_000_000 };
  const said = { value: ['ups'] as readonly string[], calls: 0 };
  const cache = createFactCache({ now: () => new Date(clock.ms) });
  const ask = async () => {
    said.calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 3));
    return [...said.value];
  };
  return { clock, said, cache, ask };
}

/** Rows that two processes share. */
function sharedStore(clock: { readonly ms: number }): FactStore & { readonly rows: Map<string, unknown> } {
  const rows = new Map<string, { value: never; at: number; version: string }>();
  let version = 0;
  return {
    rows,
    read: (name) => {
      const row = rows.get(name);
      return Promise.resolve(row && { value: row.value, ageMs: clock.ms - row.at, version: row.version });
    },
    write: (name, value) => {
      version += 1;
      rows.set(name, { value: value as never, at: clock.ms, version: `${version}` });
      return Promise.resolve(`${version}`);
    },
    drop: (name, old) => {
      if (rows.get(name)?.version === old) rows.delete(name);
      return Promise.resolve();
    },
  };
}

it('is asked once by many callers, and again when it is too old; accounts and names are kept apart', async () => {
  const { clock, said, cache, ask } = setting();
  const facts = cache.of('a');
  await Promise.all(Array.from({ length: 8 }, () => facts.get('carriers', HOUR, ask)));
  clock.ms += HOUR - 1;
  expect((await facts.get('carriers', HOUR, ask)).value).toEqual(['ups']);
  expect(said.calls).toBe(1);
  clock.ms += 1;
  await facts.get('carriers', HOUR, ask);
  expect(said.calls).toBe(2);
  await facts.get('services', HOUR, ask);
  await cache.of('b').get('carriers', HOUR, ask);
  expect(said.calls).toBe(4);
  cache.forget('a');
  await cache.of('b').get('carriers', HOUR, ask);
  await facts.get('carriers', HOUR, ask);
  expect(said.calls).toBe(5);
});

it('is told to other processes, which look again after a minute; a failed question is not kept', async () => {
  const { clock, said, cache, ask } = setting();
  const store = sharedStore(clock);
  const other = createFactCache({ now: () => new Date(clock.ms) }).of('a', store);
  await expect(other.get('carriers', HOUR, () => Promise.reject(fail('refused', 'no')))).rejects.toThrow('no');
  expect(store.rows.size).toBe(0);
  const first = await cache.of('a', store).get('carriers', HOUR, ask);
  expect((await other.get('carriers', HOUR, ask)).value).toEqual(['ups']);
  expect(said.calls).toBe(1);
  said.value = ['fedex'];
  await cache.of('a', store).drop('carriers', first);
  expect((await other.get('carriers', HOUR, ask)).value).toEqual(['ups']);
  clock.ms += 60_000;
  const renewed = await other.get('carriers', HOUR, ask);
  expect(renewed.value).toEqual(['fedex']);
  // A late refusal of the old saying leaves the new one alone.
  await other.drop('carriers', first);
  expect((await other.get('carriers', HOUR, ask)).version).toBe(renewed.version);
  expect(said.calls).toBe(2);
});

it('is asked again when the vendor refuses what rests on it, and what was said a moment ago is not doubted', async () => {
  const { clock, said, cache, ask } = setting();
  const env = { facts: cache.of('a') };
  const used: unknown[] = [];
  const wanted = { name: 'carriers', maxAgeMs: HOUR, ask, read: (value: unknown) => value };
  const use = (fact: unknown) => {
    used.push(fact);
    return String(fact) === 'fedex' ? Promise.resolve('priced') : Promise.reject(fail('refused', 'unknown carrier'));
  };
  await expect(withFact(env, wanted, use)).rejects.toThrow('unknown carrier');
  expect([said.calls, used.length]).toEqual([1, 1]);
  clock.ms += 120_000;
  // It stands by what it said: the refusal was about something else, and is not provoked twice.
  await expect(withFact(env, wanted, use)).rejects.toThrow('unknown carrier');
  expect([said.calls, used.length]).toEqual([2, 2]);
  clock.ms += 120_000;
  said.value = ['fedex'];
  expect(await withFact(env, wanted, use)).toBe('priced');
  expect(used).toEqual([['ups'], ['ups'], ['ups'], ['fedex']]);
  expect(await withFact({}, wanted, use)).toBe('priced');
  expect(said.calls).toBe(4);
});
