/**
 * Works off batches that are due: plans, buys and merges. Truth is in the rows; several processes may work on one database. One of
 * them holds a batch's lease, and others with nothing due join it while much is left to buy. A batch whose process died is taken up
 * when its lease lapses. A process that only answers people (`ROLE=web`) buys nothing of a batch: it tells the workers.
 */
import { EventEmitter } from 'node:events';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { sql } from 'kysely';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../platform/database/database.ts';
import { announce } from '../../platform/live/notices.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { GrantOpener } from '../carriers/index.ts';
import type { OrderRater } from '../quotes/index.ts';
import type { CreateDeps } from '../shipments/index.ts';
import type { BatchRow } from './batch-rows.ts';
import { makeParts } from './papers/make-parts.ts';
import { planPapers } from './papers/plan-papers.ts';
import { planBatch } from './plan/plan-batch.ts';
import { Hung, LeaseLost } from '../../platform/jobs/leased-rows.ts';
import { liveOf, readBatches } from './queries/batch-view.ts';
import type { ProcessRole } from '../../config/config.ts';
import { createBatchSignal } from './run/batch-signal.ts';
import { type BatchLease, type BatchRef, batchesInHand, dueBatches, joinBatch, leaseBatch } from './run/lease.ts';
import { MOST_IN_HAND } from './run/lanes.ts';
import { type BatchPoint, buyBeside, runBatch } from './run/run-batch.ts';
import type { BuyerPages } from '../documents/index.ts';

export interface BatchTimes {
  readonly leaseMs?: number | undefined;
  /** Without a sign of progress for so long, others take the work up. */
  readonly hungMs?: number | undefined;
  readonly sweepMs?: number | undefined;
  /** Batches worked on at once in this process. */
  readonly atOnce?: number | undefined;
  readonly rateAtOnce?: number | undefined;
  readonly buyAtOnce?: number | undefined;
  /** How long a label is waited for before the next takes its place. */
  readonly waitMs?: number | undefined;
  readonly retryAfterMs?: readonly number[] | undefined;
  /** Fault tests die or hang here; never a setting. */
  readonly onPoint?: ((point: BatchPoint) => void | Promise<void>) | undefined;
}

export interface WorkerDeps extends CreateDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly blobs: Blobs;
  readonly renderer: TypstRenderer;
  readonly buyerPages: BuyerPages;
  readonly grants: GrantOpener;
  readonly rater: OrderRater;
  readonly liveFirst: boolean;
  readonly role: ProcessRole;
  readonly times?: BatchTimes | undefined;
}

export interface BatchWorker {
  /** Works on a batch now as far as it goes now: in this process, or in one that works where this one only answers. */
  wake(ref: BatchRef): void;
  /** Resolves when the batch moved here, or after `ms`. */
  nextChange(ref: BatchRef, ms: number): Promise<void>;
  /** Begins to look for what is due. Without it only `wake` works. */
  start(): void;
  /** Begins nothing more and waits for what is in hand. */
  stop(): Promise<void>;
  /** Resolves when nothing is worked on here. */
  idle(): Promise<void>;
}

/** Orders of a plan whose carriers are asked at once. Each account's quota holds them up where it is smaller. */
const RATE_AT_ONCE = 32;

/** Batches of other processes that one process buys for at once. */
const MOST_HELPED = 2;

/** Signs of progress of one batch are at least so far apart. */
const SIGN_MS = 700;
/** Longer waits are left to the sweeper. */
const OWN_TIMER_MS = 60_000;

const keyOf = (ref: BatchRef): string => `${ref.tenantId}/${ref.id}`;

export function createBatchWorker(deps: WorkerDeps): BatchWorker {
  const { db, log } = deps;
  const times = deps.times ?? {};
  const sweepMs = times.sweepMs ?? 1_000;
  const atOnce = times.atOnce ?? 4;
  const leaseMs = times.leaseMs ?? 30_000;
  const halt = { asked: false };
  const running = new Map<string, Promise<void>>();
  /** Those of them that another process leads. */
  const helping = new Set<string>();
  const again = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const changes = new EventEmitter();
  changes.setMaxListeners(0);
  const signs = createSigns(deps, (ref) => changes.emit(keyOf(ref)));
  const signal = createBatchSignal(db, log, { heard: wake, begun: () => void look() });
  let sweeper: NodeJS.Timeout | undefined;

  const parts = {
    ...deps,
    rateAtOnce: times.rateAtOnce ?? RATE_AT_ONCE,
    buyAtOnce: times.buyAtOnce ?? MOST_IN_HAND,
    waitMs: times.waitMs ?? 20_000,
    retryAfterMs: times.retryAfterMs,
    leaseMs,
    onPoint: times.onPoint ?? (() => undefined),
    stopping: () => halt.asked,
    moved: (batch: BatchRow) => signs.moved(batch),
  };

  /** One turn: everything that can be done now. @returns when to look again; null when there is nothing to do */
  async function turn(lease: BatchLease): Promise<number | null> {
    let batch = await lease.look();
    if (batch.state === 'planning') {
      const next = await planBatch(parts, lease);
      batch = await lease.look();
      if (batch.state === 'planning') return next ?? 0;
    }
    const next = batch.state === 'planned' ? null : await runBatch(parts, lease);
    batch = await lease.look();
    // Somebody had the plan made anew between two looks: nobody else would come back for it.
    if (batch.state === 'planning') return 0;
    if (next !== null || (batch.state !== 'done' && batch.state !== 'cancelled' && batch.state !== 'paused'))
      return next;
    if (batch.state !== 'paused') await planOnce(lease, batch);
    return (await makeParts(parts, lease)) ? 0 : null;
  }

  async function work(ref: BatchRef): Promise<void> {
    const lease = await leaseBatch(db, ref, leaseMs, times.hungMs);
    if (lease === 'later') return lookAgain(ref, sweepMs);
    if (!lease) return;
    let next: number | null = 5_000;
    let broke = false;
    try {
      next = await lease.during(turn(lease));
    } catch (error) {
      if (error instanceof Hung) {
        log.error({ err: error, batch: ref.id }, 'a batch makes no progress here; it is taken up again');
        // By whoever comes first when the lease has lapsed.
        return lookAgain(ref, leaseMs);
      }
      if (error instanceof LeaseLost) return log.warn({ batch: ref.id }, 'somebody else works on this batch now');
      broke = true;
      log.error({ err: error, batch: ref.id }, 'a batch broke off; it is taken up again');
    } finally {
      lease.stopBeating();
    }
    await lease.release(next, broke);
    await signs.flush(ref);
    if (next !== null && !halt.asked) lookAgain(ref, next);
  }

  /** Takes a share of what another process is buying. */
  async function help(ref: BatchRef): Promise<void> {
    helping.add(keyOf(ref));
    try {
      const hold = await joinBatch(db, ref, leaseMs, times.hungMs);
      if (!hold) return;
      try {
        await hold.during(buyBeside(parts, hold));
      } catch (error) {
        if (error instanceof Hung)
          return log.error(
            { err: error, batch: ref.id },
            'the share of a batch makes no progress here; others take it up',
          );
        if (error instanceof LeaseLost)
          return log.warn({ batch: ref.id }, 'others have taken over what was bought here');
        log.error({ err: error, batch: ref.id }, 'the share of a batch broke off; the others take it up');
      } finally {
        await hold.leave();
        await signs.flush(ref);
      }
    } finally {
      helping.delete(keyOf(ref));
    }
  }

  function lookAgain(ref: BatchRef, inMs: number): void {
    if (inMs > OWN_TIMER_MS) return;
    const key = keyOf(ref);
    clearTimeout(timers.get(key));
    const timer = setTimeout(() => {
      timers.delete(key);
      wake(ref);
    }, inMs + 10);
    timer.unref();
    timers.set(key, timer);
  }

  function wake(ref: BatchRef): void {
    const key = keyOf(ref);
    if (halt.asked) return;
    if (deps.role === 'web') return signal.say(ref);
    // Whoever works on it may have looked before the change: it is looked at once more afterwards.
    if (running.has(key)) return void again.add(key);
    begin(ref, work);
  }

  function begin(ref: BatchRef, does: (ref: BatchRef) => Promise<void>): void {
    if (halt.asked) return;
    const key = keyOf(ref);
    const task = does(ref)
      .catch((error: unknown) => log.error({ err: error, batch: ref.id }, 'a batch could not be worked on'))
      .finally(() => {
        running.delete(key);
        changes.emit(key);
        if (again.delete(key)) wake(ref);
      });
    running.set(key, task);
  }

  async function look(): Promise<void> {
    try {
      const fresh = (found: readonly BatchRef[]) => found.filter((each) => !running.has(keyOf(each)));
      // What is due is never kept waiting by what is only helped with.
      const places = atOnce - (running.size - helping.size);
      if (places > 0) for (const ref of fresh(await dueBatches(db, atOnce * 4)).slice(0, places)) wake(ref);
      if (running.size < atOnce && helping.size < MOST_HELPED)
        for (const ref of fresh(await batchesInHand(db, atOnce)).slice(0, MOST_HELPED - helping.size)) begin(ref, help);
    } catch (error) {
      log.error({ err: error }, 'due batches could not be looked for');
    }
  }

  async function sweep(): Promise<void> {
    if (deps.role === 'worker') signal.listen();
    await look();
    if (!halt.asked) sweeper = setTimeout(() => void sweep(), sweepMs).unref();
  }

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running.values());
  };

  return {
    wake,
    nextChange: (ref, ms) =>
      new Promise((resolve) => {
        const key = keyOf(ref);
        const end = (): void => {
          clearTimeout(timer);
          changes.off(key, end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        changes.once(key, end);
      }),
    start() {
      sweeper ??= setTimeout(() => void sweep(), 0).unref();
    },
    async stop() {
      halt.asked = true;
      clearTimeout(sweeper);
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all([signal.stop(), idle()]);
      signs.stop();
    },
    idle,
  };
}

/** The papers of a batch that ended are planned once, and again when a retry has bought more. */
const planOnce = (lease: BatchLease, batch: BatchRow): Promise<void> =>
  lease.write(async (tx) => {
    const { rows } = await sql<{ fresh: boolean }>`SELECT papers_for <> (SELECT count(*) FROM batch_items AS i
        WHERE i.tenant_id = b.tenant_id AND i.batch_id = b.id AND i.state = 'done') AS fresh
      FROM batches AS b WHERE tenant_id = ${lease.tenantId} AND id = ${lease.id}`.execute(tx);
    if (rows[0]?.fresh) await planPapers(tx, batch, batch.options);
  });

function createSigns(deps: WorkerDeps, emit: (ref: BatchRef) => void) {
  const last = new Map<string, number>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const say = async (ref: BatchRef): Promise<void> => {
    last.set(keyOf(ref), Date.now());
    emit(ref);
    try {
      await deps.db.tenant(ref, async (tx) => {
        const [batch] = await readBatches(tx, ref.tenantId, { id: ref.id });
        if (batch) await announce(ref, tx, { topic: 'batches', batch: liveOf(batch) });
      });
    } catch (error) {
      deps.log.warn({ err: error, batch: ref.id }, 'the progress of a batch could not be told');
    }
  };
  return {
    moved(batch: BatchRow): void {
      const ref = { tenantId: batch.tenantId, id: batch.id };
      const key = keyOf(ref);
      if (waiting.has(key)) return;
      const wait = Math.max(0, (last.get(key) ?? 0) + SIGN_MS - Date.now());
      const timer = setTimeout(() => {
        waiting.delete(key);
        void say(ref);
      }, wait);
      timer.unref();
      waiting.set(key, timer);
    },
    async flush(ref: BatchRef): Promise<void> {
      const key = keyOf(ref);
      clearTimeout(waiting.get(key));
      waiting.delete(key);
      await say(ref);
      last.delete(key);
    },
    stop(): void {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}
