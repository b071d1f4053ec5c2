import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { testConfig } from '../../../test/app-kit.ts';
import { resolveKeys } from './keys.ts';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'scanship-keys-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const each of folders.splice(0)) rmSync(each, { recursive: true });
});

test('makes one key, once, readable by its owner only; all that start at once agree', async () => {
  const config = testConfig({ dataDir: join(folder(), 'deeper') });
  const all = await Promise.all(Array.from({ length: 8 }, () => resolveKeys(config)));
  expect(new Set(all.map(({ masterKeys }) => Buffer.from(masterKeys[0] ?? []).toString('hex'))).size).toBe(1);
  expect(all[0]?.masterKeys[0]).toHaveLength(32);
  expect(statSync(join(config.dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  expect(all[0]?.cookieSecret).toBe((await resolveKeys(config)).cookieSecret);
});

test('settings win, and then nothing is written', async () => {
  const dataDir = folder();
  const masterKeys = [Buffer.alloc(32, 'k')];
  expect(await resolveKeys(testConfig({ dataDir, masterKeys, cookieSecret: 'c' }))).toEqual({
    masterKeys,
    cookieSecret: 'c',
  });
  expect(statSync(join(dataDir, 'master.key'), { throwIfNoEntry: false })).toBeUndefined();
});

test('a damaged key file is an error, not a new key', async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, 'master.key'), 'damaged');
  await expect(resolveKeys(testConfig({ dataDir }))).rejects.toThrow(/does not hold a key of 32 bytes/);
});
