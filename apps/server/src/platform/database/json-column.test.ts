import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { storable, toJson } from './json-column.ts';

describe('JSON for PostgreSQL', () => {
  test('NUL and halves of characters are replaced wherever they stand', () => {
    const lone = String.fromCharCode(0xd83d);
    expect(JSON.parse(toJson({ a: ['x\u0000y', lone], b: { c: `${lone}z` } }))).toEqual({
      a: ['x\uFFFDy', '\uFFFD'],
      b: { c: '\uFFFDz' },
    });
  });

  test('everything else stays as it is, escapes in the text included', () => {
    const value = { emoji: '😀 é', escaped: '\\u0000 is how NUL is written', line: 'a\nb\t', n: 1.5, none: null };
    expect(JSON.parse(toJson(value))).toEqual(value);
  });

  test('no text leaves anything PostgreSQL would refuse', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(storable(text)).not.toContain('\u0000');
        expect(Buffer.from(storable(text)).toString()).toBe(storable(text));
        expect(JSON.parse(toJson({ text }))).toEqual({ text: storable(text) });
      }),
    );
  });
});
