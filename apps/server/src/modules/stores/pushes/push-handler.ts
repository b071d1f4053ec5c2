/** How the journal tells a store: a fulfilment and its withdrawal, each with what must be true together with its outcome. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type {
  FulfilInput,
  FulfilResult,
  StoreManifest,
  WithdrawInput,
  WithdrawResult,
} from '@scanship/connector-kit/store/store';
import { backOff } from '@scanship/domain/shipping/purchase';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { json } from '../../../platform/database/json-column.ts';
import type { Change, JournalHandler, JournalRow, Opened, StoredProblem } from '../../../platform/journal/handler.ts';
import { recordChange } from '../../../platform/journal/journal-store.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { tellInboxOfPush } from '../causes.ts';
import { closeNotices } from '../notices.ts';
import type { StoreOpener } from '../open-store.ts';
import { dropPush, insertPush, type PushRow, readPushes, unsettled, waitingFor } from './push-rows.ts';

/** @see createStorePages */
export type StorePages = (order: {
  readonly tenantId: string;
  readonly orderId: string;
}) => Promise<string | undefined>;

/**
 * Failures that pass by themselves are tried again, later each time: for about a day. An unknown effect among them is one of a
 * step that may be repeated (the journal never ends one of the report itself so).
 */
const MOST_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;
const PASSING: ReadonlySet<string> = new Set([
  'temporary-before-effect',
  'quota',
  'vendor-broken',
  'unknown-effect',
  'absent',
]);

export interface PushDeps {
  /** The seller's tracking page of an order, where its store is to be told it. */
  readonly pageOf: StorePages;
  readonly db: Services['db'];
  readonly opener: StoreOpener;
  readonly clock: Services['clock'];
  readonly wake: (ref: { readonly table: 'effects'; readonly tenantId: string; readonly id: string }) => void;
}

interface Ready {
  readonly push: PushRow;
  readonly row: JournalRow;
}

/** The row as it is planned; a problem while what it waits for is still open. */
async function readyPush(deps: PushDeps, row: JournalRow): Promise<Outcome<Ready>> {
  return deps.db.tenant({ tenantId: row.tenantId }, async (tx): Promise<Outcome<Ready>> => {
    const [push] = await readPushes(tx, sql`id = ${row.id}`);
    if (!push) return problem('not_found');
    const open = await unsettled(tx, push.payload.after);
    if (open.length > 0) return problem('unavailable', { message: 'It waits for an earlier report to the store.' });
    return { ok: true, value: { push, row } };
  });
}

/** Says no without asking anybody: a report that has nobody to go to must end, not wait. */
export function refusal<I, R>(message: string, vendor: string, input: I): Opened<I, R> {
  const refuse = (): never => {
    throw fail('refused', message, { vendorCode: 'no-store' });
  };
  const operation: SteppedOperation<I, R> = {
    steps: [{ name: 'refuse', effect: 'none', run: () => Promise.resolve().then(refuse) }],
    recovery: 'none',
    settleAfterMs: 0,
  };
  const env: CarrierEnv = {
    mode: 'live',
    credentials: {},
    settings: {},
    http: { send: () => Promise.reject(fail('refused', message)) },
    tokens: { get: () => Promise.reject(fail('refused', message)), drop: () => undefined },
    now: () => new Date(),
  };
  return { operation, input, env, vendor, deadlineMs: 1_000 };
}

const told = ({ mayBeForgotten }: JournalRow, { name, deadlineMs }: StoreManifest) => ({
  vendor: name,
  deadlineMs: deadlineMs.push,
  repeatAbsent: true,
  askFirst: mayBeForgotten,
});

export function fulfilHandler(deps: PushDeps): JournalHandler<FulfilInput, FulfilResult, undefined> {
  return {
    async open(row) {
      const ready = await readyPush(deps, row);
      if (!ready.ok) return ready;
      const { payload } = ready.value.push;
      if (!payload.input) throw new Error(`push ${row.id} says nothing`);
      const { orderId } = ready.value.push;
      const page = await deps.pageOf({ tenantId: row.tenantId, orderId });
      const input: FulfilInput = {
        ...payload.input,
        ...(page === undefined
          ? {}
          : { ownPage: true, parcels: payload.input.parcels.map((parcel) => ({ ...parcel, trackingUrl: page })) }),
        reference: payload.key,
      };
      const opened = await deps.opener.open(
        row.tenantId,
        payload.storeId,
        { kind: 'push', id: row.id },
        { evenDeleted: true },
      );
      if (!opened.ok)
        return {
          ok: true,
          value: refusal(opened.problem.message ?? 'The store is not connected any more.', 'Store', input),
        };
      const { connector, manifest, env } = opened.value;
      const operation = connector.fulfil;
      if (!operation)
        return { ok: true, value: refusal(`${manifest.name} takes no reports of shipments.`, manifest.name, input) };
      return { ok: true, value: { operation, input, env, ...told(row, manifest) } };
    },
    prepare: () => Promise.resolve(undefined),
    changed: (tx, row, _input, change) => settle(tx, row, change, { fulfilmentIds: change.result.fulfilmentIds ?? [] }),
    committed: (row, to) => wakeDependents(deps, row, to),
  };
}

export function withdrawHandler(deps: PushDeps): JournalHandler<WithdrawInput, WithdrawResult, undefined> {
  return {
    async open(row) {
      const ready = await readyPush(deps, row);
      if (!ready.ok) return ready;
      const { payload, orderId } = ready.value.push;
      const { tenantId } = row;
      const { fulfilmentIds, externalOrderId } = await deps.db.tenant({ tenantId }, async (tx) => {
        const [push] = await readPushes(tx, sql`id = ${payload.pushId ?? null}::uuid`);
        const order = await sql<{ external_id: string }>`SELECT external_id FROM orders WHERE id = ${orderId}`.execute(
          tx,
        );
        return {
          fulfilmentIds: push?.vendorIds.fulfilmentIds ?? [],
          externalOrderId: order.rows[0]?.external_id ?? '',
        };
      });
      const input: WithdrawInput = { externalOrderId, fulfilmentIds, reference: payload.key };
      const opened = await deps.opener.open(
        tenantId,
        payload.storeId,
        { kind: 'push', id: row.id },
        { evenDeleted: true },
      );
      if (!opened.ok)
        return {
          ok: true,
          value: refusal(opened.problem.message ?? 'The store is not connected any more.', 'Store', input),
        };
      const { connector, manifest, env } = opened.value;
      const operation = connector.withdraw;
      if (!operation)
        return { ok: true, value: refusal(`${manifest.name} does not take reports back.`, manifest.name, input) };
      return { ok: true, value: { operation, input, env, ...told(row, manifest) } };
    },
    prepare: () => Promise.resolve(undefined),
    changed: (tx, row, _input, change) => settle(tx, row, change, {}),
    committed: (row, to) => wakeDependents(deps, row, to),
  };
}

async function settle(
  tx: Tx,
  row: JournalRow,
  change: Pick<Change<unknown, undefined>, 'to' | 'problem' | 'by'>,
  vendorIds: { readonly fulfilmentIds?: readonly string[] },
): Promise<void> {
  const { to } = change;
  if (to === 'disputed') return tellInboxOfPush(tx, row.tenantId, row.id);
  if (to !== 'complete' && to !== 'refused' && to !== 'absent') return;
  const [push] = await readPushes(tx, sql`id = ${row.id}`);
  if (!push) throw new Error(`push ${row.id} is gone`);
  const waiting = await waitingFor(tx, push.orderId, push.id);
  if (to === 'complete') {
    await sql`UPDATE effects SET vendor_ids = ${json(vendorIds)} WHERE id = ${row.id}`.execute(tx);
    if (push.kind === 'fulfilment_cancel') await closeNotices(tx, row.tenantId, [push.orderId], ['tell-store']);
    const numbers = push.payload.trackingNumbers.join(', ') || 'no tracking number';
    const why = push.kind === 'fulfilment_push' ? `The store has ${numbers}` : `The store took ${numbers} back`;
    await recordChange(tx, row.tenantId, { kind: 'order', id: push.orderId }, null, 'push', {
      userId: push.createdBy,
      why,
    });
  } else await failed(tx, row, push, change.problem, waiting);
  for (const next of waiting) {
    if (to !== 'complete' && next.kind === 'fulfilment_cancel')
      await dropPush(tx, next.id, 'not-needed', 'The store had not been told, so there is nothing to take back.');
    else await sql`UPDATE effects SET due_at = clock_timestamp() WHERE id = ${next.id}`.execute(tx);
  }
  await tellInboxOfPush(tx, row.tenantId, row.id);
}

/** Tried again by itself while the reason may pass; unless the label is being cancelled meanwhile. */
async function failed(
  tx: Tx,
  row: JournalRow,
  push: PushRow,
  said: StoredProblem | undefined,
  waiting: readonly PushRow[],
): Promise<void> {
  const { payload } = push;
  const cancelled = waiting.some(({ kind }) => kind === 'fulfilment_cancel');
  if (cancelled || !PASSING.has(said?.code ?? 'absent') || payload.attempt >= MOST_ATTEMPTS) return;
  await tryAgain(tx, row.tenantId, push, backOff(payload.attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
}

/** The next attempt takes the place of this one; who waited for this one waits for the next. */
export async function tryAgain(tx: Tx, tenantId: string, push: PushRow, inMs: number): Promise<string> {
  await sql`UPDATE effects SET payload = payload || '{"superseded": true}'::jsonb WHERE id = ${push.id}`.execute(tx);
  const { superseded: _superseded, handled: _handled, ...payload } = push.payload;
  return insertPush(tx, {
    tenantId,
    kind: push.kind,
    orderId: push.orderId,
    payload: { ...payload, attempt: payload.attempt + 1, after: [] },
    dueInMs: inMs,
    userId: push.createdBy,
  });
}

/** What waited is due now; this process begins it at once, another would find it with its next sweep. */
function wakeDependents(deps: PushDeps, row: JournalRow, to: string): void {
  if (to !== 'complete' && to !== 'refused' && to !== 'absent') return;
  void dependentsOf(deps, row).then(
    (ids) => ids.forEach((id) => deps.wake({ table: 'effects', tenantId: row.tenantId, id })),
    () => undefined,
  );
}

async function dependentsOf({ db }: PushDeps, row: JournalRow): Promise<readonly string[]> {
  const due = await db.tenant({ tenantId: row.tenantId }, (tx) =>
    sql<{
      id: string;
    }>`SELECT id FROM effects WHERE kind IN ('fulfilment_push', 'fulfilment_cancel') AND state = 'planned'
      AND due_at <= clock_timestamp() AND payload -> 'after' @> ${JSON.stringify([row.id])}::jsonb
      AND subject_id = (SELECT subject_id FROM effects WHERE id = ${row.id})`.execute(tx),
  );
  return due.rows.map(({ id }) => id);
}
