import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { markOld, NOT_RUN, rowsOnThisCode, withEarlierRows, withTable, writeTable } from './verification-table.mjs';

const PAGE = 'before\n<!-- table:one -->\nold\n<!-- /table:one -->\nbetween\n<!-- table:two -->\n<!-- /table:two -->\n';

test('a table replaces what stood between its two comments, and nothing else', () => {
  const once = withTable(PAGE, 'one', '| a |\n');
  expect(once).toBe(PAGE.replace('old', '| a |'));
  expect(withTable(once, 'one', '| a |')).toBe(once);
  // What looks like a pattern of a replacement is text.
  expect(withTable(PAGE, 'two', "$& $' $1")).toContain("<!-- table:two -->\n$& $' $1\n<!-- /table:two -->");
});

test('a page without the comments, with one of them twice or in the wrong order is left alone', () => {
  for (const page of ['', PAGE + PAGE, '<!-- /table:one -->\n<!-- table:one -->', '<!-- table:one -->'])
    expect(() => withTable(page, 'one', 'x')).toThrow('table:one');
});

test('says when, on which commit and on what machine', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'verification-'));
  try {
    const file = path.join(folder, 'page.md');
    writeFileSync(file, PAGE);
    writeTable('two', '| b |', { note: 'seed 7', file });
    expect(readFileSync(file, 'utf8')).toMatch(
      /<!-- table:two -->\n\d{4}-\d\d-\d\d \d\d:\d\d UTC, commit \w{7,}(?: with changes)?, \d+ cores \(.+\), \d+ GB, Node [\d.]+, load [\d.]+, seed 7\.\n\n\| b \|\n<!-- \/table:two -->/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('rows of an earlier run count while the code is the same', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'verification-'));
  try {
    const file = path.join(folder, 'page.md');
    writeFileSync(file, '<!-- table:runs of scripts/alerts -->\n<!-- /table:runs -->\n');
    expect(rowsOnThisCode('runs', { file })).toEqual([]);
    writeTable('runs', '| run |\n|---|\n| first |', { file });
    expect(rowsOnThisCode('runs', { file })).toEqual(['| first |']);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/, code \w+,/, ', code 0123456789ab,'));
    expect(rowsOnThisCode('runs', { file })).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a clone that was measured is told by its own commit and code', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'verification-'));
  try {
    // Where a commit's hook runs this, git would keep to that repository.
    for (const name of ['GIT_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE']) vi.stubEnv(name, undefined);
    const clone = path.join(folder, 'clone');
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
    const as = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    git('init', '--quiet', clone);
    git('-C', clone, ...as, 'commit', '--quiet', '--allow-empty', '--message', 'Measured');
    const file = path.join(folder, 'page.md');
    writeFileSync(file, '<!-- table:runs of scripts/alerts -->\n<!-- /table:runs -->\n');
    writeTable('runs', '| run |\n|---|\n| first |', { file, measured: clone });
    expect(readFileSync(file, 'utf8')).toContain(`commit ${git('-C', clone, 'rev-parse', '--short', 'HEAD')}, code `);
    expect(rowsOnThisCode('runs', { file, measured: clone })).toEqual(['| first |']);
    expect(rowsOnThisCode('runs', { file })).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});

test('a table of code that has changed since is marked, once, until it is written anew', () => {
  const page = (code: string, mark = '') =>
    `<!-- table:one of apps tests -->\n${mark}2026-11-23 01:00 UTC, commit 1234567, code ${code}, load 1.0.\n\n| a |\n<!-- /table:one -->\n`;
  const old = page('0123456789ab', '**Older than the code it speaks of.** ');
  const codeNow = (paths: readonly string[]) => (paths.join() === 'apps,tests' ? 'fedcba987654' : '');
  expect(markOld(page('fedcba987654'), codeNow)).toBe(page('fedcba987654'));
  expect(markOld(page('0123456789ab'), codeNow)).toBe(old);
  expect(markOld(old, codeNow)).toBe(old);
  expect(markOld(page('fedcba987654', '**Older than the code it speaks of.** '), codeNow)).toBe(page('fedcba987654'));
  // A table that names no code is as old as its date says.
  expect(markOld(PAGE)).toBe(PAGE);
});

test('one proof that is repeated leaves the others what they found, marked where the code has changed', () => {
  const head = '| lane | what | result | when |\n|---|---|---|---|';
  const stamped = (code: string, rows: string) =>
    `**Older than the code it speaks of.** 2026-11-23 01:00 UTC, commit 1234567, code ${code}, load 1.0.\n\n${head}\n${rows}`;
  const notRun = (name: string) => `| ${name} | words of today | ${NOT_RUN} | |`;
  const earlier =
    '| soak | words of then | ok | 07:51 |\n| peak | words of then | FAILED | 06:00 (older code) |\n| gone | - | ok | 05:00 |';
  const now = `${head}\n| attack | all | ok | 08:00 |\n${['soak', 'peak', 'new'].map(notRun).join('\n')}`;
  const rows = (code: string) => withEarlierRows(now, stamped('0123456789ab', earlier), code).split('\n').slice(2);
  expect(rows('0123456789ab')).toEqual([
    '| attack | all | ok | 08:00 |',
    '| soak | words of today | ok | 07:51 |',
    '| peak | words of today | FAILED | 06:00 (older code) |',
    notRun('new'),
  ]);
  expect(rows('fedcba987654')[1]).toBe('| soak | words of today | ok | 07:51 (older code) |');
  // Other columns are another table.
  expect(withEarlierRows(now, stamped('0123456789ab', '| soak | ok | 07:51 |'), '0123456789ab')).toBe(now);
});
