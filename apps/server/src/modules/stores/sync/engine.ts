/**
 * The sync engine: works off due streams. Truth is in `sync_streams`; the sweeper only says when to look, and several
 * processes may run it on one database. A few streams of one store and of one tenant run at once, so that a platform that
 * hangs costs its own store and nobody else.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import { inSpan, ITS_OWN } from '@scanship/connector-kit/spans';
import { backOff } from '@scanship/domain/shipping/purchase';
import { sql } from 'kysely';
import { json } from '../../../platform/database/json-column.ts';
import type { Services } from '../../../platform/services.ts';
import type { CountReading } from '../../readings/index.ts';
import type { OpenedStore, StoreOpener } from '../open-store.ts';
import { isOpen, missingAddress, readStore } from '../store-rows.ts';
import { tellInboxOfStore } from '../causes.ts';
import { markNeedsConsent } from '../lock-out.ts';
import { FAILURES_TO_STALE, staleAfterMs, storedError } from '../store-state.ts';
import type { PullDeps, PullEnd } from './pull.ts';
import {
  addToRun,
  dueStreams,
  type LeasedStream,
  leaseStream,
  type StreamRef,
  StreamLost,
  writeStream,
} from './stream-rows.ts';
import { isLockedOut, workStream } from './streams.ts';

export interface SyncOptions {
  /** Time without a stored page after which another worker takes over. Milliseconds. */
  readonly leaseMs?: number | undefined;
  readonly sweepMs?: number | undefined;
  /** Streams at once in this process; of these, of one tenant and of one store. */
  readonly concurrency?: number | undefined;
  readonly perTenant?: number | undefined;
  readonly perStore?: number | undefined;
  /** First pause after a failure; doubles up to a quarter of an hour. Milliseconds. */
  readonly firstPauseMs?: number | undefined;
  readonly onPage?: ((pages: number) => void) | undefined;
  /** Before the first look after a start: the server answers people first. Milliseconds. */
  readonly startAfterMs?: number | undefined;
}

export interface SyncEngine {
  /** Looks once for what is due and begins it; answers how much. */
  sweep(): Promise<number>;
  /** Looks at once, without waiting: for what was just made due. */
  wake(): void;
  /** Works on one stream now if it is due and free; for tests and the demo. */
  run(ref: StreamRef): Promise<void>;
  idle(): Promise<void>;
  start(): void;
  /** Begins nothing more; running pulls end after their page. */
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 15 * 60_000;
const keyOf = (ref: StreamRef): string => `${ref.tenantId}/${ref.storeId}/${ref.stream}`;

export function createSyncEngine(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'metrics' | 'sealer'> & { readonly count: CountReading },
  opener: StoreOpener,
  options: SyncOptions = {},
): SyncEngine {
  const { db, clock, log } = services;
  const leaseMs = options.leaseMs ?? 90_000;
  const sweepMs = options.sweepMs ?? 1_000;
  const concurrency = options.concurrency ?? 8;
  const perTenant = options.perTenant ?? 4;
  const perStore = options.perStore ?? 2;
  const running = new Map<string, { readonly ref: StreamRef; readonly task: Promise<void> }>();
  const halt = { asked: false };
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<number> | undefined;
  const deps: PullDeps = {
    db,
    clock,
    sealer: services.sealer,
    leaseMs,
    stopping: () => halt.asked,
    onPage: options.onPage,
    count: services.count,
  };
  const worked = services.metrics.counter('scanship_store_sync_total', 'Turns of store streams', ['stream', 'outcome']);

  async function work(ref: StreamRef): Promise<void> {
    const held = await leaseStream(db, ref, leaseMs);
    if (!held) return;
    try {
      const outcome = await turn(held);
      worked.inc({ stream: ref.stream, outcome });
    } catch (error) {
      if (error instanceof StreamLost) {
        worked.inc({ stream: ref.stream, outcome: 'lost' });
        return;
      }
      // A fault of ours: said in the log, and to the person, and tried again.
      log.error({ err: error, ...ref }, 'a stream of a store broke off');
      worked.inc({ stream: ref.stream, outcome: 'broke' });
      await fail(held, undefined, {
        kind: 'vendor-broken',
        message: 'What the store sent could not be stored. The operator has been told; it is tried again.',
        vendorCode: 'fault',
      });
    }
  }

  async function turn(held: LeasedStream): Promise<PullEnd['kind'] | 'off'> {
    const { tenantId, storeId } = held;
    const row = await db.tenant(held, (tx) => readStore(tx, tenantId, storeId));
    const idle = !row || !isOpen(row);
    const waits = row && missingAddress(row.address).length > 0 && !['locations', 'webhooks'].includes(held.stream);
    const unwanted = held.stream === 'products' && row?.settings.imports?.products === false;
    if (idle || waits || unwanted) {
      await db.tenant(held, (tx) => writeStream(tx, held, { dueInMs: null, leaseMs }));
      return 'off';
    }
    const opened = await opener.open(tenantId, storeId, { kind: 'store', id: storeId });
    if (!opened.ok) {
      await fail(held, undefined, {
        kind: 'not-authorised',
        message: opened.problem.message ?? 'The store cannot be opened.',
      });
      return 'problem';
    }
    const end = await workStream(deps, held, opened.value);
    if (end.kind === 'problem') await fail(held, opened.value, end.problem);
    else if (held.stream === 'orders') await noteSuccess(opened.value);
    return end.kind;
  }

  /** The age of what is shown is that of the orders; a store that was stale is well again. */
  async function noteSuccess({ row }: OpenedStore): Promise<void> {
    await db.tenant({ tenantId: row.tenantId }, async (tx) => {
      await sql`UPDATE stores SET last_ok_at = now(), last_error = NULL, state = CASE state WHEN 'stale' THEN 'connected' ELSE state END
        WHERE id = ${row.id} AND state IN ('connected', 'stale')`.execute(tx);
      if (row.state === 'stale' || row.lastError !== null)
        await tellInboxOfStore(tx, row.tenantId, row.id, clock.now());
    });
  }

  async function fail(held: LeasedStream, opened: OpenedStore | undefined, problem: ConnectorProblem): Promise<void> {
    const { tenantId, storeId } = held;
    if (problem.kind === 'not-authorised' && opened && (await isLockedOut(opened))) {
      await markNeedsConsent(services, held, problem.message);
      return endTurn(held, null, held.failures + 1, problem);
    }
    // A platform that asks us to slow down is well, and so is the store.
    if (problem.kind === 'quota')
      return endTurn(held, Math.max(1_000, problem.retryAfterMs ?? 60_000), held.failures, problem);
    const failures = held.failures + 1;
    const pause = Math.max(
      problem.retryAfterMs ?? 0,
      backOff(failures, options.firstPauseMs ?? 10_000, LONGEST_PAUSE_MS),
    );
    await endTurn(held, pause, failures, problem);
    if (held.stream !== 'orders') return;
    const error = storedError(problem.kind, problem.message, clock.now());
    const since = held.lastOkAt?.getTime();
    const limit = opened ? staleAfterMs(opened.manifest) : 30 * 60_000;
    const stale = failures >= FAILURES_TO_STALE || (since !== undefined && clock.now().getTime() - since > limit);
    await db.tenant({ tenantId }, async (tx) => {
      await sql`UPDATE stores SET last_error = ${json(error)}, state = ${stale ? sql`'stale'` : sql`state`}
        WHERE id = ${storeId} AND state IN ('connected', 'stale')`.execute(tx);
      if (!stale) return;
      await sql`UPDATE sync_streams SET stale_since = coalesce(stale_since, now())
          WHERE store_id = ${storeId} AND stream = ${held.stream}`.execute(tx);
      await tellInboxOfStore(tx, tenantId, storeId, clock.now());
    });
  }

  async function endTurn(
    held: LeasedStream,
    dueInMs: number | null,
    failures: number,
    problem: ConnectorProblem,
  ): Promise<void> {
    const error = storedError(problem.kind, problem.message, clock.now());
    try {
      await db.tenant(held, async (tx) => {
        await writeStream(tx, held, { failures, error, dueInMs, leaseMs });
        const run = await sql<{ run: string | null }>`SELECT cursor ->> 'runId' AS run FROM sync_streams
          WHERE store_id = ${held.storeId} AND stream = ${held.stream}`.execute(tx);
        const runId = run.rows[0]?.run;
        if (runId) await addToRun(tx, held.tenantId, runId, { error });
      });
    } catch (thrown) {
      if (!(thrown instanceof StreamLost)) throw thrown;
    }
  }

  function begin(ref: StreamRef): Promise<void> {
    const key = keyOf(ref);
    const known = running.get(key);
    if (known) return known.task;
    const task = inSpan(
      () => ({
        name: `job store ${ref.stream}`,
        kind: 'job',
        below: ITS_OWN,
        values: { 'scanship.tenant_id': ref.tenantId, 'scanship.store_id': ref.storeId },
      }),
      () => work(ref),
    )
      .catch((error: unknown) => log.error({ err: error, ...ref }, 'a stream of a store could not be worked on'))
      .finally(() => running.delete(key));
    running.set(key, { ref, task });
    return task;
  }

  async function look(): Promise<number> {
    let begun = 0;
    for (const ref of await dueStreams(db, concurrency * 4)) {
      if (halt.asked || running.size >= concurrency) break;
      const busy = [...running.values()].map((each) => each.ref);
      if (busy.filter(({ tenantId }) => tenantId === ref.tenantId).length >= perTenant) continue;
      if (busy.filter(({ storeId }) => storeId === ref.storeId).length >= perStore || running.has(keyOf(ref))) continue;
      begun += 1;
      void begin(ref);
    }
    return begun;
  }

  function sweep(): Promise<number> {
    sweeping ??= look().finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  }

  async function round(): Promise<void> {
    try {
      // When a stream ends, the next is taken; a slow one holds its own place only.
      while (!halt.asked && (await sweep()) > 0)
        await Promise.race([
          ...[...running.values()].map(({ task }) => task),
          sleep(sweepMs, undefined, { ref: false }),
        ]);
    } catch (error) {
      log.error({ err: error }, 'the sync engine could not look for due streams');
    }
    if (!halt.asked) timer = setTimeout(() => void round(), sweepMs).unref();
  }

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled([...running.values()].map(({ task }) => task));
  };

  return {
    sweep,
    wake() {
      if (started && !halt.asked)
        void sweep().catch((error: unknown) => log.warn({ err: error }, 'no look for due streams'));
    },
    run: begin,
    idle,
    start() {
      started = true;
      timer ??= setTimeout(() => void round(), options.startAfterMs ?? 3_000).unref();
    },
    async stop() {
      halt.asked = true;
      clearTimeout(timer);
      await idle();
    },
  };
}
