/**
 * Long work of which a company has only so much at once, in all processes together. A place is a row whose end is put off while
 * its work goes on: whoever dies gives it back by not doing so.
 */
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { newId } from '../database/ids.ts';

const LEASE_SECONDS = 60;
const PUT_OFF_MS = 20_000;

/** @returns how to give the place back, or nothing when all are taken */
export type TakePlace = (what: string, tenantId: string, most: number) => Promise<(() => void) | undefined>;

export const createPlaces =
  (db: Database): TakePlace =>
  async (what, tenantId, most) => {
    const all = `${what} ${tenantId} `;
    const key = all + newId();
    const taken = await db.system(async (tx) => {
      // One after the other for each company, so that two do not both take the last place.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${all}, 0))`.execute(tx);
      const { rows } = await sql`INSERT INTO budget_counters (key, used, granted, ends_at)
        SELECT ${key}, 1, 1, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
        WHERE (SELECT count(*) FROM budget_counters
          WHERE key > ${all} AND key < ${`${all}~`} AND ends_at > clock_timestamp()) < ${most} RETURNING key`.execute(
        tx,
      );
      return rows.length > 0;
    });
    if (!taken) return undefined;
    // What cannot be written now ends by itself: at worst one more begins, or one begins a minute later.
    const write = (statement: ReturnType<typeof sql>): void =>
      void db.system((tx) => statement.execute(tx)).catch(() => undefined);
    const timer = setInterval(
      () =>
        write(sql`UPDATE budget_counters SET ends_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
          WHERE key = ${key}`),
      PUT_OFF_MS,
    ).unref();
    return () => {
      clearInterval(timer);
      write(sql`DELETE FROM budget_counters WHERE key = ${key}`);
    };
  };
