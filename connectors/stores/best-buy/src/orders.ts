/**
 * Orders by the time they were made, which never changes: what arrives meanwhile comes last, and an order that joins the list
 * because it changed only moves later ones down, so that a page may repeat the end of the last one but misses nothing.
 */
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { quietly, readEach, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, change } from './client.ts';
import { ORDER_ID, readOrder } from './order-reader.ts';
import { settingsOf } from './shop.ts';
import { shipmentsOf, unitsOf, type ReadShipments } from './shipments.ts';

/** Mirakl's most, also for ids in one question. */
export const PAGE_SIZE = 100;
const PATH = '/api/orders';

/**
 * Accepts every line of an order, which lets Best Buy take the payment. Repeating it is harmless: an order is accepted once.
 * @throws ConnectorError when it is worth asking for the whole page again
 */
async function accept(order: ObjectReader, env: StoreEnv): Promise<string | undefined> {
  const id = order.string('order_id', ORDER_ID);
  const lines = order.strictList('order_lines', (line) => ({ id: line.string('order_line_id'), accepted: true }));
  try {
    await change(env, {
      name: 'accept the order',
      method: 'PUT',
      path: `${PATH}/${encodeURIComponent(id)}/accept`,
      body: { order_lines: lines },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { kind, message } = error.problem;
    if (kind === 'refused' || kind === 'invalid-input') return `Order ${id} could not be accepted. ${message}`;
    if (kind === 'unknown-effect')
      throw fail('temporary-before-effect', `Whether order ${id} was accepted is looked at again with the next sync.`);
    throw error;
  }
}

/** Orders whose lines may have left in part. */
const mayBeInPart = (order: ObjectReader): boolean => order.raw('order_state') === 'SHIPPING';

const readOrderId = (order: ObjectReader): string => order.string('order_id', ORDER_ID);
const quietId = (order: ObjectReader): string | undefined => quietly(order, readOrderId);

async function readAll(found: readonly ObjectReader[], env: StoreEnv): Promise<ReadItems<StoreOrder>> {
  const { several } = settingsOf(env);
  const partly = several ? found.filter(mayBeInPart).flatMap((order) => quietId(order) ?? []) : [];
  const shipments = partly.length === 0 ? new Map<string, ReadShipments>() : await shipmentsOf(partly, env);
  return readEach(found, readOrderId, (order, externalId = '') => {
    const own = shipments.get(externalId) ?? [];
    if (own instanceof FieldProblem) throw own;
    return readOrder(order, unitsOf(own, true));
  });
}

async function acceptAll(found: readonly ObjectReader[], env: StoreEnv): Promise<PullProblem[]> {
  const problems: PullProblem[] = [];
  for (const order of found.filter((one) => one.raw('order_state') === 'WAITING_ACCEPTANCE')) {
    try {
      const message = await accept(order.isolated(), env);
      if (message !== undefined) problems.push({ externalId: quietId(order), message });
    } catch (error) {
      // An order whose lines cannot be read is named when it is read.
      if (!(error instanceof FieldProblem)) throw error;
    }
  }
  return problems;
}

const stateOf = (order: StoreOrder): string => `${order.externalId} ${order.updatedAt}`;

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const cursor = input.cursor ? readObject(input.cursor) : undefined;
  const offset = cursor?.integer('offset', 0) ?? 0;
  const told = Array.isArray(input.cursor?.['told']) ? input.cursor['told'] : [];
  const since = cursor ? (cursor.has('since') ? cursor.instant('since') : undefined) : input.since?.toISOString();
  const answer = await ask(env, {
    name: 'orders',
    path: PATH,
    query: { start_update_date: since, sort: 'dateCreated', order: 'asc', max: PAGE_SIZE, offset },
  });
  // How many there are decides whether more is asked for, so it is never guessed.
  const total = answer.integer('total_count', 0);
  const list = answer.isolated();
  const found = list.list('orders', (order) => order);
  const unaccepted = settingsOf(env).acceptOrders ? await acceptAll(found, env) : [];
  const read = await readAll(found, env);
  // Mirakl takes a little off the time it is asked for.
  const items = read.items.filter((order) => since === undefined || Date.parse(order.updatedAt) >= Date.parse(since));
  return {
    items: items.filter((order) => !told.includes(stateOf(order))),
    problems: [...saidBy(list), ...read.problems, ...unaccepted],
    next:
      offset + PAGE_SIZE < total
        ? { offset: offset + PAGE_SIZE, told: items.map(stateOf), ...(since === undefined ? {} : { since }) }
        : undefined,
    total: input.cursor ? undefined : total,
  };
}

export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ORDER_ID.test(id));
  const items: StoreOrder[] = [];
  const problems: PullProblem[] = [];
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const part = ids.slice(at, at + PAGE_SIZE);
    const answer = await ask(env, {
      name: 'orders by id',
      path: PATH,
      query: { order_ids: part.join(','), max: PAGE_SIZE },
    });
    const list = answer.isolated();
    const read = await readAll(
      list.list('orders', (order) => order),
      env,
    );
    items.push(...read.items);
    problems.push(...saidBy(list), ...read.problems);
  }
  return { items, problems };
}
