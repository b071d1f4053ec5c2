/** The poller's SQL: what is due by lane, and leases. As the system role: ids, numbers of the lease and times only. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** One carrier account: whoever ships with it shares its quota. */
export interface Lane {
  readonly slug: string;
  readonly accountId: string;
}

export interface DueTracker extends Lane {
  readonly tenantId: string;
  readonly id: string;
  readonly grantId: string;
}

export interface HeldTracker {
  readonly tenantId: string;
  readonly id: string;
  /** Fencing number of the lease. */
  readonly attempt: number;
}

export const laneKey = (lane: Lane): string => `${lane.slug}/${lane.accountId}`;

/**
 * Of each lane its longest due, at most `perLane`: a backlog of one account never hides what another has to ask. Lanes are
 * found by stepping through the index, so the cost grows with accounts, not with parcels.
 */
export function dueTrackers(db: Database, perLane: number): Promise<readonly DueTracker[]> {
  return db.system(async (tx) => {
    const found = await sql<{ tenant_id: string; id: string; slug: string; account_id: string; grant_id: string }>`
      WITH RECURSIVE lanes AS (
        (SELECT slug, account_id FROM trackers WHERE due_at IS NOT NULL AND account_id IS NOT NULL
          ORDER BY slug, account_id LIMIT 1)
        UNION ALL
        SELECT n.slug, n.account_id FROM lanes AS l CROSS JOIN LATERAL (
          SELECT slug, account_id FROM trackers WHERE due_at IS NOT NULL AND account_id IS NOT NULL
            AND (slug, account_id) > (l.slug, l.account_id) ORDER BY slug, account_id LIMIT 1) AS n
      )
      SELECT d.tenant_id, d.id, l.slug, l.account_id, d.grant_id FROM lanes AS l CROSS JOIN LATERAL (
        SELECT tenant_id, id, grant_id, due_at FROM trackers AS t
        WHERE t.slug = l.slug AND t.account_id = l.account_id AND t.due_at <= clock_timestamp()
          AND (t.lease_until IS NULL OR t.lease_until <= clock_timestamp())
        ORDER BY t.due_at LIMIT ${perLane}) AS d`.execute(tx);
    return found.rows.map((row) => ({
      tenantId: row.tenant_id,
      id: row.id,
      slug: row.slug,
      accountId: row.account_id,
      grantId: row.grant_id,
    }));
  });
}

/** Takes those that are still due and nobody holds; the others are left out. */
export function leaseTrackers(
  db: Database,
  trackers: readonly { readonly tenantId: string; readonly id: string }[],
  leaseMs: number,
): Promise<readonly HeldTracker[]> {
  const until = sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;
  return db.system(async (tx) => {
    const taken = await sql<{ tenant_id: string; id: string; attempt: number }>`
      UPDATE trackers AS t SET attempt = t.attempt + 1, lease_until = ${until}, due_at = ${until}
      FROM unnest(${trackers.map((each) => each.tenantId)}::uuid[], ${trackers.map((each) => each.id)}::uuid[]) AS w(tenant_id, id)
      WHERE t.tenant_id = w.tenant_id AND t.id = w.id AND t.due_at <= clock_timestamp()
        AND (t.lease_until IS NULL OR t.lease_until <= clock_timestamp())
      RETURNING t.tenant_id, t.id, t.attempt`.execute(tx);
    return taken.rows.map((row) => ({ tenantId: row.tenant_id, id: row.id, attempt: row.attempt }));
  });
}

/** Trackers of a number, of those who ship with an account: whom a push is about. */
export function trackersOfNumber(
  db: Database,
  account: { readonly slug: string; readonly ownerTenantId: string; readonly accountId: string },
  trackingKey: string,
): Promise<readonly { readonly tenantId: string; readonly id: string }[]> {
  return db.system(async (tx) => {
    const found = await tx
      .selectFrom('trackers')
      .select(['tenant_id', 'id'])
      .where('slug', '=', account.slug)
      .where('tracking_key', '=', trackingKey)
      .where('owner_tenant_id', '=', account.ownerTenantId)
      .where('account_id', '=', account.accountId)
      .limit(20)
      .execute();
    return found.map((row) => ({ tenantId: row.tenant_id, id: row.id }));
  });
}
