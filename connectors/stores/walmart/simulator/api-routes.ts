/** Orders, items, settings and notifications behind access tokens, with a budget that tests can use up. */
import type { JsonObject } from '@scanship/domain/values/json';
import {
  jsonAnswer,
  jsonBody,
  pageOf,
  refusing,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { wholeSecond, type SimOrder, type SimSubscription } from './model.ts';
import { EVENT_TYPES } from './notices.ts';
import { listOrders } from './order-list.ts';
import type { SimMarket } from './place.ts';
import { refusal, refusalAnswer } from './refusals.ts';
import type { Seller, Sellers } from './sellers.ts';
import { acknowledged, shipped } from './shipping.ts';
import { TOKEN_SECONDS, type Tokens } from './tokens.ts';
import { itemView, nodeView, orderView, profileView, subscriptionView, type Wanted } from './views.ts';

export type Throttle = 'moment' | 'long' | 'off';
type Handle = (seller: Seller, request: SimRequest, context: SimContext) => SimAnswer;

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Headers every call must carry. @throws SimRefusal */
export const headerCheck =
  (market: SimMarket) =>
  (request: SimRequest): void => {
    const { headers } = request;
    const lacking = (name: string): Error =>
      refusal(400, 'INVALID_REQUEST_HEADER.GMP_GATEWAY_API', `Header ${name} is missing or not valid.`, name);
    if ((headers['wm_svc.name'] ?? '') === '') throw lacking('WM_SVC.NAME');
    if (!GUID.test(headers['wm_qos.correlation_id'] ?? '')) throw lacking('WM_QOS.CORRELATION_ID');
    if (!/application\/json/.test(headers['accept'] ?? '')) throw lacking('Accept');
    // The token itself is of no version.
    for (const [name, value] of Object.entries(market.headers))
      if (headers[name] !== value && !(name === 'wm_global_version' && request.path === '/v3/token'))
        throw lacking(name.toUpperCase());
  };

const wantedOf = (query: URLSearchParams): Wanted => ({
  productInfo: query.get('productInfo') === 'true',
  replacementInfo: query.get('replacementInfo') === 'true',
});

function orderOf(seller: Seller, request: SimRequest): SimOrder {
  const id = request.params['order'] ?? '';
  const order = seller.orders.get(id);
  if (!order) throw refusal(404, 'CONTENT_NOT_FOUND.GMP_ORDER_API', `No order found for purchaseOrderId ${id}.`);
  return order;
}

const subscriptionWish = z.object({
  eventType: z.string().min(1),
  eventVersion: z.string().min(1),
  resourceName: z.string().min(1),
  eventUrl: z.url(),
  status: z.enum(['ACTIVE', 'INACTIVE']),
  authDetails: z.record(z.string(), z.string()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
const newSubscriptions = z.object({ events: z.array(subscriptionWish).min(1) });
const changedSubscription = subscriptionWish.partial();

function read<T>(schema: z.ZodType<T>, request: SimRequest): T {
  const given = schema.safeParse(jsonBody(request));
  if (given.success) return given.data;
  throw refusal(
    400,
    'INVALID_REQUEST_CONTENT.GMP_NOTIFICATION_API',
    given.error.issues[0]?.message ?? 'Invalid request.',
  );
}

export interface Api {
  readonly routes: SimRoute[];
  readonly setThrottle: (account: string, how: Throttle) => void;
}

export function apiRoutes(market: SimMarket, sellers: Sellers, tokens: Tokens): Api {
  const throttles = new Map<string, Throttle>();
  const check = headerCheck(market);

  const orderAnswer = (seller: Seller, order: SimOrder, wanted: Wanted): SimAnswer =>
    jsonAnswer(200, { order: orderView(market, seller.about, order, wanted) });

  const list: Handle = (seller, request, context) => {
    const page = listOrders([...seller.orders.values()], request.query, seller.about, context.now());
    const wanted = wantedOf(request.query);
    return jsonAnswer(200, {
      list: {
        meta: {
          totalCount: page.total,
          limit: page.limit,
          ...(page.next !== undefined && { nextCursor: page.next }),
        },
        elements: { order: page.items.map((order) => orderView(market, seller.about, order, wanted)) },
      },
    });
  };

  const acknowledge: Handle = (seller, request, context) => {
    const value = acknowledged(orderOf(seller, request), wholeSecond(context.now()));
    sellers.put(seller.about.partnerId, { what: 'order', value }, context);
    return orderAnswer(seller, value, wantedOf(request.query));
  };

  const ship: Handle = (seller, request, context) => {
    const at = wholeSecond(context.now());
    const { order, report } = shipped(orderOf(seller, request), jsonBody(request), at);
    sellers.put(seller.about.partnerId, { what: 'order', value: order }, context, {
      kind: 'fulfilled',
      id: report.numbers.join('+'),
      reference: report.numbers[0],
    });
    return orderAnswer(seller, order, wantedOf(request.query));
  };

  const items: Handle = (seller, { query }) => {
    const limit = Number(query.get('limit') ?? '20');
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > 50)
      throw refusal(400, 'INVALID_REQUEST_PARAM.GMP_ITEM_QUERY_API', 'limit cannot be more than 50', 'limit');
    const cursor = query.get('nextCursor') ?? '*';
    const offset = cursor === '*' ? 0 : Number(Buffer.from(cursor, 'base64').toString('utf8').slice(3));
    if (!Number.isSafeInteger(offset))
      throw refusal(400, 'INVALID_REQUEST_PARAM.GMP_ITEM_QUERY_API', 'nextCursor is not valid', 'nextCursor');
    const lifecycle = query.get('lifecycleStatus');
    const all = [...seller.items.values()].filter((one) => lifecycle === null || one.lifecycle === lifecycle);
    const page = pageOf(all, offset, limit);
    return jsonAnswer(200, {
      ItemResponse: page.items.map((item) => itemView(market, item)),
      totalItems: page.total,
      // There is a cursor on the last page too: only the count says that it is the last.
      nextCursor: Buffer.from(`at:${offset + page.items.length}`, 'utf8').toString('base64'),
    });
  };

  const subscribe: Handle = (seller, request, context) => {
    const made = read(newSubscriptions, request).events.map((wish): SimSubscription => {
      if (!EVENT_TYPES.some((one) => one['eventType'] === wish.eventType && one['resourceName'] === wish.resourceName))
        throw refusal(400, 'INVALID_EVENT_TYPE.GMP_NOTIFICATION_API', `Event type ${wish.eventType} is not valid.`);
      return { id: context.newId('sub-'), ...wish };
    });
    for (const value of made) sellers.put(seller.about.partnerId, { what: 'subscription', value }, context);
    return jsonAnswer(200, { event: made.map((one) => subscriptionView(seller.about, one)) });
  };

  const subscriptionOf = (seller: Seller, request: SimRequest): SimSubscription => {
    const one = seller.subscriptions.get(request.params['subscription'] ?? '');
    if (!one) throw refusal(404, 'CONTENT_NOT_FOUND.GMP_NOTIFICATION_API', 'There is no such subscription.');
    return one;
  };

  const route = (name: string, method: SimRoute['method'], path: string, handle: Handle): SimRoute => ({
    name,
    method,
    path,
    effect: method === 'GET' ? 'read' : 'effect',
    handle: refusing(
      (request, context) => {
        check(request);
        const seller = tokens.sellerBehind(request, context);
        const { partnerId } = seller.about;
        const throttle = throttles.get(partnerId) ?? 'off';
        if (throttle === 'moment') throttles.delete(partnerId);
        if (throttle === 'off') return handle(seller, request, context);
        const seconds = throttle === 'moment' ? 1 : 90;
        return refusalAnswer(
          refusal(429, 'REQUEST_THRESHOLD_VIOLATED.GMP_GATEWAY_API', 'Request threshold has been violated.'),
          {
            'x-current-token-count': '0',
            'x-next-replenishment-time': String(context.now().getTime() + seconds * 1_000),
          },
        );
      },
      (refused) => refusalAnswer(refused),
    ),
  });

  const common = [
    route('token detail', 'GET', '/v3/token/detail', (_seller, request) => {
      if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
        throw refusal(400, 'INVALID_REQUEST_HEADER.GMP_GATEWAY_API', 'Header Content-Type is missing.', 'Content-Type');
      const issued = tokens.issuedAt(request);
      return jsonAnswer(200, {
        issued_at: String(issued),
        expire_at: String(issued + TOKEN_SECONDS * 1_000),
        is_valid: true,
        is_channel_match: true,
        scopes: { item: 'view_only', orders: 'full_access', inventory: 'no_access', price: 'no_access' },
      });
    }),
    route('profile', 'GET', '/v3/settings/partnerprofile', (seller) => jsonAnswer(200, profileView(seller.about))),
    route('orders', 'GET', '/v3/orders', list),
    route('order', 'GET', '/v3/orders/:order', (seller, request) =>
      orderAnswer(seller, orderOf(seller, request), wantedOf(request.query)),
    ),
    route('acknowledge', 'POST', '/v3/orders/:order/acknowledge', acknowledge),
    route('ship', 'POST', '/v3/orders/:order/shipping', ship),
    route('items', 'GET', '/v3/items', items),
  ];
  const only = [
    route('ship nodes', 'GET', '/v3/settings/shipping/shipnodes', (seller) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([nodeView(seller.about)]),
    })),
    route('event types', 'GET', '/v3/webhooks/eventTypes', () => jsonAnswer(200, { eventTypes: [...EVENT_TYPES] })),
    route('subscriptions', 'GET', '/v3/webhooks/subscriptions', (seller) =>
      jsonAnswer(200, {
        events: [...seller.subscriptions.values()].map((one): JsonObject => subscriptionView(seller.about, one)),
      }),
    ),
    route('subscribe', 'POST', '/v3/webhooks/subscriptions', subscribe),
    route('change a subscription', 'PATCH', '/v3/webhooks/subscriptions/:subscription', (seller, request, context) => {
      const value: SimSubscription = {
        ...subscriptionOf(seller, request),
        ...clean(read(changedSubscription, request)),
      };
      sellers.put(seller.about.partnerId, { what: 'subscription', value }, context);
      return jsonAnswer(200, { event: [subscriptionView(seller.about, value)] });
    }),
    route('unsubscribe', 'DELETE', '/v3/webhooks/subscriptions/:subscription', (seller, request, context) => {
      const { id } = subscriptionOf(seller, request);
      sellers.put(seller.about.partnerId, { what: 'subscription-gone', value: id }, context);
      return jsonAnswer(200, { subscriptionId: id, message: 'Successfully deleted subscription' });
    }),
  ];
  return {
    setThrottle: (account, how) => void throttles.set(account, how),
    routes: [tokens.route, ...common, ...(market.whole ? only : [])],
  };
}

/** Members that were given. */
const clean = <T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  JSON.parse(JSON.stringify(value)) as { [K in keyof T]?: Exclude<T[K], undefined> };
