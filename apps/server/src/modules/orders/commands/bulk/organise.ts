/** Tags, assignment, ship-from location and notes of many orders at once. Each is part of the caller's transaction. */
import { MOST_TAGS } from '@scanship/contracts/orders/order-commands';
import { SIGN_BITS } from '@scanship/domain/orders/order';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/database/database.ts';
import { json } from '../../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../../platform/problem.ts';
import { type OrderEvent, recordChanges } from '../history.ts';
import type { OrderContext } from '../order-context.ts';
import { cleanOrNull, cleanText } from '../rows.ts';
import { type BatchOutcome, present, refusal } from './batch.ts';
import { lockHeads, type OrderHead } from './heads.ts';

interface Many {
  readonly orderIds: readonly string[];
  readonly now: Date;
}

/** Says what changed: the history and the outcome. The rows of the orders were written with it. */
async function done(
  ctx: OrderContext,
  tx: Tx,
  given: {
    readonly orders: readonly OrderHead[];
    readonly problems: BatchOutcome['problems'];
    readonly changed: ReadonlySet<string>;
    readonly event: OrderEvent;
    readonly why: (order: OrderHead) => string | null;
    readonly now: Date;
  },
): Promise<BatchOutcome> {
  const changed = given.orders.filter(({ id }) => given.changed.has(id));
  await recordChanges(
    ctx,
    tx,
    changed.map((order) => ({ orderId: order.id, from: null, to: given.event, why: given.why(order) })),
    given.now,
  );
  return {
    changed: changed.map(({ id }) => id),
    unchanged: given.orders.length - changed.length,
    problems: given.problems,
  };
}

/** Adds tags and takes tags off; one that stands in both is added. */
export async function tagOrders(
  ctx: OrderContext,
  tx: Tx,
  input: Many & { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<BatchOutcome> {
  const add = [...new Set(input.add.map(cleanText).filter((tag) => tag !== ''))];
  const remove = [...new Set(input.remove.map(cleanText))].filter((tag) => tag !== '' && !add.includes(tag));
  const { orders, missing } = present(input.orderIds, await lockHeads(tx, input.orderIds));
  const full = add.length === 0 ? new Set<string>() : await tooManyTags(tx, orders, add, remove);
  const open = orders.filter(({ id }) => !full.has(id));
  const ids = open.map(({ id }) => id);
  const removed = await sql<{ order_id: string; tag: string }>`DELETE FROM order_tags
    WHERE order_id = ANY (${ids}::uuid[]) AND tag = ANY (${remove}::text[]) RETURNING order_id, tag`.execute(tx);
  const inserted = await sql<{
    order_id: string;
    tag: string;
  }>`INSERT INTO order_tags (tenant_id, order_id, tag, placed_at)
    SELECT o.tenant_id, o.id, t.tag, o.placed_at FROM orders o CROSS JOIN unnest(${add}::text[]) AS t(tag)
    WHERE o.id = ANY (${ids}::uuid[]) ON CONFLICT DO NOTHING RETURNING order_id, tag`.execute(tx);
  const words = new Map<string, string[]>();
  const note = (rows: readonly { readonly order_id: string; readonly tag: string }[], sign: string): void => {
    for (const { order_id, tag } of rows) words.set(order_id, [...(words.get(order_id) ?? []), `${sign}${tag}`]);
  };
  note(inserted.rows, '+');
  note(removed.rows, '−');
  await sql`UPDATE orders SET updated_at = ${input.now.toISOString()}::timestamptz
    WHERE id = ANY (${[...words.keys()]}::uuid[])`.execute(tx);
  return done(ctx, tx, {
    orders: open,
    problems: [
      ...missing,
      ...orders
        .filter(({ id }) => full.has(id))
        .map((order) =>
          refusal(order, 'too_many_tags', `An order has at most ${MOST_TAGS} tags. Take others off first.`),
        ),
    ],
    changed: new Set(words.keys()),
    event: 'tags',
    why: ({ id }) => words.get(id)?.join(', ') ?? null,
    now: input.now,
  });
}

async function tooManyTags(
  tx: Tx,
  orders: readonly OrderHead[],
  add: readonly string[],
  remove: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ order_id: string }>`SELECT order_id FROM order_tags
    WHERE order_id = ANY (${orders.map(({ id }) => id)}::uuid[]) AND tag <> ALL (${[...add, ...remove]}::text[])
    GROUP BY order_id HAVING count(*) > ${MOST_TAGS - add.length}`.execute(tx);
  return new Set(rows.map((row) => row.order_id));
}

/** Assigns orders to a person, or to nobody. The caller knows that the person is one of the customer's. */
export async function assignOrders(
  ctx: OrderContext,
  tx: Tx,
  input: Many & { readonly userId: string | null; readonly name: string | null },
): Promise<BatchOutcome> {
  const { orders, missing } = present(input.orderIds, await lockHeads(tx, input.orderIds));
  const changed = orders.filter((order) => order.assignedTo !== input.userId).map(({ id }) => id);
  await sql`UPDATE orders SET assigned_to = ${input.userId}, updated_at = ${input.now.toISOString()}::timestamptz
    WHERE id = ANY (${changed}::uuid[])`.execute(tx);
  return done(ctx, tx, {
    orders,
    problems: missing,
    changed: new Set(changed),
    event: 'assigned',
    why: () => (input.name === null ? 'Unassigned' : `To ${input.name}`),
    now: input.now,
  });
}

/**
 * Sets where orders leave from; null goes back to what the store said, else the store's address or the default. A re-sync
 * keeps the choice.
 * @returns problem `validation` for a location the customer does not have or does not use any more
 */
export async function setShipFrom(
  ctx: OrderContext,
  tx: Tx,
  input: Many & { readonly locationId: string | null },
): Promise<Outcome<BatchOutcome>> {
  const { locationId } = input;
  const known = await sql<{ name: string }>`SELECT name FROM locations
    WHERE id = ${locationId}::uuid AND archived_at IS NULL`.execute(tx);
  const place = known.rows[0];
  if (locationId !== null && !place)
    return problem('validation', {
      errors: [{ field: 'locationId', message: 'This ship-from location was not found.' }],
    });
  const { orders, missing } = present(input.orderIds, await lockHeads(tx, input.orderIds));
  const ids = orders.map(({ id }) => id);
  const chosen = locationId === null ? {} : { locationId };
  const { rows } = await sql<{ order_id: string }>`UPDATE order_details
    SET overrides = (overrides - 'shipFrom' - 'locationId') || ${json(chosen)}
    WHERE order_id = ANY (${ids}::uuid[])
      AND (overrides ? 'shipFrom' OR overrides ->> 'locationId' IS DISTINCT FROM ${locationId}::text)
    RETURNING order_id`.execute(tx);
  const changed = rows.map((row) => row.order_id);
  await sql`UPDATE orders o SET location_id = coalesce(${locationId}::uuid, (SELECT l.id FROM locations l
      WHERE l.tenant_id = o.tenant_id AND l.id = (d.imported ->> 'locationId')::uuid)),
      version = o.version + 1, updated_at = ${input.now.toISOString()}::timestamptz
    FROM order_details d
    WHERE o.id = ANY (${changed}::uuid[]) AND d.tenant_id = o.tenant_id AND d.order_id = o.id`.execute(tx);
  return ok(
    await done(ctx, tx, {
      orders,
      problems: missing,
      changed: new Set(changed),
      event: 'ship-from',
      why: () => place?.name ?? 'As the store or the default settings say',
      now: input.now,
    }),
  );
}

/** Writes notes; a field that is undefined stays. A re-sync keeps what differs from the store's. */
export async function noteOrders(
  ctx: OrderContext,
  tx: Tx,
  input: Many & {
    readonly internalNote?: string | null | undefined;
    readonly customerNote?: string | null | undefined;
  },
): Promise<BatchOutcome> {
  const notes = {
    ...(input.internalNote === undefined ? {} : { internal: cleanOrNull(input.internalNote) }),
    ...(input.customerNote === undefined ? {} : { customer: cleanOrNull(input.customerNote) }),
  };
  const { orders, missing } = present(input.orderIds, await lockHeads(tx, input.orderIds));
  const ids = orders.map(({ id }) => id);
  const { rows } = await sql<{
    order_id: string;
    noted: boolean;
  }>`UPDATE order_details SET notes = notes || ${json(notes)}
    WHERE order_id = ANY (${ids}::uuid[])
      AND jsonb_strip_nulls(notes || ${json(notes)}) IS DISTINCT FROM jsonb_strip_nulls(notes)
    RETURNING order_id, notes ->> 'internal' IS NOT NULL OR notes ->> 'customer' IS NOT NULL AS noted`.execute(tx);
  for (const noted of [true, false]) {
    const some = rows.filter((row) => row.noted === noted).map((row) => row.order_id);
    await sql`UPDATE orders SET signs = (signs & ~${SIGN_BITS.note}::int) | ${noted ? SIGN_BITS.note : 0}::int,
        version = version + 1, updated_at = ${input.now.toISOString()}::timestamptz
      WHERE id = ANY (${some}::uuid[])`.execute(tx);
  }
  const said = [
    ...('internal' in notes ? [`internal note ${notes.internal === null ? 'removed' : 'written'}`] : []),
    ...('customer' in notes ? [`customer note ${notes.customer === null ? 'removed' : 'written'}`] : []),
  ].join(', ');
  return done(ctx, tx, {
    orders,
    problems: missing,
    changed: new Set(rows.map((row) => row.order_id)),
    event: 'note',
    why: () => said,
    now: input.now,
  });
}
