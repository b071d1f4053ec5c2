/**
 * ShipStation writes and reads times in Pacific time (PST or PDT), without a zone. An hour that comes twice in autumn counts as
 * the first, in both directions, so that it stays in the order ShipStation has it in.
 */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { localTimeIn, readTime } from '@scanship/domain/calendar/local-time';

const ZONE = 'America/Los_Angeles';
/** "2015-08-17T09:24:14.7800000" */
const WRITTEN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?$/;

/** ISO instant, to the second. @throws FieldProblem */
export function readPacific(owner: ObjectReader, name: string): string {
  const time = readTime({ occurredAt: owner.string(name, WRITTEN), zone: ZONE });
  if (!time) throw new FieldProblem(owner.at(name), 'should be a date and time');
  return time.instant.toISOString();
}

const local = (instant: Date): string => localTimeIn(instant, ZONE) ?? '';

/** "2015-01-01 00:00:00", as questions take it. */
export const pacificText = (instant: Date): string => local(instant).replace('T', ' ');

/** The calendar day on the Pacific coast, YYYY-MM-DD. */
export const pacificDay = (instant: Date): string => local(instant).slice(0, 10);
