/** What keeps an order from being shipped before any carrier is asked: of it, and of the accounts there are. Pure. */
import type { BatchSettings } from '../batch-rows.ts';
import type { Held } from '../causes.ts';
import type { OrderFound } from './read-orders.ts';
import { whyBlocked } from './why-blocked.ts';
import { grantsFor, type KnownGrant, type OrderWish, wishOf } from './wishes.ts';

export type Judged = { readonly ok: true; readonly wish: OrderWish } | { readonly ok: false; readonly held: Held };

/** None of the accounts may ship it. */
export const noCarrier = (grants: readonly KnownGrant[]): Held => ({
  cause: 'no-carrier',
  message:
    grants.length === 0
      ? 'No carrier is connected yet.'
      : 'No carrier account of yours sells what the rules or the choice name for this order: it was switched off or disconnected, or is not lent to you.',
});

/** @param grants all of the customer's; what an aggregator sells is not looked up here */
export function judgeOrder(
  found: OrderFound,
  options: Pick<BatchSettings, 'service' | 'options' | 'weightGrams' | 'dimensions'>,
  grants: readonly KnownGrant[],
): Judged {
  const wish = wishOf(found.decision, found.order.weightGrams, found.packing, options, grants);
  const limit = wish.package?.maxGrams ? { grams: wish.package.maxGrams, packageName: wish.package.name } : undefined;
  const held = whyBlocked(found.order, { ...found, mustVerify: wish.mustVerify, parcelGrams: wish.parcelGrams, limit });
  if (held) return { ok: false, held };
  return grantsFor(wish, grants).length > 0 ? { ok: true, wish } : { ok: false, held: noCarrier(grants) };
}
