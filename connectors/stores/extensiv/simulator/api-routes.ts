/** Calls of Extensiv Order Manager behind a token. Its refusals have no documented form; these have the plainest. */
import type { JsonObject } from '@scanship/domain/values/json';
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
import { bearerOf } from '@scanship/simulator-kit/tokens';
import { z } from 'zod';
import { companies, type Company } from './companies.ts';
import type { SimOrder } from './model.ts';
import { companyView, orderView, productView, second, shipmentView, warehouseView } from './views.ts';

type Handle = (company: Company, request: SimRequest, context: SimContext) => SimAnswer;

const listAnswer = (items: readonly JsonObject[]): SimAnswer => ({
  ...jsonAnswer(200, {}),
  body: JSON.stringify(items),
});

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));
const number = whole(1, Number.MAX_SAFE_INTEGER);
const paging = { page: whole(1, 1_000_000).default(1), limit: whole(10, 1_000).default(100) };
const moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:?\d\d)$/);
const orderQuery = z.strictObject({
  ...paging,
  modifiedDateFrom: moment.optional(),
  modifiedDateTo: moment.optional(),
  orderId: number.optional(),
  orderNumber: z.string().optional(),
  status: z.string().optional(),
  warehouseId: number.optional(),
});
const productQuery = z.strictObject({ ...paging, modifiedDateFrom: moment.optional(), sku: z.string().optional() });
const shipmentQuery = z.strictObject({
  ...paging,
  orderId: number.optional(),
  orderNumber: z.string().optional(),
  trackingNumber: z.string().optional(),
});
const nothing = z.strictObject({});

const checked = accepting(
  (issue) => new SimRefusal(400, 'bad-request', `Invalid ${issue.path.join('.')}: ${issue.message}`),
);
const queryOf = (request: SimRequest): Readonly<Record<string, string>> => Object.fromEntries(request.query);

const pageOf = <T>(found: readonly T[], { page, limit }: { page: number; limit: number }): readonly T[] =>
  found.slice((page - 1) * limit, page * limit);
const since = (limit: string | undefined, at: string): boolean =>
  limit === undefined || Date.parse(second(at)) >= Date.parse(limit);

/** Newest first. */
function listOrders(company: Company, request: SimRequest): SimAnswer {
  const query = checked(orderQuery, queryOf(request));
  const found = [...company.orders.values()]
    .filter((one) => query.orderId === undefined || one.id === query.orderId)
    .filter((one) => query.orderNumber === undefined || `SO-${one.id}` === query.orderNumber)
    .filter((one) => query.status === undefined || one.status === query.status)
    .filter((one) => since(query.modifiedDateFrom, one.modified))
    .filter((one) => query.modifiedDateTo === undefined || Date.parse(one.modified) <= Date.parse(query.modifiedDateTo))
    .toSorted((a, b) => b.id - a.id);
  return listAnswer(pageOf(found, query).map((one) => orderView(one, company)));
}

function listProducts(company: Company, request: SimRequest): SimAnswer {
  const query = checked(productQuery, queryOf(request));
  const found = [...company.products.values()].filter((one) => since(query.modifiedDateFrom, one.modified));
  return listAnswer(pageOf(found, query).map((one) => productView(one, company)));
}

function listShipments(company: Company, request: SimRequest): SimAnswer {
  const query = checked(shipmentQuery, queryOf(request));
  const found = [...company.orders.values()]
    .filter((order) => query.orderId === undefined || order.id === query.orderId)
    .flatMap((order) => order.shipments.map((one) => ({ one, order })))
    .filter(({ one }) => query.trackingNumber === undefined || one.trackingNumber === query.trackingNumber);
  return listAnswer(pageOf(found, query).map(({ one, order }) => shipmentView(one, order, company)));
}

const report = z.strictObject({
  notifyCustomer: z.boolean().default(false),
  updateChannel: z.boolean().default(false),
  shipments: z
    .array(
      z.strictObject({
        orderId: z.int().optional(),
        orderNumber: z.string().optional(),
        salesChannelId: z.string().optional(),
        trackingNumber: z.string(),
        shipMethod: z.strictObject({
          shippingCarrier: z.string(),
          packageTypeId: z.number().optional(),
          shippingServiceId: z.number().optional(),
        }),
        carrierFee: z.strictObject({ amount: z.number().optional(), currency: z.string().optional() }).optional(),
        shipDate: z.string().optional(),
      }),
    )
    .min(1),
});

const refusedResult = (orderId: number, processingMessage: string): JsonObject => ({
  order: { orderId },
  orderBatchNumber: null,
  processingMessage,
  shipment: null,
  status: 'FAILED',
});

function ship(company: Company, request: SimRequest, context: SimContext): SimAnswer {
  const given = checked(report, jsonBody(request));
  const results = given.shipments.map((one): JsonObject => {
    const order = company.orders.get(one.orderId ?? 0);
    if (!order) throw new SimRefusal(404, 'not-found', `Order ${one.orderId ?? one.orderNumber ?? ''} was not found`);
    if (company.deaf) return refusedResult(order.id, 'The order is locked by another batch');
    if (order.status !== 'AWAITING_SHIPMENT') return refusedResult(order.id, `The order is ${order.status}`);
    const created = context.now().toISOString();
    const made = {
      id: 5_900_001 + context.books.all().length,
      trackingNumber: one.trackingNumber,
      carrier: one.shipMethod.shippingCarrier,
      created,
      notifyCustomer: given.notifyCustomer,
      updateChannel: given.updateChannel,
    };
    const value: SimOrder = {
      ...order,
      status: 'SHIPPED',
      modified: created,
      shipments: [...order.shipments, made],
    };
    companies.put(company.about.id, { what: 'order', value }, context, {
      kind: 'fulfilled',
      id: String(order.id),
      reference: one.trackingNumber,
    });
    return {
      order: { orderId: order.id, orderNumber: `SO-${order.id}` },
      orderBatchNumber: 1,
      processingMessage: 'The shipment was created',
      shipment: shipmentView(made, value, company),
      status: 'SUCCESS',
    };
  });
  return listAnswer(results);
}

/** @throws SimRefusal 401 */
function companyBehind(request: SimRequest, context: SimContext): Company {
  const token = bearerOf(request);
  const company = companies.all(context).find(({ about }) => about.token === token);
  if (!company) throw new SimRefusal(401, 'invalid_token', 'Invalid access token');
  return company;
}

const route = shopRoutes(companyBehind, ({ status, code, message }) => jsonAnswer(status, { error: code, message }));

/** Without parameters. */
const plain =
  (answer: (company: Company) => SimAnswer): Handle =>
  (company, request) => {
    checked(nothing, queryOf(request));
    return answer(company);
  };

export const CARRIERS = ['UPS', 'USPS', 'FEDEX', 'CANADA POST', 'DHL'];

export const apiRoutes: readonly SimRoute[] = [
  route(
    'company',
    'GET',
    '/v1/companyinfo',
    plain(({ about }) => jsonAnswer(200, companyView(about))),
  ),
  route(
    'warehouses',
    'GET',
    '/v1/warehouses',
    plain(({ about }) => listAnswer(about.warehouses.map((one) => warehouseView(one, about)))),
  ),
  route(
    'carriers',
    'GET',
    '/v1/shipment/carriers',
    plain(() => listAnswer(CARRIERS.map((name, index) => ({ shippingCarrierId: index + 1, name })))),
  ),
  route('orders', 'GET', '/v1.1/orders', listOrders),
  route('products', 'GET', '/v1.1/products', listProducts),
  route('shipments', 'GET', '/v1/shipments', listShipments),
  route('external shipment', 'PUT', '/v1.1/shipment/external', ship),
];
