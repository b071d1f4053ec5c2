/**
 * Deliveries. The operator enters our address once for all sellers in Square's Developer Console; each is signed with the key
 * of that subscription, over the address and the body.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Delivery, DeliveryMeaning, StoreWebhooks, VerifiedDelivery } from '@scanship/connector-kit/store/store';
import { ID, MERCHANT_ID } from './reading.ts';

/** base64(HMAC-SHA256(address + body)), compared in constant time. */
export const signatureOf = (address: string, body: Uint8Array, key: string): string =>
  createHmac('sha256', key).update(address).update(body).digest('base64');

function isSigned(delivery: Delivery, key: string): boolean {
  const given = delivery.headers['x-square-hmacsha256-signature'] ?? '';
  if (key === '' || given === '') return false;
  const [a, b] = [Buffer.from(given, 'utf8'), Buffer.from(signatureOf(delivery.address, delivery.body, key))];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parsed(body: Uint8Array): ObjectReader {
  try {
    return readObject(JSON.parse(Buffer.from(body).toString('utf8')) as unknown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fail('vendor-broken', 'Square sent a delivery that is not JSON.', { vendorCode: 'unreadable' });
  }
}

function verify(delivery: Delivery, app: Readonly<Record<string, string>>): VerifiedDelivery {
  if (!isSigned(delivery, app.signatureKey ?? ''))
    throw fail('refused', 'This delivery does not carry a valid signature of Square.', { vendorCode: 'signature' });
  const event = parsed(delivery.body);
  return {
    deliveryKey: event.string('event_id', /^[\w-]{8,100}$/),
    externalAccount: event.string('merchant_id', MERCHANT_ID),
    topic: event.string('type', /^[a-z_.]{1,100}$/),
  };
}

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  if (topic.startsWith('order.')) {
    const event = parsed(body);
    const id = event.object('data').string('id', ID);
    if (event.string('type') !== topic) throw new FieldProblem('type', `should be ${topic}`);
    return { kind: 'changed', what: 'orders', externalIds: [id] };
  }
  // It names no item, only that something changed since.
  if (topic === 'catalog.version.updated') return { kind: 'changed', what: 'products', externalIds: [] };
  if (topic === 'oauth.authorization.revoked') return { kind: 'disconnected' };
  return { kind: 'nothing', why: `Deliveries about "${topic}" ask for nothing here.` };
}

export const webhooks: StoreWebhooks = { verify, understand };
