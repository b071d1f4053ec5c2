/** Deliveries: subscribed once, believed only with a good signature, understood by their ids alone. */
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { DeliveryMeaning, StoreWebhooks, VerifiedDelivery } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask, change, userErrors } from './client.ts';
import { allNodes, connectionOf } from './connection.ts';
import { SUBSCRIBE, SUBSCRIPTIONS } from './documents.ts';
import { gid, GROUP_ID, ORDER_ID } from './ids.ts';
import { manifest } from './manifest.ts';
import { isSignedBody } from './signature.ts';

/** Only ids and times are asked for: what is stored unread should hold no buyer's name. */
const ID_FIELDS = ['id', 'admin_graphql_api_id', 'updated_at'];

/** Topics, and the fields of their payload; no list means the payload as it is, since it names no person. */
export const TOPICS: Readonly<Record<string, readonly string[] | undefined>> = {
  ORDERS_CREATE: ID_FIELDS,
  ORDERS_UPDATED: ID_FIELDS,
  ORDERS_CANCELLED: ID_FIELDS,
  ORDERS_FULFILLED: ID_FIELDS,
  ORDERS_PARTIALLY_FULFILLED: ID_FIELDS,
  FULFILLMENT_ORDERS_PLACED_ON_HOLD: undefined,
  FULFILLMENT_ORDERS_HOLD_RELEASED: undefined,
  FULFILLMENT_ORDERS_MOVED: undefined,
  PRODUCTS_UPDATE: ID_FIELDS,
  APP_UNINSTALLED: undefined,
};

async function subscribe({ address }: { readonly address: string }, env: StoreEnv): Promise<{ problems: string[] }> {
  const page = async (after?: string): Promise<ReturnType<typeof connectionOf>> => {
    const { data } = await ask(env, { name: 'subscriptions', document: SUBSCRIPTIONS, variables: { after } });
    return connectionOf(data, 'webhookSubscriptions');
  };
  const there = (await allNodes(await page(), page)).map((s) => `${s.string('topic')} ${s.string('uri')}`);
  const problems: string[] = [];
  for (const [topic, includeFields] of Object.entries(TOPICS)) {
    if (there.includes(`${topic} ${address}`)) continue;
    const subscription = { uri: address, format: 'JSON', ...(includeFields ? { includeFields } : {}) };
    const { data } = await change(env, {
      name: 'subscribe',
      document: SUBSCRIBE,
      variables: { topic, subscription },
    });
    // Somebody else subscribed at the same moment: it is there, which is all we want.
    for (const message of userErrors(data.object('webhookSubscriptionCreate')))
      if (!/already been taken/i.test(message))
        problems.push(`${manifest.name} does not report "${topic.toLowerCase().replaceAll('_', ' ')}": ${message}`);
  }
  return { problems };
}

function verify(
  delivery: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
  app: Readonly<Record<string, string>>,
): VerifiedDelivery {
  const header = (name: string): string => delivery.headers[name] ?? '';
  if (!isSignedBody(delivery.body, header('x-shopify-hmac-sha256'), app.clientSecret ?? ''))
    throw fail('refused', 'This delivery does not carry a valid signature of Shopify.', { vendorCode: 'signature' });
  const externalAccount = header('x-shopify-shop-domain').toLowerCase();
  const topic = header('x-shopify-topic').toLowerCase();
  const event = header('x-shopify-event-id');
  // The event's id is Shopify's own advice against repeats; one event may be told under several topics.
  const key = event === '' ? header('x-shopify-webhook-id') : event;
  if (key === '' || topic === '' || !new RegExp(`^(?:${manifest.accountPattern})$`).test(externalAccount))
    throw fail('refused', 'This delivery of Shopify lacks a header.', { vendorCode: 'header' });
  return { deliveryKey: `${externalAccount} ${topic} ${key}`, externalAccount, topic };
}

/** The global id of a payload: given as such, or made from the number. */
const idOf = (payload: ObjectReader, type: string): string =>
  payload.has('admin_graphql_api_id')
    ? payload.string('admin_graphql_api_id', new RegExp(`^gid://shopify/${type}/\\d+$`))
    : gid(type, payload.id('id', /^\d{1,20}$/));

/** Every fulfilment order the payload names, whatever the topic calls it. */
function groupIds(payload: ObjectReader, raw: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(raw).filter((name) => name.endsWith('fulfillment_order') && payload.has(name));
  const found = names.map((name) => payload.object(name).string('id', GROUP_ID));
  if (found.length === 0) throw new FieldProblem('fulfillment_order', 'is missing');
  return [...new Set(found)];
}

const orderIds = (payload: ObjectReader, name: string): string[] => {
  const raw = payload.raw(name);
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) throw new FieldProblem(name, 'should be a list');
  return raw.map((id: unknown) => {
    const text = gid('Order', String(id));
    if (!ORDER_ID.test(text)) throw new FieldProblem(name, 'should be a list of numbers');
    return text;
  });
};

function parsed(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const json = JSON.parse(Buffer.from(body).toString('utf8')) as unknown;
    readObject(json);
    return json as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fail('vendor-broken', 'Shopify sent a delivery that is not JSON.', { vendorCode: 'unreadable' });
  }
}

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  if (topic === 'app/uninstalled') return { kind: 'disconnected' };
  if (topic === 'shop/redact') return { kind: 'redact', scope: 'store', externalOrderIds: [] };
  const raw = parsed(body);
  const payload = readObject(raw);
  if (topic === 'customers/redact')
    return { kind: 'redact', scope: 'customer', externalOrderIds: orderIds(payload, 'orders_to_redact') };
  if (topic === 'customers/data_request')
    return { kind: 'data-request', externalOrderIds: orderIds(payload, 'orders_requested') };
  if (topic.startsWith('fulfillment_orders/'))
    return { kind: 'changed', what: 'orders', externalIds: groupIds(payload, raw) };
  if (topic.startsWith('orders/')) return { kind: 'changed', what: 'orders', externalIds: [idOf(payload, 'Order')] };
  if (topic.startsWith('products/'))
    return { kind: 'changed', what: 'products', externalIds: [idOf(payload, 'Product')] };
  return { kind: 'nothing', why: `Deliveries about "${topic}" ask for nothing here.` };
}

export const webhooks: StoreWebhooks = { subscribe, verify, understand };
