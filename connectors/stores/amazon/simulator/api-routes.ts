/** Orders, Listings and Sellers API behind access tokens, each operation with its usage plan. */
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
import { APPS } from './apps.ts';
import { makePackage } from './confirming.ts';
import type { Place, SimOrder } from './model.ts';
import type { Rates, UsagePlan } from './rates.ts';
import { invalid, refusal, refusalAnswer } from '@scanship/simulator-kit/selling-partner-refusals';
import { listingData, orderData, searchListings, searchOrders } from './search.ts';
import type { Seller, Sellers } from './sellers.ts';
import { openToken } from './tokens.ts';
import { accountView, listingView, orderView, participationsView } from './views.ts';

type Handle = (seller: Seller, request: SimRequest, context: SimContext) => SimAnswer;

const ORDERS = '/orders/2026-01-01/orders';

export function apiRoutes(place: Place, sellers: Sellers, grant: CodeGrant, rates: Rates): SimRoute[] {
  function sellerBehind(request: SimRequest, context: SimContext): Seller {
    const denied = (details: string): SimRefusal =>
      refusal(403, 'Unauthorized', 'Access to requested resource is denied.', details);
    const given = request.headers['x-amz-access-token'] ?? '';
    if (given === '') throw denied('Access token is missing in the request header.');
    if (!request.headers['user-agent']) throw refusal(400, 'InvalidInput', 'The User-Agent header is missing.');
    const { account, value } = openToken(given);
    const seller = sellers.of(account, context);
    try {
      const holder = grant.holderOf(value, account, context);
      if (seller && APPS.some((a) => a.clientId === holder.clientId)) return seller;
    } catch (error) {
      if (!(error instanceof SimRefusal)) throw error;
    }
    throw denied('The access token you provided has expired.');
  }

  function orderOf(seller: Seller, request: SimRequest): SimOrder {
    const id = request.params['order'] ?? '';
    if (!/^[0-9A-Z]{2,3}-\d{7}-\d{7}$/.test(id)) throw invalid(`"${id}" is not an Amazon order id.`);
    const order = seller.orders.get(id);
    if (!order) throw refusal(404, 'NotFound', 'The order was not found.');
    return order;
  }

  const route = (name: string, method: 'GET' | 'POST', path: string, plan: UsagePlan, handle: Handle): SimRoute => ({
    name,
    method,
    path,
    effect: method === 'POST' ? 'effect' : 'read',
    handle: refusing(
      (request, context) => {
        const seller = sellerBehind(request, context);
        const rate = rates.refused(seller.about.id, name, plan, context.now().getTime());
        if (rate === undefined) return handle(seller, request, context);
        return refusalAnswer(refusal(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.'), {
          'x-amzn-RateLimit-Limit': String(rate),
        });
      },
      (refused) => refusalAnswer(refused),
    ),
  });

  const orders: Handle = (seller, request, context) => {
    const included = orderData(request);
    const found = searchOrders([...seller.orders.values()], place, request, context.now());
    return jsonAnswer(200, {
      orders: found.items.map(({ order }) => orderView(order, place, included)),
      ...(found.nextToken !== undefined && { pagination: { nextToken: found.nextToken } }),
      lastUpdatedBefore: found.before.toISOString(),
    });
  };

  const listings: Handle = (seller, request, context) => {
    if (request.params['seller'] !== seller.about.id)
      throw refusal(403, 'Unauthorized', 'Access to requested resource is denied.', 'The seller is another.');
    const included = listingData(request);
    const found = searchListings([...seller.listings.values()], place, request, context.now());
    return jsonAnswer(200, {
      numberOfResults: found.total,
      ...(found.nextToken !== undefined && { pagination: { nextToken: found.nextToken } }),
      items: found.items.map(({ listing }) => listingView(listing, place, included)),
    });
  };

  const confirm: Handle = (seller, request, context) => {
    const order = orderOf(seller, request);
    const now = context.now();
    const made = makePackage(order, place, jsonBody(request), now);
    const packages = [...order.packages.filter((p) => p.id !== made.id), made];
    sellers.put(
      seller.about.id,
      { what: 'order', value: { ...order, updatedAt: now.toISOString(), packages } },
      context,
      { kind: 'fulfilled', id: made.id, reference: made.trackingNumber },
    );
    return { status: 204, headers: { 'x-amzn-RequestId': 'simulated' } };
  };

  return [
    route('marketplaces', 'GET', '/sellers/v1/marketplaceParticipations', { rate: 0.016, burst: 15 }, (seller) =>
      jsonAnswer(200, participationsView(seller.about, place)),
    ),
    route('account', 'GET', '/sellers/v1/account', { rate: 0.016, burst: 15 }, (seller) =>
      jsonAnswer(200, accountView(seller.about, place)),
    ),
    route('orders', 'GET', ORDERS, { rate: 0.0056, burst: 20 }, orders),
    route('order', 'GET', `${ORDERS}/:order`, { rate: 0.5, burst: 30 }, (seller, request) =>
      jsonAnswer(200, { order: orderView(orderOf(seller, request), place, orderData(request)) }),
    ),
    route('listings', 'GET', '/listings/2021-08-01/items/:seller', { rate: 5, burst: 5 }, listings),
    route('confirm', 'POST', '/orders/v0/orders/:order/shipmentConfirmation', { rate: 2, burst: 10 }, confirm),
  ];
}
