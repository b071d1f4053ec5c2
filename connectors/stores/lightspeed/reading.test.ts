/** How Lightspeed's words and measures are read. */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { describe, expect, it } from 'vitest';
import { readState } from './src/order-reader.ts';
import { readDimensions, readWeight } from './src/reading.ts';

describe('reading', () => {
  const state = (status: unknown, shipmentStatus: unknown = 'not_shipped'): string =>
    readState(readObject({ status, shipmentStatus })).kind;

  it('what is not paid or on hold waits, what left or is done is shipped, what is new to us waits for a person', () => {
    expect(state('processing_awaiting_shipment')).toBe('to-ship');
    expect(state('processing_ready_for_pickup')).toBe('to-ship');
    expect(state('processing_awaiting_payment')).toBe('held');
    expect(state('on_hold')).toBe('held');
    expect(state('offer')).toBe('held');
    expect(state('constructor')).toBe('held');
    expect(state('processing_awaiting_shipment', 'shipped')).toBe('shipped');
    expect(state('processing_awaiting_shipment', 'partially_shipped')).toBe('held');
    expect(state('completed_shipped')).toBe('shipped');
    expect(state('completed')).toBe('shipped');
    expect(state('cancelled', 'cancelled')).toBe('cancelled');
    expect(state('processing_awaiting_shipment', 'cancelled')).toBe('held');
    expect(() => state(null)).toThrow(/status/);
    expect(() => state('Processing')).toThrow(/status/);
    expect(() => state('on_hold', false)).toThrow(/shipmentStatus/);
  });

  it('weights and sides are in the seller’s unit, whole grams and centimetres without one, and nothing when not entered', () => {
    const of = (value: object): ObjectReader => readObject(value);
    expect(readWeight(of({ weight: 454, weightValue: '1.000', weightUnit: 'lb' }))).toBe(454);
    expect(readWeight(of({ weight: 1_000_000, weightValue: '1.000', weightUnit: 'kg' }))).toBe(1_000);
    expect(readWeight(of({ weight: 250, weightValue: '0.000', weightUnit: 'g' }))).toBe(250);
    expect(readWeight(of({ weight: 250, weightUnit: null }))).toBe(250);
    expect(readWeight(of({ weight: 0, weightValue: '0.000', weightUnit: 'g' }))).toBeUndefined();
    const sides = { sizeX: 10, sizeY: 5, sizeZ: 3, sizeXValue: '4.0', sizeYValue: '2.0', sizeZValue: '1.0' };
    expect(readDimensions(of({ ...sides, sizeUnit: 'in' }))).toEqual({ lengthMm: 25, widthMm: 102, heightMm: 51 });
    expect(readDimensions(of({ ...sides, sizeUnit: null }))).toEqual({ lengthMm: 30, widthMm: 100, heightMm: 50 });
    expect(readDimensions(of({ ...sides, sizeUnit: 'cm', sizeZ: 0, sizeZValue: '0.0' }))).toBeUndefined();
    const strange = of({ weight: 5, weightValue: '1', weightUnit: 'stone' });
    expect([readWeight(strange), strange.problems.length]).toEqual([5, 1]);
  });
});
