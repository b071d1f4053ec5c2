/** Rows of batches as the commands and the worker read them. */
import type {
  BatchCause,
  BatchItemState,
  BatchOptions,
  BatchRequest,
  BatchState,
} from '@scanship/contracts/shipping/batches';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** What of the person who asked is needed when work goes on without a request. */
export interface BatchAsker {
  readonly realmId: string;
  readonly locale: 'en-CA' | 'fr-CA';
  readonly timeZone: string;
  readonly currency: string;
}

export interface BatchSettings extends BatchOptions {
  readonly service?: BatchRequest['service'];
  readonly presetId?: BatchRequest['presetId'];
  /** Accounts the plan is made without, because somebody did not want to wait for them. */
  readonly leftOut?: readonly { readonly grantId: string; readonly carrierName: string }[] | undefined;
  /** Name of the merged file without its ending ("AutoShip"). */
  readonly fileName: string;
}

/** An account whose limit holds a plan up. */
export interface BatchWait {
  readonly grantId: string;
  readonly carrierName: string;
  readonly calls: number;
  readonly perMs: number;
  /** Orders that want a price of it and have none yet. */
  readonly orders: number;
  readonly seconds: number;
}

export interface BatchRow {
  readonly id: string;
  readonly tenantId: string;
  readonly kind: BatchRequest['kind'];
  readonly name: string;
  readonly state: BatchState;
  readonly version: number;
  readonly options: BatchSettings;
  readonly asker: BatchAsker;
  readonly createdBy: string | null;
  /** In whose name labels are bought: who started it, before that who made it. */
  readonly buyerId: string | null;
  readonly buyerSessionId: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly autoStart: boolean;
  readonly problem: string | null;
  readonly waits: readonly BatchWait[];
  /** The plan whose priced orders it bought. */
  readonly partOf: string | null;
}

export const BATCH_COLUMNS = sql`id, tenant_id AS "tenantId", kind, name, state, version, options, asker,
  created_by AS "createdBy", coalesce(started_by, created_by) AS "buyerId",
  coalesce(started_by_session, created_by_session) AS "buyerSessionId", created_at AS "createdAt", started_at AS "startedAt",
  ended_at AS "endedAt", auto_start AS "autoStart", problem, waits, part_of AS "partOf"`;

export async function readBatch(
  tx: Tx,
  tenantId: string,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<BatchRow | undefined> {
  const { rows } = await sql<BatchRow>`SELECT ${BATCH_COLUMNS} FROM batches
    WHERE tenant_id = ${tenantId} AND id = ${id} ${lock ? sql`FOR UPDATE` : sql``}`.execute(tx);
  return rows[0];
}

/** What is shown of the chosen offer; nothing about cost. */
export interface StoredChoice {
  readonly carrier: string;
  readonly carrierName: string;
  readonly service: string;
  readonly serviceName: string;
  readonly transitDays: number | null;
  readonly deliverBy: string | null;
  readonly test: boolean;
  readonly reason: string;
  readonly offers: number;
  /** Of the decision, kept with the order when its label is planned for good. */
  readonly reasons: readonly unknown[];
  /** The parcel and options it was rated with, so that it can be rated again in the same way. */
  readonly asked: unknown;
  /** What the buyer asked for, where no service is mapped to it. */
  readonly unmapped?: string | undefined;
  /** Its price was asked for another order. @see createSharedAnswers */
  readonly sharedPrice?: true | undefined;
}

export interface ItemRow {
  readonly position: number;
  readonly orderId: string;
  readonly state: BatchItemState;
  readonly cause: BatchCause | null;
  readonly message: string | null;
  readonly shipmentId: string | null;
  readonly grantId: string | null;
  readonly quoteId: string | null;
  readonly rateId: string | null;
  readonly plannedMinor: number | null;
  readonly currency: string | null;
  readonly compareMinor: number | null;
  readonly choice: StoredChoice | null;
  readonly intentNo: number;
  readonly tries: number;
  readonly dueAt: Date | null;
  readonly paidMinor: number | null;
  readonly paidCurrency: string | null;
}

export const ITEM_COLUMNS = sql`i.position, i.order_id AS "orderId", i.state, i.cause, i.message, i.shipment_id AS "shipmentId",
  i.grant_id AS "grantId", i.quote_id AS "quoteId", i.rate_id AS "rateId", i.planned_minor AS "plannedMinor", i.currency,
  i.compare_minor AS "compareMinor", i.choice, i.intent_no AS "intentNo", i.tries, i.due_at AS "dueAt",
  i.paid_minor AS "paidMinor", i.paid_currency AS "paidCurrency"`;

/** Under this key an item's label is bought once, however often it is tried; a try that came to nothing counts it up. */
export const purchaseKey = (batchId: string, item: Pick<ItemRow, 'position' | 'intentNo'>): string =>
  `batch:${batchId}:${item.position}:${item.intentNo}`;
