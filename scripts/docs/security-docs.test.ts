/** What the security documents cite is there: files, and tests by their titles. A renamed test is renamed there as well. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { citedTests, read, ROOT, titleIsIn } from './cited-tests.ts';

/** `[name]: ../path "its title"` */
const definedByAsvs = (text: string): readonly (readonly [name: string, file: string, title: string])[] =>
  [...text.matchAll(/^\[([^\]]+)\]: \.\.\/(\S+) "(.+)"$/gm)].map(
    ([, name = '', file = '', title = '']) => [name, file, title] as const,
  );

const security = read('docs/security.md');
const asvs = read('docs/security-asvs.md');

test('every test named in docs/security.md exists under its title', () => {
  const cited = citedTests(security);
  expect(cited.length).toBeGreaterThan(60);
  expect(cited.filter(([file, title]) => !titleIsIn(file, title))).toEqual([]);
  // Links to tests always say which one.
  const links = [...security.matchAll(/\]\(\.\.\/([^)]+\.test\.ts)\)/g)].map(([, file]) => file);
  expect(new Set(cited.map(([file]) => file))).toEqual(new Set(links));
});

test('every finding names a test', () => {
  const rows = security.split('\n').filter((line) => /^\| [AS]\d+ \|/.test(line));
  expect(rows.filter((row) => citedTests(row).length === 0)).toEqual([]);
  const labels = new Set(rows.map((row) => row.split('|')[1]?.trim()));
  expect([...labels]).toEqual([...Array.from({ length: 11 }, (_, n) => `A${n + 1}`), 'S1', 'S2']);
});

describe('docs/security-asvs.md', () => {
  const rows = asvs.split('\n').filter((line) => /^\| V\d/.test(line));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  const defined = definedByAsvs(asvs);

  test('has each of the 253 requirements of both levels once, with a state, and counts them rightly', () => {
    expect(new Set(cells.map(([, line]) => line)).size).toBe(253);
    const counts = { holds: 0, 'in part': 0, not: 0, 'not applicable': 0 };
    for (const [, line, level, , state] of cells) {
      expect(level, line).toMatch(/^[12]$/);
      expect(Object.keys(counts), line).toContain(state);
      counts[state as keyof typeof counts] += 1;
    }
    expect(asvs.replaceAll('\n', ' ')).toContain(
      `${counts.holds} hold, ${counts['in part']} in part, ${counts.not} do not, ${counts['not applicable']} are not applicable.`,
    );
  });

  test('names a test for what holds, or says that it was read', () => {
    const bare = cells.filter(
      ([, , , , state, where = '', tests = '']) =>
        (state === 'holds' || state === 'in part') && tests === '' && !/by (?:review|search)/i.test(where),
    );
    expect(bare).toEqual([]);
  });

  test('every test it names exists under its title, and every name is used', () => {
    expect(defined.filter(([, file, title]) => !titleIsIn(file, title))).toEqual([]);
    const used = new Set(cells.flatMap(([, , , , , , tests = '']) => tests.match(/(?<=\[)[^\]]+/g) ?? []));
    expect([...used].toSorted()).toEqual(defined.map(([name]) => name).toSorted());
  });
});

test('files named in both are there', () => {
  const named = `${security}\n${asvs}`.matchAll(/`([^`\s]+\/[^`\s]+\.(?:ts|mjs|md|tsx))`/g);
  const gone = [...named].flatMap(([, file = '']) =>
    ['', 'apps/server/src'].some((folder) => existsSync(path.join(ROOT, folder, file))) ? [] : [file],
  );
  expect(gone).toEqual([]);
});
