/**
 * Deliveries of other systems (webhooks): stored and acknowledged before anybody tries to understand them, then worked off
 * by lease. Truth is in `inbound_events`; several processes may run it on one database, and a process that dies between
 * storing and working off loses nothing. Whoever receives a delivery has verified it first: what nobody signed is not stored.
 */
import { inSpan, ITS_OWN } from '@scanship/connector-kit/spans';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import { oldestKept, type Retention } from '../retention/retention-table.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { NewDelivery, StoredDelivery, Verdict } from './delivery.ts';
import { type DueDelivery, dueDeliveries, endDelivery, leaseDelivery, storeDelivery } from './inbox-store.ts';

export type { NewDelivery, StoredDelivery, Verdict } from './delivery.ts';

export interface InboxWorker {
  /**
   * Does what the delivery asks for. May run twice for one delivery (a crash after the work, a lapsed lease), also at the
   * same time and in another order than they came, so its work must bear repeating. A throw is tried again, later each time.
   */
  work(delivery: StoredDelivery): Promise<Verdict>;
}

export interface InboxOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics?: Metrics | undefined;
  /** Time without an end after which another worker takes over. Milliseconds. */
  readonly leaseMs?: number | undefined;
  readonly sweepMs?: number | undefined;
  /** Days that worked-off deliveries are kept, where they differ from the table. */
  readonly retention?: Retention | undefined;
  /** Deliveries at once in this process, and of these at most so many of one slug. */
  readonly concurrency?: number | undefined;
  readonly perSlug?: number | undefined;
  /** Tries before a delivery is `failed`. */
  readonly tries?: number | undefined;
  /** First pause after a failed try; doubles up to an hour. Milliseconds. */
  readonly firstPauseMs?: number | undefined;
}

export interface Inbox {
  /** Who works off the deliveries of a family. Call while composing. */
  register(family: string, worker: InboxWorker): void;
  /** Stores a verified delivery, once; answers when it is on disk, so the sender may be told 200. */
  receive(delivery: NewDelivery): Promise<'stored' | 'repeated'>;
  /** Looks once for what is due and works it off; answers how many it began. */
  sweep(): Promise<number>;
  start(): void;
  /** Begins nothing more and waits for what is running. */
  stop(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** Deliveries that one transaction takes away. */
const PRUNED_AT_ONCE = 2_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

export function createInbox(options: InboxOptions): Inbox {
  const { db, log } = options;
  const leaseMs = options.leaseMs ?? 60_000;
  const sweepMs = options.sweepMs ?? 1_000;
  const concurrency = options.concurrency ?? 8;
  const perSlug = options.perSlug ?? 4;
  const tries = options.tries ?? 12;
  const firstPauseMs = options.firstPauseMs ?? 5_000;
  const workers = new Map<string, InboxWorker>();
  const running = new Map<string, { readonly slug: string; readonly task: Promise<void> }>();
  const halt = { asked: false };
  let timer: NodeJS.Timeout | undefined;
  let started = false;
  let lastPruned = 0;
  let sweeping: Promise<number> | undefined;

  const received = options.metrics?.counter('scanship_inbox_received_total', 'Deliveries received', [
    'slug',
    'outcome',
  ]);
  const worked = options.metrics?.counter('scanship_inbox_worked_total', 'Deliveries worked off', ['slug', 'outcome']);

  const pauseOf = (attempt: number): number => Math.min(HOUR_MS, firstPauseMs * 2 ** Math.min(20, attempt - 1));

  async function judge(delivery: StoredDelivery): Promise<Verdict> {
    const worker = workers.get(delivery.slug.split(':', 1)[0] ?? '');
    if (!worker) return { kind: 'later', inMs: HOUR_MS, why: 'Nobody here works off deliveries of this kind.' };
    try {
      return await worker.work(delivery);
    } catch (error) {
      log.warn({ err: error, id: delivery.id, slug: delivery.slug }, 'a delivery could not be worked off');
      return {
        kind: 'later',
        inMs: pauseOf(delivery.attempt),
        why: error instanceof Error ? error.message : String(error),
      };
    }
  }

  async function work(due: DueDelivery): Promise<void> {
    try {
      const delivery = await leaseDelivery(db, due, leaseMs);
      if (!delivery) return;
      const verdict = await judge(delivery);
      const end: Verdict =
        verdict.kind === 'later' && delivery.attempt >= tries ? { kind: 'failed', why: verdict.why } : verdict;
      const written = await endDelivery(db, { ...due, attempt: delivery.attempt }, end);
      worked?.inc({ slug: delivery.slug, outcome: written ? end.kind : 'lost' });
      if (end.kind === 'failed')
        log.error({ id: delivery.id, slug: delivery.slug, why: end.why }, 'a delivery was given up; it is kept');
    } catch (error) {
      // It stays leased and is taken up again when the lease lapses.
      log.error({ err: error, id: due.id }, 'a delivery broke off');
    }
  }

  async function lookForWork(): Promise<number> {
    let begun = 0;
    for (const due of await dueDeliveries(db, perSlug, concurrency)) {
      if (halt.asked || running.size >= concurrency) break;
      const busy = [...running.values()].filter(({ slug }) => slug === due.slug).length;
      if (busy >= perSlug || running.has(due.id)) continue;
      const task = inSpan(
        () => ({ name: 'job delivery', kind: 'job', below: ITS_OWN, values: { 'scanship.delivery_id': due.id } }),
        () => work(due),
      ).finally(() => running.delete(due.id));
      running.set(due.id, { slug: due.slug, task });
      begun += 1;
    }
    return begun;
  }

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled([...running.values()].map(({ task }) => task));
  };

  function look(): Promise<number> {
    sweeping ??= lookForWork().finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  }

  async function prune(): Promise<void> {
    if (Date.now() - lastPruned < HOUR_MS) return;
    lastPruned = Date.now();
    // Deliveries hold personal data; those that came to an end, good or not, are kept for questions, no longer.
    const before = oldestKept(options.retention ?? {}, 'deliveries', new Date());
    if (!before) return;
    for (let gone = PRUNED_AT_ONCE; gone >= PRUNED_AT_ONCE && !halt.asked; )
      gone = await db.system(async (tx) => {
        const { numAffectedRows } = await sql`DELETE FROM inbound_events WHERE (month, id) IN (
          SELECT month, id FROM inbound_events WHERE state IN ('done', 'ignored', 'failed') AND due_at IS NULL
            AND received_at < ${before.toISOString()}::timestamptz LIMIT ${sql.lit(PRUNED_AT_ONCE)})`.execute(tx);
        return Number(numAffectedRows ?? 0n);
      });
  }

  async function turn(): Promise<void> {
    try {
      // A slow delivery holds its own place only: when any ends, the next is taken.
      while (!halt.asked && (await look()) > 0)
        await Promise.race([...[...running.values()].map(({ task }) => task), pause(sweepMs)]);
      await prune();
    } catch (error) {
      log.error({ err: error }, 'the inbox could not look for deliveries');
    }
    if (!halt.asked) timer = setTimeout(() => void turn(), sweepMs).unref();
  }

  return {
    register(family, worker) {
      workers.set(family, worker);
    },
    async receive(delivery) {
      const stored = await storeDelivery(db, delivery);
      received?.inc({ slug: delivery.slug, outcome: stored });
      // Other processes find it with their next sweep.
      if (started && !halt.asked)
        void look().catch((error: unknown) => log.warn({ err: error }, 'the inbox could not look for deliveries'));
      return stored;
    },
    async sweep() {
      const begun = await look();
      await idle();
      return begun;
    },
    start() {
      started = true;
      timer ??= setTimeout(() => void turn(), 0).unref();
    },
    async stop() {
      halt.asked = true;
      clearTimeout(timer);
      await idle();
    },
  };
}
