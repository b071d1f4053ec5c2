/** docs/connectors-findings.md: every finding names tests, and each is there under its title. */
import { expect, test } from 'vitest';
import { citedTests, read, titleIsIn } from './cited-tests.ts';

const text = read('docs/connectors-findings.md');
const rows = text.split('\n').filter((line) => /^\| (?:[BSMmC]\d+|\d{4}-\d\d-\d\d) \|/.test(line));

test('every line of the review is there once, with the test that proves it', () => {
  const upTo = (letter: string, last: number): string[] => Array.from({ length: last }, (_, n) => `${letter}${n + 1}`);
  const numbers = rows.flatMap((row) => /^\| ([BSMmC]\d+) /.exec(row)?.[1] ?? []);
  expect(numbers).toEqual([...upTo('B', 3), ...upTo('S', 7), ...upTo('M', 8), ...upTo('m', 7), ...upTo('C', 7)]);
  expect(rows.filter((row) => citedTests(row).length === 0)).toEqual([]);
});

test('every test it names exists under its title, and so does every connector', () => {
  const cited = citedTests(text);
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(([file, title]) => !titleIsIn(file, title))).toEqual([]);
  const named = rows.flatMap((row) => (row.split('|')[2] ?? '').split(',').map((name) => name.trim()));
  const folders = ['carriers', 'stores', 'payments'];
  const isThere = (name: string): boolean =>
    folders.some((folder) => titleIsIn(`connectors/${folder}/${name}/package.json`, name));
  expect(named.filter((name) => name !== 'all carriers' && !isThere(name))).toEqual([]);
});
