import { listOrders, ORDER_TABS, orderFilters, SEARCH_KEYS } from '@scanship/contracts/orders/order-list';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  activeFilters,
  daysOf,
  FILTER_NAMES,
  filtersOf,
  parseOrderSearch,
  sameOrders,
  searchOfFilters,
  withoutFilter,
  withoutFilters,
} from './order-search.ts';

const TODAY = '2026-11-21';

describe('parseOrderSearch', () => {
  it('keeps a full address and drops the defaults', () => {
    expect(
      parseOrderSearch({
        tab: 'unfulfilled',
        q: 1001,
        key: 'sku',
        country: 'ca',
        province: 'ON',
        skus: 'A',
        sources: ['file', 'x'],
        size: 20,
        page: '3',
        sort: '-placedAt',
        after: 'k',
      }),
    ).toEqual({
      tab: 'unfulfilled',
      q: '1001',
      key: 'sku',
      country: 'CA',
      province: 'ON',
      skus: ['A'],
      sources: ['file'],
      page: 3,
      after: 'k',
    });
  });
  it('drops what is spoilt, part by part', () => {
    expect(
      parseOrderSearch({
        tab: 'nope',
        q: '   ',
        key: 'sku',
        country: 'Canada',
        province: 'ON',
        range: 'custom',
        from: 'x',
        size: 7,
        page: -1,
        skus: [],
      }),
    ).toEqual({});
  });
  it('gives any input back unchanged the second time', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('tab', 'q', 'key', 'country', 'range', 'from', 'skus', 'size', 'page', 'sort'),
          fc.anything(),
        ),
        (given) => {
          const once = parseOrderSearch(given);
          expect(parseOrderSearch(once)).toEqual(once);
        },
      ),
    );
  });
});

describe('filtersOf', () => {
  it('sends the default range alone as the default filter', () => {
    expect(filtersOf({}, TODAY)).toEqual({
      fromDate: '2022-11-21 00:00:00',
      toDate: '2026-11-21 00:00:00',
      defaultFilter: true,
    });
  });
  it('searches by order number unless another key is chosen', () => {
    expect(filtersOf({ q: '#1' }, TODAY).search).toEqual({ key: 'orderNumber', value: '#1' });
    expect(filtersOf({ q: 'a', key: 'email' }, TODAY).search).toEqual({ key: 'email', value: 'a' });
    expect(filtersOf({ q: 'a' }, TODAY).defaultFilter).toBeUndefined();
  });
  it('always fits the contract of the list call', () => {
    fc.assert(
      fc.property(
        fc.record({
          tab: fc.constantFrom('', 'archived'),
          q: fc.string(),
          country: fc.constantFrom('CA', 'us', 'x'),
          range: fc.constantFrom('today', 'byYear', 'custom'),
          from: fc.constantFrom('2026-01-31', 'no'),
          skus: fc.array(fc.string()),
        }),
        (given) => {
          expect(orderFilters.safeParse(filtersOf(parseOrderSearch(given), TODAY)).success).toBe(true);
        },
      ),
    );
    expect(listOrders.body).toBe(orderFilters);
  });
  it('ranges that move with the day stay names; days are whole', () => {
    expect(filtersOf({ range: 'byWeek' }, TODAY)).toEqual({ dateRange: 'byWeek' });
    expect(filtersOf({ range: 'custom', from: '2026-01-01' }, TODAY)).toEqual({
      dateRange: 'custom',
      fromDate: '2026-01-01 00:00:00',
      toDate: '2026-11-21 00:00:00',
    });
    expect(daysOf({}, '2028-02-29')).toEqual({ from: '2024-02-29', to: '2028-02-29' });
    expect(daysOf({}, '2104-02-29').from).toBe('2100-03-01');
  });
});

describe('searchOfFilters', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 3 });
  it('gives the address back that the filters were made of', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            tab: fc.constantFrom(...ORDER_TABS),
            q: fc.stringMatching(/^[A-Z]{1,9}$/),
            key: fc.constantFrom(...SEARCH_KEYS),
            country: fc.constantFrom('CA', 'US'),
            province: fc.constantFrom('ON', 'NY'),
            range: fc.constantFrom('today', 'byWeek', 'byMonth', 'byYear'),
            skus: words,
            tags: words,
            sources: fc.constant(['file']),
            stores: words,
            platforms: fc.constant([100002, 100008]),
            warehouses: words,
            assignees: fc.constant(['me', 'nobody']),
            signs: fc.constant(['hold']),
          },
          { requiredKeys: [] },
        ),
        (given) => {
          const search = parseOrderSearch(given);
          const { key, ...rest } = search;
          const back = searchOfFilters(filtersOf(search, TODAY));
          expect({ ...back, ...(back.key === 'orderNumber' && !key ? { key } : {}) }).toEqual(
            key ? { ...rest, key } : rest,
          );
        },
      ),
    );
  });
  it('takes custom days, and leaves out what is spoilt', () => {
    const search = parseOrderSearch({ range: 'custom', from: '2026-01-02', to: '2026-02-03' });
    expect(searchOfFilters(filtersOf(search, TODAY))).toEqual(search);
    expect(searchOfFilters({ countryCode: 7, skus: 'A', signs: ['nope'], search: 'x', dateRange: 'soon' })).toEqual({
      skus: ['A'],
    });
    expect(searchOfFilters(filtersOf({}, TODAY))).toEqual({});
  });
});

describe('sameOrders', () => {
  it('is blind to how they are shown, and to nothing else', () => {
    const shown = parseOrderSearch({ tab: 'fulfilled', country: 'CA' });
    expect(
      sameOrders(parseOrderSearch({ ...shown, size: 50, page: 3, after: 'k', sort: 'total', view: 'own:a' })),
    ).toEqual(shown);
    expect(sameOrders(parseOrderSearch({ ...shown, assignees: ['me'] }))).not.toEqual(shown);
  });
});

describe('removing filters', () => {
  const full = parseOrderSearch({
    tab: 'fulfilled',
    q: 'x',
    key: 'sku',
    country: 'CA',
    province: 'ON',
    range: 'custom',
    from: '2026-01-01',
    skus: ['a'],
    page: 4,
    after: 'k',
    size: 50,
  });
  it('takes what belongs to it along, and starts at the first page', () => {
    expect(withoutFilter(full, 'country')).toEqual({
      tab: 'fulfilled',
      q: 'x',
      key: 'sku',
      range: 'custom',
      from: '2026-01-01',
      skus: ['a'],
      size: 50,
    });
    expect(withoutFilter(full, 'q').key).toBeUndefined();
  });
  it('removing all leaves tab and page size', () => {
    expect(withoutFilters(full)).toEqual({ tab: 'fulfilled', size: 50 });
    expect(activeFilters(full)).toEqual(
      FILTER_NAMES.filter((n) => ['q', 'country', 'province', 'range', 'skus'].includes(n)),
    );
  });
});
