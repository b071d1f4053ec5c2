/**
 * The book of exceptions: a row for each cause, written by the module that knows the cause, in the transaction in which it
 * appears or ends. A cause that comes back opens its row again; what a person called handled stays closed until the cause
 * changes.
 */
import type { ExceptionAction, ExceptionKind } from '@scanship/contracts/shipping/exceptions';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json, storable } from '../../platform/database/json-column.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Subject {
  readonly order?: Named | undefined;
  readonly shipment?: Named | undefined;
  readonly store?: Named | undefined;
  readonly carrier?: Named | undefined;
  readonly import?: Named | undefined;
}

export interface Cause {
  /** Names the cause for good: "purchase:<id>". The part before the colon is its source's prefix. */
  readonly key: string;
  readonly kind: ExceptionKind;
  /** Within the kind, in kebab case. A changed reason is news: it opens what was handled. */
  readonly reason: string;
  /** What is the matter, one plain sentence. */
  readonly summary: string;
  /** What happens next or what to do, one plain sentence. */
  readonly nextStep: string;
  readonly actions: readonly ExceptionAction[];
  readonly subject?: Subject | undefined;
  /** When it began; absent: now. */
  readonly since?: Date | undefined;
  readonly operationId?: string | undefined;
  /** Our reference at the other side. */
  readonly reference?: string | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
}

export interface Evidence {
  /** ISO 8601. */
  readonly at: string;
  readonly step: string;
  readonly what: string;
}

export type HistoryWord =
  | 'opened'
  | 'changed'
  | 'assigned'
  | 'snoozed'
  | 'woken'
  | 'note'
  | 'acted'
  | 'resolved'
  | 'reopened';

interface Kept {
  readonly id: string;
  readonly reason: string;
  readonly resolved_how: 'cause-gone' | 'handled' | null;
  readonly same: boolean;
}

/** Appends to the history of an exception. */
export async function tell(
  tx: Tx,
  tenantId: string,
  exceptionId: string,
  what: HistoryWord,
  by: { readonly userId?: string | null | undefined; readonly note?: string | null | undefined } = {},
): Promise<void> {
  await tx
    .insertInto('exception_events')
    .values({
      tenant_id: tenantId,
      exception_id: exceptionId,
      id: newId(),
      what,
      by_user: by.userId ?? null,
      note: by.note === null || by.note === undefined ? null : storable(by.note).slice(0, 500),
    })
    .execute();
}

/** Opens the exception of a cause, or brings it up to date. Repeatable: what is known already changes nothing. */
export async function raiseException(tx: Tx, tenantId: string, cause: Cause): Promise<void> {
  const id = newId();
  const words = {
    kind: cause.kind,
    reason: cause.reason,
    summary: storable(cause.summary).slice(0, 1_000),
    next_step: storable(cause.nextStep).slice(0, 1_000),
    actions: json([...cause.actions]),
    subject: json(cause.subject ?? {}),
    operation_id: cause.operationId ?? null,
    reference: cause.reference ?? null,
  };
  const made = await tx
    .insertInto('exceptions')
    .values({
      tenant_id: tenantId,
      id,
      key: cause.key,
      ...words,
      evidence: json([...(cause.evidence ?? [])]),
      since: cause.since ?? sql<Date>`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .executeTakeFirst();
  if ((made.numInsertedOrUpdatedRows ?? 0n) > 0n) return tell(tx, tenantId, id, 'opened', { note: words.summary });
  const kept = await sql<Kept>`SELECT id, reason, resolved_how,
      reason = ${words.reason} AND summary = ${words.summary} AND next_step = ${words.next_step}
        AND actions = ${words.actions} AND subject = ${words.subject} AS same
    FROM exceptions WHERE tenant_id = ${tenantId} AND key = ${cause.key} FOR UPDATE`.execute(tx);
  const row = kept.rows[0];
  if (!row) return undefined;
  const news = row.reason !== cause.reason;
  if (row.resolved_how === 'handled' && !news) return undefined;
  if (row.resolved_how === null && row.same) return undefined;
  const again = row.resolved_how !== null;
  await tx
    .updateTable('exceptions')
    .set({
      ...words,
      ...(again || news ? { evidence: json([...(cause.evidence ?? [])]) } : {}),
      ...(again
        ? { since: cause.since ?? sql<Date>`clock_timestamp()`, resolved_at: null, resolved_how: null, owner_id: null }
        : {}),
      // What is put aside comes back when there is news.
      ...(again || news ? { snoozed_until: null } : {}),
      changed_at: sql<Date>`clock_timestamp()`,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', row.id)
    .execute();
  if (again) return tell(tx, tenantId, row.id, 'reopened', { note: words.summary });
  return news ? tell(tx, tenantId, row.id, 'changed', { note: words.summary }) : undefined;
}

/**
 * The cause is gone: closes its exception, if there is an open one. One that a person called handled may open again when the
 * same cause comes back some day.
 * @param note one sentence for its history, where the cause did not end by itself
 */
export async function clearException(tx: Tx, tenantId: string, key: string, note?: string): Promise<void> {
  const closed = await sql<{ id: string; was_open: boolean }>`
    WITH old AS (SELECT id, resolved_at IS NULL AS was_open FROM exceptions
      WHERE tenant_id = ${tenantId} AND key = ${key} AND resolved_how IS DISTINCT FROM 'cause-gone' FOR UPDATE)
    UPDATE exceptions AS e SET resolved_at = coalesce(e.resolved_at, clock_timestamp()), resolved_how = 'cause-gone',
      snoozed_until = NULL, changed_at = clock_timestamp(), version = e.version + 1
    FROM old WHERE e.tenant_id = ${tenantId} AND e.id = old.id RETURNING e.id, old.was_open`.execute(tx);
  for (const { id, was_open } of closed.rows) if (was_open) await tell(tx, tenantId, id, 'resolved', { note });
}
