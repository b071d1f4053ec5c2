import { orderFilters } from '@scanship/contracts/orders/order-list';
import { describe, expect, it } from 'vitest';
import { parseOrderSearch } from './order-search.ts';
import { isChanged, keptFilters, readOwnViews, searchOfKept, withView, writeOwnViews } from './views.ts';

const TODAY = '2026-11-21';
const rush = parseOrderSearch({
  tab: 'unfulfilled',
  range: 'byWeek',
  country: 'CA',
  sort: 'shipBy',
  size: 100,
  page: 3,
});

describe('named views', () => {
  it('keep filters in the shape of the list call, with dates that move', () => {
    const kept = keptFilters(rush, TODAY);
    expect(kept).toMatchObject({ fulfillmentStatus: 'unfulfilled', dateRange: 'byWeek', countryCode: 'CA' });
    expect(kept).not.toHaveProperty('fromDate');
    expect(orderFilters.safeParse(kept).success).toBe(true);
    expect(JSON.stringify(keptFilters({}, TODAY))).toBe('{}');
  });
  it('come back from the text without the place in the list', () => {
    const [view] = readOwnViews(writeOwnViews([{ name: 'Rush', search: rush }], TODAY));
    const { page: _page, ...whole } = rush;
    expect(view).toMatchObject({ key: 'own:Rush', name: 'Rush', search: whole });
    expect(view && isChanged(view, { ...rush, page: 5, order: 'x', view: 'own:Rush' })).toBe(false);
    expect(view && isChanged(view, { ...rush, country: 'US' })).toBe(true);
    expect(view && isChanged(view, { ...rush, size: undefined })).toBe(true);
  });
  it('leave out what is spoilt', () => {
    expect(readOwnViews('not json')).toEqual([]);
    expect(readOwnViews('[{"name":7},null,{"name":"A","filters":"x"}]')).toMatchObject([{ name: 'A', search: {} }]);
    expect(searchOfKept({ sort: 'weight', size: 33, signs: ['hold', 'x'] })).toEqual({ signs: ['hold'] });
  });
  it('one name is there once; a renamed view keeps its place', () => {
    const views = readOwnViews(
      writeOwnViews(
        ['A', 'B', 'C'].map((name) => ({ name, search: {} })),
        TODAY,
      ),
    );
    expect(withView(views, 'b', rush).map((v) => v.name)).toEqual(['A', 'b', 'C']);
    expect(withView(views, 'D', rush).map((v) => v.name)).toEqual(['A', 'B', 'C', 'D']);
    expect(withView(views, 'X', rush, 'own:B').map((v) => v.name)).toEqual(['A', 'X', 'C']);
    expect(withView(views, 'C', rush, 'own:A').map((v) => v.name)).toEqual(['C', 'B']);
  });
});
