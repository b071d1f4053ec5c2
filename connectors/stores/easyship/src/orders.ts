/** Shipments by page, in the two parts of a pull whose order is not documented, and by their numbers. */
import { readObject, type ObjectReader } from '@scanship/connector-kit/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store';
import type { StoreEnv } from '@scanship/connector-kit/store-environment';
import { askFrom, pullPlace, readEach, twoPartPage } from '@scanship/connector-kit/two-part-pull';
import type { StoreOrder } from '@scanship/domain/store-order';
import { ask, find } from './client.ts';
import { isReturn, readOrder, readShipmentId, SHIPMENT_ID } from './order-reader.ts';
import { SHIPMENT_READ } from './permissions.ts';

/** Easyship's most. */
export const PAGE = 100;

/** `null` where there is no further page; missing is no answer. @throws FieldProblem */
export function hasMore(answer: ObjectReader): boolean {
  const pagination = answer.object('meta').object('pagination');
  return pagination.raw('next') !== null && pagination.integer('next', 2) > 1;
}

/** Returns are no orders. */
const read = (answer: ObjectReader): Pick<PullPage<StoreOrder>, 'items' | 'problems'> =>
  readEach(answer, 'shipments', readShipmentId, (shipment) => (isReturn(shipment) ? undefined : readOrder(shipment)));

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const at = pullPlace(input, env.now());
  const answer = await ask(env, {
    name: 'shipments',
    path: '/shipments',
    query: { page: at.page, per_page: PAGE, updated_at_from: askFrom(at) },
    permission: SHIPMENT_READ,
  });
  return twoPartPage(at, hasMore(answer), read(answer));
}

export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const pages: Pick<PullPage<StoreOrder>, 'items' | 'problems'>[] = [];
  for (const id of [...new Set(externalIds)].filter((one) => SHIPMENT_ID.test(one))) {
    const answer = await find(env, { name: 'shipment', path: `/shipments/${id}`, permission: SHIPMENT_READ });
    if (!answer) continue;
    const page = read(readObject({ shipments: [answer.raw('shipment')] }));
    const items = page.items.filter((order) => order.externalId === id);
    const strange = page.items.length > items.length;
    pages.push({
      items,
      problems: [
        ...page.problems.map(({ message }) => ({ externalId: id, message })),
        ...(strange ? [{ externalId: id, message: 'Easyship answered with another shipment.' }] : []),
      ],
    });
  }
  return { items: pages.flatMap(({ items }) => items), problems: pages.flatMap(({ problems }) => problems) };
}
