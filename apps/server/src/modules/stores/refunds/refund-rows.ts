/** Refunds told to stores as they are kept: rows of `effects` about a return, whose payload says everything. */
import type { RefundInput } from '@scanship/connector-kit/store/store';
import type { PurchaseState } from '@scanship/domain/shipping/shipment-states';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';

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
