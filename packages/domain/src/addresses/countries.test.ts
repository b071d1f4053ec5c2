import { expect, test } from 'vitest';
import { alpha2Of, alpha3Of } from './countries.ts';

test('codes of three letters and of two, there and back', () => {
  expect([alpha3Of('DE'), alpha3Of('CA'), alpha2Of('GBR')]).toEqual(['DEU', 'CAN', 'GB']);
  expect([alpha3Of('ZZ'), alpha3Of('DEU'), alpha2Of('DE')]).toEqual([undefined, undefined, undefined]);
});
