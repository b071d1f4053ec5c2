/** What became of one order of a running batch, and what is written of it. */
import type { BatchItemState } from '@scanship/contracts/shipping/batches';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { storable } from '../../../platform/database/json-column.ts';
import type { ItemRow } from '../batch-rows.ts';
import type { Held } from '../causes.ts';

export type ItemOutcome =
  | {
      readonly kind: 'done';
      readonly shipmentId: string;
      readonly paid: { readonly minor: number; readonly currency: string };
      /** It was written with the label's own outcome. */
      readonly kept: boolean;
    }
  | { readonly kind: 'failed' | 'skipped'; readonly held: Held; readonly shipmentId?: string | undefined }
  /** The carrier was asked and has not answered: looked at again, never bought again. */
  | { readonly kind: 'open'; readonly shipmentId: string }
  /** The carrier could not be reached: tried again by itself. `spent`: a purchase was begun under this try's key. */
  | { readonly kind: 'outage'; readonly held: Held; readonly spent: boolean };

/** When an outage is tried again: after the first, second ... failure in a row. Milliseconds. */
export const RETRY_AFTER_MS: readonly number[] = [30_000, 60_000, 300_000, 900_000, 1_800_000];

interface Where {
  readonly tenantId: string;
  readonly id: string;
}

const at = (batch: Where, position: number) =>
  sql`tenant_id = ${batch.tenantId} AND batch_id = ${batch.id} AND position = ${position}`;

/** @returns the state the item has now */
export async function settleItem(
  tx: Tx,
  batch: Where,
  item: Pick<ItemRow, 'position' | 'tries' | 'intentNo'>,
  outcome: ItemOutcome,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): Promise<BatchItemState> {
  const here = at(batch, item.position);
  switch (outcome.kind) {
    case 'done':
      if (outcome.kept) return 'done';
      await sql`UPDATE batch_items SET state = 'done', cause = NULL, message = NULL, due_at = NULL, tries = 0,
          shipment_id = ${outcome.shipmentId}, paid_minor = ${outcome.paid.minor}, paid_currency = ${outcome.paid.currency},
          settled_at = clock_timestamp() WHERE ${here}`.execute(tx);
      return 'done';
    case 'open':
      await sql`UPDATE batch_items SET state = 'open', shipment_id = ${outcome.shipmentId}, due_at = NULL
        WHERE ${here} AND state <> 'done'`.execute(tx);
      return 'open';
    case 'outage': {
      const pause = retryAfterMs[item.tries];
      const intent = outcome.spent ? item.intentNo + 1 : item.intentNo;
      if (pause === undefined) {
        await sql`UPDATE batch_items SET state = 'failed', cause = ${outcome.held.cause}, message = ${storable(outcome.held.message)},
            due_at = NULL, intent_no = ${intent}, shipment_id = NULL, settled_at = clock_timestamp() WHERE ${here} AND state <> 'done'`.execute(
          tx,
        );
        return 'failed';
      }
      await sql`UPDATE batch_items SET state = 'waiting', cause = ${outcome.held.cause}, message = ${storable(outcome.held.message)},
          due_at = clock_timestamp() + ${pause} * interval '1 millisecond', tries = tries + 1, intent_no = ${intent},
          shipment_id = NULL WHERE ${here} AND state <> 'done'`.execute(tx);
      return 'waiting';
    }
    case 'failed':
    case 'skipped':
      await sql`UPDATE batch_items SET state = ${outcome.kind}, cause = ${outcome.held.cause}, message = ${storable(outcome.held.message)},
          due_at = NULL, shipment_id = ${outcome.shipmentId ?? null}, settled_at = clock_timestamp()
        WHERE ${here} AND state <> 'done'`.execute(tx);
      return outcome.kind;
  }
}

/** A carrier that cannot be reached is not asked for every order: those that wait for it wait together. */
export async function holdLane(
  tx: Tx,
  batch: Where,
  grantId: string,
  held: Held,
  tries: number,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): Promise<void> {
  const pause = retryAfterMs[tries];
  if (pause === undefined) return;
  await sql`UPDATE batch_items SET state = 'waiting', cause = ${held.cause}, message = ${storable(held.message)},
      due_at = clock_timestamp() + ${pause} * interval '1 millisecond', tries = greatest(tries, ${tries + 1})
    WHERE tenant_id = ${batch.tenantId} AND batch_id = ${batch.id} AND grant_id = ${grantId}
      AND (state = 'planned' OR (state = 'waiting' AND due_at <= clock_timestamp()))`.execute(tx);
}
