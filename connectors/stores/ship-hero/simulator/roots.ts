/** Root fields of queries and mutations. */
import { SimRefusal, type SimContext } from '@scanship/simulator-kit/simulator';
import { accounts, type Account } from './accounts.ts';
import { idOf, numberOf, pendingOf, type SimHook, type SimOrder, type SimShipment } from './model.ts';
import { page, type PageArgs } from './paging.ts';
import { accountView, hookView, orderView, productView, shipmentView } from './views.ts';

export const WEBHOOK_NAMES: readonly string[] = [
  'Inventory Update',
  'Shipment Update',
  'Order Canceled',
  'PO Update',
  'Return Update',
  'Order Packed Out',
  'Order Allocated',
  'Order Deallocated',
];

interface Caller {
  readonly account: Account;
  readonly context: SimContext;
}

const wrong = (message: string, code = '2'): SimRefusal => new SimRefusal(200, code, message);

/** A moment as questions name it; without a zone it is UTC. */
function moment(given: unknown): number | undefined {
  if (given === null || given === undefined) return undefined;
  const time = typeof given === 'string' ? Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(given) ? given : `${given}Z`) : NaN;
  if (Number.isNaN(time)) throw wrong('Invalid ISODateTime');
  return time;
}

/** Changed later than a moment: the second itself does not count here, so that a connector must not rely on it. */
const changed = <T extends { readonly updated: string }>(items: Iterable<T>, from: unknown): T[] => {
  const bound = moment(from);
  return [...items].filter((one) => bound === undefined || Math.floor(Date.parse(one.updated) / 1_000) * 1_000 > bound);
};

const queries = ({ account, context }: Caller): object => {
  const result = (data: unknown): object => ({ request_id: context.newId(''), complexity: 1, data });
  return {
    account: () => result(accountView(account)),
    order: ({ id }: { readonly id: string }) => {
      const order = account.orders.get(numberOf('Order', id) ?? 0);
      if (!order) throw wrong(`Order with id ${id} not found`, '3');
      return result(orderView(order, account));
    },
    orders: ({ updated_from: from }: { readonly updated_from?: unknown }) => {
      const found = changed(account.orders.values(), from);
      return result((args: PageArgs) =>
        page(found, args, { order_date: (one) => one.placed, updated_at: (one) => one.updated }, (one) =>
          orderView(one, account),
        ),
      );
    },
    products: ({ updated_from: from }: { readonly updated_from?: unknown }) => {
      const found = changed(account.products.values(), from);
      return result((args: PageArgs) =>
        page(found, args, { created_at: (one) => one.created, updated_at: (one) => one.updated }, (one) =>
          productView(one, account),
        ),
      );
    },
    webhooks: () =>
      result((args: PageArgs) => page([...account.hooks.values()], args, {}, (one) => hookView(one, account, null))),
  };
};

interface ShipmentWish {
  readonly order_id: string;
  readonly warehouse_id: string;
  readonly line_items: readonly ({ readonly line_item_id: string; readonly quantity: number } | null)[];
  readonly labels?:
    | readonly ({
        readonly carrier: string;
        readonly tracking_number?: string | null;
        readonly tracking_url?: string | null;
        readonly line_item_ids: readonly (string | null)[];
      } | null)[]
    | null;
  readonly notify_customer_via_store?: boolean | null;
  readonly shipped_off_shiphero?: boolean | null;
}

function shippedLines(order: SimOrder, wish: ShipmentWish): SimShipment['lines'] {
  if (wish.line_items.length === 0) throw wrong('line_items can not be empty');
  return wish.line_items.map((asked) => {
    if (!asked) throw wrong('A line item can not be empty');
    const number = numberOf('LineItem', asked.line_item_id);
    const line = order.lines.find((one) => one.number === number);
    if (!line) throw wrong(`Line item ${asked.line_item_id} not found`, '3');
    if (asked.quantity < 1 || asked.quantity > pendingOf(order, line))
      throw wrong(`The quantity of line item ${asked.line_item_id} is more than what is pending fulfillment`);
    return { lineNumber: line.number, quantity: asked.quantity };
  });
}

function ship({ account, context }: Caller, wish: ShipmentWish): object {
  const order = account.orders.get(numberOf('Order', wish.order_id) ?? 0);
  if (!order) throw wrong(`Order with id ${wish.order_id} not found`, '3');
  const warehouse = account.about.warehouses.find((one) => idOf('Warehouse', one.number) === wish.warehouse_id);
  if (!warehouse) throw wrong(`Warehouse with id ${wish.warehouse_id} not found`, '3');
  if (order.status === 'canceled') throw wrong('The order is canceled');
  if (order.holds.length > 0) throw wrong('The order is on hold');
  if (wish.shipped_off_shiphero !== true) throw wrong('A label has to be bought for this shipment');
  const lines = shippedLines(order, wish);
  const labels = (wish.labels ?? []).filter((label) => label !== null);
  const known = new Set(wish.line_items.map((line) => line?.line_item_id));
  const labelled = labels.flatMap((label) => label.line_item_ids);
  if (labelled.some((id) => id === null || !known.has(id)) || new Set(labelled).size < labelled.length)
    throw wrong('Each line item of a label has to be of this shipment, on one label alone');
  const created = context.now().toISOString();
  const shipment: SimShipment = {
    number: 96_000_001 + context.books.all().length,
    warehouse: warehouse.number,
    created,
    notifyStore: wish.notify_customer_via_store === true,
    labels: labels.map((label) => ({
      carrier: label.carrier,
      trackingNumber: label.tracking_number ?? '',
      trackingUrl: label.tracking_url ?? undefined,
    })),
    lines,
  };
  const after: SimOrder = { ...order, updated: created, shipments: [...order.shipments, shipment] };
  const value = after.lines.every((line) => pendingOf(after, line) === 0) ? { ...after, status: 'fulfilled' } : after;
  accounts.put(account.about.id, { what: 'order', value }, context, {
    kind: 'fulfilled',
    id: idOf('Shipment', shipment.number),
    reference: shipment.labels[0]?.trackingNumber,
  });
  return { request_id: context.newId(''), complexity: 10, shipment: shipmentView(shipment, value) };
}

interface HookWish {
  readonly name: string;
  readonly url?: string;
  readonly shop_name?: string | null;
}

const hookOf = (account: Account, { name, shop_name: shopName }: HookWish): SimHook | undefined =>
  [...account.hooks.values()].find((hook) => hook.name === name && hook.shopName === (shopName ?? ''));

function subscribe({ account, context }: Caller, wish: HookWish): object {
  if (!WEBHOOK_NAMES.includes(wish.name)) throw wrong(`${wish.name} is not a webhook`);
  if (!URL.canParse(wish.url ?? '')) throw wrong('Invalid url');
  if (hookOf(account, wish)) throw wrong('There is a webhook of this name already');
  const value: SimHook = {
    number: 50_001 + context.books.all().length,
    name: wish.name,
    shopName: wish.shop_name ?? '',
    url: wish.url ?? '',
    secret: context.newId('whsec_'),
  };
  accounts.put(account.about.id, { what: 'hook', value }, context);
  return { request_id: context.newId(''), complexity: 10, webhook: hookView(value, account, value.secret) };
}

function unsubscribe({ account, context }: Caller, wish: HookWish): object {
  const hook = hookOf(account, wish);
  if (!hook) throw wrong('Webhook not found', '3');
  accounts.put(account.about.id, { what: 'unhook', number: hook.number }, context);
  return { request_id: context.newId(''), complexity: 10 };
}

const mutations = (caller: Caller): object => ({
  shipment_create: ({ data }: { readonly data: ShipmentWish }) => ship(caller, data),
  webhook_create: ({ data }: { readonly data: HookWish }) => subscribe(caller, data),
  webhook_delete: ({ data }: { readonly data: HookWish }) => unsubscribe(caller, data),
});

export const rootsOf = (caller: Caller): object => ({ ...queries(caller), ...mutations(caller) });
