import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packageBuilder } from './build-package.ts';
import { createPackages, type Platform } from './packages.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanship-agent-'));
});
afterEach(() => rm(folder, { recursive: true }));

const layOut = async (platform: Platform, arch: string) => {
  const home = join(folder, 'packages', `${platform}-${arch}`);
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'agent.cjs'), 'agent');
  const files = [{ path: 'agent.cjs', size: 5 }];
  await writeFile(
    join(home, 'manifest.json'),
    JSON.stringify({ version: '1.0.0', platform, arch, archive: 'tgz', files }),
  );
};

describe('a package that is not there yet', () => {
  test('is built once for all who ask, and found from then on', async () => {
    const asked: string[] = [];
    const packages = createPackages(folder, async (platform, arch) => {
      asked.push(`${platform}-${arch}`);
      await layOut(platform, arch);
    });
    const found = await Promise.all([packages.find('linux', 'arm64'), packages.find('linux', 'arm64')]);
    expect(found.map((each) => each?.arch)).toEqual(['arm64', 'arm64']);
    expect((await packages.find('linux', 'arm64'))?.version).toBe('1.0.0');
    // Windows on ARM runs the usual one; what a browser does not say is the usual one, too.
    await packages.find('win32', 'arm64');
    await packages.find('darwin');
    expect(asked).toEqual(['linux-arm64', 'win32-x64', 'darwin-arm64']);
  });

  test('that cannot be built is not tried again at every press', async () => {
    let tries = 0;
    const packages = createPackages(folder, async () => {
      tries += 1;
    });
    expect([await packages.find('linux', 'x64'), await packages.find('linux', 'x64')]).toEqual([undefined, undefined]);
    expect(tries).toBe(1);
  });
});

test('only a server that `npm start` runs from its sources builds', () => {
  const log = { warn: () => undefined };
  const beside = resolve(import.meta.dirname, '../../../../print-agent/dist');
  expect(packageBuilder(beside, log, true)).toBeTypeOf('function');
  expect(packageBuilder(folder, log, true)).toBeUndefined();
  expect(packageBuilder(beside, log, false)).toBeUndefined();
});
