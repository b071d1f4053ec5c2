/** Which orders are chosen, over all pages. Plain values: a change is a new object. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Where a range with Shift begins. */
  readonly anchor: string | undefined;
}
export const NO_SELECTION: Selection = { ids: new Set(), anchor: undefined };

export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** From the anchor to `id` on this page, all set as `id` becomes; without an anchor on this page only `id`. */
export function toggleRange(selection: Selection, page: readonly string[], id: string): Selection {
  const start = selection.anchor === undefined ? -1 : page.indexOf(selection.anchor);
  const end = page.indexOf(id);
  if (start < 0 || end < 0) return toggle(selection, id);
  const on = !selection.ids.has(id);
  const ids = new Set(selection.ids);
  for (const member of page.slice(Math.min(start, end), Math.max(start, end) + 1)) {
    if (on) ids.add(member);
    else ids.delete(member);
  }
  return { ids, anchor: id };
}

/** All of this page, or none of it when all were chosen; other pages keep theirs. */
export function togglePage(selection: Selection, page: readonly string[]): Selection {
  const ids = new Set(selection.ids);
  const all = page.every((id) => ids.has(id));
  for (const id of page) {
    if (all) ids.delete(id);
    else ids.add(id);
  }
  return { ids, anchor: undefined };
}

export type PageState = 'none' | 'some' | 'all';
export function pageState(selection: Selection, page: readonly string[]): PageState {
  const chosen = page.filter((id) => selection.ids.has(id)).length;
  return chosen === 0 ? 'none' : chosen === page.length ? 'all' : 'some';
}
