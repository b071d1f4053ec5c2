import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellText, isRounded, readCurrency, readLength, readPrice, readQuantity, readWeight } from './cells.ts';
import { findCountry } from './countries-by-name.ts';
import { guessDateOrder, readDate } from './dates.ts';

const NOW = new Date('2026-11-21T17:00:00Z');
const date = (text: string, order: 'ymd' | 'dmy' | 'mdy' = 'mdy') => {
  const cell = readDate(text, order, 'America/Toronto', NOW);
  return 'error' in cell ? cell.error : cell.value.toISOString();
};

describe('cells', () => {
  test.each([
    ['="02134"', '02134'],
    ["'90210", '90210'],
    ["'=SUM(A1)", '=SUM(A1)'],
    ["'+1 416 555 0182", '+1 416 555 0182'],
    ["O'Neil", "O'Neil"],
    ["'t Hart", "'t Hart"],
    ['  a\u0000b\ufeff ', 'ab'],
  ])('%j is %j', (raw, text) => expect(cellText(raw)).toBe(text));

  test.each(['1E+05', '1.00E+05', '1,42E+10', '4.16555e+09'])('%s lost its digits', (text) =>
    expect(isRounded(text)).toBe(true),
  );
  test.each(['1001', 'E+05', 'M-1E+5', '12.5'])('%s did not', (text) => expect(isRounded(text)).toBe(false));
});

describe('quantities', () => {
  test.each([
    ['2', 2],
    ['2.0', 2],
    ['2,0', 2],
    ['1 000', 1000],
    ['0', 0],
  ])('%s is %d', (text, value) => expect(readQuantity(text)).toMatchObject({ value }));
  test('a thousands mark is said aloud', () => {
    expect(readQuantity('1,000')).toEqual({
      value: 1000,
      remark: '"1,000" was read as 1000; write 1.000 if a decimal was meant.',
    });
  });
  test.each(['two', '1.5', '-1', '100001', '1e3', '', 'NaN', '0x10', 'Infinity'])('%j is refused', (text) =>
    expect(readQuantity(text)).toHaveProperty('error'),
  );
});

describe('prices', () => {
  test.each([
    ['12.50', 1250],
    ['12,50', 1250],
    ['$12.50', 1250],
    ['12,50 $', 1250],
    ['CAD 12.50', 1250],
    ['12.50 CAD', 1250],
    ['1,234.50', 123450],
    ['1 234,50', 123450],
    ['1.234,50', 123450],
    ['12.100000000000001', 1210],
    ['0', 0],
    ['12', 1200],
  ])('%s is %d cents', (text, minor) => expect(readPrice(text, 'CAD')).toEqual({ value: { minor, currency: 'CAD' } }));
  test.each(['free', '-5.00', '1.005', '1.2.3', '12,345,6'])('%j is refused', (text) =>
    expect(readPrice(text, 'CAD')).toHaveProperty('error'),
  );
  test('a currency without cents takes none', () => {
    expect(readPrice('1200', 'JPY')).toMatchObject({ value: { minor: 1200 } });
    expect(readPrice('12.5', 'JPY')).toHaveProperty('error');
  });
});

describe('weights', () => {
  test.each([
    ['', null],
    ['0', null],
    ['0,000', null],
    ['250', 250],
    ['0.25 kg', 250],
    ['0,25 kg', 250],
    ['1 lb', 454],
    ['1lb 4oz', 567],
    ['16 oz', 454],
    ['1.5 LBS.', 680],
    ['2 livres', 907],
    ['350 grammes', 350],
  ] as const)('%j is %s g', (text, grams) => expect(readWeight(text, 'g')).toMatchObject({ value: grams }));
  test('a bare number is in the unit chosen', () => expect(readWeight('1.5', 'lb')).toMatchObject({ value: 680 }));
  test.each(['heavy', '-1 kg', '1 stone', '10001 kg', '1 kg 2 kg 3', 'kg', '1..5', '99999999999999999999 kg'])(
    '%j is refused',
    (text) => expect(readWeight(text, 'kg')).toHaveProperty('error'),
  );
});

describe('currencies and countries', () => {
  test.each([
    ['', 'CAD'],
    ['$', 'CAD'],
    ['usd', 'USD'],
    ['US$', 'USD'],
    ['€', 'EUR'],
  ])('%j is %s', (text, value) => expect(readCurrency(text, 'CAD')).toEqual({ value }));
  test('an unknown currency is refused', () => expect(readCurrency('XQZ', 'CAD')).toHaveProperty('error'));
  test.each([
    ['ca', 'CA'],
    ['Canada', 'CA'],
    ['ÉTATS-UNIS', 'US'],
    ['Etats Unis', 'US'],
    ['U.S.A.', 'US'],
    ['Royaume-Uni', 'GB'],
    ['Côte d’Ivoire', 'CI'],
    ['Allemagne', 'DE'],
    ['Viet Nam', 'VN'],
    ['New Zealand', 'NZ'],
  ])('%s is %s', (text, code) => expect(findCountry(text)).toBe(code));
  test.each(['Atlantis', 'ZZ', '', 'C'])('%j is no country', (text) => expect(findCountry(text)).toBeUndefined());
});

describe('dates', () => {
  test.each([
    ['2026-11-20', '2026-11-20T05:00:00.000Z'],
    ['2026/11/20 10:15', '2026-11-20T15:15:00.000Z'],
    ['2026-11-20T10:15:00Z', '2026-11-20T10:15:00.000Z'],
    ['2026-11-20T10:15:00.123+01:00', '2026-11-20T09:15:00.000Z'],
    ['2026-11-20 10:15:00 -0800', '2026-11-20T18:15:00.000Z'],
    ['2026-11-20 10:15:00 UTC', '2026-11-20T10:15:00.000Z'],
    ['11/20/2026 3:05 PM', '2026-11-20T20:05:00.000Z'],
    ['11/20/26', '2026-11-20T05:00:00.000Z'],
    ['Nov 20, 2026', '2026-11-20T05:00:00.000Z'],
    ['20-Nov-26', '2026-11-20T05:00:00.000Z'],
    ['Friday, November 20th, 2026', '2026-11-20T05:00:00.000Z'],
    ['20 novembre 2026 14 h 30', '2026-11-20T19:30:00.000Z'],
    ['1er août 2026', '2026-08-01T04:00:00.000Z'],
    ['20261120', '2026-11-20T05:00:00.000Z'],
    ['46346', '2026-11-20T05:00:00.000Z'],
    ['46346.5', '2026-11-20T17:00:00.000Z'],
  ])('%s', (text, iso) => expect(date(text)).toBe(iso));

  test('day and month follow the order chosen', () => {
    expect(date('03/04/2026', 'mdy')).toBe('2026-03-04T05:00:00.000Z');
    expect(date('03/04/2026', 'dmy')).toBe('2026-04-03T04:00:00.000Z');
    expect(date('31/12/2026', 'mdy')).toBe('"31/12/2026" is not a date written month/day/year.');
  });
  test.each([
    '2026-02-30',
    'soon',
    '13/13/2026',
    '2026-11-20 25:00',
    '0000-01-01',
    '1/1',
    '99999',
    '2026',
    '2026-11-20 13:00 PM',
  ])('%s is refused in words', (text) => expect(date(text)).toMatch(/is not a (date|time)/));
  test('the future is remarked on', () => {
    expect(readDate('2026-12-24', 'ymd', 'UTC', NOW)).toMatchObject({
      remark: 'The order date "2026-12-24" lies in the future.',
    });
  });
  test('the order of a column is told by a day past 12', () => {
    expect(guessDateOrder(['01/02/2026', '13/02/2026'], 'mdy')).toBe('dmy');
    expect(guessDateOrder(['01/02/2026', '02/13/2026'], 'dmy')).toBe('mdy');
    expect(guessDateOrder(['01/02/2026'], 'dmy')).toBe('dmy');
    expect(guessDateOrder(['', '2026-01-02'], 'dmy')).toBe('ymd');
  });
  test('every day written in each order is read back', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-02'), max: new Date('2099-12-30'), noInvalidDate: true }),
        fc.constantFrom('ymd', 'dmy', 'mdy'),
        fc.constantFrom('/', '-', '.'),
        (moment, order, mark) => {
          const [y = '', m = '', d = ''] = moment.toISOString().slice(0, 10).split('-');
          const text = { ymd: [y, m, d], dmy: [d, m, y], mdy: [m, d, y] }[order].join(mark);
          const cell = readDate(text, order, 'UTC', new Date('2100-01-01'));
          expect(cell).toEqual({ value: new Date(`${y}-${m}-${d}T00:00:00Z`) });
        },
      ),
    );
  });
});

test('no cell makes a reader throw, and what is read is in range', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[-+.,0-9 eEkgloz$/:TZhapm'’]{0,24}$/),
    fc.constantFrom('1e999', '-0', '٣', '１２', '\u202e12', '1'.repeat(400), '=cmd|calc', '9'.repeat(30)),
  );
  fc.assert(
    fc.property(nasty, (raw) => {
      const text = cellText(raw);
      const quantity = readQuantity(text);
      if ('value' in quantity)
        expect(Number.isInteger(quantity.value) && quantity.value >= 0 && quantity.value <= 100_000).toBe(true);
      const weight = readWeight(text, 'kg');
      if ('value' in weight && weight.value !== null)
        expect(weight.value).toSatisfy((g: number) => Number.isInteger(g) && g > 0 && g <= 10_000_000);
      const price = readPrice(text, 'CAD');
      if ('value' in price) expect(price.value.minor).toSatisfy((n: number) => Number.isSafeInteger(n) && n >= 0);
      for (const order of ['ymd', 'dmy', 'mdy'] as const) {
        const moment = readDate(text, order, 'America/Toronto', NOW);
        if ('value' in moment) expect(moment.value.getTime()).not.toBeNaN();
      }
      findCountry(text);
      readCurrency(text, 'CAD');
    }),
    { numRuns: 2_000 },
  );
});

describe('lengths', () => {
  test.each([
    ['12', 'mm', 12],
    ['12', 'cm', 120],
    ['12 in', 'cm', 305],
    ['8,5', 'cm', 85],
    ['0.2', 'mm', 1],
    ['10"', 'cm', 254],
  ] as const)('%s in %s is %d mm', (text, unit, mm) => expect(readLength(text, unit)).toMatchObject({ value: mm }));
  test.each(['0', '-3', 'wide', '1 2 3 x', '900 m', '', '5 miles'])('%j is refused', (text) =>
    expect(readLength(text, 'cm')).toHaveProperty('error'),
  );
});
