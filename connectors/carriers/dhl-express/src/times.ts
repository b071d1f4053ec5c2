/** Times as DHL wants them: local time of the place of dispatch with its offset, "2026-11-23T12:00:00 GMT-05:00". */
import { fail } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { localTimeIn, readTime, zoneOfPlace } from '@scanship/domain/calendar/local-time';

const DAY_MS = 86_400_000;

/** Countries of one zone whose code is also that of a province or state, or which shipping from has not needed so far. */
const ZONES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'Europe/Berlin': 'DE',
    'Europe/Amsterdam': 'NL',
    'Europe/Madrid': 'ES',
    'Europe/Lisbon': 'PT',
    'Europe/Budapest': 'HU',
    'Europe/Bucharest': 'RO',
    'Europe/Sofia': 'BG',
    'Europe/Zagreb': 'HR',
    'Europe/Bratislava': 'SK',
    'Europe/Ljubljana': 'SI',
    'Europe/Tallinn': 'EE',
    'Europe/Riga': 'LV',
    'Europe/Vilnius': 'LT',
    'Europe/Malta': 'MT',
    'Asia/Nicosia': 'CY',
    'Europe/Istanbul': 'TR',
    'Africa/Johannesburg': 'ZA',
    'Africa/Casablanca': 'MA',
    'Africa/Cairo': 'EG',
    'Africa/Nairobi': 'KE',
    'Africa/Lagos': 'NG',
    'Asia/Jerusalem': 'IL',
    'Asia/Riyadh': 'SA',
    'Asia/Kolkata': 'IN',
    'Asia/Karachi': 'PK',
    'Asia/Dhaka': 'BD',
    'Asia/Bangkok': 'TH',
    'Asia/Ho_Chi_Minh': 'VN',
    'Asia/Kuala_Lumpur': 'MY',
    'Asia/Manila': 'PH',
    'America/Bogota': 'CO',
    'America/Lima': 'PE',
    'America/Argentina/Buenos_Aires': 'AR',
  }).map(([zone, country]) => [country, zone]),
);

/** Zone of an address, UTC where a country has several and the place does not tell. */
const zoneOf = (a: Pick<Address, 'city' | 'provinceCode' | 'countryCode'>): string =>
  ZONES[a.countryCode] ??
  zoneOfPlace(`Place, ${a.provinceCode}, ${a.countryCode}`) ??
  zoneOfPlace(`Place, ${a.countryCode}`) ??
  'UTC';

const localNow = (zone: string, now: Date): string => localTimeIn(now, zone) ?? now.toISOString().slice(0, 19);

/** Today at an address, YYYY-MM-DD. */
export const todayAt = (a: Pick<Address, 'city' | 'provinceCode' | 'countryCode'>, now: Date): string =>
  localNow(zoneOf(a), now).slice(0, 10);

function offsetOf(local: string, zone: string): string {
  const instant = readTime({ occurredAt: local, zone })?.instant.getTime() ?? Date.parse(`${local}Z`);
  const minutes = Math.round((Date.parse(`${local}Z`) - instant) / 60_000);
  const pad = (n: number): string => String(n).padStart(2, '0');
  const all = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(all / 60))}:${pad(all % 60)}`;
}

/** A local moment with its offset. @param local YYYY-MM-DDTHH:mm:ss */
export const written = (local: string, a: Address): string => `${local} GMT${offsetOf(local, zoneOf(a))}`;

/**
 * When a shipment is tendered: noon of its day; today a quarter of an hour from now, because DHL refuses the past. A day that
 * is over counts as today: the label is made for the next hand-over there is.
 */
export function plannedShipping(day: string, from: Address, now: Date): string {
  const zone = zoneOf(from);
  const soon = localNow(zone, new Date(now.getTime() + 15 * 60_000));
  const noon = `${day}T12:00:00`;
  return written(noon > soon ? noon : soon, from);
}

/** DHL takes shipments and pickups up to ten days ahead. @throws ConnectorError `invalid-input` naming the field */
export function checkDay(day: string, from: Address, now: Date, field: string): void {
  const ahead = (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${todayAt(from, now)}T00:00:00Z`)) / DAY_MS;
  if (!(ahead <= 10)) throw fail('invalid-input', 'DHL Express takes a day up to ten days ahead.', { field });
}

/** "SYDNEY-AU" and "SYDNEY - AUSTRALIA" as "SYDNEY, AU" and "SYDNEY, AUSTRALIA". */
export const placeOf = (description: string): string => {
  const words = description.replace(/\s+/g, ' ').trim();
  const dash = words.lastIndexOf('-');
  const [town, country] = [words.slice(0, Math.max(0, dash)).trimEnd(), words.slice(dash + 1).trimStart()];
  return town === '' || country === '' ? words : `${town}, ${country}`;
};
