/** What keeps an order from being shipped as it stands, before any carrier is asked. Pure. */
import { holdWords } from '@scanship/domain/orders/order-commands';
import type { Held } from '../causes.ts';

/** What of an order the answer depends on. */
export interface BlockFacts {
  readonly cancelled: boolean;
  readonly archived: boolean;
  readonly holdCode: string | null;
  readonly holdReason: string | null;
  readonly holdUntil: string | null;
  readonly importFailed: boolean;
  readonly fulfillment: string;
  readonly lines: readonly { readonly quantity: number; readonly cancelled: number; readonly allocated: number }[];
  readonly shipToProblems: readonly { readonly severity: 'error' | 'warning'; readonly message: string }[];
  readonly shipFrom: object | null;
  readonly crossesBorder: boolean;
  readonly customsGaps: readonly { readonly message: string }[];
}

export interface BlockContext {
  /** Somebody else who ships it at this moment, by name. */
  readonly claimedBy: string | undefined;
  /** Who bought its label, where it has one. */
  readonly shippedBy: string | undefined;
  /** Its items have to be scanned first. */
  readonly mustVerify: boolean;
  /** What the parcel would weigh, contents and package together; null where nothing says. Grams. */
  readonly parcelGrams: number | null;
  /** Heaviest parcel its package takes, with the package's name. */
  readonly limit: { readonly grams: number; readonly packageName: string } | undefined;
}

/** The first obstacle, in the order in which a person would ask: is it done, may it go, can it go. */
export function whyBlocked(order: BlockFacts, more: BlockContext): Held | undefined {
  if (order.cancelled) return { cause: 'cancelled', message: 'This order is cancelled.' };
  if (order.archived) return { cause: 'archived', message: 'This order is archived.' };
  if (order.fulfillment === 'manual_fulfilled')
    return { cause: 'shipped', message: 'This order is marked as fulfilled by hand.' };
  const open = order.lines.some((line) => line.quantity - line.cancelled - line.allocated > 0);
  if (!open)
    return order.lines.some((line) => line.allocated > 0)
      ? {
          cause: 'shipped',
          message:
            more.shippedBy === undefined
              ? 'This order has a label already.'
              : `This order has a label already, bought by ${more.shippedBy}.`,
        }
      : { cause: 'cancelled', message: 'This order has no items left to ship.' };
  if (order.importFailed)
    return { cause: 'import-failed', message: 'This order did not arrive completely from its store.' };
  if (order.holdCode !== null) return { cause: 'hold', message: holdWords({ ...order, holdCode: order.holdCode }) };
  if (more.mustVerify)
    return { cause: 'hold', message: 'A rule wants the items of this order scanned before it is shipped.' };
  if (more.claimedBy !== undefined)
    return { cause: 'claimed', message: `This order is being shipped by ${more.claimedBy}.` };
  const errors = order.shipToProblems.filter((each) => each.severity === 'error');
  if (errors.length > 0) return { cause: 'address', message: errors.map((each) => each.message).join(' ') };
  if (!order.shipFrom) return { cause: 'no-ship-from', message: 'Nothing says where this order ships from.' };
  if (more.parcelGrams === null)
    return { cause: 'no-weight', message: 'An item of this order has no weight, and no weight was given for it.' };
  if (more.parcelGrams <= 0) return { cause: 'no-weight', message: 'The items of this order weigh nothing.' };
  if (more.limit && more.parcelGrams > more.limit.grams)
    return {
      cause: 'no-rate',
      message: `The parcel weighs ${more.parcelGrams} g; ${more.limit.packageName} takes ${more.limit.grams} g at most.`,
    };
  if (order.crossesBorder && order.customsGaps.length > 0)
    return { cause: 'customs', message: order.customsGaps.map((gap) => gap.message).join(' ') };
  return undefined;
}
