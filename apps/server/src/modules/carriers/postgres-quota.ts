/** The quota of a credential as a token bucket in PostgreSQL, so that all workers share it. Uses the database's clock. */
import { sql } from 'kysely';
import type { QuotaAnswer, QuotaBudget, QuotaLimit } from '@scanship/connector-kit/quota';
import type { Database } from '../../platform/database/database.ts';

/** @param tenantId owner of the carrier account whose credential is counted */
export function postgresQuota(db: Database, tenantId: string): QuotaBudget {
  return {
    async take(key: string, limit: QuotaLimit): Promise<QuotaAnswer> {
      const refill = sql`least(${limit.calls}::float8, b.tokens + extract(epoch FROM clock_timestamp() - b.refilled_at) * 1000 * ${limit.calls}::float8 / ${limit.perMs}::float8)`;
      const free = sql`(${refill} >= 1 AND (b.paused_until IS NULL OR b.paused_until <= clock_timestamp()))`;
      const result = await db.tenant({ tenantId }, (tx) =>
        sql<{ taken: boolean; tokens: number; pausedMs: number | null }>`
          INSERT INTO quota_buckets AS b (tenant_id, key, tokens, taken, refilled_at)
          VALUES (${tenantId}, ${key}, ${limit.calls - 1}, true, clock_timestamp())
          ON CONFLICT (tenant_id, key) DO UPDATE SET
            tokens = ${refill} - CASE WHEN ${free} THEN 1 ELSE 0 END, taken = ${free}, refilled_at = clock_timestamp()
          RETURNING b.taken, b.tokens, extract(epoch FROM b.paused_until - clock_timestamp()) * 1000 AS "pausedMs"
        `.execute(tx),
      );
      const row = result.rows[0];
      if (!row || row.taken) return { ok: true };
      const forToken = ((1 - row.tokens) * limit.perMs) / limit.calls;
      return { ok: false, retryAfterMs: Math.max(1, Math.ceil(Math.max(forToken, row.pausedMs ?? 0))) };
    },

    async pause(key: string, ms: number): Promise<void> {
      await db.tenant({ tenantId }, (tx) =>
        sql`
          INSERT INTO quota_buckets AS b (tenant_id, key, tokens, taken, refilled_at, paused_until)
          VALUES (${tenantId}, ${key}, 0, false, clock_timestamp(), clock_timestamp() + ${ms} * interval '1 millisecond')
          ON CONFLICT (tenant_id, key) DO UPDATE SET
            paused_until = greatest(b.paused_until, excluded.paused_until)
        `.execute(tx),
      );
    },
  };
}
