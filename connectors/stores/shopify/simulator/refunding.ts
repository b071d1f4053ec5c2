/** What `suggestedRefund` works out and what `refundCreate` allows and does to an order. Pure. */
import {
  add,
  money,
  type Money,
  parseMoney,
  partsPerMillion,
  times,
  toDecimal,
  zero,
} from '@scanship/domain/money/money';
import type { Outcome } from './fulfilling.ts';
import { numberOf, type SimOrder, type SimRefund } from './model.ts';

export interface RefundWishLine {
  readonly lineItemId: string;
  readonly quantity: number;
  readonly restockType?: string | null;
  readonly locationId?: string | null;
}

export interface RefundWish {
  readonly orderId: string;
  readonly note?: string | null;
  readonly notify?: boolean | null;
  readonly currency?: string | null;
  readonly refundLineItems?: readonly RefundWishLine[] | null;
  readonly shipping?: { readonly amount?: string | null; readonly fullRefund?: boolean | null } | null;
  readonly transactions?:
    | readonly {
        readonly amount: string;
        readonly gateway: string;
        readonly kind: string;
        readonly parentId?: string | null;
      }[]
    | null;
}

export interface Suggested {
  readonly lines: readonly {
    readonly lineId: number;
    readonly quantity: number;
    readonly subtotal: Money;
    readonly tax: Money;
  }[];
  readonly shipping: Money;
  readonly shippingTax: Money;
  /** What the payment still holds. */
  readonly most: Money;
}

const PAID = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'];
export const GATEWAY = 'shopify_payments';
/** The order's one payment. */
export const paymentOf = (order: SimOrder): number => order.id + 800_000;

const refundsOf = (order: SimOrder): readonly SimRefund[] => order.refunds ?? [];
const amountOf = (text: string | undefined, currency: string): Money =>
  parseMoney(text ?? '0', currency) ?? zero(currency);
const taxed = (order: SimOrder, amount: Money): Money => {
  const percent = order.taxPercent ?? 0;
  return order.taxesIncluded === true
    ? money(Math.round((amount.minor * percent) / (100 + percent)), amount.currency)
    : partsPerMillion(amount, percent * 10_000);
};

export const refundable = (order: SimOrder, lineId: number): number => {
  const line = order.lines.find((one) => one.id === lineId);
  return line ? line.current : 0;
};

/** @param wantShipping all of the shipping that was not refunded before */
export function suggest(
  order: SimOrder,
  wanted: readonly RefundWishLine[],
  wantShipping: boolean,
  currency: string,
): Outcome<Suggested> {
  const lines: Suggested['lines'][number][] = [];
  for (const { lineItemId, quantity } of wanted) {
    const line = order.lines.find((one) => one.id === numberOf('LineItem', lineItemId));
    if (!line) return { error: 'Line item does not exist.' };
    if (quantity < 1 || quantity > refundable(order, line.id))
      return { error: 'Refund line items quantity cannot refund more items than were purchased.' };
    const subtotal = times(amountOf(line.price, currency), quantity);
    lines.push({ lineId: line.id, quantity, subtotal, tax: taxed(order, subtotal) });
  }
  const before = refundsOf(order).reduce((sum, one) => add(sum, amountOf(one.shipping, currency)), zero(currency));
  const left = money(amountOf(order.shippingPrice, currency).minor - before.minor, currency);
  const shipping = wantShipping ? left : zero(currency);
  const paid = PAID.includes(order.financial) ? amountOf(order.total, currency) : zero(currency);
  const paidBack = refundsOf(order).reduce((sum, one) => add(sum, amountOf(one.amount, currency)), zero(currency));
  return {
    value: {
      lines,
      shipping,
      shippingTax: taxed(order, shipping),
      most: money(paid.minor - paidBack.minor, currency),
    },
  };
}

const RESTOCKS = ['RETURN', 'CANCEL', 'NO_RESTOCK'];

export function createRefund(
  order: SimOrder,
  wish: RefundWish,
  how: { readonly currency: string; readonly at: string; readonly key: string; readonly input: string },
  id: () => number,
): Outcome<{ readonly order: SimOrder; readonly refund: SimRefund }> {
  const { currency, at, key, input } = how;
  const wanted = wish.refundLineItems ?? [];
  const suggested = suggest(order, wanted, false, currency);
  if ('error' in suggested) return suggested;
  for (const { restockType, locationId, lineItemId, quantity } of wanted) {
    const type = restockType ?? 'NO_RESTOCK';
    if (!RESTOCKS.includes(type)) return { error: 'Restock type is not accepted.' };
    if (type !== 'NO_RESTOCK' && (locationId ?? '') === '') return { error: 'A location is needed to restock.' };
    const sent = order.fulfilments
      .filter((one) => one.status === 'SUCCESS')
      .flatMap((one) => one.lines)
      .filter((one) => one.lineId === numberOf('LineItem', lineItemId))
      .reduce((sum, one) => sum + one.quantity, 0);
    if (type === 'RETURN' && sent < quantity) return { error: 'Only fulfilled items can be restocked as returned.' };
  }
  let amount = zero(currency);
  for (const transaction of wish.transactions ?? []) {
    const part = parseMoney(transaction.amount, currency);
    if (transaction.kind !== 'REFUND' || transaction.gateway !== GATEWAY || !part || part.minor <= 0)
      return { error: 'Transactions are not valid.' };
    amount = add(amount, part);
  }
  if (amount.minor > suggested.value.most.minor)
    return { error: `Refund amount ${toDecimal(amount)} is greater than the amount that is left to refund.` };
  if (wanted.length === 0 && amount.minor === 0) return { error: 'Nothing is refunded.' };
  const refund: SimRefund = {
    id: id(),
    note: wish.note ?? undefined,
    at,
    notified: wish.notify === true,
    key,
    input,
    amount: toDecimal(amount),
    shipping: wish.shipping?.amount ?? '0',
    lines: wanted.map(({ lineItemId, quantity, restockType, locationId }) => ({
      lineId: numberOf('LineItem', lineItemId) ?? 0,
      quantity,
      restocked: (restockType ?? 'NO_RESTOCK') !== 'NO_RESTOCK',
      locationId: locationId == null ? undefined : numberOf('Location', locationId),
    })),
  };
  const left = suggested.value.most.minor - amount.minor;
  return {
    value: {
      refund,
      order: {
        ...order,
        updatedAt: at,
        refunds: [...refundsOf(order), refund],
        financial: amount.minor === 0 ? order.financial : left > 0 ? 'PARTIALLY_REFUNDED' : 'REFUNDED',
        lines: order.lines.map((line) => {
          const off = refund.lines.find((one) => one.lineId === line.id)?.quantity ?? 0;
          return { ...line, current: line.current - off };
        }),
      },
    },
  };
}
