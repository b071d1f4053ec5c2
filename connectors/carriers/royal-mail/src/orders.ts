/** Orders of Click & Drop as they are found again: by their number, or by our reference. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { send } from './client.ts';

export const ORDER = /^\d{1,15}$/;
export const TRACKING = /^[A-Z0-9]{9,30}$/;
/** "The maximum number of identifiers is 100." */
const PER_CALL = 100;

export interface Order {
  readonly id: string;
  readonly reference: string | undefined;
  readonly createdOn: string;
  readonly trackingNumber: string | undefined;
  readonly printedOn: string | undefined;
  readonly manifestedOn: string | undefined;
  readonly shippedOn: string | undefined;
}

/** The number of the one parcel of an order: of the order, or of its package. */
export function numberOf(order: ObjectReader): string | undefined {
  if (order.has('trackingNumber')) return order.string('trackingNumber', TRACKING);
  if (!order.has('packages')) return undefined;
  const [first] = order.strictList('packages', (one) =>
    one.has('trackingNumber') ? one.string('trackingNumber', TRACKING) : undefined,
  );
  return first;
}

/** Offsets are missing at times; Click & Drop writes such times in UTC. */
const time = (order: ObjectReader, name: string): string | undefined => {
  if (!order.has(name)) return undefined;
  const text = order.instant(name, false);
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
};

export function readOrder(order: ObjectReader): Order {
  return {
    id: order.id('orderIdentifier', ORDER),
    reference: order.has('orderReference') ? order.string('orderReference') : undefined,
    createdOn: time(order, 'createdOn') ?? order.instant('createdOn'),
    trackingNumber: numberOf(order),
    printedOn: time(order, 'printedOn'),
    manifestedOn: time(order, 'manifestedOn'),
    shippedOn: time(order, 'shippedOn'),
  };
}

async function ask(env: CarrierEnv, address: string, name: string): Promise<readonly Order[] | undefined> {
  const response = await send(env, { method: 'GET', path: address, name, accept: [404] });
  if (response.status === 404) return undefined;
  return readObject({ orders: response.json() }).strictList('orders', readOrder);
}

/** An order by its number; undefined where there is none. */
export async function findOrder(env: CarrierEnv, id: string, name: string): Promise<Order | undefined> {
  return (await ask(env, path`/orders/${id}`, name))?.find((order) => order.id === id);
}

/** Those of the orders that there are. @param ids numbers of orders */
export async function findOrders(env: CarrierEnv, ids: readonly string[], name: string): Promise<readonly Order[]> {
  const found: Order[] = [];
  for (let at = 0; at < ids.length; at += PER_CALL) {
    const part = ids.slice(at, at + PER_CALL);
    const orders = await ask(env, `/orders/${part.map(encodeURIComponent).join(';')}`, name);
    if (orders) found.push(...orders);
    // One that is gone may hide the others, so each is asked for itself.
    else if (part.length > 1)
      for (const id of part) {
        const order = await findOrder(env, id, name);
        if (order) found.push(order);
      }
  }
  return found.filter((order) => ids.includes(order.id));
}

/** Orders that carry our reference; references stand in quotation marks. */
export async function findByReference(env: CarrierEnv, reference: string, name: string): Promise<readonly Order[]> {
  const orders = (await ask(env, path`/orders/${`"${reference}"`}`, name)) ?? [];
  return orders.filter((order) => order.reference === reference);
}
