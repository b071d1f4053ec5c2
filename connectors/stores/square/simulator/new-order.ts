/** Orders as Square Online makes them. */
import { randomBytes } from 'node:crypto';
import type { SimAddress, SimFulfilment, SimItem, SimLine, SimMerchant, SimMoney, SimOrder } from './model.ts';
import { later } from './model.ts';

/** 22 to 29 letters and digits, as Square has them. */
export const squareId = (): string =>
  randomBytes(24)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 22)
    .padEnd(22, 'Z');

export interface Wish {
  readonly lines: readonly { readonly variationId: string; readonly quantity: number }[];
  readonly locationId?: string | undefined;
  readonly recipient: { readonly name: string; readonly address: SimAddress; readonly phone?: string | undefined };
  readonly note?: string | undefined;
  readonly shippingType?: string | undefined;
  readonly shippingCost?: number | undefined;
  readonly referenceId?: string | undefined;
  /** Lines of each fulfilment, by their place; absent: one that holds all. */
  readonly split?: readonly (readonly number[])[] | undefined;
  readonly pickup?: boolean | undefined;
  readonly unpaid?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

function lineOf(items: Iterable<SimItem>, wish: Wish['lines'][number], currency: string): SimLine {
  const found = [...items].flatMap((item) => item.variations.map((variation) => ({ item, variation })));
  const one = found.find(({ variation }) => variation.id === wish.variationId);
  const price = one?.variation.price ?? 1_000;
  const total: SimMoney = { amount: price * wish.quantity, currency };
  return {
    uid: squareId(),
    name: one?.item.name ?? 'Custom amount',
    variation_name: one?.variation.name ?? 'Regular',
    quantity: String(wish.quantity),
    catalog_object_id: one?.variation.id,
    item_type: one ? 'ITEM' : 'CUSTOM_AMOUNT',
    base_price_money: { amount: price, currency },
    variation_total_price_money: total,
    gross_sales_money: total,
    total_money: total,
  };
}

export function makeOrder(
  wish: Wish,
  about: SimMerchant,
  items: Iterable<SimItem>,
  placed: Date,
  id: string = squareId(),
): SimOrder {
  const { currency } = about;
  const lines = wish.lines.map((line) => lineOf(items, line, currency));
  const total = lines.reduce((sum, line) => sum + line.total_money.amount, wish.shippingCost ?? 0);
  const details = {
    recipient: {
      display_name: wish.recipient.name,
      email_address: 'test.buyer@mail.example',
      phone_number: wish.recipient.phone ?? '+16045550100',
      address: wish.recipient.address,
    },
    shipping_type: wish.shippingType ?? 'Standard',
    shipping_note: wish.note,
    placed_at: placed.toISOString(),
    expected_shipped_at: later(placed, 3 * 86_400_000),
  };
  const fulfilment = (entries: readonly number[] | undefined): SimFulfilment => ({
    uid: squareId(),
    type: wish.pickup === true ? 'PICKUP' : 'SHIPMENT',
    state: 'PROPOSED',
    line_item_application: entries ? 'ENTRY_LIST' : 'ALL',
    entries: entries?.map((at) => ({
      uid: squareId(),
      line_item_uid: lines[at]?.uid ?? '',
      quantity: lines[at]?.quantity ?? '1',
    })),
    ...(wish.pickup === true ? { pickup_details: { pickup_at: placed.toISOString() } } : { shipment_details: details }),
  });
  return {
    id,
    location_id: wish.locationId ?? about.locations[0]?.id ?? '',
    reference_id: wish.referenceId,
    source: { name: 'Square Online' },
    created_at: placed.toISOString(),
    updated_at: placed.toISOString(),
    state: 'OPEN',
    version: wish.readOnly === true ? undefined : 4,
    line_items: lines,
    fulfillments: wish.split ? wish.split.map(fulfilment) : [fulfilment(undefined)],
    total_money: { amount: total, currency },
    net_amount_due_money: { amount: wish.unpaid === true ? total : 0, currency },
  };
}
