/**
 * Deliveries. The operator enters our address once, event by event, in the app's dashboard; each delivery is a token that the
 * app's public key proves. Its claim `data` is JSON in a text, and so is the event in it.
 */
import { createHash } from 'node:crypto';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Delivery, DeliveryMeaning, StoreWebhooks, VerifiedDelivery } from '@scanship/connector-kit/store/store';
import { ID } from './reading.ts';
import { claimsOf, readToken } from './signature.ts';

function inner(owner: ObjectReader, name: string): ObjectReader {
  const value = owner.raw(name);
  if (typeof value !== 'string') return owner.object(name);
  try {
    return readObject(JSON.parse(value) as unknown, owner.at(name));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new FieldProblem(owner.at(name), 'should be JSON');
  }
}

function verify(delivery: Delivery, app: Readonly<Record<string, string>>): VerifiedDelivery {
  const claims = readToken(delivery.body, app.publicKey ?? '');
  if (!claims)
    throw fail('refused', 'This delivery does not carry a valid signature of Wix.', { vendorCode: 'signature' });
  const event = inner(claims, 'data');
  const externalAccount = event.string('instanceId', ID);
  const topic = event.string('eventType', /^[\w./-]{1,150}$/);
  // Sent again it is another token with the same event in it; older events have no id of their own.
  const told = event.raw('data');
  const id = typeof told === 'string' ? /"id"\s*:\s*"([0-9a-f-]{36})"/.exec(told)?.[1] : undefined;
  const digest = createHash('sha256')
    .update(typeof told === 'string' ? told : '')
    .digest('hex')
    .slice(0, 32);
  return {
    deliveryKey: `${externalAccount} ${topic} ${id === undefined ? '' : `${id} `}${digest}`,
    externalAccount,
    topic,
  };
}

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  if (topic === 'AppRemoved') return { kind: 'disconnected' };
  const orders = topic.startsWith('wix.ecom.v1.order_') || topic === 'wix.ecom.v1.fulfillments_updated';
  if (orders) {
    const claims = claimsOf(body);
    if (!claims) throw fail('vendor-broken', 'Wix sent a delivery that is not a token.', { vendorCode: 'unreadable' });
    const event = inner(inner(claims, 'data'), 'data');
    return { kind: 'changed', what: 'orders', externalIds: [event.string('entityId', ID)] };
  }
  if (
    topic.startsWith('wix.stores.catalog.v3.product_') ||
    topic.startsWith('com.wix.ecommerce.catalog.api.v1.Product')
  )
    return { kind: 'changed', what: 'products', externalIds: [] };
  return { kind: 'nothing', why: `Deliveries about "${topic}" ask for nothing here.` };
}

export const webhooks: StoreWebhooks = { verify, understand };
