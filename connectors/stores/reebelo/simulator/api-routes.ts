/** Reebelo's calls behind a key, and refusals in the words of the gateway in front of them. */
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
import type { JsonObject } from '@scanship/domain/values/json';
import { z } from 'zod';
import { vendorOf } from '../src/vendor.ts';
import type { SimOrder } from './model.ts';
import { vendors, type Vendor } from './vendors.ts';
import { isShipped, offerView, orderView } from './views.ts';

const refusal = (status: number, message: string): SimRefusal => new SimRefusal(status, String(status), message);

const SORTS = [
  'orderDate-desc',
  'orderDate-asc',
  'fulfillmentDate-desc',
  'fulfillmentDate-asc',
  'dispatchDate-desc',
  'dispatchDate-asc',
] as const;
const whole = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const paging = {
  page: whole.pipe(z.int().min(1)).default(1),
  pageSize: whole.pipe(z.int().min(1).max(50)).default(20),
  search: z.string().optional(),
};
const local = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
const orderQuery = z.object({
  ...paging,
  sortBy: z.enum(SORTS).default('orderDate-desc'),
  from: local.optional(),
  until: local.optional(),
});
const offerQuery = z.object(paging);

const track = z.object({
  orderNumber: z.int(),
  carrier: z.string(),
  trackingNumber: z.string(),
  lineItems: z
    .array(
      z.object({
        id: z.int().optional(),
        quantity: z.int().optional(),
        imeiNumbers: z.array(z.string()).optional(),
      }),
    )
    .optional(),
});

const parsed = accepting((issue) => refusal(400, `Invalid ${issue.path.join('.')}: ${issue.message}`));

function orderList(vendor: Vendor, request: SimRequest): SimAnswer {
  const query = parsed(orderQuery, Object.fromEntries(request.query));
  const [field, direction] = query.sortBy.split('-');
  const at = (order: SimOrder): string =>
    field === 'orderDate' ? order.placedAt : (order.track?.at ?? order.placedAt);
  const found = [...vendor.orders.values()]
    .filter((o) => query.search === undefined || String(o.number).includes(query.search))
    .filter((o) => query.from === undefined || o.placedAt.slice(0, 19) >= query.from)
    .filter((o) => query.until === undefined || o.placedAt.slice(0, 19) <= query.until)
    .toSorted((a, b) => Date.parse(at(a)) - Date.parse(at(b)) || a.number - b.number);
  if (direction === 'desc') found.reverse();
  const from = (query.page - 1) * query.pageSize;
  return jsonAnswer(200, {
    orders: found.slice(from, from + query.pageSize).map((order) => orderView(order, vendor.about)),
  });
}

function offerList(vendor: Vendor, request: SimRequest): SimAnswer {
  const query = parsed(offerQuery, Object.fromEntries(request.query));
  const found = [...vendor.offers.values()].filter((o) => query.search === undefined || o.sku === query.search);
  const from = (query.page - 1) * query.pageSize;
  return jsonAnswer(200, {
    publishedOffers: found.slice(from, from + query.pageSize).map(offerView),
    hasNextPage: from + query.pageSize < found.length,
  });
}

/** Replaces what was reported before. */
function report(vendor: Vendor, request: SimRequest, context: SimContext): SimAnswer {
  const given = parsed(track, jsonBody(request));
  const order = vendor.orders.get(given.orderNumber);
  if (!order) throw refusal(404, `Order ${given.orderNumber} was not found`);
  if (order.cancelledAt !== undefined) throw refusal(400, `Order ${given.orderNumber} was cancelled`);
  const lines = (given.lineItems ?? order.lines).map((line) => {
    const known = order.lines.find((l) => l.id === line.id);
    if (!known) throw refusal(400, `Line item ${line.id ?? ''} is not part of the order`);
    return { id: known.id, quantity: line.quantity ?? known.quantity };
  });
  const at = context.now().toISOString();
  const { carrier, trackingNumber } = given;
  const value: SimOrder = { ...order, updatedAt: at, track: { carrier, trackingNumber, at, lines } };
  vendors.put(vendor.id, { what: 'order', value }, context, {
    kind: 'fulfilled',
    id: String(order.number),
    reference: trackingNumber.split(', ')[0],
  });
  const answer: JsonObject = { message: 'Tracking saved', fulfilled: isShipped(value) };
  return jsonAnswer(200, answer);
}

function vendorBehind(request: SimRequest, context: SimContext): Vendor {
  const vendor = vendors.of(vendorOf(request.headers['x-api-key'] ?? ''), context);
  if (!vendor) throw refusal(403, 'Forbidden');
  return vendor;
}

const route = shopRoutes(vendorBehind, ({ status, message }) => jsonAnswer(status, { message }), '/sockets');

export const apiRoutes: readonly SimRoute[] = [
  route('orders', 'GET', '/orders', orderList),
  route('offers', 'GET', '/offers', offerList),
  route('track', 'PUT', '/orders/track', report),
];
