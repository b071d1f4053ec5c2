/**
 * Shipments of an order. Lightspeed makes one with the order, and the seller may part it in the back office; no call makes one. A
 * report is a shipment's state and number, and its id here is both together, so that a number that somebody put in its place is not
 * taken for ours.
 */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';
import { LARGEST_PAGE } from './lines.ts';
import { ID, linkedId, says } from './reading.ts';

export interface Shipment {
  readonly id: string;
  readonly orderId: string | undefined;
  readonly shipped: boolean;
  readonly cancelled: boolean;
  /** As Lightspeed shows it; empty where there is none. */
  readonly number: string;
}

export function readShipment(shipment: ObjectReader): Shipment {
  const status = shipment.string('status', /^[a-z_]{1,40}$/);
  return {
    id: shipment.id('id', ID),
    orderId: linkedId(shipment, 'order'),
    shipped: status === 'shipped',
    cancelled: status === 'cancelled',
    number: says(shipment, 'trackingCode') ? shipment.string('trackingCode') : '',
  };
}

/** Those that count: cancelled ones do not. */
export async function shipmentsOf(orderId: string, env: StoreEnv): Promise<readonly Shipment[]> {
  const answer = await ask(env, {
    name: 'shipments of the order',
    path: 'shipments',
    query: { order: orderId, limit: LARGEST_PAGE },
  });
  return answer.strictList('shipments', readShipment).filter((one) => one.orderId === orderId && !one.cancelled);
}

const plain = (number: string): string => number.replaceAll(/\s/g, '').toUpperCase();
export const sameNumber = (a: string, b: string): boolean => plain(a) === plain(b);

/** The one number of a report; empty for a shipment without. */
export const numberOf = ({ parcels }: Pick<FulfilInput, 'parcels'>): string => parcels[0]?.trackingNumber ?? '';

export const reportId = (shipmentId: string, number: string): string => `${number}@${shipmentId}`;

/** Undefined for what is no id of a report. */
export function readReportId(id: string): { readonly shipmentId: string; readonly number: string } | undefined {
  const at = id.lastIndexOf('@');
  const shipmentId = id.slice(at + 1);
  return at >= 0 && ID.test(shipmentId) ? { shipmentId, number: id.slice(0, at) } : undefined;
}
