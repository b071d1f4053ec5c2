/** Shipments by page, as a list that moves because its order is not documented, and by their numbers. */
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
import { readEach, type ReadItems, saidBy, together } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, find } from './client.ts';
import { isReturn, readOrder, readShipmentId, SHIPMENT_ID } from './order-reader.ts';
import { SHIPMENT_READ } from './permissions.ts';

/** Easyship's most. */
export const PAGE = 100;
const FIRST = 1;
/** Easyship does not say whether the moment itself counts. */
const EARLY_MS = 1_000;
const SHIPMENTS: MovingItems = { id: readShipmentId, updatedAt: (shipment) => shipment.instant('updated_at') };

/** `null` where there is no further page; missing is no answer. @throws FieldProblem */
export function hasMore(answer: ObjectReader): boolean {
  const pagination = answer.object('meta').object('pagination');
  return pagination.raw('next') !== null && pagination.integer('next', 2) > 1;
}

/** Returns are no orders. */
const readShipment = (shipment: ObjectReader): StoreOrder | undefined =>
  isReturn(shipment) ? undefined : readOrder(shipment);

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const place = movingPlace(input, env.now(), FIRST);
  const answer = await ask(env, {
    name: 'shipments',
    path: '/shipments',
    query: { page: place.at, per_page: PAGE, updated_at_from: askFrom(place, EARLY_MS) },
    permission: SHIPMENT_READ,
  });
  const rows = answer.list('shipments', (node) => listed(node, SHIPMENTS));
  const { fresh, next } = movingPage(place, rows, hasMore(answer) ? place.at + 1 : undefined, FIRST);
  const read = readEach(nodesOf(fresh), readShipmentId, readShipment);
  return {
    items: read.items,
    problems: [...saidBy(answer), ...read.problems],
    next: next && movingCursor(next),
  };
}

export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const found: ReadItems<StoreOrder>[] = [];
  for (const id of [...new Set(externalIds)].filter((one) => SHIPMENT_ID.test(one))) {
    const answer = await find(env, { name: 'shipment', path: `/shipments/${id}`, permission: SHIPMENT_READ });
    if (!answer) continue;
    const readOwn = (own: ObjectReader): StoreOrder | undefined => {
      const order = readShipment(own.object('shipment'));
      if (order && order.externalId !== id) throw new FieldProblem('Easyship', 'answered with another shipment');
      return order;
    };
    found.push(readEach([answer], () => id, readOwn));
  }
  return together(found);
}
