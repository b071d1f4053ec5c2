/** Orders by their last change, each page after the stamp and id the one before ended with; items in a question of their own. */
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { quietly, readEach, type ReadItems, saidBy, together } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { firstRow, inSession, type Session } from './client.ts';
import { readOrder, readOrderId } from './order-reader.ts';
import { ID, readMoment, readOffset, STAMP, stampAt } from './reading.ts';
import { CLOCK, itemsOf, ordersFrom, ordersWith, PAGE, type From } from './statements.ts';

/** The offset of now is not that of every moment: clocks are changed by an hour at the most. */
const CLOCK_CHANGE_MS = 3_600_000;

/** Where a list begins that tells what changed since. */
export async function startOf(since: Date | undefined, session: Session): Promise<From | undefined> {
  if (since === undefined) return undefined;
  const row = firstRow(await session.query('clock', CLOCK));
  if (!row) throw new FieldProblem('The clock', 'is missing');
  return { at: stampAt(new Date(since.getTime() - CLOCK_CHANGE_MS), readOffset(row, 'moment')) };
}

export interface Place {
  readonly since: Date | undefined;
  readonly from: From | undefined;
}

/** @param session asked for the clock on the first page only */
export async function placeOf({ cursor, since }: PullInput, session: Session): Promise<Place> {
  if (!cursor) return { since, from: await startOf(since, session) };
  const at = readObject(cursor);
  return {
    since: at.has('since') ? new Date(at.instant('since')) : undefined,
    from: { after: at.string('after', STAMP), id: at.id('id', ID) },
  };
}

/**
 * The cursor after a page; undefined after the last, which is not full.
 * @param rows those of the page that can be read
 * @throws FieldProblem when a full page does not say where it ended
 */
export function after(
  { since }: Place,
  answer: ObjectReader,
  rows: readonly ObjectReader[],
): PullPage<StoreOrder>['next'] {
  const all = answer.raw('rows');
  if (!Array.isArray(all) || all.length < PAGE) return undefined;
  const last = rows.at(-1);
  if (!last) throw new FieldProblem('The page', 'has no row that can be read');
  return {
    after: last.string('stamp', STAMP),
    id: last.id('id', ID),
    ...(since && { since: since.toISOString() }),
  };
}

/** @param items rows of the goods, by order; what cannot be read of one is told with its order */
const readAll = (
  rows: readonly ObjectReader[],
  items: ReadonlyMap<string, readonly ObjectReader[]>,
): ReadItems<StoreOrder> =>
  readEach(rows, readOrderId, (order, externalId = '') =>
    readOrder(
      order,
      (items.get(externalId) ?? []).map((item) => item.isolated(order.problems)),
    ),
  );

/** Rows of the goods of orders, by order. */
async function itemsByOrder(
  rows: readonly ObjectReader[],
  session: Session,
): Promise<ReadonlyMap<string, readonly ObjectReader[]>> {
  const ids = rows.flatMap((row) => quietly(row, readOrderId) ?? []);
  const byOrder = new Map<string, ObjectReader[]>();
  if (ids.length === 0) return byOrder;
  const answer = await session.query('items', itemsOf(ids));
  // An item that does not say whose it is leaves its order short, which is then told by the order's own count.
  for (const item of answer.list('rows', (row) => row)) {
    const order = item.isolated().maybe('so', (n) => item.id(n, ID)) ?? '';
    const there = byOrder.get(order);
    if (there) there.push(item);
    else byOrder.set(order, [item]);
  }
  return byOrder;
}

export const orders = (input: PullInput, env: StoreEnv): Promise<PullPage<StoreOrder>> =>
  inSession(env, async (session) => {
    const place = await placeOf(input, session);
    const answer = await session.query('orders', ordersFrom(place.from));
    const rows = answer.list('rows', (row) => row);
    const { since } = place;
    const fresh = rows.filter((row) => {
      const quiet = row.isolated();
      const changed = quiet.maybe('modified', (n) => Date.parse(readMoment(quiet, n)));
      return since === undefined || changed === undefined || changed >= since.getTime();
    });
    const read = readAll(fresh, await itemsByOrder(fresh, session));
    return {
      items: read.items,
      problems: [...saidBy(answer), ...read.problems],
      next: after(place, answer, rows),
    };
  });

export async function ordersById(externalIds: readonly string[], env: StoreEnv): Promise<PullPage<StoreOrder>> {
  const ids = [...new Set(externalIds)].filter((id) => ID.test(id));
  if (ids.length === 0) return { items: [], problems: [] };
  return inSession(env, async (session) => {
    const found: ReadItems<StoreOrder>[] = [];
    for (let at = 0; at < ids.length; at += PAGE) {
      const answer = await session.query('named orders', ordersWith(ids.slice(at, at + PAGE)));
      const rows = answer.list('rows', (row) => row);
      const read = readAll(rows, await itemsByOrder(rows, session));
      found.push({ items: [], problems: saidBy(answer) }, read);
    }
    return together(found);
  });
}
