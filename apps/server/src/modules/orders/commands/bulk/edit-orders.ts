/**
 * Sets the same facts on many orders and takes that back. An edit remembers each line as it was and as it left it, so that
 * undoing restores exactly that, and leaves alone an order that somebody changed since.
 */
import type { BulkOutcome } from '@scanship/contracts/orders/order-selection';
import { NO_CHOICE } from '@scanship/domain/automation/automation';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { toJson } from '../../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../../platform/problem.ts';
import { changeSome, overlay, restoreChoices } from '../../../automation/index.ts';
import { FACT_WORDS, type ItemRow, weightOfLines } from '../edit-items.ts';
import { type OrderChange, recordChanges } from '../history.ts';
import { type BatchOutcome, MOST_PROBLEMS, refusal } from './batch.ts';
import { type CheckedEdit, differences, planEdit, type PlannedOrder, whyLocked } from './edit-plan.ts';
import { heldUntil } from './change-state.ts';
import { HEAD_WORDS, headDifferences, restoreHeads, standingHeads, writeHeads } from './edit-heads.ts';
import { lockHeads } from './heads.ts';

/** Some orders of an edit. Part of the caller's transaction; the parts of one edit are given the same id. */
export async function editOrders(
  ctx: RequestContext,
  tx: Tx,
  input: {
    readonly editId: string;
    readonly orderIds: readonly string[];
    readonly edit: CheckedEdit;
    readonly now: Date;
  },
): Promise<BatchOutcome> {
  const { editId, edit, now } = input;
  const heads = await lockHeads(tx, input.orderIds);
  const plan = await planEdit(tx, { tenantId: ctx.tenantId, orderIds: input.orderIds, heads, edit });
  const { changes, unchanged, problems } = plan;
  if (changes.length > 0) {
    await sql`INSERT INTO order_edits (tenant_id, id, by_user, created_at)
      VALUES (${ctx.tenantId}, ${editId}, ${ctx.userId}, ${now.toISOString()}::timestamptz)
      ON CONFLICT DO NOTHING`.execute(tx);
    await writeLines(ctx, tx, editId, changes, now);
    const heads = changes.flatMap(({ order, head }) => (head ? [{ orderId: order.id, head }] : []));
    await writeHeads(ctx, tx, editId, heads, now);
    const boxed = changes.filter(({ box }) => box).map(({ order }) => order.id);
    if (edit.box && boxed.length > 0) {
      const packageId = edit.box.id;
      await changeSome(ctx, tx, editId, boxed, {
        presetId: null,
        next: (before) => overlay(before, { ...NO_CHOICE, packageId }),
      });
    }
    await recordChanges(
      ctx,
      tx,
      changes.flatMap((each) => historyOf(each)),
      now,
    );
  }
  return { changed: changes.map(({ order }) => order.id), unchanged, problems };
}

/** What was held stands apart from what was corrected. */
function historyOf(each: PlannedOrder): OrderChange[] {
  const orderId = each.order.id;
  const until = each.head?.after.holdUntil;
  const why = wordsOf(each);
  return [
    ...(until ? [{ orderId, from: null, to: 'held', why: heldUntil(until, each.head.after.holdReason ?? null) }] : []),
    ...(why ? [{ orderId, from: null, to: 'items', why }] : []),
  ];
}

/** "Blue mug: weight, HS code; package: Small box" */
function wordsOf({ lines, box, head }: PlannedOrder): string {
  const words = lines.map((change) => {
    const { title, sku, line } = change.before;
    return `${title || sku || `line ${line}`}: ${differences(change)
      .map((fact) => FACT_WORDS[fact])
      .join(', ')}`;
  });
  const set = head
    ? headDifferences(head).flatMap((fact) =>
        fact === 'holdUntil' ? [] : [`${HEAD_WORDS[fact]}: ${head.after[fact] ?? 'none'}`],
      )
    : [];
  return [...words, ...(box ? [`package: ${box.to}`] : []), ...set].join('; ');
}

/** Orders of one statement that restores: however the tables have grown since they were last measured, it stays quick. */
const AT_ONCE = 500;

/** What of a line an edit may change, and what tells whether somebody else has. */
const stateOf = ({ weightGrams, hsCode, originCountry, customsDescription, overrides, imported }: ItemRow) => ({
  weightGrams,
  hsCode,
  originCountry,
  customsDescription,
  overrides,
  imported,
});

/** Columns of a line out of `r.state`, which `stateOf` made. */
const setLine = sql`weight_g = (r.state ->> 'weightGrams')::int4, hs_code = r.state ->> 'hsCode',
  origin = r.state ->> 'originCountry', customs_text = r.state ->> 'customsDescription',
  overrides = r.state -> 'overrides', imported = r.state -> 'imported'`;

async function writeLines(
  ctx: RequestContext,
  tx: Tx,
  editId: string,
  changes: readonly PlannedOrder[],
  now: Date,
): Promise<void> {
  const lines = changes.flatMap((each) => each.lines);
  if (lines.length === 0) return;
  const rows = toJson(
    lines.map(({ orderId, before, after }) => ({
      order_id: orderId,
      line: before.line,
      before: stateOf(before),
      state: stateOf(after),
    })),
  );
  const ids = [...new Set(lines.map(({ orderId }) => orderId))];
  await sql`INSERT INTO order_edit_lines (tenant_id, edit_id, order_id, line, before, after)
    SELECT ${ctx.tenantId}::uuid, ${editId}::uuid, r.order_id, r.line, r.before, r.state
    FROM json_to_recordset(${rows}::json) AS r(order_id uuid, line int4, before jsonb, state jsonb)`.execute(tx);
  // Named beside the join, so that only their rows are read, however many orders there are.
  await sql`UPDATE order_items i SET ${setLine}
    FROM json_to_recordset(${rows}::json) AS r(order_id uuid, line int4, state jsonb)
    WHERE i.order_id = ANY (${ids}::uuid[]) AND i.order_id = r.order_id AND i.line = r.line`.execute(tx);
  await weighAnew(tx, ids, now);
}

const weighAnew = (tx: Tx, ids: readonly string[], now: Date) =>
  sql`UPDATE orders o SET weight_g = ${weightOfLines(sql`o.id`)}, version = version + 1,
      updated_at = ${now.toISOString()}::timestamptz WHERE o.id = ANY (${[...ids]}::uuid[])`.execute(tx);

/**
 * Restores what stood before an edit; each order for itself. Left alone are orders that somebody changed since or that are
 * not waiting to be shipped any more.
 * @returns problem `not_found` for an edit that is not there or was undone already
 */
export async function undoEdit(ctx: RequestContext, tx: Tx, undoId: string, now: Date): Promise<Outcome<BulkOutcome>> {
  const taken = await sql`UPDATE order_edits SET undone_at = ${now.toISOString()}::timestamptz
    WHERE id = ${undoId} AND undone_at IS NULL RETURNING id`.execute(tx);
  if (taken.rows.length === 0) return problem('not_found', { message: 'This was undone already, or is too long ago.' });
  const touched = await sql<{ id: string }>`SELECT order_id AS id FROM order_edit_lines WHERE edit_id = ${undoId}
    UNION SELECT order_id FROM order_edit_heads WHERE edit_id = ${undoId}`.execute(tx);
  const heads = await lockHeads(
    tx,
    touched.rows.map(({ id }) => id),
  );
  // After the lock, so that what somebody wrote while we waited counts.
  const { rows: lines } = await sql<{ id: string; same: boolean }>`SELECT e.order_id AS id, bool_and(coalesce(
        i.weight_g IS NOT DISTINCT FROM (e.after ->> 'weightGrams')::int4
        AND i.hs_code IS NOT DISTINCT FROM e.after ->> 'hsCode'
        AND i.origin IS NOT DISTINCT FROM e.after ->> 'originCountry'
        AND i.customs_text IS NOT DISTINCT FROM e.after ->> 'customsDescription'
        AND i.overrides = e.after -> 'overrides' AND i.imported = e.after -> 'imported', false)) AS same
    FROM order_edit_lines e LEFT JOIN order_items i
      ON i.tenant_id = e.tenant_id AND i.order_id = e.order_id AND i.line = e.line
    WHERE e.edit_id = ${undoId} GROUP BY e.order_id ORDER BY e.order_id`.execute(tx);
  const problems: BatchOutcome['problems'] = [];
  const restored: string[] = [];
  const together = new Map<string, boolean>();
  for (const { id, same } of [...lines, ...(await standingHeads(tx, undoId))])
    together.set(id, same && (together.get(id) ?? true));
  for (const [id, same] of together) {
    const order = heads.get(id);
    if (!order) continue;
    const locked =
      whyLocked(order) ??
      (same ? undefined : refusal(order, 'stale_version', 'Somebody changed this order since; that stays.'));
    if (locked) problems.push(locked);
    else restored.push(id);
  }
  for (let from = 0; from < restored.length; from += AT_ONCE) {
    const some = restored.slice(from, from + AT_ONCE);
    await sql`UPDATE order_items i SET ${setLine}
      FROM (SELECT e.order_id, e.line, e.before AS state FROM order_edit_lines e
        WHERE e.edit_id = ${undoId} AND e.order_id = ANY (${some}::uuid[])) r
      WHERE i.order_id = ANY (${some}::uuid[]) AND i.order_id = r.order_id AND i.line = r.line`.execute(tx);
    await weighAnew(tx, some, now);
    await restoreHeads(tx, undoId, some, now);
  }
  const boxes = await restoreChoices(ctx, tx, undoId, now);
  for (const { id, number } of boxes?.kept ?? [])
    problems.push(
      refusal({ id, number }, 'stale_version', 'Another package was chosen for this order since; that stays.'),
    );
  const changed = [...new Set([...restored, ...(boxes?.restored ?? [])])];
  await recordChanges(
    ctx,
    tx,
    changed.map((orderId) => ({ orderId, from: null, to: 'items', why: 'An edit of many orders was taken back' })),
    now,
  );
  return ok({
    changed: changed.length,
    unchanged: 0,
    refused: new Set(problems.map(({ orderId }) => orderId)).size,
    problems: problems.slice(0, MOST_PROBLEMS),
  });
}
