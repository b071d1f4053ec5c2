import { expect, test } from 'vitest';
import { prefersCsv } from './prefers-csv.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
test.each([
  ['', false],
  ['*/*', false],
  ['text/html, */*;q=0.8', false],
  ['text/csv', true],
  ['TEXT/CSV; charset=utf-8, */*;q=0.1', true],
  ['text/csv;q=0', false],
  [`text/csv;q=0.5, ${XLSX}`, false],
  [`text/csv, ${XLSX};q=0.9`, true],
])('"%s" wants CSV: %s', (accept, wanted) => {
  expect(prefersCsv(accept)).toBe(wanted);
});
