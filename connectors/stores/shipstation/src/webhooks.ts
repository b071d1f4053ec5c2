/**
 * Deliveries. Version 1 signs nothing, so each account is given an address of its own with a key in it, made from our secret; who
 * does not know it is refused. A delivery names an address to ask at, not an order: it is a reason to pull, and never followed.
 */
import { createHash } from 'node:crypto';
import { addressee, addressKey, addressQuery } from '@scanship/connector-kit/deliveries/address-key';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Delivery, DeliveryMeaning, StoreWebhooks, VerifiedDelivery } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ID } from './account.ts';
import { ask, remove } from './client.ts';
import { manifest } from './manifest.ts';

export const EVENTS = ['ORDER_NOTIFY', 'SHIP_NOTIFY'] as const;

/** The key of one account's address. */
export const hookKey = (secret: string, account: string): string => addressKey(secret, manifest.code, account);

export const hookQuery = (secret: string, account: string): string => addressQuery(secret, manifest.code, account);

interface Hook {
  readonly id: string;
  readonly event: string;
  readonly address: string;
  readonly active: boolean;
}

/** Webhooks that hold the key of this account: nobody else's do, whatever address we had then. */
async function ours(env: StoreEnv): Promise<readonly Hook[]> {
  const key = hookKey(env.app.clientSecret ?? '', env.externalAccount);
  const answer = await ask(env, { name: 'webhooks', path: '/webhooks' });
  return answer
    .strictList('webhooks', (hook) => ({
      id: hook.id('WebHookID', ID),
      event: hook.has('HookType') ? hook.string('HookType') : '',
      address: hook.has('Url') ? hook.string('Url') : '',
      active: hook.boolean('Active'),
    }))
    .filter((hook) => hook.address.includes(`key=${key}`));
}

const unsubscribe = (hook: Hook, env: StoreEnv): Promise<void> =>
  remove(env, { name: 'unsubscribe', path: `/webhooks/${hook.id}` });

async function subscribe({ address }: { readonly address: string }, env: StoreEnv): Promise<{ problems: string[] }> {
  const target = `${address}?${hookQuery(env.app.clientSecret ?? '', env.externalAccount)}`;
  const there = await ours(env);
  const kept = new Set<string>();
  for (const event of EVENTS) {
    const old = there.find((hook) => hook.event === event && hook.address === target && hook.active);
    if (old) {
      kept.add(old.id);
      continue;
    }
    const answer = await ask(env, {
      name: 'subscribe',
      method: 'POST',
      path: '/webhooks/subscribe',
      // Of all stores of the account: the pull that follows asks for those that are brought in.
      body: { target_url: target, event, store_id: null, friendly_name: `Shipping labels: ${event}` },
    });
    kept.add(answer.id('id', ID));
  }
  // Ours of an earlier address, doubles, and those that were switched off.
  for (const hook of there) if (!kept.has(hook.id)) await unsubscribe(hook, env);
  return { problems: [] };
}

/** Removes our webhooks. The key stays good until its owner makes another: version 1 has no call for that. */
export async function disconnect(env: StoreEnv): Promise<void> {
  for (const hook of await ours(env)) await unsubscribe(hook, env);
}

function parsed(body: Uint8Array): ObjectReader {
  try {
    return readObject(JSON.parse(Buffer.from(body).toString('utf8')) as unknown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fail('vendor-broken', 'ShipStation sent a delivery that is not JSON.', { vendorCode: 'unreadable' });
  }
}

function verify(delivery: Delivery, app: Readonly<Record<string, string>>): VerifiedDelivery {
  const account = addressee(delivery.query, app.clientSecret ?? '', manifest.code, manifest.accountPattern);
  if (account === undefined)
    throw fail('refused', 'This delivery did not come to the address that was given to its ShipStation account.', {
      vendorCode: 'key',
    });
  const topic = parsed(delivery.body).string('resource_type', /^[A-Z_]{1,60}$/);
  // The address in it is unique to a delivery, so the body is.
  const digest = createHash('sha256').update(delivery.body).digest('hex').slice(0, 32);
  return { deliveryKey: `${account} ${digest}`, externalAccount: account, topic };
}

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  if (!/^(?:ITEM_)?(?:ORDER|SHIP)_NOTIFY$|^FULFILLMENT_(?:SHIPPED|REJECTED)$/.test(topic))
    return { kind: 'nothing', why: `Deliveries about "${topic}" ask for nothing here.` };
  const event = parsed(body);
  if (event.string('resource_type') !== topic) throw new FieldProblem('resource_type', `should be ${topic}`);
  event.string('resource_url', /^https:\/\//);
  return { kind: 'changed', what: 'orders', externalIds: [] };
}

export const webhooks: StoreWebhooks = { subscribe, verify, understand };
