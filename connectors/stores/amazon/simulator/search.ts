/** What `searchOrders`, `getOrder` and `searchListingsItems` take and find. */
import type { SimRequest } from '@scanship/simulator-kit/simulator';
import type { Place, SimListing, SimOrder } from './model.ts';
import { invalid } from '@scanship/simulator-kit/selling-partner-refusals';
import { statusOf } from './views.ts';

const STATUSES = ['PENDING_AVAILABILITY', 'PENDING', 'UNSHIPPED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'CANCELLED'];
const ORDER_DATA =
  'BUYER,RECIPIENT,PROCEEDS,EXPENSE,PROMOTION,CANCELLATION,FULFILLMENT,PACKAGES,TAX,PAYMENT,FULFILLMENT_ORDERS'.split(
    ',',
  );
const LISTING_DATA =
  'summaries,attributes,issues,offers,fulfillmentAvailability,procurement,relationships,productTypes'.split(',');
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

function listOf(request: SimRequest, name: string, known?: readonly string[]): Set<string> | undefined {
  const given = request.query.get(name);
  if (given === null) return undefined;
  const values = given.split(',');
  const strange = values.find((value) => value === '' || (known && !known.includes(value)));
  if (strange !== undefined) throw invalid(`Invalid value "${strange}" for ${name}.`);
  return new Set(values);
}

function instantOf(request: SimRequest, name: string): number | undefined {
  const given = request.query.get(name);
  if (given === null) return undefined;
  if (!INSTANT.test(given) || Number.isNaN(Date.parse(given))) throw invalid(`${name} is not an ISO 8601 date.`);
  return Date.parse(given);
}

function countOf(request: SimRequest, name: string, most: number): number {
  const given = request.query.get(name);
  if (given === null) return most;
  const value = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value >= 1 && value <= most)) throw invalid(`${name} must be between 1 and ${most}.`);
  return value;
}

export const orderData = (request: SimRequest): ReadonlySet<string> =>
  listOf(request, 'includedData', ORDER_DATA) ?? new Set();
export const listingData = (request: SimRequest): ReadonlySet<string> =>
  listOf(request, 'includedData', LISTING_DATA) ?? new Set(['summaries']);

/** A token is where the last page ended, for the very search it was given for. */
interface Mark {
  readonly search: string;
  readonly before: number;
  readonly at: number;
  readonly id: string;
  readonly until: number;
}
const wrap = (mark: Mark): string => Buffer.from(JSON.stringify(mark)).toString('base64url');
function unwrap(token: string, search: string, now: number): Mark {
  try {
    const mark = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as Mark;
    if (mark.search === search && mark.until > now) return mark;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw invalid('The paginationToken is invalid or has expired.');
}
const TOKEN_MS = 86_400_000;

export interface Found<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextToken?: string | undefined;
}

/** One page of `rows` after the token's place, in the order of time and id. */
function pageAfter<T extends { readonly at: number; readonly id: string }>(
  rows: readonly T[],
  search: { readonly key: string; readonly before: number; readonly now: number },
  mark: Mark | undefined,
  limit: number,
): Found<T> {
  const sorted = rows.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const rest = mark ? sorted.filter((row) => row.at > mark.at || (row.at === mark.at && row.id > mark.id)) : sorted;
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  const more = rest.length > limit && last !== undefined;
  const { key, before, now } = search;
  return {
    items,
    total: sorted.length,
    ...(more && { nextToken: wrap({ search: key, before, at: last.at, id: last.id, until: now + TOKEN_MS }) }),
  };
}

/** @returns the page, and up to when the search reached */
export function searchOrders(
  orders: readonly SimOrder[],
  place: Place,
  request: SimRequest,
  now: Date,
): Found<{ readonly order: SimOrder }> & { readonly before: Date } {
  const { query } = request;
  const [created, updated] = [instantOf(request, 'createdAfter'), instantOf(request, 'lastUpdatedAfter')];
  if ((created === undefined) === (updated === undefined))
    throw invalid('Exactly one of createdAfter and lastUpdatedAfter must be given.');
  const upTo = instantOf(request, created === undefined ? 'lastUpdatedBefore' : 'createdBefore');
  const after = created ?? updated ?? 0;
  if (after > now.getTime()) throw invalid('The time must not be in the future.');
  if (upTo !== undefined && (upTo < after || upTo > now.getTime() - 120_000))
    throw invalid('The end must be after the start and at least two minutes before now.');
  const statuses = listOf(request, 'fulfillmentStatuses', [...STATUSES, 'UNFULFILLABLE']);
  const by = listOf(request, 'fulfilledBy', ['MERCHANT', 'AMAZON']);
  const places = listOf(request, 'marketplaceIds');
  if (places && places.size > 50) throw invalid('At most 50 marketplaceIds.');
  const limit = countOf(request, 'maxResultsPerPage', 100);
  const key = [...query].filter(([name]) => name !== 'paginationToken').join('&');
  const token = query.get('paginationToken');
  const mark = token === null ? undefined : unwrap(token, key, now.getTime());
  // What changes in this very millisecond belongs to this search.
  const before = mark?.before ?? upTo ?? now.getTime() + 1;
  const rows = orders
    .map((order) => ({
      order,
      id: order.id,
      at: Date.parse(created === undefined ? order.updatedAt : order.createdAt),
    }))
    .filter(({ at }) => at >= after && at < before)
    .filter(({ order }) => statuses === undefined || statuses.has(statusOf(order)))
    .filter(({ order }) => by === undefined || by.has(order.by))
    .filter(() => places === undefined || places.has(place.marketplaceId));
  return {
    ...pageAfter(rows, { key, before, now: now.getTime() }, mark, limit),
    before: new Date(before),
  };
}

export function searchListings(
  listings: readonly SimListing[],
  place: Place,
  request: SimRequest,
  now: Date,
): Found<{ readonly listing: SimListing }> {
  const { query } = request;
  const places = listOf(request, 'marketplaceIds');
  if (!places) throw invalid('marketplaceIds is required.');
  const sortBy = query.get('sortBy') ?? 'lastUpdatedDate';
  if (!['sku', 'createdDate', 'lastUpdatedDate'].includes(sortBy)) throw invalid('Invalid sortBy.');
  if (!['ASC', 'DESC'].includes(query.get('sortOrder') ?? 'DESC')) throw invalid('Invalid sortOrder.');
  const limit = countOf(request, 'pageSize', 20);
  const made = instantOf(request, 'createdAfter') ?? 0;
  const updated = instantOf(request, 'lastUpdatedAfter') ?? 0;
  const key = [...query].filter(([name]) => name !== 'pageToken').join('&');
  const token = query.get('pageToken');
  const mark = token === null ? undefined : unwrap(token, key, now.getTime());
  const rows = listings
    .filter(() => places.has(place.marketplaceId))
    .map((listing) => ({ listing, id: listing.sku, at: Date.parse(listing.createdAt) }))
    .filter(({ listing, at }) => at >= made && Date.parse(listing.updatedAt) >= updated);
  return pageAfter(rows, { key, before: 0, now: now.getTime() }, mark, limit);
}
