/** What a person wishes for, held against the place's calendar and what the carrier offers, as the carrier is told it. */
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import type { Carrier, CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import type { AddressDto } from '@scanship/contracts/common';
import type { PickupLoadDto } from '@scanship/contracts/shipping/pickups';
import { pickupLoad } from '@scanship/contracts/shipping/pickups';
import type { Address } from '@scanship/domain/addresses/address';
import { ok } from '@scanship/domain/values/result';
import { zoneOfAddress } from '@scanship/domain/calendar/zone-of-address';
import { handOverDays, localDay, type ShippingCalendar, worksOn } from '@scanship/domain/calendar/ship-date';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { GrantOpener, OpenGrant } from '../carriers/index.ts';
import { lentAndCharged, noPickup } from '../dispatch/index.ts';
import { toAddress } from '../orders/index.ts';
import { waitingLoads } from './waiting-load.ts';

/** In whose name the carrier is asked. */
export type PickupAsker = Pick<RequestContext, 'tenantId' | 'locale'> & {
  readonly userId: string | null;
  readonly sessionId: string | null;
};

/** Where the driver comes to: a ship-from place, or the buyer of a return. */
export interface DoorRow extends ShippingCalendar {
  /** Of the ship-from place. */
  readonly id: string | null;
  readonly name: string;
  readonly address: Address;
}
export interface PlaceRow extends DoorRow {
  readonly id: string;
}

/** Where, and for which account. */
export type PickupAt = { readonly locationId: string; readonly grantId: string } | { readonly shipmentId: string };

export const readPlaces = async (
  db: Database,
  ctx: { readonly tenantId: string },
  id?: string,
): Promise<readonly PlaceRow[]> =>
  (
    await db.tenant(
      ctx,
      (tx) =>
        sql<
          Omit<PlaceRow, 'address'> & { readonly address: AddressDto }
        >`SELECT id, name, address, time_zone AS "timeZone", to_char(cut_off, 'HH24:MI') AS "cutOff",
            working_days AS "workingDays", holidays FROM locations
          WHERE ${id === undefined ? sql`true` : sql`id = ${id}::uuid`} ORDER BY is_default DESC, name, id`.execute(tx),
      { readOnly: true },
    )
  ).rows.map((row) => ({ ...row, address: toAddress(row.address) }));

export interface WindowWish {
  readonly day: string;
  readonly readyTime: string;
  readonly closeTime: string;
  readonly place: PickupPlace;
  readonly instructions?: string | null | undefined;
  readonly load?: { readonly [K in keyof PickupLoadDto]?: PickupLoadDto[K] | undefined } | null | undefined;
}

export interface OpenedWish {
  readonly grant: OpenGrant;
  readonly carrier: Carrier & { readonly pickup: NonNullable<Carrier['pickup']> };
  readonly lent: boolean;
  readonly place: DoorRow;
  readonly load: PickupLoadDto;
  readonly wish: PickupWish;
}

type FieldError = { readonly field: string; readonly message: string };

/** Local time of a place, HH:MM. */
const clockAt = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now);

/** What is wrong with day and window, in sentences. Pure. */
export function windowErrors(
  wish: Pick<WindowWish, 'day' | 'readyTime' | 'closeTime'>,
  place: ShippingCalendar & { readonly name: string },
  manifest: Pick<CarrierManifest, 'name' | 'pickup'>,
  now: Date,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const today = localDay(now, place.timeZone);
  const ahead = manifest.pickup?.daysAhead ?? 0;
  const everyDay = { ...place, workingDays: 0, holidays: [] };
  if (wish.day < today) errors.push({ field: 'day', message: `This day is over at ${place.name}.` });
  else if (!handOverDays(now, everyDay, ahead).includes(wish.day))
    errors.push({
      field: 'day',
      message:
        ahead === 0
          ? `${manifest.name} takes pickups for today only.`
          : `${manifest.name} takes pickups at most ${ahead} days ahead.`,
    });
  else if (!worksOn(place, wish.day))
    errors.push({ field: 'day', message: `${place.name} does not work on this day (its working days and holidays).` });
  if (wish.readyTime >= wish.closeTime)
    errors.push({ field: 'closeTime', message: 'Somebody must be there after the parcels are ready.' });
  else if (wish.day === today && wish.closeTime <= clockAt(now, place.timeZone))
    errors.push({ field: 'closeTime', message: `It is later than that at ${place.name} already.` });
  return errors;
}

/**
 * Problems: `not_found`; `no_carrier` where the carrier has no pickups or they cannot be booked with this account, in a sentence;
 * `validation` with the fields.
 */
export async function openWish(
  deps: { readonly db: Database; readonly grants: GrantOpener },
  ctx: PickupAsker,
  at: PickupAt,
  given: WindowWish,
  now: Date,
): Promise<Outcome<OpenedWish>> {
  const { db } = deps;
  const door = 'shipmentId' in at ? await readBuyersDoor(db, ctx, at.shipmentId) : await readDoor(db, ctx, at);
  const [inForce] = door ? await deps.grants.open(ctx, { only: [door.grantId] }) : [];
  // What was bought before the account was taken back still has to be fetched, and nothing else.
  const [former] = inForce || !door?.load ? [] : await deps.grants.open(ctx, { only: [door.grantId], evenEnded: true });
  const grant = inForce ?? former;
  if (!door || !grant) return problem('not_found');
  const { place } = door;
  const { manifest } = grant;
  const carrier = await grant.load();
  if (!manifest.pickup || !carrier.pickup) return problem('no_carrier', { message: noPickup(manifest, grant.slug) });
  const lent = grant.ownerTenantId !== ctx.tenantId;
  if (lent && manifest.pickup.charged) return problem('no_carrier', { message: lentAndCharged(grant.carrierName) });

  const errors = [...windowErrors(given, place, manifest, now)];
  const load = loadOf(former ? {} : given, door.load);
  const unknown = load.services.filter(
    (code) => manifest.services.length > 0 && !manifest.services.some((service) => service.code === code),
  );
  if (unknown.length > 0)
    errors.push({ field: 'load.services', message: `${manifest.name} has no service ${unknown.join(', ')}.` });
  const checked = pickupLoad.safeParse(load);
  if (!checked.success)
    errors.push({
      field: 'load.parcels',
      message: 'Nothing waits here for this carrier: say how many parcels the driver will find, and what they weigh.',
    });
  if (errors.length > 0) return problem('validation', { errors });
  return ok({
    grant,
    carrier: { ...carrier, pickup: carrier.pickup },
    lent,
    place,
    load,
    wish: {
      address: place.address,
      date: given.day,
      readyTime: given.readyTime,
      closeTime: given.closeTime,
      place: given.place,
      instructions: given.instructions?.trim() || undefined,
      load: { ...load, heaviestGrams: load.heaviestGrams ?? undefined },
      language: ctx.locale === 'fr-CA' ? 'fr' : 'en',
    },
  });
}

interface Door {
  readonly place: DoorRow;
  readonly grantId: string;
  readonly load: PickupLoadDto | undefined;
}

async function readDoor(
  db: Database,
  ctx: { readonly tenantId: string },
  at: { readonly locationId: string; readonly grantId: string },
): Promise<Door | undefined> {
  const [place] = await readPlaces(db, ctx, at.locationId);
  const [waiting] = await db.tenant(ctx, (tx) => waitingLoads(tx, at), { readOnly: true });
  return place && { place, grantId: at.grantId, load: waiting?.load };
}

/** Carriers come to homes on working days; which of them are holidays there they say themselves. */
const AT_HOME = { cutOff: '23:59', workingDays: 31, holidays: [] };

/** Undefined where the shipment is no return whose label waits for its carrier. */
export async function readBuyersDoor(
  db: Database,
  ctx: { readonly tenantId: string },
  shipmentId: string,
): Promise<Door | undefined> {
  const { rows } = await db.tenant(
    ctx,
    (tx) =>
      sql<{
        readonly grant_id: string;
        readonly service: string | null;
        readonly address: Address;
        readonly country: string | null;
        readonly number: string;
        readonly time_zone: string | null;
        readonly parcels: number;
        readonly grams: number;
        readonly heaviest: number | null;
        readonly tracking: string[] | null;
      }>`SELECT s.grant_id, s.service, s.from_address AS address, s.to_address ->> 'countryCode' AS country,
          o.number || '-R' || r.no AS number, l.time_zone, c.parcels, c.grams, c.heaviest, c.tracking
        FROM shipments AS s
        JOIN returns AS r ON r.tenant_id = s.tenant_id AND r.shipment_id = s.id AND r.state = 'approved'
        JOIN orders AS o ON o.tenant_id = r.tenant_id AND o.id = r.order_id
        LEFT JOIN locations AS l ON l.tenant_id = s.tenant_id AND l.id = s.location_id
        CROSS JOIN LATERAL (SELECT count(*)::int AS parcels, sum(weight_g)::int AS grams, max(weight_g)::int AS heaviest,
            array_agg(tracking_number) FILTER (WHERE tracking_number IS NOT NULL) AS tracking
          FROM parcels WHERE tenant_id = s.tenant_id AND shipment_id = s.id) AS c
        WHERE s.tenant_id = ${ctx.tenantId} AND s.id = ${shipmentId}::uuid AND s.direction = 'return'
          AND s.state IN ('bought', 'partly_bought') AND s.grant_id IS NOT NULL LIMIT 1`.execute(tx),
    { readOnly: true },
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    grantId: row.grant_id,
    place: {
      ...AT_HOME,
      id: null,
      name: row.number,
      address: row.address,
      timeZone: zoneOfAddress(row.address) ?? row.time_zone ?? 'UTC',
    },
    load: {
      parcels: row.parcels,
      totalGrams: row.grams,
      heaviestGrams: row.heaviest,
      services: row.service === null ? [] : [row.service],
      destinations: row.country === null ? [] : [row.country],
      trackingNumbers: row.tracking ?? [],
    },
  };
}

/** What waits, with the parts a person stated in their place. */
export function loadOf(given: Pick<WindowWish, 'load'>, waiting: PickupLoadDto | undefined): PickupLoadDto {
  const stated = Object.fromEntries(
    Object.entries(given.load ?? {}).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<PickupLoadDto>;
  const base: PickupLoadDto = waiting ?? {
    parcels: 0,
    totalGrams: 0,
    heaviestGrams: null,
    services: [],
    destinations: [],
    trackingNumbers: [],
  };
  const all = { ...base, ...stated };
  // The heaviest of what waits says nothing about a weight that somebody put in its place.
  const heaviest = all.heaviestGrams !== null && all.heaviestGrams > all.totalGrams ? null : all.heaviestGrams;
  return { ...all, heaviestGrams: heaviest };
}
