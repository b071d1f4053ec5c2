import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activeFilters, filtersOf, nextSort, parseProductSearch, withoutFilter } from './product-search.ts';

const STORE = '0199a000-0000-7000-8000-00000000dead';

describe('the address of the product list', () => {
  test('what was spoilt is left out one by one', () => {
    expect(
      parseProductSearch({
        q: 1001,
        stores: ['x', STORE],
        missing: ['weight', 'colour'],
        size: 33,
        sort: 'price',
        page: 0,
      }),
    ).toEqual({ q: '1001', stores: [STORE], missing: ['weight'] });
  });
  test('reading is stable whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('q', 'stores', 'missing', 'size', 'sort', 'page', 'from', 'product'),
          fc.anything(),
        ),
        (given) => {
          const once = parseProductSearch(given);
          expect(parseProductSearch(once)).toEqual(once);
        },
      ),
    );
  });
  test('a chip taken away leaves the others and begins the list anew', () => {
    const search = { q: 'mug', missing: ['weight'], from: '2026-01-01', page: 3, after: 'k', size: 50 } as const;
    expect(activeFilters(search)).toEqual(['q', 'missing', 'dates']);
    expect(withoutFilter(search, 'q')).toEqual({ missing: ['weight'], from: '2026-01-01', size: 50 });
    expect(withoutFilter(search, 'dates')).toEqual({ q: 'mug', missing: ['weight'], size: 50 });
  });
  test('what the server is asked', () => {
    expect(filtersOf({ q: 'mug', archived: true, to: '2026-02-01' })).toEqual({
      search: { value: 'mug' },
      archived: true,
      toDate: '2026-02-01 00:00:00',
    });
  });
  test('a head pressed twice turns its order', () => {
    expect(nextSort('-createdAt', 'sku')).toBe('sku');
    expect(nextSort('sku', 'sku')).toBe('-sku');
    expect(nextSort('sku', 'updatedAt')).toBe('-updatedAt');
  });
});
