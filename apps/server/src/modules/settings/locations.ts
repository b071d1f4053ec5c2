/** Ship-from addresses of a customer (decisions 28). One is the default as long as there is any. */
import type { AddressDto } from '@scanship/contracts/common';
import type { LocationDto } from '@scanship/contracts/settings';
import { checkAddress } from '@scanship/domain/address-check';
import { ok } from '@scanship/domain/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { toAddress, toAddressDto } from '../orders/index.ts';
import { readDefaultSettings } from './default-settings.ts';

interface LocationRecord {
  readonly id: string;
  readonly name: string;
  readonly address: AddressDto;
  readonly is_default: boolean;
  readonly time_zone: string;
  readonly version: number;
}

/** The stored address is checked when it is read, so that a location imported from a store shows what it lacks. */
const toLocation = (row: LocationRecord): LocationDto => ({
  id: row.id,
  name: row.name,
  address: row.address,
  isDefault: row.is_default,
  timeZone: row.time_zone,
  version: row.version,
  problems: checkAddress(toAddress(row.address)).problems.map((each) => ({ ...each })),
});

/** All in use, the default first, then by name. */
export async function listLocations(tx: Tx): Promise<LocationDto[]> {
  const { rows } = await sql<LocationRecord>`SELECT id, name, address, is_default, time_zone, version FROM locations
    WHERE archived_at IS NULL ORDER BY is_default DESC, name, id`.execute(tx);
  return rows.map(toLocation);
}

export interface LocationInput {
  readonly name: string;
  readonly address: AddressDto;
  readonly isDefault: boolean;
}

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

/** Serialises changes of the customer's locations, so that there is never a moment with two defaults or none. */
const lockLocations = (ctx: Pick<RequestContext, 'tenantId'>, tx: Tx): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`locations ${ctx.tenantId}`}, 0))`.execute(tx);

const clearDefault = (tx: Tx): Promise<unknown> =>
  sql`UPDATE locations SET is_default = false, version = version + 1 WHERE is_default`.execute(tx);

/** Adds a ship-from address; the first one becomes the default whatever was said. */
export async function addLocation(
  ctx: Pick<RequestContext, 'tenantId' | 'timeZone' | 'locale'>,
  tx: Tx,
  input: LocationInput,
): Promise<Outcome<LocationDto>> {
  const address = shippable(input.address);
  if (!address.ok) return address;
  await lockLocations(ctx, tx);
  const known = await sql`SELECT 1 FROM locations WHERE is_default`.execute(tx);
  const isDefault = input.isDefault || known.rows.length === 0;
  if (isDefault) await clearDefault(tx);
  const { timeZone } = await readDefaultSettings(ctx, tx);
  const id = newId();
  await sql`INSERT INTO locations (tenant_id, id, name, address, time_zone, is_default)
    VALUES (${ctx.tenantId}, ${id}, ${input.name}, ${JSON.stringify(address.value)}::jsonb, ${timeZone}, ${isDefault})`.execute(
    tx,
  );
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
  if (current.is_default && !input.isDefault)
    return problem('validation', {
      errors: [{ field: 'isDefault', message: 'Make another address the default instead; one of them has to be.' }],
    });
  if (input.isDefault && !current.is_default) await clearDefault(tx);
  await sql`UPDATE locations SET name = ${input.name}, address = ${JSON.stringify(address.value)}::jsonb,
    is_default = ${input.isDefault}, version = version + 1 WHERE id = ${input.id}`.execute(tx);
  return readLocation(tx, input.id);
}

async function readLocation(tx: Tx, id: string): Promise<Outcome<LocationDto>> {
  const { rows } = await sql<LocationRecord>`SELECT id, name, address, is_default, time_zone, version FROM locations
    WHERE id = ${id}`.execute(tx);
  return rows[0] ? ok(toLocation(rows[0])) : problem('not_found');
}
