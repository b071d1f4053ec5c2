/** What docs/owner-desk.md cites is there: tests by their titles, one at least for each finding. */
import { expect, test } from 'vitest';
import { citedTests, read, titleIsIn } from './cited-tests.ts';

test('every test named in docs/owner-desk.md exists under its title, and every finding names one', () => {
  const desk = read('docs/owner-desk.md');
  const cited = citedTests(desk);
  expect(cited.length).toBeGreaterThan(25);
  expect(cited.filter(([file, title]) => !titleIsIn(file, title))).toEqual([]);
  const rows = desk.split('\n').filter((line) => /^\| (?!finding|---)/.test(line) && !line.startsWith('|---'));
  expect(rows.filter((row) => citedTests(row).length === 0)).toEqual([]);
});
