/** Notifications: signed as the subscription asks, sent up to three times. */
import { createHmac } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import type { SimOrder, SimSubscription } from './model.ts';
import type { Seller } from './sellers.ts';

export interface Message {
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type OrderEvent = 'PO_CREATED' | 'PO_LINE_AUTOCANCELLED' | 'INTENT_TO_CANCEL';

export const EVENT_TYPES: readonly JsonObject[] = [
  ['ORDER', 'ORDER_UPDATES'],
  ['ORDER', 'PO_CREATED'],
  ['ORDER', 'PO_LINE_AUTOCANCELLED'],
  ['ORDER', 'INTENT_TO_CANCEL'],
  ['ITEM', 'OFFER_UNPUBLISHED'],
].map(([resourceName = '', eventType = '']) => ({
  resourceName,
  eventType,
  eventVersion: 'V1',
  description: `Notification for ${eventType}`,
}));

/** The message for one subscription; headers in lower case, as they arrive. */
export function messageFor(
  one: SimSubscription,
  seller: Seller,
  order: SimOrder,
  event: OrderEvent,
  eventId: string,
  at: Date,
): Message {
  const { partnerId } = seller.about;
  const about = { purchaseOrderId: order.id, customerOrderId: order.customerOrderId };
  const body = JSON.stringify({
    source: { eventType: one.eventType, eventTime: at.toISOString(), eventId },
    payload:
      one.eventType === 'ORDER_UPDATES'
        ? { partnerId, meta: { subEventType: event }, order: about }
        : { partnerId, ...about },
  });
  const { authMethod, authHeaderName = 'authorization', clientSecret = '' } = one.authDetails ?? {};
  const signed =
    authMethod === 'HMAC'
      ? { [authHeaderName.toLowerCase()]: createHmac('sha256', clientSecret).update(body).digest('base64') }
      : {};
  const own = Object.entries(one.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return { uri: one.eventUrl, headers: { ...Object.fromEntries(own), ...signed }, body };
}

async function deliver(message: Message): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1)
    try {
      const response = await fetch(message.uri, {
        method: 'POST',
        headers: message.headers,
        body: message.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(5_000),
      });
      await response.arrayBuffer();
      if (response.ok) return;
    } catch {
      // Whatever went wrong on the way, it was not taken; Walmart tries three times in all.
    }
}

/** Tells whoever subscribed to the event, or to all of them. */
export function tell(seller: Seller, order: SimOrder, event: OrderEvent, context: SimContext): void {
  const eventId = context.newId('event-');
  for (const one of seller.subscriptions.values())
    if (one.status === 'ACTIVE' && (one.eventType === event || one.eventType === 'ORDER_UPDATES'))
      void deliver(messageFor(one, seller, order, event, eventId, context.now()));
}
