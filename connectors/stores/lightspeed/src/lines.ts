/** The lines of an order: single orders bring them along, lists of orders do not. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';
import { readOrderId } from './order-reader.ts';
import { part } from './reading.ts';

/** Lightspeed's largest page. */
export const LARGEST_PAGE = 250;

function broughtAlong(order: ObjectReader): ObjectReader[] | undefined {
  const products = part(order, 'products');
  const resource = products && part(products, 'resource');
  return resource && Array.isArray(resource.raw('embedded'))
    ? resource.strictList('embedded', (line) => line)
    : undefined;
}

/** @throws FieldProblem when they are no list */
export async function linesOf(order: ObjectReader, env: StoreEnv): Promise<readonly ObjectReader[]> {
  const here = broughtAlong(order);
  if (here) return here;
  const lines: ObjectReader[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await ask(env, {
      name: 'lines of the order',
      path: `orders/${readOrderId(order)}/products`,
      query: { limit: LARGEST_PAGE, page },
    });
    const found = answer.strictList('orderProducts', (line) => line);
    lines.push(...found);
    if (found.length < LARGEST_PAGE) return lines;
  }
}
