import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { dayIn } from '../../platform/time-zone.ts';

export interface MonthCosts {
  readonly carrier: string;
  readonly sums: { readonly minor: number; readonly currency: string }[];
}

/**
 * What the labels of this month cost, by carrier, from the daily roll-up: a customer its prices, a franchise what it pays for
 * the labels it sold. Cancelled labels are not in it, nor carriers that cost nothing. The roll-up knows carriers, not accounts.
 *
 * @param options.withTest TEST labels count, because there are no others where simulators answer
 */
export async function readMonthCosts(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind' | 'timeZone'>,
  options: { readonly now: Date; readonly withTest: boolean },
): Promise<MonthCosts[]> {
  const firstDay = `${dayIn(options.now, ctx.timeZone).slice(0, 7)}-01`;
  const minor = ctx.tenantKind === 'customer' ? sql`sum(spend_minor)` : sql`sum(cost_minor)`;
  const { rows } = await db.tenant(
    ctx,
    (tx) =>
      sql<{ slug: string; currency: string; minor: number }>`
        SELECT slug, currency, ${minor}::int8 AS minor FROM usage_days
        WHERE tenant_id = ${ctx.tenantId} AND day >= ${firstDay}::date AND (${options.withTest} OR NOT test)
        GROUP BY slug, currency HAVING ${minor} <> 0 ORDER BY slug, currency`.execute(tx),
    { readOnly: true },
  );
  return [...new Set(rows.map(({ slug }) => slug))].map((carrier) => ({
    carrier,
    sums: rows.filter(({ slug }) => slug === carrier).map(({ currency, minor: sum }) => ({ minor: sum, currency })),
  }));
}
