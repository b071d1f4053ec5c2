/** The calls that we use, below cluster and language and behind Basic authentication, with what Lightspeed refuses. */
import type { JsonObject } from '@scanship/domain/values/json';
import { accepting } from '@scanship/simulator-kit/accepting';
import {
  jsonAnswer,
  jsonBody,
  refusing,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { SHIPMENT_STATUSES, type SimHook, type SimOrder, type SimShipment } from './model.ts';
import { shops, type Shop } from './shops.ts';
import {
  hookView,
  lineView,
  linkTo,
  orderView,
  productView,
  shipmentView,
  shopView,
  variantView,
  type Link,
} from './views.ts';

interface Asked {
  readonly shop: Shop;
  readonly request: SimRequest;
  readonly context: SimContext;
  readonly link: Link;
}
type Handle = (asked: Asked) => SimAnswer;

const checked = accepting(
  (issue) => new SimRefusal(400, 'invalid', `Invalid ${issue.path.join('.')}: ${issue.message}`),
);

const unknown = (what: string): SimRefusal => new SimRefusal(404, 'not-found', `${what} not found`);

const whole = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number);
/** The simulator's clusters count in UTC. */
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .transform((text) => Date.parse(`${text.replace(' ', 'T')}Z`));
const paging = { page: whole.default(1), limit: whole.pipe(z.int().max(250)).default(50) };
const pageQuery = z.strictObject(paging);
const changedQuery = z.strictObject({ ...paging, updated_at_min: moment.optional() });
const shipmentQuery = z.strictObject({ ...paging, order: whole.optional() });

const queryOf = (request: SimRequest): Record<string, string> => Object.fromEntries(request.query);

const pageOf = (
  name: string,
  all: readonly JsonObject[],
  { page, limit }: { readonly page: number; readonly limit: number },
): SimAnswer => jsonAnswer(200, { [name]: all.slice((page - 1) * limit, page * limit) });

const since = (time: string, least: number | undefined): boolean => least === undefined || Date.parse(time) > least;

function listOrders({ shop, request, link }: Asked): SimAnswer {
  const query = checked(changedQuery, queryOf(request));
  const found = [...shop.orders.values()]
    .filter((order) => since(order.updated, query.updated_at_min))
    // The newest first, as the back office shows them: what arrives moves all others.
    .toSorted((a, b) => b.id - a.id);
  return pageOf(
    'orders',
    found.map((order) => orderView(order, link, false)),
    query,
  );
}

function orderIn({ shop, request }: Asked): SimOrder {
  const order = shop.orders.get(Number((request.params.order ?? '').replace(/\.json$/, '')));
  if (!order) throw unknown('Order');
  return order;
}

function shipmentIn({ shop, request }: Asked): { order: SimOrder; shipment: SimShipment } {
  const id = Number((request.params.shipment ?? '').replace(/\.json$/, ''));
  for (const order of shop.orders.values()) {
    const shipment = order.shipments.find((one) => one.id === id);
    if (shipment) return { order, shipment };
  }
  throw unknown('Shipment');
}

function listShipments({ shop, request, link }: Asked): SimAnswer {
  const query = checked(shipmentQuery, queryOf(request));
  const found = [...shop.orders.values()]
    .filter((order) => query.order === undefined || order.id === query.order)
    .flatMap((order) => order.shipments.map((one) => shipmentView(one, order, link)));
  return pageOf('shipments', found, query);
}

const update = z.strictObject({
  shipment: z.strictObject({
    status: z.enum(SHIPMENT_STATUSES).optional(),
    trackingCode: z.string().max(255).optional(),
    doNotifyShipped: z.boolean().optional(),
    doNotifyTrackingCode: z.boolean().optional(),
  }),
});

/** Fields that are left out stay as they are; the order's own status follows its shipments. */
function updateShipment(asked: Asked): SimAnswer {
  const { shop, request, context, link } = asked;
  const { shipment: given } = checked(update, jsonBody(request));
  const { order, shipment } = shipmentIn(asked);
  const updated = context.now().toISOString();
  const next: SimShipment = {
    ...shipment,
    status: given.status ?? shipment.status,
    trackingCode: given.trackingCode ?? shipment.trackingCode,
    notified: shipment.notified || given.doNotifyShipped === true,
    updated,
  };
  const was = shipment.status === 'shipped';
  const is = next.status === 'shipped';
  const reported = is && (!was || next.trackingCode !== shipment.trackingCode);
  const ended = order.reports.map((one) => (one.shipmentId === shipment.id ? { ...one, live: false } : one));
  const shipments = order.shipments.map((one) => (one.id === shipment.id ? next : one));
  const value: SimOrder = {
    ...order,
    updated,
    shipments,
    status: shipments.every(({ status }) => status === 'shipped')
      ? 'completed_shipped'
      : order.status === 'completed_shipped'
        ? 'processing_awaiting_shipment'
        : order.status,
    reports: reported
      ? [...ended, { shipmentId: shipment.id, number: next.trackingCode, live: true }]
      : was && !is
        ? ended
        : order.reports,
  };
  shops.put(shop.about.id, { what: 'order', value }, context, {
    ...((reported || (was && !is)) && {
      kind: reported ? 'fulfilled' : 'withdrawn',
      id: `${context.newId('report_')}@${order.id}`,
      reference: reported ? next.trackingCode : shipment.trackingCode,
    }),
  });
  return jsonAnswer(200, { shipment: shipmentView(next, value, link) });
}

function listVariants({ shop, request, link }: Asked): SimAnswer {
  const query = checked(changedQuery, queryOf(request));
  const found = [...shop.variants.values()]
    .filter((variant) => since(variant.updated, query.updated_at_min))
    .toSorted((a, b) => b.id - a.id);
  return pageOf(
    'variants',
    found.map((variant) => variantView(variant, link)),
    query,
  );
}

const subscription = z.strictObject({
  webhook: z.strictObject({
    isActive: z.boolean(),
    itemGroup: z.enum(['customers', 'orders', 'invoices', 'shipments', 'products', 'variants', 'quotes', 'returns']),
    itemAction: z.enum(['created', 'updated', 'deleted', '*']),
    language: z.string().regex(/^[a-z]{2}$/),
    format: z.enum(['json', 'xml']),
    address: z.url(),
  }),
});

function subscribe({ shop, request, context }: Asked): SimAnswer {
  const { webhook } = checked(subscription, jsonBody(request));
  const value: SimHook = {
    id: 64_001 + context.books.all().length,
    itemGroup: webhook.itemGroup,
    itemAction: webhook.itemAction,
    address: webhook.address,
  };
  shops.put(shop.about.id, { what: 'hook', value }, context);
  return jsonAnswer(201, { webhook: hookView(value) });
}

function unsubscribe({ shop, request, context }: Asked): SimAnswer {
  const id = Number((request.params.hook ?? '').replace(/\.json$/, ''));
  if (!shop.hooks.has(id)) throw unknown('Webhook');
  shops.put(shop.about.id, { what: 'unhook', id }, context);
  return { status: 204, body: '' };
}

/** @throws SimRefusal 401 for a key that is not of this cluster or switched off, 404 for a language that the shop has not */
function shopBehind(request: SimRequest, context: SimContext): Shop {
  const given = /^Basic (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const pair = Buffer.from(given, 'base64').toString('utf8');
  const { cluster = '', language = '' } = request.params;
  const shop = shops
    .all(context)
    .find(({ about, revoked }) => !revoked && pair === `${about.apiKey}:${about.apiSecret}`);
  if (!shop?.about.id.startsWith(`${cluster}-`)) throw new SimRefusal(401, 'unauthorized', 'Unauthorized.');
  if (!shop.about.languages.includes(language)) throw unknown('Language');
  return shop;
}

const refusalAnswer = ({ status, message }: SimRefusal): SimAnswer =>
  jsonAnswer(status, { error: { code: status, method: '', request: '', message } });

const route = (name: string, method: SimRoute['method'], path: string, handle: Handle): SimRoute => ({
  name,
  method,
  path: `/:cluster/:language${path}`,
  effect: method === 'GET' ? 'read' : method === 'PUT' ? 'effect' : 'auth',
  handle: refusing((request, context) => {
    const shop = shopBehind(request, context);
    const base = `https://api.shoplightspeed.com/${request.params.language ?? ''}`;
    return handle({ shop, request, context, link: linkTo(base) });
  }, refusalAnswer),
});

export const apiRoutes: readonly SimRoute[] = [
  route('shop', 'GET', '/shop.json', ({ shop, link }) => jsonAnswer(200, { shop: shopView(shop.about, link) })),
  route('orders', 'GET', '/orders.json', listOrders),
  route('lines of the order', 'GET', '/orders/:order/products.json', (asked) =>
    pageOf(
      'orderProducts',
      orderIn(asked).lines.map((line) => lineView(line, asked.link)),
      checked(pageQuery, queryOf(asked.request)),
    ),
  ),
  route('order', 'GET', '/orders/:order', (asked) =>
    jsonAnswer(200, { order: orderView(orderIn(asked), asked.link, true) }),
  ),
  route('shipments', 'GET', '/shipments.json', listShipments),
  route('shipment', 'GET', '/shipments/:shipment', (asked) => {
    const { order, shipment } = shipmentIn(asked);
    return jsonAnswer(200, { shipment: shipmentView(shipment, order, asked.link) });
  }),
  route('update a shipment', 'PUT', '/shipments/:shipment', updateShipment),
  route('variants', 'GET', '/variants.json', listVariants),
  route('product', 'GET', '/products/:product', ({ shop, request, link }) => {
    const id = Number((request.params.product ?? '').replace(/\.json$/, ''));
    const variant = [...shop.variants.values()].find(({ productId }) => productId === id);
    if (!variant) throw unknown('Product');
    return jsonAnswer(200, { product: productView(variant, link) });
  }),
  route('webhooks', 'GET', '/webhooks.json', ({ shop, request }) =>
    pageOf('webhooks', [...shop.hooks.values()].map(hookView), checked(pageQuery, queryOf(request))),
  ),
  route('subscribe', 'POST', '/webhooks.json', subscribe),
  route('unsubscribe', 'DELETE', '/webhooks/:hook', unsubscribe),
];
