/**
 * Orders, oldest first, so that what arrives meanwhile comes last. Reebelo filters by the time an order was placed only: what
 * changed lately is looked for among the orders of the last weeks.
 */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { ORDER_NUMBER, readNumber, readOrder } from './order-reader.ts';

/** Reebelo's most. */
export const PAGE_SIZE = 50;
export const PATH = '/sockets/orders';
/** Orders placed longer ago than this before the moment asked for are looked at by whole pulls only. */
const WINDOW_MS = 45 * 86_400_000;

/** "2024-02-13T11:00:00", as documented: without a zone. */
export const fromText = (since: Date): string => new Date(since.getTime() - WINDOW_MS).toISOString().slice(0, 19);

/** Whether another page follows: as the answer says, else when this one was full. @throws FieldProblem */
export function hasMore(answer: ObjectReader, name: string): boolean {
  if (answer.has('hasNextPage')) return answer.boolean('hasNextPage');
  const items = answer.raw(name);
  return Array.isArray(items) && items.length >= PAGE_SIZE;
}

const readAll = (nodes: readonly ObjectReader[]): ReadItems<StoreOrder> => readEach(nodes, readNumber, readOrder);

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const cursor = input.cursor ? readObject(input.cursor) : undefined;
  const page = cursor?.integer('page', 1) ?? 1;
  const since = cursor ? (cursor.has('since') ? new Date(cursor.instant('since')) : undefined) : input.since;
  const answer = await ask(env, {
    name: 'orders',
    path: PATH,
    query: {
      page,
      pageSize: PAGE_SIZE,
      sortBy: 'orderDate-asc',
      ...(since && { from: fromText(since) }),
    },
  });
  const more = hasMore(answer, 'orders');
  const list = answer.isolated();
  const read = readAll(list.list('orders', (order) => order));
  return {
    items: read.items.filter((order) => since === undefined || Date.parse(order.updatedAt) >= since.getTime()),
    problems: [...saidBy(list), ...read.problems],
    next: more ? { page: page + 1, ...(since && { since: since.toISOString() }) } : undefined,
  };
}

/** The order of a number; a search may find others as well. */
export async function findOrder(
  number: string,
  env: StoreEnv,
): Promise<{ readonly order: ObjectReader | undefined; readonly problems: readonly string[] }> {
  const answer = await ask(env, {
    name: 'order by number',
    path: PATH,
    query: { search: number, page: 1, pageSize: 20 },
  });
  const list = answer.isolated();
  // An order whose number cannot be read may be the one; it becomes a message.
  const found = list.list('orders', (order) => ({ order, number: readNumber(order) }));
  return { order: found.find((one) => one.number === number)?.order, problems: list.problems };
}

export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const found: ObjectReader[] = [];
  const problems: PullProblem[] = [];
  for (const number of [...new Set(externalIds)].filter((id) => ORDER_NUMBER.test(id))) {
    const { order, problems: said } = await findOrder(number, env);
    if (order) found.push(order);
    problems.push(...said.map((message) => ({ externalId: number, message })));
  }
  const read = readAll(found);
  return { items: read.items, problems: [...problems, ...read.problems] };
}
