import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FULFILLMENT_EVENTS,
  FULFILLMENT_TRANSITIONS,
  FULFILLMENTS,
  type Fulfillment,
  type LineQuantities,
  nextFulfillment,
  parseTab,
  shippingEvent,
  SIGNS,
  signBits,
  signsOf,
  statusWord,
  TABS,
  tabOf,
  unallocated,
} from './order.ts';

const facts = fc.record({
  fulfillment: fc.constantFrom(...FULFILLMENTS),
  cancelled: fc.boolean(),
  archived: fc.boolean(),
});

describe('tabs and words', () => {
  test.each([
    [{ fulfillment: 'unfulfilled', cancelled: false, archived: false }, 'unfulfilled', 'Unfulfilled'],
    [{ fulfillment: 'partial', cancelled: false, archived: false }, 'unfulfilled', 'Partially-Fulfilled'],
    [{ fulfillment: 'fulfilled', cancelled: false, archived: false }, 'fulfilled', 'Fulfilled'],
    [{ fulfillment: 'manual_fulfilled', cancelled: false, archived: false }, 'manual_fulfilled', 'Manual-Fulfilled'],
    [{ fulfillment: 'fulfilled', cancelled: true, archived: false }, 'cancelled', 'Cancelled'],
    [{ fulfillment: 'partial', cancelled: true, archived: true }, 'archived', 'Cancelled'],
  ] as const)('%j stands in %s as %s', (order, tab, word) => {
    expect(tabOf(order)).toBe(tab);
    expect(statusWord(order)).toBe(word);
  });

  test('archiving and back, cancelling and back lose nothing', () => {
    fc.assert(
      fc.property(facts, (order) => {
        expect(tabOf({ ...order, archived: true })).toBe('archived');
        expect(tabOf({ ...order, archived: false })).not.toBe('archived');
        expect(statusWord({ ...order, cancelled: false })).not.toBe('Cancelled');
      }),
    );
  });

  test.each([
    ['', 'all'],
    ['Manual-Fulfilled', 'manual_fulfilled'],
    ['UNFULFILLED', 'unfulfilled'],
    [' archived ', 'archived'],
  ])('%j is the tab %s', (text, tab) => expect(parseTab(text)).toBe(tab));
  test('what is no tab is none', () =>
    expect([parseTab('all'), parseTab('shipped'), parseTab('partial')]).toEqual([undefined, undefined, undefined]));
});

describe('fulfilment', () => {
  test('every event leads to a known state, and none leads out of the table', () => {
    for (const from of FULFILLMENTS)
      for (const event of FULFILLMENT_EVENTS) {
        const to = FULFILLMENT_TRANSITIONS[from][event];
        if (to !== undefined) expect(FULFILLMENTS).toContain(to);
      }
    expect(nextFulfillment('fulfilled', 'ship_rest')).toBeUndefined();
    expect(nextFulfillment('unfulfilled', 'unship_all')).toBeUndefined();
  });

  const line = fc
    .integer({ min: 1, max: 4 })
    .chain((quantity) =>
      fc
        .integer({ min: 0, max: quantity - 1 })
        .map((cancelled): LineQuantities => ({ quantity, cancelled, allocated: 0, shipped: 0 })),
    );
  const move = fc.record({ line: fc.nat(3), units: fc.integer({ min: 1, max: 4 }), back: fc.boolean() });

  test('any sequence of labels bought and voided keeps the state equal to what is shipped', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.array(move, { maxLength: 20 }), (start, moves) => {
        let lines = start;
        let state: Fulfillment = 'unfulfilled';
        for (const { line: at, units, back } of moves) {
          const index = at % lines.length;
          const current = lines[index];
          if (!current) throw new Error('the index is within the lines');
          const n = back ? -Math.min(units, current.shipped) : Math.min(units, unallocated(current));
          const after = lines.map((each, i) =>
            i === index ? { ...each, allocated: each.allocated + n, shipped: each.shipped + n } : each,
          );
          const event = shippingEvent(lines, after);
          expect(event === undefined).toBe(n === 0);
          if (event !== undefined) {
            const next = nextFulfillment(state, event);
            expect(next).toBeDefined();
            state = next ?? state;
          }
          lines = after;
          const shipped = lines.reduce((sum, each) => sum + each.shipped, 0);
          const wanted = lines.reduce((sum, each) => sum + each.quantity - each.cancelled, 0);
          expect(state).toBe(shipped === 0 ? 'unfulfilled' : shipped < wanted ? 'partial' : 'fulfilled');
          expect(TABS).toContain(tabOf({ fulfillment: state, cancelled: false, archived: false }));
        }
      }),
    );
  });

  test('a label voided after a mark by hand brings the order back', () => {
    expect(nextFulfillment('partial', 'mark_manual')).toBe('manual_fulfilled');
    expect(nextFulfillment('manual_fulfilled', 'unship_all')).toBe('unfulfilled');
    expect(nextFulfillment('manual_fulfilled', 'unship_part')).toBe('partial');
  });
});

test('signs come back as they were stored, in their fixed order', () => {
  fc.assert(
    fc.property(
      fc.record({ note: fc.boolean(), gift: fc.boolean(), unverified: fc.boolean() }),
      fc.boolean(),
      fc.boolean(),
      (stored, held, overdue) => {
        const signs = signsOf({
          bits: signBits(stored),
          international: false,
          held,
          importFailed: false,
          fulfillment: 'partial',
          combinable: false,
          overdue,
        });
        expect(signs).toEqual(
          SIGNS.filter(
            (sign) =>
              ({
                ...stored,
                hold: held,
                overdue,
                partial: true,
                international: false,
                combinable: false,
                failed: false,
              })[sign],
          ),
        );
      },
    ),
  );
});
