/** Reports to the store as the order's page shows them. */
import type { OrderPush } from '@scanship/contracts/stores/stores';
import type { Tx } from '../../../platform/database/database.ts';
import { sql } from 'kysely';
import { type PushRow, pushesOfOrder } from './push-rows.ts';

/** Newest first. */
export async function orderPushes(tx: Tx, orderId: string): Promise<OrderPush[]> {
  const rows = await pushesOfOrder(tx, orderId);
  if (rows.length === 0) return [];
  const names = await storeNames(
    tx,
    rows.map(({ payload }) => payload.storeId),
  );
  return rows
    .filter(({ payload }) => payload.superseded !== true)
    .map((row) => pushView(row, rows, names.get(row.payload.storeId) ?? 'Store'))
    .toReversed();
}

export async function storeNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM stores
    WHERE id IN (${sql.join([...new Set(ids)].map((id) => sql`${id}::uuid`))})`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** @param all rows of the same order, to tell whether a report was taken back */
export function pushView(row: PushRow, all: readonly PushRow[], storeName: string): OrderPush {
  const withdrawn = all.some(
    (other) => other.kind === 'fulfilment_cancel' && other.state === 'complete' && other.payload.pushId === row.id,
  );
  const state = stateOf(row, withdrawn);
  const person = state === 'failed';
  return {
    id: row.id,
    kind: row.kind === 'fulfilment_push' ? 'fulfilment' : 'withdrawal',
    state,
    storeName,
    trackingNumbers: [...row.payload.trackingNumbers],
    carrierName: row.payload.carrierName,
    at: row.updatedAt.toISOString(),
    nextAt:
      (state === 'retrying' || state === 'waiting' || state === 'unknown') && row.dueAt
        ? row.dueAt.toISOString()
        : null,
    problem: state === 'arrived' || state === 'withdrawn' ? null : sentence(row),
    nextStep: nextStep(row, state, storeName),
    canRetry: person,
  };
}

/** Why it ended without the store knowing, though nobody needs to do anything. */
const SETTLED: ReadonlySet<string> = new Set(['not-sent', 'not-needed']);

function stateOf(row: PushRow, withdrawn: boolean): OrderPush['state'] {
  switch (row.state) {
    case 'planned':
    case 'reserved':
      return row.payload.attempt > 1 ? 'retrying' : 'waiting';
    case 'sending':
      return row.problem && !row.leased ? 'retrying' : 'sending';
    case 'unknown':
      return 'unknown';
    case 'confirmed':
    case 'complete':
      return row.kind === 'fulfilment_cancel' || withdrawn ? 'withdrawn' : 'arrived';
    default:
      if (row.payload.handled) return row.kind === 'fulfilment_cancel' ? 'withdrawn' : 'arrived';
      return SETTLED.has(row.problem?.code ?? '') ? 'not-sent' : 'failed';
  }
}

function sentence({ problem }: PushRow): string | null {
  if (!problem) return null;
  const { message, vendorMessage } = problem;
  return vendorMessage !== undefined && !message.includes(vendorMessage)
    ? `${message} It said: "${vendorMessage}"`
    : message;
}

function nextStep(row: PushRow, state: OrderPush['state'], storeName: string): string | null {
  if (state === 'unknown') return `${storeName} is being asked what it has; this resolves automatically.`;
  if (state === 'retrying') return 'It is retried automatically.';
  if (state !== 'failed') return null;
  if (row.problem?.code === 'not-authorised') return `Connect ${storeName} again; it is then sent automatically.`;
  return row.kind === 'fulfilment_push'
    ? `Correct the reason and try again, or enter the tracking number at ${storeName} by hand.`
    : `Try again, or remove the tracking number at ${storeName} by hand.`;
}

/** Whether a person has to look at it. */
export const needsReview = (row: PushRow): boolean =>
  row.payload.superseded !== true && stateOf(row, false) === 'failed';
