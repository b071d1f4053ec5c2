/** Correcting the address of an order: the imported one is kept beside the correction, so that a re-sync cannot undo it. */
import type { AddressDto } from '@scanship/contracts/common';
import { checkAddress } from '@scanship/domain/address-check';
import { SIGN_BITS } from '@scanship/domain/order';
import { recipientTokens } from '@scanship/domain/order-search';
import { ok } from '@scanship/domain/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { toAddress, toAddressDto } from '../address-shapes.ts';
import { combineKey, isUnverified } from './create-orders.ts';
import { recordChanges } from './history.ts';
import type { OrderContext } from './order-context.ts';
import { insertRows } from './rows.ts';

/**
 * Replaces the effective ship-to address, checks it again and renews what is derived from it (search keys, signs,
 * country, combinable key). A label that was bought keeps the address it was bought with.
 * @param version of the order the person saw; another one is refused as `stale_version`
 * @returns the order's new version; problem `not_found` or `stale_version`. An address with errors is stored too: the
 *   person may finish it later, and no label can be bought until then
 */
export async function editShipTo(
  ctx: OrderContext,
  tx: Tx,
  input: { readonly orderId: string; readonly address: AddressDto; readonly version: number; readonly now: Date },
): Promise<Outcome<{ readonly version: number }>> {
  const { rows } = await sql<{
    version: number;
    placed_at: Date;
    signs: number;
  }>`SELECT version, placed_at, signs FROM orders WHERE id = ${input.orderId} FOR UPDATE`.execute(tx);
  const order = rows[0];
  if (!order) return problem('not_found');
  if (order.version !== input.version) return problem('stale_version');

  const check = checkAddress(toAddress(input.address));
  const shipTo = check.normalized;
  const signs = (order.signs & ~SIGN_BITS.unverified) | (isUnverified(check) ? SIGN_BITS.unverified : 0);
  const at = input.now.toISOString();
  await sql`UPDATE orders SET country = ${/^[A-Z]{2}$/.test(shipTo.countryCode) ? shipTo.countryCode : null},
      province = ${shipTo.provinceCode || null}, ship_to_name = ${shipTo.name || (shipTo.companyName ?? '')},
      ship_to_key = ${combineKey(shipTo)}, signs = ${signs}, version = version + 1, updated_at = ${at}::timestamptz
    WHERE id = ${input.orderId}`.execute(tx);
  const stored = toJson(toAddressDto(shipTo));
  await sql`UPDATE order_details SET ship_to = ${stored}::jsonb, address_check = ${toJson(check.problems)}::jsonb,
      overrides = overrides || jsonb_build_object('shipTo', ${stored}::jsonb)
    WHERE order_id = ${input.orderId}`.execute(tx);
  await renewRecipientTokens(ctx, tx, input.orderId, order.placed_at, shipTo);
  await recordChanges(ctx, tx, [{ orderId: input.orderId, from: null, to: 'address', why: null }], input.now);
  return ok({ version: order.version + 1 });
}

async function renewRecipientTokens(
  ctx: OrderContext,
  tx: Tx,
  orderId: string,
  placedAt: Date,
  shipTo: ReturnType<typeof toAddress>,
): Promise<void> {
  await sql`DELETE FROM order_tokens WHERE order_id = ${orderId} AND field IN ('name', 'email', 'phone', 'postal')`.execute(
    tx,
  );
  const tokens = recipientTokens({
    name: shipTo.name,
    companyName: shipTo.companyName,
    email: shipTo.email,
    phone: shipTo.phone,
    postal: shipTo.zipcode,
  });
  await insertRows(
    tx,
    'order_tokens',
    { tenant_id: 'uuid', field: 'text', token: 'text', order_id: 'uuid', placed_at: 'timestamptz' },
    tokens.map(({ field, token }) => ({
      tenant_id: ctx.tenantId,
      field,
      token,
      order_id: orderId,
      placed_at: placedAt.toISOString(),
    })),
  );
}
