/** What a buyer is told of a parcel, and which news of a carrier's report is worth a mail. */
import { isScan, type ParcelProgress, type TrackingStatus } from './tracking.ts';

export const NOTICE_KINDS = [
  'shipped',
  'out_for_delivery',
  'delivered',
  'delayed',
  'at_pickup_point',
  'attempted',
  'exception',
  'returned',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The buyer has to do something or to decide; the others are a courtesy that he may do without. */
const NEEDS_BUYER: ReadonlySet<NoticeKind> = new Set(['at_pickup_point', 'attempted', 'exception', 'returned']);
export const needsBuyer = (kind: NoticeKind): boolean => NEEDS_BUYER.has(kind);

const HOUR_MS = 3_600_000;
/** So long after it happened it is still worth a mail; what is imported later is history. Milliseconds. */
export const usefulMs = (kind: NoticeKind): number => (kind === 'out_for_delivery' ? 10 * HOUR_MS : 72 * HOUR_MS);

export interface NoticeEvent {
  readonly status: TrackingStatus;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The carrier's own words. */
  readonly text: string;
}

/** No carrier's statuses have a place for it, so it is read out of its words. */
const ATTEMPT =
  /\battempt(?:ed)?\b|\btentative\b|notice card left|card left|carte (?:d['’]avis|laiss[ée]e)|recipient (?:was )?not (?:available|home|in)|(?:nobody|no one) (?:was )?(?:home|in|available)|business (?:was )?closed|destinataire absent/i;
const AFTER_ATTEMPT: ReadonlySet<TrackingStatus> = new Set(['exception', 'in-transit', 'available-for-pickup']);
const isAttempt = ({ status, text }: NoticeEvent): boolean => AFTER_ATTEMPT.has(status) && ATTEMPT.test(text);

function kindOf(event: NoticeEvent): NoticeKind | undefined {
  // Where it waits matters more than why it does.
  if (event.status === 'available-for-pickup') return 'at_pickup_point';
  if (isAttempt(event)) return 'attempted';
  switch (event.status) {
    case 'out-for-delivery':
      return 'out_for_delivery';
    case 'delivered':
      return 'delivered';
    case 'exception':
      return 'exception';
    case 'returning':
    case 'returned':
      return 'returned';
    default:
      return undefined;
  }
}

/** Statuses that make a notice untrue or needless by the time it could be sent. */
const OVERTAKEN: Readonly<Record<NoticeKind, ReadonlySet<TrackingStatus>>> = {
  shipped: new Set(['delivered', 'returning', 'returned']),
  out_for_delivery: new Set(['delivered', 'available-for-pickup', 'exception', 'returning', 'returned']),
  delivered: new Set(['returning', 'returned']),
  delayed: new Set(['delivered', 'out-for-delivery', 'available-for-pickup', 'returning', 'returned']),
  at_pickup_point: new Set(['delivered', 'returning', 'returned']),
  attempted: new Set(['delivered', 'out-for-delivery', 'available-for-pickup', 'returning', 'returned']),
  exception: new Set([
    'in-transit',
    'customs',
    'out-for-delivery',
    'available-for-pickup',
    'delivered',
    'returning',
    'returned',
  ]),
  returned: new Set(),
};
export const isOvertaken = (kind: NoticeKind, status: TrackingStatus): boolean => OVERTAKEN[kind].has(status);

export interface Report {
  /** Events that were not known before. */
  readonly fresh: readonly NoticeEvent[];
  /** Whether the carrier had it in its hands before this report. */
  readonly wasScanned: boolean;
  readonly progress: Pick<ParcelProgress, 'status'>;
  /** Days YYYY-MM-DD: what was expected before (by the carrier, else as promised), and what is now. */
  readonly expected: { readonly before: string | undefined; readonly now: string | undefined };
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface News {
  readonly kind: NoticeKind;
  readonly at: number;
}

/**
 * What a report tells a buyer, newest first: the caller sends the first that is wanted, so that a report of ten scans is one
 * mail. Nothing that is old, or that the same report has overtaken.
 */
export function newsOf({ fresh, wasScanned, progress, expected, now }: Report): readonly News[] {
  const told = new Map<NoticeKind, number>();
  const tell = (kind: NoticeKind, at: number): void => {
    told.set(kind, Math.max(at, told.get(kind) ?? at));
  };
  for (const event of fresh) {
    const kind = kindOf(event);
    if (kind !== undefined) tell(kind, event.at);
  }
  const scans = fresh.filter(({ status }) => isScan(status)).map(({ at }) => at);
  if (!wasScanned && scans.length > 0) tell('shipped', Math.min(...scans));
  const { before, now: later } = expected;
  // Before the carrier has it, its day moves with every day the seller lets pass.
  const scanned = wasScanned || scans.length > 0;
  if (scanned && before !== undefined && later !== undefined && later > before) tell('delayed', now);
  return [...told]
    .map(([kind, at]): News => ({ kind, at }))
    .filter(({ kind, at }) => at > now - usefulMs(kind) && !isOvertaken(kind, progress.status))
    .toSorted((a, b) => b.at - a.at || NOTICE_KINDS.indexOf(b.kind) - NOTICE_KINDS.indexOf(a.kind));
}
