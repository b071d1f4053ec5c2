/** Orders that were chosen in the list to go in one shipment: the panel of the first begins with the others ticked. */
import type { OrderDetail } from '@scanship/contracts/orders/orders';

let wish: { readonly orderId: string; readonly others: readonly string[] } | undefined;

/** Called before the panel of `orderId` opens; a later wish takes its place. */
export function wishTogether(orderId: string, others: readonly string[]): void {
  wish = { orderId, others };
}

/** Of the wished ones, those that really go to the same place. */
export const wishedWith = (order: Pick<OrderDetail, 'id' | 'combinableWith'>): readonly string[] =>
  wish?.orderId === order.id ? order.combinableWith.flatMap(({ id }) => (wish?.others.includes(id) ? [id] : [])) : [];
