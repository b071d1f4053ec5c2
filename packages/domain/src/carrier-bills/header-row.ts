/** Header rows of billing files: names compared without case, accents and marks. */
import { fold } from '../orders/order-search.ts';

/** "Invoice_Num" and "INVOICE NUM." are one. */
export const headerKey = (header: string): string =>
  fold(header)
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();

/** Index of the first of the names that the header row has, or -1. */
export const columnOf = (names: readonly string[], wanted: readonly string[]): number => {
  for (const name of wanted) {
    const index = names.indexOf(name);
    if (index >= 0) return index;
  }
  return -1;
};

/** Row of the header among the first ten (files often begin with a title), or -1. */
export const headerRowOf = (
  rows: readonly (readonly string[])[],
  fits: (names: readonly string[]) => boolean,
): number => rows.slice(0, 10).findIndex((row) => fits(row.map(headerKey)));
