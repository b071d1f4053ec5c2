/** The calls of the API that we use, with what the contract refuses. */
import { createHash, randomUUID } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
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
import type { SimFulfilment, SimOrder } from './model.ts';
import { refusalAnswer, refuse } from './refusals.ts';
import { sites, type Site } from './sites.ts';
import { asJson, leftOf, orderView, productSummary, productV1, productV3, withFulfilments } from './views.ts';

function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw refuse(400, 'INVALID_ARGUMENT', z.prettifyError(result.error).slice(0, 200));
}

const paging = z.strictObject({ limit: z.int().min(1).max(100).nullish(), cursor: z.string().max(16_000).nullish() });
const sorting = z.array(z.strictObject({ fieldName: z.string().max(512), order: z.enum(['ASC', 'DESC']).optional() }));
const moment = z.iso.datetime({ offset: true });
const query = z.strictObject({
  filter: z.record(z.string(), z.unknown()).nullish(),
  sort: sorting.optional(),
  cursorPaging: paging.optional(),
});
const searchBody = z.strictObject({ search: query.optional() });
const orderFilter = z.strictObject({
  id: z.strictObject({ $in: z.array(z.string()) }).optional(),
  status: z.strictObject({ $ne: z.string() }).optional(),
  updatedDate: z.strictObject({ $gte: moment }).optional(),
});
const productFilter = z.strictObject({ updatedDate: z.strictObject({ $gte: moment }).optional() });

interface Cut {
  readonly at: number;
  readonly question: z.infer<typeof query>;
}

/** A cursor holds its question; nothing else may stand beside it. */
function cutOf(given: z.infer<typeof query>): Cut {
  const cursor = given.cursorPaging?.cursor;
  if (cursor == null) return { at: 0, question: given };
  if (given.filter != null || given.sort)
    throw refuse(400, 'INVALID_CURSOR', 'A cursor comes without filter and sort.');
  const [sum, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('|');
  const text = rest.join('|');
  if (sum !== createHash('sha256').update(text).digest('hex').slice(0, 8))
    throw refuse(400, 'INVALID_CURSOR', 'The cursor is not valid.');
  return JSON.parse(text) as Cut;
}

const cursorOf = (cut: Cut): string => {
  const text = JSON.stringify(cut);
  return Buffer.from(`${createHash('sha256').update(text).digest('hex').slice(0, 8)}|${text}`).toString('base64url');
};

function page<T>(
  all: readonly T[],
  cut: Cut,
  limit: number,
): { readonly items: readonly T[]; readonly meta: JsonObject } {
  const items = all.slice(cut.at, cut.at + limit);
  const hasNext = cut.at + limit < all.length;
  const next = cursorOf({ at: cut.at + limit, question: cut.question });
  return { items, meta: { count: items.length, cursors: hasNext ? { next } : {}, hasNext } };
}

function searchOrders(site: Site, body: unknown): SimAnswer {
  const given = checked(searchBody, body).search ?? {};
  const cut = cutOf(given);
  const filter = checked(orderFilter, cut.question.filter ?? {});
  const [sort] = cut.question.sort ?? [{ fieldName: 'createdDate', order: 'DESC' as const }];
  const field = checked(z.enum(['createdDate', 'updatedDate']), sort?.fieldName ?? 'createdDate');
  const since = filter.updatedDate && Date.parse(filter.updatedDate.$gte);
  const found = [...site.orders.values()]
    .filter((order) => order.status !== 'INITIALIZED' && order.status !== filter.status?.$ne)
    .filter((order) => filter.id?.$in.includes(order.id) ?? true)
    .filter((order) => since === undefined || Date.parse(order.updatedDate) >= since)
    .toSorted(
      (a, b) =>
        (Date.parse(a[field]) - Date.parse(b[field]) || (a.id < b.id ? -1 : 1)) * (sort?.order === 'DESC' ? -1 : 1),
    );
  const { items, meta } = page(found, cut, given.cursorPaging?.limit ?? 100);
  return jsonAnswer(200, { orders: items.map((order) => orderView(order, site.about)), metadata: meta });
}

function orderOf(site: Site, request: SimRequest): SimOrder {
  const order = site.orders.get(request.params.order ?? '');
  if (!order) throw refuse(404, 'ORDER_NOT_FOUND', 'Order not found');
  return order;
}

const listBody = z.strictObject({ orderIds: z.array(z.guid()).min(1).max(100) });

const createBody = z.strictObject({
  orderId: z.string().optional(),
  fulfillment: z.strictObject({
    lineItems: z.array(z.strictObject({ id: z.guid(), quantity: z.int().positive().nullish() })).optional(),
    trackingInfo: z
      .strictObject({
        trackingNumber: z.string().min(1).max(100).nullish(),
        shippingProvider: z.string().min(1).max(100).nullish(),
        trackingLink: z.url().max(2_048).nullish(),
      })
      .optional(),
    completed: z.boolean().nullish(),
    status: z.enum(['Pending', 'Accepted', 'Ready', 'In_Delivery', 'Fulfilled']).nullish(),
  }),
});
const LINKED = ['fedex', 'ups', 'usps', 'dhl', 'canadaPost'];

function createFulfilment(site: Site, request: SimRequest, context: SimContext): SimAnswer {
  const given = checked(createBody, jsonBody(request));
  const order = orderOf(site, request);
  if (given.orderId !== undefined && given.orderId !== order.id)
    throw refuse(400, 'INVALID_ARGUMENT', 'orderId is not the one of the address.');
  if (order.status !== 'APPROVED')
    throw refuse(428, 'ORDER_NOT_APPROVED', 'Fulfillments are made for approved orders only.');
  const { lineItems = [], trackingInfo, completed } = given.fulfillment;
  const provider = trackingInfo?.shippingProvider;
  if (provider != null && !LINKED.includes(provider) && trackingInfo?.trackingLink == null)
    throw refuse(400, 'MISSING_TRACKING_LINK', 'A custom shipping provider needs a tracking link.');
  const left = new Map(leftOf(order).map((line) => [line.id, line.left]));
  const lines = lineItems.map(({ id, quantity }) => ({ id, quantity: quantity ?? left.get(id) ?? 0 }));
  if (lines.length === 0) throw refuse(400, 'INVALID_ARGUMENT', 'A fulfillment needs line items.');
  for (const { id, quantity } of lines)
    if (quantity === 0 || quantity > (left.get(id) ?? 0))
      throw refuse(428, 'LINE_ITEM_QUANTITY_NOT_AVAILABLE', 'The requested quantity is not available.');
  const fulfilment: SimFulfilment = {
    id: randomUUID(),
    createdDate: context.now().toISOString(),
    lineItems: lines,
    trackingInfo: trackingInfo && (asJson(trackingInfo) as object as NonNullable<SimFulfilment['trackingInfo']>),
    completed: completed ?? false,
  };
  const value = {
    ...order,
    updatedDate: context.now().toISOString(),
    fulfilments: [...order.fulfilments, fulfilment],
  };
  sites.put(site.about.instanceId, { what: 'order', value }, context, {
    kind: 'fulfilled',
    id: fulfilment.id,
    reference: fulfilment.trackingInfo?.trackingNumber,
  });
  return jsonAnswer(200, { orderWithFulfillments: withFulfilments(value), fulfillmentId: fulfilment.id });
}

function deleteFulfilment(site: Site, request: SimRequest, context: SimContext): SimAnswer {
  const order = orderOf(site, request);
  const gone = order.fulfilments.find(({ id }) => id === request.params.fulfilment);
  if (!gone) throw refuse(404, 'FULFILLMENT_NOT_FOUND', 'Fulfillment not found');
  const value = {
    ...order,
    updatedDate: context.now().toISOString(),
    fulfilments: order.fulfilments.filter((one) => one !== gone),
    deleted: [...order.deleted, gone],
  };
  sites.put(site.about.instanceId, { what: 'order', value }, context, {
    kind: 'withdrawn',
    id: gone.id,
    reference: gone.trackingInfo?.trackingNumber,
  });
  return jsonAnswer(200, { orderWithFulfillments: withFulfilments(value) });
}

const productQuery = z.strictObject({ query: query.optional(), fields: z.array(z.string()).optional() });
const v1Query = z.strictObject({
  query: z.strictObject({
    sort: z.string().optional(),
    filter: z.string().optional(),
    paging: z.strictObject({ limit: z.int().min(1).max(100), offset: z.int().nonnegative() }).optional(),
  }),
  includeVariants: z.boolean().optional(),
  includeHiddenProducts: z.boolean().optional(),
});

function queryV3(site: Site, body: unknown): SimAnswer {
  const given = checked(productQuery, body).query ?? {};
  const cut = cutOf(given);
  const filter = checked(productFilter, cut.question.filter ?? {});
  const since = filter.updatedDate && Date.parse(filter.updatedDate.$gte);
  const found = [...site.products.values()]
    .filter((product) => since === undefined || Date.parse(product.updatedDate) >= since)
    .toSorted((a, b) => Date.parse(a.createdDate) - Date.parse(b.createdDate) || (a.id < b.id ? -1 : 1));
  const { items, meta } = page(found, cut, given.cursorPaging?.limit ?? 100);
  return jsonAnswer(200, { products: items.map(productSummary), pagingMetadata: meta });
}

function queryV1(site: Site, body: unknown): SimAnswer {
  const { query: given } = checked(v1Query, body);
  const { limit, offset } = given.paging ?? { limit: 100, offset: 0 };
  const all = [...site.products.values()].toSorted((a, b) => Date.parse(a.createdDate) - Date.parse(b.createdDate));
  return jsonAnswer(200, {
    products: all.slice(offset, offset + limit).map((product) => productV1(product, site.about)),
    metadata: { items: limit, offset },
    totalResults: all.length,
  });
}

function siteView({ about }: Site): JsonObject {
  return {
    instance: {
      instanceId: about.instanceId,
      appName: 'shipping-labels',
      appVersion: '1.0.0',
      isFree: true,
      permissions: [],
    },
    site: {
      siteDisplayName: about.name,
      locale: 'en',
      paymentCurrency: about.currency,
      url: 'https://shop.example',
      siteId: about.siteId,
      installedWixApps: ['stores'],
    },
  };
}

const properties = ({ about }: Site): JsonObject => ({
  properties: {
    timeZone: about.timeZone,
    paymentCurrency: about.currency,
    siteDisplayName: about.name,
    businessName: about.name,
    email: 'hello@shop.example',
    phone: '+1 514 555 0100',
    address: asJson(about.address),
  },
  version: '7',
});

export function apiRoutes(grant: CodeGrant): SimRoute[] {
  /** @throws SimRefusal 401 as Wix does */
  const signedIn = (request: SimRequest, context: SimContext): Site => {
    const given = request.headers.authorization ?? '';
    const dot = given.indexOf('.');
    const site = sites.of(given.slice(0, Math.max(0, dot)), context);
    const refused = new SimRefusal(401, 'UNAUTHENTICATED', 'The access token is missing, unknown or expired.');
    if (!site?.installed) throw refused;
    try {
      grant.holderOf(given.slice(dot + 1), site.about.instanceId, context);
    } catch (error) {
      throw error instanceof SimRefusal ? refused : error;
    }
    return site;
  };
  const route = (
    name: string,
    method: SimRoute['method'],
    path: string,
    run: (site: Site, request: SimRequest, context: SimContext) => SimAnswer,
    effect: SimRoute['effect'] = 'read',
  ): SimRoute => ({
    name,
    method,
    path,
    effect,
    handle: refusing((request, context) => run(signedIn(request, context), request, context), refusalAnswer),
  });
  const only = (site: Site, version: string): Site => {
    if (site.about.catalog !== version)
      throw refuse(428, 'CATALOG_VERSION', 'This site has another version of the catalog.');
    return site;
  };
  return [
    route('instance', 'GET', '/apps/v1/instance', (site) => jsonAnswer(200, siteView(site))),
    route('properties', 'GET', '/site-properties/v4/properties', (site) => jsonAnswer(200, properties(site))),
    route('search-orders', 'POST', '/ecom/v1/orders/search', (site, request) => searchOrders(site, jsonBody(request))),
    route('order', 'GET', '/ecom/v1/orders/:order', (site, request) =>
      jsonAnswer(200, { order: orderView(orderOf(site, request), site.about) }),
    ),
    route('fulfillments', 'GET', '/ecom/v1/fulfillments/orders/:order', (site, request) =>
      jsonAnswer(200, { orderWithFulfillments: withFulfilments(orderOf(site, request)) }),
    ),
    route('list-fulfillments', 'POST', '/ecom/v1/fulfillments/list-by-ids', (site, request) => {
      const { orderIds } = checked(listBody, jsonBody(request));
      const found = orderIds.flatMap((id) => site.orders.get(id) ?? []);
      return jsonAnswer(200, { ordersWithFulfillments: found.map(withFulfilments) });
    }),
    route(
      'create-fulfillment',
      'POST',
      '/ecom/v1/fulfillments/orders/:order/create-fulfillment',
      createFulfilment,
      'effect',
    ),
    route(
      'delete-fulfillment',
      'DELETE',
      '/ecom/v1/fulfillments/:fulfilment/orders/:order',
      deleteFulfilment,
      'effect',
    ),
    route('catalog-version', 'GET', '/stores/v3/provision/version', (site) =>
      jsonAnswer(200, { catalogVersion: site.about.catalog }),
    ),
    route('query-products', 'POST', '/stores/v3/products/query', (site, request) =>
      queryV3(only(site, 'V3_CATALOG'), jsonBody(request)),
    ),
    route('product', 'GET', '/stores/v3/products/:product', (site, request) => {
      const product = only(site, 'V3_CATALOG').products.get(request.params.product ?? '');
      if (!product) throw refuse(404, 'PRODUCT_NOT_FOUND', 'Product not found');
      return jsonAnswer(200, { product: productV3(product, site.about) });
    }),
    route('query-products-v1', 'POST', '/stores-reader/v1/products/query', (site, request) =>
      queryV1(only(site, 'V1_CATALOG'), jsonBody(request)),
    ),
  ];
}
