/**
 * Lists that move while they are read: pages by number or offset, in an order that nobody documents. What was told is known by its
 * fingerprint and left out, and a pull of several pages asks once more, at its end, for what changed since it began. Whether the
 * platform itself leaves out what is older or not, it is left out here.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { ObjectReader } from '../answers/json-reader.ts';
import { readCursor, readTexts } from './pull-cursor.ts';
import { quietly } from '../answers/read-each.ts';
import type { PullInput } from './store.ts';

const SECOND_MS = 1_000;
/** The platform's clock and ours may differ by this much. */
const CLOCKS_MS = 120_000;
/** Fingerprints kept in the cursor; beyond them a state may be told twice, which changes nothing. */
const MOST = 300;

export interface MovingPlace {
  /** What this look tells from, milliseconds since 1970; absent: everything. */
  readonly since: number | undefined;
  /** Page or offset, as the platform counts. */
  readonly at: number;
  /** When this pull began, a little early. Milliseconds since 1970. */
  readonly begun: number;
  /** The second look. */
  readonly again: boolean;
  /** Fingerprints of the page before, and of what changed since `begun`. */
  readonly seen: readonly string[];
  readonly told: readonly string[];
}

/** Milliseconds of the second it lies in. */
export const wholeSecond = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS;

/** The place of a pull, from the cursor of the page before. @throws FieldProblem */
export const readMovingPlace = (kept: ObjectReader): MovingPlace => ({
  since: kept.has('since') ? Date.parse(kept.instant('since')) : undefined,
  at: kept.integer('at', 0),
  begun: Date.parse(kept.instant('begun')),
  again: kept.boolean('again'),
  seen: readTexts(kept, 'seen'),
  told: readTexts(kept, 'told'),
});

/**
 * @param first page or offset of the first page
 * @throws ConnectorError `invalid-input` for a cursor that is not ours: the pull begins again
 */
export function movingPlace({ cursor, since }: PullInput, now: Date, first: number): MovingPlace {
  if (cursor !== undefined) return readCursor(cursor, readMovingPlace);
  return {
    since: since?.getTime(),
    at: first,
    begun: wholeSecond(now.getTime()) - CLOCKS_MS,
    again: false,
    seen: [],
    told: [],
  };
}

/** The place as JSON, which `movingPlace` reads. */
export const movingCursor = ({ since, begun, seen, told, at, again }: MovingPlace): JsonObject => ({
  ...(since !== undefined && { since: new Date(since).toISOString() }),
  at,
  begun: new Date(begun).toISOString(),
  again,
  seen: [...seen],
  told: [...told],
});

/**
 * The whole second to ask for ("2026-03-02T07:59:59Z"), undefined for everything.
 * @param earlyMs so much earlier, where the platform does not say whether the moment itself counts or whose clock it is by
 */
export function askFrom({ since }: Pick<MovingPlace, 'since'>, earlyMs = 0): string | undefined {
  if (since === undefined) return undefined;
  return `${new Date(Math.max(0, since - earlyMs)).toISOString().slice(0, 19)}Z`;
}

/** How an item of the list says which it is and when it changed. */
export interface MovingItems {
  readonly id: (item: ObjectReader) => string;
  /** ISO instant. */
  readonly updatedAt: (item: ObjectReader) => string;
}

/** An item of the list and what of it could be read; each may be missing. */
export interface Listed {
  readonly node: ObjectReader;
  readonly id: string | undefined;
  /** Milliseconds since 1970. */
  readonly updated: number | undefined;
  /** Of this state of the item. */
  readonly print: string | undefined;
}

/** What cannot be read here is told by whoever reads the whole item. */
export function listed(node: ObjectReader, items: MovingItems): Listed {
  const id = quietly(node, items.id);
  const changed = quietly(node, items.updatedAt);
  const updated = changed === undefined ? undefined : Date.parse(changed);
  const print =
    id === undefined || updated === undefined
      ? undefined
      : createHash('sha256').update(`${id} ${updated}`).digest('base64url').slice(0, 10);
  return { node, id, updated, print };
}

/** Not told before, and changed since; what cannot be read is shown, so that somebody hears of it. */
const isNews = (place: MovingPlace, { print, updated }: Listed): boolean =>
  print === undefined || !(place.seen.includes(print) || place.told.includes(print) || isOlder(updated ?? 0, place));

/** A time of a whole second may have been cut off there, so it counts for all of it. */
const isOlder = (updated: number, { since = 0 }: MovingPlace): boolean =>
  updated < (wholeSecond(updated) === updated ? wholeSecond(since) : since);

const printsOf = (rows: readonly Listed[]): string[] => rows.flatMap(({ print }) => print ?? []);

/** Where the page after this one begins; undefined at the end of the pull. */
function following(
  place: MovingPlace,
  rows: readonly Listed[],
  next: number | undefined,
  first: number,
): MovingPlace | undefined {
  const lately = rows.filter(({ updated }) => updated !== undefined && updated >= place.begun);
  const told = [...new Set([...place.told, ...printsOf(lately)])].slice(-MOST);
  if (next !== undefined) return { ...place, at: next, seen: printsOf(rows).slice(-MOST), told };
  // One page is a picture of one moment: nothing was moved.
  if (place.again || place.at === first) return undefined;
  const since = Math.max(place.begun, place.since ?? 0);
  return { since, at: first, begun: place.begun, again: true, seen: [], told };
}

export interface MovingPage {
  /** What this page tells. */
  readonly fresh: readonly Listed[];
  /** Undefined at the end of the pull. */
  readonly next: MovingPlace | undefined;
}

/**
 * What of a page is news, and where the next one begins.
 * @param next page or offset of the next page; undefined where the list ends
 * @param first as of `movingPlace`
 */
export const movingPage = (
  place: MovingPlace,
  rows: readonly Listed[],
  next: number | undefined,
  first: number,
): MovingPage => ({
  fresh: rows.filter((row) => isNews(place, row)),
  next: following(place, rows, next, first),
});

/** Items of rows, to be read one by one. */
export const nodesOf = (rows: readonly Listed[]): ObjectReader[] => rows.map(({ node }) => node);
