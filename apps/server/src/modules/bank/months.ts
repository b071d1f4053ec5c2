/** Month by month: whether every line is explained, and whether the lines lead from one balance of the bank to the next. */
import type { BankMonth } from '@scanship/contracts/money/bank';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { addDays } from '../../platform/time-zone.ts';

const MOST_MONTHS = 36;

interface DayRow {
  readonly day: string;
  readonly in_minor: number;
  readonly out_minor: number;
  readonly lines: number;
  readonly open: number;
  readonly open_minor: number;
}
interface BalanceRow {
  readonly day: string;
  readonly minor: number;
}

/** Problem: `not_found`. */
export const readMonths = (
  db: Database,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  accountId: string,
): Promise<Outcome<{ readonly currency: string; readonly months: BankMonth[] }>> =>
  db.tenant(
    { tenantId },
    async (tx) => {
      const account = await tx
        .selectFrom('bank_accounts')
        .select('currency')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', accountId)
        .executeTakeFirst();
      if (!account) return problem('not_found');
      const { rows: days } = await sql<DayRow>`SELECT booked_on::text AS day,
          coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0), 0)::int8 AS in_minor,
          coalesce(sum(amount_minor) FILTER (WHERE amount_minor < 0), 0)::int8 AS out_minor, count(*)::int AS lines,
          count(*) FILTER (WHERE state = 'open')::int AS open,
          coalesce(sum(abs(amount_minor)) FILTER (WHERE state = 'open'), 0)::int8 AS open_minor
        FROM bank_lines WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND state <> 'replaced'
        GROUP BY booked_on ORDER BY booked_on`.execute(tx);
      // A balance before a day is one at the end of the day before; where files disagree, the newest is right.
      const { rows: balances } = await sql<BalanceRow>`SELECT DISTINCT ON (day) day::text, minor FROM (
          SELECT closing_day AS day, closing_minor AS minor, created_at, 1 AS rank FROM bank_files
            WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND closing_minor IS NOT NULL AND taken_back_at IS NULL
          UNION ALL SELECT opening_day - 1, opening_minor, created_at, 0 FROM bank_files
            WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND opening_minor IS NOT NULL AND taken_back_at IS NULL) v
        ORDER BY day, rank DESC, created_at DESC`.execute(tx);
      return ok({ currency: account.currency, months: monthsOf(days, balances) });
    },
    { readOnly: true },
  );

/** The newest first. */
function monthsOf(days: readonly DayRow[], balances: readonly BalanceRow[]): BankMonth[] {
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))].toReversed().slice(0, MOST_MONTHS);
  const sum = (rows: readonly DayRow[], of: (row: DayRow) => number): number =>
    rows.reduce((all, row) => all + of(row), 0);
  return months.map((month) => {
    const own = days.filter(({ day }) => day.startsWith(month));
    const closing = balances.findLast(({ day }) => day.startsWith(month));
    const before = closing && balances.findLast(({ day }) => day < `${month}-01`);
    const points = closing
      ? balances.filter(({ day }) => day <= closing.day && (before ? day >= before.day : day.startsWith(month)))
      : [];
    const gaps = points.slice(1).flatMap((point, index) => {
      const start = points[index];
      if (!start) return [];
      const between = days.filter(({ day }) => day > start.day && day <= point.day);
      const minor = point.minor - start.minor - sum(between, (row) => row.in_minor + row.out_minor);
      return minor === 0 ? [] : [{ minor, from: addDays(start.day, 1), to: point.day }];
    });
    return {
      month: `${month}-01`,
      inMinor: sum(own, (row) => row.in_minor),
      outMinor: sum(own, (row) => row.out_minor),
      lines: sum(own, (row) => row.lines),
      open: sum(own, (row) => row.open),
      openMinor: sum(own, (row) => row.open_minor),
      closing: closing ?? null,
      missing: points.length > 1 ? gaps : null,
    };
  });
}
