/** What of orders has left: the list of shipments, where the order itself has only a word. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { askAccount, listIn } from './client.ts';
import { ID, type Shipped } from './order-reader.ts';

export interface Shipment {
  readonly tracking: string;
  readonly ours: string;
  readonly units: readonly { readonly lineId: string; readonly quantity: number }[];
}

const text = (owner: ObjectReader, name: string): string => (owner.has(name) ? owner.string(name) : '');

/** Shipments by the number of the order. */
export async function shipmentsOf(
  ids: readonly string[],
  env: StoreEnv,
): Promise<ReadonlyMap<string, readonly Shipment[]>> {
  if (ids.length === 0) return new Map();
  const result = await askAccount(env, {
    service: 'ShippingService',
    operation: 'GetOrderShipmentHistoryList',
    name: 'shipments of orders',
    body: { 'web:orderIDList': { 'web:int': [...ids] } },
    readOnly: true,
  });
  const read = (one: ObjectReader): Shipment => ({
    tracking: text(one, 'TrackingNumber'),
    ours: text(one, 'SellerFulfillmentID'),
    units: listIn(one, 'ShipmentLineItems', 'ShipmentLineItemResponse', (line) => ({
      lineId: line.id('LineItemID', ID),
      quantity: line.integer('Quantity', 0),
    })),
  });
  return new Map(
    listIn(result, 'ResultData', 'OrderShipmentHistoryResponse', (order) => [
      order.id('OrderID', ID),
      listIn(order, 'OrderShipments', 'OrderShipmentResponse', read),
    ]),
  );
}

export function unitsOf(shipments: readonly Shipment[] = []): Shipped {
  const units = new Map<string, number>();
  for (const { lineId, quantity } of shipments.flatMap((one) => one.units))
    units.set(lineId, (units.get(lineId) ?? 0) + quantity);
  return units;
}
