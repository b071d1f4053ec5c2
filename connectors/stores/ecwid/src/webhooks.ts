/**
 * Deliveries. The operator has Ecwid enter our address once for all stores of the app. The signature covers the event's id and
 * time and nothing else of the body, so the body is used to know what to ask Ecwid for, and the event's id is the whole key: the
 * same event with another body is a repeat.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Delivery, DeliveryMeaning, StoreWebhooks, VerifiedDelivery } from '@scanship/connector-kit/store/store';
import { NUMBER_ID, ORDER_ID } from './reading.ts';

const EVENT_ID = /^[\w-]{8,100}$/;

/** base64(HMAC-SHA256("<eventCreated>.<eventId>")) with the client secret. */
export const signatureOf = (created: number, id: string, secret: string): string =>
  createHmac('sha256', secret).update(`${created}.${id}`).digest('base64');

function parsed(body: Uint8Array): ObjectReader | undefined {
  try {
    return readObject(JSON.parse(Buffer.from(body).toString('utf8')) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof FieldProblem) return undefined;
    throw error;
  }
}

/** The event that a good signature belongs to; undefined without one. */
function signedEvent(delivery: Delivery, secret: string): ObjectReader | undefined {
  const given = delivery.headers['x-ecwid-webhook-signature'] ?? '';
  const event = parsed(delivery.body);
  const id = event?.raw('eventId');
  const created = event?.raw('eventCreated');
  if (secret === '' || given === '' || typeof id !== 'string' || !EVENT_ID.test(id)) return undefined;
  if (typeof created !== 'number' || !Number.isSafeInteger(created)) return undefined;
  const [a, b] = [Buffer.from(given, 'utf8'), Buffer.from(signatureOf(created, id, secret))];
  return a.length === b.length && timingSafeEqual(a, b) ? event : undefined;
}

function verify(delivery: Delivery, app: Readonly<Record<string, string>>): VerifiedDelivery {
  const event = signedEvent(delivery, app.clientSecret ?? '');
  if (!event)
    throw fail('refused', 'This delivery does not carry a valid signature of Ecwid.', { vendorCode: 'signature' });
  return {
    deliveryKey: event.string('eventId', EVENT_ID),
    externalAccount: event.id('storeId', NUMBER_ID),
    topic: event.string('eventType', /^[A-Za-z_.]{1,100}$/),
  };
}

/** Its own id in `data`; older stores name the order by number alone, which is its id there. */
function orderOf(event: ObjectReader): string {
  const data = event.maybe('data', (n) => event.object(n));
  return data?.has('orderId') === true ? data.string('orderId', ORDER_ID) : event.id('entityId', NUMBER_ID);
}

function understand(topic: string, body: Uint8Array): DeliveryMeaning {
  if (topic === 'order.created' || topic === 'order.updated') {
    const event = parsed(body);
    if (!event)
      throw fail('vendor-broken', 'Ecwid sent a delivery that is not an event.', { vendorCode: 'unreadable' });
    return { kind: 'changed', what: 'orders', externalIds: [orderOf(event)] };
  }
  // Which product does not matter: a pull asks for what changed.
  if (/^product\.(created|updated|deleted)$/.test(topic)) return { kind: 'changed', what: 'products', externalIds: [] };
  if (topic === 'application.uninstalled') return { kind: 'disconnected' };
  return { kind: 'nothing', why: `Deliveries about "${topic}" ask for nothing here.` };
}

export const webhooks: StoreWebhooks = { verify, understand };
