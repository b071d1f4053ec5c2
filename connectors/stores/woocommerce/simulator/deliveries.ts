/** Deliveries (webhooks): signed with the webhook's secret, sent once, and stopped after six failures in a row. */
import { createHmac, createHash } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { SimContext } from '@scanship/simulator-kit/simulator';
import type { ShopAbout, SimHook } from './model.ts';
import { put, type Shop } from './shops.ts';

export interface Message {
  readonly hook: SimHook;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function sign(about: ShopAbout, hook: SimHook, topic: string, payload: JsonObject, at: Date): Message {
  const body = JSON.stringify(payload);
  const [resource = '', event = ''] = topic.split('.');
  return {
    hook,
    uri: hook.delivery_url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'WooCommerce/9.9.5 Hookshot (WordPress/6.8)',
      'x-wc-webhook-source': `https://${about.account}/`,
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-resource': resource,
      'x-wc-webhook-event': event,
      'x-wc-webhook-signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
      'x-wc-webhook-id': String(hook.id),
      // Made of the webhook and the second, as WooCommerce does.
      'x-wc-webhook-delivery-id': createHash('md5')
        .update(`${hook.id}${Math.floor(at.getTime() / 1000)}`)
        .digest('hex'),
    },
  };
}

export interface Sent {
  readonly topic: string;
  readonly uri: string;
  /** Status of the answer; 0 when nobody answered. */
  readonly status: number;
}

export interface Postman {
  /** `held`: kept until `release`. */
  mode: 'normal' | 'held';
  send(message: Message, failed: () => void): void;
  /** Sends what was held back; answers how many deliveries went out. */
  release(order: 'as-made' | 'reversed', times: number): Promise<number>;
  /** Failures in a row, by shop and webhook. */
  readonly failures: Map<string, number>;
  readonly sent: readonly Sent[];
  readonly held: readonly Message[];
}

const TIME_MS = 5_000;

async function post(message: Message): Promise<number> {
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
    // Whatever went wrong on the way, the delivery was not taken. WooCommerce does not try again.
    return 0;
  }
}

export function createPostman(): Postman {
  const sent: Sent[] = [];
  const held: { readonly message: Message; readonly failed: () => void }[] = [];
  const attempt = async (message: Message, failed: () => void): Promise<void> => {
    const status = await post(message);
    sent.push({ topic: message.headers['x-wc-webhook-topic'] ?? '', uri: message.uri, status });
    if (status < 200 || status >= 303) failed();
  };
  const postman: Postman = {
    mode: 'normal',
    failures: new Map(),
    sent,
    get held() {
      return held.map((one) => one.message);
    },
    send(message, failed) {
      if (postman.mode === 'held') held.push({ message, failed });
      else void attempt(message, failed);
    },
    async release(order, times) {
      const waiting = held.splice(0);
      if (order === 'reversed') waiting.reverse();
      let count = 0;
      for (const { message, failed } of waiting)
        for (let i = 0; i < times; i += 1) {
          await attempt(message, failed);
          count += 1;
        }
      return count;
    },
  };
  return postman;
}

/** Tells whoever subscribed. What was deleted is told by its id alone. */
export function tell(shop: Shop, postman: Postman, topic: string, payload: JsonObject, context: SimContext): void {
  const told = topic.endsWith('.deleted') ? { id: payload.id ?? 0 } : payload;
  for (const hook of shop.hooks.values()) {
    if (hook.topic !== topic || hook.status !== 'active') continue;
    const key = `${shop.about.account} ${hook.id}`;
    postman.send(sign(shop.about, hook, topic, told, context.now()), () => {
      const count = (postman.failures.get(key) ?? 0) + 1;
      postman.failures.set(key, count);
      const now = shop.hooks.get(hook.id);
      if (count > 5 && now) put(shop, { what: 'hook', value: { ...now, status: 'disabled' } }, context);
    });
  }
}
