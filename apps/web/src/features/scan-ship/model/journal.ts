/**
 * What was scanned at a table, in its order. Pure values: an offline station keeps the same rows on its disk and plays them
 * again. `key` is the Idempotency-Key of the label the scan leads to; it is made with the scan and never shared by two.
 */
import type { ScanShipped } from '@scanship/contracts/printing/scan-ship';

export type ScanState =
  /** Not looked up yet. */
  | 'waiting'
  | 'fulfilled'
  | 'missing'
  | 'failed'
  /** On the table, or was left there. */
  | 'open'
  | 'blocked'
  | 'left'
  | 'held'
  | 'shipping'
  /** Said to be shipped while the line was cut. */
  | 'waiting-to-ship'
  | 'buying'
  | 'shipped'
  | 'voiding'
  | 'voided';

export interface Scan {
  readonly key: string;
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Scanned while there was a line: takes the table at once. */
  readonly live: boolean;
  readonly state: ScanState;
  /** Of the order, once it is known. */
  readonly number?: string;
  readonly orderId?: string;
  readonly shipped?: ScanShipped;
}

/** Oldest first. */
export type Journal = readonly Scan[];

/** Rows of a long shift that are shown; what still waits is never dropped. */
const MOST_KEPT = 500;

export const addScan = (journal: Journal, scan: Omit<Scan, 'state'>): Journal => [
  ...journal,
  { ...scan, state: 'waiting' },
];
export const setScan = (journal: Journal, key: string, change: Partial<Scan>): Journal =>
  journal.map((scan) => (scan.key === key ? { ...scan, ...change } : scan));
/** What was not looked up yet, in the order of the scans. */
export const waitingOf = (journal: Journal): readonly Scan[] => journal.filter(({ state }) => state === 'waiting');
const isUnfinished = ({ state }: Scan): boolean =>
  state === 'waiting' || state === 'waiting-to-ship' || state === 'shipping' || state === 'buying';

export function forgetOld(journal: Journal): Journal {
  const over = journal.length - MOST_KEPT;
  return over <= 0 ? journal : journal.filter((scan, index) => index >= over || isUnfinished(scan));
}

/** Numbers shipped in this session, newest first: the list of scanned order numbers (product-spec section 4). */
export const shippedNumbers = (journal: Journal): readonly string[] =>
  journal.flatMap((scan) => (scan.state === 'shipped' ? [scan.number ?? scan.code] : [])).toReversed();

/** As it goes on when the page is opened again: nothing lies on the table any more, and what was being bought was asked for once. */
export const resumed = (journal: Journal): Journal =>
  journal.map((scan) => (scan.state === 'open' || scan.state === 'shipping' ? { ...scan, state: 'left' } : scan));
/** The label that "print again" and "undo" are about. */
export const lastShipped = (journal: Journal): ScanShipped | undefined =>
  journal.findLast(({ state, shipped }) => state === 'shipped' && shipped !== undefined)?.shipped;
