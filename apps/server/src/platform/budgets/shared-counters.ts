/**
 * The shared side of budgets: one row a key and window in PostgreSQL, by its clock. What is asked for in the same turn of the
 * event loop, as the keys of one call are, is one statement.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { executeFixed } from '../database/transaction.ts';

export interface CounterAsk {
  readonly key: string;
  /** Of one window. */
  readonly amount: number;
  readonly seconds: number;
  /** Used already, before anybody was asked. */
  readonly owed: number;
  /** Less than this is of no use. */
  readonly need: number;
  /** As much as this is taken where it is there. */
  readonly want: number;
}

export interface CounterAnswer {
  /** 0: what is needed is not there until the window ends. */
  readonly granted: number;
  /** End of the window, as `performance.now()` counts: never later than the database's. */
  readonly endsAt: number;
}

export interface SharedCounters {
  take(ask: CounterAsk): Promise<CounterAnswer>;
}

interface Waiting {
  readonly ask: CounterAsk;
  readonly resolve: (answer: CounterAnswer) => void;
  readonly reject: (error: unknown) => void;
}

interface CounterRow {
  readonly key: string;
  readonly granted: number;
  readonly msLeft: number;
}

export function createSharedCounters(db: Database): SharedCounters {
  let waiting = new Map<string, Waiting>();

  async function flush(): Promise<void> {
    const asked = waiting;
    waiting = new Map();
    // From before the statement, so that no lease outlives its window.
    const from = performance.now();
    try {
      const { rows } = await db.system(
        (tx) => executeFixed(tx, 'take-budget', takeSql([...asked.values()].map(({ ask }) => ask))),
        { atOnce: true, relaxed: true },
      );
      for (const { key, granted, msLeft } of rows) {
        asked.get(key)?.resolve({ granted, endsAt: from + msLeft });
        asked.delete(key);
      }
      if (asked.size > 0) throw new Error('A counter did not answer.');
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }

  return {
    take: (ask) =>
      new Promise((resolve, reject) => {
        if (waiting.size === 0) setImmediate(() => void flush());
        if (waiting.has(ask.key)) reject(new Error(`${ask.key} is asked for twice at once.`));
        else waiting.set(ask.key, { ask, resolve, reject });
      }),
  };
}

/** Keys in order, so that two processes cannot wait for each other in a circle. A window that ended begins anew. */
function takeSql(asked: readonly CounterAsk[]): RawBuilder<CounterRow> {
  const given = sql`json_to_recordset(${JSON.stringify(asked)}::json)
    AS q(key text, amount float8, seconds float8, owed float8, need float8, want float8)`;
  const grant = (used: RawBuilder<unknown>) =>
    sql`CASE WHEN q.amount - ${used} - q.owed >= q.need THEN least(q.want, q.amount - ${used} - q.owed) ELSE 0 END`;
  return sql<CounterRow>`INSERT INTO budget_counters AS b (key, used, granted, ends_at)
    SELECT q.key, q.owed + g.n, g.n, clock_timestamp() + make_interval(secs => q.seconds)
    FROM ${given}, LATERAL (SELECT ${grant(sql`0`)} AS n) AS g ORDER BY q.key COLLATE "C"
    ON CONFLICT (key) DO UPDATE SET (used, granted, ends_at) = (
      SELECT f.used + q.owed + g.n, g.n, f.ends_at
      FROM ${given}, (SELECT clock_timestamp() AS at) AS c,
        LATERAL (SELECT CASE WHEN b.ends_at > c.at THEN b.used ELSE 0 END AS used,
          CASE WHEN b.ends_at > c.at THEN b.ends_at ELSE c.at + make_interval(secs => q.seconds) END AS ends_at) AS f,
        LATERAL (SELECT ${grant(sql`f.used`)} AS n) AS g
      WHERE q.key = b.key)
    RETURNING b.key, b.granted, greatest(0, extract(epoch FROM b.ends_at - clock_timestamp()) * 1000)::float8 AS "msLeft"`;
}
