/** Orders by change, in the two parts of a pull whose order is not documented, and by their numbers. */
import type { ObjectReader } from '@scanship/connector-kit/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store';
import type { StoreEnv } from '@scanship/connector-kit/store-environment';
import { askFrom, pullPlace, readEach, twoPartPage } from '@scanship/connector-kit/two-part-pull';
import type { StoreOrder } from '@scanship/domain/store-order';
import { askList, countOf } from './client.ts';
import { ID } from './company.ts';
import { readOrder, readOrderId } from './order-reader.ts';

/** Between 10 and 1000. */
export const PAGE = 100;
const PATH = '/v1.1/orders';

const read = (list: ObjectReader): Pick<PullPage<StoreOrder>, 'items' | 'problems'> =>
  readEach(list, 'items', readOrderId, readOrder);

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const at = pullPlace(input, env.now());
  const list = await askList(env, {
    name: 'orders',
    path: PATH,
    query: { modifiedDateFrom: askFrom(at), limit: PAGE, page: at.page },
  });
  return twoPartPage(at, countOf(list) >= PAGE, read(list));
}

/** The order of a number, alone in a list; an empty list where Extensiv does not know it. */
export const askOrder = (id: string, env: StoreEnv): Promise<ObjectReader> =>
  askList(env, { name: 'order', path: PATH, query: { orderId: id, limit: 10, page: 1 } });

export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const pages: Pick<PullPage<StoreOrder>, 'items' | 'problems'>[] = [];
  for (const id of [...new Set(externalIds)].filter((one) => ID.test(one))) {
    const page = read(await askOrder(id, env));
    const strange = page.items.some(({ externalId }) => externalId !== id);
    pages.push({
      items: page.items.filter(({ externalId }) => externalId === id),
      problems: [
        ...page.problems.map(({ message }) => ({ externalId: id, message })),
        ...(strange ? [{ externalId: id, message: 'Extensiv answered with another order.' }] : []),
      ],
    });
  }
  return { items: pages.flatMap(({ items }) => items), problems: pages.flatMap(({ problems }) => problems) };
}
