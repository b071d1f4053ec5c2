/** Identity, Fulfillment and Inventory API behind access tokens, with a budget that tests can use up. */
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import {
  jsonAnswer,
  jsonBody,
  pageOf,
  refusing,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { APPS } from './apps.ts';
import { unwrap } from './consent-routes.ts';
import { makeFulfilment } from './fulfilling.ts';
import type { SimOrder } from './model.ts';
import { countOf, search } from './order-search.ts';
import { issueRefund } from './refunding.ts';
import { refusal, refusalAnswer } from './refusals.ts';
import { put, sellerOf, type Seller } from './sellers.ts';
import { fulfilmentView, itemView, locationView, orderView, userView } from './views.ts';

export type Throttle = 'moment' | 'long' | 'off';

type Handle = (seller: Seller, request: SimRequest, context: SimContext) => SimAnswer;

const FULFILLMENT = '/sell/fulfillment/v1/order';
const INVENTORY = '/sell/inventory/v1';

function sellerBehind(grant: CodeGrant, request: SimRequest, context: SimContext, scope?: string): Seller {
  const bearer = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
  const { account, value } = unwrap(bearer);
  const seller = sellerOf(account, context);
  try {
    const holder = grant.holderOf(value, account, context);
    if (seller && APPS.some((a) => a.clientId === holder.clientId)) {
      if (scope === undefined || holder.scopes.some((one) => one.endsWith(`/${scope}`))) return seller;
      throw refusal(403, 1_100, 'Insufficient permissions to fulfill the request.');
    }
  } catch (error) {
    if (!(error instanceof SimRefusal) || error.code === '1100') throw error;
  }
  throw refusal(401, 1_001, 'Invalid access token');
}

function orderOf(seller: Seller, request: SimRequest): SimOrder {
  const order = seller.orders.get(request.params['order'] ?? '');
  if (!order) throw refusal(404, 32_100, `Invalid order ID: ${request.params['order'] ?? ''}`);
  return order;
}

function orderList(seller: Seller, request: SimRequest, context: SimContext): SimAnswer {
  const { query } = request;
  const href = `${context.address}${FULFILLMENT}?${query.toString()}`;
  const view = (order: SimOrder) => orderView(order, seller.about, context.address);
  const ids = query.get('orderIds');
  if (ids !== null) {
    const wanted = ids.split(',');
    if (wanted.length > 50)
      throw refusal(400, 30_900, 'Exceeded maximum number of order IDs (the current limit is 50)');
    const found = wanted.flatMap((id) => seller.orders.get(id) ?? []);
    return jsonAnswer(200, { href, total: found.length, limit: 50, offset: 0, orders: found.map(view) });
  }
  const limit = countOf(query.get('limit'), 50, 200, 1, 31_100);
  const offset = countOf(query.get('offset'), 0, 999_999_999, 0, 31_000);
  const page = pageOf(search([...seller.orders.values()], query.get('filter'), context.now()), offset, limit);
  const next = page.next === undefined ? undefined : new URLSearchParams([...query, ['offset', String(page.next)]]);
  return jsonAnswer(200, {
    href,
    total: page.total,
    limit,
    offset,
    ...(next && { next: `${context.address}${FULFILLMENT}?${next.toString()}` }),
    orders: page.items.map(view),
  });
}

function report(seller: Seller, request: SimRequest, context: SimContext): SimAnswer {
  const order = orderOf(seller, request);
  const at = context.now().toISOString();
  const fulfilment = makeFulfilment(order, jsonBody(request), at);
  const value: SimOrder = { ...order, updatedAt: at, fulfilments: [...order.fulfilments, fulfilment] };
  put(seller, { what: 'order', value }, context, {
    kind: 'fulfilled',
    id: fulfilment.id,
    reference: fulfilment.trackingNumber,
  });
  const location = `${context.address}${FULFILLMENT}/${order.id}/shipping_fulfillment/${fulfilment.id}`;
  return jsonAnswer(201, {}, { location });
}

function payBack(seller: Seller, request: SimRequest, context: SimContext): SimAnswer {
  const order = orderOf(seller, request);
  const id = `5${String(Date.now()).slice(-9)}${String(seller.orders.size).padStart(4, '0')}${(order.refunds ?? []).length}`;
  const after = issueRefund(order, jsonBody(request), seller.about.currency, id);
  put(seller, { what: 'order', value: { ...after, updatedAt: context.now().toISOString() } }, context, {
    kind: 'refunded',
    id,
  });
  return jsonAnswer(200, { refundId: id, refundStatus: 'PENDING' });
}

/** Offset counts pages here. */
function itemList(seller: Seller, request: SimRequest, context: SimContext): SimAnswer {
  // A locale, and no star: what recorded answers of the Inventory API show (real-answers/refusals.ts).
  if (!/^[a-z]{2}-[A-Z]{2}\b/.test(request.headers['accept-language'] ?? ''))
    throw refusal(400, 25_709, 'Invalid value for header Accept-Language.');
  const limit = countOf(request.query.get('limit'), 25, 200, 1, 31_100);
  const at = countOf(request.query.get('offset'), 0, 999_999, 0, 31_000);
  const page = pageOf([...seller.items.values()], at * limit, limit);
  const base = `${context.address}${INVENTORY}/inventory_item?limit=${limit}&offset=`;
  return jsonAnswer(200, {
    href: `${base}${at}`,
    total: page.total,
    size: Math.ceil(page.total / limit),
    limit,
    ...(page.next !== undefined && { next: `${base}${at + 1}` }),
    inventoryItems: page.items.map(itemView),
  });
}

export function apiRoutes(grant: CodeGrant): {
  readonly routes: SimRoute[];
  readonly setThrottle: (account: string, how: Throttle) => void;
} {
  const throttles = new Map<string, Throttle>();
  const route = (name: string, method: 'GET' | 'POST', path: string, handle: Handle, scope?: string): SimRoute => ({
    name,
    method,
    path,
    effect: method === 'POST' ? 'effect' : 'read',
    handle: refusing(
      (request, context) => {
        const seller = sellerBehind(grant, request, context, scope);
        const { userId } = seller.about;
        const throttle = throttles.get(userId) ?? 'off';
        if (throttle === 'moment') throttles.delete(userId);
        if (throttle === 'off') return handle(seller, request, context);
        const tooMany = refusal(429, 2_001, 'Too many requests. The request limit has been reached for the resource.');
        return refusalAnswer(tooMany, throttle === 'moment' ? { 'retry-after': '1' } : {});
      },
      (refused) => refusalAnswer(refused),
    ),
  });
  return {
    setThrottle: (account, how) => void throttles.set(account, how),
    routes: [
      route('user', 'GET', '/commerce/identity/v1/user/', (seller) => jsonAnswer(200, userView(seller.about))),
      route('orders', 'GET', FULFILLMENT, orderList),
      route('order', 'GET', `${FULFILLMENT}/:order`, (seller, request, context) =>
        jsonAnswer(200, orderView(orderOf(seller, request), seller.about, context.address)),
      ),
      route('fulfilments', 'GET', `${FULFILLMENT}/:order/shipping_fulfillment`, (seller, request) => {
        const { fulfilments } = orderOf(seller, request);
        return jsonAnswer(200, { total: fulfilments.length, fulfillments: fulfilments.map(fulfilmentView) });
      }),
      route('report', 'POST', `${FULFILLMENT}/:order/shipping_fulfillment`, report),
      route('refund', 'POST', `${FULFILLMENT}/:order/issue_refund`, payBack, 'sell.finances'),
      route('items', 'GET', `${INVENTORY}/inventory_item`, itemList),
      route('locations', 'GET', `${INVENTORY}/location`, (seller) =>
        jsonAnswer(200, { total: 1, limit: 100, offset: 0, locations: [locationView(seller.about)] }),
      ),
    ],
  };
}
