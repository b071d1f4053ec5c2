/**
 * Which accounts are compared now: each once a night, at the night of its owner; after a restore or failover those of which labels may
 * be missing here, at once.
 */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { forgetRemoved, readUnasked } from '../../platform/database/unasked-accounts.ts';
import { beginRun } from './run-rows.ts';

export interface Planning {
  readonly listing: readonly string[];
  readonly withTest: boolean;
  readonly quietMs: number;
  readonly now: Date;
}

/** Hours of the owner's clock in which comparisons are begun. */
const NIGHT = { from: 1, before: 5 };
/** Since any comparison of the account began. Hours. */
const APART_HOURS = 20;
const MOST_AT_ONCE = 500;

/** Between two tries for an account that nothing is bought with meanwhile: after one in vain, and after an answer that proves nothing. Minutes. */
const AGAIN_MINUTES = 15;
const UNSURE_MINUTES = 360;

export async function planRuns(db: Database, planning: Planning): Promise<void> {
  if (planning.listing.length === 0) return;
  await planUnasked(db, planning);
  await planNight(db, planning);
}

async function planUnasked(db: Database, { listing, now }: Planning): Promise<void> {
  const unasked = await db.system((tx) => readUnasked(tx), { readOnly: true });
  if (unasked.length > 0) await forgetRemoved(db);
  for (const { tenantId, accountId, since, markedAt } of unasked)
    await db.tenant({ tenantId }, async (tx) => {
      const { rows } = await sql<{
        waits: boolean;
      }>`SELECT EXISTS (SELECT FROM label_runs AS r WHERE r.tenant_id = a.tenant_id
          AND r.account_id = a.id AND r.why = 'restore' AND r.created_at >= ${markedAt} AND coalesce(r.ended_at, clock_timestamp())
            > clock_timestamp() - make_interval(mins => CASE r.state WHEN 'done' THEN ${UNSURE_MINUTES}::int ELSE ${AGAIN_MINUTES}::int END)) AS waits
        FROM carrier_accounts AS a WHERE a.tenant_id = ${tenantId} AND a.id = ${accountId}
          AND a.state IN ('active', 'needs_attention') AND a.slug = ANY (${[...listing]}::text[])`.execute(tx);
      if (rows[0]?.waits !== false) return;
      // One in vain says what the next will say.
      await sql`DELETE FROM label_runs WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND why = 'restore'
        AND state = 'failed'`.execute(tx);
      // Nothing is bought with it meanwhile, so there is nothing young to be left out.
      await beginRun(tx, { tenantId, accountId }, { why: 'restore', now, quietMs: 0, since });
    });
}

async function planNight(db: Database, { listing, withTest, quietMs, now }: Planning): Promise<void> {
  const { rows } = await db.system(
    (tx) =>
      sql<{ tenant_id: string; id: string }>`SELECT a.tenant_id, a.id FROM carrier_accounts AS a
        JOIN tenants AS t ON t.id = a.tenant_id
        WHERE a.state = 'active' AND a.slug = ANY (${[...listing]}::text[]) AND (${withTest} OR a.mode = 'live')
          AND extract(hour FROM ${now}::timestamptz AT TIME ZONE t.time_zone) >= ${NIGHT.from}
          AND extract(hour FROM ${now}::timestamptz AT TIME ZONE t.time_zone) < ${NIGHT.before}
          AND NOT EXISTS (SELECT FROM label_runs AS r WHERE r.tenant_id = a.tenant_id AND r.account_id = a.id
            AND (r.state = 'running' OR r.created_at > ${now}::timestamptz - make_interval(hours => ${APART_HOURS})))
        ORDER BY a.id LIMIT ${MOST_AT_ONCE}`.execute(tx),
    { readOnly: true },
  );
  for (const { tenant_id: tenantId, id } of rows)
    await db.tenant({ tenantId }, (tx) => beginRun(tx, { tenantId, accountId: id }, { why: 'night', now, quietMs }));
}
