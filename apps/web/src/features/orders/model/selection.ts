/**
 * Which orders are chosen, over all pages: some named ones, or all that match the filters of the list but for some. Plain
 * values: a change is a new object. "All" sends the filters and what is taken out, never a list of ids (ux.md line 10).
 */
import type { OrderSelection } from '@scanship/contracts/orders/order-selection';
import type { OrderFilters, OrderSort } from '@scanship/contracts/orders/order-list';

export interface Selection {
  /** The chosen ones, or with `all` those taken out. */
  readonly ids: ReadonlySet<string>;
  /** Everything that matches is chosen; `total` as far as it is counted, `capped` when there are more. */
  readonly all: { readonly total: number; readonly capped: boolean } | undefined;
  /** Where a range with Shift begins. */
  readonly anchor: string | undefined;
}
export const NO_SELECTION: Selection = { ids: new Set(), all: undefined, anchor: undefined };

/** Most ids that a command takes, and most that it takes out (`selectionFields`). */
export const MOST_IDS = 10_000;

export const isChosen = (selection: Selection, id: string): boolean =>
  selection.ids.has(id) !== (selection.all !== undefined);

export const countOf = ({ ids, all }: Selection): number => (all ? Math.max(0, all.total - ids.size) : ids.size);

const set = (selection: Selection, members: readonly string[], chosen: boolean, anchor: string | undefined) => {
  const ids = new Set(selection.ids);
  const listed = chosen !== (selection.all !== undefined);
  for (const id of members) {
    if (listed) ids.add(id);
    else ids.delete(id);
  }
  return ids.size > MOST_IDS ? selection : { ...selection, ids, anchor };
};

export const toggle = (selection: Selection, id: string): Selection =>
  set(selection, [id], !isChosen(selection, id), id);

/** From the anchor to `id` on this page, all set as `id` becomes; without an anchor on this page only `id`. */
export function toggleRange(selection: Selection, page: readonly string[], id: string): Selection {
  const start = selection.anchor === undefined ? -1 : page.indexOf(selection.anchor);
  const end = page.indexOf(id);
  if (start < 0 || end < 0) return toggle(selection, id);
  const members = page.slice(Math.min(start, end), Math.max(start, end) + 1);
  return set(selection, members, !isChosen(selection, id), id);
}

/** All of this page, or none of it when all were chosen; other pages keep theirs. */
export const togglePage = (selection: Selection, page: readonly string[]): Selection =>
  set(selection, page, !page.every((id) => isChosen(selection, id)), undefined);

/** Everything that matches the filters, on all pages. */
export const chooseAll = (total: number, capped: boolean): Selection => ({
  ids: new Set(),
  all: { total, capped },
  anchor: undefined,
});

export type PageState = 'none' | 'some' | 'all';
export function pageState(selection: Selection, page: readonly string[]): PageState {
  const chosen = page.filter((id) => isChosen(selection, id)).length;
  return chosen === 0 ? 'none' : chosen === page.length ? 'all' : 'some';
}

/** What a command is sent. Named orders go in the order in which they were chosen. */
export const orderSelectionOf = (selection: Selection, filters: OrderFilters, sort: OrderSort): OrderSelection =>
  selection.all
    ? { filters, sort, ...(selection.ids.size > 0 ? { excludeIds: [...selection.ids] } : {}) }
    : { ids: [...selection.ids] };
