/** Calls for tests: to play the buyer, the seller and Walmart itself. */
import { judgeCalls } from '@scanship/simulator-kit/judge-calls';
import type { SimContext, SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { Throttle } from './api-routes.ts';
import { unitsIn, wholeSecond, type SimOrder } from './model.ts';
import { messageFor, tell } from './notices.ts';
import type { SimMarket } from './place.ts';
import { makeOrder } from './seeds.ts';
import type { Seller, Sellers } from './sellers.ts';
import { acknowledged, withCancel } from './shipping.ts';

const newOrders = z.strictObject({
  orders: z
    .array(
      z.strictObject({
        lines: z.array(z.strictObject({ sku: z.string(), quantity: z.int().positive() })).min(1),
        method: z.enum(['Standard', 'Express', 'OneDay', 'Value']).optional(),
        fulfilledBy: z.enum(['SellerFulfilled', 'WFSFulfilled']).optional(),
        /** Seconds before now that it was placed. */
        secondsAgo: z.number().nonnegative().default(0),
      }),
    )
    .min(1)
    .max(1_000),
});
/** `touch`: the seller acknowledges in Seller Center. */
const change = z.strictObject({ action: z.enum(['touch', 'cancel', 'hold', 'release']) });
const newItems = z.strictObject({ count: z.int().positive().max(2_000) });
const throttle = z.strictObject({ how: z.enum(['moment', 'long', 'off']) });
const keys = z.strictObject({ gone: z.boolean() });
const signing = z.strictObject({
  order: z.string(),
  address: z.string(),
  headerName: z.string(),
  secret: z.string(),
  headers: z.record(z.string(), z.string()),
});
const nothing = z.strictObject({});

let lastNumber = 0;
/** 13 digits, never given twice in a process, nor after a start within the same month. */
function orderNumber(): string {
  lastNumber += 1;
  return `4${String(Math.floor(Date.now() / 10) % 1_000_000_000).padStart(9, '0')}${String(lastNumber % 1_000).padStart(3, '0')}`;
}

function changed(order: SimOrder, action: z.infer<typeof change>['action'], at: number): SimOrder {
  if (action === 'cancel') return withCancel(order, 'cancel', at);
  if (action === 'hold') return withCancel(order, 'ask', at);
  if (action === 'release') return withCancel(order, 'unask', at);
  // A seller may open an order that left long ago; there is nothing to acknowledge then, and it counts as changed.
  const isOpen = order.lines.some((line) => unitsIn(line, 'Created') + unitsIn(line, 'Acknowledged') > 0);
  return isOpen ? acknowledged(order, at) : { ...order, updatedAt: at };
}

export function judgeRoutes(
  market: SimMarket,
  sellers: Sellers,
  setThrottle: (account: string, how: Throttle) => void,
): SimRoute[] {
  const call = judgeCalls<Seller>((account, context) => sellers.of(account, context));
  const put = (seller: Seller, value: SimOrder, context: SimContext): void =>
    sellers.put(seller.about.partnerId, { what: 'order', value }, context);
  return [
    call('places orders', 'POST', '/orders', newOrders, (seller, { orders }, _request, context) => {
      const ids = orders.map(({ lines, method = 'Standard', fulfilledBy = 'SellerFulfilled', secondsAgo }) => {
        const at = wholeSecond(new Date(context.now().getTime() - secondsAgo * 1_000));
        const order = makeOrder(market, orderNumber(), at, lines, { method, fulfilledBy });
        put(seller, order, context);
        tell(seller, order, 'PO_CREATED', context);
        return order.id;
      });
      return { ids };
    }),
    call('changes an order', 'POST', '/orders/:order/change', change, (seller, { action }, request, context) => {
      const order = seller.orders.get(request.params['order'] ?? '');
      if (!order) return undefined;
      const after = changed(order, action, wholeSecond(context.now()));
      put(seller, after, context);
      if (action === 'cancel') tell(seller, after, 'PO_LINE_AUTOCANCELLED', context);
      if (action === 'hold') tell(seller, after, 'INTENT_TO_CANCEL', context);
      return {};
    }),
    call('shows an order', 'GET', '/orders/:order', nothing, (seller, _given, request) => {
      const order = seller.orders.get(request.params['order'] ?? '');
      return (
        order && {
          reports: order.reports.map((one) => ({ numbers: [...one.numbers], units: one.units })),
          acknowledged: order.lines.every((line) => unitsIn(line, 'Created') === 0),
          lines: order.lines.map((line) => ({
            number: line.number,
            statuses: line.statuses.map((one) => ({
              status: one.status,
              quantity: one.quantity,
              number: one.tracking?.trackingNumber ?? null,
              carrier: one.tracking?.carrierName.carrier ?? one.tracking?.carrierName.otherCarrier ?? null,
              method: one.tracking?.methodCode ?? null,
              link: one.tracking?.trackingURL ?? null,
            })),
          })),
        }
      );
    }),
    call('stocks items', 'POST', '/items', newItems, (seller, { count }, _request, context) => {
      const from = seller.items.size;
      const ids = Array.from({ length: count }, (_v, index) => `THING-${from + index + 1}`);
      for (const sku of ids)
        sellers.put(
          seller.about.partnerId,
          {
            what: 'item',
            value: { sku, title: `Thing ${sku}`, upc: '012345678905', priceMinor: 1_250, lifecycle: 'ACTIVE' },
          },
          context,
        );
      return { ids };
    }),
    call('sets the budget', 'PUT', '/throttle', throttle, (seller, { how }) => {
      setThrottle(seller.about.partnerId, how);
      return {};
    }),
    call('deletes the keys', 'PUT', '/keys', keys, (seller, { gone }, _request, context) => {
      sellers.put(seller.about.partnerId, { what: 'keys-gone', value: gone }, context);
      return {};
    }),
    call('lists subscriptions', 'GET', '/subscriptions', nothing, (seller) => ({
      subscriptions: [...seller.subscriptions.values()].map(({ id, eventType, eventUrl, status }) => ({
        id,
        eventType,
        eventUrl,
        status,
      })),
    })),
    call('signs a delivery', 'POST', '/deliveries', signing, (seller, given, _request, context) => {
      const order = seller.orders.get(given.order);
      if (!order) return undefined;
      const message = messageFor(
        {
          id: 'sub-judge',
          eventType: 'ORDER_UPDATES',
          eventVersion: 'V1',
          resourceName: 'ORDER',
          eventUrl: given.address,
          status: 'ACTIVE',
          authDetails: { authMethod: 'HMAC', authHeaderName: given.headerName, clientSecret: given.secret },
          headers: given.headers,
        },
        seller,
        order,
        'PO_CREATED',
        context.newId('event-'),
        context.now(),
      );
      return { headers: { ...message.headers }, body: message.body };
    }),
  ];
}
