/** How a tenant's carrier accounts do: figures of the last day and week, quota, breaker. */
import type { AccountHealthDto, CallFigures, CarrierHealth } from '@scanship/contracts/carriers/carrier-health';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { AccountHealth } from '../account-exception.ts';
import { listAccounts } from '../account-view.ts';
import type { CarrierEnvironments } from '../carrier-environment.ts';
import { operationsOf } from '../catalogue-view.ts';
import type { CarrierRegistry } from '../connector-registry.ts';
import type { GrantOpener } from '../open-grant.ts';
import { CLASSES, quantile } from './call-figures.ts';

export interface HealthDeps {
  readonly db: Database;
  readonly registry: CarrierRegistry;
  readonly grants: GrantOpener;
  readonly environments: Pick<CarrierEnvironments, 'holdsBack'>;
}

interface FigureRow {
  readonly account_id: string;
  readonly span: 'day' | 'week';
  readonly calls: number;
  readonly failed: number;
  readonly refused: number;
  readonly times: readonly number[];
}

const TIMES = sql.raw(
  [...CLASSES.map((bound) => `ms_${bound}`), 'ms_more'].map((name) => `sum(${name})::int`).join(', '),
);

const NONE: CallFigures = { calls: 0, failed: 0, refused: 0, medianMs: null, p95Ms: null };
const toFigures = (row: FigureRow | undefined): CallFigures =>
  row
    ? {
        calls: row.calls,
        failed: row.failed,
        refused: row.refused,
        medianMs: quantile(row.times, 0.5),
        p95Ms: quantile(row.times, 0.95),
      }
    : NONE;

interface Bucket {
  readonly key: string;
  readonly tokens: number;
  readonly idle_ms: number;
  readonly paused_until: Date | null;
}

export async function readCarrierHealth(deps: HealthDeps, ctx: RequestContext): Promise<CarrierHealth> {
  const { tenantId } = ctx;
  const accounts = await listAccounts(deps.db, deps.registry, ctx);
  const own = accounts.filter((account) => !account.lent);
  const opened = new Map(
    (await deps.grants.open(ctx, { toSettle: true }))
      .filter((grant) => grant.ownerTenantId === tenantId)
      .map((grant) => [grant.accountId, grant]),
  );
  const [figures, buckets, told] = await deps.db.tenant(
    { tenantId },
    async (tx) => {
      const hours = await sql<FigureRow>`SELECT account_id, span, sum(calls)::int AS calls, sum(failed)::int AS failed,
          sum(refused)::int AS refused, ARRAY[${TIMES}] AS times
        FROM carrier_call_hours, LATERAL (VALUES ('week'), (CASE WHEN hour > now() - interval '24 hours' THEN 'day' END)) AS s(span)
        WHERE tenant_id = ${tenantId}::uuid AND hour > now() - interval '7 days' AND span IS NOT NULL
        GROUP BY account_id, span`.execute(tx);
      const keys = [...opened.values()].map((grant) => grant.accountKey);
      const held =
        keys.length === 0
          ? { rows: [] }
          : await sql<Bucket>`SELECT key, tokens, extract(epoch FROM clock_timestamp() - refilled_at)::float8 * 1000 AS idle_ms,
              CASE WHEN paused_until > clock_timestamp() THEN paused_until END AS paused_until
            FROM quota_buckets WHERE tenant_id = ${tenantId}::uuid AND key = ANY(${keys}::text[])`.execute(tx);
      const rows = await tx
        .selectFrom('carrier_accounts')
        .select(['id', 'health'])
        .where('tenant_id', '=', tenantId)
        .where('state', '<>', 'removed')
        .execute();
      return [hours.rows, held.rows, rows] as const;
    },
    { readOnly: true },
  );
  const figureOf = (id: string, span: FigureRow['span']): CallFigures =>
    toFigures(figures.find((row) => row.account_id === id && row.span === span));
  const bucketOf = new Map(buckets.map((bucket) => [bucket.key, bucket]));
  const healthOf = new Map(told.map((row) => [row.id, row.health as AccountHealth]));

  const health = own.flatMap((account): AccountHealthDto[] => {
    const entry = deps.registry.find(account.carrier);
    if (!entry) return [];
    const { quota } = entry.manifest;
    const grant = opened.get(account.id);
    const bucket = grant && bucketOf.get(grant.accountKey);
    const said = healthOf.get(account.id);
    return [
      {
        id: account.id,
        name: account.name,
        carrier: account.carrier,
        carrierName: account.carrierName,
        mode: account.mode,
        state: account.state,
        lastOkAt: said?.lastOkAt ?? null,
        lastProblem: said?.lastProblem ?? null,
        lastProblemAt: said?.lastProblemAt ?? null,
        day: figureOf(account.id, 'day'),
        week: figureOf(account.id, 'week'),
        quota: {
          left: bucket
            ? Math.floor(Math.min(quota.calls, bucket.tokens + (bucket.idle_ms * quota.calls) / quota.perMs))
            : null,
          of: quota.calls,
          perMs: quota.perMs,
          pausedUntil: bucket?.paused_until?.toISOString() ?? null,
        },
        breakerOpen: grant ? deps.environments.holdsBack(grant.accountKey) : false,
      },
    ];
  });
  return {
    accounts: health,
    lent: accounts
      .filter((account) => account.lent)
      .map(({ id, name, carrier, carrierName, state }) => ({ id, name, carrier, carrierName, state })),
    carriers: deps.registry.all().map(({ manifest, sample }) => ({
      id: manifest.slug,
      name: manifest.name,
      sample,
      maturity: manifest.maturity,
      contractVersion: manifest.contractVersion ?? null,
      operations: operationsOf(manifest),
    })),
  };
}
