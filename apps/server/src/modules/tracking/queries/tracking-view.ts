/** The timeline of a shipment as screens see it. */
import type { ShipmentTracking, TrackedParcelDto, WATCHING_STOPS } from '@scanship/contracts/shipping/tracking';
import { localTimeIn } from '@scanship/domain/calendar/local-time';
import { isPaid, type PurchaseState, type ShipmentState } from '@scanship/domain/shipping/shipment-states';
import { overallStatus, type TrackingStatus } from '@scanship/domain/tracking/tracking';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

interface ShipmentRecord {
  readonly id: string;
  readonly state: ShipmentState;
  readonly slug: string | null;
  readonly test: boolean;
  readonly grant_name: string | null;
}

interface ParcelRecord {
  readonly no: number;
  readonly tracking_number: string | null;
  readonly purchase_state: PurchaseState | null;
  readonly vendor_ids: {
    readonly parcels?: readonly { readonly number: number; readonly trackingUrl?: string }[];
  } | null;
  readonly tracker_id: string | null;
  readonly status: TrackingStatus | null;
  readonly status_at: Date | null;
  readonly scanned_at: Date | null;
  readonly eta: Date | null;
  readonly eta_on: string | null;
  readonly asked_at: Date | null;
  readonly due_at: Date | null;
  readonly refresh_after: Date | null;
  readonly stopped: (typeof WATCHING_STOPS)[number] | null;
  readonly problem: TrackedParcelDto['problem'];
  readonly unreadable: readonly string[] | null;
}

interface EventRecord {
  readonly tracker_id: string;
  readonly event_hash: string;
  readonly occurred_at: Date;
  readonly zone: string | null;
  readonly place: string | null;
  readonly status: TrackingStatus;
  readonly code: string;
  readonly text: string;
  readonly source: 'poll' | 'push';
  readonly received_at: Date;
}

/** Undefined when this tenant has no such shipment. `nameOf` names a carrier; null for one that carries the grant's name. */
export async function readTracking(
  tx: Tx,
  tenantId: string,
  shipmentId: string,
  nameOf: (slug: string) => string | null,
): Promise<ShipmentTracking | undefined> {
  const shipments =
    await sql<ShipmentRecord>`SELECT s.id, s.state, s.slug, s.test, g.name AS grant_name FROM shipments AS s
    LEFT JOIN account_grants AS g ON g.tenant_id = s.tenant_id AND g.id = s.grant_id
    WHERE s.tenant_id = ${tenantId} AND s.id = ${shipmentId}`.execute(tx);
  const shipment = shipments.rows[0];
  if (!shipment) return undefined;
  const parcels = await sql<ParcelRecord>`
    SELECT c.no, c.tracking_number, p.state AS purchase_state, p.vendor_ids, t.id AS tracker_id, t.status, t.status_at,
      t.scanned_at, t.eta, t.eta_on, t.asked_at, t.due_at, CASE WHEN t.refresh_after > now() THEN t.refresh_after END AS refresh_after,
      t.stopped, t.problem, t.unreadable
    FROM parcels AS c
    LEFT JOIN purchases AS p ON p.tenant_id = c.tenant_id AND p.id = c.purchase_id
    LEFT JOIN trackers AS t ON t.tenant_id = c.tenant_id AND t.shipment_id = c.shipment_id AND t.parcel_no = c.no
      AND t.purchase_id = c.purchase_id
    WHERE c.tenant_id = ${tenantId} AND c.shipment_id = ${shipmentId} ORDER BY c.no`.execute(tx);
  const trackerIds = parcels.rows.flatMap((row) => row.tracker_id ?? []);
  const events =
    trackerIds.length === 0
      ? []
      : (
          await sql<EventRecord>`SELECT tracker_id, event_hash, occurred_at, zone, place, status, code, text, source, received_at
            FROM tracking_events WHERE tenant_id = ${tenantId} AND tracker_id = ANY (${trackerIds}::uuid[])
            ORDER BY occurred_at DESC, event_hash`.execute(tx)
        ).rows;
  const slug = shipment.slug ?? '';
  const live = parcels.rows.filter((row) => row.purchase_state !== null && isPaid(row.purchase_state));
  const refreshAfter = parcels.rows.flatMap((row) => row.refresh_after?.getTime() ?? []);
  return {
    shipmentId,
    carrier: slug,
    carrierName: nameOf(slug) ?? shipment.grant_name ?? slug,
    test: shipment.test,
    state: shipment.state,
    status: overallStatus(live.flatMap((row) => row.status ?? [])) ?? null,
    refreshAfter: refreshAfter.length === 0 ? null : new Date(Math.max(...refreshAfter)).toISOString(),
    parcels: parcels.rows.map((row) => ({
      number: row.no,
      trackingNumber: row.tracking_number,
      trackingUrl: row.vendor_ids?.parcels?.find((each) => each.number === row.no)?.trackingUrl ?? null,
      status: row.status ?? 'unknown',
      statusAt: row.status_at?.toISOString() ?? null,
      scannedAt: row.scanned_at?.toISOString() ?? null,
      estimatedDay: row.eta_on,
      estimatedAt: row.eta?.toISOString() ?? null,
      lastAskedAt: row.asked_at?.toISOString() ?? null,
      nextAskAt: row.due_at?.toISOString() ?? null,
      stopped: row.stopped,
      problem: row.problem,
      unreadable: [...(row.unreadable ?? [])],
      events: events.filter((event) => event.tracker_id === row.tracker_id).map(eventView),
    })),
  };
}

function eventView(event: EventRecord): TrackedParcelDto['events'][number] {
  const localTime = event.zone === null ? undefined : localTimeIn(event.occurred_at, event.zone);
  return {
    id: event.event_hash,
    occurredAt: event.occurred_at.toISOString(),
    localTime: localTime ?? null,
    zone: localTime === undefined ? null : event.zone,
    place: event.place,
    status: event.status,
    code: event.code,
    text: event.text,
    source: event.source,
    receivedAt: event.received_at.toISOString(),
  };
}
