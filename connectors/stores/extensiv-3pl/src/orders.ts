/**
 * Orders by their number, which never changes: each page begins after the last number of the one before, so that what changes or
 * arrives meanwhile moves nothing out of sight.
 */
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { quietly, readEach, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, findTagged, readList, type Call } from './client.ts';
import { connectionOf, ID, type Connection } from './connection.ts';
import { isOurs, readOrder, readOrderId } from './order-reader.ts';
import { systemText } from './system-time.ts';

/** Extensiv gives up to 1000; orders are large. */
const PAGE = 50;
/** Everything else (billing, labels, serial numbers) stays there. */
const DETAIL = 'OrderItems,Contacts';

export const orderCall = (id: string): Call => ({ name: 'order', path: `/orders/${id}`, query: { detail: DETAIL } });

/** The filter in Extensiv's query language: `;` is "and", names are not case-sensitive. */
function filterOf(connection: Connection, since: Date | undefined, after: string | undefined): string {
  const { customerId, facilityId, zone } = connection;
  return [
    `readonly.customeridentifier.id==${customerId}`,
    facilityId === undefined ? undefined : `readonly.facilityidentifier.id==${facilityId}`,
    since && `readonly.lastmodifieddate=ge=${systemText(since, zone)}`,
    after === undefined ? undefined : `readonly.orderid=gt=${after}`,
  ]
    .filter((part) => part !== undefined)
    .join(';');
}

const readAll = (nodes: readonly ObjectReader[], connection: Connection): ReadItems<StoreOrder> =>
  readEach(nodes, readOrderId, (order) => (isOurs(order, connection) ? readOrder(order, connection) : undefined));

/** The last number of a page, after which the next begins. @throws FieldProblem for a page that is not the one asked for */
function lastOf(nodes: readonly ObjectReader[], after: string | undefined): string | undefined {
  const ids = nodes.flatMap((node) => quietly(node, readOrderId) ?? []).map(Number);
  // Extensiv leaves out parts of a question that it does not understand, without a word.
  if (ids.some((id) => id <= Number(after ?? '0')))
    throw new FieldProblem('orders', 'are not those that were asked for');
  return ids.length === 0 ? undefined : String(Math.max(...ids));
}

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const connection = connectionOf(env);
  const cursor = input.cursor && readObject(input.cursor);
  const after = cursor?.id('after', ID);
  const since = cursor ? (cursor.has('since') ? new Date(cursor.instant('since')) : undefined) : input.since;
  const answer = await ask(env, {
    name: 'orders',
    path: '/orders',
    query: {
      pgsiz: PAGE,
      pgnum: 1,
      detail: DETAIL,
      sort: 'readonly.orderid',
      rql: filterOf(connection, since, after),
    },
  });
  const list = readList(answer, 'orders/order', 'orders');
  const more = list.total > list.items.length;
  const last = lastOf(list.items, after);
  if (more && last === undefined) throw new FieldProblem('orders', 'have no readable numbers');
  const read = readAll(list.items, connection);
  const from = since === undefined ? 0 : Math.floor(since.getTime() / 1_000) * 1_000;
  return {
    items: read.items.filter((order) => Date.parse(order.updatedAt) >= from),
    problems: [...saidBy(list), ...read.problems],
    next: more && last !== undefined ? { after: last, ...(since && { since: since.toISOString() }) } : undefined,
    total: cursor ? undefined : list.total,
  };
}

/** One call each; those that do not exist, or are another customer's, are left out. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const connection = connectionOf(env);
  const items: StoreOrder[] = [];
  const problems: PullProblem[] = [];
  for (const id of [...new Set(externalIds)].filter((one) => ID.test(one))) {
    const found = await findTagged(env, orderCall(id));
    if (!found) continue;
    const read = readAll([found.thing], connection);
    items.push(...read.items.filter((order) => order.externalId === id));
    problems.push(...read.problems.map((problem) => ({ ...problem, externalId: id })));
  }
  return { items, problems };
}
