import { expect, it } from 'vitest';
import { taxNameOf } from './tax-names.ts';

it.each([
  ['GST 5 %', 'GST'],
  ['HST 13 %', 'HST'],
  ['QST 9.975 %', 'QST'],
  ['TVQ 9,975\u00a0%', 'TVQ'],
  ['PST (BC) 7%', 'PST (BC)'],
  ['VAT', 'VAT'],
  ['', ''],
])('the name in "%s" is "%s", so that its rate stands once', (label, name) => {
  expect(taxNameOf(label)).toBe(name);
});
