/**
 * Archive, cancel, hold and their ways back, for many orders at once: locked, decided by the table of the domain, written
 * in a few statements, with counters and history. Also what rules use.
 */
import {
  type CommandInput,
  decide,
  type OrderCommandName,
  type OrderState,
} from '@scanship/domain/orders/order-commands';
import type { Tab } from '@scanship/domain/orders/order';
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/database/database.ts';
import { toJson } from '../../../../platform/database/json-column.ts';
import { addCounts } from '../counters.ts';
import { type OrderChange, type OrderEvent, recordChanges } from '../history.ts';
import type { OrderContext } from '../order-context.ts';
import { type BatchOutcome, present, refusal } from './batch.ts';
import { lockHeads, type OrderHead } from './heads.ts';

/** Marking by hand needs more than facts and has a command of its own. */
export type StateCommand = Exclude<OrderCommandName, 'mark' | 'unmark'>;

const EVENTS: Readonly<Record<StateCommand, OrderEvent>> = {
  archive: 'archived',
  restore: 'restored',
  cancel: 'cancelled',
  uncancel: 'uncancelled',
  hold: 'held',
  release: 'released',
};

export interface Decided {
  readonly order: OrderHead;
  readonly after: OrderState;
  readonly tab: Tab;
}

export interface DecidedBatch {
  readonly changes: readonly Decided[];
  readonly unchanged: number;
  readonly problems: BatchOutcome['problems'];
}

/** Locks the orders and asks the table what the command means for each. */
export async function decideAll(
  tx: Tx,
  command: OrderCommandName,
  orderIds: readonly string[],
  input: CommandInput = {},
): Promise<DecidedBatch> {
  const { orders, missing } = present(orderIds, await lockHeads(tx, orderIds));
  const changes: Decided[] = [];
  const problems = [...missing];
  let unchanged = 0;
  for (const order of orders) {
    const decision = decide(command, order, input);
    if (decision.kind === 'unchanged') unchanged += 1;
    else if (decision.kind === 'refused') problems.push(refusal(order, decision.code, decision.message));
    else changes.push({ order, after: decision.after, tab: decision.tab });
  }
  return { changes, unchanged, problems };
}

/** Changes the state of many orders; each for itself. Part of the caller's transaction. */
export async function changeState(
  ctx: OrderContext,
  tx: Tx,
  input: {
    readonly command: StateCommand;
    readonly orderIds: readonly string[];
    /** For the history; of a hold also what people see. */
    readonly reason?: string | null | undefined;
    /** Code of a hold that no person put ("rule"). */
    readonly holdCode?: string | undefined;
    /** The day on which a hold ends by itself, YYYY-MM-DD. */
    readonly holdUntil?: string | null | undefined;
    readonly now: Date;
  },
): Promise<BatchOutcome> {
  const { command, now } = input;
  const reason = input.reason ?? null;
  const batch = await decideAll(tx, command, input.orderIds, {
    reason,
    holdCode: input.holdCode,
    holdUntil: input.holdUntil,
  });
  await writeState(tx, batch.changes, now);
  if (command === 'release') await rememberRelease(tx, batch.changes);
  await recordChanges(
    ctx,
    tx,
    batch.changes.map(
      ({ order }): OrderChange => ({
        orderId: order.id,
        from: null,
        to: EVENTS[command],
        why:
          command === 'release'
            ? (reason ?? order.holdReason ?? order.holdCode)
            : command === 'hold' && input.holdUntil
              ? heldUntil(input.holdUntil, reason)
              : reason,
      }),
    ),
    now,
  );
  await countMoves(ctx, tx, batch.changes);
  return { changed: batch.changes.map(({ order }) => order.id), unchanged: batch.unchanged, problems: batch.problems };
}

/** "Until 2026-12-01: waiting for stock" */
export const heldUntil = (day: string, reason: string | null): string =>
  reason ? `Until ${day}: ${reason}` : `Until ${day}`;

/** Writes the facts of orders that `decideAll` locked. */
export async function writeState(tx: Tx, changes: readonly Decided[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  const rows = toJson(
    changes.map(({ order, after, tab }) => ({
      id: order.id,
      tab,
      fulfillment: after.fulfillment,
      cancelled: after.cancelled,
      archived: after.archived,
      hold_code: after.holdCode,
      hold_reason: after.holdReason,
      hold_until: after.holdUntil,
    })),
  );
  const at = now.toISOString();
  // Named beside the join, so that only their rows are read, however many orders there are.
  const ids = changes.map(({ order }) => order.id);
  await sql`UPDATE orders o SET tab = r.tab, fulfillment = r.fulfillment, hold_code = r.hold_code,
      hold_reason = r.hold_reason, hold_until = r.hold_until,
      cancelled_at = CASE WHEN r.cancelled THEN coalesce(o.cancelled_at, ${at}::timestamptz) END,
      archived_at = CASE WHEN r.archived THEN coalesce(o.archived_at, ${at}::timestamptz) END,
      updated_at = ${at}::timestamptz
    FROM json_to_recordset(${rows}::json) AS r(id uuid, tab text, fulfillment text, cancelled bool, archived bool,
      hold_code text, hold_reason text, hold_until date)
    WHERE o.id = ANY (${ids}::uuid[]) AND o.id = r.id`.execute(tx);
}

/** Moves the counters of tabs with the orders. Last in a transaction, because others wait for these rows. */
export const countMoves = (ctx: OrderContext, tx: Tx, changes: readonly Decided[]): Promise<void> =>
  addCounts(
    ctx,
    tx,
    changes.flatMap(({ order, tab }) =>
      tab === order.tab
        ? []
        : [
            { placedAt: order.placedAt, storeId: order.storeId, tab: order.tab, n: -1 },
            { placedAt: order.placedAt, storeId: order.storeId, tab, n: 1 },
          ],
    ),
  );

/** A hold of the store that a person released does not come back with the next sync, unless the store holds it anew. */
async function rememberRelease(tx: Tx, changes: readonly Decided[]): Promise<void> {
  const ids = changes.map(({ order }) => order.id);
  if (ids.length === 0) return;
  await sql`UPDATE order_details SET overrides = overrides || jsonb_build_object('releasedHold', imported -> 'hold' ->> 'code')
    WHERE order_id = ANY (${ids}::uuid[]) AND imported -> 'hold' ->> 'code' IS NOT NULL`.execute(tx);
}
