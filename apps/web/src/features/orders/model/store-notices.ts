import type { OrderDetail } from '@scanship/contracts/orders/orders';

const SHOWN_AS_UNREAD: ReadonlySet<string> = new Set(['import-failed', 'order-unreadable']);

/** What the store did that a person should look at, but for what could not be read: that has a card of its own. */
export const noticesOf = ({ storeNotices, unread }: OrderDetail): OrderDetail['storeNotices'] =>
  unread ? storeNotices.filter(({ code }) => !SHOWN_AS_UNREAD.has(code)) : storeNotices;
