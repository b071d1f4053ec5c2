/** One order with everything its page shows. */
import type { OrderDetail } from '@scanship/contracts/orders';
import type { Fulfillment, FulfillmentStatus } from '@scanship/domain/order';
import { statusWord } from '@scanship/domain/order';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { loadOrderForShipping } from './order-for-shipping.ts';
import { orderRow } from './order-rows.ts';

/** Provided by the module that owns shipments. */
export type ShipmentsOfOrder = (ctx: RequestContext, tx: Tx, orderId: string) => Promise<OrderDetail['shipments']>;

/** What an order's store was told, and what it did; provided by the module that owns stores. */
export type StoreSideOfOrder = (
  ctx: RequestContext,
  tx: Tx,
  orderId: string,
) => Promise<Pick<OrderDetail, 'pushes' | 'storeNotices'>>;

export interface DetailParts {
  readonly shipmentsOfOrder: ShipmentsOfOrder;
  readonly storeSideOfOrder: StoreSideOfOrder;
}

/** The detail, with ids of users (or null for the system) where names will stand. */
export interface UnnamedDetail {
  readonly detail: Omit<OrderDetail, 'history'>;
  readonly history: readonly (Omit<OrderDetail['history'][number], 'who'> & { readonly userId: string | null })[];
}

/** Undefined when this tenant has no such order. */
export async function readOrderDetail(
  ctx: RequestContext,
  tx: Tx,
  parts: DetailParts,
  orderId: string,
): Promise<UnnamedDetail | undefined> {
  const order = await loadOrderForShipping(ctx, tx, orderId);
  const row = await orderRow(tx, orderId);
  if (!order || !row) return undefined;
  const { shipFrom, customs } = order;
  return {
    detail: {
      ...row,
      shipTo: order.shipTo,
      shipToImported: order.shipToImported,
      shipToProblems: order.shipToProblems.map((each) => ({ ...each })),
      shipFrom: shipFrom && { locationId: shipFrom.locationId, name: shipFrom.name, address: shipFrom.address },
      items: order.lines.map(({ unitMinor, ...line }) => ({
        ...line,
        unitPrice: { minor: unitMinor, currency: order.currency },
      })),
      customerNote: order.customerNote,
      internalNote: order.internalNote,
      customs: customs && {
        ...customs,
        items: customs.items.map((item) => ({
          ...item,
          unitValue: { ...item.unitValue },
          lines: item.lines && [...item.lines],
        })),
      },
      customsGaps: order.customsGaps.map((gap) => ({ ...gap })),
      shipments: await parts.shipmentsOfOrder(ctx, tx, orderId),
      ...(await parts.storeSideOfOrder(ctx, tx, orderId)),
    },
    history: await readHistory(tx, orderId),
  };
}

interface ChangeRecord {
  readonly at: Date;
  readonly from_state: string | null;
  readonly to_state: string;
  readonly by_user: string | null;
  readonly why: string | null;
}

/** Newest first. */
async function readHistory(tx: Tx, orderId: string): Promise<UnnamedDetail['history']> {
  const { rows } = await sql<ChangeRecord>`SELECT at, from_state, to_state, by_user, why FROM state_changes
    WHERE subject_kind = 'order' AND subject_id = ${orderId} ORDER BY at DESC, id DESC LIMIT 200`.execute(tx);
  return rows.map((row) => ({
    at: row.at.toISOString(),
    userId: row.by_user,
    what: whatHappened(row.to_state),
    from: statusOf(row.from_state),
    to: statusOf(row.to_state),
    why: row.why,
  }));
}

const FULFILLMENT_WORDS: Readonly<Record<Fulfillment, FulfillmentStatus>> = {
  unfulfilled: statusWord({ fulfillment: 'unfulfilled', cancelled: false }),
  partial: statusWord({ fulfillment: 'partial', cancelled: false }),
  fulfilled: statusWord({ fulfillment: 'fulfilled', cancelled: false }),
  manual_fulfilled: statusWord({ fulfillment: 'manual_fulfilled', cancelled: false }),
};

const statusOf = (state: string | null): string | null =>
  state !== null && state in FULFILLMENT_WORDS ? FULFILLMENT_WORDS[state as Fulfillment] : null;

function whatHappened(to: string): string {
  switch (to) {
    case 'created':
      return 'Order created';
    case 'address':
      return 'Ship-to address corrected';
    case 'store':
      return 'Changed at the store';
    case 'push':
      return 'Reported to the store';
    case 'erased':
      return "Buyer's data erased";
    default:
      return 'Status changed';
  }
}

/** Puts names in place of user ids. */
export function nameDetail(unnamed: UnnamedDetail, names: ReadonlyMap<string, string>): OrderDetail {
  const { detail, history } = unnamed;
  const name = (userId: string | null): string => (userId === null ? 'System' : (names.get(userId) ?? 'A former user'));
  return {
    ...detail,
    claimedBy: detail.claimedBy === null ? null : name(detail.claimedBy),
    history: history.map(({ userId, ...entry }) => ({ ...entry, who: name(userId) })),
  };
}

/** Users whose names a detail needs. */
export const usersOf = ({ detail, history }: UnnamedDetail): string[] => [
  ...new Set([detail.claimedBy, ...history.map((entry) => entry.userId)].filter((id) => id !== null)),
];
