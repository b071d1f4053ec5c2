/** Orders that come from no platform (by hand, by file) stand under one store of the customer's own. */
import { sql } from 'kysely';
import { newId } from '../../../platform/database/ids.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrderContext } from './order-context.ts';

/** Platform code of the own store; it is no platform of the catalogue and is not offered for connecting. */
export const OWN_PLATFORM = 'manual';

/**
 * Id of the store for orders by hand and by file, made when the first of them comes. There is one, so that an order
 * number is unique over both ways: its `external_id` is the number's key.
 */
export async function ownStore(ctx: OrderContext, tx: Tx): Promise<string> {
  const found = await sql<{ id: string }>`SELECT id FROM stores
    WHERE platform_code = ${OWN_PLATFORM} AND external_account = 'own' AND deleted_at IS NULL`.execute(tx);
  if (found.rows[0]) return found.rows[0].id;
  // Two first orders at once: the second waits for the first and then finds its row.
  await sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, name, state)
    VALUES (${ctx.tenantId}, ${newId()}, ${OWN_PLATFORM}, 'own', 'Manual and file orders', 'connected')
    ON CONFLICT DO NOTHING`.execute(tx);
  const made = await sql<{ id: string }>`SELECT id FROM stores
    WHERE platform_code = ${OWN_PLATFORM} AND external_account = 'own' AND deleted_at IS NULL`.execute(tx);
  const id = made.rows[0]?.id;
  if (id === undefined) throw new Error('The store for own orders could not be made.');
  return id;
}
