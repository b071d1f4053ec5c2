/** Ship-from addresses of a customer (decisions 28). One is the default as long as there is any. */
import type { AddressDto } from '@scanship/contracts/common';
import type { LocationBody, LocationDto } from '@scanship/contracts/network/settings';
import { checkAddress } from '@scanship/domain/addresses/address-check';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { toAddress, toAddressDto } from '../orders/index.ts';
import { clearDefault, lockLocations } from './default-location.ts';
import { isTimeZone, readDefaultSettings } from './default-settings.ts';

interface LocationRecord {
  readonly id: string;
  readonly name: string;
  readonly address: AddressDto;
  readonly is_default: boolean;
  readonly time_zone: string;
  readonly cut_off: string;
  readonly working_days: number;
  readonly holidays: readonly string[];
  readonly handling_days: number | null;
  readonly return_location_id: string | null;
  readonly store: string | null;
  readonly version: number;
}

const COLUMNS = sql`l.id, l.name, l.address, l.is_default, l.time_zone, to_char(l.cut_off, 'HH24:MI') AS cut_off, l.working_days,
  l.holidays, l.handling_days, l.return_location_id, l.version,
  (SELECT s.name FROM stores s WHERE s.tenant_id = l.tenant_id AND s.id = l.store_id) AS store`;

/** Bit 0 is Monday ... bit 6 is Sunday in the column; 1 to 7 on the wire. */
const daysOf = (bits: number): number[] => [1, 2, 3, 4, 5, 6, 7].filter((day) => (bits & (1 << (day - 1))) !== 0);
const bitsOf = (days: readonly number[]): number => days.reduce((bits, day) => bits | (1 << (day - 1)), 0);

/** The stored address is checked when it is read, so that a location imported from a store shows what it lacks. */
const toLocation = (row: LocationRecord): LocationDto => ({
  id: row.id,
  name: row.name,
  address: row.address,
  isDefault: row.is_default,
  timeZone: row.time_zone,
  cutOff: row.cut_off,
  workingDays: daysOf(row.working_days),
  holidays: [...row.holidays],
  handlingDays: row.handling_days,
  returnLocationId: row.return_location_id,
  importedFrom: row.store,
  version: row.version,
  problems: checkAddress(toAddress(row.address)).problems.map((each) => ({ ...each })),
});

/** All in use, the default first, then by name. */
export async function listLocations(tx: Tx): Promise<LocationDto[]> {
  const { rows } = await sql<LocationRecord>`SELECT ${COLUMNS} FROM locations l
    WHERE l.archived_at IS NULL ORDER BY l.is_default DESC, l.name, l.id`.execute(tx);
  return rows.map(toLocation);
}

export type LocationInput = LocationBody;

/** Working days that an order may wait at a place made here, until somebody says otherwise. */
const USUAL_HANDLING_DAYS = 1;

/** The normalised address, or problem `address_incomplete` with the fields: carriers need a complete sender. */
function shippable(address: AddressDto): Outcome<AddressDto> {
  const { normalized, problems } = checkAddress(toAddress(address));
  const errors = problems.filter((each) => each.severity === 'error');
  return errors.length === 0
    ? ok(toAddressDto(normalized))
    : problem('address_incomplete', {
        errors: errors.map(({ field, code, message }) => ({ field: `address.${field}`, code, message })),
      });
}

/** A zone that nobody knows, or a return address that is not the customer's, by field. */
async function checkCalendar(tx: Tx, input: LocationInput, self?: string): Promise<Outcome<void>> {
  const errors: { field: string; message: string }[] = [];
  if (input.timeZone !== undefined && !isTimeZone(input.timeZone))
    errors.push({ field: 'timeZone', message: `"${input.timeZone}" is not a time zone such as America/Toronto.` });
  if (input.returnLocationId) {
    const { rows } =
      await sql`SELECT 1 FROM locations WHERE id = ${input.returnLocationId} AND archived_at IS NULL`.execute(tx);
    if (rows.length === 0 || input.returnLocationId === self)
      errors.push({ field: 'returnLocationId', message: 'Choose another of your addresses, or none.' });
  }
  return errors.length > 0 ? problem('validation', { errors }) : ok(undefined);
}

/** Days once each, in order. */
const tidyDays = (days: readonly string[]): string => JSON.stringify([...new Set(days)].toSorted());

/** Adds a ship-from address; the first one becomes the default whatever was said. */
export async function addLocation(
  ctx: Pick<RequestContext, 'tenantId' | 'timeZone' | 'locale'>,
  tx: Tx,
  input: LocationInput,
): Promise<Outcome<LocationDto>> {
  const address = shippable(input.address);
  if (!address.ok) return address;
  await lockLocations(ctx, tx);
  const calendar = await checkCalendar(tx, input);
  if (!calendar.ok) return calendar;
  const known = await sql`SELECT 1 FROM locations WHERE is_default`.execute(tx);
  const isDefault = input.isDefault || known.rows.length === 0;
  if (isDefault) await clearDefault(tx);
  const timeZone = input.timeZone ?? (await readDefaultSettings(ctx, tx)).timeZone;
  const handlingDays = input.handlingDays === undefined ? USUAL_HANDLING_DAYS : input.handlingDays;
  const id = newId();
  await sql`INSERT INTO locations (tenant_id, id, name, address, time_zone, is_default, cut_off, working_days, holidays,
      handling_days, return_location_id)
    VALUES (${ctx.tenantId}, ${id}, ${input.name}, ${JSON.stringify(address.value)}::jsonb, ${timeZone}, ${isDefault},
      ${input.cutOff ?? '16:00'}::time, ${bitsOf(input.workingDays ?? [1, 2, 3, 4, 5])}, ${tidyDays(input.holidays ?? [])}::jsonb,
      ${handlingDays}, ${input.returnLocationId ?? null})`.execute(tx);
  return readLocation(tx, id);
}

/**
 * Changes a ship-from address.
 * @returns problem `not_found`, `stale_version`, `address_incomplete`, or `validation` when the only default would go
 */
export async function updateLocation(
  ctx: Pick<RequestContext, 'tenantId'>,
  tx: Tx,
  input: LocationInput & { readonly id: string; readonly version: number },
): Promise<Outcome<LocationDto>> {
  await lockLocations(ctx, tx);
  const { rows } = await sql<{ version: number; is_default: boolean }>`SELECT version, is_default FROM locations
    WHERE id = ${input.id} AND archived_at IS NULL FOR UPDATE`.execute(tx);
  const current = rows[0];
  if (!current) return problem('not_found');
  if (current.version !== input.version) return problem('stale_version');
  const address = shippable(input.address);
  if (!address.ok) return address;
  const calendar = await checkCalendar(tx, input, input.id);
  if (!calendar.ok) return calendar;
  if (current.is_default && !input.isDefault)
    return problem('validation', {
      errors: [{ field: 'isDefault', message: 'Make another address the default instead; one of them has to be.' }],
    });
  if (input.isDefault && !current.is_default) await clearDefault(tx);
  await sql`UPDATE locations SET name = ${input.name}, address = ${JSON.stringify(address.value)}::jsonb,
    time_zone = coalesce(${input.timeZone ?? null}, time_zone), cut_off = coalesce(${input.cutOff ?? null}::time, cut_off),
    working_days = coalesce(${input.workingDays ? bitsOf(input.workingDays) : null}::int, working_days),
    holidays = coalesce(${input.holidays ? tidyDays(input.holidays) : null}::jsonb, holidays),
    handling_days = ${input.handlingDays === undefined ? sql`handling_days` : sql`${input.handlingDays}::int`},
    return_location_id = ${input.returnLocationId === undefined ? sql`return_location_id` : sql`${input.returnLocationId}::uuid`},
    is_default = ${input.isDefault}, version = version + 1 WHERE id = ${input.id}`.execute(tx);
  return readLocation(tx, input.id);
}

/**
 * Puts an address away; what names it keeps it. The default cannot go before another is the default.
 * @returns problem `not_found`, `stale_version`, `validation`
 */
export async function archiveLocation(
  ctx: Pick<RequestContext, 'tenantId'>,
  tx: Tx,
  input: { readonly id: string; readonly version: number },
): Promise<Outcome<LocationDto[]>> {
  await lockLocations(ctx, tx);
  const { rows } = await sql<{ version: number; is_default: boolean; store: boolean }>`SELECT version, is_default,
      store_id IS NOT NULL AS store FROM locations WHERE id = ${input.id} AND archived_at IS NULL FOR UPDATE`.execute(
    tx,
  );
  const current = rows[0];
  if (!current) return problem('not_found');
  if (current.version !== input.version) return problem('stale_version');
  if (current.is_default)
    return problem('validation', { message: 'Make another address the default first; one of them has to be.' });
  if (current.store)
    return problem('validation', { message: 'This place comes from a store and goes when the store puts it away.' });
  await sql`UPDATE locations SET return_location_id = NULL, version = version + 1 WHERE return_location_id = ${input.id}`.execute(
    tx,
  );
  await sql`UPDATE locations SET archived_at = now(), version = version + 1 WHERE id = ${input.id}`.execute(tx);
  return ok(await listLocations(tx));
}

async function readLocation(tx: Tx, id: string): Promise<Outcome<LocationDto>> {
  const { rows } = await sql<LocationRecord>`SELECT ${COLUMNS} FROM locations l WHERE l.id = ${id}`.execute(tx);
  return rows[0] ? ok(toLocation(rows[0])) : problem('not_found');
}
