/** How many calls the quota of an account's credential still has; a bucket that was never used is full. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { OpenGrant } from './open-grant.ts';

interface Bucket {
  readonly tokens: number;
  readonly idle_ms: number;
  readonly paused: boolean;
}

/** None while the carrier has asked for a pause; undefined for a carrier without a quota. */
export async function callsLeft(
  db: Database,
  { ownerTenantId, accountKey, manifest }: Pick<OpenGrant, 'ownerTenantId' | 'accountKey' | 'manifest'>,
): Promise<number | undefined> {
  const { quota } = manifest;
  if (!quota) return undefined;
  const { rows } = await db.tenant(
    { tenantId: ownerTenantId },
    (tx) =>
      sql<Bucket>`SELECT tokens, extract(epoch FROM clock_timestamp() - refilled_at) * 1000 AS idle_ms,
        coalesce(paused_until > clock_timestamp(), false) AS paused
        FROM quota_buckets WHERE tenant_id = ${ownerTenantId}::uuid AND key = ${accountKey}`.execute(tx),
    { readOnly: true },
  );
  const [bucket] = rows;
  if (!bucket) return quota.calls;
  if (bucket.paused) return 0;
  return Math.floor(Math.min(quota.calls, bucket.tokens + (bucket.idle_ms * quota.calls) / quota.perMs));
}
