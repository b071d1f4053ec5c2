/**
 * Keeps the roll-ups: every few seconds the days that changed, and from time to time the standing of every customer (orders
 * become late by the clock alone). Rows of the queue are taken and their days made anew in one transaction, so a crash loses
 * nothing and two workers do no harm.
 */
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Line } from './line.ts';
import { refreshFigures, rollUpDays } from './rollup.ts';

const ROUND_MS = 3_000;
const STANDING_MS = 10 * 60_000;
const TENANTS_A_ROUND = 50;
/** So old labels are looked at when places are missing; a report holds two spans of a year at most. */
const PLACES_DAYS = 400;
const ROWS_A_TENANT = 5_000;

export interface RollupWorker {
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
  /** Everything that is due now; answers how many customers were made anew. */
  work(): Promise<number>;
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

export const createRollupWorker = ({ db, clock, log, withTest }: RollupDeps): RollupWorker => {
  let timers: NodeJS.Timeout[] = [];
  let running: Promise<unknown> | undefined;

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

  const workOn = async (tenantId: string): Promise<boolean> => {
    const line = await lineOf(tenantId);
    return db.system(async (tx) => {
      const { rows } = await sql<{ at: Date }>`
        DELETE FROM rollup_due WHERE tenant_id = ${tenantId} AND id IN (
          SELECT id FROM rollup_due WHERE tenant_id = ${tenantId} LIMIT ${ROWS_A_TENANT}) RETURNING at`.execute(tx);
      // Labels of a franchise's or the platform's own are of nobody's dashboard; those of a customer that is erased stay as they were counted.
      if (rows.length === 0 || !line) return false;
      await rollUpDays(
        tx,
        line,
        rows.map(({ at }) => at),
      );
      await refreshFigures(tx, line, { now: clock.now(), withTest });
      return true;
    });
  };

  const work = async (): Promise<number> => {
    let made = 0;
    const tried = new Set<string>();
    for (;;) {
      const { rows } = await db.system((tx) =>
        sql<{
          tenant_id: string;
        }>`SELECT DISTINCT tenant_id FROM rollup_due LIMIT ${TENANTS_A_ROUND + tried.size}`.execute(tx),
      );
      const due = rows.filter((row) => !tried.has(row.tenant_id));
      if (due.length === 0) return made;
      for (const { tenant_id: id } of due) {
        tried.add(id);
        try {
          if (await workOn(id)) made += 1;
        } catch (error) {
          log.error({ err: error, tenantId: id }, 'a roll-up failed; it is tried again');
        }
      }
    }
  };

  /** Days that a release made which knew no places, before this one or beside it: made again, once at a start. */
  const askForPlaces = async (): Promise<void> => {
    const customers = await db.reference((tx) =>
      tx.selectFrom('tenants').select('id').where('kind', '=', 'customer').where('state', '<>', 'closed').execute(),
    );
    for (const { id } of customers) {
      const line = await lineOf(id);
      // Both ends of the day: it is of two days where the seller's clock is another.
      if (line)
        await db.tenant({ tenantId: id }, (tx) =>
          sql`INSERT INTO rollup_due (tenant_id, at)
            SELECT ${id}, ends.at FROM (
              SELECT day FROM (
                SELECT day, sum(labels) AS labels, sum(voided) AS voided FROM label_days
                WHERE tenant_id = ${id} AND day > ${clock.now()}::date - ${PLACES_DAYS}::int GROUP BY day
                EXCEPT SELECT day, sum(labels), sum(voided) FROM zone_days
                WHERE tenant_id = ${id} AND day > ${clock.now()}::date - ${PLACES_DAYS}::int GROUP BY day) AS differing) AS days
            CROSS JOIN LATERAL (VALUES (day::timestamp AT TIME ZONE ${line.customerZone}),
              ((day + 1)::timestamp AT TIME ZONE ${line.customerZone} - interval '1 second')) AS ends(at)`.execute(tx),
        );
    }
  };

  const refreshAll = async (): Promise<void> => {
    const customers = await db.reference((tx) =>
      tx.selectFrom('tenants').select('id').where('kind', '=', 'customer').where('state', '<>', 'closed').execute(),
    );
    for (const { id } of customers) {
      try {
        const line = await lineOf(id);
        if (line) await db.system((tx) => refreshFigures(tx, line, { now: clock.now(), withTest }));
      } catch (error) {
        log.error({ err: error, tenantId: id }, 'the figures of a customer could not be made; they are tried again');
      }
    }
  };

  const begin = (what: () => Promise<unknown>): void => {
    if (running) return;
    running = what()
      .catch((error: unknown) => log.error({ err: error }, 'roll-ups could not be made; they are tried again'))
      .finally(() => {
        running = undefined;
      });
  };
  return {
    work,
    askForPlaces,
    refreshAll,
    start() {
      begin(async () => {
        await askForPlaces();
        await work();
        await refreshAll();
      });
      timers = [setInterval(() => begin(work), ROUND_MS), setInterval(() => begin(refreshAll), STANDING_MS)];
      for (const timer of timers) timer.unref();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
};
