/**
 * Deliveries. ShipHero signs each kind of them with a secret of its own that it shows once, when the webhook is made; it is kept with the
 * account's access. Which account it is says the address, which holds a key of ours. What a delivery tells is nothing more than which
 * order to ask ShipHero for.
 */
import { createHash, createHmac } from 'node:crypto';
import { addressee, addressQuery } from '@scanship/connector-kit/deliveries/address-key';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { allNodes } from '@scanship/connector-kit/answers/relay';
import type {
  Delivery,
  DeliveryMeaning,
  StoreWebhooks,
  Subscribed,
  VerifiedDelivery,
} from '@scanship/connector-kit/store/store';
import type { DeliveryEnv, StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { assertStoreSignature } from '@scanship/connector-kit/deliveries/store-signature';
import type { JsonObject } from '@scanship/domain/values/json';
import { ask, change } from './client.ts';
import { WEBHOOK_CREATE, WEBHOOK_DELETE, WEBHOOKS } from './documents.ts';
import { manifest } from './manifest.ts';
import { edgesOf, ID } from './reading.ts';

export const EVENTS = ['Order Allocated', 'Order Deallocated', 'Order Canceled', 'Shipment Update'] as const;

/** Tells our webhooks apart from those of others: ShipHero keeps one of each kind for a name. */
export const SHOP_NAME = 'shipping-labels';

export const hookQuery = (secret: string, account: string): string => addressQuery(secret, manifest.code, account);

/** Names in the account's credentials: which webhook of this kind is ours, and what its deliveries are signed with. */
const keptId = (event: string): string => `webhook ${event}`;
const keptSecret = (event: string): string => `webhookSecret ${event}`;

interface Hook {
  readonly id: string;
  readonly event: string;
  readonly address: string;
}

async function ours(env: StoreEnv): Promise<readonly Hook[]> {
  const page = async (after?: string): Promise<ReturnType<typeof edgesOf>> => {
    const data = await ask(env, { name: 'webhooks', document: WEBHOOKS, variables: { after } });
    return edgesOf(data.object('webhooks'), 'data');
  };
  const text = (hook: ObjectReader, name: string): string => (hook.has(name) ? hook.string(name) : '');
  return (await allNodes(await page(), page))
    .filter((hook) => text(hook, 'shop_name') === SHOP_NAME)
    .map((hook) => ({ id: text(hook, 'id'), event: text(hook, 'name'), address: text(hook, 'url') }));
}

const unsubscribe = async (event: string, env: StoreEnv): Promise<void> => {
  await change(env, {
    name: 'unsubscribe',
    document: WEBHOOK_DELETE,
    variables: { data: { name: event, shop_name: SHOP_NAME } },
  });
};

/** Makes a webhook; what its deliveries are signed with is shown now and never again. */
async function make(event: string, url: string, env: StoreEnv): Promise<{ id: string; secret: string }> {
  const data = await change(env, {
    name: 'subscribe',
    document: WEBHOOK_CREATE,
    variables: { data: { name: event, url, shop_name: SHOP_NAME } },
  });
  const webhook = data.object('webhook_create').object('webhook');
  return {
    id: webhook.string('id', ID),
    // No form is demanded: the words of a refusal would show it.
    secret: webhook.has('shared_signature_secret') ? webhook.string('shared_signature_secret') : '',
  };
}

/** The secret that is kept belongs to a webhook: one that was made since, and whose answer was lost, signs with another. */
const isKept = (hook: Hook, { credentials }: StoreEnv): boolean =>
  hook.id !== '' && credentials[keptId(hook.event)] === hook.id && (credentials[keptSecret(hook.event)] ?? '') !== '';

async function subscribe({ address }: { readonly address: string }, env: StoreEnv): Promise<Subscribed> {
  const url = `${address}?${hookQuery(env.app.clientSecret ?? '', env.externalAccount)}`;
  const there = await ours(env);
  const keep: Record<string, string> = {};
  const problems: string[] = [];
  for (const event of EVENTS) {
    const known = there.filter((hook) => hook.event === event);
    const [first] = known;
    if (first && known.length === 1 && first.address === url && isKept(first, env)) continue;
    // Ours of an earlier address, or without its secret: there is one of each kind, and no call that changes it or shows the secret.
    if (known.length > 0) await unsubscribe(event, env);
    const { id, secret } = await make(event, url, env);
    keep[keptId(event)] = id;
    keep[keptSecret(event)] = secret;
    if (secret === '')
      problems.push(
        `ShipHero gave no secret for its notifications of "${event}", so they cannot be believed; changes come in by asking every few minutes.`,
      );
  }
  return { problems, ...(Object.keys(keep).length > 0 && { keep }) };
}

/** Removes our webhooks. Access stays good until its user's password is changed: ShipHero has no call for that. */
export async function disconnect(env: StoreEnv): Promise<void> {
  for (const event of new Set((await ours(env)).map((hook) => hook.event))) await unsubscribe(event, env);
}

function parsed(body: Uint8Array): ObjectReader {
  try {
    return readObject(JSON.parse(Buffer.from(body).toString('utf8')) as unknown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fail('vendor-broken', 'ShipHero sent a delivery that is not JSON.', { vendorCode: 'unreadable' });
  }
}

const topicOf = (event: ObjectReader): string => event.string('webhook_type', /^[A-Za-z][A-Za-z _]{2,60}$/);

const MESSAGE_ID = /^[\w.:=+/-]{8,200}$/;

type App = Readonly<Record<string, string>>;

const accountOf = (query: Delivery['query'], app: App): string | undefined =>
  addressee(query, app.clientSecret ?? '', manifest.code, manifest.accountPattern);

/** Base64 of HMAC-SHA256 over the body as it came. */
const signatureOf = (body: Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('base64');

async function verify(delivery: Delivery, app: App, env: DeliveryEnv): Promise<VerifiedDelivery> {
  const externalAccount = accountOf(delivery.query, app);
  if (externalAccount === undefined)
    throw fail('refused', 'This delivery did not come to the address that was given to its ShipHero account.', {
      vendorCode: 'key',
    });
  await assertStoreSignature(env, {
    vendor: manifest.name,
    externalAccount,
    given: delivery.headers['x-shiphero-hmac-sha256'] ?? '',
    // Which kind it is stands in the body, which nobody reads before it is proved: any of the account's secrets proves it.
    secretsOf: (credentials) => EVENTS.map((event) => credentials[keptSecret(event)] ?? ''),
    signatureWith: (secret) => signatureOf(delivery.body, secret),
  });
  const message = delivery.headers['x-shiphero-message-id'] ?? '';
  const digest = createHash('sha256').update(delivery.body).digest('hex').slice(0, 32);
  return {
    deliveryKey: `${externalAccount} ${MESSAGE_ID.test(message) ? message : digest}`,
    externalAccount,
    topic: topicOf(parsed(delivery.body)),
  };
}

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  if (!EVENTS.some((event) => event === topic))
    return { kind: 'nothing', why: `Deliveries about "${topic}" ask for nothing here.` };
  const event = parsed(body);
  if (topicOf(event) !== topic) throw new FieldProblem('webhook_type', `should be ${topic}`);
  // A shipment is told inside of a field of its own.
  const about = event.has('fulfillment') ? event.object('fulfillment') : event;
  return {
    kind: 'changed',
    what: 'orders',
    externalIds: about.has('order_uuid') ? [about.string('order_uuid', ID)] : [],
  };
}

/** Public clients answer a look at the address (HEAD) before deliveries come; it is ours where it holds a good key. */
const challenge = (
  { query }: { readonly query: Readonly<Record<string, string>> },
  app: App,
): JsonObject | undefined => (accountOf(query, app) === undefined ? undefined : { code: '200', Status: 'Success' });

export const webhooks: StoreWebhooks = { subscribe, verify, challenge, understand };
