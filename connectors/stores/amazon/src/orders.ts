/**
 * Orders by the time of their last change. Amazon pages with a token and says up to when a search reaches; what changed since
 * then is read in a second search, so a long pull loses nothing. Names and addresses come with the role for them: this version
 * of the API has no restricted data tokens.
 */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, askMaybe, type AmazonCall } from './client.ts';
import type { AmazonManifest } from './manifest-family.ts';
import { isOurs, ORDER_ID, readOrder } from './order-reader.ts';

const PATH = '/orders/2026-01-01/orders';
/** Amazon's most. */
const PAGE = 100;
/** Everything an order here is made of. */
const WANTED = 'BUYER,RECIPIENT,PROCEEDS,CANCELLATION,FULFILLMENT';
/** Without pending ones: they have no price, and must not be shipped. They count as changed once they are paid. */
const STATUSES = 'UNSHIPPED,PARTIALLY_SHIPPED,SHIPPED,CANCELLED';
/** How far Amazon may be behind where it does not say up to when a search reached. */
const BEHIND_MS = 300_000;

export const orderCall = (id: string, includedData: string): AmazonCall => ({
  name: 'order',
  path: `${PATH}/${encodeURIComponent(id)}`,
  query: { includedData },
  rate: 0.5,
});

const readAll = (nodes: readonly ObjectReader[], manifest: AmazonManifest): ReadItems<StoreOrder> =>
  readEach(
    nodes,
    (order) => order.string('orderId', ORDER_ID),
    (order) => (isOurs(order, manifest) ? readOrder(order, manifest) : undefined),
  );

/** Where a pull stands: a search from a moment on, or the page a token leads to; `again` when a second search follows. */
interface Place {
  readonly from: string;
  readonly token?: string | undefined;
  /** Up to when the first search reached, which is where the second begins. */
  readonly until?: string | undefined;
  readonly again: boolean;
}

const textOf = (cursor: JsonObject | undefined, name: string): string | undefined => {
  const value = cursor?.[name];
  return typeof value === 'string' ? value : undefined;
};

function placeOf(input: PullInput, oldest: Date): Place {
  const { cursor } = input;
  const from = textOf(cursor, 'from');
  if (from !== undefined)
    return { from, token: textOf(cursor, 'token'), until: textOf(cursor, 'until'), again: cursor?.['again'] === true };
  const asked = input.since ?? oldest;
  // A pull of everything takes long enough for orders to change meanwhile.
  return { from: (asked < oldest ? oldest : asked).toISOString(), again: input.since === undefined };
}

export async function orders(manifest: AmazonManifest, input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const now = env.now();
  const days = manifest.sync.history?.days ?? 729;
  const place = placeOf(input, new Date(now.getTime() - days * 86_400_000));
  if (Date.parse(place.from) > now.getTime()) return { items: [], problems: [] };
  const answer = await ask(env, {
    name: 'orders',
    path: PATH,
    query: {
      marketplaceIds: manifest.marketplace.id,
      lastUpdatedAfter: place.from,
      fulfilledBy: 'MERCHANT',
      fulfillmentStatuses: STATUSES,
      includedData: WANTED,
      maxResultsPerPage: PAGE,
      ...(place.token !== undefined && { paginationToken: place.token }),
    },
    rate: 0.0056,
  });
  // Whether there is more decides whether it is asked for, so it is never guessed.
  const pagination = answer.has('pagination') ? answer.object('pagination') : undefined;
  const token = pagination?.has('nextToken') ? pagination.string('nextToken', /^\S+$/) : undefined;
  const reader = answer.isolated();
  const reached = place.until ?? reader.maybe('lastUpdatedBefore', (n) => reader.instant(n));
  const until = reached ?? new Date(now.getTime() - BEHIND_MS).toISOString();
  const read = readAll(
    reader.list('orders', (node) => node),
    manifest,
  );
  const again = place.again || token !== undefined;
  const next =
    token !== undefined
      ? { from: place.from, token, until, again }
      : again
        ? { from: until > place.from ? until : place.from, again: false }
        : undefined;
  return {
    items: read.items.toSorted((a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt)),
    problems: [...saidBy(reader), ...read.problems],
    next,
  };
}

export async function ordersById(
  manifest: AmazonManifest,
  externalIds: readonly string[],
  env: StoreEnv,
): Promise<PullPage<StoreOrder>> {
  const items: StoreOrder[] = [];
  const problems: PullProblem[] = [];
  for (const id of new Set(externalIds)) {
    if (!ORDER_ID.test(id)) continue;
    const answer = await askMaybe(env, orderCall(id, WANTED));
    if (!answer) continue;
    try {
      const read = readAll([answer.object('order')], manifest);
      items.push(...read.items);
      problems.push(...read.problems);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems.push({ externalId: id, message: error.message });
    }
  }
  return { items, problems };
}
