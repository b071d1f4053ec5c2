/** Orders of a batch with the choice and the outcome of each. */
import type { BatchCause, BatchItem, BatchItemState } from '@scanship/contracts/shipping/batches';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { ITEM_COLUMNS, type ItemRow } from '../batch-rows.ts';

export interface ItemFilter {
  readonly state?: BatchItemState | undefined;
  readonly cause?: BatchCause | undefined;
}

const matching = (tenantId: string, batchId: string, { state, cause }: ItemFilter) =>
  sql`i.tenant_id = ${tenantId} AND i.batch_id = ${batchId} ${state === undefined ? sql`` : sql`AND i.state = ${state}`}
    ${cause === undefined ? sql`` : sql`AND i.cause = ${cause}`}`;

interface ShownRow extends ItemRow {
  readonly number: string | null;
  readonly recipient: string | null;
  readonly tracking: readonly string[] | null;
}

/** @param currency the customer's own, in which offers are compared */
export async function listItems(
  tx: Tx,
  tenantId: string,
  batchId: string,
  currency: string,
  page: ItemFilter & { readonly after?: number | undefined; readonly size: number },
): Promise<readonly BatchItem[]> {
  const { rows } = await sql<ShownRow>`SELECT ${ITEM_COLUMNS}, o.number, o.ship_to_name AS recipient,
      (SELECT array_agg(c.tracking_number ORDER BY c.no) FROM parcels AS c WHERE c.tenant_id = i.tenant_id
        AND c.shipment_id = i.shipment_id AND c.tracking_number IS NOT NULL) AS tracking
    FROM batch_items AS i LEFT JOIN orders AS o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
    WHERE ${matching(tenantId, batchId, page)} AND i.position > ${page.after ?? 0} ORDER BY i.position LIMIT ${page.size}`.execute(
    tx,
  );
  return rows.map((row) => ({
    position: row.position,
    orderId: row.orderId,
    orderNumber: row.number ?? '',
    recipient: row.recipient ?? '',
    state: row.state,
    cause: row.cause,
    message: row.message,
    choice: choiceOf(row, currency),
    shipmentId: row.shipmentId,
    trackingNumbers: [...(row.tracking ?? [])],
    paid:
      row.paidMinor === null || row.paidCurrency === null ? null : { minor: row.paidMinor, currency: row.paidCurrency },
    attempts: row.intentNo - 1 + row.tries,
    nextTryAt: row.state === 'waiting' ? (row.dueAt?.toISOString() ?? null) : null,
  }));
}

function choiceOf(row: ItemRow, currency: string): BatchItem['choice'] {
  const { choice, grantId, plannedMinor } = row;
  if (!choice || !grantId || plannedMinor === null || row.currency === null) return null;
  const { reasons: _reasons, asked: _asked, unmapped: _unmapped, ...shown } = choice;
  return {
    ...shown,
    sharedPrice: choice.sharedPrice ?? false,
    grantId,
    price: { minor: plannedMinor, currency: row.currency },
    compare:
      row.currency === currency
        ? { minor: plannedMinor, currency }
        : row.compareMinor === null
          ? null
          : { minor: row.compareMinor, currency },
  };
}

export async function listOrderIds(
  tx: Tx,
  tenantId: string,
  batchId: string,
  filter: ItemFilter,
): Promise<readonly string[]> {
  const { rows } = await sql<{ order_id: string }>`SELECT i.order_id FROM batch_items AS i
    WHERE ${matching(tenantId, batchId, filter)} ORDER BY i.position`.execute(tx);
  return rows.map((row) => row.order_id);
}
