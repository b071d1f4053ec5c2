/** Orders in the order they were placed in, each with all pages of its lines. */
import { ConnectorError } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readNamed } from '@scanship/connector-kit/answers/read-each';
import { allNodes } from '@scanship/connector-kit/answers/relay';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, isNotFound } from './client.ts';
import { ORDER_BY_ID, ORDER_LINES, ORDERS } from './documents.ts';
import { readOrder } from './order-reader.ts';
import { pulled } from './pulling.ts';
import { edgesOf, ID } from './reading.ts';

async function wholeOrder(order: ObjectReader, env: StoreEnv): Promise<StoreOrder | undefined> {
  const id = order.string('id', ID);
  const lines = await allNodes(edgesOf(order, 'line_items'), async (after) => {
    const data = await ask(env, { name: 'order lines', document: ORDER_LINES, variables: { id, after } });
    const more = data.object('order').object('data');
    if (more.string('id', ID) !== id) throw new FieldProblem('order.data.id', 'is another order’s');
    return edgesOf(more, 'line_items');
  });
  return readOrder(order, lines, env);
}

export const orders = (input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> =>
  pulled(input, env, { root: 'orders', document: ORDERS, read: (node) => wholeOrder(node, env) });

/** The order of an id; undefined where ShipHero says that there is none. */
export async function findOrder(env: StoreEnv, id: string, document: string): Promise<ObjectReader | undefined> {
  if (!ID.test(id)) return undefined;
  try {
    const data = await ask(env, { name: 'order', document, variables: { id } });
    const order = data.object('order').object('data');
    if (order.string('id', ID) !== id) throw new FieldProblem('order.data.id', 'is another order’s');
    return order;
  } catch (error) {
    if (error instanceof ConnectorError && isNotFound(error)) return undefined;
    throw error;
  }
}

/** One call each; those that do not exist are left out. */
export const ordersById = (externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> =>
  readNamed(
    [...new Set(externalIds)],
    (id) => findOrder(env, id, ORDER_BY_ID),
    (order) => wholeOrder(order, env),
  );
