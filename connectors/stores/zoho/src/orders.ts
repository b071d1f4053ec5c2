/** Sales orders by their last change. The list shows no lines and no address, so each order is asked for by itself. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { movingCursor, movingPlace } from '@scanship/connector-kit/store/moving-list';
import { type ReadItems, readNamed, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, find } from './client.ts';
import { FIRST_PAGE, hasMore, rowOf, turned } from './newest-first.ts';
import { readOrder, readOrderId } from './order-reader.ts';
import { zoneOf } from './organization.ts';
import { ID } from './reading.ts';

/** Zoho shows up to 200; as each costs a call of the hundred a minute, a page is a quarter of a minute's. */
export const PAGE = 25;

/** The order itself, where it still exists. @throws FieldProblem when the answer is about another one */
export async function orderOf(externalId: string, env: StoreEnv): Promise<ObjectReader | undefined> {
  const answer = await find(env, { name: 'sales order', path: `/salesorders/${externalId}` });
  if (!answer) return undefined;
  const order = answer.object('salesorder');
  if (readOrderId(order) !== externalId) throw new FieldProblem(order.at('salesorder_id'), 'is another order’s');
  return order;
}

const readAll = (ids: readonly string[], env: StoreEnv): Promise<ReadItems<StoreOrder>> =>
  readNamed(
    ids,
    (id) => orderOf(id, env),
    (order) => readOrder(order, zoneOf(env)),
  );

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const place = movingPlace(input, env.now(), FIRST_PAGE);
  const answer = await ask(env, {
    name: 'sales orders',
    path: '/salesorders',
    query: { page: place.at, per_page: PAGE, sort_column: 'last_modified_time', sort_order: 'D' },
  });
  const more = hasMore(answer);
  const rows = answer.list('salesorders', (node) => rowOf(node, 'salesorder_id'));
  const { fresh, next } = turned(place, rows, more);
  // Without its id an order cannot be asked for.
  const nameless = fresh.flatMap(({ node, id }) => (id === undefined ? [node] : []));
  const read = await readAll(
    fresh.flatMap(({ id }) => id ?? []),
    env,
  );
  return {
    items: read.items,
    problems: [
      ...saidBy(answer),
      ...nameless.map((node) => ({
        message: `${node.at('salesorder_id')} cannot be read, so the order was left out.`,
      })),
      ...read.problems,
    ],
    next: next && movingCursor(next),
  };
}

/** One call each; those that do not exist are left out. */
export const ordersById = (externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> =>
  readAll(
    [...new Set(externalIds)].filter((id) => ID.test(id)),
    env,
  );
