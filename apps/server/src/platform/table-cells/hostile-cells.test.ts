import { expect, test } from 'vitest';
import { cellText, readLength, readPrice, readQuantity, readWeight } from './cells.ts';
import { findCountry } from './countries-by-name.ts';
import { guessDateOrder, readDate } from './dates.ts';
import { headerKey, headerRowKey, unitWordOf, withoutUnit } from './headers.ts';

const NOW = new Date('2026-11-21T17:00:00Z');
/** So long that what is quadratic takes minutes; the test's own time limit is seconds. */
const LENGTH = 1_000_000;
const LONG = ['(', '[', ' ', '\u00a0', '(a', ' a', '1', '1 ', '1.', ',', '-', '9:59', 'A', '="'].map(
  (piece) => [piece, `1${piece.repeat(LENGTH / piece.length)}!`] as const,
);

test.each(LONG)('a file of one cell of a million characters of %j is read in no time (A2)', (_piece, text) => {
  headerRowKey([text]);
  expect(withoutUnit(text)).toBe(text);
  expect(unitWordOf(text)).toBeUndefined();
  expect(headerKey(text).length).toBeLessThan(text.length);
  const cell = cellText(text);
  for (const order of ['ymd', 'dmy', 'mdy'] as const)
    expect(readDate(cell, order, 'America/Toronto', NOW)).toHaveProperty('error');
  guessDateOrder([cell], 'mdy');
  for (const answer of [readQuantity(cell), readPrice(cell, 'CAD'), readWeight(cell, 'g'), readLength(cell, 'cm')])
    expect(answer).toHaveProperty('error');
  expect(findCountry(cell)).toBeUndefined();
});

test('what was read before is read as before: units and keys of headers', () => {
  expect(withoutUnit('Weight ( oz )  ')).toBe('Weight');
  expect(withoutUnit('Weight [kg)')).toBe('Weight');
  expect(withoutUnit('Weight (per box)')).toBe('Weight (per box)');
  expect([unitWordOf('Weight (oz)'), unitWordOf('weight_g'), unitWordOf('Poids ( kg'), unitWordOf('Weight')]).toEqual([
    'oz',
    'g',
    'kg',
    undefined,
  ]);
  expect(headerKey('Ship To (Address) 1')).toBe('ship to address 1');
});
