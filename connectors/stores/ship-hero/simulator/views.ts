/** Accounts, orders, products and webhooks as the API shows them. */
import type { Account } from './accounts.ts';
import {
  HOLDS,
  idOf,
  pendingOf,
  type SimHook,
  type SimLine,
  type SimOrder,
  type SimProduct,
  type SimShipment,
} from './model.ts';
import { page, type PageArgs } from './paging.ts';

/** "2021-07-24T02:03:01": UTC to the second, the zone left out. */
export const shown = (iso: string): string => iso.slice(0, 19);

export const accountView = ({ about }: Account): object => ({
  id: about.id,
  legacy_id: about.number,
  username: about.username,
  email: about.email,
  status: 'active',
  is_3pl: about.is3pl,
  is_multi_warehouse: about.warehouses.length > 1,
  warehouses: about.warehouses.map(({ number, name, address }) => ({
    id: idOf('Warehouse', number),
    legacy_id: number,
    account_id: about.id,
    identifier: name,
    company_name: about.username,
    address: { name, address2: '', ...address },
  })),
});

export const productView = (product: SimProduct, { about }: Account): object => ({
  id: idOf('Product', product.number),
  legacy_id: product.number,
  account_id: about.id,
  sku: product.sku,
  name: product.name,
  barcode: `0628055${String(product.number).padStart(7, '0')}`.slice(0, 13),
  price: product.price,
  value: '1.00',
  tariff_code: '1702.20',
  country_of_manufacture: 'CA',
  customs_description: product.name,
  thumbnail: `https://images.shop.example/${product.number}.jpg`,
  virtual: false,
  dimensions: { weight: product.weight, length: '7.00', width: '5.00', height: '6.00' },
  created_at: shown(product.created),
  updated_at: shown(product.updated),
});

function lineView(order: SimOrder, line: SimLine, account: Account): object {
  const pending = pendingOf(order, line);
  const cancelled = order.status === 'canceled';
  const product = line.productNumber === undefined ? undefined : account.products.get(line.productNumber);
  return {
    id: idOf('LineItem', line.number),
    legacy_id: line.number % 2_000_000_000,
    order_id: idOf('Order', order.number),
    sku: line.sku,
    product_name: line.name,
    option_title: null,
    price: line.price,
    quantity: line.quantity,
    quantity_pending_fulfillment: cancelled ? 0 : pending,
    quantity_shipped: line.quantity - pending,
    fulfillment_status: cancelled ? 'canceled' : pending === 0 ? 'fulfilled' : 'pending',
    product: product ? productView(product, account) : null,
  };
}

export const shipmentView = (shipment: SimShipment, order: SimOrder): object => ({
  id: idOf('Shipment', shipment.number),
  legacy_id: shipment.number,
  order_id: idOf('Order', order.number),
  warehouse_id: idOf('Warehouse', shipment.warehouse),
  created_date: shown(shipment.created),
  shipped_off_shiphero: true,
  completed: true,
  shipping_labels: shipment.labels.map((label, index) => ({
    id: idOf('ShippingLabel', shipment.number * 10 + index),
    legacy_id: shipment.number,
    carrier: label.carrier,
    shipping_name: label.carrier,
    shipping_method: label.carrier,
    cost: '0.00',
    status: 'valid',
    tracking_number: label.trackingNumber,
    tracking_url: label.trackingUrl ?? null,
    created_date: shown(shipment.created),
  })),
});

const cents = (amount: string): number => Math.round(Number(amount) * 100);

export function orderView(order: SimOrder, account: Account): object {
  const goods = order.lines.reduce((sum, line) => sum + cents(line.price) * line.quantity, 0);
  const { person } = order;
  return {
    id: idOf('Order', order.number),
    legacy_id: order.number,
    order_number: order.orderNumber,
    partner_order_id: order.orderNumber,
    account_id: account.about.id,
    shop_name: 'manual-order',
    order_date: shown(order.placed),
    updated_at: shown(order.updated),
    required_ship_date: shown(new Date(Date.parse(order.placed) + 3 * 86_400_000).toISOString()),
    hold_until_date: null,
    fulfillment_status: order.status,
    currency: account.about.currency,
    total_price: ((goods + 900) / 100).toFixed(2),
    subtotal: (goods / 100).toFixed(2),
    email: 'test.buyer@mail.example',
    packing_note: order.packingNote ?? null,
    gift_note: null,
    gift_invoice: false,
    tags: [],
    holds: Object.fromEntries(HOLDS.map((hold) => [hold, order.holds.includes(hold)])),
    shipping_address: {
      first_name: person.first,
      last_name: person.last,
      company: null,
      address1: person.address1,
      address2: person.address2,
      city: person.city,
      state: person.state,
      state_code: person.state,
      zip: person.zip,
      country: person.country,
      country_code: person.country,
      phone: '+16045550100',
      email: 'test.buyer@mail.example',
    },
    shipping_lines: { title: order.service, carrier: 'cheapest', method: 'cheapest', price: '9.00' },
    allocations:
      order.allocated === undefined
        ? []
        : [
            {
              warehouse_id: idOf('Warehouse', order.allocated),
              order_id: idOf('Order', order.number),
              line_items: order.lines.map((line) => ({
                line_item_id: idOf('LineItem', line.number),
                sku: line.sku,
                quantity_allocated: line.quantity,
                warehouse_id: idOf('Warehouse', order.allocated ?? 0),
              })),
            },
          ],
    shipments: order.shipments.map((one) => shipmentView(one, order)),
    line_items: (args: PageArgs) => page(order.lines, args, {}, (line) => lineView(order, line, account)),
  };
}

export const hookView = (hook: SimHook, { about }: Account, secret: string | null): object => ({
  id: idOf('Webhook', hook.number),
  legacy_id: hook.number,
  account_id: about.id,
  name: hook.name,
  url: hook.url,
  shop_name: hook.shopName,
  source: 'api',
  shared_signature_secret: secret,
});
