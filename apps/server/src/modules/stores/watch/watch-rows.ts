/** The SQL of the watch over stores: whom to look at, and spells in which a store did not work. */
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { FAILURES_TO_STALE, SHORTEST_STALE_MS } from '../store-state.ts';

export interface WatchedStore {
  readonly tenantId: string;
  readonly storeId: string;
}

/** Stores that may be in trouble or were, of all tenants. Cheap: the watch asks it every minute. */
export function storesToLookAt(db: Database, now: Date): Promise<readonly WatchedStore[]> {
  const oldest = new Date(now.getTime() - SHORTEST_STALE_MS).toISOString();
  return db.system(async (tx) => {
    const { rows } = await sql<WatchedStore>`
      SELECT s.tenant_id AS "tenantId", s.id AS "storeId" FROM stores s
      WHERE s.deleted_at IS NULL AND s.platform_code NOT IN ('manual', 'file')
        AND (s.state IN ('stale', 'needs_consent', 'disconnected')
          OR (s.state = 'connected' AND s.last_ok_at < ${oldest}::timestamptz)
          OR EXISTS (SELECT FROM sync_streams w WHERE w.tenant_id = s.tenant_id AND w.store_id = s.id
            AND w.stream = 'webhooks' AND w.failures >= ${FAILURES_TO_STALE}))
      UNION SELECT tenant_id, store_id FROM store_spells WHERE ended_at IS NULL
      ORDER BY 1, 2`.execute(tx);
    return rows;
  });
}

export async function openSpell(tx: Tx, storeId: string): Promise<{ readonly told: number } | undefined> {
  const { rows } = await sql<{ told: number }>`SELECT told FROM store_spells
    WHERE store_id = ${storeId} AND ended_at IS NULL`.execute(tx);
  return rows[0];
}

/** False when another process opened it first. */
export async function beginSpell(
  tx: Tx,
  { tenantId, storeId }: WatchedStore,
  spell: { readonly reason: string; readonly told: number; readonly now: Date },
): Promise<boolean> {
  const made = await sql`INSERT INTO store_spells (tenant_id, store_id, began_at, reason, told)
    VALUES (${tenantId}, ${storeId}, ${spell.now.toISOString()}::timestamptz, ${spell.reason}, ${spell.told})
    ON CONFLICT DO NOTHING`.execute(tx);
  return (made.numAffectedRows ?? 0n) > 0n;
}

/** How many were told of the spell that ends now; undefined when another process ended it first. */
export async function endSpell(tx: Tx, storeId: string, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{
    told: number;
  }>`UPDATE store_spells SET ended_at = greatest(began_at, ${now.toISOString()}::timestamptz)
    WHERE store_id = ${storeId} AND ended_at IS NULL RETURNING told`.execute(tx);
  return rows[0]?.told;
}
