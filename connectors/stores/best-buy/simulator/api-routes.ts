/** Mirakl's seller API behind a key and, where a user has several, the number of a shop. */
import { shopRoutes } from '@scanship/simulator-kit/routes';
import {
  jsonAnswer,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import type { SimOrder } from './model.ts';
import { listOffers, listOrders } from './order-list.ts';
import { NO_CONTENT, refusal, refusalAnswer } from './refusals.ts';
import { createShipments, decide, setTracking, shipWhole } from './shipping.ts';
import { shops, shopsOf, type Shop } from './shops.ts';
import { accountView, CARRIERS, configurationView, offerView, orderView, shipmentView } from './views.ts';

function shopBehind(request: SimRequest, context: SimContext): Shop {
  const open = shopsOf(request.headers['authorization'] ?? '');
  const [first] = open;
  if (first === undefined) throw refusal(401, 'Unauthorized');
  const wanted = request.query.get('shop_id');
  if (wanted !== null && !/^\d{1,18}$/.test(wanted)) throw refusal(400, 'Invalid value for parameter shop_id');
  const shop = open.includes(wanted ?? first) ? shops.of(wanted ?? first, context) : undefined;
  if (!shop) throw refusal(403, 'You are not allowed to use this shop');
  return shop;
}

const route = shopRoutes(shopBehind, refusalAnswer, '/api');

function orderOf(shop: Shop, request: SimRequest): SimOrder {
  const id = request.params['order'] ?? '';
  const order = shop.orders.get(id);
  if (!order) throw refusal(404, `Order with id '${id}' not found`);
  return order;
}

function shipmentList(shop: Shop, request: SimRequest): SimAnswer {
  const ids = request.query.getAll('order_id');
  const limit = Number(request.query.get('limit') ?? '10');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw refusal(400, 'Invalid value for parameter limit');
  const token = request.query.get('page_token') ?? 'p0';
  if (!/^p\d{1,6}$/.test(token)) throw refusal(400, 'Invalid value for parameter page_token');
  const from = Number(token.slice(1));
  const all = [...shop.orders.values()]
    .filter((order) => ids.length === 0 || ids.includes(order.id))
    .flatMap((order) => order.shipments.map((shipment) => ({ order, shipment })))
    .toSorted((a, b) => Date.parse(a.shipment.at) - Date.parse(b.shipment.at));
  return jsonAnswer(200, {
    data: all.slice(from, from + limit).map(({ order, shipment }) => shipmentView(order, shipment)),
    ...(from + limit < all.length ? { next_page_token: `p${from + limit}` } : {}),
  });
}

export const apiRoutes: readonly SimRoute[] = [
  route('account', 'GET', '/account', (shop) => jsonAnswer(200, accountView(shop))),
  route('platform', 'GET', '/platform/configuration', (shop) => jsonAnswer(200, configurationView(shop))),
  route('carriers', 'GET', '/shipping/carriers', () => jsonAnswer(200, { carriers: [...CARRIERS] })),
  route('orders', 'GET', '/orders', (shop, request) => {
    const { page, total } = listOrders([...shop.orders.values()], request);
    return jsonAnswer(200, { orders: page.map((order) => orderView(order, shop.about)), total_count: total });
  }),
  route('offers', 'GET', '/offers', (shop, request) => {
    const { page, total } = listOffers([...shop.offers.values()], request);
    return jsonAnswer(200, { offers: page.map((offer) => offerView(offer, shop.about)), total_count: total });
  }),
  route('shipments', 'GET', '/shipments', shipmentList),
  route('create shipments', 'POST', '/shipments', (shop, request, context) =>
    jsonAnswer(201, createShipments(shop, request, context)),
  ),
  route('accept', 'PUT', '/orders/:order/accept', (shop, request, context) => {
    decide(shop, orderOf(shop, request), request, context);
    return NO_CONTENT;
  }),
  route('tracking', 'PUT', '/orders/:order/tracking', (shop, request, context) => {
    setTracking(shop, orderOf(shop, request), request, context);
    return NO_CONTENT;
  }),
  route('ship', 'PUT', '/orders/:order/ship', (shop, request, context) => {
    shipWhole(shop, orderOf(shop, request), context);
    return NO_CONTENT;
  }),
];
