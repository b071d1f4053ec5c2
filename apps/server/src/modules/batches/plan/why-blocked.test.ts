import { describe, expect, it } from 'vitest';
import { type BlockContext, type BlockFacts, whyBlocked } from './why-blocked.ts';

const line = { quantity: 2, allocated: 0, cancelled: 0 };
const order: BlockFacts = {
  cancelled: false,
  archived: false,
  holdCode: null,
  holdReason: null,
  holdUntil: null,
  importFailed: false,
  fulfillment: 'unfulfilled',
  lines: [line],
  shipToProblems: [{ severity: 'warning', message: 'No phone.' }],
  shipFrom: {},
  customsGaps: [],
  crossesBorder: false,
};
const free: BlockContext = {
  claimedBy: undefined,
  shippedBy: undefined,
  mustVerify: false,
  parcelGrams: 400,
  limit: undefined,
};
const cause = (more: Partial<BlockFacts>, context: Partial<BlockContext> = {}) =>
  whyBlocked({ ...order, ...more }, { ...free, ...context })?.cause;

describe('why an order is not shipped', () => {
  it('nothing: a warning about the address is no obstacle', () => {
    expect(cause({})).toBeUndefined();
  });

  it('each obstacle has its cause', () => {
    const gap = { message: 'Cup needs a tariff code.' };
    expect(cause({ cancelled: true })).toBe('cancelled');
    expect(cause({ archived: true })).toBe('archived');
    expect(cause({ fulfillment: 'manual_fulfilled' })).toBe('shipped');
    expect(cause({ lines: [{ ...line, allocated: 2 }] })).toBe('shipped');
    expect(cause({ lines: [{ ...line, cancelled: 2 }] })).toBe('cancelled');
    expect(cause({ importFailed: true })).toBe('import-failed');
    expect(cause({ holdCode: 'fraud' })).toBe('hold');
    expect(cause({}, { mustVerify: true })).toBe('hold');
    expect(cause({}, { claimedBy: 'Ben Ng' })).toBe('claimed');
    expect(cause({ shipFrom: null })).toBe('no-ship-from');
    expect(cause({}, { parcelGrams: null })).toBe('no-weight');
    expect(cause({}, { parcelGrams: 0 })).toBe('no-weight');
    expect(cause({}, { limit: { grams: 300, packageName: 'Box S' } })).toBe('no-rate');
    expect(cause({ crossesBorder: true, customsGaps: [gap] })).toBe('customs');
    expect(cause({ customsGaps: [gap] })).toBeUndefined();
    const error = { severity: 'error', message: 'A postal code is needed.' } as const;
    expect(cause({ shipToProblems: [error] })).toBe('address');
  });

  it('an order that is shipped in part may go on', () => {
    expect(cause({ lines: [{ ...line, allocated: 1 }], fulfillment: 'partial' })).toBeUndefined();
  });

  it('says who has its label', () => {
    const held = whyBlocked({ ...order, lines: [{ ...line, allocated: 2 }] }, { ...free, shippedBy: 'Ben Ng' });
    expect(held?.message).toBe('This order has a label already, bought by Ben Ng.');
  });
});
