/**
 * Deliveries (webhooks): signed, sent over HTTP, repeated until they are taken. A judge may hold them back and let them go
 * late, twice or in another order.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { SimApp, SimSubscription } from './model.ts';

export interface SentDelivery {
  readonly topic: string;
  readonly uri: string;
  readonly eventId: string;
  readonly attempt: number;
  /** Status of the answer; 0 when nobody answered. */
  readonly status: number;
}

export interface DeliveryMessage {
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const DELAYS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
const TIME_MS = 5_000;

/** "ORDERS_CREATE" is "orders/create" in the header: the last word or words after the resource. */
const RESOURCES = ['fulfillment_orders', 'orders', 'products', 'app', 'customers', 'shop'];

export function topicHeader(topic: string): string {
  const lower = topic.toLowerCase();
  const resource = RESOURCES.find((r) => lower.startsWith(`${r}_`)) ?? '';
  return lower.includes('/') ? lower : `${resource}/${lower.slice(resource.length + 1)}`;
}

/** A signed delivery; the body is kept as text, since the signature is of its bytes. */
export function sign(
  given: {
    readonly shop: string;
    readonly topic: string;
    readonly uri: string;
    readonly payload: object;
    readonly eventId?: string | undefined;
    readonly at: Date;
  },
  app: SimApp,
): DeliveryMessage {
  const body = JSON.stringify(given.payload);
  return {
    uri: given.uri,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook (TEST)',
      'x-shopify-topic': topicHeader(given.topic),
      'x-shopify-hmac-sha256': createHmac('sha256', app.clientSecret).update(body).digest('base64'),
      'x-shopify-shop-domain': given.shop,
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-event-id': given.eventId ?? randomUUID(),
      'x-shopify-triggered-at': given.at.toISOString(),
    },
  };
}

/** Only the fields that were subscribed to. */
export const trimmed = (subscription: SimSubscription, payload: Readonly<Record<string, unknown>>): object =>
  subscription.includeFields.length === 0
    ? payload
    : Object.fromEntries(
        subscription.includeFields.filter((f) => Object.hasOwn(payload, f)).map((f) => [f, payload[f]]),
      );

export interface Postman {
  /** `held`: kept until `release`. */
  mode: 'normal' | 'held';
  send(message: DeliveryMessage): void;
  /** Sends what was held back; answers how many deliveries went out. */
  release(order: 'as-made' | 'reversed', times: number): Promise<number>;
  readonly sent: readonly SentDelivery[];
  readonly held: readonly DeliveryMessage[];
}

async function post(message: DeliveryMessage): Promise<number> {
  try {
    const response = await fetch(message.uri, {
      method: 'POST',
      headers: message.headers,
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    // Whatever went wrong on the way, the delivery was not taken and is tried again, as the platform does.
    return 0;
  }
}

export function createPostman(): Postman {
  const sent: SentDelivery[] = [];
  const held: DeliveryMessage[] = [];
  const attempt = async (message: DeliveryMessage, count: number): Promise<void> => {
    const status = await post(message);
    sent.push({
      topic: message.headers['x-shopify-topic'] ?? '',
      uri: message.uri,
      eventId: message.headers['x-shopify-event-id'] ?? '',
      attempt: count,
      status,
    });
    if (status >= 200 && status < 300) return;
    const delay = DELAYS_MS[count];
    if (delay !== undefined) setTimeout(() => void attempt(message, count + 1), delay).unref();
  };
  const postman: Postman = {
    mode: 'normal',
    sent,
    held,
    send(message) {
      if (postman.mode === 'held') held.push(message);
      else void attempt(message, 1);
    },
    async release(order, times) {
      const waiting = held.splice(0);
      if (order === 'reversed') waiting.reverse();
      let count = 0;
      for (const message of waiting)
        for (let i = 0; i < times; i += 1) {
          await attempt(message, 1);
          count += 1;
        }
      return count;
    },
  };
  return postman;
}
