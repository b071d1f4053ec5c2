/** Orders as Reebelo answers them, in the form of Shopify's REST API, and offers. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { SimOffer, SimOrder, VendorAbout } from './model.ts';

export const BUYER: JsonObject = {
  first_name: 'Test',
  last_name: 'Buyer',
  company: null,
  address1: '20 Receiver Avenue',
  address2: 'Unit 3',
  city: 'Vancouver',
  province_code: 'BC',
  zip: 'V6B 1A1',
  country_code: 'CA',
  phone: '+16045550100',
};

const SHIPPING = 9.95;

/** Nothing of the order is left. */
const isWhole = (order: SimOrder): boolean =>
  order.track !== undefined &&
  order.lines.every((line) => {
    const gone = [...(order.track?.lines ?? []), ...order.refunded].filter((l) => l.id === line.id);
    return gone.reduce((sum, l) => sum + l.quantity, 0) >= line.quantity;
  });

export const isShipped = isWhole;

export function orderView(order: SimOrder, about: VendorAbout): JsonObject {
  const goods = order.lines.reduce((sum, line) => sum + Number(line.price) * line.quantity, 0);
  const { track } = order;
  return {
    id: 5_000_000_000 + order.number,
    order_number: order.number,
    name: `#A${order.number}`,
    processed_at: order.placedAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt ?? null,
    financial_status: order.payment,
    fulfillment_status: track === undefined ? null : isWhole(order) ? 'fulfilled' : 'partial',
    currency: about.currency,
    email: 'test.buyer@mail.example',
    note: order.note ?? null,
    total_line_items_price: goods.toFixed(2),
    total_price: (goods + SHIPPING).toFixed(2),
    total_shipping_price_set: { shop_money: { amount: SHIPPING.toFixed(2), currency_code: about.currency } },
    lastDayToDispatch: new Date(Date.parse(order.placedAt) + 2 * 86_400_000).toISOString(),
    shipping_address: BUYER,
    shipping_lines: [{ title: 'Express', code: 'EXPRESS', price: SHIPPING.toFixed(2) }],
    line_items: order.lines.map((line) => ({
      id: line.id,
      sku: line.sku,
      name: line.title,
      title: line.title,
      quantity: line.quantity,
      price: line.price,
      pre_tax_price: line.price,
      fulfillment_service: 'manual',
      requires_shipping: true,
      tax_lines: [],
    })),
    fulfillments:
      track === undefined
        ? []
        : [
            {
              id: 7_000_000_000 + order.number,
              status: 'success',
              created_at: track.at,
              tracking_company: track.carrier,
              tracking_number: track.trackingNumber,
              line_items: track.lines.map((line) => ({ ...line })),
            },
          ],
    refunds: order.refunded.map((r) => ({
      refund_line_items: [{ line_item_id: r.id, quantity: r.quantity }],
    })),
  };
}

export const offerView = (offer: SimOffer): JsonObject => ({
  sku: offer.sku,
  name: offer.name,
  price: offer.price,
  stock: offer.stock,
  reebeloOffer: { attributes: { condition: 'Excellent' }, stock: offer.stock, url: 'https://reebelo.example/offer' },
});
