/** A purchase as Amazon keeps it, and what became of its money. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { payloadOf } from '@scanship/connector-kit/amazon/selling-partner-carrier';
import { exchangeRestricted } from './client.ts';

export const SHIPMENT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type ShipmentState = 'bought' | 'refund-asked' | 'refund-refused' | 'refunded';

export const stateOf = (shipment: ObjectReader): ShipmentState =>
  shipment.choice('Status', {
    Purchased: 'bought',
    RefundPending: 'refund-asked',
    RefundRejected: 'refund-refused',
    RefundApplied: 'refunded',
  } as const);

/** @throws FieldProblem when the answer is about another one */
export function ownShipment(shipment: ObjectReader, id: string): ObjectReader {
  if (shipment.string('ShipmentId', SHIPMENT_ID).toLowerCase() !== id.toLowerCase())
    throw new FieldProblem(shipment.at('ShipmentId'), 'is another shipment than the one asked for');
  return shipment;
}

export async function stateById(env: CarrierEnv, id: string, name: string): Promise<ShipmentState> {
  const response = await exchangeRestricted(env, {
    method: 'GET',
    path: path`/mfn/v0/shipments/${id}`,
    name,
    declined: 'refused',
    rate: 1,
  });
  return stateOf(ownShipment(payloadOf(response), id));
}
