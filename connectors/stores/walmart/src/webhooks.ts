/**
 * Notifications of the US marketplace. Walmart signs each with a secret we give it with the subscription, and repeats headers
 * of ours, which is how a delivery names its seller before anything of it is believed.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Delivery, DeliveryMeaning, StoreWebhooks, VerifiedDelivery } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import { ask } from './client.ts';
import { PARTNER_ID } from './manifest-family.ts';
import type { Market } from './market.ts';
import { ORDER_ID } from './order-reader.ts';

const SUBSCRIPTIONS = '/v3/webhooks/subscriptions';
/** Where Walmart repeats the seller's id. */
export const ACCOUNT_HEADER = 'X-Store-Account';
const ID = new RegExp(`^${PARTNER_ID}$`);
const SUBSCRIPTION_ID = /^[\w-]{1,80}$/;

/** One event for all that happens to an order; where it does not exist yet, the single ones. */
const EVERYTHING = 'ORDER_UPDATES';
const SINGLE: readonly string[] = ['PO_CREATED', 'PO_LINE_AUTOCANCELLED', 'INTENT_TO_CANCEL'];

const hmac = (secret: string, text: string | Uint8Array): Buffer => createHmac('sha256', secret).update(text).digest();

/** The secret of one seller's deliveries. Sellers can read it at Walmart, so it opens nobody else's. */
export const sellerSecret = (secret: string, externalAccount: string): string =>
  hmac(secret, `deliveries of ${externalAccount}`).toString('hex');

/** Where Walmart puts its signature: a name of our own, by which our subscriptions are told from anybody else's. */
export const signatureHeader = (secret: string, externalAccount: string): string =>
  `X-Signature-${hmac(secret, `name of ${externalAccount}`).toString('hex').slice(0, 10)}`;

interface Subscription {
  readonly id: string;
  readonly eventType: string;
}

/** Walmart's schema nests lists that its examples show flat; both are read. */
function flat(owner: ObjectReader, names: readonly string[]): ObjectReader[] {
  const name = names.find((one) => owner.has(one));
  if (name === undefined) return [];
  return owner.strictList(name, (one) => (one.has('event') ? one.strictList('event', (inner) => inner) : [one])).flat();
}

/** Those that we made. */
async function ours(market: Market, env: StoreEnv): Promise<Subscription[]> {
  const answer = readObject(await ask(market, env, { name: 'subscriptions', path: SUBSCRIPTIONS }));
  const mark = signatureHeader(env.app.clientSecret ?? '', env.externalAccount);
  return flat(answer, ['events', 'event'])
    .filter((one) => one.has('authDetails') && one.object('authDetails').raw('authHeaderName') === mark)
    .map((one) => ({ id: one.string('subscriptionId', SUBSCRIPTION_ID), eventType: one.string('eventType') }));
}

const isOurEvent = (eventType: string): boolean => eventType === EVERYTHING || SINGLE.includes(eventType);

async function eventTypes(market: Market, env: StoreEnv): Promise<string[]> {
  const answer = readObject(await ask(market, env, { name: 'event types', path: '/v3/webhooks/eventTypes' }));
  const offered = flat(answer, ['eventTypes', 'events']).map((one) => one.string('eventType'));
  return offered.includes(EVERYTHING) ? [EVERYTHING] : SINGLE.filter((type) => offered.includes(type));
}

const remove = (market: Market, one: Subscription, env: StoreEnv): Promise<unknown> =>
  ask(market, env, { name: 'unsubscribe', method: 'DELETE', path: `${SUBSCRIPTIONS}/${one.id}` });

const details = (address: string, env: StoreEnv): JsonObject => ({
  eventUrl: address,
  authDetails: {
    authMethod: 'HMAC',
    authHeaderName: signatureHeader(env.app.clientSecret ?? '', env.externalAccount),
    clientSecret: sellerSecret(env.app.clientSecret ?? '', env.externalAccount),
  },
  headers: { 'content-type': 'application/json', [ACCOUNT_HEADER]: env.externalAccount },
  status: 'ACTIVE',
});

const subscribeTo =
  (market: Market) =>
  async ({ address }: { readonly address: string }, env: StoreEnv): Promise<{ problems: string[] }> => {
    const wanted = await eventTypes(market, env);
    const there = await ours(market, env);
    const kept = new Set<string>();
    for (const eventType of wanted) {
      const old = there.find((one) => one.eventType === eventType);
      if (old) {
        // The secret may be another by now, and Walmart does not show it.
        await ask(market, env, {
          name: 'renew a subscription',
          method: 'PATCH',
          path: `${SUBSCRIPTIONS}/${old.id}`,
          body: details(address, env),
        });
        kept.add(old.id);
      } else
        await ask(market, env, {
          name: 'subscribe',
          method: 'POST',
          path: SUBSCRIPTIONS,
          body: { events: [{ eventType, eventVersion: 'V1', resourceName: 'ORDER', ...details(address, env) }] },
        });
    }
    // Ours of another kind, and doubles.
    for (const one of there) if (!kept.has(one.id)) await remove(market, one, env);
    return {
      problems:
        wanted.length > 0 ? [] : ['Walmart offers these keys no news about orders; they are asked for instead.'],
    };
  };

/** Removes our subscriptions. The keys stay good until the seller deletes them: the API has no call for that. */
export const disconnectFrom =
  (market: Market) =>
  async (env: StoreEnv): Promise<void> => {
    for (const one of await ours(market, env)) await remove(market, one, env);
  };

const same = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given, 'utf8'), Buffer.from(expected, 'utf8')];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * Every form of signature Walmart's documents describe for this secret: over the body alone, as base64 or hexadecimal digits,
 * and, with a time, over method, path, time and the body's digest. Each is proof of the secret.
 */
function isSigned(delivery: Delivery, header: string, secret: string): boolean {
  const given = (delivery.headers[header.toLowerCase()] ?? delivery.headers['wm_sec.signature'] ?? '').trim();
  if (given === '') return false;
  const body = hmac(secret, delivery.body);
  const forms = [body.toString('base64'), body.toString('hex')];
  const time = delivery.headers['wm_sec.timestamp'];
  if (time !== undefined && URL.canParse(delivery.address)) {
    const { pathname, search } = new URL(delivery.address);
    const digest = createHash('sha256').update(delivery.body).digest('hex');
    forms.push(hmac(secret, `POST\n${pathname}${search}\n${time}\n${digest}`).toString('base64'));
  }
  // All are compared, so that the time taken does not tell which one it is.
  return forms.map((form) => same(given, form)).includes(true);
}

function parsed(body: Uint8Array): ObjectReader {
  try {
    return readObject(JSON.parse(Buffer.from(body).toString('utf8')) as unknown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fail('vendor-broken', 'Walmart sent a delivery that is not JSON.', { vendorCode: 'unreadable' });
  }
}

function verify(delivery: Delivery, app: Readonly<Record<string, string>>): VerifiedDelivery {
  const externalAccount = delivery.headers[ACCOUNT_HEADER.toLowerCase()] ?? '';
  if (!ID.test(externalAccount))
    throw fail('refused', 'This delivery does not name a Walmart seller.', { vendorCode: 'header' });
  const secret = app.clientSecret ?? '';
  const header = signatureHeader(secret, externalAccount);
  if (secret === '' || !isSigned(delivery, header, sellerSecret(secret, externalAccount)))
    throw fail('refused', 'This delivery does not carry a valid signature of its seller.', { vendorCode: 'signature' });
  const source = parsed(delivery.body).object('source');
  const topic = source.string('eventType', /^[A-Z_]{1,60}$/);
  return { deliveryKey: `${externalAccount} ${topic} ${source.string('eventId')}`, externalAccount, topic };
}

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  if (!isOurEvent(topic)) return { kind: 'nothing', why: `Deliveries about "${topic}" ask for nothing here.` };
  const payload = parsed(body).object('payload');
  const order = payload.has('order') ? payload.object('order') : payload;
  if (!order.has('purchaseOrderId')) throw new FieldProblem(order.at('purchaseOrderId'), 'is missing');
  return { kind: 'changed', what: 'orders', externalIds: [order.id('purchaseOrderId', ORDER_ID)] };
}

export const webhooksOf = (market: Market): StoreWebhooks => ({ subscribe: subscribeTo(market), verify, understand });
