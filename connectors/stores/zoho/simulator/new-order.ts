/** Sales orders as staff or a web shop enter them. */
import type { SimAddress, SimItem, SimOrder } from './model.ts';

export interface Wish {
  readonly lines: readonly { readonly itemId: string; readonly quantity: number }[];
  readonly customer: string;
  readonly person?: SimOrder['person'];
  readonly shipTo: SimAddress;
  readonly notes?: string | undefined;
  readonly reference?: string | undefined;
  readonly deliveryMethod?: string | undefined;
  readonly status?: SimOrder['status'] | undefined;
}

/** Eighteen digits, as Zoho has them: more than a JSON number keeps. */
export const idOf = (kind: number, count: number): string =>
  `504366${String(kind).padStart(3, '0')}${String(count).padStart(9, '0')}`;

export const KINDS = { item: 53, order: 62, line: 63, package: 71, shipment: 72 } as const;

/** @param count how many orders the organization had before this one */
export function makeOrder(wish: Wish, items: ReadonlyMap<string, SimItem>, count: number, placed: number): SimOrder {
  return {
    id: idOf(KINDS.order, count),
    number: `SO-${String(count + 1).padStart(5, '0')}`,
    reference: wish.reference ?? '',
    created: placed,
    modified: placed,
    status: wish.status ?? 'confirmed',
    customer: wish.customer,
    person: wish.person,
    shipTo: wish.shipTo,
    notes: wish.notes ?? '',
    deliveryMethod: wish.deliveryMethod ?? 'Expedited',
    shippingCharge: 9.5,
    lines: wish.lines.flatMap(({ itemId, quantity }, index) => {
      const item = items.get(itemId);
      return item
        ? [
            {
              id: idOf(KINDS.line, count * 100 + index),
              itemId,
              sku: item.sku,
              name: item.name,
              rate: item.rate,
              quantity,
            },
          ]
        : [];
    }),
    packages: [],
  };
}
