/**
 * Buys what a batch plans, several labels at once, as far as that goes now. May be cut off anywhere: what was begun is found
 * again by its key, what was not is still planned.
 */
import { inSpan, ITS_OWN } from '@scanship/connector-kit/spans';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from '../../../platform/logging/logger.ts';
import { type BatchRow, ITEM_COLUMNS, type ItemRow, purchaseKey, readBatch } from '../batch-rows.ts';
import { readIntents, type ReadIntent } from '../../shipments/index.ts';
import { type Chunk, type BuyDeps, buyerOf, buyItem } from './buy-item.ts';
import { createLanes } from './lanes.ts';
import { LeaseLost } from '../../../platform/jobs/leased-rows.ts';
import { type BatchHold, type BatchLease, MOST_OPEN, workersBeside } from './lease.ts';
import { createOutcomeLook } from './look-at-outcomes.ts';
import { holdLane, type ItemOutcome, RETRY_AFTER_MS, settleItem } from './settle-item.ts';
import { shipmentOutcomes } from './shipment-outcome.ts';

export interface RunDeps extends BuyDeps {
  readonly log: Logger;
  /** Labels bought at once for one batch at most; each account allows what its quota does. */
  readonly buyAtOnce: number;
  readonly retryAfterMs?: readonly number[] | undefined;
  /** How long a process is believed to be at work without a sign of it. */
  readonly leaseMs: number;
  readonly stopping: () => boolean;
  readonly moved: (batch: BatchRow) => void;
  /** Fault tests die or hang here. */
  readonly onPoint: (point: BatchPoint) => void | Promise<void>;
}

export type BatchPoint = 'claimed' | 'bought' | 'settled' | 'part-merged' | 'part-stored';

/** Items taken with one look; those that are not begun are given back. */
const BUNCH = 16;
/** Failures in a row after which the orders of an account wait together. */
const FAULTS_OF_LANE = 3;
const LOOK_AT_OPEN_MS = 2_000;
/** Orders that wait for full accounts here, before others are taken no more. */
const MOST_QUEUED = 64;
/** How often it is asked whether something for other accounts has come beside full ones, or another process has ended. */
const LOOK_AT_OTHERS_MS = 1_000;
/** How often it is looked whether a process that joined has died. */
const LOOK_FOR_DEAD_MS = 10_000;
/** Nothing is left to take, and other processes have some in hand. */
const OTHERS = 'others';
/** A pause takes effect within so long. */
const LOOK_MS = 250;

/** @returns when to look again in milliseconds; null when there is nothing left to buy now */
export async function runBatch(deps: RunDeps, lease: BatchLease): Promise<number | null> {
  for (;;) {
    await pickUp(lease, deps.log, 'own');
    if (!(await buyPlanned(deps, lease))) return 5_000;
    await settleOpen(lease, deps.retryAfterMs ?? RETRY_AFTER_MS);
    const next = await endTurn(deps, lease);
    if (next !== OTHERS) return next;
    // Given back now, the lease might not come again while other batches of the customer run.
    if (deps.stopping()) return 0;
    await setTimeout(LOOK_AT_OTHERS_MS);
    // Whether the others get on is told by theirs.
    lease.sign();
  }
}

/** Buys beside the process that holds the lease, until nothing is left to take. What carriers have not answered is left to that one. */
export async function buyBeside(deps: RunDeps, hold: BatchHold): Promise<void> {
  await buyPlanned(deps, hold);
}

/** @returns false when something of ours failed @throws LeaseLost */
async function buyPlanned(deps: RunDeps, lease: BatchHold): Promise<boolean> {
  const retryAfterMs = deps.retryAfterMs ?? RETRY_AFTER_MS;
  const queue: ItemRow[] = [];
  /** Processes that buy for this batch. */
  let processes = 1;
  const lanes = createLanes<ItemRow>(
    deps.buyAtOnce,
    ({ choice }) =>
      choice?.carrier === undefined ? undefined : deps.ports.grants.describe(choice.carrier)?.manifest.quota,
    () => processes,
  );
  const inHand = new Set<Promise<void>>();
  const faults = new Map<string, number>();
  const broken: unknown[] = [];
  const read = new Map<number, ReadIntent>();
  const chunk: Chunk = {
    read: ({ position }) => {
      const known = read.get(position);
      read.delete(position);
      return known;
    },
    outcomeOf: createOutcomeLook(deps.db, lease.tenantId),
  };

  async function work(batch: BatchRow, item: ItemRow): Promise<void> {
    let outcome: ItemOutcome;
    try {
      outcome = await inSpan(
        () => ({
          name: 'job order of a batch',
          kind: 'job',
          below: ITS_OWN,
          values: { 'scanship.tenant_id': lease.tenantId, 'scanship.batch_id': batch.id },
        }),
        () => buyItem(deps, lease, batch, item, chunk),
      );
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      deps.log.error({ err: error, batch: batch.id, position: item.position }, 'an order of a batch broke off');
      await lease.write((tx) => breakOff(tx, lease, item));
      lease.sign();
      deps.moved(batch);
      return;
    }
    await deps.onPoint('bought');
    if (outcome.kind !== 'outage' && item.grantId) faults.delete(item.grantId);
    if (outcome.kind !== 'done' || !outcome.kept) await writeOutcome(item, outcome);
    await deps.onPoint('settled');
    lease.sign();
    deps.moved(batch);
  }

  const writeOutcome = (item: ItemRow, outcome: ItemOutcome): Promise<void> =>
    lease.write(async (tx) => {
      await settleItem(tx, lease, item, outcome, retryAfterMs);
      if (!item.grantId || outcome.kind !== 'outage') return;
      const inRow = (faults.get(item.grantId) ?? 0) + 1;
      faults.set(item.grantId, inRow);
      if (inRow >= FAULTS_OF_LANE) await holdLane(tx, lease, item.grantId, outcome.held, item.tries, retryAfterMs);
    });

  let lookedForDead = performance.now();
  const lookForDeadMs = Math.min(LOOK_FOR_DEAD_MS, deps.leaseMs);
  const latest = { batch: await lease.look(), at: performance.now() };
  const look = async (): Promise<BatchRow> => {
    latest.batch = await lease.look();
    latest.at = performance.now();
    return latest.batch;
  };
  /** Somebody may have paused it while a chunk was being bought. */
  const goesOn = async (): Promise<boolean> => {
    if (deps.stopping() || broken.length > 0) return false;
    if (performance.now() - latest.at > LOOK_MS) await look();
    return latest.batch.state === 'running';
  };
  const begin = (batch: BatchRow): void => {
    for (let item = lanes.take(queue); item; item = lanes.take(queue)) {
      const { grantId } = item;
      const task = work(batch, item)
        .catch((error: unknown) => void broken.push(error))
        .finally(() => {
          lanes.done(grantId);
          inHand.delete(task);
        });
      inHand.add(task);
    }
  };
  /** Full accounts beside which nothing else was left, and when that was found. */
  let alone = { accounts: '', at: 0 };
  try {
    while (await goesOn()) {
      begin(latest.batch);
      // Whoever died is no longer counted as a process, so it is looked for whether or not others are known.
      if (lease.workerId === null && performance.now() - lookedForDead > lookForDeadMs) {
        await pickUp(lease, deps.log, 'of the dead');
        lookedForDead = performance.now();
      }
      const full = lanes.full();
      const known = full.join() === alone.accounts && performance.now() - alone.at < LOOK_AT_OTHERS_MS;
      if (lanes.room() && (queue.length === 0 || (queue.length < MOST_QUEUED && !known))) {
        if (lease.workerId === null) await settleOpen(lease, retryAfterMs);
        const { items: more, beside, led } = await claim(deps, lease, full);
        processes = 1 + beside;
        // Nobody leads any more: whoever joined may then.
        if (!led) break;
        if (more.length > 0) {
          queue.push(...more);
          await deps.onPoint('claimed');
          await readTogether(deps, latest.batch, more, read);
          continue;
        }
        if (queue.length === 0 && full.length === 0) break;
        alone = { accounts: full.join(), at: performance.now() };
      }
      if (inHand.size === 0) break;
      await Promise.race(inHand);
    }
  } finally {
    try {
      if (queue.length > 0)
        await lease.write((tx) =>
          putBack(
            tx,
            lease,
            queue.map((item) => item.position),
          ),
        );
    } finally {
      await Promise.all(inHand);
    }
  }
  const [failure] = broken;
  if (failure instanceof LeaseLost) throw failure;
  return failure === undefined;
}

/** Reads of all that was claimed what their purchases need, in one transaction instead of one each. */
async function readTogether(
  deps: RunDeps,
  batch: BatchRow,
  items: readonly ItemRow[],
  into: Map<number, ReadIntent>,
): Promise<void> {
  const who = buyerOf(batch);
  const planned = items.flatMap((item) =>
    item.quoteId && item.rateId ? [{ item, quoteId: item.quoteId, rateId: item.rateId }] : [],
  );
  if (!who || planned.length === 0) return;
  const found = await readIntents(
    deps,
    who,
    planned.map(({ item, quoteId, rateId }) => ({ quoteId, rateId, idempotencyKey: purchaseKey(batch.id, item) })),
  );
  for (const [index, { item }] of planned.entries()) {
    const own = found[index];
    if (own) into.set(item.position, own);
  }
}

type Tx = Parameters<Parameters<BatchLease['write']>[0]>[0];

const putBack = (tx: Tx, lease: BatchHold, positions: readonly number[]) =>
  sql`UPDATE batch_items SET state = 'planned' WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id}
    AND position = ANY (${[...positions]}::int[]) AND state = 'running' AND shipment_id IS NULL
    AND worker_id IS NOT DISTINCT FROM ${lease.workerId}`.execute(tx);

/** Times an order is taken up again after a fault of ours. */
const MOST_FAULTS = 3;

/** Something of ours failed in the middle: what was begun is waited for, what was not is tried again a few times. */
async function breakOff(tx: Tx, lease: BatchHold, item: ItemRow): Promise<void> {
  const { rows } = await sql<{ shipment_id: string }>`SELECT shipment_id FROM purchases
    WHERE tenant_id = ${lease.tenantId} AND intent_key = ${`key:${purchaseKey(lease.id, item)}`}`.execute(tx);
  const shipmentId = rows[0]?.shipment_id;
  if (shipmentId !== undefined) return void (await settleItem(tx, lease, item, { kind: 'open', shipmentId }));
  if (item.tries >= MOST_FAULTS) {
    const message = 'Something went wrong on our side; nothing was bought. Try again.';
    return void (await settleItem(tx, lease, item, { kind: 'failed', held: { cause: 'fault', message } }));
  }
  await sql`UPDATE batch_items SET state = 'planned', tries = tries + 1 WHERE tenant_id = ${lease.tenantId}
    AND batch_id = ${lease.id} AND position = ${item.position} AND state = 'running'
    AND worker_id IS NOT DISTINCT FROM ${lease.workerId}`.execute(tx);
}

/**
 * Takes the next ones, but none of accounts that have as many in hand as they allow. `beside`: processes beside the one with the lease;
 * `led`: the batch is still to be bought, and some process has its lease.
 */
async function claim(
  deps: RunDeps,
  lease: BatchHold,
  full: readonly string[],
): Promise<{ readonly items: readonly ItemRow[]; readonly beside: number; readonly led: boolean }> {
  return lease.write(async (tx) => {
    const { rows: now } = await sql<{ open: number; beside: number; led: boolean | null }>`SELECT
        (SELECT count(*) FROM batch_items WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id} AND state = 'open')::int AS open,
        (SELECT count(*) FROM batch_workers WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id}
          AND lease_until > clock_timestamp())::int AS beside,
        (SELECT state = 'running' AND lease_until > clock_timestamp() FROM batches
          WHERE tenant_id = ${lease.tenantId} AND id = ${lease.id}) AS led`.execute(tx);
    const { open = 0, beside = 0 } = now[0] ?? {};
    const led = now[0]?.led === true;
    if (!led || open >= MOST_OPEN) return { items: [], beside, led };
    // What another process takes at this moment is left to it. An array, because a list of IN may be looked up anew for each row, and would
    // then lock others each time.
    const { rows } = await sql<ItemRow>`UPDATE batch_items AS i SET state = 'running', worker_id = ${lease.workerId}
      WHERE i.tenant_id = ${lease.tenantId} AND i.batch_id = ${lease.id} AND i.position = ANY (ARRAY(
        SELECT position FROM batch_items WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id}
          AND (state = 'planned' OR (state = 'waiting' AND due_at <= clock_timestamp()))
          AND (grant_id IS NULL OR grant_id <> ALL (${[...full]}::uuid[]))
        ORDER BY position LIMIT ${Math.max(BUNCH, deps.buyAtOnce)} FOR UPDATE SKIP LOCKED))
      RETURNING ${ITEM_COLUMNS}`.execute(tx);
    return { items: rows.toSorted((a, b) => a.position - b.position), beside, led };
  });
}

/**
 * What was being bought by a process that died is looked for by its key; what it had not begun is planned again.
 * @param whose `own`: also what an earlier holder of the lease had in hand, while this one has nothing
 */
async function pickUp(lease: BatchHold, log: Logger, whose: 'own' | 'of the dead'): Promise<void> {
  await lease.write(async (tx) => {
    await workersBeside(tx, lease);
    const { rows } = await sql<ItemRow>`SELECT ${ITEM_COLUMNS} FROM batch_items AS i
      WHERE i.tenant_id = ${lease.tenantId} AND i.batch_id = ${lease.id} AND i.state = 'running'
        AND CASE WHEN i.worker_id IS NULL THEN ${whose === 'own'} ELSE i.worker_id NOT IN (SELECT id FROM batch_workers
          WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id}) END FOR UPDATE OF i`.execute(tx);
    if (rows.length === 0) return;
    log.info({ batch: lease.id, items: rows.length }, 'a batch is taken up where it was cut off');
    const keys = rows.map((item) => `key:${purchaseKey(lease.id, item)}`);
    const { rows: begun } = await sql<{
      intent_key: string;
      shipment_id: string;
    }>`SELECT intent_key, shipment_id FROM purchases
      WHERE tenant_id = ${lease.tenantId} AND intent_key = ANY (${keys}::text[])`.execute(tx);
    for (const [index, item] of rows.entries()) {
      const shipmentId = begun.find((each) => each.intent_key === keys[index])?.shipment_id;
      if (shipmentId === undefined) continue;
      await settleItem(tx, lease, item, { kind: 'open', shipmentId });
    }
    await sql`UPDATE batch_items SET state = 'planned', shipment_id = NULL, worker_id = NULL
      WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id} AND state = 'running'
        AND position = ANY (${rows.map(({ position }) => position)}::int[])`.execute(tx);
  });
}

/** Items whose carrier had not answered: most have by now. */
async function settleOpen(lease: BatchHold, retryAfterMs: readonly number[]): Promise<void> {
  await lease.write(async (tx) => {
    const { rows } = await sql<ItemRow>`SELECT ${ITEM_COLUMNS} FROM batch_items AS i
      WHERE i.tenant_id = ${lease.tenantId} AND i.batch_id = ${lease.id} AND i.state = 'open' ORDER BY i.position`.execute(
      tx,
    );
    const outcomes = await shipmentOutcomes(
      tx,
      lease.tenantId,
      rows.flatMap((item) => item.shipmentId ?? []),
    );
    for (const item of rows) {
      const outcome = outcomes.get(item.shipmentId ?? '');
      if (outcome) await settleItem(tx, lease, item, outcome, retryAfterMs);
    }
  });
}

/** Ends the batch when nothing is left, or says when there is something to do again. */
async function endTurn(deps: RunDeps, lease: BatchLease): Promise<number | null | typeof OTHERS> {
  const next = await lease.write(async (tx): Promise<number | null | typeof OTHERS> => {
    // Locked, so that a command that comes now is not written over.
    const batch = await readBatch(tx, lease.tenantId, lease.id, { lock: true });
    if (!batch) throw new LeaseLost();
    const here = sql`tenant_id = ${lease.tenantId} AND batch_id = ${lease.id}`;
    if (batch.state === 'cancelled')
      await sql`UPDATE batch_items SET state = 'cancelled', cause = NULL, due_at = NULL, message = NULL
        WHERE ${here} AND state IN ('rating', 'planned', 'waiting')`.execute(tx);
    const { rows } = await sql<{ ready: number; running: number; open: number; wait_ms: number | null }>`
      SELECT count(*) FILTER (WHERE state = 'planned')::int AS ready, count(*) FILTER (WHERE state = 'running')::int AS running,
        count(*) FILTER (WHERE state = 'open')::int AS open,
        extract(epoch FROM min(due_at) FILTER (WHERE state = 'waiting') - clock_timestamp())::float8 * 1000 AS wait_ms
      FROM batch_items WHERE ${here}`.execute(tx);
    const { ready = 0, running = 0, open = 0, wait_ms = null } = rows[0] ?? {};
    // Who has joined may be about to take some, though the batch was paused since it looked.
    if (running > 0 || (batch.state !== 'running' && (await workersBeside(tx, lease)) > 0)) return OTHERS;
    if (open > 0) return LOOK_AT_OPEN_MS;
    if (batch.state === 'paused') return null;
    if (batch.state === 'running' && ready > 0) return deps.stopping() ? 0 : 200;
    if (batch.state === 'running' && wait_ms !== null) return Math.max(50, wait_ms);
    await sql`UPDATE batches SET state = CASE WHEN state = 'running' THEN 'done' ELSE state END, ended_at = clock_timestamp()
      WHERE tenant_id = ${lease.tenantId} AND id = ${lease.id} AND state IN ('running', 'cancelled') AND ended_at IS NULL`.execute(
      tx,
    );
    // Of one that died with nothing in hand; who has just joined finds that there is nothing to do.
    await sql`DELETE FROM batch_workers WHERE ${here}`.execute(tx);
    return null;
  });
  if (next !== OTHERS) deps.moved(await lease.look());
  return next;
}
