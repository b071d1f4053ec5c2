import { expect, it } from 'vitest';
import { ConnectorError, fail } from '../errors.ts';
import { createTokenCache, credentialFingerprint, withToken } from './token-source.ts';
import type { AccessToken } from './tokens.ts';

function setting(): {
  clock: { ms: number };
  of: (key: string) => ReturnType<ReturnType<typeof createTokenCache>['of']>;
  fetch: (lifeMs?: number) => () => Promise<AccessToken>;
  calls: () => number;
} {
  const clock = { ms: 1_000_000 };
  const cache = createTokenCache({ now: () => new Date(clock.ms) });
  let calls = 0;
  return {
    clock,
    of: (key) => cache.of(key),
    calls: () => calls,
    fetch:
      (lifeMs = 3_600_000) =>
      async () => {
        calls += 1;
        const value = `token-${calls}`;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { value, expiresAt: new Date(clock.ms + lifeMs) };
      },
  };
}

it('eight callers make one fetch', async () => {
  const s = setting();
  const values = await Promise.all(Array.from({ length: 8 }, () => s.of('a').get('oauth', s.fetch())));
  expect(new Set(values)).toEqual(new Set(['token-1']));
  expect(s.calls()).toBe(1);
});

it('renews a minute before expiry, and a tenth before it for short lives', async () => {
  const s = setting();
  const get = (): Promise<string> => s.of('a').get('oauth', s.fetch());
  await get();
  s.clock.ms += 3_600_000 - 61_000;
  expect(await get()).toBe('token-1');
  s.clock.ms += 2_000;
  expect(await get()).toBe('token-2');
  await s.of('b').get('oauth', s.fetch(10_000));
  s.clock.ms += 8_900;
  expect(await s.of('b').get('oauth', s.fetch(10_000))).toBe('token-3');
  s.clock.ms += 200;
  expect(await s.of('b').get('oauth', s.fetch(10_000))).toBe('token-4');
});

it('never mixes credentials, modes, accounts or token names', async () => {
  const s = setting();
  const keys = [
    credentialFingerprint('ups', 'live', '1', { key: 'a', secret: 'b' }),
    credentialFingerprint('ups', 'live', '1', { key: 'a', secret: 'c' }),
    credentialFingerprint('ups', 'sandbox', '1', { key: 'a', secret: 'b' }),
    credentialFingerprint('ups', 'live', '2', { key: 'a', secret: 'b' }),
    credentialFingerprint('ups', 'live', '1', { key: 'ab', secret: '' }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(credentialFingerprint('ups', 'live', '1', { secret: 'b', key: 'a' })).toBe(keys[0]);
  const values = await Promise.all(keys.map((key) => s.of(key).get('oauth', s.fetch())));
  values.push(await s.of(keys[0] ?? '').get('payment', s.fetch()));
  expect(new Set(values).size).toBe(keys.length + 1);
});

it('a late refusal of an old token does not drop a fresh one', async () => {
  const s = setting();
  const tokens = s.of('a');
  const old = await tokens.get('oauth', s.fetch());
  tokens.drop('oauth', old);
  const fresh = await tokens.get('oauth', s.fetch());
  tokens.drop('oauth', old);
  expect(await tokens.get('oauth', s.fetch())).toBe(fresh);
});

it('a failed fetch is not kept, and a refused sign-in is not repeated by the waiters', async () => {
  const s = setting();
  let tries = 0;
  const refused = async (): Promise<AccessToken> => {
    tries += 1;
    await Promise.resolve();
    throw fail('not-authorised', 'no');
  };
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => s.of('a').get('oauth', refused)));
  expect(results.every((r) => r.status === 'rejected')).toBe(true);
  expect(tries).toBe(1);
  expect(await s.of('a').get('oauth', s.fetch())).toBe('token-1');
});

it('withToken renews a refused token once and lets a second refusal stand', async () => {
  const s = setting();
  const env = { tokens: s.of('a') };
  const used: string[] = [];
  const answer = await withToken(env, 'oauth', s.fetch(), (token) => {
    used.push(token);
    return token === 'token-1' ? Promise.reject(fail('not-authorised', 'expired')) : Promise.resolve('fine');
  });
  expect([answer, used]).toEqual(['fine', ['token-1', 'token-2']]);
  const stands = withToken(env, 'oauth', s.fetch(), () => Promise.reject(fail('not-authorised', 'blocked')));
  await expect(stands).rejects.toBeInstanceOf(ConnectorError);
  expect(s.calls()).toBe(3);
});
