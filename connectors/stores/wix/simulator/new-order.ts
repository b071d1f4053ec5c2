/** Orders as Wix's checkout makes them. */
import { randomUUID } from 'node:crypto';
import type { SimAddress, SimOrder, SimProduct } from './model.ts';

export interface Wish {
  readonly lines: readonly {
    readonly productId: string;
    readonly variant?: number | undefined;
    readonly quantity: number;
  }[];
  readonly firstName: string;
  readonly lastName: string;
  readonly address: SimAddress;
  readonly note?: string | undefined;
  readonly service?: SimOrder['service'] | undefined;
  readonly pickup?: boolean | undefined;
  readonly status?: SimOrder['status'] | undefined;
  readonly paymentStatus?: SimOrder['paymentStatus'] | undefined;
}

export function makeOrder(
  wish: Wish,
  products: ReadonlyMap<string, SimProduct>,
  number: string,
  placed: Date,
  id: string = randomUUID(),
): SimOrder {
  return {
    id,
    number,
    createdDate: placed.toISOString(),
    updatedDate: placed.toISOString(),
    status: wish.status ?? 'APPROVED',
    paymentStatus: wish.paymentStatus ?? 'PAID',
    firstName: wish.firstName,
    lastName: wish.lastName,
    address: wish.address,
    note: wish.note,
    service: wish.service ?? { code: 'standard', title: 'Standard shipping', cost: '9.50' },
    pickup: wish.pickup ?? false,
    lines: wish.lines.flatMap(({ productId, variant = 0, quantity }, index) => {
      const product = products.get(productId);
      const one = product?.variants[variant];
      return product && one
        ? [
            {
              id: `00000000-0000-0000-0000-${String(index + 1).padStart(12, '0')}`,
              name: product.name,
              choice: one.choice,
              productId,
              variantId: one.id,
              sku: one.sku,
              quantity,
              price: one.price,
              weight: one.weight,
            },
          ]
        : [];
    }),
    fulfilments: [],
    deleted: [],
  };
}
