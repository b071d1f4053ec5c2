/** Orders, page by page in the order of their last change, each with all pages of its own lists. */
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEachInTurn, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, type Answer } from './client.ts';
import { allNodes, connectionOf, pageInfo } from './connection.ts';
import { GROUP_LINES, ORDER_GROUPS, ORDER_LINES, ORDERS, ORDERS_BY_ID, ORDERS_BY_ID_SIZE } from './documents.ts';
import { GROUP_ID, ORDER_ID } from './ids.ts';
import { readOrder, type WholeOrder } from './order-reader.ts';

async function wholeOrder(order: ObjectReader, env: StoreEnv): Promise<WholeOrder> {
  const id = order.string('id', ORDER_ID);
  const lines = await allNodes(connectionOf(order, 'lineItems'), async (after) => {
    const { data } = await ask(env, { name: 'order lines', document: ORDER_LINES, variables: { id, after } });
    return connectionOf(data.object('order'), 'lineItems');
  });
  const groups = await allNodes(connectionOf(order, 'fulfillmentOrders'), async (after) => {
    const { data } = await ask(env, { name: 'fulfilment orders', document: ORDER_GROUPS, variables: { id, after } });
    return connectionOf(data.object('order'), 'fulfillmentOrders');
  });
  const filled: { readonly group: ObjectReader; readonly lines: readonly ObjectReader[] }[] = [];
  for (const group of groups) {
    const groupId = group.string('id', GROUP_ID);
    const groupLines = await allNodes(connectionOf(group, 'lineItems'), async (after) => {
      const variables = { id: groupId, after };
      const { data } = await ask(env, { name: 'fulfilment order lines', document: GROUP_LINES, variables });
      return connectionOf(data.object('fulfillmentOrder'), 'lineItems');
    });
    filled.push({ group, lines: groupLines });
  }
  return { order, lines, groups: filled };
}

const readAll = (nodes: readonly ObjectReader[], env: StoreEnv): Promise<ReadItems<StoreOrder>> =>
  readEachInTurn(
    nodes,
    (order) => order.string('id', ORDER_ID),
    async (order) => readOrder(await wholeOrder(order, env)),
  );

const noted = (answer: Answer): PullProblem[] => answer.notes.map((message) => ({ message }));

/** The nodes that are objects; the others become messages. */
function objects(list: ObjectReader, name: string): { nodes: readonly ObjectReader[]; problems: PullProblem[] } {
  const reader = list.isolated();
  const nodes = reader.list(name, (node) => node);
  return { nodes, problems: saidBy(reader) };
}

/** The cursor keeps the search it belongs to, so that a resumed pull goes on with its own. */
export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const search = input.since === undefined ? undefined : `updated_at:>='${input.since.toISOString()}'`;
  const query = typeof input.cursor?.query === 'string' ? input.cursor.query : input.cursor ? undefined : search;
  const after = typeof input.cursor?.after === 'string' ? input.cursor.after : undefined;
  const answer = await ask(env, { name: 'orders', document: ORDERS, variables: { query, after } });
  const connection = answer.data.object('orders');
  const endCursor = pageInfo(connection);
  const { nodes, problems } = objects(connection, 'nodes');
  const read = await readAll(nodes, env);
  return {
    items: read.items,
    problems: [...noted(answer), ...problems, ...read.problems],
    next: endCursor === undefined ? undefined : { after: endCursor, query },
  };
}

/** Orders by their own ids, or by the id of one of their fulfilment orders, as deliveries about these name them. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ORDER_ID.test(id) || GROUP_ID.test(id));
  const found = new Map<string, StoreOrder>();
  const problems: PullProblem[] = [];
  for (let at = 0; at < ids.length; at += ORDERS_BY_ID_SIZE) {
    const part = ids.slice(at, at + ORDERS_BY_ID_SIZE);
    const answer = await ask(env, { name: 'orders by id', document: ORDERS_BY_ID, variables: { ids: part } });
    problems.push(...noted(answer));
    const raw = answer.data.raw('nodes');
    if (!Array.isArray(raw)) throw new FieldProblem('nodes', 'is missing');
    // Null is Shopify's word for "there is none".
    const nodes = raw.flatMap((node: unknown, index) => {
      if (node === null) return [];
      try {
        const known = readObject(node, `nodes[${index}]`);
        const type = known.string('__typename', /^(Order|FulfillmentOrder)$/);
        return [type === 'FulfillmentOrder' ? known.object('order') : known];
      } catch (error) {
        if (!(error instanceof FieldProblem)) throw error;
        problems.push({ externalId: part[index], message: error.message });
        return [];
      }
    });
    const read = await readAll(nodes, env);
    problems.push(...read.problems);
    for (const order of read.items) found.set(order.externalId, order);
  }
  return { items: [...found.values()], problems };
}
