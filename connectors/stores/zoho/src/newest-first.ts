/**
 * A way through a list of Zoho that cannot be asked for "changed since" (sales orders document no such filter, and that of items is
 * described as "after"): newest change first, page by page, until what comes is older than what is wanted. What moves to the front
 * meanwhile is caught as in any list that moves.
 */
import type { ObjectReader } from '@scanship/connector-kit/json-reader';
import {
  isNews,
  movingCursor,
  movingOn,
  stampOf,
  type MovingPlace,
  type Stamp,
} from '@scanship/connector-kit/moving-list';
import type { JsonObject } from '@scanship/domain/json';
import { ID, readMoment } from './reading.ts';

export const FIRST_PAGE = 1;

/** What a row of a list says of itself; what cannot be read is left to the whole thing. */
export interface Row extends Stamp {
  readonly node: ObjectReader;
}

export function rowOf(node: ObjectReader, idName: string): Row {
  const quiet = node.isolated();
  const id = quiet.maybe(idName, (n) => quiet.id(n, ID));
  const updated = quiet.maybe('last_modified_time', (n) => Math.floor(Date.parse(readMoment(quiet, n)) / 1_000));
  return { node, ...stampOf(id, updated) };
}

/** Rows that are wanted and were not told before. */
export const freshOf = (place: MovingPlace, rows: readonly Row[]): Row[] => rows.filter((row) => isNews(place, row));

/** Nothing below is newer, if Zoho sorted as it was asked to; a page in another order proves nothing. */
function endsBelow(rows: readonly Row[], since: number): boolean {
  const times = rows.map(({ updated }) => updated);
  const sorted = times.every((time, index) => {
    const before = index === 0 ? time : times[index - 1];
    return time !== undefined && before !== undefined && time <= before;
  });
  return sorted && (times.at(-1) ?? since) < since;
}

/** Where the page after this one begins; undefined at the end of the pull. */
export function following(place: MovingPlace, rows: readonly Row[], more: boolean): JsonObject | undefined {
  const done = !more || rows.length === 0 || (place.since !== undefined && endsBelow(rows, place.since));
  const next = movingOn(place, rows, done ? undefined : place.at + 1, FIRST_PAGE);
  return next && movingCursor(next);
}

/** Whether there is more is never guessed. @throws FieldProblem */
export const hasMore = (answer: ObjectReader): boolean => answer.object('page_context').boolean('has_more_page');
