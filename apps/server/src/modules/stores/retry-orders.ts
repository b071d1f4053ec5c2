/** Tries again what failed with orders' stores: orders that could not be imported, and reports that did not arrive. */
import { runOrdersById } from '@scanship/connector-kit/store/store-run';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import type { RetriedOrder, RetryOrder } from '../orders/index.ts';
import { grouped } from './grouped.ts';
import type { StoreOpener } from './open-store.ts';
import { type PushActor, type PushCommandDeps, retryPush } from './pushes/push-commands.ts';
import { type PushRow, readPushes } from './pushes/push-rows.ts';
import { needsReview, pushView, storeNames } from './pushes/push-view.ts';
import { takeOrders } from './sync/take-orders.ts';

export interface RetryDeps {
  readonly db: Services['db'];
  readonly clock: Services['clock'];
  readonly sealer: Services['sealer'];
  readonly opener: StoreOpener;
  readonly pushes: PushCommandDeps;
}

/** Orders that one question to a store names. */
const ASKED_AT_ONCE = 50;

/** Answers in the order given: per order what went wrong and what to change. */
export async function retryOrders(
  deps: RetryDeps,
  actor: PushActor,
  orders: readonly RetryOrder[],
): Promise<readonly RetriedOrder[]> {
  const results = new Map<string, RetriedOrder>();
  const failed = orders.filter((order) => order.import !== 'ok');
  for (const [storeId, some] of grouped(failed, (order) => order.storeId))
    for (let from = 0; from < some.length; from += ASKED_AT_ONCE)
      for (const result of await importAgain(deps, actor.tenantId, storeId, some.slice(from, from + ASKED_AT_ONCE)))
        results.set(result.orderId, result);
  for (const result of await reportAgain(
    deps,
    actor,
    orders.filter((order) => order.import !== 'failed'),
  ))
    results.set(result.orderId, result);
  return orders.map(
    (order) =>
      results.get(order.orderId) ?? {
        ...named(order),
        what: 'nothing',
        outcome: 'nothing',
        problem: null,
        change: null,
      },
  );
}

const named = ({ orderId, orderNumber }: RetryOrder) => ({ orderId, orderNumber });

async function importAgain(
  { db, clock, sealer, opener }: RetryDeps,
  tenantId: string,
  storeId: string,
  orders: readonly RetryOrder[],
): Promise<readonly RetriedOrder[]> {
  const all = (problem: string, change: string): RetriedOrder[] =>
    orders.map((order) => ({ ...named(order), what: 'import', outcome: 'failed', problem, change }));
  const opened = await opener.open(tenantId, storeId, { kind: 'store', id: storeId });
  if (!opened.ok)
    return all(opened.problem.message ?? 'The store is not connected any more.', 'Connect the store again.');
  const { connector, env, row: store } = opened.value;
  const page = await runOrdersById(
    connector,
    orders.map((order) => order.externalId),
    env,
  );
  if (!page.ok)
    return all(
      page.problem.message,
      page.problem.kind === 'not-authorised'
        ? `Connect ${store.name} again.`
        : `Nothing on your side; try again in a few minutes. ${store.name} could not be asked.`,
    );
  const unread = { sealer, secrets: Object.values(env.credentials) };
  await db.tenant({ tenantId }, (tx) => takeOrders(tx, store, page.value, clock.now(), unread));
  const state = await db.tenant({ tenantId }, (tx) =>
    sql<{ id: string; failed: boolean; problem: string | null }>`SELECT o.id,
        o.import_state = 'failed' OR u.order_id IS NOT NULL AS failed, coalesce(d.imported ->> 'problem', u.message) AS problem
      FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
      LEFT JOIN unread_orders u ON u.tenant_id = o.tenant_id AND u.order_id = o.id
      WHERE o.id = ANY (${orders.map((order) => order.orderId)}::uuid[])`.execute(tx),
  );
  const now = new Map(state.rows.map((row) => [row.id, row]));
  const answered = new Set([
    ...page.value.items.map((item) => item.externalId),
    ...page.value.problems.flatMap(({ externalId }) => externalId ?? []),
  ]);
  return orders.map((order): RetriedOrder => {
    const row = now.get(order.orderId);
    if (row && !row.failed) return { ...named(order), what: 'import', outcome: 'done', problem: null, change: null };
    if (!answered.has(order.externalId))
      return {
        ...named(order),
        what: 'import',
        outcome: 'failed',
        problem: `${store.name} does not show this order any more.`,
        change: 'Archive it here, or look for it at the store.',
      };
    return {
      ...named(order),
      what: 'import',
      outcome: 'failed',
      problem: row?.problem ?? 'The order could not be read.',
      change: `Correct the order at ${store.name}, then try again.`,
    };
  });
}

async function reportAgain(
  { db, pushes }: RetryDeps,
  actor: PushActor,
  orders: readonly RetryOrder[],
): Promise<readonly RetriedOrder[]> {
  if (orders.length === 0) return [];
  const rows = await db.tenant(actor, (tx) =>
    readPushes(
      tx,
      sql`subject_id = ANY (${orders.map((order) => order.orderId)}::uuid[])
        AND state IN ('refused', 'absent', 'disputed')`,
    ),
  );
  const failed = rows.filter((row) => row.state === 'disputed' || needsReview(row));
  const results: RetriedOrder[] = [];
  for (const [orderId, some] of grouped(failed, (row) => row.orderId)) {
    const order = orders.find((each) => each.orderId === orderId);
    if (order) results.push(await sendAgain(pushes, actor, order, some));
  }
  return results;
}

async function sendAgain(
  deps: PushCommandDeps,
  actor: PushActor,
  order: RetryOrder,
  rows: readonly PushRow[],
): Promise<RetriedOrder> {
  const names = await deps.db.tenant(actor, (tx) =>
    storeNames(
      tx,
      rows.map(({ payload }) => payload.storeId),
    ),
  );
  // What went wrong is told even where it is tried again: without a change it will go wrong again.
  const views = rows.map((row) => pushView(row, rows, names.get(row.payload.storeId) ?? 'Store'));
  const problem = views.find((view) => view.problem !== null)?.problem ?? null;
  const change = views.find((view) => view.nextStep !== null)?.nextStep ?? null;
  const about = { ...named(order), what: 'report' as const, change };
  for (const row of rows) {
    const sent = await retryPush(deps, actor, row.id);
    if (!sent.ok) return { ...about, outcome: 'failed', problem: sent.problem.message ?? problem };
  }
  return { ...about, outcome: 'running', problem };
}
