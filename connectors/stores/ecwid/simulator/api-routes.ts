/** The calls of the REST API that we use, with what the contract refuses. */
import type { JsonObject } from '@scanship/domain/values/json';
import { accepting } from '@scanship/simulator-kit/accepting';
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
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
import { checkToken } from './consent-routes.ts';
import { FULFILMENT, PAYMENT, type SimOrder } from './model.ts';
import { stores, type EcwidStore } from './stores.ts';
import { orderView, productView, profileView } from './views.ts';

const refusalAnswer = ({ status, code, message }: SimRefusal): SimAnswer =>
  jsonAnswer(status, { errorMessage: message, errorCode: code });

const checked = accepting(
  (issue) => new SimRefusal(400, 'INVALID_PARAMETER', `Wrong ${issue.path.join('.')}: ${issue.message}`),
);

const whole = z
  .string()
  .regex(/^\d{1,11}$/)
  .transform(Number);
const paging = {
  offset: whole.default(0),
  limit: whole.pipe(z.int().min(1).max(100)).default(100),
};
const orderQuery = z.strictObject({
  ...paging,
  ids: z.string().optional(),
  updatedFrom: whole.optional(),
});
const productQuery = z.strictObject({
  ...paging,
  updatedFrom: whole.optional(),
  sortBy: z
    .enum(['ADDED_TIME_ASC', 'ADDED_TIME_DESC', 'NAME_ASC', 'NAME_DESC', 'UPDATED_TIME_ASC', 'UPDATED_TIME_DESC'])
    .default('ADDED_TIME_DESC'),
});

const page = (
  all: readonly JsonObject[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): SimAnswer => {
  const items = all.slice(offset, offset + limit);
  return jsonAnswer(200, { total: all.length, count: items.length, offset, limit, items });
};

const queryOf = (request: SimRequest): Record<string, string> => Object.fromEntries(request.query);

function searchOrders(store: EcwidStore, request: SimRequest): SimAnswer {
  const query = checked(orderQuery, queryOf(request));
  const ids = query.ids?.split(',');
  const found = [...store.orders.values()]
    .filter((order) => order.paymentStatus !== 'INCOMPLETE')
    .filter((order) => ids?.includes(order.id) ?? true)
    .filter((order) => query.updatedFrom === undefined || order.updated >= query.updatedFrom)
    // The newest first, as the admin shows them: what arrives moves all others.
    .toSorted((a, b) => b.created - a.created || b.internalId - a.internalId);
  return page(found.map(orderView), query);
}

function searchProducts(store: EcwidStore, request: SimRequest): SimAnswer {
  const query = checked(productQuery, queryOf(request));
  const sign = query.sortBy.endsWith('_DESC') ? -1 : 1;
  const found = [...store.products.values()]
    .filter((product) => query.updatedFrom === undefined || product.updated >= query.updatedFrom)
    .toSorted((a, b) => (a.created - b.created || a.id - b.id) * sign);
  return page(found.map(productView), query);
}

function orderOf(store: EcwidStore, request: SimRequest): SimOrder {
  const order = store.orders.get(request.params.order ?? '');
  if (!order) throw new SimRefusal(404, 'ORDER_NOT_FOUND', 'Order is not found');
  return order;
}

const update = z.strictObject({
  trackingNumber: z.string().max(500).optional(),
  fulfillmentStatus: z.enum(FULFILMENT).optional(),
  paymentStatus: z.enum(PAYMENT).optional(),
  privateAdminNotes: z.string().optional(),
  orderComments: z.string().optional(),
  externalFulfillment: z.boolean().optional(),
  disableAllCustomerNotifications: z.boolean().optional(),
});

const GONE = ['SHIPPED', 'DELIVERED', 'OUT_FOR_DELIVERY'];

/** Fields that are left out stay as they are. */
function updateOrder(store: EcwidStore, request: SimRequest, context: SimContext): SimAnswer {
  const given = checked(update, jsonBody(request));
  const order = orderOf(store, request);
  const fulfillmentStatus = given.fulfillmentStatus ?? order.fulfillmentStatus;
  const trackingNumber = given.trackingNumber ?? order.trackingNumber;
  const was = GONE.includes(order.fulfillmentStatus);
  const is = GONE.includes(fulfillmentStatus);
  const ended = order.reports.map((one) => ({ ...one, live: false }));
  const reported = is && (!was || trackingNumber !== order.trackingNumber);
  const value: SimOrder = {
    ...order,
    updated: Math.floor(context.now().getTime() / 1_000),
    fulfillmentStatus,
    trackingNumber,
    paymentStatus: given.paymentStatus ?? order.paymentStatus,
    comments: given.orderComments ?? order.comments,
    reports: reported ? [...ended, { numbers: trackingNumber, live: true }] : was && !is ? ended : order.reports,
  };
  stores.put(store.about.id, { what: 'order', value }, context, {
    ...((reported || (was && !is)) && {
      kind: reported ? 'fulfilled' : 'withdrawn',
      id: `${context.newId('report_')}@${order.id}`,
      reference: (reported ? trackingNumber : order.trackingNumber).split(', ')[0],
    }),
  });
  return jsonAnswer(200, { updateCount: 1 });
}

type Handle = (store: EcwidStore, request: SimRequest, context: SimContext) => SimAnswer;

export function apiRoutes(grant: CodeGrant): SimRoute[] {
  const route = (name: string, method: SimRoute['method'], path: string, scope: string, handle: Handle): SimRoute => ({
    name,
    method,
    path: `/api/v3/:store${path}`,
    effect: method === 'GET' ? 'read' : 'effect',
    handle: refusing((request, context) => {
      const account = request.params.store ?? '';
      const scopes = checkToken(grant, request, account, context);
      if (!scopes.includes(scope))
        throw new SimRefusal(403, 'MISSING_SCOPE', `Access token does not have the ${scope} scope`);
      const store = stores.of(account, context);
      if (!store) throw new SimRefusal(404, 'STORE_NOT_FOUND', 'Store is not found');
      return handle(store, request, context);
    }, refusalAnswer),
  });
  return [
    route('profile', 'GET', '/profile', 'read_store_profile', ({ about }) => jsonAnswer(200, profileView(about))),
    route('orders', 'GET', '/orders', 'read_orders', searchOrders),
    route('order', 'GET', '/orders/:order', 'read_orders', (store, request) =>
      jsonAnswer(200, orderView(orderOf(store, request))),
    ),
    route('update-order', 'PUT', '/orders/:order', 'update_orders', updateOrder),
    route('products', 'GET', '/products', 'read_catalog', searchProducts),
  ];
}
