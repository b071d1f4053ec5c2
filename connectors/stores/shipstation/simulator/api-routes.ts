/** The calls of version 1 that we use, behind Basic authentication, with what the contract refuses. */
import type { JsonObject } from '@scanship/domain/values/json';
import { readTime } from '@scanship/domain/calendar/local-time';
import { accepting } from '@scanship/simulator-kit/accepting';
import { shopRoutes } from '@scanship/simulator-kit/routes';
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { accounts, type Account } from './accounts.ts';
import { STATUSES, type SimHook, type SimOrder } from './model.ts';
import { fulfillmentView, hookView, orderView, productView, storeView, warehouseView } from './views.ts';

const checked = accepting(
  (issue) => new SimRefusal(400, 'invalid', `The request is invalid: ${issue.path.join('.')} ${issue.message}`),
);

const whole = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number);
/** Pacific time without a zone. */
const local = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .transform((text, context) => {
    const time = readTime({ occurredAt: text, zone: 'America/Los_Angeles' });
    if (time) return time.instant.getTime();
    context.addIssue({ code: 'custom', message: 'is no time' });
    return z.NEVER;
  });
const sortDir = z.enum(['ASC', 'DESC']).default('ASC');
const paging = { page: whole.default(1), pageSize: whole.pipe(z.int().max(500)).default(100) };
const orderQuery = z.strictObject({
  ...paging,
  modifyDateStart: local.optional(),
  orderStatus: z.enum(STATUSES).optional(),
  storeId: whole.optional(),
  sortBy: z.enum(['OrderDate', 'ModifyDate', 'CreateDate']).optional(),
  sortDir,
});
const productQuery = z.strictObject({
  ...paging,
  sortBy: z.enum(['SKU', 'ModifyDate', 'CreateDate']).optional(),
  sortDir,
});
const fulfillmentQuery = z.strictObject({
  ...paging,
  orderId: whole.optional(),
  trackingNumber: z.string().optional(),
});
const storeQuery = z.strictObject({ showInactive: z.enum(['true', 'false']).default('false') });

const queryOf = (request: SimRequest): Record<string, string> => Object.fromEntries(request.query);

const pageOf = (
  name: string,
  all: readonly JsonObject[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): SimAnswer =>
  jsonAnswer(200, {
    [name]: all.slice((page - 1) * pageSize, page * pageSize),
    total: all.length,
    page,
    pages: Math.ceil(all.length / pageSize),
  });

function listOrders(account: Account, request: SimRequest): SimAnswer {
  const query = checked(orderQuery, queryOf(request));
  const at = (order: SimOrder): number => Date.parse(query.sortBy === 'ModifyDate' ? order.modified : order.placed);
  const found = [...account.orders.values()]
    .filter((order) => query.storeId === undefined || order.storeId === query.storeId)
    .filter((order) => query.orderStatus === undefined || order.status === query.orderStatus)
    // "Modified after the specified date."
    .filter((order) => query.modifyDateStart === undefined || Date.parse(order.modified) > query.modifyDateStart)
    .toSorted((a, b) => (query.sortBy === undefined ? a.id - b.id : at(a) - at(b) || a.id - b.id));
  if (query.sortDir === 'DESC') found.reverse();
  return pageOf(
    'orders',
    found.map((order) => orderView(order, account.about)),
    query,
  );
}

function listProducts(account: Account, request: SimRequest): SimAnswer {
  const query = checked(productQuery, queryOf(request));
  const found = [...account.products.values()].toSorted(
    (a, b) => Date.parse(a.created) - Date.parse(b.created) || a.id - b.id,
  );
  return pageOf('products', found.map(productView), query);
}

function listFulfillments(account: Account, request: SimRequest): SimAnswer {
  const query = checked(fulfillmentQuery, queryOf(request));
  const found = [...account.orders.values()]
    .filter((order) => query.orderId === undefined || order.id === query.orderId)
    .flatMap((order) => order.fulfillments.map((one) => ({ one, order })))
    .filter(({ one }) => query.trackingNumber === undefined || one.trackingNumber === query.trackingNumber);
  return pageOf(
    'fulfillments',
    found.map(({ one, order }) => fulfillmentView(one, order)),
    query,
  );
}

function orderOf(account: Account, id: number): SimOrder {
  const order = account.orders.get(id);
  if (!order) throw new SimRefusal(404, 'not-found', 'The requested order could not be found.');
  return order;
}

const report = z.strictObject({
  orderId: z.int(),
  carrierCode: z.string().min(1),
  shipDate: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .optional(),
  trackingNumber: z.string().optional(),
  notifyCustomer: z.boolean().default(false),
  notifySalesChannel: z.boolean().default(false),
});

function markAsShipped(account: Account, request: SimRequest, context: SimContext): SimAnswer {
  const given = checked(report, jsonBody(request));
  const order = orderOf(account, given.orderId);
  if (!['awaiting_shipment', 'awaiting_payment', 'on_hold'].includes(order.status))
    throw new SimRefusal(400, 'locked', `The order is ${order.status} and cannot be marked as shipped.`);
  const created = context.now().toISOString();
  const trackingNumber = given.trackingNumber ?? '';
  const value: SimOrder = {
    ...order,
    status: 'shipped',
    modified: created,
    fulfillments: [
      ...order.fulfillments,
      {
        id: 33_980_001 + context.books.all().length,
        trackingNumber,
        carrierCode: given.carrierCode,
        shipDate: given.shipDate ?? created.slice(0, 10),
        notifyCustomer: given.notifyCustomer,
        notifySalesChannel: given.notifySalesChannel,
        created,
      },
    ],
  };
  accounts.put(account.about.id, { what: 'order', value }, context, {
    kind: 'fulfilled',
    id: String(order.id),
    reference: trackingNumber,
  });
  return jsonAnswer(200, { orderId: order.id, orderNumber: order.number });
}

const subscription = z.strictObject({
  target_url: z.url(),
  event: z.enum(['ORDER_NOTIFY', 'ITEM_ORDER_NOTIFY', 'SHIP_NOTIFY', 'ITEM_SHIP_NOTIFY']),
  store_id: z.string().nullish(),
  friendly_name: z.string(),
});

function subscribe(account: Account, request: SimRequest, context: SimContext): SimAnswer {
  const given = checked(subscription, jsonBody(request));
  const value: SimHook = {
    id: 123_001 + context.books.all().length,
    event: given.event,
    address: given.target_url,
    name: given.friendly_name,
  };
  accounts.put(account.about.id, { what: 'hook', value }, context);
  return jsonAnswer(200, { id: value.id });
}

function unsubscribe(account: Account, request: SimRequest, context: SimContext): SimAnswer {
  const id = Number(request.params.hook);
  if (!account.hooks.has(id)) throw new SimRefusal(404, 'not-found', 'The webhook could not be found.');
  accounts.put(account.about.id, { what: 'unhook', id }, context);
  return { status: 200, body: '' };
}

/** @throws SimRefusal 401 */
function accountBehind(request: SimRequest, context: SimContext): Account {
  const given = /^Basic (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const pair = Buffer.from(given, 'base64').toString('utf8');
  const account = accounts
    .all(context)
    .find(({ about, revoked }) => !revoked && pair === `${about.apiKey}:${about.apiSecret}`);
  if (!account) throw new SimRefusal(401, 'unauthorized', '401 Unauthorized');
  return account;
}

const refusalAnswer = ({ status, message }: SimRefusal): SimAnswer =>
  status === 401
    ? { status, headers: { 'content-type': 'text/plain' }, body: message }
    : jsonAnswer(status, { Message: message });

const route = shopRoutes(accountBehind, refusalAnswer);

export const apiRoutes: readonly SimRoute[] = [
  route('stores', 'GET', '/stores', ({ about }, request) => {
    const { showInactive } = checked(storeQuery, queryOf(request));
    const found = about.stores.filter((store) => store.active || showInactive === 'true');
    return { ...jsonAnswer(200, {}), body: JSON.stringify(found.map(storeView)) };
  }),
  route('warehouses', 'GET', '/warehouses', ({ about }) => ({
    ...jsonAnswer(200, {}),
    body: JSON.stringify([warehouseView(about)]),
  })),
  route('orders', 'GET', '/orders', listOrders),
  route('order', 'GET', '/orders/:order', (account, request) =>
    jsonAnswer(200, orderView(orderOf(account, Number(request.params.order)), account.about)),
  ),
  route('products', 'GET', '/products', listProducts),
  route('fulfillments', 'GET', '/fulfillments', listFulfillments),
  route('mark as shipped', 'POST', '/orders/markasshipped', markAsShipped),
  route('webhooks', 'GET', '/webhooks', ({ hooks }) =>
    jsonAnswer(200, { webhooks: [...hooks.values()].map(hookView) }),
  ),
  route('subscribe', 'POST', '/webhooks/subscribe', subscribe, 'auth'),
  route('unsubscribe', 'DELETE', '/webhooks/:hook', unsubscribe, 'auth'),
];
