/** What docs/desk.md cites is there: tests by their titles, one at least for each behaviour. */
import { expect, test } from 'vitest';
import { citedTests, read, titleIsIn } from './cited-tests.ts';

test('every test named in docs/desk.md exists under its title, and every behaviour names one', () => {
  const desk = read('docs/desk.md');
  const cited = citedTests(desk);
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(([file, title]) => !titleIsIn(file, title))).toEqual([]);
  const rows = desk.split('\n').filter((line) => /^\| (?!behaviour|---)/.test(line) && !line.startsWith('|---'));
  expect(rows.filter((row) => citedTests(row).length === 0)).toEqual([]);
});
