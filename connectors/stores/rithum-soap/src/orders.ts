/**
 * Orders in two looks, as at the REST interface: first those that are not marked as exported by our developer key and are to be shipped,
 * each page marked after it was stored; then what changed. Pages go by number, which a change may move, so a pull of several
 * pages asks once more for what changed since it began.
 */
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store';
import type { StoreEnv } from '@scanship/connector-kit/store-environment';
import type { XmlTree } from '@scanship/connector-kit/xml';
import type { JsonObject } from '@scanship/domain/json';
import type { StoreOrder } from '@scanship/domain/store-order';
import { currencyOf } from './account.ts';
import { askAccount, NIL, resultList, timeText } from './client.ts';
import { shipmentsOf, unitsOf } from './history.ts';
import { gmt, ID, isToShip, readOrder, shippingStatus } from './order-reader.ts';

/** Orders a page with all they have. */
const PAGE = 20;
/** Our clock and Rithum's may differ by this much. */
const CLOCKS_MS = 60_000;
const MOST_SEEN = 300;
const LOOKS = { fresh: 'fresh', changed: 'changed', again: 'again', marking: 'marking' } as const;

type Problem = PullPage<StoreOrder>['problems'][number];

interface Place {
  /** `again`: the second look at changes; `marking`: only what the last page told is left to be marked. */
  readonly look: keyof typeof LOOKS;
  /** Beginning of the whole pull (ISO instant); absent: everything. */
  readonly since: string | undefined;
  readonly begun: string;
  readonly page: number;
  /** States told that may be shown again: "id time". */
  readonly seen: readonly string[];
  /** Stored by now, so they can be marked as exported. */
  readonly mark: readonly string[];
}

function placeOf({ cursor, since }: PullInput, now: Date): Place {
  if (cursor === undefined)
    return {
      look: since === undefined ? 'changed' : 'fresh',
      since: since?.toISOString(),
      begun: new Date(now.getTime() - CLOCKS_MS).toISOString(),
      page: 1,
      seen: [],
      mark: [],
    };
  const at = readObject(cursor);
  const texts = (name: string): string[] => {
    const value = at.raw(name);
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  };
  return {
    look: at.choice('look', LOOKS),
    since: at.has('since') ? at.instant('since') : undefined,
    begun: at.instant('begun'),
    page: at.integer('page', 1),
    seen: texts('seen'),
    mark: texts('mark').filter((id) => ID.test(id)),
  };
}

const asCursor = ({ since, seen, mark, ...rest }: Place): JsonObject => ({
  ...rest,
  ...(since !== undefined && { since }),
  seen: [...seen],
  mark: [...mark],
});

interface Wanted {
  readonly since?: string | undefined;
  readonly fresh?: boolean;
  readonly ids?: readonly string[];
  readonly page: number;
}

/** Members in the order of the contract; those that must be there are nil where nothing is meant. */
function criteria({ since, fresh = false, ids, page }: Wanted): XmlTree {
  return {
    'ord:OrderCreationFilterBeginTimeGMT': NIL,
    'ord:OrderCreationFilterEndTimeGMT': NIL,
    'ord:StatusUpdateFilterBeginTimeGMT': since === undefined ? NIL : timeText(since),
    'ord:StatusUpdateFilterEndTimeGMT': NIL,
    'ord:JoinDateFiltersWithOr': NIL,
    'ord:DetailLevel': 'Complete',
    'ord:ExportState': fresh ? 'NotExported' : undefined,
    'ord:OrderIDList': ids && { 'ord:int': [...ids] },
    'ord:PaymentStatusFilter': fresh ? 'Cleared' : undefined,
    'ord:CheckoutStatusFilter': fresh ? 'Completed' : undefined,
    'ord:ShippingStatusFilter': fresh ? 'Unshipped' : undefined,
    'ord:PageNumberFilter': page,
    'ord:PageSize': PAGE,
  };
}

/** Orders as they come, each a reader of its own, and what is no order. */
export async function orderList(
  wanted: Wanted,
  env: StoreEnv,
): Promise<{ readonly nodes: readonly ObjectReader[]; readonly problems: readonly Problem[] }> {
  const result = await askAccount(env, {
    service: 'OrderService',
    operation: 'GetOrderList',
    name: 'orders',
    body: { 'web:orderCriteria': criteria(wanted) },
    readOnly: true,
  });
  return resultList(result, 'OrderResponseItem');
}

/** Marking twice is marking once, so a lost answer is asked for again. */
async function markExported(ids: readonly string[], env: StoreEnv): Promise<void> {
  if (ids.length === 0) return;
  await askAccount(env, {
    service: 'OrderService',
    operation: 'SetOrdersExportStatus',
    name: 'mark as exported',
    body: { 'web:orderIDList': { 'web:int': [...ids] }, 'web:markAsExported': true },
    readOnly: true,
  });
}

const idOf = (order: ObjectReader): string | undefined => {
  const quiet = order.isolated();
  return quiet.maybe('OrderID', (n) => quiet.id(n, ID));
};

/** "id time" of a state; undefined where it cannot be told. */
function printOf(order: ObjectReader): { readonly print: string; readonly time: string } | undefined {
  const quiet = order.isolated();
  const id = idOf(quiet);
  const time = quiet.maybe('LastUpdateDate', (n) => gmt(quiet, n));
  return id === undefined || time === undefined ? undefined : { print: `${id} ${time}`, time };
}

const isPartly = (order: ObjectReader): boolean => {
  const quiet = order.isolated();
  return quiet.maybe('OrderStatus', () => shippingStatus(quiet)) === 'PartiallyShipped';
};

/** Reads orders one by one: a broken one becomes a message, with its id where that can be read. */
async function readAll(
  nodes: readonly ObjectReader[],
  env: StoreEnv,
): Promise<{ items: StoreOrder[]; problems: Problem[]; toShip: string[] }> {
  const items: StoreOrder[] = [];
  const problems: Problem[] = [];
  const toShip: string[] = [];
  const currency = currencyOf(env);
  const shipments = await shipmentsOf(
    nodes.filter(isPartly).flatMap((order) => idOf(order) ?? []),
    env,
  );
  for (const order of nodes) {
    const externalId = idOf(order);
    try {
      items.push(readOrder(order, currency, unitsOf(shipments.get(externalId ?? ''))));
      if (externalId !== undefined && isToShip(order)) toShip.push(externalId);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems.push({ externalId, message: error.message });
    }
    problems.push(...order.problems.map((message) => ({ externalId, message })));
  }
  return { items, problems, toShip };
}

async function freshPage(at: Place, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  // What is marked leaves the list, so its first page is always the next one.
  const listed = await orderList({ fresh: true, page: 1 }, env);
  const read = await readAll(listed.nodes, env);
  const fresh = read.toShip.filter((id) => !at.seen.includes(id));
  const next: Place =
    fresh.length === 0
      ? { ...at, look: 'changed', page: 1, seen: [], mark: [] }
      : { ...at, seen: [...at.seen, ...fresh].slice(-MOST_SEEN), mark: fresh };
  return {
    items: read.items.filter(({ externalId }) => fresh.includes(externalId)),
    problems: [...listed.problems, ...read.problems],
    next: asCursor(next),
  };
}

async function changedPage(at: Place, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const again = at.look === 'again';
  const since = again ? at.begun : at.since;
  const { nodes, problems } = await orderList({ since, page: at.page }, env);
  // The question names whole seconds: what changed earlier in the first one was told before.
  const fresh = nodes.filter((node) => {
    const state = printOf(node);
    return state === undefined || (!at.seen.includes(state.print) && state.time >= (since ?? ''));
  });
  const read = await readAll(fresh, env);
  // Everything was asked for: those that wait are marked now. Later on the first look does that.
  const mark = at.since === undefined ? read.toShip : [];
  const lately = nodes.flatMap((node) => {
    const state = printOf(node);
    return state && state.time >= at.begun ? [state.print] : [];
  });
  const seen = [...new Set([...at.seen, ...lately])].slice(-MOST_SEEN);
  let next: Place | undefined;
  if (nodes.length >= PAGE) next = { ...at, page: at.page + 1, seen, mark };
  else if (!again && at.page > 1) next = { ...at, look: 'again', page: 1, seen, mark };
  else if (mark.length > 0) next = { ...at, look: 'marking', page: 1, seen: [], mark };
  return { items: read.items, problems: [...problems, ...read.problems], next: next && asCursor(next) };
}

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const at = placeOf(input, env.now());
  await markExported(at.mark, env);
  if (at.look === 'marking') return { items: [], problems: [] };
  return at.look === 'fresh' ? freshPage(at, env) : changedPage(at, env);
}

/** Twenty a call; those that do not exist are left out. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ID.test(id) && Number(id) < 2 ** 31);
  const nodes: ObjectReader[] = [];
  const listed: Problem[] = [];
  for (let from = 0; from < ids.length; from += PAGE) {
    const asked = ids.slice(from, from + PAGE);
    const found = await orderList({ ids: asked, page: 1 }, env);
    listed.push(...found.problems);
    nodes.push(...found.nodes.filter((node) => asked.includes(idOf(node) ?? asked[0] ?? '')));
  }
  const { items, problems } = await readAll(nodes, env);
  return { items, problems: [...listed, ...problems] };
}
