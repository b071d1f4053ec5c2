/** How a refund at a store stands, in the words of the return's page and of the exceptions inbox. */
import type { StoreRefundReport } from '@scanship/contracts/shipping/returns';
import { PERHAPS_PAID } from '@scanship/connector-kit/store/store';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { type Cause, clearException, raiseException } from '../../exceptions/index.ts';
import { readRefunds, type RefundRow } from './refund-rows.ts';

function stateOf(row: RefundRow): StoreRefundReport['state'] {
  switch (row.state) {
    case 'planned':
    case 'reserved':
      return 'waiting';
    case 'sending':
      return 'sending';
    case 'unknown':
      return 'unknown';
    case 'confirmed':
    case 'complete':
      return 'done';
    default:
      return row.payload.handled ? 'done' : 'failed';
  }
}

export const needsReview = (row: RefundRow): boolean => stateOf(row) === 'failed';

function sentence({ problem }: RefundRow): string | null {
  if (!problem) return null;
  const { message, vendorMessage } = problem;
  return vendorMessage !== undefined && !message.includes(vendorMessage)
    ? `${message} It said: "${vendorMessage}"`
    : message;
}

function nextStep(row: RefundRow, state: StoreRefundReport['state'], storeName: string): string | null {
  if (state === 'unknown') return `${storeName} is being asked what it has; this resolves automatically.`;
  if (state === 'waiting' && row.problem) return 'It is retried automatically.';
  if (state !== 'failed') return null;
  const perhapsPaid = row.problem?.vendorCode === PERHAPS_PAID;
  if (perhapsPaid && row.state === 'disputed')
    return `Look at ${storeName} and at its payment provider: mark the refund as done if the buyer has the money, else ask again: it is paid where nothing else is found.`;
  if (perhapsPaid)
    return `Look at ${storeName} and at its payment provider: mark the refund as done if the buyer has the money, else try again.`;
  if (row.state === 'disputed')
    return `Look at the order at ${storeName}: mark the refund as done if it is there, else ask again.`;
  if (row.problem?.code === 'not-authorised') return `Connect ${storeName} again, then try again.`;
  return `Correct the reason and try again with other amounts, or refund it at ${storeName} by hand and mark it as done.`;
}

export function refundView(row: RefundRow, storeName: string): StoreRefundReport {
  const state = stateOf(row);
  const { input } = row.payload;
  return {
    id: row.id,
    state,
    open: row.state === 'disputed',
    amount: { minor: input.totalMinor, currency: input.currency },
    restockedUnits: input.lines.reduce((units, line) => units + (line.restock ? line.quantity : 0), 0),
    at: row.updatedAt.toISOString(),
    byHand: row.payload.handled !== undefined,
    problem: state === 'done' ? null : sentence(row),
    nextStep: nextStep(row, state, storeName),
  };
}

function causeOf(
  row: RefundRow,
  names: { readonly storeId: string; readonly store: string; readonly order: string },
): Cause {
  const view = refundView(row, names.store);
  return {
    key: `storerefund:${row.returnId}`,
    kind: 'push',
    reason: row.state === 'disputed' ? 'refund-disputed' : 'refund-refused',
    summary: `${names.store} has not refunded return ${row.payload.returnNumber}. ${view.problem ?? ''}`.trim(),
    nextStep: view.nextStep ?? '',
    actions: ['retry-push', 'push-done', 'open-order'],
    subject: {
      store: { id: names.storeId, name: names.store },
      order: { id: row.payload.orderId, name: names.order },
    },
    since: row.updatedAt,
    operationId: row.id,
    evidence: [
      {
        at: row.updatedAt.toISOString(),
        step: 'refund',
        what: `Attempt ${row.payload.attempt}: ${view.problem ?? row.state}`,
      },
    ],
  };
}

async function causesOf(tx: Tx, rows: readonly RefundRow[]): Promise<Cause[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ payload }) => payload.orderId);
  const { rows: orders } = await sql<{ id: string; number: string; store_id: string; name: string }>`
    SELECT o.id, o.number, s.id AS store_id, s.name FROM orders o
    JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id WHERE o.id = ANY (${ids}::uuid[])`.execute(tx);
  return rows.flatMap((row) => {
    const order = orders.find(({ id }) => id === row.payload.orderId);
    return order ? [causeOf(row, { storeId: order.store_id, store: order.name, order: order.number })] : [];
  });
}

/** Refunds of the tenant that wait for a person. */
export const refundCauses = async (tx: Tx, limit: number): Promise<Cause[]> =>
  causesOf(
    tx,
    (
      await readRefunds(tx, sql`state IN ('refused', 'absent', 'disputed') AND payload ->> 'handled' IS NULL`, {
        limit,
      })
    ).filter(needsReview),
  );

/** Tells the inbox how the refund of a return stands, in the transaction that changed it. */
export async function tellInboxOfRefund(tx: Tx, tenantId: string, row: RefundRow): Promise<void> {
  const [cause] = needsReview(row) ? await causesOf(tx, [row]) : [];
  if (cause) await raiseException(tx, tenantId, cause);
  else await clearException(tx, tenantId, `storerefund:${row.returnId}`);
}
