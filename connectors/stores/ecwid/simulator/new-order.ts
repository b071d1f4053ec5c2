/** Orders as Ecwid's checkout makes them. */
import type { SimOrder, SimPerson, SimProduct } from './model.ts';

export interface Wish {
  readonly lines: readonly {
    readonly productId: number;
    readonly variationId?: number | undefined;
    readonly quantity: number;
  }[];
  readonly person: SimPerson;
  readonly comments?: string | undefined;
  readonly service?: SimOrder['service'] | undefined;
  readonly pickup?: boolean | undefined;
  readonly paymentStatus?: SimOrder['paymentStatus'] | undefined;
}

/** Five characters, of which Ecwid makes its ids. */
export const idOf = (count: number): string => `E${(count * 7 + 46_656).toString(36).toUpperCase().slice(-4)}`;

/** @param count how many orders the store had before this one */
export function makeOrder(
  wish: Wish,
  products: ReadonlyMap<number, SimProduct>,
  count: number,
  placed: number,
): SimOrder {
  return {
    id: idOf(count),
    internalId: 516_480_001 + count,
    created: placed,
    updated: placed,
    paymentStatus: wish.paymentStatus ?? 'PAID',
    fulfillmentStatus: wish.pickup === true ? 'READY_FOR_PICKUP' : 'AWAITING_PROCESSING',
    trackingNumber: '',
    comments: wish.comments,
    person: wish.person,
    service: wish.service ?? { name: 'Standard shipping', rate: 9.5 },
    pickup: wish.pickup ?? false,
    lines: wish.lines.flatMap(({ productId, variationId, quantity }, index) => {
      const product = products.get(productId);
      const variation = product?.variations.find(({ id }) => id === variationId);
      return product
        ? [
            {
              id: 1_828_000_001 + count * 100 + index,
              productId,
              variationId,
              name: product.name,
              sku: variation?.sku ?? product.sku,
              quantity,
              price: variation?.price ?? product.price,
              weight: variation?.weight ?? product.weight,
              options: variation?.options ?? [],
            },
          ]
        : [];
    }),
    reports: [],
  };
}
