import { assert, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fulfillmentAfterSync, fulfillmentOf, type KeptQuantities, reconcileLine } from './store-quantities.ts';

const none = { allocated: 0, shipped: 0, reported: 0 };
const kept = (changed: Partial<KeptQuantities>): KeptQuantities => ({
  quantity: 3,
  allocated: 0,
  shipped: 0,
  cancelled: 0,
  elsewhere: 0,
  ...changed,
});

describe('one line', () => {
  test('nothing shipped from here: the store is followed', () => {
    expect(reconcileLine({ quantity: 5, cancelled: 1, shipped: 2 }, none, { quantity: 5 })).toEqual({
      quantity: 5,
      cancelled: 3,
      elsewhere: 2,
      conflict: 0,
    });
  });

  test('what the store calls shipped is ours when we shipped it, or told it of it', () => {
    const said = { quantity: 2, cancelled: 0, shipped: 2 };
    expect(reconcileLine(said, { allocated: 2, shipped: 2, reported: 2 }, { quantity: 2 }).elsewhere).toBe(0);
    // The label was voided here, and the store has not taken the fulfilment back yet.
    expect(reconcileLine(said, { allocated: 0, shipped: 0, reported: 2 }, { quantity: 2 })).toEqual({
      quantity: 2,
      cancelled: 0,
      elsewhere: 0,
      conflict: 0,
    });
  });

  test('a cancelled line with a live label keeps its units and is a conflict', () => {
    expect(
      reconcileLine(
        { quantity: 3, cancelled: 3, shipped: 0 },
        { allocated: 2, shipped: 2, reported: 2 },
        { quantity: 3 },
      ),
    ).toEqual({ quantity: 3, cancelled: 1, elsewhere: 0, conflict: 2 });
  });

  test('a line that is gone is cancelled as far as no label holds it', () => {
    expect(reconcileLine(undefined, { allocated: 1, shipped: 0, reported: 0 }, { quantity: 3 })).toEqual({
      quantity: 3,
      cancelled: 2,
      elsewhere: 0,
      conflict: 1,
    });
  });

  test('never takes units from a label, whatever the store says, and counts every unit it could not follow', () => {
    const units = integer({ min: 0, max: 6 });
    assert(
      property(
        record({ quantity: units, a: units, b: units, allocated: units, shipped: units, reported: units }),
        (n) => {
          const cancelled = Math.min(n.a, n.quantity);
          const said = { quantity: n.quantity, cancelled, shipped: Math.min(n.b, n.quantity - cancelled) };
          const own = { allocated: n.allocated, shipped: Math.min(n.shipped, n.allocated), reported: n.reported };
          const line = reconcileLine(said, own, { quantity: n.quantity });
          expect(line.elsewhere).toBeLessThanOrEqual(line.cancelled);
          expect(own.allocated).toBeLessThanOrEqual(line.quantity - line.cancelled);
          expect(line.cancelled).toBeGreaterThanOrEqual(0);
          expect(line.conflict).toBeGreaterThanOrEqual(0);
          // What is left to ship is what the store wants, or what labels hold already.
          const open = line.quantity - line.cancelled;
          const elsewhere = Math.max(0, said.shipped - Math.max(own.shipped, own.reported));
          const wants = said.quantity - Math.min(said.quantity, said.cancelled + elsewhere);
          expect(open).toBe(Math.max(wants, own.allocated));
          expect(line.conflict).toBe(open - wants);
        },
      ),
    );
  });
});

describe('an order', () => {
  test('is as far as its quantities say', () => {
    expect(fulfillmentOf([kept({})])).toBe('unfulfilled');
    expect(fulfillmentOf([kept({ allocated: 3, shipped: 3 }), kept({})])).toBe('partial');
    expect(fulfillmentOf([kept({ allocated: 3, shipped: 3 }), kept({ cancelled: 3 })])).toBe('fulfilled');
    expect(fulfillmentOf([kept({ cancelled: 3, elsewhere: 3 })])).toBe('manual_fulfilled');
    expect(fulfillmentOf([kept({ cancelled: 1, elsewhere: 1 })])).toBe('partial');
    expect(fulfillmentOf([kept({ cancelled: 3 })])).toBe('unfulfilled');
    expect(fulfillmentOf([])).toBe('manual_fulfilled');
  });

  test('marked by hand stays so until the store takes back what it said itself', () => {
    const open = [kept({})];
    const shippedThere = [kept({ cancelled: 3, elsewhere: 3 })];
    expect(fulfillmentAfterSync('manual_fulfilled', open, open)).toBe('manual_fulfilled');
    expect(fulfillmentAfterSync('manual_fulfilled', shippedThere, open)).toBe('unfulfilled');
    expect(fulfillmentAfterSync('unfulfilled', open, shippedThere)).toBe('manual_fulfilled');
  });
});
