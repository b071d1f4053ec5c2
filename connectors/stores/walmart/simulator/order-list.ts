/** What `GET /v3/orders` allows and answers: filters, and pages by a cursor that is a query of its own. */
import { pageOf } from '@scanship/simulator-kit/simulator';
import type { SellerAbout, SimOrder } from './model.ts';
import { refusal } from './refusals.ts';

const DAY = 86_400_000;
const MOST_PER_PAGE = 200;
/** Smaller pages than Walmart's, so that few orders make several. */
const SIM_PAGE = 20;
const MOST_ORDERS = 20_000;
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{3})?Z)?$/;
const NAMES = new Set([
  'sku',
  'customerOrderId',
  'purchaseOrderId',
  'status',
  'createdStartDate',
  'createdEndDate',
  'fromExpectedShipDate',
  'toExpectedShipDate',
  'lastModifiedStartDate',
  'lastModifiedEndDate',
  'limit',
  'productInfo',
  'shipNodeType',
  'shippingProgramType',
  'replacementInfo',
  'orderType',
  'nextCursor',
  'hasMoreElements',
  'soIndex',
  'poIndex',
  'partnerId',
  'sellerId',
]);

const invalid = (name: string, what: string): Error =>
  refusal(400, 'INVALID_REQUEST_PARAM.GMP_ORDER_API', `Invalid value for ${name}: ${what}`, name);

function momentOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!MOMENT.test(text) || Number.isNaN(Date.parse(text))) throw invalid(name, text);
  return Date.parse(text);
}

export interface OrderPage {
  readonly items: readonly SimOrder[];
  readonly total: number;
  readonly limit: number;
  readonly next: string | undefined;
}

/** @throws SimRefusal with Walmart's codes */
export function listOrders(
  orders: readonly SimOrder[],
  query: URLSearchParams,
  about: SellerAbout,
  now: Date,
): OrderPage {
  for (const name of query.keys()) if (!NAMES.has(name)) throw invalid(name, 'is not a parameter');
  const limitText = query.get('limit') ?? '100';
  const limit = Number(limitText);
  if (!/^\d{1,3}$/.test(limitText) || limit < 1 || limit > MOST_PER_PAGE) throw invalid('limit', limitText);
  const oldest = now.getTime() - 180 * DAY;
  const createdFrom = momentOf(query, 'createdStartDate') ?? now.getTime() - 7 * DAY;
  if (createdFrom < oldest) throw invalid('createdStartDate', 'orders are available for the last 180 days');
  const createdTo = momentOf(query, 'createdEndDate') ?? now.getTime();
  if (createdTo < createdFrom) throw invalid('createdEndDate', 'is before createdStartDate');
  const changedFrom = momentOf(query, 'lastModifiedStartDate') ?? 0;
  const changedTo = momentOf(query, 'lastModifiedEndDate') ?? Number.POSITIVE_INFINITY;
  const status = query.get('status');
  const shipNodeType = query.get('shipNodeType') ?? 'SellerFulfilled';
  const found = orders
    .filter(
      (one) =>
        one.createdAt >= createdFrom &&
        one.createdAt <= createdTo &&
        one.updatedAt >= changedFrom &&
        one.updatedAt <= changedTo &&
        one.fulfilledBy === shipNodeType &&
        (status === null || one.lines.some((line) => line.statuses.some((s) => s.status === status))),
    )
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  if (found.length > MOST_ORDERS)
    throw refusal(400, 'INVALID_REQUEST_CONTENT.GMP_ORDER_API', 'More than 20000 orders match; narrow the search.');
  const offset = query.get('hasMoreElements') === 'true' ? Number(query.get('poIndex') ?? '0') : 0;
  if (!Number.isSafeInteger(offset) || offset < 0) throw invalid('poIndex', String(offset));
  const page = pageOf(found, offset, Math.min(limit, SIM_PAGE));
  if (page.next === undefined) return { items: page.items, total: found.length, limit, next: undefined };
  const next = new URLSearchParams(query);
  for (const [name, value] of [
    ['limit', limitText],
    ['hasMoreElements', 'true'],
    ['soIndex', String(found.length)],
    ['poIndex', String(page.next)],
    ['partnerId', about.partnerId],
    ['sellerId', '8'],
    // What is placed from now on is not in this list.
    ['createdEndDate', new Date(createdTo).toISOString()],
  ] as const)
    next.set(name, value);
  // Walmart leaves its colons as they are.
  return { items: page.items, total: found.length, limit, next: `?${decodeURIComponent(next.toString())}` };
}
