import { describe, expect, it } from 'vitest';
import { fromTheTop, isFiltered, labelSearch, toFilters } from './label-search.ts';

describe('filters of the labels page', () => {
  it('leave out what a link spoilt, one by one', () => {
    expect(
      labelSearch({
        q: 1001,
        key: 'nonsense',
        state: 'draft',
        tracking: 'delivered',
        from: '2026-1-1',
        to: '2026-11-21',
        size: 7,
        page: 1,
      }),
    ).toEqual({ q: '1001', tracking: 'delivered', to: '2026-11-21' });
  });
  it('are sent as the call wants them, whole days included', () => {
    expect(
      toFilters(labelSearch({ q: 'TL1', carrier: 'ups', state: 'voided', from: '2026-11-01', to: '2026-11-21' })),
    ).toEqual({
      search: { key: 'trackingNumber', value: 'TL1' },
      carriers: ['ups'],
      states: ['voided'],
      fromDate: '2026-11-01 00:00:00',
      toDate: '2026-11-21 00:00:00',
    });
  });
  it('know a place in the list from a filter', () => {
    const search = labelSearch({ size: 50, page: 3, after: 'abc', key: 'recipient' });
    expect(isFiltered(search)).toBe(false);
    expect(fromTheTop(search)).toEqual({ size: 50, key: 'recipient' });
    expect(isFiltered(labelSearch({ store: 'x' }))).toBe(true);
  });
});
