/**
 * The server's clock, set by the database's: processes on machines whose clocks differ agree on when a session, a code or a
 * lease ends, because all compare stored times with the same clock.
 */
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { Database } from './database.ts';

/** Steady clocks drift by some milliseconds in so long; a suspended machine is noticed then. */
const MEASURE_EVERY_MS = 30_000;
/** The best of these is taken: half its round trip is the error. */
const SAMPLES = 3;
/** A machine whose own clock differs by more is worth a line: certificates and vendors' signatures need it right. */
const TOLD_FROM_MS = 5_000;

export interface DatabaseClock extends Clock {
  /** Ends the measuring; the clock goes on. */
  stop(): void;
}

interface Setting {
  /** The database's time minus this process's steady clock. Milliseconds. */
  readonly offset: number;
  readonly roundTrip: number;
}

const measureOnce = async (db: Database): Promise<Setting> => {
  const sent = performance.now();
  const { rows } = await db.reference((tx) => sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(tx));
  const answered = performance.now();
  const now = rows[0]?.now;
  if (!now) throw new Error('the database did not tell the time');
  return { offset: now.getTime() - (sent + answered) / 2, roundTrip: answered - sent };
};

const measure = async (db: Database): Promise<Setting> => {
  let best = await measureOnce(db);
  for (let n = 1; n < SAMPLES; n += 1) {
    const next = await measureOnce(db);
    if (next.roundTrip < best.roundTrip) best = next;
  }
  return best;
};

/** Reads the database's clock, now and every 30 s; while it cannot be asked the clock goes on by itself. */
export const startDatabaseClock = async (db: Database, log: Logger): Promise<DatabaseClock> => {
  let { offset } = await measure(db);
  const now = () => new Date(performance.now() + offset);
  let told = false;
  const compare = () => {
    const differs = Date.now() - now().getTime();
    if (Math.abs(differs) < TOLD_FROM_MS) told = false;
    else if (!told) {
      told = true;
      log.warn(
        { seconds: Math.round(differs / 1000) },
        "this machine's clock differs from the database's, which is the one that counts",
      );
    }
  };
  compare();
  let measuring = false;
  const again = async (): Promise<void> => {
    if (measuring) return;
    measuring = true;
    try {
      ({ offset } = await measure(db));
      compare();
    } catch (error) {
      log.debug({ err: error }, "the database's clock could not be read");
    }
    measuring = false;
  };
  const timer = setInterval(() => void again(), MEASURE_EVERY_MS).unref();
  return { now, stop: () => clearInterval(timer) };
};
