import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { describe, expect, it } from 'vitest';
import { wishedWith, wishTogether } from './together-wish.ts';

const other = (id: string): OrderDetail['combinableWith'][number] => ({
  id,
  ecomOrderNumber: id,
  itemSummary: '',
  weightGrams: null,
});

describe('orders wished into one shipment', () => {
  it('are ticked in the panel of that order alone, and only where they can go along', () => {
    const order = { id: 'a', combinableWith: [other('b'), other('c')] };
    expect(wishedWith(order)).toEqual([]);
    wishTogether('a', ['c', 'elsewhere']);
    expect(wishedWith(order)).toEqual(['c']);
    expect(wishedWith({ ...order, id: 'b' })).toEqual([]);
    wishTogether('b', ['a']);
    expect(wishedWith(order)).toEqual([]);
  });
});
