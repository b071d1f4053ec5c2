/**
 * Takes over a page of a platform's orders: new ones are created on the same path as all others, known ones change only
 * where the platform's copy changed, and what cannot be taken stands in the list as an order whose import failed. Part of
 * the caller's transaction, in which it also stores its cursor: a page is there in whole or not at all.
 */
import { fulfillmentOf, reconcileLine } from '@scanship/domain/stores/store-quantities';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { changeStoreOrders, type Conflict } from './change-store-orders.ts';
import { type CreatedOrder, createOrders } from './create-orders.ts';
import type { NewOrder } from './new-order.ts';
import type { OrderContext } from './order-context.ts';
import { cleanText } from './rows.ts';
import {
  headOf,
  type IncomingOrder,
  isUsableId,
  itemOf,
  readStoreOrder,
  type StoreOrdersInput,
} from './store-order-shape.ts';
import { dropUnread, keepUnread, type UnreadOrder } from '../unread/unread-orders.ts';

export interface StoreOrdersOutcome {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** What could not be imported, each with its sentence; where there is an id, the order list shows it. */
  readonly failed: readonly UnreadOrder[];
  /** Orders whose newest version could not be taken though an older one is here. */
  readonly outdated: readonly { readonly orderId: string; readonly message: string }[];
  /** Orders the store cut down below what labels hold. */
  readonly conflicts: readonly Conflict[];
  /** Orders that are as the store says, without a conflict. */
  readonly calm: readonly string[];
}

interface Known {
  readonly id: string;
  readonly external_id: string;
  readonly imported_hash: string | null;
  readonly external_updated_at: Date | null;
  readonly unread: boolean;
}

/** Somebody else may create the same orders at the same moment (a delivery and a page); then they are known ones. */
const MOST_ROUNDS = 4;

export async function upsertStoreOrders(
  ctx: OrderContext,
  tx: Tx,
  input: StoreOrdersInput,
): Promise<StoreOrdersOutcome> {
  const failed: UnreadOrder[] = [...(input.unreadable ?? [])];
  const incoming = newestOf(input, failed);
  for (let round = 1; ; round += 1) {
    const known = await knownOrders(tx, input.store.storeId, [
      ...incoming.map((each) => each.externalId),
      ...idsOf(failed),
    ]);
    const fresh = incoming.filter((each) => !known.has(each.externalId));
    const missing = standIns(failed, known, input);
    const created = await createOrders(
      ctx,
      tx,
      [...fresh.map((each) => asNew(each, input)), ...missing].toSorted((a, b) =>
        a.externalId < b.externalId ? -1 : 1,
      ),
      { why: `Imported from ${input.store.name}`, now: input.now },
    );
    if (!created.ok) {
      if (round < MOST_ROUNDS) continue;
      throw new Error(`Orders of store ${input.store.storeId} appear as fast as they are created.`);
    }
    const differing = incoming.flatMap((each) => {
      const own = known.get(each.externalId);
      return own && isNewer(each, own) ? [{ orderId: own.id, incoming: each }] : [];
    });
    const done = await changeStoreOrders(ctx, tx, differing, input);
    await keepAnswers(ctx, tx, failed, { known, created: created.value }, input);
    await dropUnread(
      tx,
      differing.flatMap(({ orderId, incoming: { externalId } }) => (known.get(externalId)?.unread ? [orderId] : [])),
    );
    return {
      created: fresh.length,
      changed: done.changed,
      unchanged: incoming.length - fresh.length - done.changed,
      failed,
      outdated: await noteFailures(tx, failed, known),
      conflicts: done.conflicts,
      calm: done.calm,
    };
  }
}

/** Ids that can stand in the database. */
const idsOf = (failed: readonly UnreadOrder[]): string[] =>
  failed.flatMap(({ externalId }) => (externalId === undefined || !isUsableId(externalId) ? [] : [externalId]));

/** Readable orders, of each the newest version. */
function newestOf(input: StoreOrdersInput, failed: UnreadOrder[]): readonly IncomingOrder[] {
  const newest = new Map<string, IncomingOrder>();
  for (const order of input.orders) {
    const read = readStoreOrder(order, input.store);
    if (!read.ok) {
      failed.push({ externalId: order.externalId, message: read.problem, raw: order });
      continue;
    }
    const other = newest.get(order.externalId);
    if (!other || other.updatedAt <= read.value.updatedAt) newest.set(order.externalId, read.value);
  }
  return [...newest.values()];
}

const isNewer = (incoming: IncomingOrder, own: Known): boolean =>
  own.external_updated_at === null ||
  incoming.updatedAt > own.external_updated_at ||
  (incoming.updatedAt.getTime() === own.external_updated_at.getTime() && incoming.hash !== own.imported_hash);

async function knownOrders(tx: Tx, storeId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Known>`SELECT o.id, o.external_id, o.imported_hash, o.external_updated_at,
      EXISTS (SELECT FROM unread_orders u WHERE u.tenant_id = o.tenant_id AND u.order_id = o.id) AS unread
    FROM orders o WHERE o.store_id = ${storeId} AND o.external_id = ANY (${[...ids]}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.external_id, row]));
}

function asNew(incoming: IncomingOrder, input: StoreOrdersInput): NewOrder {
  const lines = incoming.lines.map((line) => {
    const own = reconcileLine(line, { allocated: 0, shipped: 0, reported: 0 }, line);
    return { ...own, allocated: 0, shipped: 0, item: itemOf(line, input.factsOf?.(line)) };
  });
  return {
    ...headOf(incoming, input.store),
    fulfillment: fulfillmentOf(lines),
    items: lines.map(({ item, quantity, cancelled, elsewhere }) => ({ ...item, quantity, cancelled, elsewhere })),
  };
}

/** An entry of the list for each order that could not be read and is not here yet. */
function standIns(
  failed: readonly UnreadOrder[],
  known: ReadonlyMap<string, Known>,
  { store, orders, now }: StoreOrdersInput,
): NewOrder[] {
  const made = new Map<string, NewOrder>();
  for (const { externalId, message } of failed) {
    if (externalId === undefined || !isUsableId(externalId) || known.has(externalId)) continue;
    const number = cleanText(orders.find((order) => order.externalId === externalId)?.number).slice(0, 100);
    made.set(externalId, {
      storeId: store.storeId,
      platformCode: store.platformCode,
      source: 'store',
      externalId,
      number: number || externalId,
      placedAt: now,
      currency: store.currency,
      totalMinor: 0,
      shipTo: { name: '', address1: '', city: '', provinceCode: '', zipcode: '', countryCode: '' },
      items: [],
      imported: { problem: message },
      importState: 'failed',
    });
  }
  return [...made.values()];
}

/** What the platform answered stands beside the order that it could not be read as. */
async function keepAnswers(
  ctx: OrderContext,
  tx: Tx,
  failed: readonly UnreadOrder[],
  here: { readonly known: ReadonlyMap<string, Known>; readonly created: readonly CreatedOrder[] },
  { unread, now }: StoreOrdersInput,
): Promise<void> {
  const told = failed.filter(({ raw }) => raw !== undefined);
  if (!unread || told.length === 0) return;
  const made = new Map(here.created.map((order) => [order.externalId, order.id]));
  const kept = told.flatMap(({ externalId = '', message, raw }) => {
    const orderId = here.known.get(externalId)?.id ?? made.get(externalId);
    return orderId === undefined ? [] : [{ orderId, message, raw }];
  });
  await keepUnread(ctx, tx, kept, unread, now);
}

/** Renews the sentence of placeholders, and finds orders whose newer version could not be taken. */
async function noteFailures(
  tx: Tx,
  failed: readonly UnreadOrder[],
  known: ReadonlyMap<string, Known>,
): Promise<readonly { readonly orderId: string; readonly message: string }[]> {
  const here = failed.flatMap(({ externalId, message }) => {
    const own = externalId === undefined ? undefined : known.get(externalId);
    return own ? [{ id: own.id, message }] : [];
  });
  if (here.length === 0) return [];
  const { rows } = await sql<{ id: string }>`UPDATE order_details d
    SET imported = jsonb_strip_nulls(jsonb_build_object('problem', r.message, 'erasedAt', d.imported -> 'erasedAt'))
    FROM json_to_recordset(${toJson(here)}::json) AS r(id uuid, message text), orders o
    WHERE d.order_id = ANY (${here.map(({ id }) => id)}::uuid[]) AND d.order_id = r.id AND o.tenant_id = d.tenant_id
      AND o.id = d.order_id AND o.id = ANY (${here.map(({ id }) => id)}::uuid[]) AND o.import_state = 'failed'
    RETURNING d.order_id AS id`.execute(tx);
  const standing = new Set(rows.map((row) => row.id));
  return here.filter(({ id }) => !standing.has(id)).map(({ id, message }) => ({ orderId: id, message }));
}
