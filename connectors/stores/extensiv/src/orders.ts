/** Orders by change, as a list that moves because its order is not documented, and by their numbers. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import {
  askFrom,
  listed,
  movingCursor,
  movingPage,
  movingPlace,
  nodesOf,
  type MovingItems,
} from '@scanship/connector-kit/store/moving-list';
import { readEach, readEachOf, type ReadItems, saidBy, together } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { askList, countOf } from './client.ts';
import { ID } from './company.ts';
import { readOrder, readOrderId, readTime } from './order-reader.ts';

/** Between 10 and 1000. */
export const PAGE = 100;
const FIRST = 1;
/** Extensiv does not say whether the moment itself counts. */
export const EARLY_MS = 1_000;
const PATH = '/v1.1/orders';
const ORDERS: MovingItems = { id: readOrderId, updatedAt: (order) => readTime(order, 'modifiedDate') };

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const place = movingPlace(input, env.now(), FIRST);
  const list = await askList(env, {
    name: 'orders',
    path: PATH,
    query: { modifiedDateFrom: askFrom(place, EARLY_MS), limit: PAGE, page: place.at },
  });
  const rows = list.list('items', (node) => listed(node, ORDERS));
  const { fresh, next } = movingPage(place, rows, countOf(list) >= PAGE ? place.at + 1 : undefined, FIRST);
  const read = readEach(nodesOf(fresh), readOrderId, readOrder);
  return {
    items: read.items,
    problems: [...saidBy(list), ...read.problems],
    next: next && movingCursor(next),
  };
}

/** The order of a number, alone in a list; an empty list where Extensiv does not know it. */
export const askOrder = (id: string, env: StoreEnv): Promise<ObjectReader> =>
  askList(env, { name: 'order', path: PATH, query: { orderId: id, limit: 10, page: 1 } });

export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const found: ReadItems<StoreOrder>[] = [];
  for (const id of [...new Set(externalIds)].filter((one) => ID.test(one))) {
    const readOwn = (own: ObjectReader): StoreOrder | undefined => {
      const order = readOrder(own);
      if (order && order.externalId !== id) throw new FieldProblem('Extensiv', 'answered with another order');
      return order;
    };
    const { items, problems } = readEachOf(await askOrder(id, env), 'items', () => id, readOwn);
    found.push({ items, problems: problems.map(({ message }) => ({ externalId: id, message })) });
  }
  return together(found);
}
