/** Arithmetic of a list of rows of equal height of which only those in view are drawn. Lengths are CSS pixels. */
export interface RowWindow {
  readonly first: number;
  /** The row after the last one drawn. */
  readonly end: number;
}

/** Rows drawn beyond the edges, so that a flick of the wheel does not show an empty strip. */
const BEYOND = 6;
/** The window moves in steps: most scroll events change nothing. */
const STEP = 4;

export function rowsInView(view: {
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}): RowWindow {
  const top = Math.floor(Math.max(0, view.scrollTop) / view.rowHeight);
  const bottom = Math.ceil((Math.max(0, view.scrollTop) + Math.max(0, view.height)) / view.rowHeight);
  const first = Math.floor(Math.max(0, top - BEYOND) / STEP) * STEP;
  const end = Math.ceil((bottom + BEYOND) / STEP) * STEP;
  return { first: Math.min(first, view.count), end: Math.min(end, view.count) };
}

/** Where to scroll so that the row is wholly in view, moving as little as possible. */
export function bringIntoView(view: {
  readonly index: number;
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
}): number {
  const top = view.index * view.rowHeight;
  if (top < view.scrollTop) return top;
  const bottom = top + view.rowHeight;
  return bottom > view.scrollTop + view.height ? bottom - view.height : view.scrollTop;
}
