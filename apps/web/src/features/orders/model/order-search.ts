/**
 * The full state of the order list in the address: paste it elsewhere and the same rows appear (ux.md line 8). Values that
 * an old link or a person spoilt are left out one by one.
 */
import {
  DEFAULT_PAGE_SIZE,
  ORDER_SIGNS,
  type ORDER_SORTS,
  ORDER_SOURCES,
  ORDER_TABS,
  type OrderFilters,
  PAGE_SIZES,
  SEARCH_KEYS,
} from '@scanship/contracts/order-list';
import { addDays } from '../../../lib/format.ts';

export const DATE_RANGES = ['today', 'byWeek', 'byMonth', 'byYear', 'custom'] as const;
export type DateRange = (typeof DATE_RANGES)[number];
export type OrderTab = (typeof ORDER_TABS)[number];
export type SearchKey = (typeof SEARCH_KEYS)[number];
export type OrderSource = (typeof ORDER_SOURCES)[number];
export type OrderSign = (typeof ORDER_SIGNS)[number];
export type OrderSort = (typeof ORDER_SORTS)[number];

export interface OrderSearch {
  readonly tab?: OrderTab;
  readonly q?: string;
  readonly key?: SearchKey;
  readonly country?: string;
  readonly province?: string;
  readonly range?: DateRange;
  /** Days of a custom range, YYYY-MM-DD, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly skus?: readonly string[];
  readonly tags?: readonly string[];
  readonly sources?: readonly OrderSource[];
  readonly stores?: readonly string[];
  readonly signs?: readonly OrderSign[];
  readonly size?: number;
  readonly page?: number;
  readonly sort?: OrderSort;
  readonly after?: string;
  readonly before?: string;
  /** Order whose shipping panel is open. */
  readonly order?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const one = <T extends string>(allowed: readonly T[], value: unknown): T | undefined =>
  allowed.find((a) => a === value);
const text = (value: unknown, max: number): string | undefined => {
  // The router reads "1001" of an address as a number.
  const t = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return t && t.length <= max ? t : undefined;
};
const list = (value: unknown, max: number): string[] | undefined => {
  const items = (Array.isArray(value) ? value : value === undefined ? [] : [value]).flatMap((v) => text(v, max) ?? []);
  return items.length > 0 ? [...new Set(items)].slice(0, 200) : undefined;
};
const few = <T extends string>(allowed: readonly T[], value: unknown): T[] | undefined => {
  const items = list(value, 60)?.flatMap((v) => one(allowed, v) ?? []);
  return items && items.length > 0 ? items : undefined;
};

export function parseOrderSearch(given: object): OrderSearch {
  const s = given as Record<string, unknown>;
  const country = text(s.country, 2)?.toUpperCase();
  const range = one(DATE_RANGES, s.range);
  const day = (value: unknown) => (typeof value === 'string' && DAY.test(value) ? value : undefined);
  const from = range === 'custom' ? day(s.from) : undefined;
  const to = range === 'custom' ? day(s.to) : undefined;
  const q = text(s.q, 100);
  const size = PAGE_SIZES.find((n) => n === Number(s.size));
  const page = Number.isInteger(Number(s.page)) && Number(s.page) > 1 ? Number(s.page) : undefined;
  const result: Record<string, unknown> = {
    tab: one(ORDER_TABS, s.tab) || undefined,
    q,
    key: q ? one(SEARCH_KEYS, s.key) : undefined,
    country: country && /^[A-Z]{2}$/.test(country) ? country : undefined,
    province: country ? text(s.province, 10) : undefined,
    range: range === 'custom' && !from && !to ? undefined : range,
    from,
    to,
    skus: list(s.skus, 100),
    tags: list(s.tags, 60),
    sources: few(ORDER_SOURCES, s.sources),
    stores: list(s.stores, 40),
    signs: few(ORDER_SIGNS, s.signs),
    size: size === DEFAULT_PAGE_SIZE ? undefined : size,
    page,
    sort: s.sort === 'placedAt' ? 'placedAt' : undefined,
    after: text(s.after, 200),
    before: s.after ? undefined : text(s.before, 200),
    order: text(s.order, 40),
  };
  return Object.fromEntries(Object.entries(result).filter(([, v]) => v !== undefined));
}

/** First and last day of a range, both included; the default is four years back to today (product-spec section 4). */
export function daysOf(search: OrderSearch, today: string): { readonly from: string; readonly to: string } {
  switch (search.range) {
    case 'today':
      return { from: today, to: today };
    case 'byWeek':
      return { from: addDays(today, -6), to: today };
    case 'byMonth':
      return { from: addDays(today, -29), to: today };
    case 'byYear':
      return { from: addDays(today, -364), to: today };
    case 'custom':
      return { from: search.from ?? defaultFrom(today), to: search.to ?? today };
    default:
      return { from: defaultFrom(today), to: today };
  }
}
const defaultFrom = (today: string): string =>
  new Date(Date.UTC(Number(today.slice(0, 4)) - 4, Number(today.slice(5, 7)) - 1, Number(today.slice(8))))
    .toISOString()
    .slice(0, 10);

/** The body of the list call. A toDate at 00:00:00 includes its whole day (decisions 22). */
export function filtersOf(search: OrderSearch, today: string): OrderFilters {
  const { from, to } = daysOf(search, today);
  const filters: OrderFilters = { fromDate: `${from} 00:00:00`, toDate: `${to} 00:00:00` };
  if (search.tab) filters.fulfillmentStatus = search.tab;
  if (search.q) filters.search = { key: search.key ?? 'orderNumber', value: search.q };
  if (search.country) filters.countryCode = search.country;
  if (search.province) filters.provinceCode = search.province;
  if (search.skus) filters.skus = [...search.skus];
  if (search.tags) filters.tags = [...search.tags];
  if (search.sources) filters.orderSource = [...search.sources];
  if (search.stores) filters.storeIds = [...search.stores];
  if (search.signs) filters.signs = [...search.signs];
  if (!search.range && Object.keys(filters).length === 2) filters.defaultFilter = true;
  return filters;
}

/** What the person narrowed the list by, one entry for each removable chip; the tab is not one of them. */
export const FILTER_NAMES = [
  'q',
  'country',
  'province',
  'range',
  'skus',
  'tags',
  'sources',
  'stores',
  'signs',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export const activeFilters = (search: OrderSearch): readonly FilterName[] =>
  FILTER_NAMES.filter((name) => search[name] !== undefined);

/** A change of filter starts at the first page. */
export const withoutPlace = (search: OrderSearch): OrderSearch => {
  const { page: _page, after: _after, before: _before, ...rest } = search;
  return rest;
};

export function withoutFilter(search: OrderSearch, name: FilterName | 'tab'): OrderSearch {
  const next: Record<string, unknown> = { ...withoutPlace(search) };
  delete next[name];
  if (name === 'q') delete next.key;
  if (name === 'country') delete next.province;
  if (name === 'range') {
    delete next.from;
    delete next.to;
  }
  return next;
}

export function withoutFilters(search: OrderSearch): OrderSearch {
  let next = search;
  for (const name of FILTER_NAMES) next = withoutFilter(next, name);
  return next;
}

/** The chip that a filter name of the server's `emptiedBy` stands for. */
const SERVER_NAMES: Readonly<Record<string, FilterName | 'tab'>> = {
  search: 'q',
  countryCode: 'country',
  provinceCode: 'province',
  fromDate: 'range',
  toDate: 'range',
  dates: 'range',
  dateRange: 'range',
  skus: 'skus',
  tags: 'tags',
  orderSource: 'sources',
  storeIds: 'stores',
  signs: 'signs',
  fulfillmentStatus: 'tab',
};
export const chipOfServerFilter = (name: string): FilterName | 'tab' | undefined => SERVER_NAMES[name];
