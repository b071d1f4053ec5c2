/** Recording a charge before it is made: the payment and the journal's act in the seller's transaction. */
import { sql } from 'kysely';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { storeEffect } from '../../platform/journal/effects.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { ChargeInput } from './card-connector-registry.ts';
import type { Pair } from './seller.ts';

export interface ChargeWish {
  readonly purpose: 'top-up' | 'pay' | 'auto';
  readonly amountMinor: number;
  readonly currency: string;
  readonly cardId: string;
}

export interface Stored {
  readonly paymentId: string;
  readonly ref: JournalRef;
}

export interface ChargeRequest extends ChargeInput {
  readonly mode: 'live' | 'sandbox' | 'simulator';
}

const title = (brand: string): string => brand.slice(0, 1).toUpperCase() + brand.slice(1);

/** Problem: `validation` for a card that is not this buyer's (any more). Works as the seller. */
export async function storeCharge(
  tx: Tx,
  sealer: Sealer,
  pair: Pair,
  wish: ChargeWish,
  by: { readonly userId: string | null; readonly sessionId: string | null },
  intent: { readonly key: string; readonly hash: string },
  now: Date,
): Promise<Outcome<Stored>> {
  const card = await tx
    .selectFrom('cards')
    .innerJoin('card_customers', (join) =>
      join
        .onRef('card_customers.tenant_id', '=', 'cards.tenant_id')
        .onRef('card_customers.buyer_id', '=', 'cards.buyer_id')
        .onRef('card_customers.mode', '=', 'cards.mode'),
    )
    .select(['cards.provider_id', 'card_customers.provider_id as customer', 'cards.mode', 'brand', 'last4'])
    .where('cards.tenant_id', '=', pair.sellerId)
    .where('cards.buyer_id', '=', pair.buyerId)
    .where('cards.id', '=', wish.cardId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!card)
    return problem('validation', {
      errors: [{ field: 'cardId', message: 'This card was taken away. Choose another.' }],
    });
  const [paymentId, effectId] = [newId(), newId()];
  await tx
    .insertInto('payments')
    .values({
      tenant_id: pair.sellerId,
      id: paymentId,
      buyer_id: pair.buyerId,
      method: 'card',
      purpose: wish.purpose,
      mode: card.mode,
      amount_minor: wish.amountMinor,
      currency: wish.currency,
      card_id: wish.cardId,
      card_name: `${title(card.brand)} ${card.last4}`,
      effect_id: effectId,
      created_by: by.userId,
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
  const request: ChargeRequest = {
    mode: card.mode,
    paymentId,
    customer: card.customer,
    paymentMethod: card.provider_id,
    minor: wish.amountMinor,
    currency: wish.currency,
    description: `${pair.sellerName}: ${wish.purpose === 'pay' ? 'payment' : 'top-up'} of ${pair.buyerName}`.slice(
      0,
      200,
    ),
    offSession: wish.purpose === 'auto',
    plannedAt: now.toISOString(),
  };
  const ref = await storeEffect(tx, sealer, {
    tenantId: pair.sellerId,
    id: effectId,
    kind: 'card_charge',
    subject: { kind: 'payment', id: paymentId },
    intentKey: intent.key,
    requestHash: intent.hash,
    request: { ...request },
    by,
  });
  return { ok: true, value: { paymentId, ref } };
}
