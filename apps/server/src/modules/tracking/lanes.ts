/** How long parcels of a lane stay where they are, counted from a seller's own history. */
import { ENOUGH_PARCELS } from '@scanship/domain/tracking/delay-watch';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

const placeOf = (address: 'from_address' | 'to_address') =>
  sql`concat(s.${sql.ref(address)} ->> 'countryCode', '-', s.${sql.ref(address)} ->> 'provinceCode')`;

/** Of a shipment "s": "CA-ON>CA-BC". */
export const LANE = sql`concat(${placeOf('from_address')}, '>', ${placeOf('to_address')})`;

/** Older ones say little of how a carrier works now. */
const LOOKED_BACK_DAYS = 180;
/** The newest delivered shipments of a seller that are counted. */
const MOST_SHIPMENTS = 10_000;
const COUNTED_EVERY_HOURS = 20;

/**
 * Counts the lanes of a seller anew, where that was not done today. A parcel counts once for each status, by the longest time it
 * was without news there: so 5 of 100 parcels, and not of 100 scans, are called slow.
 * @returns whether they were counted
 */
export async function countLanes(tx: Tx, tenantId: string, now: Date): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const taken = await sql`INSERT INTO lane_counts AS c (tenant_id, counted_at) VALUES (${tenantId}, ${at})
    ON CONFLICT (tenant_id) DO UPDATE SET counted_at = excluded.counted_at
      WHERE c.counted_at < ${at} - make_interval(hours => ${COUNTED_EVERY_HOURS})`.execute(tx);
  if (taken.numAffectedRows === 0n) return false;
  await sql`
    WITH recent AS MATERIALIZED (SELECT s.id, s.slug, s.service, ${LANE} AS lane FROM shipments AS s
        WHERE s.tenant_id = ${tenantId} AND s.state = 'delivered' AND s.created_at > ${at} - make_interval(days => ${LOOKED_BACK_DAYS})
        ORDER BY s.created_at DESC, s.id DESC LIMIT ${MOST_SHIPMENTS}),
      gaps AS (SELECT r.slug, r.service, r.lane, e.tracker_id, e.status,
          lead(e.occurred_at) OVER (PARTITION BY e.tracker_id ORDER BY e.occurred_at, e.event_hash) - e.occurred_at AS gap
        FROM recent AS r JOIN trackers AS t ON t.tenant_id = ${tenantId} AND t.shipment_id = r.id
        JOIN tracking_events AS e ON e.tenant_id = t.tenant_id AND e.tracker_id = t.id),
      longest AS (SELECT slug, service, lane, status, max(gap) AS gap FROM gaps WHERE gap IS NOT NULL AND service IS NOT NULL
        GROUP BY slug, service, lane, status, tracker_id)
    INSERT INTO lane_gaps AS g (tenant_id, slug, service, lane, status, parcels, p95_ms)
    SELECT ${tenantId}, slug, service, lane, status, count(*)::int,
      (percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM gap)) * 1000)::int8
    FROM longest GROUP BY slug, service, lane, status HAVING count(*) >= ${ENOUGH_PARCELS}
    ON CONFLICT (tenant_id, slug, service, lane, status)
      DO UPDATE SET parcels = excluded.parcels, p95_ms = excluded.p95_ms`.execute(tx);
  return true;
}
