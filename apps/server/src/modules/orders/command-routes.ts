/** The calls by which people change orders, one or many at once. */
import type { BulkOutcome } from '@scanship/contracts/orders/order-selection';
import {
  archiveOrders,
  assignOrders as assignOrdersCall,
  cancelOrders,
  holdOrders,
  listAssignees,
  markFulfilled as markFulfilledCall,
  markManyFulfilled,
  MOST_RETRIED,
  noteOrders as noteOrdersCall,
  retryOrders,
  setOrdersShipFrom,
  tagOrders as tagOrdersCall,
  unmarkFulfilled as unmarkFulfilledCall,
} from '@scanship/contracts/orders/order-commands';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { changeState, type StateCommand } from './commands/bulk/change-state.ts';
import { notAHoldDay } from './commands/held-until.ts';
import { markFulfilled, unmarkFulfilled } from './commands/bulk/mark-fulfilled.ts';
import { onSelection } from './commands/bulk/on-selection.ts';
import { assignOrders, noteOrders, setShipFrom, tagOrders } from './commands/bulk/organise.ts';
import { recordChanges } from './commands/history.ts';
import { allOrNothing } from './commands/transaction.ts';
import { resolveSelection } from './queries/selection.ts';
import type { OrdersDeps, ReadDetail } from './orders-deps.ts';
import type { RetryOrder } from './store-effects.ts';

const orders = (n: number): string => (n === 1 ? '1 order' : `${n.toLocaleString('en-CA')} orders`);

/** "3 orders archived. 1 was left as it is." */
function sentence(done: string, { changed, refused }: BulkOutcome): string | undefined {
  if (changed === 0) return undefined;
  const left = refused === 0 ? '' : ` ${refused === 1 ? '1 order was' : `${orders(refused)} were`} left as they are.`;
  return `${orders(changed)} ${done}.${left.replace('1 order was left as they are', '1 order was left as it is')}`;
}

const answer = (done: string, outcome: Outcome<BulkOutcome>) =>
  outcome.ok ? data(outcome.value, { successMessage: sentence(done, outcome.value) }) : outcome;

export function commandRoutes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { stores, people }: OrdersDeps,
  readDetail: ReadDetail,
): readonly Route[] {
  const state = (
    ctx: RequestContext,
    body: Parameters<typeof onSelection>[3],
    command: StateCommand,
    reason?: string | null,
    holdUntil?: string | null,
  ) =>
    onSelection(db, ctx, clock.now(), body, async (tx, orderIds) => {
      const batch = await changeState(ctx, tx, { command, orderIds, reason, holdUntil, now: clock.now() });
      if (command === 'cancel') await stores.onCancelled(ctx, tx, batch.changed);
      if (command === 'uncancel') await stores.onUncancelled(ctx, tx, batch.changed);
      return ok(batch);
    });

  return [
    route(archiveOrders, async ({ ctx, body }) =>
      answer(
        body.archived ? 'archived' : 'taken back from the archive',
        await state(ctx, body, body.archived ? 'archive' : 'restore'),
      ),
    ),
    route(cancelOrders, async ({ ctx, body }) =>
      answer(
        body.cancelled ? 'cancelled' : 'no longer cancelled',
        await state(ctx, body, body.cancelled ? 'cancel' : 'uncancel', body.reason),
      ),
    ),
    route(holdOrders, async ({ ctx, body }) => {
      const until = body.held ? (body.until ?? null) : null;
      const wrong = until === null ? undefined : notAHoldDay(until, clock.now(), ctx.timeZone);
      if (wrong !== undefined) return problem('validation', { errors: [{ field: 'until', message: wrong }] });
      return answer(
        body.held ? 'put on hold' : 'released',
        await state(ctx, body, body.held ? 'hold' : 'release', body.reason || null, until),
      );
    }),
    route(tagOrdersCall, async ({ ctx, body }) => {
      const [add, remove] = [body.add ?? [], body.remove ?? []];
      if (add.length + remove.length === 0)
        return problem('validation', { errors: [{ field: 'add', message: 'Name at least one tag.' }] });
      return answer(
        'tagged',
        await onSelection(db, ctx, clock.now(), body, async (tx, orderIds) =>
          ok(await tagOrders(ctx, tx, { orderIds, add, remove, now: clock.now() })),
        ),
      );
    }),
    route(assignOrdersCall, async ({ ctx, body }) => {
      const { userId } = body;
      const person = userId === null ? null : (await people(ctx)).find(({ id }) => id === userId);
      if (person === undefined)
        return problem('validation', {
          errors: [{ field: 'userId', message: 'This person does not work here (any more).' }],
        });
      return answer(
        person === null ? 'assigned to nobody' : `assigned to ${person.name}`,
        await onSelection(db, ctx, clock.now(), body, async (tx, orderIds) =>
          ok(await assignOrders(ctx, tx, { orderIds, userId, name: person?.name ?? null, now: clock.now() })),
        ),
      );
    }),
    route(listAssignees, async ({ ctx }) => data({ people: [...(await people(ctx))] })),
    route(setOrdersShipFrom, async ({ ctx, body }) =>
      answer(
        'changed',
        await onSelection(db, ctx, clock.now(), body, (tx, orderIds) =>
          setShipFrom(ctx, tx, { orderIds, locationId: body.locationId, now: clock.now() }),
        ),
      ),
    ),
    route(noteOrdersCall, async ({ ctx, body }) => {
      const { internalNote, customerNote } = body;
      if (internalNote === undefined && customerNote === undefined)
        return problem('validation', { errors: [{ field: 'internalNote', message: 'Write at least one note.' }] });
      return answer(
        'changed',
        await onSelection(db, ctx, clock.now(), body, async (tx, orderIds) =>
          ok(await noteOrders(ctx, tx, { orderIds, internalNote, customerNote, now: clock.now() })),
        ),
      );
    }),
    route(markFulfilledCall, async ({ ctx, params, body }) => {
      const marked = await allOrNothing(db, ctx, async (tx) => {
        const batch = await markFulfilled(ctx, tx, stores, { ...body, orderIds: [params.id], now: clock.now() });
        const [refused] = batch.problems;
        if (refused?.code === 'not_found') return problem('not_found');
        return refused ? problem('order_not_shippable', { message: refused.message }) : ok(batch);
      });
      if (!marked.ok) return marked;
      const detail = await readDetail(ctx, params.id);
      return detail.ok ? data(detail.value, { successMessage: 'Order marked as fulfilled.' }) : detail;
    }),
    route(markManyFulfilled, async ({ ctx, body }) => {
      const { carrier, number, notify } = body;
      const numbers = new Map(body.numbers?.map((each) => [each.orderId, each.number]));
      return answer(
        'marked as fulfilled',
        await onSelection(db, ctx, clock.now(), body, async (tx, orderIds) =>
          ok(await markFulfilled(ctx, tx, stores, { orderIds, carrier, number, numbers, notify, now: clock.now() })),
        ),
      );
    }),
    route(unmarkFulfilledCall, async ({ ctx, body }) =>
      answer(
        'open again',
        await onSelection(db, ctx, clock.now(), body, async (tx, orderIds) =>
          ok(await unmarkFulfilled(ctx, tx, stores, { orderIds, now: clock.now() })),
        ),
      ),
    ),
    route(retryOrders, async ({ ctx, body }) => {
      const chosen = await resolveSelection(db, ctx, clock.now(), body, MOST_RETRIED);
      if (!chosen.ok) return chosen;
      const ids = await chosen.value.ids();
      const found = await db.tenant(ctx, (tx) =>
        sql<RetryOrder>`SELECT id AS "orderId", number AS "orderNumber", store_id AS "storeId",
            external_id AS "externalId", CASE WHEN import_state = 'failed' THEN 'failed' WHEN EXISTS (SELECT FROM unread_orders u
              WHERE u.tenant_id = orders.tenant_id AND u.order_id = orders.id) THEN 'outdated' ELSE 'ok' END AS import
          FROM orders WHERE id = ANY (${[...ids]}::uuid[]) ORDER BY placed_at DESC, id`.execute(tx),
      );
      const results = await stores.retry(ctx, found.rows);
      const tried = results.filter(({ outcome }) => outcome !== 'nothing');
      await db.tenant(ctx, (tx) =>
        recordChanges(
          ctx,
          tx,
          tried.map(({ orderId, what, problem: wrong }) => ({
            orderId,
            from: null,
            to: 'retried',
            why: `${what === 'import' ? 'Import' : 'Report to the store'}${wrong === null ? '' : `: ${wrong}`}`,
          })),
          clock.now(),
        ),
      );
      const count = (outcome: (typeof results)[number]['outcome']) =>
        results.filter((each) => each.outcome === outcome).length;
      const [done, running] = [count('done'), count('running')];
      return data(
        {
          results: results.map((each) => ({ ...each })),
          done,
          running,
          failed: count('failed'),
          nothing: count('nothing'),
        },
        { successMessage: done + running === 0 ? undefined : `${orders(done + running)} tried again.` },
      );
    }),
  ];
}
