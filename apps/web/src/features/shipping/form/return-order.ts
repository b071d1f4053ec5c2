/** The order as its return needs it: what came in one shipment, and nothing else, is to be sent. Pure. */
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';

/**
 * Units of the order that lie in the shipment, as if none of them had been shipped; weights follow from them. The customs
 * declaration is the server's proposal for them.
 */
export function returnOrder(order: OrderDetail, shipment: Pick<ShipmentSummary, 'contents'>): OrderDetail {
  const units = new Map<number, number>();
  for (const content of shipment.contents ?? [])
    if (content.orderId === order.id)
      for (const { line, quantity } of content.items) units.set(line, (units.get(line) ?? 0) + quantity);
  const items = order.items.flatMap((item) => {
    const quantity = units.get(item.line);
    return quantity === undefined ? [] : [{ ...item, quantity, allocated: 0, cancelled: 0 }];
  });
  const weighed = items.map((item) => (item.weightGrams === null ? null : item.weightGrams * item.quantity));
  const weightGrams = weighed.reduce((sum, grams) => (sum === null || grams === null ? null : sum + grams), 0);
  return { ...order, items, weightGrams: weightGrams || null, combinableWith: [], customs: null, shipToProblems: [] };
}
