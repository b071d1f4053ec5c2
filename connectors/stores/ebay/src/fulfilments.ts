/** The fulfilments of one order, which alone say how many units of a line have left. */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';
import { LINE_ID } from './order-reader.ts';

export interface Fulfilment {
  readonly id: string;
  /** Letters and digits; empty where none was given. */
  readonly trackingNumber: string;
  readonly lines: readonly { readonly lineItemId: string; readonly quantity: number }[];
}

/** eBay takes letters and digits only. */
export const plainNumber = (trackingNumber: string): string => trackingNumber.replace(/[^0-9A-Za-z]/g, '');

const readFulfilment = (one: ObjectReader): Fulfilment => ({
  id: one.string('fulfillmentId'),
  trackingNumber: one.has('shipmentTrackingNumber') ? plainNumber(one.string('shipmentTrackingNumber')) : '',
  lines: one.strictList('lineItems', (line) => ({
    lineItemId: line.string('lineItemId', LINE_ID),
    quantity: line.has('quantity') ? line.integer('quantity', 1) : 1,
  })),
});

export const fulfilmentsPath = (orderId: string): string =>
  `/sell/fulfillment/v1/order/${encodeURIComponent(orderId)}/shipping_fulfillment`;

export async function fulfilmentsOf(orderId: string, env: StoreEnv): Promise<Fulfilment[]> {
  const answer = await ask(env, { name: 'fulfilments', path: fulfilmentsPath(orderId) });
  return answer.has('fulfillments') ? answer.strictList('fulfillments', readFulfilment) : noFulfilments(answer);
}

/** An answer without the list is believed only when it counts none. */
function noFulfilments(answer: ObjectReader): [] {
  if (answer.integer('total', 0) !== 0) readObject(undefined, 'fulfillments');
  return [];
}

/** Units that have left, by line id. */
export function unitsOf(fulfilments: readonly Fulfilment[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { lines } of fulfilments)
    for (const { lineItemId, quantity } of lines) units.set(lineItemId, (units.get(lineItemId) ?? 0) + quantity);
  return units;
}
