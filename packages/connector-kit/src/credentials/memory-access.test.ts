import { expect, it } from 'vitest';
import { createMemoryAccess } from './memory-access.ts';
import type { ConnectEnv } from '../store/store-environment.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const credentials = { accessToken: 'a1', accessExpiresAt: '2026-11-21T13:00:00Z', refreshToken: 'r1' };

/** A store whose renewals are counted and can be made to fail; only what `createMemoryAccess` uses. */
function rig(options: { readonly fails?: number } = {}): {
  access: ReturnType<typeof createMemoryAccess>;
  asked: string[];
  readonly setNow: (at: Date) => void;
} {
  let now = NOW;
  let fails = options.fails ?? 0;
  const asked: string[] = [];
  const store = {
    manifest: { name: 'Toy' },
    async renew(env: ConnectEnv) {
      asked.push(env.credentials.refreshToken ?? '');
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (fails > 0) {
        fails -= 1;
        throw new Error('no answer');
      }
      const n = asked.length + 1;
      return { accessToken: `a${n}`, accessExpiresAt: '2026-11-21T18:00:00Z', refreshToken: `r${n}` };
    },
  };
  const open = (kept: Readonly<Record<string, string>>): ConnectEnv => ({ credentials: kept }) as ConnectEnv;
  return {
    access: createMemoryAccess(store, credentials, open, () => now),
    asked,
    setNow: (at) => {
      now = at;
    },
  };
}

it('good access is handed out without a renewal; shortly before its end it is renewed once for all', async () => {
  const { access, asked, setNow } = rig();
  expect(await access.get()).toBe('a1');
  setNow(new Date('2026-11-21T12:58:30Z'));
  expect(await Promise.all([access.get(), access.get(), access.get()])).toEqual(['a2', 'a2', 'a2']);
  expect(asked).toEqual(['r1']);
  expect(access.credentials()).toMatchObject({ accessToken: 'a2', refreshToken: 'r2' });
});

it('a refused value is renewed once; a late refusal of an old value renews nothing', async () => {
  const { access, asked } = rig();
  const answers = await Promise.all(Array.from({ length: 8 }, () => access.refused('a1')));
  expect(new Set(answers)).toEqual(new Set(['a2']));
  expect(await access.refused('a1')).toBe('a2');
  expect(asked).toEqual(['r1']);
  expect(await access.refused('a2')).toBe('a3');
  expect(asked).toEqual(['r1', 'r2']);
});

it('a renewal that failed is tried again with what is kept', async () => {
  const { access, asked } = rig({ fails: 1 });
  await expect(access.refused('a1')).rejects.toThrow('no answer');
  expect(await access.refused('a1')).toBe('a3');
  expect(asked).toEqual(['r1', 'r1']);
});

it('access without an end is never renewed, and a store that cannot renew says so', async () => {
  const store = { manifest: { name: 'Toy' } };
  const access = createMemoryAccess(store, { accessToken: 'forever' }, () => ({}) as ConnectEnv);
  expect(await access.get()).toBe('forever');
  await expect(access.refused('forever')).rejects.toMatchObject({ problem: { kind: 'not-authorised' } });
});
