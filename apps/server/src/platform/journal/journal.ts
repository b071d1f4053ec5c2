/**
 * The effect engine (docs/architecture.md, "Effects are recorded before they happen"): works off purchases, voids and
 * effects by their stored steps. Truth is in the rows; timers, the scheduler and the sweeper only say when to look, and
 * any of them may be missing. Several processes may run it on one database.
 */
import { EventEmitter } from 'node:events';
import { inSpan } from '@scanship/connector-kit/spans';
import type { JsonObject } from '@scanship/domain/values/json';
import type { Decision } from '@scanship/domain/shipping/purchase';
import type { Sealer } from '../crypto/sealer.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Outcome } from '../problem.ts';
import {
  type AnyHandler,
  anyHandler,
  type Decider,
  type JournalHandler,
  type JournalRef,
  type JournalTable,
} from './handler.ts';
import { dueRows, makeDue } from './journal-store.ts';
import { decideOn, workOn } from './operation.ts';
import type { FaultPoint, OperationDeps } from './session.ts';

/** Wakes some process when an operation is due. Payload: ids only. */
export interface WakeUps {
  schedule(ref: JournalRef, inMs: number): Promise<void>;
}

export interface JournalOptions {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly metrics?: Metrics | undefined;
  readonly scheduler?: WakeUps | undefined;
  /** Time without a sign of life after which another worker takes over. Milliseconds. */
  readonly leaseMs?: number;
  /** How often the sweeper looks for due rows. Milliseconds. */
  readonly sweepMs?: number;
  /** Operations at once in this process. */
  readonly concurrency?: number;
  /** Of these, operations of one tenant with one carrier (or of one kind). */
  readonly perLane?: number;
  /** Of these, operations of one tenant, so that whoever sends work to many carriers at once leaves room for others. */
  readonly perTenant?: number;
  /** Of connectors' deadlines and settle times; anything but 1 is for fault tests, and handed in, never a setting. */
  readonly timeScale?: number;
  readonly onPoint?: ((point: FaultPoint, ref: JournalRef) => void) | undefined;
}

export interface Journal {
  /** `kind` is only for effects: fulfilment_push, email, webhook ... */
  register<I, R, P>(table: JournalTable, kind: string | undefined, handler: JournalHandler<I, R, P>): void;
  /** Works on it now, in this process, as far as it goes now. Never throws for what goes wrong outside. */
  advance(ref: JournalRef): Promise<void>;
  /** The same without waiting for it: for what was just stored. */
  wake(ref: JournalRef): void;
  /** Something says that it is due: begun where there is room for it, else left to the sweeper, which gives everybody a turn. */
  ring(ref: JournalRef): void;
  /** Somebody has seen at the other side what is open here: asks now. */
  askNow(ref: JournalRef): Promise<void>;
  /** What a person decided about an open outcome; `result` is what they know of it. @see decideOn */
  decide(ref: JournalRef, decision: Decision, by: Decider, result: JsonObject): Promise<Outcome<void>>;
  /** Resolves when one of them was worked on here, or after `ms`. */
  nextChange(refs: readonly JournalRef[], ms: number): Promise<void>;
  /** Looks once for everything that is due; answers how much it began. */
  sweep(): Promise<number>;
  /** Begins to sweep. Without it only `advance` and `wake` work (web processes of a larger installation). */
  start(): void;
  /** Begins nothing more, waits at most `graceMs` for what is running; the rest is taken up when its lease lapses. */
  stop(graceMs?: number): Promise<void>;
  /** Resolves when nothing is running here. */
  idle(): Promise<void>;
}

const keyOf = (ref: JournalRef): string => `${ref.table}/${ref.tenantId}/${ref.id}`;
/** Longer waits are left to sweeper and scheduler. */
const OWN_TIMER_MS = 10 * 60_000;

export function createJournal(options: JournalOptions): Journal {
  const { db, log } = options;
  const concurrency = options.concurrency ?? 40;
  const perLane = options.perLane ?? 8;
  const perTenant = options.perTenant ?? Math.max(1, Math.floor(concurrency * 0.75));
  const sweepMs = options.sweepMs ?? 1_000;
  const handlers = new Map<string, AnyHandler>();
  const running = new Map<string, Promise<void>>();
  const laneOf = new Map<string, string>();
  const ofTenant = new Map<string, number>();
  const timers = new Map<string, NodeJS.Timeout>();
  const changes = new EventEmitter();
  changes.setMaxListeners(0);
  let sweeper: NodeJS.Timeout | undefined;
  let sweeping: Promise<number> | undefined;
  const halt = { asked: false };

  const worked = options.metrics?.counter('scanship_journal_pickups_total', 'Operations picked up', [
    'table',
    'outcome',
  ]);
  options.metrics?.gauge('scanship_journal_running', 'Operations worked on in this process', [], (g) =>
    g.set(running.size),
  );

  const deps: OperationDeps = {
    db,
    sealer: options.sealer,
    log,
    leaseMs: options.leaseMs ?? 20_000,
    timeScale: options.timeScale ?? 1,
    handler: ({ table, kind }) => handlers.get(`${table}/${table === 'effects' ? kind : ''}`),
    onPoint: options.onPoint ?? (() => undefined),
  };

  function lookAgain(ref: JournalRef, inMs: number): void {
    const key = keyOf(ref);
    clearTimeout(timers.get(key));
    if (halt.asked) return;
    if (inMs <= OWN_TIMER_MS) {
      // A little later than due: the database's clock decides, and it must not be early.
      const timer = setTimeout(() => {
        timers.delete(key);
        wake(ref);
      }, inMs + 20);
      timer.unref();
      timers.set(key, timer);
    }
    options.scheduler
      ?.schedule(ref, inMs)
      .catch((error: unknown) => log.warn({ err: error }, 'the scheduler does not answer'));
  }

  async function work(ref: JournalRef): Promise<void> {
    try {
      const again = await workOn(deps, ref);
      if (again !== undefined) lookAgain(ref, again);
      worked?.inc({ table: ref.table, outcome: again === undefined ? 'settled' : 'waiting' });
    } catch (error) {
      // The row stays leased and is taken up again when the lease lapses.
      log.error({ err: error, table: ref.table, id: ref.id }, 'an operation of the journal broke off');
      worked?.inc({ table: ref.table, outcome: 'broke' });
    }
  }

  const runningOf = ({ tenantId }: JournalRef): number => ofTenant.get(tenantId) ?? 0;
  const hasRoom = (ref: JournalRef): boolean => running.size < concurrency && runningOf(ref) < perTenant;

  function advance(ref: JournalRef): Promise<void> {
    const key = keyOf(ref);
    const current = running.get(key);
    if (current) return current;
    if (halt.asked) return Promise.resolve();
    ofTenant.set(ref.tenantId, runningOf(ref) + 1);
    const task = inSpan(
      () => ({
        name: `job ${ref.table}`,
        kind: 'job',
        values: { 'scanship.tenant_id': ref.tenantId, 'scanship.operation_id': ref.id },
      }),
      () => work(ref),
    ).finally(() => {
      running.delete(key);
      laneOf.delete(key);
      if (runningOf(ref) > 1) ofTenant.set(ref.tenantId, runningOf(ref) - 1);
      else ofTenant.delete(ref.tenantId);
      changes.emit(key);
    });
    running.set(key, task);
    return task;
  }

  function wake(ref: JournalRef): void {
    void advance(ref);
  }

  async function lookForWork(): Promise<number> {
    let begun = 0;
    const due = await dueRows(db, perLane, concurrency * 4);
    const busy = new Map<string, number>();
    for (const lane of laneOf.values()) busy.set(lane, (busy.get(lane) ?? 0) + 1);
    for (const row of due) {
      if (halt.asked || running.size >= concurrency) break;
      const inLane = busy.get(row.lane) ?? 0;
      const key = keyOf(row);
      if (inLane >= perLane || running.has(key) || !hasRoom(row)) continue;
      busy.set(row.lane, inLane + 1);
      laneOf.set(key, row.lane);
      begun += 1;
      void advance(row).then(() => undefined);
    }
    return begun;
  }

  function sweep(): Promise<number> {
    sweeping ??= lookForWork().finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  }

  async function turn(): Promise<void> {
    try {
      // While there is more than fits, go on at once when a place is free.
      while (!halt.asked && (await sweep()) > 0 && running.size >= concurrency) await Promise.race(running.values());
    } catch (error) {
      log.error({ err: error }, 'the sweeper could not look for due work');
    }
    if (!halt.asked) sweeper = setTimeout(() => void turn(), sweepMs).unref();
  }

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running.values());
  };

  return {
    register(table, kind, handler) {
      handlers.set(`${table}/${kind ?? ''}`, anyHandler(handler));
    },
    advance,
    wake,
    ring(ref) {
      if (hasRoom(ref)) wake(ref);
    },
    async askNow(ref) {
      await makeDue(db, ref);
      if (hasRoom(ref)) wake(ref);
    },
    async decide(ref, decision, by, result) {
      const decided = await decideOn(deps, ref, decision, by, result);
      if (!decided.ok) return decided;
      if (decided.value !== undefined) lookAgain(ref, decided.value);
      changes.emit(keyOf(ref));
      return { ok: true, value: undefined };
    },
    nextChange(refs, ms) {
      return new Promise((resolve) => {
        const keys = refs.map(keyOf);
        const done = (): void => {
          clearTimeout(timer);
          for (const key of keys) changes.off(key, done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        for (const key of keys) changes.once(key, done);
      });
    },
    sweep,
    start() {
      sweeper ??= setTimeout(() => void turn(), 0).unref();
    },
    async stop(graceMs = 25_000) {
      halt.asked = true;
      clearTimeout(sweeper);
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([idle(), late]);
      clearTimeout(timer);
      if (running.size > 0) log.warn({ running: running.size }, 'operations are left to be taken up again');
    },
    idle,
  };
}
