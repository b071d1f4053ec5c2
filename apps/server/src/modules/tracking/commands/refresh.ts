/** A person wants to know now: asks the carrier about the parcels of one shipment. */
import { sql } from 'kysely';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { type AskDeps, askCarrier } from '../ask-carrier.ts';
import type { HeldTracker } from '../due-trackers.ts';

const EVERY_SECONDS = 60;
const LEASE_MS = 120_000;

/**
 * Problems: `not_found`; `rate_limited` within a minute of the last time. A carrier that does not answer is noted beside the
 * parcels and is no problem of the call.
 */
export async function refreshTracking(
  deps: AskDeps,
  who: { readonly tenantId: string },
  shipmentId: string,
): Promise<Outcome<void>> {
  const { tenantId } = who;
  const taken = await deps.db.tenant(who, async (tx) => {
    const shipment = await tx
      .selectFrom('shipments')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', shipmentId)
      .executeTakeFirst();
    if (!shipment) return 'not-found' as const;
    const rows = await sql<{ id: string; grant_id: string; size: string; wait: number }>`
      SELECT id, grant_id, slug AS size, greatest(0, ceil(extract(epoch FROM refresh_after - clock_timestamp())))::int AS wait
      FROM trackers WHERE tenant_id = ${tenantId} AND shipment_id = ${shipmentId} AND grant_id IS NOT NULL
        AND (stopped IS NULL OR stopped IN ('ended', 'no-news')) ORDER BY parcel_no FOR UPDATE`.execute(tx);
    const wait = Math.max(0, ...rows.rows.map((row) => row.wait ?? 0));
    if (wait > 0) return { wait };
    const until = sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;
    const held = await sql<{ id: string; grant_id: string; attempt: number }>`
      UPDATE trackers SET attempt = attempt + 1, lease_until = ${until}, due_at = CASE WHEN stopped IS NULL THEN ${until} END,
        refresh_after = clock_timestamp() + make_interval(secs => ${EVERY_SECONDS})
      WHERE tenant_id = ${tenantId} AND id = ANY (${rows.rows.map((row) => row.id)}::uuid[])
      RETURNING id, grant_id, attempt`.execute(tx);
    return { held: held.rows, slug: rows.rows[0]?.size ?? '' };
  });
  if (taken === 'not-found') return problem('not_found');
  if ('wait' in taken)
    return problem('rate_limited', {
      message: `The carrier was asked a moment ago. Ask again in ${taken.wait} seconds.`,
      retryAfterSeconds: taken.wait,
    });
  const size = deps.carriers.registry.find(taken.slug)?.manifest.tracking?.numbersPerCall ?? 1;
  for (const grantId of new Set(taken.held.map((row) => row.grant_id))) {
    const own = taken.held.filter((row) => row.grant_id === grantId);
    for (let at = 0; at < own.length; at += size) {
      const trackers = own
        .slice(at, at + size)
        .map((row): HeldTracker => ({ tenantId, id: row.id, attempt: row.attempt }));
      const failed = await askCarrier(deps, { tenantId, grantId, trackers, keepFree: 0 });
      // One that does not answer is not waited for once for every parcel; the rest keep their lease and are asked later.
      if (failed) break;
    }
  }
  return { ok: true, value: undefined };
}
