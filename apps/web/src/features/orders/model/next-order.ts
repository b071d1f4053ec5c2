/** Which order is shipped after this one. Pure. */
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { rowBelow } from './list-place.ts';

type Row = Pick<OrderRow, 'id' | 'fulfillmentStatus' | 'archived' | 'hold' | 'claimedBy'>;

const canShip = (row: Row): boolean =>
  !row.archived &&
  !row.hold &&
  !row.claimedBy &&
  (row.fulfillmentStatus === 'Unfulfilled' || row.fulfillmentStatus === 'Partially-Fulfilled');

/**
 * The next order that can be shipped now: below the given one, then from the top; without one the first.
 * @param past the list as it was when it held the order, which a purchase may have taken out of it
 */
export function nextToShip<R extends Row>(
  rows: readonly R[],
  orderId: string | undefined,
  past: readonly { readonly id: string }[] = rows,
): R | undefined {
  const below = rowBelow(rows, past, orderId);
  return [...rows.slice(below), ...rows.slice(0, below)].find((row) => row.id !== orderId && canShip(row));
}
