/**
 * Ids of what is carried over. A row never has the same id at two customers, since what is cached by an id alone would be mixed up; and
 * the same row always gets the same id, so that work that was killed is simply done again.
 */
import { createHash } from 'node:crypto';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** The variant of RFC 9562. */
const VARIANT = '89ab';

/** Keeps the time of a UUIDv7, by which lists are ordered. */
export function newIdOf(moveId: string, id: string): string {
  const hash = createHash('sha256').update(`${moveId} ${id}`).digest('hex');
  const variant = VARIANT[Number.parseInt(hash[3] ?? '0', 16) % VARIANT.length] ?? '8';
  return `${id.slice(0, 13)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** Puts the new ids into a row as JSON; what is not carried over stays as it is. */
export const withNewIds = (line: string, ids: ReadonlyMap<string, string>): string =>
  line.replace(UUID, (id) => ids.get(id) ?? id);
