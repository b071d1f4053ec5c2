/** The full state of the product list in the address; values that were spoilt are left out one by one. */
import {
  DEFAULT_PAGE_SIZE,
  PAGE_SIZES,
  PRODUCT_GAPS,
  PRODUCT_SORTS,
  type ProductFilters,
  type ProductGap,
  type ProductSort,
} from '@scanship/contracts/products/products';

export const DEFAULT_SORT: ProductSort = '-createdAt';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export interface ProductSearch {
  readonly q?: string;
  readonly stores?: readonly string[];
  readonly missing?: readonly ProductGap[];
  readonly archived?: boolean;
  /** Days on which products came in, YYYY-MM-DD, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly size?: number;
  readonly page?: number;
  readonly sort?: ProductSort;
  readonly after?: string;
  readonly before?: string;
  /** Product whose drawer is open. */
  readonly product?: string;
}

const text = (value: unknown, max: number): string | undefined => {
  // The router reads "1001" of an address as a number.
  const t = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return t && t.length <= max ? t : undefined;
};
const many = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const orNone = <T>(items: readonly T[]): readonly T[] | undefined =>
  items.length > 0 ? [...new Set(items)].slice(0, 200) : undefined;

export function parseProductSearch(given: object): ProductSearch {
  const s = given as Record<string, unknown>;
  const size = PAGE_SIZES.find((n) => n === Number(text(s.size, 4)));
  const page = Number(text(s.page, 12));
  const day = (value: unknown) => (typeof value === 'string' && DAY.test(value) ? value : undefined);
  const id = text(s.product, 40);
  const result: Record<string, unknown> = {
    q: text(s.q, 100),
    stores: orNone(
      many(s.stores)
        .flatMap((each) => text(each, 40) ?? [])
        .filter((each) => UUID.test(each)),
    ),
    missing: orNone(PRODUCT_GAPS.filter((gap) => many(s.missing).includes(gap))),
    archived: s.archived === true || s.archived === 'true' ? true : undefined,
    from: day(s.from),
    to: day(s.to),
    size: size === DEFAULT_PAGE_SIZE ? undefined : size,
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    sort: s.sort === DEFAULT_SORT ? undefined : PRODUCT_SORTS.find((sort) => sort === s.sort),
    after: text(s.after, 800),
    before: s.after ? undefined : text(s.before, 800),
    product: id && UUID.test(id) ? id : undefined,
  };
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== undefined));
}

/** The same list from its beginning. */
export const withoutPlace = ({ page: _p, after: _a, before: _b, product: _d, ...rest }: ProductSearch): ProductSearch =>
  rest;

export const FILTER_NAMES = ['q', 'stores', 'missing', 'archived', 'dates'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export const activeFilters = (search: ProductSearch): readonly FilterName[] =>
  FILTER_NAMES.filter((name) => (name === 'dates' ? (search.from ?? search.to) : search[name]) !== undefined);

export function withoutFilter(search: ProductSearch, name: FilterName): ProductSearch {
  const { from, to, ...rest } = withoutPlace(search);
  if (name === 'dates') return rest;
  const { [name]: _gone, ...others } = rest;
  return { ...others, ...(from ? { from } : {}), ...(to ? { to } : {}) };
}
export const withoutFilters = ({ size, sort }: ProductSearch): ProductSearch => ({
  ...(size ? { size } : {}),
  ...(sort ? { sort } : {}),
});

/** The server's name of a filter as the chip it stands in. */
export const chipOf = (filter: string): FilterName | undefined =>
  (
    ({ search: 'q', storeIds: 'stores', missing: 'missing', dates: 'dates', archived: 'archived' }) as Readonly<
      Record<string, FilterName | undefined>
    >
  )[filter];

/** What the server is asked; also what "all that match" means in a command. */
export const filtersOf = (search: ProductSearch): ProductFilters => ({
  ...(search.q ? { search: { value: search.q } } : {}),
  ...(search.stores ? { storeIds: [...search.stores] } : {}),
  ...(search.missing ? { missing: [...search.missing] } : {}),
  ...(search.archived ? { archived: true } : {}),
  ...(search.from ? { fromDate: `${search.from} 00:00:00` } : {}),
  // A toDate at midnight includes its whole day (decisions 22).
  ...(search.to ? { toDate: `${search.to} 00:00:00` } : {}),
});

/** A press on a column's head: its own order first, then the other way round. */
export const nextSort = (now: ProductSort, column: 'createdAt' | 'updatedAt' | 'sku' | 'title'): ProductSort => {
  const usual: ProductSort = column === 'sku' || column === 'title' ? column : `-${column}`;
  const other: ProductSort = usual.startsWith('-') ? column : `-${column}`;
  return now === usual ? other : usual;
};
