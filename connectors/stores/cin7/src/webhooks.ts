/**
 * Deliveries of Core. It signs nothing, but sends a bearer token that we choose: each account gets one of its own, made from our
 * secret, and names itself in the address. Webhooks of Omni are made in the product only, so its orders are asked for.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Delivery, DeliveryMeaning, StoreWebhooks, VerifiedDelivery } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, remove } from './client.ts';
import { manifest } from './manifest.ts';
import { GUID, systemOf } from './system.ts';

export const EVENTS = ['Sale/OrderAuthorised', 'Sale/Voided', 'Sale/Undo', 'Sale/ShipmentAuthorised'] as const;

/** The token of one account: 40 hexadecimal digits. */
export const hookToken = (secret: string, account: string): string =>
  createHmac('sha256', secret).update(`cin7 deliveries of ${account}`).digest('hex').slice(0, 40);

export const hookAddress = (address: string, account: string): string =>
  `${address}?${new URLSearchParams({ account }).toString()}`;

interface Hook {
  readonly id: string;
  readonly type: string;
  readonly address: string;
  readonly token: string;
  readonly active: boolean;
}

/** Webhooks that name this account in their address: nobody else's do. */
async function ours(env: StoreEnv): Promise<readonly Hook[]> {
  const answer = await ask(env, { name: 'webhooks', path: '/webhooks' });
  const text = (hook: ObjectReader, name: string): string => (hook.has(name) ? hook.string(name) : '');
  return answer
    .strictList('Webhooks', (hook) => ({
      id: hook.string('ID', GUID),
      type: text(hook, 'Type'),
      address: text(hook, 'ExternalURL'),
      token: text(hook, 'ExternalBearerToken'),
      active: hook.boolean('IsActive'),
    }))
    .filter(({ address }) => address.endsWith(`?account=${env.externalAccount}`));
}

const unsubscribe = (hook: Hook, env: StoreEnv): Promise<void> =>
  remove(env, { name: 'unsubscribe', path: '/webhooks', query: { ID: hook.id } });

/** What Core says to a webhook it does not take: its automation module may be missing, or five of the type are there. */
async function subscribeTo(
  event: string,
  ExternalURL: string,
  token: string,
  env: StoreEnv,
): Promise<string | undefined> {
  try {
    await ask(env, {
      name: 'subscribe',
      method: 'POST',
      path: '/webhooks',
      body: {
        Type: event,
        IsActive: true,
        ExternalURL,
        ExternalAuthorizationType: 'bearerauth',
        ExternalBearerToken: token,
        ExternalHeaders: [],
      },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConnectorError) || !['refused', 'invalid-input'].includes(error.problem.kind)) throw error;
    return `Cin7 Core did not take a webhook, so that new orders come in every ten minutes only: webhooks need its automation module. ${error.problem.message}`;
  }
}

async function subscribe({ address }: { readonly address: string }, env: StoreEnv): Promise<{ problems: string[] }> {
  if (systemOf(env) === 'omni') return { problems: [] };
  const target = hookAddress(address, env.externalAccount);
  const token = hookToken(env.app.clientSecret ?? '', env.externalAccount);
  const there = await ours(env);
  const kept = new Set<string>();
  for (const event of EVENTS) {
    const old = there.find(
      (hook) => hook.type === event && hook.address === target && hook.token === token && hook.active,
    );
    if (old) {
      kept.add(old.id);
      continue;
    }
    const problem = await subscribeTo(event, target, token, env);
    // One sentence is enough: the others would be refused alike.
    if (problem !== undefined) return { problems: [problem] };
  }
  // Ours of an earlier address or secret, doubles, and those that Core switched off.
  for (const hook of there) if (!kept.has(hook.id)) await unsubscribe(hook, env);
  return { problems: [] };
}

/** Removes our webhooks. The key stays good until its owner removes it: no call does. */
export async function disconnect(env: StoreEnv): Promise<void> {
  if (systemOf(env) === 'omni') return;
  for (const hook of await ours(env)) await unsubscribe(hook, env);
}

const ACCOUNT = new RegExp(`^(?:${manifest.accountPattern})$`);
const TOPIC = /^[A-Za-z]{1,40}\/[A-Za-z]{1,60}$/;

function parsed(body: Uint8Array): ObjectReader {
  try {
    return readObject(JSON.parse(Buffer.from(body).toString('utf8')) as unknown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fail('vendor-broken', 'Cin7 sent a delivery that is not JSON.', { vendorCode: 'unreadable' });
  }
}

function verify(delivery: Delivery, app: Readonly<Record<string, string>>): VerifiedDelivery {
  const { account = '' } = delivery.query ?? {};
  const secret = app.clientSecret ?? '';
  const wanted = Buffer.from(`Bearer ${hookToken(secret, account)}`);
  const given = Buffer.from(delivery.headers.authorization ?? '', 'utf8');
  const known = secret !== '' && ACCOUNT.test(account) && given.length === wanted.length;
  if (!known || !timingSafeEqual(given, wanted))
    throw fail('refused', 'This delivery does not hold the token that was given to its Cin7 account.', {
      vendorCode: 'token',
    });
  const topic = parsed(delivery.body).string('EventType', TOPIC);
  const digest = createHash('sha256').update(delivery.body).digest('hex').slice(0, 32);
  return { deliveryKey: `${account} ${digest}`, externalAccount: account, topic };
}

const isOurs = (topic: string): boolean => EVENTS.some((event) => event === topic);

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  if (!isOurs(topic)) return { kind: 'nothing', why: `Deliveries about "${topic}" ask for nothing here.` };
  const event = parsed(body);
  if (event.string('EventType') !== topic) throw new FieldProblem('EventType', `should be ${topic}`);
  // A shipment names its fulfilment and not its sale: a pull finds out.
  const externalIds = event.has('SaleID') ? [event.string('SaleID', GUID).toLowerCase()] : [];
  return { kind: 'changed', what: 'orders', externalIds };
}

export const webhooks: StoreWebhooks = { subscribe, verify, understand };
