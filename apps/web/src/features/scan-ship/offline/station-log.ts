/**
 * What a station did and the server has not heard of yet, in its order. Pure: `no` counts up at the station, `id` is what the
 * server knows a row by, so that a row that is sent twice counts once.
 */
import type { JournalEntry } from '@scanship/contracts/printing/scan-shift';

/** What the packing table said of a label that could not be bought without a line. */
export interface WaitingWish {
  readonly orderId: string;
  readonly number: string;
  readonly shipMode: 'shipIndividual' | 'shipInBox';
  readonly packageId: string | null;
  readonly weightGrams: number | null;
  readonly verified: readonly { readonly line: number; readonly quantity: number }[];
  readonly override: string | null;
}

interface Row {
  readonly id: string;
  readonly no: number;
  readonly shiftId: string;
  readonly state: 'waiting' | 'refused';
  /** Why the server would not have it, in its words. */
  readonly why?: string | undefined;
}
export type LogRow =
  | (Row & { readonly type: 'entry'; readonly entry: JournalEntry })
  | (Row & { readonly type: 'ship'; readonly wish: WaitingWish });

/** Rows that are sent together: entries that follow one another within a shift, or one label. */
export type Send =
  | { readonly type: 'entries'; readonly shiftId: string; readonly rows: readonly Extract<LogRow, { type: 'entry' }>[] }
  | { readonly type: 'ship'; readonly row: Extract<LogRow, { type: 'ship' }> };

/** The next thing to send; undefined when nothing waits. A label waits for everything that was done before it. */
export function nextSend(rows: readonly LogRow[], most: number): Send | undefined {
  const waiting = rows.filter(({ state }) => state === 'waiting').toSorted((a, b) => a.no - b.no);
  const [first] = waiting;
  if (!first) return undefined;
  if (first.type === 'ship') return { type: 'ship', row: first };
  const run: Extract<LogRow, { type: 'entry' }>[] = [];
  for (const row of waiting) {
    if (row.type !== 'entry' || row.shiftId !== first.shiftId || run.length === most) break;
    run.push(row);
  }
  return { type: 'entries', shiftId: first.shiftId, rows: run };
}

/** The number after the last one that was given out. */
export const nextNo = (rows: readonly Pick<LogRow, 'no'>[]): number =>
  rows.reduce((most, { no }) => Math.max(most, no), 0) + 1;

export const waitingCount = (rows: readonly LogRow[]): number => rows.filter(({ state }) => state === 'waiting').length;
