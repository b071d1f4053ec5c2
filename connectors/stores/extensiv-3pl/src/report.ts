/**
 * What Extensiv keeps of a report: one tracking number in the routing of the whole order. The id of a report here is the number
 * with the order, so that a number which somebody put in its place is not taken for ours.
 */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import { ask, findTagged } from './client.ts';
import { connectionOf, ID } from './connection.ts';
import { isOurs, readOrderId, readState, type State } from './order-reader.ts';
import { orderCall } from './orders.ts';
import { jsonOf } from './routing-json.ts';

export const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });

export const reportId = (number: string, orderId: string): string => `${number}@${orderId}`;

/** Undefined for what is no id of a report. */
export function readReportId(id: string): { readonly number: string; readonly orderId: string } | undefined {
  const at = id.lastIndexOf('@');
  const orderId = id.slice(at + 1);
  return at >= 0 && ID.test(orderId) ? { number: id.slice(0, at), orderId } : undefined;
}

const plain = (number: string): string => number.replaceAll(/\s/g, '').toUpperCase();
export const sameNumber = (a: string, b: string): boolean => plain(a) === plain(b);

export interface Now {
  readonly order: ObjectReader;
  readonly state: State;
  readonly tag: string;
}

/** The order as it is now; undefined where Extensiv does not know it, or it is another customer's. */
export async function orderNow(id: string, env: StoreEnv): Promise<Now | undefined> {
  const connection = connectionOf(env);
  const found = ID.test(id) ? await findTagged(env, orderCall(id)) : undefined;
  if (!found) return undefined;
  if (readOrderId(found.thing) !== id) throw new FieldProblem('readOnly.orderId', 'is another order’s');
  return isOurs(found.thing, connection)
    ? { order: found.thing, state: readState(found.thing), tag: found.tag }
    : undefined;
}

const numberIn = (routing: ObjectReader): string =>
  routing.has('trackingNumber') ? routing.string('trackingNumber') : '';

/**
 * Puts a number in place of the one that should be there, and leaves the rest of the routing as it is.
 * @param from the number that may be there; any other is somebody else's, and stays
 * @param to null takes it out
 */
export async function replaceNumber(id: string, from: string, to: string | null, env: StoreEnv): Promise<void> {
  const path = `/orders/${id}/routing`;
  const found = await findTagged(env, { name: 'routing', path });
  if (!found) throw refuse('Extensiv does not know this order.', 'order-unknown');
  const { thing, tag } = found;
  const there = numberIn(thing);
  if (sameNumber(there, to ?? '')) return;
  if (!sameNumber(there, from))
    throw refuse('Another tracking number was entered at Extensiv since; it is left as it is.', 'other-number');
  const body: JsonObject = { ...jsonOf(thing), trackingNumber: to };
  const name = to === null ? 'take the number out' : 'report the number';
  const after = await ask(env, { name, method: 'PUT', path, body, ifMatch: tag });
  if (!sameNumber(numberIn(after), to ?? '')) throw new FieldProblem('trackingNumber', 'is not the one that was put');
}
