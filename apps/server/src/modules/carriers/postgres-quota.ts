/** The quota of a credential as a token bucket in PostgreSQL, so that all workers share it. Uses the database's clock. */
import { sql } from 'kysely';
import type { QuotaAnswer, QuotaBudget, QuotaLimit } from '@scanship/connector-kit/quota';
import type { Database } from '../../platform/database/database.ts';

/**
 * @param tenantId owner of the carrier account whose credential is counted
 * @param keepFree part of the bucket, 0 to 1, that stays for others: work that can wait (tracking) gets a call only while more
 *   than this is left, so that rates and purchases never wait for it
 */
export function postgresQuota(db: Database, tenantId: string, keepFree = 0): QuotaBudget {
  return {
    async take(key: string, limit: QuotaLimit): Promise<QuotaAnswer> {
      const refill = sql`least(${limit.calls}::float8, b.tokens + extract(epoch FROM clock_timestamp() - b.refilled_at) * 1000 * ${limit.calls}::float8 / ${limit.perMs}::float8)`;
      // A whole call is left for others even of a bucket of two; a bucket of one is shared by turns.
      const needed = Math.min(limit.calls, 1 + (keepFree > 0 ? Math.ceil(limit.calls * keepFree) : 0));
      const free = sql`(${refill} >= ${needed}::float8 AND (b.paused_until IS NULL OR b.paused_until <= clock_timestamp()))`;
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
      const forToken = ((needed - row.tokens) * limit.perMs) / limit.calls;
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
