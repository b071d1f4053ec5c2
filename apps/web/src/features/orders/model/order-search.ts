/**
 * The full state of the order list in the address: paste it elsewhere and the same rows appear (ux.md line 8). Values that
 * an old link or a person spoilt are left out one by one.
 */
import {
  DATE_RANGES,
  type DateRangeName,
  DEFAULT_PAGE_SIZE,
  ORDER_LACKS,
  ORDER_SIGNS,
  ORDER_SORTS,
  ORDER_SOURCES,
  ORDER_TABS,
  type OrderFilters,
  type OrderSort,
  PAGE_SIZES,
  SEARCH_KEYS,
} from '@scanship/contracts/orders/order-list';

export type DateRange = DateRangeName;
export type OrderTab = (typeof ORDER_TABS)[number];
export type SearchKey = (typeof SEARCH_KEYS)[number];
export type OrderSource = (typeof ORDER_SOURCES)[number];
export type OrderSign = (typeof ORDER_SIGNS)[number];
export type OrderLack = (typeof ORDER_LACKS)[number];
export type { OrderSort };
export const DEFAULT_SORT: OrderSort = '-placedAt';

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
  /** Platform ids of product-spec section 3. */
  readonly platforms?: readonly number[];
  readonly warehouses?: readonly string[];
  /** Ids of people, `me`, `nobody`. */
  readonly assignees?: readonly string[];
  readonly signs?: readonly OrderSign[];
  readonly lacks?: readonly OrderLack[];
  /** Files the orders came in with. */
  readonly imports?: readonly string[];
  /** Named orders alone, such as those that a command refused. */
  readonly ids?: readonly string[];
  readonly size?: number;
  readonly page?: number;
  readonly sort?: OrderSort;
  readonly after?: string;
  readonly before?: string;
  /** Order whose shipping panel is open. */
  readonly order?: string;
  /** Named view the filters came from (`own:` or `shared:` and its name or id); the filters beside it are what counts. */
  readonly view?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
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

const uuids = (value: unknown): string[] | undefined => {
  const items = list(value, 40)?.filter((id) => UUID.test(id));
  return items && items.length > 0 ? items : undefined;
};
const numbers = (value: unknown): number[] | undefined => {
  const items = list(value, 12)?.map(Number).filter(Number.isSafeInteger);
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
  const size = PAGE_SIZES.find((n) => n === Number(text(s.size, 4)));
  const place = Number(text(s.page, 12));
  const page = Number.isInteger(place) && place > 1 ? place : undefined;
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
    platforms: numbers(s.platforms),
    warehouses: list(s.warehouses, 40),
    assignees: list(s.assignees, 40),
    signs: few(ORDER_SIGNS, s.signs),
    lacks: few(ORDER_LACKS, s.lacks),
    imports: uuids(s.imports),
    ids: uuids(s.ids),
    size: size === DEFAULT_PAGE_SIZE ? undefined : size,
    page,
    sort: s.sort === DEFAULT_SORT ? undefined : one(ORDER_SORTS, s.sort),
    after: text(s.after, 200),
    before: s.after ? undefined : text(s.before, 200),
    order: text(s.order, 40),
    view: text(s.view, 80),
  };
  return Object.fromEntries(Object.entries(result).filter(([, v]) => v !== undefined));
}

/** First and last day when no range that moves with the day is chosen; the default is four years back to today. */
export const daysOf = (
  search: Pick<OrderSearch, 'from' | 'to'>,
  today: string,
): { readonly from: string; readonly to: string } => ({
  from: search.from ?? defaultFrom(today),
  to: search.to ?? today,
});
const defaultFrom = (today: string): string =>
  new Date(Date.UTC(Number(today.slice(0, 4)) - 4, Number(today.slice(5, 7)) - 1, Number(today.slice(8))))
    .toISOString()
    .slice(0, 10);

/**
 * The body of the list call, of commands on all that match, and of kept views. Ranges that move with the day stay names,
 * so that they mean the same tomorrow. A toDate at 00:00:00 includes its whole day (decisions 22).
 */
export function filtersOf(search: OrderSearch, today: string): OrderFilters {
  const filters: OrderFilters = {};
  if (search.range && search.range !== 'custom') filters.dateRange = search.range;
  else {
    const { from, to } = daysOf(search, today);
    filters.fromDate = `${from} 00:00:00`;
    filters.toDate = `${to} 00:00:00`;
    if (search.range) filters.dateRange = 'custom';
  }
  if (search.tab) filters.fulfillmentStatus = search.tab;
  if (search.q) filters.search = { key: search.key ?? 'orderNumber', value: search.q };
  if (search.country) filters.countryCode = search.country;
  if (search.province) filters.provinceCode = search.province;
  if (search.skus) filters.skus = [...search.skus];
  if (search.tags) filters.tags = [...search.tags];
  if (search.sources) filters.orderSource = [...search.sources];
  if (search.stores) filters.storeIds = [...search.stores];
  if (search.platforms) filters.platformIds = [...search.platforms];
  if (search.warehouses) filters.warehouseIds = [...search.warehouses];
  if (search.assignees) filters.assignees = [...search.assignees];
  if (search.signs) filters.signs = [...search.signs];
  if (search.lacks) filters.lacks = [...search.lacks];
  if (search.imports) filters.importIds = [...search.imports];
  if (search.ids) filters.orderIds = [...search.ids];
  if (search.ids ?? search.imports) {
    // They are shown whenever they were placed, unless somebody chose the days.
    if (!search.range) {
      delete filters.fromDate;
      delete filters.toDate;
    }
  }
  if (!search.range && Object.keys(filters).length === 2) filters.defaultFilter = true;
  return filters;
}

/** The address of kept filters; the opposite of `filtersOf`. Spoilt values are left out one by one. */
export function searchOfFilters(kept: object): OrderSearch {
  const f = kept as Record<string, unknown>;
  const search = typeof f.search === 'object' && f.search !== null ? (f.search as Record<string, unknown>) : {};
  const range = one(DATE_RANGES, f.dateRange);
  const day = (value: unknown) => (typeof value === 'string' ? value.slice(0, 10) : undefined);
  return parseOrderSearch({
    tab: f.fulfillmentStatus,
    q: search.value,
    key: search.key,
    country: f.countryCode,
    province: f.provinceCode,
    range,
    ...(range === 'custom' ? { from: day(f.fromDate), to: day(f.toDate) } : {}),
    skus: f.skus,
    tags: f.tags,
    sources: f.orderSource,
    stores: f.storeIds,
    platforms: f.platformIds,
    warehouses: f.warehouseIds,
    assignees: f.assignees,
    signs: f.signs,
    lacks: f.lacks,
    imports: f.importIds,
    ids: f.orderIds,
  });
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
  'platforms',
  'stores',
  'warehouses',
  'assignees',
  'signs',
  'lacks',
  'imports',
  'ids',
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
  const { view: _view, ...rest } = next;
  return rest;
}

/** Which orders are shown, without how: what decides whether a selection still means the same. */
export function sameOrders(search: OrderSearch): OrderSearch {
  const { size: _size, sort: _sort, order: _order, view: _view, ...rest } = withoutPlace(search);
  return rest;
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
  platformIds: 'platforms',
  warehouseIds: 'warehouses',
  assignees: 'assignees',
  signs: 'signs',
  lacks: 'lacks',
  importIds: 'imports',
  orderIds: 'ids',
  fulfillmentStatus: 'tab',
};
export const chipOfServerFilter = (name: string): FilterName | 'tab' | undefined => SERVER_NAMES[name];

/** The field of a sort and its direction. */
export const sortField = (sort: OrderSort): string => sort.replace('-', '');
/** What the next press on a head sorts by: its own first direction, then the other one. */
export function nextSort(now: OrderSort, head: OrderSort): OrderSort {
  if (sortField(now) !== sortField(head)) return head;
  const other = now.startsWith('-') ? sortField(now) : `-${now}`;
  return one(ORDER_SORTS, other) ?? head;
}
