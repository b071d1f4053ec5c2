/** What an edit of many orders sets on an order itself: until when it is held, when it ships, which service was asked for. */
import { OWN_HOLD } from '@scanship/domain/orders/order-commands';
import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { toJson } from '../../../../platform/database/json-column.ts';
import type { OrderHead } from './heads.ts';

/** What is set; absent stays. */
export interface HeadEdit {
  /** YYYY-MM-DD. */
  readonly holdUntil?: string | undefined;
  /** YYYY-MM-DD; null: none. */
  readonly shipDate?: string | null | undefined;
  /** Null: what the store says. */
  readonly requestedService?: string | null | undefined;
}

export const HEAD_FACTS = ['holdUntil', 'shipDate', 'requestedService'] as const;
export type HeadFact = (typeof HEAD_FACTS)[number];

export const HEAD_WORDS: Readonly<Record<HeadFact, string>> = {
  holdUntil: 'held until',
  shipDate: 'ship date',
  requestedService: 'requested service',
};

type HeadState = Pick<
  OrderHead,
  'holdCode' | 'holdReason' | 'holdUntil' | 'shipDate' | 'requestedService' | 'requestedOverride'
>;

/** Only what the edit changes, as it was and as it leaves it, so that undoing touches nothing else. */
export interface HeadChange {
  readonly before: Partial<HeadState>;
  readonly after: Partial<HeadState>;
}

export function planHead(order: OrderHead, edit: HeadEdit, onlyMissing: boolean): HeadChange | undefined {
  const after: Partial<Record<keyof HeadState, string | null>> = {};
  if (edit.holdUntil !== undefined && order.holdUntil !== edit.holdUntil && !(onlyMissing && order.holdCode !== null)) {
    after.holdCode = OWN_HOLD;
    after.holdReason = order.holdCode === OWN_HOLD ? order.holdReason : null;
    after.holdUntil = edit.holdUntil;
  }
  if (edit.shipDate !== undefined && order.shipDate !== edit.shipDate && !(onlyMissing && order.shipDate !== null))
    after.shipDate = edit.shipDate;
  if (edit.requestedService !== undefined && !(onlyMissing && order.requestedService !== null)) {
    const wanted = edit.requestedService ?? order.requestedImported;
    if (wanted !== order.requestedService) {
      after.requestedService = wanted;
      after.requestedOverride = edit.requestedService;
    }
  }
  const keys = Object.keys(after) as (keyof HeadState)[];
  if (keys.length === 0) return undefined;
  return { before: Object.fromEntries(keys.map((key) => [key, order[key]])), after };
}

export const headDifferences = ({ after }: HeadChange): readonly HeadFact[] =>
  HEAD_FACTS.filter((fact) => Object.hasOwn(after, fact));

interface Changed {
  readonly orderId: string;
  readonly head: HeadChange;
}

/** Writes the changes of locked orders and remembers what they replaced. */
export async function writeHeads(
  ctx: Pick<RequestContext, 'tenantId'>,
  tx: Tx,
  editId: string,
  changes: readonly Changed[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = toJson(
    changes.map(({ orderId, head }) => ({ order_id: orderId, before: head.before, state: head.after })),
  );
  await sql`INSERT INTO order_edit_heads (tenant_id, edit_id, order_id, before, after)
    SELECT ${ctx.tenantId}::uuid, ${editId}::uuid, r.order_id, r.before, r.state
    FROM json_to_recordset(${rows}::json) AS r(order_id uuid, before jsonb, state jsonb)`.execute(tx);
  await setHeads(
    tx,
    sql`json_to_recordset(${rows}::json) AS r(order_id uuid, state jsonb)`,
    changes.map(({ orderId }) => orderId),
    now,
  );
}

/** Gives orders back what an edit replaced. */
export const restoreHeads = (tx: Tx, editId: string, orderIds: readonly string[], now: Date): Promise<void> =>
  setHeads(
    tx,
    sql`(SELECT e.order_id, e.before AS state FROM order_edit_heads e
      WHERE e.edit_id = ${editId} AND e.order_id = ANY (${[...orderIds]}::uuid[])) r`,
    orderIds,
    now,
  );

/** Orders of an edit, and whether what it set still stands. After they are locked. */
export async function standingHeads(tx: Tx, editId: string): Promise<readonly { id: string; same: boolean }[]> {
  const { rows } = await sql<{ id: string; same: boolean }>`SELECT e.order_id AS id, jsonb_build_object(
        'holdCode', o.hold_code, 'holdReason', o.hold_reason, 'holdUntil', o.hold_until::text, 'shipDate', o.ship_date::text,
        'requestedService', o.requested_key, 'requestedOverride', d.overrides ->> 'requestedService') @> e.after AS same
    FROM order_edit_heads e JOIN orders o ON o.tenant_id = e.tenant_id AND o.id = e.order_id
      JOIN order_details d ON d.tenant_id = e.tenant_id AND d.order_id = e.order_id
    WHERE e.edit_id = ${editId} ORDER BY e.order_id`.execute(tx);
  return rows;
}

/** @param source rows `r(order_id, state)`, where a state names only what is set */
async function setHeads(tx: Tx, source: RawBuilder<unknown>, orderIds: readonly string[], now: Date): Promise<void> {
  // Named beside the join, so that only their rows are read, however many orders there are.
  const ids = [...orderIds];
  await sql`UPDATE orders o SET
      hold_code = CASE WHEN r.state ? 'holdCode' THEN r.state ->> 'holdCode' ELSE o.hold_code END,
      hold_reason = CASE WHEN r.state ? 'holdReason' THEN r.state ->> 'holdReason' ELSE o.hold_reason END,
      hold_until = CASE WHEN r.state ? 'holdUntil' THEN (r.state ->> 'holdUntil')::date ELSE o.hold_until END,
      ship_date = CASE WHEN r.state ? 'shipDate' THEN (r.state ->> 'shipDate')::date ELSE o.ship_date END,
      requested_key = CASE WHEN r.state ? 'requestedService' THEN r.state ->> 'requestedService' ELSE o.requested_key END,
      version = o.version + 1, updated_at = ${now.toISOString()}::timestamptz
    FROM ${source} WHERE o.id = ANY (${ids}::uuid[]) AND o.id = r.order_id`.execute(tx);
  await sql`UPDATE order_details d SET overrides = CASE WHEN r.state ->> 'requestedOverride' IS NULL
      THEN d.overrides - 'requestedService'
      ELSE d.overrides || jsonb_build_object('requestedService', r.state ->> 'requestedOverride') END
    FROM ${source} WHERE d.order_id = ANY (${ids}::uuid[]) AND d.order_id = r.order_id
      AND r.state ? 'requestedOverride'`.execute(tx);
}
