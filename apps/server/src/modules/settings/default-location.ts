/** Which ship-from address is the default: exactly one, as long as there is any. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Serialises changes of the customer's locations, so that there is never a moment with two defaults or none. */
export const lockLocations = (ctx: { readonly tenantId: string }, tx: Tx): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`locations ${ctx.tenantId}`}, 0))`.execute(tx);

export const clearDefault = (tx: Tx): Promise<unknown> =>
  sql`UPDATE locations SET is_default = false, version = version + 1 WHERE is_default`.execute(tx);

/** Makes one that is there the default; nothing happens when it is already. */
export async function makeDefault(ctx: { readonly tenantId: string }, tx: Tx, locationId: string): Promise<void> {
  await lockLocations(ctx, tx);
  const { rows } = await sql`SELECT 1 FROM locations WHERE id = ${locationId} AND is_default`.execute(tx);
  if (rows.length > 0) return;
  await clearDefault(tx);
  await sql`UPDATE locations SET is_default = true, version = version + 1
    WHERE id = ${locationId} AND archived_at IS NULL`.execute(tx);
}
