/** Root fields of queries and mutations. */
import type { SimContext } from '@scanship/simulator-kit/simulator';
import type { Postman } from './deliveries.ts';
import { orderPayload, tell } from './events.ts';
import { cancelFulfilment, createFulfilment, type FulfilmentWish } from './fulfilling.ts';
import { type GraphQLResolveInfo, getDirectiveValues } from 'graphql';
import { gid, instant, numberOf, type SimFulfilment, type SimOrder } from './model.ts';
import { createRefund, type RefundWish } from './refunding.ts';
import { page, pageById, refused, searched, type PageArgs } from './paging.ts';
import { nextId } from '@scanship/simulator-kit/shop-state';
import { put, type Shop } from './shops.ts';
import { fulfilment, group, location, need, order, refund, shop as showShop, variant, type Viewer } from './views.ts';

export interface Caller extends Viewer {
  readonly clientId: string;
  readonly context: SimContext;
  readonly postman: Postman;
  /** Takes the app's access to the shop back. */
  readonly revoke: () => void;
}

const DAY = 86_400_000;
const idOf = (type: string, id: string): number => {
  const number = numberOf(type, id);
  if (number === undefined) throw refused(`Invalid global id '${id}'`, 'argumentLiteralsIncompatible');
  return number;
};

/** Without the permission for all orders, an app sees those of the last 60 days. */
const visible = (caller: Caller): SimOrder[] => {
  const from = caller.context.now().getTime() - 60 * DAY;
  const all = caller.scopes.includes('read_all_orders');
  return [...caller.shop.orders.values()].filter((one) => all || Date.parse(one.createdAt) >= from);
};

const orderOfGroup = (shop: Shop, id: number): SimOrder | undefined =>
  [...shop.orders.values()].find((one) => one.groups.some((g) => g.id === id));

const orderOfFulfilment = (shop: Shop, id: number): SimOrder | undefined =>
  [...shop.orders.values()].find((one) => one.fulfilments.some((f) => f.id === id));

const readOrders = (caller: Caller, field: string): void => need(caller, field, 'read_orders');
const readGroups = (caller: Caller, field: string): void =>
  need(caller, field, 'read_merchant_managed_fulfillment_orders');

function findOrder(caller: Caller, id: string): object | null {
  readOrders(caller, 'order');
  const found = visible(caller).find((one) => one.id === idOf('Order', id));
  return found ? order(caller, found) : null;
}

function findGroup(caller: Caller, id: string): object | null {
  readGroups(caller, 'fulfillmentOrder');
  const number = idOf('FulfillmentOrder', id);
  const owner = orderOfGroup(caller.shop, number);
  const one = owner?.groups.find((g) => g.id === number);
  return owner && one ? group(caller, owner, one) : null;
}

function findFulfilment(caller: Caller, id: string): object | null {
  readOrders(caller, 'fulfillment');
  const number = idOf('Fulfillment', id);
  const owner = orderOfFulfilment(caller.shop, number);
  const one = owner?.fulfilments.find((f) => f.id === number);
  return owner && one ? fulfilment(caller, owner, one) : null;
}

function findNode(caller: Caller, id: string): object | null {
  const type = /^gid:\/\/shopify\/(\w+)\//.exec(id)?.[1];
  if (type === 'Order') return findOrder(caller, id);
  if (type === 'FulfillmentOrder') return findGroup(caller, id);
  if (type === 'Fulfillment') return findFulfilment(caller, id);
  if (type === undefined) throw refused(`Invalid global id '${id}'`, 'argumentLiteralsIncompatible');
  return null;
}

type Ask = PageArgs & { readonly query?: string | null; readonly sortKey?: string | null };

const queries = (caller: Caller): object => ({
  shop: () => showShop(caller),
  currentAppInstallation: () => ({
    id: gid('AppInstallation', caller.shop.about.id + 100),
    accessScopes: caller.scopes.map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
  }),
  order: ({ id }: { id: string }) => findOrder(caller, id),
  fulfillmentOrder: ({ id }: { id: string }) => findGroup(caller, id),
  fulfillment: ({ id }: { id: string }) => findFulfilment(caller, id),
  node: ({ id }: { id: string }) => findNode(caller, id),
  nodes: ({ ids }: { ids: readonly string[] }) => {
    if (ids.length > 250) throw refused('The input array size is greater than 250.', 'MAX_INPUT_SIZE_EXCEEDED');
    return ids.map((id) => findNode(caller, id));
  },
  orders: (args: Ask) => {
    readOrders(caller, 'orders');
    const value = (one: SimOrder): string =>
      args.sortKey === 'ID' ? '' : args.sortKey === 'UPDATED_AT' ? one.updatedAt : one.createdAt;
    return page(
      searched(visible(caller), args.query),
      args,
      (one) => ({ id: one.id, value: value(one) }),
      (one) => order(caller, one),
    );
  },
  productVariants: (args: Ask) => {
    need(caller, 'productVariants', 'read_products');
    return pageById(searched([...caller.shop.variants.values()], args.query), args, (one) => variant(caller, one));
  },
  locations: (args: PageArgs & { readonly includeInactive?: boolean }) => {
    need(caller, 'locations', 'read_locations');
    const all = caller.shop.about.locations.filter((l) => l.active || args.includeInactive === true);
    return pageById(all, args, location);
  },
  webhookSubscriptions: (args: PageArgs & { readonly topics?: readonly string[] | null }) => {
    const mine = [...caller.shop.subscriptions.values()].filter(
      (s) => s.clientId === caller.clientId && (!args.topics || args.topics.includes(s.topic)),
    );
    return pageById(mine, args, (s) => ({ ...s, id: gid('WebhookSubscription', s.id), format: 'JSON' }));
  },
});

const wrong = (message: string, field: readonly string[] | null = null): object => ({
  userErrors: [{ field, message }],
});

function saveFulfilment(
  caller: Caller,
  changed: { readonly order: SimOrder; readonly fulfilment: SimFulfilment },
  kind: 'fulfilled' | 'withdrawn',
): void {
  const { fulfilment: one, order: after } = changed;
  put(caller.shop, { what: 'order', value: after }, caller.context, {
    kind,
    id: gid('Fulfillment', one.id),
    reference: one.tracking[0]?.number,
  });
  const payload = orderPayload(after);
  const left = after.groups.some((g) => g.lines.some((l) => l.remaining > 0));
  tell(
    caller.shop,
    caller.postman,
    [
      { topic: 'ORDERS_UPDATED', payload },
      ...(kind === 'withdrawn' ? [] : [{ topic: left ? 'ORDERS_PARTIALLY_FULFILLED' : 'ORDERS_FULFILLED', payload }]),
    ],
    caller.context,
  );
}

function fulfil(caller: Caller, wish: FulfilmentWish): object {
  need(caller, 'fulfillmentCreate', 'write_merchant_managed_fulfillment_orders');
  const [first] = wish.lineItemsByFulfillmentOrder;
  const owners = new Set(
    wish.lineItemsByFulfillmentOrder.map(
      (one) => orderOfGroup(caller.shop, idOf('FulfillmentOrder', one.fulfillmentOrderId))?.id,
    ),
  );
  const [ownerId] = owners;
  const owner = ownerId === undefined ? undefined : caller.shop.orders.get(ownerId);
  if (!first || !owner) return wrong('Fulfillment order does not exist.', ['fulfillment']);
  if (owners.size > 1) return wrong('All fulfillment orders must belong to the same order.', ['fulfillment']);
  const at = instant(caller.context.now());
  const outcome = createFulfilment(owner, wish, at, () => nextId(caller.shop));
  if ('error' in outcome) return wrong(outcome.error, ['fulfillment']);
  saveFulfilment(caller, outcome.value, 'fulfilled');
  return { fulfillment: fulfilment(caller, outcome.value.order, outcome.value.fulfilment), userErrors: [] };
}

/** The key of `@idempotent`, without which no refund is made since 2026-04. */
function keyOf({ schema, fieldNodes, variableValues }: GraphQLResolveInfo): string {
  const directive = schema.getDirective('idempotent');
  const [node] = fieldNodes;
  const key = directive && node ? getDirectiveValues(directive, node, variableValues)?.key : undefined;
  if (typeof key !== 'string' || key === '')
    throw refused('The idempotent directive is required for this mutation.', 'BAD_REQUEST');
  return key;
}

function payBack(caller: Caller, wish: RefundWish, info: GraphQLResolveInfo): object {
  need(caller, 'refundCreate', 'write_orders');
  const key = keyOf(info);
  const input = JSON.stringify(wish);
  const before = [...caller.shop.orders.values()]
    .flatMap((one) => (one.refunds ?? []).map((made) => ({ owner: one, made })))
    .find(({ made }) => made.key === key);
  if (before && before.made.input !== input)
    return { userErrors: [{ field: null, message: 'The idempotency key was used with other parameters.' }] };
  if (before) return { refund: refund(before.made), order: order(caller, before.owner), userErrors: [] };
  const owner = caller.shop.orders.get(idOf('Order', wish.orderId));
  if (!owner) return wrong('Order does not exist.', ['orderId']);
  const { currency } = caller.shop.about;
  const at = instant(caller.context.now());
  const outcome = createRefund(owner, wish, { currency, at, key, input }, () => nextId(caller.shop));
  if ('error' in outcome) return wrong(outcome.error, ['refundLineItems']);
  const { order: after, refund: made } = outcome.value;
  put(caller.shop, { what: 'order', value: after }, caller.context, {
    kind: 'refunded',
    id: gid('Refund', made.id),
    reference: made.note,
  });
  tell(caller.shop, caller.postman, [{ topic: 'ORDERS_UPDATED', payload: orderPayload(after) }], caller.context);
  return { refund: refund(made), order: order(caller, after), userErrors: [] };
}

function cancel(caller: Caller, id: string): object {
  need(caller, 'fulfillmentCancel', 'write_merchant_managed_fulfillment_orders');
  const number = idOf('Fulfillment', id);
  const owner = orderOfFulfilment(caller.shop, number);
  const one = owner?.fulfilments.find((f) => f.id === number);
  if (!owner || !one) return wrong('Fulfillment not found.', ['id']);
  const outcome = cancelFulfilment(owner, one, instant(caller.context.now()), () => nextId(caller.shop));
  if ('error' in outcome) return wrong(outcome.error, ['id']);
  saveFulfilment(caller, outcome.value, 'withdrawn');
  return { fulfillment: fulfilment(caller, outcome.value.order, outcome.value.fulfilment), userErrors: [] };
}

interface SubscriptionWish {
  readonly topic: string;
  readonly webhookSubscription: {
    readonly uri?: string | null;
    readonly format?: string | null;
    readonly includeFields?: readonly string[] | null;
  };
}

/** https, or plain http on this machine, where the demo runs. */
const takesDeliveries = (uri: string): boolean =>
  URL.canParse(uri) &&
  (new URL(uri).protocol === 'https:' ||
    (new URL(uri).protocol === 'http:' &&
      /^(127\.0\.0\.1|localhost|[a-z0-9.-]+\.localhost)$/.test(new URL(uri).hostname)));

function subscribe(caller: Caller, wish: SubscriptionWish): object {
  const uri = wish.webhookSubscription.uri ?? '';
  const field = ['webhookSubscription', 'uri'];
  if (!takesDeliveries(uri)) return wrong('Address is invalid', field);
  const same = [...caller.shop.subscriptions.values()].some(
    (s) => s.clientId === caller.clientId && s.topic === wish.topic && s.uri === uri,
  );
  if (same) return wrong('Address for this topic has already been taken', field);
  const one = {
    id: nextId(caller.shop),
    clientId: caller.clientId,
    topic: wish.topic,
    uri,
    includeFields: wish.webhookSubscription.includeFields ?? [],
  };
  put(caller.shop, { what: 'subscription', value: one }, caller.context);
  return {
    webhookSubscription: { ...one, id: gid('WebhookSubscription', one.id), format: 'JSON' },
    userErrors: [],
  };
}

const mutations = (caller: Caller): object => ({
  fulfillmentCreate: ({ fulfillment }: { fulfillment: FulfilmentWish }) => fulfil(caller, fulfillment),
  refundCreate: ({ input }: { input: RefundWish }, _context: unknown, info: GraphQLResolveInfo) =>
    payBack(caller, input, info),
  fulfillmentCancel: ({ id }: { id: string }) => cancel(caller, id),
  webhookSubscriptionCreate: (wish: SubscriptionWish) => subscribe(caller, wish),
  appUninstall: () => {
    tell(
      caller.shop,
      caller.postman,
      [{ topic: 'APP_UNINSTALLED', payload: { id: caller.shop.about.id, domain: caller.shop.about.domain } }],
      caller.context,
    );
    put(caller.shop, { what: 'unsubscribed', value: { clientId: caller.clientId } }, caller.context);
    caller.revoke();
    return { app: { id: gid('App', 42) }, userErrors: [] };
  },
});

export const rootsOf = (caller: Caller): object => ({ ...queries(caller), ...mutations(caller) });
