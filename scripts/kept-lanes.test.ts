import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptLanes } from './kept-lanes.mjs';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kept-lanes-'));
  file = path.join(folder, 'deeper', 'kept.json');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a lane that passed is not run again on the same code, one that failed is; other code runs all', () => {
  const first = keptLanes(file, 'one');
  expect(first.has('soak')).toBe(false);
  first.keep({ name: 'soak', bad: false, passed: 3, seconds: 60 });
  first.keep({ name: 'print', bad: true, passed: 0, seconds: 9 });
  const second = keptLanes(file, 'one');
  expect([second.has('soak'), second.has('print')]).toEqual([true, false]);
  expect(second.last('print')).toMatchObject({ bad: true, seconds: 9 });
  expect(keptLanes(file, 'two').last('soak')).toBeUndefined();
});

test('a file that was cut short keeps nothing', () => {
  writeFileSync(file, '{"soak":{"code":"one","ba');
  expect(keptLanes(file, 'one').has('soak')).toBe(false);
});
