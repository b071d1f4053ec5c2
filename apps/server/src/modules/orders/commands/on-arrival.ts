/** New orders as the automation sees them, and what its rules make of them. */
import type { AddressCheck } from '@scanship/domain/addresses/address-check';
import { distinctItems, orderTotal, orderWeight, skuKey, totalUnits } from '@scanship/domain/orders/order-items';
import type { Tx } from '../../../platform/database/database.ts';
import {
  addressKinds,
  type Arrival,
  type ArrivingOrder,
  keepDecisions,
  rulesOnArrival,
} from '../../automation/index.ts';
import type { NewOrder, NewOrderItem } from './new-order.ts';
import { recordChanges } from './history.ts';
import type { OrderContext } from './order-context.ts';
import { cleanOrNull, cleanText } from './rows.ts';

interface Prepared {
  readonly id: string;
  readonly given: NewOrder;
  readonly check: AddressCheck;
  readonly items: readonly (NewOrderItem & { readonly sku: string })[];
  readonly tags: readonly string[];
  readonly customerNote: string | null;
  readonly internalNote: string | null;
}

/** An order with what rules did to it; rules leave alone what arrives shipped, cancelled or broken. */
export type Arrived<T> = T & { readonly arrival?: Arrival };

/** The same orders in the same order, with the hold, tags, place and ship-by date that rules and places give them. */
export async function applyRulesOnArrival<T extends Prepared>(
  ctx: OrderContext,
  tx: Tx,
  orders: readonly T[],
  now: Date,
): Promise<readonly Arrived<T>[]> {
  const waiting = orders.filter(
    ({ given }) =>
      (given.fulfillment ?? 'unfulfilled') === 'unfulfilled' && !given.cancelledAt && given.importState !== 'failed',
  );
  if (waiting.length === 0) return orders;
  const arrivals = await rulesOnArrival(ctx, tx, waiting.map(arriving), now);
  const byId = new Map(waiting.map((order, index) => [order.id, arrivals[index]]));
  return orders.map((order) => {
    const arrival = byId.get(order.id);
    if (!arrival) return order;
    const { given } = order;
    return {
      ...order,
      arrival,
      tags: [...new Set([...order.tags, ...arrival.tags.map(cleanText)])],
      given: {
        ...given,
        locationId: arrival.locationId,
        shipBy: arrival.shipBy,
        // Held by its source already: that reason is the one to clear first.
        ...(arrival.hold !== null && !given.holdCode
          ? { holdCode: 'rule', holdReason: arrival.hold, holdUntil: arrival.holdUntil }
          : {}),
      },
    };
  });
}

/** History and kept reasons of what rules did; after the orders are stored. */
export async function keepArrivals(
  ctx: OrderContext,
  tx: Tx,
  orders: readonly Arrived<{ readonly id: string }>[],
  now: Date,
): Promise<void> {
  const changed = orders.flatMap(({ id, arrival }) => (arrival && arrival.reasons.length > 0 ? [{ id, arrival }] : []));
  if (changed.length === 0) return;
  await recordChanges(
    // No person did this, whoever brought the order in.
    { tenantId: ctx.tenantId },
    tx,
    changed.flatMap(({ id, arrival }) =>
      arrival.history.map(({ event, why }) => ({ orderId: id, from: null, to: event, why })),
    ),
    now,
  );
  await keepDecisions(
    ctx,
    tx,
    'arrival',
    changed.map(({ id, arrival }) => ({ orderId: id, reasons: arrival.reasons })),
  );
}

function arriving({ given, check, items, tags, customerNote, internalNote }: Prepared): ArrivingOrder {
  const { normalized } = check;
  const wanted = items.map((item) => ({
    ...item,
    quantity: item.quantity - (item.cancelled ?? 0) + (item.elsewhere ?? 0),
  }));
  return {
    storeId: given.storeId,
    locationId: given.locationId ?? null,
    placedAt: given.placedAt,
    shipBy: given.shipBy ?? null,
    facts: {
      store: given.storeId,
      platform: given.platformCode,
      source: given.source,
      country: normalized.countryCode || null,
      province: normalized.provinceCode || null,
      postalCode: normalized.zipcode || null,
      skus: [...new Set(items.map((item) => skuKey(item.sku)).filter((key) => key !== ''))],
      tags,
      requestedService: cleanOrNull(given.requestedService),
      addressKinds: addressKinds(normalized),
      weightGrams: orderWeight(wanted) || null,
      total: {
        minor: given.totalMinor ?? orderTotal(items, given.currency).minor,
        currency: given.currency,
      },
      itemQuantity: totalUnits(wanted),
      skuCount: distinctItems(wanted),
      note: customerNote !== null || internalNote !== null,
      gift: given.gift === true,
    },
  };
}
