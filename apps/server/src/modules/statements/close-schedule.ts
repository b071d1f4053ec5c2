/** Which month a seller closes next, and the rows that say when it is due. */
import { monthAfter, monthOf } from '@scanship/domain/money/statement';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { addDays, dayIn } from '../../platform/time-zone.ts';
import { type Company, monthEnd } from './seller.ts';

/** The last month that is over in the seller's time zone, its first day. */
export const lastOver = (seller: Company, now: Date): string =>
  monthOf(addDays(monthOf(dayIn(now, seller.timeZone)), -1));

/**
 * The first month that is not closed: the one after the last closed, else the one in which the books begin, else (nothing was
 * ever booked) the last that is over. Months are closed one after the other. Runs as the seller.
 */
export const nextMonth = async (tx: Tx, seller: Company, now: Date): Promise<string> => {
  const closed = await tx
    .selectFrom('month_closes')
    .select('month')
    .where('tenant_id', '=', seller.id)
    .where('state', '=', 'closed')
    .orderBy('month', 'desc')
    .executeTakeFirst();
  if (closed) return monthAfter(closed.month);
  const first = await tx
    .selectFrom('entries')
    .select('occurred_at')
    .where('tenant_id', '=', seller.id)
    .orderBy('occurred_at')
    .orderBy('id')
    .executeTakeFirst();
  return first ? monthOf(dayIn(first.occurred_at, seller.timeZone)) : lastOver(seller, now);
};

/** Writes down the next month, due when it is over; nothing where it stands already. Runs as the seller. */
export const schedule = async (tx: Tx, seller: Company, now: Date): Promise<string> => {
  const month = await nextMonth(tx, seller, now);
  const endsAt = monthEnd(month, seller.timeZone);
  await tx
    .insertInto('month_closes')
    .values({ tenant_id: seller.id, month, time_zone: seller.timeZone, ends_at: endsAt, due_at: endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return month;
};

/** Months that are due and in nobody's hands, taken by their lease. Runs as the system. */
export const takeDue = async (
  tx: Tx,
  only: { readonly tenantId: string; readonly month: string } | undefined,
  leaseMs: number,
): Promise<readonly { readonly tenantId: string; readonly month: string }[]> => {
  const { rows } = await sql<{ tenant_id: string; month: string }>`
    UPDATE month_closes AS c SET lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000}), attempt = c.attempt + 1
    FROM (SELECT tenant_id, month FROM month_closes
      WHERE ${
        only
          ? sql`tenant_id = ${only.tenantId} AND month = ${only.month} AND state <> 'closed'`
          : sql`due_at <= clock_timestamp()`
      } AND (lease_until IS NULL OR lease_until < clock_timestamp())
      ORDER BY due_at LIMIT 20 FOR UPDATE SKIP LOCKED) AS d
    WHERE c.tenant_id = d.tenant_id AND c.month = d.month RETURNING c.tenant_id, c.month`.execute(tx);
  return rows.map((row) => ({ tenantId: row.tenant_id, month: row.month }));
};
