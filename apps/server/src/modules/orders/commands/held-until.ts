/**
 * Holds that end on a day. The day is the customer's; a worker releases what is due within half a
 * minute of its midnight, so that everything that asks whether an order is held goes on asking one column.
 */
import { localDay } from '@scanship/domain/calendar/ship-date';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { createSweep } from '../../../platform/jobs/sweep.ts';
import type { Services } from '../../../platform/services.ts';
import { recordChanges } from './history.ts';

/** Nothing is held longer than this by a day. */
const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

/** Why an order cannot be held until a day, as a sentence; undefined when it can. @param day YYYY-MM-DD */
export function notAHoldDay(day: string, now: Date, timeZone: string): string | undefined {
  const today = localDay(now, timeZone);
  const latest = localDay(new Date(now.getTime() + MOST_DAYS * DAY_MS), timeZone);
  return day > today && day <= latest ? undefined : `Choose a day after ${today} and not after ${latest}.`;
}

/** Why an order cannot be set to ship on a day, as a sentence; undefined when it can. @param day YYYY-MM-DD */
export function notAShipDate(day: string, now: Date, timeZone: string): string | undefined {
  const today = localDay(now, timeZone);
  const latest = localDay(new Date(now.getTime() + MOST_DAYS * DAY_MS), timeZone);
  return day >= today && day <= latest ? undefined : `The ship date must be between ${today} and ${latest}.`;
}

/** Orders of one transaction. */
const AT_ONCE = 500;

/**
 * Ends the holds of one customer whose day has come. An order that its store still holds goes back to that hold, but for one
 * that a person released.
 * @returns how many ended; fewer than `AT_ONCE` means that none is left
 */
export async function endHolds(tx: Tx, tenantId: string, now: Date): Promise<number> {
  const at = now.toISOString();
  const zone = await sql<{ name: string }>`SELECT coalesce(
      (SELECT c.time_zone FROM customer_settings c WHERE c.tenant_id = ${tenantId}), t.time_zone) AS name
    FROM tenants t WHERE t.id = ${tenantId}`.execute(tx);
  const today = localDay(now, zone.rows[0]?.name ?? 'UTC');
  const { rows } = await sql<{ id: string; day: string }>`WITH due AS MATERIALIZED (
      SELECT o.id, o.hold_until::text AS day, nullif(d.imported -> 'hold' ->> 'code', d.overrides ->> 'releasedHold') AS code
      FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
      WHERE o.hold_until <= ${today}::date
      ORDER BY o.id LIMIT ${AT_ONCE} FOR UPDATE OF o SKIP LOCKED)
    UPDATE orders o SET hold_code = due.code, hold_reason = NULL, hold_until = NULL, updated_at = ${at}::timestamptz
    FROM due WHERE o.id = due.id RETURNING o.id, due.day`.execute(tx);
  await recordChanges(
    { tenantId },
    tx,
    rows.map(({ id, day }) => ({ orderId: id, from: null, to: 'released', why: `It was held until ${day}` })),
    now,
  );
  return rows.length;
}

export interface HoldWorker {
  /** One round; answers how many holds ended. */
  look(): Promise<number>;
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
}

const SWEEP_MS = 30_000;

export function createHoldWorker({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): HoldWorker {
  async function look(): Promise<number> {
    const now = clock.now();
    // A day begins first 14 hours east of Greenwich; each customer's own zone is looked at in its transaction.
    const first = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
    const { rows } = await db.system((tx) =>
      sql<{ id: string }>`SELECT DISTINCT tenant_id AS id FROM orders WHERE hold_until <= ${first}::date`.execute(tx),
    );
    let ended = 0;
    for (const { id } of rows) {
      try {
        for (let some = AT_ONCE; some === AT_ONCE; ended += some)
          some = await db.tenant({ tenantId: id }, (tx) => endHolds(tx, id, now));
      } catch (error) {
        log.error({ err: error, tenantId: id }, 'holds whose day has come could not be ended; they are tried again');
      }
    }
    return ended;
  }

  const sweep = createSweep(
    {
      log,
      everyMs: SWEEP_MS,
      firstMs: 2_000,
      name: 'held-orders',
      failed: 'holds whose day has come could not be looked for; they are tried again',
    },
    look,
  );
  return { ...sweep, look };
}
