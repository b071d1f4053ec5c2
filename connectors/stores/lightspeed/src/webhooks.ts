/**
 * Deliveries. Lightspeed signs them with the secret of the shop's key: MD5 over the body and the secret behind it, in hexadecimal. Which
 * shop it is says the address, of which each shop has its own, with a key in it; the signature is looked at after that key. A delivery
 * brings the whole order, of which only the number is used.
 */
import { createHash } from 'node:crypto';
import { addressee, addressKey, addressQuery } from '@scanship/connector-kit/deliveries/address-key';
import { fail } from '@scanship/connector-kit/errors';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Delivery, DeliveryMeaning, StoreWebhooks, VerifiedDelivery } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type DeliveryEnv, type StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { assertStoreSignature } from '@scanship/connector-kit/deliveries/store-signature';
import { accountOf, ask, remove, secretOf } from './client.ts';
import { LARGEST_PAGE } from './lines.ts';
import { manifest } from './manifest.ts';
import { readOrderId } from './order-reader.ts';
import { ID, says } from './reading.ts';

/** The query of a shop's address. */
export const queryOf = (secret: string, account: string): string => addressQuery(secret, manifest.code, account);

interface Hook {
  readonly id: string;
  readonly orders: boolean;
  readonly address: string;
  readonly active: boolean;
}

/** Webhooks that hold the key of this shop: nobody else's do, whatever address we had then. */
async function ours(env: StoreEnv): Promise<readonly Hook[]> {
  const key = addressKey(env.app.clientSecret ?? '', manifest.code, env.externalAccount);
  const answer = await ask(env, { name: 'webhooks', path: 'webhooks', query: { limit: LARGEST_PAGE } });
  const word = (hook: ObjectReader, name: string): string => (says(hook, name) ? hook.string(name) : '');
  return answer
    .strictList('webhooks', (hook) => ({
      id: hook.id('id', ID),
      orders: word(hook, 'itemGroup') === 'orders' && word(hook, 'itemAction') === '*',
      address: word(hook, 'address'),
      active: hook.boolean('isActive'),
    }))
    .filter((hook) => hook.address.includes(`key=${key}`));
}

const unsubscribe = (hook: Hook, env: StoreEnv): Promise<void> =>
  remove(env, { name: 'unsubscribe', path: `webhooks/${hook.id}` });

async function subscribe({ address }: { readonly address: string }, env: StoreEnv): Promise<{ problems: string[] }> {
  const target = `${address}?${queryOf(env.app.clientSecret ?? '', env.externalAccount)}`;
  const there = await ours(env);
  const kept = there.find((hook) => hook.orders && hook.active && hook.address === target);
  if (!kept) {
    const { language } = env.settings;
    const answer = await ask(env, {
      name: 'subscribe',
      method: 'POST',
      path: 'webhooks',
      body: {
        webhook: { isActive: true, itemGroup: 'orders', itemAction: '*', language, format: 'json', address: target },
      },
    });
    answer.object('webhook').id('id', ID);
  }
  // Ours of an earlier address, doubles, and those that were switched off.
  for (const hook of there) if (hook !== kept) await unsubscribe(hook, env);
  return { problems: [] };
}

/** Removes our webhooks. The key stays good until its owner switches it off: no call does that. */
export async function disconnect(env: StoreEnv): Promise<void> {
  for (const hook of await ours(env)) await unsubscribe(hook, env);
}

/** Shop and cluster as the delivery names them, where it does. */
function named(headers: Delivery['headers'], account: string): string {
  const shop = headers['x-shop-id'] ?? '';
  return shop === '' ? account : accountOf((headers['x-cluster-id'] ?? account.slice(0, 3)).toLowerCase(), shop);
}

/** As Lightspeed's staff and clients give it: MD5 of the body as it came, with the secret put behind it. */
const signatureOf = (body: Uint8Array, secret: string): string =>
  createHash('md5').update(body).update(secret).digest('hex');

async function verify(
  delivery: Delivery,
  app: Readonly<Record<string, string>>,
  env: DeliveryEnv,
): Promise<VerifiedDelivery> {
  const account = addressee(delivery.query, app.clientSecret ?? '', manifest.code, manifest.accountPattern);
  if (account === undefined || named(delivery.headers, account) !== account)
    throw fail('refused', 'This delivery did not come to the address that was given to its Lightspeed shop.', {
      vendorCode: 'key',
    });
  await assertStoreSignature(env, {
    vendor: manifest.name,
    externalAccount: account,
    given: (delivery.headers['x-signature'] ?? '').toLowerCase(),
    secretsOf: ({ [ACCESS_TOKEN]: pair = '' }) => (pair.includes(':') ? [secretOf(pair)] : []),
    signatureWith: (secret) => signatureOf(delivery.body, secret),
  });
  const event = delivery.headers['x-event'] ?? '';
  const topic = /^[a-z_]{1,40}\/[a-z_]{1,40}$/.test(event) ? event : 'orders/unnamed';
  // The order's state is in the body, so what is the same twice tells nothing new.
  const digest = createHash('sha256').update(`${topic}\n`).update(delivery.body).digest('hex').slice(0, 32);
  return { deliveryKey: `${account} ${digest}`, externalAccount: account, topic };
}

function parsed(body: Uint8Array): ObjectReader {
  try {
    return readObject(JSON.parse(Buffer.from(body).toString('utf8')) as unknown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fail('vendor-broken', 'Lightspeed sent a delivery that is not JSON.', { vendorCode: 'unreadable' });
  }
}

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  if (!topic.startsWith('orders/'))
    return { kind: 'nothing', why: `Deliveries about "${topic}" ask for nothing here.` };
  return { kind: 'changed', what: 'orders', externalIds: [readOrderId(parsed(body).object('order'))] };
}

export const webhooks: StoreWebhooks = { subscribe, verify, understand };
