/**
 * What Ecwid keeps of a report: one status and one field for numbers, of the whole order. Its id here is both together, so that a
 * number that somebody put in its place is not taken for ours.
 */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { find } from './client.ts';
import { readOrderId, readState, type State } from './order-reader.ts';
import { ORDER_ID } from './reading.ts';

/** Between several numbers of one report. */
const BETWEEN = ', ';

export const numbersOf = ({ parcels }: Pick<FulfilInput, 'parcels'>): string =>
  parcels.map((parcel) => parcel.trackingNumber).join(BETWEEN);

export const reportId = (numbers: string, orderId: string): string => `${numbers}@${orderId}`;

/** Undefined for what is no id of a report. */
export function readReportId(id: string): { readonly numbers: string; readonly orderId: string } | undefined {
  const at = id.indexOf('@');
  const orderId = id.slice(at + 1);
  return at >= 0 && ORDER_ID.test(orderId) ? { numbers: id.slice(0, at), orderId } : undefined;
}

const plain = (numbers: string): string => numbers.replaceAll(/\s/g, '').toUpperCase();
export const sameNumbers = (a: string, b: string): boolean => plain(a) === plain(b);

export interface Reported {
  readonly order: ObjectReader;
  readonly state: State;
  /** As Ecwid shows them; empty where there are none. */
  readonly numbers: string;
}

/** The order as it is now; undefined where Ecwid does not know it. */
export async function reportedOn(orderId: string, env: StoreEnv): Promise<Reported | undefined> {
  const order = ORDER_ID.test(orderId)
    ? await find(env, { name: 'order', path: `/orders/${encodeURIComponent(orderId)}` })
    : undefined;
  if (!order) return undefined;
  if (readOrderId(order) !== orderId) throw new FieldProblem('id', 'is another order’s');
  return {
    order,
    state: readState(order),
    numbers: order.has('trackingNumber') ? order.string('trackingNumber') : '',
  };
}

/** It left with the very numbers of this report. */
export const isReported = ({ state, numbers }: Reported, ours: string): boolean =>
  state.kind === 'shipped' && sameNumbers(numbers, ours);
