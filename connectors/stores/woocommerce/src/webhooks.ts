/** Deliveries: subscribed once, believed only with a good signature, understood by their ids alone. */
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { DeliveryMeaning, StoreWebhooks, VerifiedDelivery } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, askAll } from './client.ts';
import { API, manifest } from './manifest.ts';
import { ID } from './reading.ts';
import { accountOf } from './shop.ts';
import { bodyDigest, isSignedBody, shopMark, shopSecret } from './signature.ts';

export const TOPICS: readonly string[] = [
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'product.created',
  'product.updated',
];

interface Hook {
  readonly id: string;
  readonly name: string;
  readonly topic: string;
  readonly address: string;
}

const path = `${API}/webhooks`;
const nameOf = (mark: string, topic: string): string => `Shipping labels ${mark}: ${topic}`;

/** Webhooks of the shop that we made. */
async function ours(env: StoreEnv): Promise<readonly Hook[]> {
  const mark = shopMark(env.app.clientSecret ?? '', env.externalAccount);
  const hooks = readObject({ hooks: await askAll(env, { name: 'webhooks', path }) }).strictList('hooks', (hook) => ({
    id: hook.id('id', ID),
    name: hook.has('name') ? hook.string('name') : '',
    topic: hook.has('topic') ? hook.string('topic') : '',
    address: hook.has('delivery_url') ? hook.string('delivery_url') : '',
  }));
  return hooks.filter((hook) => hook.name.startsWith(nameOf(mark, '').trimEnd()));
}

const remove = (hook: Hook, env: StoreEnv): Promise<unknown> =>
  ask(env, { name: 'unsubscribe', method: 'DELETE', path: `${path}/${hook.id}`, query: { force: 'true' } });

async function subscribe({ address }: { readonly address: string }, env: StoreEnv): Promise<{ problems: string[] }> {
  const clientSecret = env.app.clientSecret ?? '';
  const secret = shopSecret(clientSecret, env.externalAccount);
  const there = await ours(env);
  const kept = new Set<string>();
  for (const topic of TOPICS) {
    const old = there.find((hook) => hook.topic === topic && hook.address === address);
    // WooCommerce stops a webhook after six failures in a row, and never shows its secret: both are set anew each time.
    const answer = await ask(env, {
      name: 'subscribe',
      method: old ? 'PUT' : 'POST',
      path: old ? `${path}/${old.id}` : path,
      body: {
        ...(old
          ? {}
          : { name: nameOf(shopMark(clientSecret, env.externalAccount), topic), topic, delivery_url: address }),
        status: 'active',
        secret,
      },
    });
    kept.add(readObject(answer).id('id', ID));
  }
  // Ours of an earlier address, and doubles.
  for (const hook of there) if (!kept.has(hook.id)) await remove(hook, env);
  return { problems: [] };
}

/** Removes our webhooks. The key stays good until its owner deletes it: the API has no call for that. */
export async function disconnect(env: StoreEnv): Promise<void> {
  for (const hook of await ours(env)) await remove(hook, env);
}

const ACCOUNT = new RegExp(`^(?:${manifest.accountPattern})$`);

function verify(
  delivery: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
  app: Readonly<Record<string, string>>,
): VerifiedDelivery {
  const header = (name: string): string => delivery.headers[name] ?? '';
  const externalAccount = accountOf(header('x-wc-webhook-source'));
  if (!ACCOUNT.test(externalAccount))
    throw fail('refused', 'This delivery does not name a WooCommerce shop.', { vendorCode: 'header' });
  if (!isSignedBody(delivery.body, header('x-wc-webhook-signature'), app.clientSecret ?? '', externalAccount))
    throw fail('refused', 'This delivery does not carry a valid signature of its shop.', { vendorCode: 'signature' });
  const topic = header('x-wc-webhook-topic').toLowerCase();
  const id = header('x-wc-webhook-delivery-id');
  if (topic === '' || id === '')
    throw fail('refused', 'This delivery of WooCommerce lacks a header.', { vendorCode: 'header' });
  // The delivery id is made of the webhook and the second, so two changes in one second share it; the body tells them apart.
  return { deliveryKey: `${externalAccount} ${topic} ${id} ${bodyDigest(delivery.body)}`, externalAccount, topic };
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fail('vendor-broken', 'The shop sent a delivery that is not JSON.', { vendorCode: 'unreadable' });
  }
}

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  const what = topic.startsWith('order.') ? 'orders' : topic.startsWith('product.') ? 'products' : undefined;
  if (!what) return { kind: 'nothing', why: `Deliveries about "${topic}" ask for nothing here.` };
  return { kind: 'changed', what, externalIds: [readObject(parsed(body)).id('id', ID)] };
}

export const webhooks: StoreWebhooks = { subscribe, verify, understand };
