/** The order in which the papers of a batch come out of the printer, and what the pages between them say. Pure. */
import type { PrintOrder, Separators } from '@scanship/contracts/shipping/batches';

export interface Printed {
  /** Place in the selection, from 1. */
  readonly position: number;
  readonly orderNumber: string;
  /** Of the first line that ships; empty where it has none. */
  readonly sku: string;
  /** Bin where that SKU lies; empty where nobody said. */
  readonly bin: string;
  readonly storeId: string;
  readonly storeName: string;
}

/** "A-2" before "A-10"; without regard to case. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const keyOf: Readonly<Record<PrintOrder['by'], (each: Printed) => string>> = {
  list: () => '',
  number: (each) => each.orderNumber,
  sku: (each) => each.sku,
  location: (each) => each.bin,
};

/**
 * Sorts by the chosen key, then by the place in the selection. What has no key comes last. Reversed is exactly the other way
 * round, for printers that put the first sheet at the bottom.
 */
export function printSequence<T extends Printed>(items: readonly T[], order: PrintOrder): T[] {
  const key = keyOf[order.by];
  const sorted = items.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)];
    if ((x === '') !== (y === '')) return x === '' ? 1 : -1;
    return collator.compare(x, y) || a.position - b.position;
  });
  return order.reversed ? sorted.toReversed() : sorted;
}

/** What stands on the page before a run of papers. */
export interface Separator {
  readonly key: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** Papers of the run. */
  readonly count: number;
}

/** For each item in printing order the run it belongs to; undefined where no pages come between. */
export function separatorsOf(
  sequence: readonly Printed[],
  by: Separators,
  batchName: string,
): readonly (Separator | undefined)[] {
  if (by === 'none') return sequence.map(() => undefined);
  const keys = sequence.map((each) =>
    by === 'part' ? '' : by === 'store' ? each.storeId : `${each.storeId} ${each.sku}`,
  );
  const runs: Separator[] = [];
  const of: Separator[] = [];
  for (const [index, each] of sequence.entries()) {
    const last = runs.at(-1);
    if (index > 0 && last && keys[index] === keys[index - 1]) {
      of.push(last);
      continue;
    }
    let count = 1;
    while (index + count < sequence.length && keys[index + count] === keys[index]) count += 1;
    const run = {
      key: `${runs.length + 1} ${keys[index] ?? ''}`,
      title: by === 'part' ? batchName : each.storeName,
      lines: [
        ...(by === 'sku' ? [each.sku === '' ? 'No SKU' : `SKU ${each.sku}`] : []),
        ...(by === 'part' ? [] : [batchName]),
      ],
      count,
    };
    runs.push(run);
    of.push(run);
  }
  return of;
}

/** "AutoShip.pdf" alone, else "AutoShip-2-of-3.pdf". */
export const partName = (name: string, part: number, of: number): string =>
  of === 1 ? `${name}.pdf` : `${name}-${part}-of-${of}.pdf`;
