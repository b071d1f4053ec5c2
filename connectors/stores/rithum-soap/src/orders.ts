/**
 * Orders in two looks, as at the REST interface: first those that are not marked as exported by our developer key and are to be shipped,
 * each page marked after it was stored; then what changed. Pages go by number, which a change may move, so a pull of several
 * pages asks once more for what changed since it began.
 */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import {
  askFrom,
  listed,
  movingCursor,
  movingPage,
  movingPlace,
  nodesOf,
  readMovingPlace,
  type MovingItems,
  type MovingPlace,
} from '@scanship/connector-kit/store/moving-list';
import { readCursor, readTexts } from '@scanship/connector-kit/store/pull-cursor';
import { quietly, readEach } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { currencyOf } from './account.ts';
import { askAccount, NIL, resultList, timeText } from './client.ts';
import { shipmentsOf, unitsOf } from './history.ts';
import { gmt, ID, isToShip, readOrder, shippingStatus } from './order-reader.ts';

/** Orders a page with all they have. */
const PAGE = 20;
const FIRST = 1;
/** Ids of the first look that are kept in the cursor. */
const MOST_SEEN = 300;
const LOOKS = { fresh: 'fresh', changed: 'changed', marking: 'marking' } as const;

const readOrderId = (order: ObjectReader): string => order.id('OrderID', ID);
const ORDERS: MovingItems = { id: readOrderId, updatedAt: (order) => gmt(order, 'LastUpdateDate') };

interface Place {
  /** `marking`: only what the last page told is left to be marked. */
  readonly look: keyof typeof LOOKS;
  /** This pull was asked for everything. */
  readonly all: boolean;
  /** Ids that the first look told; a page without another one ends it. */
  readonly fresh: readonly string[];
  /** Stored by now, so they can be marked as exported. */
  readonly mark: readonly string[];
  /** The look at changes. */
  readonly list: MovingPlace;
}

function placeOf(input: PullInput, now: Date): Place {
  if (input.cursor === undefined) {
    const all = input.since === undefined;
    return { look: all ? 'changed' : 'fresh', all, fresh: [], mark: [], list: movingPlace(input, now, FIRST) };
  }
  return readCursor(input.cursor, (at) => ({
    look: at.choice('look', LOOKS),
    all: at.boolean('all'),
    fresh: readTexts(at, 'fresh'),
    mark: readTexts(at, 'mark').filter((id) => ID.test(id)),
    list: readMovingPlace(at.object('list')),
  }));
}

const asCursor = ({ fresh, mark, list, ...rest }: Place): JsonObject => ({
  ...rest,
  fresh: [...fresh],
  mark: [...mark],
  list: movingCursor(list),
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
): Promise<{ readonly nodes: readonly ObjectReader[]; readonly problems: readonly PullProblem[] }> {
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

const isPartly = (order: ObjectReader): boolean => {
  const quiet = order.isolated();
  return quiet.maybe('OrderStatus', () => shippingStatus(quiet)) === 'PartiallyShipped';
};

/** Reads orders one by one: a broken one becomes a message, with its id where that can be read. */
async function readAll(
  nodes: readonly ObjectReader[],
  env: StoreEnv,
): Promise<{ items: StoreOrder[]; problems: PullProblem[]; toShip: string[] }> {
  const toShip: string[] = [];
  const currency = currencyOf(env);
  const shipments = await shipmentsOf(
    nodes.filter(isPartly).flatMap((order) => quietly(order, readOrderId) ?? []),
    env,
  );
  const read = readEach(nodes, readOrderId, (order, id = '') => {
    const made = readOrder(order, currency, unitsOf(shipments.get(id)));
    if (isToShip(order)) toShip.push(made.externalId);
    return made;
  });
  return { ...read, toShip };
}

async function freshPage(at: Place, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  // What is marked leaves the list, so its first page is always the next one.
  const found = await orderList({ fresh: true, page: FIRST }, env);
  const read = await readAll(found.nodes, env);
  const fresh = read.toShip.filter((id) => !at.fresh.includes(id));
  const next: Place =
    fresh.length === 0
      ? { ...at, look: 'changed', fresh: [], mark: [] }
      : { ...at, fresh: [...at.fresh, ...fresh].slice(-MOST_SEEN), mark: fresh };
  return {
    items: read.items.filter(({ externalId }) => fresh.includes(externalId)),
    problems: [...found.problems, ...read.problems],
    next: asCursor(next),
  };
}

async function changedPage(at: Place, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const { list } = at;
  const { nodes, problems } = await orderList({ since: askFrom(list), page: list.at }, env);
  const rows = nodes.map((node) => listed(node, ORDERS));
  const turned = movingPage(list, rows, nodes.length >= PAGE ? list.at + 1 : undefined, FIRST);
  const read = await readAll(nodesOf(turned.fresh), env);
  // Everything was asked for: those that wait are marked now. Later on the first look does that.
  const mark = at.all ? read.toShip : [];
  let next: Place | undefined;
  if (turned.next) next = { ...at, list: turned.next, mark };
  else if (mark.length > 0) next = { ...at, look: 'marking', list: { ...list, seen: [], told: [] }, mark };
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
  const listed: PullProblem[] = [];
  for (let from = 0; from < ids.length; from += PAGE) {
    const asked = ids.slice(from, from + PAGE);
    const found = await orderList({ ids: asked, page: 1 }, env);
    listed.push(...found.problems);
    nodes.push(...found.nodes.filter((node) => asked.includes(quietly(node, readOrderId) ?? asked[0] ?? '')));
  }
  const { items, problems } = await readAll(nodes, env);
  return { items, problems: [...listed, ...problems] };
}
