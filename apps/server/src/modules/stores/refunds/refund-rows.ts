/** Refunds told to stores as they are kept: rows of `effects` about a return, whose payload says everything. */
import type { RefundInput } from '@scanship/connector-kit/store/store';
import type { PurchaseState } from '@scanship/domain/shipping/shipment-states';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';
import { mayBeForgotten } from '../../../platform/database/lineage.ts';

export interface RefundPayload {
  readonly storeId: string;
  readonly orderId: string;
  /** "1042-R1". */
  readonly returnNumber: string;
  readonly input: RefundInput;
  /** Automatic ones included. */
  readonly attempt: number;
  /** A later attempt took its place. */
  readonly superseded?: boolean | undefined;
  /** A person saw to it. */
  readonly handled?: { readonly by: string; readonly at: string } | undefined;
}

export interface RefundRow {
  readonly id: string;
  readonly returnId: string;
  readonly state: PurchaseState;
  readonly payload: RefundPayload;
  readonly problem: {
    readonly code: string;
    readonly message: string;
    readonly vendorCode?: string;
    readonly vendorMessage?: string;
    /** Refunds that stood at the order when it was asked; absent of what the release before wrote. */
    readonly seen?: readonly string[];
  } | null;
  readonly leased: boolean;
  readonly updatedAt: Date;
  readonly createdBy: string | null;
}

/** Those that fit, oldest first; what a later attempt replaced is left out. */
export async function readRefunds(
  tx: Tx,
  condition: RawBuilder<unknown>,
  options: { readonly lock?: boolean; readonly limit?: number } = {},
): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`SELECT id, subject_id AS "returnId", state, payload, problem,
      coalesce(lease_until > clock_timestamp(), false) AS leased, updated_at AS "updatedAt", created_by AS "createdBy"
    FROM effects WHERE kind = 'store_refund' AND subject_kind = 'return' AND payload ->> 'superseded' IS NULL AND ${condition}
    ORDER BY id ${options.limit === undefined ? sql`` : sql`LIMIT ${options.limit}`}
    ${options.lock === true ? sql`FOR UPDATE` : sql``}`.execute(tx);
  return rows;
}

/** The one that stands for a return. */
export const refundOf = async (tx: Tx, tenantId: string, returnId: string): Promise<RefundRow | undefined> =>
  (await readRefunds(tx, sql`tenant_id = ${tenantId} AND subject_id = ${returnId}`)).at(-1);

/**
 * What a store is asked with where the database may have gone back since the return was asked for, or since its order was placed: the
 * return itself may have been forgotten and made again. This refund may have been made then, under whatever attempt and reference.
 * Undefined where nothing was forgotten.
 */
export async function perhapsForgotten(
  tx: Tx,
  tenantId: string,
  { returnId, payload }: RefundRow,
): Promise<Pick<RefundInput, 'perhapsSince' | 'others'> | undefined> {
  const { rows } = await sql<{
    since: Date;
    others: readonly string[];
  }>`SELECT CASE WHEN ${mayBeForgotten(sql`r.asked_at`)} THEN r.asked_at ELSE p.placed_at END AS since,
      ARRAY(SELECT jsonb_array_elements_text(e.vendor_ids -> 'refundIds') FROM effects e
        WHERE e.tenant_id = r.tenant_id AND e.subject_kind = 'return' AND e.kind = 'store_refund' AND e.subject_id <> r.id AND e.vendor_ids ? 'refundIds'
          AND e.subject_id IN (SELECT o.id FROM returns o WHERE o.tenant_id = r.tenant_id AND o.order_id = ${payload.orderId})
      ) AS others
    FROM returns r JOIN orders p ON p.tenant_id = r.tenant_id AND p.id = r.order_id
    WHERE r.tenant_id = ${tenantId} AND r.id = ${returnId}
      AND (${mayBeForgotten(sql`r.asked_at`)} OR ${mayBeForgotten(sql`p.placed_at`)})`.execute(tx);
  const [found] = rows;
  return found && { perhapsSince: found.since.toISOString(), others: found.others };
}

export async function insertRefund(
  tx: Tx,
  refund: {
    readonly tenantId: string;
    readonly returnId: string;
    readonly payload: RefundPayload;
    readonly dueInMs: number;
    readonly userId: string | null;
  },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('effects')
    .values({
      tenant_id: refund.tenantId,
      id,
      kind: 'store_refund',
      subject_kind: 'return',
      subject_id: refund.returnId,
      payload: json(refund.payload),
      // One of a return at a time, however often a button is pressed.
      intent_key: `store_refund:${refund.returnId}:${refund.payload.attempt}`,
      due_at: sql<Date>`clock_timestamp() + ${refund.dueInMs} * interval '1 millisecond'`,
      created_by: refund.userId,
    })
    .execute();
  return id;
}

export const supersede = (tx: Tx, id: string): Promise<unknown> =>
  sql`UPDATE effects SET payload = payload || '{"superseded": true}'::jsonb WHERE id = ${id}`.execute(tx);
