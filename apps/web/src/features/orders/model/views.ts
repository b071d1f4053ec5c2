/**
 * Named views of the order list (ux.md line 8): the filters, sort and page size under a name. One's own are kept in
 * `filterList`, shared ones by the customer. The address always carries the filters themselves; `view` only says which
 * tab is meant, so that a pasted address gives the same rows to everybody.
 */
import type { SharedView } from '@scanship/contracts/orders/table-views';
import { PAGE_SIZES } from '@scanship/contracts/orders/order-list';
import { filtersOf, type OrderSearch, parseOrderSearch, searchOfFilters, withoutPlace } from './order-search.ts';

export interface NamedView {
  /** As in the address: `own:` and the name, or `shared:` and the id. */
  readonly key: string;
  readonly name: string;
  readonly search: OrderSearch;
  readonly shared: SharedView | undefined;
}

/** What a view keeps of an address: not the place in the list, the open order or the view's own name. */
export const viewable = (search: OrderSearch): OrderSearch => {
  const { order: _order, view: _view, ...rest } = withoutPlace(search);
  return parseOrderSearch(rest);
};

const sorted = (value: object): string =>
  JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
export const isChanged = (view: NamedView, search: OrderSearch): boolean =>
  sorted(viewable(search)) !== sorted(viewable(view.search));

/** The text that is kept: the filters in the shape of the list call, with sort and size beside them. */
export function keptFilters(search: OrderSearch, today: string): Record<string, unknown> {
  const { defaultFilter: _default, ...filters } = filtersOf(viewable(search), today);
  const bare = search.range ? filters : { ...filters, fromDate: undefined, toDate: undefined };
  return { ...bare, sort: search.sort, size: search.size };
}
/** Reads what `keptFilters` wrote; what cannot be read is left out. */
export function searchOfKept(kept: unknown): OrderSearch {
  if (typeof kept !== 'object' || kept === null) return {};
  const { sort, size } = kept as Record<string, unknown>;
  return parseOrderSearch({ ...searchOfFilters(kept), sort, size: PAGE_SIZES.find((n) => n === size) });
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

interface KeptView {
  readonly name: string;
  readonly filters: unknown;
}
const isKept = (value: unknown): value is KeptView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'filters' in value;

export function readOwnViews(filterList: string): readonly NamedView[] {
  const list = parse(filterList);
  return (Array.isArray(list) ? list.filter(isKept) : []).map(({ name, filters }) => ({
    key: `own:${name}`,
    name,
    search: searchOfKept(filters),
    shared: undefined,
  }));
}
export const writeOwnViews = (views: readonly Pick<NamedView, 'name' | 'search'>[], today: string): string =>
  JSON.stringify(views.map(({ name, search }) => ({ name, filters: keptFilters(search, today) })));

export const readSharedViews = (shared: readonly SharedView[]): readonly NamedView[] =>
  shared.map((view) => ({
    key: `shared:${view.id}`,
    name: view.name,
    search: searchOfKept(parse(view.filters)),
    shared: view,
  }));

/** A view of this name takes the place of one that has it, whatever its case. */
export function withView(
  views: readonly NamedView[],
  name: string,
  search: OrderSearch,
  instead?: string,
): readonly Pick<NamedView, 'name' | 'search'>[] {
  const next = { name, search: viewable(search) };
  const same = (view: NamedView) => view.name.toLowerCase() === name.toLowerCase() || view.key === instead;
  const at = views.findIndex(same);
  const others = views.filter((view) => !same(view));
  return at < 0 ? [...others, next] : [...others.slice(0, at), next, ...others.slice(at)];
}
