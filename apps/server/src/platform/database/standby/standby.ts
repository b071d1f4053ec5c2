/**
 * Reads on a streaming standby that are never older than the primary (decision 0495): each asks the primary for its position in the
 * write-ahead log, which holds everything anybody had committed by then, and reads only where all of it has been replayed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type PoolClient } from 'pg';
import type { Line, Lines } from '../pool/lines.ts';
import type { Probe } from '../pool/probe.ts';

/** On the standby; or on the primary because the standby lacked something, was away, or failed in the middle. */
export type ReadOutcome = 'standby' | 'behind' | 'away' | 'failed';

export interface StandbyState {
  readonly use: 'used' | 'behind' | 'away';
  /** What the primary had so long ago has not all arrived; undefined while it is away. */
  readonly lag: { readonly seconds: number; readonly bytes: number } | undefined;
}

export interface Standby {
  /**
   * Runs a read on the standby. @returns undefined when the primary has to be read instead, also after it began: what is read may be
   * read twice. @throws the error of a statement that took longer than it may
   */
  read<T>(who: string, work: (line: Line) => Promise<T>): Promise<{ readonly value: T } | undefined>;
  state(): StandbyState;
  close(): Promise<void>;
}

export interface StandbyOptions {
  /** Of their own, so that a busy pool delays no position. */
  readonly ofPrimary: Probe;
  readonly ofStandby: Probe;
  readonly lines: Lines;
  /** Hears when it is away, and when it is back. */
  readonly tell: (sentence: string, error?: unknown) => void;
  readonly count: (outcome: ReadOutcome) => void;
}

/** For a place and for connecting there; the primary is not far. */
export const STANDBY_WITHIN_MS = 2_000;
/** How it is, is looked at so often; what runs on it when it does not answer goes to the primary then. */
const LOOK_EVERY_MS = 1_000;
/** Waits until what is missing has been replayed, some 60 ms in all. */
const WAITS_MS = [1, 2, 4, 8, 16, 32];
/** One that takes no more connections is tried again after so long. */
const REST_MS = 30_000;
const MOST_MARKS = 3_600;
const STATEMENT_TOO_LONG = '57014';

/** A place in one server's history. Positions of two clusters, or of two timelines of one, say nothing about each other. */
interface Place {
  /** Of which cluster, and its name. */
  readonly database: string;
  readonly timeline: number;
  readonly position: number;
}

/**
 * A commit is flushed before anybody sees it, unless the server does not wait for its disk at all. Written but not flushed is also what
 * is `relaxed`: counters and traces come up to 0.6 s later.
 */
const PRIMARY = `SELECT (pg_control_system()).system_identifier || '/' || current_database() AS database,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS timeline,
  pg_wal_lsn_diff(CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END, '0/0')::int8 AS position`;
/** Once promoted it recovers on no timeline. */
const STANDBY = `SELECT (pg_control_system()).system_identifier || '/' || current_database() AS database,
  CASE WHEN pg_is_in_recovery() THEN (pg_control_recovery()).min_recovery_end_timeline ELSE 0 END AS timeline,
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::int8 AS position`;

const follows = (standby: Place, primary: Place): boolean =>
  standby.database === primary.database && standby.timeline === primary.timeline;

export function openStandby({ ofPrimary, ofStandby, lines, tell, count }: StandbyOptions): Standby {
  let away = true;
  /** Whether the primary said where it stands when it was last asked: nobody waits for that twice. */
  let placed = false;
  let restsUntil = 0;
  let closed = false;
  const isOut = (): boolean => away || !placed || performance.now() < restsUntil;
  let told: boolean | undefined;
  /** What a read waited for in vain. */
  let missing = 0;
  let bytes = 0;
  /** Where the primary was when, as far as that is not replayed. */
  let marks: { readonly position: number; readonly at: number }[] = [];

  const placeOfPrimary = shared(async () => one(await ofPrimary.ask<Place>(PRIMARY)));

  const turn = (isAway: boolean, sentence: string, error?: unknown): void => {
    away = isAway;
    if (isAway) {
      marks = [];
      // What waits for its answers would wait for long.
      lines.cut();
    }
    if (told !== isAway) tell(sentence, error);
    told = isAway;
  };

  const look = async (): Promise<void> => {
    const primary = await placeOfPrimary().catch(() => undefined);
    placed = primary !== undefined;
    // Nothing is learnt about the standby then.
    if (!primary || closed) return;
    const at = performance.now();
    try {
      const standby = one(await ofStandby.ask<Place>(STANDBY));
      if (!follows(standby, primary)) {
        turn(true, 'READ_DATABASE_URL leads to no standby of the database: the primary is read');
        // A proxy that has been led elsewhere since keeps this connection where it was.
        await ofStandby.close();
        return;
      }
      if (standby.position >= missing) missing = 0;
      bytes = Math.max(0, primary.position - standby.position);
      if (marks.length < MOST_MARKS) marks.push({ position: primary.position, at });
      marks = marks.filter(({ position }) => position > standby.position);
      turn(false, 'lists, reports and exports are read on the standby');
    } catch (error) {
      if (!closed) turn(true, 'the standby is away: the primary is read', error);
    }
  };
  const take = async (who: string): Promise<Line> => {
    try {
      return await lines.take(who);
    } catch (error) {
      // PostgreSQL's own no: as many connections as it takes are in use.
      if (error instanceof DatabaseError) {
        restsUntil = performance.now() + REST_MS;
        tell('the standby takes no connection: the primary is read for a while', error);
      }
      throw error;
    }
  };
  let looking: Promise<void> | undefined;
  const lookOnce = (): Promise<void> => (looking ??= look().finally(() => (looking = undefined)));
  void lookOnce();
  const timer = setInterval(() => void lookOnce(), LOOK_EVERY_MS).unref();

  return {
    async read(who, work) {
      if (isOut() || missing > 0) {
        count(isOut() ? 'away' : 'behind');
        return undefined;
      }
      try {
        const primary = await placeOfPrimary().catch((error: unknown) => {
          placed = false;
          throw error;
        });
        const line = await take(who);
        const had = await hasAll(line.client, primary).catch((error: unknown) => {
          line.release(true);
          throw error;
        });
        if (had !== 'all') {
          line.release(had === 'another');
          if (had === 'less') missing = Math.max(missing, primary.position);
          count(had === 'less' ? 'behind' : 'away');
          return undefined;
        }
        const value = await work(line);
        count('standby');
        return { value };
      } catch (error) {
        if (error instanceof DatabaseError && error.code === STATEMENT_TOO_LONG) throw error;
        // Whatever it was: if it is the work's own fault, the primary says so too.
        count('failed');
        if (!(error instanceof DatabaseError)) void lookOnce();
        return undefined;
      }
    },
    state: () => ({
      use: isOut() ? 'away' : missing > 0 ? 'behind' : 'used',
      lag: away ? undefined : { seconds: marks[0] ? (performance.now() - marks[0].at) / 1_000 : 0, bytes },
    }),
    async close() {
      closed = true;
      clearInterval(timer);
      await Promise.all([lines.close(), ofPrimary.close(), ofStandby.close()]);
    },
  };
}

/** Asked on the very connection that is read on: behind one address there may be several standbys. */
async function hasAll(client: PoolClient, primary: Place): Promise<'all' | 'less' | 'another'> {
  const question = { text: STANDBY, query_timeout: STANDBY_WITHIN_MS };
  for (const wait of [0, ...WAITS_MS]) {
    if (wait > 0) await sleep(wait);
    const standby = one((await client.query<Place>(question)).rows);
    if (!follows(standby, primary)) return 'another';
    if (standby.position >= primary.position) return 'all';
  }
  return 'less';
}

/**
 * One question for all who ask while another is on its way: an answer counts for whoever asked before its question was sent, and for
 * nobody who came later.
 */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () =>
    (next ??= underWay.then(() => {
      next = undefined;
      const asked = ask();
      underWay = asked.catch(() => undefined);
      return asked;
    }));
}

function one(rows: readonly Place[]): Place {
  const [row] = rows;
  if (!row) throw new Error('The database did not say where it stands.');
  return row;
}
