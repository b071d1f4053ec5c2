/** Which order comes after this one. Pure. */
import type { OrderRow } from '@scanship/contracts/order-list';

type Row = Pick<OrderRow, 'id' | 'fulfillmentStatus' | 'archived' | 'hold' | 'claimedBy'>;

const canShip = (row: Row): boolean =>
  !row.archived &&
  !row.hold &&
  !row.claimedBy &&
  (row.fulfillmentStatus === 'Unfulfilled' || row.fulfillmentStatus === 'Partially-Fulfilled');

/** The next row below that can be shipped now; undefined at the end of the list. */
export function nextToShip<R extends Row>(rows: readonly R[], orderId: string): R | undefined {
  const at = rows.findIndex((row) => row.id === orderId);
  return at === -1 ? undefined : rows.slice(at + 1).find(canShip);
}
