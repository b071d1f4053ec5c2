import { describe, expect, it } from 'vitest';
import { isReturnOver, lacksLabel, lastReturnDay, stateOfReturn, whyNotReturned } from './returns.ts';

const limits = { windowDays: 30, notSkus: new Set(['mug']), notTags: new Set(['final sale']) };
const line = { sku: 'HAT', tags: [], left: 2, deliveredAt: new Date('2026-11-01T23:30:00Z') };

describe('the last day', () => {
  it('is counted from the delivery and is whole wherever the buyer lives', () => {
    expect(lastReturnDay(line.deliveredAt, 30)).toBe('2026-12-01');
    expect(isReturnOver('2026-12-01', new Date('2026-12-02T11:59:59Z'))).toBe(false);
    expect(isReturnOver('2026-12-01', new Date('2026-12-02T12:00:00Z'))).toBe(true);
  });
});

it.each([
  [{}, undefined],
  [{ deliveredAt: null }, 'not-delivered'],
  [{ sku: ' Mug ' }, 'excluded'],
  [{ tags: ['Final Sale'] }, 'excluded'],
  [{ left: 0 }, 'none-left'],
  [{ deliveredAt: new Date('2026-10-01T00:00:00Z') }, 'too-late'],
] as const)('a line with %j: %s', (change, why) => {
  expect(whyNotReturned({ ...line, ...change }, limits, new Date('2026-11-20T00:00:00Z'))).toBe(why);
});

it('an approved return is where its shipment is; a label that was refused or cancelled leaves it approved', () => {
  const states = (['buying', 'draft', 'bought', 'voiding', 'voided', 'handed_over', 'delivered'] as const).map(
    (each) => [stateOfReturn('approved', each), lacksLabel(each)],
  );
  expect(states).toEqual([
    ['approved', false],
    ['approved', true],
    ['label', false],
    ['approved', false],
    ['approved', true],
    ['on_the_way', false],
    ['on_the_way', false],
  ]);
  expect(stateOfReturn('arrived', 'handed_over')).toBe('arrived');
  expect(stateOfReturn('asked', null)).toBe('asked');
});
