/** Makes an order as a checkout would: totals, and fulfilment orders by location. */
import { money, times, add, partsPerMillion, zero, parseMoney, toDecimal } from '@scanship/domain/money/money';
import { instant, type SimAddress, type SimGroup, type SimLine, type SimOrder, type SimVariant } from './model.ts';

export interface OrderWish {
  readonly lines: readonly {
    /** A product of the shop; what is given beside it overrides it. */
    readonly variant?: SimVariant | undefined;
    readonly name?: string | undefined;
    readonly price?: string | undefined;
    readonly quantity: number;
    readonly requiresShipping?: boolean | undefined;
    /** Location that ships it; the shop's first when absent. */
    readonly locationId?: number | undefined;
  }[];
  readonly address?: SimAddress | undefined;
  readonly email?: string | undefined;
  readonly note?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly attributes?: SimOrder['attributes'] | undefined;
  readonly financial?: string | undefined;
  readonly shipping?: SimOrder['shipping'];
  /** What shipping cost the buyer, "12.00". */
  readonly shippingPrice?: string | undefined;
  readonly taxPercent?: number | undefined;
  readonly taxesIncluded?: boolean | undefined;
  readonly fulfillBy?: string | undefined;
}

/** @param id a fresh id with each call @param locationId where orders ship from */
export function makeOrder(
  wish: OrderWish,
  at: { readonly number: number; readonly placed: Date; readonly currency: string; readonly locationId: number },
  id: () => number,
): SimOrder {
  const orderId = id();
  const { currency } = at;
  const lines = wish.lines.map((line): SimLine & { readonly locationId: number } => ({
    id: id(),
    name: line.name ?? line.variant?.name ?? 'Item',
    sku: line.variant?.sku,
    quantity: line.quantity,
    current: line.quantity,
    price: line.price ?? line.variant?.price ?? '10.00',
    weight: line.variant?.weight,
    variantId: line.variant?.id,
    requiresShipping: line.requiresShipping ?? true,
    locationId: line.locationId ?? at.locationId,
  }));
  const places = [...new Set(lines.map((l) => l.locationId))];
  const groups = places.map(
    (locationId): SimGroup => ({
      id: id(),
      status: 'OPEN',
      locationId,
      fulfillBy: wish.fulfillBy,
      holds: [],
      lines: lines
        .filter((l) => l.locationId === locationId)
        .map((l) => ({ id: id(), lineId: l.id, total: l.quantity, remaining: l.quantity })),
    }),
  );
  const sum = lines.reduce(
    (total, l) => add(total, times(parseMoney(l.price, currency) ?? zero(currency), l.quantity)),
    parseMoney(wish.shippingPrice ?? '0', currency) ?? money(0, currency),
  );
  return {
    id: orderId,
    name: `#${at.number}`,
    createdAt: instant(at.placed),
    updatedAt: instant(at.placed),
    financial: wish.financial ?? 'PAID',
    email: wish.email,
    note: wish.note,
    tags: wish.tags ?? [],
    attributes: wish.attributes ?? [],
    total: toDecimal(
      wish.taxesIncluded === true ? sum : add(sum, partsPerMillion(sum, (wish.taxPercent ?? 0) * 10_000)),
    ),
    ...(wish.shippingPrice === undefined ? {} : { shippingPrice: wish.shippingPrice }),
    ...(wish.taxPercent === undefined ? {} : { taxPercent: wish.taxPercent }),
    ...(wish.taxesIncluded === undefined ? {} : { taxesIncluded: wish.taxesIncluded }),
    shipping: wish.shipping,
    address: wish.address,
    lines: lines.map(({ locationId: _locationId, ...line }) => line),
    groups,
    fulfilments: [],
  };
}
