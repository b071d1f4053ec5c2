import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../errors.ts';
import { createKeyRings } from './key-ring.ts';

const clock = (): { now: () => Date; pass: (ms: number) => void } => {
  let at = Date.parse('2026-01-01T00:00:00Z');
  return { now: () => new Date(at), pass: (ms) => (at += ms) };
};

describe('a ring of public keys', () => {
  it('asks once for all who wait, keeps the answer for its time, and asks again after it', async () => {
    const time = clock();
    const ring = createKeyRings({ now: time.now, keepMs: 1_000 }).of('app');
    let asked = 0;
    const fetch = async (): Promise<string> => `key ${(asked += 1)}`;
    const all = await Promise.all([ring.get('a', fetch), ring.get('a', fetch), ring.get('a', fetch)]);
    expect(all).toEqual(['key 1', 'key 1', 'key 1']);
    time.pass(999);
    expect(await ring.get('a', fetch)).toBe('key 1');
    time.pass(1);
    expect(await ring.get('a', fetch)).toBe('key 2');
  });

  it('remembers what is no key, and asks for only so many unknown ids a minute', async () => {
    const time = clock();
    const ring = createKeyRings({ now: time.now, lookUpsPerMinute: 3 }).of('app');
    let asked = 0;
    const unknown = async (): Promise<undefined> => {
      asked += 1;
      return undefined;
    };
    expect(await ring.get('good', async () => 'key')).toBe('key');
    for (let i = 0; i < 5; i += 1) expect(await ring.get('x', unknown)).toBeUndefined();
    expect(asked).toBe(1);
    await ring.get('y', unknown);
    await expect(ring.get('z', unknown)).rejects.toBeInstanceOf(ConnectorError);
    expect(asked).toBe(2);
    // Whoever floods us with rubbish does not keep known keys from being believed.
    expect(await ring.get('good', unknown)).toBe('key');
    time.pass(60_001);
    expect(await ring.get('z', unknown)).toBeUndefined();
  });

  it('does not remember a failure, and holds no more than it should', async () => {
    const ring = createKeyRings({ lookUpsPerMinute: 1_000 }).of('app');
    await expect(ring.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await ring.get('a', async () => 'key')).toBe('key');
    for (let i = 0; i < 300; i += 1) await ring.get(`rubbish ${i}`, async () => undefined);
    let asked = false;
    await ring.get('a', async () => {
      asked = true;
      return 'other';
    });
    expect(asked).toBe(false);
  });
});
