import { expect, it } from 'vitest';
import { withinTolerance } from './buy-item.ts';

it('a price may rise by the tolerance and no cent more; another currency is never the same price', () => {
  const cad = (minor: number) => ({ minor, currency: 'CAD' });
  expect(withinTolerance(cad(1_000), cad(1_050), 5)).toBe(true);
  expect(withinTolerance(cad(1_000), cad(1_051), 5)).toBe(false);
  expect(withinTolerance(cad(1_000), cad(900), 0)).toBe(true);
  expect(withinTolerance(cad(1_000), cad(1_001), 0)).toBe(false);
  expect(withinTolerance(cad(1_000), { minor: 500, currency: 'USD' }, 100)).toBe(false);
});
