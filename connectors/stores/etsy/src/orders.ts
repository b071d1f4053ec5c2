/**
 * Receipts, page by page in the order of their last change. Pages by offset alone would lose receipts: one that changes
 * meanwhile moves to the end, and everything behind it moves up. So each page asks from the last time it saw on.
 */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, type ReadItems, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage, PullProblem } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { ask, find, type EtsyCall } from './client.ts';
import { readOrder } from './order-reader.ts';
import { ID, readSeconds, secondsOf } from './reading.ts';

/** Etsy's largest page. */
const PAGE = 100;
/** Within one second pages go by offset, and each reaches this far back over the last. */
const REACH_BACK = 10;
/** Ids kept in the cursor: those of the last second, which the next page shows again. */
const MOST_SEEN = 300;

interface Place {
  /** Seconds since 1970; absent: from the beginning. */
  readonly from: number | undefined;
  readonly offset: number;
  /** Receipts of the second `from` that were told already. */
  readonly seen: readonly string[];
}

function placeOf(input: PullInput): Place {
  const { cursor } = input;
  if (cursor === undefined)
    return { from: input.since === undefined ? undefined : secondsOf(input.since), offset: 0, seen: [] };
  return {
    from: typeof cursor.from === 'number' ? cursor.from : undefined,
    offset: typeof cursor.offset === 'number' ? cursor.offset : 0,
    seen: Array.isArray(cursor.seen) ? cursor.seen.flatMap((id) => (typeof id === 'string' ? [id] : [])) : [],
  };
}

interface Stamp {
  readonly id: string | undefined;
  readonly updated: number | undefined;
}

/** Id and time of a receipt as far as they can be read; what cannot is told with the receipt itself. */
function stampOf(node: ObjectReader): Stamp {
  const quiet = node.isolated();
  return {
    id: quiet.maybe('receipt_id', (n) => quiet.id(n, ID)),
    updated: quiet.maybe('updated_timestamp', (n) => readSeconds(quiet, n)),
  };
}

/** Where the page after this one begins. */
function nextPlace(at: Place, stamps: readonly Stamp[]): JsonObject {
  const last = Math.max(0, ...stamps.map((s) => s.updated ?? 0));
  const moved = last > (at.from ?? 0);
  const told = stamps.flatMap((s) => (s.id !== undefined && s.updated === last ? [s.id] : []));
  if (moved) return { from: last, offset: 0, seen: told.slice(-MOST_SEEN) };
  return {
    ...(at.from === undefined ? {} : { from: at.from }),
    offset: at.offset + Math.max(1, stamps.length - REACH_BACK),
    seen: [...new Set([...at.seen, ...told])].slice(-MOST_SEEN),
  };
}

const readAll = (nodes: readonly ObjectReader[]): ReadItems<StoreOrder> =>
  readEach(nodes, (receipt) => receipt.id('receipt_id', ID), readOrder);

export async function orders(input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const at = placeOf(input);
  const answer = await ask(env, {
    name: 'receipts',
    path: `/shops/${env.externalAccount}/receipts`,
    query: {
      limit: PAGE,
      offset: at.offset,
      sort_on: 'updated',
      sort_order: 'asc',
      min_last_modified: at.from,
    },
  });
  const raw = answer.raw('results');
  const shown = Array.isArray(raw) ? raw.length : 0;
  const count = answer.maybe('count', (n) => answer.integer(n, 0));
  const nodes = answer.list('results', (node) => node);
  const fresh = nodes.filter((node) => {
    const { id, updated } = stampOf(node);
    return id === undefined || updated !== at.from || !at.seen.includes(id);
  });
  const read = readAll(fresh);
  const more = shown >= PAGE || (shown > 0 && count !== undefined && at.offset + shown < count);
  return {
    items: read.items,
    problems: [...saidBy(answer), ...read.problems],
    next: more ? nextPlace(at, nodes.map(stampOf)) : undefined,
    total: input.cursor === undefined ? count : undefined,
  };
}

export const receiptCall = (shopId: string, receiptId: string): EtsyCall => ({
  name: 'receipt',
  path: `/shops/${shopId}/receipts/${receiptId}`,
});

/** One call each: Etsy has no list by ids. */
export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const nodes: ObjectReader[] = [];
  const problems: PullProblem[] = [];
  for (const id of new Set(externalIds)) {
    if (!ID.test(id)) continue;
    const receipt = await find(env, receiptCall(env.externalAccount, id));
    if (receipt === undefined) continue;
    const given = stampOf(receipt).id;
    if (given === undefined || given === id) nodes.push(receipt);
    else problems.push({ externalId: id, message: `Etsy answered with receipt ${given} instead of ${id}.` });
  }
  const read = readAll(nodes);
  return { items: read.items, problems: [...problems, ...read.problems] };
}
