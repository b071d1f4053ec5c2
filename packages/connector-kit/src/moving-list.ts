/**
 * Lists that move while they are read: pages by number or offset, in an order that nobody documents. What was told is known by its
 * fingerprint and left out, and a pull of several pages asks once more, at its end, for what changed since it began.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/json';
import { readObject } from './json-reader.ts';
import type { PullInput } from './store.ts';

/** The platform's clock and ours may differ by this much. */
const CLOCKS_S = 60;
/** Fingerprints kept in the cursor; beyond them a state may be told twice, which changes nothing. */
const MOST = 300;

export interface MovingPlace {
  /** Seconds since 1970; absent: everything. */
  readonly since: number | undefined;
  /** Page or offset, as the platform counts. */
  readonly at: number;
  /** When this pull began, a little early. */
  readonly begun: number;
  /** The second look. */
  readonly again: boolean;
  /** Fingerprints of the page before, and of what changed since `begun`. */
  readonly seen: readonly string[];
  readonly told: readonly string[];
}

/** @param first page or offset of the first page */
export function movingPlace({ cursor, since }: PullInput, now: Date, first: number): MovingPlace {
  if (cursor === undefined)
    return {
      since: since && Math.floor(since.getTime() / 1_000),
      at: first,
      begun: Math.floor(now.getTime() / 1_000) - CLOCKS_S,
      again: false,
      seen: [],
      told: [],
    };
  const kept = readObject(cursor);
  const texts = (name: string): string[] => {
    const value = kept.raw(name);
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  };
  return {
    since: kept.has('since') ? kept.integer('since', 0) : undefined,
    at: kept.integer('at', 0),
    begun: kept.integer('begun', 0),
    again: kept.boolean('again'),
    seen: texts('seen'),
    told: texts('told'),
  };
}

/** The place as JSON, which `movingPlace` reads. */
export const movingCursor = ({ since, seen, told, ...rest }: MovingPlace): JsonObject => ({
  ...rest,
  ...(since !== undefined && { since }),
  seen: [...seen],
  told: [...told],
});

/** What of an item of the list could be read; each may be missing. */
export interface Stamp {
  readonly id: string | undefined;
  /** Seconds since 1970. */
  readonly updated: number | undefined;
  /** Of this state of the item. */
  readonly print: string | undefined;
}

export const stampOf = (id: string | undefined, updated: number | undefined): Stamp => ({
  id,
  updated,
  print:
    id === undefined || updated === undefined
      ? undefined
      : createHash('sha256').update(`${id} ${updated}`).digest('base64url').slice(0, 10),
});

/** Not told before, and changed since; what cannot be read is shown, so that somebody hears of it. */
export const isNews = (place: MovingPlace, { print, updated }: Stamp): boolean =>
  print === undefined ||
  !(place.seen.includes(print) || place.told.includes(print) || (updated ?? 0) < (place.since ?? 0));

/**
 * Where the page after this one begins; undefined at the end of the pull.
 * @param next page or offset of the next page; undefined where the list ends
 */
export function movingOn(
  place: MovingPlace,
  stamps: readonly Stamp[],
  next: number | undefined,
  first: number,
): MovingPlace | undefined {
  const prints = (of: readonly Stamp[]): string[] => of.flatMap(({ print }) => print ?? []);
  const lately = prints(stamps.filter(({ updated }) => updated !== undefined && updated >= place.begun));
  const told = [...new Set([...place.told, ...lately])].slice(-MOST);
  if (next !== undefined) return { ...place, at: next, seen: prints(stamps).slice(-MOST), told };
  // One page is a picture of one moment: nothing was moved.
  return place.again || place.at === first
    ? undefined
    : { since: place.begun, at: first, begun: place.begun, again: true, seen: [], told };
}
