/** One order with everything its page shows. */
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { RequestContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { sentAgain } from '../again/sent-again.ts';
import { loadOrderForShipping } from './order-for-shipping.ts';
import { nameEntry, readHistory, type UnnamedEntry } from './order-history.ts';
import type { CarrierFacts } from './order-shipping.ts';
import { nameRows, orderRow, type UnnamedRow, usersOfRows } from './order-rows.ts';
import { whyUnread } from '../unread/unread-orders.ts';
import { combinableWith, lineSides, type Mark, markOf } from './order-sides.ts';

/** Provided by the module that owns shipments. */
export type ShipmentsOfOrder = (ctx: RequestContext, tx: Tx, orderId: string) => Promise<OrderDetail['shipments']>;

/** What an order's store was told, and what it did; provided by the module that owns stores. */
export type StoreSideOfOrder = (
  ctx: RequestContext,
  tx: Tx,
  orderId: string,
) => Promise<Pick<OrderDetail, 'pushes' | 'storeNotices' | 'buyerErased'>>;

export interface DetailParts {
  readonly shipmentsOfOrder: ShipmentsOfOrder;
  readonly storeSideOfOrder: StoreSideOfOrder;
  /** Path of the page on which the buyer follows an order; the module of that page gives it. */
  readonly buyerPath: (order: { readonly tenantId: string; readonly orderId: string }) => string;
}

/** The detail, with ids of users (or null for the system) where names will stand. */
export interface UnnamedDetail {
  readonly detail: Omit<OrderDetail, 'history' | 'markedFulfilled' | 'label'> & Pick<UnnamedRow, 'shipping'>;
  readonly history: readonly UnnamedEntry[];
  readonly mark: Mark | null;
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
  const sides = await lineSides(tx, orderId);
  const { shipFrom, customs, currency } = order;
  const storeSide = await parts.storeSideOfOrder(ctx, tx, orderId);
  const unread = order.importFailed || storeSide.storeNotices.some(({ code }) => code === 'order-unreadable');
  return {
    detail: {
      ...row,
      holdReason: order.holdReason,
      shipTo: order.shipTo,
      shipToImported: order.shipToImported,
      shipToProblems: order.shipToProblems.map((each) => ({ ...each })),
      shipToEdited: order.shipToEdited,
      shipFrom: shipFrom && {
        locationId: shipFrom.oneOff ? null : shipFrom.locationId,
        name: shipFrom.name,
        address: shipFrom.address,
      },
      shipFromChosen: order.shipFromChosen,
      items: order.lines.map(({ unitMinor, declaredMinor, ...line }) => ({
        ...line,
        unitPrice: { minor: unitMinor, currency },
        unitValue: { minor: declaredMinor ?? unitMinor, currency },
        bin: null,
        imageUrl: null,
        edited: [],
        ...sides.get(line.line),
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
      buyerPage: parts.buyerPath({ tenantId: ctx.tenantId, orderId }),
      ...(await sentAgain(tx, ctx.tenantId, orderId)),
      combinableWith: await combinableWith(tx, orderId),
      shipments: await parts.shipmentsOfOrder(ctx, tx, orderId),
      ...storeSide,
      unread: unread ? await whyUnread(tx, orderId) : null,
    },
    history: await readHistory(tx, orderId),
    mark: await markOf(tx, orderId),
  };
}

/** Puts names in place of user ids and codes of carriers. */
export function nameDetail(
  { detail: { shipping, ...detail }, history, mark }: UnnamedDetail,
  names: ReadonlyMap<string, string>,
  carrier: CarrierFacts,
): OrderDetail {
  const name = (userId: string | null): string => (userId === null ? 'System' : (names.get(userId) ?? 'A former user'));
  const [row] = nameRows([{ ...detail, shipping }], names, carrier);
  return {
    ...detail,
    claimedBy: row?.claimedBy ?? null,
    assignedTo: row?.assignedTo ?? null,
    label: row?.label ?? null,
    markedFulfilled: mark && { carrier: mark.carrier, number: mark.number, at: mark.at, who: name(mark.userId) },
    history: history.map((entry) => nameEntry(entry, name)),
  };
}

/** Users whose names a detail needs. */
export const usersOf = ({ detail, history, mark }: UnnamedDetail): string[] => [
  ...new Set(
    [...usersOfRows([detail]), mark?.userId ?? null, ...history.map((entry) => entry.userId)].filter(
      (id) => id !== null,
    ),
  ),
];
