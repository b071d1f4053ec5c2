import { describe, expect, test } from 'vitest';
import { fitsCountry, hsProblem } from './hs-code.ts';

describe('HS codes', () => {
  test.each(['691200', '6912.00', '6912.00.50', '6912 00 50 00', '9801000000'])('%s can be one', (text) =>
    expect(hsProblem(text)).toBeUndefined(),
  );
  test.each([
    ['', 'short'],
    ['69120', 'short'],
    ['69120050001', 'long'],
    ['6912AB', 'digits'],
    ['0012345678', 'chapter'],
    ['770000', 'chapter'],
  ])('%j cannot: %s', (text, problem) => expect(hsProblem(text)).toBe(problem));
  test('lengths are those of the country', () => {
    expect(['CA', 'US', 'EU', 'JP', 'BR'].map((country) => fitsCountry('691200500', country))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(fitsCountry('6912005000', 'JP')).toBe(false);
    expect(fitsCountry('691200', 'JP')).toBe(true);
  });
});
