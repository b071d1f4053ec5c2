/** What docs/buyers-side.md cites is there: tests by their titles, one at least for each line. */
import { expect, test } from 'vitest';
import { citedTests, read, titleIsIn } from './cited-tests.ts';

test('every test named in docs/buyers-side.md exists under its title, and every line names one', () => {
  const text = read('docs/buyers-side.md');
  const cited = citedTests(text);
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(([file, title]) => !titleIsIn(file, title))).toEqual([]);
  const rows = text.split('\n').filter((line) => /^\| (?!what \|)/.test(line));
  expect(rows.filter((row) => citedTests(row).length === 0)).toEqual([]);
});
