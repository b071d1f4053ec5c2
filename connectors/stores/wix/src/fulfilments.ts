/** Fulfilments of orders as Wix keeps them. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';
import { ID } from './reading.ts';

export interface Fulfilment {
  readonly id: string;
  /** Empty where there is none. */
  readonly trackingNumber: string;
  readonly units: ReadonlyMap<string, number>;
}

function readFulfilment(fulfilment: ObjectReader): Fulfilment {
  const tracking = fulfilment.has('trackingInfo') ? fulfilment.object('trackingInfo') : undefined;
  return {
    id: fulfilment.string('id', ID),
    trackingNumber: tracking?.has('trackingNumber') === true ? tracking.string('trackingNumber') : '',
    units: new Map(
      fulfilment.strictList('lineItems', (line) => [line.string('id', ID), line.integer('quantity', 0)] as const),
    ),
  };
}

export const readFulfilments = (order: ObjectReader): Fulfilment[] => order.strictList('fulfillments', readFulfilment);

/** Units of each line that left. */
export function unitsOf(fulfilments: readonly Fulfilment[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const fulfilment of fulfilments)
    for (const [id, quantity] of fulfilment.units) units.set(id, (units.get(id) ?? 0) + quantity);
  return units;
}

export async function fulfilmentsOf(orderId: string, env: StoreEnv): Promise<Fulfilment[]> {
  const answer = await ask(env, { name: 'fulfillments', path: `/ecom/v1/fulfillments/orders/${orderId}` });
  return readFulfilments(answer.object('orderWithFulfillments'));
}

/** Of several orders in one call; each is read when it is asked for, so that a broken one stops no other. */
export async function fulfilmentsByOrder(
  orderIds: readonly string[],
  env: StoreEnv,
): Promise<ReadonlyMap<string, ObjectReader>> {
  if (orderIds.length === 0) return new Map();
  const answer = await ask(env, {
    name: 'fulfillments of orders',
    method: 'POST',
    readOnly: true,
    path: '/ecom/v1/fulfillments/list-by-ids',
    body: { orderIds },
  });
  return new Map(answer.list('ordersWithFulfillments', (order) => [order.string('orderId', ID), order] as const));
}
