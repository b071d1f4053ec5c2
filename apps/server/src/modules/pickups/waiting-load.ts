/** What a driver would find: parcels that were bought and not scanned, those on a list that was closed today among them. */
import type { PickupLoadDto } from '@scanship/contracts/shipping/pickups';
import { MOST_PICKED_UP } from '@scanship/contracts/shipping/pickups';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface WaitingLoad {
  readonly locationId: string;
  readonly grantId: string;
  readonly load: PickupLoadDto;
}

interface LoadRow {
  readonly location_id: string;
  readonly grant_id: string;
  readonly parcels: number;
  readonly grams: number;
  readonly heaviest: number | null;
  readonly services: string[];
  readonly destinations: string[];
  readonly numbers: string[];
}

/** With an account that is lent no more only labels of so many days still have to be fetched. */
export const FORMER_DAYS = 30;

/** @param of one place and account; absent: all of them */
export async function waitingLoads(
  tx: Tx,
  of?: { readonly locationId: string; readonly grantId: string },
): Promise<readonly WaitingLoad[]> {
  const only: RawBuilder<unknown> = of
    ? sql`AND s.location_id = ${of.locationId}::uuid AND s.grant_id = ${of.grantId}::uuid`
    : sql``;
  const { rows } = await sql<LoadRow>`SELECT s.location_id, s.grant_id, count(*)::int AS parcels,
      sum(p.weight_g)::int AS grams, max(p.weight_g)::int AS heaviest,
      array_agg(DISTINCT s.service) FILTER (WHERE s.service IS NOT NULL) AS services,
      array_agg(DISTINCT s.to_address ->> 'countryCode') FILTER (WHERE s.to_address ->> 'countryCode' IS NOT NULL) AS destinations,
      array_agg(p.tracking_number ORDER BY p.tracking_number) FILTER (WHERE p.tracking_number IS NOT NULL) AS numbers
    FROM shipments s JOIN parcels p ON p.tenant_id = s.tenant_id AND p.shipment_id = s.id
      JOIN locations l ON l.tenant_id = s.tenant_id AND l.id = s.location_id
      LEFT JOIN account_grants g ON g.tenant_id = s.tenant_id AND g.id = s.grant_id
      LEFT JOIN manifests m ON m.tenant_id = s.tenant_id AND m.id = s.manifest_id
    WHERE s.state = 'bought' AND s.source = 'bought' AND s.direction = 'outbound' AND s.grant_id IS NOT NULL
      AND (g.valid_to IS NULL OR s.bought_at > now() - ${FORMER_DAYS} * interval '1 day')
      AND (m.id IS NULL OR m.close_date >= (now() AT TIME ZONE l.time_zone)::date) ${only}
    GROUP BY s.location_id, s.grant_id`.execute(tx);
  return rows.map((row) => ({
    locationId: row.location_id,
    grantId: row.grant_id,
    load: {
      parcels: row.parcels,
      totalGrams: row.grams,
      heaviestGrams: row.heaviest,
      services: row.services ?? [],
      destinations: row.destinations ?? [],
      trackingNumbers: (row.numbers ?? []).slice(0, MOST_PICKED_UP),
    },
  }));
}
