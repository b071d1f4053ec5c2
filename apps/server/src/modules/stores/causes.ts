/** What is the matter with stores and reports to them, in the words of the exceptions inbox. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type Cause, clearException, raiseException } from '../exceptions/index.ts';
import { noticeCauses } from './notices.ts';
import { type PushRow, readPushes } from './pushes/push-rows.ts';
import { needsReview, pushView } from './pushes/push-view.ts';
import { refundCauses } from './refunds/refund-view.ts';
import { findStore } from './store-registry.ts';
import { FAILURES_TO_STALE } from './store-state.ts';
import { missingAddress, readStores, type StoreRow } from './store-rows.ts';
import { stateNow } from './store-view.ts';

/** Of one customer at once; more are told when these are settled. */
const MOST = 500;

/** What is the matter with one store, or undefined while it is well. A store that waits for its address is no exception. */
function storeCause(store: StoreRow, now: Date): Cause | undefined {
  const state = stateNow(store, findStore(store.platformCode)?.manifest, now);
  const base = {
    key: `store:${store.id}`,
    kind: 'store' as const,
    subject: { store: { id: store.id, name: store.name } },
    since: store.lastError ? new Date(store.lastError.at) : undefined,
  };
  const said = store.lastError?.message;
  if (state === 'stale')
    return {
      ...base,
      reason: 'stale',
      summary:
        `${store.name} has not been synchronised${store.lastOkAt ? ` since ${store.lastOkAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''}. ${said ?? ''}`.trim(),
      nextStep: 'It is retried automatically; check the store, or sync now. New orders may be missing until then.',
      actions: ['sync-store', 'open-store'],
    };
  if (state === 'needs_consent')
    return {
      ...base,
      reason: 'needs-consent',
      summary: `${store.name} no longer lets us in. ${said ?? ''}`.trim(),
      nextStep: 'Connect the store again; what came in meanwhile is then brought in.',
      actions: ['reconnect-store', 'open-store'],
    };
  if (state === 'disconnected')
    return {
      ...base,
      reason: 'disconnected',
      summary: `${store.name} was disconnected at its platform.`,
      nextStep: 'Connect it again, or delete it here; its orders stay.',
      actions: ['reconnect-store', 'open-store'],
    };
  return undefined;
}

/** The platform's notifications cannot be set up, again and again: orders come in, but late. */
async function notificationsFail(tx: Tx, store: StoreRow): Promise<Cause | undefined> {
  const { rows } = await sql<{ message: string | null }>`SELECT last_error ->> 'message' AS message FROM sync_streams
    WHERE store_id = ${store.id} AND stream = 'webhooks' AND failures >= ${FAILURES_TO_STALE}`.execute(tx);
  const [row] = rows;
  return (
    row && {
      key: `store:${store.id}`,
      kind: 'store',
      reason: 'notifications',
      subject: { store: { id: store.id, name: store.name } },
      summary: `The notifications of ${store.name} cannot be set up. ${row.message ?? ''}`.trim(),
      nextStep: 'Orders still come in every few minutes. Connect the store again if this does not resolve itself.',
      actions: ['reconnect-store', 'open-store'],
    }
  );
}

/** All there is to say of one store. */
export async function causeOf(tx: Tx, store: StoreRow, now: Date): Promise<Cause | undefined> {
  const cause = storeCause(store, now);
  return cause ?? (store.state === 'connected' ? notificationsFail(tx, store) : undefined);
}

function pushCause(push: PushRow, store: { readonly id: string; readonly name: string }, orderNumber: string): Cause {
  const view = pushView(push, [], store.name);
  const what = push.kind === 'fulfilment_push' ? 'was not told of' : 'still shows';
  return {
    key: `push:${push.payload.key}`,
    kind: 'push',
    reason: push.state === 'disputed' ? 'disputed' : 'refused',
    summary:
      `${store.name} ${what} ${view.trackingNumbers.join(', ') || 'the shipment'} of order ${orderNumber}. ${view.problem ?? ''}`.trim(),
    nextStep: view.nextStep ?? '',
    actions: ['retry-push', 'push-done', 'open-order'],
    subject: { store, order: { id: push.orderId, name: orderNumber } },
    since: push.updatedAt,
    operationId: push.id,
    evidence: [
      {
        at: push.updatedAt.toISOString(),
        step: push.kind === 'fulfilment_push' ? 'report' : 'withdrawal',
        what: `Attempt ${push.payload.attempt}: ${view.problem ?? push.state}`,
      },
    ],
  };
}

/** Everything that is the matter with the stores of a tenant, with kind, subject, since, sentence and next step. */
export async function storeExceptions(
  ctx: { readonly tenantId: string },
  tx: Tx,
  now: Date,
): Promise<{ readonly causes: readonly Cause[]; readonly complete: boolean }> {
  const stores = await readStores(tx, ctx.tenantId);
  const ofStores: Cause[] = [];
  for (const store of stores) {
    if (missingAddress(store.address).length > 0 && store.state === 'connected') continue;
    const cause = await causeOf(tx, store, now);
    if (cause) ofStores.push(cause);
  }
  const pushes = (
    await readPushes(
      tx,
      sql`state IN ('refused', 'absent', 'disputed') AND payload ->> 'superseded' IS NULL AND payload ->> 'handled' IS NULL
        AND coalesce(problem ->> 'code', '') NOT IN ('not-sent', 'not-needed')`,
      { limit: MOST },
    )
  ).filter(needsReview);
  const notices = await noticeCauses(tx, MOST);
  const refunds = await refundCauses(tx, MOST);
  return {
    causes: [...ofStores, ...(await pushCauses(tx, pushes)), ...refunds, ...notices],
    complete: pushes.length < MOST && refunds.length < MOST && notices.length < MOST,
  };
}

async function pushCauses(tx: Tx, pushes: readonly PushRow[]): Promise<Cause[]> {
  if (pushes.length === 0) return [];
  const ids = [...new Set(pushes.map(({ orderId }) => orderId))];
  const { rows } = await sql<{
    id: string;
    number: string;
    store_id: string;
    name: string;
  }>`SELECT o.id, o.number, s.id AS store_id, s.name
    FROM orders o JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    WHERE o.id IN (${sql.join(ids.map((id) => sql`${id}::uuid`))})`.execute(tx);
  const known = new Map(rows.map((row) => [row.id, row]));
  return pushes.flatMap((push) => {
    const order = known.get(push.orderId);
    return order ? [pushCause(push, { id: order.store_id, name: order.name }, order.number)] : [];
  });
}

/** Tells the inbox how one report stands, in the transaction that changed it. */
export async function tellInboxOfPush(tx: Tx, tenantId: string, pushId: string): Promise<void> {
  const [push] = await readPushes(tx, sql`id = ${pushId}`);
  if (!push) return;
  const [cause] = needsReview(push) ? await pushCauses(tx, [push]) : [];
  if (cause) await raiseException(tx, tenantId, cause);
  else if (push.payload.superseded !== true) await clearException(tx, tenantId, `push:${push.payload.key}`);
}

/** The same for a store. */
export async function tellInboxOfStore(tx: Tx, tenantId: string, storeId: string, now: Date): Promise<void> {
  const store = (await readStores(tx, tenantId)).find(({ id }) => id === storeId);
  const cause = store && (await causeOf(tx, store, now));
  if (cause) await raiseException(tx, tenantId, cause);
  else await clearException(tx, tenantId, `store:${storeId}`);
}
