/** The operator's view: franchises by their roll-ups, and whether the installation works off what it should. */
import type { PlatformDashboard } from '@scanship/contracts/network/dashboard';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DayRange } from './range.ts';

type Health = PlatformDashboard['health'][number];

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
  options: { readonly now: Date; readonly withTest: boolean },
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
    { readOnly: true },
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
    health: await readHealth(db, options.now),
  };
};

/** What waits longer than it should, as the system role sees it: counts of all tenants and nothing about any. */
const readHealth = async (db: Database, now: Date): Promise<Health[]> => {
  const late = new Date(now.getTime() - 60_000);
  const veryLate = new Date(now.getTime() - 15 * 60_000);
  const began = performance.now();
  const { rows } = await db.system((tx) =>
    sql<Readonly<Record<'journal' | 'outcomes' | 'effects' | 'audit' | 'rollups' | 'streams', number>>>`
      SELECT (SELECT count(*)::int FROM purchases WHERE due_at < ${late}) + (SELECT count(*)::int FROM voids WHERE due_at < ${late}) AS journal,
             (SELECT count(*)::int FROM purchases WHERE state IN ('unknown', 'disputed')) AS outcomes,
             (SELECT count(*)::int FROM effects WHERE due_at < ${veryLate}) AS effects,
             (SELECT count(*)::int FROM audit_pending) AS audit,
             (SELECT count(DISTINCT tenant_id)::int FROM rollup_due) AS rollups,
             (SELECT count(*)::int FROM sync_streams WHERE due_at < ${veryLate} AND (lease_until IS NULL OR lease_until < ${now})) AS streams`.execute(
      tx,
    ),
  );
  const took = Math.round(performance.now() - began);
  const [counts] = rows;
  if (!counts) return [];
  const judge = (what: Health['what'], count: number, most: number, fine: string, bad: string): Health => ({
    what,
    count,
    state: count === 0 ? 'ok' : count <= most ? 'attention' : 'failing',
    message: count === 0 ? fine : bad,
  });
  return [
    {
      what: 'database',
      state: took < 250 ? 'ok' : took < 2_000 ? 'attention' : 'failing',
      count: took,
      message: `The database answered in ${took} ms.`,
    },
    judge(
      'journal',
      counts.journal,
      20,
      'No purchase waits.',
      `${counts.journal} purchases or voids have waited for more than a minute.`,
    ),
    judge(
      'outcomes',
      counts.outcomes,
      50,
      'Every outcome is known.',
      `${counts.outcomes} labels wait for their outcome or a decision.`,
    ),
    judge(
      'effects',
      counts.effects,
      20,
      'Mails and pushes go out.',
      `${counts.effects} mails or pushes have waited for more than 15 minutes.`,
    ),
    judge(
      'audit',
      Math.max(0, counts.audit - 50),
      1_000,
      'The audit log is sealed.',
      `${counts.audit} audit events wait for their seal.`,
    ),
    judge(
      'rollups',
      Math.max(0, counts.rollups - 20),
      200,
      'Figures are up to date.',
      `The figures of ${counts.rollups} customers are behind.`,
    ),
    judge(
      'streams',
      counts.streams,
      20,
      'Stores are synchronised.',
      `${counts.streams} store synchronisations are more than 15 minutes late.`,
    ),
  ];
};
