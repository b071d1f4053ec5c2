/** Bought and not handed over yet: by place and carrier account, and shipment by shipment. */
import type { ClosedList, EndOfDay, HandOverShipmentDto, WaitingPlace } from '@scanship/contracts/dispatch';
import { MOST_HANDED_OVER } from '@scanship/contracts/dispatch';
import { cutOffOf, type ShippingCalendar } from '@scanship/domain/ship-date';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

const MOST_LISTS = 50;

/** A carrier's name as people know it; the slug where the connector is gone. */
export type CarrierName = (slug: string) => string;

interface GroupRow {
  readonly location_id: string | null;
  readonly grant_id: string | null;
  readonly slug: string;
  readonly account: string | null;
  readonly shipments: number;
  readonly parcels: number;
  readonly grams: number;
  readonly oldest: Date;
  readonly test: boolean;
}

/** SQL of shipments `s` that wait for a carrier to take them. */
export const WAITS: RawBuilder<boolean> = sql`s.state = 'bought' AND s.manifest_id IS NULL AND s.source = 'bought' AND s.direction = 'outbound'`;

interface PlaceRow extends ShippingCalendar {
  readonly id: string;
  readonly name: string;
}

export const placeRows = async (tx: Tx): Promise<readonly PlaceRow[]> =>
  (
    await sql<PlaceRow>`SELECT id, name, time_zone AS "timeZone", to_char(cut_off, 'HH24:MI') AS "cutOff",
      working_days AS "workingDays", holidays FROM locations ORDER BY is_default DESC, name, id`.execute(tx)
  ).rows;

export async function readEndOfDay(
  ctx: { readonly timeZone: string },
  tx: Tx,
  carrierName: CarrierName,
  now: Date,
): Promise<EndOfDay> {
  const [places, { rows: groups }, closed] = await Promise.all([
    placeRows(tx),
    sql<GroupRow>`SELECT s.location_id, s.grant_id, coalesce(s.slug, '') AS slug, max(g.name) AS account,
        count(*)::int AS shipments, coalesce(sum(p.n), 0)::int AS parcels, coalesce(sum(p.grams), 0)::int AS grams,
        min(coalesce(s.bought_at, s.created_at)) AS oldest, bool_and(s.test) AS test
      FROM shipments s LEFT JOIN account_grants g ON g.tenant_id = s.tenant_id AND g.id = s.grant_id
        CROSS JOIN LATERAL (SELECT count(*) AS n, sum(weight_g) AS grams FROM parcels
          WHERE tenant_id = s.tenant_id AND shipment_id = s.id) AS p
      WHERE ${WAITS} GROUP BY s.location_id, s.grant_id, s.slug ORDER BY shipments DESC, slug`.execute(tx),
    closedLists(tx),
  ]);
  const known = new Map(places.map((place) => [place.id, place]));
  const byPlace = new Map<string | null, WaitingPlace>();
  const placeOf = (locationId: string | null): WaitingPlace => {
    const found = byPlace.get(locationId);
    if (found) return found;
    const place = locationId === null ? undefined : known.get(locationId);
    const cutOff = place && cutOffOf(now, place);
    const made: WaitingPlace = {
      locationId,
      name: place?.name ?? '',
      timeZone: place?.timeZone ?? ctx.timeZone,
      day: cutOff?.day ?? cutOffOf(now, { ...ANY_DAY, timeZone: ctx.timeZone }).day,
      cutOffAt: cutOff?.works ? cutOff.at.toISOString() : null,
      groups: [],
    };
    byPlace.set(locationId, made);
    return made;
  };
  for (const row of groups)
    placeOf(row.location_id).groups.push({
      grantId: row.grant_id,
      carrier: row.slug,
      carrierName: carrierName(row.slug),
      accountName: row.account ?? '',
      shipments: row.shipments,
      parcels: row.parcels,
      weightGrams: row.grams,
      oldestAt: row.oldest.toISOString(),
      test: row.test,
    });
  const order = new Map(places.map((place, index) => [place.id, index]));
  const rank = ({ locationId }: WaitingPlace) => (locationId === null ? Infinity : (order.get(locationId) ?? 0));
  return { now: now.toISOString(), places: [...byPlace.values()].toSorted((a, b) => rank(a) - rank(b)), closed };
}

const ANY_DAY = { cutOff: '16:00', workingDays: 0, holidays: [] } as const;

export async function closedLists(tx: Tx, only?: readonly string[]): Promise<ClosedList[]> {
  const { rows } = await sql<{
    id: string;
    number: number;
    day: string;
    closed_at: Date;
    location: string | null;
    carrier_name: string;
    account_name: string;
    kind: ClosedList['kind'];
    shipment_count: number;
    parcel_count: number;
    weight_g: number;
    taken: number;
  }>`SELECT m.id, m.number, m.close_date::text AS day, coalesce(m.closed_at, m.created_at) AS closed_at, l.name AS location,
      m.carrier_name, m.account_name, m.kind, m.shipment_count, m.parcel_count, m.weight_g::int4 AS weight_g,
      coalesce(jsonb_array_length(m.contents -> 'takenBack'), 0) AS taken
    FROM manifests m LEFT JOIN locations l ON l.tenant_id = m.tenant_id AND l.id = m.location_id
    WHERE m.state = 'closed' AND ${only ? sql`m.id = ANY (${[...only]}::uuid[])` : sql`true`}
    ORDER BY m.close_date DESC, m.id DESC LIMIT ${only ? only.length : MOST_LISTS}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    day: row.day,
    closedAt: row.closed_at.toISOString(),
    locationName: row.location ?? '',
    carrierName: row.carrier_name,
    accountName: row.account_name,
    kind: row.kind,
    shipments: row.shipment_count,
    parcels: row.parcel_count,
    weightGrams: row.weight_g,
    takenBack: row.taken,
  }));
}

/** Shipments as a list names them, oldest first, one more than a list takes. */
export async function readShipmentsOf(tx: Tx, which: RawBuilder<boolean>): Promise<HandOverShipmentDto[]> {
  const { rows } = await sql<{
    id: string;
    to_address: {
      name?: string;
      companyName?: string;
      city?: string;
      provinceCode?: string;
      zipcode?: string;
      countryCode?: string;
    };
    service: string | null;
    bought: Date;
    orders: string[];
    tracking: string[];
    n: number;
    grams: number;
  }>`SELECT s.id, s.to_address, coalesce(s.service_name, s.service) AS service, coalesce(s.bought_at, s.created_at) AS bought,
      array(SELECT DISTINCT o.number FROM shipment_items i JOIN orders o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
        WHERE i.tenant_id = s.tenant_id AND i.shipment_id = s.id ORDER BY 1) AS orders,
      array(SELECT p.tracking_number FROM parcels p WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id
        AND p.tracking_number IS NOT NULL ORDER BY p.no) AS tracking,
      (SELECT count(*)::int FROM parcels p WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id) AS n,
      (SELECT coalesce(sum(p.weight_g), 0)::int FROM parcels p WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id) AS grams
    FROM shipments s WHERE ${which} ORDER BY bought, s.id LIMIT ${MOST_HANDED_OVER + 1}`.execute(tx);
  return rows.map((row) => {
    const to = row.to_address;
    const place = [to.city, to.provinceCode, to.zipcode].filter(Boolean).join(' ');
    return {
      shipmentId: row.id,
      orderNumbers: row.orders,
      trackingNumbers: row.tracking,
      recipient: to.name || to.companyName || '',
      destination: [place, to.countryCode].filter(Boolean).join(', '),
      service: row.service ?? '',
      parcels: row.n,
      weightGrams: row.grams,
      boughtAt: row.bought.toISOString(),
    };
  });
}
