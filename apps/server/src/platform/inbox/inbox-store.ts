/** The inbox's SQL, as the system role: deliveries are stored before anybody knows whose they are. */
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { newId } from '../database/ids.ts';
import { json } from '../database/json-column.ts';
import type { NewDelivery, StoredDelivery, Verdict } from './delivery.ts';

export interface DueDelivery {
  readonly month: string;
  readonly id: string;
  readonly slug: string;
}

/**
 * Stores a delivery unless it is stored already. The unique index holds within a month, so the month before is looked up as
 * well: nobody repeats a delivery for longer.
 */
export function storeDelivery(db: Database, delivery: NewDelivery): Promise<'stored' | 'repeated'> {
  return db.system(async (tx) => {
    const stored = await sql`
      WITH clock AS (SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date AS month)
      INSERT INTO inbound_events (month, id, slug, delivery_key, tenant_id, store_id, topic, headers, body, external_account,
        mode, due_at)
      SELECT clock.month, ${newId()}::uuid, ${delivery.slug}, ${delivery.deliveryKey.slice(0, 200)},
        ${delivery.tenantId ?? null}::uuid, ${delivery.storeId ?? null}::uuid, ${delivery.topic ?? null}::text,
        ${json(delivery.headers ?? {})}::jsonb, ${Buffer.from(delivery.body)}, ${delivery.externalAccount ?? null}::text,
        ${delivery.mode ?? null}::text, clock_timestamp()
      FROM clock
      WHERE NOT EXISTS (SELECT 1 FROM inbound_events AS e WHERE e.slug = ${delivery.slug}
        AND e.delivery_key = ${delivery.deliveryKey.slice(0, 200)} AND e.month = (clock.month - interval '1 month')::date)
      ON CONFLICT (slug, delivery_key, month) DO NOTHING`.execute(tx);
    return (stored.numAffectedRows ?? 0n) > 0n ? 'stored' : 'repeated';
  });
}

/** What is due and not held: of each slug a few, slugs taking turns, and within each its accounts, the oldest first. */
export function dueDeliveries(db: Database, perSlug: number, limit: number): Promise<readonly DueDelivery[]> {
  return db.system(async (tx) => {
    const found = await sql<{ month: string; id: string; slug: string }>`
      SELECT month, id, slug FROM (
        SELECT month, id, slug, due_at, row_number() OVER (PARTITION BY slug ORDER BY turn, due_at, id) AS place
        FROM (
          SELECT month::text AS month, id, slug, due_at,
            row_number() OVER (PARTITION BY slug, external_account ORDER BY due_at, id) AS turn
          FROM inbound_events
          WHERE due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until <= clock_timestamp())
        ) AS of_account
      ) AS due WHERE place <= ${perSlug} ORDER BY place, due_at LIMIT ${limit}`.execute(tx);
    return found.rows;
  });
}

/** Takes a delivery for `leaseMs`; undefined when somebody else has it or it is done. */
export function leaseDelivery(db: Database, due: DueDelivery, leaseMs: number): Promise<StoredDelivery | undefined> {
  const until = sql`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;
  return db.system(async (tx) => {
    const taken = await sql<{
      id: string;
      slug: string;
      delivery_key: string;
      tenant_id: string | null;
      store_id: string | null;
      topic: string | null;
      headers: Readonly<Record<string, string>>;
      body: Buffer;
      external_account: string | null;
      mode: StoredDelivery['mode'] | null;
      attempt: number;
      received_at: Date;
    }>`
      UPDATE inbound_events SET attempt = attempt + 1, lease_until = ${until}, due_at = ${until}
      WHERE month = ${due.month}::date AND id = ${due.id} AND due_at <= clock_timestamp()
        AND (lease_until IS NULL OR lease_until <= clock_timestamp())
      RETURNING id, slug, delivery_key, tenant_id, store_id, topic, headers, body, external_account, mode, attempt, received_at`.execute(
      tx,
    );
    const row = taken.rows[0];
    if (!row) return undefined;
    return {
      id: row.id,
      slug: row.slug,
      deliveryKey: row.delivery_key,
      tenantId: row.tenant_id ?? undefined,
      storeId: row.store_id ?? undefined,
      topic: row.topic ?? undefined,
      headers: row.headers,
      body: row.body,
      externalAccount: row.external_account ?? undefined,
      mode: row.mode ?? undefined,
      attempt: row.attempt,
      receivedAt: row.received_at,
    };
  });
}

/** Writes how it ended under the lease's number. False when another worker has it now; that one's word counts. */
export async function endDelivery(
  db: Database,
  held: DueDelivery & { readonly attempt: number },
  verdict: Verdict,
): Promise<boolean> {
  const why = verdict.kind === 'done' ? null : json({ message: verdict.why.slice(0, 1_000) });
  const change =
    verdict.kind === 'later'
      ? sql`due_at = clock_timestamp() + ${verdict.inMs} * interval '1 millisecond', problem = ${why}`
      : verdict.kind === 'done'
        ? sql`due_at = NULL, state = 'done', problem = NULL, tenant_id = coalesce(${verdict.tenantId ?? null}::uuid, tenant_id),
            store_id = coalesce(${verdict.storeId ?? null}::uuid, store_id)`
        : sql`due_at = NULL, state = ${verdict.kind}, problem = ${why}`;
  const written = await db.system((tx) =>
    sql`UPDATE inbound_events SET lease_until = NULL, ${change}
      WHERE month = ${held.month}::date AND id = ${held.id} AND attempt = ${held.attempt} AND state IN ('received', 'routed')`.execute(
      tx,
    ),
  );
  return (written.numAffectedRows ?? 0n) > 0n;
}
