/** What is made of single answers: times, states, units, weights. */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { describe, expect, it } from 'vitest';
import { idOf } from './simulator/model.ts';
import { readOrder } from './src/order-reader.ts';
import { readProduct } from './src/products.ts';
import { readInstant } from './src/reading.ts';

describe('reading', () => {
  const line = {
    id: idOf('LineItem', 1),
    sku: 'MUG',
    product_name: 'Mug',
    quantity: 3,
    quantity_pending_fulfillment: 3,
    price: '6.25',
  };
  const reader = (more: object): ObjectReader =>
    readObject({
      id: idOf('Order', 7),
      order_number: 'A7',
      order_date: '2026-01-01T10:00:00',
      updated_at: '2026-01-02T10:00:00',
      fulfillment_status: 'pending',
      total_price: '12.50',
      ...more,
    });
  const settings = { currency: 'CAD', weightUnit: 'g' };
  const read = (more: object = {}, lineMore: object = {}): ReturnType<typeof readOrder> =>
    readOrder(reader(more), [readObject({ ...line, ...lineMore })], { settings, now: () => new Date('2026-02-01') });

  it('times without a zone are UTC; no other form passes', () => {
    const time = (at: unknown): string => readInstant(readObject({ at }), 'at');
    expect(time('2021-07-24T02:03:01')).toBe('2021-07-24T02:03:01.000Z');
    expect(time('2021-07-24T02:03:01-04:00')).toBe('2021-07-24T06:03:01.000Z');
    for (const bad of ['2021-07-24', '2021-13-24T00:00:00', 'yesterday', 7, null])
      expect(() => time(bad)).toThrow(/at/);
  });

  it('holds, a day to wait for and words of the account’s own keep an order waiting', () => {
    expect(read()?.hold).toBeUndefined();
    expect(read({ holds: { fraud_hold: true } })?.hold?.code).toBe('fraud-review');
    expect(read({ hold_until_date: '2026-02-02T00:00:00' })?.hold?.reason).toContain('2026-02-02');
    expect(read({ hold_until_date: '2026-01-31T00:00:00' })?.hold).toBeUndefined();
    expect(read({ fulfillment_status: 'Awaiting print' })?.hold?.reason).toContain('Awaiting print');
    expect(() => read({ holds: { fraud_hold: 'perhaps' } })).toThrow(/fraud_hold/);
  });

  it('units are what ShipHero says of them, and never more than were ordered', () => {
    const units = (status: string, more: object): number[] => {
      const one = read({ fulfillment_status: status }, more)?.lines[0];
      return [one?.shipped ?? -1, one?.cancelled ?? -1];
    };
    expect(units('pending', { quantity_pending_fulfillment: 1, quantity_shipped: 1 })).toEqual([1, 1]);
    expect(units('pending', { quantity_pending_fulfillment: 1, quantity_shipped: null })).toEqual([2, 0]);
    expect(units('fulfilled', {})).toEqual([3, 0]);
    expect(units('Cancelled', { quantity_shipped: 1 })).toEqual([1, 2]);
    expect(() => units('pending', { quantity_shipped: 1 })).toThrow(/more than was ordered/);
  });

  it('weights are in the account’s unit, lengths only where that is known, amounts rounded to the cent', () => {
    const product = { id: idOf('Product', 1), name: 'Mug', updated_at: '2026-01-01T00:00:00', price: '2.005' };
    const dimensions = { weight: '16', length: '1', width: '2', height: '3' };
    const of = (weightUnit: string): ReturnType<typeof readProduct> =>
      readProduct(readObject({ ...product, dimensions }), { settings: { currency: 'CAD', weightUnit } });
    expect(of('oz')).toMatchObject({ unitGrams: 454, dimensions: { lengthMm: 25, widthMm: 51, heightMm: 76 } });
    expect(of('g')).toMatchObject({ unitGrams: 16, dimensions: undefined, price: { minor: 201, currency: 'CAD' } });
    expect(read({}, { product: { dimensions } })?.lines[0]?.unitGrams).toBe(16);
  });
});
