import type { DecisionDto } from '@scanship/contracts/shipping/automation';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { describe, expect, it } from 'vitest';
import { arrivalDay, customsGapsOf, missingAtCarrier, NO_FILTER, type RateSort } from './rank-rates.ts';
import { viewOf, wishOf } from './rate-view.ts';

const rate = (id: string, minor: number, transitDays: number | null, extra: Partial<RateDto> = {}): RateDto => ({
  id,
  grantId: 'g',
  carrier: `carrier-${id}`,
  carrierName: `Carrier ${id}`,
  service: id,
  serviceName: id,
  price: { minor, currency: 'CAD' },
  priceLines: [],
  compare: { minor, currency: 'CAD', fx: null },
  retail: null,
  billableGrams: null,
  transitDays,
  deliverBy: null,
  expiresAt: '',
  test: false,
  tracked: true,
  signature: true,
  ...extra,
});
const decision = (more: Partial<DecisionDto> = {}): DecisionDto => ({
  services: null,
  pick: 'cheapest',
  withinDays: null,
  grantIds: null,
  package: null,
  insuredValue: null,
  signature: 'none',
  saturdayDelivery: false,
  mustVerify: false,
  requested: null,
  reasons: [{ part: 'service', layer: 'default', because: 'Default settings.' }],
  ...more,
});
const service = (id: string) => ({ carrier: `carrier-${id}`, grantId: null, service: id });
const RATES = [
  rate('slow', 900, 8),
  rate('middle', 1_150, 3),
  rate('quick', 4_000, 1),
  rate('post', 1_000, 7, { tracked: false, signature: false }),
  rate('asked', 2_500, 5),
];
const view = (by: DecisionDto | undefined, more: { sort?: RateSort; filter?: Partial<typeof NO_FILTER> } = {}) =>
  viewOf(RATES, {
    filter: { ...NO_FILTER, ...more.filter },
    sort: more.sort ?? 'price',
    shipDate: '2026-11-23',
    wish: wishOf(by, RATES),
    punctuality: new Map([
      ['carrier-asked', { promised: 40, onTime: 39 }],
      ['carrier-post', { promised: 20, onTime: 10 }],
      // Too few to tell.
      ['carrier-slow', { promised: 3, onTime: 3 }],
    ]),
  });
const picks = (...given: Parameters<typeof view>) =>
  view(...given).picks.map(({ first, marks }) => `${first.id}: ${marks.join('+')}`);
const others = (...given: Parameters<typeof view>) => view(...given).others.map(({ first }) => first.id);

describe('the first of the rates', () => {
  it('are cheapest, fastest, best and the usual choice, each rate once, in this order', () => {
    expect(picks(decision())).toEqual(['slow: cheapest+usual', 'quick: fastest', 'middle: best']);
    expect(others(decision())).toEqual(['post', 'asked']);
    expect(picks(decision({ withinDays: 5 }))).toEqual(['slow: cheapest', 'quick: fastest', 'middle: best+usual']);
  });
  it('hold what a rule names and what the buyer asked for', () => {
    const named = decision({
      services: [service('post')],
      requested: { name: 'Express', service: service('asked') },
      reasons: [{ part: 'service', layer: 'rule', ruleName: 'VIP', because: 'Rule “VIP”.' }],
    });
    expect(picks(named).slice(3)).toEqual(['post: usual', 'asked: requested']);
    expect(wishOf(named, RATES).layer).toBe('rule');
    // The rule's service is offered by nobody: nothing stands in for it.
    expect(wishOf(decision({ services: [service('gone')] }), RATES).usual).toBeUndefined();
  });
  it('are those of what the filter leaves', () => {
    expect(picks(decision(), { filter: { tracked: true, by: '2026-11-30' } })).toEqual([
      'middle: cheapest',
      'quick: fastest',
    ]);
    expect(others(decision(), { filter: { carrier: 'Carrier post' } })).toEqual(['post']);
    expect(others(decision(), { filter: { signature: true } })).toEqual(['asked']);
  });
  it('lets the others be sorted by what is known of their carriers', () => {
    expect(others(decision(), { sort: 'punctuality' })).toEqual(['asked', 'post']);
    expect(others(decision(), { sort: 'date' })).toEqual(['asked', 'post']);
  });
});

it('a day of arrival is as promised, else counted in working days from the hand-over', () => {
  expect(arrivalDay(rate('a', 1, 2, { deliverBy: '2026-12-01' }), '2026-11-23')).toBe('2026-12-01');
  // Thursday and three working days: Friday, Monday, Tuesday.
  expect(arrivalDay(rate('a', 1, 3), '2026-11-26')).toBe('2026-12-01');
  expect(arrivalDay(rate('a', 1, 0), '2026-11-26')).toBe('2026-11-26');
  expect([arrivalDay(rate('a', 1, null), '2026-11-26'), arrivalDay(rate('a', 1, 1), undefined)]).toEqual([
    undefined,
    undefined,
  ]);
});

it('gaps of the customs declaration are said once, and leave the marks to all rates', () => {
  const gap = { field: 'customs.hsCode', message: '"Mug" has no HS code.' };
  const phone = { field: 'to.phone', message: 'Eagle needs a telephone number.' };
  const rates = [
    rate('a', 100, 3, { missing: [gap] }),
    rate('b', 90, 2, { missing: [gap, phone] }),
    rate('c', 200, 1, { missing: [gap] }),
  ];
  expect(customsGapsOf(rates)).toEqual([gap.message]);
  expect(rates.map(missingAtCarrier)).toEqual([[], [phone.message], []]);
  const wish = wishOf(decision(), rates);
  expect(wish.usual?.id).toBe('a');
});
