/** When a parcel that gives no sign becomes late: by how long its lane usually takes, and by the day that was promised. Pure. */
import { isFinal, type TrackingStatus } from './tracking.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** So many parcels of a lane make its history; with fewer the table below counts. */
export const ENOUGH_PARCELS = 30;
/** Nights and Sundays pass without a scan on every lane. */
const LEAST_MS = 24 * HOUR_MS;
/** After so long a parcel stands still whatever its lane says (`STANDS_STILL_MS`). */
const MOST_MS = 7 * DAY_MS;

/**
 * How long 19 of 20 parcels stay in a status without news, in days, until a seller has a history of its own: within a country, and
 * across a border. Ours, deliberately long: a false warning costs a call to the carrier.
 */
const USUAL_DAYS: Readonly<Partial<Record<TrackingStatus, readonly [within: number, across: number]>>> = {
  'handed-over': [2, 3],
  accepted: [2, 3],
  'in-transit': [3, 6],
  customs: [5, 5],
  'out-for-delivery': [1, 2],
};

/** @returns undefined for a status in which nobody waits for the carrier */
export function stillMs(status: TrackingStatus, crosses: boolean, ownMs: number | undefined): number | undefined {
  const usual = USUAL_DAYS[status];
  if (!usual) return undefined;
  const ms = ownMs ?? usual[crosses ? 1 : 0] * DAY_MS;
  return Math.min(MOST_MS, Math.max(LEAST_MS, ms));
}

export interface Watched {
  readonly status: TrackingStatus;
  /** Milliseconds since 1970; undefined without events. */
  readonly lastEventAt: number | undefined;
  readonly scanned: boolean;
  readonly crosses: boolean;
  /** 95 % of its lane took at most so long; undefined where the lane has too little history. */
  readonly ownMs: number | undefined;
  /** YYYY-MM-DD */
  readonly promisedDay: string | undefined;
  /** As the carrier expects it now, YYYY-MM-DD. */
  readonly expectedDay: string | undefined;
}

export type LateFor = 'still' | 'promise';
export interface Watch {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly why: LateFor;
}

/** The day has ended everywhere. */
const endOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) + DAY_MS + 12 * HOUR_MS;

/** When the parcel is late unless there is news before, and for what; undefined: nothing is awaited of the carrier. */
export function watchOf(parcel: Watched, now: number): Watch | undefined {
  const { status, lastEventAt, scanned, promisedDay, expectedDay } = parcel;
  if (!scanned || isFinal(status)) return undefined;
  const patience = stillMs(status, parcel.crosses, parcel.ownMs);
  if (patience === undefined || lastEventAt === undefined) return undefined;
  const still: Watch = { at: lastEventAt + patience, why: 'still' };
  if (promisedDay === undefined) return still;
  // The carrier itself says that it comes later.
  const missed = expectedDay !== undefined && expectedDay > promisedDay;
  const promise: Watch = { at: missed ? now : endOf(promisedDay), why: 'promise' };
  return promise.at <= still.at ? promise : still;
}
