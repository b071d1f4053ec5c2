/**
 * A way through a list of Zoho that cannot be asked for "changed since" (sales orders document no such filter, and that of items is
 * described as "after"): newest change first, page by page, until what comes is older than what is wanted. What moves to the front
 * meanwhile is caught as in any list that moves.
 */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import {
  listed,
  movingPage,
  type Listed,
  type MovingPage,
  type MovingPlace,
  wholeSecond,
} from '@scanship/connector-kit/store/moving-list';
import { ID, readMoment } from './reading.ts';

export const FIRST_PAGE = 1;

export const rowOf = (node: ObjectReader, idName: string): Listed =>
  listed(node, { id: (row) => row.id(idName, ID), updatedAt: (row) => readMoment(row, 'last_modified_time') });

/** Nothing below is newer, if Zoho sorted as it was asked to; a page in another order proves nothing. */
function endsBelow(rows: readonly Listed[], since: number): boolean {
  const times = rows.map(({ updated }) => updated);
  const sorted = times.every((time, index) => {
    const before = index === 0 ? time : times[index - 1];
    return time !== undefined && before !== undefined && time <= before;
  });
  return sorted && (times.at(-1) ?? since) < since;
}

/** Rows that are wanted and were not told before, and where the page after this one begins. */
export function turned(place: MovingPlace, rows: readonly Listed[], more: boolean): MovingPage {
  const done = !more || rows.length === 0 || (place.since !== undefined && endsBelow(rows, wholeSecond(place.since)));
  return movingPage(place, rows, done ? undefined : place.at + 1, FIRST_PAGE);
}

/** Whether there is more is never guessed. @throws FieldProblem */
export const hasMore = (answer: ObjectReader): boolean => answer.object('page_context').boolean('has_more_page');
