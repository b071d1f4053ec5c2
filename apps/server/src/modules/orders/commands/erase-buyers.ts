/** Erasing what orders know of their buyers, when a platform or a person asks for it. The order itself stays. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { recordChanges } from './history.ts';
import type { OrderContext } from './order-context.ts';
import { dropUnread } from '../unread/unread-orders.ts';

/** Country and province stay: they say nothing of a person, and reports need them. */
const WITHOUT_PERSON = sql`jsonb_build_object('name', '', 'address1', '', 'city', '', 'zipcode', '',
  'provinceCode', coalesce(ship_to ->> 'provinceCode', ''), 'countryCode', coalesce(ship_to ->> 'countryCode', ''))`;

/**
 * Erases names, addresses, notes and search keys of orders of one store; a later sync does not bring them back. What names the buyers
 * elsewhere (labels, calls to carriers) is written down as work in the same transaction: whoever asked for this has it done (`stores`).
 * @param externalIds of the platform; null: the next 500 orders of the store that still have them
 * @param orderIds ours, in place of the platform's
 * @param why for the order's history; a store's request when absent
 * @returns how many orders were erased
 */
export async function eraseBuyers(
  ctx: OrderContext,
  tx: Tx,
  input: { readonly storeId: string; readonly now: Date; readonly why?: string | undefined } & (
    | { readonly externalIds: readonly string[] | null }
    | { readonly orderIds: readonly string[] }
  ),
): Promise<number> {
  const chosen =
    'orderIds' in input
      ? sql`AND o.id = ANY (${[...input.orderIds]}::uuid[])`
      : input.externalIds === null
        ? sql``
        : sql`AND o.external_id = ANY (${[...input.externalIds]}::text[])`;
  const { rows } = await sql<{ id: string }>`SELECT o.id FROM orders o
    JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    WHERE o.store_id = ${input.storeId} ${chosen} AND d.imported ->> 'erasedAt' IS NULL
    ORDER BY o.id LIMIT 500 FOR UPDATE OF o`.execute(tx);
  if (rows.length === 0) return 0;
  rows.push(...(await againSent(tx, rows)));
  const chosenIds = sql`ANY (${rows.map((row) => row.id)}::uuid[])`;
  const at = input.now.toISOString();
  await sql`UPDATE order_details SET ship_to = ${WITHOUT_PERSON}, ship_to_imported = NULL, address_check = '[]', bill_to = NULL,
      notes = '{}', customs = '{}', overrides = overrides - 'shipTo',
      imported = (imported - 'customerNote' - 'internalNote') || jsonb_build_object('erasedAt', ${at}::text)
    WHERE order_id = ${chosenIds}`.execute(tx);
  await sql`UPDATE orders SET ship_to_name = '', ship_to_key = '', signs = signs & ~1, version = version + 1,
      updated_at = ${at}::timestamptz WHERE id = ${chosenIds}`.execute(tx);
  await sql`DELETE FROM order_tokens WHERE order_id = ${chosenIds} AND field IN ('name', 'email', 'phone', 'postal')`.execute(
    tx,
  );
  // An exchange may be named in the buyer's own words: what is neither of the order before it nor a product.
  await sql`UPDATE order_items AS i SET title = '' FROM orders AS o
    WHERE o.id = ${chosenIds} AND o.sends_again IS NOT NULL AND i.order_id = o.id AND i.sku = '' AND i.product_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM order_items AS f WHERE f.order_id = o.sends_again AND f.title = i.title)`.execute(
    tx,
  );
  await sql`DELETE FROM order_buyers WHERE order_id = ${chosenIds}`.execute(tx);
  await sql`INSERT INTO copies_to_erase (tenant_id, order_id) SELECT tenant_id, id FROM orders WHERE id = ${chosenIds}
    ON CONFLICT DO NOTHING`.execute(tx);
  await dropUnread(
    tx,
    rows.map((row) => row.id),
  );
  await recordChanges(
    ctx,
    tx,
    rows.map((row) => ({ orderId: row.id, from: null, to: 'erased', why: input.why ?? 'Asked for by the store' })),
    input.now,
  );
  return rows.length;
}

/** Orders that send these again have the same buyer, in whichever store they are. */
async function againSent(tx: Tx, of: readonly { readonly id: string }[]): Promise<{ readonly id: string }[]> {
  const { rows } = await sql<{ id: string }>`WITH RECURSIVE again AS (
      SELECT o.id FROM orders AS o WHERE o.sends_again = ANY (${of.map(({ id }) => id)}::uuid[])
      UNION SELECT o.id FROM orders AS o JOIN again ON o.sends_again = again.id)
    SELECT a.id FROM again AS a JOIN order_details AS d ON d.order_id = a.id
    WHERE d.imported ->> 'erasedAt' IS NULL AND a.id <> ALL (${of.map(({ id }) => id)}::uuid[])`.execute(tx);
  return rows;
}
