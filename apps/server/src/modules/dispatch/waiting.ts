/** Bought and not handed over yet: by place and carrier account, and shipment by shipment. */
import type { ClosedList, EndOfDay, HandOverShipmentDto, WaitingPlace } from '@scanship/contracts/shipping/dispatch';
import { MOST_HANDED_OVER } from '@scanship/contracts/shipping/dispatch';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { cutOffOf, type ShippingCalendar } from '@scanship/domain/calendar/ship-date';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { problemWords } from '../../platform/journal/effects.ts';
import type { StoredProblem } from '../../platform/journal/handler.ts';

const MOST_LISTS = 50;

/** What a carrier is, without opening an account; undefined where the connector is gone. */
export type CarrierFacts = (slug: string) => CarrierManifest | undefined;

/** A carrier's name as people know it. */
export const nameOf = (facts: CarrierFacts, slug: string): string => facts(slug)?.name ?? slug;

interface GroupRow {
  readonly location_id: string | null;
  readonly grant_id: string | null;
  readonly slug: string;
  readonly account: string | null;
  readonly lent: boolean;
  readonly service: string;
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
  facts: CarrierFacts,
  now: Date,
): Promise<EndOfDay> {
  const [places, { rows: groups }, closed] = await Promise.all([
    placeRows(tx),
    sql<GroupRow>`SELECT s.location_id, s.grant_id, coalesce(s.slug, '') AS slug, coalesce(s.service, '') AS service,
        max(g.name) AS account, coalesce(bool_or(g.owner_tenant_id <> g.tenant_id), false) AS lent,
        count(*)::int AS shipments, coalesce(sum(p.n), 0)::int AS parcels, coalesce(sum(p.grams), 0)::int AS grams,
        min(coalesce(s.bought_at, s.created_at)) AS oldest, bool_and(s.test) AS test
      FROM shipments s LEFT JOIN account_grants g ON g.tenant_id = s.tenant_id AND g.id = s.grant_id
        CROSS JOIN LATERAL (SELECT count(*) AS n, sum(weight_g) AS grams FROM parcels
          WHERE tenant_id = s.tenant_id AND shipment_id = s.id) AS p
      WHERE ${WAITS} GROUP BY s.location_id, s.grant_id, s.slug, s.service ORDER BY slug, s.grant_id`.execute(tx),
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
  for (const row of groups) addTo(placeOf(row.location_id), row, facts);
  for (const place of byPlace.values())
    place.groups.sort((a, b) => b.shipments - a.shipments || (a.carrier < b.carrier ? -1 : 1));
  const order = new Map(places.map((place, index) => [place.id, index]));
  const rank = ({ locationId }: WaitingPlace) => (locationId === null ? Infinity : (order.get(locationId) ?? 0));
  return { now: now.toISOString(), places: [...byPlace.values()].toSorted((a, b) => rank(a) - rank(b)), closed };
}

type Group = WaitingPlace['groups'][number];

/** Whether a service's shipments go on the carrier's own paper. */
export const goesOnPaper = (manifest: CarrierManifest | undefined, service: string): boolean =>
  manifest?.endOfDay !== undefined && (manifest.endOfDay.services?.includes(service) ?? true);

/** Adds the shipments of one service to their carrier account's group. */
function addTo(place: WaitingPlace, row: GroupRow, facts: CarrierFacts): void {
  const manifest = facts(row.slug);
  let group = place.groups.find((each) => each.grantId === row.grant_id && each.carrier === row.slug);
  if (!group) {
    group = emptyGroup(row, manifest);
    place.groups.push(group);
  }
  group.shipments += row.shipments;
  group.parcels += row.parcels;
  group.weightGrams += row.grams;
  group.test &&= row.test;
  const oldest = row.oldest.toISOString();
  if (oldest < group.oldestAt) group.oldestAt = oldest;
  // A shipment whose account is gone cannot be told to the carrier.
  if (row.grant_id !== null && goesOnPaper(manifest, row.service) && manifest?.endOfDay) {
    const { name, required, endsVoiding } = manifest.endOfDay;
    group.paper ??= { name, required, endsVoiding, shipments: 0 };
    group.paper.shipments += row.shipments;
  }
}

const emptyGroup = (row: GroupRow, manifest: CarrierManifest | undefined): Group => ({
  grantId: row.grant_id,
  carrier: row.slug,
  carrierName: manifest?.name ?? row.slug,
  accountName: row.account ?? '',
  shipments: 0,
  parcels: 0,
  weightGrams: 0,
  oldestAt: row.oldest.toISOString(),
  test: true,
  paper: null,
  ...pickupOf(row, manifest),
});

/** Whether the driver can be called for a group from here, and why not. */
function pickupOf(row: GroupRow, manifest: CarrierManifest | undefined): Pick<Group, 'pickup' | 'pickupWhy'> {
  if (!manifest?.pickup) return { pickup: false, pickupWhy: noPickup(manifest, row.slug) };
  if (row.lent && manifest.pickup.charged) return { pickup: false, pickupWhy: lentAndCharged(manifest.name) };
  return { pickup: row.grant_id !== null, pickupWhy: null };
}

/** Why a carrier's driver cannot be called from here, in the carrier's own sentence where there is one. */
export const noPickup = (manifest: CarrierManifest | undefined, slug: string): string =>
  manifest?.notOffered?.pickup ?? `${manifest?.name ?? slug} has no pickups that can be booked from here.`;

/** Why an account that is lent has no pickups of a carrier that takes money for them. */
export const lentAndCharged = (carrierName: string): string =>
  `${carrierName} charges for pickups, and this account is lent to you. Pickups with a price cannot be booked on a lent account; ask its owner to book it.`;

const ANY_DAY = { cutOff: '16:00', workingDays: 0, holidays: [] } as const;

interface ListRow {
  readonly id: string;
  readonly number: number;
  readonly state: ClosedList['state'];
  readonly day: string;
  readonly closed_at: Date;
  readonly location: string | null;
  readonly carrier_name: string;
  readonly account_name: string;
  readonly kind: ClosedList['kind'];
  readonly shipment_count: number;
  readonly parcel_count: number;
  readonly weight_g: number;
  readonly taken: number;
  readonly paper_name: string | null;
  readonly vendor_ids: { readonly numbers?: readonly string[]; readonly documents?: readonly string[] };
  readonly left_out: ClosedList['leftOut'] | null;
  readonly problem: StoredProblem | null;
  readonly reference: string | null;
  readonly settled: boolean;
  readonly asks: boolean;
}

export async function closedLists(tx: Tx, only?: readonly string[]): Promise<ClosedList[]> {
  const { rows } = await sql<ListRow>`SELECT m.id, m.number, m.state, m.close_date::text AS day,
      coalesce(m.closed_at, m.created_at) AS closed_at, l.name AS location, m.carrier_name, m.account_name, m.kind,
      m.shipment_count, m.parcel_count, m.weight_g::int4 AS weight_g,
      coalesce(jsonb_array_length(m.contents -> 'takenBack'), 0) AS taken, m.paper_name, m.vendor_ids,
      m.contents -> 'leftOut' AS left_out, m.problem, m.reference,
      e.state IN ('unknown', 'disputed') AND coalesce(e.settle_after, e.sent_at, now()) <= now() AS settled,
      coalesce(e.payload ->> 'recovery', 'none') <> 'none' AS asks
    FROM manifests m LEFT JOIN locations l ON l.tenant_id = m.tenant_id AND l.id = m.location_id
      LEFT JOIN effects e ON e.tenant_id = m.tenant_id AND e.id = m.effect_id
    WHERE m.state <> 'open' AND ${only ? sql`m.id = ANY (${[...only]}::uuid[])` : sql`true`}
    ORDER BY m.close_date DESC, m.id DESC LIMIT ${only ? only.length : MOST_LISTS}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    state: row.state,
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
    paperName: row.kind === 'carrier' ? row.paper_name : null,
    numbers: [...(row.vendor_ids.numbers ?? [])],
    papers: row.vendor_ids.documents?.length ?? 0,
    leftOut: row.left_out ?? [],
    problem: row.problem ? problemWords(row.problem) : null,
    open:
      row.state === 'unknown' && row.reference !== null
        ? { reference: row.reference, canDecide: row.settled, canAsk: row.asks }
        : null,
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
