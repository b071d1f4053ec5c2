/** Stores what is to be planned: the batch and its orders, in the order of the selection. Nothing is asked or bought here. */
import { createHash } from 'node:crypto';
import { type BatchRequest, MOST_IN_BATCH } from '@scanship/contracts/shipping/batches';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import { type Database, type Tx, violated } from '../../../platform/database/database.ts';
import { idAt } from '../../../platform/database/ids.ts';
import { json, storable, toJson } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { resolveSelection, SelectionTooSlow } from '../../orders/index.ts';
import { mayShip } from '../../restrictions/index.ts';
import { type BatchAsker, type BatchSettings, readBatch } from '../batch-rows.ts';
import { listOrderIds } from '../queries/list-items.ts';
import { NOTHING_BLOCKED } from './change-batch.ts';

export type BatchCreator = Pick<
  RequestContext,
  'tenantId' | 'tenantKind' | 'realmId' | 'userId' | 'sessionId' | 'locale' | 'timeZone' | 'currency'
>;

export interface CreatedBatch {
  readonly id: string;
  /** False when an earlier request with the same key made it. */
  readonly isNew: boolean;
}

const ITEMS_AT_ONCE = 2_000;
/** Each asks all carriers for each of its orders; more at once would only make all of them late. */
const MOST_PLANNING = 5;
const TOO_MANY_PLANS = problem('rate_limited', {
  message: 'Your company has five batches being planned already.',
  advice: 'Wait until one is planned, or cancel one.',
});

/**
 * @param more.autoStart buys the plan as soon as it is made, for callers who confirm beforehand
 * @param more.key the caller's own; the same key finds the same batch
 * @returns problems `shipping_restricted`, `rate_limited` (too many are being planned), `validation` (nothing chosen, too many, a field is missing), `search_too_slow`, `key_reused`
 */
export async function createBatch(
  deps: { readonly db: Database; readonly now: () => Date },
  ctx: BatchCreator,
  request: BatchRequest,
  more: { readonly autoStart: boolean; readonly fileName: string; readonly key: string | undefined },
): Promise<Outcome<CreatedBatch>> {
  const { db, now } = deps;
  const missing = whatIsMissing(request) ?? (await presetIsGone(db, ctx.tenantId, request));
  if (missing) return missing;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([ctx.userId, more.fileName, request]))
    .digest('hex');
  const ofKey = (key: string) => db.tenant(ctx, (tx) => findByKey(tx, ctx.tenantId, key), { readOnly: true });
  const known = more.key === undefined ? undefined : await ofKey(more.key);
  if (known) return known.requestHash === requestHash ? made(known.id, false) : problem('key_reused');

  const chosen = await resolveSelection(db, ctx, now(), request, MOST_IN_BATCH);
  if (!chosen.ok) return chosen;
  let orderIds: readonly string[];
  try {
    orderIds = await chosen.value.ids();
  } catch (error) {
    if (error instanceof SelectionTooSlow) return problem('search_too_slow');
    throw error;
  }
  if (orderIds.length === 0)
    return problem('validation', {
      message: 'No orders match.',
      errors: [{ field: 'filters', message: 'No orders match.' }],
    });

  const { ids: _ids, filters, excludeIds, sort: _sort, kind, name, service, presetId, ...settings } = request;
  const options: BatchSettings = {
    ...settings,
    ...(kind === 'service' ? { service } : {}),
    ...(kind === 'preset' ? { presetId } : {}),
    fileName: more.fileName,
  };
  const asker: BatchAsker = {
    realmId: ctx.realmId,
    locale: ctx.locale,
    timeZone: ctx.timeZone,
    currency: ctx.currency,
  };
  const id = idAt(now());
  try {
    const full = await db.tenant(ctx, async (tx): Promise<Outcome<never> | undefined> => {
      const free = await mayShip(tx, ctx.tenantId);
      if (!free.ok) return free;
      if (await plansAreFull(tx, ctx.tenantId)) return TOO_MANY_PLANS;
      await tx
        .insertInto('batches')
        .values({
          tenant_id: ctx.tenantId,
          id,
          kind,
          name: name ? storable(name) : usualName(kind, now(), ctx.timeZone),
          filter: json(filters ?? {}),
          exclusions: json(excludeIds ?? []),
          options: json({ ...options }),
          asker: json({ ...asker }),
          state: 'planning',
          auto_start: more.autoStart,
          intent_key: more.key ?? null,
          request_hash: more.key === undefined ? null : requestHash,
          due_at: sql<Date>`now()`,
          created_by: ctx.userId,
          created_by_session: ctx.sessionId,
        })
        .execute();
      for (let from = 0; from < orderIds.length; from += ITEMS_AT_ONCE)
        await sql`INSERT INTO batch_items (tenant_id, batch_id, position, order_id)
          SELECT ${ctx.tenantId}::uuid, ${id}::uuid, r.position, r.order_id
          FROM json_to_recordset(${toJson(
            orderIds
              .slice(from, from + ITEMS_AT_ONCE)
              .map((order_id, index) => ({ position: from + index + 1, order_id })),
          )}::json) AS r(position int, order_id uuid)`.execute(tx);
      return undefined;
    });
    if (full) return full;
  } catch (error) {
    if (violated(error) !== 'batches_intent' || more.key === undefined) throw error;
    const twin = await ofKey(more.key);
    if (!twin) throw error;
    return twin.requestHash === requestHash ? made(twin.id, false) : problem('key_reused');
  }
  return made(id, true);
}

/**
 * A plan of the blocked orders of a batch that was started or given up, made as that one was.
 * @returns problems `not_found`, `validation` where nothing is blocked, and those of `createBatch`
 */
export async function createFromBlocked(
  deps: { readonly db: Database; readonly now: () => Date },
  ctx: BatchCreator,
  batchId: string,
  key: string | undefined,
): Promise<Outcome<CreatedBatch>> {
  const found = await deps.db.tenant(
    ctx,
    async (tx) => {
      const batch = await readBatch(tx, ctx.tenantId, batchId);
      return batch && { batch, ids: await listOrderIds(tx, ctx.tenantId, batchId, { state: 'blocked' }) };
    },
    { readOnly: true },
  );
  if (!found) return problem('not_found');
  const { batch, ids } = found;
  if (ids.length === 0) return NOTHING_BLOCKED;
  // Whoever was left out of that plan for lack of time is asked again.
  const { fileName, leftOut: _leftOut, ...settings } = batch.options;
  return createBatch(deps, ctx, { ...settings, kind: batch.kind, ids: [...ids] }, { autoStart: false, fileName, key });
}

/** Asked one after the other for each company, so that two at once do not both take the last place. */
async function plansAreFull(tx: Tx, tenantId: string): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`plans ${tenantId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM batches
    WHERE tenant_id = ${tenantId} AND state = 'planning'`.execute(tx);
  return (rows[0]?.n ?? 0) >= MOST_PLANNING;
}

const made = (id: string, isNew: boolean): Outcome<CreatedBatch> => ({ ok: true, value: { id, isNew } });

function whatIsMissing(request: BatchRequest): Outcome<never> | undefined {
  if (request.kind === 'service' && !request.service)
    return problem('validation', { errors: [{ field: 'service', message: 'Choose a carrier and a service.' }] });
  if (request.kind === 'preset' && !request.presetId)
    return problem('validation', { errors: [{ field: 'presetId', message: 'Choose a preset.' }] });
  return undefined;
}

/** A preset that is gone would leave a plan that nobody asked for. */
async function presetIsGone(
  db: Database,
  tenantId: string,
  request: BatchRequest,
): Promise<Outcome<never> | undefined> {
  const { presetId } = request;
  if (request.kind !== 'preset' || !presetId) return undefined;
  const found = await db.tenant(
    { tenantId },
    (tx) => tx.selectFrom('presets').select('id').where('id', '=', presetId).executeTakeFirst(),
    { readOnly: true },
  );
  if (found) return undefined;
  return problem('validation', { errors: [{ field: 'presetId', message: 'This preset was not found.' }] });
}

/** The batch that an earlier request with this key made. */
export async function findByKey(
  tx: Tx,
  tenantId: string,
  key: string,
): Promise<{ readonly id: string; readonly requestHash: string | null } | undefined> {
  const row = await tx
    .selectFrom('batches')
    .select(['id', 'request_hash'])
    .where('tenant_id', '=', tenantId)
    .where('intent_key', '=', key)
    .executeTakeFirst();
  return row && { id: row.id, requestHash: row.request_hash };
}

const KIND_NAMES = { 'auto-ship': 'Auto Ship', service: 'Ship by carrier', preset: 'Ship by preset' } as const;

/** "Auto Ship 2026-11-21 14:05", in the customer's own time. */
const usualName = (kind: BatchRequest['kind'], at: Date, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(at);
  return `${KIND_NAMES[kind]} ${parts.replace(',', '')}`;
};
