/** Which deliveries a change of a shop causes, and what they carry. */
import type { SimContext } from '@scanship/simulator-kit/simulator';
import { randomUUID } from 'node:crypto';
import { APPS } from './apps.ts';
import { sign, trimmed, type Postman } from './deliveries.ts';
import { gid, type SimGroup, type SimOrder, type SimVariant } from './model.ts';
import type { Shop } from './shops.ts';

export const orderPayload = (order: SimOrder): Readonly<Record<string, unknown>> => ({
  id: order.id,
  admin_graphql_api_id: gid('Order', order.id),
  name: order.name,
  email: order.email ?? null,
  created_at: order.createdAt,
  updated_at: order.updatedAt,
  cancelled_at: order.cancelledAt ?? null,
  financial_status: order.financial.toLowerCase(),
  total_price: order.total,
  note: order.note ?? null,
  tags: order.tags.join(', '),
  shipping_address: order.address ?? null,
});

export const groupPayload = (name: string, group: SimGroup): Readonly<Record<string, unknown>> => ({
  [name]: { id: gid('FulfillmentOrder', group.id), status: group.status.toLowerCase() },
});

export const variantPayload = (variant: SimVariant): Readonly<Record<string, unknown>> => ({
  id: variant.productId,
  admin_graphql_api_id: gid('Product', variant.productId),
  title: variant.name,
  updated_at: variant.updatedAt,
});

/** Tells everybody who subscribed. All topics of one change carry the same event id. */
export function tell(
  shop: Shop,
  postman: Postman,
  happened: readonly { readonly topic: string; readonly payload: Readonly<Record<string, unknown>> }[],
  context: SimContext,
): void {
  const eventId = randomUUID();
  for (const { topic, payload } of happened)
    for (const subscription of shop.subscriptions.values()) {
      const app = APPS.find((a) => a.clientId === subscription.clientId);
      if (subscription.topic !== topic || !app) continue;
      postman.send(
        sign(
          {
            shop: shop.about.domain,
            topic,
            uri: subscription.uri,
            payload: trimmed(subscription, payload),
            eventId,
            at: context.now(),
          },
          app,
        ),
      );
    }
}
