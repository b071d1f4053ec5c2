/**
 * Orders that ship, by the time of their last change. Square's own cursor belongs to one question and ends after minutes, so
 * each page asks anew from the last moment that was seen; the cursor is used within one moment only. Square takes ten
 * locations a question, so a seller with more is asked about ten at a time.
 */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { LOCATION_ID, locationsCall } from './merchant.ts';
import { readOrder } from './order-reader.ts';
import { ID } from './reading.ts';

const PAGE = 100;
const LOCATIONS_PER_CALL = 10;
const IDS_PER_CALL = 100;
/** States kept in the cursor: those of the last moment, which the next page shows again. */
const MOST_SEEN = 100;
/** So that it does not matter whether Square counts the beginning of a range in. */
const BACK_MS = 1;

interface Place {
  /** Locations that are asked about now; the others wait their turn. */
  readonly locations: readonly string[];
  readonly waiting: readonly string[];
  /** Beginning of the whole pull; what changed before it is not told. */
  readonly since: string | undefined;
  /** Beginning of this page. */
  readonly from: string | undefined;
  /** Square's cursor, where more than one page changed in one moment. */
  readonly cursor: string | undefined;
  /** "id time" of what was told of the moment `from`. */
  readonly seen: readonly string[];
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => (typeof one === 'string' ? [one] : [])) : [];
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Where the pull begins; inactive locations may still hold orders. */
async function firstPlace(input: PullInput, env: StoreEnv): Promise<Place & { readonly problems: readonly string[] }> {
  const answer = await ask(env, locationsCall);
  const all = answer.list('locations', (location) => location.string('id', LOCATION_ID), { optional: true });
  const since = input.since?.toISOString();
  return {
    locations: all.slice(0, LOCATIONS_PER_CALL),
    waiting: all.slice(LOCATIONS_PER_CALL),
    since,
    from: since,
    cursor: undefined,
    seen: [],
    problems: answer.problems,
  };
}

const placeOf = (cursor: JsonObject): Place => ({
  locations: texts(cursor.locations),
  waiting: texts(cursor.waiting),
  since: textOf(cursor.since),
  from: textOf(cursor.from),
  cursor: textOf(cursor.cursor),
  seen: texts(cursor.seen),
});

interface Stamp {
  readonly id: string | undefined;
  readonly updated: string | undefined;
}

function stampOf(node: ObjectReader): Stamp {
  const quiet = node.isolated();
  return {
    id: quiet.maybe('id', (n) => quiet.string(n, ID)),
    updated: quiet.maybe('updated_at', (n) => quiet.instant(n)),
  };
}

const stateText = ({ id, updated }: Stamp): string => `${id ?? ''} ${updated ?? ''}`;
const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text));

/** Where the page after a full one begins. */
function following(
  at: Place,
  stamps: readonly Stamp[],
  cursor: string,
): Omit<Place, 'locations' | 'waiting' | 'since'> {
  const last = Math.max(0, ...stamps.map(({ updated }) => timeOf(updated)));
  if (last <= timeOf(at.from)) return { from: at.from, cursor, seen: [] };
  const told = stamps.filter(({ updated }) => timeOf(updated) >= last - BACK_MS).map(stateText);
  return { from: new Date(last).toISOString(), cursor: undefined, seen: told.slice(-MOST_SEEN) };
}

const asCursor = (place: Place): JsonObject => ({
  locations: [...place.locations],
  waiting: [...place.waiting],
  ...(place.since !== undefined && { since: place.since }),
  ...(place.from !== undefined && { from: place.from }),
  ...(place.cursor !== undefined && { cursor: place.cursor }),
  seen: [...place.seen],
});

const readAll = (nodes: readonly ObjectReader[]): ReadItems<StoreOrder> =>
  readEach(nodes, (order) => order.string('id', ID), readOrder);

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const first = input.cursor === undefined ? await firstPlace(input, env) : undefined;
  const at = first ?? placeOf(input.cursor ?? {});
  const from = at.from === undefined ? undefined : new Date(timeOf(at.from) - BACK_MS).toISOString();
  const answer = await ask(env, {
    name: 'search orders',
    method: 'POST',
    readOnly: true,
    path: '/v2/orders/search',
    body: {
      location_ids: at.locations,
      limit: PAGE,
      cursor: at.cursor,
      query: {
        filter: {
          fulfillment_filter: { fulfillment_types: ['SHIPMENT'] },
          ...(from !== undefined && { date_time_filter: { updated_at: { start_at: from } } }),
        },
        sort: { sort_field: 'UPDATED_AT', sort_order: 'ASC' },
      },
    },
  });
  // Whether there is more is never guessed.
  const more = answer.has('cursor') ? answer.string('cursor', /^\S+$/) : undefined;
  const nodes = answer.list('orders', (node) => node, { optional: true });
  const fresh = nodes.filter((node) => {
    const stamp = stampOf(node);
    const known = stamp.id !== undefined && stamp.updated !== undefined;
    return !known || (!at.seen.includes(stateText(stamp)) && timeOf(stamp.updated) >= timeOf(at.since));
  });
  const read = readAll(fresh);
  const rest = at.waiting.slice(0, LOCATIONS_PER_CALL);
  const next: Place | undefined =
    more !== undefined && nodes.length > 0
      ? { ...at, ...following(at, nodes.map(stampOf), more) }
      : rest.length > 0
        ? {
            locations: rest,
            waiting: at.waiting.slice(LOCATIONS_PER_CALL),
            since: at.since,
            from: at.since,
            cursor: undefined,
            seen: [],
          }
        : undefined;
  return {
    items: read.items,
    problems: [...(first?.problems ?? []), ...answer.problems].map((message) => ({ message })).concat(read.problems),
    next: next && asCursor(next),
  };
}

/** A hundred a call; Square leaves out those it does not know. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ID.test(id));
  const items: StoreOrder[] = [];
  const problems: PullProblem[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_CALL) {
    const asked = ids.slice(at, at + IDS_PER_CALL);
    const answer = await ask(env, {
      name: 'orders by id',
      method: 'POST',
      readOnly: true,
      path: '/v2/orders/batch-retrieve',
      body: { order_ids: asked },
    });
    const nodes = answer.list('orders', (node) => node, { optional: true });
    const read = readAll(
      nodes.filter((node) => {
        const { id } = stampOf(node);
        return id === undefined || asked.includes(id);
      }),
    );
    items.push(...read.items);
    problems.push(...saidBy(answer), ...read.problems);
  }
  return { items, problems };
}
