/**
 * Where orders leave from (decisions 28): the order's own location, else its store's (a store's address is kept as a
 * location of the customer, `stores.location_id`), else the customer's default location.
 */
import type { AddressDto } from '@scanship/contracts/common';
import type { ShippingCalendar } from '@scanship/domain/calendar/ship-date';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

interface Placed {
  readonly locationId?: string | null | undefined;
  readonly storeId: string;
  /** A ship-from address of this order alone; the place gives the calendar. */
  readonly oneOff?: AddressDto | null | undefined;
}

/** Where a customer's orders can leave from, read once for a list. */
export interface Places {
  readonly defaultLocationId: string | null;
  readonly defaultCountry: string | null;
  /** Country of each location, and of each store that has one. */
  readonly locations: readonly { readonly id: string; readonly country: string }[];
  readonly stores: readonly { readonly id: string; readonly country: string }[];
}

/** For lists that do not ask where an order leaves from. */
export const NO_PLACES: Places = { defaultLocationId: null, defaultCountry: null, locations: [], stores: [] };

export async function readPlaces(tx: Tx): Promise<Places> {
  const { rows } = await sql<{
    kind: 'location' | 'store';
    id: string;
    country: string | null;
    is_default: boolean | null;
  }>`
    SELECT 'location' AS kind, id, address ->> 'countryCode' AS country, is_default FROM locations
    UNION ALL SELECT 'store', s.id, l.address ->> 'countryCode', NULL FROM stores s
      JOIN locations l ON l.tenant_id = s.tenant_id AND l.id = s.location_id`.execute(tx);
  const known = (kind: 'location' | 'store') =>
    rows.flatMap(({ kind: of, id, country }) => (of === kind && country !== null ? [{ id, country }] : []));
  const usual = rows.find((row) => row.is_default === true);
  return {
    defaultLocationId: usual?.id ?? null,
    defaultCountry: usual?.country ?? null,
    locations: known('location'),
    stores: known('store'),
  };
}

/** SQL of the country that `orders o` with `order_details d` leaves from; null while no ship-from address is known. */
export const originCountry: RawBuilder<string | null> = sql`coalesce(d.overrides -> 'shipFrom' ->> 'countryCode',
  (SELECT l.address ->> 'countryCode' FROM locations l WHERE l.id = o.location_id),
  (SELECT l.address ->> 'countryCode' FROM stores s JOIN locations l ON l.tenant_id = s.tenant_id AND l.id = s.location_id WHERE s.id = o.store_id),
  (SELECT l.address ->> 'countryCode' FROM locations l WHERE l.is_default))`;

export interface ShipFrom {
  /** The location whose address, or for a one-off address whose calendar, counts. */
  readonly locationId: string;
  readonly name: string;
  readonly address: AddressDto;
  readonly calendar: ShippingCalendar;
  /** The address is of the order alone. */
  readonly oneOff: boolean;
}

interface LocationRecord {
  readonly id: string;
  readonly name: string;
  readonly address: AddressDto;
  readonly time_zone: string;
  readonly cut_off: string;
  readonly working_days: number;
  readonly holidays: readonly string[];
}

const LOCATION = sql`l.id, l.name, l.address, l.time_zone, to_char(l.cut_off, 'HH24:MI') AS cut_off, l.working_days, l.holidays`;

const toShipFrom = (row: LocationRecord): ShipFrom => ({
  locationId: row.id,
  name: row.name,
  address: row.address,
  oneOff: false,
  calendar: {
    timeZone: row.time_zone,
    cutOff: row.cut_off,
    workingDays: row.working_days,
    holidays: row.holidays,
  },
});

/** The location one order leaves from, or null while the customer has none. */
export async function shipFromOf(tx: Tx, order: Placed): Promise<ShipFrom | null> {
  const own = order.locationId ?? null;
  const { rows } = await sql<LocationRecord>`SELECT ${LOCATION}
    FROM locations l LEFT JOIN stores s ON s.tenant_id = l.tenant_id AND s.id = ${order.storeId}
    WHERE l.archived_at IS NULL AND (l.id = ${own}::uuid OR l.id = s.location_id OR l.is_default)
    ORDER BY (l.id = ${own}::uuid) DESC NULLS LAST, (l.id = s.location_id) DESC NULLS LAST, l.id
    LIMIT 1`.execute(tx);
  const place = rows[0] && toShipFrom(rows[0]);
  if (!place) return null;
  return order.oneOff ? { ...place, address: order.oneOff, name: nameOf(order.oneOff), oneOff: true } : place;
}

const nameOf = ({ companyName, name, city }: AddressDto): string => companyName || name || city;

/** One location by its id, or null when the customer has none such. */
export async function locationOf(tx: Tx, locationId: string): Promise<ShipFrom | null> {
  const { rows } = await sql<LocationRecord>`SELECT ${LOCATION} FROM locations l
    WHERE l.archived_at IS NULL AND l.id = ${locationId}`.execute(tx);
  return rows[0] ? toShipFrom(rows[0]) : null;
}
