/** The calls of the Open API that we use, with what the contract refuses. */
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import {
  jsonAnswer,
  jsonBody,
  pageOf,
  refusing,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { APPS } from './apps.ts';
import { split } from './consent-routes.ts';
import { itemsTotal, seconds, type SimReceipt } from './model.ts';
import { nextId } from '@scanship/simulator-kit/shop-state';
import { put, shopOfUser, type Shop } from './shops.ts';
import { listingView, receiptView, shopView } from './views.ts';

/** How the next question of a shop is throttled. */
export type Budget = 'moment' | 'long' | 'off';
export type SetBudget = (shopId: string, budget: Budget) => void;

const refuse = (status: number, words: string): SimRefusal => new SimRefusal(status, 'error', words);

const LIMITS = { 'x-limit-per-second': '10', 'x-limit-per-day': '10000' };

/** One value of a query, as the contract describes it. */
function choice<T extends string>(query: URLSearchParams, name: string, known: readonly T[], otherwise: T): T {
  const given = query.get(name);
  if (given === null) return otherwise;
  const found = known.find((one) => one === given);
  if (found === undefined) throw refuse(400, `${name} must be one of: ${known.join(', ')}`);
  return found;
}

function whole(query: URLSearchParams, name: string, least: number, most: number): number | undefined {
  const given = query.get(name);
  if (given === null) return undefined;
  const value = /^-?\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= least && value <= most)) throw refuse(400, `${name} must be a whole number from ${least} to ${most}`);
  return value;
}

function flag(query: URLSearchParams, name: string): boolean | undefined {
  const given = query.get(name);
  if (given === null) return undefined;
  if (given !== 'true' && given !== 'false') throw refuse(400, `${name} must be true or false`);
  return given === 'true';
}

const page = (query: URLSearchParams): { limit: number; offset: number } => ({
  limit: whole(query, 'limit', 1, 100) ?? 25,
  offset: whole(query, 'offset', 0, 1e12) ?? 0,
});

const EARLIEST = 946_684_800;
const BY = {
  created: (r: SimReceipt): number => r.created,
  updated: (r: SimReceipt): number => r.updated,
  receipt_id: (r: SimReceipt): number => r.id,
};

function receiptsOf(shop: Shop, query: URLSearchParams): SimAnswer {
  const since = whole(query, 'min_last_modified', EARLIEST, 1e12);
  const until = whole(query, 'max_last_modified', EARLIEST, 1e12);
  const earliest = whole(query, 'min_created', EARLIEST, 1e12);
  const latest = whole(query, 'max_created', EARLIEST, 1e12);
  const paid = flag(query, 'was_paid');
  const shipped = flag(query, 'was_shipped');
  const canceled = flag(query, 'was_canceled');
  flag(query, 'was_delivered');
  const by = BY[choice(query, 'sort_on', ['created', 'updated', 'receipt_id'], 'created')];
  const up = ['asc', 'ascending', 'up'].includes(
    choice(query, 'sort_order', ['asc', 'ascending', 'desc', 'descending', 'up', 'down'], 'desc'),
  );
  const { limit, offset } = page(query);
  const all = [...shop.receipts.values()]
    .filter((r) => since === undefined || r.updated >= since)
    .filter((r) => until === undefined || r.updated <= until)
    .filter((r) => earliest === undefined || r.created >= earliest)
    .filter((r) => latest === undefined || r.created <= latest)
    .filter((r) => paid === undefined || r.paid === paid)
    .filter((r) => shipped === undefined || r.shipped === shipped)
    .filter((r) => canceled === undefined || (r.status === 'canceled') === canceled)
    .toSorted((a, b) => (by(a) - by(b) || a.id - b.id) * (up ? 1 : -1));
  const part = pageOf(all, offset, limit);
  return jsonAnswer(200, {
    count: part.total,
    results: part.items.map((receipt) => receiptView(receipt, shop.about)),
  });
}

const STATES = ['active', 'inactive', 'sold_out', 'draft', 'expired'] as const;
const INCLUDES = ['Shipping', 'Images', 'Shop', 'User', 'Translations', 'Inventory', 'Videos'];

function listingsOf(shop: Shop, query: URLSearchParams): SimAnswer {
  const state = choice(query, 'state', STATES, 'active');
  const includes = query.getAll('includes').flatMap((text) => text.split(','));
  if (includes.some((one) => !INCLUDES.includes(one))) throw refuse(400, 'includes names an unknown association');
  const { limit, offset } = page(query);
  const all = [...shop.listings.values()].filter((l) => l.state === state).toSorted((a, b) => b.id - a.id);
  const part = pageOf(all, offset, limit);
  return jsonAnswer(200, {
    count: part.total,
    results: part.items.map((listing) => listingView(listing, shop.about, includes)),
  });
}

const isText = (value: string | null): value is string => value !== null && value.trim() !== '';

/** A form, as Etsy documents it, or the JSON that it takes as well. */
function given(request: SimRequest): URLSearchParams {
  const type = request.headers['content-type'] ?? '';
  if (/^application\/x-www-form-urlencoded\b/.test(type)) return new URLSearchParams(request.text());
  if (!/^application\/json\b/.test(type)) throw refuse(400, 'The request must be a form.');
  const json = jsonBody(request);
  if (typeof json !== 'object' || json === null) throw refuse(400, 'The request must be an object.');
  return new URLSearchParams(
    Object.entries(json).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [],
    ),
  );
}

function track(shop: Shop, receipt: SimReceipt, request: SimRequest, context: SimContext): SimAnswer {
  const form = given(request);
  const code = form.get('tracking_code');
  const carrier = form.get('carrier_name');
  const bcc = flag(form, 'send_bcc') ?? false;
  if (receipt.status === 'canceled') throw refuse(400, 'This receipt was canceled.');
  if (!receipt.paid) throw refuse(400, 'This receipt is not paid.');
  if (isText(code) !== isText(carrier)) throw refuse(400, 'A tracking code and a carrier name are required together.');
  const domestic = shop.about.country === 'US' && receipt.address.country === 'US' && itemsTotal(receipt) > 1_000;
  if (!isText(code) && (domestic || receipt.address.country === 'IN'))
    throw refuse(400, 'A tracking number is required');
  const at = seconds(context.now());
  // Sent again it is one more shipment, and one more mail to the buyer.
  const shipment = isText(code)
    ? { id: nextId(shop), carrier: carrier ?? 'other', code, at, toSellerToo: bcc }
    : undefined;
  const after: SimReceipt = {
    ...receipt,
    updated: at,
    shipped: true,
    status: 'completed',
    shipments: [...receipt.shipments, ...(shipment ? [shipment] : [])],
  };
  put(shop, { what: 'receipt', value: after }, context, {
    kind: 'fulfilled',
    id: String(shipment?.id ?? context.newId('report_')),
    reference: shipment?.code,
  });
  return jsonAnswer(200, receiptView(after, shop.about));
}

export function apiRoutes(grant: CodeGrant): { readonly routes: SimRoute[]; readonly setBudget: SetBudget } {
  const budgets = new Map<string, Budget>();
  const throttle = (shopId: string): void => {
    const budget = budgets.get(shopId) ?? 'off';
    if (budget === 'moment') budgets.delete(shopId);
    if (budget !== 'off')
      throw new SimRefusal(
        429,
        budget,
        budget === 'long' ? 'Exceeded daily rate limit' : 'Exceeded per second rate limit',
      );
  };
  /** @throws SimRefusal 401 or 403 as Etsy does */
  const signedIn = (request: SimRequest, scope: string, context: SimContext): Shop => {
    const key = request.headers['x-api-key'] ?? '';
    const app = APPS.find((one) => key === `${one.clientId}:${one.clientSecret}`);
    if (!app) throw refuse(403, "Invalid API key: should be in the format 'keystring:shared_secret'.");
    const [userId, value] = split(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    const shop = shopOfUser(userId, context);
    if (!shop) throw refuse(401, 'invalid_token');
    const to = grant.holderOf(value, String(shop.about.shopId), context);
    if (to.clientId !== app.clientId) throw refuse(401, 'invalid_token');
    throttle(String(shop.about.shopId));
    if (!to.scopes.includes(scope)) throw refuse(403, 'insufficient_scope');
    return shop;
  };
  const format = ({ status, code, message }: SimRefusal): SimAnswer =>
    jsonAnswer(
      status,
      { error: message },
      status === 429
        ? {
            ...LIMITS,
            'x-remaining-this-second': code === 'long' ? '9' : '0',
            'x-remaining-today': code === 'long' ? '0' : '9000',
            ...(code === 'long' ? { 'retry-after': '3600' } : {}),
          }
        : LIMITS,
    );
  const route = (
    name: string,
    method: 'GET' | 'POST',
    path: string,
    scope: string,
    run: (shop: Shop, request: SimRequest, context: SimContext) => SimAnswer,
  ): SimRoute => ({
    name,
    method,
    path: `/v3/application${path}`,
    effect: method === 'GET' ? 'read' : 'effect',
    handle: refusing((request, context) => {
      const shop = signedIn(request, scope, context);
      const asked = request.params.shop;
      if (asked !== undefined && asked !== String(shop.about.shopId))
        throw /^[1-9]\d*$/.test(asked)
          ? refuse(403, `User ${shop.about.userId} is not the owner of shop ${asked}`)
          : refuse(400, 'shop_id must be a whole number');
      flag(request.query, 'legacy');
      const answer = run(shop, request, context);
      return {
        ...answer,
        headers: { ...answer.headers, ...LIMITS, 'x-remaining-this-second': '9', 'x-remaining-today': '9000' },
      };
    }, format),
  });
  const receipt = (shop: Shop, request: SimRequest): SimReceipt => {
    const id = request.params.receipt ?? '';
    if (!/^[1-9]\d*$/.test(id)) throw refuse(400, 'receipt_id must be a whole number');
    const found = shop.receipts.get(Number(id));
    if (!found) throw refuse(404, 'Receipt not found');
    return found;
  };
  return {
    setBudget: (shopId, budget) => void budgets.set(shopId, budget),
    routes: [
      route('me', 'GET', '/users/me', 'shops_r', (shop) =>
        jsonAnswer(200, { user_id: shop.about.userId, shop_id: shop.about.shopId }),
      ),
      route('shop', 'GET', '/shops/:shop', 'shops_r', (shop) => jsonAnswer(200, shopView(shop.about))),
      route('receipts', 'GET', '/shops/:shop/receipts', 'transactions_r', (shop, request) =>
        receiptsOf(shop, request.query),
      ),
      route('receipt', 'GET', '/shops/:shop/receipts/:receipt', 'transactions_r', (shop, request) =>
        jsonAnswer(200, receiptView(receipt(shop, request), shop.about)),
      ),
      route('listings', 'GET', '/shops/:shop/listings', 'listings_r', (shop, request) =>
        listingsOf(shop, request.query),
      ),
      route('tracking', 'POST', '/shops/:shop/receipts/:receipt/tracking', 'transactions_w', (shop, request, context) =>
        track(shop, receipt(shop, request), request, context),
      ),
    ],
  };
}
