/** What is different between two price lists: prices row by row, and which other sections changed. Pure. */
import type { RateRow, RateSheet, SheetSection } from './rate-sheet.ts';

/** A price of one list beside that of the other; null: the other has no such row. Minor units of each list's own currency. */
export interface PriceChange {
  readonly service: string;
  readonly fromZone: string | null;
  readonly toZone: string;
  /** The weight break, in thousandths of the new list's weight unit. */
  readonly over: number;
  readonly upTo: number | null;
  readonly before: number | null;
  readonly after: number | null;
}

export interface SheetDifference {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Largest by share of the price first, then rows that only one list has. */
  readonly changes: readonly PriceChange[];
  /** Sections besides the prices in which something is different. */
  readonly sections: readonly Exclude<SheetSection, 'rates'>[];
}

const keyOf = (row: RateRow): string => JSON.stringify([row.service, row.fromZone, row.toZone, row.over, row.upTo]);

/** A step that changes makes heavier parcels cost more although the row's own price stays. */
const sameRow = (a: RateRow, b: RateRow): boolean =>
  a.price === b.price && a.step === b.step && a.stepPrice === b.stepPrice;

const shareOf = ({ before, after }: PriceChange): number =>
  before === null || after === null ? 0 : before === 0 ? Infinity : Math.abs(after - before) / before;

const SECTIONS = ['settings', 'services', 'zones', 'surcharges', 'fuel'] as const;

/** @param most changes that are named; all are counted */
export function differenceOf(before: RateSheet, after: RateSheet, most: number): SheetDifference {
  const former = new Map(before.rates.map((row) => [keyOf(row), row]));
  const next = new Map(after.rates.map((row) => [keyOf(row), row]));
  const changes: PriceChange[] = [];
  const change = (row: RateRow, was: number | null, is: number | null): void => {
    const { service, fromZone, toZone, over, upTo } = row;
    changes.push({ service, fromZone, toZone, over, upTo, before: was, after: is });
  };
  let added = 0;
  let removed = 0;
  let unchanged = 0;
  for (const [key, row] of next) {
    const was = former.get(key);
    if (!was) {
      added += 1;
      change(row, null, row.price);
    } else if (sameRow(was, row)) unchanged += 1;
    else change(row, was.price, row.price);
  }
  for (const [key, row] of former)
    if (!next.has(key)) {
      removed += 1;
      change(row, row.price, null);
    }
  return {
    added,
    removed,
    changed: changes.length - added - removed,
    unchanged,
    changes: changes.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, most),
    sections: SECTIONS.filter((section) => JSON.stringify(before[section]) !== JSON.stringify(after[section])),
  };
}
