/**
 * What people choose for orders, one or many, and taking it back. An act is a batch: it remembers what stood before, so that
 * undoing restores exactly that, and leaves alone an order that somebody chose for since.
 */
import { shippingChoice } from '@scanship/contracts/shipping/automation';
import type { BulkOutcome } from '@scanship/contracts/orders/order-selection';
import type { ShippingChoice } from '@scanship/domain/automation/automation';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

/** Orders of one transaction: others wait no longer than this takes. */
const PER_TRANSACTION = 2_000;
const MOST_PROBLEMS = 200;

export interface ChoiceContext {
  readonly tenantId: string;
  readonly userId: string;
}

/** What an act makes of what stood before; null takes the choice back. */
export interface ChoiceChange {
  readonly presetId: string | null;
  readonly next: (before: ShippingChoice | null) => ShippingChoice | null;
}

/** A preset over what was chosen before: what it does not say stays. */
export const overlay = (before: ShippingChoice | null, preset: ShippingChoice): ShippingChoice => ({
  service: preset.service ?? before?.service ?? null,
  grantIds: preset.grantIds ?? (preset.service ? null : (before?.grantIds ?? null)),
  packageId: preset.packageId ?? before?.packageId ?? null,
  insurance: preset.insurance ?? before?.insurance ?? null,
  signature: preset.signature ?? before?.signature ?? null,
  saturdayDelivery: preset.saturdayDelivery ?? before?.saturdayDelivery ?? null,
});

interface Tally {
  changed: number;
  unchanged: number;
  refused: number;
  problems: BulkOutcome['problems'];
}

interface Part extends Tally {
  readonly changedIds: readonly string[];
}

/** Changes what orders ship with, 2,000 a transaction. Orders that do not wait to be shipped are refused one by one. */
export async function changeChoices(
  db: Database,
  ctx: ChoiceContext,
  batches: AsyncIterable<readonly string[]>,
  change: ChoiceChange,
): Promise<BulkOutcome & { undoId: string | null }> {
  const batchId = newId();
  const tally: Tally = { changed: 0, unchanged: 0, refused: 0, problems: [] };
  for await (const ids of batches)
    for (let from = 0; from < ids.length; from += PER_TRANSACTION) {
      const some = ids.slice(from, from + PER_TRANSACTION);
      const part = await db.tenant(ctx, (tx) => changeSome(ctx, tx, batchId, some, change));
      tally.changed += part.changed;
      tally.unchanged += part.unchanged;
      tally.refused += part.refused;
      tally.problems = [...tally.problems, ...part.problems].slice(0, MOST_PROBLEMS);
    }
  return { ...tally, undoId: tally.changed > 0 ? batchId : null };
}

interface Standing {
  readonly id: string;
  readonly number: string;
  readonly tab: string;
  readonly choice: unknown;
  readonly preset_id: string | null;
}

/** A part of an act: the orders of one transaction. Parts of the same act are given the same id. */
export async function changeSome(
  ctx: ChoiceContext,
  tx: Tx,
  batchId: string,
  ids: readonly string[],
  change: ChoiceChange,
): Promise<Part> {
  // The order's row is the lock: two acts on one order happen one after the other.
  const { rows } = await sql<Standing>`SELECT o.id, o.number, o.tab, c.choice, c.preset_id
    FROM orders o LEFT JOIN order_shipping_choices c ON c.tenant_id = o.tenant_id AND c.order_id = o.id
    WHERE o.id = ANY (${[...ids]}::uuid[]) ORDER BY o.id FOR NO KEY UPDATE OF o`.execute(tx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const problems: Tally['problems'] = [];
  const writes: ChoiceWrite[] = [];
  let unchanged = 0;
  for (const id of ids) {
    const row = known.get(id);
    if (row?.tab !== 'unfulfilled') {
      problems.push({
        orderId: id,
        orderNumber: row?.number ?? '',
        code: row ? 'order_not_shippable' : 'not_found',
        message: row
          ? 'This order is not waiting to be shipped, so there is nothing to choose.'
          : 'This order was not found.',
      });
      continue;
    }
    const before = shippingChoice.safeParse(row.choice).data ?? null;
    const after = change.next(before);
    if (same(before, after) && (after === null || row.preset_id === change.presetId)) unchanged += 1;
    else writes.push({ id, after, presetId: change.presetId, before, beforePresetId: row.preset_id });
  }
  if (writes.length > 0) await writeChoices(ctx, tx, batchId, writes);
  return {
    changed: writes.length,
    unchanged,
    refused: problems.length,
    problems,
    changedIds: writes.map(({ id }) => id),
  };
}

const same = (a: ShippingChoice | null, b: ShippingChoice | null): boolean => key(a) === key(b);
/** Members in one order, whatever order they were stored in. */
const key = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

interface ChoiceWrite {
  readonly id: string;
  readonly after: ShippingChoice | null;
  readonly presetId: string | null;
  readonly before: ShippingChoice | null;
  readonly beforePresetId: string | null;
}

async function writeChoices(
  ctx: ChoiceContext,
  tx: Tx,
  batchId: string,
  writes: readonly ChoiceWrite[],
): Promise<void> {
  await sql`INSERT INTO choice_batches (tenant_id, id, by_user) VALUES (${ctx.tenantId}, ${batchId}, ${ctx.userId})
    ON CONFLICT DO NOTHING`.execute(tx);
  const data = toJson(writes);
  await sql`INSERT INTO choice_changes (tenant_id, batch_id, order_id, before, before_preset_id)
    SELECT ${ctx.tenantId}::uuid, ${batchId}::uuid, r.id, nullif(r.before, 'null'::jsonb), r."beforePresetId"
    FROM json_to_recordset(${data}::json) AS r(id uuid, before jsonb, "beforePresetId" uuid)`.execute(tx);
  await sql`INSERT INTO order_shipping_choices AS c (tenant_id, order_id, choice, preset_id, batch_id, by_user, at)
    SELECT ${ctx.tenantId}::uuid, r.id, nullif(r.after, 'null'::jsonb), r."presetId", ${batchId}::uuid, ${ctx.userId}::uuid, now()
    FROM json_to_recordset(${data}::json) AS r(id uuid, after jsonb, "presetId" uuid)
    ON CONFLICT (tenant_id, order_id) DO UPDATE SET choice = excluded.choice, preset_id = excluded.preset_id,
      batch_id = excluded.batch_id, by_user = excluded.by_user, at = excluded.at`.execute(tx);
}

/** Orders of an act that was taken back, and those that were left alone because somebody chose for them since. */
export interface Undone {
  readonly restored: readonly string[];
  readonly kept: readonly { readonly id: string; readonly number: string }[];
}

/** Restores what stood before an act, wherever that act was the last one; undefined when it is not there or was undone already. */
export async function restoreChoices(
  ctx: ChoiceContext,
  tx: Tx,
  undoId: string,
  now: Date,
): Promise<Undone | undefined> {
  const { rows: taken } = await sql<{
    id: string;
  }>`UPDATE choice_batches SET undone_at = ${now.toISOString()}::timestamptz
    WHERE id = ${undoId} AND undone_at IS NULL RETURNING id`.execute(tx);
  if (taken.length === 0) return undefined;
  const { rows } = await sql<{
    id: string;
    number: string;
    last: boolean;
    before: unknown;
    before_preset_id: string | null;
  }>`
    SELECT o.id, o.number, c.batch_id = ${undoId}::uuid AS last, b.before, b.before_preset_id
    FROM choice_changes b JOIN orders o ON o.tenant_id = b.tenant_id AND o.id = b.order_id
      JOIN order_shipping_choices c ON c.tenant_id = b.tenant_id AND c.order_id = b.order_id
    WHERE b.batch_id = ${undoId} ORDER BY o.id FOR NO KEY UPDATE OF o`.execute(tx);
  const restore = rows.filter((row) => row.last);
  if (restore.length > 0)
    await writeChoices(
      ctx,
      tx,
      newId(),
      restore.map(({ id, before, before_preset_id }) => ({
        id,
        after: shippingChoice.safeParse(before).data ?? null,
        presetId: before_preset_id,
        // Of an undone act nothing can be undone again.
        before: null,
        beforePresetId: null,
      })),
    );
  return {
    restored: restore.map(({ id }) => id),
    kept: rows.filter((row) => !row.last).map(({ id, number }) => ({ id, number })),
  };
}

/**
 * The same as a command of its own.
 * @returns how many were restored (`changed`), and how many were left alone (`refused`); problem `not_found` for an act
 *   that is not there or was undone already
 */
export async function undoChoices(
  ctx: ChoiceContext,
  tx: Tx,
  undoId: string,
  now: Date,
): Promise<Outcome<BulkOutcome>> {
  const undone = await restoreChoices(ctx, tx, undoId, now);
  if (!undone) return problem('not_found', { message: 'This was undone already, or is too long ago.' });
  const { restored, kept } = undone;
  return ok({
    changed: restored.length,
    unchanged: 0,
    refused: kept.length,
    problems: kept.slice(0, MOST_PROBLEMS).map(({ id, number }) => ({
      orderId: id,
      orderNumber: number,
      code: 'stale_version',
      message: 'Something else was chosen for this order since; that stays.',
    })),
  });
}

/** Names of the boxes that were chosen for orders, by order; an order without one is left out. */
export async function chosenBoxes(
  tx: Tx,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string | null }>> {
  const { rows } = await sql<{ order_id: string; id: string; name: string | null }>`SELECT c.order_id,
      c.choice ->> 'packageId' AS id, p.name
    FROM order_shipping_choices c LEFT JOIN packages p ON p.tenant_id = c.tenant_id AND p.id = (c.choice ->> 'packageId')::uuid
    WHERE c.order_id = ANY (${[...orderIds]}::uuid[]) AND c.choice ->> 'packageId' IS NOT NULL`.execute(tx);
  return new Map(rows.map(({ order_id, id, name }) => [order_id, { id, name }]));
}

/** Name of a box that can be chosen. */
export async function boxName(tx: Tx, packageId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM packages
    WHERE id = ${packageId} AND archived_at IS NULL`.execute(tx);
  return rows[0]?.name;
}
