/** Correcting the address of an order: the imported one is kept beside the correction, so that a re-sync cannot undo it. */
import type { AddressDto } from '@scanship/contracts/common';
import { checkAddress } from '@scanship/domain/addresses/address-check';
import { SIGN_BITS } from '@scanship/domain/orders/order';
import { recipientTokens } from '@scanship/domain/orders/order-search';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { toAddress, toAddressDto } from '../address-shapes.ts';
import { setShipFrom } from './bulk/organise.ts';
import { combineKey, isUnverified } from './create-orders.ts';
import { effectiveAddress, takesSuggestions } from './effective-address.ts';
import { recordChanges } from './history.ts';
import type { OrderContext } from './order-context.ts';
import { insertRows } from './rows.ts';

export interface AddressEdit {
  readonly orderId: string;
  readonly party: 'shipTo' | 'shipFrom';
  readonly address?: AddressDto | null | undefined;
  /** Of a ship-from: one of the customer's locations. */
  readonly locationId?: string | null | undefined;
  /** Back to what was imported; for a ship-from to the store's or default one. */
  readonly revert?: boolean | undefined;
  /** Of the order the person saw. */
  readonly version: number;
  readonly now: Date;
}

const invalid = (field: string, message: string) => problem('validation', { errors: [{ field, message }] });

/**
 * Corrects an address of an order, or goes back to the original. A label that was bought keeps the address it was bought
 * with.
 * @returns problem `not_found`, `stale_version`, `validation`; `address_incomplete` for a ship-from no carrier takes. A
 *   ship-to with errors is stored: the person may finish it later, and no label can be bought until then
 */
export async function editAddress(ctx: OrderContext, tx: Tx, input: AddressEdit): Promise<Outcome<void>> {
  const { orderId, party, address, locationId } = input;
  const said = [address != null, locationId != null, input.revert === true].filter(Boolean).length;
  if (said !== 1) return invalid('address', 'Enter an address, or a location, or go back to the original.');
  if (party === 'shipTo') {
    if (locationId != null) return invalid('locationId', 'A location is where orders leave from.');
    const edited = await editShipTo(ctx, tx, { ...input, address: address ?? undefined });
    return edited.ok ? ok(undefined) : edited;
  }
  const order = await lockVersion(tx, orderId, input.version);
  if (!order.ok) return order;
  if (address == null) {
    const set = await setShipFrom(ctx, tx, { orderIds: [orderId], locationId: locationId ?? null, now: input.now });
    return set.ok ? ok(undefined) : set;
  }
  return setOneOffShipFrom(ctx, tx, { orderId, address, now: input.now });
}

interface LockedVersion {
  readonly version: number;
  readonly placed_at: Date;
  readonly signs: number;
}

async function lockVersion(tx: Tx, orderId: string, version: number): Promise<Outcome<LockedVersion>> {
  const { rows } = await sql<LockedVersion>`SELECT version, placed_at, signs FROM orders
    WHERE id = ${orderId} FOR UPDATE`.execute(tx);
  const order = rows[0];
  if (!order) return problem('not_found');
  return order.version === version ? ok(order) : problem('stale_version');
}

/** An address of this order alone, kept beside the location whose calendar still counts. */
async function setOneOffShipFrom(
  ctx: OrderContext,
  tx: Tx,
  input: { readonly orderId: string; readonly address: AddressDto; readonly now: Date },
): Promise<Outcome<void>> {
  const { normalized, problems } = checkAddress(toAddress(input.address));
  const errors = problems.filter((each) => each.severity === 'error');
  if (errors.length > 0)
    return problem('address_incomplete', {
      errors: errors.map(({ field, code, message }) => ({ field: `address.${field}`, code, message })),
    });
  const stored = toJson(toAddressDto(normalized));
  await sql`UPDATE order_details SET overrides = overrides || jsonb_build_object('shipFrom', ${stored}::jsonb)
    WHERE order_id = ${input.orderId}`.execute(tx);
  await sql`UPDATE orders SET version = version + 1, updated_at = ${input.now.toISOString()}::timestamptz
    WHERE id = ${input.orderId}`.execute(tx);
  const change = { orderId: input.orderId, from: null, to: 'ship-from', why: 'An address of this order alone' };
  await recordChanges(ctx, tx, [change], input.now);
  return ok(undefined);
}

/**
 * Replaces the effective ship-to address, or goes back to the imported one where none is given; checks it again and renews
 * what is derived from it (search keys, signs, country, combinable key). In mode automatic the suggestion is taken.
 * @returns the order's new version; problem `not_found`, `stale_version`, or `validation` where nothing was imported
 */
export async function editShipTo(
  ctx: OrderContext,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly address?: AddressDto | undefined;
    readonly version: number;
    readonly now: Date;
  },
): Promise<Outcome<{ readonly version: number }>> {
  const locked = await lockVersion(tx, input.orderId, input.version);
  if (!locked.ok) return locked;
  const order = locked.value;
  const found = await sql<{ imported: AddressDto | null }>`SELECT ship_to_imported AS imported
    FROM order_details WHERE order_id = ${input.orderId}`.execute(tx);
  const imported = found.rows[0]?.imported;
  const automatic = await takesSuggestions(tx);
  const given = input.address ?? imported;
  if (!given) return invalid('revert', 'This order has no imported address to go back to.');
  const check = effectiveAddress(toAddress(given), automatic);
  const shipTo = check.normalized;
  const signs = (order.signs & ~SIGN_BITS.unverified) | (isUnverified(check) ? SIGN_BITS.unverified : 0);
  const at = input.now.toISOString();
  await sql`UPDATE orders SET country = ${/^[A-Z]{2}$/.test(shipTo.countryCode) ? shipTo.countryCode : null},
      province = ${shipTo.provinceCode || null}, ship_to_name = ${shipTo.name || (shipTo.companyName ?? '')},
      ship_to_key = ${combineKey(shipTo)}, signs = ${signs}, version = version + 1, updated_at = ${at}::timestamptz
    WHERE id = ${input.orderId}`.execute(tx);
  const stored = toJson(toAddressDto(shipTo));
  const override = input.address ? sql`jsonb_build_object('shipTo', ${stored}::jsonb)` : sql`'{}'::jsonb`;
  await sql`UPDATE order_details SET ship_to = ${stored}::jsonb, address_check = ${toJson(check.problems)}::jsonb,
      overrides = (overrides - 'shipTo') || ${override}
    WHERE order_id = ${input.orderId}`.execute(tx);
  await renewRecipientTokens(ctx, tx, input.orderId, order.placed_at, shipTo);
  const change = {
    orderId: input.orderId,
    from: null,
    to: input.address ? 'address' : 'address-reverted',
    why: null,
  };
  await recordChanges(ctx, tx, [change], input.now);
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
    city: shipTo.city,
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
