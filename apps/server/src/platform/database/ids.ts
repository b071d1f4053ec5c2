/** Ids are made here, not in the database, so that every PostgreSQL from 15 on will do. */
import { randomBytes } from 'node:crypto';

let lastMilliseconds = 0;
let counter = 0;

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter that keeps the ids of one process in order within a
 * millisecond, 62 random bits. Tables partitioned by month read the month from it.
 */
export function newId(): string {
  const now = Date.now();
  // A clock set back must not make ids smaller than those already given out.
  if (now > lastMilliseconds) {
    lastMilliseconds = now;
    counter = eightRandomBytes().readUInt16BE() & 0x7ff;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastMilliseconds += 1;
      counter = 0;
    }
  }
  return format(lastMilliseconds, counter);
}

/**
 * A UUIDv7 of a given moment: of rows that are written later than they happened (seeds, imports) or keep to the service's clock. Not
 * ordered within a millisecond. `newId` knows the real clock alone: one moment ahead would put every later id of the process there, too.
 */
export function idAt(moment: Date): string {
  return format(moment.getTime(), randomBytes(2).readUInt16BE() & 0xfff);
}

/** Random bytes are fetched for many ids at once: a call for each costs more than the rest of an id. */
const POOLED = 8 * 512;
let pool = Buffer.alloc(0);
let used = 0;

function eightRandomBytes(): Buffer {
  if (used + 8 > pool.length) {
    pool = randomBytes(POOLED);
    used = 0;
  }
  used += 8;
  return pool.subarray(used - 8, used);
}

function format(milliseconds: number, twelveBits: number): string {
  const random = eightRandomBytes();
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const time = milliseconds.toString(16).padStart(12, '0');
  const tail = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${twelveBits.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version; what comes from outside is asked before it reaches a query. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** The smallest UUIDv7 of a moment: every id made before it is smaller. For ranges over tables that are keyed by time. */
export const firstIdAt = (moment: Date): string => {
  // Nothing is older than the time they count from.
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
};
