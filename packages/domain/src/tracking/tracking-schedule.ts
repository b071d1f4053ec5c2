/** How often a carrier is asked about a parcel: soon while something is about to happen, seldom while nothing does. Pure. */
import { isFinal, type TrackingStatus } from './tracking.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** First look after a purchase: carriers need a while to know a new number. */
export const FIRST_LOOK_MS = 30 * MINUTE;
/** An end is looked at for some days more, for what comes after it. */
const AFTER_END_MS = 3 * DAY;
/** Without news for so long nothing more is expected. */
const SILENCE_MS = 60 * DAY;
/** A carrier that pushes is asked only to be sure. */
const PUSHED_FACTOR = 4;

export interface ParcelWatch {
  readonly status: TrackingStatus;
  /** Milliseconds since 1970, as are all times here. */
  readonly boughtAt: number;
  readonly statusAt: number | undefined;
  readonly lastEventAt: number | undefined;
  readonly scanned: boolean;
  /** The carrier has told of this parcel by itself. */
  readonly pushed: boolean;
}

export type NextAsk = { readonly inMs: number } | { readonly stop: 'ended' | 'no-news' };

/** @param spread 0 to 1, steady for each parcel: moves the time by up to a tenth, so that a batch does not stay together */
export function nextAsk(watch: ParcelWatch, now: number, spread = 0.5): NextAsk {
  if (isFinal(watch.status)) {
    const since = Math.max(watch.statusAt ?? watch.boughtAt, watch.lastEventAt ?? 0);
    return now - since > AFTER_END_MS ? { stop: 'ended' } : { inMs: spreadOut(DAY, spread) };
  }
  const newsAt = Math.max(watch.boughtAt, watch.lastEventAt ?? 0);
  const quiet = now - newsAt;
  if (quiet > SILENCE_MS) return { stop: 'no-news' };
  const base = everyMs(watch, now - watch.boughtAt, quiet) * (watch.pushed ? PUSHED_FACTOR : 1);
  return { inMs: spreadOut(base, spread) };
}

const spreadOut = (ms: number, spread: number): number => Math.round(ms * (0.9 + 0.2 * spread));

function everyMs(watch: ParcelWatch, age: number, quiet: number): number {
  if (!watch.scanned) {
    if (age < 4 * HOUR) return HOUR;
    if (age < DAY) return 2 * HOUR;
    if (age < 4 * DAY) return 6 * HOUR;
    return age < 14 * DAY ? 12 * HOUR : DAY;
  }
  const base = BY_STATUS[watch.status];
  if (quiet > 10 * DAY) return DAY;
  return quiet > 3 * DAY ? Math.max(base, 12 * HOUR) : base;
}

const BY_STATUS: Readonly<Record<TrackingStatus, number>> = {
  unknown: 2 * HOUR,
  'label-created': 2 * HOUR,
  'handed-over': 4 * HOUR,
  accepted: 4 * HOUR,
  'in-transit': 4 * HOUR,
  customs: 6 * HOUR,
  'out-for-delivery': HOUR,
  'available-for-pickup': 12 * HOUR,
  exception: 4 * HOUR,
  returning: 12 * HOUR,
  returned: DAY,
  delivered: DAY,
};

/** A parcel on the road without a scan for so long is told to a person. Milliseconds. */
export const STANDS_STILL_MS = 7 * DAY;

/** Pause after a question that was not answered; `failures` counts from 1. From 5 minutes, doubling to 6 hours. */
export const pauseAfterFault = (failures: number): number =>
  Math.min(6 * HOUR, 5 * MINUTE * 2 ** Math.min(20, Math.max(0, failures - 1)));
