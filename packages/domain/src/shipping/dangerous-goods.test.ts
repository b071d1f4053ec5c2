import { expect, it } from 'vitest';
import { DANGEROUS_PRODUCTS, goodsOf } from './dangerous-goods.ts';

it('lines hold one kind, several, or none', () => {
  expect(goodsOf([{ dangerousGoods: null }, {}])).toBeUndefined();
  const batteries = { dangerousGoods: 'lithium-ion-in-equipment' } as const;
  expect(goodsOf([batteries, {}, batteries])).toBe('lithium-ion-in-equipment');
  expect(goodsOf([batteries, { dangerousGoods: 'limited-quantity' }])).toBe('mixed');
  expect(DANGEROUS_PRODUCTS).not.toContain('dry-ice');
});
