/** The operator's view: franchises by their roll-ups. */
import type { PlatformDashboard } from '@scanship/contracts/network/dashboard';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DayRange } from './range.ts';

interface FranchiseRow {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly currency: string;
  readonly customers: number;
  readonly hosts_pending: number;
}

export const readPlatformDashboard = async (
  db: Database,
  ctx: RequestContext,
  range: DayRange,
  options: { readonly withTest: boolean },
): Promise<PlatformDashboard> => {
  const franchises = await db.reference((tx) =>
    sql<FranchiseRow>`
      SELECT t.id, t.name, t.state, t.currency,
             (SELECT count(*)::int FROM tenants c WHERE c.realm_id = t.id AND c.kind = 'customer' AND c.state <> 'closed') AS customers,
             (SELECT count(*)::int FROM hosts h WHERE h.tenant_id = t.id AND h.state = 'pending') AS hosts_pending
      FROM tenants t WHERE t.kind = 'franchise' AND t.state <> 'closed' ORDER BY t.name LIMIT 1000`.execute(tx),
  );
  const { usage, figures } = await db.tenant(
    ctx,
    async (tx) => ({
      usage: (
        await sql<{ party_id: string; currency: string; labels: number; spend: number }>`
          SELECT party_id, currency, sum(labels)::int AS labels, sum(spend_minor)::int8 AS spend FROM usage_days
          WHERE tenant_id = ${ctx.tenantId} AND day >= ${range.from}::date AND day <= ${range.to}::date AND (${options.withTest} OR NOT test)
          GROUP BY party_id, currency`.execute(tx)
      ).rows,
      figures: await tx
        .selectFrom('usage_figures')
        .select(['party_id', 'last_label_at'])
        .where('tenant_id', '=', ctx.tenantId)
        .execute(),
    }),
    { readOnly: 'standby' },
  );
  const rows = franchises.rows.map((franchise) => {
    const own = usage.filter((row) => row.party_id === franchise.id);
    return {
      id: franchise.id,
      name: franchise.name,
      state: franchise.state === 'active' ? ('active' as const) : ('suspended' as const),
      customers: franchise.customers,
      labels: own.reduce((sum, row) => sum + row.labels, 0),
      spend: {
        minor: own.filter((row) => row.currency === franchise.currency).reduce((sum, row) => sum + row.spend, 0),
        currency: franchise.currency,
      },
      hostsPending: franchise.hosts_pending,
      lastLabelAt: figures.find((row) => row.party_id === franchise.id)?.last_label_at?.toISOString() ?? null,
    };
  });
  return {
    kind: 'platform',
    range: { from: range.from, to: range.to },
    franchises: rows.toSorted((a, b) => b.labels - a.labels || a.name.localeCompare(b.name)),
    totals: {
      franchises: rows.length,
      customers: rows.reduce((sum, row) => sum + row.customers, 0),
      labels: rows.reduce((sum, row) => sum + row.labels, 0),
    },
  };
};
