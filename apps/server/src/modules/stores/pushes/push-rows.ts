/** Reports to stores as they are kept: rows of `effects` whose payload says everything. */
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { PurchaseState } from '@scanship/domain/shipping/shipment-states';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { json } from '../../../platform/database/json-column.ts';

export type PushKind = 'fulfilment_push' | 'fulfilment_cancel';

export interface PushPayload {
  readonly storeId: string;
  /** Or, where `manual`, the mark "fulfilled by hand". */
  readonly shipmentId: string;
  readonly manual?: boolean | undefined;
  /** The same for all attempts at one report. */
  readonly key: string;
  readonly attempt: number;
  /** Effects that must be settled first. */
  readonly after: readonly string[];
  /** Lines of ours that are reported; for a withdrawal those of its push. */
  readonly lines: readonly { readonly line: number; readonly quantity: number }[];
  readonly trackingNumbers: readonly string[];
  readonly carrierName: string;
  /** Parcels whose numbers are reported, where each parcel is a report of its own. */
  readonly parcel?: number | undefined;
  /** Of a push. */
  readonly input?: Omit<FulfilInput, 'reference'> | undefined;
  /** Of a withdrawal: the push it takes back. */
  readonly pushId?: string | undefined;
  /** A later attempt took its place. */
  readonly superseded?: boolean | undefined;
  /** A person saw to it. */
  readonly handled?: { readonly by: string; readonly at: string; readonly note: string | null } | undefined;
}

export interface PushRow {
  readonly id: string;
  readonly kind: PushKind;
  readonly orderId: string;
  readonly state: PurchaseState;
  readonly payload: PushPayload;
  readonly vendorIds: { readonly fulfilmentIds?: readonly string[] };
  readonly problem: { readonly code: string; readonly message: string; readonly vendorMessage?: string } | null;
  readonly dueAt: Date | null;
  readonly leased: boolean;
  readonly updatedAt: Date;
  readonly createdBy: string | null;
}

const KINDS = sql`('fulfilment_push', 'fulfilment_cancel')`;

/** Rows that fit, oldest first. */
export async function readPushes(
  tx: Tx,
  condition: RawBuilder<unknown>,
  options: { readonly lock?: boolean; readonly limit?: number } = {},
): Promise<PushRow[]> {
  const { rows } =
    await sql<PushRow>`SELECT id, kind, subject_id AS "orderId", state, payload, vendor_ids AS "vendorIds", problem,
      due_at AS "dueAt", coalesce(lease_until > clock_timestamp(), false) AS leased, updated_at AS "updatedAt",
      created_by AS "createdBy"
    FROM effects WHERE kind IN ${KINDS} AND subject_kind = 'order' AND ${condition}
    ORDER BY id ${options.limit === undefined ? sql`` : sql`LIMIT ${options.limit}`} ${options.lock === true ? sql`FOR UPDATE` : sql``}`.execute(
      tx,
    );
  return rows;
}

export const pushesOfOrder = (tx: Tx, orderId: string): Promise<PushRow[]> =>
  readPushes(tx, sql`subject_id = ${orderId}`, { limit: 500 });

/** Of the ids given, those that may still have or get an effect. */
export async function unsettled(tx: Tx, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await readPushes(tx, sql`id = ANY (${[...ids]}::uuid[])`);
  return rows.filter((row) => !isSettled(row.state)).map((row) => row.id);
}

export const isSettled = (state: PurchaseState): boolean =>
  state === 'complete' || state === 'refused' || state === 'absent' || state === 'voided';

export async function insertPush(
  tx: Tx,
  push: {
    readonly tenantId: string;
    readonly kind: PushKind;
    readonly orderId: string;
    readonly payload: PushPayload;
    /** Milliseconds from now; null: when what it waits for is settled. */
    readonly dueInMs: number | null;
    readonly userId: string | null;
  },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('effects')
    .values({
      tenant_id: push.tenantId,
      id,
      kind: push.kind,
      subject_kind: 'order',
      subject_id: push.orderId,
      payload: json(push.payload),
      intent_key: `${push.kind}:${push.payload.key}:${push.payload.attempt}`,
      due_at: push.dueInMs === null ? null : sql<Date>`clock_timestamp() + ${push.dueInMs} * interval '1 millisecond'`,
      created_by: push.userId,
    })
    .execute();
  return id;
}

/** Ends one that was not begun, so that nobody begins it; fenced, should somebody just have taken it. */
export async function dropPush(tx: Tx, id: string, code: string, message: string): Promise<boolean> {
  const dropped = await sql`UPDATE effects SET state = 'refused', problem = ${json({ code, message })}, due_at = NULL,
      lease_until = NULL, attempt = attempt + 1, updated_at = now()
    WHERE id = ${id} AND state IN ('planned', 'reserved') AND (lease_until IS NULL OR lease_until <= clock_timestamp())`.execute(
    tx,
  );
  return (dropped.numAffectedRows ?? 0n) > 0n;
}

/** Reports of an order that wait for this one. */
export const waitingFor = (tx: Tx, orderId: string, id: string): Promise<PushRow[]> =>
  readPushes(
    tx,
    sql`subject_id = ${orderId} AND state = 'planned' AND due_at IS NULL AND payload -> 'after' @> ${JSON.stringify([id])}::jsonb`,
    { lock: true },
  );
