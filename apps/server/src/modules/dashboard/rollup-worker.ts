/**
 * Keeps the roll-ups: every few seconds the days that changed, and from time to time the standing of every customer (orders
 * become late by the clock alone). Rows of the queue are taken and their days made anew in one transaction, so a crash loses
 * nothing and two workers do no harm.
 */
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { atDutyCycle } from '../../platform/jobs/duty-cycle.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import { addDays, startOfDay } from '../../platform/time-zone.ts';
import type { Line } from './line.ts';
import { refreshFigures, refreshSums, rollUpDays } from './rollup.ts';

const ROUND_MS = 3_000;
/** They can be made again at any time. */
const FIGURES = { relaxed: true } as const;
const STANDING_MS = 10 * 60_000;
const FRESH_MS = 2 * 86_400_000;
/** Customers. */
const BACKLOG_A_ROUND = 20;
/** So old labels are looked at when places are missing: a report holds two spans of a year at most. */
const PLACES_DAYS = 2 * 366;
/** Of a customer at once, from each end. Sums over customers are locked while they are made, for all servers. */
const DAYS_AT_ONCE = 2;
const ROWS_AT_ONCE = 5_000;
/** A server of the release before may run beside for a while. */
const LOOKS_FOR_PLACES = 24;
const LOOK_FOR_PLACES_MS = 3_600_000;

export interface Round {
  /** Customers. */
  readonly made: readonly string[];
  readonly more: boolean;
}

export interface RollupWorker {
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
  /** Everything that is due now; answers how many customers were made anew. */
  work(): Promise<number>;
  /** One turn of everybody who waits: some days of each. */
  round(): Promise<Round>;
  /** Has days made again whose places are not known yet. */
  askForPlaces(): Promise<void>;
  /** The standing of every customer. */
  refreshAll(): Promise<void>;
}

export interface RollupDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Test labels count: demo installations have no others. */
  readonly withTest: boolean;
}

interface Turn {
  readonly made: boolean;
  /** It has more days. */
  readonly more: boolean;
}

export const createRollupWorker = ({ db, clock, log, withTest }: RollupDeps): RollupWorker => {
  let looks = 0;
  let lookedAt = -Infinity;

  const lineOf = async (customerId: string): Promise<Line | undefined> => {
    const { rows } = await db.reference((tx) =>
      sql<Line>`SELECT c.id AS "customerId", c.time_zone AS "customerZone", f.id AS "franchiseId", f.time_zone AS "franchiseZone",
          p.id AS "platformId", p.time_zone AS "platformZone"
        FROM tenants c JOIN tenants f ON f.id = c.realm_id JOIN tenants p ON p.kind = 'platform' WHERE c.id = ${customerId} AND c.kind = 'customer' AND c.state <> 'closed' AND f.kind = 'franchise'`.execute(
        tx,
      ),
    );
    const [line] = rows;
    if (!line) return undefined;
    const settings = await db.tenant({ tenantId: customerId }, (tx) =>
      tx.selectFrom('customer_settings').select('time_zone').where('tenant_id', '=', customerId).executeTakeFirst(),
    );
    return { ...line, customerZone: settings?.time_zone ?? line.customerZone };
  };

  /** Some of a customer's days: the newest, which are looked at, and the oldest, which would wait for ever where new ones keep coming. */
  const workOn = async (tenantId: string): Promise<Turn> => {
    const line = await lineOf(tenantId);
    const turn = await db.system(async (tx): Promise<Turn> => {
      const { rows } = await sql<{ at: Date; more: boolean }>`
        WITH waiting AS MATERIALIZED (
          SELECT id, dense_rank() OVER (ORDER BY at::date DESC) AS newest, dense_rank() OVER (ORDER BY at::date) AS oldest
          FROM (SELECT id, at FROM rollup_due WHERE tenant_id = ${tenantId} ORDER BY at DESC LIMIT ${ROWS_AT_ONCE}) AS rows_at_once
        ), turn AS MATERIALIZED (SELECT id FROM waiting WHERE newest <= ${DAYS_AT_ONCE} OR oldest <= ${DAYS_AT_ONCE})
        DELETE FROM rollup_due WHERE tenant_id = ${tenantId} AND id IN (SELECT id FROM turn)
        RETURNING at, (SELECT count(*) FROM turn) < (SELECT count(*) FROM waiting) OR (SELECT count(*) FROM waiting) = ${ROWS_AT_ONCE} AS more`.execute(
        tx,
      );
      const [first] = rows;
      if (!first) return { made: false, more: false };
      // Labels of a franchise's or the platform's own are of nobody's dashboard; those of a customer that is erased stay as they were counted.
      if (!line) return { made: false, more: first.more };
      await rollUpDays(
        tx,
        line,
        rows.map(({ at }) => at),
      );
      return { made: true, more: first.more };
    });
    // By itself, so that the days are others' the sooner; what is lost here is made with all others'.
    if (line && turn.made) {
      const options = { now: clock.now(), withTest };
      await db.system(async (tx) => {
        await refreshFigures(tx, line, options);
        await refreshSums(tx, line, options);
      });
    }
    return turn;
  };

  /** Everybody whose labels of these days wait, then some of the backlog: that of one keeps today from nobody. */
  const round = async (): Promise<Round> => {
    const now = clock.now().getTime();
    const { rows: due } = await db.system((tx) =>
      sql<{ id: string; fresh: boolean }>`
        SELECT tenant_id AS id, max(at) > ${new Date(now - FRESH_MS)} AS fresh FROM rollup_due GROUP BY 1 ORDER BY fresh DESC, random()`.execute(
        tx,
      ),
    );
    const fresh = due.filter((row) => row.fresh).length;
    const turns = due.slice(0, fresh + BACKLOG_A_ROUND);
    const made: string[] = [];
    let more = turns.length < due.length;
    for (const { id } of turns) {
      if (rounds.stopping()) break;
      try {
        const turn = await workOn(id);
        if (turn.made) made.push(id);
        more ||= turn.more;
      } catch (error) {
        log.error({ err: error, tenantId: id }, 'a roll-up failed; it is tried again');
      }
    }
    return { made, more };
  };

  const work = async (): Promise<number> => {
    const made = new Set<string>();
    for (let more = true; more; ) {
      const done = await round();
      for (const id of done.made) made.add(id);
      more = done.more && done.made.length > 0;
    }
    return made.size;
  };

  const allCustomers = async (): Promise<string[]> => {
    const rows = await db.reference((tx) =>
      tx.selectFrom('tenants').select('id').where('kind', '=', 'customer').where('state', '<>', 'closed').execute(),
    );
    return rows.map(({ id }) => id);
  };

  /** What fails for one fails for nobody else. */
  const eachOf = (tenants: Iterable<string>, failed: string, work: (id: string) => Promise<unknown>): Promise<void> =>
    atDutyCycle(tenants, { stopping: () => standing.stopping() }, (tenantId) =>
      work(tenantId).catch((error: unknown) => log.error({ err: error, tenantId }, failed)),
    );

  /** Days that a release made which knew no places, before this one or beside it: made again. Of an erased customer there is nothing to make them from. */
  const askForPlaces = async (): Promise<void> => {
    const customers = await allCustomers();
    await eachOf(customers, 'the places of a customer could not be compared; it is tried again', async (id) => {
      const line = await lineOf(id);
      if (line) await askForPlacesOf(line);
    });
  };

  const askForPlacesOf = async (line: Line): Promise<void> => {
    const { customerId: id } = line;
    const since = sql`day > ${clock.now()}::date - ${PLACES_DAYS}::int`;
    const zones = sql`
      SELECT day, labels, voided, spend_minor AS a, 0::int8 AS b, 0 AS sold FROM label_days WHERE tenant_id = ${id} AND customer_id = ${id} AND ${since}
      UNION ALL SELECT day, -labels, -voided, -spend_minor, 0, 0 FROM zone_days WHERE tenant_id = ${id} AND ${since}`;
    const lanesOf = (tenantId: string) => sql`
      SELECT day, labels, voided, sold_minor AS a, cost_minor AS b, sold FROM label_days
        WHERE tenant_id = ${tenantId} AND customer_id = ${id} AND ${since}
      UNION ALL SELECT day, -labels, -voided, -sold_minor, -cost_minor, -sold FROM lane_days
        WHERE tenant_id = ${tenantId} AND customer_id = ${id} AND ${since}`;
    const moments = new Set<string>();
    for (const [tenantId, zone, both] of [
      [id, line.customerZone, zones],
      [line.franchiseId, line.franchiseZone, lanesOf(line.franchiseId)],
      [line.platformId, line.platformZone, lanesOf(line.platformId)],
    ] as const) {
      const { rows } = await db.tenant({ tenantId }, (tx) =>
        sql<{ day: string }>`SELECT day::text AS day FROM (${both}) AS both_of GROUP BY day
          HAVING (sum(labels), sum(voided), sum(a), sum(b), sum(sold)) <> (0, 0, 0, 0, 0)`.execute(tx),
      );
      // Both ends of the day: it is of two days where another level's clock is another.
      for (const { day } of rows) {
        moments.add(startOfDay(day, zone).toISOString());
        moments.add(new Date(startOfDay(addDays(day, 1), zone).getTime() - 1_000).toISOString());
      }
    }
    if (moments.size > 0)
      await db.tenant({ tenantId: id }, (tx) =>
        sql`INSERT INTO rollup_due (tenant_id, at) SELECT ${id}, unnest(${[...moments]}::timestamptz[])`.execute(tx),
      );
  };

  const refreshAll = async (): Promise<void> => {
    const customers = await allCustomers();
    const franchises = new Map<string, Line>();
    const options = () => ({ now: clock.now(), withTest });
    await eachOf(customers, 'the figures of a customer could not be made; they are tried again', async (id) => {
      const line = await lineOf(id);
      if (!line) return;
      await db.system((tx) => refreshFigures(tx, line, options()), FIGURES);
      franchises.set(line.franchiseId, line);
    });
    await eachOf(
      franchises.keys(),
      'the figures of a franchise could not be made; they are tried again',
      async (id) => {
        const line = franchises.get(id);
        if (line) await db.system((tx) => refreshSums(tx, line, options()), FIGURES);
      },
    );
  };

  const compareNowAndThen = async (): Promise<void> => {
    const now = performance.now();
    if (looks >= LOOKS_FOR_PLACES || now - lookedAt < LOOK_FOR_PLACES_MS) return;
    looks += 1;
    lookedAt = now;
    await askForPlaces();
  };

  const failed = 'roll-ups could not be made; they are tried again';
  const rounds = createSweep({ log, name: 'roll-ups', everyMs: ROUND_MS, firstMs: 0, failed }, round);
  /** Of all customers, which may take minutes: days that changed do not wait for it. */
  const standing = createSweep({ log, everyMs: STANDING_MS, firstMs: 0, failed }, async () => {
    await compareNowAndThen();
    await refreshAll();
  });
  return {
    work,
    round,
    askForPlaces,
    refreshAll,
    start() {
      rounds.start();
      standing.start();
    },
    async stop() {
      await Promise.all([rounds.stop(), standing.stop()]);
    },
  };
};
