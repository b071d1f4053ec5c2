/** Orders as a marketplace brings them: with one fulfilment that holds everything. */
import type { SimOrder, SimPerson, SimProduct } from './model.ts';

export interface Wish {
  readonly lines: readonly {
    readonly productId: number;
    readonly quantity: number;
    readonly bundle?: boolean | undefined;
  }[];
  readonly person: SimPerson;
  readonly instructions?: string | undefined;
  readonly externally?: boolean | undefined;
}

/** @param count how many orders the profile had before this one; @param base tells the numbers of profiles apart */
export function makeOrder(
  wish: Wish,
  products: ReadonlyMap<number, SimProduct>,
  count: number,
  base: number,
  created: string,
): SimOrder {
  const id = base + count;
  const items = wish.lines.flatMap(({ productId, quantity, bundle = false }, index) => {
    const product = products.get(productId);
    return product
      ? [
          {
            id: id * 1_000 + index,
            productId,
            sku: product.sku,
            title: product.title,
            quantity,
            unitPrice: product.price,
            harmonizedCode: product.harmonizedCode,
            bundle,
            cancelled: 0,
          },
        ]
      : [];
  });
  return {
    id,
    siteName: 'Amazon Seller Central - CA',
    created,
    updated: created,
    checkout: 'Completed',
    payment: 'Cleared',
    shipping: wish.externally === true ? 'ThirdPartyManaged' : 'Unshipped',
    externally: wish.externally ?? false,
    instructions: wish.instructions ?? null,
    person: wish.person,
    items,
    fulfilments: [
      {
        id: id * 100,
        status: wish.externally === true ? 'ThirdPartyManaged' : 'NoChange',
        tracking: null,
        carrier: 'UPS',
        shippingClass: 'Ground',
        sellerId: null,
        shipped: null,
        // A bundle is laid out in its components, two of each here.
        parts: items.map((item, index) => ({
          id: id * 10_000 + index,
          itemId: item.id,
          quantity: item.bundle ? item.quantity * 2 : item.quantity,
        })),
      },
    ],
    exportedBy: [],
  };
}
