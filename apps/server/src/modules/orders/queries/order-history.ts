/** What happened to an order, as its page tells it. */
import { ORDER_EVENTS, type OrderDetail } from '@scanship/contracts/orders/orders';
import { type Fulfillment, type FulfillmentStatus, statusWord } from '@scanship/domain/orders/order';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

type Entry = OrderDetail['history'][number];

/** An entry with the id of a user (null: nobody) where a name will stand, and whoever acted in that name. */
export type UnnamedEntry = Omit<Entry, 'who' | 'forWhom'> & {
  readonly userId: string | null;
  readonly actor: string | null;
};

interface ChangeRecord {
  readonly at: Date;
  readonly from_state: string | null;
  readonly to_state: string;
  readonly by_user: string | null;
  readonly by_actor: string | null;
  readonly why: string | null;
}

/** Newest first; at most 200. */
export async function readHistory(tx: Tx, orderId: string): Promise<readonly UnnamedEntry[]> {
  const { rows } = await sql<ChangeRecord>`SELECT at, from_state, to_state, by_user, by_actor, why FROM state_changes
    WHERE subject_kind = 'order' AND subject_id = ${orderId} ORDER BY at DESC, id DESC LIMIT 200`.execute(tx);
  return rows.map((row) => {
    const event = ORDER_EVENTS.find((each) => each === row.to_state) ?? 'status';
    return {
      at: row.at.toISOString(),
      userId: row.by_user,
      actor: row.by_actor,
      event,
      what: WORDS[event],
      from: statusOf(row.from_state),
      to: statusOf(row.to_state),
      why: row.why,
    };
  });
}

/** Puts names in place of user ids. */
export const nameEntry = (
  { userId, actor, ...entry }: UnnamedEntry,
  name: (userId: string | null) => string,
): Entry => ({
  ...entry,
  who: actor ?? name(userId),
  forWhom: actor === null ? null : name(userId),
});

const FULFILLMENT_WORDS: Readonly<Record<Fulfillment, FulfillmentStatus>> = {
  unfulfilled: statusWord({ fulfillment: 'unfulfilled', cancelled: false }),
  partial: statusWord({ fulfillment: 'partial', cancelled: false }),
  fulfilled: statusWord({ fulfillment: 'fulfilled', cancelled: false }),
  manual_fulfilled: statusWord({ fulfillment: 'manual_fulfilled', cancelled: false }),
};

const statusOf = (state: string | null): string | null =>
  state !== null && state in FULFILLMENT_WORDS ? FULFILLMENT_WORDS[state as Fulfillment] : null;

const WORDS: Readonly<Record<Entry['event'], string>> = {
  created: 'Order created',
  address: 'Ship-to address corrected',
  'address-reverted': 'Ship-to address set back to the original',
  'ship-from': 'Ship-from changed',
  items: 'Items corrected',
  store: 'Changed at the store',
  push: 'Reported to the store',
  erased: "Buyer's data erased",
  status: 'Status changed',
  archived: 'Archived',
  restored: 'Taken back from the archive',
  cancelled: 'Cancelled',
  uncancelled: 'Cancellation undone',
  held: 'Put on hold',
  released: 'Released from hold',
  tags: 'Tags changed',
  assigned: 'Assigned',
  note: 'Notes changed',
  retried: 'Tried again',
};
