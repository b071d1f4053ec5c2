import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hsDigits, proposeCustoms } from '../customs/order-customs.ts';
import { distinctItems, itemSummary, orderTotal, orderWeight, SUMMARY_LENGTH, skuKey } from './order-items.ts';
import {
  fold,
  nameWords,
  orderNumberKey,
  orderTokens,
  recipientTokens,
  searchTerms,
  trackingTokens,
} from './order-search.ts';

const item = (title: string, quantity: number, weightGrams: number | null = null) => ({
  title,
  quantity,
  weightGrams,
  unitMinor: 100,
});

describe('items', () => {
  test('the summary names lines, counts units and says how many more there are', () => {
    expect(itemSummary([item('Blue mug', 2), item('Plate', 1), item('Gone', 0)])).toBe('2 × Blue mug, Plate');
    expect(itemSummary([{ sku: 'MUG', title: ' ', quantity: 1 }])).toBe('MUG');
    const many = Array.from({ length: 30 }, (_, index) => item(`Something long number ${index}`, 1));
    expect(itemSummary(many)).toMatch(/ \+\d+$/);
    expect(itemSummary([])).toBe('');
  });
  test('the summary never exceeds its length nor cuts a character in half', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            title: fc.string({ unit: 'grapheme', maxLength: 200 }),
            quantity: fc.integer({ min: 0, max: 100_000 }),
          }),
          { maxLength: 20 },
        ),
        (items) => {
          const text = itemSummary(items);
          expect(text.length).toBeLessThanOrEqual(SUMMARY_LENGTH);
          expect(/\p{Cs}/u.test(text)).toBe(false);
        },
      ),
    );
  });
  test('the weight is unknown as soon as one shipped line has none', () => {
    expect(orderWeight([item('a', 2, 100), item('b', 1, 50)])).toBe(250);
    expect(orderWeight([item('a', 2, 100), item('b', 1)])).toBeNull();
    expect(orderWeight([item('a', 2, 100), item('b', 0)])).toBe(200);
    expect(orderWeight([item('a', 2, 0)])).toBeNull();
    expect(orderWeight([])).toBeNull();
    expect(orderWeight([item('a', 100_000, 10_000_000)])).toBeNull();
  });
  test('totals are exact beyond doubles, and refuse what cannot be held', () => {
    expect(
      orderTotal(
        [
          { quantity: 3, unitMinor: 1001 },
          { quantity: 100_000, unitMinor: 90_071_992_547 },
        ],
        'CAD',
      ),
    ).toEqual({ minor: 9_007_199_254_703_003, currency: 'CAD' });
    expect(() => orderTotal([{ quantity: 100_000, unitMinor: 90_071_992_548 }], 'CAD')).toThrow(RangeError);
  });
  test('things are told apart by SKU without case, else by title', () => {
    expect(
      distinctItems([{ sku: 'A', title: 'x' }, { sku: ' a ', title: 'y' }, { title: 'z' }, { sku: '', title: 'Z' }]),
    ).toBe(2);
    expect(skuKey(null)).toBe('');
  });
});

describe('search keys', () => {
  test.each([
    ['#1001', '1001'],
    [' ## M-1001 ', 'm-1001'],
    ['Ａ１', 'a1'],
    ['#', ''],
    ['PO  12', 'po 12'],
  ])('the number %j is %j', (number, key) => expect(orderNumberKey(number)).toBe(key));
  test('accents, case and marks fall away', () => {
    expect(fold(' Éloïse  ÅNGSTRÖM Œuvre ')).toBe('eloise angstrom oeuvre');
    expect(nameWords("O'Brien-Smith, Jean-François O")).toEqual(['o', 'brien', 'smith', 'jean', 'francois']);
  });
  test('an order has a key for each thing people look for', () => {
    const tokens = orderTokens({
      number: '#M-1001',
      name: 'Zoë Roy',
      companyName: 'Roy & Co',
      email: 'Zoe@X.com',
      phone: '+1 (416) 555-0182',
      postal: 'M5H 2M5',
      city: 'Trois-Rivières',
      skus: ['Mug-1', 'mug-1', ''],
      titles: ['Cup of tin'],
    });
    expect(tokens.map(({ field, token }) => `${field}:${token}`)).toEqual([
      'number:m-1001',
      'number:1001',
      'name:zoe',
      'name:roy',
      'name:co',
      'email:zoe@x.com',
      'phone:14165550182',
      'phone:4165550182',
      'phone:<28105556141',
      'postal:m5h2m5',
      'postal:trois',
      'postal:rivieres',
      'sku:mug-1',
      'sku:~cup',
      'sku:~tin',
    ]);
    expect(trackingTokens(['TL 0001-9', 'tl00019', ''])).toEqual([
      { field: 'tracking', token: 'tl00019' },
      { field: 'tracking', token: '<91000lt' },
    ]);
  });
  test('three characters and more are a beginning, fewer must match whole', () => {
    expect(searchTerms('orderNumber', '#12')).toEqual([{ field: 'number', token: '12', match: 'whole' }]);
    expect(searchTerms('recipient', 'ZO roy')).toEqual([
      { field: 'name', token: 'zo', match: 'whole' },
      { field: 'name', token: 'roy', match: 'prefix' },
    ]);
    expect(searchTerms('trackingNumber', 'tl 00')).toEqual([{ field: 'tracking', token: 'tl00', match: 'prefix' }]);
    expect(searchTerms('recipient', '...')).toEqual([]);
  });
  test('whoever types the beginning of what an order has finds it', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(text, text, fc.nat(), (number, name, cutAt) => {
        const tokens = orderTokens({ number, name, skus: [] });
        for (const [key, whole] of [
          ['orderNumber', number],
          ['recipient', name],
        ] as const) {
          for (const term of searchTerms(key, whole)) {
            const looked = { ...term, token: term.token.slice(0, 3 + (cutAt % 40)) };
            const found = tokens.some(
              (token) =>
                token.field === looked.field &&
                (looked.match === 'prefix' ? token.token.startsWith(looked.token) : token.token === looked.token),
            );
            expect(found).toBe(true);
          }
        }
      }),
    );
  });
  test('keys are lower case, unique, bounded and never empty', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('İ', 'ﬁ', '𝔄', '١٢٣', '\u0000', 'x'.repeat(2_000)),
    );
    fc.assert(
      fc.property(nasty, nasty, nasty, (name, email, postal) => {
        const tokens = recipientTokens({ name, email, postal, phone: postal });
        expect(new Set(tokens.map((token) => `${token.field} ${token.token}`)).size).toBe(tokens.length);
        for (const { token } of tokens) {
          expect(token).not.toBe('');
          expect(fold(token)).toBe(token);
          expect(Array.from(token).length).toBeLessThanOrEqual(254);
        }
      }),
    );
  });
});

describe('customs proposal', () => {
  const mug = {
    line: 1,
    sku: 'MUG',
    title: 'Mug',
    quantity: 2,
    unitMinor: 1250,
    weightGrams: 350,
    hsCode: '6912.00',
    originCountry: 'CA',
  };
  test('declares a sale, lines that say the same as one, and has no gaps when all is known', () => {
    const { customs, gaps } = proposeCustoms({
      number: '1001',
      currency: 'CAD',
      items: [mug, { ...mug, line: 2, quantity: 1 }, { ...mug, line: 3, quantity: 0 }],
    });
    expect(gaps).toEqual([]);
    expect(customs).toMatchObject({
      purpose: 'Sale',
      dutiesPaidBy: 'Receiver',
      currency: 'CAD',
      invoiceNumber: '1001',
      items: [{ quantity: 3, hsCode: '691200', unitValue: { minor: 1250 } }],
    });
    expect(customs?.items).toHaveLength(1);
  });
  test('names each gap by line in words', () => {
    const { customs, gaps } = proposeCustoms({
      number: '1',
      currency: 'CAD',
      items: [{ line: 4, title: '', sku: 'X', quantity: 1, unitMinor: 0 }],
    });
    expect(customs?.items[0]).toMatchObject({ description: 'X', unitGrams: 0 });
    expect(gaps.map((gap) => [gap.line, gap.field, gap.message])).toEqual([
      [4, 'description', 'Say what "X" is.'],
      [4, 'hsCode', '"X" has no HS code.'],
      [4, 'originCountry', '"X" has no country of origin.'],
      [4, 'unitGrams', '"X" has no weight.'],
      [4, 'unitValue', '"X" has no value.'],
    ]);
  });
  test('nothing, or too much for one declaration, is said and not cut', () => {
    expect(proposeCustoms({ number: '1', currency: 'CAD', items: [] })).toMatchObject({
      customs: null,
      gaps: [{ field: 'items' }],
    });
    const items = Array.from({ length: 201 }, (_, index) => ({ ...mug, line: index + 1, title: `Mug ${index}` }));
    expect(proposeCustoms({ number: '1', currency: 'CAD', items })).toMatchObject({
      customs: null,
      gaps: [{ line: null, field: 'items' }],
    });
  });
  test.each([
    ['6912.00.50', '69120050'],
    ['6912 00', '691200'],
    ['69', undefined],
    ['abc', undefined],
    [null, undefined],
  ])('%j gives %j', (text, digits) => expect(hsDigits(text)).toBe(digits));
});
