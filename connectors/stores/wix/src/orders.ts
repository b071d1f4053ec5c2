/**
 * Orders by the time of their last change. Each page asks anew from the last moment that was seen, so that what changes
 * meanwhile moves nothing out of sight; Wix's own cursor is used within one moment only.
 */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { quietly, readEach, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { fulfilmentsByOrder, readFulfilments, unitsOf } from './fulfilments.ts';
import { readOrder } from './order-reader.ts';
import { ID } from './reading.ts';

/** Wix's largest page. */
const PAGE = 100;
/** States kept in the cursor: those of the last moment, which the next page shows again. */
const MOST_SEEN = 100;

interface Place {
  readonly from: string | undefined;
  readonly cursor: string | undefined;
  /** "id time" of what was told of the moment `from`. */
  readonly seen: readonly string[];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function placeOf({ cursor, since }: PullInput): Place {
  if (cursor === undefined) return { from: since?.toISOString(), cursor: undefined, seen: [] };
  const seen = Array.isArray(cursor.seen) ? cursor.seen.flatMap((one) => textOf(one) ?? []) : [];
  return { from: textOf(cursor.from), cursor: textOf(cursor.cursor), seen };
}

interface Stamp {
  readonly id: string | undefined;
  readonly updated: string | undefined;
}

function stampOf(node: ObjectReader): Stamp {
  const quiet = node.isolated();
  return {
    id: quiet.maybe('id', (n) => quiet.string(n, ID)),
    updated: quiet.maybe('updatedDate', (n) => quiet.instant(n)),
  };
}

const stateText = ({ id, updated }: Stamp): string => `${id ?? ''} ${updated ?? ''}`;
const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text));

/** Where the page after this one begins. */
function following(at: Place, stamps: readonly Stamp[], cursor: string): JsonObject {
  const last = Math.max(0, ...stamps.map(({ updated }) => timeOf(updated)));
  if (last <= timeOf(at.from)) return { ...(at.from !== undefined && { from: at.from }), cursor, seen: [...at.seen] };
  const told = stamps.filter(({ updated }) => timeOf(updated) === last).map(stateText);
  return { from: new Date(last).toISOString(), seen: told.slice(-MOST_SEEN) };
}

const isPartly = (node: ObjectReader): boolean => node.raw('fulfillmentStatus') === 'PARTIALLY_FULFILLED';

async function readAll(nodes: readonly ObjectReader[], env: StoreEnv): Promise<ReadItems<StoreOrder>> {
  const readId = (order: ObjectReader): string => order.string('id', ID);
  const partly = nodes.filter(isPartly).flatMap((node) => quietly(node, readId) ?? []);
  const fulfilments = await fulfilmentsByOrder(partly, env);
  return readEach(nodes, readId, (order) => {
    const own = isPartly(order) ? fulfilments.get(readId(order)) : undefined;
    if (isPartly(order) && !own) throw new FieldProblem(order.at('fulfillments'), 'are missing');
    return readOrder(order, own ? unitsOf(readFulfilments(own)) : new Map());
  });
}

const search = (env: StoreEnv, body: object): Promise<ObjectReader> =>
  ask(env, {
    name: 'search orders',
    method: 'POST',
    readOnly: true,
    path: '/ecom/v1/orders/search',
    body: { search: body },
  });

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const at = placeOf(input);
  const answer = await search(
    env,
    // A cursor holds its question; Wix wants nothing else beside it.
    at.cursor === undefined
      ? {
          filter: {
            status: { $ne: 'INITIALIZED' },
            ...(at.from !== undefined && { updatedDate: { $gte: at.from } }),
          },
          sort: [{ fieldName: 'updatedDate', order: 'ASC' }],
          cursorPaging: { limit: PAGE },
        }
      : { cursorPaging: { limit: PAGE, cursor: at.cursor } },
  );
  const metadata = answer.object('metadata');
  // Whether there is more is never guessed.
  const more = metadata.boolean('hasNext') ? metadata.object('cursors').string('next', /^\S+$/) : undefined;
  const nodes = answer.list('orders', (node) => node);
  const fresh = nodes.filter((node) => !at.seen.includes(stateText(stampOf(node))));
  const read = await readAll(fresh, env);
  return {
    items: read.items,
    problems: [...saidBy(answer), ...read.problems],
    next: more === undefined ? undefined : following(at, nodes.map(stampOf), more),
  };
}

/** A hundred a call; those that do not exist are left out. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ID.test(id));
  const items: StoreOrder[] = [];
  const problems: PullProblem[] = [];
  for (let from = 0; from < ids.length; from += PAGE) {
    const asked = ids.slice(from, from + PAGE);
    const answer = await search(env, { filter: { id: { $in: asked } }, cursorPaging: { limit: PAGE } });
    const nodes = answer
      .list('orders', (node) => node)
      .filter((node) => {
        const { id } = stampOf(node);
        return id === undefined || asked.includes(id);
      });
    const read = await readAll(nodes, env);
    items.push(...read.items);
    problems.push(...saidBy(answer), ...read.problems);
  }
  return { items, problems };
}
