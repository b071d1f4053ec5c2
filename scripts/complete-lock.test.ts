import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the lock file has the packages of every system, so that npm ci takes it everywhere', () => {
  expect(execFileSync(process.execPath, [join(import.meta.dirname, 'complete-lock.mjs'), '--check']).toString()).toBe(
    'package-lock.json is complete\n',
  );
});
