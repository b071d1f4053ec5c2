import { describe, expect, test } from 'vitest';
import { readForm, readInline, readWeight, textOf, type Units } from './drafts.ts';

const METRIC: Units = { weight: 'kg', length: 'cm', decimalComma: false, currency: 'CAD' };
const ROW = {
  title: 'Mug',
  weightGrams: 227,
  dimensions: { lengthMm: 101, widthMm: 90, heightMm: 80 },
  hsCode: '691200',
  originCountry: 'CA',
  customsText: null,
  dangerousGoods: null,
  value: { minor: 1_250, currency: 'CAD' },
  barcode: null,
  binLocation: null,
};
const countries = (text: string) => ({ ca: 'CA', canada: 'CA' })[text.toLowerCase()];

describe('typed into a cell', () => {
  test.each([
    ['1.5', 1500],
    ['1,5', 1500],
    ['250 g', 250],
    ['8 oz', 227],
    ['', null],
  ] as const)('%j is %s grams', (text, grams) => expect(readWeight(text, 'kg')).toBe(grams));
  test.each(['heavy', '0', '-1', '1 kg 2', '99999999'])('%j is no weight', (text) =>
    expect(readWeight(text, 'kg')).toBeUndefined(),
  );
  test('codes and countries', () => {
    expect(readInline('hsCode', '6912.00.50', METRIC, countries)).toEqual({ changes: { hsCode: '69120050' } });
    expect(readInline('hsCode', '6912', METRIC, countries)).toEqual({ wrong: 'short' });
    expect(readInline('hsCode', '', METRIC, countries)).toEqual({ changes: { hsCode: null } });
    expect(readInline('originCountry', 'Canada', METRIC, countries)).toEqual({ changes: { originCountry: 'CA' } });
    expect(readInline('originCountry', 'Atlantis', METRIC, countries)).toEqual({ wrong: 'country' });
  });
});

describe('the form', () => {
  test('what was not touched is not sent, however it is rounded', () => {
    const imperial: Units = { weight: 'oz', length: 'in', decimalComma: true, currency: 'USD' };
    const same = Object.fromEntries(
      (['weightGrams', 'length', 'width'] as const).map((f) => [f, textOf(f, ROW, imperial)]),
    );
    expect(readForm(same, ROW, imperial)).toEqual({ changes: {}, wrong: {} });
    // One side changed: the others keep their millimetres.
    expect(readForm({ height: '4' }, ROW, imperial).changes).toEqual({
      dimensions: { lengthMm: 101, widthMm: 90, heightMm: 102 },
    });
  });
  test('all sides emptied clear the size; one alone is no size', () => {
    expect(readForm({ length: '', width: '', height: '' }, ROW, METRIC).changes).toEqual({ dimensions: null });
    expect(readForm({ length: '' }, ROW, METRIC).wrong).toEqual({ length: 'size' });
  });
  test('an amount with its currency', () => {
    expect(readForm({ value: '13,40' }, ROW, METRIC).changes).toEqual({ value: { minor: 1_340, currency: 'CAD' } });
    expect(readForm({ value: '' }, ROW, METRIC).changes).toEqual({ value: null });
    expect(readForm({ value: 'x' }, ROW, METRIC).wrong).toEqual({ value: 'amount' });
  });
  test('a currency that is still being typed', () => {
    for (const currency of ['', 'U', 'us', 'dollars'])
      expect(readForm({ currency }, ROW, METRIC), currency).toEqual({ changes: {}, wrong: { currency: 'currency' } });
    expect(readForm({ currency: 'usd' }, ROW, METRIC).changes).toEqual({ value: { minor: 1_250, currency: 'USD' } });
  });
});
